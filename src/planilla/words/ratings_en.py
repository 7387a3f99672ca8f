"""What is said about ratings, on pages and on the command line, in English."""

RATINGS: dict[str, str] = {
    "rating-rules.elo-fide-2024": "FIDE rating rules of 2024, amended in October 2025",
    "rating-rules.elo-fide-2024-rapid": "FIDE rating rules of 2024 for rapid and blitz",
    "regulations.rating-rules.elo-fide-2024-rapid": (
        "FIDE rules of 1 March 2024 for rapid and blitz"
    ),
    "rating-rules.elo-libro": "Rating rules of the book",
    # why a round does not count
    "rating-why.open": "still being played",
    "rating-why.forfeit": "not played: forfeit",
    "rating-why.bye": "bye",
    "rating-why.absent": "absent",
    "rating-why.unrated-opponent": "the opponent has no rating",
    "rating-why.not-rated": "does not count for rating",
    "rating-why.too-wide": "the two are too far apart in rating",
    # why there is no first rating
    "rating-none.no-points": "no points against rated opponents: no first rating",
    "rating-none.too-few-games": "too few games for a first rating",
    "rating-none.below-floor": "below the lowest rating that is published",
    "rating-none.too-few-rated-opponents": "too few rated opponents for a first rating",
    "rating-none.no-games": "no game against a rated opponent yet",
    # the page
    "page.tab.elo": "Elo",
    "page.elo.rules": "{rules:@rating-rules}",
    "page.elo.counts": (
        "Only games that were played against rated opponents count. An open game changes nothing "
        "yet."
    ),
    "page.elo.col.expected": "Expected",
    "page.elo.col.score": "Score",
    "page.elo.col.change": "Change",
    "page.elo.col.performance": "Performance",
    "page.elo.col.new": "New",
    "page.elo.col.difference": "Difference",
    "page.elo.gains": "gains {points} points",
    "page.elo.loses": "loses {points} points",
    "page.elo.stays": "no change",
    "page.elo.first": "first rating",
    "page.elo.game-by-game": "Game by game",
    "page.elo.cut": "counts as {difference}",
    "page.elo.sum": "Sum",
    "page.elo.times-k": "{score} − {expected} = {rest}; × K {k} = {change}",
    "page.elo.rounded": "Rounded once, one half away from zero: {rating} {rounded} = {after}.",
    "page.elo.first-working": (
        "Mean of the opponents {mean}, score {percent} %: {difference}; together {value}."
    ),
    "page.elo.no-games": "No game has counted yet.",
    "page.elo.link": "Elo, game by game",
    # the command
    "cli.ratings": "what tournament files do to everybody's rating, game by game",
    "cli.ratings.rules": (
        "rating rules: elo-fide-2024, elo-fide-2024-rapid or elo-libro (elo-fide-2024)"
    ),
    "cli.ratings.explain": "the games of one player (pairing number), one by one",
    "cli.ratings.method": "game by game (swiss), or the book's round-robin means (round-robin)",
    "cli.ratings.k": "K of everybody; without it, 10 from 2400 and else 20",
    "cli.ratings.title": "{file}: {rules}",
    "cli.ratings.means": "Rar {rated}, Dp {difference}, Ra {table}, N {opponents}",
    "cli.ratings.no-table": "Nobody who is rated has played yet.",
    "cli.ratings.col.number": "No.",
    "cli.ratings.col.rating": "Rating",
    "cli.ratings.col.k": "K",
    "cli.ratings.col.games": "Games",
    "cli.ratings.col.score": "Score",
    "cli.ratings.col.expected": "Expected",
    "cli.ratings.col.change": "Change",
    "cli.ratings.col.new": "New",
    "cli.ratings.col.performance": "Perf.",
    "cli.ratings.col.mean": "Rc",
    "cli.ratings.col.percentage": "p",
    "cli.ratings.player": "Player {number}, rating {rating}, K {k}:",
    "cli.ratings.unrated-player": "Player {number}, without a rating:",
    "cli.ratings.game": (
        "  round {round}: {opponent} ({rating}), difference {difference}, expected {expected}, "
        "scored {score}, change {change}"
    ),
    "cli.ratings.game-cut": (
        "  round {round}: {opponent} ({rating}), difference counts as {difference}, expected "
        "{expected}, scored {score}, change {change}"
    ),
    "cli.ratings.game-first": "  round {round}: {opponent} ({rating}), scored {score}",
    "cli.ratings.uncounted": "  round {round}: {why:@rating-why}",
    "cli.ratings.sum": "  together {change}, rounded {rounded}: {rating}",
    "cli.ratings.short": (
        "  by the book's short formula: {change}, {rating} (mean of the opponents {mean})"
    ),
    "cli.ratings.first": (
        "  mean of the opponents {mean}, score {percent} %, difference {difference}: {value}"
    ),
    "cli.ratings.none": "  {why:@rating-none}",
    "progress.ratings": "file {done} of {total}",
    "error.no-such-rating-rules": "There are no rating rules “{rules}”. There are: {known}.",
    "error.no-such-number": "{file} has no player {number}.",
}
