"""Base types of refusals, and the refusals that several subjects share.

    Refusal
    ├── Unacceptable: the command can never be carried out as it is (HTTP 422)
    └── Conflict: not in the present state of the tournament (HTTP 409)

A code is for ever. The fields are typed and carry no sentence: sentences are in `planilla.locales`.
"""

from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from planilla.domain.vocabulary import EntrantId, GameId


@dataclass(kw_only=True, eq=False)
class Refusal(Exception):
    """The rules do not allow a command; `code` is stable, the fields hold the details."""

    code: ClassVar[str] = "refused"

    @property
    def fields(self) -> dict[str, Any]:
        """Return the typed fields by name, for the sentence and for programs."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.code} {self.fields}"


class Unacceptable(Refusal):
    """The command is not valid in itself."""


@dataclass(kw_only=True, eq=False)
class ListTooLong(Unacceptable):
    """The list has more entries than one command takes; the rest needs further commands."""

    code = "list-too-long"
    largest: int
    given: int


@dataclass(kw_only=True, eq=False)
class EntrantTwice(Unacceptable):
    """The same id or entrant appears twice in a command."""

    code = "entrant-twice"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class NoSuchEntrant(Unacceptable):
    """No entrant has this id."""

    code = "no-such-entrant"
    entrant: EntrantId


class Conflict(Refusal):
    """The command is not possible in the present state of the tournament."""


@dataclass(kw_only=True, eq=False)
class EntrantIsExpelled(Conflict):
    """An expelled entrant does not return."""

    code = "entrant-is-expelled"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class NoSuchResult(Unacceptable):
    """The text is not a result."""

    code = "no-such-result"
    result: str
    known: tuple[str, ...]


@dataclass(kw_only=True, eq=False)
class NoSuchGame(Unacceptable):
    """No game has this identity."""

    code = "no-such-game"
    game: GameId


@dataclass(kw_only=True, eq=False)
class OtherPlayers(Conflict):
    """The game is not the one its reporter saw: `found` play it, White first, not `meant`."""

    code = "other-players"
    game: GameId
    found: tuple[EntrantId, ...]
    meant: tuple[EntrantId, ...]


@dataclass(kw_only=True, eq=False)
class NoResultYet(Conflict):
    """The game has no result."""

    code = "no-result-yet"
    game: GameId


@dataclass(kw_only=True, eq=False)
class NoSuchRatingRules(Unacceptable):
    """No rating rules have this name."""

    code = "no-such-rating-rules"
    field: str
    rules: str
    known: tuple[str, ...]


@dataclass(kw_only=True, eq=False)
class NoSuchRound(Unacceptable):
    """The tournament has no such round."""

    code = "no-such-round"
    round: int
    rounds: int


@dataclass(kw_only=True, eq=False)
class RoundAlreadyPaired(Conflict):
    """The round is paired already."""

    code = "round-already-paired"
    round: int


@dataclass(kw_only=True, eq=False)
class RoundNotPaired(Conflict):
    """The round is not paired yet."""

    code = "round-not-paired"
    round: int


@dataclass(kw_only=True, eq=False)
class RoundIsPublished(Conflict):
    """The round is published already."""

    code = "round-is-published"
    round: int


@dataclass(kw_only=True, eq=False)
class RoundNotPublished(Conflict):
    """The round is a draft."""

    code = "round-not-published"
    round: int


@dataclass(kw_only=True, eq=False)
class RoundIsClosed(Conflict):
    """The round is closed; results are now changed by a correction."""

    code = "round-is-closed"
    round: int


@dataclass(kw_only=True, eq=False)
class LaterRoundPaired(Conflict):
    """A later round is paired already."""

    code = "later-round-paired"
    round: int
    later: int


@dataclass(kw_only=True, eq=False)
class NotInThisSystem(Unacceptable):
    """The pairing system of this tournament has no such command."""

    code = "not-in-this-system"
    system: str


@dataclass(kw_only=True, eq=False)
class KnownTooLate(Unacceptable):
    """An error cannot become known after its correction is recorded."""

    code = "known-too-late"
    known_at: int


@dataclass(kw_only=True, eq=False)
class SameResult(Conflict):
    """The correction changes nothing."""

    code = "same-result"
    game: GameId
    result: str


@dataclass(kw_only=True, eq=False)
class CorrectsAnotherEvent(Conflict):
    """The event to be corrected is not the current one."""

    code = "corrects-another-event"
    game: GameId
    corrects: int
    in_force: int
