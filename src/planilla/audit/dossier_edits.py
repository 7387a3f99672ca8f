"""A correction as edits of the log: had it been known from the start, and not only then."""

from collections.abc import Iterable, Sequence

from planilla.audit.edits import EDITABLE, Edit, Inserted, Removed
from planilla.audit.pairing_acts import version_before
from planilla.audit.replay import IN_FORCE
from planilla.audit.shorthands import correction_known
from planilla.domain.tournament import commands as c
from planilla.domain.tournament import events as e
from planilla.domain.tournament.facts import Fact


def edits_of(facts: Sequence[Fact], main: Fact, act: Sequence[Fact]) -> tuple[Edit, ...]:
    """What says that the act whose main fact is `main` had been known from the start.

    Empty where there is nothing to say: who came late had not come before.
    """
    match main.event:
        case e.ResultCorrected():
            return _results(facts, act)
        case e.ResultDeleted() | e.ColoursCorrected() as event:
            return _after_the_report(facts, main, event)
        case e.EntrantWithdrawn() | e.EntrantRuledIneligible() as event:
            return (*_withdrawal(facts, event), *_removed(act))
        case e.PairingChanged() | e.ResultWithdrawn():
            return _removed(act)
        case _:
            return _of_a_player(facts, main, act)


def _results(facts: Sequence[Fact], act: Sequence[Fact]) -> tuple[Edit, ...]:
    """Each game of the act had ended so; of a swap there are two."""
    found = (
        correction_known(facts, fact.version)
        for fact in act
        if isinstance(fact.event, e.ResultCorrected)
    )
    edits = tuple(edit for told in found if told is not None for edit in told.edits)
    return tuple({repr(edit): edit for edit in edits}.values())


def _deletion(event: e.ResultDeleted) -> c.DeleteResult:
    number = int(event.game.partition(".")[0])
    effect = e.Effect(points=True, pairing_from=number + 1, rating=True)
    return c.DeleteResult(
        game=event.game,
        corrects=IN_FORCE,
        reason=c.Sealed(event.reason),
        counts_as=event.counts_as,
        effect=effect,
    )


def _after_the_report(
    facts: Sequence[Fact], main: Fact, event: e.ResultDeleted | e.ColoursCorrected
) -> tuple[Edit, ...]:
    """Said right after the game was reported, and not when it was said."""
    if isinstance(event, e.ResultDeleted):
        command: c.Command = _deletion(event)
    else:
        command = c.CorrectColours(game=event.game, reason=c.Sealed(event.reason))
    reported = next(
        fact.version
        for fact in facts
        if isinstance(fact.event, e.ResultRecorded | e.ResultCorrected)
        and fact.event.game == event.game
    )
    return (Inserted(after=reported, command=command), Removed(version=main.version))


def _of_a_player(facts: Sequence[Fact], main: Fact, act: Sequence[Fact]) -> tuple[Edit, ...]:
    """Other data from the entry on; a ruling that was taken back had not been."""
    if isinstance(main.event, e.SportingDataCorrected):
        return _data(facts, main, main.event)
    if isinstance(main.event, e.EntrantReinstated):
        return (*_ruling_before(facts, main, main.event), *_removed(act))
    return ()


def _data(facts: Sequence[Fact], main: Fact, event: e.SportingDataCorrected) -> tuple[Edit, ...]:
    entered = next(
        fact.version
        for fact in facts
        if isinstance(fact.event, e.EntrantEntered) and fact.event.entrant == event.entrant
    )
    command = c.CorrectSportingData(
        entrant=event.entrant, rating=event.rating, title=event.title, federation=event.federation
    )
    return (Inserted(after=entered, command=command), Removed(version=main.version))


def _withdrawal(
    facts: Sequence[Fact], event: e.EntrantWithdrawn | e.EntrantRuledIneligible
) -> tuple[Edit, ...]:
    """They had left before that round was paired."""
    command = c.WithdrawEntrant(entrant=event.entrant)
    return (Inserted(after=version_before(facts, event.from_round), command=command),)


def _ruling_before(
    facts: Iterable[Fact], main: Fact, event: e.EntrantReinstated
) -> tuple[Edit, ...]:
    found = [
        fact.version
        for fact in facts
        if isinstance(fact.event, e.EntrantRuledIneligible)
        and fact.event.entrant == event.entrant
        and fact.version < main.version
    ]
    return tuple(Removed(version=version) for version in found[-1:])


def _removed(act: Iterable[Fact]) -> tuple[Edit, ...]:
    return tuple(Removed(version=fact.version) for fact in act if type(fact.event) in EDITABLE)
