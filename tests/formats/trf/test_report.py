"""A tournament as a tournament report file, and back."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from dsl.crosstables import crosstable, crosstables
from planilla.domain.crosstable import Crosstable
from planilla.domain.scoring import scores, system_of
from planilla.domain.vocabulary import Colour, GameResult
from planilla.formats.trf.crosstable import crosstable_of
from planilla.formats.trf.document import HeaderRecord, PlayerRecord, TrfDocument
from planilla.formats.trf.lines import write_trf
from planilla.formats.trf.reader import read_trf
from planilla.formats.trf.report import document_of


def people(size: int) -> list[PlayerRecord]:
    return [PlayerRecord(number=number, name=f"Player {number}") for number in range(1, size + 1)]


def test_a_tournament_in_its_columns() -> None:
    table = structs.replace(
        crosstable(5, "1 2 1-0, 3 4 ½-½, 5 U", "2 3 +/-, 4 5 0-0, 1 H"), rounds_planned=7
    )
    who = people(5)
    who[0] = structs.replace(
        who[0],
        name="Muñoz\tDe la Torre y Fernández de Córdoba",
        sex="w",
        title="WGM",
        rating=2345,
        federation="ESP",
        fide_id="2212072",
        birth="1990/01/01",
        rank=2,
    )
    written = document_of(table, who, [HeaderRecord(code="012", text="Open")], Colour.BLACK)
    # points: 1: win and half; 2: forfeit win; 3: half; 4: half; 5: bye
    assert write_trf(written).decode().splitlines() == [
        "012 Open",
        "142 7",
        "152 B",
        (
            "001    1 wWGM Muñoz De la Torre y Fernández de  2345 ESP     2212072 1990/01/01"
            "  1.5    2     2 w 1  0000 - H"
        ),
        *[
            f"001    {number}      Player {number}{'':57}{rest}"
            for number, rest in (
                (2, "  1.0    2     1 b 0     3 w +"),
                (3, "  0.5    4     4 w =     2 b -"),
                (4, "  0.5    5     3 b =     5 w 0"),
                (5, "  1.0    3  0000 - U     4 b 0"),
            )
        ],
    ]


def test_games_that_do_not_count_for_rating_are_short_ones() -> None:
    table = crosstable(2, "1 2 1-0")
    short = structs.replace(table.rounds[0], rated=bytes((GameResult.OPEN,)))
    written = document_of(structs.replace(table, rounds=(short,)), people(2))
    assert [player.cells[0].result for player in written.players] == ["W", "L"]
    ruled = structs.replace(table.rounds[0], rated=bytes((GameResult.DRAW,)))
    written = document_of(structs.replace(table, rounds=(ruled,)), people(2))
    assert [player.cells[0].result for player in written.players] == ["1", "0"]


def test_a_forfeit_that_was_ruled_for_the_points_alone_stays_a_forfeit() -> None:
    """No forfeit counts for rating, so there is no sign of its own for one that does not."""
    table = crosstable(4, "1 2 -/-, 3 4 +/-")
    ruled = structs.replace(table.rounds[0], rated=bytes((GameResult.OPEN,) * 2))
    written = document_of(structs.replace(table, rounds=(ruled,)), people(4))
    assert [player.cells[0].result for player in written.players] == ["-", "-", "+", "-"]


def test_a_scoring_of_ones_own_is_declared() -> None:
    table = crosstable(3, "1 2 1-0, 3 U", point_system="3-1-0")
    assert document_of(table, people(3)).lines[1].text == (
        "162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0"
    )
    by_colour = structs.replace(system_of(table), black_win=4)
    declared = document_of(structs.replace(table, points=by_colour), people(3)).lines[1].text
    assert declared.startswith("XXS WW=3.0 BW=4.0 WD=1.0")


@given(crosstables(), st.sampled_from([None, *Colour]))
def test_a_tournament_comes_back_from_its_file(table: Crosstable, colour: Colour | None) -> None:
    written = document_of(table, people(table.size), (), colour)
    read = read_trf(write_trf(written), "")
    if table.size == 0 or any(not played.boards and not played.byes for played in table.rounds):
        return
    assert isinstance(read, TrfDocument)
    assert read.lines == written.lines
    assert read.initial_colour == colour
    again = crosstable_of(read, len(table.rounds))
    assert [
        (sorted(zip(played.boards, played.results, strict=True))) for played in again.rounds
    ] == [(sorted(zip(played.boards, played.results, strict=True))) for played in table.rounds]
    assert scores(again) == scores(table)
    assert system_of(again) == system_of(table)
