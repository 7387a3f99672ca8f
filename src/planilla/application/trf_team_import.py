"""A tournament file of teams as one command of the log, with what is lost on the way.

The entrants are the teams. Rounds in which a team did not play are byes that it had asked for.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from planilla.application.trf_import import (
    Adjustment,
    Import,
    ImportedPlayer,
    entrant_id,
    format_of,
    granted_points,
    header_of,
    identity_of,
    import_of,
)
from planilla.domain.pairing import SYSTEMS, usual_of
from planilla.domain.scoring import STANDARD
from planilla.domain.teams import GAME, MATCH, MatchPoints, TeamRound
from planilla.domain.tiebreaks import CodeError, Setting, checked
from planilla.domain.tournament.command import TEXT_MAX
from planilla.domain.tournament.importing import ImportedProhibition, ImportedRound
from planilla.domain.tournament.setup import CreateTournament, FirstColour
from planilla.domain.tournament.shapes import MatchShape, TeamScore
from planilla.domain.tournament.team_imports import ImportedBoard, ImportedMatch
from planilla.domain.vocabulary import RESULT_NOTATION, ByeKind, GameResult
from planilla.formats.trf.attendance import Attendance, last_paired
from planilla.formats.trf.document import (
    AbnormalPoints,
    AbsenceRecord,
    Acceleration,
    ProhibitionRecord,
    TrfDocument,
)
from planilla.formats.trf.fictitious import is_baku
from planilla.formats.trf.team_crosstable import TrfTeams, teams_of
from planilla.formats.trf.team_pairing import (
    accelerated_teams,
    colour_type_of,
    first_colour_of_teams,
    primary_of_pairing,
)
from planilla.formats.trf.team_report import points_of_teams

TEAM_CODES = frozenset(("013", "082", "300", "310", "320", "330", "352", "362"))
"""Records of teams: their content is in other facts."""
SCORES = frozenset(("MPTS", "GPTS"))
"""The scores that come before the tie-breaks of a team event (212)."""


def import_of_file(document: TrfDocument, system: str, tournament: str | None = None) -> Import:
    """Return the import of a parsed document of players, or of teams without faults.

    Without an id the tournament gets one made of its name and the bytes of the file.
    """
    if not SYSTEMS[system].plays_in_teams:
        return import_of(document, system, tournament)
    teams, file = _TeamFile(document, system), identity_of(document, tournament)
    header, left_out = header_of(document, TEXT_MAX, TEAM_CODES)
    said = {
        **teams.said(file.name, file.tournament),
        "header": header,
        "reason": file.reason,
    }
    body = msgspec.json.encode(said)
    return Import(
        tournament=file.tournament,
        command_id=file.command_id(body),
        body=body,
        name=file.name,
        system=system,
        rounds=teams.planned,
        played=teams.played,
        unit=teams.unit,
        players=teams.shown,
        adjustments=tuple(teams.adjustments(left_out)),
    )


class _TeamFile:
    """A file of teams in the terms of the log."""

    def __init__(self, document: TrfDocument, system: str) -> None:
        self._document = document
        self._system = system
        self.played = last_paired(document)
        read = teams_of(document, self.played)
        assert isinstance(read, TrfTeams), "files with faults in their teams are refused before"
        self._read = read
        self.planned = max(document.rounds_planned, self.played, 1)
        self._numbers = {number: seat + 1 for seat, number in enumerate(read.numbers)}
        players = (player for roster in read.players for player in roster)
        self._players = {player: number for number, player in enumerate(players, start=1)}
        self._is_by_games = primary_of_pairing(document) == GAME

    @property
    def unit(self) -> int:
        """The units in one point of the primary score."""
        table = self._read.crosstable
        return table.game_points.unit if self._is_by_games else table.match_points.unit

    @property
    def shown(self) -> tuple[ImportedPlayer, ...]:
        """The teams for the review."""
        table = self._read.crosstable
        points = [pair[self._is_by_games] for pair in points_of_teams(table)]
        return tuple(
            ImportedPlayer(
                number=seat + 1,
                written=self._read.numbers[seat],
                name=name or f"№ {self._read.numbers[seat]}",
                title="",
                rating=table.teams[seat].rating,
                federation="",
                points=points[seat] * self.unit // 100,
                attendance=Attendance(),
            )
            for seat, name in enumerate(self._read.names)
        )

    def said(self, name: str, tournament: str) -> dict[str, Any]:
        """Return the body of the command, without what names the file."""
        games = self._read.crosstable.game_points
        return {
            "tournament": self._creation(name),
            "format": format_of(self._document),
            "entrants": [
                {
                    "id": entrant_id(tournament, f"team {team.number}"),
                    "person": {"name": team.name},
                    "rating": team.rating,
                }
                for team in self.shown
            ],
            "rosters": [
                {"players": list(self._roster(tournament, roster))} for roster in self._read.players
            ],
            "played": [
                self._round(number, played)
                for number, played in enumerate(self._read.crosstable.rounds, start=1)
            ],
            "byes": list(self._byes_to_come()),
            "forbidden": list(self._forbidden()),
            "points": None if games.name == STANDARD.name else games,
            **self._acceleration(),
        }

    def _creation(self, name: str) -> CreateTournament:
        table = self._read.crosstable
        colour = first_colour_of_teams(self._document, table.rounds)
        is_known = self._document.initial_colour is not None or self.played
        return CreateTournament(
            name=name,
            system=self._system,
            rounds=self.planned,
            tiebreaks=self._tiebreaks() or usual_of(self._system).tiebreaks,
            first_colour=FirstColour(colour.value) if is_known else FirstColour.LOT,
            shape=MatchShape(
                boards=max(table.boards, 1),
                score=TeamScore.GAME_POINTS if self._is_by_games else TeamScore.MATCH_POINTS,
                colour_type=colour_type_of(self._document),
            ),
        )

    def _tiebreaks(self) -> tuple[str, ...]:
        """Return the tie-breaks that the file names and that may be used for teams."""
        known = (self._known(code) for code in self._criteria())
        return tuple(dict.fromkeys(code for codes in known for code in codes))

    def _criteria(self) -> list[str]:
        named = (code.upper() for code in self._document.tiebreaks_named)
        return [code for code in named if code not in SCORES]

    def _known(self, code: str) -> tuple[str, ...]:
        setting = Setting(rounds=self.planned, teams=True)
        try:
            return checked((code,), usual_of(self._system).tiebreak_edition, setting)
        except CodeError:
            return ()

    def _roster(self, tournament: str, roster: tuple[int, ...]) -> Iterator[dict[str, Any]]:
        for number in roster:
            player = self._document.seated[self._document.seats[number]]
            personal = {
                "name": player.name.strip() or f"№ {number}",
                "birth": player.birth,
                "fide_id": player.fide_id,
                "sex": player.sex,
            }
            yield {
                "id": entrant_id(tournament, f"player {number}"),
                "person": {field: value for field, value in personal.items() if value},
                "rating": player.rating,
                "title": player.title,
                "federation": player.federation,
            }

    def _round(self, number: int, played: TeamRound) -> ImportedRound:
        """Return a round by numbers; a team that did not play had asked not to."""
        busy = {seat for match in played.matches for seat in (match.first, match.second)}
        byes = dict(played.byes)
        return ImportedRound(
            matches=tuple(self._matches(number, played)),
            byes=tuple(
                (seat + 1, byes.get(seat, ByeKind.ZERO_POINT))
                for seat in range(len(self._read.numbers))
                if seat not in busy
            ),
        )

    def _matches(self, number: int, played: TeamRound) -> Iterator[ImportedMatch]:
        for match in played.matches:
            named = self._read.boards[number, match.first, match.second]
            boards = tuple(
                ImportedBoard(
                    first=self._players.get(who.first, 0),
                    second=self._players.get(who.second, 0),
                    result=RESULT_NOTATION[board.result],
                    first_has_white=board.first_has_white,
                    unrated=who.unrated,
                )
                for who, board in zip(named, match.boards, strict=True)
            )
            winners = {
                GameResult.WHITE_WINS_BY_FORFEIT: match.first + 1,
                GameResult.BLACK_WINS_BY_FORFEIT: match.second + 1,
            }
            yield ImportedMatch(
                first=match.first + 1,
                second=match.second + 1,
                boards=boards,
                forfeited=match.result is not None,
                winner=None if match.result is None else winners.get(match.result),
            )

    def _byes_to_come(self) -> Iterator[tuple[int, int, str]]:
        for each in self._document.records(AbsenceRecord):
            if each.code == "240" and self.played < each.round <= self.planned:
                for team in each.players:
                    yield self._numbers[team], each.round, each.kind

    def _forbidden(self) -> Iterator[ImportedProhibition]:
        for each in self._document.records(ProhibitionRecord):
            known = (self._numbers[team] for team in each.players if team in self._numbers)
            numbers = tuple(sorted(set(known)))
            is_to_the_end = each.last_round is None or each.last_round >= self.planned
            if len(numbers) > 1 and each.first_round <= self.planned:
                yield ImportedProhibition(
                    numbers=numbers,
                    first_round=each.first_round,
                    last_round=None if is_to_the_end else each.last_round,
                )

    def _acceleration(self) -> dict[str, Any]:
        """Return the fictitious points of 250 by round, or the acceleration of record 192."""
        if not SYSTEMS[self._system].takes_acceleration or self._is_by_games:
            return {}
        if not self._document.records(Acceleration):
            return {"baku": is_baku(self._document)}
        points = accelerated_teams(self._document, self._read, self.planned, MATCH)
        return {"accelerated": list(granted_points(points))}

    def adjustments(self, left_out: int) -> Iterator[Adjustment]:
        """Yield what is otherwise in the log than in the file."""
        if not self._document.rounds_planned:
            yield Adjustment(code="rounds-assumed", fields={"rounds": self.planned})
        renumbered = sum(team.number != team.written for team in self.shown)
        if renumbered:
            yield Adjustment(code="renumbered", fields={"players": renumbered})
        unknown = [code for code in self._criteria() if not self._known(code)]
        if unknown:
            yield Adjustment(code="tiebreaks-unknown", fields={"codes": ", ".join(unknown)})
        if not self._tiebreaks():
            usual = ", ".join(usual_of(self._system).tiebreaks)
            yield Adjustment(code="tiebreaks-assumed", fields={"codes": usual})
        worth = self._read.crosstable.match_points
        if worth not in {MatchPoints(), MatchPoints(pairing_bye=1, bye_games=worth.bye_games)}:
            yield Adjustment(code="match-points")
        abnormal = len(self._document.records(AbnormalPoints))
        if abnormal:
            yield Adjustment(code="abnormal-points", fields={"records": abnormal})
        if left_out:
            yield Adjustment(code="header-cut", fields={"lines": left_out})
