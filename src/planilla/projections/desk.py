"""The arbiter's desk: the draft, what was asked for, and the boards still being played.

For staff alone: a fold of all facts, drafts included.
"""

from collections.abc import Mapping
from typing import NamedTuple

from planilla.domain.tournament.crosstables import for_pairing, side_seats
from planilla.domain.tournament.lookups import awaited_games
from planilla.domain.tournament.state import RoundState, RoundStatus, Tournament
from planilla.domain.vocabulary import GameId, GameResult
from planilla.projections.pairings import PairingRow, points_before_rounds, round_rows


class DeskRow(NamedTuple):
    """One line of the desk.

    `kind` is `draft` (a board), `draft-bye`, `open` (no result yet; all rounds, the oldest first
    when sorted by round and board), `postponed` or `adjourned` (the same of such a game; `detail`
    is its new time at the venue, in ISO form, or empty), `claimed` (a player says the result of a
    game without one; `detail` is the side and the result, such as `white 1-0`), `asked` (a bye
    requested; `detail` its letter) or `next` (one row: `detail` is what the tournament needs next).
    """

    kind: str
    round: int
    board: int | None
    white: str | None
    black: str | None
    white_points: int | None
    black_points: int | None
    detail: str | None


WAITS_FOR_PAIRING = "pair"
WAITS_FOR_PUBLICATION = "publish"
WAITS_FOR_RESULTS = "results"
WAITS_FOR_CLOSE = "close"
WAITS_FOR_NOTHING = "nothing"


def rows(state: Tournament) -> Mapping[str, DeskRow]:
    """Return the lines of the desk, by `<kind>-<game or entrant and round>`."""
    if not state.exists:
        return {}
    found = {"next": _line("next", len(state.rounds), detail=waits_for(state))}
    seats = side_seats(state)
    for played in filter(_lies_on_the_desk, state.rounds):
        points = points_before_rounds(state, for_pairing(state, played.number))
        for key, row in round_rows(state, played, seats, points[played.number - 1]).items():
            kind = _kind_of(played, row)
            if kind is not None:
                detail = row.bye if row.postponed is None else row.postponed
                found[f"{kind}-{key}"] = _board(kind, row, detail)
            for claim in state.claims.get(GameId(key), ()):
                said = f"{claim.side} {claim.result}"
                found[f"claimed-{key}-{claim.side}"] = _board("claimed", row, said)
    return found | _asked(state)


def _board(kind: str, row: PairingRow, detail: str | None) -> DeskRow:
    """Return a line about a board of a round."""
    return DeskRow(
        kind=kind,
        round=row.round,
        board=row.board,
        white=row.white,
        black=row.black,
        white_points=row.white_points,
        black_points=row.black_points,
        detail=detail,
    )


def _line(kind: str, number: int, entrant: str | None = None, *, detail: str) -> DeskRow:
    """Return a line without a board."""
    return DeskRow(
        kind=kind,
        round=number,
        board=None,
        white=entrant,
        black=None,
        white_points=None,
        black_points=None,
        detail=detail,
    )


def waits_for(state: Tournament) -> str:
    """Return the next act of the arbiter, by its code."""
    if state.finished:
        return WAITS_FOR_NOTHING
    last = state.rounds[-1] if state.rounds else None
    if last is None or last.status is RoundStatus.CLOSED:
        return WAITS_FOR_PAIRING
    if last.status is RoundStatus.DRAFT:
        return WAITS_FOR_PUBLICATION
    return WAITS_FOR_RESULTS if awaited_games(state, last) else WAITS_FOR_CLOSE


def _lies_on_the_desk(played: RoundState) -> bool:
    """Return whether the round has a row; most rounds have none."""
    return played.status is RoundStatus.DRAFT or GameResult.OPEN in played.results


def _kind_of(played: RoundState, row: PairingRow) -> str | None:
    if played.status is RoundStatus.DRAFT:
        return "draft" if row.result is not None else "draft-bye"
    if row.postponed is not None:
        return "adjourned" if row.adjourned else "postponed"
    return "open" if row.result == "*" else None


def _asked(state: Tournament) -> dict[str, DeskRow]:
    return {
        f"asked-{entrant.id}-{number}": _line("asked", number, entrant.id, detail=kind.value)
        for entrant in state.entrants.values()
        for number, kind in entrant.byes
    }
