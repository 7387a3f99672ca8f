"""What people ask most, as edits of the log: another result, or a correction known from the start.

A game has one result as people speak of it, and several facts may have made it: the first report,
colours corrected, rulings. Had it ended otherwise, none of the later ones would have been.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from planilla.audit.edits import Edit, Inserted, Removed, Replaced
from planilla.audit.pairing_acts import version_before
from planilla.audit.replay import IN_FORCE
from planilla.domain.tournament import commands as c
from planilla.domain.tournament import events as e
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.refusals import NoResultYet
from planilla.domain.tournament.rules.results import known_result, published_game
from planilla.domain.vocabulary import (
    RESULT_NOTATION,
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
    """The game had ended so from the start; or it was known before round `known_from` was paired.

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
    """The correction of that version, or the last one, as if reported so from the start.

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


def last_correction(facts: Sequence[Fact], version: int | None = None) -> e.ResultCorrected | None:
    """The correction of that version, or the last one; None where there is none."""
    for fact in reversed(facts):
        if isinstance(fact.event, e.ResultCorrected) and version in {None, fact.version}:
            return fact.event
    return None


def _following(facts: Sequence[Fact], event: e.ResultCorrected, version: int) -> Iterator[Edit]:
    """What was ruled of the game later: those that say the same again had not been needed."""
    for fact, ruled in rulings_of(facts, event.game, version):
        if not isinstance(ruled, e.ResultCorrected) or ruled.result != event.result:
            yield Replaced(version=fact.version, command=said_again(ruled))
            return
        yield Removed(version=fact.version)


def said_again(event: e.ResultCorrected | e.ResultDeleted) -> c.CorrectResult | c.DeleteResult:
    """The same ruling, of whatever is in force then."""
    reason = c.Sealed(event.reason)
    if isinstance(event, e.ResultDeleted):
        return c.DeleteResult(
            game=event.game,
            corrects=IN_FORCE,
            reason=reason,
            counts_as=event.counts_as,
            effect=event.effect,
        )
    return c.CorrectResult(
        game=event.game,
        result=event.result,
        corrects=IN_FORCE,
        reason=reason,
        effect=event.effect,
    )


def _from_the_start(
    facts: Sequence[Fact], game: GameId, wanted: GameResult
) -> tuple[Replaced | Removed, ...]:
    """Another first report, and no correction after it."""
    first = [
        fact
        for fact in facts
        if isinstance(fact.event, e.ResultRecorded) and fact.event.game == game
    ][-1]
    then = _as_seen_then(facts, first.version, game, wanted)
    report = c.RecordResult(game=game, result=RESULT_NOTATION[then])
    return (
        Replaced(version=first.version, command=report),
        *(Removed(version=fact.version) for fact, _ in rulings_of(facts, game, first.version)),
    )


def _known_later(
    facts: Sequence[Fact], game: GameId, wanted: GameResult, known_from: int
) -> tuple[Edit, ...]:
    """A correction just before that round is paired; the corrections after it are not needed."""
    after = version_before(facts, known_from)
    then = _as_seen_then(facts, after, game, wanted)
    correction = c.CorrectResult(
        game=game,
        result=RESULT_NOTATION[then],
        corrects=IN_FORCE,
        reason=c.Sealed(),
        effect=e.Effect(points=True, pairing_from=known_from, rating=True),
    )
    return (
        Inserted(after=after, command=correction),
        *(Removed(version=fact.version) for fact, _ in rulings_of(facts, game, after)),
    )


def rulings_of(
    facts: Iterable[Fact], game: GameId, after: int
) -> Iterator[tuple[Fact, e.ResultCorrected | e.ResultDeleted]]:
    """What was ruled of a game after that version."""
    for fact in facts:
        if (
            fact.version > after
            and isinstance(fact.event, e.ResultCorrected | e.ResultDeleted)
            and fact.event.game == game
        ):
            yield fact, fact.event


def _as_seen_then(
    facts: Sequence[Fact], version: int, game: GameId, wanted: GameResult
) -> GameResult:
    """The result as it was written at that version: colours may have been corrected since."""
    now = fold(facts).find(game)
    then = fold(fact for fact in facts if fact.version <= version).find(game)
    assert now is not None, "the game is there"
    assert then is not None, "and was"
    same = now[0].boards[now[1]] == then[0].boards[then[1]]
    return wanted if same else wanted.reversed
