"""Creating a tournament."""

from planilla.domain.pairing import SYSTEMS, usual_of
from planilla.domain.ratings.rules import RATING_RULES
from planilla.domain.scoring import POINT_SYSTEMS
from planilla.domain.standings import MODES
from planilla.domain.tiebreaks import EDITIONS, CodeError, Setting, checked
from planilla.domain.tournament.commands import Command, CreateTournament, FirstColour
from planilla.domain.tournament.events import (
    Event,
    SameOrigin,
    SameOriginRuled,
    TournamentCreated,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import (
    NameMissing,
    NoSuchMode,
    NoSuchPointSystem,
    NoSuchRatingRules,
    NoSuchSystem,
    NoSuchTiebreakEdition,
    NoSuchTimeZone,
    NotInThisSystem,
    RoundsOutOfRange,
    TournamentExists,
    refusal_of,
)
from planilla.domain.tournament.rules.keizer import rules_at_creation
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.timers import time_zone_of
from planilla.domain.vocabulary import Colour

NAME_LENGTH_MAX = 120
TIME_ZONE_SHOWN = 64
"""A season of a club."""


def create_tournament(state: Tournament, command: CreateTournament, _: Given) -> tuple[Event, ...]:
    """Open a tournament; a Swiss without a number of rounds has seven.

    A ladder has forty.
    """
    if state.exists:
        raise TournamentExists(tournament=state.name)
    name = command.name.strip()
    if not 1 <= len(name) <= NAME_LENGTH_MAX:
        raise NameMissing
    _check_names(command)
    edition = command.tiebreak_edition or usual_of(command.system).tiebreak_edition
    drawn = command.first_colour is FirstColour.LOT
    return (
        TournamentCreated(
            name=name,
            system=command.system,
            rounds=_rounds(command),
            point_system=command.point_system,
            tiebreaks=_tiebreaks(command, edition),
            tiebreak_mode=command.tiebreak_mode,
            tiebreak_edition=edition,
            rating_rules=command.rating_rules or usual_of(command.system).rating_rules,
            time_zone=command.time_zone,
            first_colour=None if drawn else Colour(command.first_colour.value),
        ),
        *_origin(command),
        *rules_at_creation(command.system, command.keizer),
    )


def not_in_this_system(state: Tournament, _: Command, __: Given) -> tuple[Event, ...]:
    """What the system of this tournament does not know."""
    raise NotInThisSystem(system=state.system)


def _origin(command: CreateTournament) -> tuple[SameOriginRuled, ...]:
    if command.same_origin is SameOrigin.MEET:
        return ()
    if SYSTEMS[command.system].pair is None:
        raise NotInThisSystem(system=command.system)
    return (SameOriginRuled(rule=command.same_origin),)


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


def _tiebreaks(command: CreateTournament, edition: str) -> tuple[str, ...]:
    """The codes announced, or the usual ones, in their canonical form."""
    codes = usual_of(command.system).tiebreaks if command.tiebreaks is None else command.tiebreaks
    is_schedule = SYSTEMS[command.system].has_schedule
    setting = Setting(rounds=_rounds(command), predetermined=is_schedule)
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
