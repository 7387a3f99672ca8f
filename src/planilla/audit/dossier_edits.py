"""A correction as edits of the log: had it been known from the start, and not only then."""

from collections.abc import Iterable, Sequence

import msgspec

from planilla.audit.edits import EDITABLE, Edit, Inserted, Removed, Replaced
from planilla.audit.pairing_acts import version_before
from planilla.audit.replay import IN_FORCE
from planilla.audit.shorthands import correction_known, rulings_of, said_again
from planilla.domain.tournament import commands as c
from planilla.domain.tournament import events as e
from planilla.domain.tournament.facts import Fact
from planilla.domain.vocabulary import RESULT_NOTATION, RESULT_OF_NOTATION


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
            return _withdrawal(facts, event, act)
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
    """Said right after the game was reported, and not when it was said.

    What had been ruled before it was ruled of a result that was deleted, or in the wrong colours.
    """
    reported = max(
        fact.version
        for fact in facts
        if isinstance(fact.event, e.ResultRecorded)
        and fact.event.game == event.game
        and fact.version < main.version
    )
    rulings = tuple(rulings_of(facts, event.game, reported))
    before = tuple(each for each in rulings if each[0].version < main.version)
    since = tuple(each for each in rulings if each[0].version > main.version)
    if isinstance(event, e.ResultDeleted):
        command: c.Command = _deletion(event)
        edits: tuple[Edit, ...] = tuple(Removed(version=fact.version) for fact, _ in before)
    else:
        command = c.CorrectColours(game=event.game, reason=c.Sealed(event.reason))
        edits = tuple(
            Replaced(version=fact.version, command=said_again(_turned(ruled)))
            for fact, ruled in before
        )
    return (
        Inserted(after=reported, command=command),
        *edits,
        Removed(version=main.version),
        *(Replaced(version=fact.version, command=said_again(ruled)) for fact, ruled in since[:1]),
    )


def _turned(event: e.ResultCorrected | e.ResultDeleted) -> e.ResultCorrected | e.ResultDeleted:
    """The ruling as it is written when the colours are the other ones."""
    if isinstance(event, e.ResultDeleted):
        return event
    result = RESULT_NOTATION[RESULT_OF_NOTATION[event.result].reversed]
    return msgspec.structs.replace(event, result=result)


def _of_a_player(facts: Sequence[Fact], main: Fact, act: Sequence[Fact]) -> tuple[Edit, ...]:
    """Other data from the entry on; a ruling that was taken back had not been."""
    if isinstance(main.event, e.SportingDataCorrected):
        return _data(facts, main, main.event)
    if isinstance(main.event, e.EntrantReinstated):
        return (*_ruling_before(facts, main, main.event), *_removed(act))
    return ()


def _data(facts: Sequence[Fact], main: Fact, event: e.SportingDataCorrected) -> tuple[Edit, ...]:
    """What was said of them between is not said: each correction tells all of the data."""
    entered, *_ = (
        fact.version
        for fact in facts
        if isinstance(fact.event, e.EntrantEntered) and fact.event.entrant == event.entrant
    )
    command = c.CorrectSportingData(
        entrant=event.entrant,
        rating=event.rating,
        title=event.title,
        federation=event.federation,
        k=event.k,
        rating_list=event.rating_list,
        categories=event.categories,
    )
    said = (
        fact.version
        for fact in facts
        if isinstance(fact.event, e.SportingDataCorrected)
        and fact.event.entrant == event.entrant
        and fact.version <= main.version
    )
    return (
        Inserted(after=entered, command=command),
        *(Removed(version=version) for version in said),
    )


def _withdrawal(
    facts: Sequence[Fact],
    event: e.EntrantWithdrawn | e.EntrantRuledIneligible,
    act: Sequence[Fact],
) -> tuple[Edit, ...]:
    """They had left before that round was paired; nothing where it never was."""
    before = version_before(facts, event.from_round)
    if before == facts[-1].version:
        return ()
    command = c.WithdrawEntrant(entrant=event.entrant)
    return (Inserted(after=before, command=command), *_removed(act))


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
