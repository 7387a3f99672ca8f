"""Moments of a tournament, what happened since, and what brought a fact about, in English."""

MOMENTS: dict[str, str] = {
    "refusal.moment-unreadable": (
        "“{text}” is no moment. Write a version (v61), a position of the log (p1234), a time "
        "(14:32 or 2026-05-03T14:32), before-round-5 or after-round-5."
    ),
    "refusal.moment-day-missing": (
        "The tournament takes more than one day: write the day too, as 2026-05-03T14:32."
    ),
    "refusal.moment-ahead": "{at} is still to come.",
    "refusal.moment-before-log": "At {at} there was nothing in the log of this tournament.",
    "refusal.moment-no-round": "There is no round {round} in this tournament so far.",
    "refusal.moment-round-open": "Round {round} is not over yet: games of it are still open.",
    "moments.banner": "Moment v{version}: {clock} ({zone})",
    "moments.newest": "nothing has happened since",
}
