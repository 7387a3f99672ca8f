"""Comparison of what the maker of an act saw with the actual state: a difference is refused.

An offline tablet numbers games and calls by itself, so its `T1.2` may be another pair than the
server's. An identity that was read from the server names one pair for ever.
"""

from planilla.domain.tournament.command import GameCommand, Players
from planilla.domain.tournament.corrections import SwapResults
from planilla.domain.tournament.masnou.commands import MissCall, MoveInQueue, Seen, TakeSeat
from planilla.domain.tournament.masnou.hall import Call, Hall, Member, Status
from planilla.domain.tournament.masnou.refusals import (
    NotAsSeen,
    OtherAtPlace,
    OtherCall,
    SeenNotTold,
)
from planilla.domain.tournament.refusal import OtherPlayers
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId, GameId

AT_A_TABLE = frozenset({Status.PLAYING, Status.SITTING, Status.HELD})


def check_players(state: Tournament, command: GameCommand) -> None:
    """Refuse a command about a game between other players than its maker saw.

    Raises:
        SeenNotTold: it was made offline in a hall and names no players.
        OtherPlayers: others play the game.
    """
    if state.memory.has_games:
        check_seen("players", command.players, command.made_at)
    _check_pair(state, command.game, command.players)
    if isinstance(command, SwapResults):
        _check_pair(state, command.other, command.other_players)


def check_seen(field: str, value: object, made_at: int | None) -> None:
    """Refuse an act made offline that does not state what its maker saw."""
    if made_at is not None and value is None:
        raise SeenNotTold(field=field)


def _check_pair(state: Tournament, game: GameId, meant: Players | None) -> None:
    found = None if meant is None else state.players_of(game)
    if meant is not None and found is not None and found != meant:
        raise OtherPlayers(game=game, found=found, meant=meant)


def check_call(found: Call, command: TakeSeat | MissCall) -> None:
    """Refuse the answer to a call of another player, or to another table.

    Raises:
        OtherCall: the call of that number is another one.
    """
    meant = command.entrant or found.entrant
    meant_table = command.table or found.table
    if (meant, meant_table) != (found.entrant, found.table):
        raise OtherCall(
            call=found.number,
            found=found.entrant,
            found_table=found.table,
            meant=meant,
            meant_table=meant_table,
        )


def check_stands_down(hall: Hall, entrant: EntrantId, now: Member, seen: Seen | None) -> None:
    """Refuse to remove a player from a game or a table where the maker of the act saw neither.

    Raises:
        NotAsSeen: a game, or a seat, would be lost that was not seen, or the other way round. Once
            the time is over a seat without a game has no value.
    """
    if seen is None:
        return
    at_stake = {Status.PLAYING} if hall.over else AT_A_TABLE
    if not at_stake & {now.status, seen.status}:
        return
    _check_same(hall, entrant, now, seen)


def check_comes_back(hall: Hall, entrant: EntrantId, now: Member, seen: Seen | None) -> None:
    """Refuse to queue a player who is away for another reason than the maker of the act saw.

    Raises:
        NotAsSeen: for example, the player went home after the act was made.
    """
    if seen is not None:
        _check_same(hall, entrant, now, seen)


def _check_same(hall: Hall, entrant: EntrantId, now: Member, seen: Seen) -> None:
    players: tuple[EntrantId, ...] = ()
    if now.status is Status.PLAYING:
        game = hall.find(hall.tables[now.table].running or GameId(""))
        assert game is not None, "who plays has a game"
        players = game.players
    if (now.status, players) != (seen.status, seen.players):
        raise NotAsSeen(
            entrant=entrant,
            found=now.status.value,
            found_players=players,
            meant=seen.status.value,
            meant_players=seen.players,
        )


def check_place(queue: tuple[EntrantId, ...], command: MoveInQueue) -> None:
    """Refuse a place of the queue where the maker of the act saw another player.

    Raises:
        OtherAtPlace: the queue has moved since.
    """
    found = queue[command.place - 1]
    if command.at_place is not None and command.at_place != found:
        raise OtherAtPlace(place=command.place, found=found, meant=command.at_place)
