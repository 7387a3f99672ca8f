"""What a correction would do to the prizes: who would win more, and who less.

The pairings stay as they were; only the result counts as another one, for points.
"""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from planilla.audit.holdings import purse_of
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.ladder import is_ladder
from planilla.domain.tournament.rules.results import known_result, published_game
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.winnings import plan_of, winnings
from planilla.domain.vocabulary import EntrantId, GameId, GameResult


class PrizeChange(msgspec.Struct, frozen=True, kw_only=True):
    """What one entrant wins as it stands, and what they would, in the smallest unit."""

    entrant: EntrantId
    before: int
    after: int


class PrizeEffect(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody whose prize would change, the one who wins most first; the changes may cancel out.

    `paid` tells that the prizes have been shared already.
    """

    currency: str
    changes: tuple[PrizeChange, ...]
    paid: bool


def prize_effect(
    state: Tournament, game: GameId, result: str, instead_of: str = ""
) -> PrizeEffect | None:
    """The effect on the prizes had `game` ended with `result`; None where there are no prizes.

    In a ladder neither: there one result changes all values.

    It is compared with the standings as they are, or as they were had it ended `instead_of`.

    Raises:
        NoSuchGame, RoundNotPublished: there is no such game to be seen.
        NoSuchResult: a result is none.
    """
    played, board = published_game(state, game)
    plan = plan_of(state)
    if plan is None or is_ladder(state):
        return None
    here = (played.number, board)
    crosstable = for_standings(state)
    before = _with(crosstable, here, known_result(instead_of)) if instead_of else crosstable
    was = winnings(state, plan, before).amounts
    would_be = winnings(state, plan, _with(crosstable, here, known_result(result))).amounts
    return PrizeEffect(
        currency=plan.currency,
        changes=changes_of(_by_entrant(state, was), _by_entrant(state, would_be), state.order),
        paid=state.prizes_shared is not None,
    )


def prizes_between(before: Tournament, after: Tournament) -> PrizeEffect | None:
    """What parts two states of a tournament in prizes; None where neither has any.

    Each is shared by its own plan, as its standings are.
    """
    was, will = purse_of(before), purse_of(after)
    purse = will or was
    if purse is None:
        return None
    return PrizeEffect(
        currency=purse.currency,
        changes=changes_of(
            {} if was is None else was.amounts, {} if will is None else will.amounts, after.order
        ),
        paid=before.prizes_shared is not None,
    )


def _by_entrant(state: Tournament, amounts: Mapping[Seat, int]) -> dict[EntrantId, int]:
    return {state.order[seat]: amount for seat, amount in amounts.items()}


def changes_of(
    was: Mapping[EntrantId, int], will: Mapping[EntrantId, int], order: Sequence[EntrantId]
) -> tuple[PrizeChange, ...]:
    """Everybody whose amount is another one, the one who wins most first."""
    place = {entrant: at for at, entrant in enumerate(order)}
    winners = sorted(
        {*was, *will},
        key=lambda each: (was.get(each, 0) - will.get(each, 0), place.get(each, len(place)), each),
    )
    return tuple(
        PrizeChange(entrant=each, before=was.get(each, 0), after=will.get(each, 0))
        for each in winners
        if was.get(each, 0) != will.get(each, 0)
    )


def _with(crosstable: Crosstable, here: tuple[int, int], result: GameResult) -> Crosstable:
    number, board = here
    played = crosstable.rounds[number - 1]
    results = played.results[:board] + bytes((result,)) + played.results[board + 1 :]
    rounds = list(crosstable.rounds)
    rounds[number - 1] = replace(played, results=results)
    return replace(crosstable, rounds=tuple(rounds))
