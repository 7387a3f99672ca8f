"""The rows of the prizes: what each would win, and what was paid."""

from typing import Any

from msgspec.structs import replace

from dsl.prize_plans import group, plan
from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    FOUR,
    entered,
    folded,
    numbered,
    published,
    recorded,
)
from planilla.domain.prizes.plan import Taking
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.prizes import PrizesAnnounced, PrizesShared
from planilla.domain.tournament.values import Payout, SharedBy
from planilla.projections.prizes import rows

ANNOUNCED = PrizesAnnounced(
    plan=plan(group(1000, 600), group(50, rating_to=1975), taking=Taking.EVERY)
)
OPENED = (replace(CREATED, rounds_asked=1), *entered(*FOUR), numbered(*FOUR), ANNOUNCED)
PLAYED = (*OPENED, published(1, (ANA, CARL), (BEA, DORA)), recorded("1.1", "1-0"))


def told(*events: Event) -> dict[str, dict[str, Any]]:
    return {key: row._asdict() for key, row in rows(folded(*events)).items()}


def test_without_prizes_there_are_no_rows() -> None:
    assert told(*(event for event in PLAYED if event is not ANNOUNCED)) == {}


def test_before_the_first_round_nobody_wins() -> None:
    assert told(*OPENED) == {}


def test_who_wins_something_has_a_row_with_the_groups_it_comes_from() -> None:
    # Ana has won; the others share 600, for no tie-break is announced. Dora alone is below 1975.
    third = {"amount": 200, "groups": ((1, 200),), "shared": None, "currency": "EUR"}
    assert told(*PLAYED) == {
        ANA: {"amount": 1000, "groups": ((1, 1000),), "shared": None, "currency": "EUR"},
        BEA: third,
        CARL: third,
        DORA: {"amount": 250, "groups": ((1, 200), (2, 50)), "shared": None, "currency": "EUR"},
    }


def test_who_gets_no_cent_of_a_pool_has_no_row() -> None:
    # The second prize is one cent, and three share it: rounding gives it to the best placed.
    assert list(told(*PLAYED, PrizesAnnounced(plan=plan(group(1000, 1))))) == [ANA, BEA]


def test_what_was_paid_stays_beside_what_would_be_paid_today() -> None:
    paid = PrizesShared(
        by=SharedBy.STANDINGS,
        currency="EUR",
        payouts=(Payout(entrant=ANA, amount=900), Payout(entrant=CARL, amount=700)),
    )
    found = told(*PLAYED, paid)
    assert (found[ANA]["amount"], found[ANA]["shared"]) == (1000, 900)
    assert (found[CARL]["amount"], found[CARL]["shared"]) == (200, 700)
    assert found[DORA]["shared"] == 0


def test_who_was_paid_and_would_win_nothing_today_has_a_row() -> None:
    paid = PrizesShared(
        by=SharedBy.STANDINGS, currency="EUR", payouts=(Payout(entrant=CARL, amount=1000),)
    )
    first = PrizesAnnounced(plan=plan(group(1000)))
    found = told(*PLAYED, first, paid)
    assert (found[CARL]["amount"], found[CARL]["groups"], found[CARL]["shared"]) == (0, (), 1000)
