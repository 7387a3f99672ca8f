"""Who may see each type of event: public views are folds of public facts, drafts never leak."""

from enum import StrEnum

from planilla.domain.tournament.events import Event, TimerKind


class Audience(StrEnum):
    """Who may see a fact."""

    PUBLIC = "public"
    STAFF = "staff"


AUDIENCE: dict[str, Audience] = {
    "TournamentCreated": Audience.PUBLIC,
    "TournamentImported": Audience.PUBLIC,
    "PointsRuled": Audience.PUBLIC,
    "SameOriginRuled": Audience.PUBLIC,
    "KeizerRuled": Audience.PUBLIC,
    "ValuesRecalculated": Audience.PUBLIC,
    "AbsenceRuled": Audience.PUBLIC,
    "RegulationsAnnounced": Audience.PUBLIC,
    "EntrantEntered": Audience.PUBLIC,
    "PersonalDataCorrected": Audience.PUBLIC,
    "SportingDataCorrected": Audience.PUBLIC,
    "PairingNumbersAssigned": Audience.PUBLIC,
    "ByeRequested": Audience.STAFF,
    "ByeRequestCancelled": Audience.STAFF,
    "ByeCorrected": Audience.PUBLIC,
    "EntrantWithdrawn": Audience.PUBLIC,
    "EntrantReturned": Audience.PUBLIC,
    "EntryRemoved": Audience.PUBLIC,
    "EntrantExpelled": Audience.PUBLIC,
    "EntrantRuledIneligible": Audience.PUBLIC,
    "EntrantReinstated": Audience.PUBLIC,
    "PairsForbidden": Audience.STAFF,
    "PairsAllowed": Audience.STAFF,
    "RoundPaired": Audience.STAFF,
    "DraftChanged": Audience.STAFF,
    "DraftDiscarded": Audience.STAFF,
    "PairingsPublished": Audience.PUBLIC,
    "RoundImported": Audience.PUBLIC,
    "PairingChanged": Audience.PUBLIC,
    "RoundUnpaired": Audience.PUBLIC,
    "RoundClosed": Audience.PUBLIC,
    "RoundReopened": Audience.PUBLIC,
    "ResultRecorded": Audience.PUBLIC,
    "ResultWithdrawn": Audience.PUBLIC,
    "ColoursCorrected": Audience.PUBLIC,
    "ResultCorrected": Audience.PUBLIC,
    "ResultDeleted": Audience.PUBLIC,
    "AppealsCommitteeFormed": Audience.PUBLIC,
    "CommitteeMemberReplaced": Audience.PUBLIC,
    "LotsDrawn": Audience.PUBLIC,
    "PrizesAnnounced": Audience.PUBLIC,
    "PrizesShared": Audience.PUBLIC,
    "QualifyingPlacesSet": Audience.PUBLIC,
    "TimerScheduled": Audience.PUBLIC,
    "TimerFired": Audience.PUBLIC,
    "TimerCancelled": Audience.PUBLIC,
    "TimerSettled": Audience.STAFF,
    "AbsenceNoted": Audience.STAFF,
    "AbsenceWithdrawn": Audience.STAFF,
    "HallOpened": Audience.PUBLIC,
    "QueueFormed": Audience.PUBLIC,
    "PlayerQueued": Audience.PUBLIC,
    "QueueMoved": Audience.PUBLIC,
    "PlayerCalled": Audience.PUBLIC,
    "SeatTaken": Audience.PUBLIC,
    "CallMissed": Audience.PUBLIC,
    "CallWithdrawn": Audience.PUBLIC,
    "GameSeated": Audience.PUBLIC,
    "GameVoided": Audience.PUBLIC,
    "TableLeft": Audience.PUBLIC,
    "PlayerStoodDown": Audience.PUBLIC,
    "TableAdded": Audience.PUBLIC,
    "TableWithdrawalAsked": Audience.PUBLIC,
    "TableWithdrawalCancelled": Audience.PUBLIC,
    "TableWithdrawn": Audience.PUBLIC,
    "StayerMoved": Audience.PUBLIC,
    "HallEndMoved": Audience.PUBLIC,
    "HallPairsForbidden": Audience.PUBLIC,
    "HallPairsAllowed": Audience.PUBLIC,
    "HallPaused": Audience.PUBLIC,
    "HallResumed": Audience.PUBLIC,
    "TimeExpired": Audience.PUBLIC,
    "PlayoffDrawn": Audience.PUBLIC,
    "EvidenceAdded": Audience.STAFF,
    "PersonErased": Audience.STAFF,
    "TextsErased": Audience.STAFF,
    "LogKeyAnnounced": Audience.PUBLIC,
    "TournamentFinished": Audience.PUBLIC,
    "TournamentReopened": Audience.PUBLIC,
    "TournamentHidden": Audience.PUBLIC,
    "TournamentShown": Audience.PUBLIC,
}
"""By type; what the arbiter is reminded of is nobody else's: see `audience_of`."""

_REMINDER = f"{TimerKind.REMINDER.value}."


def audience_of(event: Event) -> Audience:
    """Who may see an event."""
    timer: str = getattr(event, "timer", "")
    if timer.startswith(_REMINDER):
        return Audience.STAFF
    return AUDIENCE[type(event).__name__]
