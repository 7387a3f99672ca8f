"""Qualifying places on the site: set by the arbiter, shown to everybody, told to programs."""

import re

import pytest

from adapters.http.test_acts import correction
from dsl.tournaments import ANA, BEA, CARL, DORA, START, folded, published
from dsl.web_club import Club, form_of
from planilla.adapters.http.views.prizes import QualifyingLine, line_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.tournament.qualifying import QualifyingPlacesSet
from planilla.domain.tournament.values import Stage

DESK = "/t/club/arbiter/qualifying"
ACT = "/t/club/acts/set-qualifying-places"
PAGE, DATA = "/t/club/qualifying", "/api/t/club/qualifying"


def club_with(places: int, *results: str, stage: str = "final") -> Club:
    """Six players, one round of 1-4, 5-2, 3-6; of equal points more games won come first."""
    club = Club()
    club.found("swiss-dutch-libro", rounds=1, tiebreaks=["WON"], first_colour="white")
    club.command("club", "set-qualifying-places", places=places, stage=stage)
    if results:
        for game, result in zip(club.pair(1), results, strict=False):
            club.command("club", "record-result", game=game, result=result)
    return club


async def as_arbiter(club: Club) -> Club:
    """The same club, its browser with the arbiter's link."""
    await club.let_in("arbiter-token", "club")
    return club


async def test_the_arbiter_sets_the_places_by_a_form_before_anything_is_played() -> None:
    club = await as_arbiter(Club())
    club.found("swiss-dutch-libro", rounds=2)
    assert "No places of this tournament qualify" in club.client.get(PAGE).text
    form = form_of(club.client.get(DESK).text, ACT)
    answer = club.client.post(ACT, data={**form, "places": "3", "stage": "final"})
    assert "The first 3 places of the final standings qualify for the final." in answer.text
    assert club.store.ledger.log[-1].event == QualifyingPlacesSet(places=3, stage=Stage.FINAL)


async def test_once_a_round_is_published_the_arbiter_sees_who_comes_in_first() -> None:
    """Ana and Carl won, Bea and Eva drew; with two places the first two are in."""
    club = await as_arbiter(club_with(0, "1-0", "½-½", "1-0"))
    form = form_of(club.client.get(DESK).text, ACT)
    html = club.client.post(ACT, data={**form, "places": "2", "stage": "next-stage"}).text
    assert "For the next stage: the first 2 places" in html
    assert "In: Ana Alba and Carl Cruz" in html
    club.client.post(ACT, data=form_of(html, ACT))
    assert club.store.ledger.log[-1].event == QualifyingPlacesSet(places=2)


async def test_places_that_cannot_be_stay_in_the_form_with_the_reason() -> None:
    club = await as_arbiter(Club())
    club.found("swiss-dutch-libro", rounds=1)
    form = form_of(club.client.get(DESK).text, ACT)
    answer = club.client.post(ACT, data={**form, "places": "20000", "stage": "final"})
    assert answer.status_code == 422
    assert "20,000 qualifying places are not possible: choose between 0 and 10,000." in answer.text
    assert 'max="10000" required value="20000"' in answer.text


def test_the_line_stands_below_the_last_place_in_words() -> None:
    club = club_with(2, "1-0", "½-½", "1-0")
    html = club.client.get(PAGE).text
    above, _, below = html.partition('<tr class="line">')
    assert 'data-key="e1"' in above
    assert 'data-key="e3"' in above
    assert 'data-key="e2"' in below
    assert "The 2 qualifying places end here" in below
    assert above.count("<small>qualifies</small>") == 2
    assert "<small>does not qualify</small>" in below


def test_the_line_is_the_heading_of_the_rows_below_it() -> None:
    """A screen reader announces the heading with the cells below the line."""
    html = club_with(2, "1-0", "½-½", "1-0").client.get(PAGE).text
    heading = '<th scope="rowgroup" colspan="3">The 2 qualifying places end here</th>'
    assert f'<tr class="line">{heading}</tr>' in html


def test_who_is_tied_for_the_last_place_is_above_the_line_and_it_says_so() -> None:
    """Ana, Carl and Bea won a game each: three for two places."""
    html = club_with(2, "1-0", "0-1", "1-0").client.get(PAGE).text
    above = html.partition('<tr class="line">')[0]
    assert above.count("<small>tied for the last place</small>") == 3
    assert "3 players are equal after all tie-breaks, and 2 places are left for them." in above
    assert "The 2 qualifying places end here; 3 players are tied for 2 of them" in html


def test_with_no_more_players_than_places_there_is_no_line() -> None:
    html = club_with(6, "1-0", "½-½", "1-0").client.get(PAGE).text
    assert "There are no more players than places." in html
    assert 'class="line"' not in html


async def test_a_correction_tells_who_comes_in_and_who_drops_out() -> None:
    club = await as_arbiter(club_with(2, "1-0", "½-½", "1-0"))
    html = club.client.post("/t/club/acts/correct-result", data=correction(club)).text
    assert "For the final: the first 2 places" in html
    assert "Out: Ana Alba" in html
    asked = {**form_of(html, "/t/club/acts/correct-result"), "top": "5", "look": "yes"}
    assert "The first 5 places" in club.client.post("/t/club/acts/correct-result", data=asked).text


def test_a_dry_run_and_a_what_if_take_the_places_of_the_tournament() -> None:
    club = club_with(2, "1-0", "½-½", "1-0")
    for query, top, stage in (("", 2, "final"), ("&top=5", 5, None)):
        told = club.client.get(f"/api/t/club/whatif?game=1.1&result=0-1{query}").json()
        for found in (told["rounds"], told["branch"]):
            change = found["consequences"]["qualifying"]
            assert (change["top"], change["stage"]) == (top, stage)
        assert told["branch"]["top"] == top


@pytest.mark.parametrize("language", ["es", "en"])
def test_chances_to_qualify_are_told_while_games_are_open(language: str) -> None:
    """Game 3-6 is open, Ana won, Eva and Bea drew: whoever of Carl and Fay wins is second.

    A draw leaves four with half a point for one place, an equal part for each: a quarter. So Carl
    and Fay have 1/3 + 1/3 · 1/4 = 5/12, Bea and Eva 1/3 · 1/4 = 1/12, and all have two places.
    """
    club = club_with(2, "1-0", "½-½")
    told = club.client.get(DATA).json()["chances"]
    assert told["chances"] == {"e1": "1", "e3": "5/12", "e6": "5/12", "e2": "1/12", "e5": "1/12"}
    assert (told["games"], told["outcomes"], told["is_exact"]) == (1, 3, True)
    page = club.browser(language).get(PAGE).text
    assert '<td class="made" title="5/12">41' in page


def test_programs_get_the_standings_with_their_line() -> None:
    club = club_with(2, "1-0", "0-1", "1-0")
    answer = club.client.get(DATA)
    assert answer.headers["etag"] == f'"{club.version}"'
    told = answer.json()
    assert told["chances"] is None
    found = told["qualifying"]
    assert found["cut"] == {"places": 2, "after": 2, "sharing": 3, "left": 2}
    assert [each["side"] for each in found["entrants"]] == ["sharing"] * 3 + ["outside"] * 3
    before = club.client.get(f"{DATA}?at=v2").json()
    assert before == {"qualifying": None, "chances": None}


def test_the_prizes_tell_the_chance_to_qualify_beside_them() -> None:
    club = club_with(2, "1-0", "½-½")
    plan = {"currency": "EUR", "fund": 100, "groups": [{"prizes": [100]}]}
    club.command("club", "announce-prizes", plan=plan)
    html = club.client.get("/t/club/prizes").text
    assert "Chance of qualifying" in html
    assert '<td class="made">41.7%</td>' in html


def test_the_regulations_say_how_many_qualify() -> None:
    page = club_with(1).client.get("/t/club/regulations").text
    assert "The first place of the final standings qualifies for the final." in page


def test_a_line_for_the_standings_says_after_which_row_it_goes() -> None:
    begun = (*START, published(1, (ANA, BEA), (CARL, DORA)))
    sheet = TournamentPage("club", folded(*begun, QualifyingPlacesSet(places=3)), {}, "en")
    assert line_of(sheet, (1, 2, 3, 3, 5)) == QualifyingLine(
        after=3,
        is_tied=True,
        text="The 3 qualifying places end here; 2 players are tied for one of them",
    )
    assert line_of(sheet, (1, 2, 3)) is None
    assert line_of(TournamentPage("club", folded(*begun), {}, "en"), (1, 2, 3, 4)) is None
    before = TournamentPage("club", folded(*START, QualifyingPlacesSet(places=3)), {}, "en")
    assert line_of(before, (1, 2, 3, 4)) is None


def test_the_standings_are_parted_below_the_last_place() -> None:
    """Of three who won the first two places are shared: the line goes below the third row."""
    html = club_with(2, "1-0", "0-1", "1-0").client.get("/t/club").text
    assert 'data-places="2"' in html
    rows = re.findall(r'<tr (data-key|class="line")', html)
    assert rows == [*["data-key"] * 3, 'class="line"', *["data-key"] * 3]
    assert "3 players are tied for 2 of them" in html


@pytest.mark.parametrize("system", ["masnou", "keizer"])
async def test_a_hall_and_a_keizer_tournament_qualify_by_their_own_ranking(system: str) -> None:
    club = await as_arbiter(Club())
    club.found(system, rounds=2)
    club.command("club", "set-qualifying-places", places=2)
    for path in (PAGE, DESK, "/t/club/rules"):
        assert "The first 2 places of the final standings" in club.client.get(path).text
    told = club.client.get(DATA).json()
    assert told["qualifying"]["places"] == 2
    assert told["chances"] is None


def test_with_many_open_games_no_chances_are_worked_out() -> None:
    club = Club()
    club.found("round-robin")
    club.command("club", "set-qualifying-places", places=2)
    club.pair(1)
    assert club.client.get(DATA).json()["chances"] is None
    assert club.client.get(f"{DATA}?likelihood=elo").json()["chances"]["likelihood"] == "elo"
    assert club.client.get(f"{DATA}?likelihood=null").json()["code"] == "no-such-choice"
