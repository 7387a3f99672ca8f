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
    "progress.whatif.rounds": "{bar} {done} of {total} rounds paired again",
    "progress.whatif.ends": "{bar} {done} of {total} ends followed",
    "progress.whatif.worlds": "{bar} {done} of {total} worlds",
}
