"""A projection of one tournament, and the version that last changed each row.

Commands are followed one by one, so that a reader at any offset in between gets each cell that
changed, also one that changed back; no reader stops inside a command, whose facts are stored
together. With more versions than `JUMP` at once, `floor` is the first offset from which changes are
known: an earlier reader needs a snapshot.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from planilla.application.states import shared_state
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL, Tournament, focused
from planilla.projections.timeline import in_context
from planilla.projections.view import FactView, Row, Rows, View, is_same_to, may_see, rows_in

JUMP = 64
"""More versions than this at once are not told apart."""

WHOLE_ROW = -1
"""The column of an upsert that carries a whole row."""

Held = Row | msgspec.Raw
"""A row as it is held; one made of a fact is never compared, and is held as its JSON, a sixth."""
Cells = dict[str, set[int] | None]
"""Changed columns by key; None for the whole row, also when the row is gone."""


class Projection:
    """The rows of one view of one stage up to `offset`, folded as its audience may see it."""

    def __init__(self, view: View, stage: int = 1) -> None:
        self.view = view
        self.stage = stage
        self.offset = 0
        self.floor = 0
        self.rows: dict[str, tuple[int, Held]] = {}
        self.tombstones: dict[str, int] = {}
        self.state = INITIAL
        self._is_due = False
        self._unsettled = False
        self._seen: Tournament | None = None

    def follow(self, fact: Fact, *, exactly: bool = True, more: bool = False) -> Cells:
        """Follow one fact; answers with what moved.

        `more` facts of the same command follow: rows of a state are looked at after the last one.
        Not `exactly`: they are not looked at, and `settle` must come at the end. Rows made of facts
        are followed all the same.
        """
        before, sees = self.state, may_see(self.view.audience, fact)
        if self._unsettled and exactly:
            self.settle()
        self.offset = fact.version
        if sees:
            self.state = evolve(before, fact)
        if isinstance(self.view, FactView):
            return self._grow(self.view.rows(in_context(before, fact, self.state))) if sees else {}
        self._is_due = self._is_due or sees
        if not exactly:
            self._unsettled = self._is_due
            return {}
        if more or not self._is_due:
            return {}
        self._is_due = False
        seen, self._seen = self._seen, self._of_the_stage()
        is_same = seen and self._seen and is_same_to(self.view, seen, self._seen)
        return {} if is_same else self._turn_into(rows_in(self.view, self.state, self.stage))

    def settle(self) -> None:
        """Take the rows of the state to which facts were skipped, without telling what moved."""
        if not self._unsettled or isinstance(self.view, FactView):
            return
        self._unsettled = self._is_due = False
        self._seen = self._of_the_stage()
        self.floor = self.offset
        new = rows_in(self.view, self.state, self.stage)
        self.tombstones = dict.fromkeys(self.rows.keys() - new.keys(), self.offset)
        self.rows = {key: (self.offset, row) for key, row in new.items()}

    def share(self, last: bytes) -> None:
        """Hold the state that others hold too, after the fact whose chained hash is `last`."""
        state, self.state = self.state, shared_state(self.view.audience, last, self.state)
        if self._seen is state:
            self._seen = self.state

    def _of_the_stage(self) -> Tournament | None:
        """Return the state of the stage; None before it is planned."""
        return focused(self.state, self.stage) if self.stage <= self.state.stages else None

    def after(self, offset: int) -> tuple[dict[str, Held], tuple[str, ...]] | None:
        """Rows that changed after `offset` and keys that went; None when that is not known."""
        if not self.floor <= offset <= self.offset:
            return None
        changed = {key: row for key, (version, row) in self.rows.items() if version > offset}
        return changed, tuple(key for key, version in self.tombstones.items() if version > offset)

    def _grow(self, new: Rows) -> Cells:
        for key, row in new.items():
            self.rows[key] = (self.offset, msgspec.Raw(msgspec.json.encode(row)))
        return dict.fromkeys(new)

    def _turn_into(self, new: Rows) -> Cells:
        moved: Cells = {}
        for key, row in new.items():
            known = self.rows.get(key)
            if known is None or known[1] != row:
                moved[key] = _columns_moved(known[1] if known is not None else (), row)
                self.rows[key] = (self.offset, row)
                self.tombstones.pop(key, None)
        for key in [key for key in self.rows if key not in new]:
            del self.rows[key]
            self.tombstones[key] = self.offset
            moved[key] = None
        return moved


def upserts(cells: Cells, rows: Mapping[str, tuple[int, Held]]) -> list[tuple[str, int, Any]]:
    """Return the cells that moved, with their values now: (key, column, value), or a whole row."""
    found: list[tuple[str, int, Any]] = []
    for key, columns in cells.items():
        if key not in rows:
            continue
        row = rows[key][1]
        if columns is None:
            found.append((key, WHOLE_ROW, row))
        else:
            assert not isinstance(row, msgspec.Raw), "a row made of a fact moves as a whole"
            found.extend((key, column, row[column]) for column in sorted(columns))
    return found


def merged(earlier: Cells, later: Cells) -> Cells:
    """Return everything that moved in either; a row that came, went or grew stays whole."""
    together = dict(earlier)
    for key, columns in later.items():
        known = together.get(key, set())
        together[key] = None if columns is None or known is None else known | columns
    return together


def _columns_moved(old: Held, new: Row) -> set[int] | None:
    assert not isinstance(old, msgspec.Raw), "a row made of a state is compared"
    if len(old) != len(new):
        return None
    return {column for column, value in enumerate(new) if value != old[column]}
