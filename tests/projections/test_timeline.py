"""The timeline has one row for each public fact; drafts and requests are in no public view."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    AFTER_2,
    ANA,
    BEA,
    CARL,
    DORA,
    ROUND_1,
    ROUND_1_BOARDS,
    START,
    drafted,
    facts,
    folded,
    games,
    imported,
    published,
    recorded,
)
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.scoring import STANDARD
from planilla.domain.tournament.byes import ByeCorrected, ByeRequested
from planilla.domain.tournament.closing import RoundClosed, TournamentFinished
from planilla.domain.tournament.committee import (
    AppealsCommitteeFormed,
    CommitteeMemberReplaced,
    Seated,
)
from planilla.domain.tournament.corrections import ColoursCorrected, ResultCorrected, ResultDeleted
from planilla.domain.tournament.drafting import DraftDiscarded
from planilla.domain.tournament.eligibility import (
    EntrantReinstated,
    EntrantRuledIneligible,
    EntrantWithdrawn,
)
from planilla.domain.tournament.entrants import EntrantEntered, SportingDataCorrected
from planilla.domain.tournament.event import Audience, Event
from planilla.domain.tournament.evidence import EvidenceAdded
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.importing import PointsRuled, TournamentImported
from planilla.domain.tournament.keys import LogKeyAnnounced
from planilla.domain.tournament.lots import Draw, DrawnLot, LotsDrawn
from planilla.domain.tournament.numbering import PairingNumbersAssigned
from planilla.domain.tournament.pairings import PairingChanged, PairingsPublished
from planilla.domain.tournament.prizes import PrizesAnnounced, PrizesShared
from planilla.domain.tournament.prohibitions import PairsAllowed, PairsForbidden, SameOriginRuled
from planilla.domain.tournament.qualifying import QualifyingPlacesSet
from planilla.domain.tournament.results import ResultWithdrawn
from planilla.domain.tournament.values import (
    Effect,
    EvidenceFile,
    GamesMeanwhile,
    NumberingReason,
    Office,
    PairedGame,
    Payout,
    SameOrigin,
    SharedBy,
    Stage,
    Way,
)
from planilla.domain.vocabulary import ByeKind, Colour, GameId
from planilla.projections import timeline
from planilla.projections.view import may_see

EFFECT = Effect(points=True, pairing_from=3, rating=False)
GAME = GameId("2.1")


def row_of(event: Event) -> dict[str, object]:
    """The row of an event after round 2, as version 13."""
    before = folded(*AFTER_2)
    fact = Fact(version=13, recorded_at=13_000_000, event=event)
    (row,) = timeline.rows(timeline.in_context(before, fact, evolve(before, fact))).values()
    return row._asdict()


def test_a_row_is_keyed_by_its_version_and_says_when_and_what() -> None:
    before = folded(*ROUND_1)
    fact = Fact(version=8, recorded_at=8_000_000, event=recorded("1.2", "0-1"))
    assert timeline.rows(timeline.in_context(before, fact, evolve(before, fact))) == {
        "8": (
            "ResultRecorded",
            8_000_000,
            1,
            "1.2",
            (DORA, BEA),
            {"result": "0-1", "board": 2, "before": "*"},
            "",
        )
    }


@pytest.mark.parametrize(
    ("event", "round_number", "entrants", "fields"),
    [
        pytest.param(
            EntrantEntered(entrant=ANA, person="p", rating=1900, first_round=2),
            None, (ANA,), {"rating": 1900, "first_round": 2}, id="entered",
        ),
        pytest.param(
            SportingDataCorrected(entrant=ANA, rating=2100),
            None, (ANA,), {"rating": 2100, "before": 2000}, id="rating corrected",
        ),
        pytest.param(
            PairingNumbersAssigned(
                order=(BEA, ANA, CARL, DORA), reason=NumberingReason.ARBITER
            ),
            None, (), {"entrants": 4, "why": "arbiter"}, id="numbered",
        ),
        pytest.param(
            EntrantWithdrawn(entrant=CARL, from_round=3), 3, (CARL,), {}, id="withdrawn"
        ),
        pytest.param(
            published(3, (ANA, DORA)),
            3, (), {"boards": 1, "byes": 0, "system": "swiss-dutch-libro"}, id="published",
        ),
        pytest.param(
            PairingChanged(
                round=2,
                games=(
                    PairedGame(game=GAME, white=BEA, black=ANA),
                    PairedGame(game=GameId("2.3"), white=DORA, black=CARL),
                ),
            ),
            2, (), {"new": 1}, id="pairing changed",
        ),
        pytest.param(
            ResultWithdrawn(game=GAME),
            2, (BEA, ANA), {"board": 1, "before": "½-½"}, id="result withdrawn",
        ),
        pytest.param(
            ColoursCorrected(game=GameId("2.2")),
            2, (CARL, DORA), {"result": "0-1", "board": 2, "before": "1-0"}, id="colours",
        ),
        pytest.param(
            ResultCorrected(game=GAME, result="1-0", corrects=11, effect=EFFECT, known_at=5),
            2, (BEA, ANA),
            {
                "result": "1-0", "board": 1, "before": "½-½", "corrects": 11,
                "points": True, "pairing_from": 3, "rating": False, "known_at": 5,
            },
            id="result corrected",
        ),
        pytest.param(
            ResultDeleted(game=GAME, corrects=11, counts_as="*", effect=EFFECT, known_at=5),
            2, (BEA, ANA),
            {
                "counts_as": "*", "board": 1, "before": "½-½", "corrects": 11,
                "points": True, "pairing_from": 3, "rating": False, "known_at": 5,
            },
            id="result deleted",
        ),
        pytest.param(
            EntrantWithdrawn(entrant=CARL, from_round=1, games=GamesMeanwhile.FORFEIT),
            1, (CARL,), {"games": "forfeit", "known_at": None}, id="withdrawn too late",
        ),
        pytest.param(
            EntrantRuledIneligible(
                entrant=CARL, from_round=1, out_from=3, games=GamesMeanwhile.STAND
            ),
            1, (CARL,), {"games": "stand", "out_from": 3, "known_at": None}, id="ineligible",
        ),
        pytest.param(
            EntrantReinstated(entrant=CARL, from_round=3, known_at=7),
            3, (CARL,), {"known_at": 7}, id="reinstated",
        ),
        pytest.param(
            ByeCorrected(entrant=CARL, round=2, kind=ByeKind.ZERO_POINT),
            2, (CARL,), {"kind": "Z", "known_at": None}, id="bye corrected",
        ),
        pytest.param(
            EvidenceAdded(
                about=9, files=(EvidenceFile(sha256="ab", media_type="image/png", size=1),)
            ),
            None, (), {"about": 9, "n": 1}, id="evidence",
        ),
        pytest.param(RoundClosed(round=2), 2, (), {}, id="closed"),
        pytest.param(
            TournamentImported(format="trf26"), None, (), {"format": "trf26"}, id="imported"
        ),
        pytest.param(
            PointsRuled(points=replace(STANDARD, name="", pairing_bye=1)),
            None, (), {"points": "1-½-0 U=½"}, id="points ruled",
        ),
        pytest.param(
            SameOriginRuled(rule=SameOrigin.AVOID), None, (), {"rule": "avoid"}, id="origin"
        ),
        pytest.param(
            PairsForbidden(entrants=(ANA, BEA), first_round=3),
            None, (),
            {"entrants": (ANA, BEA), "first_round": 3, "last_round": None}, id="forbidden",
        ),
        pytest.param(
            PairsAllowed(forbidden=9, from_round=3), 3, (), {"forbidden": 9}, id="allowed"
        ),
        pytest.param(
            imported(3, (ANA, DORA)), 3, (), {"boards": 1, "byes": 0}, id="imported round"
        ),
        pytest.param(
            AppealsCommitteeFormed(
                way=Way.LOT, seats=(Seated(entrant=ANA, office=Office.PRESIDENT),), lot=2**62
            ),
            None, (), {"way": "lot", "members": (ANA,), "lot": "4611686018427387904"},
            id="committee",
        ),
        pytest.param(
            LotsDrawn(
                draw=Draw.LOTTERY, lots=(DrawnLot(entrant=ANA, number=1),), figure=7
            ),
            None, (), {"draw": "lottery", "drawn": 1, "figure": 7, "lot": None}, id="lots",
        ),
        pytest.param(
            PrizesAnnounced(plan=PrizePlan(currency="EUR", fund=50_000, groups=())),
            None, (), {"fund": 50_000, "currency": "EUR"}, id="prizes",
        ),
        pytest.param(
            PrizesShared(
                by=SharedBy.FINAL,
                currency="EUR",
                payouts=(
                    Payout(entrant=ANA, amount=30_000),
                    Payout(entrant=BEA, amount=15_000),
                ),
                unpaid=5_000,
            ),
            None, (), {"paid": 45_000, "currency": "EUR", "n": 2, "by": "final"}, id="shared",
        ),
        pytest.param(
            PairingsPublished(
                round=1,
                games=games(1, (ANA, BEA)),
                system="s",
                edition="",
                first_colour=Colour.WHITE,
                engine=games(1, (BEA, ANA)),
            ),
            1, (), {"boards": 1, "byes": 0, "system": "s", "by_hand": True}, id="changed by hand",
        ),
        pytest.param(
            QualifyingPlacesSet(places=8, stage=Stage.FINAL),
            None, (), {"places": 8, "stage": "final"}, id="qualifying",
        ),
        pytest.param(
            LogKeyAnnounced(public_key="01" * 32, replaces="ab" * 32),
            None, (), {"fingerprint": "0101 0101 0101 0101", "replaces": "ab" * 32, "endorsed": ""},
            id="key",
        ),
        pytest.param(TournamentFinished(), None, (), {}, id="finished"),
    ],
)  # fmt: skip
def test_a_row_holds_what_its_sentence_needs(
    event: Event, round_number: int | None, entrants: tuple[str, ...], fields: dict[str, object]
) -> None:
    row = row_of(event)
    assert (row["round"], row["entrants"], row["fields"]) == (round_number, entrants, fields)


def test_a_corrected_result_is_held_against_what_was_said_last_whatever_it_counts_for() -> None:
    """Board 1 of round 2 was a draw; a first correction to 1-0 counts for no points."""
    nothing = Effect(points=False, pairing_from=None, rating=False)
    first = ResultCorrected(game=GAME, result="1-0", corrects=11, effect=nothing)
    second = ResultCorrected(game=GAME, result="0-1", corrects=13, effect=EFFECT)
    before = folded(*AFTER_2, first)
    fact = Fact(version=14, recorded_at=0, event=second)
    row = timeline.in_context(before, fact, evolve(before, fact))
    assert (row.fields["before"], row.fields["result"]) == ("1-0", "0-1")


def test_a_row_tells_who_takes_whose_seat() -> None:
    formed = AppealsCommitteeFormed(way=Way.RULES, seats=())
    replaced = CommitteeMemberReplaced(member=ANA, reserve=BEA, case=GAME)
    before = folded(START[0], formed)
    fact = Fact(version=3, recorded_at=0, event=replaced)
    (row,) = timeline.rows(timeline.in_context(before, fact, evolve(before, fact))).values()
    assert row[5] == {"member": ANA, "reserve": BEA, "case": GAME}


def test_the_first_row_says_what_is_played() -> None:
    (fact,) = facts(START[0])
    before = folded()
    (row,) = timeline.rows(timeline.in_context(before, fact, evolve(before, fact))).values()
    assert row[5] == {"name": "Club", "system": "swiss-dutch-libro", "rounds": 3}


def test_a_reason_is_its_commitment() -> None:
    assert row_of(ColoursCorrected(game=GAME, reason="c0ffee"))["reason"] == "c0ffee"


def test_the_reason_of_a_numbering_is_a_code_and_no_commitment() -> None:
    numbering = PairingNumbersAssigned(order=(ANA,), reason=NumberingReason.ARBITER)
    assert row_of(numbering)["reason"] == ""


@pytest.mark.parametrize(
    "event",
    [
        drafted(1, *ROUND_1_BOARDS),
        DraftDiscarded(round=1),
        ByeRequested(entrant=ANA, round=1, kind=ByeKind.HALF_POINT),
    ],
    ids=["a draft", "a draft thrown away", "a request"],
)
def test_the_public_does_not_see(event: Event) -> None:
    fact = Fact(version=7, recorded_at=0, event=event)
    assert not may_see(Audience.PUBLIC, fact)
    assert may_see(Audience.STAFF, fact)
