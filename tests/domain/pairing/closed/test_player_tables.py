"""Tables of players, for every size to 64: meetings, rounds, colours and free rounds."""

from collections import Counter
from itertools import combinations

import msgspec
import pytest

from planilla.domain.pairing.closed.amsterdam import (
    finalists,
    groupings,
    inherited,
)
from planilla.domain.pairing.closed.berger import berger_round, repeated, row_after
from planilla.domain.pairing.table import FREE, Game, NoTable, Rounds, TableRequest
from planilla.domain.pairing.table_systems import SYSTEMS_BY_TABLE

SIZES = range(2, 65)


def table(system: str, **figures: int | str) -> Rounds:
    return SYSTEMS_BY_TABLE[system].of(msgspec.convert(figures, TableRequest))


def games_of(rounds: Rounds) -> list[Game]:
    return [game for games in rounds for game in games if FREE not in game]


def meetings(rounds: Rounds) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(place.number for place in game)) for game in games_of(rounds))


def colours(size: int, rounds: Rounds) -> dict[int, str]:
    """The colours of each player, game by game."""
    found = dict.fromkeys(range(1, size + 1), "")
    for white, black in games_of(rounds):
        found[white.number] += "W"
        found[black.number] += "B"
    return found


def free_rounds(size: int, rounds: Rounds) -> dict[int, int]:
    """The free rounds of each player; every round must hold everybody exactly once."""
    found = dict.fromkeys(range(1, size + 1), 0)
    for games in rounds:
        present = sorted(place.number for game in games for place in game if place != FREE)
        assert present == list(range(1, size + 1))
        for game in games:
            if FREE in game:
                found[max(place.number for place in game)] += 1
    return found


def whites_more(played: str) -> int:
    return played.count("W") - played.count("B")


@pytest.mark.parametrize("cycles", [1, 2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_everybody_meets_everybody_once_in_each_cycle(size: int, cycles: int) -> None:
    rounds = table("round-robin", players=size, cycles=cycles)
    pairs = combinations(range(1, size + 1), 2)
    assert meetings(rounds) == dict.fromkeys(pairs, cycles)
    free = cycles * (size % 2)
    assert free_rounds(size, rounds) == dict.fromkeys(range(1, size + 1), free)
    exact = cycles % 2 == 0 or size % 2 == 1
    for player, played in colours(size, rounds).items():
        more = 0 if exact else 1 if player <= size // 2 else -1
        assert whites_more(played) == more
    assert Counter(games_of(rounds)) == Counter(
        game if number % 2 else game[::-1]
        for number in range(1, cycles + 1)
        for game in games_of(table("round-robin", players=size))
    )


@pytest.mark.parametrize("cycles", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_nobody_has_a_colour_three_times_in_a_row(size: int, cycles: int) -> None:
    played = colours(size, table("round-robin", players=size, cycles=cycles))
    three = {player for player, each in played.items() if "WWW" in each or "BBB" in each}
    if size == 4 and cycles > 2:  # a cycle has three rounds: the exchanged ones touch both others
        assert three == {2, 4}
    else:
        assert three == set()


@pytest.mark.parametrize("size", range(4, 65, 2))
def test_the_construction_of_the_book_gives_the_table_of_every_size(size: int) -> None:
    row = tuple((number, size + 1 - number) for number in range(1, size // 2 + 1))
    for number in range(1, size):
        assert row == berger_round(size, number)
        row = row_after(row)


@pytest.mark.parametrize("size", range(4, 65, 2))
def test_the_manual_method_gives_the_table_of_every_size(size: int) -> None:
    boards, turning = size // 2, size - 1
    rounds = [[[0, 0] for _ in range(boards)] for _ in range(turning)]
    for number, row in enumerate(rounds):
        row[0][number % 2 == 0] = size
    upwards = [min(game, key=bool) for row in rounds for game in row]
    assert upwards == [0] * (turning * boards)
    at = 0
    for row in rounds:
        for game in row:
            game[game[0] != 0] = at % turning + 1
            at += 1
    at = 0
    for row in rounds:
        for game in row[1:]:
            game[1] = turning - at % turning
            at += 1
    assert rounds == [
        [list(game) for game in berger_round(size, number)] for number in range(1, size)
    ]


def test_a_cycle_may_be_repeated_in_order() -> None:
    once = table("round-robin", players=6)
    twice = repeated(once, 2, exchanged=False)
    assert twice[:5] == once
    assert twice[5:] == tuple(tuple((b, w) for w, b in games) for games in once)
    assert repeated(once, 1) == once


@pytest.mark.parametrize("order", ["", "inverted"])
@pytest.mark.parametrize("size", range(3, 21))
def test_nagarajan_gives_the_extra_white_to_odd_or_to_even_numbers(size: int, order: str) -> None:
    rounds = table("nagarajan", players=size, order=order)
    assert meetings(rounds) == dict.fromkeys(combinations(range(1, size + 1), 2), 1)
    assert free_rounds(size, rounds) == dict.fromkeys(range(1, size + 1), size % 2)
    for player, played in colours(size, rounds).items():
        assert "WWW" not in played
        assert "BBB" not in played
        favoured = player % 2 == (not order)
        assert whites_more(played) == (0 if size % 2 else 1 if favoured else -1)


@pytest.mark.parametrize(
    ("players", "groups"),
    [(n, g) for n in range(3, 65) for g in range(2, n + 1) if n % g == 0],
)
def test_a_final_plays_only_the_games_that_are_missing(players: int, groups: int) -> None:
    rounds = table("amsterdam", players=players, teams=groups)
    qualifiers = players // groups
    carried = inherited(groups, qualifiers)
    met = meetings(rounds)
    assert set(met) | carried == set(combinations(range(1, players + 1), 2))
    assert not set(met) & carried
    assert set(met.values()) == {1}
    odd = players % 2 == 1
    assert len(rounds) == (players if odd else players - qualifiers)
    free = qualifiers if odd else 0
    assert free_rounds(players, rounds) == dict.fromkeys(range(1, players + 1), free)
    for played in colours(players, rounds).values():
        assert abs(whites_more(played)) <= 1
        if groups != 4:  # four groups may be the table of four in three or more cycles
            assert "WWW" not in played
            assert "BBB" not in played
    numbers = sorted(number for group in finalists(groups, qualifiers) for number in group)
    assert numbers == list(range(1, players + 1))


@pytest.mark.parametrize("players", range(3, 65, 2))
def test_an_odd_final_has_one_group_with_a_single_finalist(players: int) -> None:
    rounds = table("amsterdam", players=players)
    full = table("amsterdam", players=players + 1)
    assert len(rounds) == len(full) == players - 1
    assert set(meetings(rounds)) == {each for each in meetings(full) if players + 1 not in each}
    free = free_rounds(players, rounds)
    assert free == {1: 0, **dict.fromkeys(range(2, players + 1), 1)}


def test_a_prime_number_of_players_has_no_equal_groups() -> None:
    assert [groupings(players) for players in (0, 1, 2, 3, 61)] == [()] * 5


@pytest.mark.parametrize(
    ("system", "figures", "field", "offered", "least"),
    [
        pytest.param("round-robin", {"players": 1}, "players", (), 2, id="one player"),
        pytest.param("round-robin", {"players": 2, "cycles": 0}, "cycles", (), 1, id="no cycle"),
        pytest.param("nagarajan", {"players": 2}, "players", tuple(range(3, 21)), 0, id="two"),
        pytest.param("nagarajan", {"players": 21}, "players", tuple(range(3, 21)), 0, id="21"),
        pytest.param(
            "nagarajan", {"players": 4, "order": "1"}, "order", ("inverted",), 0, id="no such lot"
        ),
        pytest.param(
            "round-robin-varma", {"players": 8}, "players", tuple(range(9, 25)), 0, id="eight"
        ),
        pytest.param(
            "round-robin-varma", {"players": 9, "cycles": 0}, "cycles", (), 1, id="Varma, no cycle"
        ),
        pytest.param("amsterdam", {"players": 2}, "players", (), 3, id="two finalists"),
        pytest.param(
            "amsterdam", {"players": 8, "teams": 3}, "teams", (2, 4, 8), 0, id="unequal groups"
        ),
        pytest.param(
            "amsterdam", {"players": 9, "teams": 1}, "teams", (3, 9), 0, id="a single group"
        ),
    ],
)
def test_a_size_without_a_table_is_refused_with_those_that_exist(
    system: str,
    figures: dict[str, int | str],
    field: str,
    offered: tuple[int | str, ...],
    least: int,
) -> None:
    with pytest.raises(NoTable) as refused:
        table(system, **figures)
    missing = refused.value
    assert (missing.field, missing.given) == (field, figures[field])
    assert (missing.offered, missing.least) == (offered, least)
