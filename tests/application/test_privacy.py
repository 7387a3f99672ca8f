"""What everybody may read of people, and of minors less."""

import pytest

from planilla.application.envelope import Person
from planilla.application.privacy import reduced_name, reduced_person, shown_to_all
from planilla.domain.tournament.regulations.announcement import Category, Regulations
from planilla.domain.tournament.state import EntrantState, Tournament
from planilla.domain.vocabulary import EntrantId

ANA = Person(
    name="García López, Ana",
    birth="2014-03-02",
    fide_id="123",
    club="Masnou",
    contact="ana@example.org",
    sex="w",
)


@pytest.mark.parametrize(
    ("name", "reduced"),
    [
        ("García López, Ana", "Ana G."),
        ("García López, Ana María", "Ana María G."),
        ("Ana García", "Ana G."),
        ("Ana García López", "Ana G."),
        ("Ana", "Ana"),
        ("García,", "García"),
        (", Ana", "Ana"),
        ("Ñíguez, Íñigo", "Íñigo Ñ."),
        ("", ""),
    ],
)
def test_a_name_is_reduced_to_the_given_name_and_an_initial(name: str, reduced: str) -> None:
    assert reduced_name(name) == reduced


def test_of_a_minor_nothing_is_shown_but_a_short_name_and_the_club() -> None:
    assert reduced_person(ANA) == Person(name="Ana G.", club="Masnou")


def test_only_those_in_a_category_of_minors_are_reduced() -> None:
    young = EntrantState(id=EntrantId("y"), person="", categories=("U14",))
    old = EntrantState(id=EntrantId("o"), person="", categories=("Seniors",))
    state = Tournament(
        entrants={young.id: young, old.id: old},
        regulations=Regulations(name="Open", categories=(Category(code="U14", minors=True),)),
    )
    people = {"y": ANA, "o": ANA, "gone": ANA}
    shown = shown_to_all(people, state)
    assert shown == {"y": reduced_person(ANA), "o": ANA, "gone": ANA}


def test_without_minors_everybody_is_shown() -> None:
    assert shown_to_all({"y": ANA}, Tournament()) == {"y": ANA}
