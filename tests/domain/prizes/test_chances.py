"""An unfinished tournament divided by chances."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dsl.crosstables import crosstable, crosstables, round_of
from dsl.outcomes import contest, ended, tried_out
from dsl.prize_plans import group, plan
from planilla.domain.crosstable import Crosstable, Entrant
from planilla.domain.prizes.chances import (
    Basis,
    Chances,
    OpenTournament,
    chances,
    is_listed,
    standings_max,
)
from planilla.domain.prizes.outcomes import Likelihood, Model, open_games
from planilla.domain.prizes.plan import Sharing, Taking
from planilla.domain.standings import MODES, Announced, standings
from planilla.domain.tiebreaks import EDITIONS
from planilla.domain.vocabulary import PLAYED, EntrantId, GameResult

GOLDEN = json.loads(
    (Path(__file__).parents[2] / "golden" / "prizes" / "unfinished_tournament.json").read_text(
        encoding="utf-8"
    )
)
NAMES = "ABCD"
OPEN = (GameResult.OPEN, GameResult.OPEN, *sorted(PLAYED))
# Byes make the book's points and progressive scores: 1, ½ or 0 in each of seven rounds.
GAINS = {
    "A": "Z F F F F F F",  # 0 1 2 3 4 5 6: 6 points, 21
    "B": "Z F F F H F F",  # 0 1 2 3 3½ 4½ 5½: 5½ points, 19½
    "C": "Z H F F F F F",  # 0 ½ 1½ 2½ 3½ 4½ 5½: 5½ points, 18
    "D": "Z F F F F F Z",  # 0 1 2 3 4 5 5: 5 points, 20
}
LAST = "1 2 *, 3 4 *"


def unfinished() -> Crosstable:
    rounds = zip(*(GAINS[name].split() for name in NAMES), strict=True)
    texts = [", ".join(f"{at} {bye}" for at, bye in enumerate(byes, 1)) for byes in rounds]
    return Crosstable(
        entrants=tuple(Entrant(id=EntrantId(name)) for name in NAMES),
        rounds=tuple(round_of(text) for text in [*texts, LAST]),
        rounds_planned=8,
    )


BY_PROGRESSIVE = Announced(codes=("PS",))
BOOK = contest(unfinished(), "PS")
THREE_PRIZES = plan(group(90_000, 45_000, 18_000))
END_IN_PRINT = {"Gana A": 0, "Gana B": 2, "Gana C": 0, "Gana D": 2, "Empate": 1}


def test_the_tournament_of_the_book_stands_as_printed() -> None:
    before = Crosstable(entrants=BOOK.crosstable.entrants, rounds=BOOK.crosstable.rounds[:-1])
    rows = {NAMES[each.seat]: each for each in standings(before, BY_PROGRESSIVE)}
    for row in GOLDEN["standings"]:
        found = rows[row["player"]]
        assert (found.points / 2, found.values[0]) == (row["points"], row["progressive"] * 2)


@pytest.mark.parametrize("outcome", GOLDEN["computed_outcomes"])
def test_each_of_the_nine_outcomes_of_the_book(outcome: str) -> None:
    below, above = (END_IN_PRINT[text] for text in outcome.split(" / "))
    table = ended(BOOK.crosstable, BOOK.games, (above, below))
    order = "".join(NAMES[each.seat] for each in standings(table, BY_PROGRESSIVE))
    assert order == GOLDEN["computed_outcomes"][outcome]


def test_the_shares_of_the_book_in_ninths() -> None:
    found = chances(BOOK, THREE_PRIZES, Basis(places=4))
    ninths = {
        NAMES[seat]: [place * 9 for place in chance.places]
        for seat, chance in found.by_seat.items()
    }
    assert ninths == GOLDEN["computed_ninths"]
    assert (found.outcomes, found.is_exact) == (9, True)


def test_each_prize_is_divided_by_the_chances_of_its_place() -> None:
    found = chances(BOOK, THREE_PRIZES, Basis())
    prizes = {NAMES[seat]: chance.prize for seat, chance in found.by_seat.items()}
    # A: 6/9 of 900.00, 2/9 of 450.00, 1/9 of 180.00 = 600 + 100 + 20.
    assert prizes["A"] == 60_000 + 10_000 + 2_000
    assert prizes == {
        name: sum(
            Fraction(of_nine * prize, 9)
            for of_nine, prize in zip(ninths[:3], (90_000, 45_000, 18_000), strict=True)
        )
        for name, ninths in GOLDEN["computed_ninths"].items()
    }


def test_the_fund_is_divided_to_the_cent() -> None:
    found = chances(BOOK, plan(group(100, 50, 25)), Basis())
    # Ninths of 175 cents: A 725/9, B 450/9, C 250/9, D 150/9 = 80.56, 50, 27.78, 16.67.
    assert [chance.amount for chance in found.by_seat.values()] == [81, 50, 28, 16]


def test_by_elo_the_chances_follow_the_ratings_and_the_declared_share_of_draws() -> None:
    rated = [
        Entrant(id=EntrantId(name), rating=rating)
        for name, rating in zip("AB", (2100, 2000), strict=True)
    ]
    table = Crosstable(entrants=tuple(rated), rounds=(round_of("1 2 *"),), rounds_planned=1)
    found = by_elo(table, draws=40)
    # 100 points more: expected .64. Drawn .40, won .64 - .20 = .44, lost .16; a draw is a tie.
    assert found.by_seat[0].places == (Fraction(64, 100), Fraction(36, 100))


def by_elo(table: Crosstable, draws: int) -> Chances:
    model = Model(likelihood=Likelihood.ELO, draws=draws)
    return chances(contest(table), plan(group(100)), Basis(model=model, places=2))


def test_an_unrated_player_makes_all_ends_equally_likely() -> None:
    rated = (Entrant(id=EntrantId("A"), rating=2100), Entrant(id=EntrantId("B")))
    table = Crosstable(entrants=rated, rounds=(round_of("1 2 *"),), rounds_planned=1)
    assert by_elo(table, draws=40).by_seat[0].places == (Fraction(1, 2), Fraction(1, 2))


def test_between_very_unequal_players_there_are_fewer_draws_than_declared() -> None:
    rated = [
        Entrant(id=EntrantId(name), rating=rating)
        for name, rating in zip("AB", (2800, 1500), strict=True)
    ]
    table = Crosstable(entrants=tuple(rated), rounds=(round_of("1 2 *"),), rounds_planned=1)
    # 1300 points more: expected 1.00, so no draw is left and the favourite surely wins.
    assert by_elo(table, draws=40).by_seat[0].places == (Fraction(1), Fraction(0))


def test_who_takes_no_prize_keeps_the_place() -> None:
    found = chances(BOOK, plan(group(90)), Basis(places=4), frozenset({0}))
    by_name = {NAMES[seat]: chance for seat, chance in found.by_seat.items()}
    assert by_name["A"].places[0] == Fraction(6, 9)
    assert by_name["A"].prize == 0
    assert sum(chance.prize for chance in by_name.values()) == 90


def test_without_open_games_there_is_one_outcome() -> None:
    table = ended(BOOK.crosstable, BOOK.games, (1, 1))
    found = chances(contest(table, "PS"), THREE_PRIZES, Basis(places=4))
    # Both drawn: 6½, 6, 6, 5½; B has the better progressive score.
    assert found.outcomes == 1
    assert [chance.places.index(1) for chance in found.by_seat.values()] == [0, 1, 2, 3]


def test_a_simulation_repeats_itself_and_says_its_error() -> None:
    basis = Basis(seed=7, samples=900, exact_max=1, places=4)
    found, again = (chances(BOOK, THREE_PRIZES, basis) for _ in range(2))
    assert found == again
    assert (found.outcomes, found.is_exact) == (900, False)
    first = found.by_seat[0].places[0]
    # √(p(1 - p) / 900) with p near 6/9 is near .0157; four of them are wide enough.
    assert found.place_error(Fraction(2, 3)) == 158
    assert abs(first - Fraction(2, 3)) < Fraction(4 * 158, 10_000)
    assert 0 < found.by_seat[0].prize_error < 1_500


def level(boards: int) -> Crosstable:
    """All games of a first round open."""
    text = ", ".join(f"{2 * board + 1} {2 * board + 2} *" for board in range(boards))
    return crosstable(2 * boards, text)


@pytest.mark.parametrize(
    ("boards", "alone", "is_exact"),
    [(3, 0, True), (9, 0, True), (10, 0, False), (8, 84, True), (8, 100, False)],
)
def test_every_outcome_is_followed_while_so_many_standings_take_seconds(
    boards: int, alone: int, is_exact: bool
) -> None:
    # 3^9 outcomes for 18 players, or 3^8 for 100; not 3^10 for 20, or 3^8 for 116.
    table = level(boards)
    more = tuple(Entrant(id=EntrantId(f"more{at}")) for at in range(alone))
    table = replace(table, entrants=table.entrants + more)
    assert is_listed(contest(table), Basis()) is is_exact


def test_with_more_open_games_outcomes_are_drawn() -> None:
    found = chances(contest(level(10), "BH"), THREE_PRIZES, Basis(samples=30))
    assert (found.outcomes, found.is_exact) == (30, False)
    assert sum(chance.prize for chance in found.by_seat.values()) == THREE_PRIZES.fund


def test_in_a_large_tournament_fewer_outcomes_are_drawn() -> None:
    # 800 000 entrants are ranked in all, and 20 more stand for what each ranking costs anyway.
    assert [standings_max(entrants) for entrants in (20, 100, 500)] == [20_000, 6_666, 1_538]


def test_two_who_are_always_first_and_second_are_drawn_as_well() -> None:
    found = chances(contest(level(1)), plan(group(100, 50)), Basis(exact_max=0, samples=20))
    assert sum(chance.prize for chance in found.by_seat.values()) == 150


def test_with_a_band_all_who_matter_are_ranked_in_what_is_drawn() -> None:
    banded = plan(group(100), group(50, rating_to=1500, admits_unrated=True))
    found = chances(contest(level(2)), banded, Basis(exact_max=0, samples=20))
    assert sum(chance.prize for chance in found.by_seat.values()) == 150


def test_of_level_players_in_a_first_round_all_have_the_same_chances() -> None:
    # Nobody has met anybody else, so direct encounter says nothing; Buchholz is the opponent's.
    found = chances(contest(level(5), "DE", "BH/C1", "SB"), THREE_PRIZES, Basis())
    assert (found.outcomes, found.is_exact) == (3**5, True)
    assert {chance.prize for chance in found.by_seat.values()} == {Fraction(THREE_PRIZES.fund, 10)}


def test_an_exact_chance_has_no_error() -> None:
    assert chances(BOOK, THREE_PRIZES, Basis()).place_error(Fraction(1, 2)) == 0


def of_individuals(edition: str) -> list[str]:
    """Every tie-break of individuals in an edition, and some cuts."""
    families = EDITIONS[edition].families
    bare = [name for name, family in families.items() if not family.teams]
    cut = [f"{name}/C1" for name in bare if "C" in families[name].takes]
    return [*bare, *cut, *(f"{name}/U1400" for name in bare if "U" in families[name].takes)]


LISTS = st.sampled_from(sorted(EDITIONS)).flatmap(
    lambda edition: st.builds(
        Announced,
        codes=st.lists(st.sampled_from(of_individuals(edition)), max_size=3, unique=True).map(
            tuple
        ),
        edition=st.just(edition),
        mode=st.sampled_from(sorted(MODES)),
    )
)


@given(
    table=crosstables(OPEN).filter(lambda t: t.size > 0 and len(open_games(t)) <= 3),
    rules=LISTS,
    sharing=st.sampled_from(Sharing),
    taking=st.sampled_from(Taking),
    with_band=st.booleans(),
)
@settings(deadline=None, max_examples=40)
def test_chances_are_the_means_of_all_outcomes(
    table: Crosstable, rules: Announced, sharing: Sharing, taking: Taking, with_band: bool
) -> None:
    band = (group(300, 99, rating_to=1500, admits_unrated=True),) if with_band else ()
    announced = replace(plan(group(1000, 500, 333, sharing=sharing), *band), taking=taking)
    asked = OpenTournament(crosstable=table, games=open_games(table), announced=rules)
    found = chances(asked, announced, Basis())
    assert found.is_exact
    prizes = {seat: chance.prize for seat, chance in found.by_seat.items() if chance.prize}
    assert prizes == tried_out(table, asked, announced)


@given(table=crosstables(OPEN).filter(lambda t: t.size > 0 and len(open_games(t)) <= 4))
@settings(deadline=None, max_examples=25)
def test_chances_add_up_to_one_by_player_and_by_place(table: Crosstable) -> None:
    found = chances(contest(table, "PS"), plan(group(100)), Basis(places=table.size))
    rows = [chance.places for chance in found.by_seat.values()]
    assert all(sum(row) == 1 for row in rows)
    assert all(sum(column) == 1 for column in zip(*rows, strict=True))
