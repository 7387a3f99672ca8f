"""The knockout for the first place: byes and colours by lot, and White loses a draw.

Source: seed 004, "Desempates", the fourth; `docs/rules/masnou.md` for a number of players that is
not a power of two.
"""

from planilla.domain.chance import GENERATOR, order_by_lot
from planilla.domain.tournament.masnou.events import PlayoffDrawn
from planilla.domain.tournament.masnou.folds import Course
from planilla.domain.tournament.masnou.hall import Hall, MasnouGame, Playoff, playoff_game
from planilla.domain.tournament.results import first_report
from planilla.domain.tournament.values import PairedGame
from planilla.domain.vocabulary import EntrantId, GameId, GameResult


def draw_round(course: Course, players: tuple[EntrantId, ...]) -> None:
    """Draw a round: byes fill up to a power of two, then each two drawn play.

    The first of the two is White.
    """
    drawn = tuple(players[place] for place in order_by_lot(course.lot, len(players)))
    resting = (1 << (len(players) - 1).bit_length()) - len(players)
    number = len(course.hall.playoff) + 1
    meeting = drawn[resting:]
    games = tuple(
        PairedGame(game=playoff_game(number, place), white=white, black=black)
        for place, (white, black) in enumerate(
            zip(meeting[::2], meeting[1::2], strict=True), start=1
        )
    )
    course.record(
        PlayoffDrawn(
            round=number,
            games=games,
            byes=drawn[:resting],
            lot=course.lot,
            generator=GENERATOR,
        )
    )


def end_playoff_game(course: Course, game: GameId, result: GameResult) -> None:
    """End a game of the knockout; after the last one of a round the next round is drawn."""
    course.record(first_report(game, result))
    last = course.hall.playoff[-1]
    left = survivors(last)
    if len(left) > 1 and all(not each.is_running for each in last.games):
        draw_round(course, left)


def winner_of(game: MasnouGame) -> EntrantId | None:
    """Return the winner: White by a win, else Black, as White loses a draw; None while it runs."""
    if game.is_running:
        return None
    return game.white if game.result is GameResult.WHITE_WINS else game.black


def survivors(drawn: Playoff) -> tuple[EntrantId, ...]:
    """Return the entrants with a bye or a win, in the order of the games."""
    winners = (winner_of(game) for game in drawn.games)
    return (*drawn.byes, *(winner for winner in winners if winner is not None))


def round_reached(hall: Hall) -> dict[EntrantId, int]:
    """Return the round reached by each player of the knockout."""
    reached: dict[EntrantId, int] = {}
    for number, drawn in enumerate(hall.playoff, start=1):
        players = [each for game in drawn.games for each in game.players]
        reached.update(dict.fromkeys((*drawn.byes, *players), number))
    for winner in survivors(hall.playoff[-1]) if hall.playoff else ():
        reached[winner] = len(hall.playoff) + 1
    return reached
