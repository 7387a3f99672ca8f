"""Matches of several games: their score, games that are added to them, and rulings on them.

A round with `sides` holds the games of its matches; the match of a game is that of its id. The
score of a match follows from its games, in the unit of the point system of the stage; a ruling
names the side that advances where the games do not decide.
"""

from collections import defaultdict
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from planilla.domain.scoring import POINT_SYSTEMS
from planilla.domain.tournament.command import Command, ConfirmFirst, Sealed, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import (
    Audience,
    Details,
    Event,
    PairingAct,
    StagedEvent,
    Topic,
)
from planilla.domain.tournament.lookups import paired_round
from planilla.domain.tournament.refusal import Conflict, RoundNotPublished, Unacceptable
from planilla.domain.tournament.shapes import DecidedBy
from planilla.domain.tournament.state import (
    VERSION_BYTES,
    Folds,
    MatchDecision,
    RoundState,
    Sides,
    Tournament,
    with_round,
)
from planilla.domain.tournament.values import PairedGame
from planilla.domain.vocabulary import PLAYED, EntrantId, GameId, GameRef, GameResult

# Commands


class DecideMatch(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rule which side of a match advances; `winner` None: neither."""

    needs_rounds: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ALWAYS
    allowed_in_what_if: ClassVar[bool] = True

    round: int
    match: int
    winner: EntrantId | None = None
    by: DecidedBy
    reason: Sealed = Sealed()


class WithdrawDecision(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Withdraw the ruling on a match: its games decide again."""

    needs_rounds: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ALWAYS

    round: int
    match: int
    reason: Sealed = Sealed()


# Events


class GamesAdded(StagedEvent, frozen=True, kw_only=True, tag=True):
    """Games were added to matches of a published round: tie-break games, or boards of teams."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    pairing_act: ClassVar[PairingAct] = PairingAct.CHANGED
    moves_standings: ClassVar[bool] = False

    round: int
    games: tuple[PairedGame, ...]

    @property
    def paired_games(self) -> tuple[PairedGame, ...]:
        """The games that were added."""
        return self.games

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"games": len(self.games)}


class MatchDecided(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A person ruled which side of a match advances; `winner` None: neither."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.RESULT
    undone_by: ClassVar[type[Command]] = WithdrawDecision

    round: int
    match: int
    winner: EntrantId | None
    by: DecidedBy
    reason: str = ""

    @property
    def entrant(self) -> EntrantId | None:
        """The side that advances."""
        return self.winner

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        if self.winner is None:
            return ".neither"
        return "" if self.by is DecidedBy.RULING else f".{self.by.value}"

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"match": self.match}


class DecisionWithdrawn(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The ruling on a match was withdrawn: its games decide again."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    corrects_record: ClassVar[bool] = True

    round: int
    match: int
    reason: str = ""


# Refusals


class NoSuchMatch(Unacceptable):
    """The round has no match with this number."""

    round: int
    match: int
    matches: int


class NotASide(Unacceptable):
    """The entrant is no side of the match."""

    round: int
    match: int
    entrant: EntrantId


class NoDecision(Conflict):
    """There is no ruling on the match."""

    round: int
    match: int


# Rules


class MatchScore(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it stands: its sides, games in order, and the units of points of both sides.

    `open` is the number of its games without a result; it `is_played` if a game of it was played
    over the board.
    """

    round: int
    number: int
    sides: Sides
    games: tuple[GameId, ...]
    points: tuple[int, int]
    open: int
    is_played: bool
    decision: MatchDecision | None = None

    @property
    def result(self) -> GameResult:
        """The result of the match as of one game, in which the first side has White.

        It is that of a forfeit if no game was played over the board.
        """
        if self.decision is not None and self.decision.winner is None:
            return GameResult.BOTH_FORFEIT
        if self.decision is None and (self.open or not self.games):
            return GameResult.OPEN
        winner = self.leader if self.decision is None else self.decision.winner
        if winner is None:
            return GameResult.DRAW if self.is_played else GameResult.BOTH_FORFEIT
        is_first = winner == self.sides[0]
        if self.is_played:
            return GameResult.WHITE_WINS if is_first else GameResult.BLACK_WINS
        if is_first:
            return GameResult.WHITE_WINS_BY_FORFEIT
        return GameResult.BLACK_WINS_BY_FORFEIT

    @property
    def leader(self) -> EntrantId | None:
        """The side with more points; None while they are level."""
        first, second = self.points
        if first == second:
            return None
        return self.sides[0] if first > second else self.sides[1]


def match_scores(state: Tournament, played: RoundState) -> tuple[MatchScore, ...]:
    """Return the matches of a round with `sides`, in the order of their numbers."""
    worth = (state.points or POINT_SYSTEMS[state.point_system]).by_result
    boards: defaultdict[int, list[int]] = defaultdict(list)
    for board, game in enumerate(played.games):
        boards[GameRef.of(game).match].append(board)
    decisions = {each.match: each for each in played.decisions}
    found = []
    for number, sides in enumerate(played.sides, start=1):
        own = boards[number]
        points = [0, 0]
        for board in own:
            first = int(not first_has_white(state, sides, played.boards[board][0]))
            white, black = worth[played.results[board]]
            points[first] += white
            points[1 - first] += black
        found.append(
            MatchScore(
                round=played.number,
                number=number,
                sides=sides,
                games=tuple(played.games[board] for board in own),
                points=(points[0], points[1]),
                open=sum(played.results[board] == GameResult.OPEN for board in own),
                is_played=any(played.results[board] in PLAYED for board in own),
                decision=decisions.get(number),
            )
        )
    return tuple(found)


def first_has_white(state: Tournament, sides: Sides, white: EntrantId) -> bool:
    """Return whether White plays for the first side, as that side or as one of its players."""
    if white in sides:
        return white == sides[0]
    return any(team.id == sides[0] and white in team.players for team in state.teams)


def decide_match(state: Tournament, command: DecideMatch, _: DecisionContext) -> tuple[Event, ...]:
    """Record the ruling of a person on a match of a published round."""
    sides = _sides_of(state, command.round, command.match)
    if command.winner is not None and command.winner not in sides:
        raise NotASide(round=command.round, match=command.match, entrant=command.winner)
    known = _decision(state, command.round, command.match)
    if known is not None and (known.winner, known.by) == (command.winner, command.by):
        return ()
    return (
        MatchDecided(
            round=command.round,
            match=command.match,
            winner=command.winner,
            by=command.by,
            reason=command.reason.commitment,
        ),
    )


def withdraw_decision(
    state: Tournament, command: WithdrawDecision, _: DecisionContext
) -> tuple[Event, ...]:
    """Withdraw the ruling on a match."""
    _sides_of(state, command.round, command.match)
    if _decision(state, command.round, command.match) is None:
        raise NoDecision(round=command.round, match=command.match)
    return (
        DecisionWithdrawn(
            round=command.round, match=command.match, reason=command.reason.commitment
        ),
    )


def _sides_of(state: Tournament, number: int, match: int) -> Sides:
    played = paired_round(state, number)
    if not played.is_published:
        raise RoundNotPublished(round=number)
    if not 1 <= match <= len(played.sides):
        raise NoSuchMatch(round=number, match=match, matches=len(played.sides))
    return played.sides[match - 1]


def _decision(state: Tournament, number: int, match: int) -> MatchDecision | None:
    decisions = state.rounds[number - 1].decisions
    return next((each for each in decisions if each.match == match), None)


RULES: Rules = {DecideMatch: decide_match, WithdrawDecision: withdraw_decision}


# Folds


def _games_added(state: Tournament, event: GamesAdded, _: int) -> Tournament:
    played, size = state.rounds[event.round - 1], len(event.games)
    more = replace(
        played,
        games=(*played.games, *(game.game for game in event.games)),
        boards=(*played.boards, *((game.white, game.black) for game in event.games)),
        results=played.results + bytes(size),
        rated=played.rated + bytes(size),
        recorded=played.recorded + bytes(size),
        versions=played.versions + bytes(size * VERSION_BYTES),
    )
    return with_round(state, more)


def _decided(state: Tournament, event: MatchDecided, version: int) -> Tournament:
    return _with_decision(
        state,
        event.round,
        event.match,
        (MatchDecision(match=event.match, winner=event.winner, by=event.by, version=version),),
    )


def _withdrawn(state: Tournament, event: DecisionWithdrawn, _: int) -> Tournament:
    return _with_decision(state, event.round, event.match, ())


def _with_decision(
    state: Tournament, number: int, match: int, decision: tuple[MatchDecision, ...]
) -> Tournament:
    played = state.rounds[number - 1]
    others = tuple(each for each in played.decisions if each.match != match)
    return with_round(state, replace(played, decisions=(*others, *decision)))


FOLDS: Folds = {GamesAdded: _games_added, MatchDecided: _decided, DecisionWithdrawn: _withdrawn}
