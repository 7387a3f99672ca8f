"""What is written beside an event: the name of the tournament, who may read texts."""

import pytest

from planilla.application.recording import name_in, texts_in
from planilla.application.redaction import Redacted
from planilla.domain.tournament.announcement import Regulations
from planilla.domain.tournament.closing import TournamentFinished
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.regulations import RegulationsAnnounced
from planilla.domain.tournament.setup import TournamentCreated


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (TournamentCreated(name="Club", system_name="round-robin", rounds_asked=0), "Club"),
        (RegulationsAnnounced(regulations=Regulations(name="Open")), "Open"),
        (TournamentCreated(name="a\0b", system_name="round-robin", rounds_asked=0), "a\ufffdb"),
        (TournamentFinished(), None),
    ],
)
def test_the_name_is_the_one_that_was_announced_last(event: Event, name: str | None) -> None:
    assert name_in(event) == name


def test_everybody_may_read_the_texts_of_regulations() -> None:
    venue = Redacted(commitment="c1", salt=b"s", body=b'"Casino"')
    regulations = Regulations(name="Open")
    prose = {"venue": "c1", "arbiters": "from before"}
    event = RegulationsAnnounced(regulations=regulations, prose=prose)
    (row,) = texts_in("open", event, {"c1": venue})
    assert (row.tournament, row.body, row.audience) == ("open", b'"Casino"', "public")
