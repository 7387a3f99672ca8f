"""Base types of refusals, and the refusals that several subjects share.

    Refusal
    ├── Unacceptable: the command can never be carried out as it is (HTTP 422)
    └── Conflict: not in the present state of the tournament (HTTP 409)

A code is for ever. The fields are typed and carry no sentence: sentences are in `planilla.locales`.
"""

import re
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, dataclass_transform

from planilla.domain.vocabulary import EntrantId, GameId


def hyphenated(name: str) -> str:
    """Return the name of a class as commands and codes have it: `NoSuchGame` is `no-such-game`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


@dataclass_transform(kw_only_default=True, eq_default=False)
@dataclass(kw_only=True, eq=False)
class Refusal(Exception):
    """The rules do not allow a command; `code` is stable, the fields hold the details.

    Each kind is a dataclass. Its code is its hyphenated name, unless it declares another. `cites`
    is the article of the regulations behind it, where there is one.
    """

    code: ClassVar[str] = "refused"
    cites: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(kw_only=True, eq=False)(cls)
        if cls.__base__ is not Refusal and "code" not in vars(cls):
            cls.code = hyphenated(cls.__name__)

    @property
    def fields(self) -> dict[str, Any]:
        """Return the typed fields by name, for the sentence and for programs."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.code} {self.fields}"


class Unacceptable(Refusal):
    """The command is not valid in itself."""


class ListTooLong(Unacceptable):
    """The list has more entries than one command takes; the rest needs further commands."""

    largest: int
    given: int


class EntrantTwice(Unacceptable):
    """The same id or entrant appears twice in a command."""

    entrant: EntrantId


class NoSuchEntrant(Unacceptable):
    """No entrant has this id."""

    entrant: EntrantId


class Conflict(Refusal):
    """The command is not possible in the present state of the tournament."""


class EntrantIsExpelled(Conflict):
    """An expelled entrant does not return."""

    entrant: EntrantId


class NoSuchNumber(Unacceptable):
    """No entrant has this pairing number."""

    number: int


class NoSuchResult(Unacceptable):
    """The text is not a result."""

    result: str
    known: tuple[str, ...]


class NoSuchGame(Unacceptable):
    """No game has this identity."""

    game: GameId


class OtherPlayers(Conflict):
    """The game is not the one its reporter saw: `found` play it, White first, not `meant`."""

    game: GameId
    found: tuple[EntrantId, ...]
    meant: tuple[EntrantId, ...]


class NoResultYet(Conflict):
    """The game has no result."""

    game: GameId


class NoSuchRatingRules(Unacceptable):
    """No rating rules have this name."""

    field: str
    rules: str
    known: tuple[str, ...]


class NoSuchStage(Unacceptable):
    """The tournament has no stage with this number."""

    stage: int
    stages: int


class NoSuchRound(Unacceptable):
    """The tournament has no such round."""

    round: int
    rounds: int


class RoundAlreadyPaired(Conflict):
    """The round is paired already."""

    round: int


class RoundNotPaired(Conflict):
    """The round is not paired yet."""

    round: int


class RoundIsPublished(Conflict):
    """The round is published already."""

    round: int


class RoundNotPublished(Conflict):
    """The round is a draft."""

    round: int


class RoundIsClosed(Conflict):
    """The round is closed; results are now changed by a correction."""

    round: int


class LaterRoundPaired(Conflict):
    """A later round is paired already."""

    round: int
    later: int


class NotInThisSystem(Unacceptable):
    """The pairing system of this tournament has no such command."""

    system: str


class KnownTooLate(Unacceptable):
    """An error cannot become known after its correction is recorded."""

    known_at: int


class SameResult(Conflict):
    """The correction changes nothing."""

    game: GameId
    result: str


class CorrectsAnotherEvent(Conflict):
    """The event to be corrected is not the current one."""

    game: GameId
    corrects: int
    in_force: int
