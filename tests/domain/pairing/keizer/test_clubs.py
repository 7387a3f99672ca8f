"""What clubs announce can be said in settings; figures from their pages, worked out by hand.

Two players worth 60 and 30, the own value left out where the club leaves it out. Somebody rests,
is away with a reason, without one, plays for the club, and loses: shares of 60, or of 30.
"""

from fractions import Fraction

import pytest

from dsl.keizer_seasons import played, season
from planilla.domain.pairing.keizer.rules import (
    Absence,
    Credit,
    KeizerRules,
    Mode,
    Of,
    OwnValue,
    Retired,
    faults_of,
)
from planilla.domain.pairing.keizer.totals import Counting, working_of
from planilla.domain.pairing.keizer.values import first_values
from planilla.domain.vocabulary import ByeKind

KNSB = KeizerRules(
    bye=Credit(share="4/6"),
    justified=Credit(share="2/6"),
    unjustified=Credit(share="2/6"),
    external=Credit(share="2/3"),
    absences_max=5,
)
FREE_KEIZER = KeizerRules(
    loss="1/6",
    loss_of=Of.OWN,
    bye=Credit(share="4/6"),
    justified=Credit(share="2/6"),
    unjustified=Credit(share="2/6"),
    absences_max=5,
)
SLIEDRECHT = KeizerRules(
    bye=Credit(share="66 %"),
    justified=Credit(share="33 %", limit=10),
    unjustified=Credit(share="0"),
    external=Credit(share="66 %"),
)
BORNE = KeizerRules(
    maximum=70,
    own_value=OwnValue.NONE,
    bye=Credit(share="2/3"),
    justified=Credit(share="1/6", limit=8),
    external=Credit(share="1"),
    rounds_between=8,
    meetings_max=4,
)
KIJK_UIT = KeizerRules(maximum=100, justified=Credit(share="1/3"), unjustified=Credit(share="0"))
KEIZER_FOR_CLUBS = KeizerRules(
    loss="5 %",
    bye=Credit(share="50 %"),
    justified=Credit(share="35 %"),
    unjustified=Credit(share="35 %"),
    external=Credit(share="70 %"),
    retired=Retired.FROZEN,
    retired_share="75 %",
    mode=Mode.FIXED_POINT,
)


@pytest.mark.parametrize(
    ("rules", "figures"),
    [
        pytest.param(KNSB, ("40", "20", "20", "40", "0"), id="KNSB classic"),
        pytest.param(FREE_KEIZER, ("40", "20", "20", "40", "10"), id="FreeKeizer"),
        pytest.param(SLIEDRECHT, ("39.6", "19.8", "0", "39.6", "0"), id="Sliedrecht"),
        pytest.param(BORNE, ("40", "10", "20", "60", "0"), id="Borne"),
        pytest.param(KIJK_UIT, ("60", "20", "0", "40", "0"), id="Kijk Uit"),
        pytest.param(KEIZER_FOR_CLUBS, ("30", "21", "21", "42", "1.5"), id="KeizerForClubs"),
    ],
)
def test_the_rules_of_a_club(rules: KeizerRules, figures: tuple[str, ...]) -> None:
    assert list(faults_of(rules)) == []
    away = played(byes=((0, ByeKind.ZERO_POINT),))
    rested = played(byes=((0, ByeKind.PAIRING_ALLOCATED),))
    of = season(
        2,
        rested,
        away,
        away,
        away,
        played((0, 1, "0-1")),
        rules=rules,
        absences={(0, 3): Absence.UNJUSTIFIED, (0, 4): Absence.EXTERNAL},
    )
    lines = working_of(of, Counting(values=(60, 30)), 0)
    own = 0 if rules.own_value is OwnValue.NONE else 1
    assert tuple(line.product for line in lines[own:]) == tuple(map(Fraction, figures))
    assert len(lines) == 5 + own


def test_kijk_uit_counts_an_external_win_as_the_own_value_and_a_draw_as_half() -> None:
    away = played(byes=((0, ByeKind.ZERO_POINT),))
    absences = {(0, 1): Absence.EXTERNAL_WIN, (0, 2): Absence.EXTERNAL_DRAW}
    of = season(2, away, away, rules=KIJK_UIT, absences=absences)
    lines = working_of(of, Counting(values=(60, 30)), 0)
    assert [line.product for line in lines] == [60, 60, 30]


def test_borne_begins_with_70_and_kijk_uit_with_100() -> None:
    assert first_values(season(3, rules=BORNE)).values == (70, 69, 68)
    assert first_values(season(3, rules=KIJK_UIT)).values == (100, 99, 98)
