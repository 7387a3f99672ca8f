"""The way in for programs: the list of tournaments, and what each is."""

from dsl.web_club import Club
from planilla.domain.tournament.event import Audience
from planilla.projections import VIEWS


def test_there_are_no_tournaments_on_a_new_site() -> None:
    assert Club().client.get("/api/t").json() == {"tournaments": []}


async def test_the_list_has_every_tournament_the_last_changed_first(club: Club) -> None:
    club.command("later", "create-tournament", name="Later", system="round-robin")
    listed = club.browser().get("/api/t").json()["tournaments"]
    assert [each["id"] for each in listed] == ["later", "club"]
    assert listed[1]["name"] == "Club"
    assert listed[1]["version"] == club.version
    assert listed[1]["api"] == "/api/t/club"
    assert club.client.get(listed[1]["api"]).json()["name"] == "Club"


async def test_a_tournament_tells_its_state_and_where_the_rest_is(club: Club) -> None:
    club.play(1, "1-0", "½-½", "0-1")
    answer = club.browser().get("/api/t/club")
    found = answer.json()
    assert answer.headers["etag"] == f'"{club.version}"'
    assert found["system"] == "swiss-dutch-libro"
    assert (found["rounds"], found["round"], found["entrants"]) == (3, 1, 6)
    assert (found["version"], found["is_finished"]) == (club.version, False)
    assert found["created_at"] < found["changed_at"]
    public = {name for name, view in VIEWS.items() if view.audience is Audience.PUBLIC}
    assert found["views"].keys() == public
    for name, address in found["links"].items():
        if name != "people":  # of the live adapter
            assert club.client.get(address).status_code == 200, address


async def test_its_arbiter_sees_the_views_of_the_staff(club: Club) -> None:
    assert club.client.get("/api/t/club").json()["views"].keys() == VIEWS.keys()


async def test_a_past_moment_stays_as_it_is(club: Club) -> None:
    club.play(1, "1-0", "½-½", "0-1")
    found = club.browser().get("/api/t/club?at=v2")
    assert (found.json()["version"], found.json()["round"]) == (2, 0)
    assert "immutable" in found.headers["cache-control"]


async def test_a_tournament_that_there_is_not_is_a_problem(club: Club) -> None:
    answer = club.client.get("/api/t/nobody")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-tournament")
