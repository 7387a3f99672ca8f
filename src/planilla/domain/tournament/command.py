"""Base types of commands, and the form in which personal data and free text arrive in one."""

from enum import StrEnum
from typing import ClassVar, NamedTuple

import msgspec

from planilla.domain.vocabulary import Colour, EntrantId, GameId, GameRef

TEXT_MAX = 2000
"""Characters of a free text, where a command does not say fewer."""


class Sealed:
    """The commitment to a text or to personal data kept apart; "" without one."""

    __slots__ = ("commitment",)

    def __init__(self, commitment: str = "") -> None:
        self.commitment = commitment

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed) and self.commitment == other.commitment

    def __hash__(self) -> int:
        return hash(self.commitment)

    def __repr__(self) -> str:
        return f"Sealed({self.commitment!r})"


Players = tuple[EntrantId, EntrantId]
"""White and Black of a game."""


class ConfirmFirst(StrEnum):
    """The case in which a command is shown with its impact before it is executed.

    Commands that change published information are shown first.
    """

    NEVER = "never"
    ALWAYS = "always"
    ONCE_PUBLISHED = "once-published"
    """From the first published round on."""
    ONCE_PLAYED = "once-played"
    """From the first published round on, or while a hall is open."""
    OF_PUBLISHED_ROUND = "of-published-round"
    """Confirmation is needed if the named round is published."""
    IF_VALUES_FOLLOW = "if-values-follow"
    """Confirmation is needed if values are recalculated, as in a Keizer tournament."""
    IF_FORFEITS_FOLLOW = "if-forfeits-follow"
    """Confirmation is needed if games of absent entrants are forfeited."""
    IF_IT_ERASES = "if-it-erases"
    """Confirmation is needed if personal data are erased."""


class Duty(StrEnum):
    """The part of the work at a tournament to which a command belongs."""

    GOVERN = "govern"
    """The terms of the tournament: regulations, prizes, its visibility, erasures."""
    ARBITRATE = "arbitrate"
    """Entries, pairings, rulings, corrections."""
    RESULTS = "results"
    """Results as they are reported."""
    PRESENCE = "presence"
    """The entrants who are here, and those who miss a round."""
    CLAIM = "claim"
    """The result of one's own game, as one side says it."""
    ENTRIES = "entries"
    """The public form, and the requests to enter that it makes."""
    NOTICES = "notices"
    """Short texts on all pages of the tournament."""
    APPLY = "apply"
    """A request to enter, by whoever wants to play."""


class PersonGiven(NamedTuple):
    """Personal data in a command: the place of the struct that has them, and the entrant."""

    place: str
    entrant: EntrantId
    sealed: Sealed


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request that concerns one tournament.

    Each type declares its properties as class variables. A type that `needs_rounds` is refused by
    the rules of a tournament without rounds. For a type that `needs_people`, names, ages and
    arbiter titles are loaded. One that `changes_entries` is of the first stage alone; one that is
    not `of_one_stage` concerns what all stages have in common.
    A list that `comes_in_portions` may be divided into several commands.
    It belongs to a `duty`, which roles have. Its free texts have at most `text_max` characters.
    A what-if may insert a command that is `allowed_in_what_if`; the effect of the others depends on
    later events, on people or on the clock, or changes nothing that is compared.
    """

    allowed_in_what_if: ClassVar[bool] = False
    opens_tournament: ClassVar[bool] = False
    allowed_after_end: ClassVar[bool] = False
    needs_rounds: ClassVar[bool] = False
    needs_people: ClassVar[bool] = False
    changes_entries: ClassVar[bool] = False
    of_one_stage: ClassVar[bool] = False
    reason_is_public: ClassVar[bool] = False
    comes_in_portions: ClassVar[bool] = False
    text_max: ClassVar[int] = TEXT_MAX
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.NEVER
    duty: ClassVar[Duty] = Duty.ARBITRATE

    @property
    def stage_number(self) -> int:
        """The number of the stage that it concerns: the first one holds what all have in common."""
        return 1

    @property
    def corrects(self) -> int | None:
        """The version of the event that it corrects."""
        return None

    @property
    def made_at(self) -> int | None:
        """The time of an act made offline, in microseconds since 1970 (UTC)."""
        return None

    def versions_named(self) -> tuple[int | None, ...]:
        """Return the versions of wrong events that it names."""
        return (self.corrects,)

    def people(self) -> tuple[PersonGiven, ...]:
        """Return the personal data in it."""
        return ()

    def free_texts(self) -> dict[str, Sealed]:
        """Return the free texts in it by their place."""
        of_people = {given.sealed for given in self.people()}
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return {
            name: value
            for name, value in fields.items()
            if isinstance(value, Sealed) and value not in of_people
        }


class StagedCommand(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command about the stage with the number `in_stage`."""

    of_one_stage: ClassVar[bool] = True

    in_stage: int = 1

    @property
    def stage_number(self) -> int:
        """The number of the stage that it concerns."""
        return self.in_stage


class TimerCommand(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command about one timer; it is of the stage of the timer."""

    timer: str


class GameCommand(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command about one game.

    `players` are White and Black as the sender saw them; if others play the game, it is refused.
    """

    of_one_stage: ClassVar[bool] = True

    game: GameId
    players: Players | None = None

    @property
    def stage_number(self) -> int:
        """The number of the stage of the game."""
        ref = GameRef.parse(self.game)
        return 1 if ref is None else ref.stage


class SideCommand(GameCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command of one side of a game: what its player says."""

    duty: ClassVar[Duty] = Duty.CLAIM
    needs_rounds: ClassVar[bool] = True

    side: Colour
