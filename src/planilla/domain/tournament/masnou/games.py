"""Folds of the games of a hall: begun, void, ended, withdrawn, corrected, drawn."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from planilla.domain.tournament.corrections import ResultCorrected, ResultDeleted
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.masnou.events import GameSeated, GameVoided, PlayoffDrawn
from planilla.domain.tournament.masnou.hall import (
    STAYED,
    Hall,
    MasnouGame,
    Member,
    Playoff,
    Sitter,
    Status,
    Table,
)
from planilla.domain.tournament.masnou.seats import (
    back_in_front,
    less,
    with_games,
    with_table,
    without,
)
from planilla.domain.tournament.results import ResultRecorded, ResultWithdrawn
from planilla.domain.vocabulary import (
    RESULT_OF_NOTATION,
    Colour,
    EntrantId,
    GameId,
    GameKind,
    GameRef,
    GameResult,
)


def _seated(hall: Hall, event: GameSeated, _: int) -> Hall:
    """Seat both players; the one called later is the newcomer.

    A game reported after the end seats nobody.
    """
    table = hall.tables[event.table]
    if event.ended_at is not None:
        return _reported(hall, table, event)
    white, black = event.white, event.black
    game = MasnouGame(
        white=white,
        black=black,
        at=event.at,
        newcomer=white if _came(table, white) > _came(table, black) else black,
        offline=event.offline,
    )
    members = hall.members.copy()
    members[white] = _playing(members[white], event)
    members[black] = _playing(members[black], event)
    begun = replace(table, games=(*table.games, game), sitters=(), calls=())
    return replace(
        hall,
        tables=with_table(hall, begun),
        members=members,
        free=less(hall.free, table.number),
    )


def _reported(hall: Hall, table: Table, event: GameSeated) -> Hall:
    game = MasnouGame(
        white=event.white,
        black=event.black,
        at=event.at,
        newcomer=event.black,
        offline=event.offline,
        seatless=True,
    )
    tables = with_table(hall, replace(table, games=(*table.games, game)))
    new = {each: Member(status=Status.RESTING) for each in game.players if each not in hall.members}
    return replace(hall, tables=tables, members=hall.members | new)


def _came(table: Table, entrant: EntrantId) -> int:
    """Return the number of the call by which a player came, or `STAYED`."""
    for sitter in table.sitters:
        if sitter.entrant == entrant:
            return sitter.order
    return next(call.number for call in table.calls if call.entrant == entrant)


def _playing(member: Member, event: GameSeated) -> Member:
    member = replace(member, status=Status.PLAYING, table=event.table, missed=0, passed_by=())
    if not member.waiting_since:
        return member
    waited = max(0, event.at - member.waiting_since)
    return replace(
        member,
        waiting_since=0,
        waited=member.waited + waited,
        waits=member.waits + 1,
        longest=max(member.longest, waited),
    )


def _voided(hall: Hall, event: GameVoided, __: int) -> Hall:
    """Make the game void: players who are not sent back stay at the table, while the time runs.

    A game reported after the end had seated nobody, and the end has not stopped it.
    """
    ref = GameRef.of(event.game)
    number, running = ref.round, ref.match
    table = hall.tables[number]
    game = table.games[running - 1]
    if game.seatless:
        never_begun = replace(game, voided=True, seatless=False)
        return replace(hall, tables=with_table(hall, with_games(table, running, never_begun)))
    stays = () if hall.over else tuple(each for each in game.players if each not in event.back)
    members = hall.members.copy()
    for entrant in game.players:
        status = Status.SITTING if entrant in stays else Status.RESTING
        members[entrant] = replace(members[entrant], status=status)
    cleared = replace(
        with_games(table, running, replace(game, voided=True, seatless=hall.over)),
        sitters=tuple(_seated_again(game, entrant, table.number) for entrant in stays),
    )
    emptied = replace(
        hall,
        tables=with_table(hall, cleared),
        members=members,
        free=(*hall.free, number),
    )
    return back_in_front(emptied, event.back, since=event.at)


def _seated_again(game: MasnouGame, entrant: EntrantId, table: int) -> Sitter:
    colour = Colour.WHITE if entrant == game.white else Colour.BLACK
    order = STAYED + 1 if entrant == game.newcomer else STAYED
    return Sitter(entrant=entrant, order=order, stayed_at=table, had=colour.other)


def _recorded(hall: Hall, event: ResultRecorded, version: int) -> Hall:
    """End the game: both players remain at the table; after the end of the time nobody does."""
    result = RESULT_OF_NOTATION[event.result]
    ref = GameRef.of(event.game)
    group, number = ref.round, ref.match
    if ref.kind is GameKind.PLAYOFF:
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
        opponents=(white.opponent, black.opponent),
        voided=False,
    )
    if game.seatless:
        members[game.white] = finished(white, result, game.black)
        members[game.black] = finished(black, result.reversed, game.white)
        tables = with_table(hall, with_games(table, number, ended))
        return replace(hall, tables=tables, members=members)
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
        tables=with_table(hall, replace(cleared, sitters=() if hall.over else sitters)),
        members=members,
        free=(*hall.free, group),
    )


def _result_corrected(hall: Hall, event: ResultCorrected, version: int) -> Hall:
    """Change the points; seats stay."""
    result = RESULT_OF_NOTATION[event.result]
    game = hall.find(event.game)
    assert game is not None, "a correction names a recorded game"
    if not event.effect.points:
        return _with_game(hall, event.game, replace(game, version=version))
    ruled = replace(game, version=version, result=result, voided=False)
    changed = _with_game(hall, event.game, ruled)
    if GameRef.of(event.game).kind is GameKind.PLAYOFF:
        return changed
    members = hall.members.copy()
    members[game.white] = corrected(members[game.white], game.result, result)
    members[game.black] = corrected(members[game.black], game.result.reversed, result.reversed)
    return replace(changed, members=members)


def _result_deleted(hall: Hall, event: ResultDeleted, version: int) -> Hall:
    """Make the game not count; seats stay."""
    game = hall.find(event.game)
    assert game is not None, "a deleted result names a recorded game"
    if not event.effect.points:
        return _with_game(hall, event.game, replace(game, version=version))
    open_again = GameResult.OPEN
    deleted = replace(game, version=version, result=open_again, voided=True)
    members = hall.members.copy()
    members[game.white] = corrected(members[game.white], game.result, open_again)
    members[game.black] = corrected(members[game.black], game.result.reversed, open_again)
    return replace(_with_game(hall, event.game, deleted), members=members)


def _result_withdrawn(hall: Hall, event: ResultWithdrawn, _: int) -> Hall:
    """Resume the game: both play again, wherever they were waiting."""
    game = hall.find(event.game)
    assert game is not None, "a withdrawn result names a recorded game"
    reopened = replace(game, result=game.result.OPEN, recorded=game.result.OPEN, version=0)
    changed = _with_game(hall, event.game, reopened)
    ref = GameRef.of(event.game)
    if ref.kind is GameKind.PLAYOFF:
        return changed
    group = ref.round
    for entrant in game.players:
        changed = without(changed, entrant)
    members = changed.members.copy()
    results = (game.result, game.result.reversed)
    for entrant, result, streak, opponent in zip(
        game.players, results, game.streaks, game.opponents, strict=True
    ):
        back = taken_back(members[entrant], result, streak, opponent)
        members[entrant] = replace(back, status=Status.PLAYING, table=group, waiting_since=0)
    return replace(changed, members=members, free=less(changed.free, group))


def _with_game(hall: Hall, identity: GameId, game: MasnouGame) -> Hall:
    ref = GameRef.of(identity)
    group, number = ref.round, ref.match
    if ref.kind is GameKind.TABLE:
        table = with_games(hall.tables[group], number, game)
        return replace(hall, tables=with_table(hall, table))
    drawn = hall.playoff[group - 1]
    games = (*drawn.games[: number - 1], game, *drawn.games[number:])
    rounds = list(hall.playoff)
    rounds[group - 1] = replace(drawn, games=games)
    return replace(hall, playoff=tuple(rounds))


def _playoff_drawn(hall: Hall, event: PlayoffDrawn, _: int) -> Hall:
    """Add a round of the knockout."""
    games = tuple(
        MasnouGame(white=each.white, black=each.black, newcomer=each.black) for each in event.games
    )
    return replace(hall, playoff=(*hall.playoff, Playoff(games=games, byes=event.byes)))


MasnouFold = Callable[[Hall, Any, int], Hall]
MasnouFolds = dict[type[Event], MasnouFold]

RESULT_FOLDS: MasnouFolds = {
    ResultRecorded: _recorded,
    ResultCorrected: _result_corrected,
    ResultDeleted: _result_deleted,
    ResultWithdrawn: _result_withdrawn,
}
"""The folds of events that tournaments with rounds have too."""

GAME_FOLDS: MasnouFolds = {
    GameSeated: _seated,
    GameVoided: _voided,
    PlayoffDrawn: _playoff_drawn,
    **RESULT_FOLDS,
}
"""The fold of each event of a game: from the hall, the event and its version to the hall."""


def finished(member: Member, result: GameResult, opponent: EntrantId) -> Member:
    """Return the member with one more game, its `result` seen from this member as White."""
    wins, draws, losses = _COUNTS[result]
    return replace(
        member,
        wins=member.wins + wins,
        draws=member.draws + draws,
        losses=member.losses + losses,
        streak=member.streak + 1 if wins else 0,
        opponent=opponent,
    )


def corrected(member: Member, was: GameResult, result: GameResult) -> Member:
    """Return the member with the result of a game changed; the streak stays as it was.

    Both results are seen from this member as White.
    """
    counted = zip(_COUNTS[result], _COUNTS[was], strict=True)
    wins, draws, losses = (now - then for now, then in counted)
    return replace(
        member,
        wins=member.wins + wins,
        draws=member.draws + draws,
        losses=member.losses + losses,
    )


def taken_back(
    member: Member, result: GameResult, streak: int, opponent: EntrantId | None
) -> Member:
    """Return the member without a game, its `result` seen from this member as White."""
    counted = corrected(member, result, GameResult.OPEN)
    return replace(counted, streak=streak, opponent=opponent)


_COUNTS = {
    GameResult.OPEN: (0, 0, 0),
    GameResult.WHITE_WINS: (1, 0, 0),
    GameResult.DRAW: (0, 1, 0),
    GameResult.BLACK_WINS: (0, 0, 1),
}
"""Wins, draws and losses of White in one game."""
