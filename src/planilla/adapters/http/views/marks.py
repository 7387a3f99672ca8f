"""Signs for results and games: shapes first, then colour, and a word for who cannot see them."""

from collections.abc import Iterator, Sequence

import msgspec

from planilla.adapters.http.views.tournament_page import figure
from planilla.domain.crosstable import Game, PointSystem, Round, Seat, games_of_round
from planilla.domain.scoring import points_of
from planilla.domain.tournament.state import RoundState
from planilla.domain.vocabulary import ByeKind, Colour, GameResult
from planilla.presentation.catalogue import tr
from planilla.projections.outcomes import mark_of

SQUARES = {Colour.WHITE: "□", Colour.BLACK: "■"}
SHAPES = {"win": "●", "draw": "◐", "loss": "○", "open": "·", "bye": "+", "absent": "–"}

RESULT_TEXTS: dict[GameResult, str] = {
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


OPPONENT_PLACEHOLDER = "\ufffc"
"""Stands for the opponent's name while a sentence has none."""


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """An outcome: `kind` is the style of `shape`, `label` describes it in words."""

    kind: str
    shape: str
    label: str


class Mark(Shape, frozen=True, kw_only=True):
    """One round of one entrant, for a cell of the crosstable.

    `opponent` is a pairing number, `colour` □ or ■, `score` what it brought. Where the game was
    corrected `first` is what was first reported, and `report` what the rating report has, each
    where it is not what counts for points.
    """

    round: int
    score: str
    opponent: int | None = None
    colour: str = ""
    seat: Seat | None = None
    first: str = ""
    report: str = ""


class RoundAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A round whose marks are asked for: `round` is `played` by seats, `names` are by seat."""

    language: str
    names: tuple[str, ...]
    system: PointSystem
    played: RoundState
    round: Round

    def __hash__(self) -> int:
        """Hash only the results: boards and names take long."""
        return hash((self.language, self.round))


class Ending(msgspec.Struct, frozen=True):
    """The outcome of a round; the sentence is `before` and `after` the opponent's name."""

    kind: str
    score: str
    colour: str
    before: str
    after: str


def round_marks(asked: RoundAsked) -> list[Mark]:
    """Return one round of all entrants, by seat.

    A round can end in some ways only: what those have in common who ended alike is made once.
    """
    endings: dict[tuple[object, ...], Ending] = {}
    marks = []
    for game in games_of_round(asked.played.number, asked.round, len(asked.names)):
        way = (game.result, game.colour, game.bye, game.opponent is None)
        ending = endings.get(way)
        if ending is None:
            ending = endings[way] = _ending(asked, game)
        marks.append(_mark(game, ending, asked.names))
    for board in {ruling.board for ruling in asked.played.rulings}:
        for seat, colour in zip(asked.round.boards[board], Colour, strict=True):
            marks[seat] = _ruled(asked, board, colour, marks[seat])
    return marks


def _mark(game: Game, ending: Ending, names: Sequence[str]) -> Mark:
    opponent = game.opponent
    if opponent is None:
        return Mark(
            round=game.round,
            kind=ending.kind,
            shape=SHAPES[ending.kind],
            score=ending.score,
            label=ending.before,
        )
    return Mark(
        round=game.round,
        kind=ending.kind,
        shape=SHAPES[ending.kind],
        score=ending.score,
        label=f"{ending.before}{names[opponent]}{ending.after}",
        opponent=opponent + 1,
        colour=ending.colour,
        seat=opponent,
    )


def _ending(asked: RoundAsked, game: Game) -> Ending:
    kind = _kind(game, asked.system)
    forfeit = ".forfeit" if game.opponent is not None and game.result.is_forfeit else ""
    language, colour = asked.language, game.colour
    said = tr(
        language,
        f"page.mark.{kind}{forfeit}",
        round=game.round,
        opponent=OPPONENT_PLACEHOLDER,
        colour="" if colour is None else tr(language, f"page.colour.{colour.value}"),
    )
    before, _, after = said.partition(OPPONENT_PLACEHOLDER)
    square = "" if colour is None else SQUARES[colour]
    return Ending(kind, _score(game, asked.system), square, before, after)


def _ruled(asked: RoundAsked, board: int, colour: Colour, mark: Mark) -> Mark:
    """Return the mark with the first reported and the rated result, if they differ."""
    played = asked.played
    counts = played.results[board]
    first, report = (
        mark_of(GameResult(column[board]), colour) if column[board] != counts else ""
        for column in (played.recorded, played.rated)
    )
    label = " ".join((mark.label, *_said(asked.language, first, report)))
    return msgspec.structs.replace(mark, first=first, report=report, label=label)


def _said(language: str, first: str, report: str) -> Iterator[str]:
    """The same in words."""
    if first:
        yield f"({tr(language, 'correct.first-reported', result=first)})"
    if report:
        yield f"({tr(language, 'correct.in-report', result=report)})"


def _kind(game: Game, system: PointSystem) -> str:
    if game.bye is not None:
        return "bye" if game.bye is not ByeKind.ZERO_POINT else "absent"
    if game.opponent is None:
        return "absent"
    if game.is_open:
        return "open"
    points = points_of(game, system)
    if points >= system.win:
        return "win"
    return "draw" if points == system.draw else "loss"


def _score(game: Game, system: PointSystem) -> str:
    if game.is_open:
        return ""
    points = points_of(game, system)
    if game.opponent is not None and game.result.is_forfeit:
        return "+" if points else "–"
    return figure(points, system.unit)
