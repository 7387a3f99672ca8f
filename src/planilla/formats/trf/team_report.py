"""The records of teams of a report, from a crosstable of teams.

The boards of the players are in their lines; here is what these cannot say: the teams with their
points, byes, and matches that were forfeited as a whole. Source: FIDE TRF26, 240, 310, 320, 330,
352 and 362.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from planilla.domain.pairing.team_matches import matches_of
from planilla.domain.teams import MATCH, MatchPoints, TeamCrosstable, worth_of_bye
from planilla.domain.vocabulary import FORFEITS, ByeKind, GameResult
from planilla.formats.trf.document import (
    AbsenceRecord,
    HeaderRecord,
    Hundredths,
    PlayerRecord,
    Record,
    TeamRecord,
    TrfDocument,
    TrfLine,
)
from planilla.formats.trf.figures import written
from planilla.formats.trf.rendering import line_of

SIGNS_OF_MATCH = {
    GameResult.WHITE_WINS_BY_FORFEIT: "+-",
    GameResult.BLACK_WINS_BY_FORFEIT: "-+",
    GameResult.BOTH_FORFEIT: "--",
}


class ReportedTeam(NamedTuple):
    """A team of a report: its name, the numbers of its players by board, and its rank."""

    name: str
    players: tuple[int, ...]
    rank: int | None = None


TeamPoints = tuple[Hundredths, Hundredths]
"""The match points and the game points of a team."""


def points_of_teams(table: TeamCrosstable) -> tuple[TeamPoints, ...]:
    """Return the points of each team by seat; a match without its result brings none."""
    rounds = tuple(
        replace(played, matches=tuple(match for match in played.matches if not match.is_open))
        for played in table.rounds
    )
    matches = matches_of(replace(table, rounds=rounds, primary=MATCH))
    return tuple(
        (own[-1] * 100 // table.match_points.unit, game * 100 // table.game_points.unit)
        for own, game in zip(matches.totals, matches.secondary, strict=True)
    )


def team_lines(
    table: TeamCrosstable, teams: Sequence[ReportedTeam], points: Sequence[TeamPoints] = ()
) -> tuple[TrfLine, ...]:
    """Return the lines of a team event; the teams are numbered from 1 by seat.

    `points` are those of the standings, where they are not those of all matches of the table.
    """
    records: tuple[Record, ...] = (
        HeaderRecord(code="082", text=str(len(teams))),
        HeaderRecord(code="352", text=("WB" * table.boards)[: table.boards]),
        *_worth(table.match_points),
        *_teams(table, teams, points or points_of_teams(table)),
        *_absences(table),
    )
    return (
        *(TrfLine(text=line_of(record), record=record) for record in records),
        *(TrfLine(text=text) for text in (*_byes(table), *_forfeits(table))),
    )


def with_teams(document: TrfDocument, lines: Sequence[TrfLine]) -> TrfDocument:
    """Return a document with the lines of its teams before those of the players."""
    kinds = [isinstance(line.record, PlayerRecord) for line in document.lines]
    place = kinds.index(True) if any(kinds) else len(kinds)
    return replace(document, lines=(*document.lines[:place], *lines, *document.lines[place:]))


def _worth(worth: MatchPoints) -> Iterator[HeaderRecord]:
    """Yield what matches are worth, where it is not the usual (362)."""
    usual = MatchPoints()
    ours = (worth.win, worth.draw, worth.loss)
    if tuple(each * usual.unit for each in ours) != tuple(
        each * worth.unit for each in (usual.win, usual.draw, usual.loss)
    ):
        win, draw, loss = (f"{written(each * 100 // worth.unit):>4}" for each in ours)
        yield HeaderRecord(code="362", text=f"TW{win}   TD{draw}   TL{loss}")


def _teams(
    table: TeamCrosstable, teams: Sequence[ReportedTeam], points: Sequence[TeamPoints]
) -> Iterator[TeamRecord]:
    for seat, team in enumerate(teams):
        yield TeamRecord(
            number=seat + 1,
            name=team.name,
            players=team.players,
            strength=table.teams[seat].rating,
            match_points=points[seat][0],
            game_points=points[seat][1],
            rank=team.rank,
        )


def _hundredths(points: int, unit: int) -> Hundredths:
    return points * 100 // unit


def _absences(table: TeamCrosstable) -> Iterator[AbsenceRecord]:
    """Yield the rounds of teams without a match: those with a bye on request, and the absent."""
    for number, played in enumerate(table.rounds, start=1):
        asked: dict[str, list[int]] = defaultdict(list)
        busy = {seat for match in played.matches for seat in (match.first, match.second)}
        byes = dict(played.byes)
        for seat in range(len(table.teams)):
            kind = byes.get(seat, ByeKind.ZERO_POINT)
            if seat not in busy and kind is not ByeKind.PAIRING_ALLOCATED:
                asked[kind.value].append(seat + 1)
        for letter, teams in sorted(asked.items()):
            yield AbsenceRecord(kind=letter, round=number, players=tuple(teams))


def _byes(table: TeamCrosstable) -> Iterator[str]:
    """Yield the byes that were allocated, with what they are worth (320)."""
    teams = [
        next((seat + 1 for seat, kind in played.byes if kind is ByeKind.PAIRING_ALLOCATED), 0)
        for played in table.rounds
    ]
    if any(teams):
        match, game = worth_of_bye(table, ByeKind.PAIRING_ALLOCATED)
        worth = (
            written(_hundredths(match, table.match_points.unit)),
            written(_hundredths(game, table.game_points.unit)),
        )
        yield f"320 {worth[0]:>4} {worth[1]:>4} " + " ".join(f"{team:03}" for team in teams)


def _forfeits(table: TeamCrosstable) -> Iterator[str]:
    """Yield the matches that were forfeited as a whole (330)."""
    for number, played in enumerate(table.rounds, start=1):
        for match in played.matches:
            if match.result in FORFEITS:
                signs = SIGNS_OF_MATCH[match.result]
                yield f"330 {signs} {number:3} {match.first + 1:3} {match.second + 1:3}"
