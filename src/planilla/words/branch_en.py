"""How far figures go in a branch, and how far its work has come, in English."""

BRANCH: dict[str, str] = {
    "branch.figures": "Points, tie-breaks, Elo and prizes in these worlds: least to most",
    "branch.figures.exact": (
        "Least and most over all ways in which the unknown games may end. Ø is the mean, weighed "
        "by the ratings."
    ),
    "branch.figures.drawn": (
        "Least and most of the worlds drawn: others may be possible. Ø is their mean with its "
        "standard error (±)."
    ),
    "branch.figure.points": "Points",
    "branch.figure.total": "Total",
    "branch.figure.elo": "Elo",
    "branch.figure.first": "First rating",
    "branch.figure.prize": "Prize",
    "branch.figure.span": "{low}–{high}",
    "branch.figure.span-signed": "{low} … {high}",
    "branch.figure.mean": "Ø {mean}",
    "branch.figure.mean-drawn": "Ø {mean} ±{error}",
    "branch.figure.gets": "gets one in {share}",
    "branch.figure.now": "now {now}",
    "branch.figure.line": "{title} {span}",
    "branch.figure.line-mean": "{title} {span} ({mean})",
    "progress.whatif.log": "{bar} the log is gone through",
    "progress.whatif.rounds": "{bar} {done} of {total} rounds paired again",
    "progress.whatif.ends": "{bar} {done} of {total} ends followed",
    "progress.whatif.worlds": "{bar} {done} of {total} worlds",
    "progress.whatif.worlds-round": "{bar} {done} of {total} rounds of the worlds drawn",
    "branch.run.title": "The answer is being worked out",
    "branch.run.help": (
        "This page comes back by itself when it is there. If you close it, the work soon ends."
    ),
    "branch.run.give-up": "Stop",
    "branch.run.waiting": "It is about to begin.",
    "branch.run.ready": "The answer is there.",
    "branch.run.failed": "There will be no answer.",
    "branch.run.log": "The log is gone through once more.",
    "branch.run.rounds": "{done} of {total} rounds paired again",
    "branch.run.ends": "{done} of {total} ends of the unknown games followed",
    "branch.run.worlds": "{done} of {total} worlds done",
    "branch.run.worlds-round": (
        "{done} of {total} worlds drawn; the next one is in round {round} of {rounds}"
    ),
    "refusal.too-many-what-ifs": (
        "{most} questions of this kind are being worked out already: ask again in a moment."
    ),
    "refusal.what-if-stopped": "The work on this question was stopped: ask it again.",
    "refusal.no-such-run": "There is no such work, or not any more: ask the question again.",
    "error.known-from-result": "Only of a result can it be said from which round on it was known.",
}
