"""Knockouts played at random: every match that is ready gets an outcome, in a drawn order."""

from collections.abc import Callable, Iterator, Mapping
from random import Random

from planilla.domain.pairing.knockout.bracket import (
    Bracket,
    PlacesPlayed,
    double_elimination,
    single_elimination,
    triple_elimination,
)
from planilla.domain.pairing.knockout.dapiran import dapiran
from planilla.domain.pairing.knockout.order import Pairs, SeedOrder, first_round
from planilla.domain.pairing.knockout.progress import (
    BracketProgress,
    MatchOutcome,
    MatchStatus,
    progress,
)

Draw = Callable[[Pairs], Bracket]
DRAWS: Mapping[str, Draw] = {
    "single": single_elimination,
    "third place": lambda pairs: single_elimination(pairs, played=PlacesPlayed.THIRD),
    "all places": lambda pairs: single_elimination(pairs, played=PlacesPlayed.ALL),
    "double": double_elimination,
    "triple": triple_elimination,
}
"""All kinds of brackets."""


def pairs_of(players: int) -> Pairs:
    """The first round by compensation, with byes for the strongest."""
    return first_round(dapiran(players), SeedOrder.COMPENSATION)


def ready(now: BracketProgress) -> list[int]:
    """The numbers of the matches that can be played."""
    return [
        number
        for number, match in enumerate(now.matches, start=1)
        if match.status is MatchStatus.READY
    ]


def drawn(sides: tuple[int | None, int | None], chance: Random, no_shows: float) -> MatchOutcome:
    """The outcome of a match whose sides are known."""
    first, second = sides
    assert first
    assert second
    winner = 0 if chance.random() < no_shows else chance.choice((first, second))
    return MatchOutcome(sides=(first, second), winner=winner)


def played_by_waves(
    bracket: Bracket, seed: int, *, no_shows: float = 0
) -> Mapping[int, MatchOutcome]:
    """All outcomes to the end; whatever can be played is played at once."""
    chance = Random(seed)
    outcomes: dict[int, MatchOutcome] = {}
    while numbers := ready(now := progress(bracket, outcomes)):
        for number in numbers:
            outcomes[number] = drawn(now.match(number).sides, chance, no_shows)
    return outcomes


def played_one_by_one(
    bracket: Bracket, seed: int, *, no_shows: float = 0
) -> Iterator[tuple[dict[int, MatchOutcome], BracketProgress]]:
    """The outcomes so far and the bracket after them, from none to the end."""
    chance = Random(seed)
    outcomes: dict[int, MatchOutcome] = {}
    while True:
        now = progress(bracket, outcomes)
        yield dict(outcomes), now
        if not (numbers := ready(now)):
            return
        number = chance.choice(numbers)
        outcomes[number] = drawn(now.match(number).sides, chance, no_shows)
