"""What a state keeps of its parts is what they say."""

from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable, Entrant, Round
from planilla.domain.tournament.state import EntrantState, RoundState, RoundStatus
from planilla.domain.vocabulary import EntrantId, GameId

ANA = EntrantState(id=EntrantId("ana"), person="p1", rating=2100, title="WFM", first_round=2)
PLAYED = RoundState(
    number=1,
    status=RoundStatus.PUBLISHED,
    games=(GameId("1.1"),),
    boards=((EntrantId("ana"), EntrantId("bea")),),
    byes=(),
    results=b"\1",
    rated=b"\1",
    recorded=b"\1",
    versions=bytes(4),
)


def test_an_entrant_tells_the_sporting_data_that_it_has_now() -> None:
    assert ANA.sporting == Entrant(id=ANA.id, rating=2100, title="WFM", first_round=2)
    assert ANA.sporting is ANA.sporting
    assert replace(ANA, rating=2200).sporting.rating == 2200


def test_equal_rounds_have_equal_hashes_and_other_boards_make_another_round() -> None:
    assert hash(replace(PLAYED)) == hash(PLAYED)
    turned = replace(PLAYED, boards=((EntrantId("bea"), EntrantId("ana")),))
    assert turned != PLAYED
    assert {PLAYED: 1, turned: 2}[replace(turned)] == 2


def test_equal_crosstables_have_equal_hashes_and_other_entrants_make_another() -> None:
    table = Crosstable(entrants=(ANA.sporting,), rounds=(Round(boards=((0, 1),), results=b"\1"),))
    other = replace(table, entrants=(replace(ANA, rating=2200).sporting,))
    assert hash(replace(table)) == hash(table)
    assert {table: 1, other: 2}[replace(other)] == 2
