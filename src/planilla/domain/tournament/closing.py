"""Closing and reopening a round; finishing and reopening the tournament."""

from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.tournament.brackets import undecided_by_round
from planilla.domain.tournament.command import Command, ConfirmFirst, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.event import Audience, Event, ReportMoment, StagedEvent, Topic
from planilla.domain.tournament.lookups import awaited_games, paired_round, postponed_games
from planilla.domain.tournament.refusal import (
    Conflict,
    LaterRoundPaired,
    NotInThisSystem,
    RoundNotPublished,
)
from planilla.domain.tournament.state import (
    Folds,
    Restatements,
    RoundState,
    RoundStatus,
    Tournament,
    following,
    with_round,
)
from planilla.domain.tournament.system_parts import parts_of
from planilla.domain.tournament.whatif import of_a_round
from planilla.domain.vocabulary import GameId

# Commands


class CloseRound(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Confirm that all results of a round are in."""

    needs_rounds: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.IF_VALUES_FOLLOW

    round: int


class ReopenRound(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Undo the closing of the last round."""

    needs_rounds: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ALWAYS

    round: int


class FinishTournament(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make the standings final."""

    allowed_after_end: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.IF_VALUES_FOLLOW


class ReopenTournament(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reopen a finished tournament for changes."""

    allowed_after_end: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ALWAYS


# Events


class RoundClosed(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The round was closed: all its results are in and confirmed, but for postponed games."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = ReopenRound

    round: int


class RoundReopened(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The closing of a round was undone."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = CloseRound

    round: int

    def report_remark(self, _: ReportMoment) -> str:
        """Return the remark of a tournament report on it."""
        return "reopened"


class TournamentFinished(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The standings became final."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = ReopenTournament


class TournamentReopened(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A finished tournament was reopened for changes."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = FinishTournament


# Refusals


class RoundNotClosed(Conflict):
    """The round is not closed."""

    round: int


class TooManyGamesOpen(Conflict):
    """The next round cannot be previewed: more games are open than a preview follows."""

    round: int
    open: int
    largest: int


class GamesOpen(Conflict):
    """Some games of the round have no result."""

    round: int
    games: tuple[GameId, ...]


class MatchesOpen(Conflict):
    """Matches of the round have no games yet, and no ruling."""

    round: int
    matches: tuple[int, ...]


class AlreadyFinished(Conflict):
    """The tournament is finished; reopen it first."""


class StageIsFinished(Conflict):
    """The stage is finished, and others may be played on; reopen it first."""

    stage: int


class NotFinished(Conflict):
    """The tournament is not finished."""


class RoundsMissing(Conflict):
    """Not all rounds of the tournament have been finished."""

    played: int
    rounds: int


class MatchesUndecided(Conflict):
    """Matches of a knockout are level: nobody advances yet."""

    round: int
    matches: tuple[int, ...]


# Rules


def check_decided(state: Tournament, *rounds: RoundState) -> None:
    """Check that somebody advances of each match of these rounds of a knockout.

    Raises:
        MatchesUndecided: some are level.
    """
    level = undecided_by_round(state)
    for played in rounds:
        if played.number in level:
            raise MatchesUndecided(round=played.number, matches=level[played.number])


def close_round(
    state: Tournament, command: CloseRound, context: DecisionContext
) -> tuple[Event, ...]:
    """Confirm that all results of a round are in; a Keizer tournament then gets new values.

    Postponed games may be open, except in a knockout and with Keizer (C.04.2, 3.1).
    """
    played = paired_round(state, command.round)
    if not played.is_published:
        raise RoundNotPublished(round=played.number)
    awaited = awaited_games(state, played)
    if awaited:
        raise GamesOpen(round=played.number, games=awaited)
    check_matches(played)
    check_decided(state, played)
    if played.status is RoundStatus.CLOSED:
        return ()
    return _with_values(state, (RoundClosed(round=played.number),), context)


def check_matches(played: RoundState) -> None:
    """Refuse to go on while matches of the round have no games.

    Raises:
        MatchesOpen: some have none, and no ruling either.
    """
    if played.matches_without_games:
        raise MatchesOpen(round=played.number, matches=played.matches_without_games)


def reopen_round(state: Tournament, command: ReopenRound, _: DecisionContext) -> tuple[Event, ...]:
    """Undo the closing of the last round."""
    played = paired_round(state, command.round)
    if played.status is not RoundStatus.CLOSED:
        raise RoundNotClosed(round=played.number)
    if len(state.rounds) > played.number:
        raise LaterRoundPaired(round=played.number, later=len(state.rounds))
    return (RoundReopened(round=played.number),)


def finish_tournament(
    state: Tournament, _: FinishTournament, context: DecisionContext
) -> tuple[Event, ...]:
    """Make the standings final and close the last round; some systems may finish early.

    No game may be open then, nor a postponed one of an earlier round.
    """
    if state.finished:
        return ()
    if state.system.entries_only:
        raise NotInThisSystem(system=state.system_name)
    planned = rounds_planned(state)
    enough = 1 if state.system.may_end_early else planned
    if not state.rounds or not state.rounds[-1].is_published or state.last_published < enough:
        raise RoundsMissing(played=state.last_published, rounds=planned)
    last = state.rounds[-1]
    for played in state.rounds:
        games = last.open_games if played is last else postponed_games(state, played)
        if games:
            raise GamesOpen(round=played.number, games=games)
    check_matches(last)
    check_decided(state, *state.rounds)
    closing = () if last.status is RoundStatus.CLOSED else (RoundClosed(round=last.number),)
    return (*_with_values(state, closing, context), TournamentFinished())


def _with_values(
    state: Tournament, closing: tuple[RoundClosed, ...], context: DecisionContext
) -> tuple[Event, ...]:
    """Return the events that follow the closing of the last round."""
    for event in closing:
        state = following(state, event, context.at, FOLDS)
    return (*closing, *parts_of(state).after_closing(state, context))


def reopen_tournament(
    state: Tournament, _: ReopenTournament, __: DecisionContext
) -> tuple[Event, ...]:
    """Reopen a finished tournament."""
    if not state.finished:
        raise NotFinished
    return (TournamentReopened(),)


RULES: Rules = {
    CloseRound: close_round,
    ReopenRound: reopen_round,
    FinishTournament: finish_tournament,
    ReopenTournament: reopen_tournament,
}


# Folds


def _closed(state: Tournament, event: RoundClosed, _: int) -> Tournament:
    played = state.rounds[event.round - 1]
    closed = replace(played, status=RoundStatus.CLOSED, closed_at=state.changed_at)
    return with_round(state, closed)


def _reopened_round(state: Tournament, event: RoundReopened, _: int) -> Tournament:
    played = state.rounds[event.round - 1]
    return with_round(state, replace(played, status=RoundStatus.PUBLISHED, closed_at=0))


def _finished(state: Tournament, _: TournamentFinished, __: int) -> Tournament:
    return replace(state, finished=True)


def _reopened(state: Tournament, _: TournamentReopened, __: int) -> Tournament:
    return replace(state, finished=False)


FOLDS: Folds = {
    RoundClosed: _closed,
    RoundReopened: _reopened_round,
    TournamentFinished: _finished,
    TournamentReopened: _reopened,
}


RESTATEMENTS: Restatements = {RoundClosed: of_a_round, RoundReopened: of_a_round}
