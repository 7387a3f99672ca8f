"""Regulations that cannot be kept: each contradiction is told by itself, with its place."""

from datetime import date, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from planilla.domain.prizes.plan import PrizeGroup, PrizePlan
from planilla.domain.tournament.announcement import (
    Appeals,
    Category,
    Conduct,
    Entries,
    Play,
    Rating,
    Regulations,
    Schedule,
)
from planilla.domain.tournament.contradictions import contradictions, round_length_s
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.time_controls import Kind, Period, TimeControl, parse_code


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """A local time in July 2026."""
    return datetime(2026, 7, day, hour, minute)  # noqa: DTZ001 - local to the venue


SOUND = Regulations(
    name="Open",
    entries=Entries(
        opens=date(2026, 5, 1), closes=at(3, 20), fee=3000, players_min=10, players_max=40
    ),
    categories=(Category(code="U14", minors=True, born_from=2013), Category(code="U18")),
    schedule=Schedule(starts=(at(4, 10), at(4, 16), at(5, 10))),
    rating=Rating(federations=("FIDE", "ESP"), rules="elo-fide-2024"),
    play=Play(rounds=3, tiebreaks=("BH",), tiebreak_edition="fide-2026-03"),
    time_control=parse_code("5400+30"),  # four hours for 60 moves
    prizes=PrizePlan(currency="EUR", fund=100, groups=(PrizeGroup(prizes=(100,), category="U14"),)),
)
TOLD = {
    "number-out-of-range",
    "no-such-code",
    "category-twice",
    "minimum-above-maximum",
    "too-many-rounds",
    "entries-close-before-they-open",
    "entries-close-too-late",
    "schedule-incomplete",
    "rounds-overlap",
    "time-control-impossible",
    "time-control-not-rated",
    "no-such-category",
}
"""The codes of all contradictions."""


def codes(found: tuple[Refusal, ...]) -> list[tuple[str, str]]:
    return [(refusal.code, refusal.fields["field"]) for refusal in found]


def test_regulations_that_can_be_kept_contradict_nothing() -> None:
    assert contradictions(SOUND) == ()
    assert contradictions(Regulations(name="Club")) == ()


CASES: list[Any] = [
    ({"entries": Entries(fee=-1)}, "number-out-of-range", "entries.fee"),
    ({"conduct": Conduct(default_minutes=601)}, "number-out-of-range", "conduct.default_minutes"),
    ({"appeals": Appeals(minutes=-5)}, "number-out-of-range", "appeals.minutes"),
    ({"entries": Entries(currency="euro")}, "no-such-code", "entries.currency"),
    ({"schedule": Schedule(time_zone="../etc")}, "no-such-code", "schedule.time_zone"),
    ({"rating": Rating(federations=("Spain",))}, "no-such-code", "rating.federations"),
    ({"categories": (Category(code=" U14"),)}, "no-such-code", "categories"),
    ({"categories": (Category(code="A", born_from=13),)}, "number-out-of-range", "categories"),
    ({"categories": (Category(code="A", rating_to=4001),)}, "number-out-of-range", "categories"),
    ({"categories": (Category(code="A"), Category(code="A"))}, "category-twice", "categories"),
    (
        {"entries": Entries(players_min=41, players_max=40)},
        "minimum-above-maximum",
        "entries.players_min",
    ),
    (
        {"entries": Entries(opens=date(2026, 7, 3), closes=at(2, 20))},
        "entries-close-before-they-open",
        "entries.closes",
    ),
    ({"entries": Entries(closes=at(4, 10, 1))}, "entries-close-too-late", "entries.closes"),
    ({"entries": Entries(players_max=3)}, "too-many-rounds", "play.rounds"),
    ({"schedule": Schedule(starts=(at(4, 10),))}, "schedule-incomplete", "schedule.starts"),
    (
        {"schedule": Schedule(starts=(at(4, 10), at(4, 16), at(5, 10), at(5, 16)))},
        "schedule-incomplete",
        "schedule.starts",
    ),
    (
        {"schedule": Schedule(starts=(at(4, 10), at(4, 13, 59), at(5, 10)))},
        "rounds-overlap",
        "schedule.starts",
    ),
    (
        {"time_control": TimeControl(kind=Kind.FISCHER, periods=(Period(seconds=60),))},
        "time-control-impossible",
        "time_control",
    ),
    ({"time_control": parse_code("180")}, "time-control-not-rated", "time_control"),
    ({"time_control": parse_code("W300-B240")}, "time-control-not-rated", "time_control"),
    ({"categories": ()}, "no-such-category", "prizes"),
]


@pytest.mark.parametrize(("change", "code", "field"), CASES)
def test_a_contradiction_is_told_with_its_place(
    change: dict[str, Any], code: str, field: str
) -> None:
    plain = replace(SOUND, prizes=None) if change.get("categories") else SOUND
    assert (code, field) in codes(contradictions(replace(plain, **change)))


def test_each_kind_of_contradiction_has_a_case() -> None:
    assert {code for _, code, _ in CASES} == TOLD


def test_all_contradictions_are_told_at_once() -> None:
    faulty = replace(
        SOUND, entries=Entries(currency="€", players_max=2), rating=Rating(federations=("x",))
    )
    assert codes(contradictions(faulty)) == [
        ("no-such-code", "entries.currency"),
        ("no-such-code", "rating.federations"),
        ("too-many-rounds", "play.rounds"),
    ]


def test_more_categories_than_anybody_needs_are_too_many() -> None:
    many = tuple(Category(code=f"C{number}") for number in range(51))
    found = contradictions(Regulations(name="Open", categories=many))
    assert [refusal.fields for refusal in found] == [
        {"field": "categories", "value": 51, "smallest": 0, "largest": 50}
    ]


def test_rounds_may_follow_as_soon_as_the_one_before_is_over() -> None:
    close = replace(SOUND, schedule=Schedule(starts=(at(4, 10), at(4, 14), at(4, 18))))
    assert contradictions(close) == ()


def test_an_announced_length_stands_in_place_of_the_clocks() -> None:
    quick = replace(SOUND.schedule, starts=(at(4, 10), at(4, 11), at(4, 12)), round_minutes=60)
    assert contradictions(replace(SOUND, schedule=quick)) == ()
    assert round_length_s(replace(SOUND, schedule=quick)) == 3600
    assert round_length_s(SOUND) == 2 * (5400 + 60 * 30)


def test_two_rounds_never_start_together_however_long_they_take() -> None:
    free = replace(SOUND, time_control=None, schedule=Schedule(starts=(at(4, 10),) * 3))
    found = contradictions(free)
    assert [refusal.fields["round"] for refusal in found] == [2, 3]
    assert round_length_s(free) is None


def test_a_round_robin_has_as_many_rounds_as_its_players_need() -> None:
    starts = tuple(at(day, 10) for day in range(4, 9))
    league = Regulations(
        name="League",
        entries=Entries(players_max=6),
        schedule=Schedule(starts=starts),
        play=Play(system="round-robin"),
    )
    assert contradictions(league) == ()


def test_fide_is_not_asked_where_it_does_not_rate() -> None:
    local = replace(SOUND, rating=Rating(federations=("ESP",)), time_control=parse_code("180"))
    assert contradictions(local) == ()
