"""The notes above a draft: criteria that were given up, and equal preferences, with links."""

import re

from dsl.web_club import Club, form_of
from planilla.domain.tournament.timers import TimerScheduled
from planilla.domain.tournament.values import TimerKind

DESK = "/t/club/arbiter"


def notes_of(html: str) -> str:
    found = re.search(r'<section class="problem notes".*?</section>', html, re.DOTALL)
    return "" if found is None else found[0]


async def test_a_draft_that_gave_nothing_up_has_no_notes(club: Club) -> None:
    club.command("club", "pair-round", round=1)
    html = club.client.get(DESK).text
    assert notes_of(html) == ""
    assert 'id="bracket-1"' in html


async def test_what_was_given_up_stands_above_the_boards_with_links(club: Club) -> None:
    # Round 1: 1-4, 5-2, 3-6 (White first). If White always wins, the winners 1, 3 and 5 all had
    # White: three in one group have one floater, and the two who meet want the same colour.
    club.play(1, "1-0", "1-0", "1-0")
    club.command("club", "pair-round", round=2)
    html = club.client.get(DESK).text
    notes = notes_of(html)
    assert html.index('class="problem notes"') < html.index('id="boards"')
    assert "on this draft" in notes
    assert 'href="#bracket-1"' in notes
    (anchor, board), *_ = re.findall(r'<a href="#(why-[^"]+)">board (\d)</a>', notes)
    assert f'id="{anchor}"' in html
    assert board == "1"


async def test_a_draft_changed_by_hand_says_so_first(club: Club) -> None:
    club.command("club", "pair-round", round=1)
    boards = [["e1", "e2"], ["e3", "e4"], ["e5", "e6"]]
    club.command("club", "change-pairing", round=1, boards=boards, reason="agreed")
    notes = notes_of(club.client.get(DESK).text)
    assert "by hand" in notes


async def test_a_draft_is_published_at_a_time_from_the_desk(club: Club) -> None:
    club.command("club", "pair-round", round=1)
    html = club.client.get(DESK).text
    assert "Publish at a time" in html
    act = "/t/club/acts/schedule-timer"
    form = form_of(html, act)
    assert form["kind"] == "publish-pairings"
    club.client.post(act, data={**form, "due_at": "2024-05-02T09:30"})
    event = club.store.ledger.log[-1].event
    assert isinstance(event, TimerScheduled)
    assert event.kind is TimerKind.PUBLISH
    refused = club.client.post(
        act, data={**form, "command_id": "later", "due_at": "2001-05-02T09:30"}
    )
    assert refused.status_code in {409, 422}
    assert "<details open><summary" in refused.text
    assert 'value="2001-05-02T09:30"' in refused.text
