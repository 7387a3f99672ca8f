"""Notices: what the arbiters write is on all pages and walls, until it ends or is taken back."""

import re

import pytest

from dsl.web_club import Club, form_of

pytestmark = pytest.mark.anyio

DESK = "/t/club/arbiter/notices"
TEXT = "Round 1 starts at <17:15>"
SHOWN = "Round 1 starts at &lt;17:15&gt;"


@pytest.fixture
async def club() -> Club:
    club = Club()
    club.found()
    await club.let_in("arbiter-token", "club")
    return club


def post(club: Club, **typed: str) -> str:
    form = form_of(club.client.get(DESK).text, "/t/club/acts/post-notice")
    answer = club.client.post("/t/club/acts/post-notice", data={**form, "note": TEXT, **typed})
    return f"{answer.status_code} {answer.text}"


def notices_in(html: str) -> list[str]:
    """The notices below the head of a page."""
    section = html.partition('id="notices"')[2].partition("</section>")[0]
    return re.findall(r"<bdi>(.*?)</bdi>", section)


async def test_a_notice_is_on_all_pages_and_on_the_wall(club: Club) -> None:
    assert post(club).startswith("200")
    stranger = club.browser()
    for path in ("/t/club", "/t/club/rounds", "/t/club/entrants", "/t/club/now", "/t/club/screen"):
        assert notices_in(stranger.get(path).text) == [SHOWN], path
    assert "A notice is shown on all pages" in stranger.get("/t/club/facts").text
    assert SHOWN in stranger.get("/t/club/facts").text


async def test_the_wall_of_a_hall_shows_it_too(club: Club) -> None:
    club.command("hall", "create-tournament", name="Hall", system="masnou")
    club.command("hall", "post-notice", note="Coffee at six")
    assert notices_in(club.browser().get("/t/hall/screen").text) == ["Coffee at six"]


async def test_a_notice_is_taken_back(club: Club) -> None:
    post(club)
    form = form_of(club.client.get(DESK).text, "/t/club/acts/withdraw-notice")
    assert form["notice"] == str(club.version)
    assert club.client.post("/t/club/acts/withdraw-notice", data=form).status_code == 200
    assert notices_in(club.browser().get("/t/club").text) == []
    assert "No notice is shown now." in club.client.get(DESK).text
    before = club.browser().get(f"/t/club?at=v{club.version - 1}").text
    assert notices_in(before) == [SHOWN]


async def test_a_notice_ends_at_the_time_of_the_venue(club: Club) -> None:
    """The clock stands at 22:13 UTC on 14 November 2023, which is 23:13 in Madrid."""
    post(club, until="2023-11-14T23:20")
    page = club.client.get(DESK).text
    assert notices_in(page) == [SHOWN]
    assert "until 14 Nov 2023, 23:20" in page
    assert f'data-until="{1_700_000_400_000}"' in page
    club.clock.time = 1_700_000_400_000_000
    assert notices_in(club.client.get(DESK).text) == []


async def test_the_last_notice_comes_first_and_an_erased_one_is_not_shown(club: Club) -> None:
    post(club)
    post(club, note="Second")
    assert notices_in(club.browser().get("/t/club").text) == ["Second", SHOWN]
    text = next(each for each in club.store.ledger.log if each.type == "NoticePosted").event
    club.command("club", "erase-texts", texts=[text.note])
    assert notices_in(club.browser().get("/t/club").text) == ["Second"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param({"note": " "}, "422", id="no text"),
        pytest.param({"note": "x" * 281}, "length &lt;= 280", id="too long"),
        pytest.param({"until": "1999-01-01T10:00"}, "ended already", id="ends before"),
    ],
)
async def test_a_refused_notice_is_said_above_the_form(
    club: Club, typed: dict[str, str], said: str
) -> None:
    answer = post(club, **typed)
    assert said in answer
    assert 'role="alert"' in answer
    assert notices_in(club.browser().get("/t/club").text) == []


async def test_a_text_may_have_as_many_characters_as_the_page_says(club: Club) -> None:
    assert post(club, note="x" * 280).startswith("200")
