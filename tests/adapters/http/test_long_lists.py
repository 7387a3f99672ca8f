"""Lists of entries that are longer than one command: entered in portions, undone as one act."""

from html import unescape

import pytest

from dsl.web_club import Club, form_of
from planilla.application import portions
from planilla.application.envelope import Submission
from planilla.domain.tournament import lookups

ENTRIES = "/t/club/entries"
REMOVE = "/t/club/acts/remove-entries"
LINES = "\n".join(f"Player Number{letter} Name" for letter in "abcdefgh")


@pytest.fixture(autouse=True)
def three_a_command(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    assert club.version == 7  # founded while one command took its six entrants
    for of in (lookups, portions):
        monkeypatch.setattr(of, "ENTRIES_MAX", 3)


def commands(club: Club) -> list[str]:
    """The commands of the facts since the club was founded, each once."""
    return list(dict.fromkeys(each.command_id for each in club.store.ledger.log[7:]))


async def test_a_long_list_is_entered_and_undone_whole(club: Club) -> None:
    before = club.version
    club.client.post(ENTRIES, data={"command_id": "k1", "lines": LINES})
    assert commands(club) == ["k1", "k1:3", "k1:6"]
    html = club.client.get(ENTRIES).text
    assert "Just entered: 8 people." in html
    club.client.post(REMOVE, data=form_of(html, REMOVE))
    assert club.version == before + 16
    assert len(commands(club)) == 6
    assert "Player Number" not in club.client.get(ENTRIES).text


async def test_undo_leaves_out_who_was_removed_since_and_takes_the_others(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else removes one of the first portion while the last one is entered."""
    submit = club.store.submit

    async def submitted(submission: Submission) -> object:
        if submission.command_id == "k1:6":
            first = club.store.ledger.log[-6].event
            club.command("club", "remove-entries", entrants=[first.entrant])
        return await submit(submission)

    monkeypatch.setattr(club.store, "submit", submitted)
    club.client.post(ENTRIES, data={"command_id": "k1", "lines": LINES})
    html = club.client.get(ENTRIES).text
    assert "Just entered: 7 people." in html
    club.client.post(REMOVE, data=form_of(html, REMOVE))
    assert "Player Number" not in club.client.get(ENTRIES).text


async def test_of_a_list_that_ends_in_the_middle_the_rest_stays_to_be_mended(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is room for ten: six were there, and the first portion has three."""
    monkeypatch.setattr("planilla.domain.tournament.entrants.ENTRANTS_MAX", 10)
    answer = club.client.post(ENTRIES, data={"command_id": "k1", "lines": LINES})
    assert answer.status_code == 422
    text = unescape(answer.text)
    assert "The first 3 of 8 people were entered; the others are below." in text
    assert "The tournament can have at most 10 entrants." in text
    box = text.partition("<textarea")[2].partition("</textarea>")[0]
    assert "Numberd" in box
    assert "Numberc" not in box


async def test_a_late_list_is_shown_before_it_is_entered_and_stays_within_the_bound(
    club: Club,
) -> None:
    """The effect is computed for the whole list at once."""
    club.pair(1)
    before = club.version
    answer = club.client.post(ENTRIES, data={"command_id": "k1", "lines": LINES})
    assert answer.status_code == 422
    assert "at most 3 people, but this one has 8" in answer.text
    assert "Numberh" in answer.text
    assert club.version == before


async def test_programs_send_their_lists_themselves(club: Club) -> None:
    entrants = [{"id": each, "person": {"name": each}} for each in "wxyz"]
    answer = club.client.post(
        "/api/t/club/commands/enter-entrants",
        json={"entrants": entrants},
        headers={"idempotency-key": "api"},
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "list-too-long")
    assert answer.json()["fields"] == {"largest": 3, "given": 4}


async def test_a_hall_is_set_up_with_a_long_list_of_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = Club()
    hall.command("club", "create-tournament", name="Club", system="masnou")
    await hall.let_in("arbiter-token", "club")
    form = {"command_id": "h", "names": LINES, "tables": "2"}
    with monkeypatch.context() as patch:
        patch.setattr("planilla.domain.tournament.entrants.ENTRANTS_MAX", 3)
        refused = hall.client.post("/t/club/hall/setup", data=form)
    assert refused.status_code == 422
    box = refused.text.partition("<textarea")[2].partition("</textarea>")[0]
    assert "Numberd" in box
    assert "Numberc" not in box
    answer = hall.client.post(
        "/t/club/hall/setup", data={**form, "command_id": "i", "names": box.partition(">")[2]}
    )
    assert answer.status_code == 200
    assert sum(each.type == "EntrantEntered" for each in hall.store.ledger.log) == 8
