"""The effect of a correction: the points, the pairings and the ratings that it changes.

Source: C.04.2, 4.3: an error reported before the next pairing is used in it; after the next
pairing but before the end of that round, in the pairing after; later, for the rating report only.
"""

import msgspec

from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.refusal import KnownTooLate, Unacceptable
from planilla.domain.tournament.state import RoundState, RoundStatus, Tournament
from planilla.domain.tournament.values import Effect, Reported

# Refusals


class KnownTooEarly(Unacceptable):
    """An error cannot become known before the round is published."""

    known_at: int
    earliest: int


class EffectOutOfRange(Unacceptable):
    """A correction can affect pairings only from a round that is not paired yet."""

    cites = "C.04.2 4.3"
    pairing_from: int
    smallest: int


# Rules


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """One of the three cases, its effect, and whether it applies."""

    reported: Reported
    applies: bool
    effect: Effect


def default_effect(state: Tournament, played: RoundState, known_at: int | None = None) -> Effect:
    """Return the effect of a correction of a game of `played` by C.04.2, 4.3.

    It depends on the time at which the error became known (None: now). A published pairing is never
    made again, so the correction counts from the first pairing that is not published.
    """
    return effect_when(state, reported(state, played, known_at))


def reported(state: Tournament, played: RoundState, known_at: int | None = None) -> Reported:
    """Return the case of C.04.2, 4.3 that applies; `known_at` as in `default_effect`.

    With Keizer all rounds are counted again each time, so an old game still changes values.
    """
    following = state.round(played.number + 1)
    if following is None or not following.is_published or state.system.keeps_values:
        return Reported.BEFORE_NEXT_PAIRING
    ended_at = _ended_at(state, following)
    if known_at is not None and following.published_at:  # of an imported round nobody knows when
        if known_at < following.published_at:
            return Reported.BEFORE_NEXT_PAIRING
        if ended_at is not None and known_at < ended_at:
            return Reported.DURING_NEXT_ROUND
    return Reported.DURING_NEXT_ROUND if ended_at is None else Reported.LATER


def _ended_at(state: Tournament, played: RoundState) -> int | None:
    """Return the time at which a round was closed, or the next one published; None before."""
    if played.status is RoundStatus.CLOSED:
        return played.closed_at
    following = state.round(played.number + 1)
    return None if following is None or not following.is_published else following.published_at


def effect_when(state: Tournament, case: Reported) -> Effect:
    """Return the present effect of a correction in this case of reporting."""
    if case is Reported.LATER:
        return Effect(points=False, pairing_from=None, rating=True)
    return Effect(points=True, pairing_from=state.last_published + 1, rating=True)


def proposals(
    state: Tournament, played: RoundState, known_at: int | None = None
) -> tuple[Proposal, ...]:
    """Return all three cases and mark the one that applies; `known_at` as in `default_effect`."""
    this = reported(state, played, known_at)
    return tuple(
        Proposal(reported=case, applies=case is this, effect=effect_when(state, case))
        for case in Reported
    )


def check_effect(state: Tournament, effect: Effect) -> None:
    """Check that the effect reaches no published pairing.

    Raises:
        EffectOutOfRange: it reaches one.
    """
    smallest = state.last_published + 1
    if effect.pairing_from is not None and effect.pairing_from < smallest:
        raise EffectOutOfRange(pairing_from=effect.pairing_from, smallest=smallest)


def check_known(known_at: int | None, played: RoundState | None, context: DecisionContext) -> None:
    """Check that the error became known after the round was published and before it is recorded.

    Raises:
        KnownTooLate, KnownTooEarly: otherwise.
    """
    if known_at is None:
        return
    if known_at > context.at:
        raise KnownTooLate(known_at=known_at)
    earliest = 0 if played is None else played.published_at
    if known_at < earliest:
        raise KnownTooEarly(known_at=known_at, earliest=earliest)
