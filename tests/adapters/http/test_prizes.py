"""The pages of the prizes: complete without script, in two languages, at any moment."""

import re
from fractions import Fraction

import pytest

from dsl.tournaments import START, folded
from dsl.web_club import Club
from planilla.adapters.http.views.prizes import chances_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.prizes.chances import Chance, Chances
from planilla.domain.prizes.outcomes import Likelihood

PAGES = ("/t/club/prizes", "/t/club/prizes/e1", "/t/club/prizes/e6", "/t/club/prizes/e1/working")
HORT = {
    "currency": "EUR",
    "fund": 200_000,
    "groups": [{"prizes": [100_000, 60_000, 40_000], "sharing": "hort"}],
}


def announced(system: str = "swiss-dutch-libro", rounds: int = 1) -> Club:
    """Six players, prizes of 1000, 600 and 400 by Hort; round 1 is 1-4, 5-2, 3-6."""
    club = Club()
    club.found(system, rounds=rounds, tiebreaks=["WON"])
    club.command("club", "announce-prizes", plan=HORT)
    return club


def texts(html: str) -> list[str]:
    """What is written between tags, without what is hidden from eyes."""
    shown = re.sub(r'<(span|caption) class="hidden">[^<]*</\1>', "", html)
    return [text.strip() for text in re.findall(r">([^<]+)<", shown) if text.strip()]


def row_of(html: str, entrant: str) -> list[str]:
    return texts(html.partition(f'<tr data-key="{entrant}">')[2].partition("</tr>")[0])


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("system", ["swiss-dutch-libro", "round-robin"])
def test_every_page_answers_before_during_and_after(language: str, system: str) -> None:
    club = announced(system)
    browser = club.browser(language)
    for path in PAGES:
        assert browser.get(path).status_code == 200, path
    club.play(1, "1-0", "½-½", "+/-")
    for path in (*PAGES, "/t/club/prizes?likelihood=elo", "/t/club/prizes?at=v9"):
        assert browser.get(path).status_code == 200, path


def test_what_is_announced_and_who_wins_as_it_stands() -> None:
    """Ana and Carl win, he by forfeit; Eva and Bea draw.

    By Hort Ana and Carl share 1600: 400 each, and half of the prize of their place.
    """
    club = announced()
    club.play(1, "1-0", "½-½", "+/-")
    html = club.client.get("/t/club/prizes").text
    assert "2,000 EUR in total." in html
    assert "Hort system" in html
    assert "1,000 EUR" in texts(html)
    # Ana is the first by the number of games won: 400 + 500; Carl won by forfeit: 400 + 300.
    assert row_of(html, "e1") == ["1", "Ana Alba", "General", "1", "900 EUR"]
    assert row_of(html, "e3") == ["2", "Carl Cruz", "General", "1", "700 EUR"]


def test_the_working_of_a_prize_adds_up() -> None:
    club = announced()
    club.play(1, "1-0", "½-½", "+/-")
    html = club.client.get("/t/club/prizes/e1/working").text
    assert "Places 1 to 2, tied on points: 1,000 EUR + 600 EUR = 1,600 EUR" in html
    assert texts(html.partition("<tbody>")[2])[:4] == [
        *("Ana Alba", "400 EUR", "500 EUR", "900 EUR"),
    ]
    assert "<html" not in html


def test_the_working_says_what_part_of_a_cent_was_rounded() -> None:
    """Three who have drawn, or are level in all, share a first prize of one euro."""
    club = Club()
    club.found(rounds=1, tiebreaks=[])
    shared = {"prizes": [100], "sharing": "shared"}
    club.command(
        "club", "announce-prizes", plan={"currency": "EUR", "fund": 100, "groups": [shared]}
    )
    club.play(1, "1-0", "1-0", "1-0")
    html = club.client.get("/t/club/prizes/e1/working").text
    # 100 / 3 = 33 1/3, rounded to 33; the cent that is missing goes to the best placed.
    assert "0.33 EUR + 1/3" in html
    assert "+2/3" in html
    assert "−1/3" in html


def test_who_wins_nothing_is_told_so() -> None:
    club = announced()
    club.play(1, "1-0", "½-½", "+/-")
    assert "wins nothing" in club.client.get("/t/club/prizes/e6").text.replace("\n", " ")


def test_before_the_first_round_nobody_wins_anything() -> None:
    assert "Nobody has won anything yet." in announced().client.get("/t/club/prizes").text


def test_before_prizes_are_announced_the_page_says_so() -> None:
    club = Club()
    club.found()
    assert "No prizes have been announced." in club.client.get("/t/club/prizes").text
    assert club.client.get("/t/club/prizes/e1/working").status_code == 200


def test_while_games_are_open_chances_are_shown_with_bars() -> None:
    """Ana and Eva have won; Carl and Fay play. Drawn, the two share the first place, else three.

    All the same: 1/3 x 1/2 + 2/3 x 1/3 = 7/18. By Elo .30 are drawn: .15 + .70 / 3 = .383.
    """
    club = announced()
    games = club.pair(1)
    for game in games[:2]:
        club.command("club", "record-result", game=game, result="1-0")
    html = club.client.get("/t/club/prizes").text
    assert "1 game is open. All 3 outcomes were followed, all equally likely." in html
    assert "38.9%" in html
    assert '<rect x="0" width="' in html
    weighed = club.client.get("/t/club/prizes?likelihood=elo").text
    assert "weighted by Elo" in weighed
    assert "38.3%" in weighed


def test_before_the_last_round_chances_are_shown_to_who_asks() -> None:
    club = announced(rounds=3)
    club.pair(1)
    assert "were followed" not in club.client.get("/t/club/prizes").text
    asked = club.client.get("/t/club/prizes?likelihood=even").text
    assert "All 27 outcomes were followed" in asked


def test_the_past_is_shown_as_it_was() -> None:
    club = announced()
    before = club.version
    club.play(1, "1-0", "½-½", "+/-")
    html = club.client.get(f"/t/club/prizes?at=v{before}").text
    assert row_of(html, "e1") != row_of(club.client.get("/t/club/prizes").text, "e1")


def test_prizes_that_were_shared_are_shown_and_a_later_change_is_told() -> None:
    club = announced()
    club.play(1, "1-0", "½-½", "+/-")
    club.command("club", "finish-tournament")
    club.command("club", "share-prizes")
    html = club.client.get("/t/club/prizes").text
    assert "Prizes shared" in html
    assert "As it stands" not in html
    corrects = 1 + next(
        at for at, each in enumerate(club.store.ledger.log) if each.type == "ResultRecorded"
    )
    club.command(
        "club",
        "correct-result",
        game="1.1",
        result="0-1",
        corrects=corrects,
        reason="slip",
        effect={"points": True, "pairing_from": None, "rating": True},
    )
    html = club.client.get("/t/club/prizes").text
    assert "they would be different now" in html
    assert "The prizes by the final standings." in html
    assert "standings stayed" not in html


def test_the_what_if_shows_who_would_win_more_or_less() -> None:
    club = announced()
    club.play(1, "1-0", "½-½", "+/-")
    html = club.client.get("/t/club/whatif?game=1.1&result=0-1").text
    assert "Ana Alba: 900 EUR → 0 EUR" in html
    assert "No prize changes." in club.client.get("/t/club/whatif?game=1.1&result=1-0").text


async def arbiter_of(club: Club) -> None:
    await club.let_in("arbiter-link", "club")


FORM = {
    "plan.currency": "eur",
    "plan.fund": "2000",
    "plan.taking": "highest",
    "plan.groups-1.prizes": "1000 600 250,50",
    "plan.groups-1.sharing": "hort",
    "plan.groups-3.prizes": "149.5",
    "plan.groups-3.sharing": "fixed",
    "plan.groups-3.rating_to": "1800",
    "plan.groups-3.admits_unrated": "1",
    "command_id": "plan-1",
    "next": "/t/club/arbiter/prizes",
}


async def test_the_arbiter_announces_a_plan_by_a_form() -> None:
    club = Club()
    club.found()
    await arbiter_of(club)
    assert club.client.get("/t/club/arbiter/prizes").status_code == 200
    answer = club.client.post("/t/club/acts/announce-prizes", data=FORM, follow_redirects=False)
    assert answer.status_code == 303
    html = club.client.get("/t/club/prizes").text
    assert {"1,000 EUR", "250.50 EUR", "149.50 EUR"} <= set(texts(html))
    assert "Rating up to 1800, unrated included" in html
    bus = club.client.get("/t/club/arbiter/prizes").text
    assert 'value="1000 600 250.50"' in bus
    assert 'value="149.50"' in bus


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param(
            {"plan.fund": "1900"},
            "The prizes add up to 2,000 EUR, but the fund is 1,900 EUR: change one of the two.",
            id="a fund that does not add up",
        ),
        pytest.param(
            {"plan.groups-1.prizes": "1000 -5"},
            "Group 1, place 2: −5 EUR is negative. Enter 0 or more.",
            id="a negative prize",
        ),
        pytest.param(
            {"plan.groups-1.prizes": "many"}, "“many” is not an amount of money", id="no amount"
        ),
        pytest.param(
            {"plan.fund": "1,999"}, "“1,999” is not an amount of money", id="three decimals"
        ),
        pytest.param(
            {"plan.groups-3.rating_to": "high"}, "“high” is not a whole number.", id="no rating"
        ),
        pytest.param({"plan.currency": "e"}, "“E” is not a currency", id="no currency"),
    ],
)
async def test_a_wrong_plan_is_refused_in_a_sentence_and_keeps_what_was_typed(
    typed: dict[str, str], said: str
) -> None:
    club = Club()
    club.found()
    await arbiter_of(club)
    answer = club.client.post("/t/club/acts/announce-prizes", data={**FORM, **typed})
    assert answer.status_code == 422
    assert said in answer.text
    assert "149.5" in answer.text


async def test_the_arbiter_shares_the_prizes_of_an_unfinished_tournament_by_chances() -> None:
    club = announced()
    club.pair(1)
    await arbiter_of(club)
    form = {"by": "chances", "likelihood": "even", "command_id": "s1", "next": "/t/club/prizes"}
    assert club.confirmed("share-prizes", form).history[0].status_code == 303
    assert "By the chances of each place" in club.client.get("/t/club/prizes").text


async def test_before_a_correction_the_arbiter_sees_what_it_does_to_the_prizes() -> None:
    club = announced()
    club.play(1, "1-0", "½-½", "+/-")
    await arbiter_of(club)
    html = club.client.get("/t/club/arbiter/games/1.1").text
    assert "Ana Alba: 900 EUR → 0 EUR" in html


def test_drawn_chances_say_how_many_were_drawn_and_how_far_off_they_may_be() -> None:
    sheet = TournamentPage("club", folded(*START), {}, "en")
    chance = Chance(places=(Fraction(1),), prize=Fraction(100), amount=100, prize_error=0)
    found = Chances(outcomes=2000, is_exact=False, by_seat={0: chance})
    said = chances_of(sheet, found, "EUR", 13, Likelihood.EVEN)
    # The square root of 1/4 : 2000 is .0112.
    assert said.note == (
        "13 games are open. 2000 outcomes were drawn, all equally likely, with the seed 0; the "
        "standard error of each chance is at most ±1.1%."
    )
    assert (
        '<rect x="0" width="1000" height="10" class="place-1"/></svg>' in said.table.rows[0].below
    )
