"""Tie-breaks by the entrant's own results: progressive score and number of wins.

Unplayed rounds count as they were scored: the adjustment of `unplayed` is never applied to the
progressive score, and the two counts of wins differ in just this.
"""

from itertools import accumulate

from planilla.domain.crosstable import Crosstable, Game, Seat
from planilla.domain.scoring import points_by_round, points_of, system_of
from planilla.domain.tiebreaks.tiebreak import Term, Tiebreak, note_of


def _unit_of_points(crosstable: Crosstable) -> int:
    return system_of(crosstable).unit


def _one(_crosstable: Crosstable) -> int:
    return 1


def _progressive(crosstable: Crosstable, tied: tuple[Seat, ...]) -> tuple[int, ...]:
    points = points_by_round(crosstable)
    return tuple(sum(accumulate(points[seat])) for seat in tied)


def _progressive_working(
    crosstable: Crosstable, tied: tuple[Seat, ...], seat: Seat
) -> tuple[Term, ...]:
    assert seat in tied
    games = crosstable.games[seat]
    running = accumulate(points_by_round(crosstable)[seat])
    return tuple(
        Term(round=game.round, opponent=game.opponent, value=score, note=note_of(game))
        for game, score in zip(games, running, strict=True)
    )


def _wins(crosstable: Crosstable, tied: tuple[Seat, ...]) -> tuple[int, ...]:
    win = system_of(crosstable).win
    points = points_by_round(crosstable)
    return tuple(points[seat].count(win) for seat in tied)


def _wins_working(crosstable: Crosstable, tied: tuple[Seat, ...], seat: Seat) -> tuple[Term, ...]:
    assert seat in tied
    return tuple(
        _term_of_win(game, value=int(_is_worth_a_win(crosstable, game)))
        for game in crosstable.games[seat]
    )


def _games_won(crosstable: Crosstable, tied: tuple[Seat, ...]) -> tuple[int, ...]:
    return tuple(
        sum(game.is_played and _is_worth_a_win(crosstable, game) for game in crosstable.games[seat])
        for seat in tied
    )


def _games_won_working(
    crosstable: Crosstable, tied: tuple[Seat, ...], seat: Seat
) -> tuple[Term, ...]:
    assert seat in tied
    return tuple(
        _term_of_win(game, value=int(game.is_played and _is_worth_a_win(crosstable, game)))
        for game in crosstable.games[seat]
    )


def _is_worth_a_win(crosstable: Crosstable, game: Game) -> bool:
    system = system_of(crosstable)
    return points_of(game, system) == system.win


def _term_of_win(game: Game, *, value: int) -> Term:
    return Term(round=game.round, opponent=game.opponent, value=value, note=note_of(game))


PROGRESSIVE = Tiebreak(
    code="PS", unit=_unit_of_points, values=_progressive, working=_progressive_working
)
"""The sum of the running score after each round, in units of the point system.

Source: seed 000, 3.1.7; FIDE's code `PS`.
"""

WINS = Tiebreak(code="WIN", unit=_one, values=_wins, working=_wins_working)
"""Rounds that brought as many points as a win, played or not.

Source: FIDE C.07 (1 March 2026), `WIN`; seed 000, 3.1.6, Kashdan 100 without the adjustment.
"""

GAMES_WON = Tiebreak(code="WON", unit=_one, values=_games_won, working=_games_won_working)
"""Games won over the board.

Source: FIDE C.07 (1 March 2026), `WON`; seed 000, 3.1.6, Kashdan 100 with the adjustment.
"""
