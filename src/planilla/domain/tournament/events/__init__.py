"""What has happened, in the past tense. Events are for ever.

Add events; add fields with defaults; never rename, remove or reinterpret. Each event type has a
golden JSON file in `tests/golden/events` that must decode for ever. Names of people and free text
are never here: a `person` or `reason` is the commitment (SHA-256, hex) to what is kept apart; the
empty string means that nothing was said. Who may see each type: `audience`.

To add one: write it in the file of its subject, and name it in `EVENT_TYPES`.
"""

from planilla.domain.tournament.events.committee import (
    AppealsCommitteeFormed,
    CommitteeMemberReplaced,
    Seated,
    VotesFor,
)
from planilla.domain.tournament.events.entrants import (
    ByeRequestCancelled,
    ByeRequested,
    EntrantEntered,
    EntrantExpelled,
    EntrantReturned,
    EntrantWithdrawn,
    PairingNumbersAssigned,
    PairsAllowed,
    PairsForbidden,
    PersonalDataCorrected,
    SportingDataCorrected,
)
from planilla.domain.tournament.events.event import (
    Effect,
    Event,
    GrantedBye,
    NumberingReason,
    PairedGame,
    SameOrigin,
)
from planilla.domain.tournament.events.games import (
    ColoursCorrected,
    ResultCorrected,
    ResultRecorded,
    ResultWithdrawn,
)
from planilla.domain.tournament.events.lots import Draw, DrawnLot, LotsDrawn
from planilla.domain.tournament.events.prizes import (
    Chanced,
    Payout,
    PrizesAnnounced,
    PrizesShared,
    SharedBy,
)
from planilla.domain.tournament.events.regulations import RegulationsAnnounced
from planilla.domain.tournament.events.rounds import (
    DraftChanged,
    DraftDiscarded,
    PairingChanged,
    PairingsPublished,
    RoundClosed,
    RoundImported,
    RoundPaired,
    RoundReopened,
    RoundUnpaired,
)
from planilla.domain.tournament.events.setup import (
    PointsRuled,
    SameOriginRuled,
    TournamentCreated,
    TournamentFinished,
    TournamentImported,
    TournamentReopened,
)

__all__ = [
    "EVENT_TYPES",
    "AppealsCommitteeFormed",
    "ByeRequestCancelled",
    "ByeRequested",
    "Chanced",
    "ColoursCorrected",
    "CommitteeMemberReplaced",
    "DraftChanged",
    "DraftDiscarded",
    "Draw",
    "DrawnLot",
    "Effect",
    "EntrantEntered",
    "EntrantExpelled",
    "EntrantReturned",
    "EntrantWithdrawn",
    "Event",
    "GrantedBye",
    "LotsDrawn",
    "NumberingReason",
    "PairedGame",
    "PairingChanged",
    "PairingNumbersAssigned",
    "PairingsPublished",
    "PairsAllowed",
    "PairsForbidden",
    "Payout",
    "PersonalDataCorrected",
    "PointsRuled",
    "PrizesAnnounced",
    "PrizesShared",
    "RegulationsAnnounced",
    "ResultCorrected",
    "ResultRecorded",
    "ResultWithdrawn",
    "RoundClosed",
    "RoundImported",
    "RoundPaired",
    "RoundReopened",
    "RoundUnpaired",
    "SameOrigin",
    "SameOriginRuled",
    "Seated",
    "SharedBy",
    "SportingDataCorrected",
    "TournamentCreated",
    "TournamentFinished",
    "TournamentImported",
    "TournamentReopened",
    "VotesFor",
]

EVENT_TYPES: dict[str, type[Event]] = {
    "TournamentCreated": TournamentCreated,
    "TournamentImported": TournamentImported,
    "PointsRuled": PointsRuled,
    "SameOriginRuled": SameOriginRuled,
    "RegulationsAnnounced": RegulationsAnnounced,
    "EntrantEntered": EntrantEntered,
    "PersonalDataCorrected": PersonalDataCorrected,
    "SportingDataCorrected": SportingDataCorrected,
    "PairingNumbersAssigned": PairingNumbersAssigned,
    "ByeRequested": ByeRequested,
    "ByeRequestCancelled": ByeRequestCancelled,
    "EntrantWithdrawn": EntrantWithdrawn,
    "EntrantReturned": EntrantReturned,
    "EntrantExpelled": EntrantExpelled,
    "PairsForbidden": PairsForbidden,
    "PairsAllowed": PairsAllowed,
    "RoundPaired": RoundPaired,
    "DraftChanged": DraftChanged,
    "DraftDiscarded": DraftDiscarded,
    "PairingsPublished": PairingsPublished,
    "RoundImported": RoundImported,
    "PairingChanged": PairingChanged,
    "RoundUnpaired": RoundUnpaired,
    "RoundClosed": RoundClosed,
    "RoundReopened": RoundReopened,
    "ResultRecorded": ResultRecorded,
    "ResultWithdrawn": ResultWithdrawn,
    "ColoursCorrected": ColoursCorrected,
    "ResultCorrected": ResultCorrected,
    "AppealsCommitteeFormed": AppealsCommitteeFormed,
    "CommitteeMemberReplaced": CommitteeMemberReplaced,
    "LotsDrawn": LotsDrawn,
    "PrizesAnnounced": PrizesAnnounced,
    "PrizesShared": PrizesShared,
    "TournamentFinished": TournamentFinished,
    "TournamentReopened": TournamentReopened,
}
