"""Signs for results and games: shapes first, then colour, and a word for who cannot see them."""

from collections.abc import Iterator
from dataclasses import dataclass

from planilla.adapters.http.views.sheet import Sheet
from planilla.domain.crosstable import Game, Seat
from planilla.domain.scoring import points_of, system_of
from planilla.domain.vocabulary import ByeKind, Colour, GameResult
from planilla.projections.outcomes import mark_of

SQUARES = {Colour.WHITE: "□", Colour.BLACK: "■"}
SHAPES = {"win": "●", "draw": "◐", "loss": "○", "open": "·", "bye": "+", "absent": "–"}

SHOWN: dict[GameResult, str] = {
    GameResult.OPEN: "",
    GameResult.WHITE_WINS: "1–0",
    GameResult.DRAW: "½–½",
    GameResult.BLACK_WINS: "0–1",
    GameResult.WHITE_WINS_BY_FORFEIT: "+ –",
    GameResult.BLACK_WINS_BY_FORFEIT: "– +",
    GameResult.BOTH_FORFEIT: "– –",
    GameResult.BOTH_LOSE: "0–0",
}
"""Results as a page shows them."""


@dataclass(frozen=True, kw_only=True)
class Mark:
    """One round of one entrant: `kind` names the shape, the rest is for a cell of the crosstable.

    `opponent` is a pairing number, `colour` □ or ■, `score` what it brought; `label` says all of
    it in words. Where the game was corrected `first` is what was first reported, and `report` what
    the rating report has, each where it is not what counts for points.
    """

    round: int
    kind: str
    shape: str
    score: str
    label: str
    opponent: int | None = None
    colour: str = ""
    seat: Seat | None = None
    first: str = ""
    report: str = ""


def marks_of(sheet: Sheet, seat: Seat) -> tuple[Mark, ...]:
    """The rounds of an entrant in order."""
    return tuple(_mark(sheet, seat, game) for game in sheet.crosstable.games[seat])


def _mark(sheet: Sheet, seat: Seat, game: Game) -> Mark:
    kind = _kind(sheet, game)
    opponent = None if game.opponent is None else game.opponent + 1
    first, report = _otherwise(sheet, seat, game)
    return Mark(
        round=game.round,
        kind=kind,
        shape=SHAPES[kind],
        score=_score(sheet, game),
        label=" ".join((_label(sheet, game, kind), *_said(sheet, first, report))),
        opponent=opponent,
        colour="" if game.colour is None else SQUARES[game.colour],
        seat=game.opponent,
        first=first,
        report=report,
    )


def _otherwise(sheet: Sheet, seat: Seat, game: Game) -> tuple[str, str]:
    """What was first reported and what the rating report has, where the points have another."""
    if game.opponent is None or game.colour is None:
        return "", ""
    played = sheet.state.rounds[game.round - 1]
    if not played.rulings:
        return "", ""
    white, black = (seat, game.opponent) if game.colour is Colour.WHITE else (game.opponent, seat)
    pair = (sheet.entrant_at(white), sheet.entrant_at(black))
    ruled = (ruling.board for ruling in played.rulings)
    board = next((each for each in ruled if played.boards[each] == pair), None)
    if board is None:
        return "", ""
    counts = played.results[board]
    first, report = (
        mark_of(GameResult(column[board]), game.colour) if column[board] != counts else ""
        for column in (played.recorded, played.rated)
    )
    return first, report


def _said(sheet: Sheet, first: str, report: str) -> Iterator[str]:
    """The same in words."""
    if first:
        yield f"({sheet.say('correct.first-reported', result=first)})"
    if report:
        yield f"({sheet.say('correct.in-report', result=report)})"


def _kind(sheet: Sheet, game: Game) -> str:
    if game.bye is not None:
        return "bye" if game.bye is not ByeKind.ZERO_POINT else "absent"
    if game.opponent is None:
        return "absent"
    if game.is_open:
        return "open"
    system = system_of(sheet.crosstable)
    points = points_of(game, system)
    if points >= system.win:
        return "win"
    return "draw" if points == system.draw else "loss"


def _score(sheet: Sheet, game: Game) -> str:
    if game.is_open:
        return ""
    if game.opponent is not None and game.result.is_forfeit:
        return "+" if points_of(game, system_of(sheet.crosstable)) else "–"
    return sheet.points(points_of(game, system_of(sheet.crosstable)))


def _label(sheet: Sheet, game: Game, kind: str) -> str:
    if game.opponent is None or game.colour is None:
        return sheet.say(f"page.mark.{kind}", round=game.round)
    forfeit = ".forfeit" if game.result.is_forfeit else ""
    return sheet.say(
        f"page.mark.{kind}{forfeit}",
        round=game.round,
        opponent=sheet.name(sheet.entrant_at(game.opponent)),
        colour=sheet.colours[game.colour],
    )
