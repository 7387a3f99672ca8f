"""The rounds of one player that bring no rating, each with the reason."""

from enum import StrEnum

import msgspec

from planilla.domain.crosstable import Crosstable, Game, Round, Seat
from planilla.domain.ratings.rated import is_too_wide
from planilla.domain.ratings.rules import RatingRules
from planilla.domain.vocabulary import RESULTS, GameResult


class Why(StrEnum):
    """Why a round does not count for rating; values name texts."""

    OPEN = "open"
    FORFEIT = "forfeit"
    BYE = "bye"
    ABSENT = "absent"
    UNRATED_OPPONENT = "unrated-opponent"
    NOT_RATED = "not-rated"
    TOO_WIDE = "too-wide"


class Uncounted(msgspec.Struct, frozen=True, kw_only=True):
    """A round that does not count; `opponent` is None without a board."""

    round: int
    opponent: Seat | None
    why: Why


def uncounted(crosstable: Crosstable, seat: Seat, rules: RatingRules) -> tuple[Uncounted, ...]:
    """The rounds of a player that are in no term of `rated.changes`, in order.

    Source: seed 000, 4.3.1, note 2: games really played against rated opponents count.
    """
    ratings = [entrant.rating for entrant in crosstable.entrants]
    found = []
    for played, game in zip(crosstable.rounds, crosstable.games[seat], strict=True):
        if game.opponent is None:
            why: Why | None = Why.ABSENT if game.bye is None else Why.BYE
        else:
            why = _why_no_game(played, game, seat) or _why_not_these(
                rules, ratings[seat], ratings[game.opponent]
            )
        if why is not None:
            found.append(Uncounted(round=game.round, opponent=game.opponent, why=why))
    return tuple(found)


def _why_no_game(played: Round, game: Game, seat: Seat) -> Why | None:
    result = _rated_result(played, game, seat)
    if result is GameResult.OPEN:
        return Why.OPEN if game.is_open else Why.NOT_RATED
    return Why.FORFEIT if result.is_forfeit else None


def _why_not_these(rules: RatingRules, own: int, opponent: int) -> Why | None:
    if not opponent:
        return Why.UNRATED_OPPONENT
    return Why.TOO_WIDE if own and is_too_wide(rules, own, opponent) else None


def _rated_result(played: Round, game: Game, seat: Seat) -> GameResult:
    if played.rated is None:
        return game.result
    board = next(index for index, pair in enumerate(played.boards) if seat in pair)
    return RESULTS[played.rated[board]]
