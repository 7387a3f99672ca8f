"""A row of the timeline is told in a sentence."""

from typing import Any

import pytest

from planilla.words.telling import told

NAMES = {"a": "Ana", "b": "Ben"}
CORRECTED = {
    "board": 3,
    "result": "0-1",
    "before": "1-0",
    "corrects": 12,
    "points": True,
    "pairing_from": None,
    "rating": False,
}


def row(kind: str, /, *entrants: str, **fields: Any) -> dict[str, Any]:
    return {
        "kind": kind,
        "round": fields.pop("round", None),
        "entrants": entrants,
        "fields": fields,
    }


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        pytest.param(
            row("TournamentCreated", name="Club", system="round-robin", rounds=0),
            "“Club” is announced: round robin.",
            id="about nobody",
        ),
        pytest.param(
            row("PairingsPublished", round=1, boards=2, byes=0, system="s", by_hand=True),
            "Round 1 is published: 2 boards. The arbiter had changed the pairing by hand.",
            id="changed by hand",
        ),
        pytest.param(
            row("LogKeyAnnounced", fingerprint="01 02", replaces="", endorsed=""),
            "The heads of the tournament are signed by the key 01 02.",
            id="the first key",
        ),
        pytest.param(
            row("LogKeyAnnounced", fingerprint="03", replaces="01", endorsed="05"),
            "From now on heads are signed by the key 03; the key before it said so itself.",
            id="the next key",
        ),
        pytest.param(
            row("LogKeyAnnounced", fingerprint="03", replaces="01", endorsed=""),
            "From now on heads are signed by the key 03; the key before it did not say so.",
            id="a key from nowhere",
        ),
        pytest.param(
            row("EntrantEntered", "a", rating=2100, first_round=1), "Ana enters.", id="in time"
        ),
        pytest.param(
            row("EntrantWithdrawn", "a", round=3, games="forfeit", known_at=None),
            "Ana had withdrawn from round 3 on, which is recorded only now: the games since then "
            "are lost by forfeit.",
            id="gone before it was recorded",
        ),
        pytest.param(
            row("EntrantRuledIneligible", "a", round=1, games="stand", out_from=4),
            "Ana might not take part from round 1 on: the games since then stand. Not paired from "
            "round 4 on.",
            id="ineligible",
        ),
        pytest.param(
            row("ResultDeleted", "a", "b", round=2, **CORRECTED | {"counts_as": "*"}),
            "Correction, round 2, board 3: the result of Ana and Ben (1–\u20600, version 12) is "
            "deleted, the game is open again: counts for points; does not count for pairing; "
            "does not count for rating.",
            id="a deleted result",
        ),
        pytest.param(
            row("ResultDeleted", "a", "b", **CORRECTED | {"counts_as": "-/-", "table": 3}),
            "Correction, table 3: the game of Ana and Ben (1–\u20600, version 12) does not count; "
            "who sat where stays as it was.",
            id="a deleted result at a table",
        ),
        pytest.param(
            row("TimerScheduled", kind="round-start", about="3", due_at=1_767_034_800_000_000),
            "Round 3 is to start at 29 December 2025, 19:00:00 (UTC).",
            id="a round to start",
        ),
        pytest.param(
            row("TimerScheduled", kind="hall-end", about="", due_at=1_767_034_800_000_000),
            "End of the marathon: set for 29 December 2025, 19:00:00 (UTC).",
            id="a timer of a hall",
        ),
        pytest.param(
            row("TimerFired", kind="default-time", about="3", due_at=0, fired_at=59_999_999),
            "The default time of round 3 is over.",
            id="a timer in time",
        ),
        pytest.param(
            row("TimerFired", kind="hall-end", about="", due_at=0, fired_at=60_000_000),
            "End of the marathon: it was due at 1 January 1970, 00:00:00 (UTC) and fired at "
            "1 January 1970, 00:01:00 (UTC).",
            id="a timer a minute late",
        ),
        pytest.param(
            row("TimerCancelled", kind="publish-pairings", about="3"),
            "Timer of round 3 cancelled: Publication of the pairings.",
            id="a timer cancelled",
        ),
        pytest.param(
            row("EntrantEntered", "a", rating=2100, first_round=3),
            "Ana enters from round 3 on.",
            id="late",
        ),
        pytest.param(
            row("PairsForbidden", entrants=("a", "b"), first_round=2, last_round=None),
            "From round 2 on may not meet: Ana and Ben.",
            id="kept apart to the end",
        ),
        pytest.param(
            row("PairsForbidden", entrants=("a", "b"), first_round=2, last_round=3),
            "From round 2 to 3 may not meet: Ana and Ben.",
            id="kept apart for some rounds",
        ),
        pytest.param(
            row("AppealsCommitteeFormed", way="rules", members=("a", "b"), lot=None),
            "The appeals committee is formed by the rules: Ana and Ben.",
            id="a committee by the rules",
        ),
        pytest.param(
            row("AppealsCommitteeFormed", way="lot", members=("a", "b"), lot="12345"),
            "The appeals committee is formed by lot, with the lot 12345: Ana and Ben.",
            id="a committee by lot",
        ),
        pytest.param(
            row("CommitteeMemberReplaced", member="a", reserve="b", case=""),
            "Ben takes the seat of Ana in the appeals committee.",
            id="replaced for good",
        ),
        pytest.param(
            row("CommitteeMemberReplaced", member="a", reserve="b", case="3.2"),
            "Ben takes the seat of Ana in the appeals committee for the case of 3.2.",
            id="replaced in a case",
        ),
        pytest.param(
            row("QualifyingPlacesSet", places=1, stage="final"),
            "The first place qualifies for the final.",
            id="one place qualifies",
        ),
        pytest.param(
            row("QualifyingPlacesSet", places=8, stage="next-stage"),
            "The first 8 places qualify for the next stage.",
            id="places qualify",
        ),
        pytest.param(
            row("QualifyingPlacesSet", places=0, stage="final"),
            "No place qualifies for another stage any more.",
            id="no place qualifies",
        ),
        pytest.param(
            row("LotsDrawn", draw="machine", drawn=12, lot="9", figure=None),
            "Lots are drawn by the machine among 12 players, with the lot 9.",
            id="lots by the machine",
        ),
        pytest.param(
            row("LotsDrawn", draw="hand", drawn=1, lot=None, figure=None),
            "Lots are drawn by hand among 1 player.",
            id="lots by hand",
        ),
        pytest.param(
            row("LotsDrawn", draw="lottery", drawn=2, lot=None, figure=0),
            "Lots are drawn from the national lottery among 2 players: its last figure is 0.",
            id="lots from the lottery",
        ),
        pytest.param(
            row("ResultRecorded", "a", "b", round=2, board=3, result="½-½", before="*"),
            "Round 2, board 3: Ana ½–\u2060½ Ben.",
            id="about two",
        ),
        pytest.param(
            row("ColoursCorrected", "a", "b", round=2, board=3, result="0-1", before="1-0"),
            "Round 2, board 3: Ben had White and Ana Black.",
            id="colours as they really were",
        ),
        pytest.param(
            row("ResultCorrected", "a", "b", round=2, **CORRECTED),
            "Correction, round 2, board 3: Ana 0–\u20601 Ben, not 1–\u20600 (version 12): "
            "counts for points; does not count for pairing; does not count for rating.",
            id="a correction that never pairs",
        ),
        pytest.param(
            row("ResultCorrected", "a", "b", round=2, **{**CORRECTED, "pairing_from": 4}),
            "Correction, round 2, board 3: Ana 0–\u20601 Ben, not 1–\u20600 (version 12): "
            "counts for points; counts for pairing from round 4 on; does not count for rating.",
            id="a correction that pairs later",
        ),
        pytest.param(
            row("PairingsPublished", round=1, boards=1, byes=0, system="round-robin"),
            "Round 1 is published: 1 board.",
            id="one board",
        ),
    ],
)
def test_a_fact_is_told(fact: dict[str, Any], sentence: str) -> None:
    assert told("en", fact, name_of=NAMES.__getitem__) == sentence
