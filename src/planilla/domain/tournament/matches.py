"""Matches of several games: their score, games that are added to them, and rulings on them.

A round with `sides` holds the games of its matches; the match of a game is that of its id. The
score of a match follows from its games, in the unit of the point system of the stage; a ruling
names the side that advances where the games do not decide.
"""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

import msgspec
from msgspec.structs import replace

from planilla.domain.pairing.knockout.games import (
    MatchGame,
    MatchGameKind,
    MatchRules,
    games_of_match,
)
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
from planilla.domain.tournament.refusal import (
    Conflict,
    LaterRoundPaired,
    NotInThisSystem,
    RoundIsClosed,
    RoundNotPublished,
    Unacceptable,
)
from planilla.domain.tournament.results import ResultRecorded, first_report
from planilla.domain.tournament.shapes import DecidedBy
from planilla.domain.tournament.state import (
    VERSION_BYTES,
    Folds,
    MatchDecision,
    RoundState,
    RoundStatus,
    Sides,
    Tournament,
    with_round,
)
from planilla.domain.tournament.values import PairedGame
from planilla.domain.vocabulary import PLAYED, EntrantId, GameId, GameRef, GameResult

# Commands


class AddGames(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Add the next games of the regulations to a level match: tie-break games, or sudden death.

    `white` has White in the first of them, as it fell by lot; None: the colours go on alternating.
    """

    needs_rounds: ClassVar[bool] = True

    round: int
    match: int
    white: EntrantId | None = None


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


class MatchIsDecided(Conflict):
    """The games of the match decide it, or a ruling does; an empty winner: neither side."""

    round: int
    match: int
    winner: EntrantId


class MatchHasOpenGames(Conflict):
    """Games of the match have no result yet."""

    round: int
    match: int
    open: int


class NoFurtherGames(Conflict):
    """The regulations have no further games for a level match: a person decides it."""

    round: int
    match: int
    games: int


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
    boards = boards_by_match(played)
    decisions = {each.match: each for each in played.decisions}
    rosters = {team.id: team.players for team in state.teams}
    found = []
    for number, sides in enumerate(played.sides, start=1):
        own = boards[number - 1]
        of_first = {sides[0], *rosters.get(sides[0], ())}
        points = [0, 0]
        for board in own:
            first = int(played.boards[board][0] not in of_first)
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


def boards_by_match(played: RoundState) -> tuple[tuple[int, ...], ...]:
    """Return the indices of the boards of each match, in the order of the matches."""
    boards: tuple[list[int], ...] = tuple([] for _ in played.sides)
    for board, match in enumerate(_match_numbers(played)):
        boards[match - 1].append(board)
    return tuple(map(tuple, boards))


def _match_numbers(played: RoundState) -> tuple[int, ...]:
    """Return the number of the match of each game in its round, by board.

    It is that of its sides. Of players of teams it is that of the id, without the matches of
    withdrawn pairings of the round.
    """
    known = {side: number for number, sides in enumerate(played.sides, start=1) for side in sides}
    refs = [GameRef.of(game).match for game in played.games]
    return tuple(
        known.get(white, match - refs[0] + 1)
        for match, (white, _) in zip(refs, played.boards, strict=True)
    )


class BoardPlace(NamedTuple):
    """The board of a game from 1, in its match where matches may have several games."""

    board: int
    match: int | None = None


def place_of(state: Tournament, played: RoundState, board: int) -> BoardPlace:
    """Return the place of a game for people: the board of its round, or its match and board."""
    if not played.sides or (state.shape.boards <= 1 and len(games_allowed(state)) == 1):
        return BoardPlace(board + 1)
    return BoardPlace(GameRef.of(played.games[board]).game, _match_numbers(played)[board])


def first_has_white(state: Tournament, sides: Sides, white: EntrantId) -> bool:
    """Return whether White plays for the first side, as that side or as one of its players."""
    if white in sides:
        return white == sides[0]
    return any(team.id == sides[0] and white in team.players for team in state.teams)


def winner_of(score: MatchScore) -> EntrantId | None:
    """Return the side that advances by the ruling on a match, or else by its games."""
    if score.decision is not None:
        return score.decision.winner
    return None if score.open else score.leader


def is_decided(score: MatchScore) -> bool:
    """Return whether a match ended: one side advances, or neither appeared."""
    return winner_of(score) is not None or score.result is GameResult.BOTH_FORFEIT


def games_allowed(state: Tournament) -> tuple[MatchGame, ...]:
    """Return all games that a match may have, in which side 0 has White in the first one.

    They are those of the system, or else of the regulations.
    """
    if state.system.plays_matches:
        return games_of_match(MatchRules(games=state.system.match_games), (0,))
    return games_of_match(state.shape.rules, (0,))


def regular_games(state: Tournament) -> tuple[MatchGame, ...]:
    """Return the games with which a match is paired."""
    return tuple(each for each in games_allowed(state) if each.kind is MatchGameKind.REGULAR)


def games_of(
    state: Tournament, number: int, match: int, sides: Sides, games: tuple[MatchGame, ...]
) -> tuple[PairedGame, ...]:
    """Return games of the match with this number in the ids of its games."""
    return tuple(
        PairedGame(
            game=GameRef(stage=state.stage, round=number, match=match, game=each.number).written,
            white=sides[each.white],
            black=sides[1 - each.white],
        )
        for each in games
    )


def add_games(state: Tournament, command: AddGames, _: DecisionContext) -> tuple[Event, ...]:
    """Add the next series of games to a level match of a knockout, by its regulations."""
    score = _score_of(state, command.round, command.match)
    _check_may_change(state, command.round)
    if score.open:
        raise MatchHasOpenGames(round=command.round, match=command.match, open=score.open)
    if is_decided(score):
        raise MatchIsDecided(
            round=command.round, match=command.match, winner=winner_of(score) or EntrantId("")
        )
    allowed = games_allowed(state)
    played = len(score.games)
    if played >= len(allowed):
        raise NoFurtherGames(round=command.round, match=command.match, games=played)
    series = allowed[played].series
    following = tuple(each for each in allowed[played:] if each.series == series)
    sides = score.sides
    if command.white is not None:
        if command.white not in sides:
            raise NotASide(round=command.round, match=command.match, entrant=command.white)
        if sides[following[0].white] != command.white:
            sides = (sides[1], sides[0])
    of_ids = GameRef.of(score.games[0]).match
    return (
        GamesAdded(
            round=command.round, games=games_of(state, command.round, of_ids, sides, following)
        ),
    )


def decide_match(state: Tournament, command: DecideMatch, _: DecisionContext) -> tuple[Event, ...]:
    """Record the ruling of a person on a match of a published round.

    The open games of a walk-over, or of a side that did not appear, are forfeited. A match that a
    correction made level is ruled on after the next round was published, too.
    """
    score = _score_of(state, command.round, command.match)
    if command.winner is not None and command.winner not in score.sides:
        raise NotASide(round=command.round, match=command.match, entrant=command.winner)
    known = score.decision
    if known is not None and (known.winner, known.by) == (command.winner, command.by):
        return ()
    if known is not None or not _is_level_later(state, score):
        _check_may_change(state, command.round)
    decided = MatchDecided(
        round=command.round,
        match=command.match,
        winner=command.winner,
        by=command.by,
        reason=command.reason.commitment,
    )
    if score.open:
        if command.by not in {DecidedBy.WALK_OVER, DecidedBy.NO_SHOW}:
            raise MatchHasOpenGames(round=command.round, match=command.match, open=score.open)
        return (*_forfeits(state, score, command.winner), decided)
    if known is None and is_decided(score):
        raise MatchIsDecided(
            round=command.round, match=command.match, winner=winner_of(score) or EntrantId("")
        )
    return (decided,)


def _forfeits(
    state: Tournament, score: MatchScore, winner: EntrantId | None
) -> Iterator[ResultRecorded]:
    """Yield the results of the open games of a match that is not played."""
    played = state.rounds[score.round - 1]
    for game in score.games:
        board = played.games.index(game)
        if played.results[board] == GameResult.OPEN:
            first = first_has_white(state, score.sides, played.boards[board][0])
            white = score.sides[0 if first else 1]
            result = GameResult.BLACK_WINS_BY_FORFEIT
            if winner is None:
                result = GameResult.BOTH_FORFEIT
            elif white == winner:
                result = GameResult.WHITE_WINS_BY_FORFEIT
            yield first_report(game, result)


def _check_may_change(state: Tournament, number: int) -> None:
    """Check that the round is open and the last one: later it is corrected game by game."""
    if state.rounds[number - 1].status is RoundStatus.CLOSED:
        raise RoundIsClosed(round=number)
    if len(state.rounds) > number:
        raise LaterRoundPaired(round=number, later=len(state.rounds))


def _is_level_later(state: Tournament, score: MatchScore) -> bool:
    """Return whether a match of an earlier round is level now, and no draft depends on it."""
    return (
        score.round < len(state.rounds)
        and state.rounds[-1].is_published
        and not score.open
        and not is_decided(score)
    )


def _score_of(state: Tournament, number: int, match: int) -> MatchScore:
    _sides_of(state, number, match)
    return match_scores(state, state.rounds[number - 1])[match - 1]


def withdraw_decision(
    state: Tournament, command: WithdrawDecision, _: DecisionContext
) -> tuple[Event, ...]:
    """Withdraw the ruling on a match; the next match stays as it was published."""
    _sides_of(state, command.round, command.match)
    if _decision(state, command.round, command.match) is None:
        raise NoDecision(round=command.round, match=command.match)
    if not state.rounds[-1].is_published:
        raise LaterRoundPaired(round=command.round, later=len(state.rounds))
    return (
        DecisionWithdrawn(
            round=command.round, match=command.match, reason=command.reason.commitment
        ),
    )


def _sides_of(state: Tournament, number: int, match: int) -> Sides:
    """Return the sides of a match in a system that asks who won it."""
    if state.system.plays_matches:
        raise NotInThisSystem(system=state.system_name)
    played = paired_round(state, number)
    if not played.is_published:
        raise RoundNotPublished(round=number)
    if not 1 <= match <= len(played.sides):
        raise NoSuchMatch(round=number, match=match, matches=len(played.sides))
    return played.sides[match - 1]


def _decision(state: Tournament, number: int, match: int) -> MatchDecision | None:
    decisions = state.rounds[number - 1].decisions
    return next((each for each in decisions if each.match == match), None)


RULES: Rules = {AddGames: add_games, DecideMatch: decide_match, WithdrawDecision: withdraw_decision}


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
