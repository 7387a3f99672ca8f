"""What is said on the pages that keep players apart, in English."""

SEPARATIONS: dict[str, str] = {
    "page.apart": "Keep players apart",
    "page.apart.help": (
        "None of those you choose is paired with another of them. A published round stays as it "
        "is; a draft in which two of them meet is thrown away."
    ),
    "page.apart.who": "Two players or more",
    "page.apart.first": "From round",
    "page.apart.last": "To round (empty: to the end)",
    "page.apart.forbid": "Keep them apart",
    "page.apart.from": "Apart from these",
    "page.apart.now": "Kept apart",
    "page.apart.nobody": "Nobody is kept apart.",
    "page.apart.open": "from round {first} on",
    "page.apart.one": "round {first}",
    "page.apart.span": "rounds {first} to {last}",
    "page.apart.over": "it holds no more",
    "page.apart.allow": "Allow again",
    "page.apart.schedule": "In a round robin everybody meets everybody: nobody is kept apart.",
    "page.origin": "Players of one federation",
    "page.origin.help.meet": "The federation makes no difference.",
    "page.origin.help.avoid": "Points come before it, and it comes before colours.",
    "page.origin.help.forbid": "If a round cannot be paired otherwise, it is not paired.",
    "page.origin.rule": "Rule it so",
    "page.origin.when": (
        "It holds from the next pairing on; a draft stays until it is paired again."
    ),
    "page.origin.unknown": (
        "{n} {n:player has|players have} no federation: the rule leaves them out."
    ),
}
