"""Who may see each type of event: public views are folds of public facts, drafts never leak."""

from enum import StrEnum


class Audience(StrEnum):
    """Who may see a fact."""

    PUBLIC = "public"
    STAFF = "staff"


AUDIENCE: dict[str, Audience] = {
    "TournamentCreated": Audience.PUBLIC,
    "TournamentImported": Audience.PUBLIC,
    "PointsRuled": Audience.PUBLIC,
    "SameOriginRuled": Audience.PUBLIC,
    "RegulationsAnnounced": Audience.PUBLIC,
    "EntrantEntered": Audience.PUBLIC,
    "PersonalDataCorrected": Audience.PUBLIC,
    "SportingDataCorrected": Audience.PUBLIC,
    "PairingNumbersAssigned": Audience.PUBLIC,
    "ByeRequested": Audience.STAFF,
    "ByeRequestCancelled": Audience.STAFF,
    "EntrantWithdrawn": Audience.PUBLIC,
    "EntrantReturned": Audience.PUBLIC,
    "EntrantExpelled": Audience.PUBLIC,
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
    "AppealsCommitteeFormed": Audience.PUBLIC,
    "CommitteeMemberReplaced": Audience.PUBLIC,
    "LotsDrawn": Audience.PUBLIC,
    "PrizesAnnounced": Audience.PUBLIC,
    "PrizesShared": Audience.PUBLIC,
    "TimerScheduled": Audience.PUBLIC,
    "TimerFired": Audience.PUBLIC,
    "TimerCancelled": Audience.PUBLIC,
    "TimerSettled": Audience.STAFF,
    "AbsenceNoted": Audience.STAFF,
    "AbsenceWithdrawn": Audience.STAFF,
    "TournamentFinished": Audience.PUBLIC,
    "TournamentReopened": Audience.PUBLIC,
}
