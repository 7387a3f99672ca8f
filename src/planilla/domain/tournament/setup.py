"""Creation of a tournament, and hiding it."""

from enum import StrEnum
from typing import Any, ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from planilla.domain.instants import time_zone_of
from planilla.domain.pairing import SYSTEMS, usual_of
from planilla.domain.pairing.keizer.rules import KeizerRules
from planilla.domain.ratings.rules import RATING_RULES
from planilla.domain.scoring import POINT_SYSTEMS
from planilla.domain.standings import MODES
from planilla.domain.tiebreaks import EDITIONS, CodeError, Setting, checked
from planilla.domain.tiebreaks.grammar import Flaw
from planilla.domain.tournament.acceleration import (
    AccelerationSet,
    SetAcceleration,
    acceleration_of,
    used_when_accelerated,
)
from planilla.domain.tournament.command import Command, ConfirmFirst, Duty, Sealed
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.erasure import PersonErased
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.keizer import rules_at_creation
from planilla.domain.tournament.prohibitions import SameOriginRuled
from planilla.domain.tournament.refusal import (
    Conflict,
    NoSuchRatingRules,
    NotInThisSystem,
    Refusal,
    Unacceptable,
)
from planilla.domain.tournament.shapes import MatchShape
from planilla.domain.tournament.state import INITIAL, EntrantState, Folds, Tournament
from planilla.domain.tournament.values import (
    AccelerationMethod,
    AskedSettings,
    RequestStatus,
    SameOrigin,
    TournamentSettings,
)
from planilla.domain.vocabulary import Colour

# Commands


class FirstColour(StrEnum):
    """Which colour the top player of round 1 has."""

    LOT = "lot"
    WHITE = "white"
    BLACK = "black"


class CreateTournament(
    Command, AskedSettings, frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Create a tournament.

    `time_zone` is the zone of the venue by its name in the tz database: all times of the tournament
    are shown in it.
    """

    duty: ClassVar[Duty] = Duty.GOVERN
    opens_tournament: ClassVar[bool] = True

    name: str
    rating_rules: str = ""
    first_colour: FirstColour = FirstColour.LOT
    same_origin: SameOrigin = SameOrigin.MEET
    acceleration: AccelerationMethod = AccelerationMethod.NONE
    keizer: KeizerRules | None = None
    time_zone: str = ""
    shape: MatchShape = MatchShape()


class HideTournament(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hide the tournament from everybody without a link to it, for example a test event.

    With `erases` the personal data of all its entrants are erased too.
    """

    duty: ClassVar[Duty] = Duty.GOVERN
    allowed_after_end: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.IF_IT_ERASES

    reason: Sealed = Sealed()
    erases: bool = False


class ShowTournament(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make a hidden tournament public again."""

    duty: ClassVar[Duty] = Duty.GOVERN
    allowed_after_end: ClassVar[bool] = True


# Events


class TournamentCreated(TournamentSettings, Event, frozen=True, kw_only=True, tag=True):
    """A tournament was created; regulations announced later replace its settings.

    `shape` is that of the matches of its first stage, unset where they are single games.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP

    shape: MatchShape | UnsetType = UNSET

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"name": self.name, "system": self.system_name, "rounds": self.rounds_asked}


class TournamentHidden(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The tournament was hidden: only holders of a link to it see it."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = ShowTournament

    reason: str = ""


class TournamentShown(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A hidden tournament was made public again."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = HideTournament


# Refusals


class NoSuchTiebreak(Unacceptable):
    """No tie-break has this code."""

    tiebreak: str
    known: tuple[str, ...]


class TiebreakUnreadable(Unacceptable):
    """The tie-break is not written as `NAME/modifier`."""

    tiebreak: str


class NoSuchModifier(Unacceptable):
    """The tie-break has no such modifier or score."""

    tiebreak: str
    modifier: str
    known: tuple[str, ...]


class TiebreakForbidden(Unacceptable):
    """The rules do not allow this tie-break in such an event (FIDE C.07, 8.1; seed 000, 3.1.7)."""

    tiebreak: str
    why: str


class NoSuchTiebreakEdition(Unacceptable):
    """No edition of the tie-break rules has this name."""

    edition: str
    known: tuple[str, ...]


def refusal_of(error: CodeError) -> Refusal:
    """Return the refusal for the error in a code."""
    match error.flaw:
        case Flaw.UNREADABLE:
            return TiebreakUnreadable(tiebreak=error.code)
        case Flaw.NO_SUCH_NAME:
            return NoSuchTiebreak(tiebreak=error.code, known=error.known)
        case Flaw.NO_SUCH_MODIFIER:
            return NoSuchModifier(tiebreak=error.code, modifier=error.part, known=error.known)
        case _:
            return TiebreakForbidden(tiebreak=error.code, why=error.flaw.value)


class NameMissing(Unacceptable):
    """The tournament has no name, or one longer than 120 characters."""


class NoSuchSystem(Unacceptable):
    """No pairing system has this name."""

    system: str
    known: tuple[str, ...]


class NoSuchTimeZone(Unacceptable):
    """The tz database has no time zone of this name."""

    time_zone: str


class NoSuchPointSystem(Unacceptable):
    """No point system has this name."""

    point_system: str
    known: tuple[str, ...]


class NoSuchMode(Unacceptable):
    """Tie-breaks can be applied successively or subsidiarily, in no other way."""

    mode: str


class RoundsOutOfRange(Unacceptable):
    """The number of rounds is not possible."""

    rounds: int
    smallest: int
    largest: int


class BoardsOutOfRange(Unacceptable):
    """A league of teams needs a number of boards that is possible."""

    boards: int
    smallest: int
    largest: int


class GamesOfMatchOutOfRange(Unacceptable):
    """The number of games of a match, or of a series of tie-break games, is not possible."""

    games: int
    smallest: int
    largest: int


class RosterTooSmall(Unacceptable):
    """A team may have fewer players than it has boards."""

    roster: int
    boards: int


class CyclesOutOfRange(Unacceptable):
    """The system is not played in so many cycles."""

    system: str
    cycles: int
    largest: int


class GroupsOutOfRange(Unacceptable):
    """A list is cut into groups of at least `smallest`, or of 0: one group (seed 000, 2.9.1)."""

    cites = "2.9.1"
    group_size: int
    group_rounds: int
    smallest: int


class BestRoundsOutOfRange(Unacceptable):
    """The number of best rounds is not possible: at most `largest`, 0 where all rounds count."""

    cites = "2.9.1"
    best_rounds: int
    largest: int


class TournamentExists(Conflict):
    """A tournament with this id exists."""

    tournament: str


class NoSuchTournament(Conflict):
    """No tournament has this id."""

    tournament: str


class StaleVersion(Conflict):
    """The tournament has changed since the version the sender saw."""

    expected: int
    actual: int


# Rules


def hide_tournament(
    state: Tournament, command: HideTournament, _: DecisionContext
) -> tuple[Event, ...]:
    """Hide the tournament; its people may be erased in the same act, or by a later one."""
    hidden = () if state.hidden else (TournamentHidden(reason=command.reason.commitment),)
    return (*hidden, *(_everybody_erased(state) if command.erases else ()))


def show_tournament(state: Tournament, _: ShowTournament, __: DecisionContext) -> tuple[Event, ...]:
    """Show the tournament again; erased personal data stay erased."""
    return (TournamentShown(),) if state.hidden else ()


def _everybody_erased(state: Tournament) -> tuple[PersonErased, ...]:
    """Erase the data of everybody, mistaken entries included."""
    asked = {
        entrant: each.person
        for entrant, each in state.requests.items()
        if each.status is RequestStatus.PENDING
    }
    people = {each.id: each.person for each in _everybody(state)} | state.removed | asked
    return tuple(
        PersonErased(entrant=entrant, commitment=person)
        for entrant, person in people.items()
        if person not in state.erased
    )


def _everybody(state: Tournament) -> tuple[EntrantState, ...]:
    return (*state.entrants.values(), *state.players.values())


GROUP_MIN = 2
"""Fewest players of a group of a list."""
NAME_LENGTH_MAX = 120

BOARDS_MAX = 100
"""Most boards of a match of two teams."""
GAMES_OF_MATCH_MAX = 24
"""Games of a match, as of its longest series of tie-break games."""

TIME_ZONE_SHOWN = 64
"""Characters of an unknown time zone that a refusal repeats."""


def create_tournament(
    state: Tournament, command: CreateTournament, _: DecisionContext
) -> tuple[Event, ...]:
    """Create a tournament; a Swiss one without a number of rounds has seven.

    A Keizer tournament has forty.
    """
    if state.exists:
        raise TournamentExists(tournament=state.name)
    created = _created_by(command)
    if SYSTEMS[command.system].follows_groups:
        raise NotInThisSystem(system=command.system)
    return (
        created,
        *_origin(command),
        *_accelerated(created, command.acceleration),
        *rules_at_creation(command.system, command.keizer),
    )


def _created_by(command: CreateTournament) -> TournamentCreated:
    """Return the fact of a new tournament.

    Raises:
        Refusal: its name or a setting is not possible.
    """
    name = command.name.strip()
    if not 1 <= len(name) <= NAME_LENGTH_MAX:
        raise NameMissing
    _check_names(command)
    edition = command.tiebreak_edition or usual_of(command.system).tiebreak_edition
    drawn = command.first_colour is FirstColour.LOT
    return TournamentCreated(
        name=name,
        system_name=command.system,
        rounds_asked=_rounds(command),
        point_system=command.point_system,
        tiebreaks=_tiebreaks(command, edition),
        tiebreak_mode=command.tiebreak_mode,
        tiebreak_edition=edition,
        rating_rules=command.rating_rules or usual_of(command.system).rating_rules,
        time_zone=command.time_zone,
        first_colour=None if drawn else Colour(command.first_colour.value),
        shape=UNSET if command.shape == MatchShape() else _checked_shape(command),
    )


def _checked_shape(command: CreateTournament) -> MatchShape:
    """Return the shape of matches.

    Raises:
        GamesOfMatchOutOfRange: a match, or a series of tie-break games, has too few or too many.
        CyclesOutOfRange: the system is not played in so many cycles.
        GroupsOutOfRange: a group would have nobody to play with.
        BestRoundsOutOfRange: more rounds would count than there are, or the system counts all.
    """
    shape, most = command.shape, SYSTEMS[command.system].cycles_max
    if not 1 <= shape.cycles <= most:
        raise CyclesOutOfRange(system=command.system, cycles=shape.cycles, largest=most)
    if not (shape.group_size == 0 or shape.group_size >= GROUP_MIN) or shape.group_rounds < 0:
        raise GroupsOutOfRange(
            group_size=shape.group_size, group_rounds=shape.group_rounds, smallest=GROUP_MIN
        )
    best_of = _rounds(command) if SYSTEMS[command.system].counts_best_rounds else 0
    if not 0 <= shape.best_rounds <= best_of:
        raise BestRoundsOutOfRange(best_rounds=shape.best_rounds, largest=best_of)
    for games in (shape.games, *shape.tiebreaks):
        if not 1 <= games <= GAMES_OF_MATCH_MAX:
            raise GamesOfMatchOutOfRange(games=games, smallest=1, largest=GAMES_OF_MATCH_MAX)
    return shape


def settings_of(
    name: str, asked: AskedSettings, first_colour: FirstColour, shape: MatchShape
) -> dict[str, Any]:
    """Return the settings of a stage with this name, as those of a new tournament.

    Raises:
        Refusal: as `create_tournament`.
    """
    given = {field: getattr(asked, field) for field in AskedSettings.__struct_fields__}
    command = CreateTournament(name=name, first_colour=first_colour, shape=shape, **given)
    return _created_by(command).settings


def _origin(command: CreateTournament) -> tuple[SameOriginRuled, ...]:
    if command.same_origin is SameOrigin.MEET:
        return ()
    if SYSTEMS[command.system].pair is None:
        raise NotInThisSystem(system=command.system)
    return (SameOriginRuled(rule=command.same_origin),)


def _accelerated(
    created: TournamentCreated, method: AccelerationMethod
) -> tuple[AccelerationSet, ...]:
    if method is AccelerationMethod.NONE:
        return ()
    state = replace(INITIAL, **created.settings)
    return (acceleration_of(state, SetAcceleration(method=method)),)


def _check_names(command: CreateTournament) -> None:
    if command.system not in SYSTEMS:
        raise NoSuchSystem(system=command.system, known=tuple(SYSTEMS))
    if command.time_zone and time_zone_of(command.time_zone) is None:
        raise NoSuchTimeZone(time_zone=command.time_zone[:TIME_ZONE_SHOWN])
    if command.point_system not in POINT_SYSTEMS:
        raise NoSuchPointSystem(point_system=command.point_system, known=tuple(POINT_SYSTEMS))
    if command.tiebreak_edition not in {"", *EDITIONS}:
        raise NoSuchTiebreakEdition(edition=command.tiebreak_edition, known=tuple(EDITIONS))
    if command.rating_rules not in {"", *RATING_RULES}:
        raise NoSuchRatingRules(
            field="rating_rules", rules=command.rating_rules, known=tuple(RATING_RULES)
        )
    if command.tiebreak_mode not in MODES:
        raise NoSuchMode(mode=command.tiebreak_mode)
    if SYSTEMS[command.system].plays_in_teams:
        _check_teams(command.shape)


def _check_teams(shape: MatchShape) -> None:
    if not 1 <= shape.boards <= BOARDS_MAX:
        raise BoardsOutOfRange(boards=shape.boards, smallest=1, largest=BOARDS_MAX)
    if 0 < shape.roster < shape.boards:
        raise RosterTooSmall(roster=shape.roster, boards=shape.boards)


def _tiebreaks(command: CreateTournament, edition: str) -> tuple[str, ...]:
    """Return the announced codes, or the usual ones, in canonical form."""
    codes = usual_of(command.system).tiebreaks if command.tiebreaks is None else command.tiebreaks
    is_accelerated = command.acceleration is not AccelerationMethod.NONE
    if is_accelerated and command.tiebreaks is None:
        codes = tuple(code for code in codes if used_when_accelerated(code, edition))
    system = SYSTEMS[command.system]
    setting = Setting(
        rounds=_rounds(command),
        predetermined=system.has_schedule,
        accelerated=is_accelerated,
        teams=system.plays_in_teams,
    )
    try:
        return checked(codes, edition, setting)
    except CodeError as error:
        raise refusal_of(error) from error


def _rounds(command: CreateTournament) -> int:
    most = SYSTEMS[command.system].rounds_max
    if not most:
        return 0
    rounds = command.rounds or SYSTEMS[command.system].rounds_default
    if not 1 <= rounds <= most:
        raise RoundsOutOfRange(rounds=rounds, smallest=1, largest=most)
    return rounds


RULES: Rules = {
    CreateTournament: create_tournament,
    HideTournament: hide_tournament,
    ShowTournament: show_tournament,
}


# Folds


def _created(state: Tournament, event: TournamentCreated, _: int) -> Tournament:
    shape = MatchShape() if event.shape is UNSET else event.shape
    return replace(state, **event.settings, shape=shape)


FOLDS: Folds = {
    TournamentCreated: _created,
    TournamentHidden: lambda state, _, __: replace(state, hidden=True),
    TournamentShown: lambda state, _, __: replace(state, hidden=False),
}
