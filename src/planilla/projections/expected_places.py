"""Places after the running round, if its open games end as the ratings expect.

Each open game gets the result that is nearest to the expected score of White by the table of FIDE
(`ratings.tables`): a win from .75 on, a loss up to .25, else a draw; a game of an unrated player
counts as a draw. Tie-breaks are not foreseen, so that a place is a range: those who would have as
many points share it. It is one outcome among many, and neither a probability nor a bound.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable, Round, Seat
from planilla.domain.pairing.system import RankingMethod
from planilla.domain.ratings.tables import expected_hundredths
from planilla.domain.tiebreaks.contest import contest_of
from planilla.domain.tournament.lookups import awaited_games
from planilla.domain.tournament.ranking import TOURNAMENTS_KEPT, for_ranking, ranking_method
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId, GameResult

WIN_FROM, LOSS_TO = 75, 25
"""Expected scores in hundredths: from the one a win is nearer than a draw, to the other a loss."""


class ExpectedPlaces(NamedTuple):
    """The first and the last place of those with the same points."""

    first: int
    last: int


def expected_places(state: Tournament) -> Mapping[EntrantId, ExpectedPlaces]:
    """Return the places of all entrants; none between rounds.

    There are none either of teams and matches, nor where not points rank, nor if no open game has
    two rated players.
    """
    played = state.round(state.last_published)
    if played is None or played.sides or ranking_method(state) is not RankingMethod.POINTS:
        return {}
    awaited = frozenset(awaited_games(state, played))
    boards = tuple(board for board, game in enumerate(played.games) if game in awaited)
    if not boards:
        return {}
    places = _places(for_ranking(state), played.number, boards)
    return dict(zip(state.order, places, strict=True)) if places else {}


@lru_cache(maxsize=TOURNAMENTS_KEPT)
def _places(
    crosstable: Crosstable, number: int, boards: tuple[int, ...]
) -> tuple[ExpectedPlaces, ...]:
    """Return the places by seat; cached, since all spectators ask for the same."""
    played = crosstable.rounds[number - 1]
    ratings = [entrant.rating for entrant in crosstable.entrants]
    if not any(_are_rated(ratings, *played.boards[board]) for board in boards):
        return ()
    ended = (
        *crosstable.rounds[: number - 1],
        _ended(played, boards, ratings),
        *crosstable.rounds[number:],
    )
    scores = contest_of(replace(crosstable, rounds=ended)).tally.scores
    order = sorted(-score for score in scores)
    return tuple(
        ExpectedPlaces(bisect_left(order, -score) + 1, bisect_right(order, -score))
        for score in scores
    )


def _are_rated(ratings: list[int], white: Seat, black: Seat) -> bool:
    return bool(ratings[white] and ratings[black])


def _ended(played: Round, boards: tuple[int, ...], ratings: list[int]) -> Round:
    """Return a round after the games on these boards ended as expected."""
    results = bytearray(played.results)
    for board in boards:
        white, black = (ratings[seat] for seat in played.boards[board])
        results[board] = expected_result(white, black)
    return replace(played, results=bytes(results))


def expected_result(white: int, black: int) -> GameResult:
    """Return the result nearest to the expected score of two ratings, 0 without one."""
    expected = expected_hundredths(white - black) if white and black else (WIN_FROM + LOSS_TO) // 2
    if expected >= WIN_FROM:
        return GameResult.WHITE_WINS
    return GameResult.BLACK_WINS if expected <= LOSS_TO else GameResult.DRAW
