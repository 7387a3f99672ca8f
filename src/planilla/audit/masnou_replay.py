"""A Masnou replayed beside the real one, act by act, with another result or other edits.

A correction changes points and no seat. Here the act is done again with the other result, and every
later act after it: a result is kept if the same two players are at that table; otherwise the result
of the other pair is unknown, and that table has no games from then on. Other acts of a hall follow
from the seats and are not edited. Law: with the reported result all seats are the real ones.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from planilla.audit.compare import Consequences, consequences
from planilla.audit.edits import Edit, EditedFact, Removed, Replaced, edited_facts
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.corrections import ResultCorrected, ResultDeleted
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact, type_of
from planilla.domain.tournament.masnou.acts import (
    add_table,
    conclude,
    end_game,
    expire,
    miss_call,
    move_end,
    move_in_queue,
    pause,
    queue_player,
    resume,
    stand_down,
    take_seat,
    undo_result,
    withdraw_table,
)
from planilla.domain.tournament.masnou.events import (
    Away,
    CallMissed,
    CallWithdrawn,
    GameSeated,
    GameVoided,
    HallEndMoved,
    HallOpened,
    HallPairsAllowed,
    HallPairsForbidden,
    HallPaused,
    HallResumed,
    PlayerCalled,
    PlayerQueued,
    PlayerStoodDown,
    PlayoffDrawn,
    QueueMoved,
    SeatTaken,
    StayerMoved,
    TableAdded,
    TableLeft,
    TableWithdrawalAsked,
    TableWithdrawalCancelled,
    TableWithdrawn,
    TimeExpired,
)
from planilla.domain.tournament.masnou.folds import MASNOU_FOLDS, Course, follow, opened
from planilla.domain.tournament.masnou.hall import (
    Call,
    Hall,
    MasnouGame,
    Status,
    table_game,
)
from planilla.domain.tournament.masnou.results import known_result, may_be_taken_back
from planilla.domain.tournament.masnou.rules import AWAY
from planilla.domain.tournament.masnou.settle import settle
from planilla.domain.tournament.memory import Seating
from planilla.domain.tournament.refusal import NoResultYet, NoSuchGame
from planilla.domain.tournament.results import (
    RecordResult,
    ResultRecorded,
    ResultWithdrawn,
    first_report,
)
from planilla.domain.tournament.subjects import command_name
from planilla.domain.tournament.whatif import FactStays, NotInWhatIf
from planilla.domain.vocabulary import (
    RESULT_NOTATION,
    RESULT_OF_NOTATION,
    EntrantId,
    GameId,
    GameKind,
    GameRef,
    GameResult,
)


def finished(hall: Hall) -> Iterator[GameId]:
    """Yield the games at tables that have a result."""
    for table in hall.tables.values():
        for number, game in enumerate(table.games, start=1):
            if game.result is not GameResult.OPEN:
                yield table_game(table.number, number)


_CONSEQUENCES = frozenset({TableLeft, TableWithdrawn, StayerMoved, PlayerCalled, GameSeated})
_FURTHER_CONSEQUENCES: dict[type[Event], frozenset[type[Event]]] = {
    ResultRecorded: frozenset({PlayerQueued, PlayerStoodDown}),
    HallEndMoved: frozenset({PlayerQueued}),
    TableWithdrawalAsked: frozenset({CallWithdrawn, GameVoided}),
}


def made_at(facts: Sequence[Fact], place: int) -> int:
    """Return the time at which the act at that place was made: offline, before it was recorded.

    A fact without a time of its own has that of its first consequence with one. An act without such
    a consequence seated nobody, and the time of its record stands for it.
    """
    act = type(facts[place].event)
    follow_from_it = _CONSEQUENCES | _FURTHER_CONSEQUENCES.get(act, frozenset())
    for later in range(place, len(facts)):
        event = facts[later].event
        if later > place and type(event) not in follow_from_it:
            break
        if event.at is not None:
            return event.at
    return facts[place].recorded_at


class MasnouReplay:
    """The marathon replayed beside the real one.

    `hall` is the state of the replay and `real` the hall as it was then; a real game that is kept
    has here the name of the one that stands for it.
    """

    def __init__(self, hall: Hall, facts: Sequence[Fact]) -> None:
        self.hall = hall
        self.real = hall
        self.kept = 0
        self.unknown: list[GameId] = []
        self._facts = facts
        self._names = {name: name for name in finished(hall)}
        self._changed: set[GameId] = set()
        self._skipped = -1
        self._over = False

    def first(self, start: int, result: GameResult) -> None:
        """Replay the act that is changed."""
        event = self._facts[start].event
        assert isinstance(event, ResultRecorded), "a result is changed"
        self._changed.add(event.game)
        self._names[event.game] = event.game
        course = self._course(start)
        self._end(course, event.game, result, start)
        self.hall = course.hall
        self._go_on(self._facts[start])

    def rest(self, start: int) -> None:
        """Replay every later act, up to a play-off."""
        for place in range(start, len(self._facts)):
            self.one(place)

    def one(self, place: int) -> None:
        """Replay the fact at that place; nothing after the marathon."""
        fact = self._facts[place]
        self._over = self._over or isinstance(fact.event, PlayoffDrawn)
        again = _AGAIN.get(type(fact.event))
        if again is not None and place != self._skipped and not self._over:
            course = self._course(place)
            again(self, course, fact.event, place)
            self.hall = course.hall
        if not self._over:
            self._go_on(fact)

    def leave_out(self, place: int) -> None:
        """Leave out the result at that place: its game goes on."""
        event = self._facts[place].event
        assert isinstance(event, ResultRecorded), "a result is left out"
        self._changed.add(event.game)
        self._go_on(self._facts[place])

    def report(self, place: int, game: GameId, result: str) -> bool:
        """Record a result at that moment; return False where no such game is being played.

        Raises:
            NoSuchResult: the result is none.
        """
        known = known_result(result)
        name = self._names.get(game, game)
        found = self.hall.find(name)
        if found is None or found.recorded is not GameResult.OPEN:
            return False
        self._names[game] = name
        course = self._course(place)
        end_game(course, name, known)
        self.hall = course.hall
        return True

    def _course(self, place: int) -> Course:
        """Return the course of the act at that place, at the time at which it was made."""
        return Course(self.hall, at=made_at(self._facts, place))

    def _go_on(self, fact: Fact) -> None:
        self.real = _after(self.real, fact)

    def result(self, course: Course, event: ResultRecorded, place: int) -> None:
        """Keep the result where the same two play at that table; else the game is unknown."""
        number = GameRef.of(event.game).round
        played = self.real.find(event.game)
        table = course.hall.tables.get(number)
        if played is not None and played.seatless:
            self._without_seats(course, event, played)
            return
        name = None if table is None else table.running
        running = None if name is None else course.hall.find(name)
        assert played is not None, "a result is of a game"
        if name is None or running is None or set(running.players) != set(played.players):
            self.unknown.append(event.game)
            return
        self.kept += 1
        self._names[event.game] = name
        result = RESULT_OF_NOTATION[event.result]
        result = result if running.white == played.white else result.reversed
        self._end(course, name, result, place)

    def _without_seats(self, course: Course, event: ResultRecorded, played: MasnouGame) -> None:
        """Keep the result of a game that the end stopped, or that was reported after it."""
        name = _same_without_seats(course.hall, event.game, played)
        if name is None:
            self.unknown.append(event.game)
            return
        self.kept += 1
        self._names[event.game] = name
        here = course.hall.find(name)
        assert here is not None, "it was found"
        result = RESULT_OF_NOTATION[event.result]
        result = result if here.white == played.white else result.reversed
        course.record(first_report(name, result))

    def voided(self, course: Course, event: GameVoided, _: int) -> None:
        """Void a game that was reported after the end; any other follows from an act."""
        played = self.real.find(event.game)
        assert played is not None, "a game that is void was begun"
        name = _same_without_seats(course.hall, event.game, played) if played.seatless else None
        if name is not None:
            course.record(msgspec.structs.replace(event, game=name))

    def reported(self, course: Course, event: GameSeated, _: int) -> None:
        """Begin a game that was reported after the end, where none runs at that table."""
        table = course.hall.tables.get(event.table)
        if self.real.over and table is not None and table.running is None:
            course.record(msgspec.structs.replace(event, game=table.next_game))

    def _end(self, course: Course, game: GameId, result: GameResult, place: int) -> None:
        leaver = self._leaver(place)
        if leaver is None:
            end_game(course, game, result)
            return
        conclude(course, game, result, leaver.entrant)
        course.record(leaver)
        settle(course)

    def _leaver(self, place: int) -> PlayerStoodDown | None:
        """Return the event of a player who lost the game by leaving, in one act."""
        left: set[EntrantId] = set()
        for later in range(place + 1, len(self._facts)):
            event = self._facts[later].event
            if isinstance(event, TableLeft):
                left.add(event.entrant)
            elif isinstance(event, PlayerQueued):
                left.discard(event.entrant)
            elif isinstance(event, PlayerStoodDown) and event.entrant in left:
                self._skipped = later
                return event
            elif not isinstance(event, TableWithdrawn):
                break
        return None

    def withdrawn(self, course: Course, event: ResultWithdrawn, _: int) -> None:
        """Withdraw a result that was kept, where the rules allow it here too."""
        name = self._names.get(event.game)
        game = None if name is None else course.hall.find(name)
        if name is None or game is None or event.game in self._changed:
            return
        if may_be_taken_back(course.hall, name, game):
            del self._names[event.game]
            undo_result(course, name)

    def corrected(self, course: Course, event: ResultCorrected, _: int) -> None:
        """Correct the points of a game that is kept, other than the changed one."""
        name = self._names.get(event.game)
        if name is None or event.game in self._changed:
            return
        here, there = course.hall.find(name), self.real.find(event.game)
        assert here is not None, "a kept game is here"
        assert there is not None, "and there"
        result = RESULT_OF_NOTATION[event.result]
        result = result if here.white == there.white else result.reversed
        course.record(msgspec.structs.replace(event, game=name, result=RESULT_NOTATION[result]))

    def deleted(self, course: Course, event: ResultDeleted, _: int) -> None:
        """Delete a game that was kept."""
        name = self._names.get(event.game)
        if name is not None and event.game not in self._changed:
            course.record(msgspec.structs.replace(event, game=name))

    def queued(self, course: Course, event: PlayerQueued, _: int) -> None:
        """Queue a player who came, or came back; leaving a table queues by itself.

        After the end nobody is queued by leaving: who rests and is queued came back.
        """
        away = AWAY if self.real.over else AWAY - {Status.RESTING}
        if all(_is_in(away, hall, event.entrant) for hall in (self.real, course.hall)):
            queue_player(course, event.entrant)

    def stood_down(self, course: Course, event: PlayerStoodDown, place: int) -> None:
        """Take a player away; the game of one who would be playing is void."""
        if isinstance(self._facts[place - 1].event, CallMissed):
            return
        member = course.hall.members.get(event.entrant)
        status = None if member is None else member.status
        if status is Status.PLAYING and event.away is not Away.PAUSED:
            stand_down(course, event.entrant, Away.ABSENT)
        elif status is not Status.PLAYING:
            stand_down(course, event.entrant, event.away, event.reason)

    def answered(self, course: Course, event: SeatTaken | CallMissed, _: int) -> None:
        """Answer a call as the player did, wherever they are called here."""
        asked = self.real.call(event.call)
        assert asked is not None, "an answer is to a call"
        call = _call_of(course.hall, asked.entrant)
        if call is not None and isinstance(event, SeatTaken):
            take_seat(course, call)
        elif call is not None:
            miss_call(course, call)

    def moved(self, course: Course, event: QueueMoved, _: int) -> None:
        """Move a player in the queue, by the director, if they are in it here too."""
        queue = course.hall.queue
        if event.entrant in queue:
            place = min(event.place, len(queue) - 1)
            move_in_queue(course, event.entrant, place, event.reason)

    def added(self, course: Course, event: TableAdded, _: int) -> None:
        """Add a table."""
        table = course.hall.tables.get(event.table)
        if table is None or table.withdrawn:
            add_table(course, event.table)

    def asked(self, course: Course, event: TableWithdrawalAsked, _: int) -> None:
        """Withdraw a table."""
        if event.table is None or not course.hall.tables[event.table].withdrawn:
            withdraw_table(course, event.table, broken=event.broken)

    def cancelled(self, course: Course, event: TableWithdrawalCancelled, _: int) -> None:
        """Cancel the withdrawal of a table, where it is still there."""
        hall = course.hall
        asked = hall.to_withdraw if event.table is None else hall.tables[event.table].withdrawing
        if asked:
            course.record(event)

    def end_moved(self, course: Course, event: HallEndMoved, place: int) -> None:
        """Move the end; one recorded after it had passed seats nobody."""
        if event.ends_at <= self._facts[place].recorded_at:
            course.record(event)
        else:
            move_end(course, event.ends_at)

    def kept_apart(
        self, course: Course, event: HallPairsForbidden | HallPairsAllowed, place: int
    ) -> None:
        """Forbid or allow pairs."""
        course.hall = follow(course.hall, event, self._facts[place].version)
        settle(course)


def _is_in(statuses: frozenset[Status], hall: Hall, entrant: EntrantId) -> bool:
    """Return whether the player has one of these statuses, or was never in the hall."""
    member = hall.members.get(entrant)
    return member is None or member.status in statuses


def _same_without_seats(hall: Hall, game: GameId, played: MasnouGame) -> GameId | None:
    """Return the game of the same two at that table that was stopped, or reported, as it was."""
    number = GameRef.of(game).round
    table = hall.tables.get(number)
    for place, here in enumerate(() if table is None else table.games, start=1):
        same = set(here.players) == set(played.players) and here.voided == played.voided
        if same and here.seatless and not here.version:
            return table_game(number, place)
    return None


def _call_of(hall: Hall, entrant: EntrantId) -> Call | None:
    for number in hall.free:
        for call in hall.tables[number].calls:
            if call.entrant == entrant:
                return call
    return None


_AGAIN: dict[type[Event], Callable[[MasnouReplay, Course, Any, int], None]] = {
    ResultRecorded: MasnouReplay.result,
    ResultWithdrawn: MasnouReplay.withdrawn,
    ResultCorrected: MasnouReplay.corrected,
    ResultDeleted: MasnouReplay.deleted,
    GameSeated: MasnouReplay.reported,
    GameVoided: MasnouReplay.voided,
    PlayerQueued: MasnouReplay.queued,
    PlayerStoodDown: MasnouReplay.stood_down,
    SeatTaken: MasnouReplay.answered,
    CallMissed: MasnouReplay.answered,
    QueueMoved: MasnouReplay.moved,
    TableAdded: MasnouReplay.added,
    TableWithdrawalAsked: MasnouReplay.asked,
    TableWithdrawalCancelled: MasnouReplay.cancelled,
    TimeExpired: lambda _, course, __, ___: expire(course),
    HallPaused: lambda _, course, __, ___: pause(course),
    HallResumed: lambda _, course, __, ___: resume(course),
    HallPairsForbidden: MasnouReplay.kept_apart,
    HallPairsAllowed: MasnouReplay.kept_apart,
    HallEndMoved: MasnouReplay.end_moved,
}
"""Methods that replay the facts that are acts; all other facts follow from them."""


def hall_after(facts: Iterable[Fact]) -> Hall | None:
    """Return the hall after the facts; None before it is opened."""
    remaining = iter(facts)
    opening = next((fact.event for fact in remaining if isinstance(fact.event, HallOpened)), None)
    if opening is None:
        return None
    hall = opened(opening)
    for fact in remaining:
        hall = _after(hall, fact)
    return hall


def _after(hall: Hall, fact: Fact) -> Hall:
    return follow(hall, fact.event, fact.version) if type(fact.event) in MASNOU_FOLDS else hall


class MasnouWhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a hall with another result, and who would sit where.

    `before` is what was reported, by the event of `version`. `after` are the seats right after that
    act, `now` those of today, each as it was and as it would be. Of the later results `kept` were
    played by the same two at the same table; the games of `unknown` would not have been played.
    """

    game: GameId
    table: int
    white: EntrantId
    black: EntrantId
    before: str
    result: str
    version: int
    after: tuple[Seating, Seating]
    now: tuple[Seating, Seating]
    kept: int
    unknown: tuple[GameId, ...]

    @property
    def identical(self) -> bool:
        """Return whether everybody would sit where they sit."""
        return self.now[0] == self.now[1]


def masnou_what_if(facts: Sequence[Fact], game: GameId, result: str) -> MasnouWhatIf:
    """Replay the marathon after the game of a table, with the other result.

    Raises:
        NoSuchGame, NoResultYet: there is no result at a table to change.
        NoSuchResult: the other result is none.
    """
    other = known_result(result)
    start = _reported(facts, game)
    event = facts[start].event
    assert isinstance(event, ResultRecorded), "where the result was reported"
    before = hall_after(facts[:start])
    played = None if before is None else before.find(game)
    assert before is not None, "a game of a hall follows its opening"
    assert played is not None, "a reported result is of a game"
    as_it_was = MasnouReplay(before, facts)
    as_it_was.first(start, RESULT_OF_NOTATION[event.result])
    replay = MasnouReplay(before, facts)
    replay.first(start, other)
    after = (as_it_was.hall.seating, replay.hall.seating)
    replay.rest(start + 1)
    return MasnouWhatIf(
        game=game,
        table=GameRef.of(game).round,
        white=played.white,
        black=played.black,
        before=event.result,
        result=result,
        version=facts[start].version,
        after=after,
        now=(replay.real.seating, replay.hall.seating),
        kept=replay.kept,
        unknown=tuple(replay.unknown),
    )


def _reported(facts: Sequence[Fact], game: GameId) -> int:
    """Return the place of the report of the result that stands."""
    last = hall_after(facts)
    ref = GameRef.parse(game)
    at_table = ref is not None and ref.kind is GameKind.TABLE
    found = last.find(game) if last is not None and at_table else None
    if found is None:
        raise NoSuchGame(game=game)
    if found.recorded is GameResult.OPEN:
        raise NoResultYet(game=game)
    return max(
        place
        for place, fact in enumerate(facts)
        if isinstance(fact.event, ResultRecorded) and fact.event.game == game
    )


class MasnouEdited(msgspec.Struct, frozen=True, kw_only=True):
    """The marathon done again with the edits: who would sit where at the end, and their places.

    `now` are the seats as they are and as they would be. Of the later results `kept` were played by
    the same two at the same table; the games of `unknown` would not have been played.
    """

    now: tuple[Seating, Seating]
    kept: int
    unknown: tuple[GameId, ...]
    consequences: Consequences

    @property
    def identical(self) -> bool:
        """Return whether everybody would sit where they sit."""
        return self.now[0] == self.now[1]


def masnou_edited(facts: Sequence[Fact], edits: Sequence[Edit], *, top: int = 0) -> MasnouEdited:
    """Replay the hall from the first edit on.

    Raises:
        NotInWhatIf, FactStays: only results are edited in a hall.
        NoSuchGame: no such game is being played at that moment.
        NoSuchResult: a result is none.
        Refusal: an edit cannot be made.
    """
    plan = edited_facts(facts, edits)
    _check(edits)
    for step in plan:
        if step.edit is not None and not isinstance(step.fact.event, ResultRecorded):
            raise FactStays(version=step.fact.version, event=type_of(step.fact.event))
    first = next((at for at, step in enumerate(plan) if step.edit or step.inserted), len(plan))
    start = hall_after(facts[:first])
    if start is None:
        raise NotInWhatIf(command="record-result")
    replay = MasnouReplay(start, facts)
    for place, step in enumerate(plan[first:], start=first):
        _take(replay, place, step)
    real = fold(facts)
    return MasnouEdited(
        now=(real.memory.seating, replay.hall.seating),
        kept=replay.kept,
        unknown=tuple(replay.unknown),
        consequences=consequences(real, msgspec.structs.replace(real, memory=replay.hall), top=top),
    )


def _check(edits: Sequence[Edit]) -> None:
    for edit in edits:
        if not isinstance(edit, Removed) and not isinstance(edit.command, RecordResult):
            raise NotInWhatIf(command=command_name(type(edit.command)))


def _take(replay: MasnouReplay, place: int, step: EditedFact) -> None:
    if step.edit is None:
        replay.one(place)
    else:
        if isinstance(step.edit, Replaced):
            _report(replay, place, step.edit.command)
        replay.leave_out(place)
    for inserted in step.inserted:
        _report(replay, place, inserted.command)


def _report(replay: MasnouReplay, place: int, command: Command) -> None:
    assert isinstance(command, RecordResult), "it was checked"
    if not replay.report(place, command.game, command.result):
        raise NoSuchGame(game=command.game)
