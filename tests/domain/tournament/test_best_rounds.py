"""Tournaments in which only the best rounds of each player count (seed 000, 2.9.1)."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import CREATED, entered, folded, given, numbered, published, recorded
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import Pairing
from planilla.domain.scoring import growth, points_by_round, rounds_left_out, scores
from planilla.domain.tiebreaks.contest import tally_of
from planilla.domain.tournament.crosstables import for_games, for_pairing, for_standings
from planilla.domain.tournament.drafting import pairing_input, standings_before
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.setup import BestRoundsOutOfRange, CreateTournament
from planilla.domain.tournament.shapes import MatchShape
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import Colour, EntrantId
from planilla.projections.player_card import player_card

SIX = A, B, C, D, E, F = tuple(EntrantId(name) for name in "abcdef")


def after_two_rounds(best: int, tiebreaks: tuple[str, ...] = ()) -> Tournament:
    """Return a tournament after two rounds.

    Points: c ½ + 1, f 1 + 0, a ½ + ½, b ½ + ½, d ½ + ½, e 0 + ½.
    """
    created = replace(
        CREATED,
        system_name="monrad",
        tiebreaks=tiebreaks,
        tiebreak_edition="fide-2026-03",
        shape=MatchShape(best_rounds=best),
    )
    return folded(
        created,
        *entered(*SIX),
        numbered(*SIX),
        published(1, (A, B), (C, D), (E, F)),
        recorded("1.1", "½-½"),
        recorded("1.2", "½-½"),
        recorded("1.3", "0-1"),
        published(2, (A, D), (C, F), (B, E)),
        recorded("2.1", "½-½"),
        recorded("2.2", "1-0"),
        recorded("2.3", "½-½"),
    )


@pytest.mark.parametrize(
    ("gained", "best", "grown"),
    [
        # The first two count; then a win takes the place of the draw, and a draw of nothing.
        pytest.param((2, 1, 2, 1), 2, (2, 1, 1, 0), id="a better round"),
        pytest.param((0, 0, 2, 1), 2, (0, 0, 2, 1), id="after absences"),
        pytest.param((1, 2), 3, (1, 2), id="fewer than count"),
        pytest.param((), 2, (), id="none"),
    ],
)
def test_a_score_grows_by_what_a_better_round_has_more(
    gained: tuple[int, ...], best: int, grown: tuple[int, ...]
) -> None:
    assert growth(gained, best) == grown
    assert sum(grown) == sum(sorted(gained)[-best:])


def test_the_points_are_those_of_the_best_rounds() -> None:
    table = for_standings(after_two_rounds(1))
    # In half points: the best round of a, b, d and e was a draw, of c and f a win.
    assert scores(table) == (1, 1, 2, 1, 1, 2)
    assert tally_of(table).scores == [1, 1, 2, 1, 1, 2]
    assert points_by_round(table)[2] == (1, 1)
    assert scores(for_standings(after_two_rounds(0))) == (2, 2, 3, 2, 1, 2)
    # As many rounds as were played: all of them.
    assert scores(for_standings(after_two_rounds(2))) == (2, 2, 3, 2, 1, 2)


def test_the_list_is_paired_in_the_order_of_the_best_rounds() -> None:
    seats = {}
    for best in (0, 1):
        state = after_two_rounds(best)
        asked = pairing_input(state, 3, Colour.WHITE)
        answer = SYSTEMS["monrad"].answer(asked)
        assert isinstance(answer, Pairing)
        seats[best] = answer.explanation.steps[0].seats
        assert seats[best] == standings_before(state, 3)
    # All rounds: c 1½; a, b, d and f 1; e ½. The best one: c and f 1, the others ½.
    assert seats == {0: (2, 0, 1, 3, 5, 4), 1: (2, 5, 0, 1, 3, 4)}


def test_tie_breaks_take_the_scores_of_opponents_and_all_games() -> None:
    values = {row.seat: row for row in current_standings(after_two_rounds(1, ("BH", "SB")))}
    # BH: a met b (½) and d (½): 1; c met d (½) and f (1): 1½; e met f (1) and b (½): 1½.
    # SB: c drew with d (¼) and beat f (1): 1¼; f beat e (½) and lost: ½. SB is in quarters.
    assert [values[seat].values[0] for seat in (0, 2, 4)] == [2, 3, 3]
    assert [values[seat].values[1] for seat in (2, 5)] == [5, 2]


def test_the_points_after_a_missed_round_are_those_of_the_others() -> None:
    created = replace(CREATED, system_name="monrad", shape=MatchShape(best_rounds=1), tiebreaks=())
    state = folded(
        created,
        *entered(A, B, C),
        numbered(A, B, C),
        published(1, (A, B)),
        recorded("1.1", "1-0"),
        published(2, (B, C)),
        recorded("2.1", "1-0"),
    )
    # a misses round 2, c misses round 1: one win or none each, as if all had played once.
    assert scores(for_standings(state)) == (2, 2, 0)
    assert [rounds_left_out(for_standings(state), seat) for seat in range(3)] == [{2}, {1}, {2}]


def test_a_card_tells_the_rounds_that_count() -> None:
    card = player_card(after_two_rounds(1), C)
    assert card is not None
    # The draw of round 1 gives way to the win of round 2.
    assert [(each.points, each.total) for each in card.rounds] == [(0, 1), (2, 2)]
    assert card.points == 2
    whole = player_card(after_two_rounds(0), C)
    assert whole is not None
    assert [(each.points, each.total) for each in whole.rounds] == [(1, 1), (2, 3)]


def test_of_equal_rounds_the_earlier_ones_count() -> None:
    assert rounds_left_out(for_standings(after_two_rounds(1)), 0) == {2}
    assert rounds_left_out(for_standings(after_two_rounds(0)), 0) == frozenset()


def test_an_open_game_is_a_draw_for_pairing_if_it_is_among_the_best() -> None:
    state = folded(
        replace(CREATED, system_name="monrad", shape=MatchShape(best_rounds=1)),
        *entered(A, B, C, D),
        numbered(A, B, C, D),
        published(1, (A, B), (C, D)),
        recorded("1.1", "1-0"),
        published(2, (A, C), (B, D)),
        recorded("2.2", "½-½"),
    )
    answer = SYSTEMS["monrad"].answer(pairing_input(state, 3, Colour.WHITE))
    assert isinstance(answer, Pairing)
    # a has won once: its open game adds nothing. b, c and d have ½, the game of c counted as one.
    assert answer.explanation.steps[0].seats[0] == 0
    assert scores(for_pairing(state, 3)) == (2, 1, 0, 1)


def test_a_report_of_the_games_has_all_points() -> None:
    assert scores(for_games(after_two_rounds(1))) == (2, 2, 3, 2, 1, 2)


@pytest.mark.parametrize("system", ["monrad", "monrad-norwegian", "schenkel"])
def test_the_best_of_all_rounds_or_fewer_can_count(system: str) -> None:
    shape = MatchShape(best_rounds=7)
    command = CreateTournament(name="Club", system=system, rounds=7, shape=shape)
    assert given().when(command).and_then().state().shape.best_rounds == 7


@pytest.mark.parametrize(
    ("system", "best", "largest"),
    [("monrad", 8, 7), ("monrad", -1, 7), ("swiss-dutch-2026", 5, 0), ("round-robin", 1, 0)],
)
def test_more_than_there_are_or_in_another_system_is_refused(
    system: str, best: int, largest: int
) -> None:
    command = CreateTournament(name="Club", system=system, shape=MatchShape(best_rounds=best))
    with pytest.raises(BestRoundsOutOfRange) as refused:
        given().when(command).then()
    assert (refused.value.best_rounds, refused.value.largest) == (best, largest)
