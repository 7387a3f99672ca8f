"""Tournaments in memory that are really played: commands decided one by one, by lots given."""

import random
from collections.abc import Callable

from planilla.domain.tournament.byes import RequestBye
from planilla.domain.tournament.closing import CloseRound, FinishTournament
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.eligibility import WithdrawEntrant
from planilla.domain.tournament.entrants import EnterEntrants, NewEntrant
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.setup import CreateTournament
from planilla.domain.tournament.state import INITIAL, RoundState
from planilla.domain.tournament.values import AccelerationMethod
from planilla.domain.vocabulary import ByeKind, EntrantId

RESULTS = ("1-0", "0-1", "½-½", "1-0", "0-1", "½-½", "1-0", "0-1", "+/-", "-/+")
Ending = Callable[[RoundState, int], str]
"""The result of a board of a round."""


class PlayedLog:
    """Everything that was decided, and how it stands."""

    def __init__(self) -> None:
        self.state = INITIAL
        self.facts: list[Fact] = []

    def do(self, command: Command, lot: int = 0) -> tuple[Event, ...]:
        """Decide, and fold what follows."""
        at = len(self.facts) + 1
        events = decide(self.state, command, DecisionContext(at=at, lot=lot))
        for event in events:
            fact = Fact(version=len(self.facts) + 1, recorded_at=at, event=event)
            self.facts.append(fact)
            self.state = evolve(self.state, fact)
        return events

    def open(
        self,
        system: str,
        ratings: tuple[int, ...],
        rounds: int,
        acceleration: AccelerationMethod = AccelerationMethod.NONE,
    ) -> None:
        """A tournament with entrants `p1`, `p2` … of these ratings."""
        created = CreateTournament(
            name="Open", system=system, rounds=rounds, acceleration=acceleration
        )
        self.do(created, lot=1)
        self.do(
            EnterEntrants(
                entrants=tuple(
                    newcomer(f"p{place}", rating) for place, rating in enumerate(ratings, start=1)
                )
            )
        )

    def play(self, number: int, ending: Ending) -> None:
        """Pair, publish and finish a round."""
        self.do(PairRound(round=number))
        self.do(PublishPairings(round=number))
        played = self.state.rounds[-1]
        for board, game in enumerate(played.games):
            if game in self.state.rounds[-1].open_games:
                self.do(RecordResult(game=game, result=ending(played, board)))
        self.do(CloseRound(round=number))

    def version_of(self, game: str, kind: type[Event]) -> int:
        """The version of the last event of that type about a game."""
        return [
            fact.version
            for fact in self.facts
            if isinstance(fact.event, kind) and getattr(fact.event, "game", None) == game
        ][-1]


def newcomer(name: str, rating: int) -> NewEntrant:
    """Somebody to be entered."""
    return NewEntrant(id=EntrantId(name), person=Sealed("0" * 64), rating=rating)


def by_chance(seed: int) -> Ending:
    """Results that follow from the seed, the round and the pair, wherever they sit."""

    def ending(played: RoundState, board: int) -> str:
        white, black = played.boards[board]
        return random.Random(f"{seed} {played.number} {white} {black}").choice(RESULTS)

    return ending


def random_log(
    system: str, players: int, rounds: int, seed: int, leaving: EntrantId | None = None
) -> PlayedLog:
    """A tournament with byes, withdrawals and a late entry, all drawn from the seed.

    Of a round robin `leaving` leaves after the first round.
    """
    drawn = random.Random(seed)
    log = PlayedLog()
    log.open(system, tuple(2400 - 17 * place for place in range(players)), rounds)
    for number in range(1, rounds + 1):
        if number == 2 and leaving is not None:
            log.do(WithdrawEntrant(entrant=leaving))
        if system != "round-robin":
            _come_and_go(log, number, drawn)
        log.play(number, by_chance(seed))
    log.do(FinishTournament())
    return log


def _come_and_go(log: PlayedLog, number: int, drawn: random.Random) -> None:
    if number == 2:
        log.do(EnterEntrants(entrants=(newcomer("late", 2150),)))
    there = [each.id for each in log.state.entrants.values() if each.plays(number)]
    resting, leaving = drawn.sample(there, 2)
    log.do(RequestBye(entrant=resting, round=number, kind=ByeKind.ZERO_POINT))
    if number == 3:
        log.do(WithdrawEntrant(entrant=leaving))
