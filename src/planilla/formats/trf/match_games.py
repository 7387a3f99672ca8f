"""Rounds that are matches of two players, in a file with a column for each of their games.

A column has one sign for a round, which cannot say 1½–½. In the files that Planilla writes the
games of round r are columns 2r - 1 and 2r; the pairing-allocated bye is `U` in the first and `H` in
the second, so that it is worth a win and a draw. Rounds in other records are those of matches. A
file whose second column has other pairs than the first has a column for each match, worth what its
sign is worth. FIDE's format does not say how such a round is written (UNVERIFIED).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable, PointSystem, Round
from planilla.domain.pairing.system import System
from planilla.domain.scoring import points_in, points_of_match, system_of
from planilla.domain.teams import Board, Match, TeamRound, round_of_matches
from planilla.domain.vocabulary import RESULTS
from planilla.formats.trf.crosstable import crosstable_of
from planilla.formats.trf.document import PlayerRecord, TrfDocument


def by_rounds(document: TrfDocument, system: System) -> TrfDocument:
    """Return the document with a column for each round of a system: that of the first game."""
    return _of_game(document, 0, system) if _has_games(document, system) else document


def crosstable_of_rounds(
    document: TrfDocument, rounds: int, system: System, points: PointSystem | None = None
) -> Crosstable:
    """Return the crosstable of the first `rounds` rounds, in which a match is one board.

    `points` is the point system of a game, by default that of the file.
    """
    table = crosstable_of(by_rounds(document, system), rounds, points)
    if not _has_games(document, system):
        return table
    own, games = system_of(table), system.match_games
    return replace(
        table,
        rounds=tuple(
            round_of_matches(played, own) for played in matches_of_rounds(document, rounds, system)
        ),
        points=points_of_match(own, games),
    )


def matches_of_rounds(document: TrfDocument, rounds: int, system: System) -> tuple[TeamRound, ...]:
    """Return the matches of the first `rounds` rounds, in board order, from columns of games."""
    games = system.match_games
    tables = [crosstable_of(_of_game(document, at, system), rounds) for at in range(games)]
    own = system_of(tables[0])
    worth = points_of_match(own, games)
    totals, found = [0] * tables[0].size, []
    for columns in zip(*(table.rounds for table in tables), strict=True):
        matches = tuple(_matches(columns))
        order = sorted(matches, key=lambda match: _board_order(match, totals))
        found.append(TeamRound(matches=tuple(order), byes=columns[0].byes))
        played = round_of_matches(found[-1], own)
        gained = points_in(played, len(totals), worth)
        totals = [before + points for before, points in zip(totals, gained, strict=True)]
    return tuple(found)


def hides_games(document: TrfDocument, system: System) -> bool:
    """Return whether matches were paired whose games are not in the file."""
    is_paired = any(cell.opponent for cells in document.rounds for cell in cells)
    return system.plays_matches and is_paired and not _has_games(document, system)


def _has_games(document: TrfDocument, system: System) -> bool:
    """Return whether each game has a column: in those of round 1 the same two meet."""
    if not system.plays_matches:
        return False
    pairs = [
        [cell.opponent for cell in document.round_of(at + 1)] for at in range(system.match_games)
    ]
    return any(pairs[0]) and all(each == pairs[0] for each in pairs)


def _of_game(document: TrfDocument, game: int, system: System) -> TrfDocument:
    """Return the document with the columns of the first games, the second ones, and so on."""
    lines = tuple(
        replace(
            line, record=replace(line.record, cells=line.record.cells[game :: system.match_games])
        )
        if isinstance(line.record, PlayerRecord)
        else line
        for line in document.lines
    )
    return replace(document, lines=lines)


def _matches(columns: tuple[Round, ...]) -> Iterator[Match]:
    """Yield the matches of the columns of one round; a game that is missing is open."""
    results = [dict(zip(column.boards, column.results, strict=True)) for column in columns]
    for first, second in columns[0].boards:
        boards = []
        for known in results:
            first_has_white = (second, first) not in known
            pair = (first, second) if first_has_white else (second, first)
            boards.append(Board(RESULTS[known.get(pair, 0)], first_has_white))
        yield Match(first=first, second=second, boards=tuple(boards))


def _board_order(match: Match, totals: list[int]) -> tuple[int, int, int]:
    """Return the points of the better player, the sum, and that player (C.04.2, 3.6)."""
    points = {seat: totals[seat] for seat in (match.first, match.second)}
    better = min(points, key=lambda seat: (-points[seat], seat))
    return (-points[better], -sum(points.values()), better)
