"""The acts of a hall that was opened, each as a course of facts. They are possible: `rules` asked.

Every act ends by filling the free tables. Source: seed 004; `docs/rules/masnou.md`.
"""

from planilla.domain.pairing.masnou import (
    MissedCall,
    RunningGames,
    leavers,
)
from planilla.domain.tournament import events as e
from planilla.domain.tournament.hall.course import Course
from planilla.domain.tournament.hall.settle import seat, settle
from planilla.domain.tournament.hall.state import (
    Call,
    HallGame,
    Status,
    Table,
    parts_of,
)
from planilla.domain.vocabulary import (
    RESULT_NOTATION,
    EntrantId,
    GameId,
    GameResult,
)


def end_game(course: Course, game: GameId, result: GameResult) -> None:
    """A game at a table ends: who leaves goes to the end of the queue, the next is called."""
    conclude(course, game, result)
    settle(course)


def conclude(
    course: Course, game: GameId, result: GameResult, out: EntrantId | None = None
) -> None:
    """The result, the leaving and the queueing; `out` leaves the hall and does not queue."""
    course.say(e.ResultRecorded(game=game, result=RESULT_NOTATION[result]))
    if course.hall.over:
        return
    _, number, running = parts_of(game)
    played = course.hall.tables[number].games[running - 1]
    leaving = _leaving(course, played, out)
    for entrant in leaving:
        course.say(e.TableLeft(table=number, entrant=entrant))
    for entrant in leaving:
        if entrant != out:
            _queue(course, entrant)
    table = course.hall.tables[number]
    if table.withdrawing or course.hall.to_withdraw:
        course.say(e.TableWithdrawn(table=number))


def _leaving(course: Course, played: HallGame, out: EntrantId | None) -> tuple[EntrantId, ...]:
    hall = course.hall
    streak = max(hall.members[each].streak for each in played.players)
    leaving = leavers(hall.rules, played.result, played.players, played.newcomer, streak)
    return leaving if out is None or out in leaving else (*leaving, out)


def _queue(course: Course, entrant: EntrantId, place: int | None = None) -> None:
    course.say(e.PlayerQueued(entrant=entrant, at=course.at, place=place, offline=course.offline))


def queue_player(course: Course, entrant: EntrantId) -> None:
    """To the end of the queue; who paused and kept the place stands there again."""
    _queue(course, entrant)
    settle(course)


def take_seat(course: Course, call: Call) -> None:
    """Who was called has come."""
    course.say(e.SeatTaken(call=call.number, at=course.at))
    seat(course, call.table)
    settle(course)


def miss_call(course: Course, call: Call) -> None:
    """Who was called did not come: the turn is lost, and the next one is called (seed 004)."""
    course.say(e.CallMissed(call=call.number, at=course.at))
    missed = course.hall.members[call.entrant].missed
    place = _place_after_miss(course, missed)
    if place is None:
        course.say(e.PlayerStoodDown(entrant=call.entrant, away=e.Away.ABSENT, at=course.at))
        settle(course)
        return
    # The next is called before the absent one stands in the queue again: else, alone in it, they
    # would be called to the very seat they have just missed.
    settle(course)
    _queue(course, call.entrant, min(place, len(course.hall.queue)))
    settle(course)


def _place_after_miss(course: Course, missed: int) -> int | None:
    """The place after the next one was called; None: out. The second miss running is the last."""
    if missed > 1 or course.hall.rules.missed is MissedCall.OUT:
        return None
    return 0 if course.hall.rules.missed is MissedCall.ONE_BACK else len(course.hall.queue)


def stand_down(course: Course, entrant: EntrantId, away: e.Away, reason: str = "") -> None:
    """Pause, absence, going home or expulsion: a game that runs is lost (seed 004).

    Who is absent did not begin the game: it is void, and the opponent stays for the next.
    """
    member = course.hall.members.get(entrant)
    if member is not None and member.status is Status.PLAYING:
        game = course.hall.tables[member.table].running
        played = None if game is None else course.hall.find(game)
        assert game is not None, "who plays has a game"
        assert played is not None, "a running game is found"
        if away is e.Away.ABSENT:
            course.say(e.GameVoided(game=game, at=course.at))
        else:
            conclude(course, game, _lost_by(played, entrant), entrant)
    course.say(e.PlayerStoodDown(entrant=entrant, away=away, at=course.at, reason=reason))
    settle(course)


def _lost_by(played: HallGame, entrant: EntrantId) -> GameResult:
    return GameResult.BLACK_WINS if entrant == played.white else GameResult.WHITE_WINS


def add_table(course: Course, number: int) -> None:
    """The first two of the queue play at it (seed 004)."""
    course.say(e.TableAdded(table=number))
    settle(course)


def withdraw_table(course: Course, number: int | None) -> None:
    """Withdraw a table when its game ends, at once if it has none; without a number the next."""
    course.say(e.TableWithdrawalAsked(table=number))
    table = _idle(course, number)
    if table is not None:
        for call in reversed(table.calls):
            course.say(e.CallWithdrawn(call=call.number, at=course.at))
        course.say(e.TableWithdrawn(table=table.number))
    settle(course)


def _idle(course: Course, number: int | None) -> Table | None:
    """The table without a game that is withdrawn: this one, or the emptiest that is free."""
    free = [course.hall.tables[each] for each in course.hall.free]
    if number is not None:
        return next((table for table in free if table.number == number), None)
    return max(free, key=lambda table: table.wants, default=None)


def move_in_queue(course: Course, entrant: EntrantId, place: int, reason: str) -> None:
    """The director gives another place; who is passed stands in the fact (an audited override)."""
    queue = course.hall.queue
    now = queue.index(entrant)
    passed = queue[place:now]
    course.say(e.QueueMoved(entrant=entrant, place=place, passed=passed, reason=reason))
    settle(course)


def expire(course: Course) -> None:
    """The time is over: no game begins any more; running ones end, or are left unscored."""
    for number in course.hall.free:
        for call in reversed(course.hall.tables[number].calls):
            course.say(e.CallWithdrawn(call=call.number, at=course.at))
    course.say(e.TimeExpired(at=course.at))
    if course.hall.rules.running_games is RunningGames.STOP:
        for table in tuple(course.hall.tables.values()):
            if table.running is not None:
                course.say(e.GameVoided(game=table.running, at=course.at))


def move_end(course: Course, ends_at: int) -> None:
    """Another end; a hall that was over goes on, and those who rest queue again."""
    was_over = course.hall.over
    course.say(e.HallEndMoved(ends_at=ends_at))
    if was_over:
        resting = [
            entrant
            for entrant, member in course.hall.members.items()
            if member.status is Status.RESTING
        ]
        for entrant in resting:
            _queue(course, entrant)
    settle(course)


def undo_result(course: Course, game: GameId) -> None:
    """Take back the last result of a table with all that it led to there: what undo does.

    Who was called to the table is the first of the queue again.
    """
    _, number, running = parts_of(game)
    table = course.hall.tables[number]
    undone = table.games[running - 1].players
    following = None if table.running is None else course.hall.find(table.running)
    if table.running is not None and following is not None:
        back = tuple(each for each in following.players if each not in undone)
        course.say(e.GameVoided(game=table.running, at=course.at, back=back))
    for call in reversed(course.hall.tables[number].calls):
        course.say(e.CallWithdrawn(call=call.number, at=course.at))
    for sitter in course.hall.tables[number].sitters:
        if sitter.entrant not in undone:
            _queue(course, sitter.entrant, 0)
    course.say(e.ResultWithdrawn(game=game))
    settle(course)
