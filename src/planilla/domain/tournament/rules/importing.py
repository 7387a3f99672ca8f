"""A tournament that a file tells of: every fact as an event, all of them or none.

The rounds were paired elsewhere and are recorded as they were played: nothing is paired here. Who
had a bye or was absent had asked for it; who came late, or left, is told so.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.commands import (
    EnterEntrants,
    FirstColour,
    ImportedEntrant,
    ImportedProhibition,
    ImportedRound,
    ImportTournament,
    NewEntrant,
)
from planilla.domain.tournament.events import (
    ByeRequested,
    EntrantEntered,
    EntrantWithdrawn,
    Event,
    GrantedBye,
    NumberingReason,
    PairedGame,
    PairingNumbersAssigned,
    PairsForbidden,
    PointsRuled,
    ResultRecorded,
    RoundClosed,
    RoundImported,
    TournamentCreated,
    TournamentImported,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import (
    ByeNotOffered,
    IllegalPairing,
    NobodyToForbid,
    NoSuchNumber,
    NoSuchRound,
    NotInThisSystem,
)
from planilla.domain.tournament.rules.lists import doubles
from planilla.domain.tournament.rules.registration import entries_of
from planilla.domain.tournament.rules.results import known_result
from planilla.domain.tournament.rules.setup import create_tournament
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.vocabulary import (
    RESULT_NOTATION,
    ByeKind,
    Colour,
    EntrantId,
    GameId,
    GameResult,
)

OPEN = RESULT_NOTATION[GameResult.OPEN]
FEWEST_APART = 2


def import_tournament(
    state: Tournament, command: ImportTournament, given: Given
) -> tuple[Event, ...]:
    """Open a tournament with everything that was played in it; its last round stays open."""
    created = create_tournament(state, command.tournament, given)
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
        *_entries(command, given),
        *(_forbidden(command, each) for each in command.forbidden),
        *_history(command),
        *_leaving(command, len(command.played) + 1, None),
        *_requested(command, command.byes),
    )


def _rounds_planned(created: Event, size: int) -> int:
    assert isinstance(created, TournamentCreated), "a tournament begins by being created"
    system = SYSTEMS[created.system]
    return system.rounds_for(size) if system.rounds_for is not None else created.rounds


def _check(command: ImportTournament, planned: int) -> None:
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
    """Everybody at most once, and results that exist."""
    there = [number for white, black, _ in played.boards for number in (white, black)]
    there += [number for number, _ in played.byes]
    twice = {_entrant(command, number) for number in doubles(there)}
    if twice:
        raise IllegalPairing(article="C.04.1 3", entrants=tuple(sorted(twice)))
    for _, _, result in played.boards:
        if result != OPEN:
            known_result(result)


def _entrant(command: ImportTournament, number: int) -> EntrantId:
    if not 1 <= number <= len(command.entrants):
        raise NoSuchNumber(number=number)
    return command.entrants[number - 1].id


def _entries(command: ImportTournament, given: Given) -> Iterator[Event]:
    """Everybody in the order of the file, each from their first round on; then the numbers."""
    entering = EnterEntrants(entrants=tuple(_new(each) for each in command.entrants))
    for event, imported in zip(entries_of(INITIAL, entering, given), command.entrants, strict=True):
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


def _history(command: ImportTournament) -> Iterator[Event]:
    """Round by round: who was not there, the boards, their results, and that it was over."""
    colour = _first_colour(command)
    for number, played in enumerate(command.played, start=1):
        yield from _leaving(command, number, number)
        absent = ((who, number, kind) for who, kind in played.byes)
        yield from _requested(command, absent)
        imported = _imported(command, number, played, colour)
        yield imported
        for board, (_, _, result) in enumerate(played.boards, start=1):
            if result != OPEN:
                game = imported.games[board - 1].game
                unrated = board in played.unrated
                yield ResultRecorded(game=game, result=result, unrated=unrated)
        is_over = all(result != OPEN for _, _, result in played.boards)
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
    return RoundImported(
        round=number,
        games=tuple(
            PairedGame(
                game=GameId(f"{number}.{board}"),
                white=_entrant(command, white),
                black=_entrant(command, black),
            )
            for board, (white, black, _) in enumerate(played.boards, start=1)
        ),
        byes=tuple(
            GrantedBye(entrant=_entrant(command, who), kind=kind) for who, kind in played.byes
        ),
        system=system,
        edition=SYSTEMS[system].edition,
        first_colour=colour,
    )


def _first_colour(command: ImportTournament) -> Colour:
    """The colour of the top player of round 1, announced or as it was played."""
    if command.tournament.first_colour is not FirstColour.LOT:
        return Colour(command.tournament.first_colour.value)
    boards = command.played[0].boards if command.played else ()
    white, black = min(((white, black) for white, black, _ in boards), key=min, default=(1, 2))
    return Colour.WHITE if white < black else Colour.BLACK
