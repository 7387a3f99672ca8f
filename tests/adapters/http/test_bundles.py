"""The files of a tournament in one: what is in it, for whom, and that its bytes stay the same."""

import io
import zipfile

import pytest

from dsl.web_club import ORGANISER_TOKEN, Club
from planilla.audit.archive_check import verified


@pytest.fixture
async def club() -> Club:
    club = Club()
    await club.let_in(ORGANISER_TOKEN, "*")
    club.found(rounds=1)
    club.play(1, "1-0", "½-½", "0-1")
    club.command("club", "close-round", round=1)
    return club


def unpacked(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


async def test_it_has_what_each_address_answers_the_same_reader(club: Club) -> None:
    for reader, archive in (
        (club.client, "club.jsonl"),
        (club.browser(), "club.public.jsonl"),
    ):
        answer = reader.get("/t/club/files.zip")
        assert answer.headers["content-type"] == "application/zip"
        assert 'filename="club.zip"' in answer.headers["content-disposition"]
        files = unpacked(answer.content)
        assert set(files) == {"club.trf", "head.txt", archive}
        assert files["club.trf"] == reader.get("/t/club/trf").content
        log = club.store.ledger.log
        asked = reader.get("/t/club/archive.jsonl").content
        facts = slice(1, 1 + len(log))
        assert files[archive].splitlines()[facts] == asked.splitlines()[facts]
        assert files["head.txt"].decode() == f"v{len(log)} · {log[-1].hash.hex()}\n"
        assert verified(files[archive].splitlines(keepends=True)).version == len(log)


async def test_its_bytes_stay_the_same_and_those_of_a_moment_too(club: Club) -> None:
    first = club.client.get("/t/club/files.zip").content
    moment = club.client.get("/t/club/files.zip?at=v3").content
    club.clock.time += 3_600_000_000
    assert club.client.get("/api/t/club/files.zip").content == first
    club.command("club", "finish-tournament")
    assert club.client.get("/t/club/files.zip").content != first
    assert club.client.get("/t/club/files.zip?at=v3").content == moment
    files = unpacked(moment)
    assert files["head.txt"].startswith(b"v3 ")
    assert b'"version":4' not in files["club.jsonl"]
    with zipfile.ZipFile(io.BytesIO(first)) as packed:
        assert {each.date_time for each in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}


async def test_a_masnou_has_no_report_in_it(club: Club) -> None:
    club.command("hall", "create-tournament", name="Hall", system="masnou")
    assert set(unpacked(club.client.get("/t/hall/files.zip").content)) == {"head.txt", "hall.jsonl"}


async def test_the_head_in_it_is_found_by_the_page_of_the_proof(club: Club) -> None:
    head = unpacked(club.client.get("/t/club/files.zip").content)["head.txt"].decode().strip()
    page = club.client.get("/t/club/proof", params={"head": head}).text
    assert "contains" in page


async def test_the_desk_of_a_finished_tournament_lists_what_to_take(club: Club) -> None:
    assert "Take with you" not in club.client.get("/t/club/arbiter").text
    club.command("club", "finish-tournament")
    desk = (
        club.client.get("/t/club/arbiter").text.partition("Take with you")[2].partition("</ul>")[0]
    )
    for path in ("files.zip", "trf", "standings.csv", "archive.jsonl", "papers", "proof"):
        assert f'href="/t/club/{path}"' in desk
        assert club.client.get(f"/t/club/{path}").status_code == 200
    assert "prizes.csv" not in desk
