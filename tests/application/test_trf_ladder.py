"""A Keizer ladder as a tournament file: out, in again, and its standings."""

import json
from fractions import Fraction

import pytest

from dsl.keizer_club import KeizerClub
from dsl.trf_files import submit
from dsl.trf_text import trf
from planilla.adapters.cli.standings_data import entrants_of, explained_of
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Person
from planilla.application.trf_export import trf_of
from planilla.application.trf_import import import_of
from planilla.application.trf_standings import Question, ladder_in, standings_of_file
from planilla.application.trf_system import system_of
from planilla.audit.pairing_acts import moments
from planilla.audit.redraw import judged
from planilla.domain.pairing.ladder.rules import KeizerRules
from planilla.domain.tournament.ladder import climb_of
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.reader import read_trf

ROUND_1 = [("2w=", "3w="), ("1b=", "4b="), ("4w1", "1b="), ("3b0", "2w=")]
"""1 and 2 draw, 3 beats 4; then 1 and 3, 4 and 2 draw."""


def document(text: bytes) -> TrfDocument:
    read = read_trf(text, "ladder.trf")
    assert isinstance(read, TrfDocument), read
    return read


def of_games(*records: str) -> TrfDocument:
    return document(trf(ROUND_1, *records).encode())


@pytest.mark.parametrize("name", ["keizer", "Keizer"])
def test_a_file_asks_for_the_ladder_by_its_name(name: str) -> None:
    assert system_of(of_games(f"092 {name}")) == "keizer"
    assert system_of(of_games(f"092 {name}", "192 CUSTOM_SWISS")) == "keizer"


def test_standings_go_by_totals_and_tell_how_they_came_about() -> None:
    """Values 6 5 4 3. Round 1: 6+2½ = 8½, 5+3 = 8, 4+3 = 7, 3: the list stays.

    Round 2, with the same values: 1: 6+2½+2 = 10½; 2: 5+3+1½ = 9½; 3: 4+3+3 = 10; 4: 3+2½ = 5½.
    """
    table = standings_of_file(of_games("092 keizer"), Question())
    rows = entrants_of(table)
    assert [(row["number"], row["rank"], row["tiebreaks"]["TOTAL"]) for row in rows] == [
        (1, 1, "10.5"),
        (3, 2, "10"),
        (2, 3, "9.5"),
        (4, 4, "5.5"),
    ]
    assert [row["tiebreaks"]["VALUE"] for row in rows] == ["6", "5", "4", "3"]
    total, *_ = explained_of(table, 2)["tiebreaks"]
    assert total["value"] == "10"
    assert [(term["opponent"], term["factors"], term["value"]) for term in total["terms"]] == [
        (None, None, "4"),
        (4, None, "3"),
        (1, ["6", "0.5"], "3"),
    ]


def test_before_a_round_everybody_has_the_first_value() -> None:
    table = standings_of_file(of_games("092 keizer"), Question(after_round=0))
    assert [row["tiebreaks"]["TOTAL"] for row in entrants_of(table)] == ["6", "5", "4", "3"]


def test_other_files_have_no_ladder() -> None:
    for records in ((), ("192 FIDE_DUBOV",)):
        table = standings_of_file(of_games(*records), Question())
        assert table.ladder is None
        assert "TOTAL" not in entrants_of(table)[0]["tiebreaks"]
        assert explained_of(table, 0)["tiebreaks"][0]["tiebreak"] != "TOTAL"


def test_a_ladder_goes_out_and_comes_back_with_its_rules_and_places() -> None:
    club = KeizerClub(KeizerRules(rounds_between=2), rounds=6)
    club.enter(2000, 1900, 1800, 1700, 1600)
    for _ in range(3):
        club.pair()
        club.end()
    written = trf_of(club.state, lambda entrant: Person(name=entrant))
    assert b'### planilla-keizer {"rounds_between":2}' in written
    read = document(written)
    found = ladder_in(read, standings_of_file(read, Question()).crosstable)  # type: ignore[arg-type]
    assert found is not None
    climb = climb_of(club.state)
    assert found.memory.listing.order == climb.order
    assert found.last is not None
    assert Fraction(found.last.totals[0], found.last.unit) == Fraction(climb.totals[0], climb.unit)
    body = json.loads(import_of(read, "keizer").body)
    assert body["tournament"]["system"] == "keizer"
    assert body["tournament"]["keizer"]["rounds_between"] == 2


def test_the_order_of_boards_in_a_file_is_nobodys_doing() -> None:
    """In the ladder board 1 is that of the first two; a file tells who met, not where."""
    club = KeizerClub(rounds=6)
    club.enter(2000, 1900, 1800, 1700, 1600, 1500)
    for _ in range(4):
        club.pair()
        club.end()
    written = trf_of(club.state, lambda entrant: Person(name=entrant))
    store = MemoryStore(clock=SetClock(step=1_000_000), ids=CountedIds())
    wanted = import_of(document(written), "keizer")
    assert submit(store, wanted).status == "done"
    facts = tuple(each.fact for each in store.ledger.events(wanted.tournament, 0))
    assert [judged(moment).by_hand for moment in moments(facts)] == [None] * 4
