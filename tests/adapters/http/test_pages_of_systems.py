"""A page of some systems is refused in the others; a refused act is shown on its own page."""

import re

import pytest

from dsl.web_club import ORGANISER_TOKEN, Club, form_of
from planilla.adapters.http.app import page_classes
from planilla.adapters.http.command_forms import KEIZER, shown
from planilla.adapters.http.endpoints import ENDPOINTS, endpoints_of
from planilla.domain.pairing import NEWEST, SYSTEMS
from planilla.domain.pairing.keizer.rules import SEED
from planilla.domain.pairing.system import System, Trait

HTML = {"accept": "text/html", "accept-language": "en"}
SHOWN = ("swiss-dutch-2026", "round-robin", "keizer", "masnou")


async def club_of(system: str) -> Club:
    club = Club()
    club.found(system=system, rounds=0 if system in {"masnou", "round-robin"} else 5)
    await club.let_in(ORGANISER_TOKEN, "*")
    return club


@pytest.mark.parametrize("trait", Trait)
def test_a_trait_is_one_that_systems_have(trait: Trait) -> None:
    assert any(each.has(trait) for each in SYSTEMS.values())
    assert not all(each.has(trait) for each in SYSTEMS.values())
    assert hasattr(System, trait)


@pytest.mark.anyio
@pytest.mark.parametrize("system", SHOWN)
async def test_pages_of_other_systems_are_refused(system: str) -> None:
    page_classes()
    club = await club_of(system)
    others = [each for each in ENDPOINTS.values() if not SYSTEMS[system].has(each.trait)]
    paths = [each.path for each in others if each.method == "GET" and "worker" not in each.path]
    assert any(path.endswith("/arbiter/hall" if system != "masnou" else "/cross") for path in paths)
    for path in paths:
        named = path.replace("{tournament}", "club").replace("{entrant}", "e1")
        named = re.sub(r"\{\w+:int\}", "1", named)
        answer = club.client.get(named, headers=HTML)
        assert answer.status_code == (200 if path.endswith("qr.svg") else 404), path
        assert path.endswith("qr.svg") or "not-in-this-system" in answer.text, path


def test_all_systems_without_rounds_have_a_first_page_for_the_arbiter() -> None:
    page_classes()
    desks = {
        each.name: [at for at in endpoints_of(each) if at.is_desk] for each in SYSTEMS.values()
    }
    assert [len(desks[name]) for name in SHOWN] == [0, 0, 0, 1]
    assert desks[NEWEST.name] == []


@pytest.mark.anyio
async def test_a_refused_ruling_is_shown_on_the_desk_of_values_with_its_input() -> None:
    club = await club_of("keizer")
    here = "/t/club/arbiter/keizer"
    page = club.client.get(here).text
    form = {**form_of(page, "/t/club/acts/rule-keizer"), **shown(SEED, KEIZER)}
    answer = club.client.post(
        "/t/club/acts/rule-keizer", data={**form, "keizer.maximum": "-7"}, headers=HTML
    )
    assert answer.status_code == 422
    assert 'class="problem"' in answer.text
    assert 'action="/t/club/acts/recalculate-values"' in answer.text
    assert 'name="keizer.maximum" value="-7"' in answer.text


@pytest.mark.anyio
async def test_a_refused_act_of_the_entries_is_shown_among_the_entries() -> None:
    club = await club_of("round-robin")
    club.pair(1)
    form = {"command_id": "n1", "next": "/t/club/entries", "numbering": "late-entry"}
    answer = club.client.post("/t/club/acts/assign-numbers", data=form, headers=HTML)
    assert answer.status_code == 422
    assert 'class="problem"' in answer.text
    assert 'action="/t/club/entries/review"' in answer.text


@pytest.mark.anyio
async def test_a_refused_act_of_no_page_of_the_system_is_shown_on_its_own_desk() -> None:
    club = await club_of("masnou")
    club.command("club", "open-hall", rules={"tables": 2})
    form = {"command_id": "k1", "next": "/t/club/arbiter/keizer"}
    answer = club.client.post("/t/club/acts/recalculate-values", data=form, headers=HTML)
    assert answer.status_code == 422
    assert 'class="problem"' in answer.text
    assert 'action="/t/club/arbiter/hall/acts/' in answer.text
