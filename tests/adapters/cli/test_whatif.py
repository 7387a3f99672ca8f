"""`planilla whatif` says board by board what would have been."""

import json
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla
from audit.test_stages_whatif import Festival, corrected, festival
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
    ROUND_ROBIN,
    drafted,
    entered,
    facts,
    games,
    imported,
    numbered,
    published,
    recorded,
)
from planilla.adapters.cli.impacts import topic_lines
from planilla.adapters.cli.whatif_lines import (
    lines_of_branch,
    lines_of_consequences,
    lines_of_rounds,
)
from planilla.audit.branch import branch
from planilla.audit.edits import edited
from planilla.audit.impact import impact
from planilla.audit.known_from_start import other_result
from planilla.audit.round_by_round import round_by_round
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.corrections import CorrectResult
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.drafting import DraftChanged
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.prizes import PrizesAnnounced
from planilla.domain.tournament.shapes import CarryOver
from planilla.domain.tournament.stages import StartStage
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import RESULT_NOTATION, GameId
from planilla.presentation.whatif import WhatIfWords

ROUNDS = ("--reading", "rounds")


def test_the_recorded_correction_is_the_default(planilla: Planilla, database: Path) -> None:
    said = planilla("whatif", "muestra", "--reading", "rounds")
    lines = said.out.splitlines()
    assert said.code == 0
    assert lines[0] == (
        "What if game 2.12 (round 2, board 12: 16 Héctor Quintanilla Rueda – "
        "24 Laia Fontcuberta i Puig) had been 1–0, not ½–½?"
    )
    assert sum(line.startswith("Round ") for line in lines) == 5
    assert any(line.startswith("  The first difference is in the bracket of ") for line in lines)


def test_a_correction_is_named_by_its_version(planilla: Planilla, database: Path) -> None:
    rows = json.loads(planilla("log", "show", "muestra", "--json").out)
    version = next(row["version"] for row in rows if row["kind"] == "ResultCorrected")
    named = planilla("whatif", "muestra", "--correction", f"v{version}", *ROUNDS)
    assert named.out == planilla("whatif", "muestra", *ROUNDS).out


def test_a_correction_of_any_kind_is_told_by_what_it_changes(
    planilla: Planilla, database: Path
) -> None:
    body = json.dumps({"entrant": "m01", "rating": 2000, "reason": "typed wrong"})
    assert planilla("act", "muestra", "correct-sporting-data", body).code == 0
    rows = json.loads(planilla("log", "show", "muestra", "--json").out)
    version = rows[-1]["version"]
    wanted = ("whatif", "muestra", "--correction", f"v{version}", *ROUNDS)
    said = planilla(*wanted)
    assert said.code == 0
    assert f"Left out (v{version}): " in said.out
    assert "Added (at v" in said.out
    known = planilla(*wanted, "--known-from", "3")
    assert (known.code, known.err) == (
        2,
        "planilla: The round from which it was known can be given only for a result.\n",
    )


def test_the_result_that_was_played_changes_nothing(planilla: Planilla, database: Path) -> None:
    said = planilla("whatif", "muestra", "--game", "1.1", "--result", "1-0", *ROUNDS)
    assert [line.strip() for line in said.out.splitlines() if line][3:] == [
        *(f"Round {number}: the pairing would be the same." for number in range(2, 8)),
        "For the players, by the games really played:",
        "No place, points or tie-breaks would change.",
        "Prizes:",
        "No prize changes.",
    ]


def test_a_draw_may_be_typed_with_strokes(planilla: Planilla, database: Path) -> None:
    said = planilla("whatif", "muestra", "--game", "1.1", "--result", "1/2-1/2", *ROUNDS, "--json")
    answer = json.loads(said.out)
    assert answer["change"]["after"] == "½-½"
    assert answer["rounds"]["rounds"][0]["round"] == 2
    assert answer["rounds"]["rounds"][0]["identical"] is False
    assert answer["branch"] is None


def test_it_may_be_known_later(planilla: Planilla, database: Path) -> None:
    wanted = ("--game", "1.1", "--result", "0-1", "--known-from", "7", *ROUNDS, "--json")
    answer = json.loads(planilla("whatif", "muestra", *wanted).out)
    paired = answer["rounds"]["rounds"]
    assert [(each["round"], each["identical"]) for each in paired] == [(7, False)]


def test_a_game_without_a_result_cannot_have_another(planilla: Planilla, database: Path) -> None:
    said = planilla("whatif", "muestra", "--game", "7.1", "--result", "1-0")
    assert said.code == 2
    assert said.err == "planilla: Game 7.1 has no result yet.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(
            ("--game", "1.1"), "--game and --result must be used together.", id="half a change"
        ),
        pytest.param(
            ("--game", "1.99", "--result", "1-0"), "There is no game 1.99.", id="no such game"
        ),
        pytest.param(
            ("--correction", "v3"),
            "Fact 3 is not a correction.",
            id="no such correction",
        ),
        pytest.param(
            ("--remove", "v9999"),
            "There is no visible fact v9999; the last one is v183.",
            id="no such fact",
        ),
        pytest.param(
            ("--insert", "v90", "sing", "{}"), "There is no command “sing”.", id="no such command"
        ),
        pytest.param(
            ("--insert", "v90", "pair-round", '{"round": 4}'),
            "“pair-round” cannot be inserted: its effect depends on later events. Rounds are "
            "paired, closed and published again automatically.",
            id="a command that follows",
        ),
        pytest.param(
            ("--replace", "v90", "record-result", "[]"),
            "The request cannot be read, at “$”: The body of a command is a JSON object: Expected "
            "`object`, got `array`.",
            id="no body",
        ),
        pytest.param(
            ("--remove", "x"),
            "The request cannot be read, at “$”: An edit is remove, insert or replace, a version, "
            "a command and its body.",
            id="no version",
        ),
        pytest.param(
            ("--game", "1.1", "--result", "0-1", "--draws", "2"),
            "Choose between 4 and 10,000 draws, not 2.",
            id="too few draws",
        ),
    ],
)
def test_a_change_that_cannot_be_is_refused(
    planilla: Planilla, database: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    said = planilla("whatif", "muestra", *arguments)
    assert (said.code, said.err) == (2, f"planilla: {sentence}\n")


WORDS = WhatIfWords("en", str.capitalize)


def told(events: tuple[Event, ...], game: str, result: str) -> list[str]:
    """The answer about a small tournament, after its headline."""
    log = facts(*events)
    edits = other_result(log, GameId(game), result).edits
    answer = round_by_round(log, edits)
    lines = lines_of_rounds(answer, edited(log, edits), WORDS)
    said = [line for line in lines if line][2:]
    return said[: said.index("For the players, by the games really played:")]


def test_a_round_changed_by_hand_says_so() -> None:
    by_hand = DraftChanged(round=2, games=games(2, (ANA, BEA), (CARL, DORA)))
    lines = told((*AFTER_1, drafted(2, *ROUND_2_BOARDS), by_hand), "1.1", "1-0")
    assert lines == [
        "Round 2: the pairing would be the same.",
        "  The arbiter had changed it by hand; it is compared with the system's own pairing.",
    ]


def test_who_would_win_more_or_less_is_told_where_there_are_prizes() -> None:
    # Ana and Bea have won and are tied for good: 800 each. Had Carl beaten Ana, he would be.
    announced = PrizesAnnounced(plan=plan(group(100_000, 60_000)))
    log = facts(*AFTER_1, announced)
    found = round_by_round(log, other_result(log, GameId("1.1"), "0-1").edits, top=1)
    lines = list(lines_of_consequences(found.consequences, WORDS))
    assert any("Carl" in line for line in lines if line.startswith("    ▲"))
    assert lines[lines.index("  Prizes:") :][:3] == [
        "  Prizes:",
        "    ▲ Carl: 0 EUR → 800 EUR",
        "    ▼ Ana: 800 EUR → 0 EUR",
    ]


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
        (
            "  The first difference is in the bracket of 1: "
            "both get the colour they are due (E1) (Bea and Ana)."
        ),
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
    assert told(AFTER_2, "2.1", "1-0") == ["No round has been paired since that game."]


def test_the_branch_tells_what_stays_and_everybodys_places(
    planilla: Planilla, database: Path
) -> None:
    # The last finished round is the sixth: only the seventh, which is being played, follows.
    wanted = ("--game", "6.1", "--result", "½-½", "--reading", "branch", "--top", "3")
    lines = planilla("whatif", "muestra", *wanted).out.splitlines()
    assert "BRANCH" in lines
    assert "No game is unknown: there is only one outcome." in lines
    assert "Round 7 is being played: its open games stay open." in lines
    assert "Round 6: the same in every scenario." in lines
    assert any(line.startswith("Round 7: 17 of 20 boards are the same") for line in lines)


def test_drawn_worlds_have_their_error_and_the_same_seed_says_the_same(
    planilla: Planilla, database: Path
) -> None:
    wanted = ("--game", "5.1", "--result", "½-½", "--reading", "branch", "--draws", "20")
    said = planilla("whatif", "muestra", *wanted, "--seed", "7", "--top", "3")
    assert "20 scenarios drawn with seed 7, by Elo expectation with 30% of draws." in said.out
    assert "; among the first 3: " in said.out
    assert " ±" in said.out
    wanted = (*wanted[:-1], "4")
    first, again = (planilla("whatif", "muestra", *wanted, "--seed", "7").out for _ in range(2))
    assert first == again


def test_any_fact_may_be_left_out_put_in_or_replaced(planilla: Planilla, database: Path) -> None:
    rows = json.loads(planilla("log", "show", "muestra", "--json").out)
    (correction,) = (row["version"] for row in rows if row["kind"] == "ResultCorrected")
    report = next(row for row in rows if row["game"] == "2.12")
    last = next(row for row in rows if row["kind"] == "PairingsPublished" and row["round"] == 6)
    body = json.dumps({"entrant": "m40"})
    said = planilla(
        *("whatif", "muestra", "--remove", f"v{report['version']}"),
        *("--insert", f"v{last['version']}", "withdraw-entrant", body, *ROUNDS),
    )
    assert said.code == 0
    assert f"Left out (v{report['version']}): Round 2, board 12:" in said.out
    assert f"Added (at v{last['version']}): " in said.out
    assert f"Would no longer hold: v{correction}, Correction" in said.out
    assert "1 game that was really played would have no result: 2.12." in said.out


def chained(events: tuple[Event, ...], game: str, result: str) -> list[str]:
    """The branch of a small tournament in sentences."""
    log = facts(*events)
    found = branch(log, other_result(log, GameId(game), result).edits)
    return list(lines_of_branch(found, WORDS))


def test_a_branch_says_what_could_not_be_done_again_or_paired() -> None:
    by_hand = DraftChanged(round=2, games=games(2, (ANA, BEA), (CARL, DORA)))
    known = (*AFTER_1, drafted(2, *ROUND_2_BOARDS), by_hand, published(2, (ANA, BEA), (CARL, DORA)))
    lines = chained(known, "1.1", "0-1")
    assert "The arbiter's changes by hand in round 2 could not be repeated." in lines
    two = (CREATED, *entered(ANA, BEA), numbered(ANA, BEA))
    met = (*two, published(1, (ANA, BEA)), recorded("1.1", "+/-"), published(2, (BEA, ANA)))
    lines = chained((*met, recorded("2.1", "1-0")), "1.1", "1-0")
    assert "In 100% of the scenarios a round could not be paired." in lines


def test_a_branch_of_few_unknown_games_follows_all_ends_byes_included() -> None:
    three = (CREATED, *entered(ANA, BEA, CARL), numbered(ANA, BEA, CARL))
    first = (*three, published(1, (ANA, BEA), bye=CARL), recorded("1.1", "1-0"))
    known = (*first, published(2, (CARL, ANA), bye=BEA), recorded("2.1", "1-0"))
    lines = chained(known, "1.1", "0-1")
    assert "All 3 outcomes of the unknown games, weighted by the ratings." in lines
    assert "  Bye: Bea: 0%" in lines
    assert "  Instead, the bye: Ana: 100%" in lines
    # Ana has one point as it was and in all worlds. Carl has had his bye and meets Bea, who has 10
    # points more than his 1980: he wins in 34 of a hundred and draws in 30, which makes 1.49.
    (carl,) = (line for line in lines if line.startswith("  Carl: Points "))
    assert carl.startswith("  Carl: Points 1–2 (Ø 1.49); ")
    assert not any(line.startswith("  Ana: Points") for line in lines)


def test_rounds_of_a_file_and_of_a_schedule_say_so() -> None:
    foreign = imported(2, (CARL, ANA), (DORA, BEA))
    lines = told((*AFTER_1, foreign), "1.1", "0-1")
    assert lines[0] == "Round 2 came from a file: the system’s own pairings are compared."
    scheduled = (ROUND_ROBIN, *AFTER_1[1:])
    assert told(scheduled, "1.1", "0-1")[0] == (
        "In a round robin all pairings are known from the start: only the standings change."
    )


def test_both_readings_name_the_stages_of_a_tournament_of_several() -> None:
    whole = festival()
    edits = corrected(whole)
    log = edited(whole.facts, edits)
    by_round = [*lines_of_rounds(round_by_round(whole.facts, edits), log, WORDS)]
    assert "Group A:" in by_round
    assert "Match:" in by_round
    assert any("place 2 of Group A would be that of" in line for line in by_round)
    followed = [*lines_of_branch(branch(whole.facts, edits), WORDS)]
    titles = [line for line in followed if line in {"Group A:", "Group B:", "Final:", "Match:"}]
    assert titles == ["Group A:", "Group B:", "Final:", "Match:"]


def test_the_impact_of_a_correction_lists_the_stages_that_follow() -> None:
    whole = Festival(CarryOver.NOTHING)
    for stage in (2, 3):
        whole.play(stage)
    whole.do(StartStage(in_stage=4))
    played, board = whole.state.find(whole.wrong()) or pytest.fail("it is played")
    counts = Effect(points=True, pairing_from=None, rating=True)
    command = CorrectResult(
        game=whole.wrong(),
        result=RESULT_NOTATION[played.reported_result(board).reversed],
        corrects=played.version_of(board),
        reason=Sealed("sheet"),
        effect=counts,
    )
    events = decide(whole.state, command, DecisionContext(at=10**12))
    lines = [*topic_lines(impact(whole.facts, events, at=10**12), "en", {"e5": "Eva"})]
    at = lines.index("Stages and matches that follow:")
    assert lines[at + 1] == ("  Final: place 2 of Group A would be that of Eva; it is that of e4.")
    assert lines[at + 2].startswith("  Final: e4 has no result here")
