"""The lead of a tournament: handed over, taken over, and what is refused."""

import pytest

from dsl.tournaments import CREATED, folded, given
from planilla.domain.tournament.closing import TournamentFinished
from planilla.domain.tournament.leading import (
    HandOverLead,
    LeadHandedOver,
    LeadTakenOver,
    NoSuchLog,
    TakeOverLead,
)

HALL, PUBLIC = "ab" * 16, "cd" * 16
ADDRESS = "https://chess.example"
HANDED_OVER = LeadHandedOver(to=PUBLIC, place=ADDRESS)
TAKEN_OVER = LeadTakenOver(by=PUBLIC, of=HALL)


def test_the_lead_is_handed_over_to_another_log() -> None:
    hand_over = HandOverLead(to=PUBLIC, place=ADDRESS)
    assert given(CREATED).when(hand_over, log_id=HALL).then() == (HANDED_OVER,)
    over = given(CREATED, TournamentFinished())
    assert over.when(hand_over, log_id=HALL).then() == (HANDED_OVER,)
    assert folded(CREATED, HANDED_OVER).led_from == f"{PUBLIC} {ADDRESS}"


def test_a_log_hands_nothing_over_to_itself() -> None:
    hand_over = HandOverLead(to=HALL, place=ADDRESS)
    assert given(CREATED).when(hand_over, log_id=HALL).then() == ()


@pytest.mark.parametrize(
    ("to", "place"),
    [
        pytest.param(PUBLIC[:-1], ADDRESS, id="too short"),
        pytest.param(PUBLIC.upper(), ADDRESS, id="capital letters"),
        pytest.param(PUBLIC, "chess.example", id="no scheme"),
        pytest.param(PUBLIC, "ftp://chess.example", id="another scheme"),
        pytest.param(PUBLIC, "https://chess example", id="a space"),
        pytest.param(PUBLIC, "https://" + "a" * 201, id="too long"),
    ],
)
def test_the_lead_is_handed_over_to_the_id_of_a_log_at_an_address(to: str, place: str) -> None:
    hand_over = HandOverLead(to=to, place=place)
    with pytest.raises(NoSuchLog):
        given(CREATED).when(hand_over, log_id=HALL).then()


def test_the_lead_is_taken_over_where_another_log_has_it() -> None:
    taken = given(CREATED).when(TakeOverLead(), log_id=PUBLIC, led_by=HALL).then()
    assert taken == (TAKEN_OVER,)
    assert folded(CREATED, HANDED_OVER, TAKEN_OVER).led_from == PUBLIC


def test_nobody_takes_over_what_is_led_here() -> None:
    assert given(CREATED).when(TakeOverLead(), log_id=HALL).then() == ()


def test_the_sentence_of_a_handover_names_the_address() -> None:
    assert HANDED_OVER.details() == {"place": ADDRESS}
