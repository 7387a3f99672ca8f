"""What parts two states: who moves, by which values, and what it does to prizes and Elo."""

from fractions import Fraction

from msgspec.structs import replace

from audit.test_masnou_replay import played, result
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
    entered,
    folded,
    numbered,
    published,
    recorded,
)
from planilla.audit.compare import (
    KEIZER_TOTAL,
    AmountDifference,
    PlaceDifference,
    QualifyingDifference,
    TiebreakDifference,
    consequences,
    results_snapshot,
)
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.keizer_values import keizer_standings
from planilla.domain.tournament.prizes import PrizesAnnounced
from planilla.domain.tournament.qualifying import QualifyingPlacesSet
from planilla.domain.tournament.state import INITIAL
from planilla.domain.tournament.values import Effect, Stage
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.projections import elo

K = 20
PEOPLE = tuple(replace(each, k=K) for each in entered(*FOUR))
PLAYED = (
    replace(CREATED, tiebreaks=("BH", "DE")),
    *PEOPLE,
    numbered(*FOUR),
    PrizesAnnounced(plan=plan(group(1000))),
    published(1, *ROUND_1_BOARDS),
    recorded("1.1", "1-0"),
    recorded("1.2", "0-1"),
)
"""Ana beat Carl and Bea beat Dora; they share the first place and Ana's 500 EUR."""

CORRECTED = ResultCorrected(
    game=GameId("1.1"),
    result="0-1",
    corrects=10,
    effect=Effect(points=True, pairing_from=2, rating=True),
)


def test_two_change_places_and_their_opponents_values_follow() -> None:
    """Buchholz is the points of the one opponent; nobody of equal points and BH has met."""
    found = consequences(folded(*PLAYED), folded(*PLAYED, CORRECTED), top=1)
    assert found.unit == 2
    assert found.places == (
        PlaceDifference(
            entrant=CARL,
            rank_before=3,
            rank_after=1,
            points_before=0,
            points_after=2,
            tiebreaks=(TiebreakDifference(code="BH", before="1", after="0"),),
        ),
        PlaceDifference(
            entrant=ANA,
            rank_before=1,
            rank_after=3,
            points_before=2,
            points_after=0,
            tiebreaks=(TiebreakDifference(code="BH", before="0", after="1"),),
        ),
    )
    assert found.moved == found.places
    assert found.qualifying == QualifyingDifference(top=1, into=(CARL,), out=(ANA,))
    assert not found.is_nothing


def test_a_win_that_was_a_loss_moves_a_rating_by_its_whole_coefficient() -> None:
    """The expectation is the same, the score another point: k hundredths of hundredths."""
    found = consequences(folded(*PLAYED), folded(*PLAYED, CORRECTED))
    by = {each.entrant: each.after - each.before for each in found.elo}
    assert by == {ANA: -100 * K, CARL: 100 * K}
    assert all(isinstance(each, AmountDifference) for each in found.elo)


def test_prizes_follow_the_places() -> None:
    found = consequences(folded(*PLAYED), folded(*PLAYED, CORRECTED))
    assert found.prizes is not None
    assert found.prizes.changes == (
        AmountDifference(entrant=CARL, before=0, after=500),
        AmountDifference(entrant=ANA, before=500, after=0),
    )


def test_the_same_state_twice_names_nobody() -> None:
    state = folded(*PLAYED)
    found = consequences(state, state, top=2)
    assert found.is_nothing
    assert found.qualifying == QualifyingDifference(top=2, into=(), out=())


def test_who_comes_in_and_who_drops_out_follows_the_places_of_the_tournament() -> None:
    """Ana and Bea share the first place; with the correction Bea and Carl do."""
    final = QualifyingPlacesSet(places=1, stage=Stage.FINAL)
    before, after = folded(*PLAYED, final), folded(*PLAYED, final, CORRECTED)
    change = QualifyingDifference(top=1, into=(CARL,), out=(ANA,), stage=Stage.FINAL)
    assert consequences(before, after).qualifying == change
    asked = consequences(before, after, top=3).qualifying
    assert asked == QualifyingDifference(top=3, into=(), out=())


def test_places_set_or_taken_back_bring_everybody_in_or_out() -> None:
    without = folded(*PLAYED)
    with_two = folded(*PLAYED, QualifyingPlacesSet(places=2))
    set_ = consequences(without, with_two)
    assert set_.qualifying == QualifyingDifference(top=2, into=(ANA, BEA), out=(), stage=Stage.NEXT)
    assert not set_.is_nothing
    back = consequences(with_two, without)
    assert back.qualifying == QualifyingDifference(top=0, into=(), out=(ANA, BEA))
    assert consequences(without, without).qualifying is None


def test_who_is_in_one_standings_only_has_no_place_in_the_other() -> None:
    known = folded(*PLAYED)
    fewer = consequences(known, INITIAL)
    assert [each.rank_after for each in fewer.places] == [None] * 4
    assert fewer.prizes is not None
    assert [each.after for each in fewer.prizes.changes] == [0, 0]
    more = consequences(INITIAL, folded(*PLAYED[:5]))
    assert {each.entrant: each.rank_before for each in more.places} == dict.fromkeys(FOUR)
    assert more.prizes is None


def test_points_before_are_told_in_the_units_of_after() -> None:
    state = folded(*PLAYED)
    found = consequences(state, replace(state, point_system="3-1-0"))
    ana = next(each for each in found.places if each.entrant == ANA)
    assert (found.unit, ana.points_before, ana.points_after) == (1, 1, 3)


def test_a_first_rating_comes_with_the_fifth_game() -> None:
    """Unrated Eva has beaten five rated players, but the fifth only after."""
    five = tuple(replace(each, k=K) for each in entered("p1", "p2", "p3", "p4", "p5"))  # type: ignore[arg-type]
    order = (*(each.entrant for each in five), EVA)
    games = [
        event
        for number, each in enumerate(five, start=1)
        for event in (published(number, (EVA, each.entrant)), recorded(f"{number}.1", "1-0"))
    ]
    start = (
        replace(CREATED, rounds_asked=5, rating_rules="elo-fide-2024"),
        *five,
        replace(entered(EVA)[0], rating=0),
        numbered(*order),
    )
    before, after = folded(*start, *games[:-1]), folded(*start, *games)
    (first,) = consequences(before, after).first_ratings
    shown = elo.rows(after)[EVA].after
    assert (first.entrant, first.before, first.after) == (EVA, None, shown)
    assert shown is not None


def test_a_hall_ranks_by_its_own_tiebreaks() -> None:
    """a beat b: a leads with a point, then c and d without a game, then b who lost one."""
    run = played("abcd", result("T1.1", "1-0"))
    opening = next(n for n, fact in enumerate(run.log) if "ResultRecorded" in str(type(fact.event)))
    before, after = fold(run.log[:opening]), fold(run.log)
    found = consequences(before, after)
    ranks = {each.entrant: (each.rank_before, each.rank_after) for each in found.places}
    assert ranks == {"a": (1, 1), "b": (1, 4), "c": (1, 2), "d": (1, 2)}
    rows = results_snapshot(after).rows
    assert (found.unit, found.elo, rows[EntrantId("a")].points) == (2, (), 2)


def test_a_keizer_tournament_is_compared_by_its_totals() -> None:
    club = KeizerClub()
    club.enter(2000, 1900, 1800, 1700)
    club.pair()
    before = club.state
    club.end()
    found = consequences(before, club.state)
    climb = keizer_standings(club.state)
    totals = {
        club.state.order[seat]: Fraction(total, climb.unit)
        for seat, total in enumerate(climb.totals)
    }
    told = {
        change.entrant: Fraction(value.after)
        for change in found.places
        for value in change.tiebreaks
        if value.code == KEIZER_TOTAL
    }
    assert told
    assert told == {entrant: totals[entrant] for entrant in told}


def test_a_tiebreak_that_is_no_longer_announced_has_no_value_after() -> None:
    state = folded(*PLAYED)
    found = consequences(state, replace(state, tiebreaks=("DE",)))
    bea = next(each for each in found.places if each.entrant == BEA)
    assert TiebreakDifference(code="BH", before="0", after="") in bea.tiebreaks
    assert DORA in {each.entrant for each in found.places}
