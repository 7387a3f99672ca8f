"""English: the audit of pairings."""

AUDIT: dict[str, str] = {
    "cli.audit": "pair every round again from the log and say what is the same and what differs",
    "progress.audit": "{bar} round {done} of {total}",
    "audit.title": "Pairings paired again, as of v{version}",
    "audit.method": (
        "Each round is paired again with the system, the edition and the lots that were recorded, "
        "from what was known when it was paired."
    ),
    "audit.holds": "Every round comes out as the rules lead to, or the arbiter answers for it.",
    "audit.fails": "{n} {n:round does|rounds do} not come out as recorded.",
    "audit.unjudged": (
        "{n} {n:round|rounds} cannot be judged from public facts alone; what else was paired comes "
        "out as the rules lead to, or the arbiter answers for it."
    ),
    "audit.nothing": "No round has been paired yet.",
    "audit.round.same": "Round {round}: same. {games} {games:board|boards}, {system:@system}.",
    "audit.round.by-hand": (
        "Round {round}: changed by the arbiter on {n} of {games} {games:board|boards}; "
        "the system’s own answer is the same."
    ),
    "audit.round.differs": "Round {round}: differs on {n} of {games} {games:board|boards}.",
    "audit.round.unjudged": (
        "Round {round}: not judged. Public facts alone lead to something else on {n} of {games} "
        "{games:board|boards}; only the arbiters know what was changed before it was published, "
        "and who may not meet."
    ),
    "audit.round.imported": (
        "Round {round}: on {n} of {games} boards the file is not what {system:@system} gives."
    ),
    "audit.round.unpairable": "Round {round}: differs: the rules leave no pairing.",
    "audit.reason": "Reason: {reason}",
    "audit.no-reason": "No reason is kept.",
    "audit.reason-apart": "The facts that are seen here give no reason.",
    "audit.first": ("They part first at {criterion}, in the group of {points}: {entrants:name}."),
    "audit.board": (
        "Board {board}: □ {white:name} – ■ {black:name}; "
        "the system: □ {white_system:name} – ■ {black_system:name}"
    ),
    "audit.board.more": "Board {board}: □ {white:name} – ■ {black:name}; the system has none",
    "audit.board.less": (
        "Board {board}: none; the system: □ {white_system:name} – ■ {black_system:name}"
    ),
    "audit.bye": "Bye: {was}; the system: {would_be}",
    "audit.nobody": "nobody",
    "audit.other-edition": "The edition {edition} has been mended since.",
    "audit.list": "The values recorded at v{version} do not follow from what was known.",
    "audit.hall.holds": "Done again act by act, everybody sits where the marathon put them.",
    "audit.hall.fails": (
        "Done again act by act, somebody would sit elsewhere: an act was overridden, or the log "
        "is not what the rules lead to. The what-if of a game shows where."
    ),
    "page.audit": "Audit of the pairings",
    "page.audit.link": "Check the pairings of every round",
    "page.audit.boards": "Boards",
    "page.audit.programs": "For programs",
}
