"""The matches of all published rounds with sides: one row for each match of several games.

Its key is that of its first game: `1.3`, in the second stage `2-1.3`.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from planilla.domain.tournament.matches import MatchScore, match_scores
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, GameRef, GameResult
from planilla.projections.table import Figure, TableColumn


class MatchPhase(StrEnum):
    """The progress of a match: without players, running, finished, or decided by a ruling."""

    EMPTY = "empty"
    OPEN = "open"
    DONE = "done"
    RULED = "ruled"


class MatchRow(NamedTuple):
    """One match: its sides, their points in units, and its games in order.

    A game is (id, White, Black, result); `open` counts those without a result. `winner` is the side
    that was ruled to advance.
    """

    round: int
    number: int
    first: str
    second: str
    first_points: int
    second_points: int
    open: int
    status: str
    winner: str | None
    games: tuple[tuple[str, str, str, str], ...]


TABLE = (
    TableColumn("round", Figure.NUMBER, label="page.round"),
    TableColumn("number", Figure.NUMBER, label="match.title", heads_rows=True),
    TableColumn("first", Figure.SIDE, "who", "match.col.first"),
    TableColumn("first_points", Figure.POINTS, "points", "page.col.points"),
    TableColumn("second_points", Figure.POINTS, "points", "page.col.points"),
    TableColumn("second", Figure.SIDE, "who", "match.col.second"),
    TableColumn("open", Figure.NUMBER, label="match.col.open"),
)
"""The columns of the matches in terminals and files."""


def rows(state: Tournament) -> Mapping[str, MatchRow]:
    """Return the matches of all published rounds."""
    found: dict[str, MatchRow] = {}
    for played in state.rounds:
        if not (played.is_published and played.sides):
            continue
        results = {
            game: (str(game), str(white), str(black), RESULT_NOTATION[GameResult(result)])
            for game, (white, black), result in zip(
                played.games, played.boards, played.results, strict=True
            )
        }
        for score in match_scores(state, played):
            key = GameRef(stage=state.stage, round=score.round, match=score.number).written
            found[key] = MatchRow(
                round=score.round,
                number=score.number,
                first=score.sides[0],
                second=score.sides[1],
                first_points=score.points[0],
                second_points=score.points[1],
                open=score.open,
                status=status_of(score).value,
                winner=None if score.decision is None else score.decision.winner,
                games=tuple(results[game] for game in score.games),
            )
    return found


def status_of(score: MatchScore) -> MatchPhase:
    """Return the progress of a match."""
    if score.decision is not None:
        return MatchPhase.RULED
    if not score.games:
        return MatchPhase.EMPTY
    return MatchPhase.OPEN if score.open else MatchPhase.DONE
