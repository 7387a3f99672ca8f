"""A tournament file as one command of the log, with what was adjusted or lost on the way.

Nothing is written here: the caller shows the review and then submits the command. Its ids follow
from the file, so that the same file imported twice is one tournament.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from planilla.domain.crosstable import Crosstable, PointSystem, Round
from planilla.domain.pairing import SYSTEMS, usual_of
from planilla.domain.scoring import scores, system_of
from planilla.domain.teams import TeamRound
from planilla.domain.tiebreaks import CodeError, Setting, checked
from planilla.domain.tournament.command import TEXT_MAX
from planilla.domain.tournament.importing import ImportedPoints, ImportedProhibition, ImportedRound
from planilla.domain.tournament.setup import CreateTournament, FirstColour
from planilla.domain.tournament.shapes import MatchShape
from planilla.domain.vocabulary import RESULT_NOTATION, ByeKind, GameResult
from planilla.formats.trf.attendance import Attendance, attendances_of, byes_to_come, last_paired
from planilla.formats.trf.crosstable import crosstable_of
from planilla.formats.trf.document import (
    AbnormalPoints,
    Acceleration,
    FictitiousPoints,
    HeaderRecord,
    NationalRating,
    ProhibitionRecord,
    TeamRecord,
    TrfDocument,
    TrfLine,
)
from planilla.formats.trf.fictitious import declared_points_of, in_units, is_baku
from planilla.formats.trf.keizer import is_keizer_comment, rules_in
from planilla.formats.trf.lines import write_trf
from planilla.formats.trf.match_games import by_rounds, crosstable_of_rounds, matches_of_rounds
from planilla.formats.trf.pairing_input import first_colour_of
from planilla.formats.trf.reader import UNEVEN_RESULTS
from planilla.formats.trf.shape import is_shape_comment, shape_in


class Adjustment(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is otherwise than in the file; the sentence is `import.<code>`."""

    code: str
    fields: dict[str, str | int] = {}


COMMAND = "import-tournament"
NAME_MAX = 120
SLUG_MAX = 40
NEW_RECORDS = frozenset(
    ("142", "152", "162", "172", "192", "202", "212", "222", "240", "250", "260", "299", "310")
)
"""Records that came with TRF26."""


class ImportedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player as they come in; `written` is the number that the file gives them.

    `points` are those of the results, in units of one `Import.unit`-th of a point.
    """

    number: int
    written: int
    name: str
    title: str
    rating: int
    federation: str
    points: int
    attendance: Attendance


class Import(msgspec.Struct, frozen=True, kw_only=True):
    """A file ready to be imported: `body` is the command, the rest is for the review."""

    tournament: str
    command_id: str
    body: bytes
    name: str
    system: str
    rounds: int
    played: int
    unit: int
    players: tuple[ImportedPlayer, ...]
    adjustments: tuple[Adjustment, ...]


class _Reading(msgspec.Struct, frozen=True, kw_only=True):
    """A document in the terms of the log; `to_come` are the byes of the rounds after `played`.

    `points` are those of one game, None where they were announced. `matches` are those of the
    rounds in a system whose rounds are matches.
    """

    document: TrfDocument
    system: str
    crosstable: Crosstable
    points: PointSystem | None
    matches: tuple[TeamRound, ...]
    played: int
    planned: int
    to_come: tuple[dict[int, ByeKind], ...]
    players: tuple[ImportedPlayer, ...]


def import_of(document: TrfDocument, system: str, tournament: str | None = None) -> Import:
    """Return the import of a parsed document.

    Without an id the tournament gets one made of its name and the bytes of the file.
    """
    reading, file = _reading(document, system), identity_of(document, tournament)
    said = {
        **_said(reading, file.name, file.tournament),
        "header": header_of(document, TEXT_MAX)[0],
        "reason": file.reason,
    }
    body = msgspec.json.encode(said)
    return Import(
        tournament=file.tournament,
        command_id=file.command_id(body),
        body=body,
        name=file.name,
        system=system,
        rounds=reading.planned,
        played=reading.played,
        unit=system_of(reading.crosstable).unit,
        players=reading.players,
        adjustments=(*_adjustments(reading), *losses_of(document, TEXT_MAX, system)),
    )


class FileIdentity(NamedTuple):
    """The name and the id of the tournament of a file, and the reason that is recorded."""

    name: str
    tournament: str
    reason: str

    def command_id(self, body: bytes) -> str:
        """Return the id of the command with this body: the same for the same file."""
        return f"import:{hashlib.sha256(self.tournament.encode() + body).hexdigest()}"


def identity_of(document: TrfDocument, tournament: str | None) -> FileIdentity:
    """Return the identity of a document; `tournament` is the id if one is asked for."""
    digest = hashlib.sha256(write_trf(document)).hexdigest()
    name = " ".join(document.text_of("012").split())[:NAME_MAX] or document.name
    return FileIdentity(
        name=name,
        tournament=tournament or readable_id(name, digest),
        reason=f"{document.name.rpartition('/')[2]} (SHA-256 {digest})",
    )


def readable_id(name: str, digest: str) -> str:
    """Return the id of a tournament: its name in plain letters, and the beginning of a digest."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:SLUG_MAX].strip("-")
    return f"{slug or 't'}-{digest[:5]}"


def _reading(document: TrfDocument, system: str) -> _Reading:
    pairs_by = SYSTEMS[system]
    columns = by_rounds(document, pairs_by)
    played = last_paired(columns)
    crosstable = crosstable_of_rounds(document, played, pairs_by)
    planned = _planned(columns, system, played)
    to_come = tuple(
        byes_to_come(columns, number, played + 1) for number in range(played + 1, planned + 1)
    )
    points = scores(crosstable)
    attendances = attendances_of(columns, planned)
    players = tuple(
        ImportedPlayer(
            number=seat + 1,
            written=player.number,
            name=player.name.strip() or f"№ {player.number}",
            title=player.title,
            rating=player.rating,
            federation=player.federation,
            points=points[seat],
            attendance=attendances[seat],
        )
        for seat, player in enumerate(document.seated)
    )
    return _Reading(
        document=document,
        system=system,
        crosstable=crosstable,
        points=crosstable_of(columns, 0).points,
        matches=matches_of_rounds(document, played, pairs_by) if pairs_by.plays_matches else (),
        played=played,
        planned=planned,
        to_come=to_come,
        players=players,
    )


def _planned(document: TrfDocument, system: str, played: int) -> int:
    schedule = SYSTEMS[system]
    if schedule.rounds_for is not None:
        return schedule.rounds_for(len(document.players))
    return document.rounds_planned or max(len(document.rounds), played, 1)


def _said(reading: _Reading, name: str, tournament: str) -> dict[str, Any]:
    return {
        "tournament": _creation(reading, name),
        "format": format_of(reading.document),
        "entrants": [_entrant(reading, each, tournament) for each in reading.players],
        "played": [
            _round(reading, number, played)
            for number, played in enumerate(reading.crosstable.rounds, start=1)
        ],
        "byes": [
            (seat + 1, number, kind)
            for number, byes in enumerate(reading.to_come, start=reading.played + 1)
            for seat, kind in sorted(byes.items())
            if reading.players[seat].attendance.takes_part(number)
        ],
        "forbidden": list(_forbidden(reading)),
        "points": reading.points,
        **_acceleration(reading),
    }


def _acceleration(reading: _Reading) -> dict[str, Any]:
    """Return the fictitious points of 250 and XXA by round, or the acceleration of record 192."""
    document = reading.document
    if not SYSTEMS[reading.system].takes_acceleration:
        return {}
    points = in_units(
        declared_points_of(document, reading.planned), system_of(reading.crosstable).unit
    )
    if any(any(own) for own in points):
        return {"accelerated": list(granted_points(points))}
    return {"baku": is_baku(document)}


def granted_points(points: tuple[tuple[int, ...], ...]) -> Iterator[ImportedPoints]:
    """Yield the points of each round by their amount."""
    for number, column in enumerate(zip(*points, strict=True), start=1):
        for amount in sorted(set(column) - {0}, reverse=True):
            yield ImportedPoints(
                points=amount,
                first_round=number,
                last_round=number,
                numbers=tuple(seat + 1 for seat, each in enumerate(column) if each == amount),
            )


def _creation(reading: _Reading, name: str) -> CreateTournament:
    colour = first_colour_of(reading.document)
    shape = shape_in(reading.document, SYSTEMS[reading.system])
    return CreateTournament(
        name=name,
        system=reading.system,
        rounds=reading.planned,
        point_system=reading.crosstable.point_system,
        tiebreaks=_tiebreaks(reading) or usual_of(reading.system).tiebreaks,
        first_colour=FirstColour.LOT if colour is None else FirstColour(colour.value),
        shape=MatchShape(maxi=shape.maxi, best_rounds=shape.best_rounds),
        keizer=rules_in(reading.document) if SYSTEMS[reading.system].keeps_values else None,
    )


def _tiebreaks(reading: _Reading) -> tuple[str, ...]:
    """Return the tie-breaks that the file names and that may be used in its tournament."""
    named = (_known(reading, code) for code in _criteria(reading.document))
    return tuple(dict.fromkeys(code for codes in named for code in codes))


def _known(reading: _Reading, code: str) -> tuple[str, ...]:
    """Return the meaning of a code; nothing where it cannot be used."""
    edition = usual_of(reading.system).tiebreak_edition
    is_schedule = SYSTEMS[reading.system].has_schedule
    setting = Setting(rounds=reading.planned, predetermined=is_schedule)
    try:
        return checked((code,), edition, setting)
    except CodeError:
        return ()


def _criteria(document: TrfDocument) -> list[str]:
    """Return the tie-breaks that the file names, in C.07 codes."""
    return [code.upper() for code in document.tiebreaks_named]


def format_of(document: TrfDocument) -> str:
    """Return the format of a file: `trf26` where it has a record of it, or else `trf16`."""
    is_new = any(line.record and line.text[:3] in NEW_RECORDS for line in document.lines)
    return "trf26" if is_new else "trf16"


def _entrant(reading: _Reading, player: ImportedPlayer, tournament: str) -> dict[str, Any]:
    """Return a new entrant; the id follows from the tournament and the number."""
    known = reading.document.seated[player.number - 1]
    personal = {
        "name": player.name,
        "birth": known.birth,
        "fide_id": known.fide_id,
        "sex": known.sex,
    }
    return {
        "id": entrant_id(tournament, str(player.number)),
        "person": {field: value for field, value in personal.items() if value},
        "rating": player.rating,
        "title": player.title,
        "federation": player.federation,
        "first_round": player.attendance.first_round,
        "out_from": player.attendance.out_from,
    }


def entrant_id(tournament: str, place: str) -> str:
    """Return the id of a new entrant, which follows from the tournament and a place in the file."""
    return f"p{hashlib.sha256(f'{tournament} {place}'.encode()).hexdigest()[:10]}"


def _round(reading: _Reading, number: int, played: Round) -> ImportedRound:
    """Return a round by numbers; everybody else who takes part had asked not to play."""
    games = _games(reading, number, played)
    boards = tuple(
        (white + 1, black + 1, RESULT_NOTATION[own[0]])
        for (white, black), own in zip(played.boards, games, strict=True)
    )
    byes = dict(played.byes)
    paired = {seat for board in played.boards for seat in board}
    kinds = (
        (player.number, byes.get(player.number - 1, ByeKind.ZERO_POINT))
        for player in reading.players
        if player.number - 1 not in paired and player.attendance.takes_part(number)
    )
    rated = played.results if played.rated is None else played.rated
    return ImportedRound(
        boards=boards,
        byes=tuple(kinds),
        unrated=tuple(
            board
            for board, (code, counts) in enumerate(zip(played.results, rated, strict=True), start=1)
            if code != counts
        ),
        further=tuple(tuple(RESULT_NOTATION[each] for each in own[1:]) for own in games)
        if reading.matches
        else UNSET,
    )


def _games(reading: _Reading, number: int, played: Round) -> tuple[tuple[GameResult, ...], ...]:
    """Return the results of the games of each board: one, or those of its match in order."""
    if reading.matches:
        matches = reading.matches[number - 1].matches
        return tuple(tuple(board.result for board in match.boards) for match in matches)
    return tuple((GameResult(code),) for code in played.results)


def _forbidden(reading: _Reading) -> Iterator[ImportedProhibition]:
    seats = reading.document.seats
    for each in reading.document.records(ProhibitionRecord):
        numbers = tuple(sorted({seats[number] + 1 for number in each.players if number in seats}))
        is_to_the_end = each.last_round is None or each.last_round >= reading.planned
        if len(numbers) > 1 and each.first_round <= reading.planned:
            yield ImportedProhibition(
                numbers=numbers,
                first_round=each.first_round,
                last_round=None if is_to_the_end else each.last_round,
            )


def _adjustments(reading: _Reading) -> Iterator[Adjustment]:
    document = reading.document
    if not document.rounds_planned:
        yield Adjustment(code="rounds-assumed", fields={"rounds": reading.planned})
    renumbered = sum(player.number != player.written for player in reading.players)
    if renumbered:
        yield Adjustment(code="renumbered", fields={"players": renumbered})
    unknown = [code for code in _criteria(document) if not _known(reading, code)]
    if unknown:
        yield Adjustment(code="tiebreaks-unknown", fields={"codes": ", ".join(unknown)})
    if not _tiebreaks(reading):
        fields: dict[str, str | int] = {"codes": ", ".join(usual_of(reading.system).tiebreaks)}
        yield Adjustment(code="tiebreaks-assumed", fields=fields)
    for player in reading.players:
        yield from _of_attendance(player)


def _of_attendance(player: ImportedPlayer) -> Iterator[Adjustment]:
    attendance = player.attendance
    who: dict[str, str | int] = {"number": player.number, "name": player.name}
    if attendance.first_round > 1:
        yield Adjustment(code="late-entry", fields={**who, "round": attendance.first_round})
    if attendance.out_from is not None:
        yield Adjustment(code="withdrawn", fields={**who, "round": attendance.out_from})


DERIVED_RECORDS = frozenset(["012", "062", "182", "192", "202", "212"])
"""Records whose content is in other facts, or is made anew when the tournament is exported."""


def losses_of(document: TrfDocument, header_max: int, system: str) -> Iterator[Adjustment]:
    """Yield the losses of importing a document, keeping `header_max` characters of its header.

    `system` is the name of the pairing system of the tournament.
    """
    yield from _uneven(document)
    abnormal = len(document.records(AbnormalPoints))
    if abnormal:
        yield Adjustment(code="abnormal-points", fields={"records": abnormal})
    is_accelerated = is_baku(document) or any(
        document.records(kind) for kind in (Acceleration, FictitiousPoints)
    )
    if is_accelerated and not SYSTEMS[system].takes_acceleration:
        yield Adjustment(code="acceleration")
    for code, kind in (("teams", TeamRecord), ("national-ratings", NationalRating)):
        records: int = len(document.records(kind))
        if records:
            yield Adjustment(code=code, fields={"records": records})
    left_out = header_of(document, header_max)[1]
    if left_out:
        yield Adjustment(code="header-cut", fields={"lines": left_out})


def _uneven(document: TrfDocument) -> Iterator[Adjustment]:
    """Boards with a half point for one side alone: the log counts them as lost by both."""
    for number, cells in enumerate(document.rounds, start=1):
        for seat, cell in enumerate(cells):
            other = document.seats.get(cell.opponent, seat)
            if other > seat and (cell.result, cells[other].result) in UNEVEN_RESULTS:
                fields: dict[str, str | int] = {
                    "round": number,
                    "one": document.numbers[seat],
                    "other": document.numbers[other],
                }
                yield Adjustment(code="uneven-result", fields=fields)


def header_of(
    document: TrfDocument, longest: int, derived: frozenset[str] = frozenset()
) -> tuple[str, int]:
    """The lines that no fact holds, as one text, and how many of them did not fit into it.

    Records with a code of `derived` are in facts, too.
    """
    beside = (line for line in document.lines if line.text[:3] not in derived)
    lines = [line.text.rstrip() for line in beside if _is_beside(line)]
    kept: list[str] = []
    for line in lines:
        if sum(map(len, kept)) + len(kept) + len(line) <= longest:
            kept.append(line)
    return "\n".join(kept), len(lines) - len(kept)


def _is_beside(line: TrfLine) -> bool:
    if line.record is None:
        is_own = is_keizer_comment(line) or is_shape_comment(line)
        return bool(line.text.strip()) and not is_own
    return isinstance(line.record, HeaderRecord) and line.record.code not in DERIVED_RECORDS
