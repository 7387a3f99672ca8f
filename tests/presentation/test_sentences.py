"""A row of the timeline becomes a sentence."""

from typing import Any

import pytest

from planilla.domain.tournament.committee import (
    AppealsCommitteeFormed,
    CommitteeMemberReplaced,
    Seated,
)
from planilla.domain.tournament.corrections import ColoursCorrected, ResultCorrected, ResultDeleted
from planilla.domain.tournament.eligibility import EntrantRuledIneligible, EntrantWithdrawn
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.facts import round_of
from planilla.domain.tournament.firing import TimerFired
from planilla.domain.tournament.keys import LogKeyAnnounced
from planilla.domain.tournament.lots import Draw, DrawnLot, LotsDrawn
from planilla.domain.tournament.pairings import PairingsPublished
from planilla.domain.tournament.prohibitions import PairsForbidden
from planilla.domain.tournament.qualifying import QualifyingPlacesSet
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.timers import TimerCancelled, TimerScheduled
from planilla.domain.tournament.values import (
    Effect,
    GamesMeanwhile,
    Office,
    PairedGame,
    Stage,
    TimerKind,
    Way,
)
from planilla.domain.vocabulary import Colour, EntrantId, GameId
from planilla.presentation.sentences import event_sentence
from planilla.projections.timeline import FactInContext

ANA, BEN = EntrantId("a"), EntrantId("b")
NAMES = {"a": "Ana", "b": "Ben"}
GAME = GameId("2.3")
NEVER = Effect(points=True, pairing_from=None, rating=False)
FROM_4 = Effect(points=True, pairing_from=4, rating=False)
COMMITTEE = (
    Seated(entrant=ANA, office=Office.PRESIDENT),
    Seated(entrant=BEN, office=Office.MEMBER),
)
AT_7_PM = 1_767_034_800_000_000


def row(event: Event, /, *entrants: EntrantId, **around: Any) -> FactInContext:
    """The row of an event, with what the states around it add."""
    return FactInContext(
        version=13,
        at=0,
        event=event,
        round=round_of(event),
        entrants=entrants,
        fields=around | event.details(),
    )


def corrected(effect: Effect) -> ResultCorrected:
    return ResultCorrected(game=GAME, result="0-1", corrects=12, effect=effect)


def deleted(game: str, counts_as: str) -> ResultDeleted:
    return ResultDeleted(game=GameId(game), counts_as=counts_as, corrects=12, effect=NEVER)


def published(*engine: PairedGame, boards: int = 2) -> PairingsPublished:
    games = tuple(
        PairedGame(game=GameId(f"1.{board}"), white=ANA, black=BEN)
        for board in range(1, boards + 1)
    )
    return PairingsPublished(
        round=1, games=games, system="s", edition="", first_colour=Colour.WHITE, engine=engine
    )


def lots(draw: Draw, drawn: int, **more: Any) -> LotsDrawn:
    numbers = tuple(DrawnLot(entrant=ANA, number=each) for each in range(drawn))
    return LotsDrawn(draw=draw, lots=numbers, **more)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        pytest.param(
            row(TournamentCreated(name="Club", system_name="round-robin", rounds_asked=0)),
            "“Club” is announced: round robin.",
            id="about nobody",
        ),
        pytest.param(
            row(published(PairedGame(game=GAME, white=BEN, black=ANA))),
            "Round 1 is published: 2 boards. The arbiter had changed the pairing by hand.",
            id="changed by hand",
        ),
        pytest.param(
            row(LogKeyAnnounced(public_key="01" * 32)),
            "The heads of the tournament are signed by the key 0101 0101 0101 0101.",
            id="the first key",
        ),
        pytest.param(
            row(LogKeyAnnounced(public_key="03" * 32, replaces="01", endorsement="05")),
            "From now on heads are signed by the key 0303 0303 0303 0303, which the previous key "
            "endorsed.",
            id="the next key",
        ),
        pytest.param(
            row(LogKeyAnnounced(public_key="03" * 32, replaces="01")),
            "From now on heads are signed by the key 0303 0303 0303 0303, which the previous key "
            "did not endorse.",
            id="a key from nowhere",
        ),
        pytest.param(
            row(EntrantEntered(entrant=ANA, person="p"), ANA), "Ana enters.", id="in time"
        ),
        pytest.param(
            row(EntrantWithdrawn(entrant=ANA, from_round=3, games=GamesMeanwhile.FORFEIT), ANA),
            "Ana had withdrawn from round 3 on, which was recorded too late: the games since then "
            "are lost by forfeit.",
            id="gone before it was recorded",
        ),
        pytest.param(
            row(
                EntrantRuledIneligible(
                    entrant=ANA, from_round=1, out_from=4, games=GamesMeanwhile.STAND
                ),
                ANA,
            ),
            "Ana was not entitled to play from round 1 on: the games since then count. Not paired "
            "from round 4 on.",
            id="ineligible",
        ),
        pytest.param(
            row(deleted("2.3", "*"), ANA, BEN, board=3, before="1-0"),
            "Correction, round 2, board 3: the result of Ana and Ben (1–\u20600, version 12) is "
            "deleted, the game is open again: counts for points; does not count for pairing; "
            "does not count for rating.",
            id="a deleted result",
        ),
        pytest.param(
            row(deleted("T3.1", "-/-"), ANA, BEN, table=3, before="1-0"),
            "Correction, table 3: the game of Ana and Ben (1–\u20600, version 12) does not count; "
            "seats stay as they were.",
            id="a deleted result at a table",
        ),
        pytest.param(
            row(
                TimerScheduled(
                    timer="round-start.1", kind=TimerKind.ROUND_START, about="3", due_at=AT_7_PM
                )
            ),
            "Round 3 is to start at 29 December 2025, 19:00:00 (UTC).",
            id="a round to start",
        ),
        pytest.param(
            row(TimerScheduled(timer="hall-end.1", kind=TimerKind.HALL_END, due_at=AT_7_PM)),
            "End of the marathon: set for 29 December 2025, 19:00:00 (UTC).",
            id="a timer of a hall",
        ),
        pytest.param(
            row(TimerFired(timer="default-time.1", about="3", due_at=0, fired_at=59_999_999)),
            "The default time of round 3 has expired.",
            id="a timer in time",
        ),
        pytest.param(
            row(TimerFired(timer="hall-end.1", due_at=0, fired_at=60_000_000)),
            "End of the marathon: it was due at 1 January 1970, 00:00:00 (UTC) and fired at "
            "1 January 1970, 00:01:00 (UTC).",
            id="a timer a minute late",
        ),
        pytest.param(
            row(TimerCancelled(timer="publish-pairings.1", about="3")),
            "Timer of round 3 cancelled: Publication of the pairings.",
            id="a timer cancelled",
        ),
        pytest.param(
            row(EntrantEntered(entrant=ANA, person="p", first_round=3), ANA),
            "Ana enters from round 3 on.",
            id="late",
        ),
        pytest.param(
            row(PairsForbidden(entrants=(ANA, BEN), first_round=2)),
            "Must not meet from round 2 on: Ana and Ben.",
            id="kept apart to the end",
        ),
        pytest.param(
            row(PairsForbidden(entrants=(ANA, BEN), first_round=2, last_round=3)),
            "Must not meet from round 2 to 3: Ana and Ben.",
            id="kept apart for some rounds",
        ),
        pytest.param(
            row(AppealsCommitteeFormed(way=Way.RULES, seats=COMMITTEE)),
            "The appeals committee is formed by the rules: Ana and Ben.",
            id="a committee by the rules",
        ),
        pytest.param(
            row(AppealsCommitteeFormed(way=Way.LOT, seats=COMMITTEE, lot=12345)),
            "The appeals committee is formed by lot, with the lot 12345: Ana and Ben.",
            id="a committee by lot",
        ),
        pytest.param(
            row(CommitteeMemberReplaced(member=ANA, reserve=BEN)),
            "Ben takes the seat of Ana in the appeals committee.",
            id="replaced for good",
        ),
        pytest.param(
            row(CommitteeMemberReplaced(member=ANA, reserve=BEN, case=GameId("3.2"))),
            "Ben takes the seat of Ana in the appeals committee for the case of 3.2.",
            id="replaced in a case",
        ),
        pytest.param(
            row(QualifyingPlacesSet(places=1, stage=Stage.FINAL)),
            "The first place qualifies for the final.",
            id="one place qualifies",
        ),
        pytest.param(
            row(QualifyingPlacesSet(places=8)),
            "The first 8 places qualify for the next stage.",
            id="places qualify",
        ),
        pytest.param(
            row(QualifyingPlacesSet(places=0, stage=Stage.FINAL)),
            "No place qualifies for another stage any more.",
            id="no place qualifies",
        ),
        pytest.param(
            row(lots(Draw.MACHINE, 12, lot=9)),
            "Lots are drawn by computer among 12 players, with the lot 9.",
            id="lots by computer",
        ),
        pytest.param(
            row(lots(Draw.HAND, 1)),
            "Lots are drawn by hand among 1 player.",
            id="lots by hand",
        ),
        pytest.param(
            row(lots(Draw.LOTTERY, 2, figure=0)),
            "Lots are drawn from the national lottery among 2 players: its last figure is 0.",
            id="lots from the lottery",
        ),
        pytest.param(
            row(ResultRecorded(game=GAME, result="½-½"), ANA, BEN, board=3, before="*"),
            "Round 2, board 3: Ana ½–\u2060½ Ben.",
            id="about two",
        ),
        pytest.param(
            row(
                ColoursCorrected(game=GAME), ANA, BEN, match=3, board=2, result="0-1", before="1-0"
            ),
            "Round 2, match 3, board 2: Ben had White and Ana Black.",
            id="colours in a match of several games",
        ),
        pytest.param(
            row(ColoursCorrected(game=GAME), ANA, BEN, board=3, result="0-1", before="1-0"),
            "Round 2, board 3: Ben had White and Ana Black.",
            id="colours as they really were",
        ),
        pytest.param(
            row(corrected(NEVER), ANA, BEN, board=3, before="1-0"),
            "Correction, round 2, board 3: Ana 0–\u20601 Ben, not 1–\u20600 (version 12): "
            "counts for points; does not count for pairing; does not count for rating.",
            id="a correction that never pairs",
        ),
        pytest.param(
            row(corrected(FROM_4), ANA, BEN, board=3, before="1-0"),
            "Correction, round 2, board 3: Ana 0–\u20601 Ben, not 1–\u20600 (version 12): "
            "counts for points; counts for pairing from round 4 on; does not count for rating.",
            id="a correction that pairs later",
        ),
        pytest.param(
            row(published(boards=1)),
            "Round 1 is published: 1 board.",
            id="one board",
        ),
    ],
)
def test_a_fact_is_told(fact: FactInContext, said: str) -> None:
    assert event_sentence("en", fact, name_of=NAMES.__getitem__) == said
