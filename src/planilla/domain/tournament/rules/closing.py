"""Closing and reopening a round; finishing and reopening the tournament."""

from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.commands import (
    CloseRound,
    FinishTournament,
    ReopenRound,
    ReopenTournament,
)
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.events import (
    Event,
    RoundClosed,
    RoundReopened,
    TournamentFinished,
    TournamentReopened,
)
from planilla.domain.tournament.folds.rounds import FOLDS
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import (
    GamesOpen,
    LaterRoundPaired,
    NotFinished,
    RoundNotClosed,
    RoundNotPublished,
    RoundsMissing,
)
from planilla.domain.tournament.rules.keizer import values_after_closing
from planilla.domain.tournament.rules.rounds import paired_round
from planilla.domain.tournament.state import RoundStatus, Tournament, following


def close_round(state: Tournament, command: CloseRound, given: Given) -> tuple[Event, ...]:
    """Confirm that all results of a round are in; a ladder then has new values."""
    played = paired_round(state, command.round)
    if not played.is_published:
        raise RoundNotPublished(round=played.number)
    if played.open_games:
        raise GamesOpen(round=played.number, games=played.open_games)
    if played.status is RoundStatus.CLOSED:
        return ()
    return _with_values(state, (RoundClosed(round=played.number),), given)


def reopen_round(state: Tournament, command: ReopenRound, _: Given) -> tuple[Event, ...]:
    """Undo the closing of the last round."""
    played = paired_round(state, command.round)
    if played.status is not RoundStatus.CLOSED:
        raise RoundNotClosed(round=played.number)
    if len(state.rounds) > played.number:
        raise LaterRoundPaired(round=played.number, later=len(state.rounds))
    return (RoundReopened(round=played.number),)


def finish_tournament(state: Tournament, _: FinishTournament, given: Given) -> tuple[Event, ...]:
    """Make the standings final; it closes the last round. Some systems may end before it."""
    if state.finished:
        return ()
    planned = rounds_planned(state)
    enough = 1 if SYSTEMS[state.system].may_end_early else planned
    if not state.rounds or not state.rounds[-1].is_published or state.last_published < enough:
        raise RoundsMissing(played=state.last_published, rounds=planned)
    last = state.rounds[-1]
    if last.open_games:
        raise GamesOpen(round=last.number, games=last.open_games)
    closing = () if last.status is RoundStatus.CLOSED else (RoundClosed(round=last.number),)
    return (*_with_values(state, closing, given), TournamentFinished())


def _with_values(
    state: Tournament, closing: tuple[RoundClosed, ...], given: Given
) -> tuple[Event, ...]:
    """What follows once the last round is closed."""
    for event in closing:
        state = following(state, event, given.at, FOLDS)
    return (*closing, *values_after_closing(state, given))


def reopen_tournament(state: Tournament, _: ReopenTournament, __: Given) -> tuple[Event, ...]:
    """Mend something after the end."""
    if not state.finished:
        raise NotFinished
    return (TournamentReopened(),)
