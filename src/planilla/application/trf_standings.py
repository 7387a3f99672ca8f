"""The standings of a tournament file, under the tie-breaks that somebody asks for.

Where nobody asks, the tie-breaks are those that the file names (202, 212), as far as the edition
has them; or else the usual ones.
"""

from typing import NamedTuple

import msgspec

from planilla.application.trf_system import UnknownSystem, system_of
from planilla.domain.crosstable import Crosstable
from planilla.domain.pairing import NO_SYSTEM, SYSTEMS
from planilla.domain.pairing.keizer.memory import Replayed
from planilla.domain.pairing.system import (
    TIEBREAKS_OF_A_ROUND_ROBIN,
    TIEBREAKS_OF_A_SWISS,
    TIEBREAKS_OF_A_TEAM_ROUND_ROBIN,
    System,
)
from planilla.domain.standings import Announced, StandingEntry, standings_of
from planilla.domain.teams import TeamCrosstable
from planilla.domain.tiebreaks import CodeError, Setting, checked
from planilla.domain.tiebreaks.contest import Contest, contest_of
from planilla.domain.tiebreaks.teams import contest_of_teams
from planilla.formats.trf.document import Acceleration, FictitiousPoints, TrfDocument, TrfRemark
from planilla.formats.trf.keizer import replayed_in
from planilla.formats.trf.match_games import by_rounds, crosstable_of_rounds
from planilla.formats.trf.rounds import rounds_played
from planilla.formats.trf.shape import shape_in
from planilla.formats.trf.team_crosstable import PRIMARY_OF_LIST, TrfTeams, teams_of
from planilla.formats.trf.team_records import has_teams

EDITION = "fide-2026-03"
"""The edition that is meant where none is named."""

BOOK_EDITION = "libro"
TEAM_TIEBREAKS = ("EMGSB/C1", "MPVGP", "BH/C1")
"""Tie-breaks of team tournaments, as at Olympiads."""
ACCELERATED = "_BAKU"


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A request for standings. None leaves a setting to the file, or to the default.

    `mode` is one of `standings.MODES`; without it the book's edition is applied subsidiarily, as it
    recommends, and FIDE's successively (C.07, 4.2).
    """

    tiebreaks: tuple[str, ...] | None = None
    edition: str = EDITION
    mode: str | None = None
    after_round: int | None = None
    predetermined: bool | None = None


class FileStandings(msgspec.Struct, frozen=True, kw_only=True):
    """The standings, best first; `names` are the codes of `announced` as they were written.

    `numbers` are those of the file, by seat. `left_out` are the codes that the file names and that
    cannot be used here. `teams` are their names by seat, where those who are ranked are teams.
    `replayed` are the values of a file whose system keeps them, which ranks by their totals.
    """

    crosstable: Crosstable | TeamCrosstable
    contest: Contest
    numbers: tuple[int, ...]
    teams: tuple[str, ...] = ()
    announced: Announced
    names: tuple[str, ...]
    rows: tuple[StandingEntry, ...]
    left_out: tuple[str, ...]
    replayed: Replayed | None = None


class RoundNotPlayed(Exception):
    """The standings after a round were asked that is not played; `played` are."""

    def __init__(self, played: int) -> None:
        self.played = played
        super().__init__(str(played))


class FaultyTeams(Exception):
    """The teams of the file are inconsistent; `remarks` say where."""

    def __init__(self, remarks: tuple[TrfRemark, ...]) -> None:
        self.remarks = remarks
        super().__init__(remarks[0].code)


class _RankedField(NamedTuple):
    """The ranked entrants, and the setting that decides which tie-breaks may be used."""

    crosstable: Crosstable | TeamCrosstable
    contest: Contest
    numbers: tuple[int, ...]
    teams: tuple[str, ...]
    setting: Setting
    replayed: Replayed | None = None


def standings_of_file(document: TrfDocument, question: Question) -> FileStandings:
    """Return the standings after the rounds that are played, or after the one that is asked.

    Raises:
        NoSuchRound: it has not been played.
        CodeError: a tie-break that was asked does not exist or may not be used here.
        FaultyTeams: the file is of teams, and what it says of them does not fit.
    """
    field = _teams(document, question) if has_teams(document) else _players(document, question)
    edition = question.edition
    left_out: tuple[str, ...] = ()
    if question.tiebreaks is None:
        named, left_out = _of_the_file(document, edition, field.setting)
        codes = named or {code: code for code in _usual(field.setting, edition)}
    else:
        codes = _written(question.tiebreaks, edition, field.setting)
    usually = "subsidiary" if edition == BOOK_EDITION else "successive"
    announced = Announced(codes=tuple(codes), mode=question.mode or usually, edition=edition)
    return FileStandings(
        crosstable=field.crosstable,
        contest=field.contest,
        numbers=field.numbers,
        teams=field.teams,
        announced=announced,
        names=tuple(codes.values()),
        rows=standings_of(field.contest, announced),
        left_out=left_out,
        replayed=field.replayed,
    )


def _usual(setting: Setting, edition: str) -> tuple[str, ...]:
    if setting.teams and edition != BOOK_EDITION:
        return TIEBREAKS_OF_A_TEAM_ROUND_ROBIN if setting.predetermined else TEAM_TIEBREAKS
    return TIEBREAKS_OF_A_ROUND_ROBIN if setting.predetermined else TIEBREAKS_OF_A_SWISS


def setting_of(document: TrfDocument, table: Crosstable | TeamCrosstable) -> Setting:
    """Return the setting that decides which tie-breaks may be used."""
    is_accelerated = (
        bool(document.records(Acceleration))
        or bool(document.records(FictitiousPoints))
        or document.text_of("192").strip().upper().endswith(ACCELERATED)
    )
    return Setting(
        rounds=table.rounds_planned,
        predetermined=table.predetermined,
        accelerated=is_accelerated,
        teams=isinstance(table, TeamCrosstable),
    )


def _players(document: TrfDocument, question: Question) -> _RankedField:
    system = _system_in(document)
    columns = by_rounds(document, system)
    table = crosstable_of_rounds(document, _rounds(columns, question), system)
    table = msgspec.structs.replace(
        table,
        rounds_planned=table.rounds_planned or rounds_played(columns),
        best_rounds=shape_in(document, system).best_rounds,
        predetermined=_is_predetermined(table, question),
    )
    setting = setting_of(document, table)
    replayed = values_replayed(document, table)
    if replayed is not None and replayed.last is not None:
        order = replayed.memory.listing.order
        ahead = {seat: len(order) - place for place, seat in enumerate(order)}
        by_seat = tuple(ahead.get(seat, 0) for seat in range(table.size))
        table = msgspec.structs.replace(table, ahead=by_seat)
    return _RankedField(table, contest_of(table), document.numbers, (), setting, replayed)


def values_replayed(document: TrfDocument, table: Crosstable) -> Replayed | None:
    """Return the values that the games of a file lead to; None where its system keeps none."""
    return replayed_in(document, table) if _system_in(document).keeps_values else None


def _system_in(document: TrfDocument) -> System:
    """Return the system that a file names, or `NO_SYSTEM` where it is unknown."""
    try:
        return SYSTEMS[system_of(document)]
    except UnknownSystem:
        return NO_SYSTEM


def _teams(document: TrfDocument, question: Question) -> _RankedField:
    """The teams; a list that begins with the points of one score makes that the primary one."""
    found = teams_of(document, _rounds(document, question))
    if not isinstance(found, TrfTeams):
        raise FaultyTeams(found)
    first = next(iter(question.tiebreaks or ()), "").strip().upper()
    table = msgspec.structs.replace(
        found.crosstable,
        predetermined=_is_predetermined(found.crosstable, question),
        primary=PRIMARY_OF_LIST.get(first, found.crosstable.primary),
    )
    setting = setting_of(document, table)
    return _RankedField(table, contest_of_teams(table), found.numbers, found.names, setting)


def _rounds(document: TrfDocument, question: Question) -> int:
    played = rounds_played(document)
    rounds = played if question.after_round is None else question.after_round
    if rounds > played:
        raise RoundNotPlayed(played)
    return rounds


def _is_predetermined(table: Crosstable | TeamCrosstable, question: Question) -> bool:
    return table.predetermined if question.predetermined is None else question.predetermined


def _written(codes: tuple[str, ...], edition: str, setting: Setting) -> dict[str, str]:
    """Canonical codes, each once, and how they were written; those of a star by their own names."""
    found: dict[str, str] = {}
    for code in codes:
        canonical = checked((code,), edition, setting)
        names = canonical if len(canonical) > 1 else (code.strip(),)
        for each, name in zip(canonical, names, strict=True):
            found.setdefault(each, name)
    return found


def _of_the_file(
    document: TrfDocument, edition: str, setting: Setting
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the codes that the file names and that can be used, as above; and the others."""
    found: dict[str, str] = {}
    left_out = []
    for code in document.tiebreaks_named:
        try:
            found |= _written((code,), edition, setting)
        except CodeError:
            left_out.append(code)
    return found, tuple(left_out)
