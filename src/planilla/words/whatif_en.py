"""What would have been with other facts, in its two readings, in English."""

WHATIF: dict[str, str] = {
    "refusal.no-such-fact": "There is no fact v{version} to be seen here; the last one is v{last}.",
    "refusal.too-many-edits": "At most {largest} facts can be changed at a time.",
    "refusal.edited-twice": "Two changes are of the same fact, v{version}.",
    "refusal.not-in-a-what-if": (
        "“{command}” cannot be put in: what it leads to depends on what comes later. Rounds are "
        "paired, closed and published again by themselves."
    ),
    "refusal.fact-stays": (
        "v{version} ({event}) cannot be changed: it follows from other facts, or tells what was "
        "played. Change those that it follows from."
    ),
    "refusal.entry-has-played": (
        "{entrant:name} was paired in round {round}, and those games are facts: the entry cannot "
        "be removed. Insert a withdrawal (withdraw-entrant) where they were to leave."
    ),
    "refusal.draws-out-of-range": (
        "Between {smallest} and {largest} draws can be made, not {draws}."
    ),
    "refusal.already-so": "It says nothing new: it is so already.",
    "refusal.known-no-earlier": (
        "v{version} could not have been known earlier: it tells what happened then."
    ),
    "refusal.not-seated-again": (
        "For v{version} nobody is seated again: of a Masnou only another result is tried out."
    ),
    "refusal.what-if-too-long": (
        "This takes longer than a page waits. It is being worked out: ask again in a moment."
    ),
    "cli.remove": "a fact had not been (again and again for several)",
    "cli.insert": "a command had been done right after that fact; its body is JSON",
    "cli.replace": "a command had been done instead of that fact; its body is JSON",
    "cli.reading": "rounds: round by round; branch: one chain with unknown games (both: both)",
    "cli.draws": "worlds to draw; without it all are followed while they are few",
    "cli.seed": "the number from which worlds are drawn",
    "cli.top": "also who comes among the first N; without it, among the qualifying places",
    "whatif.reading.rounds": "ROUND BY ROUND",
    "whatif.reading.rounds.help": (
        "Each later round is paired again from what was really played before it, corrected. What "
        "was played stays; the places are those of the games really played."
    ),
    "whatif.reading.branch": "BRANCH",
    "whatif.reading.branch.help": (
        "One chain: each round follows from what would have been played before. A game whose pair "
        "still meets in that round with the same colours keeps its result; the others are unknown."
    ),
    "whatif.edit.left-out": "Had not been (v{version}): {text}",
    "whatif.edit.added": "Had been (at v{version}): {text}",
    "whatif.edit.none": "Nothing is changed.",
    "whatif.void": "Would not stand any more: v{version}, {text} {why}",
    "whatif.missing": (
        "{n} {n:game that was|games that were} really played would have no result: {games}. The "
        "rounds after {n:it|them} are paired as if {n:it|they} had not been played yet."
    ),
    "whatif.imported": (
        "{n:Round|Rounds} {rounds} came from a file: the system’s own answers are compared."
    ),
    "whatif.schedule": (
        "In a round robin who meets whom is known from the start: only the standings change."
    ),
    "whatif.consequences": "For the players, by the games really played:",
    "whatif.consequences.branch": "For the players, at the end of the branch:",
    "whatif.nobody": "Nobody’s place, points or tie-breaks would change.",
    "whatif.branch.certain": "No game is unknown: there is one way on.",
    "whatif.branch.exact": (
        "All {worlds} ways in which the unknown games may end, weighed by the ratings."
    ),
    "whatif.branch.drawn": (
        "{worlds} worlds drawn from seed {seed}, by Elo expectation with {share} % of draws. Each "
        "frequency has its standard error (±), and an interval that holds the true one with 95 %. "
        "Best and worst are those of the worlds drawn."
    ),
    "whatif.branch.method": (
        "Where a rating is missing, all three results are equally likely. Forfeits are left out."
    ),
    "whatif.branch.running": "Round {round} is being played: its open games stay open.",
    "whatif.branch.by-hand": (
        "What the arbiter had changed by hand in {n:round|rounds} {rounds} could not be done again."
    ),
    "whatif.branch.edits-void": "{n} {n:change|changes} had no effect: the game is not there.",
    "whatif.branch.stopped": "In {share} % of the worlds a round could not be paired.",
    "whatif.branch.round-same": "Round {round}: the same in every world.",
    "whatif.branch.round": (
        "Round {round}: {kept} of {boards} boards are there in every world; unknown games: "
        "{unknown} on average."
    ),
    "whatif.branch.board": "  Board {board}: □ {white:name} – ■ {black:name}: {stays}",
    "whatif.branch.bye": "  Bye: {white:name}: {stays}",
    "whatif.branch.instead": "  Instead: □ {white:name} – ■ {black:name}: {stays}",
    "whatif.branch.instead-bye": "  Instead, the bye: {white:name}: {stays}",
    "whatif.branch.share": "{share} %",
    "whatif.branch.share-drawn": "{share} % ±{error} ({low}–{high} %)",
    "whatif.branch.places": "Final places: now, best, likely, worst",
    "whatif.branch.place": (
        "  {player:name}: now {now}; best {best}, likely {likely}, worst {worst}; stays there: "
        "{same}"
    ),
    "whatif.branch.top": "among the first {top}: {share}",
    "page.whatif.readings": "Readings",
    "page.whatif.rounds": "Round by round",
    "page.whatif.branch": "Branch",
    "page.whatif.edits": "What is changed",
    "page.whatif.void": "What would not stand any more",
    "page.whatif.unknown": "unknown",
    "page.whatif.meets": "Meets in",
    "page.whatif.instead": "Instead",
    "page.whatif.floats-no-more": "Would not move down: {who}.",
    "page.whatif.floats-now": "Would move down: {who}.",
    "page.whatif.by-hand": "The arbiter had changed it; the system’s own answers are compared.",
    "page.whatif.now": "Now",
    "page.whatif.best": "Best",
    "page.whatif.likely": "Likely",
    "page.whatif.worst": "Worst",
    "page.whatif.stays": "Stays",
    "page.whatif.top": "First {top}",
    "page.whatif.more": "Change something else",
    "page.whatif.more.help": (
        "One change a line, by the numbers of the timeline: “remove v12” leaves that fact out; "
        "“replace v12 …” and “insert v12 …” put a command in its place or after it, written as "
        "on the command line."
    ),
    "page.whatif.hall.help": (
        "One change a line, by the numbers of the timeline, results alone: “remove v12” leaves "
        "that result out; “replace v12 …” and “insert v12 …” put another in its place or after "
        "it, written as on the command line."
    ),
    "page.whatif.first": "Also the first … places",
    "page.whatif.places": "Final places",
    "page.whatif.public": (
        "From public facts alone: what only the arbiter knows, as pairs that may not meet, is "
        "left out."
    ),
}
