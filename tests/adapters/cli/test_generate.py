"""`planilla generate`: the same seed gives the same bytes, and the rounds follow the rules."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla
from planilla.demo.commands.generate import bands, rate_of
from planilla.demo.random_tournament import Band
from planilla.domain.pairing import SYSTEMS
from planilla.formats.trf.dialects import DIALECTS

PROGRAM = Path(sys.executable).with_name("planilla")
SMALL = ("generate", "--players", "9", "--rounds", "4")


def test_the_same_seed_gives_the_same_bytes(planilla: Planilla) -> None:
    first = planilla(*SMALL, "--seed", "7")
    assert first.code == 0
    assert first == planilla(*SMALL, "--seed", "7")
    assert first.out != planilla(*SMALL, "--seed", "8").out


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_another_process_gives_the_same_bytes(planilla: Planilla, hash_seed: str) -> None:
    here = planilla(*SMALL, "--seed", "7", "--late-rate", "0.3", "--bye-rate", "0.3")
    there = subprocess.run(
        [PROGRAM, *SMALL, "--seed", "7", "--late-rate", "30%", "--bye-rate", "30%"],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    assert there.stdout.decode() == here.out


def test_a_seed_that_nobody_chose_is_told_in_the_file(planilla: Planilla) -> None:
    first = planilla(*SMALL).out
    seed = first.splitlines()[0].rpartition(" ")[2]
    assert planilla(*SMALL, "--seed", seed).out == first


@pytest.mark.parametrize("dialect", sorted(set(DIALECTS) - {"trf06"}))
def test_what_is_made_follows_the_rules_in_every_dialect(planilla: Planilla, dialect: str) -> None:
    # TRF06 has one sign for the pairing-allocated and the full-point bye, which bar differently.
    system = ("--system", "swiss-dutch-2017")
    rates = ("--forfeit-rate", "0.1", "--bye-rate", "0.1", "--full-bye-rate", "0.05")
    made = planilla(*SMALL, *system, *rates, "--seed", "11", "--dialect", dialect, "-o", "x.trf")
    assert (made.code, made.out) == (0, "9 players, 4 rounds, seed 11: x.trf\n")
    assert planilla("check", "x.trf", *system).out == (
        "x.trf: 4 rounds, all the same (swiss-dutch-2017)\n"
    )


def test_many_go_to_a_folder_the_same_from_any_number_of_processes(planilla: Planilla) -> None:
    said = planilla(*SMALL, "--seed", "5", "--count", "3", "--out-dir", "a", "--jobs", "1")
    assert said == (0, "3 tournaments in a.\n", "")
    planilla(*SMALL, "--seed", "5", "--count", "3", "--out-dir", "b", "--jobs", "2")
    names = ["000005.trf", "000006.trf", "000007.trf"]
    assert sorted(path.name for path in Path("a").iterdir()) == names
    for name in names:
        assert (Path("a") / name).read_bytes() == (Path("b") / name).read_bytes()
    assert planilla(*SMALL, "--seed", "6").out == (Path("a") / names[1]).read_text("utf-8")


def test_the_rounds_played_can_be_fewer_than_planned(planilla: Planilla) -> None:
    planilla(*SMALL, "--seed", "1", "--played", "2", "-o", "two.trf")
    answer = json.loads(planilla("pair", "two.trf", "--json").out)
    assert answer["round"] == 3


def test_a_tournament_that_cannot_go_on_ends_early(planilla: Planilla) -> None:
    steady = ("--withdrawal-rate", "0", "--bye-rate", "0", "--late-rate", "0")
    two = ("generate", "--players", "2", "--rounds", "3", "--seed", "1", "--forfeit-rate", "0")
    said = planilla(*two, *steady, "-o", "two.trf")
    assert said.code == 1
    assert said.err == (
        "two.trf: round 2 cannot be paired (no legal pair is left); "
        "the tournament ends with the rounds before it.\n"
    )


def test_programs_read_what_was_made(planilla: Planilla) -> None:
    alone = json.loads(planilla(*SMALL, "--seed", "3", "--json").out)
    assert alone["trf"] == planilla(*SMALL, "--seed", "3").out
    assert (alone["seed"], alone["players"], alone["rounds"]) == (3, 9, 4)
    many = planilla(*SMALL, "--seed", "3", "--json", "--out-dir", "made", "--count", "2")
    assert [each["path"] for each in json.loads(many.out)] == ["made/000003.trf", "made/000004.trf"]


ACCELERATING = [name for name, system in SYSTEMS.items() if system.takes_acceleration]


def all_the_same(planilla: Planilla, *arguments: str, count: int) -> None:
    said = planilla("generate", *arguments, "--count", str(count), "--out-dir", "made")
    assert said.code == 0
    system = arguments[arguments.index("--system") + 1]
    checked = planilla("check", "made", "--system", system).out
    assert f"{count} files: {count} the same, 0 different, 0 unreadable;" in checked


@pytest.mark.parametrize("method", ["baku", "haley"])
def test_accelerated_tournaments_follow_the_rules(planilla: Planilla, method: str) -> None:
    size = ("--players", "24", "--rounds", "7", "--seed", "100", "--bye-rate", "0.05")
    late = ("--late-rate", "0.1", "--forfeit-rate", "0.05")
    asked = ("--system", "swiss-dutch-2026", "--acceleration", method)
    all_the_same(planilla, *size, *late, *asked, count=20)
    text = Path("made/000100.trf").read_text(encoding="utf-8")
    # Seven rounds: four accelerated by Baku, two of them in full; by Haley two.
    code, last_range = {
        "baku": ("FIDE_DUTCH_2026_BAKU", "250       0.5 003 004    1"),
        "haley": ("FIDE_DUTCH_2026", "250       1.0 001 002    1"),
    }[method]
    assert f"192 {code}\n" in text
    assert [line for line in text.splitlines() if line.startswith("250")][-1].startswith(last_range)


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_an_acceleration_is_told_in_every_dialect(planilla: Planilla, dialect: str) -> None:
    asked = ("--system", "swiss-dutch-2026", "--acceleration", "baku", "--dialect", dialect)
    all_the_same(planilla, "--players", "16", "--rounds", "5", "--seed", "1", *asked, count=3)


RATES = (
    *("--forfeit-rate", "0.1", "--bye-rate", "0.1", "--full-bye-rate", "0.03"),
    *("--late-rate", "0.1", "--withdrawal-rate", "0.03"),
)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (("swiss-team-2026",), "FIDE_TEAM_TYPEA_MP_GP"),
        (("swiss-team-2026", "--colour-type", "B"), "FIDE_TEAM_TYPEB_MP_GP"),
        (("swiss-team-2026", "--score", "GP", "--boards", "3"), "FIDE_TEAM_TYPEA_GP_MP"),
        (("swiss-team-2026", "--acceleration", "baku"), "FIDE_TEAM_TYPEA_MP_GP_BAKU"),
        (("swiss-team-olympiad-2012",), "CUSTOM_TEAM_SWISS_MP"),
    ],
)
def test_tournaments_of_teams_follow_the_rules(
    planilla: Planilla, asked: tuple[str, ...], code: str
) -> None:
    size = ("--players", "13", "--rounds", "5", "--seed", "1")
    all_the_same(planilla, *size, *RATES, "--system", *asked, count=5)
    text = Path("made/000001.trf").read_text(encoding="utf-8")
    assert f"192 {code}\n" in text
    assert sum(line.startswith("310") for line in text.splitlines()) == 13


def test_a_tournament_of_teams_that_cannot_go_on_ends_early(planilla: Planilla) -> None:
    # Three teams have met after three rounds.
    asked = ("--players", "3", "--rounds", "5", "--seed", "1", "--system", "swiss-team-2026")
    quiet = ("--forfeit-rate", "0", "--bye-rate", "0", "--withdrawal-rate", "0", "--late-rate", "0")
    said = planilla("generate", *asked, *quiet, "-o", "x.trf")
    assert (said.code, said.out) == (1, "3 players, 3 rounds, seed 1: x.trf\n")


@pytest.mark.deep
@pytest.mark.timeout(600)
@pytest.mark.parametrize("system", ["swiss-team-2026", "swiss-team-olympiad-2012"])
def test_many_tournaments_of_teams_follow_the_rules(planilla: Planilla, system: str) -> None:
    size = ("--players", "26", "--rounds", "8", "--seed", "300")
    all_the_same(planilla, *size, *RATES, "--system", system, count=100)


@pytest.mark.deep
@pytest.mark.timeout(600)
@pytest.mark.parametrize("system", ACCELERATING)
@pytest.mark.parametrize("method", ["baku", "haley"])
def test_many_accelerated_tournaments_follow_the_rules(
    planilla: Planilla, system: str, method: str
) -> None:
    size = ("--players", "40", "--rounds", "7", "--seed", "1", "--bye-rate", "0.05")
    late = ("--late-rate", "0.1", "--forfeit-rate", "0.05")
    all_the_same(planilla, *size, *late, "--system", system, "--acceleration", method, count=100)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(
            ("--count", "2"), "Several tournaments need a folder: --out-dir.", id="no folder"
        ),
        pytest.param(
            ("-o", "a", "--out-dir", "b"),
            "--output and --out-dir cannot be used together.",
            id="two places",
        ),
        pytest.param(
            ("--dialect", "trf30"),
            "There is no dialect “trf30”. Choose from: trf06, trf16, trf26, javafo and bbp.",
            id="no such dialect",
        ),
        pytest.param(
            ("--acceleration", "fast"),
            "There is no acceleration “fast”. Choose from: baku and haley.",
            id="no such acceleration",
        ),
        pytest.param(
            ("--acceleration", "baku", "--system", "amalfi"),
            "The system “amalfi” takes no acceleration. "
            f"Choose from: {', '.join(ACCELERATING[:-1])} and {ACCELERATING[-1]}.",
            id="acceleration not taken",
        ),
        pytest.param(
            ("--system", "swiss-team-2026", "--score", "GP", "--acceleration", "baku"),
            "Teams that are paired by game points (swiss-team-2026) are not accelerated: "
            "C.04.7 is for match points.",
            id="accelerated by games",
        ),
        pytest.param(
            ("--system", "swiss-team-2026", "--score", "TP"),
            "There is no score “TP”. Choose one of these: MP and GP.",
            id="no such score",
        ),
        pytest.param(
            ("--system", "swiss-team-2026", "--colour-type", "C"),
            "There is no type of preferences “C”. Choose one of these: A and B.",
            id="no such type",
        ),
        pytest.param(
            ("--players", "0"),
            "“0” is not valid for --players: it must be a number from 1 on. "
            "Help: “planilla generate --help”.",
            id="nobody",
        ),
        pytest.param(
            ("--seed", "-3"),
            "“-3” is not valid for --seed: it must be a number from 0 on. "
            "Help: “planilla generate --help”.",
            id="no seed",
        ),
        pytest.param(
            ("--draw-rate", "1.2"),
            "“1.2” is not valid for --draw-rate. Help: “planilla generate --help”.",
            id="more than everybody",
        ),
        pytest.param(
            ("--ratings", "2000-1000"),
            "“2000-1000” is not valid for --ratings. Help: “planilla generate --help”.",
            id="an empty band",
        ),
    ],
)
def test_what_cannot_be_made_is_told(
    planilla: Planilla, arguments: tuple[str, ...], sentence: str
) -> None:
    said = planilla(*SMALL, *arguments)
    assert (said.code, said.err) == (2, f"planilla: {sentence}\n")


def test_a_place_that_cannot_be_written_is_told(planilla: Planilla) -> None:
    Path("taken").write_text("", encoding="utf-8")
    said = planilla(*SMALL, "--out-dir", "taken")
    assert said.code == 2
    assert said.err.startswith("planilla: taken/")


@pytest.mark.parametrize(
    ("text", "rate"),
    [("0.05", 50_000), ("5%", 50_000), ("0", 0), ("1", 1_000_000), ("1/4", 250_000)],
)
def test_rates_are_read_as_parts_or_percentages(text: str, rate: int) -> None:
    assert rate_of(text) == rate


def test_no_rate_is_a_part_of_nothing(planilla: Planilla) -> None:
    said = planilla("generate", "--late-rate", "1/0")
    assert (said.code, "“1/0” is not valid for --late-rate" in said.err) == (2, True)


def test_bands_are_read_with_their_weights() -> None:
    assert bands("1400-2000:3,2000-2600") == (
        Band(low=1400, high=2000, weight=3),
        Band(low=2000, high=2600),
    )
    with pytest.raises(ValueError, match="1400-2000:0"):
        bands("1400-2000:0")


def test_tournaments_of_matches_follow_the_rules(planilla: Planilla) -> None:
    size = ("--players", "13", "--rounds", "6", "--seed", "1", "--bye-rate", "0.05")
    rates = ("--late-rate", "0.1", "--forfeit-rate", "0.1", "--full-bye-rate", "0.02")
    all_the_same(planilla, *size, *rates, "--system", "swiss-double", count=20)
    text = Path("made/000001.trf").read_text(encoding="utf-8")
    assert "192 FIDE_DOUBLESWISS\n" in text
    players = [line for line in text.splitlines() if line.startswith("001")]
    assert {len(line[89:].split()) for line in players} == {6 * 2 * 3}
