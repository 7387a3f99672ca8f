"""Withdrawal from a round robin: the rule of half of the games in standings (seed 004).

The expected points are added up here from the recorded results by the words of the rule.
"""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dsl.tournaments import ANA, BEA, CARL, CREATED, DORA, EVA, ROUND_ROBIN, Scene, entered, given
from planilla.domain.crosstable import Crosstable
from planilla.domain.pairing.closed.berger import cycle
from planilla.domain.ratings.rated import changes
from planilla.domain.ratings.rules import RATING_RULES
from planilla.domain.scoring import points_by_round, scores
from planilla.domain.standings import Announced, standings
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.eligibility import (
    ExpelEntrant,
    ReinstateEntrant,
    ReturnEntrant,
    RuleIneligible,
    WithdrawEntrant,
)
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameResult
from planilla.projections import crosstable as crosstable_view
from planilla.projections.player_card import player_card

FIVE = (ANA, BEA, CARL, DORA, EVA)
ANNOUNCED = Announced(codes=("SB", "DE", "WIN", "KS"), edition="fide-2026-03")
WORTH = {"1-0": (2, 0), "½-½": (1, 1), "0-1": (0, 2), "+/-": (2, 0), "-/+": (0, 2), "-/-": (0, 0)}


def round_played(scene: Scene, results: dict[frozenset[EntrantId], str]) -> Scene:
    """The next round, played: a draw where no other result is named."""
    number = len(scene.state().rounds) + 1
    scene = scene.when(PairRound(round=number)).and_then()
    scene = scene.when(PublishPairings(round=number)).and_then()
    played = scene.state().rounds[-1]
    for game in played.open_games:
        pair = frozenset(played.boards[played.games.index(game)])
        command = RecordResult(game=game, result=results.get(pair, "½-½"))
        scene = scene.when(command).and_then()
    return scene


def five_after(rounds: int) -> Scene:
    """Five players after some rounds of draws: number 1 is free in the first one."""
    scene = given(ROUND_ROBIN, *entered(*FIVE))
    for _ in range(rounds):
        scene = round_played(scene, {})
    return scene


def points(state: Tournament) -> list[str]:
    return [str(Fraction(each, 2)) for each in scores(for_standings(state))]


def test_below_half_nothing_of_the_player_counts() -> None:
    # Berger for five: 1 is free, then 1-2, 3-1, 1-4, 5-1. One game of four is played.
    scene = five_after(2).when(WithdrawEntrant(entrant=ANA)).and_then()
    for _ in range(3):
        scene = round_played(scene, {})
    # The other four meet one another: three draws each; Ana's draw and the forfeits do not count.
    assert points(scene.state()) == ["0", "3/2", "3/2", "3/2", "3/2"]
    shown = crosstable_view.rows(scene.state())[ANA][4:]
    assert [cell and cell[:3] for cell in shown] == [
        (None, None, "Z"),
        (2, "W", "(½)"),
        (3, "B", "(-)"),
        (4, "W", "(-)"),
        (5, "B", "(-)"),
    ]


def test_from_half_on_everything_counts() -> None:
    scene = five_after(3).when(WithdrawEntrant(entrant=ANA)).and_then()
    for _ in range(2):
        scene = round_played(scene, {})
    assert points(scene.state()) == ["1", "2", "2", "5/2", "5/2"]
    shown = crosstable_view.rows(scene.state())[ANA][4:]
    assert [cell and cell[2] for cell in shown] == ["Z", "½", "½", "-", "-"]


def test_half_is_of_both_cycles() -> None:
    double = replace(ROUND_ROBIN, system_name="round-robin-double")
    for played, annulled in ((4, True), (5, False)):  # 1 is free once: three or four of eight games
        scene = given(double, *entered(*FIVE))
        for _ in range(played):
            scene = round_played(scene, {})
        scene = scene.when(WithdrawEntrant(entrant=ANA)).and_then()
        assert bool(for_standings(scene.state()).annulled) is annulled


def test_expulsion_is_treated_alike_and_a_return_takes_it_back() -> None:
    scene = five_after(2)  # 2-5 3-4, then 5-3 1-2
    before = points(scene.state())
    assert before == ["1/2", "1", "1", "1/2", "1"]
    expelled = scene.when(ExpelEntrant(entrant=ANA, reason=Sealed())).and_then()
    assert points(expelled.state()) == ["0", "1/2", "1", "1/2", "1"]
    gone = scene.when(WithdrawEntrant(entrant=ANA)).and_then()
    assert points(gone.state()) == ["0", "1/2", "1", "1/2", "1"]
    assert points(gone.when(ReturnEntrant(entrant=ANA)).state()) == before


def test_a_ruling_of_ineligibility_is_no_withdrawal() -> None:
    scene = five_after(2)
    ruled = RuleIneligible(entrant=ANA, from_round=3, reason=Sealed())
    assert not for_standings(scene.when(ruled).state()).annulled
    gone = scene.when(WithdrawEntrant(entrant=ANA)).and_then().when(ruled).and_then()
    assert for_standings(gone.state()).annulled == {0}
    back = gone.when(ReinstateEntrant(entrant=ANA, reason=Sealed())).state()
    assert for_standings(back).annulled == {0}


def test_a_withdrawal_from_a_swiss_annuls_nothing() -> None:
    scene = round_played(given(CREATED, *entered(ANA, BEA, CARL, DORA)), {})
    gone = scene.when(WithdrawEntrant(entrant=ANA)).state()
    assert not for_standings(gone).annulled
    assert points(gone) == ["1/2"] * 4


def test_games_that_do_not_count_are_rated() -> None:
    scene = round_played(five_after(1), {frozenset((ANA, BEA)): "1-0"})
    rules = RATING_RULES["elo-fide-2024"]
    before = changes(for_standings(scene.state()), rules)
    gone = scene.when(WithdrawEntrant(entrant=ANA)).state()
    assert for_standings(gone).annulled == {0}
    assert changes(for_standings(gone), rules) == before


def test_a_card_adds_up_the_games_that_count() -> None:
    state = five_after(2).when(WithdrawEntrant(entrant=ANA)).state()
    card = player_card(state, BEA)
    assert card is not None
    assert [(each.outcome, each.points, each.total) for each in card.rounds] == [
        ("W½", 1, 1),
        ("B½", 0, 1),
    ]
    assert card.points == 1


# --- any round robin ------------------------------------------------------------------------------


def without_games_of(table: Crosstable, gone: set[int]) -> Crosstable:
    """The crosstable as if the games of these seats had not been paired."""
    rounds = []
    for played in table.rounds:
        boards = list(zip(played.boards, played.results, strict=True))
        kept = [(pair, code) for pair, code in boards if gone.isdisjoint(pair)]
        rounds.append(
            replace(
                played,
                boards=tuple(pair for pair, _ in kept),
                results=bytes(code for _, code in kept),
            )
        )
    return replace(table, rounds=tuple(rounds), annulled=frozenset())


@st.composite
def leagues(draw: st.DrawFn) -> Tournament:
    """A round robin of which some withdraw, are expelled or return between rounds."""
    size, cycles = draw(st.integers(2, 7)), draw(st.integers(1, 2))
    created = ROUND_ROBIN
    if cycles == 2:
        created = replace(created, system_name="round-robin-double")
    players = tuple(EntrantId(f"p{number}") for number in range(1, size + 1))
    scene = given(created, *entered(*players))
    outcome = st.sampled_from(("1-0", "½-½", "0-1", "+/-", "-/-"))
    for _ in range(draw(st.integers(1, cycles * (size - 1 + size % 2)))):
        pairs = [frozenset((one, other)) for one in players for other in players if one < other]
        scene = round_played(scene, {pair: draw(outcome) for pair in pairs})
        who = draw(st.sampled_from(players))
        entrant = scene.state().entrants[who]
        act = draw(st.sampled_from(("nothing", "withdraw", "expel", "return")))
        if act == "withdraw" and entrant.out_from is None:
            scene = scene.when(WithdrawEntrant(entrant=who)).and_then()
        if act == "expel" and not entrant.expelled:
            scene = scene.when(ExpelEntrant(entrant=who, reason=Sealed())).and_then()
        if act == "return" and entrant.out_from is not None and not entrant.expelled:
            scene = scene.when(ReturnEntrant(entrant=who)).and_then()
    return scene.state()


@settings(max_examples=60, deadline=None)
@for_all(leagues())
def test_standings_are_those_that_the_rule_says(state: Tournament) -> None:
    """Seed 004: fewer than half completed, no point by or against the player counts."""
    cycles = 2 if state.system_name == "round-robin-double" else 1
    scheduled = Counter(
        place.number - 1
        for row in cycle(len(state.order)) * cycles
        for game in row
        for place in game
        if all(each.number for each in game)
    )
    seats = {entrant: seat for seat, entrant in enumerate(state.order)}
    played = [
        (seats[white], seats[black], RESULT_NOTATION[GameResult(code)])
        for each in state.rounds
        for (white, black), code in zip(each.boards, each.results, strict=True)
    ]
    completed = Counter(
        seat for *pair, result in played if result in {"1-0", "½-½", "0-1"} for seat in pair
    )
    gone = {
        seat
        for entrant, seat in seats.items()
        if state.entrants[entrant].out_from is not None and 2 * completed[seat] < scheduled[seat]
    }
    expected = Counter(dict.fromkeys(seats.values(), 0))
    for white, black, result in played:
        if gone.isdisjoint((white, black)):
            expected[white] += WORTH[result][0]
            expected[black] += WORTH[result][1]
    table = for_standings(state)
    assert scores(table) == tuple(expected[seat] for seat in range(table.size))
    assert tuple(map(sum, points_by_round(table))) == scores(table)
    assert standings(table, ANNOUNCED) == standings(without_games_of(table, gone), ANNOUNCED)


@pytest.mark.parametrize("played", [0, 1])
def test_two_who_left_both_forfeit_their_game(played: int) -> None:
    scene = five_after(played)
    for who in (ANA, BEA):
        scene = scene.when(WithdrawEntrant(entrant=who)).and_then()
    while len(scene.state().rounds) < 2:
        scene = round_played(scene, {})
    state = scene.state()
    board = next(at for at, pair in enumerate(state.rounds[1].boards) if set(pair) == {ANA, BEA})
    assert GameResult(state.rounds[1].results[board]) is GameResult.BOTH_FORFEIT
