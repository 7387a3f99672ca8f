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
    "moments.cli.at": (
        "moment to look at: v61, p1234, 14:32, 2026-05-03T14:32, before-round-5, after-round-5"
    ),
    "moments.cli.player": "only facts about this player: an id, or a part of the name",
    "moments.cli.round": "only facts of this round",
    "moments.cli.board": "only facts of this board or table",
    "moments.cli.kind": "only facts of this kind",
    "moments.cli.actor": "only what this pseudonym did",
    "moments.cli.view": "name of the view, such as standings",
    "moments.cli.show": "show the rows of a view, now or at any moment",
    "moments.nobody": "Nobody in this tournament is called “{player}”.",
    "moments.no-such-view": "There is no view “{view}”; there are {known}.",
    "moments.view": "{view}, v{version}",
    "moments.cause.corrects": "corrects v{version}, by {actor}",
    "moments.cause.correction": "because of the correction at v{version}",
    "moments.cause.act": "together with v{version}",
    "moments.cause.timer": "by a timer",
    "moments.cause.file": "from the imported file",
    "moments.cause.person": "by {actor}",
}
