"""Inputs of a decision besides the state: the time, a lot, people, work done before.

The first two are recorded where they mattered, of people only what was decided; the last changes
no decision.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from planilla.domain.tournament.command import Command
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.personal import Personal
from planilla.domain.tournament.questions import Prepared, Question
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """The time in microseconds since 1970 (UTC), a number drawn by lot, and who people are.

    `alphabet` maps entrants to their names; it is used for the initial order alone (C.04.2, 2.2).
    `people` is what the choice of a committee and the lottery ask for (seed 000, 1.2.3 and 3.4.3).
    `prepared` is what was worked out before; it stands where it answers what is asked.
    """

    at: int = 0
    lot: int = 0
    alphabet: Mapping[EntrantId, str] = {}
    people: Mapping[EntrantId, Personal] = {}
    prepared: Prepared | None = None


Rule = Callable[[Tournament, Any, Given], tuple[Event, ...]]
Rules = dict[type[Command], Rule]
"""Rules by the command type that they answer."""

Questions = dict[type[Command], Callable[[Tournament, Any, Given], Question | None]]
"""The long calculations of decisions, by command type."""
