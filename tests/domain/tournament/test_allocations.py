"""Allocations before a tournament: opened, voted, decided, withdrawn; and every bad input."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    FOUR,
    START,
    Scene,
    drafted,
    entered,
    folded,
    given,
    numbered,
)
from planilla.domain.allocation import team_formation
from planilla.domain.allocation.hungarian import STEPS_SIZE_MAX, Allocation
from planilla.domain.chance import GENERATOR, order_by_lot
from planilla.domain.tournament.allocations import (
    OPTION_LENGTH_MAX,
    AllocationDecided,
    AllocationDoesNotFit,
    AllocationNotOpen,
    AllocationOpened,
    AllocationTooLate,
    AllocationWithdrawn,
    BallotsMissing,
    DecideAllocation,
    EntrantsLeftAllocation,
    OpenAllocation,
    OptionNotPossible,
    PlayersAllocated,
    TieOfTeamsTooLarge,
    TooManyTeamsPossible,
    VetoesLeaveNoAssignment,
    WithdrawAllocation,
    team_ballots,
)
from planilla.domain.tournament.ballots import (
    BallotHandedIn,
    BallotLength,
    HandInBallot,
    NotInAllocation,
    RanksDoNotFit,
    VetoesDoNotFit,
    VoteForOneself,
    VoteOutOfRange,
    VotesDoNotAddUp,
)
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import question_of
from planilla.domain.tournament.eligibility import EntrantWithdrawn
from planilla.domain.tournament.entrants import EntryRemoved
from planilla.domain.tournament.event import Audience, audience_of
from planilla.domain.tournament.questions import (
    AllocationAsked,
    FormationAsked,
    Prepared,
    answer_to,
)
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.values import (
    AllocationMethod,
    AllocationState,
    Ballot,
    GivenOption,
    OfferedOption,
)
from planilla.domain.vocabulary import EntrantId

GOLDEN = Path(__file__).parents[2] / "golden" / "assignment"
MAX, MIN, TEAMS = (
    json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    for name in ("hungarian_max", "hungarian_min", "team_formation")
)


def options(*names: str, places: int = 1) -> tuple[OfferedOption, ...]:
    return tuple(OfferedOption(name=name, places=places) for name in names)


def among(*names: str) -> Scene:
    people = tuple(map(EntrantId, names))
    return given(CREATED, *entered(*people), numbered(*people))


def after(scene: Scene, *commands: Command, **context: object) -> Scene:
    for command in commands:
        scene = scene.when(command, **context).and_then()
    return scene


def ballots(rows: Mapping[Any, Any]) -> list[HandInBallot]:
    return [
        HandInBallot(entrant=EntrantId(name), values=tuple(values)) for name, values in rows.items()
    ]


def allocation(scene: Scene) -> AllocationState:
    found = scene.state().allocation
    assert found is not None
    return found


def refused(scene: Scene, command: Command) -> Refusal:
    with pytest.raises(Refusal) as caught:
        scene.when(command).then()
    return caught.value


VOTES = OpenAllocation(method=AllocationMethod.VOTES, options=options("A", "B", "C"), votes=10)
RANKS = replace(VOTES, method=AllocationMethod.RANKS)
PAIRS = OpenAllocation(method=AllocationMethod.TEAMS_A)
OPEN = after(given(*START), VOTES)
RANKED = after(given(*START), RANKS)
TEAMED = after(given(*START), PAIRS)
FULL = after(OPEN, *(HandInBallot(entrant=each, values=(5, 3, 2)) for each in FOUR))
DECIDED = after(FULL, DecideAllocation())


def test_the_votes_of_the_book_are_allocated_through_the_log() -> None:
    opened = OpenAllocation(method=AllocationMethod.VOTES, options=options(*MAX["options"]))
    cast = ballots(dict(zip(MAX["players"], MAX["votes"], strict=True)))
    scene = after(among(*MAX["players"]), opened, *cast)
    (decided,) = scene.when(DecideAllocation()).then()
    assert isinstance(decided, PlayersAllocated)
    named = {
        each.entrant: MAX["options"][each.option - 1]
        for each in decided.given
        if each.option is not None
    }
    assert named == MAX["assignment"]
    assert (decided.total, decided.is_unique) == (MAX["optimum"], True)
    assert [each.values for each in decided.ballots] == [*map(tuple, MAX["votes"])]


@pytest.mark.parametrize("first", [0, 1])
def test_the_ranks_of_the_book_are_allocated_through_the_log(first: int) -> None:
    opened = OpenAllocation(method=AllocationMethod.RANKS, options=options(*MIN["options"]))
    rows = [[rank + first for rank in row] for row in MIN["preferences"]]
    scene = after(
        among(*MIN["players"]), opened, *ballots(dict(zip(MIN["players"], rows, strict=True)))
    )
    (decided,) = scene.when(DecideAllocation()).then()
    assert isinstance(decided, PlayersAllocated)
    named = {
        each.entrant: MIN["options"][each.option - 1]
        for each in decided.given
        if each.option is not None
    }
    assert named == MIN["assignment_printed"]
    assert decided.total == MIN["optimum"]
    assert decided.is_unique == (MIN["number_of_optimal_assignments"] == 1)
    assert [each.values for each in decided.ballots] == [*map(tuple, MIN["preferences"])]


def book_votes(text: str) -> dict[str, list[int]]:
    """`A:B = 4:3; …`: A gives B 4 votes, B gives A 3; the rest of A1 goes to somebody who vetoes.

    X and Y take what is left over: they give all their votes to each other, so nobody else joins
    them, and the teams of the book form among its players.
    """
    pairs = re.findall(r"(\w):(\w) = (\d+):(\d+)", text)
    names = sorted({name for a, b, _, _ in pairs for name in (a, b)})
    names = [*names, "X", "Y"]
    each = len(names) * 3
    rows = {name: [0] * len(names) for name in names}
    for a, b, x, y in pairs:
        rows[a][names.index(b)] = int(x)
        rows[b][names.index(a)] = int(y)
    for name in names[:-2]:
        rows[name][names.index("X")] = each - sum(rows[name])
    rows["X"][names.index("Y")] = rows["Y"][names.index("X")] = each
    return rows


@pytest.mark.parametrize("name", ["C3-1", "C3-2", "C4-1", "C4-2", "C4-3"])
def test_the_teams_of_the_book_are_formed_through_the_log(name: str) -> None:
    rows = book_votes(TEAMS["examples"][name]["input"])
    scene = after(among(*rows), PAIRS, *ballots(rows))
    (decided,) = scene.when(DecideAllocation(), lot=3).then()
    assert isinstance(decided, PlayersAllocated)
    expected = {frozenset(team.split(":")) for team in TEAMS["examples"][name]["expected"]}
    assert {frozenset(team) for team in decided.teams} == expected | {frozenset("XY")}
    paired = frozenset().union(*decided.teams)
    assert decided.without == tuple(each for each in rows if each not in paired)
    assert (decided.lot, decided.generator) == (None, "")


def test_equal_votes_are_drawn() -> None:
    # Four players in teams of two have 12 votes each (A1): 4 for everybody else.
    rows = {each: [0 if a == b else 4 for b in range(4)] for a, each in enumerate(FOUR)}
    scene = after(TEAMED, *ballots(rows))
    assert team_ballots(allocation(scene)).lots == ()
    (decided,) = scene.when(DecideAllocation(), lot=11).then()
    assert isinstance(decided, PlayersAllocated)
    assert (decided.lot, decided.generator, decided.is_unique) == (11, GENERATOR, False)
    first, second, third, fourth = (FOUR[at] for at in order_by_lot(11, 4))
    halves = {frozenset((first, third)), frozenset((second, fourth))}
    assert {frozenset(team) for team in decided.teams} == halves  # C5: 1 with 3, 2 with 4
    assert decided.drawn_among == FOUR
    ballots_drawn = team_ballots(allocation(after(scene, DecideAllocation(), lot=11)))
    assert ballots_drawn.lots == order_by_lot(11, 4)


def test_an_allocation_is_opened_among_those_who_have_not_left() -> None:
    scene = given(*START, EntrantWithdrawn(entrant=BEA, from_round=1, reason=""))
    (opened,) = scene.when(VOTES).then()
    assert opened == AllocationOpened(
        method=AllocationMethod.VOTES,
        entrants=(ANA, CARL, DORA),
        votes=10,
        options=options("A", "B", "C"),
    )


def test_the_same_again_changes_nothing_and_another_takes_its_place() -> None:
    assert OPEN.when(VOTES).then() == ()
    assert allocation(after(OPEN, RANKS)).rules.method is AllocationMethod.RANKS


def test_teams_have_the_votes_of_a1() -> None:
    assert allocation(TEAMED).rules.votes == 12  # 4 × 3 × 2 / 2
    scene = after(given(*START), replace(PAIRS, method=AllocationMethod.TEAMS_B, team=3))
    assert allocation(scene).rules.votes == 24  # 4 × 4 × 3 / 2


def test_ballots_are_for_the_staff_until_the_result_has_them() -> None:
    (ballot,) = OPEN.when(HandInBallot(entrant=ANA, values=(5, 3, 2))).then()
    assert audience_of(ballot) is Audience.STAFF
    public = [event for event in DECIDED.events if audience_of(event) is Audience.PUBLIC]
    found = folded(*public).allocation
    assert found == allocation(DECIDED)
    assert found is not None
    assert len(found.ballots) == len(FOUR)


def test_a_ballot_replaces_the_earlier_one_and_an_empty_one_removes_it() -> None:
    scene = after(OPEN, HandInBallot(entrant=ANA, values=(5, 3, 2)))
    assert scene.when(HandInBallot(entrant=ANA, values=(5, 3, 2))).then() == ()
    scene = after(scene, HandInBallot(entrant=ANA, values=(2, 3, 5)))
    assert allocation(scene).ballots == {ANA: Ballot(entrant=ANA, values=(2, 3, 5))}
    (taken_back,) = scene.when(HandInBallot(entrant=ANA, values=())).then()
    assert taken_back == BallotHandedIn(entrant=ANA, values=())
    assert taken_back.wording() == ".none"
    assert allocation(after(scene, HandInBallot(entrant=ANA, values=()))).ballots == {}
    assert OPEN.when(HandInBallot(entrant=ANA, values=())).then() == ()


def test_a_missing_ranked_list_is_a_row_of_zeros() -> None:
    scene = after(RANKED, HandInBallot(entrant=ANA, values=(1, 2, 3)))
    (decided,) = scene.when(DecideAllocation()).then()
    assert isinstance(decided, PlayersAllocated)
    assert [each.option for each in decided.given] == [1, 2, 3, None]
    assert (decided.total, decided.is_unique) == (0, False)
    assert decided.wording() == ".several"


def test_vetoes_are_kept_and_options_may_have_several_places() -> None:
    opened = replace(VOTES, options=options("A", "B", places=2), vetoes=1)
    scene = after(
        given(*START),
        opened,
        HandInBallot(entrant=ANA, values=(10, 0), vetoes=(1,)),
        *(HandInBallot(entrant=each, values=(10, 0)) for each in (BEA, CARL, DORA)),
    )
    (decided,) = scene.when(DecideAllocation()).then()
    assert isinstance(decided, PlayersAllocated)
    assert [each.option for each in decided.given] == [2, 1, 1, 2]
    assert decided.total == 20


def test_vetoes_that_leave_no_assignment_name_players_and_options() -> None:
    opened = replace(
        VOTES, options=(*options("A", "B"), OfferedOption(name="C", places=2)), vetoes=2
    )
    scene = after(
        given(*START),
        opened,
        *(HandInBallot(entrant=each, values=(0, 0, 10), vetoes=(1, 2)) for each in FOUR[:3]),
        HandInBallot(entrant=DORA, values=(10, 0, 0)),
    )
    found = refused(scene, DecideAllocation())
    assert isinstance(found, VetoesLeaveNoAssignment)
    assert (found.needed, found.places, found.options) == (3, 2, ("C",))
    assert {*found.entrants} == {ANA, BEA, CARL}


def test_a_veto_that_leaves_no_team_is_refused_with_those_who_are_possible() -> None:
    # Teams of three have 18 votes each (A1). After Bea's and Carl's no three players join (B2):
    # Carl may be with Ana and Dora, who have not voted, but not with Bea, who gave him no vote.
    scene = after(
        given(*START), replace(PAIRS, team=3), HandInBallot(entrant=BEA, values=(18, 0, 0, 0))
    )
    found = refused(scene, HandInBallot(entrant=CARL, values=(18, 0, 0, 0)))
    assert found.fields == {"entrant": CARL, "team": 3, "possible": (ANA, DORA)}
    scene = after(scene, HandInBallot(entrant=CARL, values=(9, 0, 0, 9)))
    assert len(allocation(scene).ballots) == 2


def test_in_mode_b_votes_may_be_negative_and_nobody_is_vetoed() -> None:
    opened = after(given(*START), replace(PAIRS, method=AllocationMethod.TEAMS_B))
    rows = {ANA: (0, 20, -4, 0), BEA: (16, 0, 0, 0), CARL: (0, 0, 0, 16), DORA: (0, 0, 16, 0)}
    (decided,) = after(opened, *ballots(rows)).when(DecideAllocation()).then()
    assert isinstance(decided, PlayersAllocated)
    assert {*decided.teams} == {(ANA, BEA), (CARL, DORA)}
    assert (decided.total, decided.is_unique, decided.wording()) == (68, True, ".teams")


def test_a_result_is_withdrawn_and_decided_again_from_its_ballots() -> None:
    scene = after(DECIDED, WithdrawAllocation())
    assert scene.events[-1] == AllocationWithdrawn()
    assert allocation(scene) == allocation(FULL)
    scene = after(scene, HandInBallot(entrant=ANA, values=(0, 0, 10)), DecideAllocation())
    found = allocation(scene).result
    assert found is not None
    assert found.given[0] == GivenOption(entrant=ANA, option=3)
    scene = after(scene, WithdrawAllocation(), WithdrawAllocation())
    assert scene.state().allocation is None


def test_the_ballots_of_a_large_matrix_stay_with_the_staff() -> None:
    people = [f"p{number}" for number in range(STEPS_SIZE_MAX + 1)]
    opened = replace(VOTES, options=options("A", places=len(people)))
    scene = after(among(*people), opened, *ballots({name: [10] for name in people}))
    scene = after(scene, DecideAllocation())
    found = allocation(scene)
    assert found.result is not None
    assert found.result.ballots == ()
    assert len(found.ballots) == len(people)
    assert found.result.total == 10 * len(people)


OTHER = Allocation(assignment=(2, 1, 0, None), total=7, is_unique=True)
"""Not what the ballots give, so that it shows where it was used."""


def test_an_answer_of_a_worker_is_used_if_it_is_to_the_same_question() -> None:
    asked = question_of(FULL.state(), DecideAllocation(), DecisionContext())
    assert isinstance(asked, AllocationAsked)
    prepared = Prepared(question=asked, answer=OTHER)
    (decided,) = FULL.when(DecideAllocation(), prepared=prepared).then()
    assert isinstance(decided, PlayersAllocated)
    assert decided.total == OTHER.total
    changed = after(FULL, HandInBallot(entrant=ANA, values=(0, 0, 10)))
    assert changed.when(DecideAllocation(), prepared=prepared).then() == (
        changed.when(DecideAllocation()).then()
    )


def test_the_question_of_teams_has_the_lots() -> None:
    rows = {each: [0 if a == b else 4 for b in range(4)] for a, each in enumerate(FOUR)}
    scene = after(TEAMED, *ballots(rows))
    asked = question_of(scene.state(), DecideAllocation(), DecisionContext(lot=11))
    assert isinstance(asked, FormationAsked)
    assert asked.ballots.lots == order_by_lot(11, 4)
    prepared = Prepared(question=asked, answer=answer_to(asked))
    used = scene.when(DecideAllocation(), prepared=prepared, lot=11).then()
    assert used == scene.when(DecideAllocation(), lot=11).then()


def test_a_tie_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(team_formation, "STATES_MAX", 1)
    rows = {each: [0 if a == b else 4 for b in range(4)] for a, each in enumerate(FOUR)}
    found = refused(after(TEAMED, *ballots(rows)), DecideAllocation())
    assert isinstance(found, TieOfTeamsTooLarge)
    assert found.teams == 6  # each of the pairs of four


def test_facts_of_another_line_of_play_change_nothing() -> None:
    ballot = BallotHandedIn(entrant=ANA, values=(1, 2))
    result = PlayersAllocated(total=1, is_unique=True)
    assert folded(*START, ballot, result, AllocationWithdrawn()).allocation is None


PLAYED = (*START, drafted(1, (ANA, CARL), (BEA, DORA)))
LONG = "x" * (OPTION_LENGTH_MAX + 1)
MANY = [f"p{number}" for number in range(61)]


@pytest.mark.parametrize(
    ("scene", "command", "expected"),
    [
        (given(*PLAYED), VOTES, AllocationTooLate),
        (given(*PLAYED), WithdrawAllocation(), AllocationTooLate),
        (given(*START), WithdrawAllocation(), AllocationNotOpen),
        (given(*START), DecideAllocation(), AllocationNotOpen),
        (given(*START), HandInBallot(entrant=ANA, values=()), AllocationNotOpen),
        (DECIDED, VOTES, AllocationDecided),
        (DECIDED, DecideAllocation(), AllocationDecided),
        (DECIDED, HandInBallot(entrant=ANA, values=(5, 3, 2)), AllocationDecided),
        (given(CREATED), VOTES, AllocationDoesNotFit),
        (given(CREATED, *entered(ANA)), PAIRS, AllocationDoesNotFit),
        (given(*START), replace(VOTES, options=()), AllocationDoesNotFit),
        (given(*START), replace(VOTES, options=options("A", places=0)), AllocationDoesNotFit),
        (
            given(*START),
            replace(VOTES, options=options("A", "B", places=1500)),
            AllocationDoesNotFit,
        ),
        (given(*START), replace(VOTES, votes=0), AllocationDoesNotFit),
        (given(*START), replace(VOTES, vetoes=3), AllocationDoesNotFit),
        (given(*START), replace(PAIRS, team=5), AllocationDoesNotFit),
        (given(*START), replace(PAIRS, team=1), AllocationDoesNotFit),
        (among(*MANY), PAIRS, AllocationDoesNotFit),
        (given(*START), replace(VOTES, options=options(" ")), OptionNotPossible),
        (given(*START), replace(VOTES, options=options(LONG)), OptionNotPossible),
        (given(*START), replace(VOTES, options=options("A", "A")), OptionNotPossible),
        (among(*MANY[:40]), replace(PAIRS, team=10), TooManyTeamsPossible),
        (OPEN, HandInBallot(entrant=EVA, values=(5, 3, 2)), NotInAllocation),
        (OPEN, HandInBallot(entrant=ANA, values=(5, 5)), BallotLength),
        (TEAMED, HandInBallot(entrant=ANA, values=(0, 12)), BallotLength),
        (OPEN, HandInBallot(entrant=ANA, values=(5, 3, 3)), VotesDoNotAddUp),
        (OPEN, HandInBallot(entrant=ANA, values=(12, -2, 0)), VoteOutOfRange),
        (TEAMED, HandInBallot(entrant=ANA, values=(0, 14, -2, 0)), VoteOutOfRange),
        (TEAMED, HandInBallot(entrant=ANA, values=(0, 5, 5, 5)), VotesDoNotAddUp),
        (TEAMED, HandInBallot(entrant=ANA, values=(3, 3, 3, 3)), VoteForOneself),
        (TEAMED, HandInBallot(entrant=ANA, values=(0, 4, 4, 4), vetoes=(2,)), VetoesDoNotFit),
        (RANKED, HandInBallot(entrant=ANA, values=(1, 2, 2)), RanksDoNotFit),
        (RANKED, HandInBallot(entrant=ANA, values=(0, 1, 3)), RanksDoNotFit),
        (OPEN, HandInBallot(entrant=ANA, values=(5, 3, 2), vetoes=(1,)), VetoesDoNotFit),
        (
            after(given(*START), replace(VOTES, vetoes=2)),
            HandInBallot(entrant=ANA, values=(5, 3, 2), vetoes=(4,)),
            VetoesDoNotFit,
        ),
        (
            after(given(*START), replace(VOTES, vetoes=2)),
            HandInBallot(entrant=ANA, values=(5, 3, 2), vetoes=(1, 1)),
            VetoesDoNotFit,
        ),
        (OPEN, DecideAllocation(), BallotsMissing),
        (TEAMED, DecideAllocation(), BallotsMissing),
        (
            given(*FULL.events, EntrantWithdrawn(entrant=BEA, from_round=1, reason="")),
            DecideAllocation(),
            EntrantsLeftAllocation,
        ),
    ],
)
def test_bad_input_is_refused(scene: Scene, command: Command, expected: type[Refusal]) -> None:
    assert isinstance(refused(scene, command), expected)


def test_a_removed_entry_has_left_the_allocation() -> None:
    removed = EntryRemoved(entrant=DORA)
    found = refused(given(*FULL.events, removed), DecideAllocation())
    assert isinstance(found, EntrantsLeftAllocation)
    assert found.entrants == (DORA,)


def test_the_refusal_of_a_sum_says_what_would_be_right() -> None:
    found = refused(OPEN, HandInBallot(entrant=ANA, values=(5, 3, 3)))
    assert found.fields == {"entrant": ANA, "given": 11, "expected": 10}
    found = refused(RANKED, HandInBallot(entrant=ANA, values=(1, 2, 2)))
    assert found.fields == {"entrant": ANA, "first": 1, "last": 3, "missing": (3,)}


def test_a_refused_question_is_refused_before_a_worker_is_asked() -> None:
    with pytest.raises(BallotsMissing):
        question_of(OPEN.state(), DecideAllocation(), DecisionContext())


def test_the_sentence_of_a_fact_has_its_numbers() -> None:
    opened = OPEN.events[-1]
    assert (opened.details()["n"], opened.details()["options"], opened.wording()) == (4, 3, "")
    assert TEAMED.events[-1].wording() == ".teams"
    assert DECIDED.events[-1].details()["given"] == 3
    unique = PlayersAllocated(total=1, is_unique=True)
    assert unique.wording() == ""
    assert unique.drawn_among == ()
    teams = replace(unique, teams=((ANA, BEA),))
    assert (teams.wording(), replace(teams, lot=3).wording()) == (".teams", ".lot")
