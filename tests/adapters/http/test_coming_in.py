"""Links, creating a tournament, and entering people."""

import re

import pytest

from dsl.web_club import ORGANISER_TOKEN, Club
from planilla.adapters.http.pages.sign_in import WRONG_LINK_DELAY_S
from planilla.application.roles import full_grant

SIX_PASTED = """Ana Alba 2100
Bea Bosch; 2000; CAT; WFM; Masnou

Carl Cruz
"""


async def test_a_link_becomes_a_cookie_that_scripts_cannot_read() -> None:
    club = Club("https://club.test")
    await club.store.give("secret", "arbiter", full_grant("club"))
    answer = club.client.post(
        "/enter", data={"token": "https://club.test/enter#secret"}, follow_redirects=False
    )
    assert answer.headers["location"] == "/t/club/arbiter"
    cookie = answer.headers["set-cookie"]
    for attribute in ("HttpOnly", "SameSite=strict", "Secure"):
        assert attribute in cookie


async def test_one_browser_holds_several_links_and_can_forget_them() -> None:
    club = Club()
    club.found()
    await club.let_in("one", "club")
    await club.let_in("two", "other")
    assert club.client.get("/t/club/arbiter").status_code == 200
    assert "Forget my links" in club.client.get("/enter").text
    club.client.post("/leave")
    assert club.client.get("/t/club/arbiter").status_code == 403


async def test_acts_are_recorded_under_the_link_that_opens_the_tournament() -> None:
    """Three links in one browser: two arbiters' and an organiser's, entered in between."""
    club = Club()
    club.found()
    club.command("other", "create-tournament", name="Other", rounds=3)
    for scope in ("other", "*", "club"):
        await club.let_in(f"token-{scope}", scope)
    page = club.client.post(
        "/t/club/acts/assign-numbers", data={"command_id": "by-page"}, follow_redirects=False
    )
    assert page.status_code == 303
    for tournament in ("club", "other"):
        answer = club.client.post(
            f"/api/t/{tournament}/commands/schedule-timer",
            content=b'{"kind":"reminder","due_at":1700000100000000}',
            headers={"idempotency-key": f"by-api-{tournament}"},
        )
        assert answer.json()["status"] == "done", answer.text

    actors = {event.command_id: event.actor_id for event in club.store.ledger.log}
    assert actors["by-page"] == actors["by-api-club"] == "actor-club"
    assert actors["by-api-other"] == "actor-other"


@pytest.mark.parametrize("token", ["", "wrong", "https://club.test/enter#"])
def test_a_wrong_link_opens_nothing(token: str) -> None:
    answer = Club().client.post("/enter", data={"token": token})
    assert answer.status_code == 403
    assert "does not work" in answer.text


def test_a_wrong_link_is_on_record_and_answered_late(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    delays: list[float] = []

    async def slept(seconds: float) -> None:
        delays.append(seconds)

    monkeypatch.setattr("planilla.adapters.http.pages.sign_in.anyio.sleep", slept)
    club = Club()
    club.client.post("/enter", data={"token": "a-guess"})
    assert delays == [WRONG_LINK_DELAY_S]
    assert [each for each in caplog.messages if "an invalid link was entered from" in each]
    program = club.client.get("/t/club", headers={"authorization": "Bearer another-guess"})
    assert program.status_code == 404
    assert [each for each in caplog.messages if "invalid links came from" in each]
    assert "guess" not in caplog.text, "a wrong link may be a right one with a typing error"


async def organised() -> Club:
    """An empty club whose organiser has entered."""
    club = Club()
    await club.let_in(ORGANISER_TOKEN, "*")
    return club


async def test_a_tournament_is_created_with_its_arbiters_link_shown_once() -> None:
    club = await organised()
    assert "New tournament" in club.client.get("/").text
    form = {
        "command_id": "k1",
        "name": "Torneo Social",
        "system": "swiss-dutch-libro",
        "rounds": "3",
        "tiebreaks": ["BH", "SB", "", "BH"],
    }
    html = club.client.post("/new", data=form).text
    link = re.findall(r'class="secret">([^<]+)<', html)[0]
    target = re.findall(r'href="(/t/torneo-social-[^"]+)/entries"', html)[0]
    arbiter = club.browser()
    assert arbiter.post("/enter", data={"token": link}).status_code == 200
    assert arbiter.get(f"{target}/arbiter").status_code == 200
    assert arbiter.get("/new").status_code == 403
    assert "Buchholz" in club.client.get(f"{target}/rules").text
    again = arbiter.post(f"{target}/links").text
    assert re.findall(r'class="secret">([^<]+)<', again) != [link]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"name": "  "}, "name of 1 to 120"),
        ({"rounds": "many"}, "“many” is not a whole number."),
        ({"rounds": "31"}, "between 1 and 30 rounds, not 31"),
        ({"system": "chaos"}, "chaos"),
        ({"tiebreaks": "XX"}, "XX"),
    ],
)
async def test_a_tournament_that_cannot_be_is_one_sentence_and_keeps_the_form(
    changed: dict[str, str], sentence: str
) -> None:
    club = await organised()
    form = {"command_id": "k1", "name": "Club", "system": "round-robin", "rounds": "5", **changed}
    if "rounds" in changed or "system" in changed:
        form["system"] = changed.get("system", "swiss-dutch-libro")
    answer = club.client.post("/new", data=form)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert f'value="{form["name"]}"' in answer.text
    assert await club.store.tournaments() == ()


async def test_pasted_lines_are_reviewed_before_they_are_entered(club: Club) -> None:
    before = club.version
    text = "Gil Gómez 1500\nHal Haro\nIda Ibáñez, 1600\n"
    review = club.client.post("/t/club/entries/review", data={"lines": text})
    assert club.version == before
    assert "Enter 3 people" in review.text
    form = {"command_id": "k1", "lines": text}
    assert club.client.post("/t/club/entries", data=form).status_code == 200
    assert club.version == before + 3
    html = club.client.get("/t/club/entries").text
    assert "Ida Ibáñez" in html
    assert "1600" in html


async def test_a_file_is_told_what_is_wrong_line_by_line(club: Club) -> None:
    content = (
        "Nombre;Elo;Club\nGil Gómez;abc;X\nHal Haro;9999;\nAna Alba;2000;\n;1800;\nOk Oro;1;\n"
    )
    files = {"file": ("players.csv", content.encode("cp1252"), "text/csv")}
    html = club.client.post("/t/club/entries/review", files=files, data={"lines": ""}).text
    assert "Line 2, column Rating: “abc” is not a number." in html
    assert "Line 3, column Rating: a rating of 9999 is not possible" in html
    assert "Line 4, column Name: “Ana Alba” is already in the list." in html
    assert "Line 5, column Name: the name is missing." in html
    assert "Enter 1 person" in html


@pytest.mark.parametrize("content", [b"PK\x03\x04\x14\0\x06\0\x08\0", b"%PDF-1.7\n1 0 obj\n"])
async def test_a_file_that_is_no_text_is_refused_at_its_form(club: Club, content: bytes) -> None:
    """A spreadsheet as Excel saves it is a ZIP."""
    await club.let_in("organiser-token", "*")
    files = {"file": ("players.xlsx", content, "application/octet-stream")}
    for address in ("/t/club/entries/review", "/import/review"):
        answer = club.client.post(address, files=files, data={"lines": ""})
        assert answer.status_code == 422
        assert "Save it as text, a list as CSV or a tournament as TRF" in answer.text
        assert 'name="file"' in answer.text


async def test_a_list_may_be_the_unicode_text_of_a_spreadsheet(club: Club) -> None:
    content = "Nombre\tElo\nŁuczak, Paweł\t2250\n".encode("utf-16")
    files = {"file": ("players.txt", content, "text/plain")}
    html = club.client.post("/t/club/entries/review", files=files, data={"lines": ""}).text
    assert "Łuczak, Paweł" in html
    assert "Enter 1 person" in html


async def test_the_arbiter_sees_who_fits_a_category_and_is_not_in_it(club: Club) -> None:
    """Gil is young enough, Hal is not, Ida is in already, and Jon alone has such a rating."""
    listed = "name;rating;birth;categories\nGil;0;2012;\nHal;0;2009;\nIda;0;2011;U16\nJon;900;;\n"
    club.client.post("/t/club/entries", data={"command_id": "k1", "lines": listed})
    categories = [
        {"code": "U16", "born_from": 2010},
        {"code": "U1000", "rating_to": 1000},
        {"code": "F"},
    ]
    regulations = {"name": "Club", "categories": categories}
    club.command("club", "announce-regulations", regulations=regulations)
    html = club.client.get("/t/club/entries").text.partition("Within the limits of a category")[2]
    said = " ".join(re.sub(r"<[^>]+>", " ", html.partition("</ul>")[0]).split())
    assert said.partition("U16 : ")[2] == "Gil U1000 : Jon"


async def test_a_fault_of_the_form_names_its_field_and_no_line(club: Club) -> None:
    form = {"command_id": "k1", "name": "Hal Haro", "rating": "abc"}
    answer = club.client.post("/t/club/entries", data=form)
    assert answer.status_code == 422
    assert ">Rating: “abc” is not a number.<" in answer.text


async def test_the_lines_that_were_not_entered_come_back_to_be_mended(club: Club) -> None:
    before = club.version
    text = "Nombre;Elo\nGil Gómez;1500\nHal Haro;abc\nIda Ibáñez;1600"
    review = club.client.post("/t/club/entries/review", data={"lines": text}).text
    fields = dict(re.findall(r'<textarea name="(\w+)" hidden>([^<]*)</textarea>', review))
    assert fields["left"] == "Nombre;Elo\nHal Haro;abc"
    entered = club.client.post("/t/club/entries", data={"command_id": "k1", **fields})
    assert club.version == before + 2
    assert "2 people were entered. The lines below were not" in entered.text
    assert "Nombre;Elo\nHal Haro;abc</textarea>" in entered.text


async def test_a_refused_list_keeps_the_lines_that_were_not_in_it(club: Club) -> None:
    for number in (1, 2, 3):
        club.play(number, "1-0", "1-0", "1-0")
    club.command("club", "finish-tournament")
    form = {"command_id": "k1", "lines": "Gil Gómez", "left": "Hal Haro;abc"}
    answer = club.client.post("/t/club/entries", data=form)
    assert answer.status_code == 409
    assert "Gil Gómez\nHal Haro;abc</textarea>" in answer.text


@pytest.mark.parametrize("lines", ["", "  \n \n"])
async def test_an_empty_list_is_a_sentence(club: Club, lines: str) -> None:
    answer = club.client.post("/t/club/entries/review", data={"lines": lines})
    assert answer.status_code == 422
    assert "There is nothing to read" in answer.text


async def test_one_person_is_entered_by_the_form_and_never_twice(club: Club) -> None:
    before = club.version
    form = {"command_id": "k1", "name": "Gil, Gómez", "rating": "1500", "title": "fm"}
    assert club.client.post("/t/club/entries", data=form).status_code == 200
    assert club.client.post("/t/club/entries", data=form).status_code == 422
    assert club.version == before + 1
    assert "FM" in club.client.get("/t/club/entries").text
    wrong = club.client.post("/t/club/entries", data={**form, "name": "Z", "rating": "x"})
    assert "“x” is not a number." in wrong.text
    nobody = club.client.post("/t/club/entries", data={"command_id": "k9", "name": " "})
    assert nobody.status_code == 422


async def test_after_the_end_nobody_can_be_entered(club: Club) -> None:
    for number in (1, 2, 3):
        club.play(number, "1-0", "1-0", "1-0")
    club.command("club", "finish-tournament")
    answer = club.client.post("/t/club/entries", data={"command_id": "k1", "name": "Late"})
    assert answer.status_code == 409
    assert "finished" in answer.text
    assert "has begun" in club.client.get("/t/club/entries").text


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("text/plain", b"x"),
        ("multipart/form-data; boundary=b", b"no parts"),
        ("multipart/form-data; boundary=b", b"--b\r\n\r\nx\r\n--b--\r\n"),
        ("application/x-www-form-urlencoded", b"&".join([b"a=1"] * 3000)),
        ("application/x-www-form-urlencoded", b"a=%ff\xff"),
    ],
)
async def test_what_is_no_form_is_one_sentence(club: Club, content_type: str, body: bytes) -> None:
    answer = club.client.post(
        "/t/club/entries", content=body, headers={"content-type": content_type}
    )
    assert answer.status_code == 400
    assert "The form cannot be read." in answer.text
