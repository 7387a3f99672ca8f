"""Tie-breaks of teams in English: names, steps, and what is wrong with the teams of a file."""

TEAM_TIEBREAKS: dict[str, str] = {
    "tiebreak.MPTS": "Match points",
    "tiebreak.GPTS": "Game points",
    "tiebreak.MPVGP": "Match points or game points",
    "tiebreak.EMMSB": "Sonneborn-Berger, match points by match points",
    "tiebreak.EMGSB": "Sonneborn-Berger, match points by game points",
    "tiebreak.EGMSB": "Sonneborn-Berger, game points by match points",
    "tiebreak.EGGSB": "Sonneborn-Berger, game points by game points",
    "tiebreak.EDE": "Extended direct encounter",
    "tiebreak.EDEBT": "Extended direct encounter, board count, top boards",
    "tiebreak.EDEBB": "Extended direct encounter, board count, bottom boards out",
    "tiebreak.EDET": "Extended direct encounter, top boards",
    "tiebreak.EDEB": "Extended direct encounter, bottom boards out",
    "tiebreak.BC": "Board count",
    "tiebreak.TBR": "Top board results",
    "tiebreak.BBE": "Bottom board elimination",
    "tiebreak.SSSC": "Scores and schedule strength",
    "tiebreak-short.MPTS": "MP",
    "tiebreak-short.GPTS": "GP",
    "tiebreak-short.MPVGP": "MP/GP",
    "tiebreak-short.EMMSB": "EMMSB",
    "tiebreak-short.EMGSB": "EMGSB",
    "tiebreak-short.EGMSB": "EGMSB",
    "tiebreak-short.EGGSB": "EGGSB",
    "tiebreak-short.EDE": "EDE",
    "tiebreak-short.EDEBT": "EDEBT",
    "tiebreak-short.EDEBB": "EDEBB",
    "tiebreak-short.EDET": "EDET",
    "tiebreak-short.EDEB": "EDEB",
    "tiebreak-short.BC": "BC",
    "tiebreak-short.TBR": "TBR",
    "tiebreak-short.BBE": "BBE",
    "tiebreak-short.SSSC": "SSSC",
    "tiebreak-help.MPTS": "The points for matches won and drawn.",
    "tiebreak-help.GPTS": "The points that the players of the team scored.",
    "tiebreak-help.MPVGP": "Game points where match points decide, and the other way round.",
    "tiebreak-help.EMMSB": "Each opponent's match points times the match points made against it.",
    "tiebreak-help.EMGSB": "Each opponent's match points times the game points made against it.",
    "tiebreak-help.EGMSB": "Each opponent's game points times the match points made against it.",
    "tiebreak-help.EGGSB": "Each opponent's game points times the game points made against it.",
    "tiebreak-help.EDE": (
        "What the teams tied did among themselves: by the score that decides, then by the other."
    ),
    "tiebreak-help.EDEBT": (
        "Extended direct encounter; of two teams still tied, the lower board count of their own "
        "matches, then the better result at the top boards."
    ),
    "tiebreak-help.EDEBB": (
        "Extended direct encounter; of two teams still tied, the lower board count of their own "
        "matches, then the better result without the bottom boards."
    ),
    "tiebreak-help.EDET": (
        "Extended direct encounter; of two teams still tied, the better result at the top boards "
        "of their own matches."
    ),
    "tiebreak-help.EDEB": (
        "Extended direct encounter; of two teams still tied, the better result of their own "
        "matches without the bottom boards."
    ),
    "tiebreak-help.BC": (
        "The sum of board number times points there; the lower is ahead, among teams with equal "
        "game points."
    ),
    "tiebreak-help.TBR": "The points at board 1; if that does not decide, at the next, and so on.",
    "tiebreak-help.BBE": (
        "The points without the last board; if that does not decide, without one more, and so on."
    ),
    "tiebreak-help.SSSC": "The other score, plus the Buchholz divided by a factor.",
    "tiebreak.HOL": "Dutch weighting of boards",
    "tiebreak.HOLT": "Dutch weighting of boards, whole tournament",
    "tiebreak-short.HOL": "Dutch",
    "tiebreak-short.HOLT": "Dutch t.",
    "tiebreak-help.HOL": (
        "In the matches of those tied: the result of board 1 times the number of boards, board 2 "
        "times one less, and so on; then board by board; then Black on board 1."
    ),
    "tiebreak-help.HOLT": (
        "In all matches: the result of board 1 times the number of boards, board 2 times one less, "
        "and so on; then board by board."
    ),
    "step.board-weights": "all boards, the first one times",
    "step.black-on-board": "Black, all being drawn, on board",
    "step.board": "board that decides",
    "step.boards-kept": "boards that count",
    "step.board-count": "board count, the lower ahead",
    "step.encounter-MP": "among those tied, by match points",
    "step.encounter-GP": "among those tied, by game points",
    "step.buchholz": "Buchholz",
    "step.factor": "divided by",
    "step.other-score": "the other score",
    "step.combined": "together",
    "trf.unknown-team": "Record {record} names team {number}, which is no other team of the file.",
    "trf.player-of-two-teams": (
        "Player {number} is in team {team} and in team {other}; one team was expected."
    ),
    "trf.without-team": "Player {number} has games and is in no team.",
    "trf.team-mates": (
        "Round {round}: {number} has {opponent} as opponent, who is of the same team."
    ),
    "trf.two-matches": (
        "Round {round}: team {team} meets two teams; one match a round was expected."
    ),
    "trf.match-and-bye": "Round {round}: team {team} has a match, and a record gives it a bye.",
    "trf.forfeits-without-match": (
        "Round {round}: players of team {team} have forfeits, but the team has no match; "
        "a record 330 was expected."
    ),
    "trf.too-many-boards": (
        "Round {round}: the match of team {team} has more than {most} boards, as many as record "
        "352 has colours."
    ),
    "trf.boards-unclear": (
        "Round {round}: it cannot be told who sat at which board in the match of teams {team} and "
        "{other}; records 300 with the line-ups of both were expected."
    ),
    "cli.standings.col.team": "Team",
    "cli.standings.team": "Team {number}: rank {rank}, points {points}",
    "error.no-such-team": "{file} has no team {number}.",
}
