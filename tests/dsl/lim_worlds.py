"""Tournaments for the Lim system: the golden one of Appendix B, small ones in words, wild ones."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from msgspec import structs

from dsl.crosstables import crosstable, entrants
from dsl.dutch_worlds import RESULT_IN_PRINT, swiss_golden, wild_tournament
from planilla.domain.crosstable import Crosstable, Round, Seat
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import Pairing, PairingInput
from planilla.domain.vocabulary import ByeKind, Colour

BOOK, FIDE = "swiss-lim-libro", "swiss-lim"
RATINGS = (0, 1500, 1560, 1620, 1700, 1800)


@cache
def appendix_b() -> Any:
    return swiss_golden("tiebreaks", "lim_b_tournament.json")


def before(number: int) -> PairingInput:
    """Appendix B as it stood when round `number` was to be paired."""
    return PairingInput(
        crosstable=Crosstable(
            entrants=entrants(15),
            rounds=tuple(_round(each) for each in appendix_b()["rounds"][: number - 1]),
            rounds_planned=5,
        ),
        present=tuple(range(15)),
    )


def _round(printed: dict[str, Any]) -> Round:
    boards = [each for each in printed["pairings"] if each["second"] is not None]
    return Round(
        boards=tuple((each["first"] - 1, each["second"] - 1) for each in boards),
        results=bytes(RESULT_IN_PRINT[each["result"]] for each in boards),
        byes=tuple(
            (each["first"] - 1, ByeKind.PAIRING_ALLOCATED)
            for each in printed["pairings"]
            if each["second"] is None
        ),
    )


def lim_world(
    size: int,
    *rounds: str,
    apart: str = "",
    planned: int = 9,
    ratings: tuple[int, ...] = (),
    first_colour: Colour = Colour.WHITE,
) -> PairingInput:
    """A tournament in words, as in `crosstable`; `apart="1-4 2-5"` are pairs that may not meet."""
    table = structs.replace(crosstable(size, *rounds), rounds_planned=planned)
    if ratings:
        rated = zip(table.entrants, ratings, strict=True)
        table = structs.replace(
            table, entrants=tuple(structs.replace(each, rating=rating) for each, rating in rated)
        )
    return PairingInput(
        crosstable=table,
        present=tuple(range(size)),
        first_colour=first_colour,
        forbidden=frozenset(_seats(pair) for pair in apart.split()),
    )


def _seats(pair: str) -> tuple[Seat, Seat]:
    one, other = sorted(int(number) - 1 for number in pair.split("-"))
    return one, other


def numbered(world: PairingInput, system: str = FIDE) -> str:
    """The boards of the answer by pairing numbers, White first, in board order: `1-5 6-2`."""
    return " ".join(f"{white + 1}-{black + 1}" for white, black in paired(world, system).boards)


def groups(world: PairingInput, system: str = FIDE) -> list[tuple[int | None, str, str]]:
    """Each step as its points, its pairs with the lower number first, and those who leave it."""
    return [
        (
            step.points,
            " ".join(
                f"{min(each.white, each.black) + 1}-{max(each.white, each.black) + 1}"
                for each in step.boards
            ),
            " ".join(f"{each.seat + 1}:{each.reason}" for each in step.floaters),
        )
        for step in paired(world, system).explanation.steps
    ]


def paired(world: PairingInput, system: str = FIDE) -> Pairing:
    """The engine's answer, which must be a pairing."""
    answer = SYSTEMS[system].answer(world)
    assert isinstance(answer, Pairing)
    return answer


def wild_lim_tournament(
    seed: int, system: str, sizes: tuple[int, int] = (3, 9)
) -> Iterator[PairingInput]:
    """Yield the rounds of a wild tournament, with ratings, prohibited and unwanted pairs added."""
    chance = Random(seed)
    engine = SYSTEMS[system] if chance.random() < 0.7 else None
    worlds = wild_tournament(seed, sizes, engine)
    size = worlds[0].crosstable.size
    pairs = [(one, other) for other in range(size) for one in range(other)]
    forbidden, unwanted = (
        frozenset(pair for pair in pairs if chance.random() < share)
        for share in (chance.choice([0, 0, 0.1]), chance.choice([0, 0, 0.2]))
    )
    ratings = [chance.choice(RATINGS) for _ in range(size)]
    for world in worlds:
        rated = zip(world.crosstable.entrants, ratings, strict=True)
        named = tuple(structs.replace(each, rating=rating) for each, rating in rated)
        yield structs.replace(
            world,
            crosstable=structs.replace(world.crosstable, entrants=named),
            forbidden=forbidden,
            unwanted=unwanted,
        )
