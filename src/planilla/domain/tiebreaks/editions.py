"""Which tie-breaks there are in each edition of the rules, and what each of them is made by.

To add a tie-break: write it in the file of its family as a `Family`'s maker, and name it here, or
in `book` if it is one of the seed book.
Names are written into recorded events, so a name is never changed or reused; an edition that has
appeared is never changed either: a changed rule is another edition.
"""

from collections.abc import Callable
from functools import partial

import msgspec

from planilla.domain.tiebreaks.boards import (
    board_by_board,
    board_count,
    counting_games,
    top_boards,
    without_bottom_boards,
)
from planilla.domain.tiebreaks.book import OF_THE_BOOK
from planilla.domain.tiebreaks.direct_encounter import direct_encounter
from planilla.domain.tiebreaks.extended_encounter import extended_encounter
from planilla.domain.tiebreaks.family import (
    AMONG_TIED,
    BY_NUMBER,
    OF_OPPONENTS,
    OPPONENTS,
    OWN,
    SECOND,
    Family,
)
from planilla.domain.tiebreaks.forfeits import with_forfeits_played
from planilla.domain.tiebreaks.given import lots, pairing_number, points
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.koya import koya
from planilla.domain.tiebreaks.opponent_ratings import average_rating, own_rating
from planilla.domain.tiebreaks.opponents import (
    average_of_buchholz,
    buchholz,
    of_two_scores,
    sonneborn_berger,
)
from planilla.domain.tiebreaks.own_results import (
    black_game,
    black_win,
    counting,
    elected,
    game_won,
    progressive,
    standard_points,
    win,
)
from planilla.domain.tiebreaks.performances import (
    PERFECT,
    TOURNAMENT,
    average_performance,
    performance,
)
from planilla.domain.tiebreaks.team_scores import other_score, points_by, scores_and_strength
from planilla.domain.tiebreaks.tiebreak import Tiebreak
from planilla.domain.tiebreaks.unplayed import Adjustment, Unplayed, of_fide, of_the_book

HALF_POINTS = 2


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """One edition: its name, the treatment of unplayed rounds by adjustment, and its families.

    `unplayed` has one entry, "", unless a code can ask for another adjustment (`/off`, `/P`).
    """

    name: str
    unplayed: dict[str, Unplayed]
    families: dict[str, Family]


def _not_by_schedule(family: Family) -> Family:
    return msgspec.structs.replace(family, not_by_schedule=True)


def _of_teams(make: Callable[[Code, Unplayed], Tiebreak], *takes: str) -> Family:
    return Family(make=make, takes=takes, teams=True, scored=False)


BUCHHOLZ = Family(make=buchholz, takes=("C", "M", "F", "P"), reach=OPPONENTS)
PROGRESSIVE = Family(make=progressive, takes=("C",), not_accelerated=True, reach=OWN)

OF_TEAMS: dict[str, Family] = {
    "MPTS": _of_teams(partial(points_by, "MP")),
    "GPTS": _of_teams(partial(points_by, "GP")),
    "MPVGP": _of_teams(other_score),
    "EMMSB": _of_teams(partial(of_two_scores, "MP", "MP"), "C", "M", "F", "P"),
    "EMGSB": _of_teams(partial(of_two_scores, "MP", "GP"), "C", "M", "F", "P"),
    "EGMSB": _of_teams(partial(of_two_scores, "GP", "MP"), "C", "M", "F", "P"),
    "EGGSB": _of_teams(partial(of_two_scores, "GP", "GP"), "C", "M", "F", "P"),
    "EDE": _of_teams(extended_encounter, "P"),
    "EDEBT": _of_teams(extended_encounter, "P"),
    "EDEBB": _of_teams(extended_encounter, "P"),
    "EDET": _of_teams(extended_encounter, "P"),
    "EDEB": _of_teams(extended_encounter, "P"),
    "BC": _of_teams(board_count),
    "TBR": _of_teams(partial(board_by_board, top_boards)),
    "BBE": _of_teams(partial(board_by_board, without_bottom_boards)),
    "SSSC": _of_teams(scores_and_strength, "K", "F", "P"),
}
OF_2024: dict[str, Family] = {
    "PTS": Family(make=points, reach=OWN),
    "DE": Family(make=direct_encounter, takes=("P",), reach=AMONG_TIED),
    "WIN": Family(make=partial(counting_games, win, "WIN"), reach=OWN),
    "WON": Family(make=partial(counting_games, game_won, "WON"), reach=OWN),
    "BPG": Family(make=partial(counting_games, black_game, "BPG"), reach=OWN),
    "BWG": Family(make=partial(counting_games, black_win, "BWG"), reach=OWN),
    "PS": PROGRESSIVE,
    "REP": Family(make=partial(counting, elected, 1), reach=OWN),
    "BH": BUCHHOLZ,
    "FB": BUCHHOLZ,
    "AOB": Family(make=average_of_buchholz, takes=("F", "P"), reach=SECOND),
    "SB": Family(make=sonneborn_berger, takes=("C", "M", "F", "P"), reach=OPPONENTS),
    "KS": Family(make=koya, takes=("L", "L+", "L-"), reach=OPPONENTS),
    "ARO": Family(make=average_rating, takes=("C", "M", "U"), reach=OWN),
    "TPR": Family(make=partial(performance, TOURNAMENT), takes=("U",), reach=OWN),
    "PTP": Family(make=partial(performance, PERFECT), takes=("U",), reach=OWN),
    "APRO": Family(make=partial(average_performance, TOURNAMENT), takes=("U",), reach=OF_OPPONENTS),
    "APPO": Family(make=partial(average_performance, PERFECT), takes=("U",), reach=OF_OPPONENTS),
    "LOTS": Family(make=lots, reach=OWN),
    **OF_TEAMS,
}
OF_2026 = {
    **OF_2024,
    **{name: _not_by_schedule(OF_2024[name]) for name in ("BH", "FB", "AOB")},
    "TPN": Family(make=pairing_number, takes=("R",), reach=BY_NUMBER),
    "RTNG": Family(make=own_rating, takes=("U", "R"), reach=OWN),
    "STD": Family(make=partial(counting, standard_points, HALF_POINTS), reach=OWN),
}


def _by_fide(name: str, *, capped: bool) -> dict[str, Unplayed]:
    """Article 16, and without forfeits among what was not played (`/P`)."""
    treatment = of_fide(name, capped=capped)
    return {"": treatment, "P": with_forfeits_played(treatment)}


EDITIONS: dict[str, Edition] = {
    "fide-2026-03": Edition(
        name="fide-2026-03",
        unplayed=_by_fide("fide-2026-03", capped=True),
        families=OF_2026,
    ),
    "fide-2024-08": Edition(
        name="fide-2024-08",
        unplayed=_by_fide("fide-2024-08", capped=False),
        families=OF_2024,
    ),
    "libro": Edition(
        name="libro",
        unplayed={
            "": of_the_book(Adjustment.FULL),
            "own": of_the_book(Adjustment.OWN),
            "off": of_the_book(Adjustment.OFF),
        },
        families=OF_THE_BOOK,
    ),
}
