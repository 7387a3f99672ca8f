"""What somebody wants to happen, in the imperative. Unknown fields are refused.

To add one: write it in the file of its subject, name it in `COMMANDS`, decide it in `rules`.
Personal data and free text arrive as `Sealed`: they are taken apart where commands are parsed, and
only the commitment goes in.
"""

from planilla.domain.tournament.commands.command import (
    Command,
    Sealed,
)
from planilla.domain.tournament.commands.committee import (
    FormAppealsCommittee,
    ReplaceCommitteeMember,
    Vote,
)
from planilla.domain.tournament.commands.entrants import (
    AllowPairs,
    AssignNumbers,
    CancelBye,
    CorrectPersonalData,
    CorrectSportingData,
    EnterEntrants,
    ExpelEntrant,
    ForbidPairs,
    NewEntrant,
    RequestBye,
    ReturnEntrant,
    WithdrawEntrant,
)
from planilla.domain.tournament.commands.games import (
    CorrectColours,
    CorrectResult,
    RecordResult,
    WithdrawResult,
)
from planilla.domain.tournament.commands.importing import (
    ImportedEntrant,
    ImportedProhibition,
    ImportedRound,
    ImportTournament,
)
from planilla.domain.tournament.commands.lots import DrawLots
from planilla.domain.tournament.commands.prizes import AnnouncePrizes, SharePrizes
from planilla.domain.tournament.commands.regulations import AnnounceRegulations
from planilla.domain.tournament.commands.rounds import (
    ChangePairing,
    CloseRound,
    PairRound,
    PublishPairings,
    ReopenRound,
    UnpairRound,
)
from planilla.domain.tournament.commands.setup import (
    CreateTournament,
    FinishTournament,
    FirstColour,
    ReopenTournament,
    RuleSameOrigin,
)
from planilla.domain.tournament.commands.timers import (
    CancelTimer,
    FireTimer,
    NoteAbsence,
    ScheduleTimer,
    SettleTimer,
    WithdrawAbsence,
)

__all__ = [
    "COMMANDS",
    "AllowPairs",
    "AnnouncePrizes",
    "AnnounceRegulations",
    "AssignNumbers",
    "CancelBye",
    "CancelTimer",
    "ChangePairing",
    "CloseRound",
    "Command",
    "CorrectColours",
    "CorrectPersonalData",
    "CorrectResult",
    "CorrectSportingData",
    "CreateTournament",
    "DrawLots",
    "EnterEntrants",
    "ExpelEntrant",
    "FinishTournament",
    "FireTimer",
    "FirstColour",
    "ForbidPairs",
    "FormAppealsCommittee",
    "ImportTournament",
    "ImportedEntrant",
    "ImportedProhibition",
    "ImportedRound",
    "NewEntrant",
    "NoteAbsence",
    "PairRound",
    "PublishPairings",
    "RecordResult",
    "ReopenRound",
    "ReopenTournament",
    "ReplaceCommitteeMember",
    "RequestBye",
    "ReturnEntrant",
    "RuleSameOrigin",
    "ScheduleTimer",
    "Sealed",
    "SettleTimer",
    "SharePrizes",
    "UnpairRound",
    "Vote",
    "WithdrawAbsence",
    "WithdrawEntrant",
    "WithdrawResult",
]

COMMANDS: dict[str, type[Command]] = {
    "create-tournament": CreateTournament,
    "import-tournament": ImportTournament,
    "announce-regulations": AnnounceRegulations,
    "rule-same-origin": RuleSameOrigin,
    "enter-entrants": EnterEntrants,
    "correct-personal-data": CorrectPersonalData,
    "correct-sporting-data": CorrectSportingData,
    "assign-numbers": AssignNumbers,
    "request-bye": RequestBye,
    "cancel-bye": CancelBye,
    "withdraw-entrant": WithdrawEntrant,
    "return-entrant": ReturnEntrant,
    "expel-entrant": ExpelEntrant,
    "forbid-pairs": ForbidPairs,
    "allow-pairs": AllowPairs,
    "pair-round": PairRound,
    "change-pairing": ChangePairing,
    "unpair-round": UnpairRound,
    "publish-pairings": PublishPairings,
    "close-round": CloseRound,
    "reopen-round": ReopenRound,
    "record-result": RecordResult,
    "withdraw-result": WithdrawResult,
    "correct-colours": CorrectColours,
    "correct-result": CorrectResult,
    "form-appeals-committee": FormAppealsCommittee,
    "replace-committee-member": ReplaceCommitteeMember,
    "draw-lots": DrawLots,
    "announce-prizes": AnnouncePrizes,
    "share-prizes": SharePrizes,
    "schedule-timer": ScheduleTimer,
    "cancel-timer": CancelTimer,
    "fire-timer": FireTimer,
    "settle-timer": SettleTimer,
    "note-absence": NoteAbsence,
    "withdraw-absence": WithdrawAbsence,
    "finish-tournament": FinishTournament,
    "reopen-tournament": ReopenTournament,
}
