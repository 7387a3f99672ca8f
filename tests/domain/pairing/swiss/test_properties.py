"""What holds of every round of a Swiss system of this kind, in fields too large to try out."""

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from msgspec import structs

import planilla
from dsl.crosstables import entrants
from dsl.dubov_oracle import rated
from dsl.dutch_worlds import mirrored, wild_tournament, with_somebody_absent
from dsl.uninstrumented import uninstrumented
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.colours import colour_history, played_only, preference_of
from planilla.domain.pairing.floats import scores_by_round
from planilla.domain.pairing.swiss.dubov import DUBOV
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput, System
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId

pytestmark = pytest.mark.no_cover

EDITIONS = (
    "swiss-dutch-2017",
    "swiss-dutch-2026",
    "swiss-burstein-2026",
    "swiss-burstein-libro",
    *DUBOV,
)
WITH_TOP_SCORERS = frozenset({"swiss-dutch-2017", "swiss-dutch-2026", "swiss-burstein-libro"})
"""Systems in which top scorers may break the limits of colours in the last round."""
BY_RATINGS = frozenset(DUBOV)
"""Systems that order players by ratings, those who seek White otherwise than those for Black."""
SIZES = (2, 24)
SEEDS_OF_A_SLICE = range(7)
SEEDS_OF_A_CHUNK = 100
CHUNKS = range(10)
SOURCES, TESTS = Path(planilla.__file__).parents[1], Path(__file__).parents[3]

Property = Callable[[System, PairingInput, Pairing], None]
PROPERTIES: list[Property] = []


def holds_always(each: Property) -> Property:
    """One of the properties that are tried on every round."""
    PROPERTIES.append(each)
    return each


@cache
def rounds_of(name: str, seed: int) -> list[tuple[PairingInput, Pairing]]:
    """Every round of a tournament that the system paired, with the answer."""
    system = SYSTEMS[name]
    worlds = [rated(world, seed) for world in wild_tournament(seed, SIZES, system)]
    answers = [(world, system.answer(world)) for world in worlds]
    return [(world, answer) for world, answer in answers if isinstance(answer, Pairing)]


@holds_always
def everybody_present_has_one_board_or_the_one_bye(
    _system: System, world: PairingInput, answer: Pairing
) -> None:
    seats = [seat for board in answer.boards for seat in board]
    byes = [seat for seat, _ in answer.byes]
    assert sorted([*seats, *byes]) == sorted(world.present)
    assert len(byes) == len(world.present) % 2
    assert {kind for _, kind in answer.byes} <= {ByeKind.PAIRING_ALLOCATED}


@holds_always
def nobody_meets_an_old_opponent(_system: System, world: PairingInput, answer: Pairing) -> None:
    met = {
        frozenset((seat, game.opponent))
        for seat, games in enumerate(world.crosstable.games)
        for game in games
        if game.is_played
    }
    assert not met & {frozenset(board) for board in answer.boards}


@holds_always
def nobody_gets_a_second_bye(_system: System, world: PairingInput, answer: Pairing) -> None:
    for seat, _ in answer.byes:
        kinds = {game.bye for game in world.crosstable.games[seat]}
        assert ByeKind.PAIRING_ALLOCATED not in kinds


@holds_always
def only_top_scorers_in_the_last_round_break_the_limits_of_colours(
    system: System, world: PairingInput, answer: Pairing
) -> None:
    before = [played_only(history) for history in colour_history(world.crosstable)]
    top = top_scorers(world) if system.name in WITH_TOP_SCORERS else set()
    for board in answer.boards:
        if not top & set(board):
            for seat, colour in zip(board, Colour, strict=True):
                assert before[seat][-2:] != (colour, colour)
                assert abs(preference_of((*before[seat], colour)).difference) <= 2


def top_scorers(world: PairingInput) -> set[Seat]:
    """More than half of what could be won in the rounds played, before the last one."""
    table = world.crosstable
    if world.round != table.rounds_planned:
        return set()
    return {
        seat for seat, scores in enumerate(scores_by_round(table)) if scores[-1] > len(table.rounds)
    }


@holds_always
def the_check_of_pairings_finds_nothing(
    system: System, world: PairingInput, answer: Pairing
) -> None:
    assert system.check is not None
    assert system.check(world, answer) == ()


@holds_always
def boards_go_by_the_higher_score_then_the_sum_then_the_higher_number(
    _system: System, world: PairingInput, answer: Pairing
) -> None:
    """C.04.2, 3.6 (D.9 of 2017); accelerated scores count with their fictitious points."""
    points = [scores[-1] for scores in scores_by_round(world.crosstable, world.accelerated)]
    keys = []
    for board in answer.boards:
        higher, lower = sorted(board, key=lambda seat: (-points[seat], seat))
        keys.append((-points[higher], -points[higher] - points[lower], higher))
    assert keys == sorted(keys)


@holds_always
def what_is_no_part_of_the_rules_changes_nothing(
    system: System, world: PairingInput, answer: Pairing
) -> None:
    table, keeps_ratings = world.crosstable, system.name in BY_RATINGS
    renamed = tuple(
        structs.replace(
            entrant,
            id=EntrantId(f"x{seat}"),
            rating=entrant.rating if keeps_ratings else 2800 - seat,
            title="GM",
        )
        for seat, entrant in enumerate(table.entrants)
    )
    other = structs.replace(world, crosstable=structs.replace(table, entrants=renamed))
    assert system.answer(other) == answer


@holds_always
def an_entrant_who_never_comes_changes_nothing(
    system: System, world: PairingInput, answer: Pairing
) -> None:
    assert system.answer(with_somebody_absent(world)) == answer


@holds_always
def boards_of_past_rounds_may_stand_in_any_order(
    system: System, world: PairingInput, answer: Pairing
) -> None:
    assert system.answer(shuffled(world, Random(1))) == answer


def shuffled(world: PairingInput, chance: Random) -> PairingInput:
    rounds = []
    for each in world.crosstable.rounds:
        order = list(range(len(each.boards)))
        chance.shuffle(order)
        rounds.append(
            structs.replace(
                each,
                boards=tuple(each.boards[place] for place in order),
                results=bytes(each.results[place] for place in order),
                byes=tuple(reversed(each.byes)),
            )
        )
    table = structs.replace(world.crosstable, rounds=tuple(rounds))
    return structs.replace(world, crosstable=table)


@holds_always
def with_all_colours_turned_round_the_same_pairs_meet_with_colours_turned(
    system: System, world: PairingInput, answer: Pairing
) -> None:
    turned = system.answer(mirrored(world))
    assert isinstance(turned, Pairing)
    assert turned.boards == tuple((black, white) for white, black in answer.boards)
    assert turned.byes == answer.byes


@holds_always
def a_pair_that_is_forbidden_does_not_meet(
    system: System, world: PairingInput, answer: Pairing
) -> None:
    for board in answer.boards[:1]:
        pair = (min(board), max(board))
        other = system.answer(structs.replace(world, forbidden=frozenset({pair})))
        if isinstance(other, Pairing):
            assert frozenset(pair) not in {frozenset(each) for each in other.boards}


@holds_always
def a_pair_of_absent_players_may_be_forbidden_without_any_effect(
    system: System, world: PairingInput, answer: Pairing
) -> None:
    size = world.crosstable.size
    absent = sorted(set(range(size)) - set(world.present))
    forbidden = frozenset((low, high) for low in absent for high in range(low + 1, size))
    assert system.answer(structs.replace(world, forbidden=forbidden)) == answer


def properties_of(name: str) -> list[Property]:
    """All of them, but that Dubov systems treat White and Black differently."""
    turned = with_all_colours_turned_round_the_same_pairs_meet_with_colours_turned
    return [each for each in PROPERTIES if name not in BY_RATINGS or each is not turned]


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        pytest.param(name, holds, id=f"{name}-{holds.__name__}")
        for name in EDITIONS
        for holds in properties_of(name)
    ],
)
def test_it_holds_of_every_round(name: str, holds: Property) -> None:
    for seed in SEEDS_OF_A_SLICE:
        for world, answer in rounds_of(name, seed):
            holds(SYSTEMS[name], world, answer)


@pytest.mark.deep
@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize("name", EDITIONS)
def test_all_hold_of_thousands_of_rounds(name: str, chunk: int) -> None:
    first = 1_000 + chunk * SEEDS_OF_A_CHUNK
    for seed in range(first, first + SEEDS_OF_A_CHUNK):
        for world, answer in rounds_of.__wrapped__(name, seed):
            for holds in properties_of(name):
                holds(SYSTEMS[name], world, answer)


@pytest.mark.parametrize("name", EDITIONS)
def test_who_may_meet_nobody_leaves_no_pairing(name: str) -> None:
    world = PairingInput(
        crosstable=Crosstable(entrants=entrants(4), rounds_planned=3),
        present=(0, 1, 2, 3),
        forbidden=frozenset({(0, 1), (0, 2), (0, 3)}),
    )
    answer = SYSTEMS[name].answer(world)
    assert isinstance(answer, NoPairing)
    assert len(answer.seats) == 2


@pytest.mark.parametrize("name", EDITIONS)
def test_another_process_with_other_hashes_gives_the_same_rounds(name: str) -> None:
    program = (
        "import json; from dsl.dutch_worlds import wild_tournament; "
        "from planilla.domain.pairing import SYSTEMS; "
        f"system = SYSTEMS[{name!r}]; "
        "worlds = wild_tournament(20, (20, 20), system); "
        "print(json.dumps([str(system.answer(each)) for each in worlds]))"
    )
    answers = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", program],
                env={
                    **uninstrumented(),
                    "PYTHONPATH": f"{SOURCES}:{TESTS}",
                    "PYTHONHASHSEED": seed,
                },
                capture_output=True,
                check=True,
                text=True,
            ).stdout
        )
        for seed in ("1", "2")
    ]
    here = [
        str(SYSTEMS[name].answer(each)) for each in wild_tournament(20, (20, 20), SYSTEMS[name])
    ]
    assert answers == [here, here]
    assert len(here) > 1
