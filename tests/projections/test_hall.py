"""The rows of a hall are the same whether they were made before or are made again."""

import pytest

from dsl.tournaments import facts
from planilla.domain.pairing.masnou import HallRules
from planilla.domain.tournament import commands as c
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.events import Event
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.projections import hall

WISHES: tuple[c.Command, ...] = (
    c.CreateTournament(name="Fair", system="masnou"),
    c.EnterEntrants(
        entrants=tuple(
            c.NewEntrant(id=EntrantId(name), person=c.Sealed(name))
            for name in ("ana", "bea", "eva")
        )
    ),
    c.OpenHall(rules=HallRules(tables=1)),
)


def opened() -> Tournament:
    state = INITIAL
    events: list[Event] = []
    for wish in WISHES:
        events += decide(state, wish, Given(at=1))
        state = fold(facts(*events))
    return state


def test_no_more_rows_are_remembered_than_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    remembered = hall.rows(opened())
    monkeypatch.setattr(hall, "ROWS_KEPT", 1)
    assert hall.rows(opened()) == remembered
