"""The Olympiad's system: the order of 2012, groups towards the middle, and halves."""

import json
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from dsl.even_rounds import MATCHES
from dsl.team_rounds import by_meetings, in_colours, numbers, side
from planilla.domain.crosstable import Crosstable, Entrant, Round
from planilla.domain.pairing.colours import colour_for
from planilla.domain.pairing.matching import bits, first_perfect_matching
from planilla.domain.pairing.swiss.olympiad import (
    COLOUR_RULES,
    SWISS_OLYMPIAD,
    barred_colours,
    choices_of_halves,
)
from planilla.domain.pairing.system import ColourType, NoPairing, Pairing, PairingInput
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameResult

GOLDEN = Path(__file__).parents[3] / "golden" / "blog_003" / "olympiad_order.json"
TEAMS = 150
"""Teams of the golden round: numbers up to 150 occur."""


def golden_round() -> tuple[PairingInput, dict[int, int]]:
    """Round 3 of Istanbul for its first group, and the rank of each team of it by number.

    Of the others only what the group has met is known: one has 3 points, the rest 2.
    """
    teams = json.loads(GOLDEN.read_text(encoding="utf-8"))["teams"]
    rank = {team["sno"]: team["rank"] for team in teams}
    boards: list[list[tuple[int, int]]] = [[], []]
    for team in teams:
        for at, other in enumerate(team["previous_opponents_sno"]):
            boards[at].append((team["sno"] - 1, other - 1))
    following = next(each for each in range(1, TEAMS + 1) if each not in rank)
    points = {seat: 4 if seat + 1 in rank else 2 for seat in range(TEAMS)}
    points[following - 1] = 3
    games = {team["sno"] - 1: int(2 * team["game_points"]) for team in teams}
    sharing = frozenset(
        (min(pair), max(pair))
        for each, other in ((7, 23),)
        for pair in [tuple(sno - 1 for sno, place in rank.items() if place in (each, other))]
    )
    given = PairingInput(
        crosstable=Crosstable(
            entrants=tuple(Entrant(id=EntrantId(f"t{seat}")) for seat in range(TEAMS)),
            rounds=tuple(
                Round(boards=tuple(each), results=bytes([GameResult.WHITE_WINS] * len(each)))
                for each in boards
            ),
            rounds_planned=11,
            points=MATCHES,
        ),
        present=tuple(range(TEAMS)),
        totals=tuple((0, 0, points[seat]) for seat in range(TEAMS)),
        secondary=tuple(games.get(seat, 0) for seat in range(TEAMS)),
        forbidden=sharing,
    )
    return given, {**rank, following: 34}


def test_the_group_of_33_teams_is_paired_as_in_istanbul() -> None:
    # Iran (7) and Israel (23) were not paired; everybody else meets the team 16 places below, and
    # number 33 floats to the next group.
    given, rank = golden_round()
    teams = json.loads(GOLDEN.read_text(encoding="utf-8"))["teams"]
    expected = {frozenset((each["rank"], each["opponent_rank_round_3"])) for each in teams}
    answer = SWISS_OLYMPIAD.answer(given)
    found = {
        frozenset(rank[number] for number in pair)
        for pair in numbers(answer)
        if pair <= rank.keys()
    }
    assert found == expected


def test_the_groups_are_paired_from_both_ends_and_the_middle_last() -> None:
    # Twelve teams: the seventh of the list, 7, has 4 points, and so that group is the middle.
    scores = (8, 8, 6, 6, 4, 4, 4, 4, 2, 2, 0, 0)
    answer = SWISS_OLYMPIAD.answer(by_meetings(scores, ()))
    assert isinstance(answer, Pairing)
    assert [step.points for step in answer.explanation.steps] == [8, 6, 0, 2, 4]


FIFTEEN = """
1-4 2-5 3-6   1-4 2-6 3-5   1-4 2-3 5-6
1-5 2-4 3-6   1-5 2-6 3-4   1-5 2-3 4-6
1-6 2-4 3-5   1-6 2-5 3-4   1-6 2-3 4-5
1-3 2-5 4-6   1-3 2-6 4-5   1-3 2-4 5-6
1-2 3-5 4-6   1-2 3-6 4-5   1-2 3-4 5-6
"""


def test_six_teams_are_tried_in_fifteen_ways() -> None:
    # D.02, 9.3: the first tries 4, 5, 6, 3 and 2, and the rest is a group of its own by the same
    # rule: four teams a b c d are tried as a-c b-d, a-d b-c, a-b c-d.
    rows = [row.split() for line in FIFTEEN.split("\n") for row in line.split("   ") if row]
    assert len(rows) == 15
    for later in range(15):
        # Whoever met in an earlier row but not in this one cannot meet: the row is then the first.
        own = {frozenset(map(int, pair.split("-"))) for pair in rows[later]}
        graph = [0] * 6
        for one, other in map(sorted, own):
            graph[one - 1] |= 1 << other - 1
            graph[other - 1] |= 1 << one - 1
        found = first_perfect_matching(graph, choices_of_halves(graph))
        assert found is not None
        assert {frozenset((one + 1, other + 1)) for one, other in found} == own
    everybody = [0b111111 & ~(1 << at) for at in range(6)]
    written = [" ".join(f"{a}-{b}" for a, b in row) for row in islice(_in_order(everybody), 15)]
    assert written == [" ".join(row) for row in rows]


def _in_order(graph: list[int], left: int = 0b111111) -> list[list[tuple[int, int]]]:
    """All ways in the order of the choices."""
    if not left:
        return [[]]
    first = next(bits(left))
    rest = left & ~(1 << first)
    return [
        [(first + 1, other + 1), *others]
        for other in choices_of_halves(graph)(first, rest)
        for others in _in_order(graph, rest & ~(1 << other))
    ]


def test_the_middle_group_meets_top_half_against_bottom_half() -> None:
    answer = SWISS_OLYMPIAD.answer(by_meetings((0,) * 6, ()))
    assert numbers(answer) == {frozenset(pair) for pair in ((1, 4), (2, 5), (3, 6))}


def test_below_the_middle_the_order_is_reversed() -> None:
    # The lowest of 7 to 10, who have 0 points, is 10: it tries the first half from its end.
    # 10-8 9-7; with 8 and 10 met: 10-7 9-8.
    scores = (2, 2, 2, 2, 2, 2, 0, 0, 0, 0)
    given = by_meetings(scores, ())
    assert numbers(SWISS_OLYMPIAD.answer(given)) >= {frozenset((10, 8)), frozenset((9, 7))}
    given = by_meetings(scores, ((8, 10),))
    assert numbers(SWISS_OLYMPIAD.answer(given)) >= {frozenset((10, 7)), frozenset((9, 8))}


def test_the_lowest_of_an_odd_group_floats_down_to_the_highest_of_the_next() -> None:
    # 8.2: 3 floats and meets 4, the highest of those with 2 points.
    scores = (4, 4, 4, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0)
    answer = SWISS_OLYMPIAD.answer(by_meetings(scores, ()))
    assert numbers(answer) >= {frozenset((1, 2)), frozenset((3, 4))}


def test_the_highest_of_an_odd_group_floats_up_to_the_lowest_of_the_next() -> None:
    # 8.3: of 10 to 12 with 0 points 10 floats, and meets 9, the lowest of those with 2.
    scores = (4, 4, 4, 4, 4, 4, 4, 4, 2, 0, 0, 0)
    answer = SWISS_OLYMPIAD.answer(by_meetings(scores, ()))
    assert numbers(answer) >= {frozenset((9, 10)), frozenset((11, 12))}


def test_a_floater_without_an_opponent_in_the_next_group_is_another_one() -> None:
    # 8.2.3: 3 has met 4 and 5, all with 2 points: 2 floats.
    scores = (4, 4, 4, 2, 2, 0, 0, 0, 0, 0)
    answer = SWISS_OLYMPIAD.answer(by_meetings(scores, ((3, 4), (3, 5))))
    assert numbers(answer) >= {frozenset((1, 3)), frozenset((2, 4))}


def test_who_has_met_the_whole_group_floats() -> None:
    # 9.4: 1 has met 2, so that both float, to 3 and 4.
    scores = (4, 4, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0)
    answer = SWISS_OLYMPIAD.answer(by_meetings(scores, ((1, 2),)))
    assert numbers(answer) >= {frozenset((1, 3)), frozenset((2, 4)), frozenset((5, 6))}


def test_the_order_of_a_group_is_by_game_points_and_then_number() -> None:
    answer = SWISS_OLYMPIAD.answer(by_meetings((2, 2, 2, 2), (), secondary=(1, 9, 5, 5)))
    # 2, 3, 4, 1: the first half meets the second.
    assert numbers(answer) == {frozenset((2, 4)), frozenset((3, 1))}


def test_the_bye_goes_to_the_lowest_ranked_who_may_have_it() -> None:
    given = by_meetings((2, 2, 0, 0, 0), ())
    answer = SWISS_OLYMPIAD.answer(given)
    assert isinstance(answer, Pairing)
    assert answer.byes == ((4, ByeKind.PAIRING_ALLOCATED),)
    late = tuple(
        replace(entrant, first_round=2 if seat == 4 else 1)
        for seat, entrant in enumerate(given.crosstable.entrants)
    )
    answer = SWISS_OLYMPIAD.answer(
        replace(given, crosstable=replace(given.crosstable, entrants=late))
    )
    assert isinstance(answer, Pairing)
    assert answer.byes == ((3, ByeKind.PAIRING_ALLOCATED),)


def test_where_nobody_can_be_paired_the_answer_says_so() -> None:
    no_pairing = NoPairing(reason="no-legal-pairing", seats=(0, 1))
    assert SWISS_OLYMPIAD.answer(by_meetings((0, 0), ((1, 2),))) == no_pairing
    three = by_meetings((0, 0, 0), ((1, 2), (1, 3), (2, 3)))
    assert isinstance(SWISS_OLYMPIAD.answer(three), NoPairing)
    nobody = replace(three, present=())
    answer = SWISS_OLYMPIAD.answer(nobody)
    assert isinstance(answer, Pairing)
    assert answer.boards == ()


COLOURS = (
    # higher ranked, lower, colour of the higher, article
    ("", "", "W", "7.2"),
    ("WW", "WBW", "B", "7.3"),
    ("WBB", "WWBB", "W", "7.5.1"),
    ("WB", "WBW", "W", "7.5.1"),
    ("WB", "BW", "W", "7.5.2"),
    ("", "WB", "B", "7.5.2"),
    ("BW", "", "B", "7.5.2"),
    ("BWWB", "WBWB", "B", "7.6"),
    ("WB", "WB", "W", "7.6"),
)


@pytest.mark.parametrize(("higher", "lower", "expected", "article"), COLOURS)
def test_colours_are_equalised_and_then_alternated(
    higher: str, lower: str, expected: str, article: str
) -> None:
    sides = side(higher, ColourType.NONE), side(lower, ColourType.NONE)
    assert colour_for(COLOUR_RULES, *sides, Colour.WHITE) == (in_colours(expected)[0], article)


@pytest.mark.parametrize(
    ("played", "barred"),
    [("", ""), ("W", ""), ("WW", "W"), ("BWBB", "B"), ("WWBW", "W"), ("WWWWBB", "WB")],
)
def test_no_colour_comes_three_times_or_makes_a_difference_of_three(
    played: str, barred: str
) -> None:
    assert barred_colours(in_colours(played)) == set(in_colours(barred))


def test_two_who_need_the_same_colour_do_not_meet() -> None:
    # 7.3: 1 and 4 had White twice. 1-4 2-5 3-6 would be due; 1-5 leaves 2-4 3-6.
    given = _with_colours(6, ((1, 2), (4, 5)), ((1, 3), (4, 6)))
    expected = {frozenset(pair) for pair in ((1, 5), (2, 4), (3, 6))}
    assert numbers(SWISS_OLYMPIAD.answer(given)) == expected


def test_limits_of_colours_give_way_if_somebody_would_float() -> None:
    # 7.4: 1 and 3 had White twice, and have met 2 and 4.
    given = _with_colours(4, ((1, 2), (3, 4)), ((1, 4), (3, 2)))
    expected = {frozenset(pair) for pair in ((1, 3), (2, 4))}
    assert numbers(SWISS_OLYMPIAD.answer(given)) == expected


def _with_colours(size: int, *rounds: tuple[tuple[int, int], ...]) -> PairingInput:
    """A round of one group after these matches, White first."""
    given = by_meetings((0,) * size, ())
    played = tuple(
        Round(
            boards=tuple((white - 1, black - 1) for white, black in boards),
            results=bytes([GameResult.DRAW] * len(boards)),
        )
        for boards in rounds
    )
    return replace(
        given,
        crosstable=replace(given.crosstable, rounds=played),
        totals=((0,) * (len(rounds) + 1),) * size,
    )


def test_a_meeting_and_a_second_bye_are_faults() -> None:
    given = by_meetings((0,) * 4, ((1, 2),))
    answer = SWISS_OLYMPIAD.answer(given)
    assert isinstance(answer, Pairing)
    assert SWISS_OLYMPIAD.check is not None
    assert SWISS_OLYMPIAD.check(given, answer) == ()
    faults = SWISS_OLYMPIAD.check(given, replace(answer, boards=((0, 1), (2, 3))))
    assert [fault.code for fault in faults] == ["rematch"]
