"""The last links of the chain on the page of proofs: each mark stands again in the next link."""

import re

import pytest

from dsl.timelines import listed
from dsl.web_club import Club
from planilla.adapters.http.views.head import LINKS, HashLink, links_of
from planilla.application.states import History, HistoryEntry
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL


def history(count: int) -> History:
    """Facts whose hashes are their versions, sixty-four digits long; the second is the staff's."""
    entries = tuple(
        HistoryEntry(
            fact=(fact := Fact(version=version, recorded_at=0, event=RoundClosed(round=version))),
            listed=listed(fact),
            is_public=version != 2,
            hash=f"{version:08x}{'0' * 56}",
        )
        for version in range(1, count + 1)
    )
    return History(tournament="t", public=INITIAL, staff=INITIAL, entries=entries)


def test_the_first_fact_has_none_before_it() -> None:
    assert links_of(history(3), 1) == (
        HashLink(version=1, kind="round", sign="▤", mark="0000 0001", before=""),
    )


def test_of_what_is_the_staff_s_alone_only_the_mark_is_shown() -> None:
    assert links_of(history(3), 2)[1] == HashLink(
        version=2, kind="", sign="", mark="0000 0002", before="0000 0001"
    )


def test_there_are_as_many_links_as_fit_and_the_head_is_last() -> None:
    found = links_of(history(20), 18)
    assert [each.version for each in found] == [14, 15, 16, 17, 18]
    assert len(found) == LINKS
    assert [each.before for each in found[1:]] == [each.mark for each in found[:-1]]
    assert found[0].before == "0000 000d"


@pytest.mark.anyio
async def test_the_page_shows_the_chain_up_to_its_moment(club: Club) -> None:
    page = club.client.get("/t/club/proof?at=v2").text
    chain = page[page.index('<ol class="chain-links">') :]
    chain = chain[: chain.index("</ol>")]
    assert re.findall(r"<b>v(\d+)</b>", chain) == ["1", "2"]
    marks = re.findall(r"<dd>([0-9a-f]{4} [0-9a-f]{4})</dd>", chain)
    assert marks[0] == marks[1]  # of the first, and again in the second
    head = re.search(r'<p class="proof-line">v2 · ([0-9a-f]{4} [0-9a-f]{4})', page)
    assert head is not None
    assert head[1] == marks[2]
