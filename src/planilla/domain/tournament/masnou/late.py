"""Acts that were made offline before the marathon ended and arrive after its end.

A game that began in time counts (`docs/rules/masnou.md`): whoever reported it saw the two play. It
takes nobody's seat, and nobody queues any more.
"""

from planilla.domain.pairing.masnou import PLAYERS_AT_A_TABLE, RunningGames
from planilla.domain.tournament.lookups import known_entrant
from planilla.domain.tournament.masnou.acts import lose
from planilla.domain.tournament.masnou.commands import StandDown
from planilla.domain.tournament.masnou.events import Away, GameSeated, GameVoided
from planilla.domain.tournament.masnou.folds import Course
from planilla.domain.tournament.masnou.hall import Hall, MasnouGame, Status
from planilla.domain.tournament.masnou.refusals import (
    AfterTheEnd,
    GameIsVoid,
    PlayoffRuns,
    PlaysNow,
)
from planilla.domain.tournament.refusal import EntrantTwice
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId, GameId, GameRef

TOLERANCE_US = 60_000_000
"""Microseconds by which the clocks of a tablet and of the server may differ."""


def is_late(hall: Hall, made_at: int | None) -> bool:
    """Return whether an act was made before the marathon ended and arrives after it."""
    return hall.over and made_at is not None and made_at <= hall.ended_at + TOLERANCE_US


def record_offline_game(
    state: Tournament,
    course: Course,
    game: GameId,
    players: tuple[EntrantId, ...] | None,
    began_at: int | None,
) -> bool:
    """Begin the next game of a table as reported by a tablet; return whether it was reported so.

    Raises:
        AfterTheEnd: it began too late to count.
        PlayoffRuns: the play-off has been drawn.
        PlaysNow: one of the two plays elsewhere.
    """
    hall = course.hall
    if began_at is None or players is None or not _is_unknown_game(hall, game):
        return False
    white, black = players
    if white == black:
        raise EntrantTwice(entrant=white)
    _check_in_time(course, game, began_at)
    for entrant in players:
        member = hall.members.get(known_entrant(state, entrant).id)
        if member is not None and member.status is Status.PLAYING:
            raise PlaysNow(entrant=entrant, table=member.table)
    course.record(
        GameSeated(
            game=game,
            table=GameRef.of(game).round,
            white=white,
            black=black,
            at=began_at,
            offline=True,
            ended_at=course.at,
        )
    )
    return True


def _is_unknown_game(hall: Hall, game: GameId) -> bool:
    """Return whether it would be the next game of a table of a hall that is over."""
    ref = GameRef.parse(game)
    table = None if ref is None else hall.tables.get(ref.round)
    if not hall.over or table is None:
        return False
    return game == table.next_game and table.running is None


def leave_offline_game(state: Tournament, course: Course, command: StandDown) -> bool:
    """End a game known only to a tablet because a player left; return whether there was one.

    If the player is absent, the game did not begin: it is void, and its number is used.

    Raises:
        AfterTheEnd, PlayoffRuns, PlaysNow: as for its result, see `record_offline_game`.
    """
    seen = command.seen
    if seen is None or seen.game is None or not _is_unknown_game(course.hall, seen.game):
        return False
    if len(seen.players) != PLAYERS_AT_A_TABLE or command.entrant not in seen.players:
        return False
    if command.away is Away.PAUSED:
        return False
    if not record_offline_game(state, course, seen.game, seen.players, seen.began_at):
        return False
    if command.away is Away.ABSENT:
        course.record(GameVoided(game=seen.game, at=course.at))
    else:
        lose(course, seen.game, command.entrant)
    return True


def _check_in_time(course: Course, game: GameId, began_at: int) -> None:
    hall = course.hall
    if hall.playoff:
        raise PlayoffRuns
    stops = hall.rules.running_games is RunningGames.STOP
    counts_by = course.at if stops else began_at
    if counts_by > hall.ended_at + TOLERANCE_US:
        raise AfterTheEnd(game=game, at=counts_by, ended_at=hall.ended_at)


def check_not_void(hall: Hall, command: RecordResult, game: MasnouGame) -> None:
    """Refuse the result of a void game, unless the end stopped it and it had ended before.

    Raises:
        GameIsVoid: it is not played.
        PlayoffRuns: the play-off has been drawn.
    """
    if not game.voided:
        return
    is_stopped = game.seatless and not game.version
    if not (is_stopped and is_late(hall, command.made_at)):
        raise GameIsVoid(game=command.game)
    if hall.playoff:
        raise PlayoffRuns
