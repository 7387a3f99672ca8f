"""The timeline for readers: facts about a player, a board or a kind, and the cause of each.

The cause of a fact is found among those that the reader may see: a cause never shows a draft.
"""

from collections.abc import Iterable, Mapping

import msgspec

from planilla.application.alarm import ALARM
from planilla.domain.tournament.event import Topic
from planilla.projections.timeline import FactInContext

IMPORT_PREFIX = "import:"
"""The beginning of the command ids of imports."""


class ListedFact(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the timeline with its command, and the pseudonym of whoever sent that."""

    row: FactInContext
    command_id: str
    actor: str

    @property
    def version(self) -> int:
        """Its place in the tournament."""
        return self.row.version

    @property
    def kind(self) -> Topic:
        """The kind that filters choose by."""
        return self.row.event.topic


class FactFilter(msgspec.Struct, frozen=True, kw_only=True):
    """A choice of facts; an empty value or None admits every fact.

    `players` are the ids of all whom a request may mean; None where it names nobody.
    """

    players: frozenset[str] | None = None
    round: int | None = None
    board: int | None = None
    kind: str = ""
    actor: str = ""

    @property
    def is_open(self) -> bool:
        """Return whether everything passes."""
        return self == FactFilter()

    def passes(self, fact: ListedFact) -> bool:
        """Return whether a fact meets every condition."""
        return (
            (self.players is None or not self.players.isdisjoint(fact.row.entrants))
            and self.round in (None, fact.row.round)
            and self.board in (None, fact.row.board)
            and self.kind in ("", fact.kind)
            and self.actor in ("", fact.actor)
        )


class TimelineCause(msgspec.Struct, frozen=True, kw_only=True):
    """The cause of a fact.

    `why` is `corrects` (it corrects the fact `version`), `correction` (it follows from the
    correction `version` in the same act), `act` (it came with the fact `version`), `timer`,
    `file` (an import), or `person`.
    """

    why: str
    version: int | None = None


class Causes:
    """The cause of each fact, from those that the reader may see, in order."""

    def __init__(self, facts: Iterable[ListedFact]) -> None:
        self._first: dict[str, int] = {}
        self._correction: dict[str, int] = {}
        for each in facts:
            self._first.setdefault(each.command_id, each.version)
            if each.row.event.leads_its_act:
                self._correction.setdefault(each.command_id, each.version)

    def of(self, fact: ListedFact) -> TimelineCause:
        """Return the cause of one of them."""
        corrected = fact.row.event.corrects
        if corrected is not None:
            return TimelineCause(why="corrects", version=corrected)
        correction = self._correction.get(fact.command_id, fact.version)
        if correction != fact.version:
            return TimelineCause(why="correction", version=correction)
        if fact.command_id.startswith(IMPORT_PREFIX):
            return TimelineCause(why="file")
        first = self._first[fact.command_id]
        if first != fact.version:
            return TimelineCause(why="act", version=first)
        return TimelineCause(why="timer" if fact.actor == ALARM.id else "person")


def corrected_later(facts: Iterable[ListedFact]) -> Mapping[int, int]:
    """Return the corrected facts with the version of the last correction of each."""
    found = {}
    for each in facts:
        corrected = each.row.event.corrects
        if corrected is not None:
            found[corrected] = each.version
    return found
