"""Team formation: the examples of the book, and properties of every formation."""

import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planilla.domain.allocation import team_formation
from planilla.domain.allocation.faults import NotAllocated
from planilla.domain.allocation.team_formation import (
    Formation,
    TeamBallots,
    TeamMode,
    _exchanges,
    _subgroupings,
    form,
    team_faults,
    votes_of_each,
)

GOLDEN = Path(__file__).parents[2] / "golden" / "assignment" / "team_formation.json"
BOOK = json.loads(GOLDEN.read_text(encoding="utf-8"))
TIES = ["C3-1", "C3-2", "C4-1", "C4-2", "C4-3"]


def ballots(text: str, *, team: int = 2, mode: TeamMode = TeamMode.A) -> TeamBallots:
    """`A:B = 4:3; …`: A gives B 4 votes, B gives A 3; all other votes are 0."""
    pairs = [
        (a, b, int(x), int(y)) for a, b, x, y in re.findall(r"(\w):(\w) = (-?\d+):(-?\d+)", text)
    ]
    names = sorted({name for a, b, _, _ in pairs for name in (a, b)})
    rows = [[0] * len(names) for _ in names]
    for a, b, x, y in pairs:
        rows[names.index(a)][names.index(b)] = x
        rows[names.index(b)][names.index(a)] = y
    return TeamBallots(mode=mode, team=team, players=tuple(names), rows=tuple(map(tuple, rows)))


def named(given_ballots: TeamBallots, found: Formation) -> list[str]:
    return [":".join(given_ballots.players[at] for at in team) for team in found.teams]


@pytest.mark.parametrize("name", TIES)
def test_the_ties_of_the_book_form_the_teams_that_it_says(name: str) -> None:
    example = BOOK["examples"][name]
    given_ballots = ballots(example["input"])
    found = form(given_ballots)
    expected = {frozenset(team.split(":")) for team in example["expected"]}
    assert {frozenset(team.split(":")) for team in named(given_ballots, found)} == expected
    assert found.steps[0].rule == name[:2]
    assert not found.is_by_lot


@pytest.mark.parametrize("name", TIES)
def test_the_values_of_the_book_order_the_tied_players(name: str) -> None:
    example = BOOK["examples"][name]
    given_ballots = ballots(example["input"])
    order = form(given_ballots).steps[0].order
    names = given_ballots.players
    assert {names[each.player]: each.received_tied for each in order} == example["E"]
    assert {names[each.player]: each.weighted_tied for each in order} == example["Se"]
    if "V2_order" in example:
        assert [names[each.player] for each in order] == example["V2_order"]


def largest_sets(given_ballots: TeamBallots) -> list[set[frozenset[str]]]:
    """All largest sets of disjoint tied teams, by trying every set."""
    tied = form(given_ballots).steps[0].tied
    teams = [frozenset(given_ballots.players[at] for at in team) for team in tied]
    for size in range(len(teams), 0, -1):
        sets = [
            {*chosen}
            for chosen in combinations(teams, size)
            if len(frozenset().union(*chosen)) == sum(map(len, chosen))
        ]
        if sets:
            return sets
    return []


@pytest.mark.parametrize("name", TIES)
def test_the_largest_sets_of_the_tied_teams_are_those_of_the_book(name: str) -> None:
    example = BOOK["examples"][name]
    expected = [
        {frozenset(team.split(":")) for team in each} for each in example["maximum_matchings"]
    ]
    found = largest_sets(ballots(example["input"]))
    assert sorted(map(sorted, (map(sorted, each) for each in found))) == sorted(
        map(sorted, (map(sorted, each) for each in expected))
    )


def test_the_least_of_the_votes_decides_first_and_then_the_next() -> None:
    c1, c2 = BOOK["examples"]["C1"], BOOK["examples"]["C2"]
    given_ballots = ballots(f"A:B = {c1['worse']}; A:C = {c1['better']}")
    found = form(given_ballots)
    assert (named(given_ballots, found), found.steps[0].rule) == (["A:C"], "C1")
    given_ballots = ballots(f"A:B = {c2['worse']}; A:C = {c2['better']}")
    found = form(given_ballots)
    assert (named(given_ballots, found), found.steps[0].rule) == (["A:C"], "C2")


def test_an_indifferent_player_keeps_the_choice_and_the_next_decides() -> None:
    choices = form(ballots(BOOK["examples"]["C4-2"]["input"])).steps[0].choices
    # C gives A and B 3 votes each and keeps both; B, whom C may be paired with, gives C 4.
    assert [(each.player, each.votes, each.teams) for each in choices] == [
        (2, 3, ((0, 2), (1, 2))),
        (1, 4, ((1, 2),)),
    ]


@pytest.mark.parametrize("example", BOOK["A1_votes"]["derived_examples"])
def test_the_votes_of_each_player_follow_the_formula(example: Any) -> None:
    votes = votes_of_each(example["n"], example["team"], TeamMode(example["mode"]))
    assert votes == int(example["votes"] + 0.5)  # halves are rounded up


def test_players_who_are_equal_in_all_are_paired_by_halves() -> None:
    # Everybody gives everybody 2 votes: by the order of the list 1-4 are S1, 5-8 are S2 (C5).
    rows = [[0 if a == b else 2 for b in range(8)] for a in range(8)]
    names = tuple("ABCDEFGH")
    equal = TeamBallots(mode=TeamMode.A, team=2, players=names, rows=tuple(map(tuple, rows)))
    found = form(equal)
    assert named(equal, found) == ["A:E", "B:F", "C:G", "D:H"]
    assert ([step.rule for step in found.steps], found.is_by_lot) == (["C4", "C5"], True)
    drawn = TeamBallots(
        mode=TeamMode.A, team=2, players=names, rows=equal.rows, lots=(7, 0, 1, 2, 3, 4, 5, 6)
    )
    assert {*named(drawn, form(drawn))} == {"D:H", "A:E", "B:F", "C:G"}
    four = TeamBallots(mode=TeamMode.A, team=4, players=names, rows=equal.rows)
    assert named(four, form(four)) == ["A:C:E:G", "B:D:F:H"]


def ring(pairs: str, *, team: int = 2) -> TeamBallots:
    """Votes of 3 both ways between the pairs, none between others."""
    votes = (f"{pair[0]}:{pair[1]} = 3:3" for pair in pairs.split())
    return ballots("; ".join(votes), team=team)


def test_a_transposition_of_the_second_half_comes_before_an_exchange() -> None:
    # A-D-B-E-C-F in a ring: S1 is A, B, C, and A:D, B:E, C:F is possible as it stands.
    found = form(ring("AD DB BE EC CF FA"))
    assert found.teams == ((0, 3), (1, 4), (2, 5))
    # A-B-C-D in a ring: S1 is A, B; A:C and B:D are vetoed, so S2 becomes D, C.
    assert form(ring("AB BC CD DA")).teams == ((0, 3), (1, 2))


def test_an_exchange_is_made_when_no_transposition_is_possible() -> None:
    # In the ring A-B-C-D-E-F the two largest sets are A:B, C:D, E:F and B:C, D:E, F:A. Each has
    # a pair within S1 = A, B, C. The first exchange is C with D: S1 = A, B, D, S2 = C, E, F.
    # A:B is within S1 again; the other set is the transposition F, C, E.
    found = form(ring("AB BC CD DE EF FA"))
    assert found.teams == ((0, 5), (1, 2), (3, 4))
    assert [step.rule for step in found.steps] == ["C4", "C5"]


TRIANGLES = "AB AC BC AD BD DE DF EF CE CF"
"""Teams of three A:B:C, A:B:D, C:E:F and D:E:F, all votes 3: two largest sets."""


def test_the_subgroups_of_pairs_follow_the_exchanges_of_the_swiss_system() -> None:
    assert [*_subgroupings([1, 2, 3, 4], 2, 2)] == [
        [[1, 2], [3, 4]],
        [[1, 3], [2, 4]],  # 2 and 3: the least difference
        [[1, 4], [2, 3]],  # 2 and 4: the lower of S1 before 1 and 3
        [[2, 3], [1, 4]],
        [[2, 4], [1, 3]],
        [[3, 4], [1, 2]],  # two exchanged
    ]


def test_exchanges_are_in_the_order_of_the_printed_matrices() -> None:
    # S1 is 1 to 5, S2 is 6 to 11; the matrices number the exchanges of one player and of two.
    told = json.loads((GOLDEN.parents[1] / "swiss_dutch" / "d2_exchanges.json").read_text())
    numbered = {
        (tuple(map(int, str(out).split(","))), tuple(map(int, into.split(",")))): number
        for table in ("one_player", "two_players")
        for into, numbers in told[table]["rows_S2"].items()
        for out, number in zip(told[table]["columns_S1"], numbers, strict=True)
    }
    found = [
        (tuple(sorted((at + 1 for at in out), reverse=True)), tuple(at + 1 for at in into))
        for out, into in _exchanges(5, 11)
    ]
    assert [numbered[each] for each in found[:30]] == [*range(1, 31)]
    assert [numbered[each] for each in found[30:180]] == [*range(1, 151)]


def test_a_player_may_be_left_over_in_larger_teams() -> None:
    # D:E:G is tied as well, but of the largest sets none has both F and G, and F has the greater
    # V2. V1: D (T 15), E and C (12; St 126, 117), F, A and B (9; 117, 108, 108), G. No team has one
    # each of D, E; C, F; A, B, G. D is first and has D:E:F before A:B:D.
    found = form(ring(f"{TRIANGLES} DG EG", team=3))
    assert found.teams == ((0, 1, 2), (3, 4, 5))
    assert (found.without, found.steps[-1].rule) == ((6,), "C5")


def test_larger_teams_that_fit_no_subgroups_follow_the_order_of_players() -> None:
    # T: C and D 12, the others 9. The subgroups are C, D; A, B; E, F: no team has one of each.
    # C is first and has A:B:C before C:E:F.
    found = form(ring(TRIANGLES, team=3))
    assert found.teams == ((0, 1, 2), (3, 4, 5))


def test_a_player_whom_nobody_may_join_stays_without_a_team() -> None:
    found = form(ballots("A:B = 4:3; A:C = 2:0; B:C = 2:0"))
    assert (found.teams, found.without) == (((0, 1),), (2,))


def refused(given_ballots: TeamBallots) -> str:
    with pytest.raises(NotAllocated) as caught:
        form(given_ballots)
    return caught.value.faults[0].code


def test_a_veto_that_leaves_no_team_is_refused() -> None:
    assert refused(ballots("A:B = 4:0; A:C = 0:3; B:C = 1:0")) == "no-team"


def test_what_would_take_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    everybody = "; ".join(f"{a}:{b} = 3:3" for a, b in combinations("ABCDEFGHIJ", 2))
    monkeypatch.setattr(team_formation, "STATES_MAX", 20)
    assert refused(ballots(everybody)) == "tie-too-large"
    monkeypatch.setattr(team_formation, "TEAMS_MAX", 44)
    assert refused(ballots(everybody)) == "too-many-teams"


def voted(mode: TeamMode, *rows: tuple[int, ...], team: int = 2) -> TeamBallots:
    names = tuple("ABCDEFGH"[: len(rows)])
    return TeamBallots(mode=mode, team=team, players=names, rows=rows)


def test_votes_with_faults_are_named_with_what_would_be_right() -> None:
    # Three players, teams of two, mode A: 3 x 3 x 2 / 2 = 9 votes each.
    right = (0, 4, 5)
    faults = team_faults(voted(TeamMode.A, right, (4, 0, 4), (10, -1, 0)))
    assert [(fault.code, fault.player, fault.option) for fault in faults] == [
        ("votes-sum", 1, None),
        ("vote-range", 2, 1),
    ]
    assert faults[0].fields == {"player": "B", "given": 8, "expected": 9}
    assert team_faults(voted(TeamMode.A, right, (4, 0, 5), (10, -1, 0)))[0].fields["least"] == 0
    (own,) = team_faults(voted(TeamMode.A, (1, 4, 4), (4, 0, 5), (4, 5, 0)))
    assert (own.code, own.player, own.option) == ("own-vote", 0, 0)
    (short,) = team_faults(voted(TeamMode.A, right, (4, 5), (4, 5, 0)))
    assert (short.code, short.player) == ("row-length", 1)


def test_in_mode_b_signed_votes_add_up_and_nobody_is_vetoed() -> None:
    # Three players, teams of two, mode B: 3 x 4 x 2 / 2 = 12 votes each.
    signed = voted(TeamMode.B, (0, 14, -2), (12, 0, 0), (-3, 15, 0))
    assert team_faults(signed) == ()
    found = form(signed)
    assert (found.teams, found.without) == (((0, 1),), (2,))


def test_sizes_that_are_not_possible_are_refused() -> None:
    alone = voted(TeamMode.A, (0,))
    assert [fault.fields["field"] for fault in team_faults(alone)] == ["players"]
    large = voted(TeamMode.A, (0, 6), (6, 0), team=3)
    assert [fault.fields["field"] for fault in team_faults(large)] == ["team"]
    few = TeamBallots(mode=TeamMode.A, team=2, players=("A", "B"), rows=((0, 6),))
    assert [fault.code for fault in team_faults(few)] == ["rows"]


@st.composite
def random_ballots(draw: st.DrawFn) -> TeamBallots:
    """Few different votes, so that ties are usual."""
    players, team = draw(st.integers(2, 7)), draw(st.integers(2, 3))
    mode = draw(st.sampled_from(TeamMode))
    vote = st.integers(0, 3) if mode is TeamMode.A else st.integers(-2, 2)
    rows = [tuple(0 if a == b else draw(vote) for b in range(players)) for a in range(players)]
    return TeamBallots(
        mode=mode,
        team=min(team, players),
        players=tuple("ABCDEFG"[:players]),
        rows=tuple(rows),
        lots=tuple(draw(st.permutations(range(players)))),
    )


@given(random_ballots())
def test_every_player_is_in_one_team_at_most_and_nobody_else_could_form_one(
    given_ballots: TeamBallots,
) -> None:
    rows, mode = given_ballots.rows, given_ballots.mode

    def is_legal(team: tuple[int, ...]) -> bool:
        return mode is TeamMode.B or all(rows[a][b] for a in team for b in team if a != b)

    everybody = range(len(given_ballots.players))
    legal = [team for team in combinations(everybody, given_ballots.team) if is_legal(team)]
    if not legal:
        assert refused(given_ballots) == "no-team"
        return
    found = form(given_ballots)
    assert sorted([*found.without, *(player for team in found.teams for player in team)]) == [
        *everybody
    ]
    assert all(team in legal for team in found.teams)
    assert not [team for team in legal if set(team) <= set(found.without)]
    if mode is TeamMode.B:
        assert len(found.without) < given_ballots.team


@given(random_ballots())
def test_each_step_forms_teams_of_the_best_sequence_and_as_many_as_possible(
    given_ballots: TeamBallots,
) -> None:
    rows = given_ballots.rows

    def sequence(team: tuple[int, ...]) -> list[int]:
        return sorted(rows[a][b] for a in team for b in team if a != b)

    try:
        found = form(given_ballots)
    except NotAllocated:
        return
    rounds: list[tuple[tuple[tuple[int, ...], ...], list[tuple[int, ...]]]] = []
    for step in found.steps:
        assert all(sequence(team) == [*step.sequence] for team in step.teams)
        if step.rule == "C5":
            rounds[-1][1].extend(step.teams)
        else:
            rounds.append((step.tied, [*step.teams]))
    for tied, formed in rounds:
        assert not [
            chosen
            for chosen in combinations(tied, len(formed) + 1)
            if len({player for team in chosen for player in team}) == sum(map(len, chosen))
        ]
    sequences = [step.sequence for step in found.steps]
    assert sequences == sorted(sequences, reverse=True)
