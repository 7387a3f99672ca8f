"""Pages of matches, teams and groups: complete without script, in two languages."""

import asyncio
import re
from collections.abc import Mapping

import msgspec
import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from dsl.team_matches import LEO, LIONS, LUZ, TIGERS, cup, league, ruled, table
from dsl.web_club import ORGANISER_TOKEN, Club
from planilla.adapters.http import public
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.state import Tournament

NO_PLAYERS: tuple[tuple[str, str, str], ...] = ()


def showing(state: Tournament, monkeypatch: pytest.MonkeyPatch, language: str = "en") -> TestClient:
    """A browser on the site of a club whose pages are of `state`."""
    club = Club()
    club.found()

    def page(
        tournament: str, _: Tournament, __: object, spoken: str, *, texts: Mapping[str, str]
    ) -> TournamentPage:
        return TournamentPage(tournament, state, {}, spoken, texts=texts)

    monkeypatch.setattr(public, "TournamentPage", page)
    return club.browser(language)


def state_of(club: Club) -> Tournament:
    """The tournament `club` as it is now."""
    return fold(each.fact for each in club.store.ledger.events("club", 0))


def text_of(html: str) -> str:
    """What is read of the sheet."""
    sheet = html.partition('id="sheet"')[2].partition("<aside")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", sheet).split())


def test_a_card_keeps_the_first_side_on_the_left_whatever_its_colours_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = league((("1.1", "½-½"), ("1.1.2", "0-1")))
    html = showing(state, monkeypatch).get("/t/club/matches/1.1").text
    said = text_of(html)
    assert re.search(r"1 □ White: leo 2101 ½–½ ■ Black: tom 2050", said)
    assert re.search(r"2 ■ Black: lia 2000 1–0 □ White: teo", said)
    assert re.search(r"Player 1 1½ – Player 2 ½", said)
    assert "Match 1 · finished" in said
    assert 'data-view="matches"' in html
    assert 'data-only="1.1"' in html


@pytest.mark.parametrize(
    ("state", "said"),
    [
        pytest.param(league((("1.1", "1-0"),)), "one game open", id="open"),
        pytest.param(league(boards=()), "no line-ups published yet", id="no line-ups"),
        pytest.param(league((("1.1", "+/-"),)), "+ – forfeit", id="forfeit"),
        pytest.param(league(decision=ruled(LIONS)), "Player 1 advances by a ruling", id="ruled"),
        pytest.param(
            league(decision=ruled(None)), "neither side advances, by a ruling", id="nobody"
        ),
    ],
)
def test_a_card_says_how_far_its_match_is(
    state: Tournament, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    html = showing(state, monkeypatch).get("/t/club/matches/1.1").text
    assert said in text_of(html)
    assert 'data-only="1.1"' in html


@pytest.mark.parametrize("match", ["1.2", "2.1", "x", "2-1.1", "9-1.1"])
def test_a_match_that_is_not_there_is_not_found(
    match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = showing(league(), monkeypatch)
    assert browser.get(f"/t/club/matches/{match}").status_code == 404


def test_the_pairings_of_a_round_are_by_match(monkeypatch: pytest.MonkeyPatch) -> None:
    html = showing(league((("1.1", "1-0"),)), monkeypatch).get("/t/club/rounds/1").text
    assert '<a href="/t/club/matches/1.1">' in html
    assert re.search(r"Player 1 1 – 0 Player 2 one game open", text_of(html))


def test_a_roster_has_its_players_in_board_order_with_captain_reserve_and_mean(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Boards 1 and 2: (2101 + 2000) / 2 = 2050.5, rounded up."""
    browser = showing(league((("1.1", "1-0"), ("1.1.2", "½-½"))), monkeypatch)
    said = text_of(browser.get("/t/club/teams/lions").text)
    assert "captain: lia · average of the first 2 boards: 2051" in said
    assert re.search(r"1 leo 2101 1 1 2 lia captain 2000 1 ½ 3 luz reserve 1900 0 0", said)
    both = text_of(browser.get("/t/club/teams").text)
    assert "Player 1" in both
    assert "Player 2" in both
    assert browser.get("/t/club/teams/bears").status_code == 404


def test_a_tournament_without_teams_or_groups_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = showing(cup(is_drawn=False), monkeypatch)
    assert "There are no teams" in browser.get("/t/club/teams").text
    assert "There are no groups" in browser.get("/t/club/groups").text


def test_groups_are_side_by_side_with_the_places_that_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    browser = showing(cup(), monkeypatch)
    html = browser.get("/t/club/groups").text
    groups = re.findall(r'<section class="group".*?</section>', html, re.DOTALL)
    assert len(groups) == 2
    rows = re.findall(r'<tr class="goes">(.*?)</tr>', groups[0], re.DOTALL)
    assert len(rows) == 1
    assert "▲" in rows[0]
    assert "Final" in rows[0]
    assert "/t/club/groups" in browser.get("/t/club/cross").text


def test_the_cross_of_two_teams_has_the_colour_result_and_round_of_each_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Round 1 of the table: equal numbers meet, all with White for team A (seed 000, 2.4.1)."""
    games = (("A1", "B1", "1-0"), ("A2", "B2", "½-½"))
    state = table(("A1", "A2"), ("B1", "B2"), games=games)
    browser = showing(state, monkeypatch)
    said = text_of(browser.get("/t/club/cross").text)
    assert re.search(r"1 Team A 2 1½ 2 Team B 2 ½", said)
    assert re.search(r"A1 Player 1 □ 1 1 1 A2 Player 2 □ ½ 1 ½ Team B 0 ½ ½", said)
    assert "/t/club/teams" in browser.get("/t/club/entrants").text
    assert "Team A" in text_of(browser.get("/t/club/teams/A").text)


def test_the_cross_of_more_teams_is_by_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Team C has no opponent yet, and one game is open."""
    games = (("A1", "B1", "1-0"), ("B2", "A2", ""))
    state = table(("A1", "A2"), ("B1", "B2"), ("C1", "C2"), games=games)
    said = text_of(showing(state, monkeypatch).get("/t/club/cross").text)
    assert "A1 Player 1 B1 □ 1 1 A2 Player 2 B2 ■ · 0 B1" in said
    assert "C1 Player 5 0 C2 Player 6 0" in said
    assert "opponent, colour and result in that round" in said


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("path", ["matches/1.1", "teams", "teams/lions", "rounds/1"])
def test_the_pages_are_in_each_language(
    language: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    html = showing(league(), monkeypatch, language).get(f"/t/club/{path}").text
    assert f'lang="{language}"' in html
    assert "Undefined" not in html


def test_matches_and_groups_are_tables_for_files() -> None:
    club = Club()
    club.found()
    for table_name, first in (("matches", "round"), ("groups", "group")):
        answer = club.client.get(f"/t/club/{table_name}.csv")
        assert answer.status_code == 200
        assert answer.text.lstrip("\ufeff").startswith(first)


ROUND_1 = "/t/club/arbiter/line-ups/1"


async def lined_up(state: Tournament, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """An arbiter on the site of a club whose pages are of `state`."""
    club = Club()
    club.found()
    await club.let_in("arbiter-token", "club")

    def page(
        tournament: str, _: Tournament, __: object, spoken: str, *, texts: Mapping[str, str]
    ) -> TournamentPage:
        return TournamentPage(tournament, state, {}, spoken, texts=texts)

    monkeypatch.setattr(public, "TournamentPage", page)
    return club.client


async def test_a_line_up_is_chosen_from_the_roster_and_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Lions have three players for two boards and handed in the first and the reserve."""
    state = replace(league(boards=()), line_ups={(1, LIONS): (LEO, LUZ)})
    browser = await lined_up(state, monkeypatch)
    html = browser.get(ROUND_1).text
    forms = re.findall(r'<form[^>]*acts/hand-in-line-up".*?</form>', html, re.DOTALL)
    chosen = [re.findall(r'value="(\w+)" checked', form) for form in forms]
    assert chosen == [["leo", "luz"], ["tom", "teo"]]
    assert "3 luz 1900 · reserve" in text_of(html)
    assert "Without a line-up: Player 2. Their first players would play." in text_of(html)
    assert 'action="/t/club/acts/publish-line-ups"' in html
    assert ROUND_1 in browser.get("/t/club/rounds/1").text
    assert ROUND_1 in browser.get("/t/club/matches/1.1").text


async def test_a_refused_line_up_keeps_its_marks_and_says_why_beside_its_team(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    browser = await lined_up(league(boards=()), monkeypatch)
    form = {"command_id": "l1", "next": ROUND_1, "round": "1", "team": "lions", "players": ["lia"]}
    answer = browser.post("/t/club/acts/hand-in-line-up", data=form)
    assert answer.status_code >= 400
    lions = answer.text.partition("refused-lions")[2].partition("</form>")[0]
    assert re.findall(r'value="(\w+)" checked', lions) == ["lia"]


async def test_published_line_ups_are_fixed_and_other_rounds_have_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    browser = await lined_up(league(), monkeypatch)
    html = browser.get(ROUND_1).text
    assert "published" in text_of(html)
    assert "acts/hand-in-line-up" not in html
    monkeypatch.undo()
    browser = await lined_up(cup(), monkeypatch)
    assert browser.get(ROUND_1).status_code == 404


def test_nobody_plays_where_a_team_stands_for_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    state = league((("1.1", "+/-"),), boards=(("1.1", LEO, TIGERS),))
    said = text_of(showing(state, monkeypatch).get("/t/club/matches/1.1").text)
    assert "1 □ White: leo 2101 + – forfeit nobody" in said


def test_groups_drawn_by_commands_are_on_one_page_with_the_places_that_lead_on() -> None:
    club = Club()
    club.found("stages")
    club.command("club", "plan-stage", title="Group", system="round-robin", groups=2)
    sources = [{"stage": number, "first": 1, "last": 1} for number in (2, 3)]
    club.command("club", "plan-stage", title="Final", system="round-robin", sources=sources)
    club.command("club", "draw-groups", stages=[2, 3], by="seeds")
    for stage in (2, 3):
        club.command("club", "pair-round", round=1, in_stage=stage)
        club.command("club", "publish-pairings", round=1, in_stage=stage)
    said = text_of(club.client.get("/t/club/groups").text)
    assert "goes on to Final" not in said, "nobody has a point, and all share place 1"
    for stage in (2, 3):
        club.command("club", "record-result", game=f"{stage}-1.1", result="1-0")
    said = text_of(club.client.get("/t/club/groups").text)
    assert said.count("goes on to Final") == 2
    assert "Group A" in said
    assert "Group B" in said
    assert "Group" in club.client.get("/t/club/groups.csv").text


def of_two_teams(club: Club) -> None:
    """A match of two teams of two, of which the first has a name; round 1 is published."""
    ids = [f"e{number}" for number in range(1, 5)]
    club.command("club", "create-tournament", name="Duel", system="djaja")
    entrants = [{"id": each, "person": {"name": f"Player {each}"}} for each in ids]
    club.command("club", "enter-entrants", entrants=entrants)
    teams = [{"players": ids[:2], "name": "Alfil <Burgos>"}, {"players": ids[2:]}]
    club.command("club", "form-teams", teams=teams)
    club.command("club", "pair-round", round=1)
    club.command("club", "publish-pairings", round=1)


@pytest.mark.parametrize("path", ["", "/rounds/1", "/cross", "/teams", "/teams/A"])
def test_the_name_of_a_team_is_on_every_page_and_in_no_event(path: str) -> None:
    club = Club()
    of_two_teams(club)
    html = club.client.get(f"/t/club{path}").text
    assert "Alfil &lt;Burgos&gt; (A)" in html
    events = [each.fact.event for each in club.store.ledger.events("club", 0)]
    assert b"Alfil" not in msgspec.json.encode(events)
    assert "Team A is given a name. <q>Alfil &lt;Burgos&gt;</q>" in html


def test_a_team_without_a_name_has_its_letters_and_a_new_name_replaces_the_old_one() -> None:
    club = Club()
    of_two_teams(club)
    version = club.version
    assert "Team B" in text_of(club.client.get("/t/club/cross").text)
    club.command("club", "name-team", team="A", name="Torre")
    assert "Torre (A)" in text_of(club.client.get("/t/club/cross").text)
    assert "Alfil" not in text_of(club.client.get("/t/club/teams").text)
    before = club.client.get(f"/t/club/cross?at=v{version}").text
    assert "Alfil &lt;Burgos&gt; (A)" in before
    club.command("club", "name-team", team="A", name="")
    assert "Team A" in text_of(club.client.get("/t/club/cross").text)


def test_a_name_that_was_erased_leaves_the_letters() -> None:
    club = Club()
    of_two_teams(club)
    names = state_of(club).team_names
    club.command("club", "erase-texts", texts=list(names.values()))
    assert "Team A" in text_of(club.client.get("/t/club/cross").text)
    assert "Alfil" not in club.client.get("/t/club/facts").text


def test_the_teams_of_a_table_are_a_file() -> None:
    """The game on board 1 is won by White, who is the first player of team A."""
    club = Club()
    of_two_teams(club)
    club.command("club", "record-result", game="1.1", result="1-0")
    lines = club.client.get("/t/club/teams.csv").text.lstrip("\ufeff").splitlines()
    assert lines == [
        "place,team,team_name,games,points",
        "1,A,Alfil <Burgos> (A),1,1",
        "2,B,Team B,1,0",
    ]


async def test_the_arbiter_names_a_team_on_its_page() -> None:
    club = Club()
    of_two_teams(club)
    assert "acts/name-team" not in club.client.get("/t/club/teams").text
    await club.let_in("token", "club")
    html = club.client.get("/t/club/teams").text
    assert html.count("acts/name-team") == 2
    assert 'value="Alfil &lt;Burgos&gt;"' in html
    form = {"command_id": "n1", "next": "/t/club/teams", "team": "B", "name": "Torre"}
    answer = club.client.post("/t/club/acts/name-team", data=form, follow_redirects=False)
    assert answer.status_code == 303
    assert "Torre (B)" in text_of(club.client.get("/t/club/teams").text)


async def test_the_arbiter_forms_the_teams_of_the_allocation_at_its_desk() -> None:
    """A1: 4 players x 3 x 2 / 2 are 12 votes; e1 and e3 want each other, e2 and e4."""
    club = Club()
    club.command("club", "create-tournament", name="Duel", system="djaja")
    ids = [f"e{number}" for number in range(1, 5)]
    entrants = [{"id": each, "person": {"name": f"Player {each}"}} for each in ids]
    club.command("club", "enter-entrants", entrants=entrants)
    club.command("club", "open-allocation", method="teams-a")
    votes = ([0, 1, 10, 1], [1, 0, 1, 10], [10, 1, 0, 1], [1, 10, 1, 0])
    for each, values in zip(ids, votes, strict=True):
        club.command("club", "hand-in-ballot", entrant=each, values=values)
    await club.let_in("token", "club")
    assert "acts/form-teams" not in club.client.get("/t/club/arbiter/allocation").text
    club.command("club", "decide-allocation")
    html = club.client.get("/t/club/arbiter/allocation").text
    shown = html.partition("acts/form-teams")[2].partition("</form>")[0]
    assert 'name="from_allocation" value="1"' in shown
    form = {"command_id": "f1", "next": "/t/club/teams", "from_allocation": "1"}
    answer = club.client.post("/t/club/acts/form-teams", data=form, follow_redirects=False)
    assert answer.status_code == 303
    assert {frozenset(team.players) for team in state_of(club).teams} == {
        frozenset(("e1", "e3")),
        frozenset(("e2", "e4")),
    }


def test_a_pair_of_teams_that_met_twice_has_two_results_in_its_cell() -> None:
    """Two teams in two cycles: e1 wins round 1 and loses round 2, both on the only board."""
    club = Club()
    shape = {"boards": 1, "cycles": 2}
    club.command("club", "create-tournament", name="L", system="team-round-robin", shape=shape)
    entrants = [{"id": each, "person": {"name": each}} for each in ("e1", "e2")]
    club.command("club", "enter-entrants", entrants=entrants)
    for team in ("e1", "e2"):
        roster = [{"id": f"{team}p", "person": {"name": f"{team} p"}}]
        club.command("club", "register-players", team=team, players=roster)
    for number in (1, 2):
        club.command("club", "pair-round", round=number)
        club.command("club", "publish-pairings", round=number)
        club.command("club", "publish-line-ups", round=number)
        club.command("club", "record-result", game=f"{number}.1", result="1-0")
    html = club.client.get("/t/club/cross").text
    first = html.partition("<tbody>")[2].partition("</tr>")[0]
    won, lost = (f'<a href="/t/club/matches/{number}.1">' for number in (1, 2))
    assert f">{won}1</a> {lost}0</a></td>" in first


@pytest.mark.parametrize(
    ("language", "button"), [("en", "Register players"), ("es", "Inscribir jugadores")]
)
def test_the_arbiter_registers_the_players_of_a_team(language: str, button: str) -> None:
    club = Club()
    shape = {"boards": 2}
    club.command("club", "create-tournament", name="L", system="team-round-robin", shape=shape)
    entrants = [{"id": each, "person": {"name": each}} for each in ("e1", "e2")]
    club.command("club", "enter-entrants", entrants=entrants)
    asyncio.run(club.let_in(ORGANISER_TOKEN, "club"))
    arbiter = club.browser(language)
    arbiter.cookies = club.client.cookies
    page, act = "/t/club/arbiter/teams/e1", "/t/club/acts/register-players"
    assert button in arbiter.get(page).text
    form = {"team": "e1", "next": page, "command_id": "c-1"}
    arbiter.post(act, data={**form, "players": "Ruiz, Eva; 2101\nLey, Tom"})
    (team,) = (each for each in state_of(club).teams if each.id == "e1")
    assert [state_of(club).players[each].rating for each in team.players] == [2101, 0]
    assert "Ruiz, Eva" in arbiter.get(page).text
    form["command_id"] = "c-2"
    wrong = arbiter.post(act, data={**form, "players": "Paz, Leo\nSol, Ana; x"})
    assert wrong.status_code == 422
    assert "Sol, Ana; x" in wrong.text
    assert len(state_of(club).players) == 2
    assert arbiter.get("/t/club/arbiter/teams/nobody").status_code == 404
