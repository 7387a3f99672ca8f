"""Why not, in English: one sentence for each refusal code, and for what the write path answers."""

REFUSALS: dict[str, str] = {
    # the tournament as a whole
    "refusal.name-missing": "The tournament needs a name of 1 to 120 characters.",
    "refusal.no-such-time-zone": (
        "There is no time zone “{time_zone}”: write it as in the tz database, Europe/Madrid for "
        "instance."
    ),
    "refusal.no-such-system": "There is no system “{system}”. There are: {known}.",
    "refusal.no-such-tiebreak": "There is no tie-break “{tiebreak}”. There are: {known}.",
    "refusal.no-such-point-system": "There is no scoring “{point_system}”. There are: {known}.",
    "refusal.no-such-mode": "Tie-breaks cannot be applied in the mode “{mode}”.",
    "refusal.rounds-out-of-range": (
        "Choose between {smallest} and {largest} rounds, not {rounds}."
    ),
    "refusal.not-in-this-system": "This system of play has no such thing ({system:@system}).",
    "refusal.tournament-exists": "There is a tournament with that key already (“{tournament}”).",
    "refusal.no-such-tournament": "There is no tournament “{tournament}”.",
    "refusal.already-finished": "The tournament is finished. To change anything, reopen it first.",
    "refusal.not-finished": "The tournament is not finished.",
    "refusal.rounds-missing": (
        "It cannot be finished yet: {played} of {rounds} {rounds:round|rounds} are played."
    ),
    "refusal.stale-version": (
        "Somebody changed the tournament while you were looking "
        "(you saw version {expected}, now it is {actual}). Look again and decide."
    ),
    # entrants
    "refusal.list-too-long": (
        "A list may have at most {largest} people and this one has {given}: send the rest in "
        "further lists."
    ),
    "refusal.too-many-entrants": "There is room for no more than {largest} entrants.",
    "refusal.entrant-twice": "{entrant:name} appears twice.",
    "refusal.rating-out-of-range": (
        "{entrant:name}: a rating of {rating} is not possible; ratings go from 0 to 4000."
    ),
    "refusal.numbering-incomplete": "Missing in the numbering: {missing:name}.",
    "refusal.no-such-entrant": "Nobody takes part under the key “{entrant}”.",
    "refusal.nobody-to-forbid": "It takes two players to be kept apart.",
    "refusal.no-such-prohibition": "Version {forbidden} forbids no pairs.",
    "refusal.no-such-number": "Nobody has the number {number}.",
    "refusal.bye-not-offered": "This bye cannot be asked for: {kind:@bye}.",
    "refusal.entrant-exists": "Somebody else is entered under the key “{entrant}”.",
    "refusal.entry-in-use": (
        "{entrant:name} stood in a published pairing, or holds an office or a place in the hall: "
        "the entry stays. Withdraw the player instead."
    ),
    "refusal.already-withdrawn": "{entrant:name} had withdrawn already.",
    "refusal.not-withdrawn": "{entrant:name} had not withdrawn.",
    "refusal.entrant-is-expelled": "{entrant:name} was expelled and cannot come back.",
    "refusal.numbers-fixed": (
        "Numbers do not change any more once round {round} is paired (C.04.2, 2.3)."
    ),
    "refusal.bye-not-requested": "{entrant:name} had not asked for a bye in round {round}.",
    # rounds
    "refusal.no-such-round": "There is no round {round}: the tournament has {rounds}.",
    "refusal.illegal-pairing": "That pairing is not possible ({article}). Check: {entrants:name}.",
    "refusal.round-already-paired": "Round {round} is paired already.",
    "refusal.nobody-to-pair": (
        "It takes two players to pair a round, and there {present:is|are} {present}."
    ),
    "refusal.no-legal-pairing": (
        "The rules leave no possible pairing ({reason:@reason}: {entrants:name}). "
        "The arbiter decides."
    ),
    "refusal.all-rounds-paired": "All rounds are paired already ({rounds}).",
    "refusal.previous-round-open": ("Round {round} is not over: there is no result of {games}."),
    "refusal.draft-pending": "Round {round} is still a draft: publish it or throw it away.",
    "refusal.round-not-paired": "Round {round} is not paired yet.",
    "refusal.round-is-published": "Round {round} is published already.",
    "refusal.round-not-published": "Round {round} is a draft: publish it first.",
    "refusal.round-has-results": (
        "Round {round} has results already ({games}) and cannot be taken back."
    ),
    "refusal.round-is-closed": (
        "Round {round} is closed: a result is now changed by a correction."
    ),
    "refusal.round-not-closed": "Round {round} is not closed.",
    "refusal.too-many-games-open": (
        "The next round can be foreseen when at most {largest} games are open; in round {round} "
        "{open} are."
    ),
    "refusal.games-open": "Results are missing in round {round}: {games}.",
    "refusal.later-round-paired": (
        "Round {later} is paired already: in round {round} only a correction is possible."
    ),
    "refusal.not-the-last-round": (
        "Only the last paired round can be changed, which is {last}, not {round}."
    ),
    # games
    "refusal.no-such-result": "“{result}” is not a result. There are: {known}.",
    "refusal.no-such-game": "There is no game {game}.",
    "refusal.effect-out-of-range": (
        "A correction cannot count for pairing from round {pairing_from}: "
        "the first one not published is {smallest}."
    ),
    "refusal.known-too-late": "A correction cannot have become known after it was recorded.",
    "refusal.results-conflict": (
        "Game {game} stands as {recorded} and now {reported} is reported. The arbiter decides."
    ),
    "refusal.other-players": (
        "Game {game} is between {found:name}, and not between {meant:name} with White named first."
    ),
    "refusal.no-result-yet": "Game {game} has no result yet.",
    "refusal.same-result": "Game {game} stands as {result} already: there is nothing to correct.",
    "refusal.corrects-another-event": (
        "Game {game} is not decided by version {corrects} any more, but by {in_force}. "
        "Look again and decide."
    ),
    "refusal.not-played": "Game {game} was not played: it has no colours.",
    # the write path
    "refusal.malformed": "The request cannot be read, at “{path}”: {message}.",
    "refusal.tournament-hidden": "This tournament is not public.",
    "refusal.unfit-text": (
        "The text at “{path}” contains {character}, a control character or one that reverses the "
        "direction of writing: type the text again without it."
    ),
    "refusal.no-such-command": "There is no command “{command}”.",
    "refusal.command-id-reused": (
        "This command key was used for something else before. Nothing was recorded."
    ),
    "refusal.not-permitted": "This link does not allow that in this tournament.",
    "refusal.internal": "Internal error. Nothing was recorded.",
    "refusal.log-damaged": (
        "The log of this tournament does not fit its seals from version {version} on. "
        "Nothing was recorded."
    ),
    "refusal.unavailable": (
        "The database does not answer. The same command can be sent again safely."
    ),
    "refusal.database-newer": "The database is of a newer Planilla. Update the program.",
    "refusal.unknown-code": "Not possible ({code}).",
}
