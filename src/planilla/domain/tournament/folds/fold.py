"""The shape of a fold: state, event and the event's version in, state out."""

from collections.abc import Callable
from typing import Any

from planilla.domain.tournament.events import Event
from planilla.domain.tournament.state import Tournament

Folds = dict[type[Event], Callable[[Tournament, Any, int], Tournament]]
"""What each type of event does; total, for what is recorded has happened."""
