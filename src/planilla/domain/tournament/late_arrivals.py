"""Late arrivals: an absent entrant is paired in a round that is paired already.

A published pairing may be changed for a late entry, as little as possible and if those concerned
agree (C.04.2, 4.4): the arrival plays the holder of the pairing-allocated bye, or somebody else who
has no game, and all other boards stay. Choices: `docs/rules/late-arrivals.md`.
"""

from typing import ClassVar

from msgspec import UNSET
from msgspec.structs import replace

from planilla.domain.pairing.system import NoPairing
from planilla.domain.tournament import numbering
from planilla.domain.tournament.byes import taking_part
from planilla.domain.tournament.command import ConfirmFirst, Sealed, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Questions, Rules
from planilla.domain.tournament.drafting import (
    DraftChanged,
    NoLegalPairing,
    numbered_games,
    question_of_draft,
)
from planilla.domain.tournament.eligibility import AlreadyWithdrawn
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.lookups import check_each_once, known_entrant
from planilla.domain.tournament.numbering import numbering_before_pairing
from planilla.domain.tournament.pairings import (
    PairingChanged,
    changeable_round,
    engine_games,
    identities_in,
    unpaired,
)
from planilla.domain.tournament.questions import PairingAsked
from planilla.domain.tournament.refusal import Conflict, NotInThisSystem
from planilla.domain.tournament.state import (
    RoundState,
    Sides,
    Tournament,
    following,
)
from planilla.domain.tournament.system_parts import parts_of
from planilla.domain.tournament.values import allocated_bye
from planilla.domain.vocabulary import EntrantId

# Commands


class PairLateArrival(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pair an absent entrant with the holder of the bye, or with another who is absent.

    The system gives the colours. The game is at a new board after the others, which stay.
    """

    needs_rounds: ClassVar[bool] = True
    needs_people: ClassVar[bool] = True
    reason_is_public: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.OF_PUBLISHED_ROUND

    round: int
    entrant: EntrantId
    opponent: EntrantId | None = None
    reason: Sealed


# Refusals


class NobodyHasTheBye(Conflict):
    """Nobody has the pairing-allocated bye of the round."""

    round: int


class InTheRoundAlready(Conflict):
    """The entrant has a game in the round, or its pairing-allocated bye."""

    round: int
    entrant: EntrantId


class HaveMetAlready(Conflict):
    """The two have played each other, and the system pairs nobody twice."""

    cites = "C.04.1 2"
    entrants: Sides


class MayNotMeet(Conflict):
    """The two must not meet in this round."""

    entrants: Sides


# Rules


def pair_late_arrival(
    state: Tournament, command: PairLateArrival, context: DecisionContext
) -> tuple[Event, ...]:
    """Pair an absent entrant in a round that is not closed, with colours by the system's rules.

    Raises:
        RoundNotPaired, RoundIsClosed, NotTheLastRound, NotInThisSystem: the round stays as it is.
        NobodyHasTheBye, NoSuchEntrant, EntrantTwice, InTheRoundAlready, AlreadyWithdrawn: there are
            no such two without a game.
        HaveMetAlready, MayNotMeet, NoLegalPairing: the two cannot be paired.
    """
    played, pair = _two_without_game(state, command)
    before, ready = _made_ready(state, played, pair, context)
    board = _board(ready, pair, context)
    boards = (*played.pairs, board)
    kind = PairingChanged if played.is_published else DraftChanged
    return (
        *before,
        kind(
            round=played.number,
            games=numbered_games(ready, played.number, boards, identities_in(played)),
            byes=tuple(bye for bye in played.byes if bye.entrant not in pair),
            engine=engine_games(ready, context),
            reason=command.reason.commitment,
            sides=boards if played.sides else UNSET,
            arrivals=tuple(each for each in pair if each != allocated_bye(played.byes)),
        ),
    )


def question_of_arrival(
    state: Tournament, command: PairLateArrival, context: DecisionContext
) -> PairingAsked | None:
    """Return the question of the system's own pairing of the round with the arrivals.

    Raises:
        Refusal: as `pair_late_arrival`, but for the two who cannot be paired.
    """
    played, pair = _two_without_game(state, command)
    _, ready = _made_ready(state, played, pair, context)
    return question_of_draft(unpaired(ready), context)


def without_game(state: Tournament, played: RoundState) -> tuple[EntrantId, ...]:
    """Return the entrants who are absent from a round and have not left, by pairing number."""
    busy = _busy(played)
    return tuple(
        entrant
        for entrant in state.order
        if entrant not in busy and state.entrants[entrant].out_from is None
    )


def takes_arrivals(state: Tournament, played: RoundState) -> bool:
    """Return whether an absent entrant may still be paired in a round."""
    try:
        _arrivals_round(state, played.number)
    except (Conflict, NotInThisSystem):
        return False
    return not state.finished


def _arrivals_round(state: Tournament, number: int) -> RoundState:
    if state.system.pair is None or state.system.plays_in_teams:
        raise NotInThisSystem(system=state.system_name)
    return changeable_round(state, number)


def _two_without_game(state: Tournament, command: PairLateArrival) -> tuple[RoundState, Sides]:
    played = _arrivals_round(state, command.round)
    bye = allocated_bye(played.byes)
    opponent = command.opponent or bye
    if opponent is None:
        raise NobodyHasTheBye(round=played.number)
    pair = (command.entrant, opponent)
    check_each_once(pair)
    for entrant in pair:
        if known_entrant(state, entrant).out_from is not None:
            raise AlreadyWithdrawn(entrant=entrant)
        if entrant in _busy(played) and (entrant == command.entrant or entrant != bye):
            raise InTheRoundAlready(round=played.number, entrant=entrant)
    return played, pair


def _busy(played: RoundState) -> frozenset[EntrantId | None]:
    """Return those who have a game in the round or its bye."""
    return frozenset(
        (*(each for pair in played.pairs for each in pair), allocated_bye(played.byes))
    )


def _made_ready(
    state: Tournament, played: RoundState, pair: Sides, context: DecisionContext
) -> tuple[tuple[Event, ...], Tournament]:
    """Return the events that give newcomers a number and a value, and the tournament after them.

    In it the two are available for the round.
    """
    parts = parts_of(state)
    folds = {**numbering.FOLDS, **parts.folds}
    before: list[Event] = []
    for follow in (numbering_before_pairing, parts.before_pairing):
        for event in follow(unpaired(state), context):
            before.append(event)
            state = following(state, event, context.at, folds)
    return tuple(before), taking_part(state, played.number, (pair,))


def _board(state: Tournament, pair: Sides, context: DecisionContext) -> Sides:
    """Return the two with the colours that the system gives them, if it pairs nobody else."""
    asked = question_of_draft(unpaired(state), context)
    assert asked is not None, "the system pairs by rounds"
    order = state.order
    seats = tuple(sorted(order.index(entrant) for entrant in pair))
    first, second = seats
    if (first, second) in asked.given.forbidden:
        raise MayNotMeet(entrants=pair)
    answer = state.system.answer(replace(asked.given, present=seats), briefly=True)
    if isinstance(answer, NoPairing):
        games = asked.given.crosstable.games[first]
        if any(game.opponent == second and game.is_played for game in games):
            raise HaveMetAlready(entrants=pair)
        raise NoLegalPairing(reason=answer.reason, entrants=pair)
    ((white, black),) = answer.boards
    return order[white], order[black]


QUESTIONS: Questions = {PairLateArrival: question_of_arrival}

RULES: Rules = {PairLateArrival: pair_late_arrival}
