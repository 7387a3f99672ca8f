"""Present prizes: the amount of each entrant if the standings stay as they are, and payments.

Who wins nothing has no row. Amounts are in the smallest unit of the currency.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from planilla.domain.tournament.prizes import plan_of, winnings
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.projections.qualifying import CHANCE
from planilla.projections.table import PLACE, PLAYER, Figure, TableColumn


class PrizeRow(NamedTuple):
    """The prize money of one entrant.

    `groups` are (number of the group from 1, amount in it), `amount` their sum; `shared` is what
    was paid when the prizes were shared, None before.
    """

    amount: int
    groups: tuple[tuple[int, int], ...]
    shared: int | None
    currency: str


def amount_of(row: PrizeRow) -> int:
    """Return what an entrant was paid or, before the prizes are shared, would win."""
    return row.amount if row.shared is None else row.shared


class WinnerRow(NamedTuple):
    """A winner as the standings are: points in units, and the prize money."""

    points: int
    amount: int


class ChanceRow(NamedTuple):
    """The chances of one player: of each place shown, to qualify, and the prize to be expected."""

    places: tuple[Fraction, ...]
    chance: Fraction
    amount: int


PAID = (
    PLAYER,
    TableColumn("amount", Figure.MONEY, "made amount", "page.prizes.amount"),
)
"""The columns of the prizes as they were shared."""
WINNERS = (
    PLACE,
    PLAYER,
    TableColumn("points", Figure.POINTS, "made", "page.prizes.points"),
    TableColumn(
        "amount",
        Figure.MONEY,
        "made amount",
        "page.prizes.amount",
        opens="working",
        hint="page.prizes.working",
    ),
)
"""Those of who would win."""
PLACES = TableColumn("places", Figure.PLACES, "made wide", "page.prizes.chances.place")
EXPECTED = TableColumn("amount", Figure.MONEY, "made amount", "page.prizes.chances.mean")
CHANCES = (PLAYER, PLACES, EXPECTED)
"""Those of the chances while games are open."""
CHANCES_TO_QUALIFY = (PLAYER, PLACES, CHANCE, EXPECTED)
"""The same where places qualify."""
COMMON = TableColumn("common", Figure.MADE, "made", "page.prizes.common")
BY_PLACE = TableColumn("by_place", Figure.MADE, "made", "page.prizes.by-place")
ROUNDING = TableColumn("rounding", Figure.MADE, "made", "page.prizes.rounding")
SHARES = (PLAYER, COMMON, BY_PLACE, *PAID[1:])
SHARES_ROUNDED = (PLAYER, COMMON, BY_PLACE, ROUNDING, *PAID[1:])
"""Those of the prizes that a tie shares, and where parts of the smallest unit are rounded."""


def rows(state: Tournament) -> Mapping[str, PrizeRow]:
    """Return the entrants with a prize or a payment, by entrant id."""
    plan = plan_of(state)
    if plan is None or not state.has_begun:
        return {}
    found = winnings(state, plan)
    order = state.order
    groups: dict[EntrantId, list[tuple[int, int]]] = {}
    for number, group in enumerate(found.groups, start=1):
        for tie in group.ties:
            for share in tie.shares:
                if share.amount:
                    groups.setdefault(order[share.seat], []).append((number, share.amount))
    won = {order[seat]: amount for seat, amount in found.amounts.items()}
    paid = _paid(state)
    return {
        entrant: PrizeRow(
            amount=won.get(entrant, 0),
            groups=tuple(groups.get(entrant, ())),
            shared=paid.get(entrant, 0) if paid is not None else None,
            currency=plan.currency,
        )
        for entrant in (*won, *(each for each in paid or () if each not in won))
    }


def _paid(state: Tournament) -> dict[EntrantId, int] | None:
    if state.prizes_shared is None:
        return None
    return {each.entrant: each.amount for each in state.prizes_shared.event.payouts}
