"""What everybody sees of a Masnou hall: complete without script, in two languages, at any time."""

import csv
import io
import re
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import segno
from PIL import Image

from dsl.web_club import Club, form_of
from planilla.adapters.http.pages.tablet import rules_in
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.views import masnou_ranking
from planilla.adapters.http.views.masnou_ranking import steps, wrapped

NAMES = ("Ana", "Bea", "Carl", "Dora", "Eva", "=Fay")
PAGES = (
    *("", "/hall", "/screen", "/fairness", "/entrants", "/facts", "/rules", "/now"),
    *("/entrants/p1", "/entrants/p1/working", "/entrants/p6"),
)


def fair(*, is_open: bool = True, tables: int = 2, **rules: Any) -> Club:
    """Six players at a fair, by arrival: Ana against Bea at table 1, Carl against Dora at 2."""
    club = Club()
    club.command("fair", "create-tournament", name="Fair", system="masnou", rounds=0)
    people = [{"id": f"p{n}", "person": {"name": name}} for n, name in enumerate(NAMES, start=1)]
    club.command("fair", "enter-entrants", entrants=people)
    if is_open:
        club.command("fair", "open-hall", rules={"tables": tables, "order": "arrival", **rules})
    return club


def guillotine(seconds: int, **more: Any) -> dict[str, Any]:
    return {"kind": "guillotine", "periods": [{"seconds": seconds}], **more}


def result(club: Club, game: str, said: str) -> None:
    club.command("fair", "record-result", game=game, result=said)


def text(club: Club, path: str, language: str = "en") -> str:
    """What is read on a page."""
    html = club.browser(language).get(f"/t/fair{path}").text
    seen = re.sub(r"(?s)<head>.*?</head>", "", html)
    return " ".join(re.sub(r"<[^>]+>", " ", seen).replace("&#39;", "'").split())


def test_a_card_of_a_hall_links_to_the_other_tournaments_of_a_player_with_a_fide_id() -> None:
    club = fair(is_open=False)
    late = {"id": "p7", "person": {"name": "Gil", "fide_id": "2200007"}}
    club.command("fair", "enter-entrants", entrants=[late])
    club.command("fair", "open-hall", rules={"tables": 2, "order": "arrival"})
    assert 'href="/players/2200007"' in club.client.get("/t/fair/entrants/p7").text
    assert 'href="/players/' not in club.client.get("/t/fair/entrants/p1").text


def test_the_games_below_a_row_show_the_clock_of_the_venue_as_the_card_does() -> None:
    club = fair(tables=1)
    card, below = (club.client.get(f"/t/fair/entrants/p1{end}").text for end in ("", "/working"))
    cell = re.compile(r'<td class="figure wide"><time datetime="([^"]+)">([\d:]+)</time></td>')
    ((utc, said),) = cell.findall(below)
    local = datetime.fromisoformat(utc).astimezone(ZoneInfo("Europe/Madrid"))
    assert said == f"{local:%H:%M}"
    assert cell.findall(card) == [(utc, said)]


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_page_answers_before_during_and_after(language: str) -> None:
    club = fair(is_open=False)
    for path in PAGES:
        assert club.browser(language).get(f"/t/fair{path}").status_code == 200, path
    club = fair(call_seconds=60, paused="keeps")
    for path in PAGES:
        assert club.browser(language).get(f"/t/fair{path}").status_code == 200, path
    for call in (1, 2, 3, 4):
        club.command("fair", "take-seat", call=call)
    result(club, "T1.1", "1-0")
    club.command("fair", "stand-down", entrant="p6", away="paused")
    club.command("fair", "stand-down", entrant="p2", away="gone")
    club.command("fair", "withdraw-table", table=2)
    for path in (*PAGES, "/poster", "/poster.svg", "/cards", "/hall?at=v20", "/screen?at=v20"):
        assert club.browser(language).get(f"/t/fair{path}").status_code == 200, path
    club.command("fair", "end-hall")
    for path in (*PAGES, "/poster", "/?follow=p1,p4"):
        answer = club.browser(language).get(f"/t/fair{path.replace('/?', '?')}")
        assert answer.status_code == 200, path


def test_the_hall_tells_who_plays_whom_and_what_each_in_the_queue_may_expect() -> None:
    seen = text(fair(), "/hall")
    assert "2 tables 2 in play 2 in the queue" in seen
    assert "Table 1 0 min □ Ana 0 pts ■ Bea 0 pts" in seen
    # Without a clock a game is taken for eight minutes. Of two that have just begun a quarter of
    # each ends in six minutes, three quarters in ten: half a call, and one and a half.
    assert "The queue 1 Eva about 6 min 2 =Fay about 10 min" in seen
    assert "If you join now: about 14 min." in seen


PAUSED = "The hall is paused: nobody is called until it resumes."
NO_MORE = "No more games begin: the last ones are in progress."


@pytest.mark.parametrize("page", ["/hall", "/screen"])
def test_a_pause_of_the_hall_is_said_in_place_of_minutes(page: str) -> None:
    club = fair()
    assert PAUSED not in text(club, page)
    club.command("fair", "pause-hall")
    seen = text(club, page)
    assert PAUSED in seen
    assert "Eva after the pause 2" in seen
    assert "If you join now: after the pause." in seen
    assert "Pausa de la sala: no se llama a nadie hasta que se reanude." in text(club, page, "es")
    club.command("fair", "resume-hall")
    assert PAUSED not in text(club, page)


@pytest.mark.parametrize("page", ["/hall", "/screen"])
def test_that_no_more_games_begin_is_said(page: str) -> None:
    club = fair(duration=30, last_start=29)
    assert NO_MORE not in text(club, page)
    club.clock.time += 120_000_000
    seen = text(club, page)
    assert NO_MORE in seen
    assert "Eva may not get another game" in seen
    club.command("fair", "end-hall")
    assert NO_MORE not in text(club, page)


def test_pairs_that_are_kept_apart_are_told_to_the_staff() -> None:
    club = fair(is_open=False)
    club.command("fair", "forbid-pairs", entrants=["p1", "p2"], reason="siblings")
    club.command("fair", "open-hall", rules={"tables": 1, "order": "arrival", "last_start": 10})
    seen = text(club, "/hall")
    assert "□ Ana 0 pts ■ Carl" in seen
    assert "Minutes before the end in which no game begins: 10" in text(club, "/rules")
    club.command("fair", "end-hall")
    assert "to keep apart players who must not meet" in text(club, "/fairness")


def test_with_many_tables_the_next_is_called_any_moment() -> None:
    club = fair(tables=3, clock=1)
    late = [{"id": "p7", "person": {"name": "Gus"}}]
    club.command("fair", "enter-entrants", entrants=late)
    assert "1 Gus any moment" in text(club, "/hall")


def test_who_is_not_in_the_queue_is_named_with_the_reason() -> None:
    club = fair()
    club.command("fair", "stand-down", entrant="p5", away="paused")
    club.command("fair", "stand-down", entrant="p6", away="gone")
    seen = text(club, "/hall")
    assert "Nobody is waiting." in seen
    assert "Pausing : Eva" in seen
    assert "Gone home : =Fay" in seen


def test_a_past_moment_of_the_hall_shows_it_as_it_was() -> None:
    club = fair()
    before = len(club.store.ledger.events("fair", 0))
    result(club, "T1.1", "0-1")
    assert "□ Bea 1 pt ■ Eva" in text(club, "/hall")
    then = text(club, f"/hall?at=v{before}")
    assert "The hall at" in then
    assert "□ Ana 0 pts ■ Bea 0 pts" in then


def test_the_second_screen_shows_the_newest_call_first_and_asks_again_without_script() -> None:
    club = fair()
    result(club, "T2.1", "1-0")
    html = club.client.get("/t/fair/screen").text
    assert '<noscript><meta http-equiv="refresh" content="10"></noscript>' in html
    seen = text(club, "/screen")
    assert seen.index("Eva → Table 2 ■") < seen.index("Bea → Table 1 ■")
    assert "Ranking" in seen
    assert "club.test/t/fair/hall" in seen


@pytest.mark.parametrize("moment", ["", "?at=v3", "?at=v20"], ids=["now", "not open", "before"])
def test_the_second_screen_says_its_head_its_time_and_where_it_is_checked(moment: str) -> None:
    club = fair()
    result(club, "T2.1", "1-0")
    foot = re.search(r'id="seal">(.*?)</footer>', club.client.get(f"/t/fair/hall{moment}").text)
    head = re.search(r"v[0-9]+ · [0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}", foot[1] if foot else "")
    assert head is not None
    seen = text(club, f"/screen{moment}")
    assert re.search(rf"record at [0-9]{{2}}:[0-9]{{2}} ?: {head[0]} club.test/t/fair/proof", seen)


def test_the_second_screen_ends_with_the_winner_and_the_figures() -> None:
    club = fair(running_games="stop")
    result(club, "T1.1", "1-0")
    club.command("fair", "end-hall")
    seen = text(club, "/screen")
    assert "Time is up" in seen
    assert "Ana · 1 point" in seen
    assert "longest streak 1 win Ana" in seen


def test_the_ranking_says_why_one_is_ahead_of_the_next() -> None:
    club = fair()
    result(club, "T1.1", "1-0")
    result(club, "T2.1", "1-0")
    result(club, "T2.2", "½-½")
    result(club, "T1.2", "0-1")
    seen = text(club, "")
    # Carl: a win and a draw in two games; Ana and Eva have 1 and 1½ in two each
    assert seen.index("Carl is waiting") < seen.index("=Fay")
    assert "ahead of the next: fewer games" in seen
    card = text(club, "/entrants/p3")
    assert "2 games: 1 won, 1 drawn, 0 lost" in card
    assert "Carl is ahead of" in card
    assert "1 □ Dora ● 1 1 2" in card


def test_those_who_share_a_place_are_told_so() -> None:
    assert "Ana and Bea share the place." in text(fair(), "/entrants/p1")


def test_the_play_off_has_its_place_on_the_card() -> None:
    club = fair(running_games="stop")
    result(club, "T1.1", "1-0")
    result(club, "T2.1", "1-0")
    club.command("fair", "end-hall")
    club.command("fair", "draw-playoff")
    assert "Final ranking" not in text(club, "/screen")
    result(club, "P1.1", "1-0")
    assert "Final ranking" in text(club, "/screen")
    assert "Play-off" in text(club, "/entrants/p1")
    for page in ("/hall", "/screen"):
        seen = text(club, page)
        assert "Play-off" in seen
        assert "1-0" in seen
        assert "White loses a draw." in seen
    assert "the play-off" in text(club, "")


def test_the_report_lists_each_overtaking_with_its_cause() -> None:
    club = fair()
    result(club, "T1.1", "1-0")
    assert "The order of the queue was always kept" in text(club, "/fairness")
    club.command("fair", "move-in-queue", entrant="p2", place=1, reason="train")
    result(club, "T2.1", "1-0")
    seen = text(club, "/fairness")
    assert "passed over 1 each with its reason, below" in seen
    assert "Bea went to table 2 ahead of =Fay, by order of the director." in seen
    html = club.client.get("/t/fair/fairness").text
    assert html.count('class="dot"') == 2
    assert 'class="column"' in html


@pytest.mark.anyio
async def test_the_staff_alone_reads_why_the_director_changed_the_queue() -> None:
    club = fair()
    club.command("fair", "move-in-queue", entrant="p6", place=1, reason="a train to catch")
    seen = club.client.get("/t/fair/facts")
    assert "a train to catch" not in seen.text
    assert seen.headers["cache-control"] == "no-cache"
    await club.let_in("arbiter-token", "fair")
    seen = club.client.get("/t/fair/facts")
    assert "a train to catch" in seen.text
    assert seen.headers["cache-control"] == "no-store"


def test_followed_players_are_told_with_place_and_what_they_do() -> None:
    club = fair()
    result(club, "T1.1", "1-0")
    assert "Ana 1 point · place 1 is playing" in text(club, "/fairness?follow=p1")


def test_the_poster_is_a_picture_too() -> None:
    """Ana is first, on a step of white within the paper of the sheet; its ink is dark."""
    club = fair()
    result(club, "T1.1", "1-0")
    answer = club.client.get("/t/fair/poster.png")
    assert answer.headers["content-disposition"] == 'attachment; filename="fair.png"'
    image = Image.open(io.BytesIO(answer.content))
    assert (image.format, image.size) == ("PNG", (1680, 2376))
    pixels = image.convert("L")
    assert min(pixels.crop((580, 600, 1100, 660)).tobytes()) < 80, "the name above the step"
    assert min(pixels.crop((580, 1090, 1100, 1150)).tobytes()) > 240, "nothing at its foot"
    club.command("fair", "enter-entrants", entrants=[{"id": "zh", "person": {"name": "王芳"}}])
    assert club.client.get("/t/fair/poster.png").status_code == 200
    assert 'href="/t/fair/poster.png"' in club.client.get("/t/fair/poster").text


def test_the_code_of_the_picture_leads_to_the_head_of_the_log() -> None:
    """The code is 76 units wide at (704, 1096), of two pixels each, with 4 modules around it."""
    club = fair()
    result(club, "T1.1", "1-0")
    _, _, _, _, version, head, *_ = club.client.get("/api/t/fair/head").json()["head"]
    address = f"{club.site.public_url}/t/fair/papers/poster/v{version}-{head[:16]}"
    matrix = segno.make(address, micro=False).matrix
    content = club.client.get("/t/fair/poster.png").content
    pixels = Image.open(io.BytesIO(content)).convert("L").tobytes()
    module = 152 / (len(matrix) + 8)
    for y, row in enumerate(matrix, start=4):
        for x, is_dark in enumerate(row, start=4):
            at = (1408 + int(module * (x + 0.5)), 2192 + int(module * (y + 0.5)))
            is_drawn = pixels[at[1] * 1680 + at[0]] < 128
            assert is_drawn == bool(is_dark), (x, y)


def test_a_poster_breaks_long_names_at_spaces() -> None:
    assert wrapped("Maria del Carme Fernández-Montcada", 17) == (
        "Maria del Carme",
        "Fernández-",
        "Montcada",
    )
    assert wrapped("", 17) == ("",)


def test_ticks_are_round_and_few() -> None:
    assert list(steps(4)) == [0, 1, 2, 3, 4]
    assert list(steps(70)) == [0, 15, 30, 45, 60]
    assert list(steps(5000)) == [0, 5000]


def test_ranking_and_games_are_files_for_spreadsheets_and_programs() -> None:
    club = fair()
    result(club, "T1.1", "½-½")
    answer = club.client.get("/t/fair/hall/ranking.csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="fair-standings.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert {row["name"]: row["points"] for row in rows}["Ana"] == "0.5"
    assert "'=Fay" in [row["name"] for row in rows]
    (first, *_) = club.client.get("/api/t/fair/hall/games.json").json()
    assert (first["game"], first["white_name"], first["result"]) == ("T1.1", "Ana", "½-½")
    assert first["started"].endswith("+00:00")
    rows = list(csv.DictReader(io.StringIO(club.client.get("/t/fair/hall/games.csv").text)))
    assert rows[-1]["offline"] == "0"


def test_the_report_of_fairness_is_a_file() -> None:
    """Acts are a second apart here: Eva waited from the opening to the first result."""
    club = fair()
    result(club, "T1.1", "1-0")
    text = club.client.get("/t/fair/hall/fairness.csv").text.removeprefix("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["of"] for row in rows] == [
        "median-wait", "longest-wait", "overtaken", "overtaken-without-cause", "missed-calls",
        "table", "table", "wait",
    ]  # fmt: skip
    wait = rows[-1]
    assert (wait["name"], wait["player"], wait["at"][-6:]) == ("Eva", "p5", "+00:00")
    assert rows[0]["seconds"] == rows[1]["seconds"] == wait["seconds"] == "1"
    assert (rows[0]["count"], rows[2]["count"], rows[3]["count"]) == ("1", "0", "0")
    assert [(row["table"], row["count"]) for row in rows[5:7]] == [("1", "1"), ("2", "0")]
    (first, *_) = club.client.get("/api/t/fair/hall/fairness.json").json()
    assert (first["of"], first["seconds"]) == ("median-wait", 1)
    assert 'href="/t/fair/hall/fairness.csv"' in club.client.get("/t/fair/fairness").text
    assert fair(is_open=False).client.get("/t/fair/hall/fairness.csv").status_code == 409


def test_the_time_after_which_no_game_begins_is_said_before_it_comes() -> None:
    """It opens at 23:13 in Madrid and lasts an hour, without new games in the last ten minutes."""
    club = fair(duration=60, last_start=10)
    assert "no new games after 00:03" in text(club, "/hall")
    assert "no new games after 00:03" in text(club, "/screen")
    club.clock.time += 51 * 60_000_000
    assert 'id="last-start" hidden' in club.client.get("/t/fair/hall").text
    assert "No more games begin" in text(club, "/hall")
    assert 'id="last-start" hidden' in fair().client.get("/t/fair/screen").text


def test_the_standings_of_a_hall_are_its_ranking() -> None:
    club = fair()
    result(club, "T1.1", "½-½")
    answer = club.client.get("/t/fair/standings.csv")
    rows = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert club.client.get("/t/fair/hall/ranking.csv").text == answer.text
    assert 'href="/t/fair/standings.csv" download' in club.client.get("/t/fair").text
    ranking = club.client.get("/t/fair/hall/ranking.json").json()
    assert [row["player"] for row in rows] == [row["player"] for row in ranking]
    for name in ranking[0]:
        assert [row[name].lstrip("'") for row in rows] == [str(row[name]) for row in ranking], name
    assert "most-wins" in rows[0]


def test_who_is_in_a_hall_is_a_table_by_table_and_queue() -> None:
    """Ana beat Bea, who queues, and plays Eva at table 1; Fay pauses and keeps the place ahead."""
    club = fair(paused="keeps")
    result(club, "T1.1", "1-0")
    club.command("fair", "stand-down", entrant="p6", away="paused")
    text = club.client.get("/t/fair/hall.csv").text.removeprefix("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text)))
    seen = [(row["name"], row["table"], row["queue"], row["points"], row["wins"]) for row in rows]
    assert seen == [
        ("Ana", "1", "", "1", "1"),
        ("Eva", "1", "", "0", "0"),
        ("Carl", "2", "", "0", "0"),
        ("Dora", "2", "", "0", "0"),
        ("'=Fay", "", "1", "0", "0"),
        ("Bea", "", "2", "0", "0"),
    ]
    assert [row["status"] for row in rows] == [*["playing"] * 4, "paused", "waiting"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/t/fair/poster", 409),
        ("/t/fair/cards", 409),
        ("/t/fair/hall/ranking.csv", 409),
        ("/t/fair/trf", 409),
        ("/t/nowhere/hall/qr.svg", 404),
        ("/t/fair/hall/setup", 403),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence(path: str, status: int) -> None:
    answer = fair(is_open=False).client.get(path)
    assert answer.status_code == status
    assert 'class="problem"' in answer.text


def test_a_hall_has_no_report_of_rounds_and_a_code_for_phones() -> None:
    club = fair()
    assert "A Masnou has no rounds" in text(club, "/trf")
    assert club.client.get("/t/fair/hall/qr.svg").headers["content-type"] == "image/svg+xml"


async def setup(club: Club, **fields: str) -> tuple[int, str]:
    """Send the form of the set-up."""
    await club.let_in("organiser-token", "*")
    form = form_of(club.client.get("/t/fair/hall/setup").text, "/t/fair/hall/setup")
    answer = club.client.post("/t/fair/hall/setup", data={**form, **fields})
    return answer.status_code, " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())


async def test_names_and_one_button_start_a_marathon() -> None:
    club = fair(is_open=False)
    status, seen = await setup(club, names="Gus\nHans 1800\nInés", duration="90")
    assert status == 200
    assert "The marathon is running." in seen
    # nine players, a third of them tables
    assert "Table 3" in text(club, "/hall")
    assert "Inés" in text(club, "/hall")
    opened = next(each for each in club.store.ledger.log if each.type == "HallOpened")
    assert b'"duration":90' in opened.data


async def test_guests_without_a_name_are_entered_by_their_number() -> None:
    club = fair(is_open=False)
    club.command("fair", "enter-entrants", entrants=[{"id": "g", "person": {"name": "Guest 2"}}])
    status, seen = await setup(club, names="Gus", guests="201")
    assert status == 422
    assert "201 guests is not possible: choose between 0 and 200." in seen
    status, _ = await setup(club, names="Gus", guests="two")
    assert status == 422
    status, _ = await setup(club, names="Gus\nguest", guests="3")
    assert status == 200
    people = await club.store.people("fair")
    names = [each.name for each in people.values()]
    assert [name for name in names if name.startswith("Guest")] == [
        "Guest 2", "Guest 1", "Guest 3", "Guest 4",
    ]  # fmt: skip


async def test_the_tie_breaks_of_a_hall_are_those_of_the_form() -> None:
    club = fair(is_open=False)
    wrong = {"tiebreak-1": "nonsense"}
    status, _ = await setup(club, **wrong)
    assert status == 422
    chosen = {"tiebreak-1": "particular", "tiebreak-2": "particular", "tiebreak-3": "most-wins"}
    status, _ = await setup(club, **chosen)
    assert status == 200
    opened = next(each for each in club.store.ledger.log if each.type == "HallOpened")
    assert b'"tiebreaks":["particular","most-wins"]' in opened.data


async def test_the_form_of_a_hall_proposes_the_tie_breaks_of_the_book() -> None:
    """Fewest games, most wins, the particular result: seed 004, "Desempates"."""
    club = fair(is_open=False)
    await club.let_in("organiser-token", "*")
    page = club.client.get("/t/fair/hall/setup").text
    chosen = re.findall(r'name="tiebreak-\d".*?<option value="([a-z-]+)" selected>', page)
    assert chosen == ["fewest-games", "most-wins", "particular"]


async def test_a_wrong_rule_keeps_the_form_and_enters_nobody_twice() -> None:
    club = fair(is_open=False)
    status, seen = await setup(club, names="Gus", tables="151")
    assert status == 422
    assert "151 tables is not possible: choose between 1 and 150." in seen
    assert "Already entered: 7" in seen
    status, seen = await setup(club, absent="p1", same_opponent="no")
    assert status == 200
    assert "Absent : Ana" in text(club, "/hall")


async def test_two_of_one_name_begin_where_the_list_tells_them_apart() -> None:
    club = fair(is_open=False)
    status, seen = await setup(club, names="Leo 1500\nLeo 1600")
    assert status == 422
    assert "“Leo” is already in the list. If this is another person, add something to tell" in seen
    assert "for example “Leo (2012)”" in seen
    status, _ = await setup(club, names="Leo 1500\nLeo (2012) 1600\nMia;;;;Alfil\nMia;;;;Torre")
    assert status == 200
    assert len([each for each in club.store.ledger.log if each.type == "EntrantEntered"]) == 10


@pytest.mark.parametrize(
    ("control", "proposed"),
    [
        pytest.param(guillotine(300), "5", id="five minutes"),
        pytest.param(guillotine(90), "0", id="no whole minutes"),
        pytest.param(guillotine(7_260), "0", id="more than the rules know"),
        pytest.param(guillotine(300, black=guillotine(240)), "0", id="others for Black"),
        pytest.param(guillotine(300, kind="fischer", each_s=3), "0", id="added for each move"),
        pytest.param(None, "0", id="no time control"),
    ],
)
async def test_the_form_proposes_the_minutes_of_the_announced_time_control(
    control: dict[str, Any] | None, proposed: str
) -> None:
    club = fair(is_open=False)
    if control is not None:
        play = {"system": "masnou"}
        announced = {"name": "Fair", "play": play, "time_control": control}
        club.command("fair", "announce-regulations", regulations=announced)
    await club.let_in("organiser-token", "*")
    page = club.client.get("/t/fair/hall/setup").text
    assert re.findall(r'name="clock"[^>]* value="([^"]*)"', page) == [proposed]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"names": "Ana"}, "Ana"),
        ({"tables": "two"}, "two"),
        ({"ends": "half past"}, "half past"),
        ({"names": "Gus", "leaves_on_draw": "nobody"}, ""),
    ],
)
async def test_what_is_not_understood_stands_above_the_form(
    fields: dict[str, str], said: str
) -> None:
    club = fair(is_open=False)
    status, seen = await setup(club, **fields)
    assert status in {400, 422}
    assert said in seen
    assert not any(each.type == "HallOpened" for each in club.store.ledger.log)


def test_the_end_may_be_a_time_of_the_day() -> None:
    now = datetime(2026, 11, 22, 17, 30, 20, tzinfo=UTC)
    assert rules_in({"ends": "19:00"}, 10, now)["duration"] == 90
    assert rules_in({"ends": "00:30"}, 10, now)["duration"] == 7 * 60
    assert rules_in({}, 10, now) == {"tables": 3}
    with pytest.raises(Failure):
        rules_in({"ends": "25:00"}, 10, now)


async def test_only_a_masnou_is_set_up_so_and_a_new_one_leads_there() -> None:
    club = Club()
    club.found()
    await club.let_in("organiser-token", "*")
    assert club.client.get("/t/club/hall/setup").status_code == 404
    new = {**form_of(club.client.get("/new").text, "/new"), "name": "Fair", "system": "masnou"}
    created = club.client.post("/new", data=new)
    assert created.status_code == 200
    assert "/hall/setup" in created.text


def test_the_ranking_is_made_once_for_all_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The data was once computed again for each of 200 players: the page took six seconds."""
    club = fair()
    result(club, "T1.1", "1-0")
    made: list[int] = []
    ranking_of = masnou_ranking.ranking_of

    def noted(*about: Any) -> Any:
        made.append(len(about))
        return ranking_of(*about)

    monkeypatch.setattr(masnou_ranking, "ranking_of", noted)
    assert club.browser().get("/t/fair/cards").text.count("Fay") > 0
    assert len(made) == 1


@pytest.mark.parametrize(
    ("language", "log", "held"),
    [
        (
            "en",
            "Table 2 is broken and is withdrawn at once.",
            "↷ Carl before the queue ↷ Dora before the queue 1 Eva",
        ),
        (
            "es",
            "La mesa 2 está rota y se retira al momento.",
            "↷ Carl delante de la cola ↷ Dora delante de la cola 1 Eva",
        ),
    ],
)
def test_everybody_reads_that_a_table_is_broken(language: str, log: str, held: str) -> None:
    club = fair()
    club.command("fair", "withdraw-table", table=2, broken=True)
    assert log in text(club, "/facts", language)
    assert held in text(club, "/hall", language)


def test_after_an_undo_the_table_shows_the_game_that_goes_on() -> None:
    club = fair(tables=1)
    result(club, "T1.1", "1-0")
    club.command("fair", "withdraw-result", game="T1.1")
    assert "Table 1 0 min □ Ana 0 pts ■ Bea 0 pts" in text(club, "/hall")


@pytest.mark.parametrize(
    ("language", "title", "reasons"),
    [
        (
            "en",
            "Who came first, and why",
            ("Dora to table 1, to keep apart players who must not meet (Ana)", "Eva, by order"),
        ),
        (
            "es",
            "Quién pasó delante y por qué",
            (
                "Dora a la mesa 1, para que no jueguen entre sí quienes no deben enfrentarse (Ana)",
                "Eva, por orden del director",
            ),
        ),
    ],
)
def test_who_waits_reads_who_came_first_and_why(
    language: str, title: str, reasons: tuple[str, ...]
) -> None:
    club = fair(tables=1)
    club.command("fair", "forbid-pairs", entrants=["p1", "p3"], reason="brothers")
    result(club, "T1.1", "1-0")
    club.command("fair", "move-in-queue", entrant="p5", place=1, reason="bedtime")
    queue = text(club, "/hall", language)
    card = text(club, "/entrants/p3", language)
    for reason in reasons:
        assert reason in queue
        assert reason in card
    assert title in card
    assert title not in text(club, "/entrants/p5", language)
    assert reasons[0] not in text(club, "/screen", language)


async def test_the_set_up_offers_categories_and_each_has_a_ranking_and_a_wall() -> None:
    club = fair(is_open=False)
    await club.let_in("fair-token", "fair")
    form = form_of(club.client.get("/t/fair/hall/setup").text, "/t/fair/hall/setup")
    form |= {"tables": "2", "order": "arrival", "categories": "U12, sub 16,U12"}
    assert club.client.post("/t/fair/hall/setup", data=form).status_code == 200
    assert "Categories: U12, sub 16" in text(club, "/rules")
    tablet = club.client.get("/t/fair/arbiter/hall").text
    assert "<option>U12</option><option>sub 16</option>" in tablet
    form = form_of(tablet, "/t/fair/arbiter/hall/acts/enter-entrants")
    for name, category in (("Gil", "U12"), ("Hugo", "sub 16"), ("Kai", "U12"), ("Leo", "")):
        entry = {**form, "command_id": f"entry-{name}", "name": name, "category": category}
        club.client.post("/t/fair/arbiter/hall/acts/enter-entrants", data=entry)
    result(club, "T1.1", "1-0")
    # Ana has won and Bea has lost; the others share the second place, as they have not played.
    page = text(club, "/?category=U12").replace("U12: place", "U12 place")
    assert re.findall(r"(\w+) (U12 place \d)", page) == [
        ("Gil", "U12 place 1"),
        ("Kai", "U12 place 1"),
    ]
    assert "Hugo" not in page.partition("Now")[0]
    file = club.client.get("/t/fair/standings.csv?category=U12").text
    assert [row["name"] for row in csv.DictReader(io.StringIO(file))] == ["Gil", "Kai"]
    wall = club.client.get("/t/fair/screen?category=U12").text
    assert 'data-only="' in wall
    ranks = text(club, "/screen?category=U12").partition("Ranking · U12")[2]
    assert ranks.startswith(" pts · finished games 1 Gil 0 0 1 Kai 0 0 ")
    assert (
        text(club, "/screen").partition("Ranking")[2].startswith(" pts · finished games 1 Ana 1 1 ")
    )
    assert 'data-only="' not in club.client.get("/t/fair/screen").text


def test_a_hall_has_at_most_fifty_categories() -> None:
    club = fair(is_open=False)
    codes = [f"U{n}" for n in range(51)]
    with pytest.raises(AssertionError, match="hall-out-of-range"):
        club.command("fair", "open-hall", rules={"tables": 2, "categories": codes})
    club.command("fair", "open-hall", rules={"tables": 2, "categories": codes[1:]})
