"""What is written beside an event: its round, the name of the tournament, who may read texts."""

import pytest

from planilla.application.recording import name_in, round_of, texts_in
from planilla.application.sealing import Kept
from planilla.domain.tournament.events import (
    EntrantEntered,
    EntrantWithdrawn,
    Event,
    RegulationsAnnounced,
    ResultRecorded,
    RoundClosed,
    TournamentCreated,
    TournamentFinished,
)
from planilla.domain.tournament.regulations.announcement import Regulations
from planilla.domain.vocabulary import EntrantId, GameId


@pytest.mark.parametrize(
    ("event", "number"),
    [
        (RoundClosed(round=3), 3),
        (ResultRecorded(game=GameId("2.5"), result="1-0"), 2),
        (EntrantWithdrawn(entrant=EntrantId("a"), from_round=4), 4),
        (EntrantEntered(entrant=EntrantId("a"), person=""), 1),
        (TournamentFinished(), None),
        (ResultRecorded(game=GameId("table-3"), result="1-0"), None),
    ],
)
def test_an_event_is_about_its_round(event: Event, number: int | None) -> None:
    assert round_of(event) == number


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (TournamentCreated(name="Club", system="round-robin", rounds=0), "Club"),
        (RegulationsAnnounced(regulations=Regulations(name="Open")), "Open"),
        (TournamentFinished(), None),
    ],
)
def test_the_name_is_the_one_that_was_announced_last(event: Event, name: str | None) -> None:
    assert name_in(event) == name


def test_everybody_may_read_the_texts_of_regulations() -> None:
    venue = Kept(commitment="c1", salt=b"s", body=b'"Casino"')
    regulations = Regulations(name="Open")
    prose = {"venue": "c1", "arbiters": "from before"}
    event = RegulationsAnnounced(regulations=regulations, prose=prose)
    (row,) = texts_in("open", event, {"c1": venue})
    assert (row.tournament, row.body, row.audience) == ("open", b'"Casino"', "public")
