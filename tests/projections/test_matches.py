"""The matches of published rounds, and the groups of a tournament, as rows."""

import pytest
from msgspec.structs import replace

from dsl.team_matches import LIONS, TIGERS, cup, league, ruled
from dsl.tournaments import entered, folded, numbered
from planilla.domain.tournament.state import RoundStatus, Tournament
from planilla.domain.vocabulary import EntrantId, GameResult
from planilla.presentation.tables import view_lines
from planilla.projections.groups import goes_on, groups_of
from planilla.projections.groups import rows as group_rows
from planilla.projections.matches import MatchPhase, rows


def test_a_match_has_the_points_of_its_sides_whatever_their_colours_are() -> None:
    """Lions win board 1 with White and draw board 2 with Black: 3 and 1 half points."""
    (row,) = rows(league((("1.1", "1-0"), ("1.1.2", "½-½")))).values()
    assert (row.first, row.first_points) == (LIONS, 3)
    assert (row.second, row.second_points) == (TIGERS, 1)
    assert row.games == (("1.1", "leo", "tom", "1-0"), ("1.1.2", "teo", "lia", "½-½"))


@pytest.mark.parametrize(
    ("state", "status", "winner", "still_open"),
    [
        pytest.param(league(boards=()), MatchPhase.EMPTY, None, 0, id="no players"),
        pytest.param(league((("1.1", "1-0"),)), MatchPhase.OPEN, None, 1, id="open"),
        pytest.param(
            league((("1.1", "1-0"), ("1.1.2", "1-0"))), MatchPhase.DONE, None, 0, id="done"
        ),
        pytest.param(league(decision=ruled(TIGERS)), MatchPhase.RULED, TIGERS, 2, id="ruled"),
    ],
)
def test_a_match_says_how_far_it_is(
    state: Tournament, status: MatchPhase, winner: str | None, still_open: int
) -> None:
    row = rows(state)["1.1"]
    assert (row.status, row.winner, row.open) == (status, winner, still_open)


def test_drafts_and_rounds_of_single_games_have_no_matches() -> None:
    state = league()
    draft = replace(state.rounds[0], status=RoundStatus.DRAFT)
    single = replace(state.rounds[0], sides=())
    assert rows(replace(state, rounds=(draft,))) == {}
    assert rows(replace(state, rounds=(single,))) == {}


def test_the_groups_are_the_stages_fed_by_the_entries() -> None:
    """Black won in both groups, so the second of each leads it and goes on to the final."""
    state = cup()
    assert [group.plan.title for group in groups_of(state)] == ["A", "B"]
    assert goes_on(groups_of(state)[0]) == {EntrantId("bea"): "Final"}
    assert [(entrant, row.group, row.rank, row.goes_to) for entrant, row in group_rows(state)] == [
        ("bea", "A", 1, "Final"),
        ("ana", "A", 2, ""),
        ("dora", "B", 1, "Final"),
        ("carl", "B", 2, ""),
    ]


def test_nobody_who_shares_the_last_place_goes_on_before_the_stage_starts() -> None:
    group = groups_of(cup())[0]
    drawn = replace(group.rounds[0], results=bytes([GameResult.DRAW]))
    assert goes_on(replace(group, rounds=(drawn,))) == {}


def test_those_go_on_with_whom_the_stage_was_started() -> None:
    state = cup()
    players = (EntrantId("ana"), EntrantId("dora"))
    plan = replace(state.later[2].plan, started_at=99)
    final = replace(folded(*entered(*players), numbered(*players)), stage=4, plan=plan)
    state = replace(state, later=(*state.later[:2], final))
    assert goes_on(groups_of(state)[0]) == {EntrantId("ana"): "Final"}
    assert goes_on(groups_of(state)[1]) == {EntrantId("dora"): "Final"}


def test_matches_and_groups_are_printed_on_a_terminal() -> None:
    name_of = str.capitalize
    lines = list(view_lines("en", "matches", league((("1.1", "1-0"),)), name_of))
    assert len(lines) == 2
    assert "Lions" in lines[1]
    assert lines[1].split()[-1] == "1"
    assert "Final" in list(view_lines("en", "groups", cup(), name_of))[1]
