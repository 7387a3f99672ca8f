"""Filters of lists of players, and the search for one, by the parameters of an address.

All lists of a tournament and its tables as files are filtered alike; links keep the filters.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from planilla.adapters.http.views.tables import TableRow, TableShown
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.tournament.personal import alphabetical
from planilla.domain.vocabulary import EntrantId
from planilla.formats.rating_list.names import search_key
from planilla.projections.tables import PlainRow

MISSING = "missing"
"""Value of `?show=` that leaves out those who are here."""
FILTERS = ("category", "club", "federation")
"""Parameters of filters, in the order of the form."""
SEARCH = "q"
"""Parameter of the search: a part of a name, or the number of a board."""
SIDES = ("white", "black", "first", "second")
"""Fields with the players of a row that has several."""


@dataclass(frozen=True, kw_only=True)
class ListFilter:
    """A filter of a list of players: its parameter, the values that occur, and the chosen one."""

    name: str
    values: tuple[str, ...]
    chosen: str


@dataclass(frozen=True, kw_only=True)
class ChosenPlayers:
    """The players that an address asks for; `entrants` is None for everybody.

    `filters` are those by which players differ. Categories of minors are not offered, since their
    members are shown with reduced data. `words` is the search in the form that is compared.
    """

    page: TournamentPage
    filters: tuple[ListFilter, ...]
    entrants: frozenset[str] | None
    words: str

    @property
    def is_part(self) -> bool:
        """True if an address asks for some players alone."""
        return self.entrants is not None or bool(self.words)

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of a template with the form of the filters."""
        return {"filters": self.filters, "is_part": self.is_part}

    def has(self, entrants: Iterable[str], board: str = "") -> bool:
        """Return whether one of the players is chosen, or the board searched for."""
        if not self.is_part:
            return True
        known = [each for each in entrants if each]
        if self.entrants is not None:
            known = [each for each in known if each in self.entrants]
        if not self.words:
            return bool(known)
        if self.words.isdecimal() and board:
            return bool(known) and self.words == board
        return any(self.words in search_key(self.page.name(each)) for each in known)

    def of(self, table: TableShown) -> TableShown:
        """Return the rows of a table with the chosen players; scripts are told of how many."""
        if not self.is_part:
            return table
        rows = tuple(row for row in table.rows if self._has_row(row))
        return replace(table, rows=rows, data={**table.data, "of": len(table.rows)})

    def _has_row(self, row: TableRow) -> bool:
        return self.has((row.player, *_sides(row.fields)), str(getattr(row.fields, "board", "")))

    def has_plain(self, row: PlainRow) -> bool:
        """Return whether a file has a row; one of nobody, as of a stage, is in every file."""
        sides = [row.fields.get(each, "") for each in SIDES]
        known = [each for each in (row.entrant, *sides) if each in self.page.state.entrants]
        return not known or self.has(known)


def _sides(fields: object) -> list[str]:
    return [getattr(fields, each, "") or "" for each in SIDES]


def chosen_in(page: TournamentPage, asked: Mapping[str, str]) -> ChosenPlayers:
    """Return the players that the parameters of an address ask for."""
    traits = _traits(page)
    found: list[ListFilter] = []
    entrants: frozenset[str] | None = None
    for name, known in traits.items():
        values = sorted({each for of in known.values() for each in of if each}, key=alphabetical)
        chosen = asked.get(name, "")
        if len({frozenset(of) for of in known.values()}) <= 1 and chosen not in values:
            continue
        found.append(ListFilter(name=name, values=tuple(values), chosen=chosen))
        if chosen:
            having = frozenset(each for each, of in known.items() if chosen in of)
            entrants = having if entrants is None else entrants & having
    return ChosenPlayers(
        page=page,
        filters=tuple(found),
        entrants=entrants,
        words=search_key(asked.get(SEARCH, "")),
    )


def _traits(page: TournamentPage) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the values of each filter by entrant."""
    regulations = page.state.regulations
    reduced = frozenset() if regulations is None else regulations.reduced_categories
    entrants = page.state.entrants
    return {
        "category": {
            id_: tuple(each for each in entrant.categories if each not in reduced)
            for id_, entrant in entrants.items()
        },
        "club": {id_: (club_of(page, id_),) for id_ in entrants},
        "federation": {id_: (entrant.federation,) for id_, entrant in entrants.items()},
    }


def club_of(page: TournamentPage, entrant: str) -> str:
    """Return the club, if known."""
    person = page.people.get(EntrantId(entrant))
    return person.club if person is not None else ""
