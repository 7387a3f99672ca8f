"""What another result would do to the prizes."""

import pytest
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
    facts,
    folded,
    numbered,
    published,
    recorded,
)
from planilla.audit.compare import AmountDifference, prize_effect
from planilla.audit.known_from_start import other_result
from planilla.audit.round_by_round import round_by_round
from planilla.domain.tournament.prizes import PrizesAnnounced, PrizesShared
from planilla.domain.tournament.refusal import NoSuchGame, NoSuchResult
from planilla.domain.tournament.values import Payout, SharedBy
from planilla.domain.vocabulary import GameId

ANNOUNCED = PrizesAnnounced(plan=plan(group(1000, 600)))
GAME = GameId("1.1")
PLAYED = (
    *(replace(CREATED, rounds_asked=1, tiebreaks=()), *entered(*FOUR), numbered(*FOUR), ANNOUNCED),
    *(published(1, (ANA, CARL), (BEA, DORA)), recorded("1.1", "1-0"), recorded("1.2", "1-0")),
)


def test_who_would_win_more_comes_first_and_who_would_win_less_last() -> None:
    # Ana and Bea have 800 each; had Carl won, Bea and he would.
    effect = prize_effect(folded(*PLAYED), GAME, "0-1")
    assert effect is not None
    assert effect.changes == (
        AmountDifference(entrant=CARL, before=0, after=800),
        AmountDifference(entrant=ANA, before=800, after=0),
    )
    assert (effect.currency, effect.paid) == ("EUR", False)


def test_the_same_result_changes_nothing() -> None:
    effect = prize_effect(folded(*PLAYED), GAME, "1-0")
    assert effect is not None
    assert effect.changes == ()


def test_a_recorded_correction_is_compared_with_what_was_first_recorded() -> None:
    effect = prize_effect(folded(*PLAYED), GAME, "1-0", instead_of="0-1")
    assert effect is not None
    assert {each.entrant: each.after - each.before for each in effect.changes} == {
        ANA: 800,
        CARL: -800,
    }


def test_without_prizes_there_is_no_effect() -> None:
    without = (event for event in PLAYED if event is not ANNOUNCED)
    assert prize_effect(folded(*without), GAME, "0-1") is None


def test_prizes_that_were_paid_already_are_told() -> None:
    paid = PrizesShared(
        by=SharedBy.STANDINGS, currency="EUR", payouts=(Payout(entrant=ANA, amount=1),)
    )
    effect = prize_effect(folded(*PLAYED, paid), GAME, "0-1")
    assert effect is not None
    assert effect.paid


def test_the_what_if_carries_the_effect() -> None:
    log = facts(*PLAYED)
    found = round_by_round(log, other_result(log, GAME, "½-½").edits).consequences
    assert found.prizes is not None
    # Bea alone has won then: 1000; Ana and Carl share 600.
    assert {each.entrant: each.after for each in found.prizes.changes} == {
        ANA: 300,
        BEA: 1000,
        CARL: 300,
    }
    assert DORA not in {each.entrant for each in found.prizes.changes}


@pytest.mark.parametrize(
    ("game", "result", "refusal"), [("9.9", "1-0", NoSuchGame), ("1.1", "2-0", NoSuchResult)]
)
def test_what_is_no_game_or_no_result_is_refused(
    game: str, result: str, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        prize_effect(folded(*PLAYED), GameId(game), result)
