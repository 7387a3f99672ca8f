"""What the command line says, in English."""

CLI: dict[str, str] = {
    # help
    "help.usage": "usage:",
    "help.options": "options",
    "help.commands": "commands",
    "help.command": "command",
    "help.help": "show this help",
    "help.version": "show the version of the program",
    "cli.first-steps": """\
Planilla runs chess tournaments from an immutable log of facts, live and verifiable.

  planilla serve            serve the pages and the tournaments of this folder
  planilla serve --demo     the same with a sample tournament that plays itself
  planilla pair FILE        pair the next round of a tournament file (TRF)
  planilla import FILE      take over a tournament file, with all that was played
  planilla COMMAND --help   what a command can do

All commands: planilla --help""",
    "cli.planilla": ("Runs chess tournaments from an immutable log of facts, live and verifiable."),
    "cli.serve": "serve the pages and the tournaments",
    "cli.serve.demo": "play the sample tournament as well",
    "cli.serve.host": "address to listen on",
    "cli.serve.port": "port to listen on (0: any free one)",
    "cli.serve.pace": "seconds between two acts of the sample",
    "cli.demo": "play the book's open and say what came out",
    "cli.demo.check": "compare everything with the book: pairs, colours, floats, byes",
    "cli.demo.golden": "another file to compare with",
    "cli.demo.input": "another file of players and results",
    "cli.pair": "pair the next round of a tournament file",
    "cli.pair.round": "the round to pair (the next one); an earlier one is paired again",
    "cli.pair.explain": "say why: brackets, who moves down, what was given up, each board",
    "cli.trf-file": "tournament file (TRF06, TRF16, TRF26); - for standard input",
    "cli.system": "pairing system; without it, that of the file, or swiss-dutch-2026",
    "cli.check": "pair every round of tournament files again and show where they differ",
    "cli.check.files": "tournament files, folders of them, or patterns such as '*.trf'",
    "cli.jobs": "how many processes to use (as many as there are processors)",
    "cli.generate": "make random tournaments to test with",
    "cli.generate.players": "players (100)",
    "cli.generate.rounds": "rounds (9)",
    "cli.generate.played": "rounds that are played already (all)",
    "cli.generate.seed": "what chance starts from: the same seed, the same bytes (without it, any)",
    "cli.generate.system": "system that pairs the rounds (swiss-dutch-2026)",
    "cli.generate.ratings": (
        "bands of ratings with their weights, such as 1400-2000:3,2000-2600:1 (1400-2600)"
    ),
    "cli.generate.draw": "games drawn, as far as the ratings allow: 0.3 or 30%% (0.3)",
    "cli.generate.forfeit": "games forfeited (0.01)",
    "cli.generate.bye": "players who ask for a bye of half a point or none, each round (0.02)",
    "cli.generate.full-bye": "players who get a full-point bye, each round (0)",
    "cli.generate.withdrawal": "players who withdraw before each round (0.01)",
    "cli.generate.late": "players who enter in round 2 or 3 (0.02)",
    "cli.generate.count": "how many tournaments, with this seed and those after it",
    "cli.generate.out-dir": "folder to write them to, one file for each seed",
    "cli.dialect": "how the file is written: trf06, trf16, trf26, javafo or bbp (trf26)",
    "cli.masnou": "a Masnou marathon to look at",
    "cli.masnou.simulate": "play a marathon by itself, faster than time, and serve its pages",
    "cli.masnou.players": "players; every eighth of them comes late",
    "cli.masnou.tables": "tables (without it a third of the players)",
    "cli.masnou.minutes": "minutes that the marathon lasts",
    "cli.masnou.speed": "how many times as fast as time",
    "cli.masnou.call-seconds": "seconds to answer a call (0: whoever is called sits down at once)",
    "cli.migrate": "bring the database up to date",
    "cli.log": "read, verify or export the log of a tournament",
    "cli.log.show": "tell what happened",
    "cli.log.verify": "check the log, or an archive: nothing changed, nothing lost",
    "cli.log.export": "write an archive of the facts, signed",
    "cli.whatif": "what would have been with other facts",
    "cli.rebuild": "make the views again from the log",
    "cli.person": "what is kept of people",
    "cli.entrant": "key of the entrant, as in the address of their page",
    "cli.tournament": "key of the tournament",
    "cli.game": "game, such as 2.5",
    "cli.result": "result it would have had: 1-0, ½-½, 0-1, +/-, -/+, -/-, 0-0",
    "cli.correction": "the correction of this version, such as v120",
    "cli.json": "answer in JSON",
    "cli.lang": "language of the answers: es or en",
    "cli.dry-run": "say what would be done, without writing",
    "cli.output": "file to write to",
    # answers
    "cli.serving": "Planilla at {address}",
    "cli.in-network": "Phones on the same network: {addresses}",
    "cli.not-in-network": (
        "Phones on the same network cannot reach it. “planilla serve --host 0.0.0.0” lets them in."
    ),
    "cli.no-network": "This computer is on no network, so phones cannot reach it.",
    "cli.data": "Data in {folder}, database {database}",
    "cli.data-thrown-away": "Data in a temporary folder that is deleted at the end",
    "cli.organiser-link": "Arbiter (secret): {address}",
    "cli.organiser-hidden": "Arbiter’s link: planilla link organiser",
    "cli.demo-created": "Sample tournament: {address}",
    "cli.stopped": "Planilla has stopped.",
    "cli.migrated": "The database is up to date ({revision}).",
    "cli.would-migrate": "The database is at {revision}; it would go to {head}.",
    "cli.rebuilt": "{view}: made again ({version}).",
    "cli.would-rebuild": "Would be made again: {views}.",
    "cli.rebuild-stopped": (
        "{view}: could not be made again; in “{tournament}” version v{version} cannot be read. "
        "What was shown before is still shown."
    ),
    "cli.views": "name of the view; without any, all",
    "cli.log-line": "v{version}  {at:moment}  {text}",
    "cli.hole": "Something is missing in the log after position {position}.",
    "cli.no-tournaments": "There is no tournament yet.",
    "cli.verified": "{tournament}: {events} {events:fact|facts} in order, the chain is whole.",
    "cli.tampered": (
        "{tournament}: the log is not what was written; "
        "the first altered version is v{version} ({why})."
    ),
    "cli.exported": "{events} {events:fact|facts} in {path}.",
    "cli.explained": "Round {round}, {system:@system}",
    "cli.check.same": "{file}: {rounds} {rounds:round|rounds}, all the same ({system})",
    "cli.check.differs": (
        "{file}: {differing:round|rounds} {numbers} of {rounds} {differing:differs|differ} "
        "({system})"
    ),
    "cli.check.no-rounds": "{file}: no round has been played",
    "cli.check.round": "{name}: Round #{round}",
    "cli.check.no-pairing": "  By the rules it cannot be paired: {reason:@reason}.",
    "cli.check.summary": (
        "{files} {files:file|files}: {same} the same, {different} different, {faulty} unreadable; "
        "{rounds} {rounds:round|rounds}, {differing} different."
    ),
    "cli.generated": "{players} players, {rounds} {rounds:round|rounds}, seed {seed}: {path}",
    "cli.generated-all": "{count} {count:tournament|tournaments} in {path}.",
    "cli.ended-early": (
        "{path}: round {round} cannot be paired ({reason:@reason}); "
        "the tournament ends with the rounds before it."
    ),
    "fault.hash-mismatch": "its seal does not fit what it says",
    "fault.version-gap": "something before it is missing",
    "fault.other-stream": "it belongs to another tournament",
    "demo.round-ok": "round {round}: {pairs}/{pairs} pairs, colours, floats, bye ok",
    "demo.round-wrong": "round {round}: {differences} {differences:difference|differences}",
    "demo.rounds": "{right}/{rounds} rounds as in the book ({events} facts, {seconds} s)",
    "demo.played": "Played: {events} facts, {rounds} rounds published, in {seconds} s.",
    "demo.invented": "Names and ratings are invented; the games are the book's.",
    "difference.pair": "board {board}: the book has {expected}, here it is {actual}",
    "difference.colour": "board {board}: the colours are swapped; the book has {expected}",
    "difference.float": "player {player}: the book marks “{expected}”, here it is “{actual}”",
    "difference.mark": (
        "player {player}: before the round the book marks “{expected}”, here it is “{actual}”"
    ),
    "difference.absent": "absent: the book has {expected}, here it is {actual}",
    "difference.bye": "bye: the book has {expected}, here it is {actual}",
    "difference.boards": "the book has {expected} boards, here there are {actual}",
    "difference.missing": "the round was not published",
    "difference.no-result": "round {round} pairs {white} with {black}, and the book does not",
    "difference.refused": "an act was refused: {sentence}",
    "progress.demo": "act {done} of {total}",
    "progress.check": "file {done} of {total}",
    "progress.generate": "tournament {done} of {total}",
    "progress.rounds": "round {done} of {total}",
    "progress.rebuild": "view {done} of {total}",
    # what if
    "whatif.title": (
        "What if game {game} (round {round}, board {board}: {white:name} – {black:name}) "
        "had been {after}, not {before}?"
    ),
    "whatif.no-later-round": "No round has been paired after that game.",
    "whatif.round-same": "Round {round}: would come out the same.",
    "whatif.round-changed": (
        "Round {round}: {changed} of {boards} {boards:board|boards} would be different."
    ),
    "whatif.round-moved": "Round {round}: the same pairs, in another order of boards.",
    "whatif.round-unpairable": "Round {round}: could not be paired.",
    "whatif.by-hand": (
        "  The arbiter had changed it by hand; this compares with the system's own answer."
    ),
    "whatif.first": (
        "  They part in the bracket of {points}: {criterion:@criterion} ({entrants:name})."
    ),
    "whatif.board.opponents": (
        "  Board {board}: {white_was:name} – {black_was:name} → {white:name} – {black:name}"
    ),
    "whatif.board.colours": (
        "  Board {board}: {white_was:name} – {black_was:name} "
        "→ {white:name} – {black:name} (other colours)"
    ),
    "whatif.board.moved": (
        "  Board {board}: {white_was:name} – {black_was:name} "
        "→ {white:name} – {black:name} (the same pair, from another board)"
    ),
    "whatif.bye": "  The bye would go to {after:name}, not {before:name}.",
    "whatif.floats-no-more": "  Would not move down: {entrants:name}.",
    "whatif.floats-now": "  Would move down: {entrants:name}.",
    # what stops a command
    "cli.known-from": "first round paired with it known (the one after the game)",
    "usage.missing": "Missing: {what}. Help: “{command} --help”.",
    "usage.unknown": "“{what}” cannot be read. Help: “{command} --help”.",
    "usage.choice": "“{what}” will not do for {where}. Help: “{command} --help”.",
    "usage.value": "“{what}” will not do for {where}. Help: “{command} --help”.",
    "usage.empty": "{where} lacks its value. Help: “{command} --help”.",
    "usage.other": "That cannot be read: {message}. Help: “{command} --help”.",
    "error.refused": "{sentence}",
    "error.game-and-result": "--game and --result go together.",
    "error.unreadable-event": (
        "Version v{version} cannot be read: either the log was altered (see "
        "“planilla log verify”), or a newer Planilla wrote it."
    ),
    "error.database-newer": "The database is of a newer Planilla. Update the program.",
    "error.database-unreachable": "The database cannot be reached ({database}).",
    "error.no-such-database": (
        "{database} names no database that will do: sqlite:///file or postgresql://…."
    ),
    "error.not-migrated": "The database is not up to date: run “planilla migrate”.",
    "error.no-such-view": "There is no view “{view}”. There are: {known}.",
    "error.cannot-listen": "Cannot listen on {host}, port {port}.",
    "error.port-in-use": "Port {port} is in use. Choose another one with --port.",
    "error.no-such-tournament": "There is no tournament “{tournament}”.",
    "error.no-such-entrant": "There is no entrant “{entrant}” in “{tournament}”.",
    "error.no-correction": "There is no correction to look at in this tournament.",
    "error.no-pairing": "Round {round} cannot be paired: {reason:@reason} ({numbers}).",
    "error.unknown-system": (
        "the file asks for {system}, which Planilla does not pair; --system names another one"
    ),
    "error.no-such-system": "There is no system “{system}” that pairs rounds. There are: {known}.",
    "error.no-such-dialect": "There is no dialect “{dialect}”. There are: {known}.",
    "error.count-and-output": "Several tournaments need a folder: --out-dir.",
    "error.output-and-out-dir": "--output and --out-dir do not go together.",
    "error.no-files": "“{pattern}” finds no file.",
    "error.cannot-read": "{path} cannot be read: {reason}.",
    "error.cannot-write": "{path} cannot be written: {reason}.",
    "error.setting": "The setting {variable} cannot be “{value}”: {expected}.",
    "error.internal": "Internal error. The details are in {path}.",
    "error.internal-in-file": "Internal error at {path}: {reason}.",
    "error.installation": "The installation lacks something: {reason}.",
    "error.interrupted": "Interrupted.",
}
