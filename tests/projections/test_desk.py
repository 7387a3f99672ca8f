"""The arbiter's desk says what is drafted, asked for, still open, and what comes next."""

from datetime import datetime

import pytest

from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    FOUR,
    ROUND_1,
    START,
    drafted,
    entered,
    folded,
    numbered,
    recorded,
)
from planilla.domain.tournament.byes import ByeRequested
from planilla.domain.tournament.claims import ResultClaimed
from planilla.domain.tournament.closing import RoundClosed, TournamentFinished
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.postponements import GamesPostponed
from planilla.domain.vocabulary import ByeKind, Colour, GameId
from planilla.projections import desk


def test_a_draft_lies_on_the_desk_board_by_board() -> None:
    five = (CREATED, *entered(*FOUR, EVA), numbered(*FOUR, EVA))
    rows = desk.rows(folded(*five, drafted(1, (ANA, CARL), (DORA, BEA), bye=EVA)))
    assert rows == {
        "next": ("next", 1, None, None, None, None, None, "publish"),
        "draft-1.1": ("draft", 1, 1, ANA, CARL, 0, 0, None),
        "draft-1.2": ("draft", 1, 2, DORA, BEA, 0, 0, None),
        "draft-bye-bye-eva-1": ("draft-bye", 1, None, EVA, None, 0, None, "U"),
    }


def test_boards_without_a_result_are_open() -> None:
    rows = desk.rows(folded(*ROUND_1, recorded("1.1", "1-0")))
    assert rows["open-1.2"] == ("open", 1, 2, DORA, BEA, 0, 0, None)
    assert "open-1.1" not in rows


def test_what_players_say_of_a_game_without_a_result_lies_on_the_desk() -> None:
    said = (
        ResultClaimed(game=GameId("1.2"), side=Colour.WHITE, result="1-0"),
        ResultClaimed(game=GameId("1.2"), side=Colour.BLACK, result="½-½"),
    )
    rows = desk.rows(folded(*ROUND_1, *said))
    assert rows["open-1.2"] == ("open", 1, 2, DORA, BEA, 0, 0, None)
    assert rows["claimed-1.2-white"] == ("claimed", 1, 2, DORA, BEA, 0, 0, "white 1-0")
    assert rows["claimed-1.2-black"] == ("claimed", 1, 2, DORA, BEA, 0, 0, "black ½-½")
    settled = desk.rows(folded(*ROUND_1, *said, recorded("1.2", "1-0")))
    assert not any(key.startswith("claimed") for key in settled)


def test_a_postponed_game_is_no_open_board_and_the_round_may_be_closed() -> None:
    evening = datetime(2026, 5, 12, 18, 0)  # noqa: DTZ001 - local
    dated = GamesPostponed(round=1, games=(GameId("1.1"),), until=evening)
    undated = GamesPostponed(round=1, games=(GameId("1.2"),), until=None)
    rows = desk.rows(folded(*ROUND_1, dated, undated))
    assert rows == {
        "next": ("next", 1, None, None, None, None, None, "close"),
        "postponed-1.1": ("postponed", 1, 1, ANA, CARL, 0, 0, "2026-05-12T18:00"),
        "postponed-1.2": ("postponed", 1, 2, DORA, BEA, 0, 0, ""),
    }


def test_an_adjourned_game_is_a_line_of_its_own_kind() -> None:
    adjourned = GamesPostponed(round=1, games=(GameId("1.1"),), until=None, adjourned=True)
    rows = desk.rows(folded(*ROUND_1, adjourned))
    assert rows["adjourned-1.1"] == ("adjourned", 1, 1, ANA, CARL, 0, 0, "")
    assert "postponed-1.1" not in rows


def test_a_requested_bye_waits_there() -> None:
    asked = ByeRequested(entrant=ANA, round=1, kind=ByeKind.HALF_POINT)
    rows = desk.rows(folded(*START, asked))
    assert rows["asked-ana-1"] == ("asked", 1, None, ANA, None, None, None, "H")


@pytest.mark.parametrize(
    ("events", "waits_for"),
    [
        pytest.param(START, "pair", id="before round 1"),
        pytest.param((*START, drafted(1, (ANA, CARL), (DORA, BEA))), "publish", id="a draft"),
        pytest.param(ROUND_1, "results", id="on the boards"),
        pytest.param(AFTER_1, "close", id="all results in"),
        pytest.param((*AFTER_1, RoundClosed(round=1)), "pair", id="closed"),
        pytest.param((*AFTER_1, TournamentFinished()), "nothing", id="finished"),
    ],
)
def test_the_desk_says_what_comes_next(events: tuple[Event, ...], waits_for: str) -> None:
    assert desk.rows(folded(*events))["next"][-1] == waits_for
