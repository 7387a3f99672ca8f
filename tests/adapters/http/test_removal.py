"""Mistaken entries: taken back on the pages, at once or from the player's page."""

import re

import pytest

from dsl.web_club import Club, form_of
from planilla.application.erasure import Sources, prospect
from planilla.application.rating_lists import NO_LISTS
from planilla.domain.tournament.refusal import NoSuchEntrant

ENTRIES = "/t/club/entries"
REMOVE = "/t/club/acts/remove-entries"


async def test_an_entry_of_a_moment_ago_is_undone(club: Club) -> None:
    club.client.post(ENTRIES, data={"command_id": "k1", "name": "Gil Gómez"})
    html = club.client.get(ENTRIES).text
    assert "Just entered: 1 person." in html
    form = form_of(html, REMOVE)
    assert club.client.post(REMOVE, data=form).status_code == 200
    assert "Gil Gómez" not in club.browser().get("/t/club/entrants").text
    assert "Gil Gómez" not in club.browser().get("/t/club/facts").text
    assert "7" not in re.findall(r'class="place">(\d+)', club.client.get("/t/club/entrants").text)


async def test_a_whole_list_is_undone_as_one_act(club: Club) -> None:
    before = club.version
    lines = "\n".join(f"Player Number{n} Name" for n in "abcdefgh")
    club.client.post(ENTRIES, data={"command_id": "k1", "lines": lines})
    assert club.version == before + 8
    html = club.client.get(ENTRIES).text
    assert "Just entered: 8 people." in html
    bus = club.client.get("/t/club/arbiter").text
    assert 'data-act="remove-entries" id="undo"' in bus
    club.client.post(REMOVE, data=form_of(html, REMOVE))
    assert club.version == before + 16
    assert "remove-entries" not in club.client.get(ENTRIES).text


async def test_the_players_page_takes_an_entry_back_until_the_player_was_paired(
    club: Club,
) -> None:
    page = "/t/club/arbiter/entrants/e6"
    form = form_of(club.client.get(page).text, REMOVE)
    club.pair(1)
    assert "remove-entries" not in club.client.get(page).text
    answer = club.client.post(REMOVE, data={**form, "next": page})
    assert answer.status_code == 409
    assert "has appeared in a published pairing" in answer.text


async def test_the_entry_goes_with_its_personal_data_where_that_is_asked(club: Club) -> None:
    page = "/t/club/arbiter/entrants/e6"
    form = form_of(club.client.get(page).text, REMOVE)
    club.client.post(REMOVE, data={**form, "reason": "entered twice", "erases": "yes"})
    assert "e6" not in await club.store.people("club")
    assert [each.type for each in club.store.ledger.log[-2:]] == ["PersonErased", "EntryRemoved"]
    assert club.client.get(page).status_code == 404


async def test_a_look_back_names_nobody_who_was_removed(club: Club) -> None:
    at = club.version
    club.command("club", "remove-entries", entrants=["e6"])
    past = club.browser().get(f"/t/club/entrants?at=v{at}").text
    assert "Font" not in past
    assert "Player 6" in past


async def test_the_timeline_calls_a_removed_entry_by_no_key(club: Club) -> None:
    club.command("club", "remove-entries", entrants=["e6"])
    told = club.browser().get("/t/club/facts").text
    assert "(name not public) enters." in told
    assert "e6 enters" not in told


async def test_a_late_entry_is_shown_what_its_removal_brings_first(club: Club) -> None:
    club.pair(1)
    club.command(
        "club", "enter-entrants", entrants=[{"id": "late", "person": {"name": "Late, Leo"}}]
    )
    form = form_of(club.client.get("/t/club/arbiter/entrants/late").text, REMOVE)
    assert club.confirmed("remove-entries", form).status_code == 200
    assert "Late, Leo" not in club.browser().get("/t/club/entrants").text


async def test_of_a_removed_entry_what_is_kept_may_still_be_looked_at(club: Club) -> None:
    club.command("club", "remove-entries", entrants=["e6"])
    sources = Sources(log=club.store, evidence=club.evidence, lists=NO_LISTS)
    found = await prospect(sources, "club", "e6")
    assert (found.number, "name" in found.fields) == (0, True)
    with pytest.raises(NoSuchEntrant):
        await prospect(sources, "club", "e9")
