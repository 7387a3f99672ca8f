"""Every command by its page: the permission, origin and confirmation that programs are held to."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from adapters.http.test_masnou_pages import fair
from dsl.web_club import Club
from planilla.adapters.http.acts import commands_elsewhere, needs_confirmation
from planilla.adapters.http.app import page_classes
from planilla.adapters.http.command_forms import RULED_EFFECT, body_of
from planilla.adapters.http.openapi import EXAMPLES
from planilla.adapters.http.pages.tablet import ACTS as HALL_ACTS
from planilla.application.roles import full_grant
from planilla.domain.instants import Instant
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.subjects import COMMANDS
from planilla.domain.tournament.values import Timer, TimerKind

pytestmark = pytest.mark.no_cover

page_classes()
OWN_PAGES = commands_elsewhere()
"""Commands with pages of their own, once these are loaded."""
ACT, HALL_ACT = "/t/{}/acts/{}", "/t/{}/arbiter/hall/acts/{}"
PDF = "0" * 64 + ":application/pdf:5"
DENIED = ("nobody", "spectator", "arbiter of another tournament")
ALLOWED = ("arbiter", "organiser")
TOKENS = {
    "spectator": "opens-nothing",
    "arbiter of another tournament": "token-other",
    "arbiter": "token-club",
    "organiser": "token-*",
}


def browser_of(club: Club, visitor: str) -> TestClient:
    """A browser with the link of a visitor, a good one or not."""
    browser = club.browser()
    if visitor in TOKENS:
        browser.cookies.set("planilla_links", TOKENS[visitor])
    return browser


def let_all_in(club: Club) -> Club:
    for scope in ("other", "club", "fair", "*"):
        asyncio.run(club.store.give(f"token-{scope}", f"actor-{scope}", full_grant(scope)))
    return club


def by_page(browser: TestClient, address: str, form: Mapping[str, str], **headers: str) -> Response:
    return browser.post(address, data=dict(form), headers=headers, follow_redirects=False)


def by_program(
    browser: TestClient, tournament: str, name: str, body: Any, **headers: str
) -> Response:
    headers = {"idempotency-key": "k", "prefer": "dry-run", **headers}
    address = f"/api/t/{tournament}/commands/{name}"
    return browser.post(address, json=body, headers=headers)


def founded() -> Club:
    club = Club()
    club.found()
    return club


def drafted() -> Club:
    club = founded()
    club.play(1, "1-0", "½-½", "0-1")
    club.command("club", "pair-round", round=2)
    return club


def published() -> Club:
    """Round 1 is closed, round 2 on the boards, a bye asked for, a pair kept apart."""
    club = founded()
    club.play(1, "1-0", "½-½", "0-1")
    club.command("club", "close-round", round=1)
    club.command("club", "request-bye", entrant="e3", round=3, kind="H")
    club.command("club", "forbid-pairs", entrants=["e1", "e2"], reason="family")
    club.pair(2)
    return club


def checked_in() -> Club:
    """Round 1 is closed, and two players are here for round 2."""
    club = founded()
    club.play(1, "1-0", "½-½", "0-1")
    club.command("club", "close-round", round=1)
    club.command("club", "check-in", round=2, entrants=["e3", "e4"])
    return club


def check_in_ended() -> Club:
    """Two players are here for round 2, and its check-in has ended."""
    club = checked_in()
    club.command("club", "close-check-in", round=2, others="absent")
    return club


def over() -> Club:
    club = Club()
    club.found(rounds=1)
    club.play(1, "1-0", "½-½", "0-1")
    club.command("club", "close-round", round=1)
    club.command("club", "finish-tournament")
    return club


def voted() -> Club:
    """An allocation is open, with the ballots of all."""
    club = founded()
    club.command("club", "open-allocation", method="votes", options=[{"name": "A"}, {"name": "B"}])
    for entrant in state_of(club).entrants:
        club.command("club", "hand-in-ballot", entrant=entrant, values=[50, 50])
    return club


def new_keizer() -> Club:
    club = Club()
    club.found(system="keizer")
    return club


def keizer() -> Club:
    club = new_keizer()
    club.play(1, "1-0", "½-½", "0-1")
    return club


def hall() -> Club:
    return fair(tables=2)


STATES: tuple[Callable[[], Club], ...] = (
    *(founded, drafted, published, checked_in, check_in_ended, over, voted),
    *(new_keizer, keizer, hall),
)


def tournament_in(club: Club) -> str:
    return club.store.ledger.log[0].stream_id.rpartition("/")[2]


def state_of(club: Club) -> Tournament:
    return fold(each.fact for each in club.store.ledger.events(tournament_in(club), 0))


def flat(body: Mapping[str, Any]) -> dict[str, str]:
    """The texts of a form for a body without parts of its own kind."""
    return {
        name: ", ".join(map(str, each))
        if isinstance(each, list)
        else "yes"
        if each is True
        else f"{each}"
        for name, each in body.items()
        if each not in (False, None)
    }


def fitting(club: Club) -> dict[str, Any]:
    """Values of fields as this state has them, where the example of the document has others."""
    state, log = state_of(club), club.store.ledger.log
    results = [each.version for each in log if each.type == "ResultRecorded"]
    values: dict[str, Any] = {"rules": {"step": 2}}
    if results:
        values |= {"corrects": results[0], "about": results[0], "other_corrects": results[-1]}
    if len(results) > 1:
        values["other_corrects"] = results[1]
    if state.system.seats_at_once:
        values |= {"entrant": "p6", "game": "T1.1", "place": 1}
    return values


FITTING: Mapping[str, Callable[[Club], dict[str, Any]]] = {
    "allow-pairs": lambda club: {"forbidden": first(club, "PairsForbidden")},
    "cancel-bye": lambda _: {"round": 3},
    "keep-table": lambda _: {"table": 2},
    "note-absence": lambda club: {"entrant": white_of_round_2(club)},
    "withdraw-table": lambda _: {"table": 2},
}
"""The same for single commands."""


def first(club: Club, event: str) -> int:
    """The version of the first event of a type; 1 where there is none."""
    return next((each.version for each in club.store.ledger.log if each.type == event), 1)


def white_of_round_2(club: Club) -> str:
    played = state_of(club).round(2)
    return played.boards[0][0] if played is not None else "e1"


def wanted(club: Club, name: str) -> tuple[dict[str, Any], dict[str, str]]:
    """The body of a command for this state, from its example in the document, and its form."""
    body = dict(EXAMPLES[name]["body"])
    body |= {field: value for field, value in fitting(club).items() if field in body}
    body |= FITTING[name](club) if name in FITTING else {}
    moments = moments_of(name, body)
    body |= dict.fromkeys(moments, NOON_US)
    typed = TYPED.get(name, flat)(body)
    return body, {**typed, **dict.fromkeys(moments, NOON), "zone": "UTC"} if moments else typed


def moments_of(name: str, body: Mapping[str, Any]) -> list[str]:
    """The fields that a form has as a local time, which the zone beside it makes an instant."""
    hints = get_type_hints(COMMANDS[name], include_extras=True)
    return [each for each in body if Instant in (hints[each], *get_args(hints[each]))]


def boards_typed(body: Mapping[str, Any]) -> dict[str, str]:
    boards = {
        f"{colour}-{number}": entrant
        for number, pair in enumerate(body["boards"], start=1)
        for colour, entrant in zip(("white", "black"), pair, strict=True)
    }
    return {"round": f"{body['round']}", "reason": body["reason"], **boards}


RULING = {"effect": RULED_EFFECT, "points": "yes", "rating": "yes", "pairing_from": "2"}
NOON, NOON_US = "2023-11-15T12:00", 1_700_049_600_000_000
TYPED: Mapping[str, Callable[[Mapping[str, Any]], dict[str, str]]] = {
    "change-pairing": boards_typed,
    "correct-result": lambda body: {**flat(body), **RULING},
    "swap-results": lambda body: {
        **flat(body),
        "other": f"{body['other']}@{body['other_corrects']}",
    },
    "add-evidence": lambda body: {"about": f"{body['about']}", "evidence": PDF},
    "correct-personal-data": lambda body: {"entrant": body["entrant"], **body["person"]},
    "announce-prizes": lambda _: {
        "plan.fund": "600",
        "plan.currency": "EUR",
        "plan.groups-1.prizes": "300 200 100",
    },
    "rule-keizer": lambda _: {"keizer.step": "2"},
    "open-allocation": lambda body: {
        **flat({**body, "options": ""}),
        "options": "\n".join(
            f"{each['name']}; {each.get('places', 1)}" for each in body["options"]
        ),
    },
    "hand-in-ballot": lambda body: {
        "entrant": body["entrant"],
        **{f"value-{place}": f"{value}" for place, value in enumerate(body["values"], start=1)},
    },
}
"""Forms that are typed otherwise than field by field."""


@pytest.fixture(scope="module")
def clubs() -> dict[str, Club]:
    """A club in each state, to be asked what a command would bring."""
    return {make.__name__: let_all_in(make()) for make in STATES}


@pytest.mark.parametrize("address", [ACT, HALL_ACT])
@pytest.mark.parametrize("visitor", DENIED)
def test_who_may_not_act_by_a_program_may_not_by_a_page(
    clubs: dict[str, Club], address: str, visitor: str
) -> None:
    club = clubs["published"]
    before = club.version
    for name in COMMANDS:
        club.clock.time += 10_000_000  # or all this were too often
        browser = browser_of(club, visitor)
        page = by_page(browser, address.format("club", name), {})
        program = by_program(browser, "club", name, EXAMPLES[name]["body"])
        assert page.status_code == 403, name
        assert program.status_code == (403 if visitor == DENIED[-1] else 401), name
    assert club.version == before


@pytest.mark.parametrize("visitor", ALLOWED)
def test_who_may_act_by_a_program_may_by_a_page(clubs: dict[str, Club], visitor: str) -> None:
    club = clubs["published"]
    before = club.version
    for name in COMMANDS:
        browser = browser_of(club, visitor)
        stale = {"expected": "1", "command_id": f"{visitor}-{name}"}
        page = by_page(browser, ACT.format("club", name), {**wanted(club, name)[1], **stale})
        program = by_program(browser, "club", name, EXAMPLES[name]["body"])
        assert page.status_code == (404 if name in OWN_PAGES else 409), name
        assert program.status_code not in {401, 403}, name
    assert club.version == before


@pytest.mark.parametrize(
    "headers",
    [{"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}],
    ids=str,
)
def test_no_command_is_taken_from_another_site(
    clubs: dict[str, Club], headers: dict[str, str]
) -> None:
    club = clubs["published"]
    before = club.version
    for name in COMMANDS:
        arbiter = browser_of(club, "arbiter")
        for address in (ACT, HALL_ACT):
            page = by_page(arbiter, address.format("club", name), {}, **headers)
            assert page.status_code == 403, name
            assert "cross-site" in page.text or "another site" in page.text, name
        program = by_program(arbiter, "club", name, EXAMPLES[name]["body"], **headers)
        assert (program.status_code, program.json()["code"]) == (403, "cross-site"), name
    assert club.version == before


def test_a_page_takes_each_command_that_has_no_page_of_its_own(clubs: dict[str, Club]) -> None:
    arbiter = browser_of(clubs["published"], "organiser")
    for name in COMMANDS:
        answer = by_page(
            arbiter, ACT.format("club", name), {"expected": "1", "command_id": f"empty-{name}"}
        )
        assert (answer.status_code == 404) == (name in OWN_PAGES), name


NEEDS_MORE = {
    "replace-committee-member": "a committee",
    "rule-absence": "a round of Keizer that was missed",
    "cancel-timer": "a timer",
    "close-claims": "claims that are open",
    "close-entry-form": "an entry form that is open",
    "accept-entry-requests": "a request of somebody to enter",
    "refuse-entry-requests": "a request of somebody to enter",
    "withdraw-notice": "a notice",
    "publish-now": "facts that are not public yet",
    "leave-festival": "a festival",
    "take-over-lead": "a tournament that is led elsewhere",
    "settle-timer": "a timer that fired",
    "pair-late-arrival": "a player who is absent from the round",
    "withdraw-absence": "a noted absence",
    "reinstate-entrant": "a player who may not be paired",
    "set-acceleration": "a Swiss without progressive scores, before round 1",
    "register-players": "a league of teams",
    "arrange-team": "a league of teams",
    "hand-in-line-up": "a league of teams",
    "publish-line-ups": "a league of teams",
    "form-teams": "a table of teams",
    "name-team": "a table of teams",
    "return-entrant": "a player who left",
    "remove-entries": "a mistaken entry",
    "show-tournament": "a hidden tournament",
    "start-stage": "a planned stage",
    "draw-table": "a closed system",
    "order-rounds": "a closed system",
    "withdraw-postponement": "a postponed game",
    "rename-stage": "a planned stage",
    "remove-stage": "a planned stage",
    "draw-groups": "planned groups",
    "replace-qualifier": "a started stage",
    "add-games": "a level match",
    "decide-match": "a match of several games",
    "withdraw-decision": "a ruling on a match",
    "take-seat": "a call",
    "miss-call": "a call",
    "keep-table": "a table that is to be withdrawn",
    "resume-hall": "a pause",
    "draw-playoff": "a shared first place",
    "share-prizes": "announced prizes",
    "queue-player": "a player who stood down",
}
"""Commands that no state here accepts, and what they need: their confirmation is tested below."""


def accepted(clubs: dict[str, Club], name: str) -> list[str]:
    """The states in which a program would be answered that the command is done."""
    found = []
    for state, club in clubs.items():
        body, _ = wanted(club, name)
        answer = by_program(browser_of(club, "organiser"), tournament_in(club), name, body)
        if answer.status_code == 200 and answer.json()["events"]:
            found.append(state)
    return found


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - OWN_PAGES))
def test_a_page_records_what_a_program_would_and_asks_first_where_the_command_says_so(
    clubs: dict[str, Club], name: str
) -> None:
    states = accepted(clubs, name)
    assert (not states) == (name in NEEDS_MORE), states
    for state in states:
        club = let_all_in(next(each for each in STATES if each.__name__ == state)())
        tournament = tournament_in(club)
        body, form = wanted(club, name)
        asks = needs_confirmation(name, state_of(club), body)
        before = len(club.store.ledger.log)
        organiser = browser_of(club, "organiser")
        answer = by_page(
            organiser, ACT.format(tournament, name), {**form, "command_id": f"{name}-page"}
        )
        assert answer.status_code == (200 if asks else 303), (state, answer.text[:2000])
        assert ('id="confirm"' in answer.text) == asks, state
        assert (len(club.store.ledger.log) == before) == asks, state


def test_no_act_of_the_tablet_asks_first(clubs: dict[str, Club]) -> None:
    """Its page without script has no step before: what asks first has its form elsewhere."""
    for club in (clubs["hall"], fair(is_open=False)):
        assert [act for act in HALL_ACTS if needs_confirmation(act, state_of(club), {})] == []


BY_ANOTHER_WRITING = [
    pytest.param("unpair-round", {"round": "0002"}, id="a number with zeros"),
    pytest.param("unpair-round", {"round": "2", "head": ""}, id="no version that was seen"),
    pytest.param("unpair-round", {"round": "2", "expected": "0{}"}, id="a version with zeros"),
]


@pytest.mark.parametrize(("name", "form"), BY_ANOTHER_WRITING)
def test_no_other_writing_of_a_form_goes_past_the_confirmation(
    clubs: dict[str, Club], name: str, form: dict[str, str]
) -> None:
    club = clubs["published"]
    before = club.version
    typed = {each: text.format(before) for each, text in form.items()}
    typed |= {"command_id": "n", "reason": "wrong hall"}
    answer = by_page(browser_of(club, "organiser"), ACT.format("club", name), typed)
    assert 'id="confirm"' in answer.text
    assert club.version == before


def test_games_are_not_forfeited_unconfirmed_by_a_timer_that_is_said_not_to_be_dropped() -> None:
    timer = Timer(id="t1", kind=TimerKind.DEFAULT_TIME, due_at=1)
    state = msgspec.structs.replace(state_of(published()), awaiting={"t1": timer})
    for form, asks in (({}, True), ({"is_dropped": "no"}, True), ({"is_dropped": "yes"}, False)):
        body = body_of("settle-timer", {"timer": "t1", **form})
        assert needs_confirmation("settle-timer", state, body) is asks
