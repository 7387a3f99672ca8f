"""Projections that follow many facts, as a channel does when it is opened."""

from collections.abc import Sequence

from planilla.application.project import JUMP, Projection
from planilla.domain.tournament.facts import Fact
from planilla.projections import VIEWS


def followed(view: str, facts: Sequence[Fact], jump: int = JUMP) -> Projection:
    """A view after these facts, of which the last `jump` were followed one by one."""
    projection = Projection(VIEWS[view])
    first_exact = len(facts) - jump
    for place, fact in enumerate(facts):
        if place == first_exact:
            projection.settle()
        projection.follow(fact, exactly=place >= first_exact)
    projection.settle()
    return projection
