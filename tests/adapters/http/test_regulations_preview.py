"""The regulations shown beside a founding form are those of the tournament that it founds."""

import re

import pytest
from httpx2 import Response

from dsl.web_club import Club, fields_in
from planilla.application.kinds import KINDS
from planilla.domain.pairing import SYSTEMS

SHORT, WHOLE = "/new", "/new/regulations"
START = {SHORT: 'method="post" action="/new"', WHOLE: '<form class="stack write"'}
FOUNDED = [name for name, system in SYSTEMS.items() if not system.follows_groups]
"""The systems that a tournament may be founded with."""
ARTICLES = re.compile(r'(<p class="notice">[^<]*</p>\s*)?(<section>\s*<h3>.*</section>)', re.DOTALL)


@pytest.fixture
async def club() -> Club:
    club = Club()
    await club.let_in("organiser-token", "*")
    return club


def articles_in(html: str, start: str) -> str:
    """The notice and the articles of a page after `start`, as they are written."""
    found = ARTICLES.search(html.partition(start)[2].partition("</article>")[0])
    assert found is not None, html
    return f"{found[1]}{found[2]}"


def previewed(club: Club, form: dict[str, str], path: str = SHORT) -> Response:
    return club.client.post(path, data={**form, "preview": "1"})


async def check(club: Club, form: dict[str, str], path: str = SHORT) -> str:
    """Compare a preview with the page of the tournament founded after it; return the articles."""
    before = await club.store.tournaments()
    shown = previewed(club, form, path)
    assert shown.status_code == 200
    assert await club.store.tournaments() == before
    preview = articles_in(shown.text, 'id="preview-articles"')
    assert club.client.post(path, data=form).status_code == 200
    known = {each.id for each in before}
    (line,) = [each for each in await club.store.tournaments() if each.id not in known]
    page = club.client.get(f"/t/{line.id}/regulations").text
    assert preview == articles_in(page, '<article class="regulations">')
    return preview


async def test_a_preview_of_every_kind_is_the_page_of_its_regulations(club: Club) -> None:
    shown = set()
    for kind in KINDS:
        page = club.client.get(f"{SHORT}?kind={kind}").text
        shown.add(await check(club, {**fields_in(page, START[SHORT]), "name": "Copa <Sur>"}))
    assert len(shown) > len(KINDS) // 2


async def test_a_preview_of_every_system_is_the_page_of_its_regulations(club: Club) -> None:
    for system in FOUNDED:
        page = club.client.get(f"{SHORT}?system={system}").text
        await check(club, {**fields_in(page, START[SHORT]), "name": "Copa"})


async def test_a_preview_of_whole_regulations_has_their_free_texts(club: Club) -> None:
    form = fields_in(club.client.get(WHOLE).text, START[WHOLE])
    said = {
        "name": "Open",
        "prose.organiser": "Club Ajedrez",
        "play.rounds": "1",
        "schedule.starts": "2026-07-04 16:00",
    }
    articles = await check(club, {**form, **said}, WHOLE)
    assert "Club Ajedrez" in articles
    assert "16:00" in articles


async def test_a_preview_of_the_next_tournament_has_the_regulations_of_the_earlier(
    club: Club,
) -> None:
    form = fields_in(club.client.get(WHOLE).text, START[WHOLE])
    club.client.post(WHOLE, data={**form, "name": "Open", "prose.organiser": "Club Ajedrez"})
    (line,) = await club.store.tournaments()
    page = club.client.get(f"{SHORT}?from={line.id}").text
    shown = previewed(club, {**fields_in(page, START[SHORT]), "name": "Open II"}).text
    articles = articles_in(shown, 'id="preview-articles"')
    assert "Open II" in articles
    assert "Club Ajedrez" in articles


async def test_a_preview_keeps_what_was_typed(club: Club) -> None:
    """Also a box that was unticked and a tie-break that was taken out stay so."""
    form = fields_in(club.client.get(f"{SHORT}?kind=cup").text, START[SHORT])
    del form["shape.sudden_death"]
    page = previewed(club, {**form, "name": "Copa", "shape.games": "2"}).text
    kept = fields_in(page, START[SHORT])
    assert kept["name"] == "Copa"
    assert kept["shape.games"] == "2"
    assert "shape.sudden_death" not in kept
    assert kept["command_id"] == form["command_id"]
    form = fields_in(club.client.get(SHORT).text, START[SHORT])
    page = previewed(club, {**form, "name": "Open", "tiebreaks": "SB"}).text
    assert fields_in(page, START[SHORT])["tiebreaks"].strip(",") == "SB"


@pytest.mark.parametrize(
    ("path", "name", "text"),
    [
        (SHORT, "rounds", "99"),
        (SHORT, "rounds", "nine"),
        (SHORT, "name", ""),
        (SHORT, "time_zone", "Europe/Atlantis"),
        (SHORT, "name", "Copa\u202e"),
        (WHOLE, "play.rounds", "99"),
        (WHOLE, "entries.fee", "free"),
        (WHOLE, "prose.venue", "Hall\u202e"),
    ],
)
async def test_a_fault_is_said_in_a_preview_as_by_the_founding(
    club: Club, path: str, name: str, text: str
) -> None:
    form = fields_in(club.client.get(path).text, START[path]) | {"name": "Copa", name: text}
    shown = previewed(club, form, path)
    refused = club.client.post(path, data=form)
    assert (shown.status_code, refused.status_code >= 400) == (200, True)
    faults = re.findall(r'<span class="wrong"[^>]*>[^<]*</span>', refused.text)
    assert re.findall(r'<span class="wrong"[^>]*>[^<]*</span>', shown.text) == faults
    alert = re.compile(r'<p class="problem" role="alert">.*?</p>')
    assert alert.findall(shown.text) == alert.findall(refused.text) != []
    assert "<section>\n<h3>" not in shown.text
    assert not await club.store.tournaments()


async def test_only_the_organiser_previews(club: Club) -> None:
    form = fields_in(club.client.get(SHORT).text, START[SHORT]) | {"name": "Copa"}
    stranger = club.browser()
    for path in (SHORT, WHOLE):
        assert stranger.post(path, data={**form, "preview": "1"}).status_code == 403
