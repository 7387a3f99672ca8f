"""Draws of round robins: several cycles, and numbers from the envelopes of Varma."""

from collections import Counter

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from dsl.tournaments import ANA, BEA, CREATED, FOUR, ROUND_ROBIN, Scene, entered, given
from planilla.domain.chance import GENERATOR
from planilla.domain.pairing.closed.berger import repeated
from planilla.domain.pairing.closed.varma import envelopes
from planilla.domain.tournament.crosstables import for_standings, rounds_planned
from planilla.domain.tournament.draw import (
    DrawnBy,
    DrawTable,
    EnvelopesUsedUp,
    NoEnvelopeFits,
    NoTableOfSize,
    TableDrawn,
    TableNotDrawn,
)
from planilla.domain.tournament.eligibility import WithdrawEntrant
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.personal import Personal
from planilla.domain.tournament.refusal import NotInThisSystem
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.setup import CreateTournament, CyclesOutOfRange, TournamentCreated
from planilla.domain.tournament.shapes import MatchShape
from planilla.domain.tournament.stages import PlanStage
from planilla.domain.tournament.subjects import RESTATEMENTS
from planilla.domain.vocabulary import EntrantId

VARMA = replace(ROUND_ROBIN, system_name="round-robin-varma")
BY_ENVELOPES = DrawTable(by=DrawnBy.ENVELOPES)


def in_cycles(cycles: int, *, system: str = "round-robin") -> CreateTournament:
    return CreateTournament(name="Liga", system=system, shape=MatchShape(cycles=cycles))


def played_to_the_end(scene: Scene) -> list[tuple[tuple[EntrantId, EntrantId], ...]]:
    """The boards of all rounds; each game is drawn."""
    rounds = rounds_planned(scene.state())
    for number in range(1, rounds + 1):
        scene = scene.when(PairRound(round=number)).and_then()
        scene = scene.when(PublishPairings(round=number)).and_then()
        for game in scene.state().rounds[-1].open_games:
            scene = scene.when(RecordResult(game=game, result="½-½")).and_then()
    return [played.boards for played in scene.state().rounds]


# --- cycles ---------------------------------------------------------------------------------------


def test_two_cycles_are_the_double_round_robin() -> None:
    twice = given(*given().when(in_cycles(2)).then(), *entered(*FOUR))
    double = given(replace(ROUND_ROBIN, system_name="round-robin-double"), *entered(*FOUR))
    assert played_to_the_end(twice) == played_to_the_end(double)


@pytest.mark.parametrize("cycles", [1, 2, 3, 4])
def test_a_round_robin_has_the_rounds_of_its_cycles(cycles: int) -> None:
    scene = given(*given().when(in_cycles(cycles)).then(), *entered(*FOUR))
    boards = played_to_the_end(scene)
    assert len(boards) == 3 * cycles
    meetings = Counter(frozenset(pair) for played in boards for pair in played)
    assert set(meetings.values()) == {cycles}
    whites = Counter(white for played in boards for white, _ in played)
    if cycles % 2 == 0:
        assert set(whites.values()) == {3 * cycles // 2}


def test_a_single_cycle_is_recorded_as_before() -> None:
    (created,) = given().when(in_cycles(1)).then()
    assert isinstance(created, TournamentCreated)
    assert created.shape is UNSET


@pytest.mark.parametrize(
    ("system", "cycles", "largest"),
    [("round-robin", 0, 4), ("round-robin", 5, 4), ("round-robin-double", 2, 1), ("keizer", 2, 1)],
)
def test_cycles_are_refused_where_there_are_none(system: str, cycles: int, largest: int) -> None:
    with pytest.raises(CyclesOutOfRange) as refused:
        given().when(in_cycles(cycles, system=system)).then()
    assert (refused.value.cycles, refused.value.largest) == (cycles, largest)
    plan = PlanStage(title="Final", system=system, shape=MatchShape(cycles=cycles))
    with pytest.raises(CyclesOutOfRange):
        given(CREATED).when(plan).then()


def test_half_of_the_games_is_of_all_cycles() -> None:
    scene = given(*given().when(in_cycles(2)).then(), *entered(*FOUR))
    for number, annulled in ((1, True), (2, True), (3, False)):
        scene = scene.when(PairRound(round=number)).and_then()
        scene = scene.when(PublishPairings(round=number)).and_then()
        for game in scene.state().rounds[-1].open_games:
            scene = scene.when(RecordResult(game=game, result="½-½")).and_then()
        gone = scene.when(WithdrawEntrant(entrant=ANA)).state()
        assert bool(for_standings(gone).annulled) is annulled


# --- Varma ----------------------------------------------------------------------------------------


def of_federations(*sizes: int) -> tuple[Scene, dict[EntrantId, Personal]]:
    """A round robin with so many players of federations AAA, BBB …; 0: a player without one."""
    events: list[EntrantEntered] = []
    people: dict[EntrantId, Personal] = {}
    for at, size in enumerate(sizes):
        for _ in range(size or 1):
            name = EntrantId(f"p{len(events):02}")
            federation = chr(ord("A") + at) * 3 if size else ""
            # The last that is entered is the first in the alphabet.
            people[name] = Personal(name=f"{chr(ord('Z') - len(events))}, X")
            events.append(
                EntrantEntered(entrant=name, person=f"x{name}", rating=2000, federation=federation)
            )
    return given(VARMA, *events), people


def drawn(scene: Scene, people: dict[EntrantId, Personal], lot: int) -> TableDrawn:
    (event,) = scene.when(BY_ENVELOPES, lot=lot, people=people).then()
    assert isinstance(event, TableDrawn)
    return event


def test_numbers_are_drawn_from_envelopes_step_by_step() -> None:
    scene, people = of_federations(2, 3, 1, 0, 3, 1)
    event = drawn(scene, people, lot=5)
    assert (event.by, event.lot, event.generator) == (DrawnBy.ENVELOPES, 5, GENERATOR)
    assert event.envelopes is not UNSET
    # Most players first, then by code; players in alphabetical order; last those who are alone.
    assert [each.federation for each in event.envelopes] == ["BBB", "EEE", "AAA", "", "CCC", "FFF"]
    assert event.envelopes[0].entrants == ("p04", "p03", "p02")
    left = {letter: set(numbers) for letter, numbers in envelopes(11).items()}
    for step in event.envelopes:
        size = len(step.entrants)
        assert set(step.large_enough) == {each for each in left if len(left[each]) >= size}
        assert step.envelope in step.large_enough
        assert set(step.numbers) <= left[step.envelope]
        left[step.envelope] -= set(step.numbers)
        assert set(step.left) == left[step.envelope]
        assert [event.order[number - 1] for number in step.numbers] == list(step.entrants)
    state = scene.when(BY_ENVELOPES, lot=5, people=people).state()
    assert state.order == event.order
    assert state.numberings[-1].envelopes == event.envelopes


@pytest.mark.parametrize("lot", range(8))
@pytest.mark.parametrize(
    "sizes", [(3, 3, 2, 1), (3, 3, 2, 2, 1), (2, 2, 2, 2, 1, 1), (4, 2, 2, 2, 1, 1)]
)
def test_players_of_one_federation_do_not_meet_in_the_last_three_rounds_of_a_tournament(
    sizes: tuple[int, ...], lot: int
) -> None:
    scene, people = of_federations(*sizes)
    try:
        scene = scene.when(BY_ENVELOPES, lot=lot, people=people).and_then()
    except EnvelopesUsedUp:
        return
    boards = played_to_the_end(scene)
    of = {each.id: each.federation for each in scene.state().entrants.values()}
    assert all(of[white] != of[black] for played in boards[-3:] for white, black in played)


def test_an_unlucky_draw_may_be_repeated() -> None:
    scene, people = of_federations(3, 3, 2, 2, 1)
    refusals = []
    for lot in range(40):
        try:
            drawn(scene, people, lot)
        except EnvelopesUsedUp as refused:
            refusals.append(refused)
    assert 0 < len(refusals) < 40
    assert all(each.players > each.largest for each in refusals)


def test_a_federation_too_large_for_any_draw_is_refused() -> None:
    scene, people = of_federations(5, 4, 1)
    with pytest.raises(NoEnvelopeFits) as refused:
        drawn(scene, people, lot=1)
    assert (refused.value.federation, refused.value.players, refused.value.largest) == ("AAA", 5, 3)
    order = scene.state().order
    by_hand = scene.when(DrawTable(by=DrawnBy.ORDER, order=order)).and_then()
    assert len(by_hand.when(PairRound(round=1)).state().rounds) == 1


def test_a_size_without_envelopes_is_refused() -> None:
    with pytest.raises(NoTableOfSize) as refused:
        given(VARMA, *entered(*FOUR)).when(BY_ENVELOPES).then()
    assert (refused.value.smallest, refused.value.largest) == (9, 24)


def test_numbers_have_to_be_drawn_before_round_1() -> None:
    scene, people = of_federations(2, 2, 2, 1, 1, 1)
    with pytest.raises(TableNotDrawn):
        scene.when(PairRound(round=1)).then()
    scene = scene.when(BY_ENVELOPES, lot=3, people=people).and_then()
    assert scene.state().table is not None
    assert scene.when(PairRound(round=1)).state().rounds[0].boards


def test_only_varma_draws_from_envelopes() -> None:
    with pytest.raises(NotInThisSystem):
        given(ROUND_ROBIN, *entered(ANA, BEA)).when(BY_ENVELOPES).then()


def test_a_draw_in_several_cycles_is_recorded_with_all_its_rounds() -> None:
    scene, people = of_federations(2, 2, 2, 1, 1, 1)
    created = replace(VARMA, shape=MatchShape(cycles=2))
    event = drawn(Scene((created, *scene.events[1:])), people, lot=2)
    once = drawn(scene, people, lot=2)
    assert event.table.rounds == repeated(once.table.rounds, 2)


def test_a_draw_is_restated_without_an_entrant_who_never_entered() -> None:
    scene, people = of_federations(2, 2, 2, 1, 1, 1, 1)
    event = drawn(scene, people, lot=4)
    fewer = given(*scene.events[:-1]).state()
    restated = RESTATEMENTS[TableDrawn](fewer, event)
    assert isinstance(restated, TableDrawn)
    assert restated == replace(
        event,
        order=tuple(each for each in event.order if each != "p09"),
        table=restated.table,
        envelopes=UNSET,
    )
    assert restated.table.size == 9
