"""Codes on slips: they follow from the key, and open one side of one game."""

import pytest

from dsl.tournaments import ROUND_2, given
from dsl.web_club import KEYS
from planilla.adapters.signing import SetKey
from planilla.application.board_codes import (
    BITS,
    CodeRevoked,
    NoSuchBoardCode,
    Seat,
    actor_at,
    check_issue,
    code_of,
    codes_of,
    seat_of,
    secret_of,
)
from planilla.application.permissions import OutsideBoards, check_limits, may_submit
from planilla.application.roles import Span
from planilla.domain.tournament.claims import ClaimResult, ClaimsOpened
from planilla.domain.tournament.results import RecordResult
from planilla.domain.vocabulary import Colour, GameId

SECRET = secret_of(KEYS, "club")
GAMES = ("1.1", "3.12", "2-3.12", "1.17.2")
SEATS = [
    Seat(GameId(game), side, issue) for game in GAMES for side in Colour for issue in (1, 2, 1000)
]


def test_each_seat_has_a_code_of_its_own_that_leads_back_to_it() -> None:
    codes = [code_of(SECRET, each) for each in SEATS]
    assert len(set(codes)) == len(SEATS)
    assert [seat_of(SECRET, each) for each in codes] == SEATS


def test_a_code_has_sixty_bits_in_three_groups_after_its_game() -> None:
    """Twelve signs of five bits."""
    game, *groups = code_of(SECRET, Seat(GameId("3.12"), Colour.WHITE, 1)).split("-")
    assert (game, [len(each) for each in groups], BITS) == ("3.12", [4, 4, 4], 60)


def test_the_same_key_gives_the_same_codes_and_another_one_others() -> None:
    again = SetKey("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", variable="K")
    other = SetKey("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", variable="K")
    assert secret_of(again, "club") == SECRET
    assert secret_of(other, "club") != SECRET
    assert secret_of(KEYS, "cup") != SECRET


def test_a_code_is_read_as_people_write_it() -> None:
    seat = Seat(GameId("3.12"), Colour.BLACK, 1)
    code = code_of(SECRET, seat)
    game, *groups = code.split("-")
    written = f" {game} {''.join(groups)} ".lower().replace("0", "o").replace("1", "l")
    assert seat_of(SECRET, written.replace("3.l2", "3.12")) == seat
    assert seat_of(SECRET, code.replace("-", "–")) == seat


@pytest.mark.parametrize(
    "text", ["", "3.12", "3.12-0000-0000-0000", "T1.1-0000-0000-0000", "x" * 99]
)
def test_anything_else_is_no_code(text: str) -> None:
    with pytest.raises(NoSuchBoardCode):
        seat_of(SECRET, text)


def test_only_the_codes_of_the_last_issue_are_valid() -> None:
    state = given(*ROUND_2, ClaimsOpened(issue=2)).state()
    check_issue(state, Seat(GameId("2.1"), Colour.WHITE, 2))
    with pytest.raises(CodeRevoked):
        check_issue(state, Seat(GameId("2.1"), Colour.WHITE, 1))


def test_the_grant_of_a_code_is_of_its_board_and_round_and_claims_alone() -> None:
    """Round 2 has the games 2.1 and 2.2 on the boards 1 and 2."""
    state = given(*ROUND_2).state()
    player = actor_at(state, "club", Seat(GameId("2.2"), Colour.WHITE, 1), "the code")
    (grant,) = player.grants
    assert (grant.boards, grant.rounds) == (Span(2, 2), Span(2, 2))
    assert player.id.startswith("player-")
    assert may_submit(player, "club", ClaimResult)
    assert not may_submit(player, "club", RecordResult)
    claim = ClaimResult(game=GameId("2.2"), side=Colour.WHITE, result="1-0")
    check_limits(player, "club", claim, state)
    other = ClaimResult(game=GameId("2.1"), side=Colour.WHITE, result="1-0")
    with pytest.raises(OutsideBoards):
        check_limits(player, "club", other, state)
    gone = actor_at(state, "club", Seat(GameId("2.9"), Colour.WHITE, 1), "another")
    assert gone.grants[0].boards == Span(9, 9)
    assert gone.id != player.id


def test_a_slip_has_the_codes_of_both_sides() -> None:
    state = given(*ROUND_2).state()
    first, second = codes_of(SECRET, state.rounds[1], 1)
    assert (first.game, first.board, second.board) == ("2.1", 1, 2)
    assert seat_of(SECRET, first.white).side is Colour.WHITE
    assert seat_of(SECRET, first.black).side is Colour.BLACK
