"""What holds of every round by the Dubov systems, in fields too large to try out."""

from random import Random

import pytest
from msgspec import structs

from dsl.dubov_oracle import rated
from dsl.dutch_worlds import wild_tournament, with_somebody_absent
from planilla.domain.pairing.colours import colour_history, played_only, preference_of
from planilla.domain.pairing.swiss.dubov import DUBOV
from planilla.domain.pairing.system import Pairing, PairingInput, System
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId

pytestmark = pytest.mark.no_cover

SIZES = (2, 30)
SEEDS_OF_A_SLICE = range(12)
SYSTEMS = pytest.mark.parametrize("name", list(DUBOV))


def rounds_of(system: System, seed: int) -> list[tuple[PairingInput, Pairing]]:
    """Every round of a tournament that the system paired, with the answer."""
    worlds = [rated(each, seed) for each in wild_tournament(seed, SIZES, system)]
    answers = [(world, system.answer(world)) for world in worlds]
    return [(world, answer) for world, answer in answers if isinstance(answer, Pairing)]


@SYSTEMS
@pytest.mark.parametrize("seed", SEEDS_OF_A_SLICE)
def test_every_round_keeps_the_absolute_rules(name: str, seed: int) -> None:
    system = DUBOV[name]
    for world, answer in rounds_of(system, seed):
        seats = [seat for board in answer.boards for seat in board]
        assert sorted([*seats, *(seat for seat, _ in answer.byes)]) == sorted(world.present)
        assert len(answer.byes) == len(world.present) % 2
        assert system.check is not None
        assert system.check(world, answer) == ()
        met = {
            frozenset((seat, game.opponent))
            for seat, games in enumerate(world.crosstable.games)
            for game in games
            if game.is_played
        }
        assert not met & {frozenset(board) for board in answer.boards}
        for seat, _ in answer.byes:
            kinds = {game.bye for game in world.crosstable.games[seat]}
            assert ByeKind.PAIRING_ALLOCATED not in kinds


@SYSTEMS
@pytest.mark.parametrize("seed", SEEDS_OF_A_SLICE)
def test_nobody_goes_beyond_the_limits_of_colours(name: str, seed: int) -> None:
    for world, answer in rounds_of(DUBOV[name], seed):
        before = [played_only(history) for history in colour_history(world.crosstable)]
        for board in answer.boards:
            for seat, colour in zip(board, Colour, strict=True):
                assert before[seat][-2:] != (colour, colour)
                assert abs(preference_of((*before[seat], colour)).difference) <= 2


@SYSTEMS
@pytest.mark.parametrize("seed", SEEDS_OF_A_SLICE)
def test_what_is_no_part_of_the_rules_changes_nothing(name: str, seed: int) -> None:
    system = DUBOV[name]
    for world, answer in rounds_of(system, seed):
        assert system.answer(world) == answer
        renamed = tuple(
            structs.replace(entrant, id=EntrantId(f"x{seat}"), title="GM")
            for seat, entrant in enumerate(world.crosstable.entrants)
        )
        table = structs.replace(world.crosstable, entrants=renamed)
        assert system.answer(structs.replace(world, crosstable=table)) == answer
        assert system.answer(shuffled(world, Random(seed))) == answer
        assert system.answer(with_a_newcomer_absent(world)) == answer


def with_a_newcomer_absent(world: PairingInput) -> PairingInput:
    """The same tournament with one more entrant, who never comes; the others keep their ratings."""
    more = with_somebody_absent(world)
    entrants = (*world.crosstable.entrants, more.crosstable.entrants[-1])
    return structs.replace(more, crosstable=structs.replace(more.crosstable, entrants=entrants))


def shuffled(world: PairingInput, chance: Random) -> PairingInput:
    """The same history with the boards of each round in another order."""
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


@SYSTEMS
@pytest.mark.parametrize("seed", SEEDS_OF_A_SLICE)
def test_a_pair_that_is_forbidden_does_not_meet(name: str, seed: int) -> None:
    system = DUBOV[name]
    for world, answer in rounds_of(system, seed):
        for board in answer.boards[:1]:
            pair = (min(board), max(board))
            other = system.answer(structs.replace(world, forbidden=frozenset({pair})))
            if isinstance(other, Pairing):
                assert frozenset(pair) not in {frozenset(each) for each in other.boards}
