"""Corrections and their evidence, in English."""

CORRECTIONS: dict[str, str] = {
    "event.ResultDeleted": (
        "Correction, round {round}, board {board}: the result of {white:name} and {black:name} "
        "({before}, version {corrects}) is deleted, the game {counts_as:@left-as}: "
        "{points:@counts-points}; {pairing}; {rating:@counts-rating}."
    ),
    "event.ResultDeleted.table": (
        "Correction, table {table}: the game of {white:name} and {black:name} ({before}, "
        "version {corrects}) does not count; who sat where stays as it was."
    ),
    "event.ByeCorrected": ("Correction, round {round}: {entrant:name} did not play ({kind:@bye})."),
    "event.EntrantRuledIneligible": (
        "{entrant:name} might not take part from round {round} on: {games:@games-meanwhile}. "
        "Not paired from round {out_from} on."
    ),
    "event.EntrantReinstated": (
        "{entrant:name} may take part after all, and plays again from round {round} on."
    ),
    "event.EntrantWithdrawn.late": (
        "{entrant:name} had withdrawn from round {round} on, which is recorded only now: "
        "{games:@games-meanwhile}."
    ),
    "event.EvidenceAdded": ("{n} {n:file is|files are} added as evidence for version {about}."),
    "left-as.*": "is open again",
    "left-as.-/-": "counts as played by neither",
    "games-meanwhile.stand": "the games since then stand",
    "games-meanwhile.forfeit": "the games since then are lost by forfeit",
    "games-meanwhile.not-played": "the games since then count as not played",
    "reported.before-next-pairing": "Before the next pairing",
    "reported.during-next-round": "During the next round",
    "reported.later": "Later",
    "refusal.known-too-early": "An error cannot be known before its round was published.",
    "refusal.same-game": "A result cannot be swapped with itself: name two games.",
    "refusal.evidence-unacceptable": (
        "That file cannot be evidence: it takes a PDF, JPEG or PNG file or plain text of at most "
        "10 MB."
    ),
    "refusal.too-much-evidence": (
        "{files} files are too many for one act: at most {largest}. Add the others afterwards."
    ),
    "refusal.result-was-deleted": (
        "The result of {game} was deleted by the arbiter (version {in_force}). "
        "What it is now is for a correction to say."
    ),
    "refusal.data-corrected-meanwhile": (
        "Somebody corrected the data of {entrant:name} in the meantime "
        "(you saw version {corrects}, now {in_force} is in force). Look again and decide."
    ),
    "refusal.already-ineligible": "It was ruled already that {entrant:name} may not take part.",
    "refusal.entrant-is-ineligible": (
        "{entrant:name} may not take part: take that ruling back first."
    ),
    "refusal.not-ineligible": "Nothing was ruled against {entrant:name} taking part.",
}
