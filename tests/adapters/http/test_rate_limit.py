"""So many questions in so many seconds, for each who asks."""

import pytest

from planilla.adapters.http.pages.entrants import ACTORS_MAX, RateLimit
from planilla.adapters.http.problems import Failure
from planilla.adapters.memory import SetClock


def test_each_who_asks_is_counted_alone() -> None:
    clock = SetClock()
    pace = RateLimit(clock, most=2, within_s=10)
    for actor in ("a", "a", "b"):
        pace.keep(actor)
    with pytest.raises(Failure, match="429 too-many-questions"):
        pace.keep("a")
    pace.keep("b")
    clock.time += 9_999_999
    with pytest.raises(Failure, match="too-many-questions"):
        pace.keep("a")
    clock.time += 1
    pace.keep("a")


def test_who_asked_longest_ago_is_forgotten_first() -> None:
    pace = RateLimit(SetClock(), most=1, within_s=10)
    for number in range(ACTORS_MAX + 1):
        pace.keep(f"actor-{number}")
    pace.keep("actor-0")
    with pytest.raises(Failure, match="too-many-questions"):
        pace.keep(f"actor-{ACTORS_MAX}")
