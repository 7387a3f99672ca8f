"""A correction of any kind as if it had been known from the start, and its act.

To what each kind leads is in `dossier_edits`; here it is said what cannot be tried out, and why.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from planilla.audit.dossier_edits import edits_of
from planilla.audit.dossier_story import corrects_something
from planilla.audit.edits import Edit
from planilla.audit.shorthands import OtherResult, correction_known, last_correction
from planilla.domain.tournament import events as e
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.refusals.whatif import (
    KnownNoEarlier,
    NoSuchCorrection,
    NotSeatedAgain,
)

WORTH_ASKING = (
    e.ResultCorrected,
    e.ResultDeleted,
    e.ColoursCorrected,
    e.SportingDataCorrected,
    e.EntrantWithdrawn,
    e.EntrantRuledIneligible,
    e.EntrantReinstated,
)
"""Corrections of which people ask what would have been; what was typed and undone is none."""


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """The edits that say that a correction had been known from the start.

    `told` is what it is where it is one result of a game.
    """

    edits: tuple[Edit, ...]
    told: OtherResult | None


def known_from_the_start(facts: Sequence[Fact], version: int, acts: Mapping[int, str]) -> Known:
    """That the correction of that version had been known; evidence leads to what it is of.

    `acts` tells which facts were recorded in one act: a ruling on a player and its games are one.

    Raises:
        NoSuchCorrection: the fact of that version corrects nothing.
        KnownNoEarlier: it tells what happened then, as a late entry does.
    """
    found = corrected_by(facts, version, acts)
    if found is None:
        raise NoSuchCorrection(version=version)
    main, act = found
    results = [each for each in act if isinstance(each.event, e.ResultCorrected)]
    if results == [main]:
        told = correction_known(facts, main.version)
        assert told is not None, "it is a correction"
        return Known(edits=told.edits, told=told)
    edits = edits_of(facts, main, act)
    if not edits:
        raise KnownNoEarlier(version=main.version)
    return Known(edits=edits, told=None)


def last_result_corrected(facts: Iterable[Fact]) -> int | None:
    """The version of the last correction of a result; None where there is none."""
    found = (fact.version for fact in facts if isinstance(fact.event, e.ResultCorrected))
    return max(found, default=None)


def known_in_hall(facts: Sequence[Fact], version: int | None) -> e.ResultCorrected | None:
    """The correction of a result in a hall, or the last one; None where there is none.

    Raises:
        NotSeatedAgain: nobody is seated again for a correction of that kind.
        NoSuchCorrection: the fact of that version corrects nothing.
    """
    found = last_correction(facts, version)
    if found is None and version is not None:
        event = next((fact.event for fact in facts if fact.version == version), None)
        if event is not None and corrects_something(event):
            raise NotSeatedAgain(version=version)
        raise NoSuchCorrection(version=version)
    return found


def is_worth_asking(event: e.Event, *, in_hall: bool) -> bool:
    """Whether people are offered what would have been, had this been known from the start."""
    if in_hall:
        return isinstance(event, e.ResultCorrected)
    return isinstance(event, WORTH_ASKING) and corrects_something(event)


def corrected_by(
    facts: Sequence[Fact], version: int, acts: Mapping[int, str]
) -> tuple[Fact, tuple[Fact, ...]] | None:
    """The main fact of a correction, and all of its act; None where it corrects nothing."""
    by_version = {fact.version: fact for fact in facts}
    fact = by_version.get(version)
    if fact is not None and isinstance(fact.event, e.EvidenceAdded):
        fact = by_version.get(fact.event.about)
    if fact is None:
        return None
    act = _act_of(facts, fact, acts)
    main = _main_of(act, fact)
    return (main, act) if corrects_something(main.event) else None


def _act_of(facts: Sequence[Fact], fact: Fact, acts: Mapping[int, str]) -> tuple[Fact, ...]:
    name = acts.get(fact.version, "")
    same = tuple(each for each in facts if name and acts.get(each.version) == name)
    return same or (fact,)


def _main_of(act: Iterable[Fact], fact: Fact) -> Fact:
    """A ruling on a player leads to corrections of games: the case is that of the ruling."""
    ruling = (e.EntrantRuledIneligible, e.EntrantWithdrawn)
    return next((each for each in act if isinstance(each.event, ruling)), fact)
