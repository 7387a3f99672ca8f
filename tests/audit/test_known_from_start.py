"""Corrections of every kind as if they had been known from the start.

What each kind of them leads to is tested with the dossiers, which replay the same edits.
"""

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from dsl.masnou_scenarios import Played
from dsl.played_logs import PlayedLog, newcomer
from planilla.audit.dossier import dossier
from planilla.audit.edits import Inserted, Removed, Replaced
from planilla.audit.known_from_start import (
    KnownCorrection,
    is_worth_asking,
    known_from_start,
    known_in_masnou,
    last_result_corrected,
)
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.corrections import (
    CorrectColours,
    CorrectResult,
    DeleteResult,
    ResultCorrected,
    ResultDeleted,
    SwapResults,
)
from planilla.domain.tournament.eligibility import (
    EntrantWithdrawn,
    ReinstateEntrant,
    RuleIneligible,
    WithdrawEntrant,
)
from planilla.domain.tournament.entrants import CorrectSportingData, EnterEntrants, EntrantEntered
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.results import RecordResult, ResultRecorded
from planilla.domain.tournament.values import Effect, EvidenceFile, GamesMeanwhile
from planilla.domain.tournament.whatif import KnownNoEarlier, NoSuchCorrection, NotSeatedAgain
from planilla.domain.vocabulary import EntrantId, GameId

GAME = GameId("1.1")
WHY = Sealed("5" * 64)
PAPER = EvidenceFile(sha256="a" * 64, media_type="application/pdf", size=2000)


@pytest.fixture(scope="module")
def three_rounds() -> PlayedLog:
    """Two rounds of eight, all won by White; the third is published and open."""
    log = PlayedLog()
    log.open("swiss-dutch-2026", tuple(2400 - 50 * place for place in range(8)), 6)
    for number in (1, 2):
        log.play(number, lambda *_: "1-0")
    log.do(PairRound(round=3))
    log.do(PublishPairings(round=3))
    return log


@pytest.fixture
def played(three_rounds: PlayedLog) -> PlayedLog:
    """A log of one's own that goes on from there."""
    log = PlayedLog()
    log.state, log.facts = three_rounds.state, list(three_rounds.facts)
    return log


def acts(log: Sequence[Fact]) -> dict[int, str]:
    """What was recorded at once is one act."""
    return {fact.version: str(fact.recorded_at) for fact in log}


def known(log: PlayedLog, back: int = 1) -> KnownCorrection:
    """The last fact but so many, as known from the start."""
    return known_from_start(log.facts, log.facts[-back].version, acts(log.facts))


def correct(log: PlayedLog, **fields: object) -> None:
    corrects = log.version_of(GAME, ResultRecorded)
    log.do(
        CorrectResult(game=GAME, result="0-1", corrects=corrects, reason=WHY, **fields)  # type: ignore[arg-type]
    )


def delete(log: PlayedLog) -> None:
    corrects = log.version_of(GAME, ResultRecorded)
    log.do(DeleteResult(game=GAME, corrects=corrects, reason=WHY, counts_as="-/-"))


def test_a_result_is_told_as_one_and_its_evidence_leads_to_it(played: PlayedLog) -> None:
    correct(played, evidence=(PAPER,))
    found = known(played)
    assert found == known(played, back=2)
    assert found.other is not None
    assert (found.other.before, found.other.after, found.edits) == ("1-0", "0-1", found.other.edits)
    assert last_result_corrected(played.facts) == played.facts[-2].version


def swap(log: PlayedLog) -> None:
    log.do(RecordResult(game=GameId("3.1"), result="1-0"))
    log.do(RecordResult(game=GameId("3.2"), result="0-1"))
    first = log.version_of("3.1", ResultRecorded)
    log.do(
        SwapResults(
            game=GameId("3.1"),
            corrects=first,
            other=GameId("3.2"),
            other_corrects=first + 1,
            reason=WHY,
        )
    )


def rate(log: PlayedLog) -> None:
    log.do(CorrectSportingData(entrant=EntrantId("p1"), rating=1500, reason=WHY))


def rule_out(log: PlayedLog) -> None:
    forfeit = GamesMeanwhile.FORFEIT
    log.do(RuleIneligible(entrant=EntrantId("p2"), from_round=1, games=forfeit, reason=WHY))


def reinstate(log: PlayedLog) -> None:
    rule_out(log)
    log.do(ReinstateEntrant(entrant=EntrantId("p2"), reason=WHY))


def colours(log: PlayedLog) -> None:
    log.do(CorrectColours(game=GAME, reason=WHY))


@pytest.mark.parametrize(
    ("act", "first"),
    [
        pytest.param(swap, Replaced, id="results swapped"),
        pytest.param(delete, Inserted, id="a result deleted"),
        pytest.param(rate, Inserted, id="a rating"),
        pytest.param(rule_out, Inserted, id="a ruling, and the games and byes of its act"),
        pytest.param(reinstate, Removed, id="a ruling taken back"),
        pytest.param(colours, Inserted, id="colours"),
    ],
)
def test_every_other_kind_is_told_by_its_edits(
    played: PlayedLog, act: Callable[[PlayedLog], None], first: type
) -> None:
    act(played)
    found = known(played)
    assert found.other is None
    assert isinstance(found.edits[0], first)
    case = dossier(played.facts, played.facts[-1].version, acts(played.facts))
    assert case is not None
    assert found.edits == case.edits


def test_who_came_late_had_not_come_before(played: PlayedLog) -> None:
    played.do(EnterEntrants(entrants=(newcomer("late", 2000),)))
    entry = next(
        fact.version
        for fact in played.facts
        if isinstance(fact.event, EntrantEntered) and fact.event.entrant == "late"
    )
    with pytest.raises(KnownNoEarlier):
        known_from_start(played.facts, entry, {})


def test_a_ruling_on_who_had_left_already_would_have_changed_no_pairing() -> None:
    """Nobody withdraws twice: the withdrawal that stands for the ruling would be refused."""
    log = PlayedLog()
    log.open("swiss-dutch-2026", (2400, 2300, 2200, 2100), 3)
    log.play(1, lambda *_: "1-0")
    log.do(WithdrawEntrant(entrant=EntrantId("p2"), reason=WHY))
    log.play(2, lambda *_: "1-0")
    log.do(RuleIneligible(entrant=EntrantId("p2"), from_round=2, reason=WHY))
    with pytest.raises(KnownNoEarlier):
        known(log)


def test_a_ruling_on_who_came_late_does_not_reach_back_before_the_entry() -> None:
    log = PlayedLog()
    log.open("swiss-dutch-2026", (2400, 2300, 2200, 2100), 3)
    log.play(1, lambda *_: "1-0")
    log.do(EnterEntrants(entrants=(newcomer("late", 2000),)))
    log.play(2, lambda *_: "1-0")
    log.do(RuleIneligible(entrant=EntrantId("late"), from_round=1, reason=WHY))
    with pytest.raises(KnownNoEarlier):
        known(log)


@pytest.mark.parametrize("version", [1, 999])
def test_what_corrects_nothing_is_no_correction(played: PlayedLog, version: int) -> None:
    with pytest.raises(NoSuchCorrection):
        known_from_start(played.facts, version, {})
    assert last_result_corrected(played.facts) is None


def test_in_a_hall_a_result_alone_is_done_again() -> None:
    entrants = [{"id": each, "rating": 2000 - place} for place, each in enumerate("abcde")]
    run = Played({"entrants": entrants, "rules": {"tables": 1}})
    body = {"game": "T1.1", "result": "1-0"}
    run.act({"command": "record-result", "body": body, "at": 60})
    assert known_in_masnou(run.log, None) is None
    with pytest.raises(NoSuchCorrection):
        known_in_masnou(run.log, 999)
    game, effect = GameId("T1.1"), Effect(points=True, pairing_from=None, rating=True)
    deleted = ResultDeleted(game=game, corrects=1, counts_as="-/-", effect=effect)
    corrected = ResultCorrected(game=game, result="0-1", corrects=1, effect=effect)
    log = tuple(
        Fact(version=version, recorded_at=version, event=event)
        for version, event in enumerate((deleted, corrected), start=1)
    )
    with pytest.raises(NotSeatedAgain):
        known_in_masnou(log, 1)
    assert known_in_masnou(log, 2) == known_in_masnou(log, None) == (2, game, "0-1")


def test_people_are_offered_what_is_worth_asking(played: PlayedLog) -> None:
    correct(played)
    correction = played.facts[-1].event
    assert is_worth_asking(correction, has_rounds=True)
    assert is_worth_asking(correction, has_rounds=False)
    leaving = EntrantWithdrawn(entrant=EntrantId("p1"), from_round=2)
    assert not is_worth_asking(leaving, has_rounds=True)
    late = replace(leaving, games=GamesMeanwhile.FORFEIT)
    assert is_worth_asking(late, has_rounds=True)
    assert not is_worth_asking(late, has_rounds=False)
