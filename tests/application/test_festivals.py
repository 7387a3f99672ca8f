"""Festivals for readers: the parts that are shown, who is found, and who is entered twice."""

import asyncio
import json
from typing import Any

import msgspec
import pytest

from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Actor, Answer, Submission
from planilla.application.festivals import (
    FestivalPart,
    FestivalReader,
    announce,
    described_at,
    description_of,
    entered_twice,
    found_by_name,
)
from planilla.application.integrity import Integrity
from planilla.application.permissions import actor_of_link
from planilla.application.roles import Grant, Role, View, full_grant
from planilla.application.states import History, TournamentReader
from planilla.audit.seal import Fault

NOBODY = Actor(id="nobody")
ORGANISER = Actor(id="organiser", grants=(full_grant("*"),))


def governing(*tournaments: str) -> Actor:
    return Actor(id="arbiter", grants=tuple(full_grant(each) for each in tournaments))


class Festivals:
    """Tournaments in memory, and the festivals that they say."""

    def __init__(self, clock: SetClock | None = None) -> None:
        clock = clock or SetClock(step=1_000_000)
        self.store = MemoryStore(clock=clock, ids=CountedIds())
        self.integrity = Integrity()
        self.reader = FestivalReader(
            self.store, TournamentReader(self.store, self.integrity), self.integrity
        )
        self._sent = 0

    def send(self, tournament: str, name: str, /, sender: Actor = ORGANISER, **body: Any) -> Answer:
        self._sent += 1
        (answer,) = self.store.submit_all(
            (
                Submission(
                    tournament=tournament,
                    name=name,
                    body=json.dumps(body).encode(),
                    command_id=f"sent-{self._sent}",
                    actor=sender,
                ),
            )
        )
        return answer

    def create(self, tournament: str, *people: dict[str, str], **settings: Any) -> None:
        settings = {"rounds": 3, **settings}
        self.send(tournament, "create-tournament", name=tournament.title(), **settings)
        entrants = [
            {"id": f"e{number}", "person": person} for number, person in enumerate(people, start=1)
        ]
        if entrants:
            self.send(tournament, "enter-entrants", entrants=entrants)

    def join(
        self, tournament: str, festival: str = "opens", sender: Actor = ORGANISER, **said: Any
    ) -> Answer:
        return self.send(
            tournament, "join-festival", sender, **{"id": festival, "name": "Opens", **said}
        )

    def parts(
        self, actor: Actor = NOBODY, festival: str = "opens", view: View | None = None
    ) -> list[FestivalPart]:
        return asyncio.run(self.reader.parts(actor, festival, view))


@pytest.fixture
def opens() -> Festivals:
    """The opens B and A, in this order, in one festival, and a third tournament outside of it."""
    made = Festivals()
    ana, bea = {"name": "Alba, Ana", "fide_id": "1001"}, {"name": "Bosch, Bea"}
    made.create("open-b", ana, {"name": "Cruz, Carl", "fide_id": "1003"})
    made.create("open-a", {"name": "Ana Alba", "fide_id": "1001"}, bea)
    made.create("club", bea)
    made.join("open-b", place="Masnou")
    made.join("open-a", name="Opens of Masnou")
    return made


def test_the_parts_of_a_festival_are_ordered_by_name_and_the_last_word_describes_it(
    opens: Festivals,
) -> None:
    parts = opens.parts()
    assert [each.tournament for each in parts] == ["open-a", "open-b"]
    said = description_of(parts)
    assert (said.id, said.name, said.place) == ("opens", "Opens of Masnou", "")
    opens.join("open-b", name="Opens 2026")
    assert description_of(opens.parts()).name == "Opens 2026"
    assert described_at(History(tournament="none")) == 0


def test_a_tournament_that_leaves_is_no_part_any_more(opens: Festivals) -> None:
    opens.send("open-a", "leave-festival")
    assert [each.tournament for each in opens.parts()] == ["open-b"]


def test_a_hidden_tournament_is_a_part_for_those_with_a_link_to_it(opens: Festivals) -> None:
    opens.send("open-a", "hide-tournament")
    assert [each.tournament for each in opens.parts()] == ["open-b"]
    assert [each.tournament for each in opens.parts(governing("open-a"))] == ["open-a", "open-b"]
    opens.send("open-b", "hide-tournament")
    assert asyncio.run(opens.reader.all(NOBODY)) == {}
    assert list(asyncio.run(opens.reader.all(ORGANISER))) == ["opens"]


def test_a_view_of_the_staff_has_the_tournaments_whose_links_open_it(opens: Festivals) -> None:
    desk = Grant(tournament="open-b", role=Role.CHECK_IN)
    holder = Actor(id="check-in", grants=(desk,))
    assert [each.tournament for each in opens.parts(holder, view=View.PRESENCE)] == ["open-b"]
    assert opens.parts(holder, view=View.GOVERN) == []


def test_a_damaged_tournament_is_left_out(opens: Festivals) -> None:
    opens.integrity.read("open-a", Fault(version=2, code="hash-mismatch"))
    assert [each.tournament for each in opens.parts()] == ["open-b"]


def test_a_search_finds_all_words_of_a_name_in_any_order_and_without_accents(
    opens: Festivals,
) -> None:
    found = found_by_name(opens.parts(), "ána alb")
    assert [(each.tournament, each.entrant) for each in found] == [
        ("open-a", "e1"),
        ("open-b", "e1"),
    ]
    assert found_by_name(opens.parts(), " ") == ()
    assert found_by_name(opens.parts(), "Ana Bosch") == ()


def test_a_person_with_one_fide_id_in_two_tournaments_is_entered_twice(opens: Festivals) -> None:
    ((one, other),) = entered_twice(opens.parts())
    assert {one.tournament, other.tournament} == {"open-a", "open-b"}
    assert one.person.fide_id == other.person.fide_id == "1001"
    opens.send("open-b", "withdraw-entrant", entrant="e1")
    assert entered_twice(opens.parts()) == ()


@pytest.mark.parametrize(
    ("ids", "are_one"),
    [
        pytest.param(("", ""), True, id="no id, one name"),
        pytest.param(("1003", ""), True, id="an id on one side"),
        pytest.param(("1003", "1004"), False, id="two ids are two people"),
    ],
)
def test_people_without_ids_are_compared_by_name(ids: tuple[str, str], are_one: bool) -> None:
    made = Festivals()
    for tournament, fide_id in zip(("open-a", "open-b"), ids, strict=True):
        made.create(tournament, {"name": "Cruz, Carl", "fide_id": fide_id})
        made.join(tournament)
    assert bool(entered_twice(made.parts())) is are_one


def test_a_name_that_two_ids_have_is_of_nobody_in_particular() -> None:
    made = Festivals()
    made.create("open-a", {"name": "Cruz, Carl", "fide_id": "1"})
    made.create("open-b", {"name": "Cruz, Carl", "fide_id": "2"})
    made.create("open-c", {"name": "Cruz, Carl"})
    for each in ("open-a", "open-b", "open-c"):
        made.join(each)
    assert entered_twice(made.parts()) == ()


def test_of_a_tournament_of_teams_the_registered_players_count() -> None:
    made = Festivals()
    made.create("league", system="team-round-robin", shape={"boards": 2})
    made.send(
        "league",
        "enter-entrants",
        entrants=[{"id": each, "person": {"name": f"Club {each}"}} for each in ("t1", "t2")],
    )
    made.send(
        "league",
        "register-players",
        team="t1",
        players=[{"id": "p1", "person": {"name": "Alba, Ana", "fide_id": "1001"}}],
    )
    made.create("open-a", {"name": "Alba, Ana", "fide_id": "1001"}, {"name": "Club t1"})
    made.join("league")
    made.join("open-a")
    (entries,) = entered_twice(made.parts())
    assert sorted((each.tournament, each.entrant) for each in entries) == [
        ("league", "p1"),
        ("open-a", "e1"),
    ]


def test_only_who_governs_a_part_of_a_festival_adds_to_it(opens: Festivals) -> None:
    refused = opens.join("club", sender=governing("club"))
    assert (refused.status, refused.code) == ("refused", "festival-of-others")
    assert refused.fields == {"festival": "opens"}
    assert opens.join("club", sender=governing("club", "open-a")).status == "done"
    assert opens.send("club", "leave-festival", governing("club")).status == "done"
    assert opens.join("club", "winter", governing("club")).status == "done"


def test_two_joins_in_one_batch_are_decided_one_after_the_other() -> None:
    made = Festivals()
    made.create("open-a")
    made.create("open-b")
    said = msgspec.json.encode({"id": "opens", "name": "Opens"})
    batch = [
        Submission(
            tournament=each,
            name="join-festival",
            body=said,
            command_id=f"join-{each}",
            actor=governing(each),
        )
        for each in ("open-a", "open-b")
    ]
    handler = made.store._handler
    pending = [handler.admit(each) for each in batch]
    answers, _ = handler.execute(pending)  # type: ignore[arg-type]  # both are admitted
    assert [(each.status, each.code) for each in answers] == [  # type: ignore[union-attr]
        ("done", ""),
        ("refused", "festival-of-others"),
    ]


def test_a_link_of_a_festival_opens_the_tournaments_that_it_has_now(opens: Festivals) -> None:
    grant = Grant(tournament="festival/opens", role=Role.CHECK_IN)

    async def opened() -> set[str]:
        holder = await opens.store.holder("token")
        assert holder is not None
        assert {each.role for each in holder.grants} <= {Role.CHECK_IN}
        return {each.tournament for each in holder.grants}

    asyncio.run(opens.store.give("token", actor_of_link("token", Role.CHECK_IN), grant))
    assert asyncio.run(opened()) == {"open-a", "open-b"}
    opens.join("club")
    opens.send("open-a", "leave-festival")
    assert asyncio.run(opened()) == {"open-b", "club"}


async def test_an_announcement_is_posted_in_each_tournament_that_takes_it() -> None:
    """`full` shows five notices already; sent again, nothing is posted twice."""
    festivals = Festivals()
    for each in ("open", "full"):
        festivals.create(each)
    for number in range(5):
        festivals.send("full", "post-notice", note=f"Notice {number}")
    notices = [(each, {"note": "Lunch at 14:00"}) for each in ("full", "open", "none")]
    first = await announce(festivals.store, ORGANISER, "a-1", notices)
    assert [(each.tournament, each.answer.status, each.answer.code) for each in first] == [
        ("full", "refused", "too-many-notices"),
        ("open", "done", ""),
        ("none", "refused", "no-such-tournament"),
    ]
    position = await festivals.store.position()
    assert await announce(festivals.store, ORGANISER, "a-1", notices) == first
    assert await festivals.store.position() == position


async def test_an_announcement_is_refused_where_its_sender_may_not_post() -> None:
    festivals = Festivals()
    for each in ("open", "other"):
        festivals.create(each)
    notices = [(each, {"note": "Lunch"}) for each in ("other", "open")]
    answers = await announce(festivals.store, governing("open"), "a-1", notices)
    assert [(each.answer.status, each.answer.code) for each in answers] == [
        ("refused", "not-permitted"),
        ("done", ""),
    ]
