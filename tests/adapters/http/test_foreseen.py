"""The next round foreseen, for the arbiter: as a page and as data."""

import pytest

from dsl.web_club import SIX, Club
from planilla.adapters.http.pages import pairings as pages
from planilla.application import previews
from planilla.domain.tournament.drafting import RoundPaired

PAGE = "/t/club/arbiter/preview"
DATA = "/api/t/club/preview"
NAME_OF = {f"e{number}": name for number, name in enumerate(SIX, start=1)}


@pytest.fixture
def nearly_done(club: Club) -> Club:
    club.pair(1)
    for game, result in (("1.1", "0-1"), ("1.2", "0-1")):
        club.command("club", "record-result", game=game, result=result)
    return club


def as_paired(club: Club, result: str) -> list[list[str]]:
    """Round 2 as it is really paired when the open game ends so."""
    club.command("club", "record-result", game="1.3", result=result)
    club.command("club", "pair-round", round=2)
    draft = club.store.ledger.log[-1].event
    assert isinstance(draft, RoundPaired)
    return [[game.white, game.black] for game in draft.games]


@pytest.mark.parametrize("result", ["1-0", "½-½", "0-1"])
async def test_each_outcome_is_the_round_that_is_then_paired(
    nearly_done: Club, result: str
) -> None:
    found = nearly_done.client.get(DATA).json()
    outcome = next(each for each in found["outcomes"] if each["results"] == [result])
    assert outcome["meetings"] == as_paired(nearly_done, result)


async def test_the_data_name_the_version_they_are_of(nearly_done: Club) -> None:
    answer = nearly_done.client.get(DATA)
    assert answer.headers["etag"] == f'"{nearly_done.version}"'
    assert answer.headers["cache-control"] == "no-store"
    assert (answer.json()["round"], answer.json()["games"]) == (2, ["1.3"])


async def test_a_preview_at_a_moment_is_the_one_of_then(nearly_done: Club) -> None:
    then = f"?at=v{nearly_done.version}"
    before = nearly_done.client.get(f"{DATA}{then}")
    page = nearly_done.client.get(f"{PAGE}{then}")
    nearly_done.command("club", "record-result", game="1.3", result="1-0")
    assert nearly_done.client.get(f"{DATA}{then}").json() == before.json()
    assert nearly_done.client.get(f"{DATA}{then}").headers["etag"] == before.headers["etag"]
    assert nearly_done.client.get(f"{PAGE}{then}").text.count("1-0") == page.text.count("1-0") > 0
    assert nearly_done.client.get(f"{PAGE}?at=v3").status_code in {200, 409}


async def test_the_page_tells_what_each_result_decides_and_records_nothing(
    nearly_done: Club,
) -> None:
    before = nearly_done.version
    html = nearly_done.client.get(PAGE).text
    assert "Preview of round 2" in html
    assert "3 outcomes of the open games" in html
    assert "Choose a result for each open game" in html
    assert nearly_done.version == before


async def test_the_whole_round_is_shown_for_chosen_results(nearly_done: Club) -> None:
    html = nearly_done.client.get(PAGE, params={"1.3": "1-0"}).text
    whole = html.partition("Round 2 would be")[2]
    for white, black in as_paired(nearly_done, "1-0"):
        assert f"□ {NAME_OF[white]} – ■ {NAME_OF[black]}" in whole


async def test_a_result_that_is_none_chooses_nothing(nearly_done: Club) -> None:
    html = nearly_done.client.get(PAGE, params={"1.3": "9-9"}).text
    assert "Round 2 would be" not in html


async def test_the_desk_leads_to_it_when_few_games_are_open(nearly_done: Club) -> None:
    assert f'href="{PAGE}"' in nearly_done.client.get("/t/club/arbiter").text
    nearly_done.command("club", "record-result", game="1.3", result="1-0")
    assert f'href="{PAGE}"' not in nearly_done.client.get("/t/club/arbiter").text


async def test_a_bye_and_an_impossible_round_are_told() -> None:
    club = Club()
    club.command("duo", "create-tournament", name="Duo", rounds=3, first_colour="white")
    club.command("duo", "enter-entrants", entrants=[{"id": n, "person": {"name": n}} for n in "ab"])
    club.command("duo", "pair-round", round=1)
    club.command("duo", "publish-pairings", round=1)
    await club.let_in("arbiter-token", "duo")
    html = club.client.get("/t/duo/arbiter/preview", params={"1.1": "1-0"}).text
    assert "In 3 of 3 outcomes there would be no legal pairing." in html
    assert "no legal pair is left" in html
    assert "No board is the same in all outcomes." in html


async def test_who_has_the_bye_is_named(club: Club) -> None:
    club.command("club", "withdraw-entrant", entrant="e6")
    for game in club.pair_odd():
        club.command("club", "record-result", game=game, result="½-½")
    html = club.client.get(PAGE).text
    assert ": bye" in html
    assert "3 boards are certain" in html


@pytest.mark.parametrize("address", [PAGE, DATA])
async def test_a_draft_to_come_is_not_public(nearly_done: Club, address: str) -> None:
    spectator = nearly_done.browser()
    answer = spectator.get(address)
    assert answer.status_code == (401 if address == DATA else 403)
    if address == DATA:
        assert answer.json()["code"] == "no-credentials"


async def test_too_many_open_games_are_refused_with_a_code(club: Club) -> None:
    more = [{"id": f"m{n}", "person": {"name": f"More {n}"}} for n in range(8)]
    club.command("club", "enter-entrants", entrants=more)
    club.command("club", "pair-round", round=1)
    club.command("club", "publish-pairings", round=1)
    answer = club.client.get(DATA)
    assert (answer.status_code, answer.json()["code"]) == (409, "too-many-games-open")
    assert answer.json()["fields"] == {"round": 1, "open": 7, "largest": 6}
    assert "at most 6 games are open" in club.client.get(PAGE).text


async def test_a_preview_that_takes_long_goes_on_while_the_page_is_answered(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.pair(1)
    monkeypatch.setattr(pages, "PATIENCE_S", 0.0)
    answer = club.client.get(DATA)
    assert (answer.status_code, answer.json()["code"]) == (503, "what-if-too-long")
    monkeypatch.undo()
    assert len(club.client.get(DATA).json()["outcomes"]) == 27


async def test_what_takes_too_long_is_refused_with_a_code(
    nearly_done: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previews, "BUDGET_S", -1.0)
    answer = nearly_done.client.get(DATA)
    assert (answer.status_code, answer.json()["code"]) == (503, "preview-too-long")
    assert answer.json()["fields"] == {"paired": 0, "total": 3}
