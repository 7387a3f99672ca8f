"""The page of a player across tournaments, and the same for programs."""

import asyncio
import html
import re

import pytest

from dsl.web_club import Club

ANA = "2200001"


def words(page: str) -> str:
    """What is read on a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.fixture
def club() -> Club:
    """Ana has won the first round of the club, and is entered in a league and a tournament."""
    made = Club()
    made.found(first_colour="white")
    ana = {"name": "Ana Alba", "fide_id": ANA}
    made.command("club", "correct-personal-data", entrant="e1", person=ana)
    made.play(1, "1-0", "½-½", "0-1")
    made.command("league", "create-tournament", name="League", system="team-round-robin",
                 shape={"boards": 2})  # fmt: skip
    teams = [{"id": each, "person": {"name": f"Club {each}"}} for each in ("t1", "t2")]
    made.command("league", "enter-entrants", entrants=teams)
    made.command("league", "register-players", team="t1", players=[{"id": "p1", "person": ana}])
    made.command("next", "create-tournament", name="Next", rounds=3)
    made.command("next", "enter-entrants", entrants=[{"id": "e1", "person": ana, "rating": 2010}])
    return made


def test_the_card_of_a_player_leads_to_the_other_tournaments(club: Club) -> None:
    assert f'href="/players/{ANA}"' in club.client.get("/t/club/entrants/e1").text
    assert "/players/" not in club.client.get("/t/club/entrants/e2").text
    page = club.client.get(f"/players/{ANA}")
    assert page.status_code == 200
    said = words(page.text)
    assert f"FIDE id {ANA}: 3 tournaments on this server" in said
    assert said.index("Next") < said.index("League") < said.index("Club")
    assert re.search(r"Club place \d of 6 · 1 point in 1 round · rating 2000, variation \+", said)
    assert "rating 2010 · " in said, "before its first round it has no place"
    assert 'href="/t/club/entrants/e4"' in page.text, "the opponent of the first round"
    assert 'href="/t/league/teams/t1"' in page.text
    assert "Club t1 · team round robin" in said, "before its first round it has no place"
    assert "Código FIDE" in club.browser("es").get(f"/players/{ANA}").text


def test_programs_read_the_tournaments_of_a_player(club: Club) -> None:
    answer = club.client.get(f"/api/players/{ANA}").json()
    assert (answer["fide_id"], answer["name"]) == (ANA, "Ana Alba")
    of_next, of_league, of_club = answer["tournaments"]
    assert (of_next["id"], of_next["place"], of_next["change"]) == ("next", 0, None)
    assert (of_league["id"], of_league["entrant"], of_league["place"]) == ("league", "p1", 0)
    assert (of_league["team"], of_league["games"]) == ("Club t1", 0)
    assert (of_club["points"], of_club["rounds"], of_club["games"]) == ("1", 1, 1)
    assert of_club["change"] > 0


def test_a_player_of_a_team_has_the_place_of_the_team_and_their_own_games() -> None:
    """Ana wins on board 1 of round 1 and draws in round 2, all others draw: 1½ – ½ and 1 – 1."""
    club, shape = Club(), {"boards": 2, "cycles": 2}
    club.command("league", "create-tournament", name="L", system="team-round-robin", shape=shape)
    teams = [{"id": each, "person": {"name": f"Club {each}"}} for each in ("t1", "t2")]
    club.command("league", "enter-entrants", entrants=teams)
    for team, person in (("t1", {"name": "Ana", "fide_id": ANA}), ("t2", {"name": "Bea"})):
        roster = [{"id": f"{team}a", "person": person}, {"id": f"{team}b", "person": {"name": "C"}}]
        club.command("league", "register-players", team=team, players=roster)
    for number, results in ((1, ("1-0", "½-½")), (2, ("½-½", "½-½"))):
        club.command("league", "pair-round", round=number)
        club.command("league", "publish-pairings", round=number)
        club.command("league", "publish-line-ups", round=number)
        for game, result in zip((f"{number}.1", f"{number}.1.2"), results, strict=True):
            club.command("league", "record-result", game=game, result=result)
    said = words(club.client.get(f"/players/{ANA}").text)
    assert "Club t1 : place 1 of 2 · 1½ points in 2 games" in said
    assert "Places, round by round: 1 and 1." in said
    (played,) = club.client.get(f"/api/players/{ANA}").json()["tournaments"]
    assert (played["place"], played["points"], played["games"]) == (1, "1½", 2)
    roster_page = club.client.get("/t/league/teams").text
    assert roster_page.count('href="/players/') == 1, "the others have no FIDE id"
    assert f'<a class="name" href="/players/{ANA}#t-league"><bdi>Ana</bdi></a>' in roster_page
    club.command("league", "hide-tournament")
    asyncio.run(club.let_in("token", "league"))
    assert 'href="/players/' not in club.client.get("/t/league/teams").text


def test_a_player_in_a_hall_has_the_place_and_the_games_of_the_card() -> None:
    """Ana beats Bea at the only table."""
    club = Club()
    club.command("fair", "create-tournament", name="Fair", system="masnou", rounds=0)
    people = ({"name": "Ana", "fide_id": ANA}, {"name": "Bea"}, {"name": "Carl"})
    entrants = [{"id": f"p{n}", "person": each} for n, each in enumerate(people, start=1)]
    club.command("fair", "enter-entrants", entrants=entrants)
    club.command("fair", "open-hall", rules={"tables": 1, "order": "arrival"})
    club.command("fair", "record-result", game="T1.1", result="1-0")
    page = club.client.get(f"/players/{ANA}").text
    assert "place 1 of 3 · 1 point in 1 game" in words(page)
    assert 'href="/t/fair/entrants/p2"' in page, "the opponent"
    (played,) = club.client.get(f"/api/players/{ANA}").json()["tournaments"]
    assert (played["place"], played["games"], played["rounds"]) == (1, 1, 0)


def test_nobody_is_found_by_another_id_nor_after_the_erasure(club: Club) -> None:
    missing = club.client.get("/players/2200002")
    assert missing.status_code == 404
    assert "No public tournament here has a player with the FIDE id 2200002." in missing.text
    assert club.client.get("/players/none").status_code == 404
    for tournament, entrant in (("club", "e1"), ("next", "e1"), ("league", "p1")):
        club.command(tournament, "erase-person", entrant=entrant)
    assert club.client.get(f"/api/players/{ANA}").status_code == 404
