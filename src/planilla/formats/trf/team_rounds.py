"""The rounds of a team tournament: who met whom, at which boards, and who had a bye.

What records say of single rounds is read by `team_notices`. Source: FIDE TRF26.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.teams import Match, TeamRound
from planilla.domain.vocabulary import ByeKind, GameResult
from planilla.formats.trf.coherence import column_of
from planilla.formats.trf.document import Cell, PlayerRecord, TrfDocument
from planilla.formats.trf.findings import Findings
from planilla.formats.trf.team_boards import (
    WIN_SIGN,
    Chair,
    SeatedPlayer,
    Table,
    boards_of,
    is_first,
    mirrored,
    sits,
    tables_by_line_up,
    tables_in_order,
    tables_of_both,
)
from planilla.formats.trf.team_notices import Pair, notices_of
from planilla.formats.trf.team_records import (
    USUAL_COLOURS,
    LineUp,
    TeamForfeit,
    TeamLine,
    TeamRecords,
)

BYES_OF_PLAYERS = (
    ("U", ByeKind.PAIRING_ALLOCATED),
    ("F", ByeKind.FULL_POINT),
    ("H", ByeKind.HALF_POINT),
)
"""Byes of a team without a match by the cells of its players, when no record gives the bye."""


class Members(NamedTuple):
    """The teams by seat, and the seat of each player's team."""

    teams: tuple[TeamLine, ...]
    seat_of_player: dict[int, Seat]


class _Meeting(NamedTuple):
    """One match as it is being read: its round, both teams, and who of them sat somewhere."""

    round: int
    pair: Pair
    sitting: tuple[list[SeatedPlayer], list[SeatedPlayer]]


class TeamRounds:
    """Reads the rounds of one file, each by its number; what is wrong goes to `findings`."""

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
        self._say_without_team()

    def round(self, number: int) -> TeamRound:
        """The matches and byes of one round."""
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
        return Match(
            first=first,
            second=second,
            boards=boards_of(tables if is_ahead else mirrored(tables), self._colours),
            result=None if forfeit is None else self._result(first, forfeit),
        )

    def _result(self, first: Seat, forfeit: TeamForfeit) -> GameResult:
        """A forfeited match, seen from the team with White on board 1."""
        return forfeit.result if self._is_white(first, forfeit) else forfeit.result.reversed

    def _is_white(self, seat: Seat, forfeit: TeamForfeit) -> bool:
        return self._members.teams[seat].number == forfeit.white

    def _tables(self, meeting: _Meeting) -> list[Table] | None:
        """The boards of a match, of the lower team first."""
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
        """The boards of a record 300; None without one, or where somebody else sat too."""
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

    # --- what is wrong ---------------------------------------------------------------------------

    def _say_without_team(self) -> None:
        for player in self._document.seated:
            if player.number in self._members.seat_of_player:
                continue
            if any(sits(cell) for cell in player.cells):
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
        if player in cells and sits(cells[player])
    ]


def _has_winner(table: Table) -> bool:
    return any(chair is not None and chair.cell.result == WIN_SIGN for chair in table)
