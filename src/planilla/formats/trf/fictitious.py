"""Points that count for pairing besides the results: acceleration, penalties and bonuses.

Fictitious points come from 250, from XXA, or from the Baku rule if 192 has `_BAKU` and there are no
records. Abnormal points (299) and the half point of an uneven result are real, but belong to no
result, so they are added in the same way from the next round on.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from planilla.domain.pairing.swiss.acceleration import baku_points, baku_top
from planilla.formats.trf.document import (
    BLANK,
    AbnormalPoints,
    Acceleration,
    Cell,
    FictitiousPoints,
    Hundredths,
    TrfDocument,
)
from planilla.formats.trf.worth import Worth, values_of

PointsByRound = list[list[Hundredths]]
"""Points by seat and then by round."""


def fictitious_points_of(document: TrfDocument, rounds: int) -> PointsByRound:
    """Return all points besides the results in rounds 1 to `rounds`; empty if there are none."""
    points = declared_points_of(document, rounds)
    if not document.records(Acceleration) and not document.records(FictitiousPoints):
        _add_baku(document, points, rounds)
    worth = Worth(values_of(document))
    for abnormal in document.records(AbnormalPoints):
        _add_abnormal(document, abnormal, points, worth)
    _add_uneven(document, points, worth)
    return points if any(any(each) for each in points) else []


def in_units(points: PointsByRound, unit: int) -> tuple[tuple[int, ...], ...]:
    """Convert hundredths to units of the point system."""
    return tuple(tuple(each * unit // 100 for each in one) for one in points)


def ranges_of(rows: Sequence[Sequence[int]], unit: int) -> Iterator[Acceleration]:
    """Yield points by seat and round, in units, as ranges of numbers and rounds (250)."""
    first = 0
    for column, same in groupby(zip(*rows, strict=True)):
        last = first + len(list(same))
        at = 0
        for points, members in groupby(column):
            size = len(list(members))
            if points:
                yield Acceleration(
                    points=points * 100 // unit,
                    first_round=first + 1,
                    last_round=last,
                    first_player=at + 1,
                    last_player=at + size,
                )
            at += size
        first = last


def declared_points_of(document: TrfDocument, rounds: int) -> PointsByRound:
    """Return the points of 250 and XXA in rounds 1 to `rounds`.

    For a player with both, XXA counts: JaVaFo's files say the same twice.
    """
    points = [[0] * rounds for _ in document.seated]
    named = {own.player for own in document.records(FictitiousPoints)}
    for each in document.records(Acceleration):
        for seat, number in enumerate(document.numbers):
            if number not in named and each.first_player <= number <= each.last_player:
                for index in range(each.first_round - 1, min(each.last_round, rounds)):
                    points[seat][index] += each.points
    for own in document.records(FictitiousPoints):
        if own.player in document.seats:  # in a team event it may be a team
            for index, value in enumerate(own.points[:rounds]):
                points[document.seats[own.player]][index] += value
    return points


def _add_baku(document: TrfDocument, points: PointsByRound, rounds: int) -> None:
    """Add the Baku acceleration (C.04.7); none where the number of rounds is not known."""
    if not is_baku(document):
        return
    by_round = baku_points(document.rounds_planned, values_of(document)["WW"])[:rounds]
    for own in points[: baku_top(len(points))]:
        for index, value in enumerate(by_round):
            own[index] += value


def is_baku(document: TrfDocument) -> bool:
    """Return whether record 192 asks for the acceleration of C.04.7."""
    return document.system.upper().endswith("_BAKU")


def _add_abnormal(
    document: TrfDocument, abnormal: AbnormalPoints, points: PointsByRound, worth: Worth
) -> None:
    """Add 299: penalties and bonuses, and for kinds of results the difference to their values.

    The reading that points for a kind replace the usual ones is UNVERIFIED.
    """
    seats = [document.seats[each] for each in abnormal.players if each in document.seats]
    for seat in seats or range(len(points)):
        if abnormal.kind == BLANK:
            _carry(points[seat], abnormal.round, abnormal.points)
            continue
        for number, cell in enumerate(document.seated[seat].cells, start=1):
            if abnormal.round in (0, number) and _is_of_kind(cell, abnormal.kind):
                _carry(points[seat], number, abnormal.points - worth.of(cell))


def _is_of_kind(cell: Cell, kind: str) -> bool:
    same = {"W": "1W", "D": "=D", "L": "0L"}.get(kind, kind)
    return cell.result in same and bool(cell.opponent) == (kind not in "FHZ")


def _add_uneven(document: TrfDocument, points: PointsByRound, worth: Worth) -> None:
    """Add the half point of a board with ½ and 0, which counts as lost by both."""
    rounds = len(points[0]) if points else 0
    for number, cells in enumerate(document.rounds[:rounds], start=1):
        for seat, cell in enumerate(cells):
            is_drawn = cell.opponent and cell.result in "=D"
            if is_drawn and cells[document.seats[cell.opponent]].result in "0L":
                lost = Cell(opponent=1, colour=cell.colour, result="0")
                _carry(points[seat], number, worth.of(cell) - worth.of(lost))


def _carry(points: list[Hundredths], number: int, value: Hundredths) -> None:
    """Add a value to every round after round `number`."""
    for index in range(number, len(points)):
        points[index] += value
