"""Tournaments to measure with: a Swiss played by the decider, and a large log made by hand."""

from collections.abc import Iterable
from random import Random
from typing import Self

from planilla.domain.tournament.closing import CloseRound, RoundClosed
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.entrants import EnterEntrants, EntrantEntered, NewEntrant
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.lookups import ENTRIES_MAX
from planilla.domain.tournament.numbering import PairingNumbersAssigned
from planilla.domain.tournament.pairings import PairingsPublished, PairRound, PublishPairings
from planilla.domain.tournament.results import RecordResult, ResultRecorded
from planilla.domain.tournament.setup import CreateTournament, FirstColour, TournamentCreated
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.tournament.values import NumberingReason, PairedGame
from planilla.domain.vocabulary import Colour, EntrantId, GameId, GameRef

TIEBREAKS = ("PS", "BH", "SB", "DE", "WIN")
SYSTEM = "swiss-dutch-libro"


class Played:
    """A tournament in memory: its facts and its state, moved on by commands."""

    def __init__(self, size: int, rounds: int) -> None:
        self.facts: list[Fact] = []
        self.state: Tournament = INITIAL
        self.do(
            CreateTournament(
                name="Bench", system=SYSTEM, rounds=rounds, first_colour=FirstColour.WHITE
            )
        )
        newcomers = tuple(_newcomer(place, size) for place in range(size))
        for first in range(0, size, ENTRIES_MAX):
            self.do(EnterEntrants(entrants=newcomers[first : first + ENTRIES_MAX]))

    @classmethod
    def of(cls, *events: Event) -> Self:
        """A tournament that began with these events."""
        played = cls.__new__(cls)
        played.facts, played.state = [], INITIAL
        played.keep(events)
        return played

    def do(self, command: Command) -> tuple[Event, ...]:
        """Decide, fold, keep."""
        events = decide(self.state, command, DecisionContext(at=len(self.facts)))
        self.keep(events)
        return events

    def keep(self, events: Iterable[Event]) -> None:
        """Fold and keep what happened."""
        for event in events:
            version = len(self.facts) + 1
            fact = Fact(version=version, recorded_at=version, event=event)
            self.facts.append(fact)
            self.state = evolve(self.state, fact)

    def open_round(self, number: int) -> tuple[GameId, ...]:
        """Pair and publish a round; answers with its games."""
        self.do(PairRound(round=number))
        self.do(PublishPairings(round=number))
        return self.state.rounds[number - 1].open_games

    def play_round(self, number: int, chance: Random) -> None:
        """A whole round, with results as the ratings make them likely."""
        for game in self.open_round(number):
            self.do(RecordResult(game=game, result=likely_result(chance)))
        self.do(CloseRound(round=number))


def likely_result(chance: Random) -> str:
    """A result as in a strong open: White wins more often, three games in ten are drawn."""
    return chance.choices(("1-0", "½-½", "0-1"), weights=(39, 30, 31))[0]


def swiss(size: int, rounds: int, seed: int = 1) -> Played:
    """A Swiss of which `rounds` rounds are closed and one more is planned."""
    played = Played(size, rounds + 1)
    chance = Random(seed)
    for number in range(1, rounds + 1):
        played.play_round(number, chance)
    return played


def large_log(size: int, rounds: int, seed: int = 1) -> list[Fact]:
    """A log of `size` entrants and `rounds` full rounds: each result is an event of its own.

    The rounds are shifted pairings, no system's: only the fold is measured with it.
    """
    entrants = [EntrantId(f"e{place}") for place in range(size)]
    events: list[Event] = [
        TournamentCreated(
            name="Large", system_name=SYSTEM, rounds_asked=rounds, tiebreaks=TIEBREAKS
        )
    ]
    events += [EntrantEntered(entrant=entrant, person="0" * 64) for entrant in entrants]
    events.append(
        PairingNumbersAssigned(order=tuple(entrants), reason=NumberingReason.INITIAL_ORDER)
    )
    chance = Random(seed)
    for number in range(1, rounds + 1):
        events += _shifted_round(entrants, number, chance)
    return [
        Fact(version=version, recorded_at=version, event=event)
        for version, event in enumerate(events, start=1)
    ]


def _shifted_round(entrants: list[EntrantId], number: int, chance: Random) -> list[Event]:
    half = len(entrants) // 2
    games = tuple(
        PairedGame(
            game=GameRef(round=number, match=board + 1).written,
            white=entrants[board],
            black=entrants[half + (board + number) % half],
        )
        for board in range(half)
    )
    published = PairingsPublished(
        round=number, games=games, system=SYSTEM, edition="", first_colour=Colour.WHITE
    )
    results = [ResultRecorded(game=game.game, result=likely_result(chance)) for game in games]
    return [published, *results, RoundClosed(round=number)]


def _newcomer(place: int, size: int) -> NewEntrant:
    rating = 2400 - 1000 * place // size
    return NewEntrant(id=EntrantId(f"e{place + 1}"), person=Sealed("0" * 64), rating=rating)
