"""Which tie-breaks there are in each edition of the rules, and what each of them is made by.

To add a tie-break: write it in the file of its family as a `Family`'s maker, and name it here, or
in `book` if it is one of the seed book.
Names are written into recorded events, so a name is never changed or reused; an edition that has
appeared is never changed either: a changed rule is another edition.
"""

from functools import partial

import msgspec

from planilla.domain.tiebreaks.book import OF_THE_BOOK
from planilla.domain.tiebreaks.direct_encounter import direct_encounter
from planilla.domain.tiebreaks.family import Family
from planilla.domain.tiebreaks.given import lots, pairing_number, points
from planilla.domain.tiebreaks.koya import koya
from planilla.domain.tiebreaks.opponent_ratings import average_rating, own_rating
from planilla.domain.tiebreaks.opponents import average_of_buchholz, buchholz, sonneborn_berger
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
from planilla.domain.tiebreaks.unplayed import Adjustment, Unplayed, of_fide, of_the_book

HALF_POINTS = 2


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """One edition: its name, the treatment of unplayed rounds by adjustment, and its families.

    `unplayed` has one entry, "", unless a code can ask for another adjustment (`/off`, `/own`).
    """

    name: str
    unplayed: dict[str, Unplayed]
    families: dict[str, Family]


def _not_by_schedule(family: Family) -> Family:
    return msgspec.structs.replace(family, not_by_schedule=True)


BUCHHOLZ = Family(make=buchholz, takes=("C", "M", "F"))
PROGRESSIVE = Family(make=progressive, takes=("C",), not_accelerated=True)

OF_2024: dict[str, Family] = {
    "PTS": Family(make=points),
    "DE": Family(make=direct_encounter, takes=("P",)),
    "WIN": Family(make=partial(counting, win, 1)),
    "WON": Family(make=partial(counting, game_won, 1)),
    "BPG": Family(make=partial(counting, black_game, 1)),
    "BWG": Family(make=partial(counting, black_win, 1)),
    "PS": PROGRESSIVE,
    "REP": Family(make=partial(counting, elected, 1)),
    "BH": BUCHHOLZ,
    "FB": BUCHHOLZ,
    "AOB": Family(make=average_of_buchholz, takes=("F",)),
    "SB": Family(make=sonneborn_berger, takes=("C", "M", "F")),
    "KS": Family(make=koya, takes=("L", "L+", "L-")),
    "ARO": Family(make=average_rating, takes=("C", "M", "U")),
    "TPR": Family(make=partial(performance, TOURNAMENT), takes=("U",)),
    "PTP": Family(make=partial(performance, PERFECT), takes=("U",)),
    "APRO": Family(make=partial(average_performance, TOURNAMENT), takes=("U",)),
    "APPO": Family(make=partial(average_performance, PERFECT), takes=("U",)),
    "LOTS": Family(make=lots),
}
OF_2026 = {
    **OF_2024,
    **{name: _not_by_schedule(OF_2024[name]) for name in ("BH", "FB", "AOB")},
    "TPN": Family(make=pairing_number, takes=("R",)),
    "RTNG": Family(make=own_rating, takes=("U", "R")),
    "STD": Family(make=partial(counting, standard_points, HALF_POINTS)),
}

EDITIONS: dict[str, Edition] = {
    "fide-2026-03": Edition(
        name="fide-2026-03",
        unplayed={"": of_fide("fide-2026-03", capped=True)},
        families=OF_2026,
    ),
    "fide-2024-08": Edition(
        name="fide-2024-08",
        unplayed={"": of_fide("fide-2024-08", capped=False)},
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
