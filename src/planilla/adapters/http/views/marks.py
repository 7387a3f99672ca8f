"""Marks of results and games, by shape, colour and words, also as HTML of tables."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from threading import Lock

import msgspec
from markupsafe import Markup

from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.crosstable import Game, PointSystem, Round, Seat, games_of_round
from planilla.domain.scoring import points_of, system_of
from planilla.domain.tournament.state import RoundState
from planilla.domain.vocabulary import ByeKind, Colour, GameResult
from planilla.presentation.catalogue import tr
from planilla.presentation.figures import figure
from planilla.projections.outcomes import mark_of, outcome_of

SQUARES = {Colour.WHITE: "□", Colour.BLACK: "■"}
SHAPES = {"win": "●", "draw": "◐", "loss": "○", "open": "·", "bye": "+", "absent": "–"}

OPPONENT_PLACEHOLDER = "\ufffc"
"""Placeholder of the opponent's name in a sentence."""

MOVES_MAX = 1024
CORRECTED_SIGN = '<span class="ruled" aria-hidden="true">✎</span>'
"""Sign of a corrected game: a pencil."""
LAST_RESULTS = 6
MARKS_KEPT = 20_000
"""Most cached marks, about 1 kB each; eleven rounds of 500 players have 5,500."""


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """Mark of an outcome: `kind` is the style of `shape`, `label` its description."""

    kind: str
    shape: str
    label: str


class Mark(Shape, frozen=True, kw_only=True):
    """One round of one entrant, for a cell of the crosstable.

    `opponent` is a pairing number, `colour` □ or ■, `score` the points. For a corrected game
    `first` is the first reported result and `report` that of the rating report, if they differ from
    the result for points. `is_forfeit`: nobody played, though a result counts.
    """

    round: int
    score: str
    opponent: int | None = None
    colour: str = ""
    seat: Seat | None = None
    first: str = ""
    report: str = ""
    is_forfeit: bool = False


class RoundAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A round for marks: `round` is `played` by seats, `names` are by seat.

    Games of the seats `annulled` count for nobody.
    """

    language: str
    names: tuple[str, ...]
    system: PointSystem
    played: RoundState
    round: Round
    annulled: frozenset[Seat] = frozenset()

    def __hash__(self) -> int:
        """Hash only the results, since hashing boards and names is slow."""
        return hash((self.language, self.round))


class Ending(msgspec.Struct, frozen=True):
    """The outcome of a round; its sentence is split at the opponent's name."""

    kind: str
    score: str
    colour: str
    before: str
    after: str
    is_forfeit: bool


def round_marks(asked: RoundAsked) -> list[Mark]:
    """Return one round of all entrants, by seat.

    A round has few outcomes; the common part of equal outcomes is made once. The mark of a match of
    several games is that of the match: a correction of one game is shown on its card.
    """
    endings: dict[tuple[object, ...], Ending] = {}
    marks = []
    for game in games_of_round(asked.played.number, asked.round, len(asked.names)):
        way = (game.result, game.colour, game.bye, game.opponent is None, game.scored)
        ending = endings.get(way)
        if ending is None:
            ending = endings[way] = _ending(asked, game)
        marks.append(_mark(game, ending, asked.names))
    rulings = () if asked.played.sides else asked.played.rulings
    for board in {ruling.board for ruling in rulings}:
        for seat, colour in zip(asked.round.boards[board], Colour, strict=True):
            marks[seat] = _ruled(asked, board, colour, marks[seat])
    if asked.annulled:
        out = [not asked.annulled.isdisjoint((at, mark.seat)) for at, mark in enumerate(marks)]
        marks = [
            _not_counted(asked.language, mark) if annulled and mark.seat is not None else mark
            for annulled, mark in zip(out, marks, strict=True)
        ]
    return marks


def _not_counted(language: str, mark: Mark) -> Mark:
    """Return the mark of a game that counts for nobody: its score in brackets."""
    label = f"{mark.label} ({tr(language, 'page.mark.annulled')})"
    return msgspec.structs.replace(mark, score=f"({mark.score or '·'})", label=label)


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
        is_forfeit=ending.is_forfeit,
    )


def _ending(asked: RoundAsked, game: Game) -> Ending:
    kind = _kind(game, asked.system)
    is_forfeit = game.opponent is not None and game.result.is_forfeit
    language, colour = asked.language, game.colour
    said = tr(
        language,
        f"page.mark.{kind}{'.forfeit' if is_forfeit else ''}",
        round=game.round,
        opponent=OPPONENT_PLACEHOLDER,
        colour="" if colour is None else tr(language, f"page.colour.{colour.value}"),
    )
    before, _, after = said.partition(OPPONENT_PLACEHOLDER)
    square = "" if colour is None else SQUARES[colour]
    return Ending(kind, _score(game, asked.system), square, before, after, is_forfeit)


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
    """Yield the first reported and the rated result as text."""
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
    if game.scored is not None:
        return _KINDS_OF_MATCHES[outcome_of(game)[1]]
    points = points_of(game, system)
    if points >= system.win:
        return "win"
    return "draw" if points == system.draw else "loss"


_KINDS_OF_MATCHES = {"1": "win", "+": "win", "½": "draw", "0": "loss", "-": "loss"}
"""The kinds of matches by how they ended, whatever their points."""


def _score(game: Game, system: PointSystem) -> str:
    if game.is_open:
        return ""
    points = points_of(game, system)
    if game.opponent is not None and game.result.is_forfeit:
        return "+" if points else "–"
    return figure(points, system.unit)


def signs(shapes: Iterable[Shape]) -> Markup:
    """Return shapes side by side, each with its description."""
    return safe("".join(map(sign, shapes)))


def sign(shape: Shape) -> str:
    """Return a shape with its description as HTML."""
    label = escape(shape.label)
    return f'<span class="mark {shape.kind}" role="img" title="{label}">{shape.shape}</span>'


def struck(language: str, first: str) -> str:
    """Return the result first reported, struck out, as HTML before another; "" without one."""
    said = escape(tr(language, "correct.first-reported", result=first)) if first else ""
    return f'<del title="{said}">{first}</del> ' if first else ""


@lru_cache(maxsize=MOVES_MAX)
def moved(language: str, places: int) -> Markup:
    """Return the mark of a rise (`places` > 0) or fall in places; empty for 0."""
    if not places:
        return Markup()
    way, arrow = ("up", "▲") if places > 0 else ("down", "▼")
    label = escape(tr(language, f"page.{way}", n=abs(places)))
    return safe(f'<span class="{way}" role="img" aria-label="{label}">{arrow}{abs(places)}</span>')


def round_cell(mark: Mark) -> str:
    """Return a round in a row of the standings as HTML."""
    return f'<td class="round {mark.kind}" title="{escape(mark.label)}">{game_cell(mark)}</td>'


def score_cell(mark: Mark) -> str:
    """Return the lower line of a cell, below the opponent's number, as HTML."""
    return f"{mark.score or '·'}{_pencil(mark)}"


def game_cell(mark: Mark) -> str:
    """Return the cell of a round: opponent, colour and score, as HTML."""
    if mark.opponent is None:
        return f'<span class="score">{mark.score}</span>' if mark.kind == "bye" else "–"
    return (
        f'<span class="opponent">{mark.opponent}</span><span class="colour">{mark.colour}</span>'
        f'<span class="score">{mark.score or "·"}</span>{_pencil(mark)}'
    )


def _pencil(mark: Mark) -> str:
    return CORRECTED_SIGN if mark.first or mark.report else ""


def safe(written: str) -> Markup:
    """Mark HTML of the functions of this module as safe."""
    return Markup(written)  # noqa: S704  (escaped piece by piece above)


class RoundColumn(msgspec.Struct, frozen=True):
    """One round of all entrants, by seat: the marks, their shapes, and the table cells."""

    marks: tuple[Mark, ...]
    signs: tuple[str, ...]
    cells: tuple[str, ...]


class TournamentColumns:
    """The columns of one tournament, the last used at the end, and the names in them."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.columns: OrderedDict[RoundAsked, RoundColumn] = OrderedDict()


class ColumnCache:
    """Cache of columns by tournament, valid while no name changes.

    After an erasure the next page drops the person's data. Pages are made in several threads, hence
    the lock.
    """

    def __init__(self, marks_max: int = MARKS_KEPT) -> None:
        self._marks_max = marks_max
        self._lock = Lock()
        self._kept: OrderedDict[str, TournamentColumns] = OrderedDict()
        self.marks = 0

    def columns(
        self, tournament: str, names: dict[str, str], asked: list[RoundAsked]
    ) -> list[RoundColumn]:
        """Return the column of each round, the cached object if nothing changed."""
        with self._lock:
            kept = self._kept.setdefault(tournament, TournamentColumns())
            self._kept.move_to_end(tournament)
            if kept.names != names:
                self.marks -= sum(len(each.marks) for each in kept.columns.values())
                kept.columns.clear()
                kept.names = names
            found = [self._column(kept.columns, each) for each in asked]
            self._drop_the_oldest()
            return found

    def _column(
        self, columns: OrderedDict[RoundAsked, RoundColumn], asked: RoundAsked
    ) -> RoundColumn:
        found = columns.get(asked)
        if found is None:
            marks = tuple(round_marks(asked))
            found = RoundColumn(marks, tuple(map(sign, marks)), tuple(map(round_cell, marks)))
            columns[asked] = found
            self.marks += len(marks)
        columns.move_to_end(asked)
        return found

    def _drop_the_oldest(self) -> None:
        """Drop the oldest columns of the least recently used tournament, down to the limit."""
        while self.marks > self._marks_max:
            tournament, kept = next(iter(self._kept.items()))
            if kept.columns:
                self.marks -= len(kept.columns.popitem(last=False)[1].marks)
            else:
                del self._kept[tournament]


COLUMN_CACHE = ColumnCache()


class Columns:
    """The published rounds of a tournament, in order."""

    def __init__(self, page: TournamentPage, cache: ColumnCache = COLUMN_CACHE) -> None:
        names = tuple([page.name(entrant) for entrant in page.order])
        published = [played for played in page.state.rounds if played.is_published]
        asked = [
            RoundAsked(
                language=page.language,
                names=names,
                system=system_of(page.crosstable),
                played=played,
                round=seated,
                annulled=page.crosstable.annulled,
            )
            for played, seated in zip(published, page.crosstable.rounds, strict=True)
        ]
        named = {who: person.name for who, person in page.people.items()}
        self._columns = cache.columns(page.id, named, asked)

    def marks(self, seat: Seat) -> tuple[Mark, ...]:
        """Return the rounds of an entrant in order."""
        return tuple([column.marks[seat] for column in self._columns])

    def cells(self, seat: Seat) -> Markup:
        """Return the rounds of an entrant as cells of a table."""
        return safe("\n".join([column.cells[seat] for column in self._columns]))

    def last(self, seat: Seat) -> Markup:
        """Return the last results as shapes."""
        return safe("".join([column.signs[seat] for column in self._columns[-LAST_RESULTS:]]))
