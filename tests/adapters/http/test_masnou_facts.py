"""What happened in a hall, told on the page of facts."""

import html

import pytest

from dsl.web_club import Club


@pytest.fixture
def club() -> Club:
    """Six people, one table with calls: a win, a missed call, an override, a correction."""
    club = Club()
    club.found(system="masnou", rounds=0)
    club.command("club", "open-hall", rules={"tables": 1, "call_seconds": 60})
    club.command("club", "take-seat", call=1)
    club.command("club", "take-seat", call=2)
    club.command("club", "record-result", game="T1.1", result="1-0")
    club.command("club", "miss-call", call=3)
    club.command("club", "move-in-queue", entrant="e6", place=1, reason="late bus")
    club.command("club", "withdraw-result", game="T1.1")
    club.command("club", "record-result", game="T1.1", result="0-1")
    recorded = [each for each in club.store.ledger.log if each.type == "ResultRecorded"]
    club.command(
        "club",
        "correct-result",
        game="T1.1",
        result="½-½",
        corrects=recorded[-1].fact.version,
        reason="slip",
    )
    return club


def test_everything_is_told_with_its_table(club: Club) -> None:
    page = html.unescape(club.client.get("/t/club/facts").text)
    for sentence in (
        "Bea Bosch takes the seat at table 1.",
        "Table 1: Ana Alba 1–\u20600 Bea Bosch.",
        "Carl Cruz does not come to table 1 and loses the turn.",
        "The director gives Fay Font place 1 of the queue, ahead of Eva Elías.",
        "Table 1: the result of Ana Alba and Bea Bosch is withdrawn.",
        "seats stay as they were.",
    ):
        assert sentence in page
