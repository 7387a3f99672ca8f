"""What is said about prizes, in English."""

PRIZES: dict[str, str] = {
    "event.PrizesAnnounced": "Prizes of {fund:money/{currency}} are announced.",
    "event.PrizesShared": (
        "{paid:money/{currency}} are shared among {n} {n:player|players} {by:@shared-by}."
    ),
    "shared-by.final": "by the final standings",
    "shared-by.standings": "by the standings of the unfinished tournament",
    "shared-by.chances": "by the chances of each place",
    "refusal.no-prizes": (
        "Group {group} has no prize: write the first prize, or leave the group out."
    ),
    "refusal.no-such-currency": (
        "“{currency}” is not a currency: write its three capital letters, as in EUR."
    ),
    "refusal.negative-prize": (
        "Group {group}, place {place}: {prize:money/{currency}} is below nothing. Write 0 or more."
    ),
    "refusal.prizes-rise": (
        "Group {group}: the prize of place {place} is greater than the one before it. "
        "Write the greatest first."
    ),
    "refusal.prize-group-twice": (
        "Group {group} is for the same players as a group before it: join their prizes."
    ),
    "refusal.rating-band-empty": (
        "Group {group}: nobody has a rating from {rating_from} to {rating_to}. "
        "Write the lower one first."
    ),
    "refusal.prize-fund-mismatch": (
        "The prizes add up to {prizes:money/{currency}} and the fund is {fund:money/{currency}}: "
        "change one of the two."
    ),
    "refusal.nobody-in-category": (
        "Group {group}: no player has the category “{category}”. There are: {known}."
    ),
    "refusal.chances-out-of-range": (
        "Draws ({draws}) are from 0 to 100 hundredths, and outcomes drawn ({samples}) from 1 to "
        "{samples_max}."
    ),
    "refusal.prizes-not-announced": "No prizes are announced: announce them first.",
    "refusal.prizes-in-regulations": ("The prizes are part of the regulations: change them there."),
    "refusal.too-many-open-for-chances": (
        "{open} games are open, and chances are worked out for {largest} at most: "
        "share the prizes by the standings."
    ),
    "refusal.nothing-open": "No game is open: share the prizes by the standings.",
    "page.prizes": "Prizes",
    "page.prizes.none": "No prizes are announced.",
    "page.prizes.plan": "What may be won",
    "page.prizes.plan.final": "The prizes announced",
    "page.prizes.fund": "{fund:money/{currency}} in all.",
    "page.prizes.general": "General",
    "page.prizes.category": "Category {category}",
    "page.prizes.band": "Rating {rating_from} to {rating_to}",
    "page.prizes.band.from": "Rating from {rating_from}",
    "page.prizes.band.to": "Rating up to {rating_to}",
    "page.prizes.unrated": "unrated included",
    "page.prizes.place": "Place",
    "page.prizes.prize": "Prize",
    "page.prizes.sharing": "Tied on points",
    "prize-sharing.fixed": "Each the prize of the place after the tie-breaks.",
    "prize-sharing.shared": "Those tied on points share the prizes of their places equally.",
    "prize-sharing.hort": (
        "Hort system: of the prizes of their places, those tied on points share half equally; the "
        "other half goes by the places."
    ),
    "prize-sharing.fixed.short": "Fixed: each the prize of the place",
    "prize-sharing.shared.short": "Shared in equal parts",
    "prize-sharing.hort.short": "Hort: half shared, half by place",
    "prize-taking.highest": "Nobody takes more than one prize, the highest; the rest move up.",
    "prize-taking.every": "A player takes every prize won.",
    "page.prizes.now": "As it stands",
    "page.prizes.now.help": "What each would win if the standings stayed as they are.",
    "page.prizes.final": "By the final standings",
    "page.prizes.final.help": "What each has won by the final standings.",
    "page.prizes.nobody": "Nobody has won anything yet.",
    "page.prizes.nobody.final": "Nobody has won a prize.",
    "page.prizes.shared": "Prizes shared",
    "page.prizes.shared.differs": (
        "The prizes were shared before the last change: today they would be others."
    ),
    "page.prizes.player": "Player",
    "page.prizes.amount": "Wins",
    "page.prizes.working": "How it was worked out",
    "page.prizes.points": "Points",
    "page.prizes.unpaid": "{unpaid:money/{currency}} has no winner.",
    "page.prizes.pool.one": "Place {first}: {pool}",
    "page.prizes.pool": "Places {first} to {last}, tied on points: {prizes} = {pool}",
    "page.prizes.common": "Equal part",
    "page.prizes.by-place": "By place",
    "page.prizes.rounding": "Rounding",
    "page.prizes.struck": "{player:name} takes more in another group: {takes}.",
    "page.prizes.chances": "While games are open",
    "page.prizes.chances.exact": (
        "{games} {games:game is|games are} open. All {outcomes} outcomes were looked at, "
        "{likelihood:@likelihood}."
    ),
    "page.prizes.chances.drawn": (
        "{games} games are open. {outcomes} outcomes were drawn, {likelihood:@likelihood}, with "
        "the seed {seed}; each chance may be off by ±{error} % (standard error)."
    ),
    "page.prizes.chances.many": (
        "{games} games are open: the chances are shown when {largest} or fewer are."
    ),
    "page.prizes.chances.soon": "The chances are being worked out: look again in a moment.",
    "page.prizes.nothing": "As it stands, this player wins nothing.",
    "page.prizes.nothing.final": "This player has won no prize.",
    "page.prizes.chances.place": "{place}.",
    "page.prizes.chances.mean": "May expect",
    "page.prizes.chances.even": "All outcomes equally likely",
    "page.prizes.chances.elo": "By Elo",
    "page.prizes.chances.bar": "{chance} of the place {place}",
    "likelihood.even": "all equally likely",
    "likelihood.elo": "weighed by Elo",
    "page.prizes.effect": "Effect on the prizes",
    "page.prizes.effect.none": "No prize changes.",
    "page.prizes.effect.row": "{player:name}: {before} → {after} ({change})",
    "page.prizes.effect.help": "By the standings as they are now, had the game ended otherwise.",
    "page.prizes.edit": "Change the prizes",
    "page.prizes.edit.help": (
        "One group in each block; prizes of the first place first, as in 500 300 150,50. An empty "
        "block is left out. The prizes of all groups add up to the fund."
    ),
    "page.prizes.edit.currency": "Currency",
    "page.prizes.edit.total": "Fund",
    "page.prizes.edit.group": "Group {number}",
    "page.prizes.edit.prizes": "Prizes, the first first",
    "page.prizes.edit.category-of": "Category (empty: everybody)",
    "page.prizes.edit.from": "Rating from",
    "page.prizes.edit.to": "Rating up to",
    "page.prizes.edit.unrated": "with the unrated",
    "page.prizes.edit.taking": "More than one prize",
    "page.prizes.edit.announce": "Announce these prizes",
    "page.prizes.edit.share": "Share the prizes",
    "page.prizes.edit.share.final": "Share by the final standings",
    "page.prizes.edit.share.standings": "The tournament stays unfinished: share by the standings",
    "page.prizes.edit.share.chances": "The tournament stays unfinished: share by the chances",
    "page.prizes.edit.in-regulations": "The prizes are part of the regulations.",
    "refusal.not-an-amount": "“{text}” is not an amount of money: write it as in 150 or 150,50.",
    "page.tab.prizes": "Prizes",
}
