"""Corrections of results and colours at any later time, each with its effect.

Boards and pairings stay as they were; the ruling changes only the effect. A typing error is taken
back by `results.withdraw_result` instead. `known_at` is the time at which the error became known,
in microseconds since 1970 (UTC), now if absent; `evidence` names files that are already stored.

Source: C.04.2, 4.3: an error reported before the next pairing is used in it; after the next pairing
but before the end of that round, in the pairing after; later, for the rating report only.
"""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.instants import Instant
from planilla.domain.tournament.command import Command, ConfirmFirst, GameCommand, Players, Sealed
from planilla.domain.tournament.context import Corrected, DecisionContext, Rules
from planilla.domain.tournament.drafting import DraftDiscarded
from planilla.domain.tournament.effects import check_effect, check_known, default_effect
from planilla.domain.tournament.event import (
    EFFECT_ARTICLE,
    Audience,
    CaseArticle,
    CorrectionEvent,
    Details,
    Event,
    GameAct,
    ReportMoment,
    Topic,
    details_of_ruling,
    wording_of_game,
)
from planilla.domain.tournament.evidence import with_evidence
from planilla.domain.tournament.lookups import known_result, published_game
from planilla.domain.tournament.refusal import (
    Conflict,
    CorrectsAnotherEvent,
    NoResultYet,
    NoSuchResult,
    SameResult,
    Unacceptable,
)
from planilla.domain.tournament.results import ResultWithdrawn, first_report, is_fresh
from planilla.domain.tournament.state import (
    Folds,
    Recolouring,
    RoundState,
    Ruling,
    Tournament,
    with_bytes,
    with_round,
    with_version,
)
from planilla.domain.tournament.values import Effect, EvidenceFile
from planilla.domain.vocabulary import RESULT_NOTATION, RESULT_OF_NOTATION, GameId, GameResult

# Commands


class ResultRuling(GameCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A correction of a recorded result; `corrects` is the version of the event that was wrong.

    Without `effect` it has the effect of C.04.2, 4.3 for the time at which the error became known.
    """

    allowed_after_end: ClassVar[bool] = True
    reason_is_public: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ALWAYS
    allowed_in_what_if: ClassVar[bool] = True

    corrects: int
    reason: Sealed
    effect: Effect | None = None
    known_at: Instant | None = None
    evidence: tuple[EvidenceFile, ...] = ()


class DeleteResult(ResultRuling, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Delete the result of a game: it is open again (`*`), or was not played (`-/-`)."""

    counts_as: str = "*"


class SwapResults(ResultRuling, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exchange the results of two games; with `other_corrects` 0 the other game has none yet."""

    other: GameId
    other_players: Players | None = None
    other_corrects: int = 0

    def versions_named(self) -> tuple[int | None, ...]:
        """Return the versions of wrong events that it names."""
        return (self.corrects, self.other_corrects)


class CorrectColours(GameCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rule that a game was played with the colours reversed; defaults as in `CorrectResult`.

    With `corrects` it is refused if the game was corrected since that version.
    """

    allowed_after_end: ClassVar[bool] = True
    needs_rounds: ClassVar[bool] = True
    reason_is_public: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ALWAYS
    allowed_in_what_if: ClassVar[bool] = True

    reason: Sealed = Sealed()
    corrects: int | None = None
    effect: Effect | None = None
    known_at: Instant | None = None
    evidence: tuple[EvidenceFile, ...] = ()


class CorrectResult(ResultRuling, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rule that the result of a game was `result`."""

    result: str


# Events


REOPENED_ARTICLE = CaseArticle(name="C.04.2-3.1", unverified=True)
UNPLAYED_ARTICLE = CaseArticle(name="C.04.2-3.5")


class ResultDeleted(CorrectionEvent, frozen=True, kw_only=True, tag=True):
    """The result of a game was deleted: it is open again (`*`), or was not played (`-/-`).

    `corrects` is the version of the event that gave the result.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    game_act: ClassVar[GameAct] = GameAct.DELETED
    reason_is_public: ClassVar[bool] = True

    game: GameId
    corrects: int
    counts_as: str
    effect: Effect
    reason: str = ""
    known_at: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"counts_as": self.counts_as, **details_of_ruling(self)}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return wording_of_game(self.game)

    @property
    def game_result(self) -> str:
        """The result of its game from now on."""
        return self.counts_as

    def articles(self) -> tuple[CaseArticle, ...]:
        """Return the articles that rule the correction."""
        return (EFFECT_ARTICLE, REOPENED_ARTICLE if self.counts_as == "*" else UNPLAYED_ARTICLE)

    def as_command(self) -> DeleteResult:
        """Return the command that decides it again."""
        return DeleteResult(
            game=self.game,
            corrects=self.corrects,
            reason=Sealed(self.reason),
            counts_as=self.counts_as,
            effect=self.effect,
        )


class ColoursCorrected(CorrectionEvent, frozen=True, kw_only=True, tag=True):
    """The colours of a game were reversed; each player keeps the points.

    `effect` gives the first round whose pairing uses it; None: the next. `corrects` and `known_at`
    are as in `ResultCorrected`.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    game_act: ClassVar[GameAct] = GameAct.COLOURS
    reason_is_public: ClassVar[bool] = True
    undone_by: ClassVar[type[Command]] = CorrectColours

    game: GameId
    reason: str = ""
    corrects: int | None = None
    effect: Effect | None = None
    known_at: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {}

    def as_command(self) -> CorrectColours:
        """Return the command that decides it again."""
        return CorrectColours(game=self.game, reason=Sealed(self.reason))

    def report_remark(self, moment: ReportMoment) -> str:
        """Return the remark of a tournament report on it."""
        was, now = moment.game(self.game), moment.game_after(self.game)
        return f"colours {was} => {now.partition(' ')[2]}"


class ResultCorrected(CorrectionEvent, frozen=True, kw_only=True, tag=True):
    """The result of a game was corrected; `corrects` is the version of the event it corrects.

    `known_at` is the time at which the error became known, in microseconds since 1970 (UTC); None:
    the time of recording.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    game_act: ClassVar[GameAct] = GameAct.CORRECTED
    reason_is_public: ClassVar[bool] = True

    game: GameId
    result: str
    corrects: int
    effect: Effect
    reason: str = ""
    known_at: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"result": self.result, **details_of_ruling(self)}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return wording_of_game(self.game)

    @property
    def game_result(self) -> str:
        """The result of its game from now on."""
        return self.result

    def as_command(self) -> CorrectResult:
        """Return the command that decides it again."""
        return CorrectResult(
            game=self.game,
            result=self.result,
            corrects=self.corrects,
            reason=Sealed(self.reason),
            effect=self.effect,
        )


# Refusals


class SameGame(Unacceptable):
    """Two results cannot be swapped within one game."""

    game: GameId


class NotPlayed(Conflict):
    """An unplayed game has no colours."""

    game: GameId


# Rules


LEFT = ("*", "-/-")
"""States of a game after its result is deleted: open again, or not played."""


def delete_result(
    state: Tournament, command: DeleteResult, context: DecisionContext
) -> tuple[Event, ...]:
    """Delete the result of a game, even after later rounds were paired.

    An open game counts as a draw for pairing (C.04.2, 3.1). A game that was not played scores no
    points, and the two players may meet again (C.04.2, 3.5).
    """
    if command.counts_as not in LEFT:
        raise NoSuchResult(result=command.counts_as, known=LEFT)
    played, board = in_force(state, command.game, command.corrects)
    if RESULT_NOTATION[played.reported_result(board)] == command.counts_as:
        raise SameResult(game=command.game, result=command.counts_as)
    effect = command.effect or default_effect(state, played, command.known_at)
    check_effect(state, effect)
    check_known(command.known_at, played, context)
    deleted = ResultDeleted(
        game=command.game,
        corrects=command.corrects,
        counts_as=command.counts_as,
        effect=effect,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    return with_evidence(state, (deleted, *discarded_draft(state, effect)), command.evidence)


def swap_results(
    state: Tournament, command: SwapResults, context: DecisionContext
) -> tuple[Event, ...]:
    """Exchange the results of two games; if the other game has none, the result moves to it."""
    if command.game == command.other:
        raise SameGame(game=command.game)
    played, board = in_force(state, command.game, command.corrects)
    check_known(command.known_at, played, context)
    result = _known_result(played, board, command.game)
    if not command.other_corrects:
        moved = _moved(state, command, result)
        return with_evidence(state, moved, command.evidence)
    others, other_board = in_force(state, command.other, command.other_corrects)
    other_result = _known_result(others, other_board, command.other)
    if result is other_result:
        raise SameResult(game=command.game, result=RESULT_NOTATION[result])
    first = _corrected(state, command, played, (command.game, command.corrects, other_result))
    second = _corrected(state, command, others, (command.other, command.other_corrects, result))
    drafts = discarded_draft(state, first.effect) or discarded_draft(state, second.effect)
    return with_evidence(state, (first, second, *drafts), command.evidence)


def _known_result(played: RoundState, board: int, game: GameId) -> GameResult:
    result = played.reported_result(board)
    if result is GameResult.OPEN:
        raise NoResultYet(game=game)
    return result


def _corrected(
    state: Tournament,
    command: SwapResults,
    played: RoundState,
    wanted: tuple[GameId, int, GameResult],
) -> ResultCorrected:
    game, corrects, result = wanted
    effect = _effect(state, command, played)
    return ResultCorrected(
        game=game,
        result=RESULT_NOTATION[result],
        corrects=corrects,
        effect=effect,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )


def _effect(state: Tournament, command: SwapResults, played: RoundState) -> Effect:
    effect = command.effect or default_effect(state, played, command.known_at)
    check_effect(state, effect)
    return effect


def _moved(state: Tournament, command: SwapResults, result: GameResult) -> tuple[Event, ...]:
    """Move the result to a game that has none; the first game is open again."""
    others, other_board = published_game(state, command.other)
    if others.version_of(other_board):
        in_force(state, command.other, command.other_corrects)
    played, _ = published_game(state, command.game)
    recorded = first_report(command.other, result)
    if is_fresh(state, played):
        return (ResultWithdrawn(game=command.game), recorded)
    effect = _effect(state, command, played)
    deleted = ResultDeleted(
        game=command.game,
        corrects=command.corrects,
        counts_as=RESULT_NOTATION[GameResult.OPEN],
        effect=effect,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    return (deleted, recorded, *discarded_draft(state, effect))


def correct_result(
    state: Tournament, command: CorrectResult, context: DecisionContext
) -> tuple[Event, ...]:
    """Correct the result of a game; a draft that was paired without the correction is discarded."""
    known_result(command.result)
    played, board = in_force(state, command.game, command.corrects)
    effect = command.effect or default_effect(state, played, command.known_at)
    check_effect(state, effect)
    _check_changes(played, board, command, effect)
    check_known(command.known_at, played, context)
    corrected = ResultCorrected(
        game=command.game,
        result=command.result,
        corrects=command.corrects,
        effect=effect,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    events = (corrected, *discarded_draft(state, effect))
    return with_evidence(state, events, command.evidence)


def correct_colours(
    state: Tournament, command: CorrectColours, context: DecisionContext
) -> tuple[Event, ...]:
    """Reverse the colours of a game; each player keeps the points."""
    played, board = published_game(state, command.game)
    corrects = played.version_of(board) if command.corrects is None else command.corrects
    in_force(state, command.game, corrects)
    result = played.reported_result(board)
    if result is GameResult.OPEN:
        raise NoResultYet(game=command.game)
    if result.is_forfeit:
        raise NotPlayed(game=command.game)
    effect = command.effect or default_effect(state, played, command.known_at)
    check_effect(state, effect)
    check_known(command.known_at, played, context)
    corrected = ColoursCorrected(
        game=command.game,
        reason=command.reason.commitment,
        corrects=corrects,
        effect=effect,
        known_at=command.known_at,
    )
    events = (corrected, *discarded_draft(state, effect))
    return with_evidence(state, events, command.evidence)


def in_force(state: Tournament, game: GameId, corrects: int) -> tuple[RoundState, int]:
    """Return the round and board of a game whose current result comes from version `corrects`.

    Raises:
        NoSuchGame, RoundNotPublished: as `published_game`.
        NoResultYet: it has no result.
        CorrectsAnotherEvent: the result comes from another event, perhaps another correction.
    """
    played, board = published_game(state, game)
    version = played.version_of(board)
    if not version:
        raise NoResultYet(game=game)
    if corrects != version:
        raise CorrectsAnotherEvent(game=game, corrects=corrects, in_force=version)
    return played, board


def _check_changes(played: RoundState, board: int, command: CorrectResult, effect: Effect) -> None:
    result = known_result(command.result)
    said = [ruling for ruling in played.rulings if ruling.board == board]
    before = said[-1].result if said else GameResult(played.recorded[board])
    if result is before and (not said or said[-1].effect == effect):
        raise SameResult(game=command.game, result=command.result)


def discarded_draft(state: Tournament, effect: Effect) -> tuple[DraftDiscarded, ...]:
    """Discard the draft if it was paired without a ruling that counts for its pairing."""
    last = state.rounds[-1]
    if last.is_published or effect.pairing_from is None or effect.pairing_from > last.number:
        return ()
    return (DraftDiscarded(round=last.number),)


RULES: Rules = {
    CorrectColours: correct_colours,
    CorrectResult: correct_result,
    DeleteResult: delete_result,
    SwapResults: swap_results,
}


def _version_in_force(state: Tournament, command: CorrectColours) -> Iterable[int]:
    found = state.find(command.game) if command.corrects is None else None
    return () if found is None else (found[0].version_of(found[1]),)


CORRECTED: Corrected = {CorrectColours: _version_in_force}


# Folds


def _colours_corrected(state: Tournament, event: ColoursCorrected, version: int) -> Tournament:
    found = state.find(event.game)
    assert found is not None, "corrected colours name a recorded game"
    played, board = found
    white, black = played.boards[board]
    changed = replace(
        played,
        boards=(*played.boards[:board], (black, white), *played.boards[board + 1 :]),
        results=_reversed(played.results, board),
        rated=_reversed(played.rated, board),
        recorded=_reversed(played.recorded, board),
        rulings=tuple(
            replace(ruling, result=ruling.result.reversed) if ruling.board == board else ruling
            for ruling in played.rulings
        ),
    )
    if event.effect is None:
        return with_round(state, changed)
    pairing_from = event.effect.pairing_from
    turned = Recolouring(board=board, pairing_from=pairing_from, version=version)
    return with_round(
        state,
        replace(
            changed,
            versions=with_version(played.versions, board, version),
            recolourings=(*played.recolourings, turned),
        ),
    )


def _reversed(column: bytes, board: int) -> bytes:
    return with_bytes(column, board, bytes((GameResult(column[board]).reversed,)))


def _ruled(state: Tournament, event: ResultCorrected | ResultDeleted, version: int) -> Tournament:
    """Add a ruling on a game; the result first recorded is kept."""
    said = event.result if isinstance(event, ResultCorrected) else event.counts_as
    result = RESULT_OF_NOTATION[said]
    found = state.find(event.game)
    assert found is not None, "a correction names a recorded game"
    played, board = found
    value = bytes((result,))
    ruling = Ruling(
        board=board, result=result, effect=event.effect, version=version, corrects=event.corrects
    )
    results, rated = played.results, played.rated
    changed = replace(
        played,
        results=with_bytes(results, board, value) if event.effect.points else results,
        rated=with_bytes(rated, board, value) if event.effect.rating else rated,
        versions=with_version(played.versions, board, version),
        rulings=(*played.rulings, ruling),
    )
    return with_round(state, changed)


FOLDS: Folds = {
    ColoursCorrected: _colours_corrected,
    ResultCorrected: _ruled,
    ResultDeleted: _ruled,
}
