"""The appeals committee by the ordered rule of the book, seat by seat."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planilla.domain.tournament.committee import (
    CRITERIA,
    OFFICES,
    Candidate,
    Criterion,
    merits,
    ordered_choice,
    reserves_for,
    sitting_in,
)
from planilla.domain.tournament.personal import alphabetical
from planilla.domain.tournament.values import Committee, Office, Replacement, Way
from planilla.domain.vocabulary import EntrantId, GameId

GOLDEN: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "golden/committee/appeal_committee.json").read_text("utf-8")
)
EXAMPLE = GOLDEN["derived_example"]
BOSCH, EGEA, DIAZ, FONT, ABAD = (EntrantId(name) for name in EXAMPLE["chosen"])
FORMED = Committee(version=9, way=Way.RULES, members=(BOSCH, EGEA, DIAZ, FONT, ABAD))


def candidate(number: int, player: dict[str, Any]) -> Candidate:
    return Candidate(
        entrant=EntrantId(player["name"]),
        number=number,
        age=player["age"],
        federation=player["federation"],
        arbiter=player["arbiter"] or "",
        rating=player["rating"],
        name=alphabetical(player["name"]),
    )


PLAYERS = tuple(candidate(number, each) for number, each in enumerate(EXAMPLE["players"], start=1))


def test_the_seats_are_those_of_the_book() -> None:
    assert [office.value for office in OFFICES] == GOLDEN["seats"]


def test_the_example_of_the_book() -> None:
    chosen = ordered_choice(PLAYERS)
    assert [choice.entrant for choice in chosen] == EXAMPLE["chosen"]


def test_each_seat_tells_who_came_next_and_what_parted_them() -> None:
    """Bosch has the higher rating than Abad; X is taken: Egea is NA; Diaz has the name before Font.

    For the second reserve all federations but Cano's are taken, Cano shares Y with Diaz and is 17.
    """
    assert [(c.office, c.runner_up, c.decided) for c in ordered_choice(PLAYERS)] == [
        (Office.PRESIDENT, ABAD, Criterion.RATING),
        (Office.MEMBER, DIAZ, Criterion.ARBITER),
        (Office.MEMBER, FONT, Criterion.ALPHABET),
        (Office.RESERVE, ABAD, Criterion.FEDERATION),
        (Office.RESERVE, EntrantId("Cano"), Criterion.ADULT),
    ]


@pytest.mark.parametrize(("age", "comes_first"), [(18, True), (17, False), (None, False)])
def test_exactly_eighteen_is_an_adult(age: int | None, comes_first: bool) -> None:
    young = Candidate(entrant=EntrantId("young"), number=1, age=age, rating=2500)
    grown = Candidate(entrant=EntrantId("grown"), number=2, age=40, rating=1500)
    assert (ordered_choice((young, grown))[0].entrant == "young") is comes_first


def test_who_has_no_federation_shares_it_with_nobody() -> None:
    alone = [Candidate(entrant=EntrantId(n), number=i, age=30) for i, n in enumerate("abc")]
    assert [c.decided for c in ordered_choice(alone)] == [Criterion.NUMBER, Criterion.NUMBER, None]


def test_an_international_arbiter_comes_before_a_national_one_and_that_before_none() -> None:
    titles = {"none": "", "national": "NA", "fide": "FA", "international": "IA"}
    candidates = [
        Candidate(entrant=EntrantId(name), number=number, age=30, arbiter=title)
        for number, (name, title) in enumerate(titles.items())
    ]
    chosen = [choice.entrant for choice in ordered_choice(candidates)]
    assert chosen == ["international", "national", "fide", "none"]


def test_votes_come_before_the_conditions_which_part_those_with_as_many() -> None:
    """Three for Cano, two each for Abad and Egea: Abad is IA, Egea is NA."""
    votes = {"Cano": 3, "Abad": 2, "Egea": 2}
    voted = [
        Candidate(**{**_fields(each), "votes": votes.get(each.entrant, 0)}) for each in PLAYERS
    ]
    chosen = ordered_choice(voted)
    assert [choice.entrant for choice in chosen[:3]] == ["Cano", "Abad", "Egea"]
    assert [choice.decided for choice in chosen[:3]] == [None, Criterion.ARBITER, None]


def _fields(candidate: Candidate) -> dict[str, Any]:
    return {name: getattr(candidate, name) for name in candidate.__struct_fields__}


def test_three_players_make_a_committee_without_reserves() -> None:
    assert [choice.office for choice in ordered_choice(PLAYERS[:3])] == list(OFFICES[:3])


@given(st.permutations(PLAYERS))
def test_the_order_in_which_players_are_named_makes_no_difference(
    players: list[Candidate],
) -> None:
    assert ordered_choice(players) == ordered_choice(PLAYERS)


def test_each_condition_has_its_place_in_the_comparison() -> None:
    assert len(merits(PLAYERS[0], ())) == len(CRITERIA)


def test_a_reserve_takes_the_very_seat_in_one_case_or_for_good() -> None:
    case, other = GameId("3.1"), GameId("3.2")
    for_the_case = Replacement(version=10, member=BOSCH, reserve=FONT, case=case)
    replaced = Committee(
        version=9, way=Way.RULES, members=FORMED.members, replacements=(for_the_case,)
    )
    assert sitting_in(replaced, case) == (FONT, EGEA, DIAZ)
    assert sitting_in(replaced, other) == (BOSCH, EGEA, DIAZ)
    assert reserves_for(replaced, case) == (ABAD,)
    assert reserves_for(replaced, other) == (FONT, ABAD)


def test_a_reserve_who_was_replaced_is_no_reserve_any_more() -> None:
    gone = (
        Replacement(version=10, member=EGEA, reserve=FONT, case=GameId("")),
        Replacement(version=11, member=FONT, reserve=ABAD, case=GameId("")),
    )
    replaced = Committee(version=9, way=Way.LOT, members=FORMED.members, replacements=gone)
    assert sitting_in(replaced, GameId("1.1")) == (BOSCH, ABAD, DIAZ)
    assert reserves_for(replaced, GameId("1.1")) == ()
