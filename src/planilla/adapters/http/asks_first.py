"""Which acts are shown what they would bring before they are done.

It is every act that touches what everybody has seen. To add one: name it here, with when it asks,
and its title in words (`confirm.act.<act>`). A first result is entered at one tap.
"""

from collections.abc import Callable, Mapping

from planilla.domain.tournament.state import Tournament

Form = Mapping[str, str]
Asks = Callable[[Tournament, Form], bool]


def always(_: Tournament, __: Form) -> bool:
    """Whatever is so."""
    return True


def once_published(state: Tournament, _: Form) -> bool:
    """From the moment on at which a round is on the boards."""
    return state.last_published > 0


def of_a_published_round(state: Tournament, form: Form) -> bool:
    """Where the round that the form names is on the boards: a draft is nobody's business."""
    number = form.get("round", "").strip()
    played = state.round(int(number)) if number.isdecimal() and len(number) < 4 else None
    return played is not None and played.is_published


ASKS_FIRST: dict[str, Asks] = {
    "correct-result": always,
    "withdraw-result": always,
    "correct-colours": always,
    "delete-result": always,
    "swap-results": always,
    "rule-ineligible": once_published,
    "reinstate-entrant": once_published,
    "change-pairing": of_a_published_round,
    "unpair-round": of_a_published_round,
    "reopen-round": always,
    "withdraw-entrant": once_published,
    "expel-entrant": once_published,
    "assign-numbers": once_published,
    "correct-sporting-data": once_published,
    "draw-lots": once_published,
    "share-prizes": once_published,
    "rule-keizer": once_published,
    "recalculate-values": once_published,
    "rule-absence": once_published,
    "reopen-tournament": always,
}
"""When an act asks first, by its name in `acts`."""


def asks_first(act: str, state: Tournament, form: Form) -> bool:
    """Whether an act is to be shown with its impact before it is done."""
    asks = ASKS_FIRST.get(act)
    return asks is not None and asks(state, form)
