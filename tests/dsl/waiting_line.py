"""Who waits before whom in a hall, as those in the queue can tell from what is called out."""

from planilla.domain.pairing.masnou import PausedPlace
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.masnou.events import (
    Away,
    CallWithdrawn,
    GameVoided,
    PlayerCalled,
    PlayerQueued,
    PlayerStoodDown,
    QueueFormed,
    QueueMoved,
)
from planilla.domain.tournament.masnou.hall import Hall
from planilla.domain.tournament.results import ResultWithdrawn
from planilla.domain.vocabulary import EntrantId


class Line:
    """Tickets of those who wait, as anybody could draw them who only hears what is called out."""

    def __init__(self) -> None:
        self.tickets: dict[EntrantId, int] = {}

    def before(self, who: EntrantId) -> list[EntrantId]:
        """Who has an older ticket."""
        return [each for each, ticket in self.tickets.items() if ticket < self.tickets[who]]

    def watch(self, hall: Hall, fact: Event) -> None:
        """What a fact does to the line; only what is said in it may put anybody ahead."""
        if isinstance(fact, QueueFormed):
            self.tickets = {each: place for place, each in enumerate(fact.order)}
        elif isinstance(fact, PlayerQueued):
            self.queued(fact)
        elif isinstance(fact, QueueMoved):
            self.moved(fact)
        elif isinstance(fact, GameVoided):
            self.first(fact.back)
        elif isinstance(fact, CallWithdrawn):
            call = hall.call(fact.call)
            self.first(() if call is None else (call.entrant,))
        else:
            self.leave(hall, fact)

    def queued(self, fact: PlayerQueued) -> None:
        """At the end, or the first again; who kept the place has the old ticket."""
        if fact.place is None:
            self.tickets.setdefault(fact.entrant, max(self.tickets.values(), default=0) + 1)
        else:
            assert fact.place == 0
            self.first((fact.entrant,))

    def moved(self, fact: QueueMoved) -> None:
        """The director's place, and new tickets for everybody."""
        line = [each for each in self.in_line() if each != fact.entrant]
        line.insert(fact.place, fact.entrant)
        self.tickets = {each: place for place, each in enumerate(line)}

    def in_line(self) -> list[EntrantId]:
        """By ticket."""
        return sorted(self.tickets, key=self.tickets.__getitem__)

    def first(self, back: tuple[EntrantId, ...]) -> None:
        """Before all the others, in their order."""
        self.tickets = {each: place for place, each in enumerate((*back, *self.in_line()))}

    def leave(self, hall: Hall, fact: Event) -> None:
        """Out of the line: called, away, or back at the game that goes on."""
        gone: tuple[EntrantId, ...] = ()
        if isinstance(fact, PlayerCalled):
            gone = (fact.entrant,)
        if isinstance(fact, PlayerStoodDown):
            keeps = fact.away is Away.PAUSED and hall.rules.paused is PausedPlace.KEEPS
            gone = () if keeps else (fact.entrant,)
        if isinstance(fact, ResultWithdrawn) and fact.game.startswith("T"):
            game = hall.find(fact.game)
            gone = () if game is None else game.players
        for each in gone:
            self.tickets.pop(each, None)
