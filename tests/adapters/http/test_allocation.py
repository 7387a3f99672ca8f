"""The allocation on the site: opened, voted and decided by forms; its steps for everybody."""

import json
from pathlib import Path
from typing import Any

import pytest

from dsl.web_club import Club, form_of

GOLDEN = Path(__file__).parents[2] / "golden" / "assignment"
MAX, MIN = (
    json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    for name in ("hungarian_max", "hungarian_min")
)
PAGE, DESK, DATA = "/t/club/allocation", "/t/club/arbiter/allocation", "/api/t/club/allocation"
ACTS = "/t/club/acts/"


def club_of(*names: str, system: str = "swiss-dutch-2026") -> Club:
    club = Club()
    club.command("club", "create-tournament", name="Open", system=system, rounds=3)
    entrants = [{"id": f"p{at}", "person": {"name": name}} for at, name in enumerate(names)]
    club.command("club", "enter-entrants", entrants=entrants)
    order = [each["id"] for each in entrants]
    club.command("club", "assign-numbers", order=order)
    return club


def post(club: Club, act: str, **fields: str) -> Any:
    """A form of the desk sent as a browser sends it."""
    found = form_of(club.client.get(DESK).text, ACTS + act)
    return club.client.post(ACTS + act, data={**found, **fields})


async def voted(data: Any) -> Club:
    """The example of the book, by forms alone."""
    club = club_of(*data["players"])
    await club.let_in("arbiter-token", "club")
    method = "votes" if data["mode"] == "max" else "ranks"
    first = 0 if method == "votes" else 1
    post(club, "open-allocation", method=method, options="\n".join(data["options"]))
    for at, row in enumerate(data["votes" if method == "votes" else "preferences"]):
        values = {f"value-{place}": f"{value + first}" for place, value in enumerate(row, start=1)}
        assert post(club, "hand-in-ballot", entrant=f"p{at}", **values).status_code == 200
    return club


async def test_the_votes_of_the_book_by_forms_and_their_steps_as_tables() -> None:
    club = await voted(MAX)
    assert "the ballots are published with its result" in club.client.get(PAGE).text
    assert "All ballots are handed in." in club.client.get(DESK).text
    post(club, "decide-allocation")
    html = club.browser().get(PAGE).text
    assert "Total: 188 votes, the most possible." in html
    assert "No other assignment has this total." in html
    for name, option in MAX["assignment"].items():
        assert f"<bdi>{name}</bdi></a></th><td><bdi>{option}</bdi></td>" in html
    assert html.count('class="struck-row') > 0
    assert "<mark>0</mark>" in html
    assert "90 is added to all values" in html
    assert "(nobody)" in html


async def test_the_ranks_of_the_book_say_that_they_are_one_of_several() -> None:
    club = await voted(MIN)
    post(club, "decide-allocation")
    html = club.client.get(PAGE).text
    assert "Total of the ranks: 7, the least possible." in html
    assert "Other assignments have the same total" in html
    said = club.client.get(DATA).json()
    assert said["result"]["total"] == MIN["optimum"]
    assert said["steps"][0]["kind"] == "column_reduced"
    assert said["steps"][0]["matrix"] == MIN["steps"]["column_reduced"]


async def test_the_steps_are_those_of_the_moment() -> None:
    club = await voted(MAX)
    post(club, "decide-allocation")
    version = len(club.store.ledger.log)
    assert "Total: 188" not in club.client.get(f"{PAGE}?at=v{version - 1}").text
    asked = post(club, "withdraw-allocation").text
    again = form_of(asked, ACTS + "withdraw-allocation")
    club.client.post(ACTS + "withdraw-allocation", data=again)
    assert "Total: 188" not in club.client.get(PAGE).text
    assert "Total: 188" in club.client.get(f"{PAGE}?at=v{version}").text
    assert "Hand in the ballot" in club.client.get(DESK).text


async def test_a_ballot_that_does_not_add_up_stays_in_the_form_with_what_would_be_right() -> None:
    club = club_of("Ana", "Bea")
    await club.let_in("arbiter-token", "club")
    post(club, "open-allocation", method="votes", options="A\nB; 2", vetoes="1")
    answer = post(club, "hand-in-ballot", entrant="p1", **{"value-1": "60", "value-2": "50"})
    assert answer.status_code == 422
    assert "The votes of Bea add up to 110; they must add up to 100." in answer.text
    assert 'min="0" value="60"' in answer.text
    assert "Ballot of Bea" in answer.text
    post(club, "hand-in-ballot", entrant="p1", vetoes="1", **{"value-1": "60", "value-2": "40"})
    html = club.client.get(f"{DESK}?entrant=p1").text
    assert "60 ×" in html
    assert 'name="vetoes" value="1" checked' in html
    assert "1 ballot is missing: Ana." in html


async def test_nobody_reads_a_ballot_before_the_result() -> None:
    club = club_of("Ana", "Bea")
    await club.let_in("arbiter-token", "club")
    post(club, "open-allocation", method="votes", options="A\nB; 2")
    post(club, "hand-in-ballot", entrant="p1", **{"value-1": "61", "value-2": "39"})
    visitor = club.browser()
    for address in (PAGE, DATA, "/t/club/facts", "/api/t/club/facts"):
        assert "61" not in visitor.get(address).text.replace("2061", "")
    assert "<bdi>B</bdi> <small>2 places</small>" in visitor.get(PAGE).text
    assert visitor.get(DESK, follow_redirects=False).status_code != 200


async def test_teams_are_formed_with_their_working() -> None:
    club = club_of("Ana", "Bea", "Carl", "Dora", "Eva")
    await club.let_in("arbiter-token", "club")
    post(club, "open-allocation", method="teams-b", team="2")
    # Five players in mode B have 20 votes each (A1); Dora and Carl want each other most.
    rows = [
        (0, 10, 5, 5, 0),
        (10, 0, 5, 5, 0),
        (0, 0, 0, 20, 0),
        (0, 0, 20, 0, 0),
        (24, -4, 0, 0, 0),
    ]
    for at, row in enumerate(rows):
        values = {f"value-{place}": f"{value}" for place, value in enumerate(row, start=1)}
        post(club, "hand-in-ballot", entrant=f"p{at}", **values)
    assert "−4" in club.client.get(DESK).text
    post(club, "decide-allocation")
    html = club.client.get(PAGE).text
    assert "C1: the team whose least vote is the greatest (20:20)." in html
    assert "Formed: Carl : Dora." in html
    assert "Without a team (C6): Eva." in html
    assert "Votes within the teams: 60." in html
    assert club.client.get(DATA).json()["team_steps"][0]["rule"] == "C1"


async def test_equal_votes_show_the_order_the_choices_and_the_lot() -> None:
    club = club_of("Ana", "Bea", "Carl", "Dora")
    await club.let_in("arbiter-token", "club")
    post(club, "open-allocation", method="teams-a", team="2")
    for at in range(4):
        values = {f"value-{place + 1}": "0" if place == at else "4" for place in range(4)}
        post(club, "hand-in-ballot", entrant=f"p{at}", **values)
    post(club, "decide-allocation")
    html = club.client.get(PAGE).text
    assert "Lots decided between players whose votes are equal in all." in html
    assert "C5: the players who are still tied" in html
    assert '<th scope="col"><bdi>Se</bdi></th>' in html


async def test_a_matrix_too_large_for_its_steps_shows_the_result_alone() -> None:
    club = club_of(*(f"Player {number}" for number in range(41)))
    await club.let_in("arbiter-token", "club")
    post(club, "open-allocation", method="ranks", options="Hall; 40")
    post(club, "hand-in-ballot", entrant="p40", **{"value-1": "1"})
    post(club, "decide-allocation")
    html = club.client.get(PAGE).text
    assert "The steps are written for at most 40 players and options." in html
    assert "(none)" in html
    rows = club.client.get("/api/t/club/allocation").json()["result"]["given"]
    assert sum(each["option"] is not None for each in rows) == 40


@pytest.mark.parametrize("address", [PAGE, DATA])
def test_a_tournament_without_an_allocation_says_so(address: str) -> None:
    answer = club_of("Ana", "Bea").client.get(address)
    assert answer.status_code == 200
    assert "Nothing is allocated" in answer.text or answer.json() is None
