"""Rounds: draft, publication, change by the arbiter, and taking a round back."""

from collections.abc import Callable

import msgspec

from planilla.domain.tournament.commands import (
    ChangePairing,
    PairRound,
    PublishPairings,
    UnpairRound,
)
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.events import (
    DraftChanged,
    DraftDiscarded,
    Event,
    GrantedBye,
    PairedGame,
    PairingChanged,
    PairingsPublished,
    RoundClosed,
    RoundReopened,
    RoundUnpaired,
    allocated_bye,
)
from planilla.domain.tournament.folds import entrants, keizer, rounds
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.questions import PairingAsked
from planilla.domain.tournament.refusals import (
    AllRoundsPaired,
    DraftPending,
    IllegalPairing,
    NoLegalPairing,
    NoSuchRound,
    NotTheLastRound,
    PreviousRoundOpen,
    RoundAlreadyPaired,
    RoundHasResults,
    RoundIsClosed,
    RoundIsPublished,
    RoundNotPaired,
)
from planilla.domain.tournament.rules.drafting import draft_of, numbered_games, question_of_draft
from planilla.domain.tournament.rules.forfeits import forfeits_of_the_absent
from planilla.domain.tournament.rules.keizer import (
    values_after_closing,
    values_after_correction,
    values_before_pairing,
)
from planilla.domain.tournament.rules.lists import doubles
from planilla.domain.tournament.rules.numbering import numbering_before_pairing
from planilla.domain.tournament.state import Folds, RoundState, RoundStatus, Tournament, following
from planilla.domain.vocabulary import ByeKind, EntrantId, GameResult

Preparation = Callable[[Tournament, Given], tuple[Event, ...]]

_PREPARED: Folds = {**rounds.FOLDS, **entrants.FOLDS, **keizer.FOLDS}
"""Folds of the events that come between the closing of a round and the next pairing."""


def pair_round(state: Tournament, command: PairRound, given: Given) -> tuple[Event, ...]:
    """Make a draft of the next round; it closes the round before and numbers late entries."""
    before, ready = _made_ready(state, command, given)
    return (*before, draft_of(ready, given))


def question_of_pairing(state: Tournament, command: PairRound, given: Given) -> PairingAsked | None:
    """What `pair_round` will ask a round system.

    Raises:
        Refusal: as `pair_round`.
    """
    _, ready = _made_ready(state, command, given)
    return question_of_draft(ready, given)


def _made_ready(
    state: Tournament, command: PairRound, given: Given
) -> tuple[tuple[Event, ...], Tournament]:
    """What comes before the draft, and the tournament after it."""
    _check_next(state, command.round)
    before: list[Event] = []
    for follow in (_closing_before, *preparations(state)):
        for event in follow(state, given):
            before.append(event)
            state = following(state, event, given.at, _PREPARED)
    return tuple(before), state


def _closing_before(state: Tournament, _: Given) -> tuple[Event, ...]:
    return _closing(state.rounds[-1]) if state.rounds else ()


def preparations(state: Tournament) -> tuple[Preparation, ...]:
    """Return what comes between the closing of a round and the next pairing, step by step.

    A ladder has new values with the closing of a round; where it was closed before, only if a
    correction asks for them.
    """
    is_closed = bool(state.rounds) and state.rounds[-1].status is RoundStatus.CLOSED
    return (
        values_after_correction if is_closed else values_after_closing,
        numbering_before_pairing,
        values_before_pairing,
    )


def _check_next(state: Tournament, number: int) -> None:
    if 1 <= number <= len(state.rounds):
        raise RoundAlreadyPaired(round=number)
    planned = rounds_planned(state)
    if number == len(state.rounds) + 1 and number > planned:
        raise AllRoundsPaired(rounds=planned)
    if not 1 <= number <= planned:
        raise NoSuchRound(round=number, rounds=planned)
    if number > len(state.rounds) + 1:
        raise RoundNotPaired(round=number - 1)


def _closing(last: RoundState) -> tuple[RoundClosed, ...]:
    if not last.is_published:
        raise DraftPending(round=last.number)
    if last.open_games:
        raise PreviousRoundOpen(round=last.number, games=last.open_games)
    return () if last.status is RoundStatus.CLOSED else (RoundClosed(round=last.number),)


def paired_round(state: Tournament, number: int) -> RoundState:
    """Round `number`.

    Raises:
        RoundNotPaired: there is none yet.
    """
    played = state.round(number)
    if played is None:
        raise RoundNotPaired(round=number)
    return played


def publish_pairings(state: Tournament, command: PublishPairings, _: Given) -> tuple[Event, ...]:
    """Show the draft to everybody; in a schedule the games of those who left are forfeited."""
    played = paired_round(state, command.round)
    if played.is_published:
        raise RoundIsPublished(round=played.number)
    published = PairingsPublished(
        round=played.number,
        games=_games_of(played),
        byes=played.byes,
        system=played.system,
        edition=played.edition,
        first_colour=played.first_colour,
        engine=_engine_instead(played),
    )
    return (published, *forfeits_of_the_absent(state, played))


def _engine_instead(played: RoundState) -> tuple[PairedGame, ...]:
    """What the system had answered, where other boards are published (C.02, VCL 66 and 69)."""
    boards = {(game.white, game.black) for game in played.engine}
    return () if boards == set(played.boards) else played.engine


def _games_of(played: RoundState) -> tuple[PairedGame, ...]:
    return tuple(
        PairedGame(game=game, white=white, black=black)
        for game, (white, black) in zip(played.games, played.boards, strict=True)
    )


def unpair_round(state: Tournament, command: UnpairRound, _: Given) -> tuple[Event, ...]:
    """Take the last round back, as long as nobody played it."""
    played = paired_round(state, command.round)
    if played.number != len(state.rounds):
        raise NotTheLastRound(round=played.number, last=len(state.rounds))
    reason = command.reason.commitment
    before = state.round(played.number - 1)
    closed = before is not None and before.status is RoundStatus.CLOSED
    reopened = (RoundReopened(round=played.number - 1),) if command.reopens and closed else ()
    if not played.is_published:
        return (DraftDiscarded(round=played.number, reason=reason), *reopened)
    if played.finished_games:
        raise RoundHasResults(round=played.number, games=played.finished_games)
    return (RoundUnpaired(round=played.number, reason=reason), *reopened)


def change_pairing(state: Tournament, command: ChangePairing, given: Given) -> tuple[Event, ...]:
    """Replace the boards by hand; a game whose two players and colours stay keeps its identity.

    The order of the boards is the arbiter's. Absolute criteria are shown beside the engine's own
    answer (`System.check`), and the arbiter answers for them (C.04.2, 4.4); here only that
    everybody who was paired is there exactly once.
    """
    played, games = _changed(state, command)
    if games is None:
        return ()
    kind = PairingChanged if played.is_published else DraftChanged
    return (
        kind(
            round=played.number,
            games=games,
            byes=_byes_with(played, command.bye),
            engine=_engine_games(state, given),
            reason=command.reason.commitment,
        ),
    )


def question_of_change(
    state: Tournament, command: ChangePairing, given: Given
) -> PairingAsked | None:
    """What `change_pairing` will ask a round system, to record its answer beside the change.

    Raises:
        Refusal: as `change_pairing`.
    """
    _, games = _changed(state, command)
    return None if games is None else question_of_draft(unpaired(state), given)


def unpaired(state: Tournament) -> Tournament:
    """The tournament without its last round, as it stood before that was paired.

    The colour drawn by lot is the one that was drawn then.
    """
    last = state.rounds[-1]
    return msgspec.structs.replace(state, rounds=state.rounds[:-1], first_colour=last.first_colour)


def _changed(
    state: Tournament, command: ChangePairing
) -> tuple[RoundState, tuple[PairedGame, ...] | None]:
    """The round and its games as the arbiter wants them; None where they are so already."""
    played = paired_round(state, command.round)
    if played.status is RoundStatus.CLOSED:
        raise RoundIsClosed(round=played.number)
    if played.number != len(state.rounds):
        raise NotTheLastRound(round=played.number, last=len(state.rounds))
    _check_everybody_once(played, command)
    if command.boards == played.boards and command.bye == allocated_bye(played.byes):
        return played, None
    games = numbered_games(state, played.number, command.boards, _identities(played))
    _check_no_result_lost(played, games)
    return played, games


def _identities(played: RoundState) -> dict[tuple[EntrantId, EntrantId], str]:
    return dict(zip(played.boards, played.games, strict=True))


def _byes_with(played: RoundState, entrant: EntrantId | None) -> tuple[GrantedBye, ...]:
    others = tuple(bye for bye in played.byes if bye.kind is not ByeKind.PAIRING_ALLOCATED)
    if entrant is None:
        return others
    return (GrantedBye(entrant=entrant, kind=ByeKind.PAIRING_ALLOCATED), *others)


def _check_everybody_once(played: RoundState, command: ChangePairing) -> None:
    wanted = [entrant for board in command.boards for entrant in board]
    wanted += [] if command.bye is None else [command.bye]
    bye = allocated_bye(played.byes)
    were = [entrant for board in played.boards for entrant in board] + ([bye] if bye else [])
    if sorted(wanted) != sorted(were):
        wrong = tuple(sorted(set(wanted) ^ set(were) or doubles(wanted)))
        raise IllegalPairing(article="C.04.1 3", entrants=wrong)


def _check_no_result_lost(played: RoundState, games: tuple[PairedGame, ...]) -> None:
    kept = {game.game for game in games}
    lost = tuple(
        game
        for game, result in zip(played.games, played.results, strict=True)
        if game not in kept and result != GameResult.OPEN
    )
    if lost:
        raise RoundHasResults(round=played.number, games=lost)


def _engine_games(state: Tournament, given: Given) -> tuple[PairedGame, ...]:
    """The system's own answer; none where it has none by now."""
    try:
        return draft_of(unpaired(state), given).games
    except NoLegalPairing:
        return ()
