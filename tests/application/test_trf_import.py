"""A tournament file becomes a tournament of the log, and what was adjusted is told."""

import pytest

from dsl.trf_files import FILE, PLAYERS, RECORDS, read, ready, said, state_of, submit
from dsl.trf_text import trf
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Person
from planilla.application.trf_export import document_for
from planilla.application.trf_import import import_of
from planilla.domain.scoring import scores
from planilla.domain.tournament.acceleration import fictitious_points
from planilla.domain.tournament.crosstables import for_pairing, for_standings
from planilla.domain.tournament.state import RoundStatus
from planilla.domain.tournament.values import AccelerationMethod, AccelerationState
from planilla.domain.vocabulary import ByeKind, Colour
from planilla.formats.trf.attendance import Attendance
from planilla.formats.trf.crosstable import crosstable_of
from planilla.formats.trf.document import Acceleration as TrfAcceleration


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore(clock=SetClock(), ids=CountedIds())


def codes(text: str) -> list[str]:
    return [each.code for each in ready(text).adjustments]


def test_the_boards_results_and_byes_are_those_of_the_file(store: MemoryStore) -> None:
    wanted = ready(FILE)
    assert submit(store, wanted).status == "done"
    state = state_of(store, wanted.tournament)
    table = for_standings(state)
    in_file = crosstable_of(read(FILE), 2)
    assert [played.boards for played in table.rounds] == [each.boards for each in in_file.rounds]
    assert [played.results for played in table.rounds] == [each.results for each in in_file.rounds]
    assert table.rounds[0].byes == ((2, ByeKind.PAIRING_ALLOCATED), (5, ByeKind.HALF_POINT))
    assert table.rounds[1].byes == ((4, ByeKind.ZERO_POINT),)
    # In half points: 1 + ½, 1 + ½, 1 + 1, 0, 0, ½ + 1, 0.
    assert scores(table) == (3, 3, 4, 0, 0, 3, 0)
    assert scores(for_pairing(state, 3)) == scores(table)


def test_what_was_announced_is_that_of_the_file(store: MemoryStore) -> None:
    wanted = ready(FILE)
    submit(store, wanted)
    state = state_of(store, wanted.tournament)
    assert (state.name, state.system_name, state.rounds_asked) == (
        "Obert d'Estiu",
        "swiss-dutch-libro",
        4,
    )
    assert (state.tiebreaks, state.first_colour) == (("BH", "SB"), Colour.WHITE)
    assert [played.status for played in state.rounds] == [RoundStatus.CLOSED, RoundStatus.PUBLISHED]
    late, absent = state.order[6], state.order[4]
    assert state.entrants[late].first_round == 2
    assert state.entrants[absent].byes == ((2, ByeKind.ZERO_POINT), (3, ByeKind.HALF_POINT))
    (forbidden,) = state.prohibitions
    assert forbidden.entrants == (state.order[0], state.order[5])
    assert (forbidden.first_round, forbidden.last_round) == (2, 3)


def test_names_and_lines_lie_beside_the_log(store: MemoryStore) -> None:
    wanted = ready(FILE)
    submit(store, wanted)
    recorded = b"".join(each.data for each in store.ledger.events(wanted.tournament, 0))
    assert b"Player 1" not in recorded
    assert b"Masnou" not in recorded
    texts = [row.body.decode() for row in store.ledger.texts.values()]
    assert any("open.trf (SHA-256 " in text for text in texts)
    assert any("022 El Masnou" in text and "### a line" in text for text in texts)
    assert {row.audience for row in store.ledger.texts.values()} == {"staff"}


def test_the_same_file_twice_is_one_tournament(store: MemoryStore) -> None:
    first, again = submit(store, ready(FILE)), submit(store, ready(FILE))
    assert first == again
    assert len(store.ledger.streams) == 1


def test_another_file_does_not_come_over_a_tournament(store: MemoryStore) -> None:
    submit(store, ready(FILE, tournament="open"))
    answer = submit(store, ready(FILE + "### more\n", tournament="open"))
    assert (answer.status, answer.code) == ("refused", "tournament-exists")


def test_an_id_follows_from_the_name_and_the_bytes() -> None:
    known = ready(FILE).tournament
    assert known.startswith("obert-d-estiu-")
    assert known != ready(FILE + "\n").tournament
    assert ready(trf(PLAYERS)).tournament.startswith("open-trf-")
    assert ready(trf(PLAYERS, "012 Шахматы")).tournament.startswith("t-")
    assert ready(FILE, tournament="mine").tournament == "mine"


def test_what_was_adjusted_is_told() -> None:
    adjusted = {each.code: each.fields for each in ready(FILE).adjustments}
    assert adjusted == {"late-entry": {"number": 7, "name": "Player 7", "round": 2}}


def test_what_the_file_does_not_say_is_assumed_and_told() -> None:
    wanted = ready(trf(PLAYERS))
    assert (wanted.rounds, wanted.played) == (2, 2)
    assert [each.code for each in wanted.adjustments][:2] == ["rounds-assumed", "tiebreaks-assumed"]


def test_gaps_in_the_numbers_are_closed() -> None:
    wanted = ready(trf({2: ("9w1",), 9: ("2b0",)}, "142 1"))
    assert [(each.number, each.written) for each in wanted.players] == [(1, 2), (2, 9)]
    assert said(wanted)["played"] == [{"boards": [[1, 2, "1-0"]], "byes": [], "unrated": []}]
    assert {"renumbered", "tiebreaks-assumed"} == {each.code for each in wanted.adjustments}


def test_who_left_is_told() -> None:
    players = (("2w1", "2b1", "2w1"), ("1b0", "1w0", "1b0"), ("U", "Z", "Z"))
    wanted = ready(trf(players, "142 3"))
    assert wanted.players[2].attendance == Attendance(out_from=2)
    assert "withdrawn" in [each.code for each in wanted.adjustments]
    rounds = said(wanted)["played"]
    assert isinstance(rounds, list)
    assert [each["byes"] for each in rounds] == [[[3, "U"]], [], []]


def test_unrated_games_and_points_of_its_own_come_in(store: MemoryStore) -> None:
    text = trf((("2wW",), ("1bL",), ("U",)), "142 1", "162  W 3.0    D 1.0    P 1.0")
    wanted = ready(text.replace(" 0.0 ", " 3.0 ", 1))
    submit(store, wanted)
    state = state_of(store, wanted.tournament)
    assert state.rounds[0].rated == bytes(1)
    assert scores(for_standings(state)) == (3, 0, 1)


def test_a_round_that_is_being_played_comes_in_open(store: MemoryStore) -> None:
    """Round 1 has no result yet, and round 2 none at all: both are on the boards."""
    wanted = ready(trf((("2w ", "3b "), ("1b ", "Z"), ("U", "1w ")), "142 3"))
    assert wanted.played == 2
    submit(store, wanted)
    state = state_of(store, wanted.tournament)
    assert [played.open_games for played in state.rounds] == [("1.1",), ("2.1",)]
    assert [played.status for played in state.rounds] == [RoundStatus.PUBLISHED] * 2


def test_a_player_without_a_name_is_called_by_number() -> None:
    text = trf((("2w1",), ("1b0",)), "142 1").replace("Player 2", "        ")
    assert [each.name for each in ready(text).players] == ["Player 1", "№ 2"]


def test_a_round_robin_has_the_rounds_of_its_schedule() -> None:
    wanted = ready(trf((("2w1",), ("1b0",), ("U",))), system="round-robin")
    assert (wanted.rounds, wanted.played) == (3, 1)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(trf((("2w=",), ("1b0",)), "142 1"), "uneven-result", id="½-0"),
        pytest.param(FILE + "299        -0.5   000    1\n", "abnormal-points", id="a penalty"),
        pytest.param(FILE + "013 Masnou" + " " * 27 + "1    2\n", "teams", id="teams"),
        pytest.param(
            FILE + "ESP    1" + " " * 40 + "2300\n", "national-ratings", id="national ratings"
        ),
        pytest.param(FILE.replace("PTS,BH,SB", "BH,XYZ"), "tiebreaks-unknown", id="a tie-break"),
        pytest.param(FILE + f"### {'x' * 2000}\n", "header-cut", id="a long line"),
    ],
)
def test_what_is_lost_is_told(text: str, code: str) -> None:
    assert code in codes(text)
    assert code not in codes(FILE)


ACCELERATIONS = pytest.mark.parametrize(
    "line",
    ["250       1.0 001 002    1    2", "XXA    1  1.0", "192 FIDE_DUTCH_2026_BAKU"],
    ids=lambda line: str(line[:3]),
)


@ACCELERATIONS
def test_an_acceleration_is_lost_in_a_system_that_takes_none(line: str) -> None:
    wanted = ready(f"{FILE}{line}\n", system="monrad")
    assert "acceleration" in [each.code for each in wanted.adjustments]


@ACCELERATIONS
def test_an_acceleration_is_kept_in_a_system_that_takes_one(line: str) -> None:
    assert "acceleration" not in codes(f"{FILE}{line}\n")


def test_a_baku_file_is_imported_with_its_top_group(store: MemoryStore) -> None:
    wanted = ready(f"{FILE}192 FIDE_DUTCH_2026_BAKU\n")
    submit(store, wanted)
    state = state_of(store, wanted.tournament)
    # Seven players: 2 × ceil(7 / 4) = 4. Four rounds: two accelerated, the first with a point.
    assert state.acceleration.last == state.order[3]
    assert fictitious_points(state, 3) == ((2, 1, 0),) * 4 + ((0, 0, 0),) * 3
    # Before round 1 there is no top group yet.
    empty = ready(trf((("",), ("",)), "142 3", "192 FIDE_DUTCH_2026_BAKU"))
    submit(store, empty)
    assert state_of(store, empty.tournament).acceleration == AccelerationState(
        method=AccelerationMethod.BAKU
    )


def test_the_acceleration_of_a_file_is_imported_and_written_again(store: MemoryStore) -> None:
    lines = "250       1.0 001 002    1    2\n250       0.5 003 003    1    3\n"
    wanted = ready(FILE + lines)
    submit(store, wanted)
    state = state_of(store, wanted.tournament)
    assert fictitious_points(state, 4) == (
        (2, 2, 1, 0),
        (2, 2, 1, 0),
        (0, 0, 1, 0),
        *((0, 0, 0, 0),) * 4,
    )
    document = document_for(state, lambda entrant: Person(name=entrant))
    assert document.records(TrfAcceleration) == (
        TrfAcceleration(points=100, first_round=1, last_round=2, first_player=1, last_player=2),
        TrfAcceleration(points=50, first_round=3, last_round=3, first_player=1, last_player=3),
    )
    baku = ready(f"{FILE}192 FIDE_DUTCH_2026_BAKU\n", system="swiss-dutch-2026", tournament="baku")
    submit(store, baku)
    written = document_for(state_of(store, "baku"), lambda entrant: Person(name=entrant))
    assert written.text_of("192") == "FIDE_DUTCH_2026_BAKU"
    assert written.records(TrfAcceleration) == (
        TrfAcceleration(points=100, first_round=1, last_round=1, first_player=1, last_player=4),
        TrfAcceleration(points=50, first_round=2, last_round=2, first_player=1, last_player=4),
    )


@pytest.mark.parametrize(
    ("record", "kept"),
    [
        pytest.param("260 001 999    1    2", [[1, 2], 1, None], id="to the end"),
        pytest.param("XXP 1 2", [[1, 2], 1, None], id="always"),
        pytest.param("260 001 003    1    2", [[1, 2], 1, 3], id="for some rounds"),
        pytest.param("260 001 003    1", None, id="one alone"),
        pytest.param("260 007 009    1    2", None, id="beyond the end"),
    ],
)
def test_forbidden_pairs_come_in(record: str, kept: list[object] | None) -> None:
    forbidden = said(ready(trf(PLAYERS, "142 4", record)))["forbidden"]
    assert isinstance(forbidden, list)
    assert [list(each.values()) for each in forbidden] == ([] if kept is None else [kept])


def test_a_file_is_called_by_its_last_name_alone() -> None:
    document = read(FILE, "/home/ana/open.trf")
    reason = said(import_of(document, "swiss-dutch-libro"))["reason"]
    assert str(reason).startswith("open.trf (")
    assert "home" not in str(reason)
    assert RECORDS[0][4:] == "Obert d'Estiu"
