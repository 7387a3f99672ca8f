"""Parsers of the records other than 001.

Each function returns the record of a line. A line with an unknown code is kept without a fault. A
record that affects pairing and cannot be read is a fault. Source: FIDE TRF26, tournament section
and following; JaVaFo AUM, extensions; bbpPairings 6 (`BB*`).
"""

import re
from collections.abc import Callable

from planilla.domain.vocabulary import Colour
from planilla.formats.trf.document import (
    AbnormalPoints,
    AbsenceRecord,
    Acceleration,
    Configuration,
    FictitiousPoints,
    HeaderRecord,
    Hundredths,
    NationalRating,
    PlannedRounds,
    ProhibitionRecord,
    Record,
    Scores,
    TeamRecord,
)
from planilla.formats.trf.figures import fits, number_of, points_of
from planilla.formats.trf.findings import Findings
from planilla.formats.trf.worth import DEFAULTS, SYMBOL_VALUES

TEXTS = frozenset(
    {f"{decade:02d}2" for decade in range(1, 14)}
    | {"172", "182", "192", "202", "212", "222", "352", "362"}
)
"""Records of one text from column 5 on."""

ROUNDS_MAX = 99
COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK}
XXC_COLOURS = {"white1": Colour.WHITE, "black1": Colour.BLACK}
SCORE_162 = re.compile(r"([WDLAPX])\s*(-?\d*(?:[.,]\d{1,2})?)", re.IGNORECASE)
XXS_CODES = frozenset(SYMBOL_VALUES["XXS"]) | frozenset(DEFAULTS) - {"X"}
FEDERATION = re.compile(r"[A-Z]{3} .{4}(?: |$)")
BYE_KINDS = frozenset("FHZ")
ABNORMAL_KINDS = frozenset("WDLFHZ+- ")
WORD = re.compile(r"\S+")


class UnreadableRecord(Exception):
    """A record that cannot be read: the column, and the expected content."""

    def __init__(self, column: int, expected: str) -> None:
        self.column = column
        self.expected = expected
        super().__init__(f"{column}: {expected}")


def read_record(line: int, text: str, findings: Findings) -> Record | None:
    """Return the record of a line other than 001; None for a comment or an unknown code."""
    code = text[:3]
    if code in TEXTS:
        return HeaderRecord(
            code=code, text=text[4:].rstrip() if code == "132" else text[4:].strip()
        )
    reader = READERS.get(code)
    if reader is None:
        return national_rating_of(text)
    try:
        return reader(text)
    except UnreadableRecord as why:
        findings.fault(
            line,
            why.column,
            "unreadable",
            record=code,
            found=text[why.column - 1 :][:40].strip(),
            expected=why.expected,
        )
        return None


def planned_rounds_of(text: str) -> PlannedRounds:
    """Parse 142 or XXR."""
    count = number_of(text[3:])
    if count is None or not 0 < count <= ROUNDS_MAX:
        raise UnreadableRecord(5, "1-99")
    return PlannedRounds(code=text[:3], count=count)


def initial_colour_of(text: str) -> Configuration:
    """Parse 152."""
    written = text[4:].strip().upper()
    if written not in COLOURS:
        raise UnreadableRecord(5, "W, B")
    return Configuration(colour=COLOURS[written])


def configuration_of(text: str) -> Configuration:
    """Parse XXC: words in any order; the last colour counts."""
    words = text[3:].lower().split()
    if not words or any(word != "rank" and word not in XXC_COLOURS for word in words):
        raise UnreadableRecord(5, "rank, white1, black1")
    colours = [XXC_COLOURS[word] for word in words if word in XXC_COLOURS]
    return Configuration(
        code="XXC", colour=colours[-1] if colours else None, by_position="rank" in words
    )


def scores_of(text: str) -> Scores:
    """Parse 162: symbols and points without columns, on which FIDE's text and table disagree."""
    pairs = SCORE_162.findall(text[4:])
    if not pairs or SCORE_162.sub("", text[4:]).strip():
        raise UnreadableRecord(6, "W 1.0")
    return Scores(values=tuple((symbol.upper(), _points(written, 6)) for symbol, written in pairs))


def xxs_scores_of(text: str) -> Scores:
    """Parse XXS: CODE=VALUE, several on a line."""
    values = []
    for found in WORD.finditer(text, 3):
        code, _, written = found[0].partition("=")
        if code.upper() not in XXS_CODES:
            raise UnreadableRecord(
                found.start() + 1, "WW, BW, WD, BD, WL, BL, ZPB, HPB, FPB, PAB, FW, FL"
            )
        values.append((code.upper(), _points(written, found.start() + len(code) + 2)))
    return Scores(code="XXS", values=tuple(values))


def bbp_score_of(text: str) -> Scores:
    """Parse BBW, BBD, BBL, BBZ, BBF or BBU."""
    return Scores(code=text[:3], values=((text[2], _points(text[3:], 5)),))


def byes_of(text: str) -> AbsenceRecord:
    """Parse 240."""
    kind = text[4:5].upper()
    if kind not in BYE_KINDS:
        raise UnreadableRecord(5, "F, H, Z")
    return AbsenceRecord(kind=kind, round=_figure(text, 6, 9), players=ids_from(text, 9))


def absent_of(text: str) -> AbsenceRecord:
    """Parse XXZ: players absent from the round to be paired."""
    return AbsenceRecord(code="XXZ", players=ids_from(text, 3))


def acceleration_of(text: str) -> Acceleration | None:
    """Parse 250; None for a line with match points of teams (5-8) alone, which is kept unread."""
    if points_of(text[4:8]) is not None and not text[9:13].strip():
        return None
    return Acceleration(
        points=_points(text[9:13], 10),
        first_round=_figure(text, 14, 17),
        last_round=_figure(text, 18, 21),
        first_player=_figure(text, 22, 26),
        last_player=_figure(text, 27, 31),
    )


def fictitious_points_of(text: str) -> FictitiousPoints | None:
    """Parse XXA by its columns, or by words if the columns do not fit.

    `XXA true` and `XXA false` come from another program and are kept unread (None).
    """
    words = list(WORD.finditer(text, 3))
    if words and words[0][0].lower() in ("true", "false"):
        return None
    player = _figure(text, 4, 8)
    columns = [text[start : start + 5] for start in range(8, len(text.rstrip()), 5)]
    by_column = [points_of(column) if column.strip() else 0 for column in columns]
    if any(each is None or not fits(each) for each in by_column):
        by_column = [_points(found[0], found.start() + 1) for found in words[1:]]
    return FictitiousPoints(player=player, points=tuple(each or 0 for each in by_column))


def prohibition_of(text: str) -> ProhibitionRecord:
    """Parse 260."""
    return ProhibitionRecord(
        first_round=_figure(text, 4, 7),
        last_round=_figure(text, 8, 11),
        players=ids_from(text, 11),
    )


def strangers_of(text: str) -> ProhibitionRecord:
    """Parse XXP: a prohibition for every round."""
    return ProhibitionRecord(code="XXP", players=ids_from(text, 3))


def abnormal_points_of(text: str) -> AbnormalPoints:
    """Parse 299; match points of teams (8-11) are ignored."""
    kind = text[4:5].upper() or " "
    if kind not in ABNORMAL_KINDS:
        raise UnreadableRecord(5, "W, D, L, F, H, Z, +, -")
    rounds = text[18:22].strip()
    return AbnormalPoints(
        kind=kind,
        points=_points(text[12:17], 14, width=5),
        round=_number(rounds, 20) if rounds else 0,
        players=ids_from(text, 22),
    )


def old_team_of(text: str) -> TeamRecord | None:
    """Parse 013; None for an irregular line, which is kept: nothing here depends on it."""
    try:
        return TeamRecord(code="013", name=text[4:36].strip(), players=_ids(text, 36))
    except UnreadableRecord:
        return None


def team_of(text: str) -> TeamRecord | None:
    """Parse 310; None for an irregular line, which is kept: nothing here depends on it."""
    try:
        return TeamRecord(
            number=_figure(text, 4, 7), name=text[8:40].strip(), players=ids_from(text, 73)
        )
    except UnreadableRecord:
        return None


def national_rating_of(text: str) -> NationalRating | None:
    """Parse NRS: the columns of 001 up to the number; None for another kind of line."""
    number = number_of(text[4:8])
    if number is None or not FEDERATION.match(text):
        return None
    return NationalRating(
        federation=text[:3],
        number=number,
        rating=number_of(text[48:52]) or 0,
        origin=text[53:56].strip(),
        national_id=text[57:68].strip(),
    )


def ids_from(text: str, start: int) -> tuple[int, ...]:
    """Parse pairing numbers between blanks, from a column on; 0000 is skipped."""
    if text[start : start + 1].strip() and text[start - 1].strip():
        raise UnreadableRecord(start + 1, "1-9999")
    return _ids(text, start)


def _ids(text: str, start: int) -> tuple[int, ...]:
    numbers = [_number(found[0], found.start() + 1) for found in WORD.finditer(text, start)]
    return tuple(number for number in numbers if number)


def _number(text: str, column: int) -> int:
    number = number_of(text)
    if number is None:
        raise UnreadableRecord(column, "1-9999")
    return number


def _figure(text: str, start: int, end: int) -> int:
    number = _number(text[start:end], start + 1)
    if not number:
        raise UnreadableRecord(start + 1, "1-9999")
    return number


def _points(text: str, column: int, width: int = 4) -> Hundredths:
    points = points_of(text)
    if points is None or not fits(points, width):
        raise UnreadableRecord(column, "1.5")
    return points


READERS: dict[str, Callable[[str], Record | None]] = {
    "142": planned_rounds_of,
    "XXR": planned_rounds_of,
    "152": initial_colour_of,
    "XXC": configuration_of,
    "162": scores_of,
    "XXS": xxs_scores_of,
    "BBW": bbp_score_of,
    "BBD": bbp_score_of,
    "BBL": bbp_score_of,
    "BBZ": bbp_score_of,
    "BBF": bbp_score_of,
    "BBU": bbp_score_of,
    "240": byes_of,
    "XXZ": absent_of,
    "250": acceleration_of,
    "XXA": fictitious_points_of,
    "260": prohibition_of,
    "XXP": strangers_of,
    "299": abnormal_points_of,
    "013": old_team_of,
    "310": team_of,
}
