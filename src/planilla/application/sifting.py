"""The log for people: which facts are about a player, a board, a kind, and what caused each.

A fact is told with its act (all facts of one command), so its cause is found among those that the
reader may see: nobody learns of a draft from a cause.
"""

from collections.abc import Iterable, Mapping

import msgspec

from planilla.application.alarm import ALARM
from planilla.domain.tournament import events as e

FROM_A_FILE = "import:"
"""What the command ids of imports begin with."""
CORRECTIONS = frozenset(
    {"ResultCorrected", "ResultDeleted", "ColoursCorrected", "ByeCorrected"}
    | {"EntrantRuledIneligible", "EntrantReinstated", "SportingDataCorrected"}
)
"""What other facts of the same act are put down to."""


class ToldFact(msgspec.Struct, frozen=True, kw_only=True):
    """A fact as far as the filters ask; `board` is a table in a hall, `entrants` are ids."""

    version: int
    event: e.Event
    type: str
    command_id: str
    actor: str
    round: int | None = None
    board: int | None = None
    entrants: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """One of `Topic`."""
        return self.event.topic


class Sieve(msgspec.Struct, frozen=True, kw_only=True):
    """Which facts are wanted; what is empty or None lets everything through.

    `players` are the ids of all who are meant by what was asked for: None where nobody was.
    """

    players: frozenset[str] | None = None
    round: int | None = None
    board: int | None = None
    kind: str = ""
    actor: str = ""

    @property
    def is_open(self) -> bool:
        """Whether everything passes."""
        return self == Sieve()

    def passes(self, told: ToldFact) -> bool:
        """Whether a fact is wanted: all that was asked for holds."""
        return (
            (self.players is None or not self.players.isdisjoint(told.entrants))
            and self.round in (None, told.round)
            and self.board in (None, told.board)
            and self.kind in ("", told.kind)
            and self.actor in ("", told.actor)
        )


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """What brought a fact about.

    `why` is `corrects` (it corrects the fact `version`), `correction` (it follows from the
    correction `version`, in the same act), `act` (it came with the fact `version`), `timer`,
    `file` (an import), or `person`.
    """

    why: str
    version: int | None = None


class Causes:
    """What caused each fact, found among those that the reader may see, in order."""

    def __init__(self, told: Iterable[ToldFact]) -> None:
        self._first: dict[str, int] = {}
        self._correction: dict[str, int] = {}
        for each in told:
            self._first.setdefault(each.command_id, each.version)
            if each.type in CORRECTIONS:
                self._correction.setdefault(each.command_id, each.version)

    def of(self, told: ToldFact) -> Cause:
        """The cause of one of them."""
        corrected: int | None = getattr(told.event, "corrects", None)
        if corrected is not None:
            return Cause(why="corrects", version=corrected)
        correction = self._correction.get(told.command_id, told.version)
        if correction != told.version:
            return Cause(why="correction", version=correction)
        if told.command_id.startswith(FROM_A_FILE):
            return Cause(why="file")
        first = self._first[told.command_id]
        if first != told.version:
            return Cause(why="act", version=first)
        return Cause(why="timer" if told.actor == ALARM.id else "person")


def corrected_later(told: Iterable[ToldFact]) -> Mapping[int, int]:
    """The facts that were corrected, with the version of the last correction of each."""
    found = {}
    for each in told:
        corrected: int | None = getattr(each.event, "corrects", None)
        if corrected is not None:
            found[corrected] = each.version
    return found
