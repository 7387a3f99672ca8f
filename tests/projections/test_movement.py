"""Why somebody moved: causes that add up to the places gained and lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    ROUND_2,
    entered,
    facts,
    published,
    recorded,
)
from dsl.walks import walk
from planilla.domain.crosstable import before_round
from planilla.domain.standings import ranks
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.pairings import RoundUnpaired
from planilla.domain.tournament.prohibitions import SameOriginRuled
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import Effect, SameOrigin
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.projections.movement import Cause, Movement, Why, movement, publication_of

ROUND_2_VERSION = len(ROUND_2)
CORRECTED = ResultCorrected(
    game=GameId("1.1"),
    result="0-1",
    corrects=8,
    effect=Effect(points=True, pairing_from=3, rating=True),
)


def moved(entrant: EntrantId, *events: Event) -> Movement | None:
    """The movement after events of which the last published round is round 2."""
    return _moved(facts(*events), 2, entrant)


def _moved(known: tuple[Fact, ...], number: int, entrant: EntrantId) -> Movement | None:
    at = publication_of(known, number)
    assert at is not None
    return movement(fold(known[:at]), known[at:], entrant)


def test_who_scores_more_passes_those_ahead() -> None:
    """Ana and Bea had 1, Carl and Dora 0. Bea beats Ana, Carl beats Dora: Bea 2, Ana and Carl 1."""
    events = (*ROUND_2, recorded("2.1", "1-0"), recorded("2.2", "1-0"))
    assert moved(CARL, *events) == Movement(
        entrant=CARL,
        round=2,
        published=3,
        before=3,
        now=2,
        causes=(
            Cause(
                why=Why.OWN_POINTS,
                places=1,
                others=(ANA,),
                points=2,
                theirs=(0,),
                version=ROUND_2_VERSION + 2,
                versions=(ROUND_2_VERSION + 1,),
            ),
        ),
        changes=(),
    )


def test_who_scores_less_is_passed_also_from_a_shared_place() -> None:
    events = (*ROUND_2, recorded("2.1", "1-0"), recorded("2.2", "1-0"))
    found = moved(ANA, *events)
    assert found is not None
    assert (found.before, found.now) == (1, 2)
    assert [(each.why, each.places, each.others) for each in found.causes] == [
        (Why.THEIR_POINTS, -1, (BEA,))
    ]


def test_between_equal_points_the_tiebreak_that_parts_them_now_is_the_cause() -> None:
    """Ana and Bea have 1½ each. Buchholz: Ana met Carl (1) and Bea (1½), Bea met Dora (0) and Ana.

    In half points 5 and 3; before the round both had 0.
    """
    events = (
        replace(CREATED, tiebreaks=("BH",)),
        *ROUND_2[1:],
        recorded("2.1", "½-½"),
        recorded("2.2", "1-0"),
    )
    found = moved(BEA, *events)
    assert found is not None
    (cause,) = found.causes
    assert (cause.why, cause.places, cause.others) == (Why.TIEBREAK, -1, (ANA,))
    assert (cause.tiebreak, cause.values) == ("BH", (3, 5))


def test_between_equal_points_that_are_level_now_the_tiebreak_before_is_the_cause() -> None:
    """After round 1 Ana had one win more by play than Bea, who won by forfeit; then Bea wins one.

    In round 2 neither meets the other: Ana wins by forfeit and Bea over the board.
    """
    first = (recorded("1.1", "1-0"), recorded("1.2", "-/+"))
    events = (
        replace(CREATED, tiebreaks=("WON",), tiebreak_edition="fide-2026-03"),
        *AFTER_1[1:-2],
        *first,
        published(2, (ANA, DORA), (BEA, CARL)),
        recorded("2.1", "+/-"),
        recorded("2.2", "1-0"),
    )
    found = moved(BEA, *events)
    assert found is not None
    assert (found.before, found.now) == (2, 1)
    (cause,) = found.causes
    assert (cause.why, cause.places, cause.others) == (Why.TIEBREAK, 1, (ANA,))
    assert (cause.tiebreak, cause.values) == ("WON", (1, 1))


def test_who_has_a_bye_has_no_result_behind_the_points() -> None:
    events = (
        *ROUND_2[:-1],
        published(2, (BEA, ANA), bye=CARL),
        recorded("2.1", "1-0"),
    )
    found = moved(CARL, *events)
    assert found is not None
    (cause,) = found.causes
    assert (cause.others, cause.points, cause.version) == ((ANA,), 2, 0)


def test_a_correction_of_an_earlier_round_is_told_beside_with_its_event() -> None:
    """Carl had won 1.1: Bea and Carl have 1, Ana and Dora 0; nobody has played round 2 yet."""
    carl, ana = moved(CARL, *ROUND_2, CORRECTED), moved(ANA, *ROUND_2, CORRECTED)
    assert carl is not None
    assert ana is not None
    assert (carl.published, carl.before, carl.now, carl.causes) == (3, 1, 1, ())
    assert carl.changes == (
        Cause(
            why=Why.CHANGE,
            places=2,
            others=(BEA, ANA),
            event="ResultCorrected",
            version=ROUND_2_VERSION + 1,
        ),
    )
    assert (ana.published, ana.before) == (1, 3)
    assert [(each.places, each.others) for each in ana.changes] == [(-2, (BEA, CARL))]


def test_a_correction_that_is_taken_back_moves_twice() -> None:
    back = replace(CORRECTED, result="1-0", corrects=ROUND_2_VERSION + 1)
    found = moved(CARL, *ROUND_2, CORRECTED, back)
    assert found is not None
    assert [each.places for each in found.changes] == [2, -2]
    assert found.published == found.before == 3


def test_what_cannot_touch_earlier_rounds_is_no_change() -> None:
    rating_alone = replace(CORRECTED, effect=Effect(points=False, pairing_from=None, rating=True))
    for event in (rating_alone, SameOriginRuled(rule=SameOrigin.AVOID)):
        found = moved(CARL, *ROUND_2, event)
        assert found is not None
        assert found.changes == ()


def test_a_result_of_the_round_itself_leaves_the_places_before_it_as_they_were() -> None:
    """The correction of round 1 gives Carl two places; that Bea then beats Ana, none before it."""
    found = moved(CARL, *ROUND_2, CORRECTED, recorded("2.1", "1-0"))
    assert found is not None
    assert [(each.places, each.version) for each in found.changes] == [(2, ROUND_2_VERSION + 1)]
    assert (found.published, found.before) == (3, 1)


def test_who_entered_after_the_round_was_published_has_no_place_from_before() -> None:
    (late,) = entered(EVA)
    found = moved(EVA, *ROUND_2, replace(late, first_round=3), CORRECTED)
    assert found is not None
    assert (found.published, found.before, found.now, found.changes) == (3, 3, 3, ())


@pytest.mark.parametrize("entrant", [ANA, EntrantId("nobody")])
def test_before_the_second_round_nobody_has_moved(entrant: EntrantId) -> None:
    known = facts(*AFTER_1)
    assert movement(fold(known[:7]), known[7:], entrant) is None


def test_nobody_does_not_move() -> None:
    assert moved(EntrantId("nobody"), *ROUND_2) is None


def test_a_round_that_was_published_again_counts_from_then() -> None:
    again = (*ROUND_2, RoundUnpaired(round=2), ROUND_2[-1])
    assert publication_of(facts(*again), 2) == len(again)
    assert publication_of(facts(*again), 3) is None


HISTORIES = st.lists(st.integers(0, 2**16), min_size=25, max_size=60)
LISTS = st.sampled_from(
    [(), ("BH", "DE"), ("DE", "SB", "WIN"), ("PS", "BH", "SB", "DE", "WIN"), ("WIN", "DE", "BH")]
)
MODES = st.sampled_from(["subsidiary", "successive"])


@pytest.mark.no_cover
@given(HISTORIES, LISTS, MODES)
def test_the_causes_add_up_for_everybody(
    numbers: list[int], tiebreaks: tuple[str, ...], mode: str
) -> None:
    known, _ = walk(numbers)
    created = replace(known[0].event, tiebreaks=tiebreaks, tiebreak_mode=mode)
    known = (replace(known[0], event=created), *known[1:])
    state = fold(known)
    if state.last_published <= 1:
        return
    at = publication_of(known, state.last_published)
    assert at is not None
    then, later = fold(known[:at]), known[at:]
    for entrant in state.entrants:
        found = movement(then, later, entrant)
        assert found is not None
        _check_adds_up(then, state, found)


def _check_adds_up(then: Tournament, state: Tournament, found: Movement) -> None:
    number, entrant = state.last_published, found.entrant
    assert found.now == _place(state, number + 1, entrant)
    assert found.before == _place(state, number, entrant)
    assert found.before - found.now == sum(each.places for each in found.causes)
    assert found.published - found.before == sum(each.places for each in found.changes)
    if entrant in then.entrants:
        assert found.published == _place(then, number, entrant)
    named = [other for each in found.causes for other in each.others]
    assert len(named) == len(set(named)) == sum(abs(each.places) for each in found.causes)


def _place(state: Tournament, number: int, entrant: EntrantId) -> int:
    table = before_round(for_standings(state), number)
    return ranks(table, state.announced)[state.order.index(entrant)]
