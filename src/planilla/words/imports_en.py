"""What is said of importing and exporting tournaments, in English."""

IMPORTS: dict[str, str] = {
    "cli.import": "import a tournament file into the log, with everything that was played",
    "cli.import.id": "key of the new tournament (without it: one made of its name and the file)",
    "cli.database": "database to use instead of that of the settings",
    "cli.export": "write a tournament of the log as a tournament file",
    "cli.import.title": (
        "{name} ({tournament}): {players} {players:player|players}, {played} of {rounds} "
        "{rounds:round|rounds}, {system}."
    ),
    "cli.import.done": "Imported: {events} {events:fact|facts}.",
    "cli.import.already": "It was so already: this file was imported before.",
    "cli.import.would": "Nothing was written; importing it would record {events} facts.",
    "cli.trf-written": "{tournament} is in {path} ({dialect}).",
    "import.rounds-assumed": "The file does not say how many rounds there are: {rounds} assumed.",
    "import.renumbered": (
        "The numbers have gaps or another order: {players} "
        "{players:player has|players have} another one here."
    ),
    "import.tiebreaks-unknown": "Tie-breaks that are not known here were left out: {codes}.",
    "import.tiebreaks-assumed": "The file names no known tie-breaks: {codes} assumed.",
    "import.late-entry": (
        "{number} {name} did nothing before round {round}: read as a late entry in it."
    ),
    "import.withdrawn": "{number} {name} did nothing from round {round} on: read as a withdrawal.",
    "import.uneven-result": (
        "Round {round}, {one} and {other}: half a point for one side alone has no place here; "
        "the game counts as lost by both."
    ),
    "import.abnormal-points": (
        "{records} {records:record|records} of abnormal points (299) are left out: points come "
        "from results alone."
    ),
    "import.acceleration": (
        "The acceleration is left out: the rounds to come are paired without it."
    ),
    "import.teams": "{records} {records:team|teams} left out: players are imported, not teams.",
    "import.national-ratings": (
        "{records} national {records:rating|ratings} left out; the rating is that of record 001."
    ),
    "import.header-cut": (
        "{lines} {lines:line|lines} of the header did not fit into what is kept beside the log."
    ),
    "refusal.unknown-trf-system": (
        "The file asks for the system “{system}”, which is not among ours: choose one."
    ),
    "refusal.no-such-dialect": "There is no dialect “{dialect}”. There are: {known}.",
    "page.import": "Import a tournament",
    "page.import.explained": (
        "A tournament file of another program (TRF16, TRF26, JaVaFo, bbpPairings) comes in with "
        "everything that was played. First you see what was understood."
    ),
    "page.import.file": "Tournament file",
    "page.import.paste": "Or its lines",
    "page.import.system": "Pairing system",
    "page.import.system-of-file": "The one that the file names",
    "page.import.review": "Review",
    "page.import.understood": "This is what was understood",
    "page.import.wrong": "This file cannot be imported as it is",
    "page.import.adjusted": "What was adjusted",
    "page.import.nothing-adjusted": "Nothing had to be adjusted.",
    "page.import.more": "And {n} more.",
    "page.import.confirm": "Import {n} {n:player|players}",
    "page.import.another": "Another file",
    "page.import.nothing": "Choose a file, or paste its lines.",
    "page.import.place": "Line {line}, column {column}",
    "page.import.tournament": "Tournament",
    "page.import.rounds-played": "Rounds",
    "page.import.rounds-of": "{played} of {rounds}",
    "page.import.column.number": "No.",
    "page.import.column.name": "Name",
    "page.import.column.rating": "Rating",
    "page.import.column.points": "Pts.",
    "page.import.was-number": "was {number}",
    "page.import.from-round": "from round {round}",
    "page.import.until-round": "left before round {round}",
    "page.export": "Tournament file",
    "page.export.explained": "For other programs, and for the checker.",
}
