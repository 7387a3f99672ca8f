"""Records in canonical form: what is written is read again as the same."""

import pytest

from dsl.trf_columns import document, player_line
from planilla.domain.vocabulary import Colour
from planilla.formats.trf.document import (
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
    Record,
    Scores,
    TeamRecord,
    TrfDocument,
    TrfLine,
)
from planilla.formats.trf.lines import write_trf
from planilla.formats.trf.rendering import line_of

RECORDS: list[Record] = [
    HeaderRecord(code="012", text="Open"),
    PlannedRounds(code="XXR", count=9),
    Configuration(colour=Colour.BLACK),
    Configuration(code="XXC", colour=Colour.WHITE, by_position=True),
    Scores(values=(("W", 1050), ("D", 25))),
    Scores(code="XXS", values=(("WW", 100), ("PAB", 50))),
    Scores(code="BBU", values=(("U", 50),)),
    AbsenceRecord(kind="H", round=12, players=(1, 2)),
    AbsenceRecord(code="XXZ", players=(1, 2)),
    Acceleration(points=100, first_round=1, last_round=3, first_player=1, last_player=2),
    FictitiousPoints(player=2, points=(100, 50)),
    ProhibitionRecord(first_round=1, last_round=12, players=(1, 2)),
    ProhibitionRecord(code="XXP", players=(1, 2)),
    AbnormalPoints(kind="W", points=-1050, round=2, players=(1, 2)),
    AbnormalPoints(points=50),
    NationalRating(federation="BEL", number=2, rating=1900, origin="VLG", national_id="123"),
    NationalRating(federation="BEL", number=2),
    TeamRecord(number=12, name="India", players=(1, 2)),
    TeamRecord(code="013", name="India", players=(1, 2)),
]


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    assert document(line_of(record), player_line(1), player_line(2)).lines[0].record == record


def test_a_prohibition_without_an_end_ends_in_the_last_round_there_can_be() -> None:
    assert line_of(ProhibitionRecord(players=(1, 2))) == "260 001 999    1    2"


def test_a_player_is_read_as_they_were_written() -> None:
    player = PlayerRecord(
        number=9999,
        name="Ñíguez, Íñigo",
        sex="m",
        title="WFM",
        rating=2800,
        federation="ESP",
        fide_id="12345678901",
        birth="1990/12/31",
        points=1050,
        rank=1,
        cells=(Cell(), Cell(result="H")),
    )
    (written,) = document(line_of(player)).players
    assert written == player


def test_a_hundred_points_are_written_without_a_decimal() -> None:
    (written,) = document(line_of(PlayerRecord(number=1, points=23900))).players
    assert written.points == 23900


def test_a_letter_that_latin_1_lacks_makes_the_file_utf_8() -> None:
    lines = tuple(TrfLine(text=text) for text in ("012 Łódź",))
    assert write_trf(TrfDocument(name="", lines=lines, encoding="latin-1")) == "012 Łódź\n".encode()
