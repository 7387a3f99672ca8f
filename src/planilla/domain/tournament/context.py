"""Inputs of a decision besides the state: the time, a lot, personal data, prepared answers.

The time and the lot are recorded where they were used; of personal data only the decision is
recorded. A prepared answer changes no decision.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from planilla.domain.tournament.command import Command
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.personal import Personal
from planilla.domain.tournament.questions import Prepared, Question
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId


class DecisionContext(msgspec.Struct, frozen=True, kw_only=True):
    """The time in microseconds since 1970 (UTC), a random number, personal data, a prepared answer.

    `alphabet` maps entrants to their names, for the initial order alone (C.04.2, 2.2). `people` are
    the data needed for a committee and for the lottery (seed 000, 1.2.3 and 3.4.3). `prepared` is
    used only if it answers the question that the decision asks. `log_id` is the id of this log, and
    `led_by` that of the log that leads the tournament, if it is another one.
    """

    at: int = 0
    lot: int = 0
    alphabet: Mapping[EntrantId, str] = {}
    people: Mapping[EntrantId, Personal] = {}
    prepared: Prepared | None = None
    log_id: str = ""
    led_by: str = ""


Rule = Callable[[Tournament, Any, DecisionContext], tuple[Event, ...]]
Rules = dict[type[Command], Rule]
"""The rule of each command type."""

Corrected = dict[type[Command], Callable[[Tournament, Any], Iterable[int]]]
"""The versions that a command corrects without naming them, by command type."""

Questions = dict[type[Command], Callable[[Tournament, Any, DecisionContext], Question | None]]
"""The long calculations of decisions, by command type."""
