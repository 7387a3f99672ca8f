"""A Keizer tournament is founded with its settings by a form, and ruled from the arbiter's page."""

import msgspec
import pytest

from dsl.web_club import ORGANISER_TOKEN, Club, form_of
from planilla.adapters.http.command_forms import KEIZER, body_of, keizer_in, shown
from planilla.adapters.http.problems import Failure
from planilla.domain.pairing.keizer.rules import (
    SEED,
    Credit,
    KeizerRules,
    OwnValue,
    Retired,
    When,
)
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.keizer import KeizerRuled
from planilla.domain.tournament.keizer_values import keizer_of
from planilla.domain.tournament.state import Tournament

OTHER = KeizerRules(
    maximum=70,
    maximum_follows=True,
    own_value=OwnValue.NONE,
    bye=Credit(share="2/3", limit=3, decay="1/2"),
    given=(9, 9, 7),
    categories=("A", "B"),
    rounds_between=8,
    retired=Retired.FROZEN,
    recalculate=When.TIMER,
)


def state_of(club: Club, tournament: str = "club") -> Tournament:
    return fold(each.fact for each in club.store.ledger.events(tournament, 0))


async def keizer_club() -> Club:
    club = Club()
    club.found("keizer", rounds=6, first_colour="white")
    await club.let_in(ORGANISER_TOKEN, "*")
    return club


@pytest.mark.parametrize("rules", [SEED, OTHER], ids=["the book", "a club"])
def test_settings_go_into_a_form_and_come_back(rules: KeizerRules) -> None:
    body = body_of("rule-keizer", shown(rules, KEIZER))
    assert msgspec.convert(body["rules"], KeizerRules) == rules


def test_a_form_without_keizer_says_nothing_of_it() -> None:
    assert keizer_in({**shown(SEED, KEIZER), "play.system": "round-robin"}) is None
    assert keizer_in({"play.system": "keizer"}) is None
    assert keizer_in({"keizer.step": "2", "play.system": "keizer"}) == {"step": 2}
    with pytest.raises(Failure):
        keizer_in({"keizer.step": "two", "play.system": "keizer"})


@pytest.mark.anyio
async def test_a_keizer_tournament_is_founded_with_its_settings() -> None:
    club = await keizer_club()
    page = club.client.get("/new?system=keizer").text
    assert 'name="keizer.own_value"' in page
    form = {
        **shown(OTHER, KEIZER),
        "command_id": "k1",
        "name": "Season",
        "system": "keizer",
        "rounds": "40",
    }
    assert club.client.post("/new", data=form).status_code == 200
    (event,) = [
        each.fact.event
        for each in club.store.ledger.log
        if isinstance(each.fact.event, KeizerRuled) and each.fact.event.rules != SEED
    ]
    assert isinstance(event, KeizerRuled)
    assert event.rules == OTHER
    for name, text in (("keizer.step", "x"), ("keizer.loss", "much")):
        answer = club.client.post("/new", data={**form, "command_id": "k2", name: text})
        assert answer.status_code == 422


@pytest.mark.anyio
async def test_the_arbiter_rules_absences_and_works_values_out() -> None:
    club = await keizer_club()
    club.command("club", "request-bye", entrant="e6", round=1, kind="Z")
    club.command("club", "request-bye", entrant="e5", round=1, kind="Z")
    for game in club.pair(1)[:2]:
        club.command("club", "record-result", game=game, result="1-0")
    here = "/t/club/arbiter/keizer"
    page = club.client.get(here).text
    assert "absent, justified" in page
    form = form_of(page, "/t/club/acts/rule-absence")
    data = {**form, "absence": "external-win", "reason": "Liga"}
    assert club.confirmed("rule-absence", data).status_code == 200
    assert list(keizer_of(state_of(club)).absences.values()) == ["external-win"]
    form = form_of(club.client.get(here).text, "/t/club/acts/recalculate-values")
    assert club.confirmed("recalculate-values", form).status_code == 200
    known = keizer_of(state_of(club))
    assert max(known.lists) == 1
    assert "the rules of Keizer can no longer change" in club.client.get(here).text


@pytest.mark.anyio
async def test_rules_are_changed_on_the_page_before_the_first_round() -> None:
    club = await keizer_club()
    here = "/t/club/arbiter/keizer"
    form = {
        **form_of(club.client.get(here).text, "/t/club/acts/rule-keizer"),
        **shown(OTHER, KEIZER),
    }
    assert club.client.post("/t/club/acts/rule-keizer", data=form).status_code == 200
    known = keizer_of(state_of(club))
    assert known.rules == OTHER
    rules = club.client.get("/t/club/rules").text
    assert "⅔, at most 3, each further one multiplied by ½" in rules
    assert here in club.client.get("/t/club/arbiter").text
    regulations = club.client.get("/t/club/arbiter/regulations").text
    assert 'name="keizer.maximum" value="70"' in regulations


@pytest.mark.anyio
async def test_other_systems_have_no_such_page() -> None:
    club = Club()
    club.found()
    await club.let_in(ORGANISER_TOKEN, "*")
    assert club.client.get("/t/club/arbiter/keizer").status_code == 404
    assert "arbiter/keizer" not in club.client.get("/t/club/arbiter").text
