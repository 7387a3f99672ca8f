"""How often somebody may ask for what costs us work: so many times in so many seconds."""

from collections import OrderedDict, deque

from planilla.adapters.http.problems import Failure
from planilla.application.ports import Clock

MICROSECONDS = 1_000_000
ACTORS_MAX = 1_000
"""Actors that are remembered; whoever asked longest ago is forgotten first."""


class Pace:
    """Counts the questions of each actor."""

    def __init__(self, clock: Clock, *, most: int, within_s: int) -> None:
        self._clock = clock
        self._most = most
        self._within_s = within_s
        self._asked: OrderedDict[str, deque[int]] = OrderedDict()

    def keep(self, actor: str) -> None:
        """Count a question.

        Raises:
            Failure: there were too many of them lately.
        """
        now = self._clock.now()
        asked = self._asked.setdefault(actor, deque(maxlen=self._most))
        self._asked.move_to_end(actor)
        if len(self._asked) > ACTORS_MAX:
            self._asked.popitem(last=False)
        if len(asked) == self._most and now - asked[0] < self._within_s * MICROSECONDS:
            fields = {"most": self._most, "seconds": self._within_s}
            raise Failure(
                status=429, code="too-many-questions", fields=fields, retry_s=self._within_s
            )
        asked.append(now)
