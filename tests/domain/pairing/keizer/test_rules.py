"""Settings: shares as people write them, what cannot be meant, values by place, credits."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from dsl.keizer_seasons import JUSTIFIED, played, season, totals
from planilla.domain.pairing.keizer.rules import (
    SEED,
    Absence,
    Credit,
    ForfeitWin,
    KeizerRules,
    Of,
    OwnValue,
    Relaxed,
    SettingFault,
    faults_of,
    settled,
    share_of,
)
from planilla.domain.pairing.keizer.season import KeizerRoundKind
from planilla.domain.pairing.keizer.totals import Counting, working_of
from planilla.domain.pairing.keizer.values import listed
from planilla.domain.vocabulary import ByeKind

AWAY = played(byes=((0, ByeKind.ZERO_POINT),))
TEN = Counting(values=(10, 6))
ALONE = replace(SEED, own_value=OwnValue.NONE)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        pytest.param("2/3", Fraction(2, 3), id="a fraction"),
        pytest.param(" 0,35 ", Fraction(7, 20), id="with a comma"),
        pytest.param("66 %", Fraction(33, 50), id="per cent"),
        pytest.param("1", Fraction(1), id="all"),
    ],
)
def test_a_share_is_read_as_people_write_it(text: str, share: Fraction) -> None:
    assert share_of(text) == share


@pytest.mark.parametrize("text", ["", "half", "1/0", "-1/3", "3", "1/7919"])
def test_what_is_no_share_is_told(text: str) -> None:
    with pytest.raises(ValueError, match=r"^"):
        share_of(text)
    assert list(faults_of(KeizerRules(loss=text))) == [SettingFault(field="loss", value=text)]


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        pytest.param(KeizerRules(step=-1), "step", id="a step upwards"),
        pytest.param(KeizerRules(passes_max=0), "passes_max", id="no pass"),
        pytest.param(KeizerRules(given=(5, 6)), "given", id="values that rise"),
        pytest.param(KeizerRules(given=(-1,)), "given", id="a value below nothing"),
        pytest.param(KeizerRules(bye=Credit(share="x")), "bye.share", id="no share"),
        pytest.param(
            KeizerRules(external=Credit(share="1", decay="9")), "external.decay", id="no decay"
        ),
        pytest.param(
            KeizerRules(justified=Credit(share="1", limit=-1)), "justified.limit", id="no limit"
        ),
        pytest.param(KeizerRules(categories=("A", "A")), "categories", id="a category twice"),
        pytest.param(
            KeizerRules(relax=(Relaxed.COLOUR, Relaxed.COLOUR)), "relax", id="a wish twice"
        ),
    ],
)
def test_a_setting_that_cannot_be_meant_is_named(rules: KeizerRules, field: str) -> None:
    assert [fault.field for fault in faults_of(rules)] == [field]


def test_the_books_rules_can_be_meant_and_shares_have_one_form() -> None:
    assert list(faults_of(SEED)) == []
    assert settled(SEED) == SEED
    written = KeizerRules(loss="0.5", retired_share="75 %", bye=Credit(share="4/6", decay="50%"))
    assert settled(written) == KeizerRules(
        loss="1/2", retired_share="3/4", bye=Credit(share="2/3", decay="1/2")
    )


@pytest.mark.parametrize(
    ("rules", "values"),
    [
        pytest.param(KeizerRules(maximum=70), (70, 69, 68, 67), id="a maximum"),
        pytest.param(KeizerRules(maximum=5, step=2), (5, 3, 1, 1), id="a step and the floor"),
        pytest.param(KeizerRules(maximum=1, floor=0), (1, 0, 0, 0), id="another floor"),
        pytest.param(KeizerRules(given=(100, 90)), (100, 90, 89, 88), id="announced, and below"),
        pytest.param(KeizerRules(given=(9, 7, 7, 5, 4)), (9, 7, 7, 5), id="announced"),
    ],
)
def test_values_by_place(rules: KeizerRules, values: tuple[int, ...]) -> None:
    assert listed(range(4), 4, rules).values == values


@pytest.mark.parametrize(
    ("rules", "total"),
    [
        pytest.param(replace(ALONE, justified=Credit(share="1/2")), 20, id="always"),
        pytest.param(replace(ALONE, justified=Credit(share="1/2", limit=3)), 15, id="three times"),
        pytest.param(
            replace(ALONE, justified=Credit(share="1/2", decay="1/2")),
            5 + Fraction(5, 2) + Fraction(5, 4) + Fraction(5, 8),
            id="half as much each time",
        ),
        pytest.param(
            replace(ALONE, justified=Credit(share="1/2"), absences_max=1), 5, id="one of any kind"
        ),
        pytest.param(
            replace(ALONE, announced=Absence.UNJUSTIFIED, unjustified=Credit(share="1/10")),
            4,
            id="announced is not justified",
        ),
    ],
)
def test_four_absences_of_somebody_worth_ten(rules: KeizerRules, total: Fraction) -> None:
    of = season(2, AWAY, AWAY, AWAY, AWAY, rules=rules)
    assert totals(of, TEN)[0] == total


def test_a_limit_is_told_where_it_is_used_up_and_does_not_touch_byes() -> None:
    rested = played(byes=((0, ByeKind.PAIRING_ALLOCATED),))
    of = season(2, AWAY, rested, AWAY, rules=replace(ALONE, absences_max=1))
    lines = working_of(of, TEN, 0)
    assert [(line.kind, line.over_limit) for line in lines] == [
        (KeizerRoundKind.JUSTIFIED, False),
        (KeizerRoundKind.BYE, False),
        (KeizerRoundKind.JUSTIFIED, True),
    ]
    assert [line.product for line in lines] == [Fraction(20, 3), 10, 0]


@pytest.mark.parametrize(
    ("absence", "product"),
    [
        pytest.param(Absence.UNJUSTIFIED, Fraction(10, 3), id="not justified"),
        pytest.param(Absence.JUSTIFIED, Fraction(20, 3), id="justified"),
        pytest.param(Absence.EXTERNAL, Fraction(20, 3), id="external"),
        pytest.param(Absence.EXTERNAL_WIN, Fraction(10), id="external game won"),
        pytest.param(Absence.EXTERNAL_DRAW, Fraction(5), id="external game drawn"),
        pytest.param(Absence.EXTERNAL_LOSS, Fraction(0), id="external game lost"),
        pytest.param(Absence.NOTHING, Fraction(0), id="not counted"),
    ],
)
def test_a_ruling_says_what_an_absence_was(absence: Absence, product: Fraction) -> None:
    for evening in (AWAY, played((0, 1, "-/+")), played(), played((1, 0, "-/-"))):
        of = season(2, evening, rules=ALONE, absences={(0, 1): absence})
        assert working_of(of, TEN, 0)[0].product == product


def test_a_round_missed_before_one_joined_is_as_the_rules_say() -> None:
    of = season(2, played(), rules=ALONE)
    assert totals(of, TEN)[0] == Fraction(10, 3)
    assert totals(replace(of, rules=replace(ALONE, missed=Absence.NOTHING)), TEN)[0] == 0
    assert totals(replace(of, rules=replace(ALONE, missed=JUSTIFIED)), TEN)[0] == Fraction(20, 3)


def test_after_one_has_left_rounds_bring_nothing() -> None:
    of = season(2, played(), played(), rules=ALONE, left={0: 2})
    assert [line.kind for line in working_of(of, TEN, 0)] == [
        KeizerRoundKind.UNJUSTIFIED,
        KeizerRoundKind.NOTHING,
    ]


def test_lost_games_open_games_and_double_losses() -> None:
    """A sixth of the own value (10) for a loss, or of the opponent's (6); open games nothing."""
    evenings = (played((0, 1, "0-1")), played((0, 1, "0-0")), played((0, 1, "*")))
    own = season(2, *evenings, rules=replace(ALONE, loss="1/6", loss_of=Of.OWN))
    assert totals(own, TEN)[0] == Fraction(20, 6)
    theirs = replace(own, rules=replace(ALONE, loss="1/6"))
    assert totals(theirs, TEN)[0] == 2


def test_a_win_without_a_game_may_count_as_a_bye() -> None:
    of = season(2, played((0, 1, "+/-")), rules=replace(ALONE, forfeit_win=ForfeitWin.BYE))
    assert totals(of, TEN)[0] == 10


def test_a_full_point_bye_counts_as_a_rest_and_a_half_point_one_as_an_absence() -> None:
    evenings = (
        played(byes=((0, ByeKind.FULL_POINT),)),
        played(byes=((0, ByeKind.HALF_POINT),)),
    )
    lines = working_of(season(2, *evenings, rules=ALONE), TEN, 0)
    assert [line.kind for line in lines] == [KeizerRoundKind.BYE, KeizerRoundKind.JUSTIFIED]


def test_a_ruling_says_nothing_of_a_game_that_was_played_after_all() -> None:
    of = season(2, played((0, 1, "1-0")), rules=ALONE, absences={(0, 1): JUSTIFIED})
    assert totals(of, TEN) == (Fraction(6), Fraction(0))
