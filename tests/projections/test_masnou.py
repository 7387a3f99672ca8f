"""The rows of a hall are the same whether they were made before or are made again."""

from dsl.tournaments import facts
from planilla.domain.pairing.masnou import MasnouRules
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.entrants import EnterEntrants, NewEntrant
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.masnou.commands import OpenHall
from planilla.domain.tournament.masnou.hall import Member, hall_of
from planilla.domain.tournament.setup import CreateTournament
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.projections import masnou
from planilla.projections.masnou import RememberedRows
from planilla.projections.view import Row

WISHES: tuple[Command, ...] = (
    CreateTournament(name="Fair", system="masnou"),
    EnterEntrants(
        entrants=tuple(
            NewEntrant(id=EntrantId(name), person=Sealed(name)) for name in ("ana", "bea", "eva")
        )
    ),
    OpenHall(rules=MasnouRules(tables=1)),
)


def opened() -> Tournament:
    state = INITIAL
    events: list[Event] = []
    for wish in WISHES:
        events += decide(state, wish, DecisionContext(at=1))
        state = fold(facts(*events))
    return state


def test_no_more_rows_are_remembered_than_is_allowed() -> None:
    made: list[Member] = []

    def row(member: Member, order: int) -> Row:
        made.append(member)
        return ("member", order)

    remembered = RememberedRows(row, 2)
    playing = hall_of(opened())
    members = tuple(playing.members.values())
    assert [remembered.row(each, (1,)) for each in members] == [("member", 1)] * 3
    assert len(remembered) == 1
    assert remembered.row(members[-1], (1,)) == ("member", 1)
    assert len(made) == 3
    assert remembered.row(members[-1], (2,)) == ("member", 2)
    assert len(made) == 4


def test_rows_made_before_are_those_made_again() -> None:
    state = opened()
    before = masnou.rows(state)
    assert masnou.rows(state) == before
    assert masnou.rows(opened()) == before
