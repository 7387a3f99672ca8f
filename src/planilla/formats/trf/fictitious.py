"""Points that count for pairing besides the results: acceleration, penalties and bonuses.

Fictitious points come from 250, from XXA, or from the Baku rule if 192 has `_BAKU` and there are no
records. Abnormal points (299) and the half point of an uneven result are real, but belong to no
result, so they are added in the same way from the next round on.
"""

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


def declared_points_of(document: TrfDocument, rounds: int) -> PointsByRound:
    """Return the points of 250 and XXA in rounds 1 to `rounds`."""
    points = [[0] * rounds for _ in document.seated]
    for each in document.records(Acceleration):
        for seat, number in enumerate(document.numbers):
            if each.first_player <= number <= each.last_player:
                for index in range(each.first_round - 1, min(each.last_round, rounds)):
                    points[seat][index] += each.points
    for own in document.records(FictitiousPoints):
        if own.player in document.seats:  # in a team event it may be a team
            for index, value in enumerate(own.points[:rounds]):
                points[document.seats[own.player]][index] += value
    return points


def _add_baku(document: TrfDocument, points: PointsByRound, rounds: int) -> None:
    """Add the Baku acceleration (C.04.7) for the first 2 x ceil(N/4) players of the list.

    Half of the rounds are accelerated, rounded up: a win's points in the first half of those,
    rounded up, and half of that in the others.
    """
    if not document.system.upper().endswith("_BAKU") or not document.rounds_planned:
        return
    accelerated = (document.rounds_planned + 1) // 2
    in_full = (accelerated + 1) // 2
    win = values_of(document)["WW"]
    for own in points[: 2 * ((len(points) + 3) // 4)]:
        for index in range(min(accelerated, rounds)):
            own[index] += win if index < in_full else win // 2


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
