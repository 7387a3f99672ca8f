"""Conversion of records between codes: rounds, colour, scores, absences, prohibitions, points.

Each function returns all records of its concept in the given codes. Records already in one of those
codes are unchanged; data that the codes cannot express keep their original code.
"""

from planilla.formats.trf.document import (
    AbsenceRecord,
    Acceleration,
    Configuration,
    FictitiousPoints,
    Hundredths,
    PlannedRounds,
    ProhibitionRecord,
    Record,
    Scores,
    TrfDocument,
)
from planilla.formats.trf.fictitious import declared_points_of
from planilla.formats.trf.figures import fits
from planilla.formats.trf.rounds import rounds_played
from planilla.formats.trf.worth import DEFAULTS, Values, values_of

Codes = tuple[str, ...]


def planned_rounds(document: TrfDocument, codes: Codes) -> tuple[Record, ...]:
    """Return the planned rounds as 142 and XXR."""
    count = document.rounds_planned
    return tuple(PlannedRounds(code=code, count=count) for code in codes if count)


def configuration(document: TrfDocument, codes: Codes) -> tuple[Record, ...]:
    """Return the configuration as 152 and XXC; only XXC can state pairing by position."""
    colour = document.initial_colour
    by_position = any(each.by_position for each in document.records(Configuration))
    records = [
        Configuration(code=code, colour=colour, by_position=by_position and code == "XXC")
        for code in codes
        if colour is not None or (by_position and code == "XXC")
    ]
    if by_position and "XXC" not in codes:
        records.append(Configuration(code="XXC", by_position=True))
    return tuple(records)


def scores(document: TrfDocument, codes: Codes) -> tuple[Record, ...]:
    """Return the scoring as 162, XXS or BB*; only XXS can state points by colour."""
    declared = document.records(Scores)
    if not declared:
        return ()
    values = values_of(document)
    records: list[Record] = []
    for code in codes:
        same = [each for each in declared if each.code.startswith(code)]
        records += same or _SAID[code](values)
    return tuple(records) or declared


def absences(document: TrfDocument, codes: Codes) -> tuple[Record, ...]:
    """Return the absences as 240 and XXZ; XXZ covers the round to be paired only, and no kinds."""
    following = rounds_played(document) + 1
    records: list[Record] = []
    for each in document.records(AbsenceRecord):
        is_next = each.round in (0, following)
        if each.code in codes or not is_next or each.kind != "Z":
            records.append(each)
        if is_next and each.code == "240" and "XXZ" in codes:
            records.append(AbsenceRecord(code="XXZ", players=each.players))
        if each.code == "XXZ" and "240" in codes:
            records.append(AbsenceRecord(kind="Z", round=following, players=each.players))
    return _each_once(records)


def prohibitions(document: TrfDocument, codes: Codes) -> tuple[Record, ...]:
    """Return the prohibitions as 260 and XXP; XXP applies to all rounds."""
    following = rounds_played(document) + 1
    last_of_all = document.rounds_planned or following
    records: list[Record] = []
    for each in document.records(ProhibitionRecord):
        last = last_of_all if each.last_round is None else each.last_round
        is_always = each.first_round <= 1 and last >= last_of_all
        if each.code in codes or not is_always:
            records.append(each)
        if each.code == "260" and "XXP" in codes and each.first_round <= following <= last:
            records.append(ProhibitionRecord(code="XXP", players=each.players))
        if each.code == "XXP" and "260" in codes:
            records.append(ProhibitionRecord(last_round=last_of_all, players=each.players))
    return _each_once(records)


def acceleration(document: TrfDocument, codes: Codes) -> tuple[Record, ...]:
    """Return the acceleration as 250 (ranges of players and rounds) and XXA (player by player)."""
    ranges, own = document.records(Acceleration), document.records(FictitiousPoints)
    records: list[Record] = []
    if "250" in codes:
        records += ranges if ranges or not own else _as_ranges(document, own)
    if "XXA" in codes:
        records += own if own or not ranges else _as_own(document, ranges)
    return tuple(records)


def _as_own(
    document: TrfDocument, ranges: tuple[Acceleration, ...]
) -> tuple[Acceleration | FictitiousPoints, ...]:
    last = min(max(each.last_round for each in ranges), document.rounds_planned or 99)
    points = declared_points_of(document, last)
    if not _all_fit(points):
        return ranges
    return tuple(
        FictitiousPoints(player=number, points=tuple(own))
        for number, own in zip(document.numbers, points, strict=True)
        if any(own)
    )


def _as_ranges(
    document: TrfDocument, own: tuple[FictitiousPoints, ...]
) -> tuple[Acceleration | FictitiousPoints, ...]:
    last = max(len(each.points) for each in own)
    points = declared_points_of(document, last)
    if not _all_fit(points):
        return own
    numbers = document.numbers
    ranges: list[Acceleration] = []
    for index in range(last):
        column = [each[index] for each in points]
        for start, end in _runs(column):
            ranges.append(
                Acceleration(
                    points=column[start],
                    first_round=index + 1,
                    last_round=index + 1,
                    first_player=numbers[start],
                    last_player=numbers[end],
                )
            )
    return tuple(ranges)


def _all_fit(points: list[list[Hundredths]]) -> bool:
    """Return whether all sums of several records fit into four columns."""
    return all(fits(each) for one in points for each in one)


def _runs(column: list[Hundredths]) -> list[tuple[int, int]]:
    """Return the first and last seat of each run of equal points other than 0."""
    runs: list[tuple[int, int]] = []
    for seat, points in enumerate(column):
        if points and seat and column[seat - 1] == points:
            runs[-1] = (runs[-1][0], seat)
        elif points:
            runs.append((seat, seat))
    return runs


def _in_162(values: Values) -> tuple[Scores, ...]:
    """Return the values as a record 162, without X, which the other codes cannot express."""
    symbols = {"W": "WW", "D": "WD", "L": "WL", "A": "ZPB", "P": "PAB"}
    alike = ("WW", "BW", "FW", "FPB"), ("WD", "BD", "HPB"), ("WL", "BL"), ("ZPB", "FL")
    if any(len({values[key] for key in keys}) > 1 for keys in alike):
        return ()
    return (Scores(values=tuple((symbol, values[key]) for symbol, key in symbols.items())),)


def _in_xxs(values: Values) -> tuple[Scores, ...]:
    said = tuple((key, values[key]) for key in DEFAULTS if key != "X")
    return (Scores(code="XXS", values=said),)


def _in_bbp(values: Values) -> tuple[Scores, ...]:
    keys = {"W": "WW", "D": "WD", "L": "WL", "Z": "ZPB", "F": "FL", "U": "PAB"}
    alike = ("WW", "BW", "FW", "FPB"), ("WD", "BD", "HPB"), ("WL", "BL")
    if any(len({values[key] for key in same}) > 1 for same in alike):
        return ()
    return tuple(
        Scores(code=f"BB{symbol}", values=((symbol, values[key]),)) for symbol, key in keys.items()
    )


def declared(values: Values) -> tuple[Scores, ...]:
    """Return a record of the values that differ from 1, ½, 0: as 162, or else as XXS."""
    if all(values[key] == DEFAULTS[key] for key in values):
        return ()
    return _in_162(values) or _in_xxs(values)


_SAID = {"162": _in_162, "XXS": _in_xxs, "BB": _in_bbp}


def _each_once(records: list[Record]) -> tuple[Record, ...]:
    return tuple(dict.fromkeys(records))
