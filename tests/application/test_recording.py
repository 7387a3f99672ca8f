"""Headers: which round an event is about."""

import pytest

from planilla.application.recording import round_of
from planilla.domain.tournament.events import (
    EntrantEntered,
    EntrantWithdrawn,
    Event,
    ResultRecorded,
    RoundClosed,
    TournamentFinished,
)
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
