"""What a command leads to: events, nothing (it is so already), or a refusal.

Each command is answered by one function in `rules`. To add one: write it there and name it here.
"""

from collections.abc import Callable
from typing import Any

from planilla.domain.tournament import commands as c
from planilla.domain.tournament.events import Event
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.questions import Question
from planilla.domain.tournament.refusals import AlreadyFinished, NoSuchTournament
from planilla.domain.tournament.rules import (
    absences,
    closing,
    committee,
    deleting,
    eligibility,
    erasing,
    evidence,
    hall,
    hall_apart,
    hall_corrections,
    hall_results,
    hiding,
    importing,
    keizer,
    keys,
    leaving,
    lots,
    numbering,
    prizes,
    prohibitions,
    qualifying,
    registration,
    regulations,
    removal,
    results,
    rounds,
    rulings,
    seen,
    setup,
    timers,
)
from planilla.domain.tournament.rules.hall import is_hall
from planilla.domain.tournament.state import Tournament

__all__ = ["Given", "decide", "question_of"]

Rule = Callable[[Tournament, Any, Given], tuple[Event, ...]]

RULES: dict[type[c.Command], Rule] = {
    c.CreateTournament: setup.create_tournament,
    c.ImportTournament: importing.import_tournament,
    c.AnnounceRegulations: regulations.announce_regulations,
    c.RuleSameOrigin: prohibitions.rule_same_origin,
    c.RuleKeizer: keizer.rule_keizer,
    c.RecalculateValues: keizer.recalculate_values,
    c.RuleAbsence: keizer.rule_absence,
    c.EnterEntrants: registration.enter_entrants,
    c.RemoveEntries: removal.remove_entries,
    c.CorrectPersonalData: registration.correct_personal_data,
    c.CorrectSportingData: registration.correct_sporting_data,
    c.AssignNumbers: numbering.assign_numbers,
    c.RequestBye: leaving.request_bye,
    c.CancelBye: leaving.cancel_bye,
    c.WithdrawEntrant: leaving.withdraw_entrant,
    c.ReturnEntrant: leaving.return_entrant,
    c.ExpelEntrant: leaving.expel_entrant,
    c.ForbidPairs: prohibitions.forbid_pairs,
    c.AllowPairs: prohibitions.allow_pairs,
    c.PairRound: rounds.pair_round,
    c.ChangePairing: rounds.change_pairing,
    c.UnpairRound: rounds.unpair_round,
    c.PublishPairings: rounds.publish_pairings,
    c.CloseRound: closing.close_round,
    c.ReopenRound: closing.reopen_round,
    c.RecordResult: results.record_result,
    c.WithdrawResult: results.withdraw_result,
    c.CorrectColours: rulings.correct_colours,
    c.CorrectResult: rulings.correct_result,
    c.DeleteResult: deleting.delete_result,
    c.SwapResults: deleting.swap_results,
    c.RuleIneligible: eligibility.rule_ineligible,
    c.ReinstateEntrant: eligibility.reinstate_entrant,
    c.AddEvidence: evidence.add_evidence,
    c.ErasePerson: erasing.erase_person,
    c.EraseTexts: erasing.erase_texts,
    c.FormAppealsCommittee: committee.form_appeals_committee,
    c.ReplaceCommitteeMember: committee.replace_committee_member,
    c.DrawLots: lots.draw_lots,
    c.AnnouncePrizes: prizes.announce_prizes,
    c.SharePrizes: prizes.share_prizes,
    c.SetQualifyingPlaces: qualifying.set_qualifying_places,
    c.ScheduleTimer: timers.schedule_timer,
    c.CancelTimer: timers.cancel_timer,
    c.FireTimer: timers.fire_timer,
    c.SettleTimer: timers.settle_timer,
    c.NoteAbsence: absences.note_absence,
    c.WithdrawAbsence: absences.withdraw_absence,
    c.OpenHall: hall.open_hall,
    c.QueuePlayer: hall.queue_player,
    c.TakeSeat: hall.take_seat,
    c.MissCall: hall.miss_call,
    c.StandDown: hall.stand_down,
    c.AddTable: hall.add_table,
    c.WithdrawTable: hall.withdraw_table,
    c.KeepTable: hall.keep_table,
    c.MoveInQueue: hall.move_in_queue,
    c.MoveHallEnd: hall.move_hall_end,
    c.PauseHall: hall.pause_hall,
    c.ResumeHall: hall.resume_hall,
    c.EndHall: hall.end_hall,
    c.DrawPlayoff: hall_results.draw_playoff,
    c.AnnounceLogKey: keys.announce_log_key,
    c.HideTournament: hiding.hide_tournament,
    c.ShowTournament: hiding.show_tournament,
    c.FinishTournament: closing.finish_tournament,
    c.ReopenTournament: closing.reopen_tournament,
}

RULES_OF_A_HALL: dict[type[c.Command], Rule] = {
    **RULES,
    **dict.fromkeys(
        (
            c.AssignNumbers,
            c.RequestBye,
            c.CancelBye,
            c.WithdrawEntrant,
            c.ReturnEntrant,
            c.ExpelEntrant,
            c.RuleSameOrigin,
            c.PairRound,
            c.ChangePairing,
            c.UnpairRound,
            c.PublishPairings,
            c.CloseRound,
            c.ReopenRound,
            c.CorrectColours,
            c.RuleIneligible,
            c.ReinstateEntrant,
            c.DrawLots,
        ),
        setup.not_in_this_system,
    ),
    c.EnterEntrants: hall.enter_entrants,
    c.ForbidPairs: hall_apart.forbid_pairs,
    c.AllowPairs: hall_apart.allow_pairs,
    c.RecordResult: hall_results.record_result,
    c.WithdrawResult: hall_results.withdraw_result,
    c.CorrectResult: hall_corrections.correct_result,
    c.DeleteResult: hall_corrections.delete_result,
    c.SwapResults: hall_corrections.swap_results,
    c.FinishTournament: hall_results.finish_tournament,
}
"""What a hall, which has no rounds, answers otherwise."""

OPENING = frozenset({c.CreateTournament, c.ImportTournament, c.AnnounceRegulations})
"""What a tournament begins with."""

AFTER_THE_END = frozenset(
    {
        c.CorrectResult,
        c.CorrectColours,
        c.DeleteResult,
        c.SwapResults,
        c.RuleIneligible,
        c.ReinstateEntrant,
        c.AddEvidence,
        c.ErasePerson,
        c.EraseTexts,
        c.CorrectPersonalData,
        c.CorrectSportingData,
        c.RecalculateValues,
        c.ReplaceCommitteeMember,
        c.SharePrizes,
        c.CancelTimer,
        c.FireTimer,
        c.SettleTimer,
        c.AnnounceLogKey,
        c.HideTournament,
        c.ShowTournament,
        c.FinishTournament,
        c.ReopenTournament,
    }
)
"""What is still possible once a tournament is finished."""


def decide(state: Tournament, command: c.Command, given: Given) -> tuple[Event, ...]:
    """The events that `command` leads to; none when it is already so.

    Raises:
        Refusal: the rules say no.
    """
    _check_open(state, command)
    if isinstance(command, c.GameCommand):
        seen.check_players(state, command)
    rules = RULES_OF_A_HALL if is_hall(state.system) else RULES
    return rules[type(command)](state, command, given)


def question_of(state: Tournament, command: c.Command, given: Given) -> Question | None:
    """What deciding `command` will ask that takes long: the answer may be worked out before.

    None where it asks nothing.

    Raises:
        Refusal: the rules say no, whatever the answer.
    """
    if is_hall(state.system):
        return None
    match command:
        case c.PairRound():
            _check_open(state, command)
            return rounds.question_of_pairing(state, command, given)
        case c.ChangePairing():
            _check_open(state, command)
            return rounds.question_of_change(state, command, given)
        case c.SharePrizes():
            _check_open(state, command)
            return prizes.question_of_sharing(state, command)
        case _:
            return None


def _check_open(state: Tournament, command: c.Command) -> None:
    kind = type(command)
    if kind not in OPENING and not state.exists:
        raise NoSuchTournament(tournament="")
    if state.finished and kind not in AFTER_THE_END:
        raise AlreadyFinished
