"""Reader of tournament report files: a document, or all its faults at once.

Every tolerated deviation is a note of the document. Any bytes give a document or faults, in linear
time. The lines are checked against one another: the participants, the points (81-84), and both
records of each board, each from its own side. A half-point penalty (`=` against `0`) is no
contradiction (TRF26: the two sides need not mirror).
Source: rules of the result columns, FIDE TRF16 and TRF26.
"""

from collections import Counter
from itertools import zip_longest

from planilla.formats.trf.document import (
    BLANK,
    BYE_RESULTS,
    FORFEIT_RESULTS,
    NO_CELL,
    OPEN,
    OPPONENT_RESULTS,
    AbnormalPoints,
    AbsenceRecord,
    Acceleration,
    Cell,
    FictitiousPoints,
    PlayerRecord,
    ProhibitionRecord,
    Record,
    Scores,
    TeamRecord,
    TrfDocument,
    TrfLine,
    TrfRemark,
)
from planilla.formats.trf.figures import written
from planilla.formats.trf.findings import Findings, in_order
from planilla.formats.trf.lines import decode, split
from planilla.formats.trf.players import CELL_WIDTH, FIRST_CELL, PlayerReader
from planilla.formats.trf.records import read_record
from planilla.formats.trf.rounds import BYE_OF, is_decided, rounds_played
from planilla.formats.trf.worth import Worth, values_of

NumberedPlayers = list[tuple[int, PlayerRecord]]
"""Players with the line on which each stands."""


LINES_MAX = 100_000
"""Limit of lines: ten thousand players with ten records each."""


def read_trf(data: bytes, name: str) -> TrfDocument | tuple[TrfRemark, ...]:
    """Return the document in `data`, or its faults by line and column; `name` is the file name."""
    text, encoding, mark = decode(data)
    findings = Findings(name)
    if not text.strip("\r\n\t \x00"):
        findings.fault(1, 1, "empty")
        return tuple(findings.faults)
    lines = _lines(text, findings)
    if encoding == "latin-1":
        findings.note(1, 1, "latin-1")
    document = TrfDocument(name=name, lines=lines, encoding=encoding, mark=mark)
    _check(document, findings)
    if findings.faults:
        return in_order(findings.faults)
    return TrfDocument(
        name=name, lines=lines, encoding=encoding, mark=mark, notes=in_order(findings.notes)
    )


def _lines(text: str, findings: Findings) -> tuple[TrfLine, ...]:
    players = PlayerReader(findings)
    lines = []
    for number, (line, ending) in enumerate(split(text), start=1):
        record: Record | None = None
        if number > LINES_MAX:
            findings.fault(number, 1, "too-many-lines", most=LINES_MAX)
        if findings.are_full or number > LINES_MAX:
            break
        if line.startswith("001"):
            record = players.read(number, line)
        elif line:
            record = read_record(number, line, findings)
        lines.append(TrfLine(text=line, ending=ending, record=record))
    return tuple(lines)


def _check(document: TrfDocument, findings: Findings) -> None:
    players: NumberedPlayers = [
        (number, line.record)
        for number, line in enumerate(document.lines, start=1)
        if isinstance(line.record, PlayerRecord)
    ]
    if not players and not findings.faults:
        findings.fault(1, 1, "no-players")
    if findings.are_full:
        return
    twice = check_participants(document, players, findings)
    broken = {fault.line for fault in findings.faults}
    doubtful = twice | {player.number for line, player in players if line in broken}
    check_coherence(players, findings, doubtful)
    _drop_unknown_opponents(document, findings)
    if not findings.faults:
        check_points(document, players, findings)
        note_goodwill(document, players, findings)


def _drop_unknown_opponents(document: TrfDocument, findings: Findings) -> None:
    """Drop faults of unknown opponents when a player's own number is unreadable."""
    if any(line.record is None and line.text.startswith("001") for line in document.lines):
        findings.faults = [each for each in findings.faults if each.code != "unknown-opponent"]


COMMENT = "###"
INFORMATIVE_RECORDS = ("801", "802")
"""Records for people to read (TRF26)."""
TEAM_RECORDS = ("300", "320", "330")
"""Records that are read only for a ranking of teams (`team_records`)."""


def note_goodwill(document: TrfDocument, players: NumberedPlayers, findings: Findings) -> None:
    """Add a note of each tolerated deviation."""
    played = rounds_played(document)
    plain = BYE_RESULTS | {" "}
    for line, player in players:
        for index, cell in enumerate(player.cells):
            if cell.opponent:
                continue
            if cell.result not in plain:
                findings.note(
                    line,
                    column_of(index, 7),
                    "old-bye",
                    round=index + 1,
                    number=player.number,
                    found=cell.result,
                    read=BYE_OF[cell.result].value if cell.result in BYE_OF else "Z",
                )
            elif cell.result == " " and index < played:
                _note_blank(line, index, player.number, findings)
        for index in range(len(player.cells), played):
            _note_blank(line, index, player.number, findings)
    _note_kept(document, findings)


def _note_blank(line: int, index: int, number: int, findings: Findings) -> None:
    column = column_of(index, 7)
    findings.note(line, column, "blank-result", round=index + 1, number=number)


def _note_kept(document: TrfDocument, findings: Findings) -> None:
    """Add one note about all unknown lines, at the first of them."""
    kept = [
        number
        for number, line in enumerate(document.lines, start=1)
        if line.record is None
        and line.text.strip()
        and not line.text.startswith((COMMENT, *INFORMATIVE_RECORDS, *TEAM_RECORDS))
    ]
    if kept:
        findings.note(kept[0], 1, "kept-lines", count=len(kept), first=kept[0])


RECORDS_MAX = 1_000
"""Limit of records of acceleration, of prohibitions and of abnormal points."""
PAIRS_MAX = 1_000_000
"""Limit of forbidden pairs."""
PLAYERS_FIRST_COLUMN = {"240": 11, "XXZ": 5, "260": 13, "XXP": 5}


def check_participants(
    document: TrfDocument, players: NumberedPlayers, findings: Findings
) -> frozenset[int]:
    """Report duplicate numbers and missing players as faults, and unused numbers as a note.

    Return the duplicate numbers.
    """
    first_lines: dict[int, int] = {}
    twice = set()
    for line, player in players:
        first = first_lines.setdefault(player.number, line)
        if first != line:
            twice.add(player.number)
            findings.fault(line, 5, "duplicate-number", number=player.number, first=first)
    if first_lines and max(first_lines) > len(first_lines):
        missing = next(n for n in range(1, max(first_lines)) if n not in first_lines)
        findings.note(players[0][0], 5, "number-gap", number=missing)
    if not document.records(TeamRecord):
        _check_named(document, frozenset(first_lines), findings)
    _check_bounds(document, findings)
    return frozenset(twice)


def _check_named(document: TrfDocument, known: frozenset[int], findings: Findings) -> None:
    for number, line in enumerate(document.lines, start=1):
        record = line.record
        if isinstance(record, (AbsenceRecord, ProhibitionRecord)):
            column, named = PLAYERS_FIRST_COLUMN[record.code], record.players
        elif isinstance(record, FictitiousPoints):
            column, named = 5, (record.player,)
        else:
            continue
        for player in named:
            if player not in known:
                findings.fault(
                    number, column, "unknown-player", record=line.text[:3], number=player
                )


def _check_bounds(document: TrfDocument, findings: Findings) -> None:
    """Report records whose processing time would be out of proportion to the length of the file."""
    seen: Counter[str] = Counter()
    pairs = 0
    for number, line in enumerate(document.lines, start=1):
        if not isinstance(line.record, (Acceleration, AbnormalPoints, ProhibitionRecord)):
            continue
        code = line.text[:3]
        seen[code] += 1
        if seen[code] == RECORDS_MAX + 1:
            findings.fault(number, 1, "too-many-records", record=code, most=RECORDS_MAX)
        if isinstance(line.record, ProhibitionRecord):
            before, pairs = pairs, pairs + len(line.record.players) ** 2 // 2
            if before <= PAIRS_MAX < pairs:
                findings.fault(number, 1, "too-many-pairs", record=code, most=PAIRS_MAX)


POINTS_COLUMN = 81


def check_points(document: TrfDocument, players: NumberedPlayers, findings: Findings) -> None:
    """Report wrong sums: as faults if the scoring is declared (as in JaVaFo), else as notes.

    With abnormal points (299) in the file a difference is only a note.
    """
    worth = Worth(values_of(document))
    played = rounds_played(document)
    strict = bool(document.records(Scores)) and not document.records(AbnormalPoints)
    absent = worth.of(NO_CELL)
    for line, player in players:
        if player.points is None:
            continue
        brought = worth.by_round(player.cells)
        missing = played - len(brought)
        so_far = sum(brought[:played]) + (absent * missing if missing > 0 else 0)
        if player.points not in (so_far, so_far + sum(brought[played:])):
            say = findings.fault if strict else findings.note
            say(line, POINTS_COLUMN, "points-differ", **_fields(player, so_far))


def _fields(player: PlayerRecord, expected: int) -> dict[str, str | int]:
    return {
        "number": player.number,
        "found": written(player.points or 0),
        "expected": written(expected),
    }


MIRRORED_RESULTS = frozenset(
    {
        ("1", "0"),
        ("=", "="),
        ("0", "1"),
        ("0", "0"),
        ("+", "-"),
        ("-", "+"),
        ("-", "-"),
        ("W", "L"),
        ("D", "D"),
        ("L", "W"),
        ("L", "L"),
        (BLANK, BLANK),
        (OPEN, OPEN),
    }
)
"""Results that agree between the two sides of one board, first side first."""

UNEVEN_RESULTS = frozenset({("=", "0"), ("0", "="), ("D", "L"), ("L", "D")})
"""Results by a ruling: a draw for one side and a loss for the other."""

_LEGAL = frozenset(
    mine + one + theirs + other
    for mine, theirs in (("w", "b"), ("b", "w"))
    for one, other in MIRRORED_RESULTS
)
_UNPLAYED = FORFEIT_RESULTS | {BLANK, OPEN}


Boards = dict[int, tuple[Cell, ...]]
"""Cells by pairing number, the same number of cells for every player."""


def check_coherence(
    players: NumberedPlayers, findings: Findings, doubtful: frozenset[int] = frozenset()
) -> None:
    """Report contradictions between the columns of the rounds.

    Boards with a `doubtful` player, whose line has faults already, are not checked.
    """
    longest = max((len(player.cells) for _, player in players), default=0)
    boards = {player.number: _padded(player.cells, longest) for _, player in players}
    for line, player in players:
        if findings.are_full:
            return
        if player.number not in doubtful:
            for index in _contradicted(player, boards):
                if player.cells[index].opponent not in doubtful:
                    _say_of_board(line, index, player, boards, findings)
    if not doubtful:
        _check_rounds(players, findings)


def _padded(cells: tuple[Cell, ...], length: int) -> tuple[Cell, ...]:
    return cells + (NO_CELL,) * (length - len(cells))


def _contradicted(player: PlayerRecord, boards: Boards) -> list[int]:
    """Return the rounds, from 0, in which the opponent's line disagrees."""
    mine = player.number
    nobody = (NO_CELL,) * len(player.cells)
    contradicted = []
    for index, cell in enumerate(player.cells):
        if cell.opponent:
            theirs = boards.get(cell.opponent, nobody)[index]
            if (
                theirs.opponent != mine
                or f"{cell.colour}{cell.result}{theirs.colour}{theirs.result}" not in _LEGAL
            ):
                contradicted.append(index)
    return contradicted


def _say_nobody(line: int, index: int, player: PlayerRecord, findings: Findings) -> None:
    opponent = player.cells[index].opponent
    findings.fault(
        line,
        column_of(index, 0),
        "own-opponent" if opponent == player.number else "unknown-opponent",
        round=index + 1,
        number=player.number,
        opponent=opponent,
    )


def column_of(index: int, offset: int) -> int:
    """Return the column in a file (from 1) of a place in the cell of a round (from 0)."""
    return FIRST_CELL + CELL_WIDTH * index + offset + 1


def _say_of_board(
    line: int, index: int, player: PlayerRecord, boards: Boards, findings: Findings
) -> None:
    cell = player.cells[index]
    if cell.opponent == player.number or cell.opponent not in boards:
        _say_nobody(line, index, player, findings)
        return
    theirs = boards[cell.opponent][index]
    if theirs.opponent != player.number:
        findings.fault(
            line,
            column_of(index, 0),
            "not-mutual",
            round=index + 1,
            number=player.number,
            opponent=cell.opponent,
            theirs=theirs.opponent,
        )
        return
    fault = _contradiction(cell, theirs, second=player.number > cell.opponent)
    if fault is not None:
        _say_contradiction((line, index), player.number, (cell, theirs), fault, findings)


def _contradiction(cell: Cell, theirs: Cell, *, second: bool) -> tuple[str, int] | None:
    """Return the code and the place of a fault of one side of a board; None without a fault.

    Faults of both sides together are reported for the first one.
    """
    if cell.result not in OPPONENT_RESULTS:
        return "bye-with-opponent", 7
    if cell.colour == "-" and cell.result not in _UNPLAYED:
        return "colour-missing", 5
    if second or theirs.result in BYE_RESULTS:
        return None
    if cell.colour == theirs.colour != "-":
        return "colour-contradicts", 5
    pair = (cell.result, theirs.result)
    if pair in UNEVEN_RESULTS:
        return "uneven", 7
    return None if pair in MIRRORED_RESULTS else ("result-contradicts", 7)


def _say_contradiction(
    place: tuple[int, int],
    number: int,
    cells: tuple[Cell, Cell],
    fault: tuple[str, int],
    findings: Findings,
) -> None:
    line, index = place
    code, offset = fault
    mine, theirs = cells
    say = findings.note if code == "uneven" else findings.fault
    say(
        line,
        column_of(index, offset),
        code,
        round=index + 1,
        number=number,
        opponent=mine.opponent,
        found=mine.colour if offset == 5 else mine.result,
        theirs=theirs.colour if offset == 5 else theirs.result,
    )


def _check_rounds(players: NumberedPlayers, findings: Findings) -> None:
    """Report rounds without any entry before a round with a result."""
    columns = list(zip_longest(*(player.cells for _, player in players), fillvalue=NO_CELL))
    while columns and not any(map(is_decided, columns[-1])):
        columns.pop()
    for index, cells in enumerate(columns):
        if all(cell.is_blank for cell in cells):
            findings.fault(players[0][0], column_of(index, 0), "missing-round", round=index + 1)
