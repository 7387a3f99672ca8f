"""The twelve time controls of the book: parameters, TRF26 code, length of a round, rating list."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from planilla.domain.tournament.time_controls import (
    FORMS,
    Kind,
    Period,
    Rate,
    TimeControl,
    UnknownCode,
    code_of,
    expected_length_s,
    fault_of,
    length_s,
    longest_length_s,
    parse_code,
    rate_of,
    symbols_of,
)

GOLDEN = Path(__file__).parents[2] / "golden" / "regulations" / "time_controls.json"
MINUTE = 60


def control(kind: Kind, *periods: tuple[int, int], each: int = 0, repeats: int = 1) -> TimeControl:
    """A control from (minutes, moves) pairs; `each` in seconds."""
    return TimeControl(
        kind=kind,
        periods=tuple(Period(seconds=MINUTE * minutes, moves=moves) for minutes, moves in periods),
        each_s=each,
        repeats=repeats,
    )


GUILLOTINE = control(Kind.GUILLOTINE, (60, 0))
ONE_PERIOD = control(Kind.ONE_PERIOD, (120, 40), (30, 0))
TWO_PERIODS = control(Kind.TWO_PERIODS, (120, 40), (60, 20), (15, 0))
REPEATED = control(Kind.REPEATED, (120, 40), (60, 20))
FIDE = control(Kind.FIDE, (60, 0), each=30)
FIDE_TOURNAMENT = control(Kind.FIDE_TOURNAMENT, (120, 40), (30, 0), each=30)
FISCHER = control(Kind.FISCHER, (90, 0), each=30)
FISCHER_TOURNAMENT = control(Kind.FISCHER_TOURNAMENT, (100, 40), (15, 0), each=30)
BRONSTEIN = control(Kind.BRONSTEIN, (25, 0), each=10)
HOURGLASS = control(Kind.HOURGLASS, (5, 0))
GONG = TimeControl(kind=Kind.GONG, periods=(Period(seconds=10),))
BYO_YOMI = control(Kind.BYO_YOMI, (60, 0), each=30, repeats=5)
ARMAGEDDON = msgspec.structs.replace(
    control(Kind.GUILLOTINE, (5, 0)), black=control(Kind.GUILLOTINE, (4, 0))
)
ALL = (
    GUILLOTINE,
    ONE_PERIOD,
    TWO_PERIODS,
    REPEATED,
    FIDE,
    FIDE_TOURNAMENT,
    FISCHER,
    FISCHER_TOURNAMENT,
    BRONSTEIN,
    HOURGLASS,
    GONG,
    BYO_YOMI,
)


def test_the_twelve_of_the_book_are_there_in_its_order() -> None:
    named = [entry["name"] for entry in json.loads(GOLDEN.read_text())["time_controls"]]
    assert len(named) == len(Kind) == 12
    assert [one.kind for one in ALL] == list(Kind) == list(FORMS)
    assert named[6] == "Fischer"
    assert list(Kind)[6] is Kind.FISCHER
    assert named[9] == "Hour-glass"
    assert list(Kind)[9] is Kind.HOURGLASS


def test_a_kind_has_time_for_each_move_where_the_book_gives_it_a_second_amount() -> None:
    book = json.loads(GOLDEN.read_text())["time_controls"]
    with_each = {"Fide", "Fide Torneo", "Fischer", "Fischer Torneo", "Bronstein"}
    expected = [entry["name"] in with_each or "byoyomi" in entry["parameters"] for entry in book]
    assert [form.has_each for form in FORMS.values()] == expected


@pytest.mark.parametrize("sound", ALL, ids=lambda one: one.kind.value)
def test_a_control_with_its_parameters_is_sound(sound: TimeControl) -> None:
    assert fault_of(sound) == ""


@pytest.mark.parametrize(
    ("faulty", "part"),
    [
        (control(Kind.GUILLOTINE), "periods"),
        (control(Kind.GUILLOTINE, (60, 0), (30, 0)), "periods"),
        (control(Kind.ONE_PERIOD, (60, 40)), "periods"),
        (control(Kind.GUILLOTINE, (0, 0)), "seconds"),
        (control(Kind.GUILLOTINE, (1441, 0)), "seconds"),
        (control(Kind.GUILLOTINE, (60, 40)), "moves"),
        (control(Kind.ONE_PERIOD, (60, -1), (30, 0)), "moves"),
        (control(Kind.REPEATED, (60, 40), (30, 0)), "moves"),
        (control(Kind.FISCHER, (90, 0)), "each"),
        (control(Kind.GUILLOTINE, (90, 0), each=30), "each"),
        (control(Kind.BYO_YOMI, (60, 0), each=30, repeats=0), "repeats"),
        (control(Kind.FISCHER, (60, 0), each=30, repeats=2), "repeats"),
        (msgspec.structs.replace(ARMAGEDDON, black=ARMAGEDDON), "black"),
        (msgspec.structs.replace(ARMAGEDDON, black=control(Kind.GUILLOTINE, (0, 0))), "black"),
    ],
)
def test_a_wrong_parameter_is_named(faulty: TimeControl, part: str) -> None:
    assert fault_of(faulty) == part


@pytest.mark.parametrize(
    ("one", "code"),
    [
        (FISCHER, "5400+30"),  # the three examples of TRF26, record 222
        (FISCHER_TOURNAMENT, "40/6000+30:900+30"),
        (ARMAGEDDON, "W300-B240"),
        (GUILLOTINE, "3600"),
        (ONE_PERIOD, "40/7200:1800"),
        (FIDE_TOURNAMENT, "40/7200:1800+30"),
    ],
)
def test_a_code_of_trf26_is_written_and_read(one: TimeControl, code: str) -> None:
    assert code_of(one) == code
    assert parse_code(code) == one


@pytest.mark.parametrize(
    "one",
    [
        TWO_PERIODS,
        REPEATED,
        FIDE,
        BRONSTEIN,
        HOURGLASS,
        GONG,
        BYO_YOMI,
        control(Kind.ONE_PERIOD, (60, 0), (30, 0)),
        control(Kind.FISCHER_TOURNAMENT, (60, 40), (30, 20), (15, 0), each=30),
        msgspec.structs.replace(ARMAGEDDON, black=HOURGLASS),
        msgspec.structs.replace(HOURGLASS, black=GUILLOTINE),
    ],
)
def test_what_trf26_cannot_say_has_no_code(one: TimeControl) -> None:
    assert code_of(one) is None


def test_three_periods_are_read_though_trf26_has_but_two() -> None:
    assert parse_code("40/7200:20/3600:900") == TWO_PERIODS
    three = parse_code("40/6000+30:20/3000+30:900+30")
    assert three.kind is Kind.FISCHER_TOURNAMENT
    assert [period.moves for period in three.periods] == [40, 20, 0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "90+30'",
        "5400+",
        "0",
        "40/5400",  # nothing for the rest of the game
        "5400:900",  # no moves for the first period
        "40/6000+30:900",  # increments end with the first period
        "40/6000+30:900+15",
        "W300",
        "W300-B",
        "40/5400:20/1800:20/1800:900",
        "٩٠",
    ],
)
def test_what_is_no_code_is_not_read(text: str) -> None:
    with pytest.raises(UnknownCode) as raised:
        parse_code(text)
    assert raised.value.text in text


def test_every_written_code_is_read_back() -> None:
    for one in ALL:
        code = code_of(one)
        assert code is None or parse_code(code) == one


@pytest.mark.parametrize(
    ("one", "minutes"),
    [
        (GUILLOTINE, 2 * 60),
        (ONE_PERIOD, 2 * (120 + 30)),
        (TWO_PERIODS, 2 * (120 + 60)),  # 40 + 20 moves: the third period is not reached
        (REPEATED, 2 * (120 + 60)),  # moves 41 to 60 take one more period
        (FIDE, 2 * (60 + 30)),
        (FIDE_TOURNAMENT, 2 * (120 + 30 + 10)),  # 20 moves with 30 seconds
        (FISCHER, 2 * (90 + 30)),  # 2 · (X + 60·Y)
        (FISCHER_TOURNAMENT, 2 * (100 + 15 + 30)),
        (BRONSTEIN, 2 * (25 + 10)),
        (HOURGLASS, None),
        (GONG, 2 * 10),
        (BYO_YOMI, 2 * (60 + 32)),  # 60 moves and four more periods of half a minute
        (ARMAGEDDON, 5 + 4),
    ],
)
def test_a_round_is_planned_for_sixty_moves(one: TimeControl, minutes: int | None) -> None:
    assert expected_length_s(one) == (None if minutes is None else MINUTE * minutes)


@pytest.mark.parametrize(
    ("one", "minutes"),
    [
        (GUILLOTINE, 2 * 60),
        (TWO_PERIODS, 2 * (120 + 60 + 15)),
        (REPEATED, 2 * (120 + 4 * 60)),  # moves 41-60, 61-80, 81-100, 101-120
        (FISCHER, 2 * (90 + 60)),
        (HOURGLASS, None),
        (msgspec.structs.replace(GUILLOTINE, black=HOURGLASS), None),
    ],
)
def test_the_longest_game_has_120_moves(one: TimeControl, minutes: int | None) -> None:
    assert longest_length_s(one) == (None if minutes is None else MINUTE * minutes)


def test_a_period_that_begins_when_time_runs_out_takes_no_moves_away() -> None:
    clock = control(Kind.FIDE_TOURNAMENT, (60, 0), (30, 0), each=30)
    assert length_s(clock, 60) == 2 * (60 + 30 + 30) * MINUTE


def test_a_short_game_stays_in_the_first_period() -> None:
    assert length_s(FIDE_TOURNAMENT, 40) == 2 * 120 * MINUTE
    assert length_s(REPEATED, 30) == 2 * 120 * MINUTE


@given(st.sampled_from([one for one in ALL if one is not HOURGLASS]), st.integers(1, 200))
def test_a_longer_game_never_takes_less_time(one: TimeControl, moves: int) -> None:
    shorter, longer = length_s(one, moves), length_s(one, moves + 1)
    assert shorter is not None
    assert longer is not None
    assert shorter <= longer


@pytest.mark.parametrize(
    ("code", "rate"),
    [
        ("3600", Rate.STANDARD),
        ("1800+30", Rate.STANDARD),  # 30 + 30 minutes: at least 60
        ("3599", Rate.RAPID),
        ("900+10", Rate.RAPID),
        ("601", Rate.RAPID),
        ("600", Rate.BLITZ),
        ("180+2", Rate.BLITZ),
        ("181", Rate.BLITZ),
        ("180", Rate.FASTER),
        ("60", Rate.FASTER),
        ("W300-B240", None),
    ],
)
def test_the_time_for_sixty_moves_chooses_the_rating_list(code: str, rate: Rate | None) -> None:
    assert rate_of(parse_code(code)) is rate


def test_nobody_can_say_how_fast_an_hourglass_is() -> None:
    assert rate_of(HOURGLASS) is None


@pytest.mark.parametrize(
    ("one", "signs"),
    [
        (FISCHER, "90' + 30\""),
        (FISCHER_TOURNAMENT, "100'/40 + 15' + 30\""),
        (GONG, '10"'),
        (BYO_YOMI, "60' + 5 × 30\""),
        (ARMAGEDDON, "5' | 4'"),
        (TimeControl(kind=Kind.GUILLOTINE, periods=(Period(seconds=90),)), "1'30\""),
    ],
)
def test_the_signs_need_no_language(one: TimeControl, signs: str) -> None:
    assert symbols_of(one) == signs
