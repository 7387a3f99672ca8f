"""The same tournament in another dialect: nothing that bears on pairing changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.trf_columns import document, file_of, open_of, player_line
from planilla.formats.trf.dialects import DIALECTS
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.lines import write_trf
from planilla.formats.trf.pairing_input import pairing_input
from planilla.formats.trf.reader import read_trf

PLAYERS = [
    player_line(1, "2 w 1", points="1.0"),
    player_line(2, "1 b 0", points="0.0"),
    player_line(3, "0000 - U", points="1.0"),
]
FIDE = [
    "142 5",
    "152 B",
    "240 Z 002    1",
    "250       0.5 001 003    1    2",
    "260 001 005    1    3",
]
XX = ["XXR 5", "XXC black1", "XXZ    1", "XXA    1  0.5  0.5  0.5", "XXA    2  0.5  0.5  0.5"]
XX += ["XXP    1    3"]


def spoken(dialect: str, *lines: str) -> list[str]:
    return write_trf(document(*lines), dialect).decode().splitlines()


def heading(dialect: str, *lines: str) -> list[str]:
    """The lines before the players."""
    return [line for line in spoken(dialect, *lines, *PLAYERS) if not line.startswith("001")]


def test_a_file_in_the_dialect_it_is_written_in_stays_as_it_is() -> None:
    assert heading("trf26", *FIDE) == FIDE
    assert heading("trf16", *XX) == XX


def test_fide_records_become_the_lines_of_javafo() -> None:
    assert heading("trf16", *FIDE) == XX


def test_the_lines_of_javafo_become_fide_records() -> None:
    ranges = [f"250       0.5 00{n} 00{n}    1    2" for n in (1, 2, 3)]
    assert heading("trf26", *XX) == [*FIDE[:3], *ranges, FIDE[4]]


def test_javafo_gets_both() -> None:
    assert sorted(heading("javafo", *FIDE)) == sorted(FIDE + XX)
    assert set(XX) | set(FIDE[:3]) < set(heading("javafo", *XX))


def test_bbp_gets_what_it_reads() -> None:
    lines = ["310   1 India", "013 India", "299 H         0.0", "162  W  1.0   X  0.0", *FIDE]
    assert heading("bbp", *lines) == [
        "BBW  1.0", "BBD  0.5", "BBL  0.0", "BBZ  0.0", "BBF  0.0", "BBU  1.0",
        "XXR 5", "XXC black1", "240 Z 002    1",
        "XXA    1  0.5  0.5  0.5", "XXA    2  0.5  0.5  0.5", "XXP    1    3",
    ]  # fmt: skip


def test_what_a_dialect_cannot_say_is_kept_as_it_was_said() -> None:
    lines = ["142 5", "240 H 002    1", "240 Z 004    2", "260 002 003    1    3"]
    # H and a later round have no XXZ; XXP has no rounds, but this is the one to be paired
    assert heading("trf16", *lines) == [
        "XXR 5",
        "XXZ    1",
        "240 H 002    1",
        "240 Z 004    2",
        "XXP    1    3",
        "260 002 003    1    3",
    ]
    assert heading("trf26", "XXC rank white1") == ["152 W", "XXC rank"]
    assert heading("trf26", "XXC rank") == ["XXC rank"]
    assert heading("trf26", "XXS BW=1.5") == ["XXS BW=1.5"]
    assert heading("bbp", "XXS BW=1.5") == ["XXS BW=1.5"]


def test_points_too_wide_for_the_columns_stay_where_they_are() -> None:
    lines = ["XXA    1 60.0", "XXA    1 60.0"]
    assert heading("trf26", *lines) == lines
    lines = ["250      60.0 001 002    1    1", "250      60.0 001 001    1    2"]
    assert heading("trf16", *lines) == lines


def test_a_prohibition_without_an_end_is_one_to_the_last_round() -> None:
    assert heading("trf26", "XXP 1 2", "XXR 7") == ["260 001 007    1    2", "142 7"]
    assert heading("trf26", "XXP 1 2") == ["260 001 002    1    2"]


THREE_POINTS = "162  W  3.0   D  1.0"


@pytest.mark.parametrize(
    ("said", "dialect", "expected"),
    [
        (
            [THREE_POINTS],
            "trf16",
            (
                "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0 ZPB=0.0 HPB=1.0 FPB=3.0 PAB=3.0 "
                "FW=3.0 FL=0.0"
            ),
        ),
        (["XXS W=3 D=1"], "trf26", "162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0"),
        (["BBW 3.0", "BBD 0.5"], "trf26", "162  W 3.0    D 0.5    L 0.0    A 0.0    P 3.0"),
        (["BBU 1.0", "BBW 3.0"], "trf26", "162  W 3.0    D 0.5    L 0.0    A 0.0    P 1.0"),
        ([THREE_POINTS], "trf26", THREE_POINTS),
    ],
)
def test_the_scoring_in_each_form(said: list[str], dialect: str, expected: str) -> None:
    players = [player_line(1, "2 w 1"), player_line(2, "1 b 0")]
    assert spoken(dialect, *said, *players)[0] == expected


def test_a_letter_stays_in_trf06_where_its_sign_would_be_worth_less() -> None:
    # `+` alone is the bye of the round, which brings half a point here; F brings a whole one.
    lines = [
        "XXR 4",
        "XXS PAB=0.5",
        player_line(1, "0000 - F", points="1.0"),
        player_line(2, "0000 - U", points="0.5"),
    ]
    old = [line for line in spoken("trf06", *lines) if line.startswith("001")]
    assert [line.rstrip()[-1] for line in old] == ["F", "+"]
    assert isinstance(read_trf(write_trf(document(*lines), "trf06"), "old"), TrfDocument)


def test_the_signs_of_trf06_and_back() -> None:
    lines = [
        player_line(1, "2 w W", "0000 - U", "0000 - Z"),
        player_line(2, "1 b L", "3 w 1"),
        player_line(3, "0000 - H", "2 b 0"),
        player_line(4, "0000 - F", "0000 - Z"),
    ]
    lines[0] = lines[0][:10] + " GM" + lines[0][13:]
    old = spoken("trf06", *lines)
    assert old[0][10:13] == "  g"
    assert [line[89:] for line in old] == [
        "     2 w 1  0000 - +  0000 - -",
        "     1 b 0     3 w 1",
        "  0000 - =     2 b 0",
        "  0000 - +",
    ]
    assert [line[89:] for line in spoken("trf16", *old)] == [
        "     2 w 1  0000 - U  0000 - Z",
        "     1 b 0     3 w 1",
        "  0000 - H     2 b 0",
        "  0000 - U",
    ]


def test_lines_that_nobody_understands_are_kept_in_every_dialect() -> None:
    strange = ["hello \t", "### comment", "801 x", "XXK 3"]
    for dialect in DIALECTS:
        assert heading(dialect, *strange) == strange


def test_a_last_line_without_an_end_does_not_swallow_the_next() -> None:
    data = file_of(*PLAYERS) + b"142 5"
    read = read_trf(data, "f")
    assert isinstance(read, TrfDocument)
    assert write_trf(read, "javafo").decode().splitlines()[3:] == ["XXR 5", "142 5"]


def test_a_dialect_that_nobody_speaks_is_an_error() -> None:
    with pytest.raises(KeyError):
        write_trf(document(*PLAYERS), "trf99")


@given(
    st.sampled_from([name for name in DIALECTS if name != "trf06"]),
    st.integers(1, 8),
    st.integers(0, 4),
    st.integers(0, 99),
)
def test_a_dialect_changes_nothing_for_the_pairing(
    dialect: str, players: int, rounds: int, seed: int
) -> None:
    lines = [
        line
        for line in open_of(players, rounds, seed)
        if dialect != "trf06" or "D" not in line[91:]
    ]
    read = read_trf(file_of(*lines), "f")
    if not isinstance(read, TrfDocument):
        return
    again = read_trf(write_trf(read, dialect), "f")
    assert isinstance(again, TrfDocument)
    assert pairing_input(again) == pairing_input(read)
