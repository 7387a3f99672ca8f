"""Corrections and their evidence, in English."""

CORRECTIONS: dict[str, str] = {
    "event.ResultDeleted": (
        "Correction, round {round}, board {board}: the result of {white:name} and {black:name} "
        "({before}, version {corrects}) is deleted, the game {counts_as:@left-as}: "
        "{points:@counts-points}; {pairing}; {rating:@counts-rating}."
    ),
    "event.ResultDeleted.table": (
        "Correction, table {table}: the game of {white:name} and {black:name} ({before}, "
        "version {corrects}) does not count; who sat where stays as it was."
    ),
    "event.ByeCorrected": ("Correction, round {round}: {entrant:name} did not play ({kind:@bye})."),
    "event.EntrantRuledIneligible": (
        "{entrant:name} might not take part from round {round} on: {games:@games-meanwhile}. "
        "Not paired from round {out_from} on."
    ),
    "event.EntrantReinstated": (
        "{entrant:name} may take part after all, and plays again from round {round} on."
    ),
    "event.EntrantWithdrawn.late": (
        "{entrant:name} had withdrawn from round {round} on, which is recorded only now: "
        "{games:@games-meanwhile}."
    ),
    "event.EvidenceAdded": ("{n} {n:file is|files are} added as evidence for version {about}."),
    "left-as.*": "is open again",
    "left-as.-/-": "counts as played by neither",
    "games-meanwhile.stand": "the games since then stand",
    "games-meanwhile.forfeit": "the games since then are lost by forfeit",
    "games-meanwhile.not-played": "the games since then count as not played",
    "reported.before-next-pairing": "Before the next pairing",
    "reported.during-next-round": "During the next round",
    "reported.later": "Later",
    "refusal.known-too-early": "An error cannot be known before its round was published.",
    "refusal.same-game": "A result cannot be swapped with itself: name two games.",
    "refusal.evidence-unacceptable": (
        "That file cannot be evidence: it takes a PDF, JPEG or PNG file or plain text of at most "
        "10 MB."
    ),
    "refusal.too-much-evidence": (
        "{files} files are too many for one act: at most {largest}. Add the others afterwards."
    ),
    "refusal.result-was-deleted": (
        "The result of {game} was deleted by the arbiter (version {in_force}). "
        "What it is now is for a correction to say."
    ),
    "refusal.data-corrected-meanwhile": (
        "Somebody corrected the data of {entrant:name} in the meantime "
        "(you saw version {corrects}, now {in_force} is in force). Look again and decide."
    ),
    "refusal.already-ineligible": "It was ruled already that {entrant:name} may not take part.",
    "refusal.entrant-is-ineligible": (
        "{entrant:name} may not take part: take that ruling back first."
    ),
    "refusal.not-ineligible": "Nothing was ruled against {entrant:name} taking part.",
    # pages
    "correct.title": "Corrections and evidence",
    "correct.known": "Became known ({zone}; empty: now)",
    "correct.handed-in": "Handed in ({zone}; empty: now)",
    "correct.evidence": "Evidence (PDF, JPEG, PNG or text, at most 10 MB each)",
    "correct.evidence-kept": "{n} {n:file is|files are} already kept and will be named.",
    "correct.evidence-of": "Evidence:",
    "correct.by-the-rule": "By the regulations: the case of the moment in which it became known",
    "correct.applies": "this is the case now",
    "correct.case.before-next-pairing": (
        "used in the pairing of round {round}; where that is published already, counts for points "
        "and for the first pairing to come (round {coming})."
    ),
    "correct.case.during-next-round": (
        "the published pairing stays; counts for points and from the pairing of round {round} on, "
        "of those to come from round {coming}."
    ),
    "correct.case.later": "only in the rating report; points and pairings stay as they are.",
    "correct.other": "Round {round}, board {board}: {white:name} {result} {black:name}",
    "correct.other-at-table": "{where}: {white:name} {result} {black:name}",
    "correct.recorded-at": "recorded {at}",
    "correct.known-at": "known {at}",
    "correct.in-force": "current",
    "correct.none": "Nothing was corrected.",
    "correct.history": "What was known, and when",
    "correct.delete": "Delete the result",
    "correct.delete.left": "What the game is then",
    "correct.delete.*": (
        "open again: it will be reported (a draw for pairing meanwhile, C.04.2, 3.1)"
    ),
    "correct.delete.-/-": "played by neither: no points, and they may meet again (C.04.2, 3.5)",
    "correct.delete.hall": (
        "The game will count for nobody. It does not open again: its table has gone on."
    ),
    "correct.swap": "Swap the results of two games",
    "correct.swap.with": "The other game",
    "correct.swap.help": (
        "Each game takes the other's result. Where the other has none, the result moves there and "
        "this game is open again."
    ),
    "correct.swap.hall-help": (
        "Each game takes the other's result; who sat where stays as it was. Where the other game "
        "still runs, it ends now with this result, and this game goes on, as long as nothing was "
        "built on it."
    ),
    "correct.games": "The games since then",
    "correct.games.stand": "stand as they are",
    "correct.games.forfeit": "are lost by forfeit; the opponents win by forfeit",
    "correct.games.not-played": "count as played by neither of the two",
    "correct.left-earlier": "Had left earlier: it was recorded too late",
    "correct.left-from": "From round",
    "correct.left-effect": (
        "Nothing changes silently: each game that changes becomes a correction of its own, and "
        "counts as C.04.2, 4.3 says for the moment in which it became known, unless you rule "
        "otherwise. Boards and opponents stay."
    ),
    "correct.ineligible": "Rule that the player may not take part",
    "correct.ineligible-since": "Might not have played from round",
    "correct.ineligible-from": "May not take part: might not have played from round {round} on.",
    "correct.ineligible-help": (
        "The player is not paired any more and gets no prize. Games that were played stay in the "
        "rating report. That they stand for the opponents is the usual reading (the wording of "
        "FIDE C.05 was not verified); the arbiter decides."
    ),
    "correct.note.ineligible": "may not take part (from round {round})",
    "correct.reinstate": "May take part after all",
    "correct.numbers.free": (
        "Pairing numbers stay until you assign them again, which may be done before round 4 is "
        "paired (C.04.2, 2.3)."
    ),
    "correct.numbers.fixed": (
        "Round 4 is paired: pairing numbers do not change any more (C.04.2, 2.3). The rating is "
        "corrected for the rating report and for tie-breaks that use ratings."
    ),
    "correct.elo": (
        "The Elo of {n} played {n:game|games} is worked out again, for the opponents too."
    ),
    "correct.renumber": "Assign the numbers again: a rating was corrected",
    "correct.hall-games": "Games by table",
    "correct.table": "Table {table}",
    "correct.at-table": "Table {table}, game {game}",
    "correct.of-playoff": "Play-off, round {table}, game {game}",
    "correct.hall-help": (
        "Points change; who sat where and the queue stay as they were. Nobody is seated again."
    ),
    "correct.wrong-table": "Reported at the wrong table",
    "correct.hall-whatif": "What would the queue have been?",
    "correct.still-running": "The game has no result yet.",
    "correct.first-reported": "first reported: {result}",
    "correct.in-report": "in the rating report: {result}",
    "correct.counts": "counts for points: {result}",
    "evidence.title": "Evidence",
    "evidence.file": "File",
    "evidence.about": "For",
    "evidence.state": "Checked",
    "evidence.whole": "whole: its bytes have the hash of the log",
    "evidence.changed": "changed: its bytes do not have the hash of the log",
    "evidence.erased": "erased",
    "evidence.missing": "missing: never kept here",
    "evidence.unnamed": "no fact names it",
    "evidence.gone": "no longer here",
    "evidence.none": "There is no file yet.",
    "evidence.add": "Add evidence",
    "evidence.add-about": "For the fact of version",
    "evidence.erase": "Erase",
    "evidence.erase-help": "The bytes are forgotten for good. The hash stays in the log.",
    "evidence.help": (
        "Only the arbiters see these files. The log holds their SHA-256, so that a copy can be "
        "shown to be the one that was decided on."
    ),
    "evidence.type.application/pdf": "PDF",
    "evidence.type.image/jpeg": "photo (JPEG)",
    "evidence.type.image/png": "image (PNG)",
    "evidence.type.text/plain": "text",
    "confirm.act.delete-result": "Delete the result",
    "confirm.act.swap-results": "Swap the results of two games",
    "confirm.act.rule-ineligible": "Rule that the player may not take part",
    "confirm.act.reinstate-entrant": "May take part after all",
    "refusal.no-such-evidence": "There is no such file.",
    # command line
    "evidence.cli": "files that are evidence for facts",
    "evidence.cli.add": "keep a file and name it as evidence for a fact",
    "evidence.cli.list": "the files of a tournament",
    "evidence.cli.verify": "hash every file again and compare it with the log",
    "evidence.cli.erase": "forget the bytes of a file; its hash stays in the log",
    "evidence.cli.tournament": "the tournament; without one, all of them",
    "evidence.cli.version": "the version of the fact that it is evidence for",
    "evidence.cli.file": "a PDF, JPEG or PNG file or plain text, at most 10 MB",
    "evidence.cli.sha256": "the SHA-256 of the file, 64 hex digits",
    "evidence.cli.done": "{sha256} is kept, as evidence for version {version}.",
    "evidence.cli.already": "{sha256} was evidence for version {version} already.",
    "evidence.cli.line": "{tournament} {about}: {sha256} ({type}, {size} bytes): {state}",
    "evidence.cli.sum": "{files} {files:file|files}, {bad} changed or missing.",
    "evidence.cli.erased": "{tournament}: {sha256} is erased; its hash stays in the log.",
    "evidence.cli.nothing": "{tournament}: nothing is kept of {sha256}.",
}
