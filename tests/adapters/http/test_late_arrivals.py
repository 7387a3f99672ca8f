"""The form of the arbiter's desk that pairs somebody who is absent from the round."""

import pytest

from dsl.web_club import Club, form_of
from planilla.domain.tournament.drafting import DraftChanged
from planilla.domain.tournament.pairings import PairingChanged

DESK = "/t/club/arbiter"
ACT = "/t/club/acts/pair-late-arrival"


@pytest.fixture
def with_bye(club: Club) -> Club:
    """Five play round 1 of a draft; Eva has the bye, as Fay has left."""
    club.command("club", "withdraw-entrant", entrant="e6")
    club.command("club", "pair-round", round=1)
    return club


WHY = {"entrant": "e7", "opponent": "", "reason": "The train was late"}


def come(club: Club, entrant: str = "e7", name: str = "Gil Gómez") -> None:
    entered = {"id": entrant, "person": {"name": name}, "rating": 1450}
    club.command("club", "enter-entrants", entrants=[entered])


async def test_nobody_is_offered_while_nobody_is_absent(with_bye: Club) -> None:
    assert ACT not in with_bye.client.get(DESK).text


async def test_of_two_absent_and_no_bye_each_may_be_chosen(club: Club) -> None:
    club.pair(1)
    come(club)
    assert ACT not in club.client.get(DESK).text
    come(club, "e8", "Hal Huerta")
    html = club.client.get(DESK).text
    assert "Without a game in this round: 2" in html
    assert "has the bye" not in html
    assert '<option value="e7">Gil Gómez</option>' in html
    assert '<option value="e8" selected>Hal Huerta</option>' in html


async def test_in_a_draft_the_two_are_paired_at_once(with_bye: Club) -> None:
    come(with_bye)
    html = with_bye.client.get(DESK).text
    assert "Eva Elías has the bye." in html
    with_bye.client.post(ACT, data={**form_of(html, ACT), **WHY})
    changed = with_bye.store.ledger.log[-1].event
    assert isinstance(changed, DraftChanged)
    assert changed.arrivals == ("e7",)
    assert {changed.games[-1].white, changed.games[-1].black} == {"e5", "e7"}
    assert ACT not in with_bye.client.get(DESK).text


async def test_in_a_published_round_the_impact_is_shown_first(with_bye: Club) -> None:
    with_bye.command("club", "publish-pairings", round=1)
    come(with_bye)
    form = form_of(with_bye.client.get(DESK).text, ACT)
    before = with_bye.version
    html = with_bye.client.post(ACT, data={**form, **WHY}).text
    assert "Pair a late arrival" in html
    assert "Eva Elías" in html
    assert with_bye.version == before
    with_bye.client.post(ACT, data=form_of(html, ACT))
    changed = with_bye.store.ledger.log[-1].event
    assert isinstance(changed, PairingChanged)
    timeline = with_bye.browser().get("/t/club/facts").text
    assert "Arrived late and paired in round 1: " in timeline
    assert "The train was late" in timeline
    version = with_bye.version
    dossier = with_bye.client.get(f"/t/club/dossier/{version}")
    assert dossier.status_code == 200
    assert "Gil Gómez" in dossier.text


async def test_a_refused_pair_is_chosen_again_with_what_was_typed(with_bye: Club) -> None:
    come(with_bye)
    with_bye.command("club", "forbid-pairs", entrants=["e5", "e7"], first_round=1, reason="family")
    form = form_of(with_bye.client.get(DESK).text, ACT)
    answer = with_bye.client.post(ACT, data={**form, **WHY})
    assert answer.status_code == 409
    assert "must not meet in this round." in answer.text
    assert '<details id="arrivals" open>' in answer.text
    assert 'name="reason" required maxlength="2000" value="The train was late"' in answer.text
