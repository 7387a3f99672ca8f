"""The founding form asks what the chosen system needs, and a refusal stands at its field."""

import json
import re
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from dsl.web_club import WEB, Club, fields_in, form_of
from planilla.adapters.http.command_forms import fields_shown
from planilla.adapters.http.system_settings import SETTING_OF_CODE, settings_asked
from planilla.application.copying import further_commands, settings_copied
from planilla.application.kinds import KINDS
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.knockout.bracket import PlacesPlayed
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.tournament.announcement import Entries, Schedule
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.shapes import MatchShape, TeamScore
from planilla.domain.tournament.state import INITIAL, Tournament, focused
from planilla.domain.tournament.subjects import REFUSALS
from planilla.domain.tournament.values import AccelerationMethod, AccelerationState, RatingBand
from planilla.presentation.catalogue import CATALOGUES

KNOCKOUT = {"shape.games", "shape.tiebreaks", "shape.sudden_death", "shape.order"}
LEAGUE = {"shape.boards", "shape.roster", "shape.score", "shape.cycles"}
CUP = MatchShape(tiebreaks=(2,), sudden_death=True, places=PlacesPlayed.THIRD)
"""Two faster games and a sudden-death game decide a drawn match; third place is played."""
MADRID = "Europe/Madrid"
SWISS = {"rounds", "acceleration", "same_origin", "tiebreaks"}


@pytest.fixture
async def club() -> Club:
    club = Club()
    await club.let_in("organiser-token", "*")
    return club


def names_in(html: str) -> set[str]:
    """The fields that a person fills in below the choice of the system."""
    settings = html.partition('id="settings"')[2].partition("</form>")[0]
    visible = re.findall(r'<(?:input|select)(?! type="hidden")[^>]* name="([^"]+)"', settings)
    return {name for name in visible if not name.startswith("keizer.")}


async def founded(club: Club, system: str, **typed: str) -> Tournament:
    page = club.client.get(f"/new?system={system}").text
    form = {**form_of(page, "/new"), "name": "Cup", **typed}
    answer = club.client.post("/new", data=form)
    assert answer.status_code == 200, answer.text
    (line,) = await club.store.tournaments()
    return fold(each.fact for each in club.store.ledger.events(line.id, 0))


async def next_after(club: Club) -> Tournament:
    """The tournament that was created after `club`."""
    (line,) = [each for each in await club.store.tournaments() if each.id != "club"]
    return fold(each.fact for each in club.store.ledger.events(line.id, 0))


@pytest.mark.parametrize(
    ("system", "asked"),
    [
        ("swiss-dutch-2026", SWISS),
        ("monrad", {"rounds", "shape.best_rounds", "same_origin", "tiebreaks"}),
        ("round-robin", {"shape.cycles", "tiebreaks"}),
        ("team-round-robin", LEAGUE | {"tiebreaks"}),
        ("knockout-single", {*KNOCKOUT, "shape.places"}),
        ("knockout-double", KNOCKOUT),
        ("keizer", {"rounds"}),
        ("masnou", set()),
        ("stages", set()),
    ],
)
async def test_a_system_asks_for_its_own_settings(club: Club, system: str, asked: set[str]) -> None:
    page = club.client.get(f"/new?system={system}").text
    assert names_in(page) == asked
    assert f'value="{system}" checked' in page
    assert ("keizer.own_value" in page) == (system == "keizer")
    assert ("no settings here" in page) == (not asked)


async def test_another_system_chosen_without_script_keeps_the_name(club: Club) -> None:
    """The whole form asks: the fields of the system before are not those of the next."""
    typed = {"name": "Copa", "time_zone": "Europe/Madrid", "rounds": "9", "tiebreaks": "BH"}
    asked = {**typed, "system": "swiss-dutch-2026", "choice": "knockout-single"}
    page = club.client.get("/new", params=asked).text
    assert 'value="knockout-single" checked' in page
    assert names_in(page) == {*KNOCKOUT, "shape.places"}
    assert 'value="Copa"' in page
    assert 'value="Europe/Madrid"' in page
    assert page.index('name="name"') < page.index('name="choice"')


async def test_the_form_shows_the_usual_settings_of_the_first_kind(club: Club) -> None:
    page = club.client.get("/new").text
    assert 'name="kind" value="open" checked' in page
    assert names_in(page) == SWISS
    assert 'name="choice"' not in page
    assert re.search(r'name="rounds"[^>]* value="9"', page)
    assert '<a href="/">' in page


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("open", ("swiss-dutch-2026", 9, MatchShape())),
        ("club-evening", ("swiss-dutch-2026", 5, MatchShape())),
        ("league", ("team-round-robin", 0, MatchShape(boards=4))),
        ("cup", ("knockout-single", 0, CUP)),
        ("marathon", ("masnou", 0, MatchShape())),
        ("ladder", ("keizer", 40, MatchShape())),
        ("schools", ("swiss-team-2026", 5, MatchShape(boards=4))),
        ("other", ("swiss-dutch-2026", 7, MatchShape())),
    ],
)
@pytest.mark.parametrize("is_shown", [True, False], ids=["its settings", "those of another kind"])
async def test_a_name_and_a_kind_found_a_tournament(
    club: Club, kind: str, expected: tuple[str, int, MatchShape], is_shown: object
) -> None:
    """Without script the form still has the settings of the kind that was shown first."""
    page = club.client.get(f"/new?kind={kind}" if is_shown else "/new").text
    form = {**fields_in(page, 'method="post" action="/new"'), "name": "Cup", "kind": kind}
    assert club.client.post("/new", data=form).status_code == 200
    (line,) = await club.store.tournaments()
    state = fold(each.fact for each in club.store.ledger.events(line.id, 0))
    assert (state.system_name, state.rounds_asked, state.shape) == expected


async def test_another_kind_chosen_without_script_keeps_the_name(club: Club) -> None:
    asked = {"name": "Copa", "kind": "marathon", "kind_shown": "open", "rounds": "9"}
    page = club.client.get("/new", params=asked).text
    assert 'name="kind" value="marathon" checked' in page
    assert 'value="Copa"' in page
    assert names_in(page) == set()


def test_every_kind_has_its_picture_and_its_texts() -> None:
    pictures = (WEB / "icons" / "kinds.svg").read_text(encoding="utf-8")
    assert re.findall(r'<symbol id="([^"]+)"', pictures) == [*KINDS]
    for texts in CATALOGUES.values():
        assert {f"kind.{kind}" for kind in KINDS} <= set(texts)
        assert {f"kind-help.{kind}" for kind in KINDS} <= set(texts)


async def test_an_empty_server_leads_its_organiser_to_the_kinds(club: Club) -> None:
    page = club.client.get("/").text
    assert re.findall(r'href="/new\?kind=([^"]+)"', page) == [*KINDS]
    stranger = club.browser().get("/").text
    assert "/new" not in stranger
    assert "planilla link organiser" in stranger
    assert "/new?kind=" not in club.client.get("/?q=cup").text
    club.found("monrad")
    assert "/new?kind=" not in club.client.get("/").text


async def test_the_form_offers_the_own_tournaments_the_newest_first(club: Club) -> None:
    assert 'name="from"' not in club.client.get("/new").text
    for name in ("spring", "autumn"):
        club.command(name, "create-tournament", name=name.title())
    club.command("spring", "hide-tournament")
    page = club.client.get("/new").text
    offered = re.findall(r'<option value="(spring|autumn)">([^ ]+) · ', page)
    assert offered == [("autumn", "Autumn"), ("spring", "Spring")]
    assert (
        "The settings and tie-breaks are those of Autumn"
        in club.client.get("/new?from=autumn").text
    )
    assert 'name="from"><option' not in club.client.get("/new?from=autumn").text


@pytest.mark.parametrize("system", [name for name in SYSTEMS if name != "amsterdam"])
async def test_every_system_is_founded_by_what_its_form_asks(club: Club, system: str) -> None:
    usual = {"shape.boards": "4"} if SYSTEMS[system].plays_in_teams else {}
    assert (await founded(club, system, **usual)).system_name == system


async def test_a_knockout_is_founded_with_the_games_of_its_matches(club: Club) -> None:
    typed = {"shape.games": "2", "shape.tiebreaks": "2, 1", "shape.places": "third"}
    state = await founded(club, "knockout-single", **typed, **{"shape.sudden_death": "yes"})
    asked = MatchShape(games=2, tiebreaks=(2, 1), sudden_death=True)
    assert state.shape.rules == asked.rules
    assert state.shape.places == "third"


@pytest.mark.parametrize(("typed", "is_maxi"), [({}, False), ({"shape.maxi": "yes"}, True)])
async def test_a_lim_tournament_is_a_maxi_tournament_only_on_request(
    club: Club, typed: dict[str, str], is_maxi: object
) -> None:
    assert (await founded(club, "swiss-lim", **typed)).shape.maxi is is_maxi


async def test_the_best_rounds_of_a_monrad_are_told_on_its_pages(club: Club) -> None:
    state = await founded(club, "monrad", **{"shape.best_rounds": "5"})
    assert state.shape.best_rounds == 5
    club.found("monrad", shape={"best_rounds": 1}, tiebreaks=[])
    rules = club.client.get("/t/club/rules").text
    assert "<dt>Best rounds that count</dt><dd>1. The points" in rules
    for number in (1, 2):
        club.play(number, "½-½", "½-½", "½-½")
    # All drew twice: the second draw adds nothing.
    assert "round 2 does not count" in club.client.get("/t/club/entrants/e6").text


async def test_a_league_is_founded_with_its_boards(club: Club) -> None:
    typed = {"shape.boards": "8", "shape.roster": "12", "shape.cycles": "2"}
    state = await founded(club, "team-round-robin", **typed, **{"shape.score": "game-points"})
    assert state.shape == MatchShape(boards=8, roster=12, cycles=2, score=TeamScore.GAME_POINTS)
    assert state.tiebreaks == SYSTEMS["team-round-robin"].usual.tiebreaks


@pytest.mark.parametrize(
    ("system", "typed", "field"),
    [
        ("knockout-single", {"shape.games": "0"}, "shape.games"),
        ("knockout-single", {"shape.games": "two"}, "shape.games"),
        ("knockout-single", {"shape.tiebreaks": "2, 99"}, "shape.tiebreaks"),
        ("team-round-robin", {"shape.boards": "0"}, "shape.boards"),
        ("team-round-robin", {"shape.boards": "4", "shape.roster": "3"}, "shape.roster"),
        ("round-robin", {"shape.cycles": "9"}, "shape.cycles"),
        ("monrad", {"shape.best_rounds": "8"}, "shape.best_rounds"),
        ("swiss-dutch-2026", {"rounds": "99"}, "rounds"),
        ("swiss-dutch-2026", {"name": " "}, "name"),
        ("swiss-dutch-2026", {"time_zone": "Mars"}, "time_zone"),
    ],
)
async def test_a_refusal_stands_at_its_field_and_the_form_keeps_its_input(
    club: Club, system: str, typed: dict[str, str], field: str
) -> None:
    form = {"command_id": "k1", "name": "Cup", "system": system, **typed}
    answer = club.client.post("/new", data=form)
    assert answer.status_code == 422
    marked = re.findall(r'name="([^"]+)"[^>]*aria-invalid="true"', answer.text)
    assert marked == [field]
    assert f'id="wrong-{field}-1"' in answer.text
    summary = answer.text.partition('role="alert">')[2].partition("</p>")[0]
    assert f'<a href="#wrong-{field}-1">' in summary
    assert f'value="{typed[field]}"' in answer.text
    assert await club.store.tournaments() == ()


async def test_a_refused_form_creates_the_tournament_once_it_is_corrected(club: Club) -> None:
    typed = {"name": "Cup", "time_zone": "Mars"}
    form = {**form_of(club.client.get("/new").text, "/new"), **typed}
    refused = club.client.post("/new", data=form)
    assert refused.status_code == 422
    corrected = {**form_of(refused.text, "/new"), **typed, "time_zone": MADRID}
    assert club.client.post("/new", data=corrected).status_code == 200
    (line,) = await club.store.tournaments()
    assert line.name == "Cup"


async def test_the_next_one_starts_from_an_earlier_one(club: Club) -> None:
    """Its settings stand in the form, and what has no field there is taken too."""
    shape = {"games": 2, "tiebreaks": [2, 1], "sudden_death": True, "places": "all"}
    club.found("knockout-single", rounds=0, shape=shape, point_system="3-1-0", time_zone=MADRID)
    assert 'href="/new?from=club"' in club.client.get("/t/club/arbiter").text
    page = club.client.get("/new?from=club").text
    form = fields_in(page, 'method="post" action="/new"')
    assert (form["name"], form["from"], form["shape.tiebreaks"]) == ("Club", "club", "2, 1")
    assert 'name="kind"' not in page
    assert "Its players, results and dates are not taken." in page
    form.pop("shape.sudden_death")  # the box is no longer ticked
    answer = club.client.post("/new", data={**form, "name": "Next", "shape.games": "1"})
    assert answer.status_code == 200, answer.text
    state = await next_after(club)
    assert (state.name, state.system_name, state.point_system) == (
        "Next",
        "knockout-single",
        "3-1-0",
    )
    assert state.shape == MatchShape(tiebreaks=(2, 1), places=PlacesPlayed.ALL)
    assert state.time_zone == MADRID
    assert not state.entrants


async def test_tie_breaks_of_an_earlier_one_are_chosen_in_the_form(club: Club) -> None:
    six = ["BH/C1", "BH", "SB", "DE", "PS", "WON"]
    club.found("swiss-dutch-2026", rounds=5, tiebreaks=six)
    page = club.client.get("/new?from=club").text
    assert re.findall(r'value="([^"]+)" selected', page) == six
    club.client.post("/new", data={**fields_in(page, 'action="/new"'), "name": "Next"})
    assert (await next_after(club)).tiebreaks == tuple(six)


async def test_the_regulations_of_an_earlier_one_are_announced_with_its_form(club: Club) -> None:
    regulations = {
        "name": "Open",
        "entries": {"closes": "2025-07-03T20:00:00", "fee": 2000},
        "schedule": {"time_zone": MADRID, "starts": ["2025-07-04T17:00:00"]},
        "play": {"system": "swiss-dutch-2026", "rounds": 1},
        "prizes": {"currency": "EUR", "fund": 10000, "groups": [{"prizes": [10000]}]},
    }
    prose = {"director": "Ana Alba", "calendar": "Round 1 on 4 July"}
    club.command("club", "announce-regulations", regulations=regulations, prose=prose)
    form = fields_in(club.client.get("/new?from=club").text, 'action="/new"')
    typed = {**form, "name": "Open 2026", "rounds": "7"}
    assert club.client.post("/new", data=typed).status_code == 200
    state = await next_after(club)
    assert state.regulations is not None
    assert state.regulations.entries == Entries(fee=2000)
    assert state.regulations.schedule == Schedule(time_zone=MADRID)
    assert state.regulations.prizes is not None
    assert (state.name, state.rounds_asked) == ("Open 2026", 7)
    assert list(state.prose) == ["director"]


async def test_a_copy_is_for_the_organiser_and_of_a_tournament_that_exists(club: Club) -> None:
    club.found("monrad")
    assert club.client.get("/new?from=nowhere").status_code == 404
    arbiter = Club()
    arbiter.found("monrad")
    await arbiter.let_in("arbiter-token", "club")
    assert "/new?from" not in arbiter.client.get("/t/club/arbiter").text
    assert arbiter.client.get("/new?from=club").status_code == 403


@pytest.mark.parametrize(
    ("further", "expected"),
    [
        pytest.param({}, [], id="nothing further"),
        pytest.param(
            {
                "acceleration": AccelerationState(
                    method=AccelerationMethod.MCMAHON,
                    bands=(RatingBand(rating=2000, points=2),),
                )
            },
            [
                (
                    "set-acceleration",
                    {
                        "in_stage": 1,
                        "method": "mcmahon",
                        "bands": [{"rating": 2000, "points": 2}],
                        "granted": [],
                    },
                )
            ],
            id="bands",
        ),
        pytest.param(
            {"prizes": PrizePlan(currency="EUR", fund=5000, groups=())},
            [
                (
                    "announce-prizes",
                    {"plan": msgspec.to_builtins(PrizePlan(currency="EUR", fund=5000, groups=()))},
                )
            ],
            id="prizes",
        ),
    ],
)
def test_what_has_no_field_at_the_creation_follows_as_a_command(
    further: dict[str, Any], expected: list[Any]
) -> None:
    state = replace(INITIAL, name="Open", system_name="swiss-dutch-2026", **further)
    created = settings_copied(state, "Next")
    assert created.acceleration is AccelerationMethod.NONE
    found = list(further_commands(state, {}, created))
    assert json.loads(json.dumps(found)) == json.loads(json.dumps(expected))


async def test_a_refusal_of_the_whole_form_stands_above_it(club: Club) -> None:
    await founded(club, "swiss-dutch-2026", command_id="k1")
    form = {"command_id": "k1", "name": "Cup", "system": "round-robin"}
    answer = club.client.post("/new", data=form)
    assert answer.status_code in {409, 422}
    assert "aria-invalid" not in answer.text
    assert 'role="alert"' in answer.text


async def test_a_stage_asks_for_the_settings_of_its_system(club: Club) -> None:
    club.found("stages")
    desk = "/t/club/arbiter/stages"
    for system, asked in (("round-robin", {"shape.cycles"}), ("knockout-double", KNOCKOUT)):
        page = club.client.get(f"{desk}?system={system}").text
        settings = page.partition('id="settings"')[2].partition("</div>")[0]
        assert set(re.findall(r' name="(shape[^"]+)"', settings)) == asked
        assert f'value="{system}" selected' in page
    form = form_of(club.client.get(f"{desk}?system={system}").text, "/t/club/acts/plan-stage")
    typed = {**form, "title": "Cup", "shape.games": "2", "shape.tiebreaks": "1", "groups": "0"}
    assert club.client.post("/t/club/acts/plan-stage", data=typed).status_code == 200
    cup = focused(fold(each.fact for each in club.store.ledger.events("club", 0)), 2)
    assert (cup.system_name, cup.shape) == (system, MatchShape(games=2, tiebreaks=(1,)))


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"system": "knockout-single", "shape.games": "0"}, "shape.games"),
        ({"system": "team-round-robin", "shape.boards": "0"}, "shape.boards"),
        ({"system": "round-robin", "groups": "99"}, "groups"),
        ({"system": "knockout-single", "carry": "points"}, "carry"),
    ],
)
async def test_a_refused_stage_says_so_at_its_field(
    club: Club, typed: dict[str, str], field: str
) -> None:
    club.found("stages")
    page = club.client.get("/t/club/arbiter/stages").text
    form = {**form_of(page, "/t/club/acts/plan-stage"), "title": "Cup", **typed}
    answer = club.client.post("/t/club/acts/plan-stage", data=form)
    assert answer.status_code in {409, 422}
    assert re.findall(r'name="([^"]+)"[^>]*aria-invalid="true"', answer.text) == [field]
    assert f'name="system" value="{typed["system"]}"' in answer.text


async def test_a_stage_without_sources_starts_with_those_who_are_ticked(club: Club) -> None:
    club.found("stages")
    club.command("club", "plan-stage", title="Match", system="round-robin")
    page = club.client.get("/t/club/arbiter/stages").text
    assert page.count('type="checkbox" name="entrants"') == 6
    address = "/t/club/acts/start-stage?stage=2"
    form = form_of(page, re.search(r'action="(/t/club/acts/start-stage[^"]*)"', page)[1])  # type: ignore[index]
    answer = club.client.post(address, data={**form, "entrants": ["e2", "e5"]})
    assert answer.status_code == 200
    started = focused(fold(each.fact for each in club.store.ledger.events("club", 0)), 2)
    assert [*started.entrants] == ["e2", "e5"]


async def test_an_amsterdam_final_is_a_stage_and_no_tournament(club: Club) -> None:
    club.found("stages")
    assert 'value="amsterdam"' not in club.client.get("/new").text
    assert 'value="amsterdam"' in club.client.get("/t/club/arbiter/stages").text
    for system in ("masnou", "keizer", "stages"):
        assert f'value="{system}"' not in club.client.get("/t/club/arbiter/stages").text


def test_every_setting_is_a_field_and_every_code_a_refusal() -> None:
    fields = {**fields_shown("create-tournament"), **fields_shown("plan-stage")}
    named = {each for system in SYSTEMS.values() for each in settings_asked(system)}
    assert named | set(SETTING_OF_CODE.values()) <= set(fields)
    assert set(SETTING_OF_CODE) <= set(REFUSALS)
