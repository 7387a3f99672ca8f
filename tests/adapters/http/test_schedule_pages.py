"""The schedule on the pages: starts, order of rounds and postponed games, in two languages."""

import asyncio
import re

import pytest
from starlette.testclient import TestClient

from dsl.web_club import ARBITER, Club
from planilla.application.roles import full_grant

TUESDAY = "2026-05-12T18:00"


@pytest.fixture
def club() -> Club:
    """Six players of a round robin of five rounds; round 1 is on the boards."""
    club = Club()
    club.found(system="round-robin", rounds=0)
    club.pair(1)
    return club


@pytest.fixture
def arbiter(club: Club) -> TestClient:
    return entered(club)


def entered(club: Club) -> TestClient:
    """The browser of the arbiter."""
    asyncio.run(club.store.give("token-club", "actor-club", full_grant("club")))
    browser = club.browser()
    browser.cookies.set("planilla_links", "token-club")
    return browser


def act(arbiter: TestClient, name: str, **fields: str) -> int:
    form = {"command_id": f"by-page-{name}-{len(fields)}", **fields}
    return arbiter.post(f"/t/club/acts/{name}", data=form, follow_redirects=False).status_code


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_the_arbiter_dates_a_round_and_everybody_sees_it(club: Club, arbiter: TestClient) -> None:
    assert act(arbiter, "date-round", round="1", starts=TUESDAY) == 303
    said = text_of(club.client.get("/t/club/rounds/1").text)
    assert "Starts on 12 May 2026, 18:00" in said
    assert "Round 1: 12 May 2026, 18:00" in said
    calendar = club.client.get("/t/club/schedule.ics").text
    assert "DTSTART:20260512T160000Z" in calendar
    assert "SEQUENCE:1" in calendar
    spanish = club.browser("es").get("/t/club/rounds/1").text
    assert "Empieza el 12 may 2026, 18:00" in text_of(spanish)
    rules = text_of(club.client.get("/t/club/regulations").text)
    assert "Round 1: Tuesday 12 May 2026, 18:00" in rules


def test_a_round_without_a_date_says_nothing(club: Club) -> None:
    assert "Starts on" not in club.client.get("/t/club/rounds/1").text


def test_a_date_moves_the_same_entry_of_the_calendar_until_it_is_withdrawn(
    club: Club, arbiter: TestClient
) -> None:
    act(arbiter, "date-round", round="1", starts=TUESDAY)
    first = club.client.get("/t/club/schedule.ics").text
    club.command("club", "date-round", round=1, starts="2026-05-19T18:00:00")
    second = club.client.get("/t/club/schedule.ics").text
    (uid,) = re.findall(r"UID:(.*)", first)
    assert re.findall(r"UID:(.*)", second) == [uid]
    assert "SEQUENCE:2" in second
    assert act(arbiter, "date-round", round="1") == 303
    assert "VEVENT" not in club.client.get("/t/club/schedule.ics").text


def test_the_rounds_change_places_on_the_page_of_the_schedule(
    club: Club, arbiter: TestClient
) -> None:
    page = arbiter.get("/t/club/arbiter/schedule").text
    assert 'value="2, 3, 4, 5"' in page
    assert act(arbiter, "order-rounds", rounds="2, 3, 5, 4") == 303
    page = arbiter.get("/t/club/arbiter/schedule").text
    assert 'value="2, 3, 5, 4"' in page
    assert "Round 4 round 5 of the table" in text_of(page)


def test_a_refused_order_is_shown_again_as_it_was_typed(club: Club, arbiter: TestClient) -> None:
    form = {"command_id": "refused", "rounds": "1, 2", "next": "/t/club/arbiter/schedule"}
    answer = arbiter.post("/t/club/acts/order-rounds", data=form)
    assert answer.status_code == 409
    assert "Round 1 has already been paired." in text_of(answer.text)
    assert 'value="1, 2"' in answer.text


def test_a_swiss_tournament_has_starts_and_no_order() -> None:
    club = Club()
    club.found()
    page = entered(club).get("/t/club/arbiter/schedule").text
    assert "Start of round 3" in page
    assert "Order of the rounds" not in page


def test_games_are_postponed_and_shown_until_they_have_a_result(
    club: Club, arbiter: TestClient
) -> None:
    assert act(arbiter, "postpone-games", games="1.1,1.2", until=TUESDAY, reason="snow") == 303
    assert act(arbiter, "postpone-games", games="1.3") == 303
    boards = club.client.get("/t/club/rounds/1").text
    assert boards.count(f'data-later="{TUESDAY}">postponed to 12 May 2026, 18:00<') == 2
    assert 'data-later="">postponed, date open<' in boards
    desk = text_of(arbiter.get("/t/club/arbiter").text)
    assert "Round 1, board 1 Ana Alba – Fay Font : postponed to 12 May 2026, 18:00" in desk
    assert "Round 1 is complete." in desk
    schedule = arbiter.get("/t/club/arbiter/schedule").text
    assert "Postponed and adjourned games" in schedule
    calendar = club.client.get("/t/club/schedule.ics").text
    assert "SUMMARY:Postponed: round 1\\, board 1\\, Ana Alba – Fay Font" in calendar
    assert calendar.count("BEGIN:VEVENT") == 2
    club.command("club", "record-result", game="1.1", result="1-0")
    assert club.client.get("/t/club/schedule.ics").text.count("BEGIN:VEVENT") == 1
    assert act(arbiter, "withdraw-postponement", games="1.2") == 303
    assert "VEVENT" not in club.client.get("/t/club/schedule.ics").text


def test_a_game_is_adjourned_on_the_page_of_the_schedule_and_shown_in_words(
    club: Club, arbiter: TestClient
) -> None:
    form = arbiter.get("/t/club/arbiter/schedule").text
    assert 'name="adjourned" value="no" checked' in form
    assert 'name="adjourned" value="yes">' in form
    assert act(arbiter, "postpone-games", games="1.1", adjourned="yes", until=TUESDAY) == 303
    assert act(arbiter, "postpone-games", games="1.2", adjourned="yes") == 303
    told = {"adjourned": "no", "until": "", "reason": "snow"}
    assert act(arbiter, "postpone-games", games="1.3", **told) == 303
    boards = club.client.get("/t/club/rounds/1").text
    until = f'class="adjourned" data-later="{TUESDAY}">adjourned to 12 May 2026, 18:00<'
    assert until in boards
    assert 'class="adjourned" data-later="">adjourned, date open<' in boards
    assert 'class="postponed" data-later="">postponed, date open<' in boards
    desk = text_of(arbiter.get("/t/club/arbiter").text)
    assert "Round 1, board 1 Ana Alba – Fay Font : adjourned to 12 May 2026, 18:00" in desk
    assert "adjourned to 12 May 2026" in arbiter.get("/t/club/arbiter/games/1.1").text
    calendar = club.client.get("/t/club/schedule.ics").text
    assert "SUMMARY:Adjourned: round 1\\, board 1\\, Ana Alba – Fay Font" in calendar
    spanish = club.browser("es")
    assert "suspendida, se reanuda el 12 may 2026, 18:00" in spanish.get("/t/club/rounds/1").text
    calendar = spanish.get("/t/club/schedule.ics").text
    assert "SUMMARY:Suspendida: ronda 1\\, tablero 1\\, Ana Alba – Fay Font" in calendar
    schedule = text_of(arbiter.get("/t/club/arbiter/schedule").text)
    assert (schedule.count("Not adjourned"), schedule.count("Not postponed")) == (2, 1)
    assert act(arbiter, "withdraw-postponement", games="1.1") == 303
    assert "VEVENT" not in club.client.get("/t/club/schedule.ics").text


def test_a_refused_adjournment_keeps_what_was_chosen(club: Club, arbiter: TestClient) -> None:
    form = {"command_id": "none", "adjourned": "yes", "next": "/t/club/arbiter/schedule"}
    page = arbiter.post("/t/club/acts/postpone-games", data=form).text
    assert "Name at least one game." in text_of(page)
    assert 'name="adjourned" value="yes" checked' in page


def test_the_timeline_tells_adjourned_games_from_postponed_ones(club: Club) -> None:
    club.command("club", "postpone-games", games=["1.1"], until=f"{TUESDAY}:00", adjourned=True)
    club.command("club", "postpone-games", games=["1.2", "1.3"], adjourned=True)
    club.command("club", "withdraw-postponement", games=["1.2", "1.3"])
    club.command("club", "withdraw-postponement", games=["1.1"])
    english = text_of(club.client.get("/t/club/facts").text)
    for said in (
        "the game Ana Alba – Fay Font is adjourned to 12 May 2026, 18:00.",
        "2 games of round 1 are adjourned; the date is open.",
        "2 games of round 1 are no longer adjourned.",
        "the game Ana Alba – Fay Font is no longer adjourned.",
    ):
        assert said in english
    spanish = text_of(club.browser("es").get("/t/club/facts").text)
    for said in (
        "la partida Ana Alba – Fay Font se suspende y se reanuda el 12 may 2026, 18:00.",
        "Se suspenden 2 partidas de la ronda 1, sin fecha de reanudación.",
        "2 partidas de la ronda 1 dejan de estar suspendidas.",
        "la partida Ana Alba – Fay Font deja de estar suspendida.",
    ):
        assert said in spanish


def test_the_timeline_says_it_in_both_languages(club: Club) -> None:
    club.command("club", "order-rounds", rounds=[2, 3, 5, 4])
    club.command("club", "date-round", round=2, starts=f"{TUESDAY}:00")
    club.command("club", "date-round", round=2)
    club.command("club", "postpone-games", games=["1.1"], until=f"{TUESDAY}:00")
    club.command("club", "postpone-games", games=["1.2", "1.3"])
    club.command("club", "withdraw-postponement", games=["1.2", "1.3"])
    english = text_of(club.client.get("/t/club/facts").text)
    for said in (
        "From round 2 the rounds of the table are played in the order 2, 3, 5 and 4.",
        "Round 2 starts on 12 May 2026, 18:00.",
        "The date of round 2 is withdrawn: the announced schedule applies.",
        "the game Ana Alba – Fay Font is postponed to 12 May 2026, 18:00.",
        "2 games of round 1 are postponed; the date is open.",
        "2 games of round 1 are no longer postponed.",
    ):
        assert said in english
    spanish = text_of(club.browser("es").get("/t/club/facts").text)
    for said in (
        "las rondas de la tabla se juegan en el orden 2, 3, 5 y 4.",
        "La ronda 2 empieza el 12 may 2026, 18:00.",
        "Se aplazan 2 partidas de la ronda 1, sin fecha.",
        "2 partidas de la ronda 1 dejan de estar aplazadas.",
    ):
        assert said in spanish


def test_the_desk_undoes_a_postponement(club: Club, arbiter: TestClient) -> None:
    club.actor = ARBITER
    club.command("club", "postpone-games", games=["1.1", "1.2"])
    desk = arbiter.get("/t/club/arbiter").text
    assert 'action="/t/club/acts/withdraw-postponement"' in desk
    assert 'name="games" value="1.1,1.2"' in desk


def test_the_desk_undoes_an_adjournment(club: Club, arbiter: TestClient) -> None:
    club.actor = ARBITER
    club.command("club", "postpone-games", games=["1.1"], adjourned=True)
    desk = arbiter.get("/t/club/arbiter").text
    assert 'action="/t/club/acts/withdraw-postponement"' in desk
    assert 'name="games" value="1.1"' in desk


def test_the_desk_waits_for_postponed_games_before_the_end() -> None:
    club = Club()
    club.found(rounds=1)
    club.pair(1)
    club.command("club", "postpone-games", games=["1.1"])
    for game in ("1.2", "1.3"):
        club.command("club", "record-result", game=game, result="1-0")
    desk = text_of(entered(club).get("/t/club/arbiter").text)
    assert "Postponed and adjourned games without a result: 1." in desk


def test_a_page_of_a_game_leads_to_its_postponement(club: Club, arbiter: TestClient) -> None:
    club.command("club", "postpone-games", games=["1.1"], until=f"{TUESDAY}:00")
    game = arbiter.get("/t/club/arbiter/games/1.1").text
    assert "/t/club/arbiter/schedule" in game
    assert "postponed to 12 May 2026, 18:00" in game
