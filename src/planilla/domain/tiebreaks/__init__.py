"""Tie-breaks: who of those with equal points is ahead, and why, term by term.

To add one: write it in the file of its family as a `tiebreak.Tiebreak`, and add it to `TIEBREAKS`.
Codes are FIDE's where FIDE has one, with the seed book's definition (`docs/rules/tiebreaks.md`);
what follows a stroke is a modifier, as in FIDE's own lists: `/off` and `/own` set how unplayed
games are adjusted (`unplayed`), without one the adjustment is full. Codes are written into
recorded events, so a code is never changed or reused; another edition of a rule is another code.
"""

from planilla.domain.tiebreaks.direct_encounter import DIRECT_ENCOUNTER
from planilla.domain.tiebreaks.opponents import buchholz, sonneborn_berger
from planilla.domain.tiebreaks.own_results import GAMES_WON, PROGRESSIVE, WINS
from planilla.domain.tiebreaks.tiebreak import Tiebreak
from planilla.domain.tiebreaks.unplayed import Adjustment

TIEBREAKS: dict[str, Tiebreak] = {
    "PS": PROGRESSIVE,
    "BH": buchholz("BH", Adjustment.FULL),
    "BH/own": buchholz("BH/own", Adjustment.OWN),
    "BH/off": buchholz("BH/off", Adjustment.OFF),
    "SB": sonneborn_berger("SB", Adjustment.FULL),
    "SB/own": sonneborn_berger("SB/own", Adjustment.OWN),
    "SB/off": sonneborn_berger("SB/off", Adjustment.OFF),
    "DE": DIRECT_ENCOUNTER,
    "WIN": WINS,
    "WON": GAMES_WON,
}
