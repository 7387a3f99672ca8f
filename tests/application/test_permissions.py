"""One rule: the organiser everywhere, an arbiter in their tournament."""

import pytest

from planilla.application.envelope import Actor
from planilla.application.permissions import acting_link, may_act
from planilla.application.roles import full_grant


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
    actor = Actor(id="x", grants=tuple(full_grant(scope) for scope in sorted(scopes)))
    assert may_act(actor, tournament) is allowed


@pytest.mark.parametrize(
    ("links", "tournament", "name"),
    [
        ("a:club", "club", "a"),
        ("a:other b:club", "club", "b"),
        ("a:* b:club", "club", "b"),
        ("a:club b:*", "club", "a"),
        ("a:club b:club", "club", "b"),
        ("a:other b:* c:third", "club", "b"),
        ("a:* b:club", "", "a"),
        ("a:other b:third", "club", "b"),
    ],
)
def test_somebody_acts_under_the_link_that_opens_the_tournament(
    links: str, tournament: str, name: str
) -> None:
    held = [
        Actor(id=link.partition(":")[0], grants=(full_grant(link.partition(":")[2]),))
        for link in links.split()
    ]
    assert acting_link(held, tournament).id == name
