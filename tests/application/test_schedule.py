"""Rounds as entries of a calendar, and regulations of tournaments that announced none."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from dsl.tournaments import CREATED, ROUND_1, folded, recorded
from planilla.application.schedule import (
    LENGTH_UNKNOWN,
    Notice,
    happenings,
    regulations_of,
)
from planilla.domain.tournament.announcement import Regulations, Schedule
from planilla.domain.tournament.postponements import GamesPostponed
from planilla.domain.tournament.regulations import RegulationsAnnounced
from planilla.domain.tournament.schedule import RoundDated
from planilla.domain.tournament.shapes import MatchShape
from planilla.domain.tournament.stages import StagePlanned
from planilla.domain.tournament.state import Tournament, focused
from planilla.domain.tournament.time_controls import parse_code
from planilla.domain.vocabulary import GameId
from planilla.formats.ics import write

NOTICE = Notice(
    address="https://club.example/t/open",
    key="0a1b2c",
    title=lambda number: f"Ronda {number}",
    game=lambda game: f"Partida {game}",
    place="Casino",
    zone=ZoneInfo("Europe/Madrid"),
    sequence=2,
)
EVENING = datetime(2026, 5, 12, 18, 0)  # noqa: DTZ001 - local
NIGHT = datetime(2026, 3, 29, 0, 30)  # noqa: DTZ001 - local; at 2:00 the clocks go to 3:00


def announced(plan: Regulations) -> Tournament:
    return folded(CREATED, RegulationsAnnounced(regulations=plan))


def test_a_round_lasts_as_long_over_the_night_in_which_the_clocks_change() -> None:
    marathon = Regulations(
        name="Open", schedule=Schedule(starts=(NIGHT,)), time_control=parse_code("7200")
    )
    (first,) = happenings(announced(marathon), NOTICE)
    assert first.starts.astimezone(UTC) == datetime(2026, 3, 28, 23, 30, tzinfo=UTC)
    assert first.ends - first.starts.astimezone(UTC) == timedelta(hours=4)
    assert (first.uid, first.title, first.place) == (
        "round-1@0a1b2c.planilla",
        "Ronda 1",
        "Casino",
    )
    assert (first.url, first.sequence) == ("https://club.example/t/open", 2)


def test_a_tournament_that_moved_to_another_host_doubles_no_calendar() -> None:
    plan = Regulations(name="Open", schedule=Schedule(starts=(NIGHT,)))
    moved = replace(NOTICE, address="https://other.example/t/open-2026")
    (here,), (there,) = happenings(announced(plan), NOTICE), happenings(announced(plan), moved)
    assert here.uid == there.uid
    assert here.url != there.url


def test_a_calendar_that_is_subscribed_to_looks_again_each_hour() -> None:
    """RFC 7986, 5.7, and the line that older programs read."""
    lines = write("Open", (), stamped=datetime(2026, 3, 1, tzinfo=UTC)).split("\r\n")
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H" in lines
    assert "X-PUBLISHED-TTL:PT1H" in lines


def test_a_round_of_unknown_length_stands_for_an_hour() -> None:
    plan = Regulations(name="Open", schedule=Schedule(starts=(NIGHT,)))
    (first,) = happenings(announced(plan), NOTICE)
    assert first.ends - first.starts.astimezone(UTC) == LENGTH_UNKNOWN


def test_what_was_announced_in_short_is_what_the_tournament_was_created_with() -> None:
    said = regulations_of(folded(CREATED))
    assert (said.name, said.play.system, said.play.rounds) == ("Club", CREATED.system_name, 3)
    assert said.rating.rules == CREATED.rating_rules
    announced = Regulations(name="Open", play=said.play)
    assert regulations_of(folded(CREATED, RegulationsAnnounced(regulations=announced))) == announced


def test_a_round_that_was_dated_keeps_its_entry_at_the_new_time() -> None:
    plan = Regulations(name="Open", schedule=Schedule(starts=(NIGHT, EVENING)))
    moved = RoundDated(round=1, starts=EVENING)
    state = folded(CREATED, RegulationsAnnounced(regulations=plan), moved)
    before, _ = happenings(announced(plan), NOTICE)
    first, second = happenings(state, replace(NOTICE, sequence=3))
    assert (first.uid, first.starts) == (before.uid, EVENING.replace(tzinfo=NOTICE.zone))
    assert (second.starts, first.sequence) == (EVENING.replace(tzinfo=NOTICE.zone), 3)


def test_rounds_of_a_later_stage_have_entries_of_their_own() -> None:
    planned = StagePlanned(
        number=2, name="Final", system_name="round-robin", rounds_asked=0, shape=MatchShape()
    )
    dated = RoundDated(in_stage=2, round=1, starts=EVENING)
    (first,) = happenings(focused(folded(CREATED, planned, dated), 2), NOTICE)
    assert first.uid == "stage-2-round-1@0a1b2c.planilla"


def test_a_postponed_game_is_in_the_calendar_until_it_has_a_result() -> None:
    one, other = GameId("1.1"), GameId("1.2")
    postponed = (
        GamesPostponed(round=1, games=(one,), until=EVENING),
        GamesPostponed(round=1, games=(other,), until=None),
    )
    (game,) = happenings(folded(*ROUND_1, *postponed), NOTICE)
    assert (game.uid, game.title) == ("game-1.1@0a1b2c.planilla", "Partida 1.1")
    assert game.starts == EVENING.replace(tzinfo=NOTICE.zone)
    assert not tuple(happenings(folded(*ROUND_1, *postponed, recorded("1.1", "1-0")), NOTICE))
