"""Pairings explained, foreseen and judged, in English."""

PAIRINGS: dict[str, str] = {
    # the reasons of a round
    "page.why.untold": "The system can no longer tell why it was paired so.",
    "page.why.legend": (
        "Brackets from the top. ▼ came down or moves down, ═ as due, ⤮ by a transposition, "
        "⇄ by an exchange, ≠ who came first and why not, ✓ met, △ given up."
    ),
    "page.why.group": "{n} {n:player|players}",
    "page.why.moved": "{n} from above",
    "page.why.from-above": "From above",
    "page.why.residents": "In the bracket",
    "page.why.met": "{n} {n:criterion|criteria} met",
    "page.why.none-given-up": "nothing given up",
    "page.why.some-given-up": "criteria given up",
    # the next round foreseen
    "page.preview.link": "Foresee round {round}",
    "page.preview.title": "Round {round}, foreseen",
    "page.preview.help": (
        "The round as it would be paired after each of {n} {n:outcome|outcomes} of the open games. "
        "Nothing is recorded, and only you see it."
    ),
    "page.preview.certain": "{n} {n:board is|boards are} certain",
    "page.preview.nothing-certain": "No board is the same in all outcomes.",
    "page.preview.decides-nothing": "By itself it makes no other board certain.",
    "page.preview.uncertain": "{n} {n:board depends|boards depend} on open games",
    "page.preview.pair": "Board",
    "page.preview.depends": "It depends on",
    "page.preview.outcomes": "Outcomes",
    "page.preview.unpairable": "In {n} of {total} outcomes no pairing would be possible.",
    "page.preview.if": "If they end so",
    "page.preview.choose": "Choose a result for each open game to see the whole round.",
    "page.preview.then": "Round {round} would be",
    "refusal.preview-too-long": (
        "The round is too big to be foreseen now: {paired} of {total} outcomes were paired in "
        "time. Try again when fewer games are open."
    ),
    # a change beside the system's answer
    "page.judged.title": "The change of round {round}, reviewed",
    "page.judged.standing": "Round {round} beside the system’s answer",
    "page.judged.compare": "Compare what stands with the system’s answer",
    "page.judged.review": "Review the change",
    "page.judged.confirm": "Confirm the change",
    "page.judged.mend": "Mend it",
    "page.judged.by-hand": "By hand",
    "page.judged.help": (
        "The system’s answer is what it gives now, from the same results. The arbiter answers for "
        "a change (C.04.2, 4.4)."
    ),
    "page.judged.identical": "It is the system’s own pairing, board by board.",
    "page.judged.legal": "No absolute rule is broken.",
    "page.judged.broken": "{n} absolute {n:rule is|rules are} broken",
    "page.judged.unpairable": "The system itself finds no legal pairing.",
    "page.judged.schedule": "The boards of this round are those of a table: nothing is compared.",
    "page.judged.same": "{n} {n:board is|boards are} the same.",
    "page.judged.parting": "They part at: {criterion}, group of {points}.",
    "page.judged.counts": "The system’s answer: {engine}; by hand: {by_hand}.",
    "fault.paired-twice": "{entrants:name} would play twice.",
    "fault.not-paired": "{entrants:name} would not play.",
    "fault.not-present": "{entrants:name} cannot be paired in this round.",
    "fault.needless-bye": "There are more byes than needed: {entrants:name}.",
    "fault.second-bye": "{entrants:name} may not have the bye.",
    "fault.rematch": "{entrants:name} have met already.",
    "fault.forbidden": "{entrants:name} may not meet.",
    "fault.same-absolute-colour": "{entrants:name} must both have the same colour.",
    "fault.colour-three-times": "{entrants:name} would have one colour for the third time running.",
    "fault.colour-difference": "{entrants:name} would have had one colour three times too often.",
    "fault.other": "A rule is broken ({code}): {entrants:name}.",
    # late entries
    "page.late.title": "Late entries without a number",
    "page.late.place": "{entrant:name} takes number {number}; {n} {n:number moves|numbers move}.",
    "page.late.last": "{entrant:name} takes number {number}, the last one.",
    "page.late.when": (
        "They take the place that rating, title and alphabet give them, when round {round} is "
        "paired; everybody below moves (C.04.2, 2.4 and 2.5)."
    ),
    "page.late.fixed": (
        "Round 4 is paired: who has a number keeps the order among the others (C.04.2, 2.3)."
    ),
    "page.late.missed": "Rounds before their first count as absences, without points.",
    "page.late.now": "Number them now",
}
