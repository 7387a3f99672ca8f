"""A file of teams comes in by a page, after its review, and goes out by a link."""

import pytest
from starlette.testclient import TestClient

from dsl.trf_files import read
from dsl.web_club import ORGANISER_TOKEN, Club
from planilla.demo.commands.generate import GenerateOrder, made
from planilla.demo.random_teams import TeamRecipe
from planilla.demo.random_tournament import Band, Recipe
from planilla.domain.pairing.system import ColourType
from planilla.domain.teams import MATCH
from planilla.formats.trf.team_crosstable import teams_of


@pytest.fixture(scope="module")
def file() -> str:
    """Six teams of two players in three rounds."""
    recipe = Recipe(players=6, rounds=3, bands=(Band(low=1400, high=2600),), bye_rate=100_000)
    teams = TeamRecipe(recipe=recipe, boards=2, score=MATCH, colour_type=ColourType.B)
    order = GenerateOrder(
        recipe=recipe, teams=teams, rounds=None, system="swiss-team-2026", dialect="trf26"
    )
    return made(order, 3).trf.decode()


async def organised() -> Club:
    """An empty club whose organiser has entered."""
    club = Club()
    await club.let_in(ORGANISER_TOKEN, "*")
    return club


def imported(browser: TestClient, file: str) -> str:
    """The address of the tournament that the file has become."""
    answer = browser.post("/import", data={"lines": file}, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"]).removesuffix("/arbiter")


async def test_a_file_of_teams_is_reviewed_before_anything_is_written(file: str) -> None:
    club = await organised()
    answer = club.client.post("/import/review", data={"lines": file})
    assert answer.status_code == 200
    assert "3 of 3" in answer.text
    assert club.store.ledger.log == []


@pytest.mark.parametrize("language", ["es", "en"])
async def test_every_page_shows_an_imported_tournament_of_teams(file: str, language: str) -> None:
    club = await organised()
    address = imported(club.client, file)
    browser = club.browser(language)
    browser.cookies = club.client.cookies
    for path in ("", "/rounds/1", "/teams", "/facts", "/rules", "/arbiter"):
        assert browser.get(f"{address}{path}").status_code == 200, path
    rosters = browser.get(f"{address}/teams").text
    assert all(f"Player {number}" in rosters for number in range(1, 13))


async def test_an_imported_tournament_of_teams_goes_out_again(file: str) -> None:
    club = await organised()
    address = imported(club.client, file)
    written = read(club.client.get(f"{address}/trf").text)
    assert teams_of(written, 3) == teams_of(read(file), 3)
