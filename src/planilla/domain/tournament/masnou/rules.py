"""The acts of a Masnou hall: checks, consequences, and the timers of its calls and its end.

Source: seed 004, "Sistema Masnou"; what it leaves open is decided in `docs/rules/masnou.md`.
"""

from collections.abc import Callable

from planilla.domain.chance import GENERATOR, order_by_lot
from planilla.domain.pairing.masnou import MasnouRules, StartOrder, start_order
from planilla.domain.tournament import entrants
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.contradictions import CATEGORIES_MAX
from planilla.domain.tournament.entrants import EnterEntrants, EntrantEntered
from planilla.domain.tournament.entry_requests import AcceptEntryRequests, accepted_entrants
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.lookups import known_entrant
from planilla.domain.tournament.masnou import acts
from planilla.domain.tournament.masnou.acts import expire, move_end, pause, resume, resume_later
from planilla.domain.tournament.masnou.commands import (
    AddTable,
    EndHall,
    KeepTable,
    MissCall,
    MoveHallEnd,
    MoveInQueue,
    OpenHall,
    PauseHall,
    QueuePlayer,
    ResumeHall,
    StandDown,
    TakeSeat,
    WithdrawTable,
)
from planilla.domain.tournament.masnou.events import (
    Away,
    HallEndMoved,
    HallOpened,
    HallPairsAllowed,
    HallPairsForbidden,
    HallResumed,
    PairKeptApart,
    PlayerStoodDown,
    QueueFormed,
    TableWithdrawalCancelled,
    TimeExpired,
)
from planilla.domain.tournament.masnou.folds import NEVER_SEEN, Course, opened
from planilla.domain.tournament.masnou.hall import (
    MINUTE_US,
    Call,
    Hall,
    Member,
    Status,
    Table,
    hall_of,
)
from planilla.domain.tournament.masnou.late import is_late, leave_offline_game
from planilla.domain.tournament.masnou.refusals import (
    HallAlreadyOpen,
    HallEndOutOfRange,
    HallIsOver,
    HallOutOfRange,
    LastTable,
    MadeOutOfTime,
    NoSuchCall,
    NoSuchPlace,
    NoSuchTable,
    NothingToKeep,
    NotWaiting,
    PlayoffRuns,
    PlaysNow,
    TableInUse,
    TableNotInUse,
    TooFewToOpen,
)
from planilla.domain.tournament.masnou.seen import (
    AT_A_TABLE,
    check_call,
    check_comes_back,
    check_place,
    check_seen,
    check_stands_down,
)
from planilla.domain.tournament.masnou.settle import settle
from planilla.domain.tournament.prohibitions import (
    AllowPairs,
    ForbidPairs,
    NoSuchProhibition,
    check_entrants,
)
from planilla.domain.tournament.refusal import EntrantIsExpelled, NoSuchRound, NotInThisSystem
from planilla.domain.tournament.state import Prohibition, Tournament
from planilla.domain.tournament.timers import cancelled, scheduled
from planilla.domain.tournament.values import TimerKind
from planilla.domain.vocabulary import EntrantId

FEWEST = 2

LIMITS = {
    "tables": (1, 150),
    "duration": (1, 24 * 60),
    "clock": (0, 120),
    "call_seconds": (0, 600),
    "wins_cap": (0, 100),
}
"""Limits of the numbers in the rules; the last start must be less than the duration away."""

TABLES_MAX = 300
"""Tables ever used in one hall."""

AHEAD_MAX_US = 24 * 60 * MINUTE_US

AWAY = frozenset({Status.RESTING, Status.PAUSED, Status.ABSENT, Status.GONE})

Act = Callable[[Course], None]


def open_hall(state: Tournament, command: OpenHall, context: DecisionContext) -> tuple[Event, ...]:
    """Open the hall: everybody present queues in the starting order, and the tables are filled."""
    if not state.system.seats_at_once:
        raise NotInThisSystem(system=state.system_name)
    if state.memory.has_games:
        raise HallAlreadyOpen
    rules = command.rules
    _check_limits(rules)
    for entrant in command.absent:
        known_entrant(state, entrant)
    order = _starting(state, command, context)
    if len(order) < FEWEST:
        raise TooFewToOpen(players=len(order))
    drawn = rules.order is StartOrder.LOT
    opening = HallOpened(
        rules=rules,
        at=context.at,
        ends_at=context.at + rules.duration * MINUTE_US,
        apart=tuple(
            PairKeptApart(forbidden=each.version, entrants=each.entrants)
            for each in prohibitions_in_force(state)
        ),
    )
    course = Course(opened(opening), at=context.at)
    course.record(
        QueueFormed(
            order=order,
            at=context.at,
            lot=context.lot if drawn else None,
            generator=GENERATOR if drawn else "",
        )
    )
    for entrant in command.absent:
        course.record(PlayerStoodDown(entrant=entrant, away=Away.ABSENT, at=context.at))
    settle(course)
    end = scheduled(state, TimerKind.HALL_END, opening.ends_at)
    return (opening, end, *course.facts, *_call_timers(state, course, ahead=1))


def _check_limits(rules: MasnouRules) -> None:
    limits = {**LIMITS, "last_start": (0, rules.duration - 1)}
    for field, (smallest, largest) in limits.items():
        value = getattr(rules, field)
        if not smallest <= value <= largest:
            raise HallOutOfRange(field=field, value=value, smallest=smallest, largest=largest)
    if len(rules.categories) > CATEGORIES_MAX:
        raise HallOutOfRange(
            field="categories", value=len(rules.categories), smallest=0, largest=CATEGORIES_MAX
        )


def prohibitions_in_force(state: Tournament) -> tuple[Prohibition, ...]:
    """Return the current prohibitions; a hall has no rounds at which one could end."""
    return tuple(each for each in state.prohibitions if each.last_round is None)


def _starting(
    state: Tournament, command: OpenHall, context: DecisionContext
) -> tuple[EntrantId, ...]:
    absent = frozenset(command.absent)
    arrived = tuple(
        (entrant.id, entrant.rating)
        for entrant in state.entrants.values()
        if entrant.id not in absent
    )
    is_lot = command.rules.order is StartOrder.LOT
    drawn = order_by_lot(context.lot, len(arrived)) if is_lot else ()
    return start_order(command.rules, arrived, drawn)


def course_of(state: Tournament, made_at: int | None, context: DecisionContext) -> Course:
    """Return the course of an act in the hall, at the time at which it was made.

    Raises:
        NotInThisSystem, HallNotOpen: there is no hall.
        MadeOutOfTime: it was made before the hall was opened, or in the future.
    """
    hall = hall_of(state)
    if made_at is not None and not hall.opened_at <= made_at <= context.at:
        raise MadeOutOfTime(made_at=made_at, opened_at=hall.opened_at, now=context.at)
    return Course(hall, at=context.at, lot=context.lot, made_at=made_at)


def concluded(state: Tournament, course: Course) -> tuple[Event, ...]:
    """Return the facts of a course with the timers of the calls that it made or ended."""
    return (*course.facts, *_call_timers(state, course))


def _call_timers(state: Tournament, course: Course, ahead: int = 0) -> list[Event]:
    calling = {
        str(call.number): call
        for number in course.hall.free
        for call in course.hall.tables[number].calls
        if call.until and not course.hall.over
    }
    pending = {
        timer.about: timer for timer in state.timers.values() if timer.kind is TimerKind.CALL
    }
    gone = [cancelled(timer) for about, timer in pending.items() if about not in calling]
    made = [
        scheduled(state, TimerKind.CALL, _due(course, call), about, ahead=ahead + place)
        for place, (about, call) in enumerate(
            (about, call) for about, call in calling.items() if about not in pending
        )
    ]
    return [*gone, *made]


def _due(course: Course, call: Call) -> int:
    """Return the time at which a call is missed; an answer made offline can arrive before."""
    if call.until > course.now:
        return call.until
    return course.now + call.until - call.at


def enter_entrants(
    state: Tournament, command: EnterEntrants, context: DecisionContext
) -> tuple[Event, ...]:
    """Enter people; while the marathon runs they go to the end of the queue (seed 004)."""
    entered = entrants.enter_entrants(state, command, context)
    if not state.memory.has_games or hall_of(state).over or not entered:
        return entered
    course = course_of(state, command.made_at, context)
    for entrant in [each.entrant for each in entered if isinstance(each, EntrantEntered)]:
        acts.queue_player(course, entrant)
    return (*entered, *concluded(state, course))


def accept_entry_requests(
    state: Tournament, command: AcceptEntryRequests, context: DecisionContext
) -> tuple[Event, ...]:
    """Enter those whose requests are accepted, as `enter_entrants` does."""
    entering = EnterEntrants(entrants=accepted_entrants(state, command, context))
    return enter_entrants(state, entering, context)


def queue_player(
    state: Tournament, command: QueuePlayer, context: DecisionContext
) -> tuple[Event, ...]:
    """Queue a player who arrived, returned or resumes; nothing if they are in the queue already."""
    course = course_of(state, command.made_at, context)
    entrant = known_entrant(state, command.entrant).id
    check_seen("seen", command.seen, command.made_at)
    if not is_late(course.hall, command.made_at):
        _check_runs(course.hall)
    member = _member(course.hall, entrant) or NEVER_SEEN
    if member.status in AT_A_TABLE:
        raise PlaysNow(entrant=entrant, table=member.table)
    if member.status not in AWAY:
        return ()
    check_comes_back(course.hall, entrant, member, command.seen)
    acts.queue_player(course, entrant)
    return concluded(state, course)


def _member(hall: Hall, entrant: EntrantId) -> Member | None:
    member = hall.members.get(entrant)
    if member is not None and member.status is Status.EXPELLED:
        raise EntrantIsExpelled(entrant=entrant)
    return member


def _check_runs(hall: Hall) -> None:
    if hall.over:
        raise HallIsOver


def take_seat(state: Tournament, command: TakeSeat, context: DecisionContext) -> tuple[Event, ...]:
    """Seat the called player; nothing if it was done already."""
    course = course_of(state, command.made_at, context)
    call = _taken(course.hall, command.call)
    if call is not None:
        _check_answer(call, command)
        return ()
    if is_late(course.hall, command.made_at):
        return ()
    acts.take_seat(course, _answered(course.hall, command))
    return concluded(state, course)


def miss_call(state: Tournament, command: MissCall, context: DecisionContext) -> tuple[Event, ...]:
    """Record that the called player does not come, and call the next one."""
    course = course_of(state, command.made_at, context)
    if is_late(course.hall, command.made_at):
        return ()
    acts.miss_call(course, _answered(course.hall, command))
    return concluded(state, course)


def _taken(hall: Hall, number: int) -> Call | None:
    """Return the call of that number if the called player is at the table already."""
    for table in hall.free:
        for each in hall.tables[table].sitters:
            if each.order == number:
                return Call(number=number, entrant=each.entrant, table=table, at=0, until=0)
    return None


def _answered(hall: Hall, command: TakeSeat | MissCall) -> Call:
    call = hall.call(command.call)
    if call is None:
        raise NoSuchCall(call=command.call)
    _check_answer(call, command)
    return call


def _check_answer(call: Call, command: TakeSeat | MissCall) -> None:
    check_seen("entrant", command.entrant, command.made_at)
    check_call(call, command)


def stand_down(
    state: Tournament, command: StandDown, context: DecisionContext
) -> tuple[Event, ...]:
    """Record a pause, absence, departure or expulsion; nothing if it is recorded already."""
    course = course_of(state, command.made_at, context)
    entrant = known_entrant(state, command.entrant).id
    check_seen("seen", command.seen, command.made_at)
    now = course.hall.members.get(entrant, NEVER_SEEN)
    if now.status.value == command.away.value:
        return ()
    _member(course.hall, entrant)
    if not leave_offline_game(state, course, command):
        check_stands_down(course.hall, entrant, now, command.seen)
        if now.status is Status.PLAYING and command.away is Away.PAUSED:
            raise PlaysNow(entrant=entrant, table=now.table)
    acts.stand_down(course, entrant, command.away, command.reason.commitment)
    return concluded(state, course)


def add_table(state: Tournament, command: AddTable, context: DecisionContext) -> tuple[Event, ...]:
    """Add a table, or use a withdrawn one again."""
    course = course_of(state, command.made_at, context)
    if is_late(course.hall, command.made_at):
        return ()
    _check_runs(course.hall)
    tables = course.hall.tables
    number = command.table or max(tables) + 1
    if not 1 <= number <= TABLES_MAX:
        raise NoSuchTable(table=number, tables=TABLES_MAX)
    if number in tables and not tables[number].withdrawn:
        raise TableInUse(table=number)
    acts.add_table(course, number)
    return concluded(state, course)


def withdraw_table(
    state: Tournament, command: WithdrawTable, context: DecisionContext
) -> tuple[Event, ...]:
    """Withdraw a table when its game ends, or at once if it is broken.

    Nothing happens if it is to be withdrawn already and is not broken. A broken table that is
    reported after the end only stops its game.
    """
    course = course_of(state, command.made_at, context)
    hall = course.hall
    if is_late(hall, command.made_at):
        if command.broken and command.table in hall.tables:
            acts.stop_game(course, command.table)
        return concluded(state, course)
    _check_runs(hall)
    is_named = command.broken or command.table is not None
    if is_named and _used(hall, command.table or 0).withdrawing:
        if not command.broken:
            return ()
    elif _staying(hall) <= 1:
        raise LastTable
    acts.withdraw_table(course, command.table, broken=command.broken)
    return concluded(state, course)


def _staying(hall: Hall) -> int:
    """Return the number of tables that are not to be withdrawn."""
    staying = [each for each in hall.tables.values() if not (each.withdrawn or each.withdrawing)]
    return len(staying) - hall.to_withdraw


def keep_table(
    state: Tournament, command: KeepTable, context: DecisionContext
) -> tuple[Event, ...]:
    """Cancel the withdrawal of a table."""
    course = course_of(state, command.made_at, context)
    hall = course.hall
    asked = hall.to_withdraw if command.table is None else _used(hall, command.table).withdrawing
    if not asked:
        raise NothingToKeep
    course.record(TableWithdrawalCancelled(table=command.table))
    return concluded(state, course)


def _used(hall: Hall, number: int) -> Table:
    table = hall.tables.get(number)
    if table is None:
        raise NoSuchTable(table=number, tables=max(hall.tables))
    if table.withdrawn:
        raise TableNotInUse(table=number)
    return table


def move_in_queue(
    state: Tournament, command: MoveInQueue, context: DecisionContext
) -> tuple[Event, ...]:
    """Move a player in the strict queue by order of the director, with a reason (seed 004)."""
    course = course_of(state, command.made_at, context)
    entrant = known_entrant(state, command.entrant).id
    check_seen("at_place", command.at_place, command.made_at)
    queue = course.hall.queue
    if entrant not in queue:
        raise NotWaiting(entrant=entrant)
    if not 1 <= command.place <= len(queue):
        raise NoSuchPlace(place=command.place, queue=len(queue))
    if queue[command.place - 1] == entrant:
        return ()
    check_place(queue, command)
    acts.move_in_queue(course, entrant, command.place - 1, command.reason.commitment)
    return concluded(state, course)


def move_hall_end(
    state: Tournament, command: MoveHallEnd, context: DecisionContext
) -> tuple[Event, ...]:
    """Move the end of the marathon to a future time; not after the play-off was drawn."""
    course = course_of(state, command.made_at, context)
    if is_late(course.hall, command.made_at) and _has_passed(course, command.ends_at):
        return _ended_later(course, command.ends_at)
    _check_end(course.hall, command.ends_at, context)
    if command.ends_at == course.hall.ends_at and not course.hall.over:
        return ()
    move_end(course, command.ends_at)
    return _with_another_end(state, course)


def _has_passed(course: Course, ends_at: int) -> bool:
    """Return whether a later end of a finished hall, reported by a tablet, has passed too."""
    hall = course.hall
    return hall.over and not hall.playoff and hall.ended_at < ends_at <= course.now


def _ended_later(course: Course, ends_at: int) -> tuple[Event, ...]:
    """End the hall later: nobody is called, but games that began until then count."""
    course.record(HallEndMoved(ends_at=ends_at))
    course.record(TimeExpired(at=ends_at))
    return tuple(course.facts)


def _check_end(hall: Hall, ends_at: int, context: DecisionContext) -> None:
    if hall.playoff:
        raise PlayoffRuns
    latest = context.at + AHEAD_MAX_US
    if not context.at < ends_at <= latest:
        raise HallEndOutOfRange(earliest=context.at, latest=latest)


def _with_another_end(state: Tournament, course: Course) -> tuple[Event, ...]:
    timers = [each for each in state.timers.values() if each.kind is TimerKind.HALL_END]
    end = scheduled(state, TimerKind.HALL_END, course.hall.ends_at)
    return (
        *map(cancelled, timers),
        *course.facts,
        end,
        *_call_timers(state, course, ahead=1),
    )


def pause_hall(
    state: Tournament, command: PauseHall, context: DecisionContext
) -> tuple[Event, ...]:
    """Pause the whole hall; nothing if it is paused, or was paused then.

    Raises:
        HallIsOver: the pause begins after the end.
        PlayoffRuns: it began before the end, but the play-off has been drawn.
    """
    course = course_of(state, command.made_at, context)
    hall = course.hall
    if not is_late(hall, command.made_at):
        _check_runs(hall)
    elif hall.playoff:
        raise PlayoffRuns
    paused_then = course.offline and any(course.at < until for _, until in hall.pauses)
    if hall.paused_at or paused_then:
        return ()
    pause(course)
    return concluded(state, course)


def resume_hall(
    state: Tournament, command: ResumeHall, context: DecisionContext
) -> tuple[Event, ...]:
    """End the pause; the end of the marathon stays, or moves by the length of the pause."""
    course = course_of(state, command.made_at, context)
    hall = course.hall
    if not hall.paused_at:
        return ()
    if not command.extend:
        resume(course)
        return concluded(state, course)
    ends_at = hall.ends_at + course.at - hall.paused_at
    if course.offline and _has_passed(course, ends_at):
        course.record(HallResumed(at=course.at))
        return _ended_later(course, ends_at)
    _check_end(hall, ends_at, context)
    resume_later(course, ends_at)
    return _with_another_end(state, course)


def end_hall(state: Tournament, command: EndHall, context: DecisionContext) -> tuple[Event, ...]:
    """End the marathon before its time; nothing if it is over."""
    course = course_of(state, command.made_at, context)
    if course.hall.over:
        return ()
    expire(course)
    timers = [each for each in state.timers.values() if each.kind is TimerKind.HALL_END]
    return (*concluded(state, course), *map(cancelled, timers))


def forbid_pairs(state: Tournament, command: ForbidPairs, _: DecisionContext) -> tuple[Event, ...]:
    """Forbid meetings among entrants; nothing if they are forbidden already.

    Raises:
        NoSuchRound: a hall has no rounds, so none can be named.
    """
    check_entrants(state, command)
    for named in (command.first_round, command.last_round):
        if named is not None:
            raise NoSuchRound(round=named, rounds=0)
    known = [set(each.entrants) for each in prohibitions_in_force(state)]
    if set(command.entrants) in known:
        return ()
    return (HallPairsForbidden(entrants=command.entrants, reason=command.reason.commitment),)


def allow_pairs(
    state: Tournament, command: AllowPairs, context: DecisionContext
) -> tuple[Event, ...]:
    """Lift a prohibition; a player who waited because of it may be called at once."""
    if command.forbidden not in [each.version for each in prohibitions_in_force(state)]:
        raise NoSuchProhibition(forbidden=command.forbidden)
    allowed = HallPairsAllowed(
        forbidden=command.forbidden, from_round=1, reason=command.reason.commitment
    )
    if not state.memory.has_games:
        return (allowed,)
    course = Course(hall_of(state), at=context.at)
    course.record(allowed)
    settle(course)
    return concluded(state, course)
