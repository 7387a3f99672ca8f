"""Acts that are shown with their impact before they are done.

Each command declares when (`Command.confirm_first`); its title is `confirm.act.<act>` in the
catalogues. The test of this module says of each command that is never shown first why.
"""

from collections.abc import Callable, Mapping

from planilla.domain.tournament.command import ConfirmFirst
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.subjects import COMMANDS
from planilla.domain.tournament.values import TimerKind

Form = Mapping[str, str]
Asks = Callable[[Tournament, Form], bool]


def always(_: Tournament, __: Form) -> bool:
    """Whatever is so."""
    return True


def once_published(state: Tournament, _: Form) -> bool:
    """Return whether a round has been published."""
    return state.last_published > 0


def once_played(state: Tournament, _: Form) -> bool:
    """Return whether a round has been published or a hall opened."""
    return state.has_begun


def of_a_ladder(state: Tournament, _: Form) -> bool:
    """Return whether closing a round recalculates all values of the ranking."""
    return state.system.keeps_values


def at_default_time(state: Tournament, form: Form) -> bool:
    """Return whether the timer in the form forfeits games; a dropped one does not."""
    timer = state.awaiting.get(form.get("timer", "").strip())
    forfeits = timer is not None and timer.kind is TimerKind.DEFAULT_TIME
    return forfeits and "is_dropped" not in form


def of_a_published_round(state: Tournament, form: Form) -> bool:
    """Return whether the round in the form has been published."""
    number = form.get("round", "").strip()
    played = state.round(int(number)) if number.isdecimal() and len(number) < 4 else None
    return played is not None and played.is_published


def where_it_erases(_: Tournament, form: Form) -> bool:
    """Return whether the form erases people, which cannot be undone."""
    return "erases" in form


CASES: dict[ConfirmFirst, Asks] = {
    ConfirmFirst.ALWAYS: always,
    ConfirmFirst.ONCE_PUBLISHED: once_published,
    ConfirmFirst.ONCE_PLAYED: once_played,
    ConfirmFirst.OF_PUBLISHED_ROUND: of_a_published_round,
    ConfirmFirst.IF_VALUES_FOLLOW: of_a_ladder,
    ConfirmFirst.IF_FORFEITS_FOLLOW: at_default_time,
    ConfirmFirst.IF_IT_ERASES: where_it_erases,
}
"""Conditions on the state and the form by the case that a command declares."""


def asks_first(act: str, state: Tournament, form: Form) -> bool:
    """Return whether an act is to be shown with its impact before it is done."""
    kind = COMMANDS.get(act)
    asks = None if kind is None else CASES.get(kind.confirm_first)
    return asks is not None and asks(state, form)
