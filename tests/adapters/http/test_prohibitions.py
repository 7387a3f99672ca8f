"""Keeping players apart by forms: pairs that are forbidden, and those of one federation."""

import re

import pytest

from dsl.web_club import ORGANISER_TOKEN, Club, form_of
from planilla.domain.tournament.acceleration import AccelerationSet
from planilla.domain.tournament.pairings import PairingsPublished
from planilla.domain.tournament.prohibitions import PairsAllowed, PairsForbidden, SameOriginRuled

APART = "/t/club/arbiter/apart"
FORBID = "/t/club/acts/forbid-pairs"


def forbid(club: Club, *entrants: str, **fields: str) -> tuple[int, str]:
    """Tick boxes of the page and send its form; the status, and the page that follows."""
    form = form_of(club.client.get(APART).text, FORBID)
    ticked = {"entrants": list(entrants)}
    answer = club.client.post(FORBID, data={**form, **ticked, **fields})
    return answer.history[0].status_code if answer.history else answer.status_code, answer.text


def lines_of(html: str) -> list[str]:
    """Who is kept apart, line by line, without tags."""
    listed = html.partition('<ul class="lines apart">')[2].partition("</ul>")[0]
    lines = re.findall(r"<li[^>]*>(.*?)</li>", listed, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", "", line.partition("<form")[0]).split()) for line in lines]


async def test_nobody_is_kept_apart_at_first(club: Club) -> None:
    html = club.client.get(APART).text
    assert lines_of(html) == ["Nobody is kept apart."]
    assert re.search(r'value="meet" checked> <span>May meet\.', html)


async def test_those_who_are_ticked_are_kept_apart_with_rounds_and_reason(club: Club) -> None:
    status, html = forbid(club, "e1", "e4", first_round="1", last_round="2", reason="Siblings")
    assert status == 303
    assert lines_of(html) == ["Ana Alba – Dora Díaz rounds 1 to 2 Siblings"]
    event = club.store.ledger.log[-1].event
    assert isinstance(event, PairsForbidden)
    assert (event.entrants, event.first_round, event.last_round) == (("e1", "e4"), 1, 2)
    assert lines_of(forbid(club, "e2", "e3", "e5", first_round="3", last_round="3")[1])[1] == (
        "Bea Bosch – Carl Cruz – Eva Elías round 3"
    )


async def test_rounds_left_empty_are_from_the_next_one_to_the_end(club: Club) -> None:
    club.play(1, "1-0", "1-0", "1-0")
    _, html = forbid(club, "e1", "e2")
    assert lines_of(html) == ["Ana Alba – Bea Bosch from round 2 on"]


async def test_a_draft_in_which_they_meet_is_thrown_away_and_they_do_not_meet_again(
    club: Club,
) -> None:
    club.command("club", "pair-round", round=1)  # 1-4, 2-5, 3-6
    forbid(club, "e1", "e4")
    assert [each.type for each in club.store.ledger.log[-2:]] == [
        "PairsForbidden",
        "DraftDiscarded",
    ]
    club.pair(1)
    published = club.store.ledger.log[-1].event
    assert isinstance(published, PairingsPublished)
    assert {"e1", "e4"} not in [{game.white, game.black} for game in published.games]


async def test_what_is_forbidden_is_allowed_again_by_its_button(club: Club) -> None:
    forbid(club, "e1", "e4")
    club.play(1, "1-0", "1-0", "1-0")
    html = club.client.get(APART).text
    form = form_of(html, "/t/club/acts/allow-pairs")
    after = club.client.post("/t/club/acts/allow-pairs", data={**form, "reason": "Agreed"}).text
    event = club.store.ledger.log[-1].event
    assert isinstance(event, PairsAllowed)
    assert (event.forbidden, event.from_round) == (int(form["forbidden"]), 2)
    assert lines_of(after) == ["Ana Alba – Dora Díaz round 1 · no longer in effect"]
    assert "/t/club/acts/allow-pairs" not in after


async def test_what_was_allowed_before_it_began_is_not_listed(club: Club) -> None:
    forbid(club, "e1", "e4", first_round="2")
    form = form_of(club.client.get(APART).text, "/t/club/acts/allow-pairs")
    after = club.client.post("/t/club/acts/allow-pairs", data=form).text
    assert lines_of(after) == ["Nobody is kept apart."]


@pytest.mark.parametrize(
    ("entrants", "fields", "sentence"),
    [
        pytest.param(("e1",), {}, "At least two players are needed to keep apart.", id="one"),
        pytest.param(("e1", "e9"), {}, "There is no entrant", id="a stranger"),
        pytest.param(("e1", "e2"), {"last_round": "9"}, "There is no round 9", id="no such round"),
        pytest.param(("e1", "e2"), {"first_round": "x"}, "not a whole number", id="no number"),
    ],
)
async def test_what_cannot_be_forbidden_is_one_sentence_and_the_form_keeps_its_input(
    club: Club, entrants: tuple[str, ...], fields: dict[str, str], sentence: str
) -> None:
    before = club.version
    status, html = forbid(club, *entrants, reason="They share a car", **fields)
    assert (status, club.version) == (422, before)
    said = re.findall(r'class="problem" role="alert">([^<]*)<', html)
    assert sentence in said[0]
    assert 'name="entrants" value="e1" checked' in html
    assert 'value="They share a car"' in html


async def test_a_player_is_ticked_when_one_comes_from_their_page(club: Club) -> None:
    link = re.findall(
        r'href="([^"]+apart\?[^"]+)"', club.client.get("/t/club/arbiter/entrants/e3").text
    )
    html = club.client.get(link[0]).text
    assert re.findall(r'name="entrants" value="(\w+)" checked', html) == ["e3"]


async def test_the_rule_for_one_federation_is_changed_and_announced(club: Club) -> None:
    assert "Players of one federation" not in club.client.get("/t/club/rules").text
    html = club.client.get(APART).text
    assert "6 players have no federation" in html
    form = form_of(html, "/t/club/acts/rule-same-origin")
    after = club.client.post("/t/club/acts/rule-same-origin", data={**form, "rule": "avoid"}).text
    event = club.store.ledger.log[-1].event
    assert isinstance(event, SameOriginRuled)
    assert event.rule.value == "avoid"
    assert 'value="avoid" checked' in after
    assert "meet only if there is no other way" in club.client.get("/t/club/rules").text


async def test_the_acceleration_is_set_before_round_1_and_announced() -> None:
    club = Club()
    club.found(system="swiss-dutch-2026", tiebreaks=["BH"])
    await club.let_in("arbiter-token", "club")
    assert "Acceleration" not in club.client.get("/t/club/rules").text
    html = club.client.get(APART).text
    assert re.search(r'name="method" value="none" checked', html)
    form = form_of(html, "/t/club/acts/set-acceleration")
    club.client.post("/t/club/acts/set-acceleration", data={**form, "method": "baku"})
    event = club.store.ledger.log[-1].event
    assert isinstance(event, AccelerationSet)
    assert event.method.value == "baku"
    assert "for pairing alone (C.04.7)" in club.client.get("/t/club/rules").text
    club.command("club", "pair-round", round=1)
    assert "set-acceleration" not in club.client.get(APART).text


async def test_a_tournament_is_created_with_its_acceleration() -> None:
    club = Club()
    await club.let_in("organiser-token", "*")
    page = club.client.get("/new?system=swiss-dutch-2026").text
    assert re.findall(r'name="acceleration" value="(\w+)"', page) == ["none", "baku", "haley"]
    form = {**form_of(page, "/new"), "name": "Open", "acceleration": "haley"}
    assert club.client.post("/new", data=form).status_code == 200
    events = [recorded.event for recorded in club.store.ledger.log]
    assert any(isinstance(event, AccelerationSet) for event in events)
    assert "acceleration" not in club.client.get("/new?system=monrad").text


async def test_in_a_round_robin_nobody_can_be_kept_apart() -> None:
    club = Club()
    club.found(system="round-robin")
    await club.let_in("arbiter-token", "club")
    html = club.client.get(APART).text
    assert "nobody can be kept apart" in html
    assert FORBID not in html


async def test_after_the_last_round_nothing_more_is_forbidden(club: Club) -> None:
    for number in (1, 2, 3):
        club.play(number, "1-0", "1-0", "1-0")
    assert FORBID not in club.client.get(APART).text


async def test_the_page_is_for_the_arbiter_and_in_spanish_too(club: Club) -> None:
    assert club.browser().get(APART).status_code == 403
    assert "Evitar enfrentamientos" in club.client.get(f"{APART}?lang=es").text
    assert APART in club.client.get("/t/club/arbiter").text
    assert APART in club.client.get("/t/club/entries").text


@pytest.mark.parametrize("rule", ["meet", "avoid", "forbid"])
async def test_a_new_tournament_says_whether_those_of_one_federation_meet(rule: str) -> None:
    club = Club()
    await club.let_in(ORGANISER_TOKEN, "*")
    assert 'name="same_origin" value="meet" checked' in club.client.get("/new").text
    form = {"command_id": "k", "name": "New", "rounds": "3", "same_origin": rule}
    html = club.client.post("/new", data={**form, "system": "swiss-dutch-2026"}).text
    target = re.findall(r'href="(/t/new-[^"]+)/entries"', html)[0]
    state = club.client.get(f"{target}/arbiter/apart").text
    assert re.findall(r'name="rule" value="(\w+)" checked', state) == [rule]


async def test_a_new_round_robin_keeps_nobody_apart() -> None:
    club = Club()
    await club.let_in(ORGANISER_TOKEN, "*")
    form = {"command_id": "k", "name": "New", "rounds": "3", "same_origin": "forbid"}
    answer = club.client.post("/new", data={**form, "system": "round-robin"})
    assert answer.status_code == 422
    assert 'name="same_origin" value="forbid" checked' in answer.text
    assert await club.store.tournaments() == ()
