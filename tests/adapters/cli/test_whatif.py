"""`planilla whatif` says board by board what would have been."""

import io
import json
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla
from dsl.prize_plans import group, plan
from dsl.tournaments import (
    AFTER_1,
    AFTER_2,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    ROUND_2_BOARDS,
    drafted,
    entered,
    facts,
    games,
    numbered,
    published,
    recorded,
)
from planilla.adapters.cli.console import Console
from planilla.adapters.cli.whatif import lines_of
from planilla.audit.counterfactual import Change, what_if
from planilla.domain.tournament.events import DraftChanged, Event, PrizesAnnounced
from planilla.domain.vocabulary import GameId


def test_the_recorded_correction_is_the_default(planilla: Planilla, database: Path) -> None:
    said = planilla("whatif", "muestra")
    lines = said.out.splitlines()
    assert said.code == 0
    assert lines[0] == (
        "What if game 2.12 (round 2, board 12: 16 Héctor Quintanilla Rueda – "
        "24 Laia Fontcuberta i Puig) had been 1-0, not ½-½?"
    )
    assert sum(line.startswith("Round ") for line in lines) == 5
    assert any(line.startswith("  They part in the bracket of ") for line in lines)


def test_a_correction_is_named_by_its_version(planilla: Planilla, database: Path) -> None:
    rows = json.loads(planilla("log", "show", "muestra", "--json").out)
    version = next(row["version"] for row in rows if row["kind"] == "ResultCorrected")
    named = planilla("whatif", "muestra", "--correction", f"v{version}")
    assert named.out == planilla("whatif", "muestra").out


def test_the_result_that_was_played_changes_nothing(planilla: Planilla, database: Path) -> None:
    said = planilla("whatif", "muestra", "--game", "1.1", "--result", "1-0")
    assert [line for line in said.out.splitlines()[1:] if line] == [
        *(f"Round {number}: would come out the same." for number in range(2, 8)),
        "No prize changes.",
    ]


def test_a_draw_may_be_typed_with_strokes(planilla: Planilla, database: Path) -> None:
    said = planilla("whatif", "muestra", "--game", "1.1", "--result", "1/2-1/2", "--json")
    answer = json.loads(said.out)
    assert answer["change"]["result"] == "½-½"
    assert answer["rounds"][0]["round"] == 2
    assert answer["rounds"][0]["identical"] is False


def test_it_may_be_known_later(planilla: Planilla, database: Path) -> None:
    wanted = ("--game", "1.1", "--result", "0-1", "--known-from", "7", "--json")
    answer = json.loads(planilla("whatif", "muestra", *wanted).out)
    assert [paired["identical"] for paired in answer["rounds"]] == [*[True] * 5, False]


def test_a_game_without_a_result_cannot_have_another(planilla: Planilla, database: Path) -> None:
    said = planilla("whatif", "muestra", "--game", "7.1", "--result", "1-0")
    assert said.code == 2
    assert said.err == "planilla: Game 7.1 has no result yet.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(("--game", "1.1"), "--game and --result go together.", id="half a change"),
        pytest.param(
            ("--game", "1.99", "--result", "1-0"), "There is no game 1.99.", id="no such game"
        ),
        pytest.param(
            ("--correction", "v3"),
            "There is no correction to look at in this tournament.",
            id="no such correction",
        ),
    ],
)
def test_a_change_that_cannot_be_is_refused(
    planilla: Planilla, database: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    said = planilla("whatif", "muestra", *arguments)
    assert (said.code, said.err) == (2, f"planilla: {sentence}\n")


def told(events: tuple[Event, ...], game: str, result: str) -> list[str]:
    """The answer about a small tournament, after its headline."""
    console = Console("en", as_json=False, out=io.StringIO(), err=io.StringIO())
    answer = what_if(facts(*events), Change(game=GameId(game), result=result))
    return [line for line in lines_of(answer, console, str.capitalize) if line][1:]


def test_a_round_changed_by_hand_says_so() -> None:
    by_hand = DraftChanged(round=2, games=games(2, (ANA, BEA), (CARL, DORA)))
    lines = told((*AFTER_1, drafted(2, *ROUND_2_BOARDS), by_hand), "1.1", "1-0")
    assert lines == [
        "Round 2: would come out the same.",
        "  The arbiter had changed it by hand; this compares with the system's own answer.",
    ]


def test_who_would_win_more_or_less_is_told_where_there_are_prizes() -> None:
    # Ana and Bea have won and are tied for good: 800 each. Had Carl beaten Ana, he would be.
    announced = PrizesAnnounced(plan=plan(group(100_000, 60_000)))
    assert told((*AFTER_1, announced), "1.1", "0-1") == [
        "No round has been paired after that game.",
        "Prizes, by the standings:",
        "  Carl: 0 EUR → 800 EUR",
        "  Ana: 800 EUR → 0 EUR",
    ]
    assert told((*AFTER_1, announced), "1.1", "1-0")[-1] == "No prize changes."


def test_the_same_pairs_in_another_order_say_so() -> None:
    swapped = published(2, *ROUND_2_BOARDS[::-1])
    assert told((*AFTER_1, swapped), "1.1", "1-0") == [
        "Round 2: the same pairs, in another order of boards.",
        "  Board 1: Carl – Dora → Bea – Ana (the same pair, from another board)",
        "  Board 2: Bea – Ana → Carl – Dora (the same pair, from another board)",
    ]


def test_other_colours_say_so() -> None:
    swapped = published(2, (ANA, BEA), (CARL, DORA))
    assert told((*AFTER_1, swapped), "1.1", "1-0") == [
        "Round 2: 1 of 2 boards would be different.",
        "  They part in the bracket of 1: both get the colour they are due (E1) (Bea and Ana).",
        "  Board 1: Ana – Bea → Bea – Ana (other colours)",
    ]


def test_another_bye_says_so() -> None:
    three = (CREATED, *entered(ANA, BEA, CARL), numbered(ANA, BEA, CARL))
    first = (*three, published(1, (ANA, BEA), bye=CARL), recorded("1.1", "1-0"))
    lines = told((*first, published(2, (CARL, ANA), bye=BEA)), "1.1", "0-1")
    assert "  The bye would go to Ana, not Bea." in lines


def test_a_round_that_could_not_be_paired_says_so() -> None:
    two = (CREATED, *entered(ANA, BEA), numbered(ANA, BEA))
    met = (*two, published(1, (ANA, BEA)), recorded("1.1", "+/-"), published(2, (BEA, ANA)))
    assert told(met, "1.1", "1-0") == ["Round 2: could not be paired."]


def test_after_the_last_round_nothing_is_told() -> None:
    assert told(AFTER_2, "2.1", "1-0") == ["No round has been paired after that game."]
