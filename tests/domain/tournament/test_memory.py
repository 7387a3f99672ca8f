"""The memory of a system: what it keeps beside the rounds, asked without knowing the system."""

import pytest

from dsl.masnou_scenarios import Played
from planilla.domain.tournament.keizer_values import KeizerState
from planilla.domain.tournament.masnou.hall import Hall, hall_of
from planilla.domain.tournament.masnou.refusals import HallNotOpen
from planilla.domain.tournament.memory import NO_MEMORY, CalledPlayer, Seating
from planilla.domain.tournament.refusal import NotInThisSystem
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId, GameId

A, B, C = EntrantId("a"), EntrantId("b"), EntrantId("c")


def hall(call_seconds: int = 0) -> Tournament:
    """A table at which a plays b, or to which the two are called, and c waits."""
    entrants = [{"id": each, "rating": 2000 - n} for n, each in enumerate((A, B, C))]
    return Played(
        {"entrants": entrants, "rules": {"tables": 1, "call_seconds": call_seconds}}
    ).state


def test_a_system_that_keeps_nothing_answers_with_nothing() -> None:
    assert not NO_MEMORY.has_games
    assert NO_MEMORY.known_entrants == NO_MEMORY.expelled == frozenset()
    assert NO_MEMORY.without(A) is NO_MEMORY
    assert NO_MEMORY.seating == Seating()
    assert NO_MEMORY.find(GameId("1.1")) is None
    assert NO_MEMORY.called(1) is None


def test_games_outside_the_rounds_are_found_with_their_players() -> None:
    state = hall()
    assert state.has_begun
    assert state.memory.has_games
    assert state.players_of(GameId("T1.1")) == (A, B)
    assert state.players_of(GameId("T1.2")) is None
    assert state.memory.seating == Seating(tables=((1, A, B),), queue=(C,))


def test_a_call_names_its_player_and_table() -> None:
    memory = hall(call_seconds=60).memory
    assert memory.called(1) == CalledPlayer(A, 1)
    assert memory.called(3) is None


def test_only_its_own_system_reads_a_memory() -> None:
    state = hall()
    assert hall_of(state) is state.memory
    assert KeizerState.of(state.memory) is None
    assert Hall.of(NO_MEMORY) is None


@pytest.mark.parametrize(
    ("system", "refusal"), [("masnou", HallNotOpen), ("swiss-dutch-2026", NotInThisSystem)]
)
def test_without_an_open_hall_there_is_none_to_read(system: str, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        hall_of(Tournament(system_name=system))
