"""The acts of an open hall, each as a course of facts; `rules` has checked that they are possible.

Every act ends by filling the free tables. Source: seed 004; `docs/rules/masnou.md`.
"""

from collections.abc import Iterable
from operator import attrgetter

from planilla.domain.pairing.masnou import MissedCall, PausedPlace, RunningGames, leavers
from planilla.domain.tournament.masnou.events import (
    Away,
    CallMissed,
    CallWithdrawn,
    GameVoided,
    HallEndMoved,
    HallPaused,
    HallResumed,
    PlayerQueued,
    PlayerStoodDown,
    QueueMoved,
    SeatTaken,
    TableAdded,
    TableLeft,
    TableWithdrawalAsked,
    TableWithdrawn,
    TimeExpired,
)
from planilla.domain.tournament.masnou.folds import Course
from planilla.domain.tournament.masnou.hall import Call, MasnouGame, Status, Table
from planilla.domain.tournament.masnou.settle import seat, settle
from planilla.domain.tournament.results import ResultWithdrawn, first_report
from planilla.domain.vocabulary import EntrantId, GameId, GameRef, GameResult


def end_game(course: Course, game: GameId, result: GameResult) -> None:
    """End a game at a table: players who leave go to the end of the queue, the next is called."""
    conclude(course, game, result)
    settle(course)


def conclude(
    course: Course, game: GameId, result: GameResult, out: EntrantId | None = None
) -> None:
    """Record the result, the leaving and the queueing; `out` leaves the hall and does not queue."""
    course.record(first_report(game, result))
    if course.hall.over:
        return
    ref = GameRef.of(game)
    number = ref.round
    played = course.hall.tables[number].games[ref.match - 1]
    leaving = _leaving(course, played, out)
    for entrant in leaving:
        course.record(TableLeft(table=number, entrant=entrant))
    for entrant in leaving:
        if entrant != out:
            _queue(course, entrant)
    _withdraw_if_due(course, number)


def _withdraw_if_due(course: Course, number: int) -> None:
    """Withdraw a table that is to be withdrawn, once no game runs at it."""
    if course.hall.tables[number].withdrawing or course.hall.to_withdraw:
        course.record(TableWithdrawn(table=number))


def _withdraw_calls(course: Course, tables: Iterable[int]) -> None:
    """Withdraw all calls; the called players are first in the queue again, in their order."""
    calls = (call.number for table in tables for call in course.hall.tables[table].calls)
    for call in sorted(calls, reverse=True):
        course.record(CallWithdrawn(call=call, at=course.at))


def _leaving(course: Course, played: MasnouGame, out: EntrantId | None) -> tuple[EntrantId, ...]:
    hall = course.hall
    streak = max(hall.members[each].streak for each in played.players)
    leaving = leavers(hall.rules, played.result, played.players, played.newcomer, streak)
    return leaving if out is None or out in leaving else (*leaving, out)


def _queue(course: Course, entrant: EntrantId, place: int | None = None) -> None:
    course.record(PlayerQueued(entrant=entrant, at=course.at, place=place, offline=course.offline))


def queue_player(course: Course, entrant: EntrantId) -> None:
    """Put a player at the end of the queue; one who paused and kept the place returns to it."""
    _queue(course, entrant)
    settle(course)


def take_seat(course: Course, call: Call) -> None:
    """Record that the called player has come."""
    course.record(SeatTaken(call=call.number, at=course.at))
    seat(course, call.table)
    settle(course)


def miss_call(course: Course, call: Call) -> None:
    """Record that the called player did not come, and call the next one (seed 004)."""
    course.record(CallMissed(call=call.number, at=course.at))
    rule = course.hall.rules.missed
    # Who misses two calls running is out: nobody calls an empty chair all evening.
    if rule is MissedCall.OUT or course.hall.members[call.entrant].missed > 1:
        course.record(PlayerStoodDown(entrant=call.entrant, away=Away.ABSENT, at=course.at))
        settle(course)
        return
    # The next is called before the absent one stands in the queue again: else, alone in it, they
    # would be called to the very seat they have just missed.
    settle(course)
    _queue(course, call.entrant, 0 if rule is MissedCall.ONE_BACK else None)
    settle(course)


def stand_down(course: Course, entrant: EntrantId, away: Away, reason: str = "") -> None:
    """Record a pause, absence, departure or expulsion: a running game is lost (seed 004).

    The game of an absent player did not begin: it is void, and the opponent stays for the next.
    """
    member = course.hall.members.get(entrant)
    if member is not None and member.status is Status.PLAYING:
        _break_off(course, entrant, member.table, away)
    elif member is not None and member.status is Status.CALLED and _keeps_place(course, away):
        _withdraw_call_of(course, entrant, member.table)
    course.record(PlayerStoodDown(entrant=entrant, away=away, at=course.at, reason=reason))
    settle(course)


def _break_off(course: Course, entrant: EntrantId, table: int, away: Away) -> None:
    game = course.hall.tables[table].running
    assert game is not None, "who plays has a game"
    if away is Away.ABSENT:
        course.record(GameVoided(game=game, at=course.at))
        if not course.hall.over:
            _withdraw_if_due(course, table)
    else:
        lose(course, game, entrant)


def lose(course: Course, game: GameId, entrant: EntrantId) -> None:
    """End the game of a player who leaves the hall as a win for the opponent."""
    played = course.hall.find(game)
    assert played is not None, "a running game is found"
    conclude(course, game, _lost_by(played, entrant), entrant)


def _keeps_place(course: Course, away: Away) -> bool:
    return away is Away.PAUSED and course.hall.rules.paused is PausedPlace.KEEPS


def _withdraw_call_of(course: Course, entrant: EntrantId, table: int) -> None:
    """Withdraw the call of a player who pauses and becomes first in the queue again."""
    called = course.hall.tables[table].calls
    number = next(call.number for call in called if call.entrant == entrant)
    course.record(CallWithdrawn(call=number, at=course.at))


def _lost_by(played: MasnouGame, entrant: EntrantId) -> GameResult:
    return GameResult.BLACK_WINS if entrant == played.white else GameResult.WHITE_WINS


def add_table(course: Course, number: int) -> None:
    """Add a table; the first two of the queue play at it (seed 004)."""
    course.record(TableAdded(table=number))
    settle(course)


def withdraw_table(course: Course, number: int | None, *, broken: bool = False) -> None:
    """Withdraw a table when its game ends, at once if it has none; without a number the next.

    The game at a `broken` table is void: its two players wait for another table, before the queue.
    """
    course.record(TableWithdrawalAsked(table=number, broken=broken))
    if number is not None and broken:
        stop_game(course, number)
    table = _idle(course, number)
    if table is not None:
        _withdraw_calls(course, (table.number,))
        course.record(TableWithdrawn(table=table.number))
    settle(course)


def stop_game(course: Course, number: int) -> None:
    """Make the running game of a table void, if there is one."""
    game = course.hall.tables[number].running
    if game is not None:
        course.record(GameVoided(game=game, at=course.at))


def _idle(course: Course, number: int | None) -> Table | None:
    """Return the table without a game to withdraw: this one, or the emptiest without a call.

    Of equally empty tables it is the one that has been free for longest.
    """
    free = [course.hall.tables[each] for each in course.hall.free]
    if number is not None:
        return next((table for table in free if table.number == number), None)
    return max((table for table in free if not table.calls), key=attrgetter("wants"), default=None)


def move_in_queue(course: Course, entrant: EntrantId, place: int, reason: str) -> None:
    """Move a player in the queue; the fact names those who are passed (an audited override)."""
    queue = course.hall.queue
    now = queue.index(entrant)
    passed = queue[place:now]
    course.record(QueueMoved(entrant=entrant, place=place, passed=passed, reason=reason))
    settle(course)


def expire(course: Course) -> None:
    """End the time: no game begins any more; running games are finished, or are left unscored."""
    _withdraw_calls(course, course.hall.free)
    course.record(TimeExpired(at=course.at))
    if course.hall.rules.running_games is RunningGames.STOP:
        for number in course.hall.tables:
            stop_game(course, number)


def move_end(course: Course, ends_at: int) -> None:
    """Move the end; in a hall that was over games begin again, and resting players queue again."""
    was_over = course.hall.over
    course.record(HallEndMoved(ends_at=ends_at))
    if was_over:
        resting = [
            entrant
            for entrant, member in course.hall.members.items()
            if member.status is Status.RESTING
        ]
        for entrant in resting:
            _queue(course, entrant)
    settle(course)


def pause(course: Course) -> None:
    """Pause the hall: nobody is called, and called players are first in the queue again."""
    _withdraw_calls(course, course.hall.free)
    course.record(HallPaused(at=course.at))


def resume(course: Course) -> None:
    """Resume the hall and fill the tables that became free in the pause."""
    course.record(HallResumed(at=course.at))
    settle(course)


def resume_later(course: Course, ends_at: int) -> None:
    """Resume the hall as `resume`, and end the marathon later."""
    course.record(HallResumed(at=course.at))
    move_end(course, ends_at)


def undo_result(course: Course, game: GameId) -> None:
    """Withdraw the last result of a table with everything that followed there, as undo does.

    A player called to the table is first in the queue again.
    """
    ref = GameRef.of(game)
    table = course.hall.tables[ref.round]
    undone = table.games[ref.match - 1].players
    if table.running is not None:
        following = course.hall.find(table.running)
        assert following is not None, "a running game is found"
        back = tuple(each for each in following.players if each not in undone)
        course.record(GameVoided(game=table.running, at=course.at, back=back))
    _send_back(course, course.hall.tables[ref.round], undone)
    course.record(ResultWithdrawn(game=game))
    settle(course)


def _send_back(course: Course, table: Table, undone: tuple[EntrantId, ...]) -> None:
    """Put the players called to the table, or sitting at it, first in the queue again, in order."""
    come = {each.order: each.entrant for each in table.sitters if each.entrant not in undone}
    called = [each.number for each in table.calls]
    for number in sorted((*come, *called), reverse=True):
        if number in come:
            _queue(course, come[number], 0)
        else:
            course.record(CallWithdrawn(call=number, at=course.at))
