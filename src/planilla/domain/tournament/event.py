"""Base type of events: the fact, its audience and its topic."""

from enum import StrEnum
from typing import Any, ClassVar, Protocol

import msgspec
from msgspec import UNSET, UnsetType

from planilla.domain.tournament.command import Command
from planilla.domain.tournament.values import Effect, PairedGame, TimerKind
from planilla.domain.vocabulary import EntrantId, GameId, GameKind, GameRef

# Events


class Audience(StrEnum):
    """The readers of a fact."""

    PUBLIC = "public"
    STAFF = "staff"


class Topic(StrEnum):
    """The kind of a fact: the mark and sign on the timeline, and a filter of it."""

    SETUP = "setup"
    ENTRANT = "entrant"
    ROUND = "round"
    RESULT = "result"
    CORRECTION = "correction"


class GameAct(StrEnum):
    """The effect of an event on the result or the colours of a game."""

    REPORTED = "reported"
    WITHDRAWN = "withdrawn"
    CORRECTED = "corrected"
    DELETED = "deleted"
    COLOURS = "colours"


RULINGS_ON_GAMES = frozenset({GameAct.CORRECTED, GameAct.DELETED, GameAct.COLOURS})
"""Corrections that have an effect of their own (C.04.2, 4.3)."""


class PairingAct(StrEnum):
    """The effect of an event on the pairing of a round."""

    DRAFTED = "drafted"
    DRAFT_CHANGED = "draft-changed"
    DISCARDED = "discarded"
    PUBLISHED = "published"
    CHANGED = "changed"
    IMPORTED = "imported"


class DecidedByLot(StrEnum):
    """Subjects that a lot decides."""

    FIRST_COLOUR = "first-colour"
    LOTS = "lots"
    COMMITTEE = "committee"
    QUEUE = "queue"
    PLAYOFF = "playoff"
    TABLE = "table"
    TEAMS = "teams"
    GROUPS = "groups"


Details = dict[str, Any]
"""Values by name that JSON can represent: numbers, texts, None, and tuples of texts."""

PLAIN = (str, int, type(None))

SHOWN_APART = frozenset(
    {"entrant", "game", "round", "from_round", "at", "offline"}
    | {"reason", "note", "person", "commitment"}
)
"""Fields that have a column of their own in the timeline, or are kept apart."""

MASNOU_GAMES = {GameKind.TABLE: ".table", GameKind.PLAYOFF: ".playoff"}
"""The wording by the kind of a game in a Masnou hall."""


def wording_of_game(game: GameId) -> str:
    """Return the ending of a sentence about a game: none for a game of a round."""
    return MASNOU_GAMES.get(GameRef.of(game).kind, "")


def lot_shown(lot: int | None) -> str | None:
    """Return a lot as text: it has more digits than a JavaScript number can hold."""
    return None if lot is None else str(lot)


class ReportMoment(Protocol):
    """The tournament around an event, in the notation of a tournament report."""

    def number(self, entrant: EntrantId) -> str:
        """Return the number of an entrant in the file."""

    def rating(self, entrant: EntrantId) -> int:
        """Return the rating of an entrant before the event."""

    def game(self, game: GameId) -> str:
        """Return `round.board white-black` of a game before the event."""

    def game_after(self, game: GameId) -> str:
        """Return `round.board white-black` of a game after the event."""

    def result(self, game: GameId) -> str:
        """Return the result of a game before the event."""


class CaseArticle(msgspec.Struct, frozen=True, kw_only=True):
    """An article that rules a case; unverified if its wording was not read."""

    name: str
    unverified: bool = False


EFFECT_ARTICLE = CaseArticle(name="C.04.2-4.3")


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A fact of one tournament; its type is its class name.

    Each type declares its `audience` and `topic`, and whether it can change the standings of rounds
    that were over before it. A single event may have a narrower audience: see `audience_of`. Other
    facts of the same act follow from one whose type `leads_its_act`. Navigation by round stops at a
    type that `begins_a_round` (or a marathon). Reasons are for the staff, as they speak about
    people, unless the type says that its `reason_is_public`. If a fact that `may_affect_pairings`
    had been known earlier, rounds might have been paired otherwise. A what-if may leave out or
    replace a fact that is `editable_in_what_if`; the others follow from facts. `undone_by` is the
    command that may undo it; its required fields are among those of the event, and where it does
    not lead back to what was before, no undo is offered (`application/undo.py`).

    `game_act` and `pairing_act` are its effect on a game and on the pairing of a round. A type that
    `corrects_record` corrects earlier facts; one `in_player_story` is listed with its entrant. A
    what-if is suggested for a correction that `suggests_what_if`. The day of a fact that is
    `on_day_of_play` is a day of play. `decided_by_lot` is what its `lot` decides.

    The sentence of a type that `names_its_stage` has the number of its stage; the sentences of
    others follow the title of their stage, where there are several. Data of a type that
    `changes_entry` hold in each stage in which its entrant plays.

    Fields that are read of any event are declared here with the value of a type that lacks them.
    """

    audience: ClassVar[Audience]
    topic: ClassVar[Topic]
    moves_standings: ClassVar[bool] = True
    may_affect_pairings: ClassVar[bool] = False
    editable_in_what_if: ClassVar[bool] = False
    leads_its_act: ClassVar[bool] = False
    begins_a_round: ClassVar[bool] = False
    reason_is_public: ClassVar[bool] = False
    undone_by: ClassVar[type[Command] | None] = None
    game_act: ClassVar[GameAct | None] = None
    pairing_act: ClassVar[PairingAct | None] = None
    corrects_record: ClassVar[bool] = False
    in_player_story: ClassVar[bool] = False
    suggests_what_if: ClassVar[bool] = False
    on_day_of_play: ClassVar[bool] = False
    changes_entry: ClassVar[bool] = False
    names_its_stage: ClassVar[bool] = False
    decided_by_lot: ClassVar[DecidedByLot | None] = None

    @property
    def in_stage(self) -> int | UnsetType:
        """The number of its stage as it is written: unset for the first one."""
        return UNSET

    @property
    def stage_number(self) -> int:
        """The number of its stage, from 1."""
        return 1 if self.in_stage is UNSET else self.in_stage

    @property
    def game(self) -> GameId | None:
        """The game that it is about."""
        return None

    @property
    def entrant(self) -> EntrantId | None:
        """The entrant that it is about."""
        return None

    @property
    def rating(self) -> int | None:
        """The rating of its entrant."""
        return None

    @property
    def round(self) -> int | None:
        """The round that it is about."""
        return None

    @property
    def from_round(self) -> int | None:
        """The round from which on it holds."""
        return None

    @property
    def first_round(self) -> int | None:
        """The first round in which an entrant plays, or in which a prohibition holds."""
        return None

    @property
    def paired_games(self) -> tuple[PairedGame, ...]:
        """The games of a round, of an event that holds all of them."""
        return ()

    @property
    def pairs(self) -> tuple[tuple[EntrantId, EntrantId], ...]:
        """White and Black of all boards of a round, or the sides of its matches."""
        return ()

    @property
    def engine(self) -> tuple[PairedGame, ...]:
        """The games of the system itself, if the arbiter changed them."""
        return ()

    @property
    def white(self) -> EntrantId | None:
        """White of a game that begins."""
        return None

    @property
    def black(self) -> EntrantId | None:
        """Black of a game that begins."""
        return None

    @property
    def call(self) -> int | None:
        """The number of the call in a hall that it is about."""
        return None

    @property
    def timer(self) -> str:
        """The id of the timer that it is about."""
        return ""

    @property
    def lot(self) -> int | None:
        """The number drawn by lot that it uses."""
        return None

    @property
    def drawn_among(self) -> tuple[EntrantId, ...]:
        """The entrants among whom its lot decided."""
        return ()

    @property
    def corrects(self) -> int | None:
        """The version of the event that it corrects."""
        return None

    @property
    def effect(self) -> Effect | None:
        """The effect of a correction."""
        return None

    @property
    def known_at(self) -> int | None:
        """The time at which it became known, in microseconds since 1970 (UTC)."""
        return None

    @property
    def at(self) -> int | None:
        """The time at which it happened in a Masnou, in microseconds since 1970 (UTC)."""
        return None

    @property
    def person(self) -> str:
        """The commitment to the personal data of its entrant."""
        return ""

    @property
    def reason(self) -> str:
        """The commitment to its reason."""
        return ""

    @property
    def note(self) -> str:
        """The commitment to its note."""
        return ""

    @property
    def text(self) -> str:
        """The commitment to the free text that is shown with it."""
        return self.reason or self.note

    def commitments(self) -> tuple[str, ...]:
        """Return the commitments to all free texts in it; an empty one stands for no text."""
        return (self.text,)

    @property
    def game_result(self) -> str | None:
        """The result of its game from now on, `*` where it has none; None where it sets none."""
        return None

    def entry(self) -> EntrantId | None:
        """Return the entrant whose entry it changes."""
        return self.entrant

    def is_correction(self) -> bool:
        """Return whether it corrects what was recorded before."""
        return self.corrects_record

    def as_command(self) -> Command | None:
        """Return the command that decides it again on another state; None without one."""
        return None

    def articles(self) -> tuple[CaseArticle, ...]:
        """Return the articles that rule the correction. Source: `docs/rules/corrections.md`."""
        return (EFFECT_ARTICLE,)

    def report_remark(self, _: ReportMoment) -> str:
        """Return the remark of a tournament report on it; empty where it has none.

        Only facts that touch the integrity of published pairings have one.
        """
        return ""

    def details(self) -> Details:
        """Return the values of its row and its sentence, besides the people, place and time.

        By default these are its plain fields; types that show others, or derived figures, override
        it.
        """
        return {
            name: value
            for name in self.__struct_fields__
            if name not in SHOWN_APART and isinstance(value := getattr(self, name), PLAIN)
        }

    def wording(self) -> str:
        """Return the ending of the key of its sentence: empty, or `.` and a word."""
        return ""

    def has_sentence(self) -> bool:
        """Return whether the timeline shows it."""
        return True


class StagedEvent(Event, frozen=True, kw_only=True):
    """A fact of one stage."""

    in_stage: int | UnsetType = UNSET


class CorrectionEvent(StagedEvent, frozen=True, kw_only=True):
    """A correction of earlier facts: other facts of its act follow, and rounds might be others."""

    corrects_record: ClassVar[bool] = True
    suggests_what_if: ClassVar[bool] = True
    leads_its_act: ClassVar[bool] = True
    editable_in_what_if: ClassVar[bool] = True
    may_affect_pairings: ClassVar[bool] = True


class RulingEvent(Protocol):
    """The fields of a correction that its sentence shows."""

    @property
    def corrects(self) -> int:
        """The version of the event that it corrects."""

    @property
    def effect(self) -> Effect:
        """The effect of the ruling."""

    @property
    def known_at(self) -> int | None:
        """The time at which it became known, in microseconds since 1970 (UTC)."""


def details_of_ruling(event: RulingEvent) -> Details:
    """Return the details of the effect of a correction."""
    effect = event.effect
    return {
        "corrects": event.corrects,
        "points": effect.points,
        "pairing_from": effect.pairing_from,
        "rating": effect.rating,
        "known_at": event.known_at,
    }


# Rules


_REMINDER = f"{TimerKind.REMINDER.value}."


def audience_of(event: Event) -> Audience:
    """Return the audience of an event: that of its type, but a reminder is for the arbiter."""
    return Audience.STAFF if event.timer.startswith(_REMINDER) else event.audience
