"""Appearances of a person by FIDE id: what the public may know, and nothing else."""

import asyncio
from typing import Any

import pytest

from application.test_festivals import Festivals
from planilla.adapters.memory import SetClock
from planilla.application.persons import APPEARANCES_MAX, Appearance, AppearanceReader
from planilla.application.states import TournamentReader
from planilla.audit.seal import Fault

ANA = {"name": "Alba, Ana", "fide_id": "2200001"}


class Persons(Festivals):
    """Tournaments in memory, and the appearances of people in them."""

    def of(self, fide_id: str = "2200001") -> list[Appearance]:
        readings = TournamentReader(self.store, self.integrity)
        return asyncio.run(AppearanceReader(self.store, readings, self.integrity).of(fide_id))

    def names(self) -> list[str]:
        return [each.tournament for each in self.of()]


@pytest.fixture
def two() -> Persons:
    """Ana in the tournaments `spring` and then `summer`."""
    made = Persons()
    made.create("spring", ANA, {"name": "Bea"})
    made.create("summer", ANA)
    return made


def test_the_tournament_that_changed_last_comes_first(two: Persons) -> None:
    assert two.names() == ["summer", "spring"]
    assert {(each.entrant, each.person.name) for each in two.of()} == {("e1", "Alba, Ana")}
    assert two.of("2200002") == []


@pytest.mark.parametrize("text", ["", "0", "12", "x2200001", "2200001 ", "2" * 20])
def test_a_text_that_is_no_fide_id_is_of_nobody(two: Persons, text: str) -> None:
    assert two.of(text) == []


@pytest.mark.parametrize(
    ("command", "body"),
    [
        ("hide-tournament", {}),
        ("erase-person", {"entrant": "e1"}),
        ("remove-entries", {"entrants": ["e1"]}),
        ("correct-personal-data", {"entrant": "e1", "person": {"name": "Alba, Ana"}}),
    ],
)
def test_what_is_not_public_any_more_is_left_out(
    two: Persons, command: str, body: dict[str, Any]
) -> None:
    assert two.send("summer", command, **body).status == "done"
    assert two.names() == ["spring"]


def test_a_minor_with_reduced_data_appears_nowhere(two: Persons) -> None:
    person = {**ANA, "birth": "2022-05-01"}
    assert two.send("summer", "correct-personal-data", entrant="e1", person=person).status == "done"
    assert two.names() == ["spring"]


def test_a_request_to_enter_is_not_an_appearance(two: Persons) -> None:
    two.create("autumn")
    two.send("autumn", "open-entry-form")
    asked = two.send("autumn", "request-entry", entrant="r1", person=ANA, rating=1800)
    assert asked.status == "done"
    assert two.names() == ["summer", "spring"]


def test_a_damaged_tournament_is_left_out_of_them(two: Persons) -> None:
    two.integrity.read("summer", Fault(version=2, code="hash-mismatch"))
    assert two.names() == ["spring"]


def test_at_most_as_many_as_a_page_shows_are_read(two: Persons) -> None:
    for number in range(APPEARANCES_MAX):
        two.create(f"open-{number}", ANA)
    assert len(two.of()) == APPEARANCES_MAX
    assert "spring" not in two.names()


def test_what_waits_changes_neither_the_order_nor_which_are_shown() -> None:
    made = Persons(clock := SetClock())
    ids = [f"open-{number:02}" for number in reversed(range(APPEARANCES_MAX + 2))]
    for each in ids:
        made.create(each, ANA, {"name": "Bea"})
        made.send(each, "set-publication", level="pairings")
    shown = sorted(ids)[:APPEARANCES_MAX]
    assert made.names() == shown, "all changed at once"
    clock.time += 1_000_000
    for each in (ids[0], shown[-1]):
        made.send(each, "pair-round", round=1)
    assert [each.id for each in asyncio.run(made.store.tournaments())][:2] == [shown[-1], ids[0]]
    assert made.names() == shown
    made.send(ids[0], "publish-pairings", round=1)
    assert made.names() == [ids[0], *shown[:-1]]
