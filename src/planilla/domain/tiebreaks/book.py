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
from planilla.domain.tiebreaks.family import Family
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
KASHDAN = Family(make=kashdan, takes=ADJUSTED, scored=False)

OF_THE_BOOK: dict[str, Family] = {
    "PTS": Family(make=points),
    "DE": Family(make=personal_encounter),
    "GPD": Family(make=points_difference, takes=ADJUSTED, scored=False),
    "BW": Family(make=brightwell, takes=("K", *ADJUSTED), scored=False),
    "KS": Family(make=koya, takes=("L", "L>")),
    "K100": KASHDAN,
    "K310": KASHDAN,
    "K520": KASHDAN,
    "K421": KASHDAN,
    "K841": KASHDAN,
    "WIN": Family(make=partial(counting, win, 1)),
    "WON": Family(make=partial(counting, game_won, 1)),
    "PS": Family(make=progressive, takes=("C",), not_accelerated=True),
    "HOL": Family(make=partial(board_weights, among_tied), teams=True, scored=False),
    "HOLT": Family(make=partial(board_weights, whole_tournament), teams=True, scored=False),
    "BH": Family(make=buchholz, takes=("C", "M", *ADJUSTED), not_by_schedule=True),
    "HARK": Family(make=harkness, not_by_schedule=True),
    "SOB": Family(make=sum_of_buchholz, takes=ADJUSTED, not_by_schedule=True),
    "SB": Family(make=sonneborn_berger, takes=("C", *ADJUSTED)),
    "ARO": Family(make=exact_average_rating, takes=("C", "U"), scored=False),
    "TPR": Family(make=partial(performance, AS_UNRATED), takes=("U",), scored=False),
    "RCD": Family(make=partial(performance, TOURNAMENT), takes=("U",), scored=False),
    "BLK": Family(make=mutual_black, scored=False),
    "BH2": Family(make=sum_of_buchholz, takes=ADJUSTED),
    "SB2": Family(make=second_sonneborn_berger, takes=ADJUSTED),
    "LOTS": Family(make=lots, scored=False),
}
