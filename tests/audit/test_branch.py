"""The branch: a chain that keeps what would have been played alike, and follows what nobody knows.

Four players rated 2000, 1990, 1980, 1970, no tie-breaks. Round 1: Ana 1-0 Carl, Dora 0-1 Bea. Had
Carl won, round 2 would be Bea - Carl and Dora - Ana: two games that nobody knows, nine outcomes.
"""

from fractions import Fraction

import pytest

from dsl.leagues import TEAMS, done, league, playing, register
from dsl.played_logs import PlayedLog, random_log
from dsl.tournaments import (
    AFTER_1,
    AFTER_2,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    ROUND_2,
    ROUND_2_BOARDS,
    drafted,
    entered,
    facts,
    games,
    imported,
    numbered,
    published,
    recorded,
)
from planilla.audit.branch import (
    DEFAULT_OPTIONS,
    Branch,
    BranchOptions,
    branch,
    branch_from,
    branch_portions,
    count_portion,
)
from planilla.audit.edits import Edit, Inserted, Removed, Replaced, edited
from planilla.audit.known_from_start import other_result
from planilla.audit.replay import STARTED, Phase, ReplayProgress
from planilla.audit.scenarios import ScenarioDraws, actual_line, default_draws, follow_scenarios
from planilla.audit.tally import ScenarioShare, share_of, wilson
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.drafting import DraftChanged
from planilla.domain.tournament.entrants import CorrectSportingData
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.pairings import ChangePairing
from planilla.domain.tournament.results import RecordResult, ResultRecorded
from planilla.domain.tournament.whatif import DrawsOutOfRange
from planilla.domain.vocabulary import EntrantId, GameId

SURE = ScenarioShare(share=10_000, error=0, low=10_000, high=10_000)
NEVER = ScenarioShare(share=0, error=0, low=0, high=0)


def had_carl_won(*events: Event, ways: BranchOptions = DEFAULT_OPTIONS) -> Branch:
    log = facts(*events)
    return branch(log, other_result(log, GameId("1.1"), "0-1").edits, ways)


def places(found: Branch) -> dict[EntrantId, tuple[int, int, int]]:
    """Best, likely and worst."""
    return {each.entrant: (each.best, each.likely, each.worst) for each in found.places}


def test_all_ends_of_two_unknown_games_are_followed() -> None:
    found = had_carl_won(*AFTER_2)
    assert (found.exact, found.worlds, found.certain, found.consequences) == (True, 9, False, None)
    _, second = found.rounds
    assert second.certain
    assert second.unknown == 200
    assert [each.stays for each in second.boards] == [NEVER, NEVER]
    assert {(each.white, each.black) for each in second.instead} == {(BEA, CARL), (DORA, ANA)}
    assert {each.stays.share for each in second.instead} == {10_000}
    assert (found.rounds[0].kept, second.kept) == (2, 0)


def test_best_and_worst_are_the_bounds_and_shares_go_by_the_ratings() -> None:
    # Carl and Bea have 1, Ana and Dora 0. Who wins Bea - Carl is first, who loses it is second or
    # shares it with who wins Dora - Ana; where it is drawn both are first. Who wins Dora - Ana has
    # 1: second at best, with the loser of the other game; who draws has ½ and is third, as is Dora.
    found = had_carl_won(*AFTER_2)
    bounds = {who: (best, worst) for who, (best, _, worst) in places(found).items()}
    assert bounds == {BEA: (1, 2), CARL: (1, 2), ANA: (2, 4), DORA: (2, 4)}
    # Bea is 10 points stronger: 51 of 100 expected, 30 drawn, so 36 won, 30 drawn and 34 lost.
    now = {each.entrant: each.now for each in found.places}
    same = {each.entrant: each.same.share for each in found.places}
    first = {BEA: 3_600 + 3_000, CARL: 3_400 + 3_000}
    for who, share in first.items():
        assert same[who] == (share if now[who] == 1 else 10_000 - share if now[who] == 2 else 0)


def test_the_first_places_are_counted_where_they_are_asked_for() -> None:
    found = had_carl_won(*AFTER_2, ways=BranchOptions(top=1))
    top = {each.entrant: each.top for each in found.places}
    assert top[ANA] == NEVER
    assert top[BEA] == ScenarioShare(share=6_600, error=0, low=6_600, high=6_600)
    assert had_carl_won(*AFTER_2).places[0].top is None


def test_drawn_worlds_come_near_to_all_of_them_and_say_how_near() -> None:
    found = had_carl_won(*AFTER_2, ways=BranchOptions(draws=200, seed=5, top=1))
    assert (found.exact, found.worlds, found.seed) == (False, 200, 5)
    top = next(each.top for each in found.places if each.entrant == BEA)
    assert top is not None
    assert top.low <= 6_600 <= top.high
    # The square root of p(1 - p)/200 at p = 0.66 is 0.0335.
    assert 300 <= top.error <= 350
    assert found == had_carl_won(*AFTER_2, ways=BranchOptions(draws=200, seed=5, top=1))
    assert found != had_carl_won(*AFTER_2, ways=BranchOptions(draws=200, seed=6, top=1))


def test_an_interval_holds_two_of_four_between_15_and_85_hundredths() -> None:
    # Wilson: (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n) with z = 1.96: .150 and .850.
    assert wilson(Fraction(1, 2), 4) == (1_500, 8_500)
    share = share_of(Fraction(1, 2), 4)
    assert (share.share, share.error) == (5_000, 2_500)


def test_a_branch_without_unknown_games_tells_what_changes_for_the_players() -> None:
    # The result of round 2 decides nothing that is paired: there is one way on.
    log = facts(*AFTER_2)
    found = branch(log, other_result(log, GameId("2.1"), "1-0").edits)
    assert (found.certain, found.worlds) == (True, 1)
    assert found.consequences is not None
    assert {each.entrant for each in found.consequences.places} >= {ANA, BEA}


def test_a_round_that_is_being_played_keeps_its_open_games() -> None:
    found = had_carl_won(*ROUND_2)
    assert (found.running, found.certain) == (2, True)
    assert [each.certain for each in found.rounds] == [True, True]


def test_other_games_of_the_running_round_are_not_decided_either() -> None:
    found = had_carl_won(*ROUND_2, recorded("2.1", "1-0"))
    assert (found.running, found.worlds) == (2, 1)


def test_a_change_by_hand_is_done_again_where_the_boards_are_the_same() -> None:
    by_hand = DraftChanged(round=2, games=games(2, (ANA, BEA), (CARL, DORA)))
    known = (*AFTER_1, drafted(2, *ROUND_2_BOARDS), by_hand, published(2, (ANA, BEA), (CARL, DORA)))
    log = facts(*known)
    same = branch(log, other_result(log, GameId("1.1"), "1-0").edits)
    assert (same.certain, same.by_hand) == (True, ())
    assert all(not each.instead for each in same.rounds)
    other = branch(log, other_result(log, GameId("1.1"), "0-1").edits)
    assert other.by_hand == (2,)


def test_a_round_of_a_file_stays_where_the_system_would_answer_as_it_would_have_then() -> None:
    foreign = imported(2, (CARL, ANA), (DORA, BEA))
    log = facts(*AFTER_1, foreign, recorded("2.1", "1-0"), recorded("2.2", "½-½"))
    same = branch(log, other_result(log, GameId("1.1"), "1-0").edits)
    assert same.certain
    assert all(not each.instead for each in same.rounds)
    other = branch(log, other_result(log, GameId("1.1"), "0-1").edits)
    assert {(each.white, each.black) for each in other.rounds[1].instead} == {
        (BEA, CARL),
        (DORA, ANA),
    }


def test_a_world_ends_where_nobody_can_be_paired() -> None:
    two = (CREATED, *entered(ANA, BEA), numbered(ANA, BEA))
    met = (*two, published(1, (ANA, BEA)), recorded("1.1", "+/-"), published(2, (BEA, ANA)))
    log = facts(*met, recorded("2.1", "1-0"))
    found = branch(log, other_result(log, GameId("1.1"), "1-0").edits)
    assert found.stopped == 10_000
    assert [each.stays for each in found.rounds[1].boards] == [NEVER]
    assert not found.rounds[1].certain


def test_an_edit_of_a_game_that_would_not_be_played_has_no_effect() -> None:
    log = facts(*AFTER_2)
    second: tuple[Edit, ...] = tuple(
        Replaced(version=fact.version, command=RecordResult(game=GameId("2.1"), result="½-½"))
        for fact in log
        if isinstance(fact.event, ResultRecorded) and fact.event.game == "2.1"
    )
    found = branch(log, (*other_result(log, GameId("1.1"), "0-1").edits, *second))
    assert found.edits_void == 1


def test_a_bye_is_a_meeting_too() -> None:
    # Carl has the bye of round 1 and Ana beats Bea, so that Bea has that of round 2. Had Bea won,
    # she would have met Carl, and Ana would have it.
    three = (CREATED, *entered(ANA, BEA, CARL), numbered(ANA, BEA, CARL))
    first = (*three, published(1, (ANA, BEA), bye=CARL), recorded("1.1", "1-0"))
    log = facts(*first, published(2, (CARL, ANA), bye=BEA), recorded("2.1", "1-0"))
    found = branch(log, other_result(log, GameId("1.1"), "0-1").edits)
    assert (found.exact, found.worlds) == (True, 3)
    second = found.rounds[1]
    assert {(each.white, each.black) for each in second.boards} == {(CARL, ANA), (BEA, None)}
    assert (ANA, None) in {(each.white, each.black) for each in second.instead}


@pytest.mark.parametrize("draws", [0, 3, 10_001])
def test_too_few_draws_say_nothing_and_too_many_take_too_long(draws: int) -> None:
    with pytest.raises(DrawsOutOfRange):
        had_carl_won(*AFTER_2, ways=BranchOptions(draws=draws))


def test_few_are_drawn_of_the_large_and_many_of_the_small() -> None:
    assert default_draws(500, 10) == 4
    assert default_draws(5_000, 11) == 4
    assert default_draws(20, 5) == 57
    assert default_draws(80, 1) == 153
    assert default_draws(4, 0) == 370


def test_it_is_told_how_many_ends_and_worlds_are_done() -> None:
    log, told = facts(*AFTER_2), list[ReplayProgress]()
    edits = other_result(log, GameId("1.1"), "0-1").edits
    branch(log, edits, tick=told.append)
    assert told == [
        STARTED,
        *(
            ReplayProgress(phase=phase, done=number, total=9)
            for phase in (Phase.ENDS, Phase.WORLDS)
            for number in range(1, 10)
        ),
    ]


def test_of_a_drawn_world_each_round_is_told() -> None:
    log, told = facts(*AFTER_2), list[ReplayProgress]()
    edits = other_result(log, GameId("1.1"), "0-1").edits
    branch(log, edits, BranchOptions(draws=4), told.append)
    assert told[:3] == [
        STARTED,
        ReplayProgress(phase=Phase.WORLDS, done=0, total=4, round=2, rounds=2),
        ReplayProgress(phase=Phase.WORLDS, done=1, total=4),
    ]
    assert told[-1] == ReplayProgress(phase=Phase.WORLDS, done=4, total=4)


def test_rounds_before_anything_is_unknown_have_no_error() -> None:
    real = random_log("swiss-dutch-libro", 8, 4, 3)
    first = real.state.rounds[0].games[0]
    was = real.state.rounds[0].results[0]
    edits = other_result(real.facts, first, "0-1" if was == 1 else "1-0").edits
    found = branch(real.facts, edits, BranchOptions(draws=4))
    later = found.rounds[2:]
    assert any(each.stays.error for paired in later for each in paired.boards)
    assert not any(each.stays.error for paired in found.rounds[:2] for each in paired.boards)


@pytest.mark.parametrize("missing", [5, 6])
def test_where_worlds_are_many_or_cost_much_some_are_drawn(missing: int) -> None:
    # Five games without a result have 243 ends, each with eighty players to rank; six have 729.
    log = PlayedLog()
    log.open("swiss-dutch-libro", tuple(2400 - place for place in range(80)), 2)
    log.play(1, lambda *_: "1-0")
    edits = [
        Removed(version=log.version_of(f"1.{board}", ResultRecorded))
        for board in range(1, missing + 1)
    ]
    found = branch(log.facts, edits)
    assert (found.exact, found.worlds) == (False, default_draws(80, 1))


def test_a_round_of_a_file_that_the_system_could_not_pair_is_not_kept_for_that() -> None:
    two = (CREATED, *entered(ANA, BEA), numbered(ANA, BEA), published(1, (ANA, BEA)))
    log = facts(*two, recorded("1.1", "1-0"), imported(2, (BEA, ANA)), recorded("2.1", "1-0"))
    found = branch(log, other_result(log, GameId("1.1"), "+/-").edits)
    assert found.stopped == 0
    same = branch(log, other_result(log, GameId("1.1"), "0-1").edits)
    assert same.stopped == 10_000


def test_rounds_of_a_file_are_asked_about_once_for_all_worlds() -> None:
    third = imported(3, (ANA, DORA), (CARL, BEA))
    log = facts(*AFTER_2, third, recorded("3.1", "1-0"), recorded("3.2", "1-0"))
    found = branch(log, other_result(log, GameId("1.1"), "0-1").edits)
    assert found.exact
    assert found.worlds > 9


def test_a_game_that_edits_make_may_have_a_result() -> None:
    wanted = ((ANA, BEA), (CARL, DORA))
    by_hand = ChangePairing(round=2, boards=wanted, bye=None, reason=Sealed())
    log = facts(*ROUND_2)
    edits: list[Edit] = [
        Inserted(after=len(log), command=by_hand),
        Inserted(after=len(log), command=RecordResult(game=GameId("2.3"), result="1-0")),
    ]
    found = branch(log, edits)
    assert (found.edits_void, found.certain) == (0, True)
    assert (ANA, BEA) in {(each.white, each.black) for each in found.rounds[1].instead}


def test_where_nothing_is_unknown_nothing_is_drawn() -> None:
    log = facts(*AFTER_2)
    found = branch(log, other_result(log, GameId("1.1"), "1-0").edits, BranchOptions(draws=50))
    assert (found.exact, found.worlds) == (True, 1)


def test_a_world_keeps_nothing_of_what_happened_in_the_others() -> None:
    """At the end, behind games that nobody knows, a rating is put right in each world."""
    log = random_log("swiss-dutch-2026", 14, 4, seed=9)
    closed = [fact.version for fact in log.facts if isinstance(fact.event, RoundClosed)]
    mended = CorrectSportingData(entrant=EntrantId("p1"), rating=1900)
    other = other_result(log.facts, log.state.rounds[0].games[0], "0-1")
    edits = (*other.edits, Inserted(after=closed[-1], command=mended))
    found = follow_scenarios(
        actual_line(log.facts, edits), ScenarioDraws(number=6, seed=1), everywhere=False
    )
    ended = list(found.ended)
    assert (found.is_exact, len(ended)) == (False, 6)
    assert all(len(each.world.added) == 1 for each in ended)


def test_draws_in_portions_come_to_the_same() -> None:
    log = facts(*AFTER_2)
    edits = other_result(log, GameId("1.1"), "0-1").edits
    ways = BranchOptions(draws=10, seed=3, top=2)
    parts = branch_portions(log, edits, ways, 4)
    assert [(each.first, each.last) for each in parts] == [(0, 4), (4, 8), (8, 10)]
    assert branch_from(parts[0], map(count_portion, parts)) == branch(log, edits, ways)
    sure = branch_portions(log, other_result(log, GameId("1.1"), "1-0").edits, ways, 4)
    assert branch_from(sure[0], map(count_portion, sure)).worlds == 1


def test_a_league_of_teams_is_the_same_again_in_every_reading() -> None:
    scene = done(league(), *(register(team, 3) for team in TEAMS))
    for number in (1, 2, 3):
        scene = playing(scene, number)
        results = (RecordResult(game=game, result="1-0") for game in scene.state().rounds[-1].games)
        scene = done(scene, *results)
    log = facts(*scene.events)
    again = edited(log, (), everywhere=True)
    assert (again.void, again.state) == ((), again.real)
    found = branch(log, ())
    assert found.certain
    assert all(each.certain and not each.instead for each in found.rounds)
