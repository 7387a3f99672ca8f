"""A player's card: rounds, totals, and tie-breaks with their terms."""

from msgspec.structs import replace

from dsl.tournaments import (
    AFTER_2,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    FOUR,
    entered,
    folded,
    numbered,
    published,
)
from planilla.domain.vocabulary import EntrantId
from planilla.projections.player_card import CardRound, player_card

WITH_TIEBREAKS = (replace(CREATED, tiebreaks=("BH", "DE")), *AFTER_2[1:])


def test_a_card_tells_each_round_and_the_total_after_it() -> None:
    card = player_card(folded(*AFTER_2), ANA)
    assert card is not None
    assert (card.number, card.place, card.points, card.unit) == (1, 1, 3, 2)
    assert card.rounds == (
        CardRound(
            round=1, board=1, opponent=CARL, opponent_number=3, outcome="W1",
            points=2, total=2, drift="",
        ),
        CardRound(
            round=2, board=1, opponent=BEA, opponent_number=2, outcome="B½",
            points=1, total=3, drift="",
        ),
    )  # fmt: skip


def test_the_working_of_a_tiebreak_adds_up_to_its_value() -> None:
    """Ana's opponents: Carl with 2 and Bea with 3 half points, Buchholz 5; Bea's: Dora 0, Ana 3."""
    card = player_card(folded(*WITH_TIEBREAKS), ANA)
    assert card is not None
    buchholz = card.tiebreaks[0]
    assert (buchholz.code, buchholz.unit, buchholz.value) == ("BH", 2, 5)
    assert buchholz.working is not None
    assert [term.value for term in buchholz.working.terms] == [2, 3]


def test_a_tiebreak_that_was_never_asked_has_no_working() -> None:
    card = player_card(folded(*WITH_TIEBREAKS), DORA)
    assert card is not None
    assert (card.tiebreaks[1].value, card.tiebreaks[1].working) == (None, None)


def test_a_bye_has_no_board_and_floats_down() -> None:
    five = (CREATED, *entered(*FOUR, EVA), numbered(*FOUR, EVA))
    card = player_card(folded(*five, published(1, (ANA, CARL), (DORA, BEA), bye=EVA)), EVA)
    assert card is not None
    (only,) = card.rounds
    assert (only.board, only.opponent, only.opponent_number) == (None, None, None)
    assert (only.outcome, only.points, only.drift) == ("U", 2, "D")


def test_nobody_has_no_card() -> None:
    assert player_card(folded(*AFTER_2), EntrantId("nobody")) is None
