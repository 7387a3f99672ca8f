"""A tournament file comes in by a page, after its review, and goes out by a link."""

import pytest

from dsl.trf_files import FILE, read
from dsl.trf_text import trf
from dsl.web_club import ORGANISER_TOKEN, SIX, Club
from planilla.adapters.http.bodies import BODY_MAX
from planilla.application.envelope import Actor
from planilla.application.roles import full_grant
from planilla.formats.trf.crosstable import crosstable_of

SYSTEM = {"system": "swiss-dutch-libro"}


async def organised() -> Club:
    """An empty club whose organiser has entered."""
    club = Club()
    await club.let_in(ORGANISER_TOKEN, "*")
    return club


async def with_import() -> tuple[Club, str]:
    """A club that has taken in the file, and the address of the tournament."""
    club = await organised()
    answer = club.client.post("/import", data={"lines": FILE, **SYSTEM}, follow_redirects=False)
    assert answer.status_code == 303
    return club, answer.headers["location"].removesuffix("/arbiter")


async def test_the_way_to_the_import_is_on_the_first_page() -> None:
    club = await organised()
    assert 'href="/import"' in club.client.get("/").text
    assert "Tournament file" in club.client.get("/import").text


async def test_a_file_is_reviewed_before_anything_is_written() -> None:
    club = await organised()
    files = {"file": ("open.trf", FILE.replace("\n", "\r").encode(), "text/plain")}
    answer = club.client.post("/import/review", data=SYSTEM, files=files)
    assert answer.status_code == 200
    assert "2 of 4" in answer.text
    assert "7 Player 7 has no game or bye before round 2" in answer.text
    assert "from round 2" in answer.text
    assert "Import 7 players" in answer.text
    assert club.store.ledger.log == []


async def test_a_reviewed_file_is_imported_once() -> None:
    club, address = await with_import()
    events = len(club.store.ledger.log)
    again = club.client.post(
        "/import", data={"lines": FILE.replace("\n", "\r\n"), **SYSTEM}, follow_redirects=False
    )
    assert again.headers["location"] == f"{address}/arbiter"
    assert len(club.store.ledger.log) == events
    assert "Player 3" in club.client.get(address).text


@pytest.mark.parametrize("path", ["", "/rounds/1", "/cross", "/facts", "/rules", "/arbiter"])
@pytest.mark.parametrize("language", ["es", "en"])
async def test_every_page_shows_an_imported_tournament(path: str, language: str) -> None:
    club, address = await with_import()
    answer = club.client.get(f"{address}{path}", headers={"accept-language": language})
    assert answer.status_code == 200
    assert "Obert d" in answer.text


async def test_an_import_is_not_undone_piece_by_piece() -> None:
    club, address = await with_import()
    assert 'id="undo"' not in club.client.get(f"{address}/arbiter").text
    club.actor = Actor(id="actor-all", grants=(full_grant("*"),))
    club.command(address.removeprefix("/t/"), "close-round", round=2)
    assert 'id="undo"' in club.client.get(f"{address}/arbiter").text


async def test_what_is_ruled_beside_the_games_is_told_in_words() -> None:
    club, address = await with_import()
    tournament = address.removeprefix("/t/")
    club.command(tournament, "rule-same-origin", rule="avoid")
    log = club.client.get(f"{address}/facts").text
    assert "Players of one federation meet only if there is no other way." in log
    text = trf((("2w1",), ("1b0",), ("U",)), "142 3", "162  W 1.0    D 0.5    P 1.5")
    text = text.replace("  1.0    3", "  1.5    3")
    answer = club.client.post("/import", data={"lines": text, **SYSTEM})
    assert answer.status_code == 200
    own = str(answer.url).removesuffix("/arbiter")
    assert "its own points: 1-½-0 U=1½" in club.client.get(f"{own}/facts").text
    assert "1-½-0 U=1½" in club.client.get(f"{own}/rules").text


async def test_the_next_round_is_paired_from_what_was_played() -> None:
    club, address = await with_import()
    tournament = address.removeprefix("/t/")
    club.command(tournament, "pair-round", round=3)
    club.command(tournament, "publish-pairings", round=3)
    exported = read(club.client.get(f"{address}/trf").text)
    assert len(exported.rounds) == 3


async def test_what_is_wrong_is_told_line_by_line_and_the_text_stays() -> None:
    club = await organised()
    wrong = FILE.replace("4 w 1", "5 w 1")
    for address in ("/import/review", "/import"):
        answer = club.client.post(address, data={"lines": wrong, **SYSTEM})
        assert answer.status_code == 422
        assert "Line 10, column 92." in answer.text
        assert "### a line that nobody understands" in answer.text
    assert club.store.ledger.log == []


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        pytest.param({"lines": " \n"}, "Choose a file", id="nothing"),
        pytest.param(
            {"lines": trf((("2w1",), ("1b0",)), "192 FIDE_SCHILLER")},
            "FIDE_SCHILLER",
            id="its system",
        ),
        pytest.param({"lines": FILE, "system": "magic"}, "magic", id="no such system"),
    ],
)
async def test_what_cannot_be_reviewed_is_told(form: dict[str, str], sentence: str) -> None:
    club = await organised()
    answer = club.client.post("/import/review", data=form)
    assert answer.status_code == 422
    assert sentence in answer.text


async def test_a_refused_import_is_told() -> None:
    """A pairing number may be 9999; a rating in the log goes up to 4000."""
    club = await organised()
    text = trf((("2w1",), ("1b0",)), "142 1").replace("2799", "4799")
    answer = club.client.post("/import", data={"lines": text, **SYSTEM})
    assert answer.status_code == 422
    assert "4799" in answer.text
    unknown = club.client.post("/import", data={"lines": FILE, "system": "magic"})
    assert unknown.status_code == 422


async def test_numbers_that_change_and_those_who_left_are_in_the_review() -> None:
    club = await organised()
    players = {1: ("5w1", "5b1", "5w1"), 5: ("1b0", "1w0", "1b0"), 9: ("U", "Z", "Z")}
    text = trf(players, "142 3", *(f"013 Team {n:<27} 1" for n in range(1, 15)))
    answer = club.client.post("/import/review", data={"lines": text, **SYSTEM})
    assert "was 9; left before round 2" in answer.text


async def test_many_notes_are_folded() -> None:
    """Fourteen players come in round 2, each with a note of their own; twelve are seen at once."""
    club = await organised()
    late = {number: ("Z", "U" if number == 3 else "H") for number in range(3, 17)}
    text = trf({1: ("2w1", "2b1"), 2: ("1b0", "1w0"), **late}, "142 2", "202 BH")
    answer = club.client.post("/import/review", data={"lines": text, **SYSTEM})
    assert "And 2 more." in answer.text


@pytest.mark.parametrize("path", ["/import", "/import/review"])
def test_only_the_organiser_imports(path: str) -> None:
    club = Club()
    assert club.client.get("/import").status_code == 403
    assert club.client.post(path, data={"lines": FILE}).status_code == 403


async def test_a_file_that_is_too_long_is_refused() -> None:
    club = await organised()
    answer = club.client.post("/import/review", data={"lines": "x" * (BODY_MAX + 1)})
    assert answer.status_code == 413


async def test_everybody_may_download_names_and_results() -> None:
    club, address = await with_import()
    public = club.browser().get(f"{address}/trf?dialect=trf16")
    name = address.removeprefix("/t/")
    assert public.headers["content-disposition"] == f'attachment; filename="{name}.trf"'
    assert public.headers["content-type"] == "text/plain; charset=utf-8"
    document = read(public.text)
    assert crosstable_of(document, 2).rounds == crosstable_of(read(FILE), 2).rounds
    assert "El Masnou" not in public.text
    assert club.client.get(f"/api{address}/trf?dialect=trf16").text != public.text
    assert f"{address}/trf?dialect=javafo" in club.client.get(f"{address}/rules").text
    assert f'href="{address}/trf"' in club.client.get(f"{address}/arbiter").text


async def test_birth_dates_are_for_arbiters() -> None:
    club = Club()
    club.found()
    person = {"name": SIX[0], "birth": "2001/02/03", "fide_id": "2200001"}
    club.command("club", "correct-personal-data", entrant="e1", person=person)
    public = club.client.get("/t/club/trf").text
    assert "2200001" in public
    assert "2001/02/03" not in public
    await club.let_in("secret", "club")
    assert "2001/02/03" in club.client.get("/t/club/trf").text


async def test_who_was_erased_is_called_by_number() -> None:
    club = Club()
    club.found()
    await club.store.erase_person("club", "e1")
    assert "Player 1 " in club.client.get("/t/club/trf").text


def test_a_past_moment_can_be_downloaded() -> None:
    club = Club()
    club.found()
    club.play(1, "1-0", "1-0", "½-½")
    assert len(read(club.client.get("/t/club/trf").text).rounds) == 1
    assert read(club.client.get("/t/club/trf?at=v7").text).rounds == ()


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        pytest.param("/api/t/club/trf?dialect=pgn", 422, "no-such-dialect", id="dialect"),
        pytest.param("/api/t/nowhere/trf", 404, "no-such-tournament", id="tournament"),
        pytest.param("/api/t/club/trf?at=v999", 404, "no-such-moment", id="moment"),
    ],
)
def test_a_file_that_cannot_be_made_is_a_problem(path: str, status: int, code: str) -> None:
    club = Club()
    club.found()
    answer = club.client.get(path)
    assert answer.status_code == status
    assert answer.json()["code"] == code


def test_the_file_is_in_the_description_of_the_interface() -> None:
    paths = Club().client.get("/api/openapi.json").json()["paths"]
    assert paths["/api/t/{tournament}/trf"]["get"]["operationId"] == "download-trf"
