"""A tournament that would be there, in sentences: its rounds, its players, the first places."""

from msgspec.structs import replace

from dsl.tournaments import AFTER_2, ANA, BEA, CREATED, entered, folded
from planilla.domain.pairing.masnou import MasnouRules
from planilla.domain.tournament.masnou.events import HallOpened
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.arrivals import ROWS, Arrival, Placed, arrival_lines, arrival_of

OPEN = Arrival(
    name="Open",
    system="swiss-dutch-2026",
    players=2,
    published=1,
    rounds=1,
    finished=True,
    unit=2,
    standings=(Placed(rank=1, entrant=ANA, points=1), Placed(rank=2, entrant=BEA, points=0)),
)


def test_a_tournament_of_rounds_tells_them_and_its_first_places() -> None:
    """Ana and Carl win, then Ana and Carl draw: one and a half each before the others."""
    found = arrival_of(folded(*AFTER_2))
    assert (found.players, found.published, found.rounds, found.finished) == (4, 2, 3, False)
    assert [each.rank for each in found.standings] == sorted(each.rank for each in found.standings)
    total = sum(each.points for each in found.standings)
    assert total == 2 * 2 * found.unit  # two boards in each of two rounds, one point a board


def test_no_more_than_the_first_places_are_told() -> None:
    many = entered(*(EntrantId(f"e{number}") for number in range(3 * ROWS)))
    assert len(arrival_of(folded(CREATED, *many)).standings) <= ROWS


def test_a_hall_has_no_rounds() -> None:
    hall = HallOpened(rules=MasnouRules(tables=1), at=1, ends_at=2)
    state = folded(replace(CREATED, system_name="masnou"), *entered(ANA, BEA), hall)
    told = list(arrival_lines(replace(arrival_of(state), standings=()), "en", {}))
    assert told == ["Club would be created: 2 players, masnou."]


def test_it_is_said_in_both_languages_by_names_where_there_are_any() -> None:
    assert list(arrival_lines(OPEN, "en", {"ana": "Ana Alba"})) == [
        "Open would be created: 2 players, 1 of 1 round published, swiss-dutch-2026.",
        "Its final standings would begin:",
        "  1. Ana Alba  ½",
        "  2. bea  0",
    ]
    spanish = list(arrival_lines(replace(OPEN, finished=False), "es", {}))
    assert spanish[:2] == [
        "Se crearía Open: 2 jugadores, 1 de 1 ronda publicada, swiss-dutch-2026.",
        "Su clasificación empezaría así:",
    ]
