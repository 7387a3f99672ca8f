"""The games of a match: their colours by lot, then alternating."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planilla.domain.pairing.knockout.games import MatchGameKind, MatchRules, games_of_match
from planilla.domain.pairing.table import NoTable

RULES = MatchRules(games=2, tiebreaks=(2, 2), sudden_death=True)


def test_colours_alternate_from_the_first_lot() -> None:
    assert [game.white for game in games_of_match(RULES, (1,))] == [1, 0, 1, 0, 1, 0, 1]
    odd = MatchRules(games=3, tiebreaks=(1,))
    assert [game.white for game in games_of_match(odd, (0,))] == [0, 1, 0, 1]


def test_a_further_lot_gives_the_colours_of_the_next_series() -> None:
    games = games_of_match(RULES, (0, 1, 1, 0))
    assert [game.white for game in games] == [0, 1, 1, 0, 1, 0, 0]
    assert [game.series for game in games] == [0, 0, 1, 1, 2, 2, 3]


def test_tie_break_games_and_sudden_death_follow_the_regular_games() -> None:
    regular, tiebreak = MatchGameKind.REGULAR, MatchGameKind.TIEBREAK
    games = games_of_match(RULES, (0,))
    assert [(game.number, game.kind) for game in games] == [
        (1, regular),
        (2, regular),
        (3, tiebreak),
        (4, tiebreak),
        (5, tiebreak),
        (6, tiebreak),
        (7, MatchGameKind.SUDDEN_DEATH),
    ]
    (alone,) = games_of_match(MatchRules(), (1,))
    assert (alone.kind, alone.white) == (regular, 1)


@given(st.integers(1, 12), st.lists(st.integers(1, 6), max_size=4), st.integers(0, 1))
def test_each_side_has_white_in_half_of_the_games(
    games: int, tiebreaks: list[int], lot: int
) -> None:
    found = games_of_match(MatchRules(games=games, tiebreaks=tuple(tiebreaks)), (lot,))
    assert len(found) == games + sum(tiebreaks)
    first = sum(game.white == lot for game in found)
    assert first == (len(found) + 1) // 2


@pytest.mark.parametrize(
    ("rules", "lots", "field"),
    [
        (MatchRules(games=0), (0,), "games"),
        (MatchRules(tiebreaks=(2, 0)), (0,), "games"),
        (RULES, (), "lots"),
        (RULES, (0, 0, 0, 0, 0), "lots"),
    ],
)
def test_games_that_cannot_be_played_are_refused(
    rules: MatchRules, lots: tuple[int, ...], field: str
) -> None:
    with pytest.raises(NoTable) as refused:
        games_of_match(rules, lots)
    assert refused.value.field == field
