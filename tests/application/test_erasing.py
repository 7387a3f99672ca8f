"""Somebody is erased on memory ports: what is found before, what is emptied, what remains."""

import hashlib
from typing import Any

import pytest
from msgspec.structs import replace

from dsl.memory_erasures import MemoryErasures
from dsl.memory_evidence import MemoryEvidence
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application import erasing
from planilla.application.decisions import PendingCommand
from planilla.application.envelope import Answer
from planilla.application.erasing import (
    Again,
    ErasureRequest,
    NotDone,
    NotKept,
    Report,
    erase,
    erase_again,
    erase_texts,
    remains_of_storage,
)
from planilla.application.erasure import (
    EnteredElsewhere,
    Listing,
    Prospect,
    Sources,
    prospect,
    reading_of,
    searched,
    texts_with,
)
from planilla.application.evidence import take_in
from planilla.application.ports import Compacted, Erasure
from planilla.application.rating_lists import NO_LISTS, ListUnusable, RatingList, RatingLists
from planilla.domain.tournament.refusal import NoSuchEntrant
from planilla.domain.tournament.setup import NoSuchTournament
from planilla.formats.rating_list.records import ListedPlayer
from stores import ORGANISER, submission

pytestmark = pytest.mark.anyio

PERSON = {
    "name": "García Núñez, Ana de la Luz",
    "fide_id": "2290001",
    "club": "Masnou",
    "contact": "ana@example.org",
}
NAMED = "Ana GARCIA llamó: no viene"
BY_NUMBER = "2290001 no tiene Elo"
OF_ANOTHER = "Bea está enferma, de la gripe"
SLIP = b"Ana gana, dice la planilla"
OTHER_SLIP = b"tablas en la mesa dos"
PHOTO = b"\xff\xd8\xff" + bytes(40)


ANA_AS_LISTED = ListedPlayer(
    line=1,
    id=2290001,
    name="Garcia, Ana",
    key="ana garcia",
    federation="ESP",
    sex="w",
    title="FM",
    standard=2000,
    standard_games=0,
    standard_k=20,
    rapid=0,
    rapid_games=0,
    rapid_k=0,
    blitz=0,
    blitz_games=0,
    blitz_k=0,
    birth=1990,
    flag="w",
)


class Listed:
    """One list that holds Ana."""

    def lists(self) -> tuple[RatingList, ...]:
        return (RatingList(kind="fide", month="2026-11", source="", form="txt"),)

    def with_id(self, kind: str, player: int) -> ListedPlayer | None:  # noqa: ARG002 - the port names it
        assert player < 2**63, "a database knows no longer number"
        return ANA_AS_LISTED if player == ANA_AS_LISTED.id else None

    def named(self, kind: str, name: str) -> tuple[ListedPlayer, ...]:  # noqa: ARG002 - the port names it
        return ()

    def find(self, kind: str, text: str, limit: int = 20) -> tuple[ListedPlayer, ...]:  # noqa: ARG002 - the port names it
        return ()


class Broken(Listed):
    """A list whose file is damaged."""

    def lists(self) -> tuple[RatingList, ...]:
        raise ListUnusable("fide")


class Place:
    """A club with Ana (`ana`), Bea and Carl, texts that name some of them, and three files."""

    def __init__(self) -> None:
        self.clock = SetClock(step=1_000_000)
        self.store = MemoryStore(clock=self.clock, ids=CountedIds())
        self.evidence = MemoryEvidence(self.clock)
        self.erasures = MemoryErasures()
        self.ids = CountedIds(5000)

    def tools(self, lists: RatingLists = NO_LISTS) -> erasing.Tools:
        return erasing.Tools(
            sources=Sources(log=self.store, evidence=self.evidence, lists=lists),
            bus=self.store,
            people=self.store,
            new_id=self.ids.event_id,
            now=self.clock.now,
            erasures=self.erasures,
        )

    async def say(self, command: str, tournament: str = "club", **body: Any) -> None:
        answer = await self.store.submit(submission(command, body, tournament=tournament))
        assert answer.status == "done", answer

    async def fill(self) -> None:
        others = [
            {"id": name[0].lower(), "person": {"name": name}, "rating": 1900}
            for name in ("Bea", "Carl")
        ]
        ana = {"id": "ana", "person": PERSON, "rating": 2000, "title": "FM"}
        for club, entrants in (("club", [ana, *others]), ("liga", [{**ana, "id": "x1"}])):
            await self.say("create-tournament", club, name=club, rounds=3, first_colour="white")
            await self.say("enter-entrants", club, entrants=entrants)
        await self.say("forbid-pairs", entrants=["ana", "b"], reason=NAMED)
        await self.say("withdraw-entrant", entrant="b", reason=OF_ANOTHER)
        await self.say("withdraw-entrant", entrant="c", reason=BY_NUMBER)
        for body in (SLIP, OTHER_SLIP, PHOTO):
            await take_in(self.evidence, "club", body)

    async def erase(self, entrant: str = "ana", **chosen: Any) -> Report:
        wanted = ErasureRequest(tournament="club", entrant=entrant, **chosen)
        return await erase(self.tools(), wanted, ORGANISER, lambda _done, _total: None)

    async def prospect(self, lists: RatingLists = NO_LISTS) -> Prospect:
        return await prospect(self.tools(lists).sources, "club", "ana")

    async def again(self, *listed: Erasure, dry_run: bool = False) -> Again:
        return await erase_again(
            self.tools(), listed, ORGANISER, lambda _done, _total: None, dry_run=dry_run
        )


@pytest.fixture
async def place() -> Place:
    made = Place()
    await made.fill()
    return made


def sha256(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def codes(report: Report) -> list[str]:
    return [each.code for each in report.remains]


async def test_what_there_is_of_a_person_is_found_before(place: Place) -> None:
    found = await place.prospect(Listed())
    assert (found.number, found.facts, found.rating, found.title) == (1, 2, 2000, "FM")
    assert found.fields == ("name", "fide_id", "club", "contact")
    assert [(each.text, each.words, each.versions) for each in found.texts] == [
        (NAMED, ("ana", "garcia"), (5,)),
        (BY_NUMBER, ("2290001",), (7,)),
    ]
    assert {each.sha256: each.words for each in found.files} == {
        sha256(SLIP): ("ana",),
        sha256(OTHER_SLIP): (),
        sha256(PHOTO): None,
    }
    assert found.elsewhere == (EnteredElsewhere(tournament="liga", entrant="x1"),)
    assert found.listed == (Listing(kind="fide", month="2026-11"),)
    assert found.key_tells
    assert not found.is_erased


async def test_a_number_longer_than_any_of_a_list_is_in_none(place: Place) -> None:
    person = {"name": "Ana García", "fide_id": "9" * 30}
    await place.say("correct-personal-data", entrant="ana", person=person)
    assert (await place.prospect(Listed())).listed == ()


async def test_who_has_no_number_is_found_by_name(place: Place) -> None:
    await place.say("enter-entrants", "liga", entrants=[{"id": "y", "person": {"name": "BEA"}}])
    sources = replace(place.tools(Listed()).sources, evidence=None)
    bea = await prospect(sources, "club", "b")
    assert bea.elsewhere == (EnteredElsewhere(tournament="liga", entrant="y"),)
    assert (bea.listed, bea.files, bea.key_tells) == ((), (), False)
    assert [each.text for each in bea.texts] == [OF_ANOTHER]


async def test_a_broken_list_is_no_hindrance(place: Place) -> None:
    assert (await place.prospect(Broken())).listed == ()


async def test_the_person_and_all_that_matches_is_erased_and_the_rest_is_told(place: Place) -> None:
    before = [event.hash for event in place.store.ledger.log]
    wanted = ErasureRequest(
        tournament="club", entrant="ana", matching=True, files=(sha256(SLIP)[:10],)
    )
    report = await erase(place.tools(Listed()), wanted, ORGANISER, lambda _done, _total: None)
    assert report.fields == ("name", "fide_id", "club", "contact")
    assert (len(report.texts), report.files) == (2, (sha256(SLIP),))
    assert codes(report) == [
        *("facts", "sporting", "commitment", "key", "file-unread", "elsewhere", "listed"),
        *("backups", "devices", "copies"),
    ]
    assert report.chain.faults == ()
    assert report.chain.events == report.version == 9
    assert [event.hash for event in place.store.ledger.log][: len(before)] == before
    assert "ana" not in await place.store.people("club")
    assert set((await place.store.texts("club", "staff")).values()) == {OF_ANOTHER}
    assert await place.evidence.body("club", sha256(SLIP)) is None
    assert place.erasures.all() == (
        Erasure(
            tournament="club",
            at=place.erasures.all()[0].at,
            entrant="ana",
            texts=report.texts,
            files=(sha256(SLIP),),
        ),
    )


async def test_what_is_not_chosen_is_told_to_remain(place: Place) -> None:
    report = await place.erase()
    assert codes(report)[3:7] == ["key", "text", "text", "file"]
    assert report.texts == report.files == ()
    again = await place.erase()
    assert again.fields == ()
    assert (await place.prospect()).is_erased
    assert again.version == report.version


async def test_of_who_has_a_name_alone_little_remains(place: Place) -> None:
    await place.say("enter-entrants", entrants=[{"id": "n", "person": {"name": "Li"}}])
    report = await place.erase("n")
    assert codes(report)[:3] == ["facts", "commitment", "file-unread"]


async def test_the_last_backup_is_gone_when_it_is_older_than_ninety_whole_days(
    place: Place,
) -> None:
    report = await place.erase()
    until = next(each.fields["until"] for each in report.remains if each.code == "backups")
    assert until - report.at == 91 * 24 * 3600 * 1_000_000


async def test_texts_alone_are_emptied(place: Place) -> None:
    reading = await reading_of(place.store, "club")
    found = await texts_with(place.store, reading, searched("GRIPE"))
    assert [each.text for each in found] == [OF_ANOTHER]
    assert len(await texts_with(place.store, reading, searched(" "))) == 3
    wanted = ErasureRequest(tournament="club", texts=(found[0].commitment,))
    report = await erase_texts(place.tools(), wanted, ORGANISER, lambda _done, _total: None)
    assert report.texts == (found[0].commitment,)
    assert (report.entrant, report.number) == ("", 0)
    assert OF_ANOTHER not in (await place.store.texts("club", "staff")).values()
    nothing = ErasureRequest(tournament="club", files=(sha256(PHOTO),))
    report = await erase_texts(place.tools(), nothing, ORGANISER, lambda _done, _total: None)
    assert report.files == (sha256(PHOTO),)


@pytest.mark.parametrize(
    ("chosen", "what"),
    [
        ({"texts": ("ab" * 32,)}, "text"),
        ({"files": ("ab" * 32,)}, "file"),
        ({"texts": ("a",)}, "text"),
    ],
)
async def test_what_was_never_kept_cannot_be_chosen(
    place: Place, chosen: dict[str, Any], what: str
) -> None:
    with pytest.raises(NotKept) as refused:
        await place.erase(**chosen)
    assert refused.value.what == what
    assert "ana" in await place.store.people("club")
    assert place.erasures.all() == ()


async def test_who_is_not_there_cannot_be_erased(place: Place) -> None:
    with pytest.raises(NoSuchEntrant):
        await place.erase("zoe")
    with pytest.raises(NoSuchTournament):
        await reading_of(place.store, "nowhere")


async def test_what_the_desk_does_not_record_is_not_emptied(place: Place) -> None:
    class Unwilling:
        async def submit(self, _: Any) -> Answer:
            return Answer(status="failed", version=0, code="log-damaged")

    tools = replace(place.tools(), bus=Unwilling())
    wanted = ErasureRequest(tournament="club", entrant="ana")
    with pytest.raises(NotDone):
        await erase(tools, wanted, ORGANISER, lambda _done, _total: None)
    assert "ana" in await place.store.people("club")


async def test_a_site_without_files_erases_none(place: Place) -> None:
    tools = place.tools()
    tools = replace(tools, sources=replace(tools.sources, evidence=None))
    wanted = ErasureRequest(tournament="club", entrant="ana")
    report = await erase(tools, wanted, ORGANISER, lambda _done, _total: None)
    assert report.files == ()


async def test_after_a_restore_the_list_says_what_to_erase_again(place: Place) -> None:
    listed = Erasure(tournament="club", at=1, entrant="ana", files=(sha256(SLIP),))
    gone = Erasure(tournament="club", at=1, entrant="nobody")
    foretold = await place.again(listed, gone, dry_run=True)
    ana = ErasureRequest(tournament="club", entrant="ana")
    assert foretold.done == (ana, ErasureRequest(tournament="club", files=(sha256(SLIP),)))
    assert "ana" in await place.store.people("club")
    assert (await place.again(listed, gone)).done == foretold.done
    assert "ana" not in await place.store.people("club")
    assert await place.again(listed, gone) == Again(done=())


async def test_rows_that_came_back_go_by_the_facts_alone(place: Place) -> None:
    rows = {**place.store.ledger.people}, {**place.store.ledger.texts}
    await place.erase(matching=True)
    place.store.ledger.people.update(rows[0])
    place.store.ledger.texts.update(rows[1])
    again = await place.again()
    assert [(each.entrant, len(each.texts)) for each in again.done] == [("ana", 0), ("", 2)]
    assert again.storage == Compacted(database="memory", rewritten=True)
    assert "ana" not in await place.store.people("club")
    assert len(await place.store.texts("club", "staff")) == 1


async def test_who_was_entered_again_on_purpose_stays(place: Place) -> None:
    await place.erase()
    await place.say("correct-personal-data", entrant="ana", person={"name": "Ana G."})
    assert await place.again(*place.erasures.all()) == Again(done=())
    assert "ana" in await place.store.people("club")


@pytest.mark.parametrize(
    ("storage", "told"),
    [
        (Compacted(database="sqlite", rewritten=True, wal_emptied=True), []),
        (Compacted(database="sqlite", why="busy"), ["sqlite.busy", "sqlite.journal"]),
        (
            Compacted(database="postgresql", rewritten=True, wal_upto="00A"),
            ["postgresql.wal", "postgresql.log"],
        ),
        (
            Compacted(database="postgresql", why="not-owner", wal_upto="00A", archived=True),
            ["postgresql.not-owner", "postgresql.archived", "postgresql.log"],
        ),
    ],
)
async def test_what_is_left_in_the_places_of_the_rows_is_told(
    storage: Compacted, told: list[str]
) -> None:
    assert [each.code for each in remains_of_storage(storage)] == told


async def test_who_is_erased_and_entered_in_one_batch_is_as_the_last_act_says(place: Place) -> None:
    erased = submission("erase-person", {"entrant": "ana"})
    entered = submission("correct-personal-data", {"entrant": "ana", "person": {"name": "Ana"}})
    handler = place.store._handler
    for order, there in (((erased, entered), True), ((entered, erased), False)):
        wishes = [
            handler.admit(replace(each, command_id=f"{there}{at}")) for at, each in enumerate(order)
        ]
        handler.execute([wish for wish in wishes if isinstance(wish, PendingCommand)])
        assert ("ana" in await place.store.people("club")) is there
