"""What happened, in English: one sentence of the timeline for each event type."""

EVENTS: dict[str, str] = {
    "event.TournamentCreated": "“{name}” is announced: {system:@system}.",
    "event.TournamentImported": "What had been played is read from a file ({format}).",
    "event.PointsRuled": "The tournament has points of its own: {points}.",
    "event.SameOriginRuled": "Players of one federation {rule:@same-origin}.",
    "event.EntrantEntered": "{entrant:name} enters.",
    "event.EntrantEntered.late": "{entrant:name} enters from round {first_round} on.",
    "event.PersonalDataCorrected": "The data of {entrant:name} are corrected.",
    "event.SportingDataCorrected": "The rating of {entrant:name} is corrected: {rating}.",
    "event.PairingNumbersAssigned": (
        "Numbers from 1 to {entrants} are assigned: {why:@numbering}."
    ),
    "event.ByeRequested": "{entrant:name} asks not to play round {round} ({kind:@bye}).",
    "event.ByeRequestCancelled": "{entrant:name} plays round {round} after all.",
    "event.EntrantWithdrawn": "{entrant:name} withdraws from round {round} on.",
    "event.EntryRemoved": "Entry taken back: {entrant:name}.",
    "event.EntrantReturned": "{entrant:name} comes back from round {round} on.",
    "event.EntrantExpelled": "{entrant:name} is expelled from round {round} on.",
    "event.PairsForbidden": "From round {first_round} on may not meet: {entrants:name}.",
    "event.PairsForbidden.until": (
        "From round {first_round} to {last_round} may not meet: {entrants:name}."
    ),
    "event.PairsAllowed": "From round {round} on the prohibition of version {forbidden} is lifted.",
    "event.RoundPaired": "Round {round} is paired (draft): {boards} {boards:board|boards}.",
    "event.DraftChanged": "The arbiter changes the draft of round {round} by hand.",
    "event.DraftDiscarded": "The draft of round {round} is thrown away.",
    "event.PairingsPublished": "Round {round} is published: {boards} {boards:board|boards}.",
    "event.PairingsPublished.by-hand": (
        "Round {round} is published: {boards} {boards:board|boards}. The arbiter had changed the "
        "pairing by hand."
    ),
    "event.RoundImported": (
        "Round {round} as it was paired elsewhere: {boards} {boards:board|boards}."
    ),
    "event.PairingChanged": "The arbiter changes the pairings of round {round} by hand.",
    "event.RoundUnpaired": "Round {round} is taken back.",
    "event.RoundClosed": "Round {round} is closed.",
    "event.RoundReopened": "Round {round} is reopened.",
    "event.ResultRecorded": "Round {round}, board {board}: {white:name} {result} {black:name}.",
    "event.ResultWithdrawn": (
        "Round {round}, board {board}: the result of {white:name} and {black:name} is taken back."
    ),
    "event.ColoursCorrected": (
        "Round {round}, board {board}: {black:name} had White and {white:name} Black."
    ),
    "event.ResultCorrected": (
        "Correction, round {round}, board {board}: {white:name} {result} {black:name}, "
        "not {before} (version {corrects}): {points:@counts-points}; {pairing}; "
        "{rating:@counts-rating}."
    ),
    "event.TournamentFinished": "The tournament is over: the standings are final.",
    "event.TournamentHidden": "The tournament is hidden: only people with a link can see it.",
    "event.TournamentShown": "The tournament is public again.",
    "event.TournamentReopened": "The tournament is reopened.",
    "counts-points.True": "counts for points",
    "counts-points.False": "does not count for points",
    "counts-pairing.from": "counts for pairing from round {round} on",
    "counts-pairing.never": "does not count for pairing",
    "counts-rating.True": "counts for rating",
    "counts-rating.False": "does not count for rating",
    "numbering.initial-order": "initial order by rating, title and alphabet",
    "numbering.late-entry": "there is a late entry",
    "numbering.rating-corrected": "a rating was corrected",
    "same-origin.meet": "may meet",
    "same-origin.avoid": "meet only where there is no other way",
    "same-origin.forbid": "may not meet",
    "numbering.imported": "as the file has them",
    "numbering.arbiter": "by decision of the arbiter",
}
