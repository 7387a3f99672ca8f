"""Another result, or a correction known from the start, as edits of the log.

A game has one result as people speak of it, and several facts may have made it: the first report,
colours corrected, rulings. Had it ended otherwise, none of the later ones would have been recorded.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from planilla.audit.edits import Edit, Inserted, Removed, Replaced
from planilla.audit.recorded_rounds import version_before
from planilla.audit.replay import CURRENT
from planilla.domain.tournament.byes import ByeCorrected
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.corrections import (
    ColoursCorrected,
    CorrectColours,
    CorrectResult,
    DeleteResult,
    ResultCorrected,
    ResultDeleted,
)
from planilla.domain.tournament.eligibility import (
    EntrantReinstated,
    EntrantRuledIneligible,
    EntrantWithdrawn,
    WithdrawEntrant,
)
from planilla.domain.tournament.entrants import (
    CorrectSportingData,
    EntrantEntered,
    SportingDataCorrected,
)
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evidence import EvidenceAdded
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.lookups import known_result, published_game
from planilla.domain.tournament.pairings import PairingChanged
from planilla.domain.tournament.refusal import NoResultYet
from planilla.domain.tournament.results import RecordResult, ResultRecorded, ResultWithdrawn
from planilla.domain.tournament.values import Effect
from planilla.domain.tournament.whatif import KnownNoEarlier, NoSuchCorrection, NotSeatedAgain
from planilla.domain.vocabulary import (
    RESULT_NOTATION,
    RESULT_OF_NOTATION,
    EntrantId,
    GameId,
    GameResult,
)


class OtherResult(msgspec.Struct, frozen=True, kw_only=True):
    """A game with another result, seen from its present White, and the edits that give it.

    `before` is the result that was first recorded; `board` counts from 1.
    """

    game: GameId
    round: int
    board: int
    white: EntrantId
    black: EntrantId
    before: str
    after: str
    edits: tuple[Edit, ...]


def other_result(
    facts: Sequence[Fact], game: GameId, result: str, known_from: int | None = None
) -> OtherResult:
    """Return the edits by which a game ended so from the start.

    With `known_from` the result was known before that round was paired.

    Raises:
        NoSuchGame, RoundNotPublished, NoResultYet: there is no result to change.
        NoSuchResult: the other result is none.
    """
    wanted = known_result(result)
    state = fold(facts)
    played, board = published_game(state, game)
    if played.recorded[board] == GameResult.OPEN:
        raise NoResultYet(game=game)
    white, black = played.boards[board]
    later = known_from is not None and known_from > played.number + 1
    if later and known_from is not None:
        edits = _known_later(facts, game, wanted, known_from)
    else:
        edits = _from_the_start(facts, game, wanted)
    return OtherResult(
        game=game,
        round=played.number,
        board=board + 1,
        white=white,
        black=black,
        before=RESULT_NOTATION[GameResult(played.recorded[board])],
        after=result,
        edits=edits,
    )


def correction_known(facts: Sequence[Fact], version: int | None = None) -> OtherResult | None:
    """Return the correction of that version, or the last one, as if reported from the start.

    Later corrections of the game, and a deletion, stay; None where there is no such correction.
    """
    event = last_correction(facts, version)
    if event is None:
        return None
    (found,) = (fact for fact in facts if fact.event is event)
    upto = [fact for fact in facts if fact.version <= found.version]
    told = other_result(upto, event.game, event.result)
    following = tuple(_following(facts, event, found.version))
    return msgspec.structs.replace(told, edits=(*told.edits, *following))


def last_correction(facts: Sequence[Fact], version: int | None = None) -> ResultCorrected | None:
    """Return the correction of that version, or the last one; None where there is none."""
    for fact in reversed(facts):
        if isinstance(fact.event, ResultCorrected) and version in {None, fact.version}:
            return fact.event
    return None


def _following(facts: Sequence[Fact], event: ResultCorrected, version: int) -> Iterator[Edit]:
    """Yield edits of the later rulings: those with the same result are not needed."""
    for fact, ruled in rulings_of(facts, event.game, version):
        if not isinstance(ruled, ResultCorrected) or ruled.result != event.result:
            yield Replaced(version=fact.version, command=said_again(ruled))
            return
        yield Removed(version=fact.version)


def said_again(event: ResultCorrected | ResultDeleted) -> CorrectResult | DeleteResult:
    """Return the same ruling, of the result that is current then."""
    reason = Sealed(event.reason)
    if isinstance(event, ResultDeleted):
        return DeleteResult(
            game=event.game,
            corrects=CURRENT,
            reason=reason,
            counts_as=event.counts_as,
            effect=event.effect,
        )
    return CorrectResult(
        game=event.game,
        result=event.result,
        corrects=CURRENT,
        reason=reason,
        effect=event.effect,
    )


def _from_the_start(
    facts: Sequence[Fact], game: GameId, wanted: GameResult
) -> tuple[Replaced | Removed, ...]:
    """Return another first report, and no correction after it."""
    first = [
        fact for fact in facts if isinstance(fact.event, ResultRecorded) and fact.event.game == game
    ][-1]
    then = _as_seen_then(facts, first.version, game, wanted)
    report = RecordResult(game=game, result=RESULT_NOTATION[then])
    return (
        Replaced(version=first.version, command=report),
        *(Removed(version=fact.version) for fact, _ in rulings_of(facts, game, first.version)),
    )


def _known_later(
    facts: Sequence[Fact], game: GameId, wanted: GameResult, known_from: int
) -> tuple[Edit, ...]:
    """Return a correction just before that round is paired, and none after it."""
    after = version_before(facts, known_from)
    then = _as_seen_then(facts, after, game, wanted)
    correction = CorrectResult(
        game=game,
        result=RESULT_NOTATION[then],
        corrects=CURRENT,
        reason=Sealed(),
        effect=Effect(points=True, pairing_from=known_from, rating=True),
    )
    return (
        Inserted(after=after, command=correction),
        *(Removed(version=fact.version) for fact, _ in rulings_of(facts, game, after)),
    )


def rulings_of(
    facts: Iterable[Fact], game: GameId, after: int
) -> Iterator[tuple[Fact, ResultCorrected | ResultDeleted]]:
    """Yield the rulings on a game after that version."""
    for fact in facts:
        if (
            fact.version > after
            and isinstance(fact.event, ResultCorrected | ResultDeleted)
            and fact.event.game == game
        ):
            yield fact, fact.event


def _as_seen_then(
    facts: Sequence[Fact], version: int, game: GameId, wanted: GameResult
) -> GameResult:
    """Return the result as it was written at that version: colours may have been corrected."""
    now = fold(facts).find(game)
    then = fold(fact for fact in facts if fact.version <= version).find(game)
    assert now is not None, "the game is there"
    assert then is not None, "and was"
    same = now[0].boards[now[1]] == then[0].boards[then[1]]
    return wanted if same else wanted.reversed


def edits_of(facts: Sequence[Fact], main: Fact, act: Sequence[Fact]) -> tuple[Edit, ...]:
    """Return the edits by which the act with the main fact `main` was known from the start.

    Empty where nothing is edited: a late entrant had not come before.
    """
    match main.event:
        case ResultCorrected():
            return _results(facts, act)
        case ResultDeleted() | ColoursCorrected() as event:
            return _after_the_report(facts, main, event)
        case EntrantWithdrawn() | EntrantRuledIneligible() as event:
            return _withdrawal(facts, event, act)
        case PairingChanged() | ResultWithdrawn():
            return _removed(act)
        case _:
            return _of_a_player(facts, main, act)


def _results(facts: Sequence[Fact], act: Sequence[Fact]) -> tuple[Edit, ...]:
    """Return the edits by which each game of the act ended so; a swap has two games."""
    found = (
        correction_known(facts, fact.version)
        for fact in act
        if isinstance(fact.event, ResultCorrected)
    )
    edits = tuple(edit for told in found if told is not None for edit in told.edits)
    return tuple({repr(edit): edit for edit in edits}.values())


def _deletion(event: ResultDeleted) -> DeleteResult:
    number = int(event.game.partition(".")[0])
    effect = Effect(points=True, pairing_from=number + 1, rating=True)
    return DeleteResult(
        game=event.game,
        corrects=CURRENT,
        reason=Sealed(event.reason),
        counts_as=event.counts_as,
        effect=effect,
    )


def _after_the_report(
    facts: Sequence[Fact], main: Fact, event: ResultDeleted | ColoursCorrected
) -> tuple[Edit, ...]:
    """Return the ruling right after the report of the game, and not when it was made.

    Earlier rulings were made on a result that was deleted, or in the wrong colours.
    """
    reported = max(
        fact.version
        for fact in facts
        if isinstance(fact.event, ResultRecorded)
        and fact.event.game == event.game
        and fact.version < main.version
    )
    rulings = tuple(rulings_of(facts, event.game, reported))
    before = tuple(each for each in rulings if each[0].version < main.version)
    since = tuple(each for each in rulings if each[0].version > main.version)
    if isinstance(event, ResultDeleted):
        command: Command = _deletion(event)
        edits: tuple[Edit, ...] = tuple(Removed(version=fact.version) for fact, _ in before)
    else:
        command = CorrectColours(game=event.game, reason=Sealed(event.reason))
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


def _turned(event: ResultCorrected | ResultDeleted) -> ResultCorrected | ResultDeleted:
    """Return the ruling as it is written with the other colours."""
    if isinstance(event, ResultDeleted):
        return event
    result = RESULT_NOTATION[RESULT_OF_NOTATION[event.result].reversed]
    return msgspec.structs.replace(event, result=result)


def _of_a_player(facts: Sequence[Fact], main: Fact, act: Sequence[Fact]) -> tuple[Edit, ...]:
    """Return other data from the entry on, or no ruling where it was taken back."""
    if isinstance(main.event, SportingDataCorrected):
        return _data(facts, main, main.event)
    if isinstance(main.event, EntrantReinstated):
        return (*_ruling_before(facts, main, main.event), *_removed(act))
    return ()


def _data(facts: Sequence[Fact], main: Fact, event: SportingDataCorrected) -> tuple[Edit, ...]:
    """Return the data from the entry on; data between are left out, for each correction has all."""
    entered, *_ = (
        fact.version
        for fact in facts
        if isinstance(fact.event, EntrantEntered) and fact.event.entrant == event.entrant
    )
    command = CorrectSportingData(
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
        if isinstance(fact.event, SportingDataCorrected)
        and fact.event.entrant == event.entrant
        and fact.version <= main.version
    )
    return (
        Inserted(after=entered, command=command),
        *(Removed(version=version) for version in said),
    )


def _withdrawal(
    facts: Sequence[Fact],
    event: EntrantWithdrawn | EntrantRuledIneligible,
    act: Sequence[Fact],
) -> tuple[Edit, ...]:
    """Return a withdrawal before that round was paired; nothing where it never was."""
    before = version_before(facts, event.from_round)
    if before == facts[-1].version:
        return ()
    command = WithdrawEntrant(entrant=event.entrant)
    return (Inserted(after=before, command=command), *_removed(act))


def _ruling_before(facts: Iterable[Fact], main: Fact, event: EntrantReinstated) -> tuple[Edit, ...]:
    found = [
        fact.version
        for fact in facts
        if isinstance(fact.event, EntrantRuledIneligible)
        and fact.event.entrant == event.entrant
        and fact.version < main.version
    ]
    return tuple(Removed(version=version) for version in found[-1:])


def _removed(act: Iterable[Fact]) -> tuple[Edit, ...]:
    return tuple(Removed(version=fact.version) for fact in act if fact.event.editable_in_what_if)


GAME_CORRECTIONS = (ResultCorrected, ResultDeleted, ColoursCorrected, ResultWithdrawn)
PLAYER_CORRECTIONS = (
    SportingDataCorrected,
    EntrantWithdrawn,
    EntrantRuledIneligible,
    EntrantReinstated,
    ByeCorrected,
    EntrantEntered,
)

SUGGESTED_CORRECTIONS = (
    ResultCorrected,
    ResultDeleted,
    ColoursCorrected,
    SportingDataCorrected,
    EntrantWithdrawn,
    EntrantRuledIneligible,
    EntrantReinstated,
)
"""Corrections that people ask about; a result that was typed and undone is none."""


class KnownCorrection(msgspec.Struct, frozen=True, kw_only=True):
    """The edits by which a correction was known from the start.

    `told` is the game where it is one result of a game.
    """

    edits: tuple[Edit, ...]
    told: OtherResult | None


def known_from_start(
    facts: Sequence[Fact], version: int, acts: Mapping[int, str]
) -> KnownCorrection:
    """Return the edits by which the correction of that version was known from the start.

    Evidence leads to the fact that it is about. `acts` are the acts in which facts were recorded: a
    ruling on a player and its games are one.

    Raises:
        NoSuchCorrection: the fact of that version corrects nothing.
        KnownNoEarlier: it tells what happened then, as a late entry does.
    """
    found = corrected_by(facts, version, acts)
    if found is None:
        raise NoSuchCorrection(version=version)
    main, act = found
    results = [each for each in act if isinstance(each.event, ResultCorrected)]
    if results == [main]:
        told = correction_known(facts, main.version)
        assert told is not None, "it is a correction"
        return KnownCorrection(edits=told.edits, told=told)
    edits = edits_of(facts, main, act)
    if not edits:
        raise KnownNoEarlier(version=main.version)
    return KnownCorrection(edits=edits, told=None)


def last_result_corrected(facts: Iterable[Fact]) -> int | None:
    """Return the version of the last correction of a result; None where there is none."""
    found = (fact.version for fact in facts if isinstance(fact.event, ResultCorrected))
    return max(found, default=None)


def known_in_hall(facts: Sequence[Fact], version: int | None) -> ResultCorrected | None:
    """Return the correction of a result in a hall, or the last one; None where there is none.

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


def is_worth_asking(event: Event, *, has_rounds: bool) -> bool:
    """Return whether a what-if of this fact, known from the start, is offered to people."""
    if not has_rounds:
        return isinstance(event, ResultCorrected)
    return isinstance(event, SUGGESTED_CORRECTIONS) and corrects_something(event)


def corrects_something(event: Event) -> bool:
    """Return whether a fact corrects what was recorded before, as a late entry does."""
    if isinstance(event, EntrantWithdrawn):
        return event.games is not None
    if isinstance(event, EntrantEntered):
        return event.first_round > 1
    return isinstance(event, (*GAME_CORRECTIONS, *PLAYER_CORRECTIONS, PairingChanged))


def corrected_by(
    facts: Sequence[Fact], version: int, acts: Mapping[int, str]
) -> tuple[Fact, tuple[Fact, ...]] | None:
    """Return the main fact of a correction, and all of its act; None where it corrects nothing."""
    by_version = {fact.version: fact for fact in facts}
    fact = by_version.get(version)
    if fact is not None and isinstance(fact.event, EvidenceAdded):
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
    """Return the ruling on a player, if there is one: it leads to the corrections of the games."""
    ruling = (EntrantRuledIneligible, EntrantWithdrawn)
    return next((each for each in act if isinstance(each.event, ruling)), fact)
