"""The rounds of a team tournament: matches, their boards, byes, line-ups and forfeited matches.

A file does not state the board of a player. Both teams play in the order of their records, so both
lists in parallel give the boards; for a different order, record 300 gives the line-up. Source: FIDE
TRF26, 240, 300, 310, 320, 330 and 352.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.teams import Board, Match, TeamRound
from planilla.domain.vocabulary import ByeKind, GameResult
from planilla.formats.trf.document import AbsenceRecord, Cell, PlayerRecord, TrfDocument
from planilla.formats.trf.findings import Findings
from planilla.formats.trf.reader import column_of
from planilla.formats.trf.rounds import RESULT_OF, UNRATED
from planilla.formats.trf.team_records import (
    USUAL_COLOURS,
    LineUp,
    TeamForfeit,
    TeamLine,
    TeamRecords,
)


class SeatedPlayer(NamedTuple):
    """A player of a line-up, and the player's cell of the round."""

    player: int
    cell: Cell


Chair = SeatedPlayer | None
"""One team's side of a board; None if the team fielded nobody."""


Table = tuple[Chair, Chair]
"""A board of both teams."""


Pair = tuple[Seat, Seat]
"""Two teams that meet, the lower seat first."""


LOSS_SIGN = "-"
WIN_SIGN = "+"


def is_board(cell: Cell) -> bool:
    """Return whether a cell means a board for its player: an opponent, or a win by forfeit.

    Programs write `0000 - -` for players outside the line-up.
    """
    return bool(cell.opponent) or cell.result == WIN_SIGN


def tables_in_order(
    mine: Sequence[SeatedPlayer], theirs: Sequence[SeatedPlayer]
) -> list[Table] | None:
    """Return the boards of two teams in the order of their records; None if they contradict it."""
    left, right = list(mine), list(theirs)
    tables: list[Table] = []
    while left or right:
        one = left[0] if left else None
        other = right[0] if right else None
        table = _next_table(one, other)
        if table is None:
            return None
        tables.append(table)
        del left[: table[0] is not None], right[: table[1] is not None]
    return tables


def _next_table(one: Chair, other: Chair) -> Table | None:
    """Return the next board: both players, one of them alone, or None if it is ambiguous."""
    one_alone = one is not None and not one.cell.opponent
    other_alone = other is not None and not other.cell.opponent
    if one is not None and other is not None and one.cell.opponent == other.player:
        return one, other
    if one_alone and other_alone:
        return None
    if one_alone:
        return one, None
    return (None, other) if other_alone else None


def tables_by_line_up(named: Sequence[Chair], theirs: Sequence[SeatedPlayer]) -> list[Table] | None:
    """Return the boards by the line-up of one team; None if the other team contradicts it.

    Players of the other team with an opponent play there; the others fill the empty boards.
    """
    by_number = {each.player: each for each in theirs}
    met = [by_number.get(chair.cell.opponent) if chair else None for chair in named]
    alone = [each for each in theirs if not each.cell.opponent]
    tables: list[Table] = []
    for chair, other in zip(named, met, strict=True):
        is_free = other is None and (chair is None or not chair.cell.opponent)
        tables.append((chair, alone.pop(0) if is_free and alone else other))
    return None if alone else tables


def tables_of_both(named: Sequence[Chair], theirs: Sequence[Chair]) -> list[Table] | None:
    """Return the boards by both line-ups; None if they contradict one another."""
    tables = list(zip_longest(named, theirs))
    return tables if all(map(_is_one_board, tables)) else None


def _is_one_board(table: Table) -> bool:
    one, other = table
    met = one.cell.opponent if one else 0
    back = other.cell.opponent if other else 0
    return (met, back) in {(0, 0), (other.player if other else 0, one.player if one else 0)}


def mirrored(tables: Sequence[Table]) -> list[Table]:
    """Return the same boards from the other team's side."""
    return [(other, one) for one, other in tables]


# --- colours and results -------------------------------------------------------------------------


def has_white(table: Table) -> bool | None:
    """Return whether the first of the two has White; None when no colour is written."""
    one, other = table
    mine = one.cell.colour if one else "-"
    theirs = other.cell.colour if other else "-"
    if mine == theirs:
        return None
    return mine == "w" or theirs == "b"


def is_first(tables: Sequence[Table], colours: str) -> bool | None:
    """Return whether the first team has White on board 1; None when no board shows it."""
    for at, table in enumerate(tables):
        white = has_white(table)
        if white is not None:
            return white == alternates(colours, at)
    return None


def alternates(colours: str, at: int) -> bool:
    """Return whether a team has the same colour at board `at` (from 0) as on board 1."""
    return colours[at % len(colours)] == colours[0]


def boards_of(tables: Sequence[Table], colours: str) -> tuple[Board, ...]:
    """Return the games of two teams; the first has White on board 1."""
    return tuple(
        _board(table, usually_white=alternates(colours, at)) for at, table in enumerate(tables)
    )


def _board(table: Table, *, usually_white: bool) -> Board:
    white = has_white(table)
    first_has_white = usually_white if white is None else white
    one, other = table
    mine = one.cell.result if one else LOSS_SIGN
    theirs = other.cell.result if other else LOSS_SIGN
    result = RESULT_OF[(mine, theirs) if first_has_white else (theirs, mine)]
    return Board(result, first_has_white)


BYES_OF_PLAYERS = (
    ("U", ByeKind.PAIRING_ALLOCATED),
    ("F", ByeKind.FULL_POINT),
    ("H", ByeKind.HALF_POINT),
)
"""Byes of a team by the cells of its players, for a round with neither match nor record."""


class BoardPlayers(NamedTuple):
    """The players of a board, that of the first team first; 0 is nobody."""

    first: int
    second: int
    unrated: bool


class Members(NamedTuple):
    """The teams by seat, and the seat of each player's team."""

    teams: tuple[TeamLine, ...]
    seat_of_player: dict[int, Seat]


class _Meeting(NamedTuple):
    """One match being read: its round, both teams, and the players of each who had a board."""

    round: int
    pair: Pair
    sitting: tuple[list[SeatedPlayer], list[SeatedPlayer]]


class TeamRounds:
    """Reader of the rounds of one file, by number; faults are added to `findings`.

    `players` are those of the boards of each match that was read, by round and teams.
    """

    def __init__(
        self, document: TrfDocument, records: TeamRecords, members: Members, findings: Findings
    ) -> None:
        self._document = document
        self._members = members
        self._findings = findings
        self._colours = records.colours or USUAL_COLOURS
        self._boards_max = len(records.colours)
        self._lines = _lines_of_players(document)
        known = {team.number: seat for seat, team in enumerate(members.teams)}
        self._notices = notices_of(document, records, known, findings)
        self.players: dict[tuple[int, Seat, Seat], tuple[BoardPlayers, ...]] = {}
        self._say_without_team()

    def round(self, number: int) -> TeamRound:
        """Return the matches and byes of one round."""
        cells = {
            player.number: cell
            for player, cell in zip(
                self._document.seated, self._document.round_of(number), strict=True
            )
        }
        sitting = [_sitting(team, cells) for team in self._members.teams]
        pairs = self._pairs(number, sitting)
        meetings = Counter(seat for pair in pairs for seat in pair)
        crowded = {seat for seat, count in meetings.items() if count > 1}
        for seat in crowded:
            self._say_of_team("two-matches", number, seat)
        matches = [
            self._match(_Meeting(number, (one, other), (sitting[one], sitting[other])))
            for one, other in pairs
            if crowded.isdisjoint((one, other))
        ]
        return TeamRound(
            matches=tuple(match for match in matches if match is not None),
            byes=tuple(self._byes_in(number, frozenset(meetings), sitting, cells)),
        )

    def _pairs(self, number: int, sitting: Sequence[Sequence[SeatedPlayer]]) -> list[Pair]:
        """Return the pairs of teams, by the players' opponents and the records 300 and 330."""
        team_of = self._members.seat_of_player
        pairs = self._notices.pairs_in(number)
        for seat, players in enumerate(sitting):
            for each in players:
                rival = team_of.get(each.cell.opponent)
                if rival == seat:
                    self._say_of_cell("team-mates", number, each)
                elif rival is not None:
                    pairs.add((min(seat, rival), max(seat, rival)))
        return sorted(pairs)

    def _match(self, meeting: _Meeting) -> Match | None:
        tables = self._tables(meeting)
        if tables is None:
            self._say_unclear(meeting)
            return None
        if self._boards_max and len(tables) > self._boards_max:
            self._say_of_team(
                "too-many-boards", meeting.round, meeting.pair[0], most=self._boards_max
            )
        forfeit = self._notices.forfeits.get((meeting.round, meeting.pair))
        if forfeit is not None and not any(map(_has_winner, tables)):
            tables = []
        is_ahead = is_first(tables, self._colours)
        if is_ahead is None:
            is_ahead = forfeit is None or self._is_white(meeting.pair[0], forfeit)
        first, second = meeting.pair if is_ahead else meeting.pair[::-1]
        seen = tables if is_ahead else mirrored(tables)
        self.players[meeting.round, first, second] = tuple(map(_board_players, seen))
        return Match(
            first=first,
            second=second,
            boards=boards_of(seen, self._colours),
            result=None if forfeit is None else self._result(first, forfeit),
        )

    def _result(self, first: Seat, forfeit: TeamForfeit) -> GameResult:
        """Return the result of a forfeited match for the team with White on board 1."""
        return forfeit.result if self._is_white(first, forfeit) else forfeit.result.reversed

    def _is_white(self, seat: Seat, forfeit: TeamForfeit) -> bool:
        return self._members.teams[seat].number == forfeit.white

    def _tables(self, meeting: _Meeting) -> list[Table] | None:
        """Return the boards of a match, the lower team first."""
        one, other = meeting.pair
        mine, theirs = meeting.sitting
        named = self._notices.line_ups.get((meeting.round, meeting.pair), {})
        line_up = self._named(named.get(one), mine)
        their_line_up = self._named(named.get(other), theirs)
        if line_up is not None and their_line_up is not None:
            return tables_of_both(line_up, their_line_up)
        if line_up is not None:
            return tables_by_line_up(line_up, theirs)
        if their_line_up is not None:
            found = tables_by_line_up(their_line_up, mine)
            return None if found is None else mirrored(found)
        return tables_in_order(mine, theirs)

    def _named(self, line_up: LineUp | None, sitting: Sequence[SeatedPlayer]) -> list[Chair] | None:
        """Return the boards of a record 300; None without one, or if others played as well."""
        if line_up is None:
            return None
        by_number = {each.player: each for each in sitting}
        for player in line_up.players:
            if player and player not in self._lines:
                self._findings.fault(
                    line_up.line, 17, "unknown-player", record="300", number=player
                )
        if set(by_number) - set(line_up.players):
            return None
        return [by_number.get(player) for player in line_up.players]

    # --- byes ------------------------------------------------------------------------------------

    def _byes_in(
        self,
        number: int,
        busy: frozenset[Seat],
        sitting: Sequence[Sequence[SeatedPlayer]],
        cells: dict[int, Cell],
    ) -> list[tuple[Seat, ByeKind]]:
        recorded = self._notices.byes.get(number, {})
        found = []
        for seat, team in enumerate(self._members.teams):
            if seat in busy:
                if seat in recorded:
                    self._say_of_team("match-and-bye", number, seat)
            elif seat in recorded:
                found.append((seat, recorded[seat]))
            elif sitting[seat]:
                self._say_of_team("forfeits-without-match", number, seat)
            else:
                written = {cells[player].result for player in team.players if player in cells}
                found += [(seat, kind) for sign, kind in BYES_OF_PLAYERS if sign in written][:1]
        return found

    # --- faults ----------------------------------------------------------------------------------

    def _say_without_team(self) -> None:
        for player in self._document.seated:
            if player.number in self._members.seat_of_player:
                continue
            if any(is_board(cell) for cell in player.cells):
                line = self._lines[player.number]
                self._findings.fault(line, 5, "without-team", number=player.number)

    def _say_of_team(self, code: str, number: int, seat: Seat, **fields: int) -> None:
        team = self._members.teams[seat]
        self._findings.fault(team.line, 5, code, round=number, team=team.number, **fields)

    def _say_of_cell(self, code: str, number: int, each: SeatedPlayer) -> None:
        self._findings.fault(
            self._lines[each.player],
            column_of(number - 1, 0),
            code,
            round=number,
            number=each.player,
            opponent=each.cell.opponent,
        )

    def _say_unclear(self, meeting: _Meeting) -> None:
        one, other = (self._members.teams[seat] for seat in meeting.pair)
        named = self._notices.line_ups.get((meeting.round, meeting.pair), {})
        line = min((each.line for each in named.values()), default=one.line)
        self._findings.fault(
            line, 5, "boards-unclear", round=meeting.round, team=one.number, other=other.number
        )


def _lines_of_players(document: TrfDocument) -> dict[int, int]:
    return {
        line.record.number: number
        for number, line in enumerate(document.lines, start=1)
        if isinstance(line.record, PlayerRecord)
    }


def _sitting(team: TeamLine, cells: dict[int, Cell]) -> list[SeatedPlayer]:
    """Return the players of a team in a line-up, in the order of its record."""
    return [
        SeatedPlayer(player, cells[player])
        for player in team.players
        if player in cells and is_board(cells[player])
    ]


def _board_players(table: Table) -> BoardPlayers:
    one, other = table
    return BoardPlayers(
        one.player if one else 0,
        other.player if other else 0,
        any(chair is not None and chair.cell.result in UNRATED for chair in table),
    )


def _has_winner(table: Table) -> bool:
    return any(chair is not None and chair.cell.result == WIN_SIGN for chair in table)


Known = dict[int, Seat]
"""The seat of each team by its number."""


class Notices(NamedTuple):
    """Byes by round; forfeits by round and pair; line-ups by round, pair and team."""

    byes: dict[int, dict[Seat, ByeKind]]
    forfeits: dict[tuple[int, Pair], TeamForfeit]
    line_ups: dict[tuple[int, Pair], dict[Seat, LineUp]]

    def pairs_in(self, number: int) -> set[Pair]:
        """Return the pairs that met in a round, as far as these records show."""
        return {pair for at, pair in (*self.forfeits, *self.line_ups) if at == number}


def notices_of(
    document: TrfDocument, records: TeamRecords, known: Known, findings: Findings
) -> Notices:
    """Return all notices; one that names an unknown team is reported and left out."""
    forfeits, line_ups = {}, dict[tuple[int, Pair], dict[Seat, LineUp]]()
    for forfeit in records.forfeits:
        pair = _pair(known, "330", forfeit.line, (forfeit.white, forfeit.black), findings)
        if pair is not None:
            forfeits[forfeit.round, pair] = forfeit
    for line_up in records.line_ups:
        pair = _pair(known, "300", line_up.line, (line_up.team, line_up.opponent), findings)
        if pair is not None:
            line_ups.setdefault((line_up.round, pair), {})[known[line_up.team]] = line_up
    return Notices(_byes(document, records, known, findings), forfeits, line_ups)


def _pair(
    known: Known, record: str, line: int, teams: tuple[int, int], findings: Findings
) -> Pair | None:
    one, other = teams
    if one == other or one not in known or other not in known:
        wrong = next((team for team in teams if team not in known), one)
        findings.fault(line, 5, "unknown-team", record=record, number=wrong)
        return None
    return min(known[one], known[other]), max(known[one], known[other])


class _Bye(NamedTuple):
    line: int
    record: str
    round: int
    team: int
    kind: ByeKind


def _byes(
    document: TrfDocument, records: TeamRecords, known: Known, findings: Findings
) -> dict[int, dict[Seat, ByeKind]]:
    found: dict[int, dict[Seat, ByeKind]] = {}
    for bye in (*_allocated(records), *_requested(document)):
        if bye.team in known:
            found.setdefault(bye.round, {})[known[bye.team]] = bye.kind
        else:
            findings.fault(bye.line, 5, "unknown-team", record=bye.record, number=bye.team)
    return found


def _allocated(records: TeamRecords) -> Iterator[_Bye]:
    """Yield the byes of 320: at most one team per round; 000 is none."""
    for byes in records.byes:
        for number, team in enumerate(byes.teams, start=1):
            if team:
                yield _Bye(byes.line, "320", number, team, ByeKind.PAIRING_ALLOCATED)


def _requested(document: TrfDocument) -> Iterator[_Bye]:
    """Yield the byes of 240, which names teams in a team tournament."""
    absences: Sequence[tuple[int, AbsenceRecord]] = [
        (number, line.record)
        for number, line in enumerate(document.lines, start=1)
        if isinstance(line.record, AbsenceRecord) and line.record.code == "240"
    ]
    for line, absence in absences:
        for team in absence.players:
            yield _Bye(line, "240", absence.round, team, ByeKind(absence.kind))
