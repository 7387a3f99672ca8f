"""Decision of a command: events, nothing (it is so already), or a refusal."""

from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament import pairings, prizes
from planilla.domain.tournament.closing import AlreadyFinished, FinishTournament, ReopenTournament
from planilla.domain.tournament.command import Command, GameCommand
from planilla.domain.tournament.committee import ReplaceCommitteeMember
from planilla.domain.tournament.context import Given
from planilla.domain.tournament.corrections import (
    CorrectColours,
    CorrectResult,
    DeleteResult,
    SwapResults,
)
from planilla.domain.tournament.eligibility import ReinstateEntrant, RuleIneligible
from planilla.domain.tournament.entrants import CorrectPersonalData, CorrectSportingData
from planilla.domain.tournament.erasure import ErasePerson, EraseTexts
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evidence import AddEvidence
from planilla.domain.tournament.firing import FireTimer, SettleTimer
from planilla.domain.tournament.importing import ImportTournament
from planilla.domain.tournament.keizer import RecalculateValues
from planilla.domain.tournament.keys import AnnounceLogKey
from planilla.domain.tournament.masnou.seen import check_players
from planilla.domain.tournament.pairings import ChangePairing, PairRound
from planilla.domain.tournament.prizes import SharePrizes
from planilla.domain.tournament.questions import Question
from planilla.domain.tournament.regulations import AnnounceRegulations
from planilla.domain.tournament.setup import (
    CreateTournament,
    HideTournament,
    NoSuchTournament,
    ShowTournament,
)
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.subjects import RULES, RULES_WITHOUT_ROUNDS
from planilla.domain.tournament.timers import CancelTimer

OPENING = frozenset({CreateTournament, ImportTournament, AnnounceRegulations})
"""Commands that begin a tournament."""

AFTER_THE_END = frozenset(
    {
        CorrectResult,
        CorrectColours,
        DeleteResult,
        SwapResults,
        RuleIneligible,
        ReinstateEntrant,
        AddEvidence,
        ErasePerson,
        EraseTexts,
        CorrectPersonalData,
        CorrectSportingData,
        RecalculateValues,
        ReplaceCommitteeMember,
        SharePrizes,
        CancelTimer,
        FireTimer,
        SettleTimer,
        AnnounceLogKey,
        HideTournament,
        ShowTournament,
        FinishTournament,
        ReopenTournament,
    }
)
"""Commands that are still possible once a tournament is finished."""


def decide(state: Tournament, command: Command, given: Given) -> tuple[Event, ...]:
    """Return the events that `command` leads to; none when it is already so.

    Raises:
        Refusal: the rules say no.
    """
    _check_open(state, command)
    if isinstance(command, GameCommand):
        check_players(state, command)
    rules = RULES if _has_rounds(state) else RULES_WITHOUT_ROUNDS
    return rules[type(command)](state, command, given)


def question_of(state: Tournament, command: Command, given: Given) -> Question | None:
    """Return the long calculation that deciding `command` needs, to be made before; None without.

    Raises:
        Refusal: the rules say no, whatever the answer.
    """
    if not _has_rounds(state):
        return None
    match command:
        case PairRound():
            _check_open(state, command)
            return pairings.question_of_pairing(state, command, given)
        case ChangePairing():
            _check_open(state, command)
            return pairings.question_of_change(state, command, given)
        case SharePrizes():
            _check_open(state, command)
            return prizes.question_of_sharing(state, command)
        case _:
            return None


def _has_rounds(state: Tournament) -> bool:
    return not (state.exists and SYSTEMS[state.system].seats_at_once)


def _check_open(state: Tournament, command: Command) -> None:
    kind = type(command)
    if kind not in OPENING and not state.exists:
        raise NoSuchTournament(tournament="")
    if state.finished and kind not in AFTER_THE_END:
        raise AlreadyFinished
