"""Conversion of a crosstable to a document.

The document is TRF26; `write_trf` converts it to other dialects.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable, Round
from planilla.domain.scoring import scores, system_of
from planilla.domain.vocabulary import Colour, GameResult
from planilla.formats.trf.concepts import declared
from planilla.formats.trf.document import (
    BLANK,
    Cell,
    Configuration,
    PlannedRounds,
    PlayerRecord,
    Record,
    TrfDocument,
    TrfLine,
)
from planilla.formats.trf.rendering import line_of

SIGNS = {
    GameResult.OPEN: (BLANK, BLANK),
    GameResult.WHITE_WINS: ("1", "0"),
    GameResult.DRAW: ("=", "="),
    GameResult.BLACK_WINS: ("0", "1"),
    GameResult.WHITE_WINS_BY_FORFEIT: ("+", "-"),
    GameResult.BLACK_WINS_BY_FORFEIT: ("-", "+"),
    GameResult.BOTH_FORFEIT: ("-", "-"),
    GameResult.BOTH_LOSE: ("0", "0"),
}
ABSENT = Cell(result="Z")
UNRATED = {"1": "W", "=": "D", "0": "L"}
"""Signs of games that do not count for rating; forfeits never count and have a single sign."""


def document_of(
    crosstable: Crosstable,
    people: Sequence[PlayerRecord],
    records: Sequence[Record] = (),
    first_colour: Colour | None = None,
    *,
    absent: Cell = ABSENT,
) -> TrfDocument:
    """Return the document of a tournament.

    `people` are the players by seat, with the data that a crosstable lacks: name, number, sex,
    title, FIDE number, birth and rank (the order by points if None). Their points and cells are
    filled in here. `absent` is the cell of a player with neither board nor bye. `records` (name,
    dates, tie-breaks and the like) come first.
    """
    total = scores(crosstable)
    order = sorted(range(crosstable.size), key=lambda seat: (-total[seat], seat))
    rank_of = {seat: rank for rank, seat in enumerate(order, start=1)}
    unit = system_of(crosstable).unit
    columns = [_column(played, people, absent) for played in crosstable.rounds]
    players = [
        replace(
            person,
            points=total[seat] * 100 // unit,
            rank=rank_of[seat] if person.rank is None else person.rank,
            cells=tuple(column[seat] for column in columns),
        )
        for seat, person in enumerate(people)
    ]
    lines = (*records, *_settings(crosstable, first_colour), *players)
    return TrfDocument(
        name="", lines=tuple(TrfLine(text=line_of(record), record=record) for record in lines)
    )


def _settings(crosstable: Crosstable, first_colour: Colour | None) -> list[Record]:
    settings: list[Record] = []
    if crosstable.rounds_planned:
        settings.append(PlannedRounds(count=crosstable.rounds_planned))
    if first_colour is not None:
        settings.append(Configuration(colour=first_colour))
    return settings + _scores(crosstable)


def _scores(crosstable: Crosstable) -> list[Record]:
    system = system_of(crosstable)
    black_win, black_draw, black_loss = (
        white if black is None else black
        for white, black in (
            (system.win, system.black_win),
            (system.draw, system.black_draw),
            (system.loss, system.black_loss),
        )
    )
    worth = {
        "WW": system.win,
        "BW": black_win,
        "WD": system.draw,
        "BD": black_draw,
        "WL": system.loss,
        "BL": black_loss,
        "ZPB": system.zero_bye,
        "HPB": system.half_bye,
        "FPB": system.full_bye,
        "PAB": system.pairing_bye,
        "FW": system.forfeit_win,
        "FL": system.forfeit_loss,
    }
    values = {key: points * 100 // system.unit for key, points in worth.items()}
    return list(declared(values))


def _column(played: Round, people: Sequence[PlayerRecord], absent: Cell) -> list[Cell]:
    cells = [absent] * len(people)
    rated = played.results if played.rated is None else played.rated
    for (white, black), code, counts in zip(played.boards, played.results, rated, strict=True):
        signs: tuple[str, str] = SIGNS[GameResult(code)]
        if code != counts and counts == GameResult.OPEN:
            signs = UNRATED.get(signs[0], signs[0]), UNRATED.get(signs[1], signs[1])
        cells[white] = Cell(opponent=people[black].number, colour="w", result=signs[0])
        cells[black] = Cell(opponent=people[white].number, colour="b", result=signs[1])
    for seat, kind in played.byes:
        cells[seat] = Cell(result=kind.value)
    return cells
