"""One rule: the organiser everywhere, an arbiter in their tournament."""

import pytest

from planilla.application.envelope import Actor
from planilla.application.permissions import may_act


@pytest.mark.parametrize(
    ("scopes", "tournament", "allowed"),
    [
        (set(), "club", False),
        ({"*"}, "club", True),
        ({"club"}, "club", True),
        ({"club"}, "other", False),
    ],
)
def test_a_scope_opens_what_it_names(scopes: set[str], tournament: str, allowed: bool) -> None:
    assert may_act(Actor(id="x", scopes=frozenset(scopes)), tournament) is allowed
