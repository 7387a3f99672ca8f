"""Headers, assets, health and the limits of a request."""

import asyncio
import gzip
import logging
import re
import shutil
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send

from dsl.page_weight import loaded
from dsl.web_club import WEB, Club
from planilla.adapters.http.assets import BASE, SCRIPTS, Assets, without_comments
from planilla.adapters.http.bodies import BODY_MAX
from planilla.adapters.http.middleware import RequestIds, WithRequestId


@pytest.mark.parametrize("path", ["/", "/t/club", "/nowhere", "/healthz", "/api/openapi.json"])
def test_every_answer_forbids_what_does_not_come_from_us(path: str) -> None:
    club = Club()
    club.found()
    headers = club.client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "strict-transport-security" not in headers


def test_hsts_is_for_tls_alone() -> None:
    club = Club("https://club.test")
    assert "strict-transport-security" in club.client.get("/").headers


def test_assets_are_kept_for_ever_under_their_digest() -> None:
    club = Club()
    page = club.client.get("/").text
    (address,) = re.findall(r'href="(/assets/[^"]+all-base\.css)"', page)
    answer = club.client.get(address)
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    sheets = [without_comments((WEB / "styles" / f"{name}.css").read_bytes()) for name in BASE]
    assert answer.content == b"".join(sheets)
    plain = club.client.get(address, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers


def test_an_address_of_another_release_is_answered_uncached() -> None:
    answer = Club().client.get("/assets/000000000000/styles/tokens.css")
    assert answer.headers["cache-control"] == "no-cache"


def test_an_asset_that_is_not_there_has_no_address() -> None:
    with pytest.raises(KeyError):
        Assets(WEB).url("styles/none.css")


@pytest.mark.parametrize("path", ["", "/rounds", "/cross", "/entrants", "/facts"])
def test_scripts_and_the_first_page_are_small(path: str) -> None:
    club = Club()
    club.found()
    page = club.client.get(f"/t/club{path}").text
    assert 0 < loaded(page, ".js") < 25_000
    assert loaded(page, ".js") + loaded(page, ".css") < 45_000  # leaves 15 kB for the page itself


def test_pages_are_not_kept_by_proxies_and_are_compressed() -> None:
    club = Club()
    club.found()
    headers = club.client.get("/t/club").headers
    assert headers["cache-control"] == "no-cache"
    assert headers["content-encoding"] == "gzip"


def test_health_is_told() -> None:
    assert Club().client.get("/healthz").json() == {"status": "ok"}


async def test_a_body_that_is_too_long_is_refused_and_nothing_is_written(club: Club) -> None:
    before = club.version
    answer = club.client.post("/t/club/entries", data={"lines": "x" * (BODY_MAX + 1)})
    assert answer.status_code == 413
    assert "too large" in answer.text
    assert club.version == before


def test_a_method_that_is_not_offered_is_a_sentence() -> None:
    answer = Club().client.post("/healthz")
    assert answer.status_code == 405
    assert "does not support that method" in answer.text


HOSTILE = {"host": "evil.test"}


@pytest.mark.parametrize(
    "path", ["/t/club/", "/t/club/entrants/", "/enter/", "//evil.test/t/club/"]
)
def test_no_redirect_names_the_host_that_was_asked_for(path: str) -> None:
    club = Club()
    club.found()
    answer = club.client.get(path, headers=HOSTILE, follow_redirects=False)
    assert "evil" not in answer.headers.get("location", "").partition("?")[0].split("/t/")[0]
    if answer.is_redirect:
        assert re.match(r"/(?!/)", answer.headers["location"])


def test_a_redirect_still_leads_to_its_page() -> None:
    club = Club()
    club.found()
    answer = club.client.get("/t/club/?at=v1", headers=HOSTILE, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "/t/club?at=v1")


def test_each_answer_has_the_id_of_its_request() -> None:
    club = Club()
    first, second = (club.client.get("/healthz").headers["x-request-id"] for _ in range(2))
    assert first != second
    brought = club.client.get("/", headers={"x-request-id": "0123456789abcdef"})
    assert brought.headers["x-request-id"] == "0123456789abcdef"


@pytest.mark.parametrize(
    "brought", ["short", "a" * 65, "with space 123", "evil\tline", "été-12345"]
)
def test_an_id_that_could_spoil_a_log_is_not_taken(brought: str) -> None:
    answer = Club().client.get("/", headers={b"x-request-id": brought.encode()})
    assert answer.headers["x-request-id"] != brought


def test_what_is_logged_meanwhile_names_the_request(caplog: pytest.LogCaptureFixture) -> None:
    async def logging_app(scope: Scope, receive: Receive, send: Send) -> None:
        logging.getLogger("planilla").warning("disk %s", "full")

    caplog.handler.addFilter(WithRequestId())
    app = RequestIds(logging_app, draw=lambda: "drawn-id-that-is-long")
    asyncio.run(app({"type": "http", "headers": []}, _nothing, _ignored))
    assert caplog.messages == ["disk full [request drawn-id-that-is]"]


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


async def _ignored(_: Message) -> None:
    return


def with_sheets(folder: Path) -> Path:
    """A web folder with the style sheets of the real one."""
    shutil.copytree(WEB / "styles", folder / "styles")
    (folder / "scripts").mkdir()
    return folder / "scripts"


def test_a_page_asks_for_one_script_with_all_that_its_modules_import() -> None:
    club = Club()
    club.found(system="knockout-single", rounds=0)
    page = club.client.get("/t/club/bracket").text
    (address,) = re.findall(r'<script type="module" src="([^"]+)"></script>', page)
    assert address.endswith("/scripts/all-bracket.js")
    answer = club.client.get(address)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert "import{" not in answer.text
    assert "$live_js=" in answer.text, "a module that no page names, but others import"


def test_every_script_of_several_modules_is_made_once() -> None:
    assets = Assets(WEB)
    for name in SCRIPTS:
        path = assets.script(name).partition(f"{assets.digest}/")[2]
        assert assets.find(path) is assets.find(path) is not None
    assert assets.find("scripts/all-none.js") is None
    with pytest.raises(KeyError):
        assets.script("none")


def test_scripts_leave_without_their_comments(tmp_path: Path) -> None:
    folder = with_sheets(tmp_path)
    source = (
        '/** Meant for who reads. */\nconst at = "http://x"; // why\nlet y = `// no ${at} /* */`;\n'
    )
    (folder / "a.js").write_text(source, encoding="utf-8")
    sent = Assets(tmp_path).files["scripts/a.js"].plain.decode()
    assert "Meant" not in sent
    assert "why" not in sent
    assert '"http://x"' in sent
    assert "`// no ${at} /* */`" in sent


def test_a_page_asks_for_its_style_sheets_once_a_bracket_for_those_of_its_foot_later() -> None:
    club = Club()
    club.found(system="knockout-single", rounds=0)
    asked = {path: club.client.get(path).text for path in ("/", "/t/club", "/t/club/bracket")}
    sheets = {path: re.findall(r"styles/([\w-]+)\.css", page) for path, page in asked.items()}
    assert sheets == {
        "/": ["all-base", "print"],
        "/t/club": ["all-tournament", "print"],
        "/t/club/bracket": ["all-bracket", "print", "all-foot"],
    }
    bracket = asked["/t/club/bracket"]
    assert bracket.index("</main>") < bracket.index("all-foot")


def test_a_page_names_the_style_sheets_it_is_painted_with_before_its_html() -> None:
    club = Club()
    club.found(system="knockout-single", rounds=0)
    answer = club.client.get("/t/club/bracket")
    named = re.findall(r"<([^>]+)>; rel=preload; as=style", answer.headers["link"])
    assert [address.rpartition("/")[2] for address in named] == ["all-bracket.css"]
    assert f'<link rel="stylesheet" href="{named[0]}">' in answer.text


def test_scripts_come_after_what_a_page_shows() -> None:
    page = Club().client.get("/").text
    assert page.index("</header>") < page.index("<script")


def test_a_first_load_is_at_most_60_kb_compressed() -> None:
    """The standings of 500, the styles and scripts, with the headers of each and an icon."""
    club = Club()
    club.command("club", "create-tournament", name="Club", rounds=5)
    entrants = [{"id": f"e{n}", "person": {"name": f"Player {n}"}} for n in range(1, 501)]
    club.command("club", "enter-entrants", entrants=entrants)
    club.pair(1)
    with club.client.stream("GET", "/t/club", headers={"accept-encoding": "gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
    page = gzip.decompress(packed).decode()
    headers_and_icon = 5 * 300 + 300
    files = loaded(page, ".js") + loaded(page, ".css")
    assert len(packed) + files + headers_and_icon < 60_000
