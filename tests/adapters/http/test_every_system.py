"""Every system: a round is played, and each page, table and view can be read."""

import html
import re

import msgspec
import pytest
from starlette.testclient import TestClient

from dsl.web_club import Club, form_of
from planilla.audit.pairing_audit import audit
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import System
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.state import Tournament
from planilla.presentation.tables import view_csv, view_lines
from planilla.projections import VIEWS
from planilla.projections.tables import TABLES
from planilla.projections.view import StateView

PLAYERS = {"round-robin-varma": 9, "hutton": 12, "hilton": 12, "skalitzka": 6}
"""Players of systems whose tables are of other sizes than 8."""
TEAMS = {"hutton": 3, "hilton": 4, "skalitzka": 3}
"""Teams of the tables of teams that are not of two teams."""
PLAYED = {name: each for name, each in SYSTEMS.items() if not each.follows_groups}
"""The systems that a tournament may begin with."""
FOR_EVERYBODY = re.compile(r'href="(/t/club[^"#?]*)')
LOT = {"winner": "e3", "by": "lot"}


def state_of(club: Club) -> Tournament:
    """The tournament `club` as it is now."""
    return fold(each.fact for each in club.store.ledger.events("club", 0))


def playing(system: System) -> Club:
    """A club in round 1 of a system; every game that has players is won by White."""
    club, count = Club(), PLAYERS.get(system.name, 8)
    shape = {"boards": 2} if system.plays_in_teams else {}
    club.command("club", "create-tournament", name="Club", system=system.name, shape=shape)
    ids = [f"e{n}" for n in range(1, count + 1)]
    entrants = [
        {"id": each, "person": {"name": f"Player {n}"}, "rating": 2400 - 10 * n}
        for n, each in enumerate(ids)
    ]
    club.command("club", "enter-entrants", entrants=entrants)
    if system.forms_teams:
        size = count // TEAMS.get(system.name, 2)
        teams = [{"players": ids[at : at + size]} for at in range(0, count, size)]
        club.command("club", "form-teams", teams=teams)
    if system.plays_in_teams:
        for team in ids:
            roster = [{"id": f"{team}p{b}", "person": {"name": f"{team} {b}"}} for b in (1, 2)]
            club.command("club", "register-players", team=team, players=roster)
    if system.numbers_by_envelopes:
        club.command("club", "draw-table", by="envelopes")
    if system.has_rounds:
        club.command("club", "pair-round", round=1)
        club.command("club", "publish-pairings", round=1)
        if system.plays_in_teams:
            club.command("club", "publish-line-ups", round=1)
        for game in state_of(club).rounds[0].games:
            club.command("club", "record-result", game=game, result="1-0")
    return club


def read_all(browser: TestClient, begin: str) -> dict[str, int]:
    """The answers of every page of the tournament that a page leads to, and these to others."""
    waiting, answers = [begin], dict[str, int]()
    while waiting:
        address = waiting.pop()
        if address in answers:
            continue
        answer = browser.get(address)
        answers[address] = answer.status_code
        if address.count("/") < 5:
            waiting.extend(map(html.unescape, FOR_EVERYBODY.findall(answer.text)))
    return answers


@pytest.mark.no_cover
@pytest.mark.parametrize("system", PLAYED.values(), ids=PLAYED)
async def test_each_page_that_a_tournament_leads_to_can_be_read(system: System) -> None:
    club = playing(system)
    answers = read_all(club.browser(), "/t/club")
    await club.let_in("token", "*")
    answers |= read_all(club.client, "/t/club/arbiter")
    assert {address: code for address, code in answers.items() if code != 200} == {}
    assert len(answers) > 10


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("system", PLAYED.values(), ids=PLAYED)
def test_each_table_can_be_read_in_a_terminal_and_as_a_file(system: System, language: str) -> None:
    state = state_of(playing(system))
    for name in TABLES:
        assert list(view_lines(language, name, state, str))
        assert view_csv(language, name, state, str)


@pytest.mark.parametrize("system", PLAYED.values(), ids=PLAYED)
def test_each_view_can_be_read_by_programs(system: System) -> None:
    state = state_of(playing(system))
    for view in VIEWS.values():
        if isinstance(view, StateView):
            rows = msgspec.json.encode(view.rows(state))
            assert msgspec.json.decode(rows).keys() == view.rows(state).keys()


@pytest.mark.parametrize("system", PLAYED.values(), ids=PLAYED)
def test_the_audit_of_a_round_finds_no_difference(system: System) -> None:
    found = audit([each.fact for each in playing(system).store.ledger.events("club", 0)])
    assert found.holds
    assert len(found.rounds) == system.has_rounds


def entered(system: str, players: int = 4, **asked: object) -> Club:
    """A club with four entrants, who are teams of two in a league; round 1 is published."""
    club = Club()
    club.command("club", "create-tournament", name="Club", system=system, **asked)
    entrants = [{"id": f"e{n}", "person": {"name": f"Player {n}"}} for n in range(1, players + 1)]
    club.command("club", "enter-entrants", entrants=entrants)
    if SYSTEMS[system].plays_in_teams:
        for n in range(1, players + 1):
            roster = [{"id": f"e{n}p{b}", "person": {"name": f"P{n}{b}"}} for b in (1, 2)]
            club.command("club", "register-players", team=f"e{n}", players=roster)
    club.command("club", "pair-round", round=1)
    club.command("club", "publish-pairings", round=1)
    return club


async def test_the_desk_of_a_league_leads_to_the_line_ups_before_anything_else() -> None:
    club = entered("team-round-robin", shape={"boards": 2})
    await club.let_in("token", "*")
    desk = club.client.get("/t/club/arbiter").text
    assert "The line-ups of round 1 are not published yet." in desk
    assert 'href="/t/club/arbiter/line-ups/1"' in desk
    assert 'data-act="pair-round"' not in desk
    standings = club.client.get("/t/club").text
    assert "0 of 4 boards" in standings, "two matches on two boards"
    assert re.search(r"<th[^>]*>Team<", standings)
    assert "unrated" not in standings


async def test_the_desk_of_a_knockout_offers_further_games_and_a_ruling_on_level_matches() -> None:
    club = entered("knockout-single", shape={"games": 1, "tiebreaks": [1]})
    await club.let_in("token", "*")
    club.command("club", "record-result", game="1.1", result="1-0")
    club.command("club", "record-result", game="1.2", result="½-½")
    desk = club.client.get("/t/club/arbiter").text
    assert "Matches of round 1 are level" in desk
    form = form_of(desk, "/t/club/acts/add-games")
    assert form["match"] == "2"
    club.client.post("/t/club/acts/add-games", data=form)
    assert state_of(club).rounds[0].games == ("1.1", "1.2", "1.2.2")
    club.command("club", "record-result", game="1.2.2", result="½-½")
    desk = club.client.get("/t/club/arbiter").text
    assert "acts/add-games" not in desk, "the regulations have one further game"
    club.confirmed("decide-match", {**form_of(desk, "/t/club/acts/decide-match"), **LOT})
    assert "Round 1 is complete." in club.client.get("/t/club/arbiter").text
    assert state_of(club).rounds[0].decisions[0].winner == "e3"


async def test_the_desk_asks_for_a_ruling_on_a_match_of_an_earlier_round_that_became_level() -> (
    None
):
    club = entered("knockout-double", players=8)
    await club.let_in("token", "*")
    for number in range(1, 5):
        if number > 1:
            club.command("club", "pair-round", round=number)
            club.command("club", "publish-pairings", round=number)
        for game in state_of(club).rounds[-1].games:
            club.command("club", "record-result", game=game, result="1-0")
    # The first match of round 3 is the final of the winners: neither side plays in round 4.
    club.command(
        "club",
        "correct-result",
        game="3.1",
        result="½-½",
        corrects=state_of(club).rounds[2].version_of(0),
        reason="the sheet",
    )
    desk = club.client.get("/t/club/arbiter").text
    assert "Matches of round 3 are level" in desk
    assert "acts/add-games" not in desk, "later rounds were paired"
    form = form_of(desk, "/t/club/acts/decide-match")
    assert (form["round"], form["match"]) == ("3", "1")
    winner = state_of(club).rounds[2].sides[0][1]
    club.confirmed("decide-match", {**form, "winner": winner, "by": "lot"})
    assert "Round 4 is complete." in club.client.get("/t/club/arbiter").text
