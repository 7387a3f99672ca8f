"""A club that plays a Keizer season: commands are decided, and what follows is folded."""

import random

from planilla.domain.pairing.keizer.rules import KeizerRules
from planilla.domain.tournament.byes import RequestBye
from planilla.domain.tournament.closing import CloseRound
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.eligibility import ReturnEntrant, WithdrawEntrant
from planilla.domain.tournament.entrants import EnterEntrants, NewEntrant
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.keizer_values import keizer_of
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.setup import CreateTournament, FirstColour
from planilla.domain.tournament.state import INITIAL
from planilla.domain.vocabulary import ByeKind, EntrantId

RESULTS = ("1-0", "0-1", "½-½", "1-0", "0-1", "+/-", "-/+", "-/-")


class KeizerClub:
    """Everything that was decided, and how it stands."""

    def __init__(self, rules: KeizerRules | None = None, rounds: int = 40) -> None:
        self.state = INITIAL
        self.facts: list[Fact] = []
        self.do(
            CreateTournament(
                name="Club",
                system="keizer",
                rounds=rounds,
                first_colour=FirstColour.WHITE,
                keizer=rules,
            )
        )

    def do(self, command: Command) -> tuple[Event, ...]:
        """Decide, and fold what follows."""
        events = decide(self.state, command, DecisionContext(at=len(self.facts) + 1))
        for event in events:
            fact = Fact(
                version=self.state.version + 1, recorded_at=len(self.facts) + 1, event=event
            )
            self.facts.append(fact)
            self.state = evolve(self.state, fact)
        return events

    def enter(self, *ratings: int) -> None:
        """One more player for each rating: `a`, `b`, `c` …"""
        known = len(self.state.entrants)
        new = tuple(
            NewEntrant(
                id=EntrantId(name_of(known + place)),
                person=Sealed(commitment="0" * 64),
                rating=rating,
            )
            for place, rating in enumerate(ratings)
        )
        self.do(EnterEntrants(entrants=new))

    def pair(self) -> dict[str, str]:
        """Pair and publish the next round: the opponents of everybody who plays."""
        number = len(self.state.rounds) + 1
        self.do(PairRound(round=number))
        self.do(PublishPairings(round=number))
        boards = self.state.rounds[-1].boards
        return {**dict(boards), **{black: white for white, black in boards}}

    def end(self, **results: str) -> tuple[Event, ...]:
        """Record results by White (or `1-0` each), and close the round."""
        last = self.state.rounds[-1]
        for game, (white, _) in zip(last.games, last.boards, strict=True):
            if game in last.open_games:
                self.do(RecordResult(game=game, result=results.get(white, "1-0")))
        return self.do(CloseRound(round=last.number))

    def values(self) -> dict[str, int]:
        """The values in force, from the top."""
        listed = keizer_of(self.state).list_after(len(self.state.rounds))
        return {} if listed is None else {each.entrant: each.value for each in listed.values}


def name_of(place: int) -> str:
    """`a` to `z`, then `a1` …"""
    letter, number = chr(ord("a") + place % 26), place // 26
    return f"{letter}{number}" if number else letter


def random_club(
    seed: int, players: int, rounds: int, rules: KeizerRules | None = None
) -> KeizerClub:
    """A season with players who come and go, all of it drawn from the seed."""
    drawn = random.Random(seed)
    club = KeizerClub(rules, rounds)
    club.enter(*(max(1000, 2200 - 20 * place) for place in range(players)))
    for number in range(1, rounds + 1):
        if number > 1 and drawn.random() < 0.2:
            club.enter(drawn.randrange(1400, 2200))
        for entrant in list(club.state.entrants.values()):
            _come_or_go(club, entrant.id, number, drawn)
        club.pair()
        last = club.state.rounds[-1]
        for game in last.games:
            club.do(RecordResult(game=game, result=drawn.choice(RESULTS)))
        club.do(CloseRound(round=number))
    return club


def _come_or_go(club: KeizerClub, entrant: EntrantId, number: int, drawn: random.Random) -> None:
    known, chance = club.state.entrants[entrant], drawn.random()
    if known.out_from is not None:
        if chance < 0.1:
            club.do(ReturnEntrant(entrant=entrant))
    elif chance < 0.02:
        club.do(WithdrawEntrant(entrant=entrant))
    elif chance < 0.12:
        club.do(RequestBye(entrant=entrant, round=number, kind=ByeKind.ZERO_POINT))
