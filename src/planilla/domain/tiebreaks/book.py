"""The tie-breaks of the seed book: edition `libro`.

Where unplayed rounds are adjusted a code takes `/own` and `/off`; bare it is fully adjusted. Codes
are those of FIDE where FIDE has one for the same idea.

Source: seed 000, chapter 3.
"""

from functools import partial

from planilla.domain.tiebreaks.board_weights import among_tied, board_weights, whole_tournament
from planilla.domain.tiebreaks.book_ratings import AS_UNRATED, exact_average_rating
from planilla.domain.tiebreaks.direct_encounter import personal_encounter
from planilla.domain.tiebreaks.encounter_points import brightwell, points_difference
from planilla.domain.tiebreaks.family import AMONG_TIED, OPPONENTS, OWN, SECOND, Family
from planilla.domain.tiebreaks.given import lots, points
from planilla.domain.tiebreaks.harkness import harkness
from planilla.domain.tiebreaks.kashdan import kashdan
from planilla.domain.tiebreaks.koya import koya
from planilla.domain.tiebreaks.mutual_colours import mutual_black
from planilla.domain.tiebreaks.opponents import buchholz, sonneborn_berger
from planilla.domain.tiebreaks.own_results import counting, game_won, progressive, win
from planilla.domain.tiebreaks.performances import TOURNAMENT, performance
from planilla.domain.tiebreaks.second_degree import second_sonneborn_berger, sum_of_buchholz

ADJUSTED = ("off", "own")
KASHDAN = Family(make=kashdan, takes=ADJUSTED, scored=False, reach=OWN)

OF_THE_BOOK: dict[str, Family] = {
    "PTS": Family(make=points, reach=OWN),
    "DE": Family(make=personal_encounter, reach=AMONG_TIED),
    "GPD": Family(make=points_difference, takes=ADJUSTED, scored=False, reach=OWN),
    "BW": Family(make=brightwell, takes=("K", *ADJUSTED), scored=False, reach=OPPONENTS),
    "KS": Family(make=koya, takes=("L", "L>"), reach=OPPONENTS),
    "K100": KASHDAN,
    "K310": KASHDAN,
    "K520": KASHDAN,
    "K421": KASHDAN,
    "K841": KASHDAN,
    "WIN": Family(make=partial(counting, win, 1), reach=OWN),
    "WON": Family(make=partial(counting, game_won, 1), reach=OWN),
    "PS": Family(make=progressive, takes=("C",), not_accelerated=True, reach=OWN),
    "HOL": Family(make=partial(board_weights, among_tied), teams=True, scored=False),
    "HOLT": Family(make=partial(board_weights, whole_tournament), teams=True, scored=False),
    "BH": Family(make=buchholz, takes=("C", "M", *ADJUSTED), not_by_schedule=True, reach=OPPONENTS),
    "HARK": Family(make=harkness, not_by_schedule=True, reach=OPPONENTS),
    "SOB": Family(make=sum_of_buchholz, takes=ADJUSTED, not_by_schedule=True, reach=SECOND),
    "SB": Family(make=sonneborn_berger, takes=("C", *ADJUSTED), reach=OPPONENTS),
    "ARO": Family(make=exact_average_rating, takes=("C", "U"), scored=False, reach=OWN),
    "TPR": Family(make=partial(performance, AS_UNRATED), takes=("U",), scored=False, reach=OWN),
    "RCD": Family(make=partial(performance, TOURNAMENT), takes=("U",), scored=False, reach=OWN),
    "BLK": Family(make=mutual_black, scored=False, reach=AMONG_TIED),
    "BH2": Family(make=sum_of_buchholz, takes=ADJUSTED, reach=SECOND),
    "SB2": Family(make=second_sonneborn_berger, takes=ADJUSTED, reach=SECOND),
    "LOTS": Family(make=lots, scored=False, reach=OWN),
}
