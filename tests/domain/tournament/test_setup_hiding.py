"""Hiding a tournament, and showing it again."""

from msgspec.structs import replace

from dsl.tournaments import ANA, BEA, CARL, DORA, START, folded, given
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.entrants import EntryRemoved
from planilla.domain.tournament.erasure import PersonErased
from planilla.domain.tournament.setup import (
    HideTournament,
    ShowTournament,
    TournamentHidden,
    TournamentShown,
)


def test_it_is_hidden_and_shown_and_each_but_once() -> None:
    scene = given(*START).when(HideTournament())
    assert scene.then() == (TournamentHidden(),)
    assert scene.state().hidden
    hidden = (*START, TournamentHidden())
    assert given(*hidden).when(HideTournament()).then() == ()
    shown = given(*hidden).when(ShowTournament())
    assert shown.then() == (TournamentShown(),)
    assert not shown.state().hidden
    assert given(*START).when(ShowTournament()).then() == ()


def test_everybody_is_erased_also_a_mistaken_entry_and_nobody_twice() -> None:
    people = {each.id: each.person for each in folded(*START).entrants.values()}
    events = (
        *START,
        EntryRemoved(entrant=BEA),
        PersonErased(entrant=CARL, commitment=people[CARL]),
    )
    assert given(*events).when(HideTournament(erases=True)).then() == (
        TournamentHidden(),
        *(PersonErased(entrant=each, commitment=people[each]) for each in (ANA, DORA, BEA)),
    )
    later = given(*events, TournamentHidden()).when(HideTournament(erases=True))
    assert [type(event) for event in later.then()] == [PersonErased] * 3


def test_it_is_possible_after_the_end() -> None:
    state = replace(folded(*START), finished=True)
    assert decide(state, HideTournament(), DecisionContext()) == (TournamentHidden(),)
