"""What a tournament report file says, and that every byte of it is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.trf_columns import document, file_of, notes, open_of, places, player_line
from planilla.domain.vocabulary import Colour
from planilla.formats.trf.document import (
    NO_CELL,
    AbnormalPoints,
    AbsenceRecord,
    Acceleration,
    Cell,
    Configuration,
    FictitiousPoints,
    HeaderRecord,
    NationalRating,
    PlannedRounds,
    PlayerRecord,
    ProhibitionRecord,
    Scores,
    TeamRecord,
    TrfDocument,
)
from planilla.formats.trf.figures import number_of, points_of, written
from planilla.formats.trf.lines import write_trf
from planilla.formats.trf.reader import read_trf

# From the sample of JaVaFo's manual (XX Open Internacional de Gros), as programs write it.
GROS = (
    "012 XX Open Internacional de Gros\n042 24/09/2010\nXXR 9\n"
    "001    1 m  g Mirzoev Azer                      2527 AZE    13400304 1978        1.0    1"
    "     2 w 1          \n"
    "001    2 m  m Argandona Riveiro Inigo           2408 ESP     2212072 1981        0.0    2"
    "     1 b 0          \n"
)


def test_a_player_is_read_by_its_columns() -> None:
    read = read_trf(GROS.encode(), "gros.trf")
    assert isinstance(read, TrfDocument)
    assert read.players[0] == PlayerRecord(
        number=1,
        sex="m",
        title="GM",
        name="Mirzoev Azer",
        rating=2527,
        federation="AZE",
        fide_id="13400304",
        birth="1978",
        points=100,
        rank=1,
        cells=(Cell(opponent=2, colour="w", result="1"),),
    )
    assert read.players[1].title == "IM"
    assert read.rounds_planned == 9
    assert read.text_of("012") == "XX Open Internacional de Gros"
    assert write_trf(read) == GROS.encode()


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("end", ["", "one"])
def test_lines_may_end_in_three_ways_and_the_last_one_in_none(ending: str, end: str) -> None:
    data = file_of("012 A", player_line(1, "2 w 1"), player_line(2, "1 b 0"), ending=ending)
    data = data if end else data.removesuffix(ending.encode())
    read = read_trf(data, "f")
    assert isinstance(read, TrfDocument)
    assert len(read.players) == 2
    assert write_trf(read) == data


def test_a_byte_order_mark_stays() -> None:
    data = b"\xef\xbb\xbf" + file_of("012 Añover", player_line(1))
    read = read_trf(data, "f")
    assert isinstance(read, TrfDocument)
    assert read.text_of("012") == "Añover"
    assert write_trf(read) == data


def test_what_is_not_utf_8_is_read_as_latin_1_and_stays_so() -> None:
    data = "012 Añover\n".encode("latin-1") + file_of(
        player_line(1, name="Pérez").encode().decode()
    )
    data = data.replace("é".encode(), "é".encode("latin-1"))
    read = read_trf(data, "f")
    assert isinstance(read, TrfDocument)
    assert (read.text_of("012"), read.players[0].name) == ("Añover", "Pérez")
    assert "latin-1" in [note.code for note in read.notes]
    assert write_trf(read) == data


def test_columns_counted_in_bytes_are_put_right() -> None:
    whole = player_line(1, "2 w 1", name="Núñez Peña, José")
    in_bytes = whole.replace("José    ", "José")  # four letters of two bytes: four blanks less
    read = document(in_bytes, player_line(2, "1 b 0"))
    assert read.players[0].name == "Núñez Peña, José"
    assert read.players[0].cells == (Cell(opponent=2, colour="w", result="1"),)
    assert [(note.line, note.code) for note in read.notes] == [(1, "columns-in-bytes")]


def test_a_shift_that_no_accents_explain_is_a_fault() -> None:
    shifted = player_line(1, "2 w 1", name="Núñez").replace("Núñez  ", "Núñez ")
    answer = read_trf(file_of(shifted, player_line(2, "1 b 0")), "f")
    assert not isinstance(answer, TrfDocument)
    assert places(answer) == [(1, 48, "not-blank")]


@pytest.mark.parametrize(
    ("line", "record"),
    [
        ("012 Torneo de Reyes ", HeaderRecord(code="012", text="Torneo de Reyes")),
        (
            "132" + " " * 88 + "26/01/05  26/01/06",
            HeaderRecord(code="132", text=" " * 87 + "26/01/05  26/01/06"),
        ),
        ("142 9", PlannedRounds(count=9)),
        ("XXR 9", PlannedRounds(code="XXR", count=9)),
        ("152 B", Configuration(colour=Colour.BLACK)),
        ("XXC rank", Configuration(code="XXC", by_position=True)),
        ("XXC black1 rank", Configuration(code="XXC", colour=Colour.BLACK, by_position=True)),
        ("162  W 3.0    D 1.0", Scores(values=(("W", 300), ("D", 100)))),
        ("162  W  1.0   P  0.5", Scores(values=(("W", 100), ("P", 50)))),
        ("XXS WW=3 bd=.5", Scores(code="XXS", values=(("WW", 300), ("BD", 50)))),
        ("BBU 0.5", Scores(code="BBU", values=(("U", 50),))),
        ("240 H 003    1    2", AbsenceRecord(kind="H", round=3, players=(1, 2))),
        ("240 f   3 0001", AbsenceRecord(kind="F", round=3, players=(1,))),
        ("XXZ 1 2", AbsenceRecord(code="XXZ", players=(1, 2))),
        (
            "250      01.0 001 003 0001 0002",
            Acceleration(points=100, first_round=1, last_round=3, first_player=1, last_player=2),
        ),
        ("XXA    2  1.0  0.5", FictitiousPoints(player=2, points=(100, 50))),
        ("XXA    2       0.5", FictitiousPoints(player=2, points=(0, 50))),
        ("XXA    2 1.0 0.5 1.0", FictitiousPoints(player=2, points=(100, 50, 100))),
        (
            "260 001 002    1    2",
            ProhibitionRecord(first_round=1, last_round=2, players=(1, 2)),
        ),
        ("XXP 1 2", ProhibitionRecord(code="XXP", players=(1, 2))),
        (
            "299 W         0.5  002    1",
            AbnormalPoints(kind="W", points=50, round=2, players=(1,)),
        ),
        ("299          -1.0", AbnormalPoints(points=-100)),
        (
            "013 Reyes                           1    2",
            TeamRecord(code="013", name="Reyes", players=(1, 2)),
        ),
        ("310   1 India" + " " * 63 + "1    2", TeamRecord(number=1, name="India", players=(1, 2))),
        (
            "BEL    2" + " " * 40 + "1900 VLG         123",
            NationalRating(
                federation="BEL", number=2, rating=1900, origin="VLG", national_id="123"
            ),
        ),
        ("BEL 1 12", None),
        ("BEL   ١٢ Aa", None),
        ("Bel   12", None),
        ("XXA    1 1 2 1 .5", FictitiousPoints(player=1, points=(100, 200, 100, 50))),
        ("### a comment", None),
        ("XXB true", None),
        ("XXA true", None),
        ("013 A name of a team that is much too long", None),
        ("310 India", None),
        ("", None),
    ],
)
def test_the_other_records(line: str, record: object) -> None:
    read = document(line, player_line(1), player_line(2))
    assert read.lines[0].record == record
    assert read.lines[0].text == line


def test_a_word_said_later_counts_more() -> None:
    read = document("142 7", "152 W", "XXR 9", "XXC black1", player_line(1))
    assert (read.rounds_planned, read.initial_colour) == (9, Colour.BLACK)


def test_a_file_may_say_neither_rounds_nor_colour_nor_type() -> None:
    read = document(player_line(1))
    assert (read.rounds_planned, read.initial_colour, read.system) == (0, None, "")


def test_the_encoded_type_comes_before_the_one_in_words() -> None:
    assert document("092 Swiss", player_line(1)).system == "Swiss"
    assert document("092 Swiss", "192 FIDE_DUTCH_2026", player_line(1)).system == "FIDE_DUTCH_2026"


def test_seats_go_by_number_or_by_position_in_the_file() -> None:
    by_number = document(player_line(3), player_line(1), player_line(2))
    assert by_number.numbers == (1, 2, 3)
    by_position = document("XXC rank", player_line(3), player_line(1), player_line(2))
    assert by_position.numbers == (3, 1, 2)
    assert by_position.seats == {3: 0, 1: 1, 2: 2}


def test_a_round_beyond_what_is_written_is_blank_for_everybody() -> None:
    read = document(player_line(1, "2 w 1"), player_line(2, "1 b 0"))
    assert read.round_of(2) == (NO_CELL, NO_CELL)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(
            [player_line(1, "2 w 1"), player_line(2, "1 b 0"), player_line(3, "0000 - +")],
            [(3, 99, "old-bye")],
            id="a bye in the old way",
        ),
        pytest.param(
            [player_line(1, "2 w 1"), player_line(2, "1 b 0"), player_line(3, "0000 - ?")],
            [(3, 99, "old-bye")],
            id="an unknown result without an opponent",
        ),
        pytest.param(
            [player_line(1, "2 w 1", ""), player_line(2, "1 b 0"), player_line(3)],
            [(3, 99, "blank-result")],
            id="nothing in a past round",
        ),
        pytest.param(
            [
                player_line(1, "2 w 1", "2 b 0"),
                player_line(2, "1 b 0", "1 w 1"),
                player_line(3, "", "0000 - Z"),
            ],
            [(3, 99, "blank-result")],
            id="a blank within a line",
        ),
        pytest.param(
            [player_line(1, "2 w ="), player_line(2, "1 b 0")],
            [(1, 99, "uneven")],
            id="a half point for one side only",
        ),
        pytest.param(
            [player_line(1), player_line(3)],
            [(1, 5, "number-gap")],
            id="a number that nobody has",
        ),
        pytest.param(
            ["hello", "", "  ", "801 x", "802 x", "### x", "XXK 4", player_line(1)],
            [(1, 1, "kept-lines")],
            id="lines that nobody knows, in one note",
        ),
        pytest.param(
            [player_line(1, "2 w 1", points="1,0"), player_line(2, "1 b 0", points=".5")],
            [(2, 81, "points-differ")],
            id="points that are not those of the results",
        ),
    ],
)
def test_goodwill_is_noted(lines: list[str], expected: list[tuple[int, int, str]]) -> None:
    assert notes(*lines) == expected


def test_results_and_colours_may_be_written_in_either_case() -> None:
    read = document(player_line(1, "2 W w"), player_line(2, "1 B l"), player_line(3, "0000 - u"))
    assert [player.cells[0].result for player in read.players] == ["W", "L", "U"]
    assert read.notes == ()


@pytest.mark.parametrize(
    ("text", "number"),
    [("  12", 12), ("0000", 0), ("", None), ("1_0", None), ("١٢", None), ("1" * 10, None)],
)
def test_a_number_is_ascii_digits(text: str, number: int | None) -> None:
    assert number_of(text) == number


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("11.5", 1150),
        (" 1.5", 150),
        (".5", 50),
        ("1,5", 150),
        ("3", 300),
        ("0.25", 25),
        ("-1.0", -100),
        ("-", None),
        (".", None),
        ("", None),
        ("½", None),
        ("1.555", None),
    ],
)
def test_points_in_hundredths(text: str, points: int | None) -> None:
    assert points_of(text) == points


@pytest.mark.parametrize(
    ("points", "text"), [(150, "1.5"), (25, "0.25"), (0, "0.0"), (-50, "-0.5")]
)
def test_points_as_they_are_written(points: int, text: str) -> None:
    assert written(points) == text


@given(st.integers(0, 9), st.integers(0, 4), st.integers(0, 99))
def test_a_tournament_is_written_as_it_was_read(players: int, rounds: int, seed: int) -> None:
    data = file_of(*open_of(players + 1, rounds, seed))
    read = read_trf(data, "f")
    assert isinstance(read, TrfDocument)
    assert write_trf(read) == data
    assert [note for note in read.notes if note.code == "points-differ"] == []


PIECES = st.sampled_from(
    [
        "001    1", "001 ", "\t", "\r", "\n", "\r\n", "\x00", "é", "\u2028", " 1 w 1", "0000 - H",
        "XXS W=", "162  W", "240 H", "XXA    1", "250", "260 001", "299", "310", "NRS    1", "    ",
        player_line(1, "2 w 1", points="1.0"), player_line(2, "1 b 0"), player_line(2, "7 b Q"),
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30).map("".join) | st.text())
def test_any_text_gives_an_answer(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    answer = read_trf(data, "f")
    if isinstance(answer, TrfDocument):
        assert write_trf(answer) == data
    else:
        assert answer


@given(st.binary())
def test_any_bytes_give_an_answer(data: bytes) -> None:
    answer = read_trf(data, "f")
    assert isinstance(answer, TrfDocument) or answer
