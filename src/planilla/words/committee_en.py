"""What is said about the appeals committee and about lots, in English."""

COMMITTEE: dict[str, str] = {
    "event.AppealsCommitteeFormed": (
        "The appeals committee is formed {way:@committee-way}: {members:name}."
    ),
    "event.AppealsCommitteeFormed.lot": (
        "The appeals committee is formed {way:@committee-way}, with the lot {lot}: {members:name}."
    ),
    "event.CommitteeMemberReplaced": (
        "{reserve:name} takes the seat of {member:name} in the appeals committee."
    ),
    "event.CommitteeMemberReplaced.case": (
        "{reserve:name} takes the seat of {member:name} in the appeals committee for the case of "
        "{case}."
    ),
    "event.LotsDrawn": "Lots are drawn {draw:@draw} among {drawn} {drawn:player|players}.",
    "event.LotsDrawn.lot": (
        "Lots are drawn {draw:@draw} among {drawn} {drawn:player|players}, with the lot {lot}."
    ),
    "event.LotsDrawn.lottery": (
        "Lots are drawn {draw:@draw} among {drawn} {drawn:player|players}: its last figure is "
        "{figure}."
    ),
    "committee-way.lot": "by lot",
    "committee-way.vote": "by vote",
    "committee-way.rules": "by the rules",
    "draw.machine": "by the machine",
    "draw.hand": "by hand",
    "draw.lottery": "from the national lottery",
    "office.president": "president",
    "office.member": "member",
    "office.reserve": "reserve",
    "refusal.votes-do-not-fit": (
        "A committee by vote needs votes, zero or more and once for each player; by lot or by the "
        "rules nobody votes."
    ),
    "refusal.too-few-for-committee": (
        "A committee needs {fewest} players; {candidates} {candidates:is|are} left to choose from."
    ),
    "refusal.no-committee": "There is no appeals committee yet.",
    "refusal.not-in-committee": (
        "{entrant:name} does not sit in the committee, or not in this case."
    ),
    "refusal.no-reserve-left": "No reserve is left to take the seat of {member:name}.",
    "refusal.lots-do-not-fit": (
        "By hand each player has a number of their own, 1 or more, and otherwise none is given: "
        "{entrants} are wanted and {numbers} came."
    ),
    "refusal.no-lottery-figure": (
        "The lottery needs its last figure, 0 to 9, and no other draw has one."
    ),
    "refusal.nobody-to-draw": "There are not two players among whom to draw.",
    "page.committee": "Appeals committee",
    "page.committee.none": "There is no appeals committee.",
    "page.committee.formed": "Formed {way:@committee-way}.",
    "page.committee.lot": "The lot drawn was {lot}; the order follows from it by {generator}.",
    "page.committee.votes": "Votes",
    "page.committee.case": "In the case of {case}",
    "page.committee.for-good": "Replaced",
    "page.committee.instead": "{reserve:name} in place of {member:name}",
    "page.committee.proposal": "What the rules give now",
    "page.committee.proposal.private": (
        "Ages and arbiter titles decide here: only you see this, and none of it is recorded."
    ),
    "page.committee.before": "before {other:name}: {why}",
    "page.committee.last": "nobody else is left",
    "page.committee.criterion.adult": "of age",
    "page.committee.criterion.federation": "a federation that is not in the committee yet",
    "page.committee.criterion.arbiter": "the higher arbiter title",
    "page.committee.criterion.rating": "the higher rating",
    "page.committee.criterion.age": "the older one",
    "page.committee.criterion.alphabet": "first in the alphabet",
    "page.committee.criterion.number": "the lower number",
    "page.committee.form": "Form the committee",
    "page.committee.again": "Form it anew",
    "page.committee.way": "How",
    "page.committee.way.help.rules": "By the conditions of the book, one after another.",
    "page.committee.way.help.lot": "The machine draws, and the number drawn is recorded.",
    "page.committee.way.help.vote": "Write the votes beside the names; the rules part equal votes.",
    "page.committee.without": "Out",
    "page.committee.without.help": "Tick who may not or will not sit in the committee.",
    "page.committee.replace": "Replace a member",
    "page.committee.member": "Member",
    "page.committee.game": "In the case of a game (empty: for good)",
    "page.committee.replace.do": "Seat the next reserve",
    "regulations.committee.formed": "It is formed of {members}.",
    "page.lots": "Lots",
    "page.lots.help": (
        "The smaller number is ahead where the tie-break by lots is reached. A player who draws "
        "again has the new number."
    ),
    "page.lots.none": "No lots were drawn.",
    "page.lots.number": "Lot",
    "page.lots.machine": "Let the machine draw for all",
    "page.lots.lottery": "Last figure of the national lottery",
    "page.lots.lottery.help": (
        "Those who are tied stand by their surnames; the figure says with whom the order begins."
    ),
    "page.lots.lottery.do": "Draw among the tied",
    "page.lots.hand": "Numbers drawn by hand",
    "page.lots.hand.do": "Record the numbers",
    "page.entries.column.arbiter": "Arbiter title",
}
