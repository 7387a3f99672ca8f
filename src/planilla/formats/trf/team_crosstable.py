"""Conversion of a document to a crosstable of teams: matches by board, and byes.

`team_records` reads the records of teams, and `team_rounds` the boards of the players. Source: FIDE
TRF26, records of teams.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from math import gcd

import msgspec

from planilla.domain.crosstable import Entrant, PointSystem, Seat
from planilla.domain.teams import GAME, MATCH, MatchPoints, TeamCrosstable, TeamRound
from planilla.domain.vocabulary import EntrantId
from planilla.formats.trf.document import TrfDocument, TrfRemark
from planilla.formats.trf.findings import Findings, in_order
from planilla.formats.trf.rounds import rounds_played
from planilla.formats.trf.schedule import is_predetermined
from planilla.formats.trf.team_records import TeamLine, TeamRecords, read_teams
from planilla.formats.trf.team_rounds import BoardPlayers, Members, TeamRounds
from planilla.formats.trf.worth import point_system_of, values_of

PRIMARY_OF_LIST = {"MPTS": MATCH, "GPTS": GAME}


class TrfTeams(msgspec.Struct, frozen=True, kw_only=True):
    """The teams of a file by seat: numbers, names, players and crosstable.

    `players` are those of the rosters, `boards` those of each match, by round and teams.
    """

    numbers: tuple[int, ...]
    names: tuple[str, ...]
    players: tuple[tuple[int, ...], ...]
    boards: dict[tuple[int, Seat, Seat], tuple[BoardPlayers, ...]]
    crosstable: TeamCrosstable


def teams_of(document: TrfDocument, rounds: int) -> TrfTeams | tuple[TrfRemark, ...]:
    """Return the teams and their first `rounds` rounds, or all faults."""
    findings = Findings(document.name)
    records = read_teams(document, findings)
    members = _members(document, records.teams, findings)
    reader = TeamRounds(document, records, members, findings)
    if findings.faults:
        return in_order(findings.faults)
    played = tuple(reader.round(number) for number in range(1, rounds + 1))
    if findings.faults:
        return in_order(findings.faults)
    teams = members.teams
    return TrfTeams(
        numbers=tuple(team.number for team in teams),
        names=tuple(team.name for team in teams),
        players=tuple(team.players for team in teams),
        boards=reader.players,
        crosstable=_crosstable(document, records, teams, played),
    )


def _crosstable(
    document: TrfDocument,
    records: TeamRecords,
    teams: Sequence[TeamLine],
    played: tuple[TeamRound, ...],
) -> TeamCrosstable:
    matches = [match for each in played for match in each.matches]
    games = _game_points(document, records)
    return TeamCrosstable(
        teams=tuple(
            Entrant(id=EntrantId(str(team.number)), rating=team.strength) for team in teams
        ),
        boards=len(records.colours) or max((len(match.boards) for match in matches), default=0),
        rounds=played,
        rounds_planned=document.rounds_planned or rounds_played(document),
        match_points=_match_points(records, games),
        game_points=games,
        primary=primary_of(document),
        predetermined=is_predetermined(document),
    )


def primary_of(document: TrfDocument) -> str:
    """Return the primary score: the first in the standings list (212), or by the type (192)."""
    listed = document.text_of("212").split(",")[0].strip().upper()
    if listed in PRIMARY_OF_LIST:
        return PRIMARY_OF_LIST[listed]
    named = [part for part in document.text_of("192").upper().split("_") if part in (MATCH, GAME)]
    return named[0] if named else MATCH


def _game_points(document: TrfDocument, records: TeamRecords) -> PointSystem:
    further = tuple(each.game_points for each in records.byes if each.game_points is not None)
    return point_system_of(values_of(document), further)


def _match_points(records: TeamRecords, games: PointSystem) -> MatchPoints:
    bye = records.byes[-1] if records.byes else None
    of_bye = None if bye is None else bye.match_points
    of_games = None if bye is None else bye.game_points
    values = records.match_points
    step = reduce(gcd, (*values.values(), of_bye or 0), 100)
    return MatchPoints(
        unit=100 // step,
        win=values["W"] // step,
        draw=values["D"] // step,
        loss=values["L"] // step,
        pairing_bye=None if of_bye is None else of_bye // step,
        bye_games=None if of_games is None else of_games * games.unit // 100,
    )


def _members(document: TrfDocument, teams: Sequence[TeamLine], findings: Findings) -> Members:
    """Return the teams by number, and the team of each player."""
    seat_of_player: dict[int, Seat] = {}
    ordered = sorted(_each_once(teams, findings), key=lambda team: team.number)
    for seat, team in enumerate(ordered):
        for player in team.players:
            if player not in document.seats:
                findings.fault(
                    team.line,
                    1,
                    "unknown-player",
                    record=document.lines[team.line - 1].text[:3],
                    number=player,
                )
            elif player in seat_of_player:
                other = ordered[seat_of_player[player]].number
                findings.fault(
                    team.line,
                    1,
                    "player-of-two-teams",
                    number=player,
                    team=team.number,
                    other=other,
                )
            else:
                seat_of_player[player] = seat
    return Members(tuple(ordered), seat_of_player)


def _each_once(teams: Sequence[TeamLine], findings: Findings) -> Iterator[TeamLine]:
    first_lines: dict[int, int] = {}
    for team in teams:
        first = first_lines.setdefault(team.number, team.line)
        if first == team.line:
            yield team
        else:
            findings.fault(team.line, 5, "duplicate-number", number=team.number, first=first)
