"""English: the dossier of a correction, for an appeals case."""

DOSSIER: dict[str, str] = {
    "cli.dossier": "the whole case of a correction: facts, rule, options, what would have been",
    "dossier.cli.version": "the version of what corrects: a correction, a ruling, evidence",
    "dossier.cli.output": "write it to a file: .html (to be printed), .txt or .json",
    "dossier.cli.public": "from public facts alone, as everybody may see it",
    "dossier.cli.written": "The dossier is in {path}.",
    "dossier.cli.nothing-asked": (
        "Name the version of a correction (v153), or --game and --result for one not made yet."
    ),
    "dossier.cli.ending": "The dossier can be written as .html, .txt or .json, not as {path}.",
    "refusal.no-case": "v{version} puts nothing right: a dossier is about a correction or ruling.",
    "page.dossier": "Dossier",
    "page.dossier.print": "Print",
    "page.dossier.all-boards": "The what-if, board by board",
    "page.dossier.programs": "For programs",
    "dossier.title": "Dossier for an appeals case",
    "dossier.supposed": "Not decided: game {game} is {before}, and would be {after}.",
    "dossier.from.public": (
        "Made from public facts alone: texts and evidence of the arbiters are not in it."
    ),
    "dossier.from.staff": (
        "Made from all facts, those of the arbiters among them: not for publication."
    ),
    "dossier.section.head": "The log",
    "dossier.section.facts": "What happened, in order",
    "dossier.section.evidence": "Evidence",
    "dossier.section.whatif": "Had it been known from the start",
    "dossier.section.rounds": "Had it been known from the start: round by round",
    "dossier.section.branch": "Had it been known from the start: as one branch",
    "dossier.section.hall": "Had it been known from the start: seats and queue",
    "dossier.section.rule": "The rule",
    "dossier.section.options": "What the rules allow, and what each would mean",
    "dossier.section.decision": "What was decided, and why",
    "dossier.section.verify": "How to verify this",
    "dossier.label.tournament": "Tournament",
    "dossier.label.moment": "As of",
    "dossier.label.zone": "Times",
    "dossier.label.head": "Head",
    "dossier.label.actor": "Who acted",
    "dossier.label.signature": "Signature",
    "dossier.label.reason": "Reason",
    "dossier.label.head-full": "Head, in full",
    "dossier.label.signed-at": "Signed at, log position",
    "dossier.label.root": "Root of the log",
    "dossier.label.key": "Public key",
    "dossier.label.proof": "Prove the fact",
    "dossier.label.check": "Check the proof",
    "dossier.label.archive": "The whole log, in a file",
    "dossier.label.page": "Check it in a browser",
    "dossier.label.replay": "Make this again",
    "dossier.unsigned": "not signed here: there is no key",
    "dossier.role.paired": "the pairing",
    "dossier.role.reported": "reported",
    "dossier.role.built": "built on it",
    "dossier.role.corrected": "corrected",
    "dossier.role.evidence": "evidence",
    "dossier.role.known": "known before",
    "dossier.recorded": "recorded {at}",
    "dossier.known": "became known {at}",
    "dossier.corrects": "corrects v{version}",
    "dossier.by": "by {actor}",
    "dossier.file": "{type}, {size} kB",
    "dossier.evidence.none": "The log names no file as evidence.",
    "dossier.evidence.staff": "Evidence, if there is any, is for the arbiters and the committee.",
    "dossier.reported": "When it became known: {moment}.",
    "dossier.unverified": "UNVERIFIED: the wording of this article was not read.",
    "dossier.article.C.04.2-4.3.name": "FIDE C.04.2, 4.3",
    "dossier.article.C.04.2-4.3": (
        "An error reported before the next pairing is used in it; one reported after the next "
        "pairing and before the end of that round, in the pairing after; later, it counts for the "
        "rating report only."
    ),
    "dossier.article.C.04.2-4.4.name": "FIDE C.04.2, 4.4",
    "dossier.article.C.04.2-4.4": (
        "A published pairing stays; where the arbiter changes it, the arbiter answers for it with "
        "a reason."
    ),
    "dossier.article.C.04.2-3.1.name": "FIDE C.04.2, 3.1",
    "dossier.article.C.04.2-3.1": "A game without a result is a draw for pairing, meanwhile.",
    "dossier.article.C.04.2-3.5.name": "FIDE C.04.2, 3.5",
    "dossier.article.C.04.2-3.5": "Two who did not play their game may be paired again.",
    "dossier.article.C.04.2-2.3.name": "FIDE C.04.2, 2.3",
    "dossier.article.C.04.2-2.3": (
        "Numbers may be assigned again for wrong data until round 4 is paired; after that they "
        "stay. The rating report always has the right data."
    ),
    "dossier.article.C.04.2-2.4.name": "FIDE C.04.2, 2.4",
    "dossier.article.C.04.2-2.4": (
        "Who enters late has no points for the rounds missed, and a number by strength."
    ),
    "dossier.article.C.04.2-3.2.name": "FIDE C.04.2, 3.2",
    "dossier.article.C.04.2-3.2": (
        "Who withdraws is not paired any more. What becomes of games paired meanwhile is for the "
        "arbiter to say."
    ),
    "dossier.article.C.05-6.5.name": "FIDE C.05, 6.5 and 6.6",
    "dossier.article.C.05-6.5": (
        "The games of who might not take part stand for the opponents, or as the arbiter rules."
    ),
    "dossier.article.seed-004.name": "Sistema Masnou",
    "dossier.article.seed-004": (
        "In a Masnou points are put right, and who sat where and the queue stay as they were: "
        "nobody is seated again."
    ),
    "dossier.options.help": (
        "The three cases of C.04.2, 4.3; the arbiter may rule otherwise, with a reason. What each "
        "means is worked out on the standings of the moment of the decision."
    ),
    "dossier.ruling": "The arbiter’s own ruling",
    "dossier.applies": "This is the case of the moment in which it became known.",
    "dossier.decided": "It was decided so.",
    "dossier.means": (
        "{points} {points:player has|players have} other points, {places} {places:place "
        "changes|places change}, {prizes} {prizes:prize|prizes}, {elo} {elo:rating|ratings}."
    ),
    "dossier.means.nothing": "Nothing changes in standings, prizes or ratings.",
    "dossier.undecided": "Nothing was decided: this correction has not been made.",
    "dossier.stands": "The decision stands.",
    "dossier.corrected-again": "It was corrected again later: see the facts.",
    "dossier.no-reason": "No reason that may be read here.",
    "dossier.verify.help": (
        "Each fact has its hash in the chain of this tournament; the head stands for all before "
        "it. Whoever has an older print with a head can compare it."
    ),
    "dossier.no-what-if": "Of this kind of correction nothing is replayed.",
    "dossier.what-if-refused": "It cannot be replayed: {why}",
    "dossier.void": "{n} later {n:fact|facts} would not stand any more.",
    "dossier.round": "Round {round}",
    "dossier.round.same": "the same, {boards} {boards:board|boards}",
    "dossier.round.differs": "{changed} of {boards} {boards:board|boards} would differ",
    "dossier.round.unpairable": "no pairing would be possible",
    "dossier.round.kept": (
        "{kept} of {boards} boards stay in every world; {unknown} unknown games on average"
    ),
    "dossier.parting": "First criterion: {article}, {criterion}; group of {points}: {who:name}",
    "dossier.bye": "Bye: {was}; it would be {would_be}",
    "dossier.players": "For the players",
    "dossier.place": "{player:name}: now {now}; best {best}, likely {likely}, worst {worst}",
    "dossier.others": "{n} {n:other keeps|others keep} the present place as the likely one.",
    "dossier.queue": "Queue, {when}: {who}",
}
