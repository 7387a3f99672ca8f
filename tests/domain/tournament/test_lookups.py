"""Lists in commands: how long one may be, and that long ones take no time by their square."""

import pytest
from msgspec.structs import replace

from dsl.steps import steps_of
from dsl.tournaments import CREATED, START, entered, folded, given, numbered
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.entrants import (
    EnterEntrants,
    EntryRemoved,
    NewEntrant,
    RemoveEntries,
    TooManyEntrants,
    enter_entrants,
)
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.lookups import doubles
from planilla.domain.tournament.prohibitions import ForbidPairs, forbid_pairs
from planilla.domain.tournament.refusal import ListTooLong
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.catalogue import sentence

IDS = tuple(EntrantId(f"p{number}") for number in range(1_001))


def new(*ids: EntrantId) -> tuple[NewEntrant, ...]:
    return tuple(NewEntrant(id=each, person=Sealed(f"p-{each}")) for each in ids)


class Compared(str):
    """A string that counts how often it is compared."""

    times = 0

    def __eq__(self, other: object) -> bool:
        Compared.times += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_one_command_enters_a_thousand_and_no_more() -> None:
    thousand = given(CREATED).when(EnterEntrants(entrants=new(*IDS[:1_000])))
    assert len(thousand.then()) == 1_000
    with pytest.raises(ListTooLong) as refused:
        given(CREATED).when(EnterEntrants(entrants=new(*IDS))).then()
    assert (refused.value.largest, refused.value.given) == (1_000, 1_001)
    with pytest.raises(ListTooLong):
        given(*START).when(RemoveEntries(entrants=IDS)).then()


def test_the_refusal_says_the_bound_the_number_given_and_the_way_out() -> None:
    fields = {"largest": 1_000, "given": 1_001}
    assert sentence("en", ListTooLong.code, fields) == (
        "A list may have at most 1000 people, but this one has 1001: send the rest in further "
        "lists."
    )
    assert sentence("es", ListTooLong.code, fields) == (
        "Una lista admite como máximo 1000 personas y esta tiene 1001: envíe las demás en otras "
        "listas."
    )


def test_a_tournament_has_room_for_ten_thousand() -> None:
    state = folded(CREATED)
    known = {EntrantId(f"q{number}"): None for number in range(9_999)}
    full = replace(state, entrants=known)
    assert (
        len(enter_entrants(full, EnterEntrants(entrants=new(*IDS[:1])), DecisionContext(at=0))) == 1
    )
    with pytest.raises(TooManyEntrants):
        enter_entrants(full, EnterEntrants(entrants=new(*IDS[:2])), DecisionContext(at=0))


def test_values_that_come_again_are_found_once_each() -> None:
    assert doubles([3, 1, 3, 2, 1, 3]) == (3, 1)
    assert doubles(["a", "b"]) == ()


def test_a_prohibition_compares_nobody_with_everybody() -> None:
    """With 9,900 entrants it took a second: each was searched for among all."""
    ids = tuple(EntrantId(Compared(each)) for each in IDS[:40])
    state = folded(CREATED, *entered(*ids))
    Compared.times = 0
    forbid_pairs(state, ForbidPairs(entrants=ids), DecisionContext(at=0))
    assert Compared.times < 40


@pytest.mark.parametrize("is_numbered", [False, True])
def test_to_remove_one_of_many_takes_no_more_steps_than_one_of_few(is_numbered: bool) -> None:
    """A list of 6,000 took four seconds: all the others were read for each entry."""
    steps = []
    for size in (10, 40):
        numbers = [numbered(*IDS[:size])] if is_numbered else []
        state = folded(CREATED, *entered(*IDS[:size]), *numbers)
        gone = Fact(version=99, recorded_at=0, event=EntryRemoved(entrant=IDS[5]))
        steps.append(steps_of(lambda: evolve(state, gone)))  # noqa: B023 - called at once
    assert steps[0] == steps[1] > 0
