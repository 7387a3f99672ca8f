"""Regulations that change once a round is out: what they would bring is shown before."""

import re
from html import unescape

import pytest

from adapters.http.test_regulations import PROSE, announced
from dsl.web_club import Club, fields_in
from planilla.domain.tournament.facts import decode
from planilla.domain.tournament.regulations import RegulationsAnnounced

pytestmark = pytest.mark.anyio

PAGE = "/t/club/arbiter/regulations"
PLAN = {"prizes.fund": "1400", "prizes.groups-1.prizes": "900 300"}


@pytest.fixture
async def club() -> Club:
    """Six players under announced regulations; round 1 is played and round 2 on the boards."""
    club = Club()
    await club.let_in("organiser", "*")
    announced(club, conduct={"default_minutes": 30})
    people = [
        {"id": f"e{n}", "person": {"name": f"Player {n}"}, "rating": 2100 - 100 * n}
        for n in range(1, 7)
    ]
    club.command("club", "enter-entrants", entrants=people)
    club.play(1, "1-0", "½-½", "0-1")
    club.pair(2)
    return club


def typed(club: Club, **changes: str) -> dict[str, str]:
    """The form as it stands, with something else typed into it."""
    return {**fields_in(club.client.get(PAGE).text), **changes}


def shown(html: str) -> dict[str, str]:
    """What the confirmation sends."""
    assert 'id="confirm"' in html
    _, _, form = html.partition(f'action="{PAGE}"')
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form)
    return {name: unescape(value) for name, value in fields}


def last(club: Club) -> RegulationsAnnounced:
    recorded = club.store.ledger.log[-1]
    event = decode(recorded.type, recorded.data)
    assert isinstance(event, RegulationsAnnounced)
    return event


async def test_other_prizes_are_shown_with_who_would_have_them(club: Club) -> None:
    changes = {**PLAN, "conduct.default_minutes": "60", "prose.venue": "Hotel; sala 1"}
    before = club.version
    html = club.client.post(PAGE, data=typed(club, **changes, reason="Sponsor")).text
    assert club.version == before
    for said in (
        "Change the regulations",
        "Before you confirm",
        "Default time in minutes: 30 → 60",
        "Changed: Prizes.",
        "Changed texts: Venue.",
        # Two lead and no tie-break parts them: (500 + 300) / 2 each, then (900 + 300) / 2.
        "Player 3: 400 EUR → 600 EUR",
        "Player 4: 400 EUR → 600 EUR",
        "Sponsor",
    ):
        assert said in html
    answer = club.client.post(PAGE, data=shown(html), follow_redirects=False)
    assert answer.headers["location"] == "/t/club/regulations"
    regulations = last(club).regulations
    assert regulations.prizes is not None
    assert (regulations.prizes.fund, regulations.conduct.default_minutes) == (140_000, 60)


async def test_texts_of_several_lines_are_carried_as_they_are(club: Club) -> None:
    """Nothing but the time is other: the texts that the confirmation carries are the same."""
    html = club.client.post(PAGE, data=typed(club, **{"conduct.default_minutes": "45"})).text
    assert "Changed texts" not in html
    assert shown(html)["prose.arbiters"] == PROSE["arbiters"]
    before = last_prose(club)
    club.client.post(PAGE, data=shown(html))
    assert last(club).prose == before


def last_prose(club: Club) -> dict[str, str]:
    found = [each for each in club.store.ledger.log if each.type == "RegulationsAnnounced"]
    event = decode(found[-1].type, found[-1].data)
    assert isinstance(event, RegulationsAnnounced)
    return dict(event.prose)


async def test_what_came_meanwhile_is_told_and_asked_again(club: Club) -> None:
    html = club.client.post(PAGE, data=typed(club, **PLAN)).text
    confirmation = shown(html)
    club.command("club", "record-result", game="2.1", result="1-0")
    head = club.version
    again = club.client.post(PAGE, data=confirmation).text
    assert club.version == head
    assert f"since you looked (v{head - 1})" in again
    assert shown(again)["head"] == str(head)
    club.client.post(PAGE, data=shown(again))
    assert club.version == head + 1


async def test_the_form_comes_again_as_it_was_typed(club: Club) -> None:
    confirmation = shown(club.client.post(PAGE, data=typed(club, **PLAN)).text)
    before = club.version
    form = fields_in(club.client.post(PAGE, data={**confirmation, "mend": "yes"}).text)
    assert form.items() >= PLAN.items()
    assert club.version == before


async def test_what_is_refused_stands_beside_its_field(club: Club) -> None:
    confirmation = shown(club.client.post(PAGE, data=typed(club, **PLAN)).text)
    for wrong in ({"play.rounds": "9"}, {"conduct.default_minutes": "soon"}):
        for form in (typed(club, **wrong), {**confirmation, **wrong}):
            refused = club.client.post(PAGE, data=form)
            assert refused.status_code == 422
            assert 'aria-invalid="true"' in refused.text or "stays as it was" in refused.text


async def test_before_round_one_nothing_is_asked() -> None:
    club = Club()
    await club.let_in("organiser", "*")
    announced(club)
    answer = club.client.post(PAGE, data=typed(club, **PLAN), follow_redirects=False)
    assert answer.status_code == 303
    assert last(club).regulations.prizes is not None
