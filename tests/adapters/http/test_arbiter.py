"""The arbiter's pages: every act as a form, with its refusal beside it."""

import re

import pytest

from dsl.web_club import ARBITER, Club, form_of, pressed
from planilla.domain.tournament.results import ResultRecorded

DESK = "/t/club/arbiter"


def act(club: Club, act_: str, page: str = DESK, **fields: str) -> tuple[int, str]:
    """Make an act as a form of `page` does; the status and the page that follows."""
    form = {"command_id": club.ids.token(), "next": page, **fields}
    answer = club.client.post(f"/t/club/acts/{act_}", data=form)
    return answer.history[0].status_code if answer.history else answer.status_code, answer.text


def confirmed(club: Club, act_: str, page: str = DESK, **fields: str) -> tuple[int, str]:
    """As `act`, of one that asks first."""
    answer = club.confirmed(act_, {"command_id": club.ids.token(), "next": page, **fields})
    return answer.history[0].status_code if answer.history else answer.status_code, answer.text


async def test_a_round_goes_from_draft_to_close_through_the_forms_of_the_page(club: Club) -> None:
    html = club.client.get(DESK).text
    assert "Pair round 1." in html
    for name, says in (
        ("pair-round", "Review and publish round 1."),
        ("publish-pairings", "3 results of round 1 are missing."),
    ):
        form = form_of(html, f"/t/club/acts/{name}")
        html = club.client.post(f"/t/club/acts/{name}", data=form).text
        assert says in html
    for game in ("1.1", "1.2", "1.3"):
        address, form = pressed(html, game, "1-0")
        html = club.client.post(address, data=form).text
    assert "Round 1 is complete." in html
    form = form_of(html, "/t/club/acts/close-round")
    assert "Pair round 2." in club.client.post("/t/club/acts/close-round", data=form).text


async def test_a_draft_is_reviewed_with_its_reasons(club: Club) -> None:
    act(club, "pair-round", round="1")
    html = club.client.get(DESK).text
    assert "How round 1 was paired" in html
    assert "Ana Alba against Dora Díaz" in html or "Dora Díaz against Ana Alba" in html


def boards_of(html: str) -> list[str]:
    """The games with a row on a desk."""
    return re.findall(r'<tr data-key="(\d+\.\d+)"', html)


async def test_a_desk_that_is_asked_since_a_version_has_the_boards_alone_that_changed(
    club: Club,
) -> None:
    games = club.pair(1)
    published = club.version
    assert boards_of(club.client.get(DESK).text) == list(games)
    assert boards_of(club.client.get(f"{DESK}?since={published}").text) == []
    club.command("club", "record-result", game="1.2", result="1-0")
    html = club.client.get(f"{DESK}?since={published}").text
    assert 'data-rows="part"' in html
    assert boards_of(html) == ["1.2"]
    assert "1 of 3 boards" in html
    assert boards_of(club.client.get(f"{DESK}?since={published + 1}").text) == []
    address, form = pressed(club.client.get(DESK).text, "1.1", "1-0")
    form |= {"next": f"{DESK}?since={published}"}
    assert boards_of(club.client.post(address, data=form).text) == ["1.1", "1.2"]
    club.command("club", "withdraw-result", game="1.2")
    assert boards_of(club.client.get(f"{DESK}?since={published + 2}").text) == ["1.2"]


async def test_a_desk_comes_whole_where_more_changed_than_boards(club: Club) -> None:
    games = club.pair(1)
    published = club.version
    club.command("club", "withdraw-entrant", entrant="e6")
    html = club.client.get(f"{DESK}?since={published}").text
    assert 'data-rows="all"' in html
    assert boards_of(html) == list(games)
    assert boards_of(club.client.get(f"{DESK}?since=x").text) == list(games)
    past = club.client.get(f"{DESK}?since={published}&at=v{published}").text
    assert boards_of(past) == list(games)


async def test_a_result_of_another_round_changes_the_points_of_the_whole_desk(club: Club) -> None:
    club.play(1, "1-0", "1-0", "1-0")
    games = club.pair(2)
    published = club.version
    form = form_of(club.client.get(f"{DESK}/games/1.1").text, "/t/club/acts/correct-result")
    sent = {**form, "result": "0-1", "reason": "Sheet"}
    assert confirmed(club, "correct-result", **sent)[0] == 303
    assert boards_of(club.client.get(f"{DESK}?since={published}").text) == list(games)


async def test_the_open_boards_alone_are_shown(club: Club) -> None:
    games = club.pair(1)
    assert boards_of(club.client.get(f"{DESK}?show=open").text) == list(games)
    club.command("club", "record-result", game="1.2", result="1-0")
    html = club.client.get(f"{DESK}?show=open").text
    assert boards_of(html) == ["1.1", "1.3"]
    address, form = pressed(html, "1.1", "1-0")
    entered = club.client.post(address, data=form, follow_redirects=False)
    assert entered.headers["location"] == f"{DESK}?show=open#g1.1"
    club.command("club", "withdraw-result", game="1.1")
    for game in ("1.1", "1.3"):
        club.command("club", "record-result", game=game, result="1-0")
    html = club.client.get(f"{DESK}?show=open").text
    assert boards_of(html) == []
    assert "No board of this round is open." in html


async def test_each_button_of_the_one_form_enters_its_own_board_and_result(club: Club) -> None:
    games = club.pair(1)
    html = club.client.get(DESK).text  # one page, without script: all its buttons send one id
    for game, result in zip(games, ("1-0", "½-½", "0-1"), strict=True):
        address, form = pressed(html, game, result)
        for _ in range(2):  # a second press of the same button is the same command
            entered = club.client.post(address, data=form, follow_redirects=False)
            assert (entered.status_code, entered.headers["location"]) == (303, f"{DESK}#g{game}")
    assert [
        (each.event.game, each.event.result)
        for each in club.store.ledger.events("club", 0)
        if isinstance(each.event, ResultRecorded)
    ] == [("1.1", "1-0"), ("1.2", "½-½"), ("1.3", "0-1")]
    address, form = pressed(club.client.get(DESK).text, "1.2")
    assert address == "/t/club/acts/withdraw-result"
    assert 'id="confirm"' in club.client.post(address, data=form).text
    confirmed_form = form_of(club.client.post(address, data=form).text, address)
    assert (
        'id="g1.2" tabindex="-1" data-open' in club.client.post(address, data=confirmed_form).text
    )


@pytest.mark.parametrize("board", ["", "1.1", "1.1 e1", "9.9 e1 e2 1-0", "1.1 a b 1-0 more"])
async def test_a_button_that_no_desk_has_enters_nothing(club: Club, board: str) -> None:
    club.pair(1)
    before = club.version
    form = {"command_id": "x", "next": DESK, "pressed": board}
    answer = club.client.post("/t/club/acts/record-result", data=form)
    assert 400 <= answer.status_code < 500
    assert 'role="alert"' in answer.text
    assert club.version == before


async def test_a_refused_result_is_said_at_its_board(club: Club) -> None:
    club.pair(1)
    address, form = pressed(club.client.get(DESK).text, "1.2", "1-0")
    club.command("club", "record-result", game="1.2", result="0-1")
    answer = club.client.post(address, data=form)
    assert answer.status_code == 409
    row = answer.text.partition('<tr data-key="1.2"')[2].partition("</tr>")[0]
    assert 'class="problem" role="alert"' in row
    assert answer.text.count('role="alert"') == 1


async def test_the_next_act_comes_before_the_boards_and_has_a_key(club: Club) -> None:
    club.command("club", "pair-round", round=1)
    html = club.client.get(DESK).text
    assert html.index("/acts/publish-pairings") < html.index('id="boards"')
    assert 'aria-keyshortcuts="P">Publish <kbd' in html


async def test_before_round_1_the_desk_leads_to_players_and_rules(club: Club) -> None:
    _, _, sheet = club.client.get(DESK).text.partition('id="sheet"')
    for path in ("/t/club/entries", "/t/club/rules", "/t/club/arbiter/regulations"):
        assert f'href="{path}"' in sheet
    assert "Ana Alba" in sheet
    assert "All 6 players" not in sheet


async def test_the_last_act_can_be_taken_back(club: Club) -> None:
    club.actor = ARBITER
    club.play(1, "1-0", "1-0", "½-½")
    html = club.client.get(DESK).text
    form = form_of(html.partition('id="acts"')[2], "/t/club/acts/withdraw-result")
    assert form["game"] == "1.3"
    after = club.client.post("/t/club/acts/withdraw-result", data=form).text
    assert "1 result of round 1 is missing." in after


@pytest.mark.parametrize(
    ("acts", "inverse"),
    [
        ([("pair-round", {"round": "1"})], "unpair-round"),
        ([("withdraw-entrant", {"entrant": "e1"})], "return-entrant"),
        (
            [("withdraw-entrant", {"entrant": "e1"}), ("return-entrant", {"entrant": "e1"})],
            "withdraw-entrant",
        ),
        (
            [("request-bye", {"entrant": "e1", "round": "1", "kind": "H"})],
            "cancel-bye",
        ),
    ],
)
async def test_each_act_offers_its_inverse(
    club: Club, acts: list[tuple[str, dict[str, str]]], inverse: str
) -> None:
    for name, fields in acts:
        assert act(club, name, **fields)[0] == 303
    assert f'/t/club/acts/{inverse}" data-act="{inverse}" id="undo"' in club.client.get(DESK).text


@pytest.mark.parametrize("published", [False, True])
async def test_undoing_a_pairing_reopens_the_round_that_it_closed(
    club: Club, published: bool
) -> None:
    club.play(1, "1-0", "1-0", "½-½")
    assert act(club, "pair-round", round="2")[0] == 303
    if published:
        assert act(club, "publish-pairings", round="2")[0] == 303
    html = club.client.get(DESK).text
    form = form_of(html, '/t/club/acts/unpair-round" data-act="unpair-round" id="undo')
    assert form["reopens"] == "yes"
    assert act(club, "unpair-round", **form)[0] == 303
    types = [each.type for each in club.store.ledger.events("club", 0)]
    assert types[-2:] == ["RoundUnpaired" if published else "DraftDiscarded", "RoundReopened"]
    after = club.client.get(DESK).text
    assert 'id="undo"' not in after  # it is paired again, not undone
    assert "Round 1 is complete." in after


async def test_no_bye_is_offered_after_the_last_round(club: Club) -> None:
    page = "/t/club/arbiter/entrants/e1"
    for number in (1, 2, 3):
        assert 'data-act="request-bye"' in club.client.get(page).text
        club.play(number, "1-0", "1-0", "½-½")
    assert 'data-act="request-bye"' not in club.client.get(page).text
    club.command("club", "finish-tournament")
    assert 'data-act="request-bye"' not in club.client.get(page).text


async def test_an_undo_after_somebody_else_acted_is_refused(club: Club) -> None:
    act(club, "pair-round", round="1")
    form = form_of(club.client.get(DESK).text, "/t/club/acts/unpair-round")
    club.command("club", "withdraw-entrant", entrant="e6")
    status, html = act(club, "unpair-round", **{**form, "expected": str(club.version - 1)})
    assert status == 409
    assert "The tournament has changed" in html


async def test_a_refusal_stands_beside_the_form_which_keeps_its_input(club: Club) -> None:
    page = "/t/club/arbiter/entrants/e2"
    before = club.version
    status, html = act(club, "request-bye", page, entrant="e2", round="77", kind="H")
    assert status == 422
    assert re.search(r'class="problem" role="alert">There is no round 77', html)
    assert 'value="77"' in html
    assert club.version == before


@pytest.mark.parametrize(
    ("name", "fields", "status", "sentence"),
    [
        ("dance", {}, 404, "There is no command"),
        ("pair-round", {"round": "one"}, 422, "“one” is not a whole number."),
        ("pair-round", {"round": ""}, 422, "There is no round 0"),
        ("close-round", {"round": "1"}, 409, "Round 1 has not been paired"),
        ("record-result", {"game": "1.1", "result": "1-0"}, 422, "There is no game"),
        ("finish-tournament", {}, 409, "cannot be finished"),
        ("withdraw-entrant", {"entrant": "nobody"}, 422, "There is no entrant"),
    ],
)
async def test_an_act_that_cannot_be_is_one_sentence_and_nothing_is_written(
    club: Club, name: str, fields: dict[str, str], status: int, sentence: str
) -> None:
    before = club.version
    given, html = act(club, name, **fields)
    assert (given, club.version) == (status, before)
    said = re.findall(r'role="alert">([^<]*)<', html)
    assert said
    assert sentence in said[0]


async def test_without_a_link_nothing_can_be_done(club: Club) -> None:
    stranger = club.browser()
    before = club.version
    for path in (DESK, "/t/club/entries", "/t/club/arbiter/games/1.1", "/new"):
        assert stranger.get(path).status_code == 403
    for path in ("/t/club/acts/pair-round", "/t/club/links", "/t/club/entries", "/new"):
        assert stranger.post(path, data={"round": "1"}).status_code == 403
    other = club.client.get("/t/other/arbiter")
    assert other.status_code == 404
    assert club.version == before


async def test_another_website_cannot_send_our_forms(club: Club) -> None:
    headers = {"origin": "https://evil.test"}
    for path in (
        "/enter",
        "/leave",
        "/new",
        "/t/club/links",
        "/t/club/entries",
        "/t/club/entries/review",
        "/t/club/acts/pair-round",
    ):
        answer = club.client.post(path, data={"round": "1"}, headers=headers)
        assert answer.status_code == 403
        assert "another website" in answer.text


async def test_where_an_act_leads_is_never_another_website(club: Club) -> None:
    form = {"command_id": "k", "next": "//evil.test/", "round": "1"}
    answer = club.client.post("/t/club/acts/pair-round", data=form, follow_redirects=False)
    assert answer.headers["location"] == DESK


async def test_a_result_is_corrected_with_the_effect_that_is_ruled(club: Club) -> None:
    club.play(1, "1-0", "½-½", "0-1")
    page = "/t/club/arbiter/games/1.1"
    html = club.client.get(page).text
    assert "By the regulations" in html
    form = form_of(html, "/t/club/acts/correct-result")
    status, after = confirmed(
        club,
        "correct-result",
        page,
        **{**form, "result": "0-1", "reason": "Sheet", "effect": "ruled", "points": "yes"},
    )
    assert status == 303
    assert "<del>1–0</del>" in after
    effect = club.store.ledger.log[-1].event.effect
    assert effect is not None
    assert (effect.points, effect.rating) == (True, False)
    assert confirmed(club, "correct-colours", page, game="1.1")[0] == 303


async def test_a_pairing_is_changed_by_hand_beside_the_engines_own(club: Club) -> None:
    club.pair(1)
    page = "/t/club/arbiter/rounds/1"
    html = club.client.get(page).text
    assert "The system’s pairing" in html
    names = re.findall(r'<select name="((?:white|black)-\d)"', html)
    chosen = re.findall(r'<option value="(e\d)" selected>', html)
    boards = dict(zip(names, chosen, strict=True))
    boards["white-1"], boards["black-1"] = boards["black-1"], boards["white-1"]
    status, _ = confirmed(club, "change-pairing", page, round="1", reason="They sat so", **boards)
    assert status == 303
    boards["white-1"] = boards["white-2"]
    status, html = act(club, "change-pairing", page, round="1", reason="x", **boards)
    assert status == 422
    assert "not possible" in html
    assert "The arbiter changed part of this round" in club.client.get("/t/club/rounds/1/why").text
    assert club.client.get("/t/club/arbiter/rounds/2").status_code == 404


async def test_a_player_leaves_comes_back_and_is_mended(club: Club) -> None:
    page = "/t/club/arbiter/entrants/e1"
    assert "withdrawn from round 1" in act(club, "withdraw-entrant", page, entrant="e1")[1]
    assert act(club, "return-entrant", page, entrant="e1")[0] == 303
    assert act(club, "correct-personal-data", page, entrant="e1", name="Ana Alba Ruiz")[0] == 303
    assert "Ana Alba Ruiz" in club.client.get(page).text
    status, _ = act(club, "correct-sporting-data", page, entrant="e1", rating="2345")
    assert status == 303
    act(club, "request-bye", page, entrant="e1", round="2", kind="H")
    assert "half-point bye" in club.client.get(DESK).text
    assert act(club, "expel-entrant", page, entrant="e1", reason="Phone")[0] == 303
    assert "expelled" in club.client.get(page).text
    assert club.client.get("/t/club/arbiter/entrants/x").status_code == 404


async def test_a_game_page_offers_every_result(club: Club) -> None:
    club.pair(1)
    html = club.client.get("/t/club/arbiter/games/1.1").text
    for result in ("1-0", "½-½", "0-1", "+/-", "-/+", "-/-", "0-0"):
        assert f'value="{result}"' in html
    status, _ = act(club, "record-result", "/t/club/arbiter/games/1.1", game="1.1", result="0-0")
    assert status == 303
    status, html = act(club, "record-result", "/t/club/arbiter/games/1.1", game="1.1", result="1-0")
    assert status == 409
    assert "round 1, board 1" in html
    assert club.client.get("/t/club/arbiter/games/9.9").status_code == 404


async def test_earlier_rounds_can_be_looked_at_and_the_end_be_reopened(club: Club) -> None:
    for number in (1, 2, 3):
        club.play(number, "1-0", "1-0", "1-0")
    assert "All rounds have been played." in club.client.get(DESK).text
    assert act(club, "finish-tournament")[0] == 303
    assert "The tournament is finished." in club.client.get(DESK).text
    assert "finished" in club.client.get("/t/club").text
    assert confirmed(club, "reopen-tournament")[0] == 303
    assert "Round 1" in club.client.get(f"{DESK}?round=1").text


async def test_the_desk_before_anybody_is_entered() -> None:
    club = Club()
    club.command("club", "create-tournament", name="Club")
    await club.let_in("t", "club")
    assert "Enter at least two players." in club.client.get(DESK).text


async def test_what_if_tells_board_by_board_and_where_they_part(club: Club) -> None:
    for number in (1, 2):
        club.play(number, "1-0", "1-0", "1-0")
    club.pair(3)
    html = club.client.get("/t/club/whatif?game=1.1&result=0-1").text
    assert "instead of 1–\u20600" in html
    assert "Round 2:" in html
    assert "First difference:" in html
    answer = club.client.get("/t/club/whatif?game=9.1&result=0-1")
    assert answer.status_code == 422
    version = club.version
    club.command("club", "correct-result", game="1.1", result="0-1", corrects=11, reason="x")
    assert club.client.get(f"/t/club/whatif/{version + 1}").status_code == 200
    assert f"/t/club/whatif/{version + 1}" in club.client.get("/t/club/facts").text


async def test_what_if_in_the_last_round_has_no_later_one(club: Club) -> None:
    club.play(1, "1-0", "1-0", "1-0")
    html = club.client.get("/t/club/whatif?game=1.1&result=0-1").text
    assert "There is no later round." in html
