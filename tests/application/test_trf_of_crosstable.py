"""A crosstable in the columns of a tournament file, and back."""

from planilla.application.trf_of_crosstable import document_of
from planilla.domain.crosstable import Crosstable, Entrant, Round
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameResult
from planilla.formats.trf.crosstable import crosstable_of
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.reader import read_trf
from planilla.formats.trf.writer import write_trf

PLAYED = Crosstable(
    entrants=tuple(Entrant(id=EntrantId(str(n)), rating=2500 - n) for n in range(1, 6)),
    rounds=(
        Round(
            boards=((0, 1), (3, 2)),
            results=bytes([GameResult.BLACK_WINS, GameResult.WHITE_WINS_BY_FORFEIT]),
            byes=((4, ByeKind.PAIRING_ALLOCATED),),
        ),
        Round(boards=((1, 4),), results=bytes([GameResult.DRAW]), byes=((0, ByeKind.HALF_POINT),)),
    ),
    rounds_planned=5,
)


def document() -> TrfDocument:
    return document_of(
        PLAYED,
        title="Open",
        system="swiss-dutch-2017",
        first_colour=Colour.BLACK,
        name_of=lambda seat: f"Player {seat + 1}",
    )


def test_each_player_has_a_line_with_points_and_place() -> None:
    lines = [line.text for line in document().lines if line.text.startswith("001")]
    assert [line[80:] for line in lines] == [
        # 1 lost and asked for half a point; 2 won and drew; 3 did not come, and then was absent
        " 0.5    4     2 w 0  0000 - H",
        " 1.5    1     1 b 1     5 w =",
        " 0.0    5     4 b -  0000 - Z",
        " 1.0    3     3 w +  0000 - Z",
        " 1.5    2  0000 - U     2 b =",
    ]


def test_what_is_known_of_the_tournament_comes_first() -> None:
    assert [line.text for line in document().lines[:7]] == [
        "012 Open",
        "062 5",
        "092 swiss-dutch-2017",
        "142 5",
        "152 B",
        "182 Planilla",
        "192 FIDE_DUTCH_2017",
    ]


def test_what_is_written_is_read_again() -> None:
    read = read_trf(write_trf(document()), "open.trf")
    assert isinstance(read, TrfDocument)
    again = crosstable_of(read, 2)
    results = [dict(zip(each.boards, each.results, strict=True)) for each in again.rounds]
    assert results == [
        {(0, 1): GameResult.BLACK_WINS, (3, 2): GameResult.WHITE_WINS_BY_FORFEIT},
        {(1, 4): GameResult.DRAW},
    ]
    assert again.rounds_planned == 5
