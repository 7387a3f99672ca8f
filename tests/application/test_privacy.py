"""What everybody may read of people, and of minors less."""

import pytest
from msgspec.structs import replace

from planilla.application.envelope import Person
from planilla.application.privacy import reduced_name, reduced_person, shown_to_all
from planilla.domain.tournament.announcement import Category, Privacy, Regulations
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
    people = {"y": BEA, "o": BEA, "gone": BEA}
    shown = shown_to_all(people, state)
    assert shown == {"y": reduced_person(BEA), "o": BEA, "gone": BEA}


BEA = replace(ANA, name="Bosch, Bea", birth="")
"""A person without a date of birth."""
IN_2026 = 1_795_305_600_000_000
"""22 November 2026, 00:00 UTC: 20,779 days after 1 January 1970."""


@pytest.mark.parametrize(
    ("birth", "is_minor"),
    [
        ("2014-03-02", True),
        ("2008-11-23", True),  # eighteen tomorrow
        ("2008-11-22", False),  # eighteen today
        ("2008", True),  # perhaps in December
        ("2007", False),
        ("23.11.2008", True),
        ("2 March 2014", True),
        ("31/12/1999", False),
        ("", False),
        ("unknown", False),
        ("120140", False),
    ],
)
def test_who_is_under_age_by_the_date_of_birth_is_reduced_without_a_category(
    birth: str, is_minor: bool
) -> None:
    person = replace(ANA, birth=birth)
    shown = shown_to_all({"y": person}, Tournament(changed_at=IN_2026))
    assert shown == {"y": reduced_person(person) if is_minor else person}


def test_of_an_entry_that_was_taken_back_nothing_is_public() -> None:
    assert shown_to_all({"y": BEA}, Tournament(removed={EntrantId("y"): "c" * 64})) == {}


def test_where_the_guardians_have_consented_nobody_is_reduced() -> None:
    full = Regulations(name="Open", privacy=Privacy(minors_in_full=True))
    assert shown_to_all({"y": ANA}, Tournament(changed_at=IN_2026, regulations=full)) == {"y": ANA}
