"""How far points, tie-breaks, ratings and prizes go in a branch, held to tournaments really played.

Four players rated 2000, 1990, 1980, 1970. Round 1: Ana 1-0 Carl, Dora 0-1 Bea. Had Carl won, the
round 2 would be Bea - Carl and Dora - Ana: nine outcomes, of which Bea wins her game in 36 of a
hundred, draws it in 30 and loses it in 34 (10 points stronger: 51 expected, 30 drawn).
"""

from fractions import Fraction
from itertools import product

from msgspec.structs import replace

from dsl.keizer_club import KeizerClub
from dsl.prize_plans import group, plan
from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    FOUR,
    ROUND_1_BOARDS,
    ROUND_2_BOARDS,
    entered,
    facts,
    folded,
    imported,
    numbered,
    published,
    recorded,
)
from planilla.audit.branch import (
    Branch,
    BranchOptions,
    FirstRatings,
    Outlook,
    branch,
    branch_from,
    branch_portions,
    count_portion,
)
from planilla.audit.compare import KEIZER_TOTAL, results_snapshot, shown
from planilla.audit.edits import Removed
from planilla.audit.known_from_start import other_result
from planilla.audit.tally import FigureRange, ScenarioShare, Spread, spread_of
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.keizer_values import keizer_standings
from planilla.domain.tournament.prizes import PrizesAnnounced
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.vocabulary import EntrantId, GameId

RESULTS = ("1-0", "½-½", "0-1")
FUND = 100_000
START: tuple[Event, ...] = (
    replace(CREATED, tiebreaks=("BH", "SB", "DE"), rating_rules="elo-fide-2024"),
    *(replace(each, k=20) for each in entered(*FOUR)),
    numbered(*FOUR),
    PrizesAnnounced(plan=plan(group(FUND))),
)
PLAYED = (
    *START,
    published(1, *ROUND_1_BOARDS),
    recorded("1.1", "1-0"),
    recorded("1.2", "0-1"),
    published(2, *ROUND_2_BOARDS),
    recorded("2.1", "½-½"),
    recorded("2.2", "1-0"),
)


def had_carl_won(ways: BranchOptions | None = None) -> Branch:
    log = facts(*PLAYED)
    return branch(log, other_result(log, GameId("1.1"), "0-1").edits, ways or BranchOptions())


def of(found: Branch, entrant: EntrantId) -> Outlook:
    return next(each for each in found.places if each.entrant == entrant)


def test_points_elo_and_prize_money_of_all_ends_are_weighed_by_the_ratings() -> None:
    found = had_carl_won()
    bea = of(found, BEA)
    assert (found.exact, found.worlds, found.unit, found.currency) == (True, 9, 2, "EUR")
    # In half points: 2 and what she makes of her game, 0.36 * 2 + 0.30 * 1 more.
    assert bea.points == Spread(now=3, low=2, high=4, mean=302, error=0)
    # K 20. Against Dora, 20 points weaker, 53 were expected: +9.4. Then 51 are: +9.8, -0.2, -10.2,
    # and 0.36 * 9.8 - 0.30 * 0.2 - 0.34 * 10.2 = 0. As it was: against Ana, 10 points stronger,
    # 49 expected and half a point made: +0.2.
    assert bea.elo == Spread(now=960, low=-80, high=1_920, mean=94_000, error=0)
    # A drawn game is shared with Carl, who has met Ana with nothing as she has met Dora: their
    # tie-breaks are those of who wins there, so that the whole goes by them.
    assert bea.prize is not None
    assert (bea.prize.low, bea.prize.high, bea.prize.error) == (0, FUND, 0)
    assert bea.first_rating is None


def test_what_everybody_may_have_is_what_they_have_where_it_is_really_played() -> None:
    found = had_carl_won()
    worlds = [
        folded(
            *START,
            published(1, *ROUND_1_BOARDS),
            recorded("1.1", "0-1"),
            recorded("1.2", "0-1"),
            published(2, (BEA, CARL), (DORA, ANA)),
            recorded("2.1", first),
            recorded("2.2", second),
        )
        for first, second in product(RESULTS, RESULTS)
    ]
    for entrant in FOUR:
        results = [results_snapshot(world) for world in worlds]
        rows = [each.rows[entrant] for each in results]
        row = of(found, entrant)
        for code in ("BH", "SB", "DE"):
            (range_,) = (each for each in row.tiebreaks if each.code == code)
            found_values = [each.values_of(entrant)[code] for each in results]
            values = [value for value in found_values if value is not None]
            bounds = (str(min(values)), str(max(values))) if values else ("", "")
            assert (range_.low, range_.high) == bounds
            now = results_snapshot(folded(*PLAYED)).values_of(entrant)[code]
            assert range_.now == shown(now)
        elo = [each.elo[entrant] for each in results]
        assert row.elo is not None
        assert (row.elo.low, row.elo.high) == (min(elo), max(elo))
        assert (row.points.low, row.points.high) == (
            min(row.points for row in rows),
            max(row.points for row in rows),
        )


def test_the_mean_of_the_prizes_is_the_whole_fund() -> None:
    found = had_carl_won()
    means = [each.prize.mean for each in found.places if each.prize is not None]
    assert len(means) == len(FOUR)
    assert abs(sum(means) - FUND * 100) <= len(FOUR)


def test_the_error_of_a_mean_is_that_of_a_sample() -> None:
    sample = FigureRange()
    for value in (1, 2, 3, 4):
        sample.add(value, 1)
    # The mean is 2.5 and s² = (2.25 + .25 + .25 + 2.25)/3 = 5/3; sqrt(5/3/4) = 0.6455.
    assert spread_of(sample, 2, 4) == Spread(now=2, low=1, high=4, mean=250, error=65)
    assert spread_of(sample, None, 0) == Spread(now=None, low=1, high=4, mean=250, error=0)


def test_drawn_worlds_come_near_to_all_of_them() -> None:
    everything, drawn = had_carl_won(), had_carl_won(BranchOptions(draws=200, seed=4))
    for entrant in FOUR:
        sure, found = of(everything, entrant), of(drawn, entrant)
        for one, other in ((sure.points, found.points), (sure.elo, found.elo)):
            assert one is not None
            assert other is not None
            assert other.error
            assert abs(one.mean - other.mean) <= 4 * other.error
            assert one.low <= other.low <= other.high <= one.high


def test_portions_come_to_the_same_figures() -> None:
    log = facts(*PLAYED)
    edits = other_result(log, GameId("1.1"), "0-1").edits
    ways = BranchOptions(draws=10, seed=3)
    parts = branch_portions(log, edits, ways, 4)
    assert branch_from(parts[0], map(count_portion, parts)) == branch(log, edits, ways)


def test_who_has_no_rating_gets_one_in_some_worlds() -> None:
    """Eva has lost to four rated players; a first event without any score gives no rating."""
    five = tuple(replace(each, k=20) for each in entered("p1", "p2", "p3", "p4", "p5"))  # type: ignore[arg-type]
    played = [
        event
        for number, each in enumerate(five, start=1)
        for event in (imported(number, (EVA, each.entrant)), recorded(f"{number}.1", "0-1"))
    ]
    start = (
        replace(CREATED, rounds_asked=5, rating_rules="elo-fide-2024"),
        *five,
        replace(entered(EVA)[0], rating=0),
        numbered(*(each.entrant for each in five), EVA),
    )
    log = facts(*start, *played)
    found = branch(log, (Removed(version=log[-1].version),))
    first = of(found, EVA).first_rating
    won, drew = (
        results_snapshot(folded(*start, *played[:-1], recorded("5.1", result))).first_ratings.get(
            EVA
        )
        for result in ("1-0", "½-½")
    )
    # Without a rating all three ends are equally likely, and two of them give one.
    assert won is not None
    assert drew is not None
    two_thirds = ScenarioShare(share=6_667, error=0, low=6_667, high=6_667)
    assert first == FirstRatings(now=None, low=drew, high=won, gets=two_thirds)
    assert (of(found, EVA).elo, of(found, EVA).prize) == (None, None)


def test_a_keizer_tournament_tells_how_far_its_totals_go() -> None:
    club = KeizerClub()
    club.enter(2000, 1900, 1800, 1700)
    club.pair()
    club.end()
    last = [each for each in club.facts if isinstance(each.event, ResultRecorded)][-1]
    found = branch(club.facts, (Removed(version=last.version),))
    climb = keizer_standings(club.state)
    for each in found.places:
        total = next(value for value in each.tiebreaks if value.code == KEIZER_TOTAL)
        seat = club.state.order.index(each.entrant)
        assert Fraction(total.now) == Fraction(climb.totals[seat], climb.unit)
        assert Fraction(total.low) <= Fraction(total.now) <= Fraction(total.high)
    assert any(
        value.low != value.high
        for each in found.places
        for value in each.tiebreaks
        if value.code == KEIZER_TOTAL
    )
