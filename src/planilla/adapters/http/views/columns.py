"""Rounds as columns: the marks of all entrants and their HTML, cached for all pages.

A result changes the column of its round alone, so a page at another moment finds the others made.
"""

from collections import OrderedDict
from threading import Lock

import msgspec
from markupsafe import Markup

from planilla.adapters.http.views.marks import Mark, RoundAsked, round_marks
from planilla.adapters.http.views.signs import round_cell, safe, sign
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.crosstable import Seat
from planilla.domain.scoring import system_of

LAST_RESULTS = 6
MARKS_KEPT = 20_000
"""Marks kept for all tournaments, about 1 kB each: eleven rounds of 500 players have 5,500."""


class RoundColumn(msgspec.Struct, frozen=True):
    """One round of all entrants, by seat: the marks, their shapes, and the table cells."""

    marks: tuple[Mark, ...]
    signs: tuple[str, ...]
    cells: tuple[str, ...]


class TournamentColumns:
    """The columns of one tournament, the last used at the end, and the names that stand in them."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.columns: OrderedDict[RoundAsked, RoundColumn] = OrderedDict()


class ColumnCache:
    """The columns last used, of each tournament as long as everybody has the same name.

    Where somebody was erased, nothing of theirs stays behind the next page. Pages are made in
    several threads, hence the lock.
    """

    def __init__(self, marks_max: int = MARKS_KEPT) -> None:
        self._marks_max = marks_max
        self._lock = Lock()
        self._kept: OrderedDict[str, TournamentColumns] = OrderedDict()
        self.marks = 0

    def columns(
        self, tournament: str, names: dict[str, str], asked: list[RoundAsked]
    ) -> list[RoundColumn]:
        """Return the column of each round, the same object as before where nothing changed."""
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
        """Keep within the bound: the oldest columns of the tournament not used for longest go."""
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
            )
            for played, seated in zip(published, page.crosstable.rounds, strict=True)
        ]
        named = {who: person.name for who, person in page.people.items()}
        self._columns = cache.columns(page.id, named, asked)

    def marks(self, seat: Seat) -> tuple[Mark, ...]:
        """The rounds of an entrant in order."""
        return tuple([column.marks[seat] for column in self._columns])

    def cells(self, seat: Seat) -> Markup:
        """The same as cells of a table."""
        return safe("\n".join([column.cells[seat] for column in self._columns]))

    def last(self, seat: Seat) -> Markup:
        """The last results as shapes."""
        return safe("".join([column.signs[seat] for column in self._columns[-LAST_RESULTS:]]))
