"""Rows of the timeline for tests that need no tournament around a fact."""

from planilla.application.timeline import ListedFact
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL
from planilla.projections.timeline import in_context


def listed(fact: Fact, command: str = "", actor: str = "") -> ListedFact:
    """Return a fact as its row in an empty tournament."""
    row = in_context(INITIAL, fact, INITIAL)
    return ListedFact(row=row, command_id=command, actor=actor)
