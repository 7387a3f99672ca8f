"""Input of a system that pairs teams from a file of teams; its numbers are those of the teams.

Records 240, 250 and 260 name teams in such a file. Points of 299 are not read. Source: FIDE TRF26,
192, 240, 250, 260 and the records of teams.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.system import ColourType, Explanation, Pairing, PairingInput
from planilla.domain.pairing.team_matches import matches_of
from planilla.domain.teams import GAME, MATCH, TeamRound
from planilla.domain.vocabulary import ByeKind, Colour
from planilla.formats.trf.attendance import last_paired
from planilla.formats.trf.document import Hundredths, ProhibitionRecord, TrfDocument, TrfRemark
from planilla.formats.trf.figures import number_of, points_of
from planilla.formats.trf.rounds import rounds_played
from planilla.formats.trf.team_crosstable import TrfTeams, primary_of, teams_of
from planilla.formats.trf.team_records import TEAM_310

CUSTOM_TEAM = "CUSTOM_TEAM_SWISS"
BAKU = "_BAKU"
TYPE_OF_CODE = {"TYPEA": ColourType.A, "TYPEB": ColourType.B}
USUAL = ColourType.A
"""`FIDE_TEAM` alone is `FIDE_TEAM_TYPEA_MP_GP`."""


def faults_of_teams(document: TrfDocument) -> tuple[TrfRemark, ...]:
    """Return the reasons for which the teams of a file cannot be paired; empty: they can."""
    if not any(line.text.startswith(TEAM_310) for line in document.lines):
        remark = TrfRemark(file=document.name, line=1, column=1, code="no-teams", fields={})
        return (remark,)
    found = teams_of(document, last_paired(document) + 1)
    return found if isinstance(found, tuple) else ()


def team_numbers(document: TrfDocument) -> tuple[int, ...]:
    """Return the numbers of the teams by seat."""
    return _teams(document, 0).numbers


def before_of_teams(document: TrfDocument, number: int) -> PairingInput:
    """Return the input for round `number`: the matches before it, and the teams that are there."""
    teams = _teams(document, number)
    table = teams.crosstable
    primary = primary_of_pairing(document)
    earlier = replace(
        table,
        rounds=table.rounds[: number - 1],
        primary=primary,
        rounds_planned=_planned(document, number),
    )
    matches = matches_of(earlier)
    return PairingInput(
        crosstable=matches.crosstable,
        present=_present(table.rounds[number - 1], len(teams.numbers)),
        first_colour=first_colour_of_teams(document, table.rounds),
        forbidden=_forbidden(document, teams, number),
        accelerated=accelerated_teams(document, teams, number, primary),
        totals=matches.totals,
        secondary=matches.secondary,
        colour_type=colour_type_of(document),
    )


def colour_type_of(document: TrfDocument) -> ColourType:
    """Return the type of preferences by record 192; a custom system names it, or has none."""
    code = document.system.upper()
    parts = code.split("_")
    usual = ColourType.NONE if code.startswith(CUSTOM_TEAM) else USUAL
    return next((TYPE_OF_CODE[part] for part in parts if part in TYPE_OF_CODE), usual)


def played_by_teams(document: TrfDocument, number: int) -> Pairing:
    """Return the matches and byes of a round in the file, with an empty explanation."""
    played = _teams(document, number).crosstable.rounds[number - 1]
    return Pairing(
        boards=tuple((match.first, match.second) for match in played.matches),
        byes=played.byes,
        explanation=Explanation(system="trf"),
    )


def _teams(document: TrfDocument, rounds: int) -> TrfTeams:
    found = teams_of(document, rounds)
    assert isinstance(found, TrfTeams), "files with faults in their teams are refused before"
    return found


def primary_of_pairing(document: TrfDocument) -> str:
    """Return the primary score of the pairing: the first of 192, or else that of the standings."""
    parts = document.system.upper().split("_")
    return next((part for part in parts if part in {MATCH, GAME}), primary_of(document))


def _planned(document: TrfDocument, number: int) -> int:
    """Return the rounds planned; without a declaration the last one played is the last."""
    played = rounds_played(document)
    if document.rounds_planned:
        return max(document.rounds_planned, played)
    return played if number <= played else 0


def _present(played: TeamRound, size: int) -> tuple[Seat, ...]:
    """Return the teams of a round: in a match or with its bye, or all that asked for none."""
    byes = dict(played.byes)
    if not played.matches:
        return tuple(
            seat
            for seat in range(size)
            if byes.get(seat, ByeKind.PAIRING_ALLOCATED) is ByeKind.PAIRING_ALLOCATED
        )
    playing = {seat for match in played.matches for seat in (match.first, match.second)}
    waiting = {seat for seat, kind in byes.items() if kind is ByeKind.PAIRING_ALLOCATED}
    return tuple(sorted(playing | waiting))


def first_colour_of_teams(document: TrfDocument, rounds: Sequence[TeamRound]) -> Colour:
    """Return the initial colour: declared (152), or that of the highest team in the first round."""
    if document.initial_colour is not None:
        return document.initial_colour
    matches = next((played.matches for played in rounds if played.matches), ())
    highest = min(matches, key=lambda match: min(match.first, match.second), default=None)
    if highest is None or highest.first < highest.second:
        return Colour.WHITE
    return Colour.BLACK


def _forbidden(document: TrfDocument, teams: TrfTeams, number: int) -> frozenset[tuple[Seat, Seat]]:
    """Return the pairs of teams that may not meet in a round (260), the lower seat first."""
    seats = {team: seat for seat, team in enumerate(teams.numbers)}
    pairs = set[tuple[Seat, Seat]]()
    for each in document.records(ProhibitionRecord):
        last = number if each.last_round is None else each.last_round
        if each.first_round <= number <= last:
            named = sorted(seats[team] for team in each.players if team in seats)
            pairs |= set(combinations(named, 2))
    return frozenset(pairs)


class _Range(NamedTuple):
    """250: points of match or game for a range of teams in a range of rounds."""

    match: Hundredths | None
    game: Hundredths | None
    rounds: range
    teams: range


def accelerated_teams(
    document: TrfDocument, teams: TrfTeams, number: int, primary: str
) -> tuple[tuple[int, ...], ...]:
    """Return the fictitious points of the primary score in the rounds up to this one, by seat.

    Match points stand in columns 5 to 8, or, as in the example of the format, in those of game
    points. Without records `_BAKU` in 192 accelerates match points (C.04.7).
    """
    worth = teams.crosstable.match_points
    unit = worth.unit if primary == MATCH else teams.crosstable.game_points.unit
    points = [[0] * number for _ in teams.numbers]
    ranges = tuple(_ranges(document))
    for each in ranges:
        given = each.game if primary == GAME or each.match is None else each.match
        for seat, team in enumerate(teams.numbers):
            for at in range(number) if team in each.teams else ():
                points[seat][at] += (given or 0) * unit // 100 if at + 1 in each.rounds else 0
    is_baku = document.system.upper().endswith(BAKU) and primary == MATCH
    if is_baku and not ranges and document.rounds_planned:
        quick = (document.rounds_planned + 1) // 2
        in_full = (quick + 1) // 2
        for own in points[: 2 * ((len(points) + 3) // 4)]:
            for at in range(min(quick, number)):
                own[at] = worth.win if at < in_full else worth.win // 2
    return tuple(map(tuple, points)) if any(map(any, points)) else ()


def _ranges(document: TrfDocument) -> Iterator[_Range]:
    for line in document.lines:
        text = line.text
        if text.startswith("250"):
            first, last = number_of(text[14:17]) or 0, number_of(text[18:21]) or 0
            start, end = number_of(text[22:26]) or 0, number_of(text[27:31]) or 0
            yield _Range(
                points_of(text[4:8]) if text[4:8].strip() else None,
                points_of(text[9:13]) if text[9:13].strip() else None,
                range(first, last + 1),
                range(start, end + 1),
            )
