"""Conversion of a document to a crosstable: boards, results and byes of its rounds by seat.

A file has no board numbers. Boards are sorted by the general handling rules (points of the higher
ranked player, sum of both players' points, pairing number; C.04.2, 3.6).
"""

from collections.abc import Sequence
from operator import add

from planilla.domain.crosstable import Crosstable, Entrant, PointSystem, Round, Seat
from planilla.domain.scoring import STANDARD
from planilla.domain.vocabulary import ByeKind, EntrantId, GameResult
from planilla.formats.trf.document import Cell, Hundredths, TrfDocument
from planilla.formats.trf.rounds import BYE_OF, RESULT_OF, UNRATED
from planilla.formats.trf.schedule import is_predetermined
from planilla.formats.trf.worth import Values, Worth, point_system_of, values_of


def crosstable_of(
    document: TrfDocument, rounds: int, points: PointSystem | None = None
) -> Crosstable:
    """Return the crosstable of the first `rounds` rounds.

    `points` is the point system, by default that of the file. Entrants are in the order of
    `document.seated`; their ids are the pairing numbers.
    """
    values = values_of(document)
    system = points or point_system_of(values)
    return Crosstable(
        entrants=tuple(
            Entrant(
                id=EntrantId(str(player.number)),
                rating=player.rating,
                title=player.title,
                federation=player.federation,
            )
            for player in document.seated
        ),
        rounds=_rounds(document, rounds, values),
        rounds_planned=document.rounds_planned,
        point_system=system.name or STANDARD.name,
        points=None if system.name else system,
        predetermined=is_predetermined(document),
    )


def boards_of(
    cells: Sequence[Cell], seats: dict[int, Seat], scores: Sequence[Hundredths]
) -> list[tuple[Seat, Seat]]:
    """Return the boards of one round in board order; `scores` are those before the round.

    If a forfeit shows no colours, the lower seat is White.
    """
    boards = []
    for seat, cell in enumerate(cells):
        if cell.opponent and cell.colour != "b":
            other = seats[cell.opponent]
            if cell.colour == "w" or _is_first_without_colour(seat, other, cells):
                mine, theirs = scores[seat], scores[other]
                if mine > theirs or (mine == theirs and seat < other):
                    boards.append((-mine, -mine - theirs, seat, (seat, other)))
                else:
                    boards.append((-theirs, -mine - theirs, other, (seat, other)))
    boards.sort()
    return [board for _, _, _, board in boards]


def _is_first_without_colour(seat: Seat, other: Seat, cells: Sequence[Cell]) -> bool:
    theirs = cells[other].colour
    return theirs == "b" or (theirs == "-" and seat < other)


def byes_of(cells: Sequence[Cell]) -> tuple[tuple[Seat, ByeKind], ...]:
    """Return the byes of one round, by seat."""
    return tuple(
        (seat, BYE_OF[cell.result])
        for seat, cell in enumerate(cells)
        if not cell.opponent and cell.result in BYE_OF
    )


def _rounds(document: TrfDocument, rounds: int, values: Values) -> tuple[Round, ...]:
    worth = Worth(values)
    scores = [0] * len(document.seated)
    played = []
    for number in range(1, rounds + 1):
        cells = document.round_of(number)
        played.append(_round(cells, document.seats, scores))
        scores = list(map(add, scores, worth.by_round(cells)))
    return tuple(played)


def _round(cells: Sequence[Cell], seats: dict[int, Seat], scores: Sequence[Hundredths]) -> Round:
    boards = boards_of(cells, seats, scores)
    results = bytes(RESULT_OF[cells[white].result, cells[black].result] for white, black in boards)
    unrated = [cells[white].result in UNRATED for white, _ in boards]
    return Round(
        boards=tuple(boards),
        results=results,
        byes=byes_of(cells),
        rated=_rated(results, unrated) if any(unrated) else None,
    )


def _rated(results: bytes, unrated: Sequence[bool]) -> bytes:
    """Return the results that count for rating; games of less than one move count as open."""
    return bytes(
        GameResult.OPEN if is_unrated else result
        for result, is_unrated in zip(results, unrated, strict=True)
    )
