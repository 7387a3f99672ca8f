"""What an act leads to, fact by fact: each is followed at once, so that the next step sees it."""

from planilla.domain.tournament.events import Event
from planilla.domain.tournament.hall.fold import follow
from planilla.domain.tournament.hall.state import Hall


class Course:
    """The facts of one act and the hall after them; `at` is when it happened.

    `offline` tells that the act was made without a connection, earlier than it is recorded.
    """

    def __init__(self, hall: Hall, *, at: int, lot: int = 0, offline: bool = False) -> None:
        self.hall = hall
        self.at = at
        self.lot = lot
        self.offline = offline
        self.facts: list[Event] = []

    def say(self, fact: Event) -> None:
        """One more fact."""
        self.facts.append(fact)
        self.hall = follow(self.hall, fact)
