"""The pairings of all published rounds: one row for each game and for each bye.

A game's key is its id, a bye's `bye-<entrant>-<round>`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from operator import add
from typing import NamedTuple

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.tournament.crosstables import for_standings, side_seats
from planilla.domain.tournament.lookups import postponed_games
from planilla.domain.tournament.ranking import gained_by_round
from planilla.domain.tournament.schedule import written
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.tournament.values import Postponement
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameResult
from planilla.projections.table import Figure, TableColumn


class PairingRow(NamedTuple):
    """One game or bye.

    `board` counts from 1. `white` and `black` are entrant ids; a bye has its entrant as `white`.
    Points are those before the round, in units; a player of a team has none. `corrected` is None,
    or (the result first recorded, the result of the last ruling, the version of that ruling's
    event, whether it counts for points); its reason stands in the timeline under that version.
    `bye` is the kind of bye. `postponed` is None, or for a postponed game without result its new
    time at the venue, in ISO form; empty: an open date. If it is `adjourned`, it has begun.
    """

    round: int
    board: int | None
    white: str
    black: str | None
    result: str | None
    white_points: int | None
    black_points: int | None
    status: str
    corrected: tuple[object, ...] | None
    bye: str | None
    postponed: str | None = None
    adjourned: bool = False

    @property
    def postponement(self) -> Postponement | None:
        """When a postponed game is played; None for all others."""
        if self.postponed is None:
            return None
        until = datetime.fromisoformat(self.postponed) if self.postponed else None
        return Postponement(until=until, adjourned=self.adjourned)


TABLE = (
    TableColumn("board", Figure.NUMBER, heads_rows=True, sorts=True),
    TableColumn("white_points", Figure.POINTS, "points", "page.col.points", is_quiet=True),
    TableColumn("white", Figure.SIDE, "who"),
    TableColumn("result", Figure.RESULT, lights=True),
    TableColumn("black", Figure.SIDE, "who"),
    TableColumn("black_points", Figure.POINTS, "points", "page.col.points", is_quiet=True),
    TableColumn("reason", Figure.REASON, "ask", "page.why-pairing", is_quiet=True),
)
"""The columns of the pairings of a round, in order."""
DESK = (
    *TABLE[:3],
    TableColumn("result", Figure.ENTRY),
    *TABLE[4:6],
)
"""The same at the arbiter's desk, where results are entered."""
DESK_DRAFT = (*DESK, TableColumn("ask", Figure.MADE, label="page.why-pairing", is_quiet=True))
"""The same of a draft, whose reasons are shown."""
BYE = TABLE[:4]
"""Those of who has no opponent: the last says why, as wide as what is left."""


def rows(state: Tournament) -> Mapping[str, PairingRow]:
    """Return all games and byes that everybody may see."""
    if not state.exists:
        return {}
    seats = side_seats(state)
    points = points_before_rounds(state, for_standings(state))
    return {
        key: row
        for played in state.rounds
        if played.is_published
        for key, row in round_rows(state, played, seats, points[played.number - 1]).items()
    }


def round_rows(
    state: Tournament, played: RoundState, seats: Mapping[EntrantId, Seat], points: Sequence[int]
) -> dict[str, PairingRow]:
    """Return the rows of one round; `points` are those before it, by seat."""
    later = {game: state.postponed[game] for game in postponed_games(state, played)}
    games: dict[str, PairingRow] = {
        game: PairingRow(
            round=played.number,
            board=board + 1,
            white=white,
            black=black,
            result=RESULT_NOTATION[GameResult(played.results[board])],
            white_points=_before(points, seats, white),
            black_points=_before(points, seats, black),
            status=played.status.value,
            corrected=_corrected(played, board) if played.rulings else None,
            bye=None,
            postponed=(written(later[game].until) or "") if game in later else None,
            adjourned=game in later and later[game].adjourned,
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
            white_points=points[seats[bye.entrant]],
            black_points=None,
            status=played.status.value,
            corrected=None,
            bye=bye.kind.value,
        )
        for bye in played.byes
    }


def _before(
    points: Sequence[int], seats: Mapping[EntrantId, Seat], entrant: EntrantId
) -> int | None:
    return points[seats[entrant]] if entrant in seats else None


def points_before_rounds(state: Tournament, crosstable: Crosstable) -> tuple[tuple[int, ...], ...]:
    """Return the points before round 1, 2, … and after the last, each by seat, in units."""
    before = [(0,) * crosstable.size]
    for gained in zip(*gained_by_round(state, crosstable), strict=True):
        before.append(tuple(map(add, before[-1], gained)))
    return tuple(before)


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
