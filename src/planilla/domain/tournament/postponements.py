"""Postponed games: games of a published round that are played later, at a known or an open date.

An adjourned game has begun and goes on later; the same rules apply to it.
A postponed game stays open: in the standings it has no result, and for pairing it is a draw until
it has one (C.04.2, 3.1; seed 000, 2.9: "las partidas aplazadas cuentan como empate"). Where a round
does not need the results of the one before, it may be paired before the game is played. The
tournament is finished only after it. Choices: `docs/rules/postponements.md`.
"""

from datetime import datetime
from itertools import groupby
from typing import ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from planilla.domain.tournament.absences import GameHasResult
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.lookups import check_length, published_game
from planilla.domain.tournament.refusal import NoSuchGame, Unacceptable
from planilla.domain.tournament.schedule import check_moment, written
from planilla.domain.tournament.state import Folds, Restatements, Tournament
from planilla.domain.tournament.values import Postponement
from planilla.domain.vocabulary import GameId, GameRef, GameResult

# Commands


class GamesCommand(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command about games of one stage, that of the first of them."""

    needs_rounds: ClassVar[bool] = True
    of_one_stage: ClassVar[bool] = True

    games: tuple[GameId, ...]

    @property
    def stage_number(self) -> int:
        """The number of the stage of the games."""
        refs = (GameRef.parse(game) for game in self.games[:1])
        return next((ref.stage for ref in refs if ref is not None), 1)


class PostponeGames(GamesCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Postpone games without a result, at the time of the venue; without `until` to an open date.

    Games that have begun are `adjourned`: they go on then. A game that is postponed already gets
    the new date.
    """

    until: datetime | None = None
    adjourned: bool = False
    reason: Sealed = Sealed()


class WithdrawPostponement(GamesCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Withdraw the postponement or adjournment of games: they are played in their round."""


# Events


class EventOnGames(StagedEvent, frozen=True, kw_only=True):
    """A fact about games of one round, which are `adjourned` or else postponed."""

    round: int
    games: tuple[GameId, ...]
    adjourned: bool | UnsetType = UNSET

    @property
    def game(self) -> GameId | None:
        """The game that it is about, if it is one alone."""
        return self.games[0] if len(self.games) == 1 else None

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return f"{'.adjourned' if self.adjourned else ''}{'.game' if self.game else ''}"


class GamesPostponed(EventOnGames, frozen=True, kw_only=True, tag=True):
    """Games of a round were postponed or adjourned, to a time of the venue or an open date."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = WithdrawPostponement

    until: datetime | None
    reason: str = ""

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"count": len(self.games), "postponed_until": written(self.until)}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return f"{super().wording()}{'' if self.until else '.open'}"


class PostponementWithdrawn(EventOnGames, frozen=True, kw_only=True, tag=True):
    """The postponement or adjournment of games was withdrawn."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = PostponeGames

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"count": len(self.games)}


# Refusals


class NoGamesNamed(Unacceptable):
    """The command names no game."""


# Rules


def postpone_games(
    state: Tournament, command: PostponeGames, _: DecisionContext
) -> tuple[Event, ...]:
    """Postpone or adjourn open games of published rounds; each round has an event of its own.

    Raises:
        NoGamesNamed, NoSuchGame: no game, or none of this stage.
        RoundNotPublished: its round is a draft.
        GameHasResult: it is over.
        NumberOutOfRange, LocalTimeWanted: the date is no local time of the calendar.
    """
    check_moment("until", command.until)
    wanted = Postponement(until=command.until, adjourned=command.adjourned)
    games = _open_games(state, command)
    to_move = [game for game in games if state.postponed.get(game) != wanted]
    return tuple(
        GamesPostponed(
            round=number,
            games=tuple(games),
            until=command.until,
            adjourned=command.adjourned or UNSET,
            reason=command.reason.commitment,
        )
        for number, games in groupby(to_move, key=_round_of)
    )


def withdraw_postponement(
    state: Tournament, command: WithdrawPostponement, _: DecisionContext
) -> tuple[Event, ...]:
    """Withdraw the postponement of games that are still open; adjourned ones apart.

    Raises:
        NoGamesNamed, NoSuchGame, RoundNotPublished, GameHasResult: as `postpone_games`.
    """

    def kind_of(game: GameId) -> tuple[int, bool]:
        return _round_of(game), state.postponed[game].adjourned

    known = [game for game in _open_games(state, command) if game in state.postponed]
    return tuple(
        PostponementWithdrawn(round=number, games=tuple(games), adjourned=adjourned or UNSET)
        for (number, adjourned), games in groupby(sorted(known, key=kind_of), key=kind_of)
    )


def _open_games(state: Tournament, command: GamesCommand) -> list[GameId]:
    """Return the games of a command once each, round by round, in the order of their numbers."""
    check_length(command.games)
    if not command.games:
        raise NoGamesNamed
    for game in command.games:
        ref = GameRef.parse(game)
        if ref is None or ref.stage != state.stage:
            raise NoSuchGame(game=game)
        played, board = published_game(state, game)
        if played.results[board] != GameResult.OPEN:
            raise GameHasResult(game=game)
    return sorted(set(command.games), key=GameRef.of)


def _round_of(game: GameId) -> int:
    return GameRef.of(game).round


RULES: Rules = {PostponeGames: postpone_games, WithdrawPostponement: withdraw_postponement}


# Folds


def _postponed(state: Tournament, event: GamesPostponed, _: int) -> Tournament:
    moved = Postponement(until=event.until, adjourned=bool(event.adjourned))
    return replace(state, postponed=state.postponed | dict.fromkeys(event.games, moved))


def _withdrawn(state: Tournament, event: PostponementWithdrawn, _: int) -> Tournament:
    gone = frozenset(event.games)
    left = {game: moved for game, moved in state.postponed.items() if game not in gone}
    return replace(state, postponed=left)


FOLDS: Folds = {GamesPostponed: _postponed, PostponementWithdrawn: _withdrawn}


# Restatements


def _restated(state: Tournament, event: EventOnGames) -> Event:
    """Return the fact about the games that are there.

    Raises:
        NoSuchGame: no round has any of them.
    """
    games = tuple(game for game in event.games if state.find(game) is not None)
    if not games:
        raise NoSuchGame(game=event.games[0])
    return event if games == event.games else replace(event, games=games)


RESTATEMENTS: Restatements = {GamesPostponed: _restated, PostponementWithdrawn: _restated}
