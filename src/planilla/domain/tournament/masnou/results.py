"""Results of a hall: recorded, withdrawn, corrected; the play-off; the consequences of its timers.

Commands name the game: otherwise "Ana won at table 3" from a second phone would count as the next
game at that table. A correction changes points; seats and the queue stay (`audit.masnou_replay`
calculates what the queue would have been).
"""

from planilla.domain.pairing.masnou import PLAYERS_AT_A_TABLE, RESULTS
from planilla.domain.tournament.closing import FinishTournament, TournamentFinished
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.corrections import (
    CorrectResult,
    DeleteResult,
    ResultCorrected,
    ResultDeleted,
    SameGame,
    SwapResults,
)
from planilla.domain.tournament.effects import check_known
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evidence import with_evidence
from planilla.domain.tournament.lookups import check_each_once, known_entrant
from planilla.domain.tournament.masnou.acts import (
    conclude,
    end_game,
    expire,
    miss_call,
    undo_result,
)
from planilla.domain.tournament.masnou.commands import DrawPlayoff
from planilla.domain.tournament.masnou.folds import Course
from planilla.domain.tournament.masnou.hall import (
    Hall,
    MasnouGame,
    Status,
    hall_of,
    playoff_game,
)
from planilla.domain.tournament.masnou.late import check_not_void, record_offline_game
from planilla.domain.tournament.masnou.playoff import draw_round, end_playoff_game
from planilla.domain.tournament.masnou.ranking import ranking
from planilla.domain.tournament.masnou.refusals import (
    GameIsVoid,
    HallStillRuns,
    NotTiedForFirst,
    PlayoffNotAnnounced,
    PlayoffRuns,
    TooFewForPlayoff,
    TooLateToUndo,
)
from planilla.domain.tournament.masnou.rules import AWAY, concluded, course_of
from planilla.domain.tournament.refusal import (
    CorrectsAnotherEvent,
    NoResultYet,
    NoSuchGame,
    NoSuchResult,
    SameResult,
)
from planilla.domain.tournament.results import (
    RecordResult,
    ResultsConflict,
    ResultWithdrawn,
    WithdrawResult,
)
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import Effect, Timer
from planilla.domain.vocabulary import (
    RESULT_NOTATION,
    RESULT_OF_NOTATION,
    EntrantId,
    GameId,
    GameKind,
    GameRef,
    GameResult,
)

NOTATIONS = tuple(RESULT_NOTATION[result] for result in RESULTS)


def record_result(
    state: Tournament, command: RecordResult, context: DecisionContext
) -> tuple[Event, ...]:
    """Record the result of a game at a table or of the play-off; repeating it changes nothing.

    After a correction a repeated report is compared with the corrected result.
    """
    course = course_of(state, command.made_at, context)
    result = known_result(command.result)
    if course.hall.find(command.game) is None and record_offline_game(
        state, course, command.game, command.players, command.began_at
    ):
        conclude(course, command.game, result)
        return concluded(state, course)
    game = known_game(course.hall, command.game)
    check_not_void(course.hall, command, game)
    if game.result is result:
        return ()  # two phones, one result: already so
    if not (game.is_running or game.voided):
        raise ResultsConflict(
            game=command.game, recorded=RESULT_NOTATION[game.result], reported=command.result
        )
    if GameRef.of(command.game).kind is GameKind.TABLE:
        end_game(course, command.game, result)
    else:
        end_playoff_game(course, command.game, result)
    return concluded(state, course)


def known_result(notation: str) -> GameResult:
    """Return the result of that notation.

    Raises:
        NoSuchResult: a game of a hall has no such result.
    """
    if notation not in NOTATIONS:
        raise NoSuchResult(result=notation, known=NOTATIONS)
    return RESULT_OF_NOTATION[notation]


def known_game(hall: Hall, game: GameId) -> MasnouGame:
    """Return the game of that identity.

    Raises:
        NoSuchGame: there is none.
    """
    found = hall.find(game)
    if found is None:
        raise NoSuchGame(game=game)
    return found


def withdraw_result(
    state: Tournament, command: WithdrawResult, context: DecisionContext
) -> tuple[Event, ...]:
    """Withdraw the last result of a table with the seating that followed, as undo does."""
    course = course_of(state, command.made_at, context)
    game = known_game(course.hall, command.game)
    if game.is_running:
        return ()
    if game.voided or not may_be_taken_back(course.hall, command.game, game):
        raise TooLateToUndo(game=command.game)
    if GameRef.of(command.game).kind is GameKind.TABLE:
        undo_result(course, command.game)
    else:
        course.record(ResultWithdrawn(game=command.game))
    return concluded(state, course)


def may_be_taken_back(hall: Hall, identity: GameId, game: MasnouGame) -> bool:
    """Return whether withdrawing the result would undo everything that followed from it.

    Neither player has finished another game since, both are available, and no play-off is drawn.
    """
    ref = GameRef.of(identity)
    if ref.kind is not GameKind.TABLE:
        return ref.round == len(hall.playoff)
    table = hall.tables[ref.round]
    if table.games[ref.match - 1].seatless:
        return False
    later = [each for each in table.games[ref.match :] if _is_finished(each) or not each.voided]
    played_on = len(later) > 1 or any(not each.is_running for each in later)
    if hall.playoff or table.withdrawn or played_on or _finished_elsewhere(hall, game):
        return False
    met = all(hall.members[each].opponent in game.players for each in game.players)
    return met and all(_is_back(hall, each, table.number, later) for each in game.players)


def _is_finished(game: MasnouGame) -> bool:
    """Return whether the game ended, even if its result does not count."""
    return game.recorded is not GameResult.OPEN


def _finished_elsewhere(hall: Hall, game: MasnouGame) -> bool:
    """Return whether one of the two has finished a game that began later, at any table."""
    return any(
        each.at > game.at and _is_finished(each) and not set(game.players).isdisjoint(each.players)
        for table in hall.tables.values()
        for each in table.games
    )


def _is_back(hall: Hall, entrant: EntrantId, table: int, later: list[MasnouGame]) -> bool:
    """Return whether a player of the game plays nowhere else: rests, waits, is away, or is there.

    A player who "lost" a game that was reported the wrong way round may have paused or gone home
    since. An expulsion is a ruling: it stands.
    """
    member = hall.members[entrant]
    if member.status is Status.WAITING or member.status in AWAY:
        return True
    there = member.status in {Status.SITTING, Status.CALLED}
    return (there or any(entrant in each.players for each in later)) and member.table == table


def draw_playoff(
    state: Tournament, command: DrawPlayoff, context: DecisionContext
) -> tuple[Event, ...]:
    """Draw the knockout among those tied for the first place, or some of them (seed 004)."""
    course = course_of(state, None, context)
    hall = course.hall
    if not hall.rules.playoff:
        raise PlayoffNotAnnounced
    if hall.playoff:
        raise PlayoffRuns
    _check_ended(hall)
    tied = tied_for_first(hall)
    for entrant in command.entrants:
        if known_entrant(state, entrant).id not in tied:
            raise NotTiedForFirst(entrant=entrant)
    check_each_once(command.entrants)
    players = command.entrants or tied
    if len(players) < PLAYERS_AT_A_TABLE:
        raise TooFewForPlayoff
    draw_round(course, players)
    return concluded(state, course)


def tied_for_first(hall: Hall) -> tuple[EntrantId, ...]:
    """Return the entrants who share the first place."""
    return tuple(row.entrant for row in ranking(hall) if row.place == 1)


def _check_ended(hall: Hall) -> None:
    running = running_games(hall)
    if running or not hall.over:
        raise HallStillRuns(games=running)


def running_games(hall: Hall) -> tuple[GameId, ...]:
    """Return the games without a result: at the tables, then of the play-off."""
    at_tables = (table.running for table in hall.tables.values() if table.running is not None)
    of_playoff = (
        playoff_game(number, place)
        for number, drawn in enumerate(hall.playoff, start=1)
        for place, game in enumerate(drawn.games, start=1)
        if game.is_running
    )
    return (*at_tables, *of_playoff)


def finish_tournament(
    state: Tournament, _: FinishTournament, __: DecisionContext
) -> tuple[Event, ...]:
    """Make the ranking final: the time is over and no game runs."""
    if state.finished:
        return ()
    _check_ended(hall_of(state))
    return (TournamentFinished(),)


def time_expired(state: Tournament, timer: Timer, _: DecisionContext) -> tuple[Event, ...]:
    """End the hall at its hour, even if the server was down then."""
    hall = hall_of(state)
    if hall.over:
        return ()
    course = Course(hall, at=timer.due_at)
    expire(course)
    return concluded(state, course)


def call_expired(state: Tournament, timer: Timer, context: DecisionContext) -> tuple[Event, ...]:
    """Record that a call was not answered in time: the turn is lost."""
    hall = hall_of(state)
    call = hall.call(int(timer.about))
    if call is None:
        return ()
    course = Course(hall, at=context.at)
    miss_call(course, call)
    return concluded(state, course)


NOT_PLAYED = RESULT_NOTATION[GameResult.BOTH_FORFEIT]
"""The notation of a game of a hall that does not count; it is never open again."""

POINTS = Effect(points=True, pairing_from=None, rating=True)
"""The effect of a correction in a hall: nobody is seated again."""


def correct_result(
    state: Tournament, command: CorrectResult, context: DecisionContext
) -> tuple[Event, ...]:
    """Correct the result of a game: points change, seats do not."""
    result = known_result(command.result)
    game = _in_force(hall_of(state), command.game, command.corrects)
    if result is game.result:
        raise SameResult(game=command.game, result=command.result)
    check_known(command.known_at, None, context)
    corrected = _corrected(command, (command.game, command.corrects, result))
    return with_evidence(state, (corrected,), command.evidence)


def delete_result(
    state: Tournament, command: DeleteResult, context: DecisionContext
) -> tuple[Event, ...]:
    """Delete the result of a game at a table; play has continued, so the game never reopens."""
    if command.counts_as != NOT_PLAYED:
        raise NoSuchResult(result=command.counts_as, known=(NOT_PLAYED,))
    game = _in_force(hall_of(state), command.game, command.corrects)
    if game.voided:
        raise SameResult(game=command.game, result=command.counts_as)
    if GameRef.of(command.game).kind is not GameKind.TABLE:
        raise TooLateToUndo(game=command.game)
    check_known(command.known_at, None, context)
    deleted = ResultDeleted(
        game=command.game,
        corrects=command.corrects,
        counts_as=command.counts_as,
        effect=command.effect or POINTS,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    return with_evidence(state, (deleted,), command.evidence)


def swap_results(
    state: Tournament, command: SwapResults, context: DecisionContext
) -> tuple[Event, ...]:
    """Exchange the results of two games: one was reported at the other's table.

    If the other game is still running it ends now with the result; that is possible while the first
    report can be withdrawn with the seating that followed it, and at another table: a later game at
    the same one belongs to that seating.
    """
    if command.game == command.other:
        raise SameGame(game=command.game)
    hall = hall_of(state)
    game = _in_force(hall, command.game, command.corrects)
    other = known_game(hall, command.other)
    for each, identity in ((game, command.game), (other, command.other)):
        if each.voided:
            raise GameIsVoid(game=identity)
    check_known(command.known_at, None, context)
    if other.is_running and not command.other_corrects:
        moved = _moved(state, command, game, context)
        return with_evidence(state, moved, command.evidence)
    _in_force(hall, command.other, command.other_corrects)
    if game.result is other.result:
        raise SameResult(game=command.game, result=RESULT_NOTATION[game.result])
    swapped = (
        _corrected(command, (command.game, command.corrects, other.result)),
        _corrected(command, (command.other, command.other_corrects, game.result)),
    )
    return with_evidence(state, swapped, command.evidence)


def _moved(
    state: Tournament, command: SwapResults, game: MasnouGame, context: DecisionContext
) -> tuple[Event, ...]:
    course = course_of(state, None, context)
    refs = (GameRef.of(command.game), GameRef.of(command.other))
    at_tables = all(ref.kind is GameKind.TABLE for ref in refs)
    at_two_tables = at_tables and refs[0].round != refs[1].round
    if not at_two_tables or not may_be_taken_back(course.hall, command.game, game):
        raise TooLateToUndo(game=command.game)
    undo_result(course, command.game)
    end_game(course, command.other, game.result)
    return concluded(state, course)


def _in_force(hall: Hall, identity: GameId, corrects: int) -> MasnouGame:
    game = known_game(hall, identity)
    if not game.version:
        raise NoResultYet(game=identity)
    if corrects != game.version:
        raise CorrectsAnotherEvent(game=identity, corrects=corrects, in_force=game.version)
    return game


def _corrected(
    command: CorrectResult | SwapResults, wanted: tuple[GameId, int, GameResult]
) -> ResultCorrected:
    game, corrects, result = wanted
    return ResultCorrected(
        game=game,
        result=RESULT_NOTATION[result],
        corrects=corrects,
        effect=command.effect or POINTS,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
