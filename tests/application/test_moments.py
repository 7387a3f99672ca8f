"""Moments as people write them, and the versions that they come to."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    DORA,
    START,
    drafted,
    folded,
    published,
    recorded,
)
from planilla.application.moments import (
    UNREADABLE,
    MomentFault,
    Reached,
    moment_in,
    version_at,
)
from planilla.domain.tournament.announcement import Regulations, Schedule
from planilla.domain.tournament.corrections import ResultDeleted
from planilla.domain.tournament.eligibility import EntrantWithdrawn
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.facts import type_of
from planilla.domain.tournament.pairings import PairingChanged, RoundUnpaired
from planilla.domain.tournament.regulations import RegulationsAnnounced
from planilla.domain.tournament.results import ResultWithdrawn
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import GameId

BOARDS = ((ANA, CARL), (DORA, BEA))
NOON = datetime(2026, 5, 3, 10, 0, tzinfo=UTC)
"""Noon in Madrid, where summer time is two hours ahead of UTC."""

ROUND_1_AT = NOON.replace(tzinfo=None, hour=16)
"""A start as schedules have it: by the clocks of the venue."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """One fact each ten minutes from noon on; every position of the log is even."""

    version: int
    event: Event
    first_at: datetime = NOON

    @property
    def position(self) -> int:
        return 100 + 2 * self.version

    @property
    def recorded_at(self) -> int:
        at = self.first_at + timedelta(minutes=10 * (self.version - 1))
        return int(at.timestamp()) * 1_000_000

    @property
    def type(self) -> str:
        return type_of(self.event)


def version(text: str, *events: Event, hidden: tuple[int, ...] = ()) -> int:
    """Where a moment comes to, of events some of which are not told."""
    told = [
        Told(version=place, event=event)
        for place, event in enumerate(events, start=1)
        if place not in hidden
    ]
    now = int((NOON + timedelta(hours=12)).timestamp()) * 1_000_000
    return version_at(moment_in(text), told, folded(*events), Reached(now=now, position=999))


def fault(text: str, *events: Event) -> tuple[str, bool]:
    """The code that is raised, and whether it is one of what cannot be read."""
    with pytest.raises(MomentFault) as raised:
        version(text, *(events or START))
    return raised.value.code, raised.value.code in UNREADABLE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("v3", 3),
        ("3", 3),
        (" v3 ", 3),
        ("p106", 3),
        ("p107", 3),  # another tournament's event stands there
        ("p999", 6),
        ("12:20", 3),
        ("12:25", 3),
        ("12:20:00", 3),
        ("12:19:59", 2),
        ("2026-05-03T12:20", 3),
        ("2026-05-03 12:20", 3),
        ("2026-05-03T10:20Z", 3),
        ("2026-05-03T12:20+02:00", 3),
        ("2026-05-03T12:20 02:00", 3),  # a plus sign that an address did not escape
        ("2026-05-03T05:20-05:00", 3),
        ("23:59", 6),
    ],
)
def test_a_moment_comes_to_the_last_fact_that_was_recorded_by_then(
    text: str, expected: int
) -> None:
    assert len(START) == 6
    assert version(text, *START) == expected


def test_the_minute_that_is_named_is_in_it() -> None:
    """The fourth fact is of 12:30:00: at 12:29 it was not there, at 12:30 it is."""
    assert (version("12:29", *START), version("12:30", *START)) == (3, 4)


UNWRITTEN = (
    *("yesterday", "v", "v-1", "v\uff11", "v1234567890", "p", "25:00", "12:60"),
    *("2026-02-30T12:00", "2026-05-03", "before-round-", "during-round-3", "12:00+25:00"),
)


@pytest.mark.parametrize("text", ["", "v3\nv4", "x" * 5000, *UNWRITTEN])
def test_what_is_no_moment_cannot_be_read(text: str) -> None:
    assert fault(text) == ("moment-unreadable", True)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("v0", "no-such-moment"),
        ("v7", "no-such-moment"),
        ("p1000", "moment-ahead"),
        ("2026-05-04T00:01", "moment-ahead"),
        ("9999-12-31T23:59-14:00", "moment-ahead"),
        ("p101", "moment-before-log"),
        ("11:59", "moment-before-log"),
        ("0001-01-01T00:00+14:00", "moment-before-log"),
        ("before-round-1", "moment-no-round"),
        ("after-round-0", "moment-no-round"),
    ],
)
def test_a_moment_that_this_tournament_does_not_have(text: str, code: str) -> None:
    assert fault(text) == (code, False)


def announced(*starts: datetime, zone: str = "Europe/Madrid") -> RegulationsAnnounced:
    schedule = Schedule(starts=starts, time_zone=zone)
    return RegulationsAnnounced(regulations=Regulations(name="Open", schedule=schedule))


def test_a_time_alone_is_of_the_one_day_of_the_schedule() -> None:
    assert version("12:30", *START, announced(ROUND_1_AT, ROUND_1_AT + timedelta(hours=3))) == 4
    two_days = announced(ROUND_1_AT, ROUND_1_AT + timedelta(days=1))
    assert fault("12:30", *START, two_days) == ("moment-day-missing", True)


def test_a_time_is_that_of_the_venue() -> None:
    assert version("10:30", *START, announced(ROUND_1_AT, zone="Etc/UTC")) == 4
    assert version("10:30", *START, announced(ROUND_1_AT, zone="Nowhere/Land")) == 4
    assert version("06:30", *START, announced(ROUND_1_AT, zone="America/New_York")) == 4


@pytest.mark.parametrize(("minutes", "expected"), [(35, 3), (75, 3), (85, 9), (500, 9)])
def test_a_time_that_clocks_show_twice_is_the_second_if_that_has_been(
    minutes: int, expected: int
) -> None:
    """02:20 in Madrid is 00:20 UTC in summer time, and 01:20 UTC in the night in which it ends."""
    midnight = datetime(2026, 10, 25, 0, 0, tzinfo=UTC)
    events = [*START, *START[1:]]
    told = [
        Told(version=place, event=event, first_at=midnight)
        for place, event in enumerate(events, start=1)
    ]
    now = int((midnight + timedelta(minutes=minutes)).timestamp()) * 1_000_000
    state = folded(*START)
    assert version_at(moment_in("2026-10-25T02:20"), told, state, Reached(now=now)) == expected


def test_before_a_round_is_before_its_draft_or_its_publication_where_that_is_not_told() -> None:
    events = (*START, drafted(1, *BOARDS), published(1, *BOARDS))
    assert version("before-round-1", *events) == len(START)
    assert version("before-round-1", *events, hidden=(7,)) == len(START) + 1


def test_a_round_that_was_paired_anew_begins_with_the_pairing_that_stood() -> None:
    twice = (published(1, *BOARDS), RoundUnpaired(round=1), published(1, *BOARDS))
    assert version("before-round-1", *START, *twice) == len(START) + 2
    with_drafts = (drafted(1, *BOARDS), published(1, *BOARDS), RoundUnpaired(round=1))
    assert version("before-round-1", *START, *with_drafts, drafted(1, *BOARDS)) == len(START) + 3


def test_after_a_round_is_when_its_last_game_had_a_result() -> None:
    played = (recorded("1.1", "1-0"), recorded("1.2", "0-1"))
    withdrawn = EntrantWithdrawn(entrant=DORA, from_round=2)
    events = (*START, published(1, *BOARDS), withdrawn, *played, published(2, (ANA, BEA)))
    assert version("after-round-1", *events) == len(START) + 4
    assert fault("after-round-2", *events) == ("moment-round-open", False)


def test_a_result_taken_back_opens_the_round_again() -> None:
    withdrawn = ResultWithdrawn(game=GameId("1.1"))
    events = (
        *(*START, published(1, *BOARDS)),
        *(recorded("1.1", "1-0"), withdrawn, recorded("1.2", "0-1"), recorded("1.1", "0-1")),
    )
    assert version("after-round-1", *events) == len(START) + 5


def test_a_game_that_is_to_be_played_again_keeps_its_round_open() -> None:
    effect = Effect(points=True, pairing_from=2, rating=True)
    again = ResultDeleted(game=GameId("1.1"), corrects=8, counts_as="*", effect=effect)
    never = ResultDeleted(game=GameId("1.1"), corrects=8, counts_as="-/-", effect=effect)
    begun = (*START, published(1, *BOARDS), recorded("1.1", "1-0"))
    assert fault("after-round-1", *begun, again, recorded("1.2", "0-1"))[0] == "moment-round-open"
    assert version("after-round-1", *begun, never, recorded("1.2", "0-1")) == len(START) + 4


def test_boards_that_were_changed_are_those_that_have_to_end() -> None:
    swapped = published(1, (ANA, BEA), (DORA, CARL)).games
    changed = PairingChanged(
        round=1,
        games=tuple(
            msgspec.structs.replace(each, game=GameId(f"1.{n}"))
            for n, each in enumerate(swapped, start=3)
        ),
    )
    events = (
        *(*START, published(1, *BOARDS), changed),
        *(recorded("1.3", "1-0"), recorded("1.4", "0-1")),
    )
    assert version("after-round-1", *events) == len(START) + 4


def test_a_round_of_a_later_stage_has_the_stage_before_it() -> None:
    """Round 1 of stage 2 is paired at v3 and published at v4, and stage 1 has a round 1 too."""
    first = (*START[:1], drafted(1, *BOARDS), published(1, *BOARDS))
    second = tuple(
        replace(each, in_stage=2) for each in (drafted(1, *BOARDS), published(1, *BOARDS))
    )
    told = [Told(version=at, event=each) for at, each in enumerate((*first, *second), start=1)]
    state = folded(*first)
    reached = Reached(now=0)
    assert moment_in("before-round-2-5") != moment_in("before-round-5")
    assert version_at(moment_in("before-round-1"), told, state, reached) == 1
    assert version_at(moment_in("before-round-2-1"), told, state, reached) == 3
    for text, round_ in (("before-round-3-1", "3-1"), ("after-round-2", 2)):
        with pytest.raises(MomentFault) as fault:
            version_at(moment_in(text), told, state, reached)
        assert fault.value.fields == {"round": round_}
    with pytest.raises(MomentFault) as fault:
        version_at(moment_in("after-round-2-1"), told, state, reached)
    assert (fault.value.code, fault.value.fields) == ("moment-round-open", {"round": "2-1"})
