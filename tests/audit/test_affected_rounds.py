"""Rounds that were paired from what an event changes: how many boards would be others."""

import pytest
from msgspec.structs import replace

from dsl.keizer_club import KeizerClub
from dsl.played_logs import random_log
from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    FOUR,
    ROUND_1,
    ROUND_2_BOARDS,
    ROUND_ROBIN,
    drafted,
    entered,
    facts,
    games,
    imported,
    numbered,
    published,
    recorded,
)
from planilla.audit.edits import Inserted
from planilla.audit.known_from_start import other_result
from planilla.audit.recorded_rounds import recorded_rounds
from planilla.audit.replay import CURRENT
from planilla.audit.round_by_round import (
    AffectedRound,
    affected_questions,
    leave_affected,
    pair_affected,
    round_by_round,
)
from planilla.domain.tournament.byes import ByeCorrected
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.corrections import (
    ColoursCorrected,
    DeleteResult,
    ResultCorrected,
    ResultDeleted,
)
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.drafting import DraftChanged
from planilla.domain.tournament.eligibility import EntrantWithdrawn, RuleIneligible, WithdrawEntrant
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.prohibitions import PairsForbidden
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import ByeKind, GameId

EFFECT = Effect(points=True, pairing_from=None, rating=True)
FROM_ROUND_2 = Effect(points=True, pairing_from=2, rating=True)
SAID = Sealed("0" * 64)


def corrected(game: str = "1.1", result: str = "0-1") -> ResultCorrected:
    return ResultCorrected(game=GameId(game), result=result, corrects=8, effect=EFFECT)


def later(log: tuple[Event, ...], *events: Event) -> tuple[AffectedRound, ...]:
    return tuple(map(pair_affected, affected_questions(facts(*log), events)))


def test_with_the_other_winner_both_boards_of_round_2_would_be_others() -> None:
    """Ana and Bea had won and met. Had Carl won, Bea and Carl would meet, and Ana and Dora."""
    log = (*AFTER_1, published(2, *ROUND_2_BOARDS))
    assert later(log, corrected()) == (
        AffectedRound(round=2, status="published", boards=2, changed=2),
    )


def test_a_draft_is_told_as_one_and_the_ruled_effect_makes_no_difference() -> None:
    log = (*AFTER_1, drafted(2, *ROUND_2_BOARDS))
    never = replace(corrected(), effect=Effect(points=False, pairing_from=None, rating=False))
    assert later(log, never) == (AffectedRound(round=2, status="draft", boards=2, changed=2),)


def test_a_round_of_which_the_same_would_be_asked_is_not_paired_again() -> None:
    log = (*AFTER_1, published(2, *ROUND_2_BOARDS))
    assert later(log, corrected(result="1-0")) == ()
    assert later(log, recorded("2.1", "1-0")) == ()
    assert later(log, corrected(game="2.1")) == ()


def test_a_schedule_is_paired_from_nothing() -> None:
    log = (ROUND_ROBIN, *AFTER_1[1:], published(2, *ROUND_2_BOARDS))
    assert later(tuple(_scheduled(each) for each in log), corrected()) == ()


def _scheduled(event: Event) -> Event:
    return replace(event, system="round-robin") if hasattr(event, "system") else event


def test_a_round_changed_by_hand_is_compared_by_the_systems_own_answer() -> None:
    by_hand = DraftChanged(round=2, games=games(2, (ANA, DORA), (BEA, CARL)), byes=(), engine=())
    log = (*AFTER_1, drafted(2, *ROUND_2_BOARDS), by_hand)
    (found,) = later(log, corrected())
    assert (found.changed, found.by_hand) == (2, True)


def test_of_an_imported_round_the_systems_own_answers_are_compared() -> None:
    """The file had Ana meet Dora; the system has Ana meet Bea, and with the other result Carl."""
    log = (*AFTER_1, imported(2, (ANA, DORA), (BEA, CARL)))
    (found,) = later(log, corrected())
    assert (found.round, found.changed) == (2, 2)


def test_who_would_not_have_been_there_leaves_a_board_and_maybe_no_round() -> None:
    """Without Ana there is one board instead of two, and it is neither of them."""
    log = (*AFTER_1, published(2, *ROUND_2_BOARDS))
    gone = [EntrantWithdrawn(entrant=each, from_round=2) for each in (ANA, CARL, DORA)]
    (one,) = later(log, gone[0])
    assert (one.changed, one.bye_changes, one.unpairable) == (2, True, False)
    (none,) = later(log, *gone)
    assert (none.changed, none.unpairable) == (2, True)


@pytest.mark.parametrize("system", ["keizer", "swiss-dutch-2026"])
def test_who_is_ruled_ineligible_would_not_have_been_paired_since(system: str) -> None:
    for seed in range(2):
        log = random_log(system, 9, 4, seed)
        who = log.state.order[3]
        ruled = decide(
            log.state,
            RuleIneligible(entrant=who, from_round=3, reason=SAID),
            DecisionContext(at=10**6),
        )
        told = {
            each.round: each.changed
            for each in map(pair_affected, affected_questions(log.facts, ruled))
        }
        paired = next(each for each in recorded_rounds(log.facts) if each.round == 3)
        left = Inserted(after=paired.version - 1, command=WithdrawEntrant(entrant=who))
        rounds = round_by_round(log.facts, [left]).rounds
        assert {each.round: each.changed for each in rounds if each.changed} == {
            number: changed for number, changed in told.items() if changed
        }


def test_where_nobody_might_meet_no_pairing_would_be_possible() -> None:
    log = (*AFTER_1, published(2, *ROUND_2_BOARDS))
    found = later(log, PairsForbidden(entrants=FOUR))
    assert [(each.round, each.unpairable) for each in found] == [(1, True), (2, True)]


def test_other_numbers_are_asked_again_and_who_came_later_is_left_out() -> None:
    log = (*AFTER_1, published(2, *ROUND_2_BOARDS), *entered(EVA, rating=1500))
    renumbered = numbered(DORA, CARL, EVA, BEA, ANA)
    assert [each.round for each in affected_questions(facts(*log), (renumbered,))] == [1, 2]
    assert later(log, numbered(ANA, BEA)) == ()
    assert later(log, EntrantWithdrawn(entrant=EVA, from_round=1)) == ()


def test_a_bye_that_was_another_one_matters_to_the_rounds_after_it() -> None:
    five = entered(ANA, BEA, CARL, DORA, EVA)
    order = numbered(ANA, BEA, CARL, DORA, EVA)
    log = (
        *(CREATED, *five, order, published(1, (ANA, CARL), (DORA, BEA), bye=EVA)),
        *(recorded("1.1", "1-0"), recorded("1.2", "0-1")),
        published(2, (BEA, ANA), (CARL, EVA), bye=DORA),
    )
    no_point = ByeCorrected(entrant=EVA, round=1, kind=ByeKind.ZERO_POINT)
    assert [each.round for each in affected_questions(facts(*log), (no_point,))] == [2]
    in_round_2 = ByeCorrected(entrant=DORA, round=2, kind=ByeKind.ZERO_POINT)
    assert affected_questions(facts(*log), (in_round_2,)) == ()


def test_other_colours_in_round_1_are_asked_of_round_2() -> None:
    log = (*AFTER_1, published(2, *ROUND_2_BOARDS))
    swapped = ColoursCorrected(game=GameId("1.1"))
    assert [each.round for each in affected_questions(facts(*log), (swapped,))] == [2]


def test_a_keizer_tournament_is_paired_by_the_values_it_would_have_had() -> None:
    club = KeizerClub()
    club.enter(2000, 1950, 1900, 1850, 1800, 1750)
    for _ in range(2):
        club.pair()
        club.end()
    first = club.state.rounds[0]
    event = corrected(first.games[0], "0-1")
    asked = affected_questions(club.facts, (replace(event, corrects=first.version_of(0)),))
    assert [each.round for each in asked] == [2]
    assert asked[0].would_be.memory is not None
    assert pair_affected(asked[0]).boards == 3


@pytest.mark.parametrize("system", ["keizer", "swiss-dutch-libro"])
@pytest.mark.parametrize("act", ["corrected", "deleted"])
def test_later_rounds_are_those_that_a_what_if_tells(system: str, act: str) -> None:
    """A game of the first round had ended so, or had not been played, from its report on."""
    for seed in range(3):
        log = random_log(system, 8, 4, seed)
        game, version = log.state.rounds[0].games[0], log.state.rounds[0].version_of(0)
        event: Event = corrected(game, "-/+")
        edits = other_result(log.facts, game, "-/+").edits
        if act == "deleted":
            command = DeleteResult(
                game=game, corrects=CURRENT, reason=SAID, counts_as="-/-", effect=FROM_ROUND_2
            )
            edits = (Inserted(after=version, command=command),)
            event = ResultDeleted(game=game, corrects=version, counts_as="-/-", effect=EFFECT)
        told = {
            each.round: each.changed
            for each in map(pair_affected, affected_questions(log.facts, [event]))
        }
        rounds = round_by_round(log.facts, edits).rounds
        assert {each.round: each.changed for each in rounds if each.round > 1} == {
            number: told.get(number, 0) for number in (2, 3, 4)
        }


def test_of_a_game_that_was_not_over_nobody_knew_the_end() -> None:
    """1.1 was played after round 2 was paired."""
    begun = (*ROUND_1, recorded("1.2", "0-1"), published(2, *ROUND_2_BOARDS))
    assert later((*begun, recorded("1.1", "1-0")), corrected()) == ()


def test_without_time_it_is_said_that_nobody_knows() -> None:
    log = (*AFTER_1, published(2, *ROUND_2_BOARDS))
    (asked,) = affected_questions(facts(*log), (corrected(),))
    assert leave_affected(asked) == AffectedRound(
        round=2, status="published", boards=2, changed=None
    )
