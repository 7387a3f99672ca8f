"""Which acts are shown what they would bring before they are done.

It is every act that touches what everybody has seen. To add one: name it here, with when it asks,
and its title in words (`confirm.act.<act>`). A first result is entered at one tap. The test of this
module says of each command that is not here why.
"""

from collections.abc import Callable, Mapping

from planilla.domain.tournament.ladder import is_ladder
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import TimerKind

Form = Mapping[str, str]
Asks = Callable[[Tournament, Form], bool]


def always(_: Tournament, __: Form) -> bool:
    """Whatever is so."""
    return True


def once_published(state: Tournament, _: Form) -> bool:
    """From the moment on at which a round is on the boards."""
    return state.last_published > 0


def once_played(state: Tournament, _: Form) -> bool:
    """From the moment on at which a round is on the boards, or a hall is open."""
    return state.last_published > 0 or state.hall is not None


def of_a_ladder(state: Tournament, _: Form) -> bool:
    """Where closing a round works everybody's values out again."""
    return is_ladder(state)


def at_default_time(state: Tournament, form: Form) -> bool:
    """Where the timer that is settled forfeits games: a reminder that was read changes nothing."""
    timer = state.awaiting.get(form.get("timer", "").strip())
    forfeits = timer is not None and timer.kind is TimerKind.DEFAULT_TIME
    return forfeits and "is_dropped" not in form


def of_a_published_round(state: Tournament, form: Form) -> bool:
    """Where the round that the form names is on the boards: a draft is nobody's business."""
    number = form.get("round", "").strip()
    played = state.round(int(number)) if number.isdecimal() and len(number) < 4 else None
    return played is not None and played.is_published


def where_it_erases(_: Tournament, form: Form) -> bool:
    """Where people are forgotten, which nothing takes back."""
    return "erases" in form


ASKS_FIRST: dict[str, Asks] = {
    "correct-result": always,
    "withdraw-result": always,
    "correct-colours": always,
    "delete-result": always,
    "swap-results": always,
    "rule-ineligible": once_played,
    "reinstate-entrant": once_played,
    "change-pairing": of_a_published_round,
    "unpair-round": of_a_published_round,
    "close-round": of_a_ladder,
    "reopen-round": always,
    "enter-entrants": once_published,
    "withdraw-entrant": once_played,
    "return-entrant": once_played,
    "remove-entries": once_played,
    "expel-entrant": once_played,
    "assign-numbers": once_played,
    "correct-sporting-data": once_played,
    "draw-lots": once_played,
    "announce-regulations": once_played,
    "announce-prizes": once_played,
    "share-prizes": once_played,
    "set-qualifying-places": once_played,
    "settle-timer": at_default_time,
    "rule-keizer": once_published,
    "recalculate-values": once_published,
    "rule-absence": once_published,
    "finish-tournament": of_a_ladder,
    "reopen-tournament": always,
    "hide-tournament": where_it_erases,
}
"""When an act asks first, by its name in `acts`."""


def asks_first(act: str, state: Tournament, form: Form) -> bool:
    """Whether an act is to be shown with its impact before it is done."""
    asks = ASKS_FIRST.get(act)
    return asks is not None and asks(state, form)
