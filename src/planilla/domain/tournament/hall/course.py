"""What an act leads to, fact by fact: each is followed at once, so that the next step sees it."""

from planilla.domain.tournament.events import Event
from planilla.domain.tournament.hall.fold import follow
from planilla.domain.tournament.hall.state import Hall


class Course:
    """The facts of one act and the hall after them; `at` is when it happened.

    An act made without a connection, at `made_at`, happened then and is recorded later, `now`.
    """

    def __init__(self, hall: Hall, *, at: int, lot: int = 0, made_at: int | None = None) -> None:
        self.hall = hall
        self.now = at
        self.at = at if made_at is None else made_at
        self.lot = lot
        self.offline = made_at is not None
        self.facts: list[Event] = []

    def say(self, fact: Event) -> None:
        """One more fact."""
        self.facts.append(fact)
        self.hall = follow(self.hall, fact)
