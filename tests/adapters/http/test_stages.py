"""Pages of a tournament of several stages: each address shows one of them, and keeps it."""

import re

import pytest

from dsl.staged_club import (
    FIRST,
    SECOND,
    THIRD,
    pair,
    play_first_stage,
    play_round,
    staged,
    state_of,
)
from dsl.web_club import ARBITER, Club, form_of, pressed
from planilla.domain.tournament.state import focused
from planilla.projections.stages import StageStatus, current_stage, progress_of, stages_of

TABS = ("", "/rounds", "/cross", "/entrants", "/facts", "/rules", "/stages", "/elo", "/now")


@pytest.fixture
async def staged_club() -> Club:
    """The round robin of six is played; the final has begun with its first round."""
    club = Club()
    await club.let_in("arbiter-token", "club")
    staged(club)
    play_first_stage(club)
    club.command("club", "start-stage", in_stage=SECOND)
    pair(club, 1, SECOND)
    return club


def names_in(html: str) -> list[str]:
    table = html.partition('<section class="sheet"')[2].partition("</section>")[0]
    return re.findall(r'<a class="name"[^>]*><bdi>([^<]+)</bdi>', table)


async def test_without_a_stage_the_one_that_is_played_now_is_shown(staged_club: Club) -> None:
    assert sorted(names_in(staged_club.client.get("/t/club").text)) == [
        "Ana Alba",
        "Bea Bosch",
        "Carl Cruz",
    ]


async def test_a_stage_in_the_address_is_shown(staged_club: Club) -> None:
    first = staged_club.client.get("/t/club?stage=1").text
    assert names_in(first)[:2] == ["Ana Alba", "Bea Bosch"]
    assert len(names_in(first)) == 6


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("stage", [FIRST, SECOND, THIRD])
async def test_every_tab_shows_every_stage(staged_club: Club, tab: str, stage: int) -> None:
    answer = staged_club.client.get(f"/t/club{tab}?stage={stage}")
    assert answer.status_code == 200, answer.text
    assert f'data-stage="{stage}"' in answer.text


async def test_links_and_tabs_keep_the_stage_of_the_address(staged_club: Club) -> None:
    html = staged_club.client.get("/t/club?stage=2").text
    inner = re.findall(r'<a\b[^>]* href="(/t/club[^"]*)"', html)
    assert inner
    assert [each for each in inner if "stage=" not in each] == []
    follows_on = staged_club.client.get("/t/club").text
    assert '<a href="/t/club/rounds">' in follows_on


async def test_an_unknown_stage_is_not_found(staged_club: Club) -> None:
    answer = staged_club.client.get("/t/club?stage=4")
    assert answer.status_code == 404
    assert "There is no stage 4" in answer.text
    assert staged_club.client.get("/t/club?stage=x").status_code == 422


async def test_a_moment_has_the_stages_of_its_time(staged_club: Club) -> None:
    planned = next(
        each.version
        for each in staged_club.store.ledger.events("club", 0)
        if each.type == "StagePlanned"
    )
    assert staged_club.client.get(f"/t/club?stage=2&at=v{planned}").status_code == 200
    assert staged_club.client.get(f"/t/club?stage=2&at=v{planned - 1}").status_code == 404
    before = staged_club.client.get(f"/t/club?at=v{planned - 1}").text
    assert "data-stage" not in before


async def test_a_tournament_of_one_stage_has_no_stages_on_its_pages() -> None:
    club = Club()
    club.found()
    html = club.client.get("/t/club").text
    assert "data-stage" not in html
    assert "stage=" not in html
    assert 'class="stages"' not in html


async def test_a_form_of_a_stage_records_in_that_stage(staged_club: Club) -> None:
    ((game, _, _),) = pair_of_second(staged_club)
    html = staged_club.client.get("/t/club/arbiter").text
    assert game == "2-1.1"
    assert 'action="/t/club/acts/record-result?stage=2"' in html
    staged_club.command("club", "record-result", game=game, result="1-0")
    closing = staged_club.client.get("/t/club/arbiter?stage=2").text
    assert pressed(closing, game)[0] == "/t/club/acts/withdraw-result?stage=2"
    form = form_of(closing, "/t/club/acts/close-round?stage=2")
    answer = staged_club.client.post(
        "/t/club/acts/close-round?stage=2", data=form, follow_redirects=False
    )
    assert answer.status_code == 303
    assert answer.headers["location"].endswith("stage=2")
    last = staged_club.store.ledger.events("club", 0)[-1]
    assert (last.type, last.fact.event.stage_number) == ("RoundClosed", SECOND)


def pair_of_second(club: Club) -> list[tuple[str, str, str]]:
    played = focused(state_of(club), SECOND).rounds[0]
    return [(each.game, each.white, each.black) for each in played.paired_games]


async def test_a_form_names_its_stage_though_its_page_does_not(staged_club: Club) -> None:
    game = pair_of_second(staged_club)[0][0]
    staged_club.command("club", "record-result", game=game, result="1-0")
    html = staged_club.client.get("/t/club/arbiter").text
    assert 'action="/t/club/acts/close-round?stage=2"' in html


async def test_the_path_shows_every_stage_and_who_went_on(staged_club: Club) -> None:
    html = staged_club.client.get("/t/club/stages").text
    assert html.count('class="stage-box') == 3
    assert "Places 1–3 of Stage 1" in html
    here = re.search(r'<li class="stage-box[^>]*aria-current="step" id="stage-(\d)"', html)
    assert here is not None
    assert here[1] == "2"
    assert re.findall(r'<li value="(\d)"><a [^>]*><bdi>([^<]+)', html) == [
        ("1", "Ana Alba"),
        ("2", "Bea Bosch"),
        ("3", "Carl Cruz"),
        ("5", "Eva Elías"),
        ("6", "Fay Font"),
    ]


async def test_the_arbiter_plans_and_starts_a_stage_from_a_form(staged_club: Club) -> None:
    page = staged_club.client.get("/t/club/arbiter/stages").text
    assert "Start Fifth place" in page
    form = form_of(page, "/t/club/acts/plan-stage?stage=2")
    typed = {
        "title": "Champion",
        "system": "round-robin",
        "sources-1.stage": "2",
        "sources-1.first": "1",
        "sources-1.last": "2",
        "carry": "nothing",
    }
    answer = staged_club.client.post("/t/club/acts/plan-stage", data={**form, **typed})
    assert answer.status_code == 200
    champion = focused(state_of(staged_club), 4)
    assert champion.plan.title == "Champion"
    assert [each.stage for each in champion.plan.sources] == [SECOND]
    starting = form_of(page, "/t/club/acts/start-stage?stage=2")
    staged_club.client.post("/t/club/acts/start-stage?stage=2", data=starting)
    assert [*focused(state_of(staged_club), THIRD).entrants] == ["e5", "e6"]


async def test_the_current_stage_is_the_last_that_is_not_finished(staged_club: Club) -> None:
    assert current_stage(state_of(staged_club)) == SECOND
    staged_club.command("club", "start-stage", in_stage=THIRD)
    assert current_stage(state_of(staged_club)) == THIRD
    play_round(staged_club, 1, THIRD)
    staged_club.command("club", "finish-tournament", in_stage=THIRD)
    assert current_stage(state_of(staged_club)) == SECOND


async def test_progress_counts_rounds_with_results(staged_club: Club) -> None:
    shown = [progress_of(each) for each in stages_of(state_of(staged_club))]
    assert [each.percent for each in shown] == [100, 0, 0]
    assert [each.row.status for each in shown] == [
        StageStatus.FINISHED,
        StageStatus.RUNNING,
        StageStatus.PLANNED,
    ]


async def test_a_player_moved_within_their_stage(staged_club: Club) -> None:
    game = pair_of_second(staged_club)[0][0]
    staged_club.command("club", "record-result", game=game, result="1-0")
    staged_club.command("club", "close-round", round=1, in_stage=SECOND)
    play_round(staged_club, 2, SECOND)
    for stage in (FIRST, SECOND):
        answer = staged_club.client.get(f"/t/club/entrants/e2?stage={stage}")
        assert answer.status_code == 200, answer.text


async def test_the_pairing_of_a_stage_is_explained(staged_club: Club) -> None:
    for address in ("why", "why/1"):
        answer = staged_club.client.get(f"/t/club/rounds/1/{address}?stage=2")
        assert answer.status_code == 200, answer.text


def correction_of_third_place(club: Club) -> dict[str, str | int]:
    """Return the correction by which e4 beats e3 and has the third place of the first stage."""
    for played in focused(state_of(club), FIRST).rounds:
        for at, board in enumerate(played.boards):
            if set(board) == {"e3", "e4"}:
                result = "0-1" if board[0] == "e3" else "1-0"
                game = str(played.games[at])
                return {"game": game, "result": result, "corrects": played.version_of(at)}
    raise AssertionError


async def test_the_preview_of_a_correction_names_the_places_of_the_stage_that_runs(
    staged_club: Club,
) -> None:
    effect = {"points": True, "pairing_from": None, "rating": True}
    body = correction_of_third_place(staged_club) | {"reason": "sheet", "effect": effect}
    found = staged_club.client.post(
        "/api/t/club/commands/correct-result",
        json=body,
        headers={"idempotency-key": "k", "prefer": "dry-run"},
    ).json()["impact"]
    (final,) = found["stages"]
    assert (found["stage"], final["stage"], final["title"]) == (FIRST, SECOND, "Final")
    assert [(each["place"], each["before"], each["after"]) for each in final["places"]] == [
        (3, ["e3"], ["e4"])
    ]
    assert final["rulings"] == [{"leaving": "e3", "entrant": "e4", "refusal": ""}]


async def test_the_what_if_of_a_correction_shows_every_stage(staged_club: Club) -> None:
    """The first stage and the final are compared, and the final has another third entrant."""
    wanted = correction_of_third_place(staged_club)
    address = f"game={wanted['game']}&result={wanted['result']}&reading=rounds"
    html = staged_club.client.get(f"/t/club/whatif?{address}").text
    assert 'data-topic="stages"' in html
    assert "place 3 of the first stage would be that of Dora Díaz" in html
    assert '<h4 class="whatif-stage">First stage</h4>' in html
    assert '<h4 class="whatif-stage">Final</h4>' in html
    assert "Final: Round 1" in html
    found = staged_club.client.get(f"/api/t/club/whatif?{address}").json()["rounds"]
    assert [each["stage"] for each in found["stages"]] == [FIRST, SECOND]
    assert [each["stage"] for each in found["stage_impacts"]] == [SECOND]
    assert {each["stage"] for each in found["rounds"]} == {FIRST, SECOND}


async def test_the_timeline_names_the_stage_of_a_fact(staged_club: Club) -> None:
    """The first stage has no title of its own; a stage that is over is not the tournament."""
    html = staged_club.client.get("/t/club/facts").text
    assert "First stage: The stage is over: its standings are final." in html
    assert "The tournament is over" not in html
    assert re.search(r"Final: [^<]*ound 1", html)
    assert "Stage 2 starts with" in html
    assert "Final: Stage 2" not in html
    staged_club.command("club", "reopen-tournament")
    html = staged_club.client.get("/t/club/facts").text
    assert "First stage: The stage is open again." in html


async def test_a_moment_names_the_stage_of_its_round(staged_club: Club) -> None:
    before = staged_club.client.get("/t/club?at=before-round-2-1", follow_redirects=False)
    assert before.status_code == 302
    published = next(
        each.version
        for each in staged_club.store.ledger.events("club", 0)
        if each.type == "PairingsPublished" and each.event.stage_number == SECOND
    )
    assert before.headers["location"] == f"/t/club?at=v{published - 1}"
    assert staged_club.client.get("/t/club?at=before-round-2-2").status_code == 404


async def test_data_without_a_stage_are_of_the_first_one_and_pages_follow_the_play(
    staged_club: Club,
) -> None:
    browser = staged_club.client
    for address in ("/t/club/standings.csv", "/api/t/club/standings.csv"):
        assert len(browser.get(address).text.splitlines()) == 1 + 6
        named = browser.get(f"{address}?stage=2")
        assert len(named.text.splitlines()) == 1 + 3
        assert named.headers["content-disposition"] == 'attachment; filename="club.2-standings.csv"'
    assert browser.get("/api/t/club/entrants/e4").status_code == 200
    assert browser.get("/api/t/club/entrants/e4?stage=2").status_code == 404
    for address in ("/t/club/trf", "/api/t/club/trf"):
        assert browser.get(address).text.count("\n001 ") == 6
    assert len(names_in(browser.get("/t/club").text)) == 3


async def test_links_to_files_name_the_stage_of_their_page(staged_club: Club) -> None:
    html = staged_club.client.get("/t/club").text
    assert 'href="/t/club/standings.csv?stage=2"' in html
    assert 'href="/t/club/rounds"' in html
    assert "stage=2&amp;stage=2" not in staged_club.client.get("/t/club?stage=2").text


async def test_while_stages_are_played_in_parallel_their_path_is_the_first_page(
    staged_club: Club,
) -> None:
    staged_club.command("club", "start-stage", in_stage=THIRD)
    browser = staged_club.client
    answer = browser.get("/t/club", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/club/stages")
    answer = browser.get("/t/club?follow=e1&at=v10000", follow_redirects=False)
    assert answer.status_code == 404
    last = len(staged_club.store.ledger.events("club", 0))
    answer = browser.get(f"/t/club?at=v{last}&follow=e5", follow_redirects=False)
    assert answer.headers["location"] == f"/t/club/stages?at=v{last}&follow=e5"
    assert browser.get(f"/t/club?at=v{last - 1}", follow_redirects=False).status_code == 200
    assert names_in(browser.get("/t/club?stage=3").text) == ["Eva Elías", "Fay Font"]
    play_round(staged_club, 1, THIRD)
    staged_club.command("club", "finish-tournament", in_stage=THIRD)
    assert browser.get("/t/club", follow_redirects=False).status_code == 200


async def test_undoing_a_pairing_reopens_a_round_of_its_own_stage_alone(
    staged_club: Club,
) -> None:
    """The round 2 that closed the round before was one of the first stage."""
    game = pair_of_second(staged_club)[0][0]
    staged_club.command("club", "record-result", game=game, result="1-0")
    staged_club.command("club", "start-stage", in_stage=THIRD)
    staged_club.client.post(
        "/t/club/acts/pair-round?stage=2", data={"round": "2", "command_id": "p2"}
    )
    undo = form_of(
        staged_club.client.get("/t/club/arbiter?stage=2").text,
        '/t/club/acts/unpair-round?stage=2" data-act="unpair-round" id="undo',
    )
    assert undo["reopens"] == "yes"
    staged_club.client.post("/t/club/acts/unpair-round?stage=2", data=undo)
    staged_club.actor = ARBITER
    pair(staged_club, 1, THIRD)
    undo = form_of(
        staged_club.client.get("/t/club/arbiter?stage=3").text,
        '/t/club/acts/unpair-round?stage=3" data-act="unpair-round" id="undo',
    )
    assert "reopens" not in undo


async def test_the_dossier_of_a_correction_goes_through_the_stages(staged_club: Club) -> None:
    wanted = correction_of_third_place(staged_club)
    address = f"game={wanted['game']}&result={wanted['result']}"
    html = staged_club.client.get(f"/t/club/dossier?{address}").text
    assert "place 3 of the first stage would be that of Dora Díaz" in html
    assert "Final: " in html


async def test_the_branch_of_a_correction_shows_every_stage(staged_club: Club) -> None:
    wanted = correction_of_third_place(staged_club)
    address = f"game={wanted['game']}&result={wanted['result']}&reading=branch"
    html = staged_club.client.get(f"/t/club/whatif?{address}").text
    assert '<h3 class="title whatif-stage">First stage</h3>' in html
    assert '<h3 class="title whatif-stage">Final</h3>' in html
    found = staged_club.client.get(f"/api/t/club/whatif?{address}").json()["branch"]
    assert [each["stage"] for each in found["stages"]] == [FIRST, SECOND]
    assert {each["stage"] for each in found["rounds"]} == {FIRST, SECOND}


async def test_the_audit_names_the_stage_of_every_round(staged_club: Club) -> None:
    html = staged_club.client.get("/t/club/audit").text
    assert 'id="r1"' in html
    assert 'id="r2-1"' in html
    assert 'href="/t/club/rounds/1?stage=1"' in html
    assert 'href="/t/club/rounds/1?stage=2"' in html
    assert "Stage 2. Round 1" in html
    rounds = staged_club.client.get("/api/t/club/audit").json()["rounds"]
    assert [each["stage"] for each in rounds] == [FIRST] * 5 + [SECOND]
