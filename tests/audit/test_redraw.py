"""Each round is paired again from what was known when it was paired."""

import pytest
from msgspec.structs import replace

from dsl.sample import sample_facts
from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    ROUND_1,
    ROUND_1_BOARDS,
    ROUND_2,
    ROUND_2_BOARDS,
    ROUND_ROBIN,
    START,
    drafted,
    entered,
    facts,
    games,
    imported,
    numbered,
    published,
    recorded,
)
from planilla.audit.recorded_rounds import EntrantPair, recorded_rounds
from planilla.audit.redraw import RoundDifference, redraw
from planilla.domain.tournament.drafting import DraftChanged, DraftDiscarded
from planilla.domain.tournament.eligibility import EntrantWithdrawn
from planilla.domain.tournament.event import Audience, Event
from planilla.domain.tournament.pairings import PairingChanged, RoundUnpaired


def redrawn(*events: Event) -> tuple[RoundDifference, ...]:
    return redraw(facts(*events))


def test_every_round_of_the_books_open_comes_out_the_same() -> None:
    again = redraw(sample_facts())
    assert [(paired.round, paired.identical, paired.by_hand) for paired in again] == [
        (number, True, False) for number in range(1, 8)
    ]


def test_the_public_facts_suffice() -> None:
    public = [fact for fact in sample_facts() if fact.event.audience is Audience.PUBLIC]
    assert [paired.identical for paired in redraw(public)] == [True] * 7


def test_an_identical_round_has_nothing_changed_and_no_parting() -> None:
    first, second = redrawn(*ROUND_2)
    assert (first.identical, first.changed, first.criterion) == (True, 0, None)
    assert (second.identical, second.changed, second.criterion) == (True, 0, None)


@pytest.mark.parametrize(
    ("boards", "changes", "changed", "article"),
    [
        pytest.param(
            ((DORA, BEA), (ANA, CARL)), ["moved", "moved"], 0, None, id="another order of boards"
        ),
        pytest.param(((CARL, ANA), (DORA, BEA)), ["colours", "same"], 1, "E5", id="other colours"),
        pytest.param(((ANA, DORA), (CARL, BEA)), ["opponents"] * 2, 2, "D1", id="other opponents"),
    ],
)
def test_a_round_that_was_paired_otherwise_is_found_out(
    boards: tuple[EntrantPair, ...], changes: list[str], changed: int, article: str | None
) -> None:
    (paired,) = redrawn(*START, published(1, *boards))
    assert not paired.identical
    assert [board.change for board in paired.boards] == changes
    assert [board.before for board in paired.boards] == list(boards)
    assert [board.after for board in paired.boards] == list(ROUND_1_BOARDS)
    assert paired.changed == changed
    assert (paired.criterion and paired.criterion.article) == article


def test_a_parting_names_whom_it_concerns() -> None:
    (paired,) = redrawn(*START, published(1, (CARL, ANA), (DORA, BEA)))
    assert paired.criterion is not None
    assert (paired.criterion.points, paired.criterion.entrants) == (0, (ANA, CARL))


def test_a_board_that_is_not_needed_is_told() -> None:
    gone = [EntrantWithdrawn(entrant=each, from_round=1) for each in (BEA, DORA)]
    (paired,) = redrawn(*START, *gone, published(1, *ROUND_1_BOARDS))
    assert [(board.after, board.change) for board in paired.boards] == [
        ((ANA, CARL), "same"),
        (None, "opponents"),
    ]


def test_another_bye_is_another_round() -> None:
    three = (CREATED, *entered(ANA, BEA, CARL), numbered(ANA, BEA, CARL))
    (paired,) = redrawn(*three, published(1, (ANA, CARL), bye=BEA))
    assert (paired.bye_before, paired.bye_after) == (BEA, CARL)
    assert not paired.identical


def test_a_round_that_cannot_be_paired_is_told() -> None:
    two = (CREATED, *entered(ANA, BEA), numbered(ANA, BEA))
    met = (*two, published(1, (ANA, BEA)), recorded("1.1", "1-0"))
    _, paired = redrawn(*met, published(2, (BEA, ANA)))
    assert paired.unpairable
    assert not paired.identical
    assert [board.after for board in paired.boards] == [None]
    assert (paired.criterion, paired.floaters_after, paired.bye_after) == (None, (), None)


def test_a_round_that_was_paired_elsewhere_is_paired_again_as_any_other() -> None:
    """Of four in one group 1-3 and 2-4 meet; the file has 1-2 and 4-3."""
    (same,) = redrawn(*START, imported(1, *ROUND_1_BOARDS))
    assert same.identical
    (other,) = redrawn(*START, imported(1, (ANA, BEA), (DORA, CARL)))
    assert (other.identical, other.by_hand, other.changed) == (False, False, 2)


BY_HAND = games(1, (ANA, BEA), (DORA, CARL))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(
            (drafted(1, *ROUND_1_BOARDS), DraftChanged(round=1, games=BY_HAND)), id="a draft"
        ),
        pytest.param(
            (published(1, *ROUND_1_BOARDS), PairingChanged(round=1, games=BY_HAND)),
            id="published pairings",
        ),
    ],
)
def test_what_the_arbiter_changed_is_not_held_against_the_system(change: tuple[Event, ...]) -> None:
    (paired,) = redrawn(*START, *change)
    assert (paired.identical, paired.by_hand) == (True, True)


def test_a_change_taken_back_is_no_change() -> None:
    back = PairingChanged(round=1, games=games(1, *ROUND_1_BOARDS))
    (paired,) = redrawn(*ROUND_1, PairingChanged(round=1, games=BY_HAND), back)
    assert not paired.by_hand


@pytest.mark.parametrize(
    "taken_back",
    [
        pytest.param((drafted(2, *ROUND_2_BOARDS), DraftDiscarded(round=2)), id="a draft"),
        pytest.param((published(2, *ROUND_2_BOARDS), RoundUnpaired(round=2)), id="a round"),
    ],
)
def test_what_was_taken_back_does_not_count(taken_back: tuple[Event, ...]) -> None:
    assert [moment.round for moment in recorded_rounds(facts(*AFTER_1, *taken_back))] == [1]


def test_a_draft_counts_before_its_publication() -> None:
    paired = (drafted(2, *ROUND_2_BOARDS), published(2, *ROUND_2_BOARDS))
    _, moment = recorded_rounds(facts(*AFTER_1, *paired))
    assert moment.version == len(AFTER_1) + 1


def test_an_edition_that_has_changed_since_is_told() -> None:
    assert [paired.other_edition for paired in redrawn(*ROUND_1)] == [True]
    assert not any(paired.other_edition for paired in redraw(sample_facts()))


def test_a_schedule_is_looked_up_again() -> None:
    liga = (ROUND_ROBIN, *entered(ANA, BEA, CARL, DORA), numbered(ANA, BEA, CARL, DORA))
    right = _of_a_league(published(1, (ANA, DORA), (BEA, CARL)))
    wrong = _of_a_league(published(1, (ANA, BEA), (CARL, DORA)))
    assert [paired.identical for paired in redrawn(*liga, right)] == [True]
    (paired,) = redrawn(*liga, wrong)
    assert (paired.identical, paired.changed, paired.criterion) == (False, 2, None)


def _of_a_league(event: Event) -> Event:
    return replace(event, system="round-robin", edition="berger")


def test_floaters_are_told_without_the_bye() -> None:
    floaters = [paired.floaters_before for paired in redraw(sample_facts())]
    # Round 3 of the book: 9 comes down from 2.0, and 39 from 1.0 to the last group (A.3).
    assert floaters[:3] == [(), (), ("m09", "m39")]
