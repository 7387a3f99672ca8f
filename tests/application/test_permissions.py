"""One rule: the organiser everywhere, an arbiter in their tournament."""

import pytest

from dsl.tournaments import ROUND_2, given
from planilla.application.envelope import Actor
from planilla.application.permissions import (
    NotPermitted,
    OutsideBoards,
    OutsideRounds,
    acting_link,
    check_limits,
    may_act,
)
from planilla.application.roles import Grant, Role, Span, full_grant
from planilla.domain.tournament.results import RecordResult
from planilla.domain.vocabulary import GameId


@pytest.mark.parametrize(
    ("scopes", "tournament", "allowed"),
    [
        (set(), "club", False),
        ({"*"}, "club", True),
        ({"club"}, "club", True),
        ({"club"}, "other", False),
    ],
)
def test_a_scope_opens_what_it_names(scopes: set[str], tournament: str, allowed: bool) -> None:
    actor = Actor(id="x", grants=tuple(full_grant(scope) for scope in sorted(scopes)))
    assert may_act(actor, tournament) is allowed


@pytest.mark.parametrize(
    ("links", "tournament", "name"),
    [
        ("a:club", "club", "a"),
        ("a:other b:club", "club", "b"),
        ("a:* b:club", "club", "b"),
        ("a:club b:*", "club", "a"),
        ("a:club b:club", "club", "b"),
        ("a:other b:* c:third", "club", "b"),
        ("a:* b:club", "", "a"),
        ("a:other b:third", "club", "b"),
    ],
)
def test_somebody_acts_under_the_link_that_opens_the_tournament(
    links: str, tournament: str, name: str
) -> None:
    held = [
        Actor(id=link.partition(":")[0], grants=(full_grant(link.partition(":")[2]),))
        for link in links.split()
    ]
    assert acting_link(held, tournament).id == name


def limited(boards: Span, rounds: Span | None = None) -> Actor:
    grant = Grant(tournament="club", role=Role.RESULT_DESK, boards=boards, rounds=rounds)
    return Actor(id="x", grants=(grant,))


def result_of(game: str) -> RecordResult:
    return RecordResult(game=GameId(game), result="1-0")


def test_limits_are_checked_by_board_and_round() -> None:
    """Round 2 has two boards: 2.1 and 2.2."""
    state = given(*ROUND_2).state()
    desk = limited(boards=Span(1, 1), rounds=Span(2, 3))
    check_limits(desk, "club", result_of("2.1"), state)
    with pytest.raises(OutsideBoards) as board:
        check_limits(desk, "club", result_of("2.2"), state)
    assert board.value.fields == {"game": "2.2", "board": 2, "boards": "1"}
    with pytest.raises(OutsideRounds) as number:
        check_limits(desk, "club", result_of("1.1"), state)
    assert number.value.fields == {"game": "1.1", "round": 1, "rounds": "2–3"}


def test_of_several_links_the_one_without_limits_counts() -> None:
    both = Actor(id="x", grants=(*limited(boards=Span(9, 9)).grants, full_grant("club")))
    check_limits(both, "club", result_of("2.2"), given(*ROUND_2).state())


@pytest.mark.parametrize("game", ["7.1", "2.9", "3-1.1"])
def test_a_game_that_does_not_exist_is_left_to_the_rules(game: str) -> None:
    check_limits(limited(boards=Span(9, 9)), "club", result_of(game), given(*ROUND_2).state())


def test_what_names_no_game_is_not_permitted_to_a_link_with_limits() -> None:
    with pytest.raises(NotPermitted):
        check_limits(limited(boards=Span(9, 9)), "club", result_of("?"), given(*ROUND_2).state())
