"""Another result, or a correction known from the start, as edits of the log.

A game has one result, and several facts may have determined it: the first report, corrected
colours, rulings. Had it ended differently, none of the later ones would have been recorded.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from planilla.audit.edits import Edit, Inserted, Removed, Replaced
from planilla.audit.recorded_rounds import version_before
from planilla.audit.replay import CURRENT
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.corrections import CorrectColours, CorrectResult, ResultRuling
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
from planilla.domain.tournament.event import Event, GameAct, PairingAct
from planilla.domain.tournament.evidence import EvidenceAdded
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.lookups import known_result, published_game
from planilla.domain.tournament.matches import place_of
from planilla.domain.tournament.refusal import NoResultYet
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.state import focused
from planilla.domain.tournament.values import Effect
from planilla.domain.tournament.whatif import KnownNoEarlier, NoSuchCorrection, NotSeatedAgain
from planilla.domain.vocabulary import (
    RESULT_NOTATION,
    RESULT_OF_NOTATION,
    EntrantId,
    GameId,
    GameRef,
    GameResult,
)


class OtherResult(msgspec.Struct, frozen=True, kw_only=True):
    """A game with another result, seen from its present White, and the edits that give it.

    `before` is the result that was first recorded; `board` counts from 1, in its match where
    matches have several games.
    """

    game: GameId
    round: int
    board: int
    match: int | None = None
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
    place = place_of(state, played, board)
    return OtherResult(
        game=game,
        round=played.number,
        board=place.board,
        match=place.match,
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
    found = last_correction(facts, version)
    if found is None:
        return None
    upto = [fact for fact in facts if fact.version <= found.version]
    other = other_result(upto, found.game, found.result)
    following = tuple(_following(facts, found))
    return msgspec.structs.replace(other, edits=(*other.edits, *following))


class CorrectionFound(NamedTuple):
    """A correction of a result: its version, and the game with the result that it gives it."""

    version: int
    game: GameId
    result: str


def last_correction(facts: Sequence[Fact], version: int | None = None) -> CorrectionFound | None:
    """Return the correction of that version, or the last one; None where there is none."""
    for fact in reversed(facts):
        event = fact.event
        if event.game_act is GameAct.CORRECTED and version in {None, fact.version}:
            assert event.game is not None, "a correction is of a game"
            assert event.game_result is not None, "and gives it a result"
            return CorrectionFound(fact.version, event.game, event.game_result)
    return None


def _following(facts: Sequence[Fact], found: CorrectionFound) -> Iterator[Edit]:
    """Yield edits of the later rulings: those with the same result are not needed."""
    for fact in rulings_of(facts, found.game, found.version):
        event = fact.event
        if event.game_act is not GameAct.CORRECTED or event.game_result != found.result:
            yield Replaced(version=fact.version, command=ruled_again(event))
            return
        yield Removed(version=fact.version)


def ruled_again(event: Event, **other: Any) -> Command:
    """Return the ruling on the result that is current then, with `other` fields."""
    command = event.as_command()
    assert isinstance(command, ResultRuling), "a ruling on a result"
    return msgspec.structs.replace(command, corrects=CURRENT, **other)


def _from_the_start(
    facts: Sequence[Fact], game: GameId, wanted: GameResult
) -> tuple[Replaced | Removed, ...]:
    """Return another first report, and no correction after it."""
    first = _reports_of(facts, game)[-1]
    then = _as_seen_then(facts, first.version, game, wanted)
    report = RecordResult(game=game, result=RESULT_NOTATION[then])
    return (
        Replaced(version=first.version, command=report),
        *(Removed(version=fact.version) for fact in rulings_of(facts, game, first.version)),
    )


def _reports_of(facts: Iterable[Fact], game: GameId) -> list[Fact]:
    """Return the first reports of a game; another one follows a withdrawal."""
    return [
        fact
        for fact in facts
        if fact.event.game_act is GameAct.REPORTED and fact.event.game == game
    ]


def _known_later(
    facts: Sequence[Fact], game: GameId, wanted: GameResult, known_from: int
) -> tuple[Edit, ...]:
    """Return a correction just before that round is paired, and none after it."""
    after = version_before(facts, known_from, GameRef.of(game).stage)
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
        *(Removed(version=fact.version) for fact in rulings_of(facts, game, after)),
    )


def rulings_of(facts: Iterable[Fact], game: GameId, after: int) -> Iterator[Fact]:
    """Yield the rulings on the result of a game after that version."""
    for fact in facts:
        is_ruling = fact.event.game_act in {GameAct.CORRECTED, GameAct.DELETED}
        if is_ruling and fact.event.game == game and fact.version > after:
            yield fact


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
    event = main.event
    match event.game_act:
        case GameAct.CORRECTED:
            return _results(facts, act)
        case GameAct.DELETED | GameAct.COLOURS if event.game is not None:
            return _after_the_report(facts, main, event.game)
        case GameAct.WITHDRAWN:
            return _removed(act)
        case _ if event.pairing_act is PairingAct.CHANGED:
            return _removed(act)
        case _:
            return _of_a_player(facts, main, act)


def _results(facts: Sequence[Fact], act: Sequence[Fact]) -> tuple[Edit, ...]:
    """Return the edits by which each game of the act ended so; a swap has two games."""
    found = (
        correction_known(facts, fact.version)
        for fact in act
        if fact.event.game_act is GameAct.CORRECTED
    )
    edits = tuple(edit for other in found if other is not None for edit in other.edits)
    return tuple({repr(edit): edit for edit in edits}.values())


def _after_the_report(facts: Sequence[Fact], main: Fact, game: GameId) -> tuple[Edit, ...]:
    """Return the ruling right after the report of the game, and not when it was made.

    Earlier rulings were made on a result that was deleted, or in the wrong colours.
    """
    reports = _reports_of(facts, game)
    reported = max(fact.version for fact in reports if fact.version < main.version)
    rulings = tuple(rulings_of(facts, game, reported))
    before = tuple(fact for fact in rulings if fact.version < main.version)
    since = tuple(fact for fact in rulings if fact.version > main.version)
    if main.event.game_act is GameAct.DELETED:
        effect = Effect(points=True, pairing_from=GameRef.of(game).round + 1, rating=True)
        command = ruled_again(main.event, effect=effect)
        edits: tuple[Edit, ...] = tuple(Removed(version=fact.version) for fact in before)
    else:
        command = CorrectColours(game=game, reason=Sealed(main.event.reason))
        edits = tuple(
            Replaced(version=fact.version, command=_turned(fact.event)) for fact in before
        )
    return (
        Inserted(after=reported, command=command),
        *edits,
        Removed(version=main.version),
        *(Replaced(version=fact.version, command=ruled_again(fact.event)) for fact in since[:1]),
    )


def _turned(event: Event) -> Command:
    """Return the ruling as it is written with the other colours."""
    if event.game_act is GameAct.DELETED or event.game_result is None:
        return ruled_again(event)
    turned = RESULT_OF_NOTATION[event.game_result].reversed
    return ruled_again(event, result=RESULT_NOTATION[turned])


def _of_a_player(facts: Sequence[Fact], main: Fact, act: Sequence[Fact]) -> tuple[Edit, ...]:
    """Return other data from the entry on, or no ruling where it was taken back."""
    match main.event:
        case SportingDataCorrected() as event:
            return _data(facts, main, event)
        case EntrantReinstated() as event:
            return (*_ruling_before(facts, main, event), *_removed(act))
        case EntrantWithdrawn() | EntrantRuledIneligible() as event:
            return _withdrawal(facts, event, act)
        case _:
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
    """Return a withdrawal before that round was paired.

    Nothing where it never was, or where the player was not in the tournament then.
    """
    number = event.stage_number
    before = version_before(facts, event.from_round, number)
    if before == facts[-1].version:
        return ()
    ruled = {fact.version for fact in act}
    then = fold(fact for fact in facts if fact.version <= before and fact.version not in ruled)
    entrant = focused(then, number).entrants.get(event.entrant)
    if entrant is None or entrant.out_from is not None:
        return ()
    command = WithdrawEntrant(in_stage=number, entrant=event.entrant)
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


class KnownCorrection(msgspec.Struct, frozen=True, kw_only=True):
    """The edits by which a correction was known from the start.

    `other` is the game where it is one result of a game.
    """

    edits: tuple[Edit, ...]
    other: OtherResult | None


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
    results = [each for each in act if each.event.game_act is GameAct.CORRECTED]
    if results == [main]:
        other = correction_known(facts, main.version)
        assert other is not None, "it is a correction"
        return KnownCorrection(edits=other.edits, other=other)
    edits = edits_of(facts, main, act)
    if not edits:
        raise KnownNoEarlier(version=main.version)
    return KnownCorrection(edits=edits, other=None)


def last_result_corrected(facts: Iterable[Fact]) -> int | None:
    """Return the version of the last correction of a result; None where there is none."""
    found = (fact.version for fact in facts if fact.event.game_act is GameAct.CORRECTED)
    return max(found, default=None)


def known_in_masnou(facts: Sequence[Fact], version: int | None) -> CorrectionFound | None:
    """Return the correction of a result in a hall, or the last one; None where there is none.

    Raises:
        NotSeatedAgain: nobody is seated again for a correction of that kind.
        NoSuchCorrection: the fact of that version corrects nothing.
    """
    found = last_correction(facts, version)
    if found is None and version is not None:
        event = next((fact.event for fact in facts if fact.version == version), None)
        if event is not None and event.is_correction():
            raise NotSeatedAgain(version=version)
        raise NoSuchCorrection(version=version)
    return found


def is_worth_asking(event: Event, *, has_rounds: bool) -> bool:
    """Return whether a what-if of this fact, known from the start, is offered to people."""
    if not has_rounds:
        return event.game_act is GameAct.CORRECTED
    return event.suggests_what_if and event.is_correction()


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
    return (main, act) if main.event.is_correction() else None


def _act_of(facts: Sequence[Fact], fact: Fact, acts: Mapping[int, str]) -> tuple[Fact, ...]:
    name = acts.get(fact.version, "")
    same = tuple(each for each in facts if name and acts.get(each.version) == name)
    return same or (fact,)


def _main_of(act: Iterable[Fact], fact: Fact) -> Fact:
    """Return the ruling on a player, if there is one: it leads to the corrections of the games."""
    ruling = (EntrantRuledIneligible, EntrantWithdrawn)
    return next((each for each in act if isinstance(each.event, ruling)), fact)
