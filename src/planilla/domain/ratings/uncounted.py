"""The rounds of one player that bring no rating, each with the reason."""

from enum import StrEnum

import msgspec

from planilla.domain.crosstable import Crosstable, Game, Round, Seat
from planilla.domain.vocabulary import RESULTS, GameResult


class Why(StrEnum):
    """Why a round does not count for rating; values name texts."""

    OPEN = "open"
    FORFEIT = "forfeit"
    BYE = "bye"
    ABSENT = "absent"
    UNRATED_OPPONENT = "unrated-opponent"
    NOT_RATED = "not-rated"


class Uncounted(msgspec.Struct, frozen=True, kw_only=True):
    """A round that does not count; `opponent` is None without a board."""

    round: int
    opponent: Seat | None
    why: Why


def uncounted(crosstable: Crosstable, seat: Seat) -> tuple[Uncounted, ...]:
    """The rounds of a player that are in no term of `rated.changes`, in order.

    Source: seed 000, 4.3.1, note 2: games really played against rated opponents count.
    """
    found = []
    for played, game in zip(crosstable.rounds, crosstable.games[seat], strict=True):
        why = _why(crosstable, played, game, seat)
        if why is not None:
            found.append(Uncounted(round=game.round, opponent=game.opponent, why=why))
    return tuple(found)


def _why(crosstable: Crosstable, played: Round, game: Game, seat: Seat) -> Why | None:
    if game.opponent is None:
        return Why.ABSENT if game.bye is None else Why.BYE
    result = _rated_result(played, game, seat)
    if result is GameResult.OPEN:
        return Why.OPEN if game.is_open else Why.NOT_RATED
    if result.is_forfeit:
        return Why.FORFEIT
    return None if crosstable.entrants[game.opponent].rating else Why.UNRATED_OPPONENT


def _rated_result(played: Round, game: Game, seat: Seat) -> GameResult:
    if played.rated is None:
        return game.result
    board = next(index for index, pair in enumerate(played.boards) if seat in pair)
    return RESULTS[played.rated[board]]
