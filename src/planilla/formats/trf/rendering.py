"""Writer of records as lines in canonical form: right-aligned fields, no trailing blanks.

Names are cut to their 33 columns and hold no tabs; points have a decimal point. Source: FIDE TRF16
and TRF26; the writing checklist of the format.
"""

from collections.abc import Callable, Iterable
from typing import Any

from planilla.domain.vocabulary import Colour
from planilla.formats.trf.document import (
    AbnormalPoints,
    AbsenceRecord,
    Acceleration,
    Cell,
    Configuration,
    FictitiousPoints,
    HeaderRecord,
    NationalRating,
    PlannedRounds,
    PlayerRecord,
    ProhibitionRecord,
    Record,
    Scores,
    TeamRecord,
)
from planilla.formats.trf.figures import written

NAME_WIDTH = 33
LAST_ROUND = 999
"""Last round of 260 for a prohibition without an end."""


def line_of(record: Record) -> str:
    """Return the line of a record, without its ending."""
    return _RENDERERS[type(record)](record).rstrip()


def _player(player: PlayerRecord) -> str:
    points = "" if player.points is None else written(player.points)
    points = points if len(points) <= 4 else points.removesuffix(".0")  # 100 points and more
    rank = "" if player.rank is None else player.rank
    return (
        f"001 {player.number:4} {player.sex:1.1}{player.title:>3.3} {_name(player.name)} "
        f"{player.rating or '':>4} {player.federation:3.3} {player.fide_id:>11.11} "
        f"{player.birth:10.10} {points:>4.4} {rank:>4}" + "".join(map(_cell, player.cells))
    )


def _name(name: str) -> str:
    return f"{' '.join(name.split()):{NAME_WIDTH}.{NAME_WIDTH}}"


def _cell(cell: Cell) -> str:
    if cell.is_blank:
        return " " * 10
    return f"  {cell.opponent:{'4' if cell.opponent else '04'}} {cell.colour} {cell.result}"


def _header(header: HeaderRecord) -> str:
    return f"{header.code} {header.text}"


def _planned_rounds(planned: PlannedRounds) -> str:
    return f"{planned.code} {planned.count}"


def _configuration(configuration: Configuration) -> str:
    white = configuration.colour is Colour.WHITE
    if configuration.code == "152":
        return f"152 {'W' if white else 'B'}"
    words = ["rank"] if configuration.by_position else []
    if configuration.colour is not None:
        words.append("white1" if white else "black1")
    return " ".join(("XXC", *words))


def _scores(scores: Scores) -> str:
    if scores.code == "162":
        return "162  " + "    ".join(
            f"{symbol}{written(points):>4}" for symbol, points in scores.values
        )
    if scores.code == "XXS":
        return " ".join(
            ("XXS", *(f"{symbol}={written(points)}" for symbol, points in scores.values))
        )
    return f"{scores.code} {written(scores.values[0][1]):>4}"


def _absence(absence: AbsenceRecord) -> str:
    if absence.code == "XXZ":
        return f"XXZ{_ids(absence.players)}"
    return f"240 {absence.kind} {absence.round:03}{_ids(absence.players)}"


def _prohibition(prohibition: ProhibitionRecord) -> str:
    if prohibition.code == "XXP":
        return f"XXP{_ids(prohibition.players)}"
    last = LAST_ROUND if prohibition.last_round is None else prohibition.last_round
    return f"260 {prohibition.first_round:03} {last:03}{_ids(prohibition.players)}"


def _acceleration(each: Acceleration) -> str:
    return (
        f"250      {written(each.points):>4} {each.first_round:03} {each.last_round:03} "
        f"{each.first_player:4} {each.last_player:4}"
    )


def _fictitious(each: FictitiousPoints) -> str:
    return f"XXA {each.player:4}" + "".join(f" {written(points):>4}" for points in each.points)


def _abnormal(each: AbnormalPoints) -> str:
    return f"299 {each.kind}{'':7}{written(each.points):>5}  {each.round:03}{_ids(each.players)}"


def _national_rating(each: NationalRating) -> str:
    return (
        f"{each.federation:3.3} {each.number:4}{'':40}{each.rating or '':>4} {each.origin:3.3} "
        f"{each.national_id:>11.11}"
    )


def _team(team: TeamRecord) -> str:
    if team.code == "013":
        return f"013 {team.name:32.32}" + " ".join(f"{player:4}" for player in team.players)
    match, game = (
        "" if points is None else written(points)
        for points in (team.match_points, team.game_points)
    )
    return (
        f"310 {team.number:3} {team.name:32.32}{'':7}{team.strength or '':>6} {match:>6} {game:>6}"
        f" {team.rank or '':>3} {_ids(team.players)}"
    )


def _ids(players: Iterable[int]) -> str:
    return "".join(f" {player:4}" for player in players)


_RENDERERS: dict[type, Callable[[Any], str]] = {
    PlayerRecord: _player,
    HeaderRecord: _header,
    PlannedRounds: _planned_rounds,
    Configuration: _configuration,
    Scores: _scores,
    AbsenceRecord: _absence,
    ProhibitionRecord: _prohibition,
    Acceleration: _acceleration,
    FictitiousPoints: _fictitious,
    AbnormalPoints: _abnormal,
    NationalRating: _national_rating,
    TeamRecord: _team,
}
