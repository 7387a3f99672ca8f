"""Results: the first report, its withdrawal soon after, and a second look at what is recorded."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from planilla.domain.instants import Instant
from planilla.domain.tournament.command import Command, ConfirmFirst, Duty, GameCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import (
    Audience,
    Details,
    Event,
    GameAct,
    ReportMoment,
    StagedEvent,
    Topic,
    wording_of_game,
)
from planilla.domain.tournament.lookups import known_result, published_game
from planilla.domain.tournament.refusal import Conflict, LaterRoundPaired, RoundIsClosed
from planilla.domain.tournament.state import (
    Folds,
    RoundState,
    RoundStatus,
    Tournament,
    with_bytes,
    with_round,
    with_version,
)
from planilla.domain.vocabulary import (
    RESULT_NOTATION,
    RESULT_OF_NOTATION,
    GameId,
    GameRef,
    GameResult,
)

# Commands


class RecordResult(GameCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Report the outcome of a game, forfeits included.

    In a hall `made_at` is the time at which it was reported offline, and `began_at` the start of
    the game: it counts after the end of the marathon if it began in time.
    """

    duty: ClassVar[Duty] = Duty.RESULTS
    allowed_in_what_if: ClassVar[bool] = True

    result: str
    made_at: Instant | None = None
    began_at: Instant | None = None


class WithdrawResult(GameCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Withdraw a result soon after it was recorded, as undo does.

    `made_at` is as in `RecordResult`.
    """

    duty: ClassVar[Duty] = Duty.RESULTS
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ALWAYS
    allowed_in_what_if: ClassVar[bool] = True

    made_at: Instant | None = None


# Events


class ResultRecorded(StagedEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The first result of a game was recorded, in the notation of `vocabulary.RESULT_NOTATION`.

    An `unrated` game had less than one move and does not count for rating.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.RESULT
    game_act: ClassVar[GameAct] = GameAct.REPORTED
    undone_by: ClassVar[type[Command]] = WithdrawResult
    editable_in_what_if: ClassVar[bool] = True

    game: GameId
    result: str
    unrated: bool = False

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"result": self.result}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return wording_of_game(self.game)

    @property
    def game_result(self) -> str:
        """The result of its game from now on."""
        return self.result

    def as_command(self) -> RecordResult:
        """Return the command that decides it again."""
        return RecordResult(game=self.game, result=self.result)


class ResultWithdrawn(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A result entered by mistake was withdrawn soon after: the game is open again."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    game_act: ClassVar[GameAct] = GameAct.WITHDRAWN
    corrects_record: ClassVar[bool] = True
    editable_in_what_if: ClassVar[bool] = True
    may_affect_pairings: ClassVar[bool] = True

    game: GameId

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return wording_of_game(self.game)

    @property
    def game_result(self) -> str:
        """The result of its game from now on: none."""
        return RESULT_NOTATION[GameResult.OPEN]

    def as_command(self) -> WithdrawResult:
        """Return the command that decides it again."""
        return WithdrawResult(game=self.game)

    def report_remark(self, moment: ReportMoment) -> str:
        """Return the remark of a tournament report on it."""
        return f"result {moment.game(self.game)} {moment.result(self.game)} => *"


def first_report(game: GameId, result: GameResult) -> ResultRecorded:
    """Return the first report of a result."""
    return ResultRecorded(game=game, result=RESULT_NOTATION[result])


# Refusals


class ResultWasDeleted(Conflict):
    """The result of the game was deleted: a new one is entered by correcting the deletion."""

    game: GameId
    in_force: int


class ResultsConflict(Conflict):
    """Another result is recorded; the arbiter decides."""

    game: GameId
    recorded: str
    reported: str


class SidesUnknown(Conflict):
    """The sides of the match are not known yet: its round is not paired."""

    game: GameId
    round: int


class LineUpsNotPublished(Conflict):
    """The boards of a match of teams are known once the line-ups of its round are published."""

    round: int


# Rules


def record_result(
    state: Tournament, command: RecordResult, _: DecisionContext
) -> tuple[Event, ...]:
    """Enter the first result of a game of a published round.

    A repeated report is compared with the current result: after a correction, with the corrected
    one.
    """
    return reported(state, command.game, command.result)


def reported(state: Tournament, game: GameId, notation: str) -> tuple[Event, ...]:
    """Return the event of a result that is reported; none if it is the current one.

    Raises:
        Refusal: as the result of `record_result`.
    """
    result = known_result(notation)
    _check_sides_known(state, game)
    played, board = published_game(state, game)
    _check_not_deleted(played, board)
    current = played.reported_result(board)
    if current is result:
        return ()  # two phones, one result: already so
    if current is not GameResult.OPEN:
        raise ResultsConflict(game=game, recorded=RESULT_NOTATION[current], reported=notation)
    return (ResultRecorded(game=game, result=notation),)


def _check_sides_known(state: Tournament, game: GameId) -> None:
    """Refuse a result of a match that has no players yet, in a bracket or a league."""
    ref = GameRef.parse(game)
    if ref is None or state.find(game) is not None:
        return
    played = state.round(ref.round)
    if state.system.plays_in_teams and played is not None and played.matches_without_games:
        raise LineUpsNotPublished(round=ref.round)
    bracket = None if state.table is None else state.table.bracket
    if bracket is None:
        return
    if len(state.rounds) < ref.round <= len(bracket.rounds):
        raise SidesUnknown(game=game, round=ref.round)


def _check_not_deleted(played: RoundState, board: int) -> None:
    """Refuse a report sent before the result was deleted, which would restore it."""
    is_ruled = any(ruling.board == board for ruling in played.rulings)
    if is_ruled and played.reported_result(board) is GameResult.OPEN:
        raise ResultWasDeleted(game=played.games[board], in_force=played.version_of(board))


def is_fresh(state: Tournament, played: RoundState) -> bool:
    """Return whether a result of the round may still be withdrawn as a typing error."""
    return played.status is not RoundStatus.CLOSED and len(state.rounds) == played.number


def withdraw_result(
    state: Tournament, command: WithdrawResult, _: DecisionContext
) -> tuple[Event, ...]:
    """Withdraw a result while its round is open: a typing error, not a correction.

    That of a postponed game is withdrawn later too in a schedule, where no pairing depends on it.
    """
    played, board = published_game(state, command.game)
    if played.results[board] == GameResult.OPEN:
        return ()
    if command.game in state.postponed and state.system.has_schedule:
        return (ResultWithdrawn(game=command.game),)
    if played.status is RoundStatus.CLOSED:
        raise RoundIsClosed(round=played.number)
    if len(state.rounds) > played.number:
        raise LaterRoundPaired(round=played.number, later=len(state.rounds))
    return (ResultWithdrawn(game=command.game),)


RULES: Rules = {
    RecordResult: record_result,
    WithdrawResult: withdraw_result,
}


# Folds


def _recorded(state: Tournament, event: ResultRecorded, version: int) -> Tournament:
    result = RESULT_OF_NOTATION[event.result]
    rated = GameResult.OPEN if event.unrated else result
    return _with_result(state, event.game, (result, rated), version)


def _result_withdrawn(state: Tournament, event: ResultWithdrawn, _: int) -> Tournament:
    return _with_result(state, event.game, (GameResult.OPEN, GameResult.OPEN), 0)


def _with_result(
    state: Tournament, game: GameId, both: tuple[GameResult, GameResult], version: int
) -> Tournament:
    """Set the result of a game, and the one that counts for rating."""
    result, rated = both
    found = state.find(game)
    assert found is not None, "a recorded result names a recorded game"
    played, board = found
    before, value = played.results, bytes((result,))
    results = with_bytes(before, board, value)
    is_rated = rated is result and played.rated == before  # mostly so: one column for all three
    changed = replace(
        played,
        results=results,
        rated=results if is_rated else with_bytes(played.rated, board, bytes((rated,))),
        recorded=results
        if played.recorded == before
        else with_bytes(played.recorded, board, value),
        versions=with_version(played.versions, board, version),
        rulings=played.rulings and tuple(each for each in played.rulings if each.board != board),
        recolourings=played.recolourings
        and tuple(each for each in played.recolourings if each.board != board),
    )
    if game in state.claims:
        state = replace(
            state, claims={key: state.claims[key] for key in state.claims if key != game}
        )
    return with_round(state, changed)


FOLDS: Folds = {
    ResultRecorded: _recorded,
    ResultWithdrawn: _result_withdrawn,
}


# The second look


class SecondLook(NamedTuple):
    """The boards of a round by their indices, in board order.

    `differing` were typed with another result than the recorded one, or have none any more;
    `agreeing` with the same; `unseen` have a result and were not typed again.
    """

    differing: tuple[int, ...]
    agreeing: tuple[int, ...]
    unseen: tuple[int, ...]

    @property
    def boards(self) -> tuple[int, ...]:
        """All of them, in board order."""
        return tuple(sorted(self.differing + self.agreeing + self.unseen))


def second_look(
    played: RoundState, boards: Iterable[int], typed: Mapping[GameId, GameResult]
) -> SecondLook:
    """Compare the boards with these indices; those neither recorded nor typed are in no group."""
    differing: list[int] = []
    agreeing: list[int] = []
    unseen: list[int] = []
    for index in sorted(boards):
        recorded, again = played.reported_result(index), typed.get(played.games[index])
        if again is not None:
            (agreeing if again is recorded else differing).append(index)
        elif recorded is not GameResult.OPEN:
            unseen.append(index)
    return SecondLook(tuple(differing), tuple(agreeing), tuple(unseen))
