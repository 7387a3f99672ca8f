"""Withdrawals from a round robin: forfeits, and points that do not count below half."""

import pytest

from planilla.domain.pairing.closed.withdrawals import ScheduledGame, SettledGame, settled
from planilla.domain.pairing.table import FREE, TableRequest
from planilla.domain.pairing.table_systems import SYSTEMS_BY_TABLE
from planilla.domain.vocabulary import RESULT_NOTATION, GameResult


def games(
    played: int, result: GameResult = GameResult.DRAW, cycles: int = 1
) -> list[ScheduledGame]:
    """The games of a tournament of five in order of rounds, the first `played` of 1 finished."""
    table = SYSTEMS_BY_TABLE["round-robin"].of(TableRequest(players=5, cycles=cycles))
    found = []
    for white, black in (game for row in table for game in row if FREE not in game):
        is_first = 1 in (white.number, black.number)
        done = is_first and played > 0
        played -= done
        found.append(ScheduledGame(white.number, black.number, result if done else GameResult.OPEN))
    return found


def of_player(
    number: int, given: list[ScheduledGame], withdrawn: set[int]
) -> list[tuple[int, int, str, bool]]:
    return [
        (game.white, game.black, RESULT_NOTATION[each.result], each.counts)
        for game, each in zip(given, settled(given, withdrawn), strict=True)
        if number in (game.white, game.black)
    ]


def test_below_half_nothing_of_the_player_counts() -> None:
    # Berger for five: 1-6, then 1-2, 3-1, 1-4, 5-1: four games, one of them played.
    assert of_player(1, games(1), {1}) == [
        (1, 2, "½-½", False),
        (3, 1, "+/-", False),
        (1, 4, "-/+", False),
        (5, 1, "+/-", False),
    ]


def test_from_half_on_everything_counts() -> None:
    assert of_player(1, games(2), {1}) == [
        (1, 2, "½-½", True),
        (3, 1, "½-½", True),
        (1, 4, "-/+", True),
        (5, 1, "+/-", True),
    ]


def test_half_is_of_all_cycles() -> None:
    assert {counts for *_, counts in of_player(1, games(3, cycles=2), {1})} == {False}
    assert {counts for *_, counts in of_player(1, games(4, cycles=2), {1})} == {True}


def test_two_who_withdrew_both_forfeit_their_game() -> None:
    found = of_player(1, games(2), {1, 4})
    assert (1, 4, "-/-", False) in found  # 4 has played nothing
    assert (3, 1, "½-½", True) in found


@pytest.mark.parametrize(
    "result", [GameResult.WHITE_WINS_BY_FORFEIT, GameResult.BOTH_FORFEIT], ids=["won", "none"]
)
def test_a_forfeit_stays_and_is_not_completed(result: GameResult) -> None:
    found = of_player(1, games(2, result), {1})
    assert [notation for *_, notation, _ in found[:2]] == [RESULT_NOTATION[result]] * 2
    assert {counts for *_, counts in found} == {False}


def test_games_of_others_are_as_they_were() -> None:
    given = games(0)
    others = [
        each
        for game, each in zip(given, settled(given, {1}), strict=True)
        if 1 not in (game.white, game.black)
    ]
    assert others == [SettledGame(GameResult.OPEN, counts=True)] * 6
    assert settled(given, set()) == tuple(SettledGame(GameResult.OPEN, counts=True) for _ in given)
