"""What is said about why somebody moved in the standings, in English."""

MOVEMENT: dict[str, str] = {
    "page.movement": "Why this place",
    "page.movement.why": "why?",
    "page.movement.own-points": "{points} in round {round}: no longer behind {others}.",
    "page.movement.their-points": "{points} in round {round}: behind {others} now.",
    "page.movement.tiebreak.up": (
        "On equal points, {tiebreak} {value}: no longer behind {others}."
    ),
    "page.movement.tiebreak.down": "On equal points, {tiebreak} {value}: behind {others} now.",
    "page.movement.more": "{n} more",
    "page.movement.none": "In round {round} nobody was passed and nobody came past.",
    "page.movement.sum": "Place {before} before round {round}, place {now} now: {sum}.",
    "page.movement.changes": (
        "When round {round} was published it was place {published}. Since then earlier rounds were "
        "changed:"
    ),
    "page.movement.changed": (
        "Place {published} as published, place {before} as the rounds before round {round} are "
        "known today: {sum}."
    ),
    "page.movement.first": "Nobody moves before the second round.",
}
