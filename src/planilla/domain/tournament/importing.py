"""A tournament read from a file: every fact as an event, all of them or none.

The rounds were paired elsewhere and are recorded as they were played: nothing is paired here. Byes
and absences of the file are recorded as requested byes, late entries and withdrawals as such.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from planilla.domain.crosstable import PointSystem
from planilla.domain.pairing import SYSTEMS
from planilla.domain.scoring import notation_of
from planilla.domain.tournament.acceleration import AccelerationSet, top_group
from planilla.domain.tournament.byes import ByeNotOffered, ByeRequested
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.command import Command, Duty, Sealed
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.eligibility import EntrantWithdrawn
from planilla.domain.tournament.entrants import (
    EnterEntrants,
    EntrantEntered,
    NewEntrant,
    entries_of,
)
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.lookups import doubles, known_result
from planilla.domain.tournament.numbering import PairingNumbersAssigned
from planilla.domain.tournament.pairings import IllegalPairing, RoundImported
from planilla.domain.tournament.prohibitions import NobodyToForbid, PairsForbidden
from planilla.domain.tournament.refusal import NoSuchNumber, NoSuchRound, NotInThisSystem
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.tournament.setup import (
    CreateTournament,
    FirstColour,
    TournamentCreated,
    create_tournament,
)
from planilla.domain.tournament.state import INITIAL, Folds, Tournament
from planilla.domain.tournament.team_imports import (
    OPEN,
    ImportedMatch,
    TeamsRead,
    check_matches,
    check_teams,
    played_boards,
    registrations,
    sides_of,
)
from planilla.domain.tournament.values import (
    AccelerationMethod,
    GrantedBye,
    GrantedPoints,
    NumberingReason,
    PairedGame,
)
from planilla.domain.vocabulary import (
    ByeKind,
    Colour,
    EntrantId,
    GameRef,
)

# Commands


class ImportedEntrant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entrant of a file; `out_from` is the first round after the entrant had left."""

    id: EntrantId
    person: Sealed
    rating: int = 0
    title: str = ""
    federation: str = ""
    first_round: int = 1
    out_from: int | None = None


class ImportedRoster(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The players of a team in board order."""

    players: tuple[ImportedEntrant, ...]


class ImportedRound(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round by pairing numbers: boards as (White, Black, result or `*`), and byes.

    `unrated` names the boards, from 1, whose games do not count for rating. In a system of matches
    `further` has the results of the games after the first, board by board, each from the side of
    its own White. Teams have `matches` instead of boards.
    """

    boards: tuple[tuple[int, int, str], ...] = ()
    matches: tuple[ImportedMatch, ...] | UnsetType = UNSET
    byes: tuple[tuple[int, ByeKind], ...] = ()
    unrated: tuple[int, ...] = ()
    further: tuple[tuple[str, ...], ...] | UnsetType = UNSET

    def results(self, games: int) -> tuple[str, ...]:
        """Return the results of so many games on each board, in order; open where none is given."""
        given = () if self.further is UNSET else self.further
        further = (*given, *((),) * len(self.boards))
        return tuple(
            result
            for (_, _, first), others in zip(self.boards, further, strict=False)
            for result in (first, *others, *(OPEN,) * games)[:games]
        )

    @property
    def team_matches(self) -> tuple[ImportedMatch, ...]:
        """The matches of teams; none where players are paired."""
        return () if self.matches is UNSET else self.matches


class ImportedProhibition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pairing numbers of players none of whom may meet another of them in these rounds."""

    numbers: tuple[int, ...]
    first_round: int = 1
    last_round: int | None = None


class ImportedPoints(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fictitious points of pairing numbers in some rounds, in units of the point system."""

    points: int
    first_round: int
    last_round: int
    numbers: tuple[int, ...]


class ImportTournament(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Create the tournament described by a file, with everything that was played in it.

    `entrants` are in the order of their pairing numbers; `byes` are those of future rounds, as
    (number, round, kind). `points` replaces the point system of `tournament`. `accelerated` are
    free fictitious points; without them, `baku` is the acceleration of C.04.7. `header` holds the
    other lines of the file, and `reason` its source. Where teams play, the entrants are the teams,
    `rosters` their players in board order, who are numbered team by team.
    """

    duty: ClassVar[Duty] = Duty.GOVERN
    opens_tournament: ClassVar[bool] = True

    tournament: CreateTournament
    format: str
    entrants: tuple[ImportedEntrant, ...]
    played: tuple[ImportedRound, ...] = ()
    byes: tuple[tuple[int, int, ByeKind], ...] = ()
    forbidden: tuple[ImportedProhibition, ...] = ()
    points: PointSystem | None = None
    accelerated: tuple[ImportedPoints, ...] = ()
    baku: bool = False
    header: Sealed = Sealed()
    reason: Sealed = Sealed()
    rosters: tuple[ImportedRoster, ...] = ()

    @property
    def in_teams(self) -> TeamsRead:
        """The teams with their players."""
        return TeamsRead(
            teams=tuple(each.id for each in self.entrants),
            rosters=tuple(tuple(map(_new, each.players)) for each in self.rosters),
            players=tuple(each.id for roster in self.rosters for each in roster.players),
        )


# Events


class TournamentImported(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The other events of this command were read from a file, which `reason` names.

    `header` is the commitment to the lines of the file that no other fact contains.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP

    format: str
    reason: str = ""
    header: str = ""

    def commitments(self) -> tuple[str, ...]:
        """Return the commitments to all free texts in it."""
        return (self.reason, self.header)

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"format": self.format}


class PointsRuled(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The points of each result are those in `points`, in place of the announced point system."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    may_affect_pairings: ClassVar[bool] = True

    points: PointSystem

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"points": notation_of(self.points)}


# Rules


FEWEST_APART = 2


def import_tournament(
    state: Tournament, command: ImportTournament, context: DecisionContext
) -> tuple[Event, ...]:
    """Create a tournament with everything that was played in it; its last round stays open."""
    created = create_tournament(state, command.tournament, context)
    if SYSTEMS[command.tournament.system].seats_at_once:
        raise NotInThisSystem(system=command.tournament.system)
    _check(command, _rounds_planned(created[0], len(command.entrants)))
    return (
        *created,
        TournamentImported(
            format=command.format,
            reason=command.reason.commitment,
            header=command.header.commitment,
        ),
        *(() if command.points is None else (PointsRuled(points=command.points),)),
        *_entries(command, context),
        *registrations(command.in_teams),
        *(_forbidden(command, each) for each in command.forbidden),
        *_accelerated(command),
        *_history(command),
        *_leaving(command, len(command.played) + 1, None),
        *_requested(command, command.byes),
    )


def _rounds_planned(created: Event, size: int) -> int:
    assert isinstance(created, TournamentCreated), "a tournament begins by being created"
    system = SYSTEMS[created.system_name]
    return system.rounds_for(size) if system.rounds_for is not None else created.rounds_asked


def _check(command: ImportTournament, planned: int) -> None:
    check_teams(command.in_teams, command.tournament.system)
    last = len(command.played)
    if last > planned:
        raise NoSuchRound(round=last, rounds=planned)
    for _, number, kind in command.byes:
        if not last < number <= planned:
            raise NoSuchRound(round=number, rounds=planned)
        if kind is ByeKind.PAIRING_ALLOCATED:
            raise ByeNotOffered(kind=kind.value)
    for prohibition in command.forbidden:
        _check_prohibition(prohibition, planned)
    for played in command.played:
        _check_round(command, played)


def _check_prohibition(prohibition: ImportedProhibition, planned: int) -> None:
    if len(set(prohibition.numbers)) < FEWEST_APART:
        raise NobodyToForbid
    last = planned if prohibition.last_round is None else prohibition.last_round
    if not 1 <= prohibition.first_round <= last <= planned:
        raise NoSuchRound(round=last, rounds=planned)


def _check_round(command: ImportTournament, played: ImportedRound) -> None:
    """Check that each player appears at most once and that all results are valid."""
    if played.boards if command.rosters else played.team_matches:
        raise NotInThisSystem(system=command.tournament.system)
    check_matches(command.in_teams, played.team_matches, command.tournament.shape.boards)
    there = [number for white, black, _ in played.boards for number in (white, black)]
    there += [number for match in played.team_matches for number in (match.first, match.second)]
    there += [number for number, _ in played.byes]
    twice = {_entrant(command, number) for number in doubles(there)}
    if twice:
        raise IllegalPairing(article="C.04.1 3", entrants=tuple(sorted(twice)))
    for result in played.results(SYSTEMS[command.tournament.system].match_games):
        if result != OPEN:
            known_result(result)


def _entrant(command: ImportTournament, number: int) -> EntrantId:
    if not 1 <= number <= len(command.entrants):
        raise NoSuchNumber(number=number)
    return command.entrants[number - 1].id


def _entries(command: ImportTournament, context: DecisionContext) -> Iterator[Event]:
    """Return the entries in the order of the file, each from its first round; then numbers."""
    entering = EnterEntrants(entrants=tuple(_new(each) for each in command.entrants))
    for event, imported in zip(
        entries_of(INITIAL, entering, context), command.entrants, strict=True
    ):
        assert isinstance(event, EntrantEntered), "entering enters"
        yield replace(event, first_round=imported.first_round)
    if command.entrants:
        order = tuple(each.id for each in command.entrants)
        yield PairingNumbersAssigned(order=order, reason=NumberingReason.IMPORTED)


def _new(imported: ImportedEntrant) -> NewEntrant:
    return NewEntrant(
        id=imported.id,
        person=imported.person,
        rating=imported.rating,
        title=imported.title,
        federation=imported.federation,
    )


def _forbidden(command: ImportTournament, prohibition: ImportedProhibition) -> PairsForbidden:
    numbers = dict.fromkeys(prohibition.numbers)
    return PairsForbidden(
        entrants=tuple(_entrant(command, number) for number in numbers),
        first_round=prohibition.first_round,
        last_round=prohibition.last_round,
    )


def _accelerated(command: ImportTournament) -> Iterator[Event]:
    """Yield the acceleration, and with rounds played the top group of Baku."""
    order = tuple(each.id for each in command.entrants)
    if command.accelerated:
        yield AccelerationSet(
            method=AccelerationMethod.FREE,
            granted=tuple(
                GrantedPoints(
                    points=each.points,
                    first_round=each.first_round,
                    last_round=each.last_round,
                    entrants=tuple(_entrant(command, number) for number in each.numbers),
                )
                for each in command.accelerated
            ),
        )
    elif command.baku:
        yield AccelerationSet(method=AccelerationMethod.BAKU)
        if command.played and order:
            yield top_group(order, AccelerationMethod.BAKU)


def _history(command: ImportTournament) -> Iterator[Event]:
    """Return the events round by round: absences, boards, results, closing."""
    colour, system = _first_colour(command), SYSTEMS[command.tournament.system]
    for number, played in enumerate(command.played, start=1):
        yield from _leaving(command, number, number)
        absent = ((who, number, kind) for who, kind in played.byes)
        yield from _requested(command, absent)
        imported = _imported(command, number, played, colour)
        yield imported
        results = played.results(system.match_games)
        for place, (paired, result) in enumerate(zip(imported.games, results, strict=True)):
            if result != OPEN:
                unrated = place // system.match_games + 1 in played.unrated
                yield ResultRecorded(game=paired.game, result=result, unrated=unrated)
        yield from played_boards(command.in_teams, number, played.team_matches)
        is_over = OPEN not in results and not any(
            board.result == OPEN for match in played.team_matches for board in match.boards
        )
        if is_over and number < len(command.played):
            yield RoundClosed(round=number)


def _leaving(command: ImportTournament, first: int, last: int | None) -> Iterator[EntrantWithdrawn]:
    for entrant in command.entrants:
        out = entrant.out_from
        if out is not None and first <= out and (last is None or out <= last):
            yield EntrantWithdrawn(entrant=entrant.id, from_round=out)


def _requested(
    command: ImportTournament, byes: Iterable[tuple[int, int, ByeKind]]
) -> Iterator[ByeRequested]:
    for who, number, kind in byes:
        if kind is not ByeKind.PAIRING_ALLOCATED:
            yield ByeRequested(entrant=_entrant(command, who), round=number, kind=kind)


def _imported(
    command: ImportTournament, number: int, played: ImportedRound, colour: Colour
) -> RoundImported:
    system = command.tournament.system
    pairs = tuple(
        (_entrant(command, white), _entrant(command, black)) for white, black, _ in played.boards
    )
    games = tuple(
        PairedGame(
            game=GameRef(round=number, match=board, game=game).written,
            white=pair[1 - game % 2],
            black=pair[game % 2],
        )
        for board, pair in enumerate(pairs, start=1)
        for game in range(1, SYSTEMS[system].match_games + 1)
    )
    sides = (*pairs, *sides_of(command.in_teams, played.team_matches))
    return RoundImported(
        round=number,
        games=games,
        byes=tuple(
            GrantedBye(entrant=_entrant(command, who), kind=kind) for who, kind in played.byes
        ),
        system=system,
        edition=SYSTEMS[system].edition,
        first_colour=colour,
        sides=sides if SYSTEMS[system].plays_matches or command.rosters else UNSET,
    )


def _first_colour(command: ImportTournament) -> Colour:
    """Return the colour of the top player in round 1, announced or as played."""
    if command.tournament.first_colour is not FirstColour.LOT:
        return Colour(command.tournament.first_colour.value)
    first = command.played[0] if command.played else ImportedRound()
    pairs = [(white, black) for white, black, _ in first.boards]
    pairs += [(match.first, match.second) for match in first.team_matches]
    white, black = min(pairs, key=min, default=(1, 2))
    return Colour.WHITE if white < black else Colour.BLACK


RULES: Rules = {
    ImportTournament: import_tournament,
}


# Folds


FOLDS: Folds = {
    TournamentImported: lambda state, _, __: state,
    PointsRuled: lambda state, event, _: replace(state, points=event.points),
}
