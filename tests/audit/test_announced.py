"""What changed regulations say otherwise: fields with their numbers, lists and texts by name."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from planilla.audit.impact import (
    FIGURES,
    PARTS,
    AnnouncedChanges,
    FieldDifference,
    announced_changes,
)
from planilla.domain.tournament.announcement import (
    Category,
    Conduct,
    Entries,
    Play,
    Privacy,
    Regulations,
)
from planilla.domain.tournament.state import INITIAL
from planilla.presentation.catalogue import CATALOGUES

STAND = Regulations(name="Open", play=Play(rounds=5))


def changes(**other: Any) -> AnnouncedChanges | None:
    before = replace(INITIAL, regulations=STAND, prose={"venue": "one", "contact": "two"})
    prose = other.pop("prose", before.prose)
    return announced_changes(
        before, replace(before, regulations=replace(STAND, **other), prose=prose)
    )


def names_of(structure: type[msgspec.Struct]) -> set[str]:
    """Every field that can change, as it is named."""
    parts = set(PARTS)
    whole = {name for name in structure.__struct_fields__ if name not in parts}
    stand = msgspec.structs.asdict(STAND)
    return whole | {f"{part}.{name}" for part in parts for name in stand[part].__struct_fields__}


def test_what_stays_is_no_change() -> None:
    assert changes() is None
    assert announced_changes(INITIAL, INITIAL) is None


def test_the_first_regulations_are_told_as_such() -> None:
    found = announced_changes(INITIAL, replace(INITIAL, regulations=STAND))
    assert found == AnnouncedChanges(is_first=True)


@pytest.mark.parametrize(
    ("other", "field"),
    [
        (
            {"conduct": Conduct(default_minutes=60)},
            FieldDifference(field="conduct.default_minutes", before=30, after=60),
        ),
        # Cents mean nothing without their currency.
        ({"entries": Entries(fee=1500)}, FieldDifference(field="entries.fee")),
        ({"categories": (Category(code="U14"),)}, FieldDifference(field="categories")),
        (
            {"privacy": Privacy(minors_in_full=True)},
            FieldDifference(field="privacy.minors_in_full"),
        ),
    ],
)
def test_a_field_is_told_by_its_place(other: dict[str, Any], field: FieldDifference) -> None:
    assert changes(**other) == AnnouncedChanges(is_first=False, fields=(field,))


def test_free_texts_are_told_by_their_topic() -> None:
    """One other, one new, one gone; what is in them is not told."""
    found = changes(prose={"venue": "other", "data": "new"})
    assert found == AnnouncedChanges(is_first=False, topics=("contact", "data", "venue"))


def test_every_field_has_its_words() -> None:
    named = names_of(Regulations)
    assert named >= FIGURES
    for catalogue in CATALOGUES.values():
        assert {f"announced.field.{name}" for name in named} <= catalogue.keys()
