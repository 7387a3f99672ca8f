"""The Masnou: a hall with a queue instead of rounds; a game begins when a table is free.

An act adds facts one by one (`folds.Course`), each applied at once, and ends by filling the free
tables (`settle`). Source: seed 004, "Sistema Masnou"; `docs/rules/masnou.md`.
"""

from planilla.domain.tournament.closing import FinishTournament
from planilla.domain.tournament.context import Rules
from planilla.domain.tournament.corrections import CorrectResult, DeleteResult, SwapResults
from planilla.domain.tournament.entrants import EnterEntrants
from planilla.domain.tournament.entry_requests import AcceptEntryRequests
from planilla.domain.tournament.masnou import folds, results, rules
from planilla.domain.tournament.masnou.commands import (
    AddTable,
    DrawPlayoff,
    EndHall,
    KeepTable,
    MissCall,
    MoveHallEnd,
    MoveInQueue,
    OpenHall,
    PauseHall,
    QueuePlayer,
    ResumeHall,
    StandDown,
    TakeSeat,
    WithdrawTable,
)
from planilla.domain.tournament.masnou.events import HallPairsForbidden
from planilla.domain.tournament.prohibitions import AllowPairs, ForbidPairs, forbidden_anew
from planilla.domain.tournament.results import RecordResult, WithdrawResult
from planilla.domain.tournament.state import Folds, Restatements

RULES: Rules = {
    OpenHall: rules.open_hall,
    QueuePlayer: rules.queue_player,
    TakeSeat: rules.take_seat,
    MissCall: rules.miss_call,
    StandDown: rules.stand_down,
    AddTable: rules.add_table,
    WithdrawTable: rules.withdraw_table,
    KeepTable: rules.keep_table,
    MoveInQueue: rules.move_in_queue,
    MoveHallEnd: rules.move_hall_end,
    PauseHall: rules.pause_hall,
    ResumeHall: rules.resume_hall,
    EndHall: rules.end_hall,
    DrawPlayoff: results.draw_playoff,
}

RULES_WITHOUT_ROUNDS: Rules = {
    EnterEntrants: rules.enter_entrants,
    AcceptEntryRequests: rules.accept_entry_requests,
    ForbidPairs: rules.forbid_pairs,
    AllowPairs: rules.allow_pairs,
    RecordResult: results.record_result,
    WithdrawResult: results.withdraw_result,
    CorrectResult: results.correct_result,
    DeleteResult: results.delete_result,
    SwapResults: results.swap_results,
    FinishTournament: results.finish_tournament,
}

FOLDS: Folds = folds.FOLDS
FOLDS_WITHOUT_ROUNDS: Folds = folds.FOLDS_WITHOUT_ROUNDS


RESTATEMENTS: Restatements = {HallPairsForbidden: forbidden_anew}
