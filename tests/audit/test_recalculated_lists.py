"""Values of a Keizer tournament worked out again, and what another result would have changed."""

import pytest
from msgspec.structs import replace

from dsl.keizer_club import KeizerClub, random_club
from dsl.tournaments import CREATED, facts
from planilla.audit.compare import prize_effect
from planilla.audit.known_from_start import other_result
from planilla.audit.preview import outcomes_of, parts, preview_of
from planilla.audit.recorded_rounds import lists_that_differ
from planilla.audit.redraw import manual_pairing, redraw, reviewed
from planilla.audit.round_by_round import RoundByRound, round_by_round
from planilla.domain.pairing.keizer.rules import KeizerRules, LateEntry, Mode, Retired, When
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.keizer import ValuesRecalculated
from planilla.domain.tournament.results import RecordResult
from planilla.domain.vocabulary import RESULT_NOTATION, GameId, GameResult

OTHERWISE = KeizerRules(
    mode=Mode.FIXED_POINT,
    retired=Retired.FROZEN,
    late_entry=LateEntry.RATING,
    maximum_follows=True,
    rounds_between=2,
    meetings_max=3,
    colour_difference_max=2,
    same_colour_max=2,
)


BY_HAND = KeizerRules(recalculate=When.BY_HAND)


def what_if(club: KeizerClub, result: str, known_from: int | None = None) -> RoundByRound:
    """The later rounds had game 1.1 ended so."""
    return round_by_round(
        club.facts, other_result(club.facts, GameId("1.1"), result, known_from).edits
    )


@pytest.fixture(
    scope="module", params=[None, OTHERWISE, BY_HAND], ids=["the book", "a club", "by hand"]
)
def season(request: pytest.FixtureRequest) -> KeizerClub:
    return random_club(1, players=11, rounds=8, rules=request.param)


def test_every_round_and_every_list_comes_out_as_it_was_recorded(season: KeizerClub) -> None:
    assert all(found.identical for found in redraw(season.facts))
    assert lists_that_differ(season.facts) == ()


def test_a_list_that_was_tampered_with_is_found() -> None:
    season = random_club(2, players=6, rounds=3)
    at = next(
        place
        for place, fact in enumerate(season.facts)
        if isinstance(fact.event, ValuesRecalculated) and fact.event.after_round == 2
    )
    event = season.facts[at].event
    assert isinstance(event, ValuesRecalculated)
    forged = replace(event, values=event.values[::-1])
    told = [*season.facts[:at], replace(season.facts[at], event=forged), *season.facts[at + 1 :]]
    assert season.facts[at].version in lists_that_differ(told)


def test_other_systems_have_no_lists() -> None:
    assert lists_that_differ(facts(CREATED)) == ()


def test_without_a_change_every_later_round_stays(season: KeizerClub) -> None:
    was = RESULT_NOTATION[GameResult(season.state.rounds[0].recorded[0])]
    found = what_if(season, was)
    assert found.identical


def test_another_result_changes_the_values_of_all_lists_after_it() -> None:
    """Round 1 of a b c d (6 5 4 3): a and c win. Lists: a 11, c 7, b 5, d 3; a-c, b-d follow.

    Had b beaten a: b 11, c 7, a 6, d 3; b-c, a-d would have followed.
    """
    club = KeizerClub(rounds=4)
    club.enter(2000, 1900, 1800, 1700)
    club.pair()
    boards = club.state.rounds[0].boards
    club.end(**{white: "1-0" if white in "ac" else "0-1" for white, _ in boards})
    club.pair()
    assert {frozenset(pair) for pair in club.state.rounds[1].boards} == {
        frozenset("ac"),
        frozenset("bd"),
    }
    other = "0-1" if boards[0][0] == "a" else "1-0"
    (second,) = what_if(club, other).rounds
    would_be = {frozenset(each.after or ()) for each in second.boards}
    assert would_be == {frozenset("bc"), frozenset("ad")}
    assert what_if(club, other, known_from=3).identical
    assert prize_effect(club.state, GameId("1.1"), other) is None


def test_a_change_by_hand_is_judged_by_the_rules_of_keizer() -> None:
    club = KeizerClub(KeizerRules(meetings_max=1), rounds=4)
    club.enter(2000, 1900, 1800, 1700)
    club.pair()
    club.end()
    first = club.state.rounds[0].boards
    club.pair()
    proposal = manual_pairing(club.state, first, None, DecisionContext())
    assert proposal is not None
    assert [fault.code for fault in reviewed(proposal).faults] == ["rematch", "rematch"]


def test_the_next_round_is_foreseen_from_the_values_that_each_outcome_leads_to() -> None:
    """6 5 4 3 for a b c d; c and d drew: 5½ and 5. a beats b: a 11, b 5; a-c and then d-b.

    A draw gives a 8½ and b 8: a-b, c-d. Had b won: b 11, a 6: b-a, c-d.
    """
    club = KeizerClub(rounds=4)
    club.enter(2000, 1900, 1800, 1700)
    club.pair()
    last = club.state.rounds[0]
    club.do(RecordResult(game=last.games[1], result="½-½"))
    found = preview_of(
        club.state,
        [each for part in parts(club.state, DecisionContext(), 3) for each in outcomes_of(part)],
    )
    met = {
        outcome.results[0]: {frozenset(pair) for pair in outcome.meetings}
        for outcome in found.outcomes
    }
    first, second = ("1-0", "0-1") if last.boards[0][0] == "a" else ("0-1", "1-0")
    assert met == {
        first: {frozenset("ac"), frozenset("bd")},
        "½-½": {frozenset("ab"), frozenset("cd")},
        second: {frozenset("ab"), frozenset("cd")},
    }
