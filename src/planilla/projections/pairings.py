"""The pairings of all published rounds: one row for each game and for each bye.

A game's key is its id, a bye's `bye-<entrant>-<round>`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.scoring import points_by_round
from planilla.domain.tournament.crosstables import for_standings, seats_of
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameResult


class PairingRow(NamedTuple):
    """One game or bye.

    `board` counts from 1. `white` and `black` are entrant ids; a bye has its entrant as `white`.
    Points are those before the round, in units. `corrected` is None, or (the result first recorded,
    the result of the last ruling, the version of that ruling's event, whether it counts for
    points); its reason stands in the timeline under that version. `bye` is the kind of bye.
    """

    round: int
    board: int | None
    white: str
    black: str | None
    result: str | None
    white_points: int
    black_points: int | None
    status: str
    corrected: tuple[object, ...] | None
    bye: str | None


def rows(state: Tournament) -> Mapping[str, PairingRow]:
    """Return all games and byes that everybody may see."""
    if not state.exists:
        return {}
    seats = seats_of(state)
    points = points_before_rounds(for_standings(state))
    return {
        key: row
        for played in state.rounds
        if played.is_published
        for key, row in round_rows(played, seats, points).items()
    }


def round_rows(
    played: RoundState, seats: dict[EntrantId, Seat], points: tuple[tuple[int, ...], ...]
) -> dict[str, PairingRow]:
    """Return the rows of one round; `points` by seat and then before each round."""
    before = played.number - 1
    games: dict[str, PairingRow] = {
        game: PairingRow(
            round=played.number,
            board=board + 1,
            white=white,
            black=black,
            result=RESULT_NOTATION[GameResult(played.results[board])],
            white_points=points[seats[white]][before],
            black_points=points[seats[black]][before],
            status=played.status.value,
            corrected=_corrected(played, board) if played.rulings else None,
            bye=None,
        )
        for board, (game, (white, black)) in enumerate(
            zip(played.games, played.boards, strict=True)
        )
    }
    return games | {
        f"bye-{bye.entrant}-{played.number}": PairingRow(
            round=played.number,
            board=None,
            white=bye.entrant,
            black=None,
            result=None,
            white_points=points[seats[bye.entrant]][before],
            black_points=None,
            status=played.status.value,
            corrected=None,
            bye=bye.kind.value,
        )
        for bye in played.byes
    }


def points_before_rounds(crosstable: Crosstable) -> tuple[tuple[int, ...], ...]:
    """Each entrant's points before round 1, 2, … and after the last, by seat, in units."""
    totals = []
    for points in points_by_round(crosstable):
        running = [0]
        for gained in points:
            running.append(running[-1] + gained)
        totals.append(tuple(running))
    return tuple(totals)


def _corrected(played: RoundState, board: int) -> tuple[object, ...] | None:
    rulings = [ruling for ruling in played.rulings if ruling.board == board]
    if not rulings:
        return None
    last = rulings[-1]
    return (
        RESULT_NOTATION[GameResult(played.recorded[board])],
        RESULT_NOTATION[last.result],
        last.version,
        last.effect.points,
    )
