"""Keizer ladders, in English: the rules, values in force, totals, and why a round is as it is."""

KEIZER: dict[str, str] = {
    "system.keizer": "Keizer ladder",
    "system-help.keizer": (
        "A ladder for a season: who beats somebody high gets more; neighbours meet."
    ),
    # why a round is paired as it is
    "explained.ladder": "From the top of the list: {seats}.",
    "meeting.ladder-next": "the nearest one below",
    "meeting.ladder-further": "further down: the nearest one was not possible",
    "colour-rule.ladder-both": "both get the colour they are due",
    "colour-rule.ladder-difference": "the larger difference gets the colour that both are due",
    "colour-rule.ladder-longest": "the colour goes to whoever has lacked it longest",
    "colour-rule.ladder-stronger": "the greater first value gets the colour that both are due",
    "colour-rule.ladder-lot": "the colour drawn by lot alternates down the boards",
    "colour-rule.ladder-bound": "no other colours are within the bounds",
    "criterion.ladder-origin": "those of one federation are kept apart",
    "criterion.ladder-colour": "colours stay within the bounds",
    "criterion.ladder-distance": "enough rounds lie between two games of the same two",
    "criterion.ladder-meetings": "the same two do not meet too often",
    "criterion.ladder-complete": "everybody must be paired",
    "instead-barred.ladder-forbidden": "the two must not meet",
    "instead-barred.ladder-origin": "the two are of one federation",
    "instead-barred.ladder-colour": "no colours of the two would be within the bounds",
    "instead-barred.ladder-distance": "the two met too few rounds ago",
    "instead-barred.ladder-meetings": "the two have met as often as they may",
    "fault.colour-bound": "{entrants:name} would have a colour beyond the bounds.",
    # what happened, and why not
    "event.KeizerRuled": "The rules of the ladder are announced.",
    "event.ValuesRecalculated": (
        "New values after round {after_round}: {n} {n:player|players}, from {maximum} down "
        "({why:@recalculated})."
    ),
    "event.ValuesRecalculated.start": (
        "The first values: {n} {n:player|players}, from {maximum} down."
    ),
    "event.ValuesRecalculated.cycle": (
        "New values after round {after_round}, from {maximum} down: the passes go round in a cycle "
        "of {cycle} lists, found in pass {passes}; {on_cycle:@on-cycle}."
    ),
    "event.ValuesRecalculated.limited": (
        "New values after round {after_round}, from {maximum} down: stopped after {passes} passes, "
        "which had not come to rest."
    ),
    "event.AbsenceRuled": "{entrant:name} in round {round}: {absence:@absence}.",
    "recalculated.start": "the first ones",
    "recalculated.round-closed": "the round is closed",
    "recalculated.late-entry": "somebody joined or left the list",
    "recalculated.correction": "a result was corrected",
    "recalculated.arbiter": "the arbiter asked for it",
    "recalculated.timer": "the hour had come",
    "on-cycle.average": "the mean of them counts",
    "on-cycle.stop": "the last of them counts",
    "absence.unjustified": "absent, not justified",
    "absence.justified": "absent, justified",
    "absence.external": "external game or club duty",
    "absence.external-win": "external game won",
    "absence.external-draw": "external game drawn",
    "absence.external-loss": "external game lost",
    "absence.nothing": "not counted",
    "refusal.keizer-setting-impossible": (
        "A ladder cannot have this setting: {field} = “{value}”."
    ),
    "refusal.keizer-rules-fixed": "Round 1 is paired: the ladder keeps its rules.",
    "refusal.no-absence": (
        "{entrant:name} played in round {round}, or had the bye: there is no absence to rule."
    ),
    # the ladder on a page
    "page.ladder.value": "Value",
    "page.ladder.value.help": "What beating this player brings from the next round on",
    "page.ladder.total": "Total",
    "page.ladder.points": "Pts",
    "page.ladder.points.help": "Points of the tournament",
    "page.ladder.new": "new in the list",
    "page.ladder.help": "The own value, and for each round a share of a value",
    "page.ladder.counted": (
        "Totals after round {after}, counted with the values they were paired by; beside them the "
        "values of the next round. Tap a total to see the sum."
    ),
    "page.ladder.counting": (
        "All games counted with the values in force, those after round {after}. Tap a total to see "
        "the sum."
    ),
    "page.ladder.cycle": (
        "The passes go round in a cycle of {cycle} lists (found in pass {passes}); "
        "{on_cycle:@on-cycle}."
    ),
    "page.ladder.limited": "Stopped after {passes} passes, which had not come to rest.",
    "page.ladder.rest": "The list came to rest in pass {passes}.",
    "page.ladder.mean": "Values are the mean of the {parts} lists that come round.",
    "page.ladder.frozen": "only a share of the last value: the player has left",
    "page.ladder.over-limit": "no more of them are counted",
    "page.ladder.game": "R{round} {opponent}: {kind}",
    "page.ladder.round": "R{round} {kind}",
    "ladder.own": "own value",
    "ladder.win": "won",
    "ladder.draw": "drawn",
    "ladder.loss": "lost",
    "ladder.open": "no result yet",
    "ladder.forfeit-win": "won, the opponent did not come",
    "ladder.bye": "bye",
    "ladder.unjustified": "absent, not justified",
    "ladder.justified": "absent, justified",
    "ladder.external": "external game or club duty",
    "ladder.external-win": "external game won",
    "ladder.external-draw": "external game drawn",
    "ladder.external-loss": "external game lost",
    "ladder.nothing": "not counted",
    # on the command line
    "cli.keizer": "a Keizer season to look at",
    "cli.keizer.simulate": "play a season by itself, an evening a second, and serve its pages",
    "cli.keizer.players": "players from the start; a quarter more join later",
    "cli.keizer.rounds": "rounds of the season",
    "page.why.ladder": "List",
}
