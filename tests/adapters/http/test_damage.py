"""Pages and API answers about a damaged tournament."""

import msgspec
import pytest

from dsl.web_club import Club
from planilla.application.inspecting import InspectedTournament, Inspection
from planilla.application.integrity import Damage, Integrity, WatchedDesk
from planilla.audit.seal import Fault
from stores import result

PAGES = ("/t/club", "/t/club/rounds", "/t/club/facts", "/t/club/rules", "/t/club/proof")
BROKEN = "The log of this tournament was damaged."


async def played() -> Club:
    club = Club()
    club.found()
    club.play(1, "1-0", "0-1", "½-½")
    await club.let_in("arbiter-token", "club")
    return club


def change(club: Club, version: int, **fields: object) -> None:
    """Do to the log what its owner could: the stored hash stays."""
    log = club.store.ledger.log
    log[version - 1] = msgspec.structs.replace(log[version - 1], **fields)


async def test_nothing_is_said_of_a_tournament_that_is_whole() -> None:
    club = await played()
    for page in PAGES:
        assert 'class="damage"' not in club.client.get(page).text


async def test_a_changed_fact_is_told_on_every_page_when_it_is_read() -> None:
    club = await played()
    last = club.version
    change(club, last, data=club.store.ledger.log[last - 1].data.replace(b"1/2", b"1-0"))
    change(club, last, recorded_at=1)
    for page in (*PAGES, "/t/club/arbiter"):
        answer = club.client.get(page)
        assert (answer.status_code, BROKEN in answer.text) == (200, True), page
    spanish = club.client.get("/t/club?lang=es").text
    assert "El registro de este torneo está dañado." in spanish


async def test_a_fact_that_cannot_be_read_any_more_is_told_with_its_version() -> None:
    club = await played()
    change(club, 3, data=b"nonsense")
    page = club.client.get("/t/club")
    assert page.status_code == 500
    assert "does not match its seals from version 3 on" in page.text
    program = club.client.get("/api/t/club/facts")
    assert (program.status_code, program.json()["code"]) == (500, "log-damaged")


def found(*codes: str, store: tuple[str, ...] = ()) -> Inspection:
    faults = tuple(Fault(version=1, code=code) for code in codes)
    return Inspection(
        tournaments=(InspectedTournament(tournament="club", events=9, faults=faults),),
        store=tuple(Fault(version=0, code=code) for code in store),
    )


async def test_what_was_changed_beside_the_log_is_named_and_commands_go_on() -> None:
    club = await played()
    club.site.integrity.inspected(found("person-changed", "person-changed", "text-missing"))
    page = club.client.get("/t/club").text
    assert (
        "Some data of this tournament were changed outside Planilla: personal data do not match "
        "their seal and a reason or note is missing that was never erased." in page
    )
    bus = WatchedDesk(club.store, club.site.integrity)
    wish = result("1.1", "1-0", tournament="club")
    assert (await bus.submit(wish)).status == "already"


async def test_a_tournament_that_vanished_from_the_list_is_named_there() -> None:
    club = await played()
    assert "is missing from this list" not in club.client.get("/").text
    club.site.integrity.inspected(found("stream-missing"))
    assert "“club” is missing from this list although its facts exist" in (
        club.client.get("/").text
    )
    club.site.integrity.inspected(found())
    assert "is missing from this list" not in club.client.get("/").text


@pytest.mark.parametrize("inspected", [found("head-moved"), found(store=("position-moved",))])
async def test_a_damaged_log_takes_no_command(inspected: Inspection) -> None:
    club = await played()
    integrity = Integrity()
    integrity.inspected(inspected)
    answer = await WatchedDesk(club.store, integrity).submit(result("1.1", "0-1"))
    assert (answer.status, answer.code, answer.fields) == ("failed", "log-damaged", {"version": 1})
    damage = integrity.of("club")
    assert isinstance(damage, Damage)
    assert damage.is_broken
    assert (integrity.of("other") is None) == (not inspected.store)
