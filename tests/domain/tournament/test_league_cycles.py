"""Leagues of teams in several cycles: meetings, colours, the rule of half, and their views."""

from collections import Counter

import pytest

from dsl.leagues import TEAMS, done, league, player, playing, published, register
from dsl.tournaments import Scene, given
from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.crosstables import for_standings, rounds_planned
from planilla.domain.tournament.eligibility import WithdrawEntrant
from planilla.domain.tournament.line_ups import HandInLineUp, PublishLineUps
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.setup import CreateTournament, CyclesOutOfRange
from planilla.domain.tournament.shapes import MatchShape
from planilla.projections import crosstable

LEAGUE = SYSTEMS["team-round-robin"]
ALFIL, BURGOS, CASINO, DUERO = TEAMS


@pytest.mark.parametrize("cycles", [1, 2, 3, 4])
@pytest.mark.parametrize("size", range(2, 13))
def test_each_team_meets_each_other_one_once_a_cycle_and_nobody_twice_in_a_round(
    size: int, cycles: int
) -> None:
    rounds = LEAGUE.table(size, cycles)
    assert LEAGUE.rounds_for is not None
    assert len(rounds) == LEAGUE.rounds_for(size) * cycles
    meetings: Counter[tuple[int, int]] = Counter()
    for games in rounds:
        numbers = [place.number for game in games for place in game]
        assert sorted(each for each in numbers if each) == [*range(1, size + 1)]
        meetings.update(
            (white.number, black.number) for white, black in games if white.number and black.number
        )
    for one in range(1, size + 1):
        for other in range(one + 1, size + 1):
            both = (meetings[one, other], meetings[other, one])
            assert sum(both) == cycles
            assert abs(both[0] - both[1]) == cycles % 2, "colours are reversed in turn"


@pytest.mark.parametrize("size", range(4, 13, 2))
def test_the_last_two_rounds_of_the_first_cycle_are_exchanged_as_for_players(size: int) -> None:
    """Annex 1 of C.05: the advice for two cycles, against three equal colours in a row."""
    once, twice = LEAGUE.table(size, 1), LEAGUE.table(size, 2)
    rounds = size - 1
    assert twice[: rounds - 2] == once[: rounds - 2]
    assert twice[rounds - 2 : rounds] == (once[-1], once[-2])
    assert twice[rounds:] == tuple(tuple((b, a) for a, b in games) for games in once)
    assert twice == SYSTEMS["round-robin"].table(size, 2)


def in_cycles(cycles: int, teams: int = 4) -> Scene:
    scene = league(teams=teams, boards=2, cycles=cycles)
    return done(scene, *(register(team, 3) for team in TEAMS[:teams]))


def won_by_white(scene: Scene, number: int) -> Scene:
    """The scene with a round whose games are all won by White: each match ends 1-1."""
    scene = playing(scene, number)
    games = scene.state().rounds[-1].open_games
    return done(scene, *(RecordResult(game=game, result="1-0") for game in games))


def test_a_league_of_two_cycles_is_played_to_its_end_with_a_line_up_for_each_round() -> None:
    scene = in_cycles(2)
    assert rounds_planned(scene.state()) == 6
    for number in range(1, 7):
        scene = won_by_white(scene, number)
    rounds = scene.state().rounds
    met = Counter(frozenset(sides) for played in rounds for sides in played.sides)
    assert set(met.values()) == {2}
    ordered = Counter(sides for played in rounds for sides in played.sides)
    assert set(ordered.values()) == {1}, "the first side has White on board 1 in one of the two"
    assert [played.boards[0][0] for played in rounds[:1]] == ["alfil-1"]
    assert rounds[3].boards[0] == ("duero-1", "alfil-1"), "alfil-duero of round 1, reversed"


def test_a_line_up_is_of_its_round_in_each_cycle() -> None:
    scene = in_cycles(2)
    for number in range(1, 4):
        scene = won_by_white(scene, number)
    scene = published(scene, 4)
    reserve = HandInLineUp(round=4, team=ALFIL, players=(player(ALFIL, 2), player(ALFIL, 3)))
    scene = done(scene, reserve, PublishLineUps(round=4))
    fourth = scene.state().rounds[3]
    assert fourth.boards[0] == ("duero-1", "alfil-2")
    first = scene.state().rounds[0]
    assert first.boards[0] == ("alfil-1", "duero-1")


def with_results(scene: Scene, number: int, *results: str) -> Scene:
    """The scene with a round that has these results by game."""
    scene = playing(scene, number)
    games = scene.state().rounds[-1].games
    entered = (
        RecordResult(game=game, result=result) for game, result in zip(games, results, strict=True)
    )
    return done(scene, *entered)


def test_the_cross_of_teams_has_the_matches_of_both_cycles() -> None:
    """Alfil wins on both boards in round 1; in round 4 duero has White on board 1 and wins both."""
    scene = with_results(in_cycles(2), 1, "1-0", "0-1", "½-½", "½-½")
    for number in (2, 3):
        scene = won_by_white(scene, number)
    scene = with_results(scene, 4, "1-0", "0-1", "½-½", "½-½")
    cells = crosstable.rows(scene.state())[ALFIL][len(crosstable.CrosstableRow._fields) :]
    duero = scene.state().order.index(DUERO) + 1
    assert [cell for cell in cells if cell[0] == duero] == [
        (duero, "W", "1", ""),
        (duero, "B", "0", ""),
    ]


@pytest.mark.parametrize(("after", "counts"), [(1, False), (2, False), (3, True), (4, True)])
def test_a_team_that_leaves_counts_from_half_of_the_matches_of_all_cycles_on(
    after: int, counts: bool
) -> None:
    """Six matches are scheduled for each team: half of them are three."""
    scene = in_cycles(2)
    for number in range(1, after + 1):
        scene = won_by_white(scene, number)
    scene = done(scene, WithdrawEntrant(entrant=DUERO))
    assert bool(for_standings(scene.state()).annulled) is not counts


def test_more_cycles_than_four_are_refused_with_what_is_possible() -> None:
    shape = MatchShape(boards=2, cycles=5)
    command = CreateTournament(name="Liga", system="team-round-robin", shape=shape)
    with pytest.raises(CyclesOutOfRange) as refused:
        given().when(command).then()
    assert (refused.value.cycles, refused.value.largest) == (5, 4)
