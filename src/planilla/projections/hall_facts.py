"""What the sentences of `words` need of what happens in a Masnou hall: who, and at which table."""

from collections.abc import Callable
from typing import Any

from planilla.domain.tournament import events as e
from planilla.domain.tournament.hall.state import AT_TABLE, Call, parts_of
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, GameId

Fields = dict[str, Any]


def is_of_hall(game: GameId | None) -> bool:
    """Whether a game is one of a hall: at a table or of the play-off."""
    return game is not None and parts_of(game)[0] != ""


def players_in_hall(event: e.Event, before: Tournament) -> tuple[str, ...]:
    """Who a fact of a hall is about; of a game White and Black."""
    if isinstance(event, e.GameSeated):
        return (event.white, event.black)
    if isinstance(event, e.SeatTaken | e.CallMissed | e.CallWithdrawn):
        return (_call(before, event.call).entrant,)
    hall = before.hall
    game = None if hall is None else hall.find(getattr(event, "game", GameId("")))
    return () if game is None else game.players


def fields_in_hall(event: e.Event, before: Tournament) -> Fields:
    """The fields of its sentence besides who it is about; nothing where it is not of a hall."""
    game: GameId | None = getattr(event, "game", None)
    if is_of_hall(game):
        assert game is not None, "a game of a hall"
        return _of_game(event, game, before)
    fields = _FIELDS.get(type(event))
    return {} if fields is None else fields(event, before)


def said_of_hall(event: e.Event, before: Tournament) -> Fields:
    """All that its sentence needs, who it is about included; nothing where it is not of a hall."""
    players = players_in_hall(event, before)
    white_and_black = dict(zip(_names_of(players), players, strict=True))
    return {**white_and_black, **fields_in_hall(event, before)}


def _names_of(players: tuple[str, ...]) -> tuple[str, ...]:
    return {0: (), 1: ("entrant",), 2: ("white", "black")}[len(players)]


def _of_game(event: e.Event, game: GameId, before: Tournament) -> Fields:
    kind, group, _ = parts_of(game)
    fields: Fields = {"table": group} if kind == AT_TABLE else {"playoff": group}
    found = None if before.hall is None else before.hall.find(game)
    if found is not None:
        fields["before"] = RESULT_NOTATION[found.result]
    if isinstance(event, e.ResultRecorded):
        fields["result"] = event.result
    if isinstance(event, e.ResultCorrected):
        fields["result"] = event.result
    if isinstance(event, e.ResultDeleted):
        fields["counts_as"] = event.counts_as
    if isinstance(event, e.ResultCorrected | e.ResultDeleted):
        fields |= {
            "corrects": event.corrects,
            "points": event.effect.points,
            "pairing_from": None,
            "rating": event.effect.rating,
            "known_at": event.known_at,
        }
    return fields


def _call(before: Tournament, number: int) -> Call:
    call = None if before.hall is None else before.hall.call(number)
    assert call is not None, "a fact names a call that waits"
    return call


def _of_call(event: e.SeatTaken | e.CallMissed | e.CallWithdrawn, before: Tournament) -> Fields:
    return {"table": _call(before, event.call).table}


def _lot(lot: int | None) -> str | None:
    """As text: it has more digits than the numbers of JavaScript."""
    return None if lot is None else str(lot)


def _named(*names: str) -> Callable[[Any, Tournament], Fields]:
    return lambda event, _: {name: getattr(event, name) for name in names}


def _placed(place: int | None) -> int | None:
    """As people count."""
    return None if place is None else place + 1


_FIELDS: dict[type[e.Event], Callable[[Any, Tournament], Fields]] = {
    e.HallOpened: lambda event, _: {"tables": event.rules.tables, "ends_at": event.ends_at},
    e.QueueFormed: lambda event, _: {"waiting": len(event.order), "lot": _lot(event.lot)},
    e.PlayerQueued: lambda event, _: {"place": _placed(event.place)},
    e.QueueMoved: lambda event, _: {"place": event.place + 1, "passed": event.passed},
    e.PlayerCalled: _named("call", "table", "until", "passed"),
    e.SeatTaken: _of_call,
    e.CallMissed: _of_call,
    e.CallWithdrawn: _of_call,
    e.TableLeft: _named("table"),
    e.PlayerStoodDown: lambda event, _: {"away": event.away.value},
    e.TableAdded: _named("table"),
    e.TableWithdrawalAsked: _named("table"),
    e.TableWithdrawalCancelled: _named("table"),
    e.TableWithdrawn: _named("table"),
    e.StayerMoved: _named("from_table", "to_table"),
    e.HallEndMoved: _named("ends_at"),
    e.PlayoffDrawn: lambda event, _: {
        "round": event.round,
        "games": len(event.games),
        "byes": len(event.byes),
        "lot": _lot(event.lot),
    },
}
