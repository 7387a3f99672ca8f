"""What the command on standings says, in English."""

STANDINGS: dict[str, str] = {
    "cli.standings": "the standings of tournament files, and how each value came about",
    "cli.standings.tiebreaks": (
        "tie-breaks in their order, as BH/C1,BH,SB (those of the file, or the usual ones)"
    ),
    "cli.standings.edition": "what they mean: fide-2026-03, fide-2024-08 or libro (fide-2026-03)",
    "cli.standings.mode": (
        "start again from the first tie-break when somebody is separated (subsidiary), or go on "
        "(successive); without it as the edition recommends"
    ),
    "cli.standings.after-round": "the standings after this round (the last one played)",
    "cli.standings.round-robin": "who meets whom was known from the start",
    "cli.standings.swiss": "who meets whom followed from the results",
    "cli.standings.explain": "how each value of one player (pairing number) came about",
    "cli.standings.title": "{file}: {edition}",
    "cli.standings.left-out": (
        "{file}: left out, for {edition} has them not or they may not be used here: {codes}"
    ),
    "cli.standings.col.rank": "Rank",
    "cli.standings.col.number": "No.",
    "cli.standings.col.points": "Points",
    "cli.standings.col.round": "Round",
    "cli.standings.col.opponent": "Opp.",
    "cli.standings.col.value": "Value",
    "cli.standings.player": "Player {number}: rank {rank}, points {points}",
    "cli.standings.value": "{tiebreak} ({name}): {value}",
    "cli.standings.among": "among those tied: {numbers}",
    "cli.standings.cut": "cut",
    "cli.standings.article": "C.07, {article}",
    "progress.standings": "file {done} of {total}",
    "error.round-not-played": (
        "{file}: round {round} has no results; {played} {played:round has|rounds have}."
    ),
    "error.tiebreak-not-here": "{file}: the tie-break “{tiebreak}” may not be used: {why:@flaw}.",
}
