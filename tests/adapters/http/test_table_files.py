"""Tables as CSV: the rows of the page at the same moment, and nothing that is not public."""

import csv
import io
import re

import pytest

from dsl.web_club import Club
from planilla.projections.tables import TABLES

PLAN = {
    "currency": "EUR",
    "fund": 10_000,
    "groups": [{"prizes": [7_000, 3_000], "sharing": "hort"}],
}
PAGES = {
    "standings": "",
    "crosstable": "/cross",
    "elo": "/elo",
    "prizes": "/prizes",
    "entrants": "/entrants",
}


def club_of(system: str = "swiss-dutch-libro") -> Club:
    """Six players: one round with a forfeit, and one game of the next."""
    club = Club()
    tiebreaks = {"swiss-dutch-libro": ["BH", "SB", "ARO"], "round-robin": ["SB", "WIN"]}
    club.found(system, rounds=3 if "BH" in tiebreaks[system] else 5, tiebreaks=tiebreaks[system])
    club.play(1, "1-0", "½-½", "+/-")
    club.pair(2)
    club.command("club", "record-result", game="2.1", result="1-0")
    club.command("club", "announce-prizes", plan=PLAN)
    club.command("club", "set-qualifying-places", places=2)
    return club


def table(club: Club, name: str, query: str = "") -> list[dict[str, str]]:
    answer = club.client.get(f"/t/club/{name}.csv{query}")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == f'attachment; filename="club-{name}.csv"'
    assert answer.text == club.client.get(f"/api/t/club/{name}.csv{query}").text
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))


@pytest.mark.parametrize("system", ["swiss-dutch-libro", "round-robin"])
@pytest.mark.parametrize("name", PAGES)
def test_a_file_has_the_players_of_its_page_in_their_order(name: str, system: str) -> None:
    club = club_of(system)
    html = club.client.get(f"/t/club{PAGES[name]}").text
    body = re.search(r"<table.*?</table>", html, re.DOTALL)
    assert body is not None
    shown = re.findall(r'<a class="name"[^>]*><bdi>([^<]*)', body[0])
    assert [row["name"] for row in table(club, name)] == shown
    assert f'href="/t/club/{name}.csv" download' in html


def test_points_and_tiebreaks_are_numbers_with_a_point() -> None:
    rows = {row["name"]: row for row in table(club_of(), "standings")}
    columns = "place,before,player,name,number,title,federation,rating,points,BH,SB,ARO,1,2"
    assert list(rows["Ana Alba"]) == columns.split(",")
    draw = rows["Bea Bosch"]
    assert (draw["rating"], draw["points"], draw["1"], draw["2"]) == ("1900", "0.5", "B½", "W*")
    assert {rows[name]["points"] for name in ("Dora Díaz", "Fay Font")} == {"0"}


def test_a_crosstable_names_opponent_colour_and_score() -> None:
    rows = {row["name"]: row for row in table(club_of(), "crosstable")}
    assert rows["Ana Alba"]["1"] == "4W1"
    assert rows["Fay Font"]["1"] == "3B-"
    assert rows["Eva Elías"]["1"] == "2W½"


def test_a_round_robin_has_a_column_for_each_opponent() -> None:
    rows = table(club_of("round-robin"), "crosstable")
    assert [row["place"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert [row[row["place"]] for row in rows] == [""] * 6
    met = [[bool(row[str(number)]) for number in range(1, 7)] for row in rows]
    assert met == [list(column) for column in zip(*met, strict=True)]
    assert sum(map(sum, met)) == 2 * 6


def test_the_pairings_of_all_rounds_are_in_one_file() -> None:
    rows = table(club_of(), "pairings")
    assert [(row["round"], row["board"]) for row in rows] == [
        *(("1", str(board)) for board in (1, 2, 3)),
        *(("2", str(board)) for board in (1, 2, 3)),
    ]
    assert [row["result"] for row in rows] == ["1-0", "½-½", "'+/-", "1-0", "*", "*"]
    assert rows[0]["white_name"] == "Ana Alba"


def test_a_correction_without_points_leaves_what_counts() -> None:
    club = club_of()
    facts = club.client.get("/api/t/club/facts").json()["facts"]
    reported = next(each["version"] for each in facts if each["type"] == "ResultRecorded")
    club.command(
        "club",
        "correct-result",
        game="1.1",
        result="0-1",
        corrects=reported,
        reason="Wrong slip",
        effect={"points": False, "pairing_from": None, "rating": True},
    )
    first = table(club, "pairings")[0]
    assert (first["result"], first["counts"]) == ("0-1", "1-0")


def test_a_bye_says_its_kind() -> None:
    club = Club()
    club.found()
    club.command("club", "withdraw-entrant", entrant="e6", reason="ill")
    club.pair_odd()
    (bye,) = (row for row in table(club, "pairings") if row["bye"])
    assert (bye["bye"], bye["board"], bye["result"], bye["black_name"]) == ("U", "", "", "")
    (row,) = (row for row in table(club, "crosstable") if row["player"] == bye["white"])
    assert row["1"] == "U"
    (gone,) = (row for row in table(club, "crosstable") if row["player"] == "e6")
    assert gone["1"] == ""


def test_money_is_in_whole_units_beside_its_currency() -> None:
    rows = table(club_of(), "prizes")
    assert sum(float(row["amount"]) for row in rows) == 100
    assert {row["currency"] for row in rows} == {"EUR"}


def test_who_qualifies_is_told_by_the_line() -> None:
    rows = table(club_of(), "qualifying")
    assert [row["side"] for row in rows].count("within") == 2
    assert len(rows) == 6


def test_without_a_plan_or_places_a_file_has_its_columns_alone() -> None:
    club = Club()
    club.found()
    for name in ("prizes", "qualifying"):
        assert table(club, name) == []
        assert club.client.get(f"/t/club/{name}.csv").text.startswith("\ufeffplace,player,name")


def test_a_file_of_a_moment_is_that_of_then() -> None:
    club = club_of()
    then = table(club, "standings", "?at=before-round-1")
    assert [row["points"] for row in then] == ["0"] * 6
    assert "1" not in then[0]
    html = club.client.get("/t/club?at=after-round-1").text
    assert 'href="/t/club/standings.csv?at=v' in html


def test_a_draft_is_in_no_file() -> None:
    club = Club()
    club.found()
    club.command("club", "pair-round", round=1)
    assert table(club, "pairings") == []


async def test_a_draft_is_in_no_file_of_the_arbiter_either() -> None:
    club = Club()
    club.found()
    club.command("club", "pair-round", round=1)
    await club.let_in("token-club", "club")
    assert table(club, "pairings") == []


def test_the_file_of_the_players_has_who_is_out_and_keeps_the_filters_of_its_page() -> None:
    club = club_of()
    data = {"rating": 1850, "title": "FM", "federation": "FRA"}
    club.command("club", "correct-sporting-data", entrant="e6", **data)
    club.command("club", "withdraw-entrant", entrant="e5", reason="ill")
    rows = {row["player"]: row for row in table(club, "entrants")}
    columns = "number,player,name,title,federation,rating,status,first_round,out_from"
    assert list(rows["e1"]) == columns.split(",")
    assert (rows["e1"]["number"], rows["e1"]["rating"], rows["e1"]["out_from"]) == ("1", "2000", "")
    assert (rows["e5"]["status"], rows["e5"]["out_from"]) == ("withdrawn", "3")
    assert (rows["e6"]["title"], rows["e6"]["rating"]) == ("FM", "1850")
    assert [row["player"] for row in table(club, "entrants", "?federation=FRA")] == ["e6"]
    shown = club.client.get("/t/club/entrants?federation=FRA").text
    assert 'href="/t/club/entrants.csv?federation=FRA" download' in shown


def test_a_name_is_no_formula() -> None:
    club = Club()
    club.found()
    person = {"name": '=HYPERLINK("http://evil.test")'}
    club.command("club", "correct-personal-data", entrant="e6", person=person)
    names = {row["player"]: row["name"] for row in table(club, "standings")}
    assert names["e6"] == "'" + person["name"]


def test_a_hidden_tournament_has_no_file() -> None:
    club = club_of()
    club.command("club", "hide-tournament", reason="test", erases=False)
    assert club.client.get("/t/club/standings.csv").status_code == 404


@pytest.mark.parametrize("path", ["/t/club/kitchen.csv", "/t/nowhere/standings.csv"])
def test_there_is_no_other_file(path: str) -> None:
    assert club_of().client.get(path).status_code == 404


def test_a_keizer_tournament_has_values_and_totals() -> None:
    """Round 1: 1-2 1-0, 4-3 ½-½, 5-6 1-0: 9+8, 8, 7+3, 6+3½, 5+4, 4."""
    club = Club()
    club.found("keizer", rounds=6, first_colour="white")
    club.play(1, "1-0", "½-½", "1-0")
    rows = table(club, "standings")
    assert list(rows[0])[:3] == ["place", "before", "player"]
    totals = {row["player"]: (row["total"], row["points"]) for row in rows}
    assert totals == {
        "e1": ("17", "1"),
        "e2": ("8", "0"),
        "e3": ("10", "0.5"),
        "e4": ("9.5", "0.5"),
        "e5": ("9", "1"),
        "e6": ("4", "0"),
    }


@pytest.mark.parametrize("name", TABLES)
def test_each_table_is_a_file_from_the_first_day(name: str) -> None:
    club = Club()
    club.command("club", "create-tournament", name="Club", rounds=3)
    assert table(club, name) == []
