"""What each event does to a hall. Total: what is recorded has happened."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.hall.seats import (
    back_in_front,
    with_games,
    with_member,
    without,
)
from planilla.domain.tournament.hall.state import (
    STAYED,
    Call,
    Hall,
    HallGame,
    Member,
    Playoff,
    Sitter,
    Status,
    Table,
    parts_of,
)
from planilla.domain.tournament.hall.tallies import corrected, finished, taken_back
from planilla.domain.vocabulary import RESULT_OF_NOTATION, Colour, EntrantId, GameId

NEVER_SEEN = Member(status=Status.RESTING)


def opened(event: e.HallOpened) -> Hall:
    """The hall at its opening: tables 1 to n are free, nobody waits yet."""
    numbers = tuple(range(1, event.rules.tables + 1))
    return Hall(
        rules=event.rules,
        opened_at=event.at,
        ends_at=event.ends_at,
        tables={number: Table(number=number) for number in numbers},
        free=numbers,
    )


def _formed(hall: Hall, event: e.QueueFormed, _: int) -> Hall:
    waiting = Member(status=Status.WAITING, waiting_since=event.at)
    members = {**hall.members, **dict.fromkeys(event.order, waiting)}
    return replace(hall, queue=event.order, members=members)


def _queued(hall: Hall, event: e.PlayerQueued, _: int) -> Hall:
    entrant = event.entrant
    member = hall.members.get(entrant, NEVER_SEEN)
    if member.status is Status.SITTING:
        hall = without(hall, entrant)
    queue = hall.queue
    since = event.at
    if entrant in queue:  # a pause that kept the place
        since = member.waiting_since
    elif event.place is None:
        queue = (*queue, entrant)
    else:
        queue = (*queue[: event.place], entrant, *queue[event.place :])
    waiting = replace(member, status=Status.WAITING, waiting_since=since)
    return replace(hall, queue=queue, members=with_member(hall, entrant, waiting))


def _moved(hall: Hall, event: e.QueueMoved, _: int) -> Hall:
    others = [each for each in hall.queue if each != event.entrant]
    others.insert(event.place, event.entrant)
    return replace(hall, queue=tuple(others))


def _called(hall: Hall, event: e.PlayerCalled, _: int) -> Hall:
    table = hall.tables[event.table]
    call = Call(
        number=event.call,
        entrant=event.entrant,
        table=event.table,
        at=event.at,
        until=event.until,
    )
    member = replace(hall.members[event.entrant], status=Status.CALLED, table=event.table)
    return replace(
        hall,
        queue=tuple(each for each in hall.queue if each != event.entrant),
        members=with_member(hall, event.entrant, member),
        tables={**hall.tables, table.number: replace(table, calls=(*table.calls, call))},
        calls_made=event.call,
    )


def _seat_taken(hall: Hall, event: e.SeatTaken, _: int) -> Hall:
    call = hall.call(event.call)
    assert call is not None, "a taken seat answers a call"
    table = hall.tables[call.table]
    seated = replace(
        table,
        calls=tuple(each for each in table.calls if each.number != call.number),
        sitters=(*table.sitters, Sitter(entrant=call.entrant, order=call.number)),
    )
    member = replace(hall.members[call.entrant], status=Status.SITTING)
    return replace(
        hall,
        tables={**hall.tables, table.number: seated},
        members=with_member(hall, call.entrant, member),
    )


def _missed(hall: Hall, event: e.CallMissed, _: int) -> Hall:
    call = hall.call(event.call)
    assert call is not None, "a missed call was made"
    member = hall.members[call.entrant]
    out = replace(member, status=Status.RESTING, missed=member.missed + 1, waiting_since=0)
    cleared = without(hall, call.entrant)
    return replace(cleared, members=with_member(cleared, call.entrant, out))


def _call_withdrawn(hall: Hall, event: e.CallWithdrawn, _: int) -> Hall:
    call = hall.call(event.call)
    assert call is not None, "a withdrawn call was made"
    return back_in_front(without(hall, call.entrant), (call.entrant,))


def _seated(hall: Hall, event: e.GameSeated, _: int) -> Hall:
    table = hall.tables[event.table]
    order = {sitter.entrant: sitter.order for sitter in table.sitters}
    order.update((call.entrant, call.number) for call in table.calls)
    white, black = event.white, event.black
    game = HallGame(
        white=white,
        black=black,
        at=event.at,
        newcomer=white if order[white] > order[black] else black,
        offline=event.offline,
    )
    members = hall.members.copy()
    for entrant in (white, black):
        members[entrant] = _playing(members[entrant], event)
    seated = replace(table, games=(*table.games, game), sitters=(), calls=())
    return replace(
        hall,
        tables={**hall.tables, table.number: seated},
        members=members,
        free=tuple(number for number in hall.free if number != table.number),
    )


def _playing(member: Member, event: e.GameSeated) -> Member:
    if not member.waiting_since:
        return replace(member, status=Status.PLAYING, table=event.table, missed=0)
    waited = max(0, event.at - member.waiting_since)
    return replace(
        member,
        status=Status.PLAYING,
        table=event.table,
        missed=0,
        waiting_since=0,
        waited=member.waited + waited,
        waits=member.waits + 1,
        longest=max(member.longest, waited),
    )


def _voided(hall: Hall, event: e.GameVoided, _: int) -> Hall:
    number = parts_of(event.game)[1]
    table = hall.tables[number]
    game = table.games[-1]
    stays = () if hall.over else tuple(each for each in game.players if each not in event.back)
    members = hall.members.copy()
    for entrant in game.players:
        status = Status.SITTING if entrant in stays else Status.RESTING
        members[entrant] = replace(members[entrant], status=status)
    cleared = replace(
        table,
        games=(*table.games[:-1], replace(game, voided=True)),
        sitters=tuple(_sits_again(game, entrant, table.number) for entrant in stays),
    )
    emptied = replace(
        hall,
        tables={**hall.tables, number: cleared},
        members=members,
        free=(*hall.free, number),
    )
    return back_in_front(emptied, event.back, since=event.at)


def _sits_again(game: HallGame, entrant: EntrantId, table: int) -> Sitter:
    colour = Colour.WHITE if entrant == game.white else Colour.BLACK
    order = STAYED + 1 if entrant == game.newcomer else STAYED
    return Sitter(entrant=entrant, order=order, stayed_at=table, had=colour.other)


def _left(hall: Hall, event: e.TableLeft, _: int) -> Hall:
    resting = replace(hall.members[event.entrant], status=Status.RESTING, streak=0)
    cleared = without(hall, event.entrant)
    return replace(cleared, members=with_member(cleared, event.entrant, resting))


def _stood_down(hall: Hall, event: e.PlayerStoodDown, _: int) -> Hall:
    keeps = event.away is e.Away.PAUSED and hall.rules.paused == "keeps"
    member = hall.members.get(event.entrant, NEVER_SEEN)
    if keeps and event.entrant in hall.queue:
        kept = replace(member, status=Status.PAUSED)
        return replace(hall, members=with_member(hall, event.entrant, kept))
    cleared = without(hall, event.entrant)
    away = replace(member, status=Status(event.away.value), waiting_since=0)
    return replace(cleared, members=with_member(cleared, event.entrant, away))


def _table_added(hall: Hall, event: e.TableAdded, _: int) -> Hall:
    table = hall.tables.get(event.table, Table(number=event.table))
    used = replace(table, withdrawn=False)
    return replace(hall, tables={**hall.tables, event.table: used}, free=(*hall.free, event.table))


def _withdrawal(hall: Hall, table: int | None, *, asked: bool) -> Hall:
    if table is None:
        return replace(hall, to_withdraw=hall.to_withdraw + (1 if asked else -1))
    changed = replace(hall.tables[table], withdrawing=asked)
    return replace(hall, tables={**hall.tables, table: changed})


def _table_withdrawn(hall: Hall, event: e.TableWithdrawn, _: int) -> Hall:
    table = hall.tables[event.table]
    members = hall.members.copy()
    for sitter in table.sitters:
        members[sitter.entrant] = replace(members[sitter.entrant], status=Status.HELD)
    return replace(
        hall,
        tables={
            **hall.tables,
            table.number: replace(table, withdrawn=True, withdrawing=False, sitters=()),
        },
        members=members,
        held=(*hall.held, *table.sitters),
        to_withdraw=hall.to_withdraw - (0 if table.withdrawing else 1),
        free=tuple(number for number in hall.free if number != table.number),
    )


def _stayer_moved(hall: Hall, event: e.StayerMoved, _: int) -> Hall:
    sitter = _sitter(hall, event)
    cleared = without(hall, event.entrant)
    table = cleared.tables[event.to_table]
    member = replace(cleared.members[event.entrant], status=Status.SITTING, table=event.to_table)
    joined = replace(table, sitters=(*table.sitters, sitter))
    return replace(
        cleared,
        tables={**cleared.tables, table.number: joined},
        members=with_member(cleared, event.entrant, member),
    )


def _sitter(hall: Hall, event: e.StayerMoved) -> Sitter:
    sitters: Iterable[Sitter] = (*hall.held, *hall.tables[event.from_table].sitters)
    return next(sitter for sitter in sitters if sitter.entrant == event.entrant)


def _recorded(hall: Hall, event: e.ResultRecorded, version: int) -> Hall:
    result = RESULT_OF_NOTATION[event.result]
    kind, group, number = parts_of(event.game)
    if kind == "P":
        game = hall.playoff[group - 1].games[number - 1]
        ended = replace(game, result=result, recorded=result, version=version)
        return _with_game(hall, event.game, ended)
    table = hall.tables[group]
    game = table.games[number - 1]
    members = hall.members.copy()
    white, black = members[game.white], members[game.black]
    ended = replace(
        game,
        result=result,
        recorded=result,
        version=version,
        streaks=(white.streak, black.streak),
    )
    status = Status.RESTING if hall.over else Status.SITTING
    members[game.white] = replace(finished(white, result, game.black), status=status)
    members[game.black] = replace(finished(black, result.reversed, game.white), status=status)
    sitters = (
        Sitter(entrant=game.white, order=STAYED, stayed_at=group, had=Colour.WHITE),
        Sitter(entrant=game.black, order=STAYED, stayed_at=group, had=Colour.BLACK),
    )
    cleared = with_games(table, number, ended)
    return replace(
        hall,
        tables={**hall.tables, group: replace(cleared, sitters=() if hall.over else sitters)},
        members=members,
        free=(*hall.free, group),
    )


def _corrected(hall: Hall, event: e.ResultCorrected, version: int) -> Hall:
    result = RESULT_OF_NOTATION[event.result]
    game = hall.find(event.game)
    assert game is not None, "a correction names a recorded game"
    if not event.effect.points:
        return _with_game(hall, event.game, replace(game, version=version))
    changed = _with_game(hall, event.game, replace(game, version=version, result=result))
    if parts_of(event.game)[0] == "P":
        return changed
    members = hall.members.copy()
    members[game.white] = corrected(members[game.white], game.result, result)
    members[game.black] = corrected(members[game.black], game.result.reversed, result.reversed)
    return replace(changed, members=members)


def _result_withdrawn(hall: Hall, event: e.ResultWithdrawn, _: int) -> Hall:
    game = hall.find(event.game)
    assert game is not None, "a withdrawn result names a recorded game"
    reopened = replace(game, result=game.result.OPEN, recorded=game.result.OPEN, version=0)
    changed = _with_game(hall, event.game, reopened)
    kind, group, _ = parts_of(event.game)
    if kind == "P":
        return changed
    for entrant in game.players:
        changed = without(changed, entrant)
    members = changed.members.copy()
    for entrant, result, streak in zip(
        game.players, (game.result, game.result.reversed), game.streaks, strict=True
    ):
        back = taken_back(members[entrant], result, streak)
        members[entrant] = replace(back, status=Status.PLAYING, table=group, waiting_since=0)
    free = tuple(number for number in changed.free if number != group)
    return replace(changed, members=members, free=free)


def _with_game(hall: Hall, identity: GameId, game: HallGame) -> Hall:
    kind, group, number = parts_of(identity)
    if kind == "T":
        table = with_games(hall.tables[group], number, game)
        return replace(hall, tables={**hall.tables, group: table})
    drawn = hall.playoff[group - 1]
    games = (*drawn.games[: number - 1], game, *drawn.games[number:])
    rounds = list(hall.playoff)
    rounds[group - 1] = replace(drawn, games=games)
    return replace(hall, playoff=tuple(rounds))


def _playoff(hall: Hall, event: e.PlayoffDrawn, _: int) -> Hall:
    games = tuple(
        HallGame(white=each.white, black=each.black, newcomer=each.black) for each in event.games
    )
    return replace(hall, playoff=(*hall.playoff, Playoff(games=games, byes=event.byes)))


FOLDS: dict[type[e.Event], Callable[[Hall, Any, int], Hall]] = {
    e.QueueFormed: _formed,
    e.PlayerQueued: _queued,
    e.QueueMoved: _moved,
    e.PlayerCalled: _called,
    e.SeatTaken: _seat_taken,
    e.CallMissed: _missed,
    e.CallWithdrawn: _call_withdrawn,
    e.GameSeated: _seated,
    e.GameVoided: _voided,
    e.TableLeft: _left,
    e.PlayerStoodDown: _stood_down,
    e.TableAdded: _table_added,
    e.TableWithdrawalAsked: lambda hall, event, _: _withdrawal(hall, event.table, asked=True),
    e.TableWithdrawalCancelled: lambda hall, event, _: _withdrawal(hall, event.table, asked=False),
    e.TableWithdrawn: _table_withdrawn,
    e.StayerMoved: _stayer_moved,
    e.HallEndMoved: lambda hall, event, _: replace(hall, ends_at=event.ends_at, over=False),
    e.TimeExpired: lambda hall, _, __: replace(hall, over=True),
    e.PlayoffDrawn: _playoff,
    e.ResultRecorded: _recorded,
    e.ResultCorrected: _corrected,
    e.ResultWithdrawn: _result_withdrawn,
}
"""What each event does, given the hall, the event and its version."""


def follow(hall: Hall, event: e.Event, version: int = 0) -> Hall:
    """The hall after an event of `FOLDS`."""
    return FOLDS[type(event)](hall, event, version)
