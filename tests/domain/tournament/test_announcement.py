"""What the book's announcement has, the structure has."""

import json
from pathlib import Path

from planilla.domain.tournament.announcement import Category, Privacy, ProseTopic, Regulations

GOLDEN = Path(__file__).parents[2] / "golden" / "regulations" / "event_announcement.json"
WHERE = {
    "name": "name",
    "organiser": ProseTopic.ORGANISER,
    "who may enter": ProseTopic.WHO_MAY_ENTER,
    "how: period, phone, forms": ProseTopic.HOW_TO_ENTER,
    "fee, bank, fees and allowances": "entries.fee",
    "limits: minimum for the event to happen, maximum": "entries.players_max",
    "other conditions": ProseTopic.CONDITIONS,
    "venue and contact": ProseTopic.VENUE,
    "calendar: days, holidays, hours": "schedule.starts",
    "rating homologation and federations": "rating.federations",
    "pairing system, phases, groups": "play.system",
    "number of rounds": "play.rounds",
    "time control": "time_control",
    "rules used, event rules": "conduct.laws",
    "disqualification for no-shows": "conduct.no_shows_max",
    "tie-breaks": "play.tiebreaks",
    "prizes and criteria": "prizes",
    "director": ProseTopic.DIRECTOR,
    "arbiters": ProseTopic.ARBITERS,
    "appeal committee: members or how chosen, how to appeal, matters": "appeals.committee",
}
"""Where each field of the book is; what has a fact and a text is named by its fact."""


def test_every_field_of_the_book_has_its_place() -> None:
    fields = [
        field for group in json.loads(GOLDEN.read_text())["fields"].values() for field in group
    ]
    assert fields == list(WHERE)
    regulations = Regulations(name="Open")
    for place in WHERE.values():
        if isinstance(place, ProseTopic):
            continue
        found: object = regulations
        for name in place.split("."):
            found = getattr(found, name)


def test_minors_are_reduced_unless_the_regulations_say_otherwise() -> None:
    categories = (Category(code="U14", minors=True), Category(code="Seniors"))
    usual = Regulations(name="Open", categories=categories)
    assert usual.reduced_categories == {"U14"}
    consented = Regulations(
        name="Open", categories=categories, privacy=Privacy(minors_in_full=True)
    )
    assert consented.reduced_categories == frozenset()
