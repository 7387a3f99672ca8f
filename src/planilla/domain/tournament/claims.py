"""Claims: the results that both sides of a game say on their own phones.

A claim changes nothing but itself. Once White's side and Black's side say the same, the result is
recorded; while they differ, the arbiter decides. Source: ADR 0064.
"""

from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.instants import Instant
from planilla.domain.tournament.command import Command, Duty, SideCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.refusal import Conflict, NoSuchResult, RoundIsClosed, Unacceptable
from planilla.domain.tournament.results import reported
from planilla.domain.tournament.state import Folds, RoundStatus, Tournament
from planilla.domain.tournament.values import Claiming, SideClaim
from planilla.domain.vocabulary import RESULT_NOTATION, Colour, GameId, GameRef, GameResult

CLAIMABLE = ("1-0", "½-½", "0-1")
"""The results that players may claim: those of a game that was played."""

# Commands


class OpenClaims(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let the players report the results of their games by the codes on their slips.

    From `ends_at` on, in microseconds since 1970 (UTC), no claim is taken. With `new_codes` all
    slips printed before are void.
    """

    duty: ClassVar[Duty] = Duty.GOVERN
    needs_rounds: ClassVar[bool] = True

    ends_at: Instant | None = None
    new_codes: bool = False


class CloseClaims(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take no more claims; the codes are valid again once claims are opened again."""

    duty: ClassVar[Duty] = Duty.GOVERN
    needs_rounds: ClassVar[bool] = True


class ClaimResult(SideCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say the result of a game for one side; once the other side says the same, it is recorded.

    It takes the place of what the side said before.
    """

    result: str


class WithdrawClaim(SideCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take back what one side said about its game, while it is not recorded."""


# Events


class ClaimsOpened(Event, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Players may report results, with the codes of an `issue`, until `ends_at` if there is one."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = CloseClaims

    issue: int
    ends_at: int | None = None

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.issue == 1 else ".new-codes"

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"issue": self.issue}


class ClaimsClosed(Event, frozen=True, kw_only=True, tag=True):
    """Players no longer report results."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False


class ResultClaimed(StagedEvent, frozen=True, kw_only=True, tag=True):
    """One side of a game said its result."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.RESULT
    moves_standings: ClassVar[bool] = False

    game: GameId
    side: Colour
    result: str

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"side": self.side.value, "result": self.result}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".black" if self.side is Colour.BLACK else ""


class ClaimWithdrawn(StagedEvent, frozen=True, kw_only=True, tag=True):
    """One side of a game took back what it had said."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.RESULT
    moves_standings: ClassVar[bool] = False

    game: GameId
    side: Colour

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"side": self.side.value}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".black" if self.side is Colour.BLACK else ""


# Refusals


class ClaimsNotOpen(Conflict):
    """The players do not report results in this tournament, or not now."""


class ClaimsEnded(Conflict):
    """The time for reports of the players is over; `ended_at` as in `OpenClaims`."""

    ended_at: int


class ClaimsEndIsPast(Unacceptable):
    """The reports of the players would end before now."""

    ends_at: int


class GamePairedAnew(Conflict):
    """The game does not exist any more, because its round was paired anew."""

    game: GameId
    round: int


class ClaimIsRecorded(Conflict):
    """The result of the game is recorded: a claim is taken back no more."""

    game: GameId
    recorded: str


# Rules


def open_claims(
    state: Tournament, command: OpenClaims, context: DecisionContext
) -> tuple[Event, ...]:
    """Open the claims of players; earlier codes stay valid unless new ones are asked for."""
    if command.ends_at is not None and command.ends_at <= context.at:
        raise ClaimsEndIsPast(ends_at=command.ends_at)
    before = state.claiming
    issue = max(before.issue, 1)
    if command.new_codes and before.issue:
        issue += 1
    if before == Claiming(issue=issue, is_open=True, ends_at=command.ends_at):
        return ()
    return (ClaimsOpened(issue=issue, ends_at=command.ends_at),)


def close_claims(state: Tournament, _: CloseClaims, __: DecisionContext) -> tuple[Event, ...]:
    """Close the claims of players."""
    return (ClaimsClosed(),) if state.claiming.is_open else ()


def claim_result(
    state: Tournament, command: ClaimResult, context: DecisionContext
) -> tuple[Event, ...]:
    """Note the result that a side says, and record it if the other side says the same.

    The arbiter's own record is never touched: another result than a recorded one is refused.
    """
    if command.result not in CLAIMABLE:
        raise NoSuchResult(result=command.result[:40], known=CLAIMABLE)
    check_claims_open(state, context.at)
    _check_still_paired(state, command.game)
    recorded = reported(state, command.game, command.result)
    if not recorded:
        return ()  # it is recorded already
    found = state.find(command.game)
    assert found is not None, "a result of the game may be recorded"
    if found[0].status is RoundStatus.CLOSED:
        raise RoundIsClosed(round=found[0].number)
    own, other = (
        claim_of(state, command.game, side) for side in (command.side, command.side.other)
    )
    if own is not None and own.result == command.result:
        return ()
    claimed = ResultClaimed(game=command.game, side=command.side, result=command.result)
    if other is None or other.result != command.result:
        return (claimed,)
    return (claimed, *recorded)


def withdraw_claim(
    state: Tournament, command: WithdrawClaim, _: DecisionContext
) -> tuple[Event, ...]:
    """Take back the claim of a side, also after claims were closed."""
    _check_still_paired(state, command.game)
    if claim_of(state, command.game, command.side) is not None:
        return (ClaimWithdrawn(game=command.game, side=command.side),)
    found = state.find(command.game)
    if found is not None and found[0].reported_result(found[1]) is not GameResult.OPEN:
        recorded = RESULT_NOTATION[found[0].reported_result(found[1])]
        raise ClaimIsRecorded(game=command.game, recorded=recorded)
    return ()


def check_claims_open(state: Tournament, at: int) -> None:
    """Check that claims are taken at a time in microseconds since 1970 (UTC).

    Raises:
        ClaimsNotOpen: they are not open.
        ClaimsEnded: their time is over.
    """
    if not state.claiming.is_open:
        raise ClaimsNotOpen
    ends_at = state.claiming.ends_at
    if ends_at is not None and ends_at <= at:
        raise ClaimsEnded(ended_at=ends_at)


def _check_still_paired(state: Tournament, game: GameId) -> None:
    """Refuse a game that was paired once and is not any more: no id is used twice."""
    if state.find(game) is not None:
        return
    ref = GameRef.parse(game)
    made = 0 if ref is None else sum(state.games_made[ref.round - 1 : ref.round])
    if ref is not None and ref.match <= made:
        raise GamePairedAnew(game=game, round=ref.round)


def claim_of(state: Tournament, game: GameId, side: Colour) -> SideClaim | None:
    """Return the standing claim of a side of a game."""
    return next((each for each in state.claims.get(game, ()) if each.side is side), None)


RULES: Rules = {
    OpenClaims: open_claims,
    CloseClaims: close_claims,
    ClaimResult: claim_result,
    WithdrawClaim: withdraw_claim,
}


# Folds


def _opened(state: Tournament, event: ClaimsOpened, _: int) -> Tournament:
    claiming = Claiming(issue=event.issue, is_open=True, ends_at=event.ends_at)
    return replace(state, claiming=claiming)


def _closed(state: Tournament, _: ClaimsClosed, __: int) -> Tournament:
    return replace(state, claiming=replace(state.claiming, is_open=False))


def _claimed(state: Tournament, event: ResultClaimed, version: int) -> Tournament:
    claim = SideClaim(side=event.side, result=event.result, version=version, at=state.changed_at)
    others = _claims_beside(state, event.game, event.side)
    return replace(state, claims={**state.claims, event.game: (*others, claim)})


def _withdrawn(state: Tournament, event: ClaimWithdrawn, _: int) -> Tournament:
    others = _claims_beside(state, event.game, event.side)
    claims = {**state.claims, event.game: others}
    return replace(state, claims={game: each for game, each in claims.items() if each})


def _claims_beside(state: Tournament, game: GameId, side: Colour) -> tuple[SideClaim, ...]:
    return tuple(each for each in state.claims.get(game, ()) if each.side is not side)


FOLDS: Folds = {
    ClaimsOpened: _opened,
    ClaimsClosed: _closed,
    ResultClaimed: _claimed,
    ClaimWithdrawn: _withdrawn,
}
