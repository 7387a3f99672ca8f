"""The rule of a case: its articles, and what a correction may count for, with what that means."""

from collections.abc import Iterable, Sequence

import msgspec

from planilla.audit.consequences import Consequences, consequences
from planilla.domain.tournament import events as e
from planilla.domain.tournament.events import Reported
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.rules.rulings import Proposal, proposals, reported
from planilla.domain.tournament.state import Tournament

RULED = (e.ResultCorrected, e.ResultDeleted, e.ColoursCorrected)
"""Corrections that say what they count for."""


class Article(msgspec.Struct, frozen=True, kw_only=True):
    """An article that the case is ruled by; unverified where its wording was not read."""

    name: str
    unverified: bool = False


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """What a correction may count for, and what it then means for the players.

    `reported` is the case of C.04.2, 4.3, None for a ruling that is none of the three; `applies`
    that it is the case of the moment in which the error became known.
    """

    reported: Reported | None
    effect: e.Effect
    applies: bool
    decided: bool
    means: Consequences


BY_EFFECT = Article(name="C.04.2-4.3")
OF_A_HALL = Article(name="seed-004")
OPEN_AGAIN = Article(name="C.04.2-3.1", unverified=True)
PLAYED_BY_NEITHER = Article(name="C.04.2-3.5")
ARTICLES: dict[type[e.Event], tuple[Article, ...]] = {
    e.SportingDataCorrected: (Article(name="C.04.2-2.3"),),
    e.EntrantEntered: (Article(name="C.04.2-2.4"),),
    e.EntrantWithdrawn: (Article(name="C.04.2-3.2"), BY_EFFECT),
    e.ByeCorrected: (Article(name="C.04.2-3.2"), BY_EFFECT),
    e.EntrantRuledIneligible: (Article(name="C.05-6.5", unverified=True), BY_EFFECT),
    e.EntrantReinstated: (Article(name="C.05-6.5", unverified=True), BY_EFFECT),
    e.PairingChanged: (Article(name="C.04.2-4.4"),),
}
"""What a correction that is not of a result goes by. Source: `docs/rules/corrections.md`."""


def articles_of(event: e.Event, *, in_hall: bool = False) -> tuple[Article, ...]:
    """The articles that a correction goes by; those whose wording was not read are marked."""
    if in_hall:
        return (OF_A_HALL,)
    if isinstance(event, e.ResultDeleted):
        return (BY_EFFECT, OPEN_AGAIN if event.counts_as == "*" else PLAYED_BY_NEITHER)
    return ARTICLES.get(type(event), (BY_EFFECT,))


def reported_in(before: Tournament, main: Fact) -> Reported | None:
    """Which of the three cases it was: the one that the arbiter named, or that of the clocks.

    None where nobody asks that.
    """
    event = main.event
    if not isinstance(event, RULED):
        return None
    if event.effect is not None and event.effect.reported is not None:
        return event.effect.reported
    found = before.find(event.game)
    return None if found is None else reported(before, found[0], event.known_at)


def options_of(before: Tournament, main: Fact, act: Sequence[Fact]) -> tuple[Option, ...]:
    """The three cases, and the ruling where it is none of them; nothing in a hall."""
    event = main.event
    if not isinstance(event, RULED):
        return ()
    found = before.find(event.game)
    if found is None:
        return ()
    offered = proposals(before, found[0], event.known_at)
    chosen = _chosen(offered, event.effect)
    options = [
        Option(
            reported=each.reported,
            effect=each.effect,
            applies=each.applies,
            decided=each is chosen,
            means=_meant(before, act, each.effect),
        )
        for each in offered
    ]
    if chosen is None and event.effect is not None:
        means = _meant(before, act, event.effect)
        options.append(
            Option(reported=None, effect=event.effect, applies=False, decided=True, means=means)
        )
    return tuple(options)


def _chosen(offered: Sequence[Proposal], effect: e.Effect | None) -> Proposal | None:
    """The case that was decided for: the one that was named.

    Two may come to the same. Where none was named it is the one that applies, or else the nearer to
    that: what was known later was not known earlier.
    """
    if effect is None:
        return None
    counts = msgspec.structs.replace(effect, reported=None)
    same = [each for each in offered if each.effect == counts]
    named = (each for each in same if each.reported is effect.reported)
    applies = (each for each in same if each.applies)
    return next(named, None) or next(applies, None) or (same[-1] if same else None)


def _meant(before: Tournament, act: Iterable[Fact], effect: e.Effect) -> Consequences:
    """What parts the standings before the act from those after it, had it counted so."""
    state = before
    for fact in act:
        if isinstance(fact.event, RULED):
            event = msgspec.structs.replace(fact.event, effect=effect)
            state = evolve(state, msgspec.structs.replace(fact, event=event))
    return consequences(before, state)
