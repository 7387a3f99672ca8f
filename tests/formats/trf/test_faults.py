"""What is wrong in a file: where, and what was expected; all of it at once."""

from typing import Any

import pytest

from dsl.trf_columns import document, faults, file_of, open_of, places, player_line
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.findings import FAULTS_MAX, NOTES_MAX, Findings
from planilla.formats.trf.reader import LINES_MAX, RECORDS_MAX, read_trf
from planilla.formats.trf.remarks import FAULTS, NOTES
from planilla.presentation.catalogue import CATALOGUES, placeholders, tr

REMARKS: dict[str, frozenset[str]] = {**FAULTS, **NOTES}
GOOD = [player_line(1, "2 w 1"), player_line(2, "1 b 0")]


def with_letter(line: str, column: int, letter: str) -> str:
    return line[: column - 1] + letter + line[column:]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param([""], [(1, 1, "empty")], id="an empty file"),
        pytest.param(["012 A"], [(1, 1, "no-players")], id="no players"),
        pytest.param(["001 abcd"], [(1, 5, "not-a-number")], id="a number in letters"),
        pytest.param(["001    0"], [(1, 5, "number-out-of-range")], id="number nought"),
        pytest.param(
            [with_letter(GOOD[0], 50, "x"), GOOD[1]],
            [(1, 49, "not-a-number")],
            id="a rating in letters",
        ),
        pytest.param(
            [with_letter(GOOD[0], 82, "x"), GOOD[1]], [(1, 81, "not-points")], id="no points"
        ),
        pytest.param(
            [with_letter(GOOD[0], 87, "x"), GOOD[1]], [(1, 86, "not-a-number")], id="no rank"
        ),
        pytest.param(
            [with_letter(GOOD[0], 48, "x"), GOOD[1]], [(1, 48, "not-blank")], id="a long name"
        ),
        pytest.param(
            [GOOD[0].replace("P1  ", "P1 "), GOOD[1]],
            [(1, 48, "not-blank")],
            id="columns one to the left",
        ),
        pytest.param([with_letter(GOOD[0], 9, "\t"), GOOD[1]], [(1, 9, "tab")], id="a tab"),
        pytest.param(
            [with_letter(GOOD[0], 98, "\t"), GOOD[1]],
            [(1, 98, "tab")],
            id="a tab in a round",
        ),
        pytest.param(
            [with_letter(GOOD[0], 96, "x"), GOOD[1]],
            [(1, 96, "not-blank")],
            id="a shifted round",
        ),
        pytest.param([GOOD[0] + "x", GOOD[1]], [(1, 100, "not-blank")], id="too long a result"),
        pytest.param(
            [with_letter(GOOD[0], 94, "x"), GOOD[1]],
            [(1, 92, "not-a-number")],
            id="an opponent in letters",
        ),
        pytest.param(
            [with_letter(GOOD[0], 97, "x"), GOOD[1]], [(1, 97, "not-a-colour")], id="no colour"
        ),
        pytest.param(
            [with_letter(GOOD[0], 99, "x"), GOOD[1]], [(1, 99, "not-a-result")], id="no result"
        ),
        pytest.param(
            [player_line(1, *["0000 - Z"] * 100)], [(1, 1082, "too-many-rounds")], id="100 rounds"
        ),
        pytest.param(
            [*GOOD, player_line(1, "2 w 1")], [(3, 5, "duplicate-number")], id="a number twice"
        ),
        pytest.param(
            [player_line(1, "7 w 1"), player_line(2)],
            [(1, 92, "unknown-opponent")],
            id="an opponent that is not there",
        ),
        pytest.param([player_line(1, "1 w 1")], [(1, 92, "own-opponent")], id="oneself"),
        pytest.param(
            [player_line(1, "2 w 1"), player_line(2, "3 b 0"), player_line(3, "2 w 1")],
            [(1, 92, "not-mutual")],
            id="an opponent with another opponent",
        ),
        pytest.param(
            [player_line(1, "2 w 1"), player_line(2)],
            [(1, 92, "not-mutual")],
            id="an opponent whose line is too short",
        ),
        pytest.param(
            [player_line(1, "2 w H"), player_line(2, "1 b 0")],
            [(1, 99, "bye-with-opponent")],
            id="a bye with an opponent",
        ),
        pytest.param(
            [player_line(1, "2 - 1"), player_line(2, "1 b 0")],
            [(1, 97, "colour-missing")],
            id="a game without a colour",
        ),
        pytest.param(
            [player_line(1, "2 w 1"), player_line(2, "1 - 0")],
            [(2, 97, "colour-missing")],
            id="a game without a colour for the second",
        ),
        pytest.param(
            [player_line(1, "2 w 1"), player_line(2, "1 w 0")],
            [(1, 97, "colour-contradicts")],
            id="one colour for both",
        ),
        pytest.param(
            [player_line(1, "2 w 1"), player_line(2, "1 b 1")],
            [(1, 99, "result-contradicts")],
            id="both win",
        ),
        pytest.param(
            [player_line(1, "2 w 1"), player_line(2, "1 b  ")],
            [(1, 99, "result-contradicts")],
            id="one side without a result",
        ),
        pytest.param(
            [player_line(1, "", "2 w 1"), player_line(2, "", "1 b 0")],
            [(1, 92, "missing-round")],
            id="a round left out",
        ),
        pytest.param(
            [player_line(1, "2 w 1", "", "2 b 1"), player_line(2, "1 b 0", "", "1 w 0")],
            [(1, 102, "missing-round")],
            id="a round left out in the middle",
        ),
        pytest.param(
            ["162  W  3.0   D  1.0", player_line(1, "2 w 1", points="1.0"), GOOD[1]],
            [(2, 81, "points-differ")],
            id="points that are not those of the declared scoring",
        ),
        pytest.param(["XXR x", *GOOD], [(1, 5, "unreadable")], id="XXR"),
        pytest.param(["142 0", *GOOD], [(1, 5, "unreadable")], id="142"),
        pytest.param(["152 X", *GOOD], [(1, 5, "unreadable")], id="152"),
        pytest.param(["XXC white", *GOOD], [(1, 5, "unreadable")], id="XXC"),
        pytest.param(["XXC", *GOOD], [(1, 5, "unreadable")], id="XXC without a word"),
        pytest.param(["162 Q 1.0", *GOOD], [(1, 6, "unreadable")], id="162"),
        pytest.param(["162  W", *GOOD], [(1, 6, "unreadable")], id="162 without points"),
        pytest.param(["162", *GOOD], [(1, 6, "unreadable")], id="162 without anything"),
        pytest.param(["XXS W=1 Q=1", *GOOD], [(1, 9, "unreadable")], id="XXS"),
        pytest.param(["XXS W=x", *GOOD], [(1, 7, "unreadable")], id="XXS without points"),
        pytest.param(["BBW", *GOOD], [(1, 5, "unreadable")], id="BBW"),
        pytest.param(["240 U 001    1", *GOOD], [(1, 5, "unreadable")], id="240"),
        pytest.param(["240 H 000    1", *GOOD], [(1, 7, "unreadable")], id="240 round nought"),
        pytest.param(["240 H 001    x", *GOOD], [(1, 14, "unreadable")], id="240 for a letter"),
        pytest.param(["250 x", *GOOD], [(1, 10, "unreadable")], id="250"),
        pytest.param(["XXA x", *GOOD], [(1, 5, "unreadable")], id="XXA"),
        pytest.param(["XXA    1 x", *GOOD], [(1, 10, "unreadable")], id="XXA without points"),
        pytest.param(["XXA    1 1 2 1 x", *GOOD], [(1, 16, "unreadable")], id="XXA by words"),
        pytest.param(["XXA    1  1.0  260", *GOOD], [(1, 16, "unreadable")], id="XXA too much"),
        pytest.param(["XXS W=100", *GOOD], [(1, 7, "unreadable")], id="XXS too much"),
        pytest.param(["260 x", *GOOD], [(1, 5, "unreadable")], id="260"),
        pytest.param(["299 X", *GOOD], [(1, 5, "unreadable")], id="299"),
        pytest.param(["299 W         1.0    x", *GOOD], [(1, 20, "unreadable")], id="299 round"),
        pytest.param(
            ["299 W         1.0   002   1", *GOOD], [(1, 23, "unreadable")], id="299 aside"
        ),
        pytest.param(["240 H 003    7", *GOOD], [(1, 11, "unknown-player")], id="240 for nobody"),
        pytest.param(["XXZ 7", *GOOD], [(1, 5, "unknown-player")], id="XXZ for nobody"),
        pytest.param(["XXP 1 7", *GOOD], [(1, 5, "unknown-player")], id="XXP for nobody"),
        pytest.param(["XXA    7  1.0", *GOOD], [(1, 5, "unknown-player")], id="XXA for nobody"),
    ],
)
def test_a_fault_says_where_and_what(
    lines: list[str], expected: list[tuple[int, int, str]]
) -> None:
    assert [each for each in faults(*lines) if each[2] != "kept-lines"][: len(expected)] == expected


def test_nothing_is_a_fault_of_its_own_kind() -> None:
    for data in (b"", b"\n", b" \r\n\t", b"\xef\xbb\xbf"):
        answer = read_trf(data, "f")
        assert not isinstance(answer, TrfDocument)
        assert places(answer) == [(1, 1, "empty")]


def test_several_faults_are_told_at_once_in_the_order_of_the_file() -> None:
    assert faults(
        "XXR many",
        player_line(1, "2 w 1"),
        player_line(2, "1 b 1"),
        player_line(3, "9 w 1"),
        with_letter(player_line(4), 50, "x"),
        player_line(3),
    ) == [
        (1, 5, "unreadable"),
        (2, 99, "result-contradicts"),
        (5, 49, "not-a-number"),
        (6, 5, "duplicate-number"),
    ]


def test_one_broken_line_does_not_blame_the_opponents() -> None:
    assert faults("001    x", player_line(2, "1 b 0")) == [(1, 5, "not-a-number")]
    assert faults(with_letter(GOOD[0], 96, "x"), GOOD[1]) == [(1, 96, "not-blank")]


def test_records_of_teams_name_teams() -> None:
    read = document("310   9 India", "240 H 003    9", *GOOD)
    assert len(read.players) == 2


def test_points_may_hold_the_half_points_asked_for_or_not() -> None:
    for points in ("1.0", "1.5"):
        lines = ["162  W  1.0", player_line(1, "2 w 1", "0000 - H", points=points), GOOD[1]]
        assert faults(*lines) == []


def test_abnormal_points_make_a_difference_a_note() -> None:
    lines = ["162  W  1.0", "299          -1.0", player_line(1, "2 w 1", points="0.0"), GOOD[1]]
    assert [note.code for note in document(*lines).notes] == ["points-differ"]


def test_faults_have_a_bound_and_say_so() -> None:
    answer = read_trf(file_of(*["001    x"] * 1000), "f")
    assert not isinstance(answer, TrfDocument)
    assert len(answer) == FAULTS_MAX + 1
    assert answer[-1].code == "too-many"


def test_that_there_are_more_faults_is_said_once() -> None:
    findings = Findings("f")
    for _ in range(FAULTS_MAX + 9):
        findings.fault(1, 1, "empty")
    assert [fault.code for fault in findings.faults].count("too-many") == 1
    assert findings.are_full


def test_contradictions_have_the_same_bound() -> None:
    lines = [player_line(number, "9999 w 1") for number in range(1, 1000)]
    answer = read_trf(file_of(*lines), "f")
    assert not isinstance(answer, TrfDocument)
    assert len(answer) == FAULTS_MAX + 1


def test_notes_have_a_bound() -> None:
    lines = open_of(2, 1)[3:] + [player_line(number) for number in range(3, 999)]
    assert len(document(*lines).notes) == NOTES_MAX


def test_ten_megabytes_of_noise_are_one_fault() -> None:
    noise = (bytes(range(14, 256)) * 41 + b"\r\n") * 1_000
    answer = read_trf(noise, "noise")
    assert not isinstance(answer, TrfDocument)
    assert places(answer) == [(1, 1, "no-players")]


def test_records_that_touch_everybody_have_a_bound() -> None:
    records = ["299          -0.5"] * (RECORDS_MAX + 2)
    assert faults(*records, *GOOD) == [(RECORDS_MAX + 1, 1, "too-many-records")]


def test_forbidden_pairs_have_a_bound() -> None:
    everybody = "XXP " + " ".join(["1"] * 1000)
    assert faults(*[everybody] * 2, *GOOD) == []
    assert faults(*[everybody] * 4, *GOOD) == [(3, 1, "too-many-pairs")]


def test_lines_have_a_bound() -> None:
    answer = read_trf(file_of(*GOOD) + b"\r" * LINES_MAX, "f")
    assert not isinstance(answer, TrfDocument)
    assert places(answer) == [(LINES_MAX + 1, 1, "too-many-lines")]


def test_a_place_is_file_line_and_column() -> None:
    answer = read_trf(b"001    x", "a.trf")
    assert not isinstance(answer, TrfDocument)
    assert answer[0].place == "a.trf:1:5"


@pytest.mark.parametrize("code", REMARKS)
@pytest.mark.parametrize("language", CATALOGUES)
def test_every_remark_has_a_sentence_about_its_fields(language: str, code: str) -> None:
    fields = REMARKS[code]
    assert placeholders(CATALOGUES[language][f"trf.{code}"]) <= fields


@pytest.mark.parametrize(
    "lines",
    [
        ["001 abcd", with_letter(GOOD[1], 50, "x"), with_letter(player_line(3), 9, "\t")],
        [player_line(1, "2 w 1"), player_line(2, "1 b 1"), "XXS Q", "XXZ 9", player_line(2)],
        [player_line(1, "2 w ="), player_line(2, "1 b 0"), player_line(4, "0000 - +"), "hello"],
    ],
)
def test_what_is_said_of_a_file_has_the_fields_it_promises(lines: list[str]) -> None:
    answer = read_trf(file_of(*lines), "f")
    remarks = answer.notes if isinstance(answer, TrfDocument) else answer
    assert remarks
    for remark in remarks:
        fields: dict[str, Any] = dict(remark.fields)
        assert set(fields) == REMARKS[remark.code]
        assert tr("en", f"trf.{remark.code}", **fields)
        assert tr("es", f"trf.{remark.code}", **fields)
