"""A Keizer tournament as a tournament file: out, in again, and its standings."""

import json
from collections.abc import Callable
from fractions import Fraction

import pytest

from dsl.keizer_club import KeizerClub, random_club
from dsl.trf_files import ORGANISER, state_of, submit
from dsl.trf_text import trf
from planilla.adapters.cli.standings_data import entrants_of, explained_of
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Person, Submission
from planilla.application.trf_export import trf_of
from planilla.application.trf_import import import_of
from planilla.application.trf_standings import Question, standings_of_file, values_replayed
from planilla.application.trf_system import system_of
from planilla.audit.recorded_rounds import recorded_rounds
from planilla.audit.redraw import judged
from planilla.domain.pairing.keizer import KEIZER
from planilla.domain.pairing.keizer.rules import Absence, KeizerRules, LateEntry, Mode, Retired
from planilla.domain.pairing.system import Pairing
from planilla.domain.tournament.byes import RequestBye
from planilla.domain.tournament.keizer import RuleAbsence, ValuesRecalculated
from planilla.domain.tournament.keizer_values import keizer_standings, memory_of
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import ByeKind, EntrantId
from planilla.formats.trf.crosstable import crosstable_of
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.keizer import replayed_in
from planilla.formats.trf.pairing_input import before
from planilla.formats.trf.reader import read_trf

ROUND_1 = [("2w=", "3w="), ("1b=", "4b="), ("4w1", "1b="), ("3b0", "2w=")]
"""1 and 2 draw, 3 beats 4; then 1 and 3, 4 and 2 draw."""


def document(text: bytes) -> TrfDocument:
    read = read_trf(text, "keizer.trf")
    assert isinstance(read, TrfDocument), read
    return read


def of_games(*records: str) -> TrfDocument:
    return document(trf(ROUND_1, *records).encode())


@pytest.mark.parametrize("name", ["keizer", "Keizer"])
def test_a_file_asks_for_keizer_by_its_name(name: str) -> None:
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


def test_other_files_have_no_values() -> None:
    for records in ((), ("192 FIDE_SCHILLER",)):
        table = standings_of_file(of_games(*records), Question())
        assert table.replayed is None
        assert "TOTAL" not in entrants_of(table)[0]["tiebreaks"]
        assert explained_of(table, 0)["tiebreaks"][0]["tiebreak"] != "TOTAL"


def test_a_keizer_tournament_goes_out_and_comes_back_with_its_rules_and_places() -> None:
    club = KeizerClub(KeizerRules(rounds_between=2), rounds=6)
    club.enter(2000, 1900, 1800, 1700, 1600)
    for _ in range(3):
        club.pair()
        club.end()
    written = trf_of(club.state, lambda entrant: Person(name=entrant))
    assert b'### planilla-keizer {"rounds_between":2}' in written
    read = document(written)
    found = values_replayed(read, standings_of_file(read, Question()).crosstable)  # type: ignore[arg-type]
    assert found is not None
    climb = keizer_standings(club.state)
    assert found.memory.listing.order == climb.order
    assert found.last is not None
    assert Fraction(found.last.totals[0], found.last.unit) == Fraction(climb.totals[0], climb.unit)
    body = json.loads(import_of(read, "keizer").body)
    assert body["tournament"]["system"] == "keizer"
    assert body["tournament"]["keizer"]["rounds_between"] == 2


def test_the_order_of_boards_in_a_file_is_nobodys_doing() -> None:
    """In Keizer board 1 is that of the first two; a file tells who met, not where."""
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
    assert [judged(moment).by_hand for moment in recorded_rounds(facts)] == [None] * 4


OF_CLUBS = (
    None,
    KeizerRules(late_entry=LateEntry.RATING),
    KeizerRules(retired=Retired.FROZEN),
    KeizerRules(mode=Mode.FIXED_POINT, maximum_follows=True),
)


def written_of(club: KeizerClub) -> TrfDocument:
    return document(trf_of(club.state, lambda entrant: Person(name=entrant)))


def _filled(line: str, rounds: int) -> str:
    long = line.ljust(91 + 10 * rounds)
    cells = (long[at : at + 10] for at in range(91, 91 + 10 * rounds, 10))
    return long[:91] + "".join(cell if cell.strip() else "0000 - Z  " for cell in cells).rstrip()


def as_others_write(club: KeizerClub) -> TrfDocument:
    """The file without our comments, and with `Z` for whoever did not play, for any reason."""
    written = trf_of(club.state, lambda entrant: Person(name=entrant)).decode().splitlines()
    kept = [line for line in written if not line.startswith("### planilla-keizer")]
    rounds = len(club.state.rounds)
    lines = [_filled(line, rounds) if line.startswith("001") else line for line in kept]
    return document("\n".join(lines).encode())


@pytest.mark.parametrize("rules", OF_CLUBS)
@pytest.mark.parametrize("seed", range(6))
def test_a_file_with_late_entries_and_withdrawals_is_paired_as_the_log_was(
    seed: int, rules: KeizerRules | None
) -> None:
    """Every round of a season in which people come and go, by the log and by its file."""
    club = random_club(seed, 6 + seed, 7, rules)
    told = written_of(club)
    for number, played in enumerate(club.state.rounds, start=1):
        answer = KEIZER.answer(before(told, number, KEIZER))
        assert isinstance(answer, Pairing)
        order = club.state.order
        boards = tuple((order[white], order[black]) for white, black in answer.boards)
        assert boards == played.boards, number


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("writer", [written_of, as_others_write])
def test_a_file_and_its_import_lead_to_the_same_values(
    seed: int, writer: Callable[[KeizerClub], TrfDocument]
) -> None:
    """`check` and `pair` read a file as an import does: one list of values, whoever wrote it."""
    club = random_club(seed, 6 + seed, 6)
    read = writer(club)
    store = MemoryStore(clock=SetClock(step=1_000_000), ids=CountedIds())
    wanted = import_of(read, "keizer")
    assert submit(store, wanted).status == "done"
    memory = memory_of(state_of(store, wanted.tournament))
    following = len(club.state.rounds) + 1
    told = replayed_in(read, crosstable_of(read, following - 1), following).memory
    assert (memory.listing, memory.original) == (told.listing, told.original)


def places_of(state: Tournament) -> list[tuple[int, Fraction, int]]:
    """The seats from the top, with the total and the value in force."""
    found = keizer_standings(state)
    return [
        (
            state.entrants[state.order[seat]].rating,
            Fraction(found.totals[seat], found.unit),
            found.values[seat],
        )
        for seat in found.order
    ]


def read_back(club: KeizerClub) -> Tournament:
    """The tournament that the file of a club becomes."""
    store = MemoryStore(clock=SetClock(step=1_000_000), ids=CountedIds())
    wanted = import_of(written_of(club), "keizer")
    assert submit(store, wanted).status == "done"
    return state_of(store, wanted.tournament)


@pytest.mark.parametrize("rules", OF_CLUBS)
@pytest.mark.parametrize("seed", [1, 5, 16, 20, 23])
def test_places_are_the_same_in_a_tournament_made_of_the_file(
    seed: int, rules: KeizerRules | None
) -> None:
    """Players leave, return and join in the last rounds: each list is that of the log."""
    club = random_club(seed, 6 + seed % 6, 7, rules)
    assert places_of(read_back(club)) == places_of(club.state)


def test_games_of_a_round_that_is_played_count_with_the_values_that_paired_it() -> None:
    club = KeizerClub(KeizerRules(mode=Mode.FIXED_POINT), rounds=6)
    club.enter(2000, 1900, 1800, 1700, 1600, 1500)
    for winners in ({}, {"a": "0-1", "c": "0-1"}, {"b": "½-½"}):
        club.pair()
        club.end(**winners)
    club.pair()
    game, *_ = club.state.rounds[-1].games
    club.do(RecordResult(game=game, result="0-1"))
    assert club.state.rounds[-1].open_games
    assert places_of(read_back(club)) == places_of(club.state)


def test_a_ruled_absence_goes_out_with_its_file() -> None:
    """d stays away from round 2 and is ruled to get nothing for it, as the log has it."""
    club = KeizerClub(rounds=4)
    club.enter(2000, 1900, 1800, 1700, 1600)
    club.pair()
    club.end()
    away = EntrantId("d")
    club.do(RequestBye(entrant=away, round=2, kind=ByeKind.ZERO_POINT))
    club.pair()
    club.do(RuleAbsence(entrant=away, round=2, absence=Absence.NOTHING))
    club.end()
    read = written_of(club)
    number = club.state.order.index(away) + 1
    ruling = f'### planilla-keizer-absences [{{"player":{number},"round":2,"absence":"nothing"}}]'
    assert ruling in [line.text for line in read.lines]
    found = replayed_in(read, crosstable_of(read, 2))
    climb = keizer_standings(club.state)
    assert found.last is not None
    assert found.last.totals == climb.totals


@pytest.mark.parametrize("rulings", ["nonsense", "[[]]", '[{"player":77,"round":1,"absence":"x"}]'])
def test_rulings_that_cannot_be_read_are_left_out(rulings: str) -> None:
    read = of_games(
        "092 keizer", "### planilla-keizer {}", f"### planilla-keizer-absences {rulings}"
    )
    plain = of_games("092 keizer", "### planilla-keizer {}")
    table = crosstable_of(read, 2)
    assert replayed_in(read, table).last == replayed_in(plain, table).last


def test_the_first_lists_of_an_imported_keizer_tournament_are_named_for_what_they_are() -> None:
    """The first values, and those after the last round of the file; then the next one is paired."""
    read = of_games("092 keizer", "142 3")
    store = MemoryStore(clock=SetClock(step=1_000_000), ids=CountedIds())
    wanted = import_of(read, "keizer")
    assert submit(store, wanted).status == "done"
    paired = Submission(
        tournament=wanted.tournament,
        name="pair-round",
        body=b'{"round":3}',
        command_id="pair",
        actor=ORGANISER,
    )
    assert store.submit_all((paired,))[0].status == "done"
    events = [each.fact.event for each in store.ledger.events(wanted.tournament, 0)]
    lists = [event for event in events if isinstance(event, ValuesRecalculated)]
    assert [(each.after_round, each.why.value) for each in lists][-1] == (2, "round-closed")
