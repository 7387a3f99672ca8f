"""The command `standings`: tables of tournament files, and how one player's values came about."""

import argparse
import functools
from collections.abc import Iterator
from typing import Any

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import DONE, UNREADABLE, Outcome, Stop
from planilla.adapters.cli.parallel import each_of, processors
from planilla.adapters.cli.standings_data import Data, entrants_of, explained_of
from planilla.adapters.cli.standings_ladder import ladder_names
from planilla.adapters.cli.standings_tables import player_lines, table_lines
from planilla.adapters.cli.tournament_files import (
    Fault,
    data_of,
    fault_of,
    found,
    read_document,
    said,
)
from planilla.application.trf_standings import (
    FaultyTeams,
    NoSuchRound,
    Question,
    standings_of_file,
)
from planilla.domain.tiebreaks import EDITIONS, CodeError, Setting, checked
from planilla.domain.tournament.setup import refusal_of
from planilla.formats.trf.document import TrfDocument


class FileRanked(msgspec.Struct, frozen=True, kw_only=True):
    """A file and its players or teams as data, best first; or else what is wrong with it.

    `left_out` are tie-breaks that the file names and that the edition has not.
    """

    file: str
    names: tuple[str, ...] = ()
    entrants: list[Data] = []
    are_teams: bool = False
    explained: Data | None = None
    left_out: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


def standings(arguments: argparse.Namespace, console: Console) -> Outcome:
    """Rank everybody. A file with faults keeps none of the others from it."""
    question = _question(arguments)
    files = list(
        each_of(
            functools.partial(ranked, question=question, explain=arguments.explain),
            found(arguments.files),
            jobs=arguments.jobs or processors(),
            progress=console.progress("progress.standings"),
        )
    )
    aside = [line for each in files for line in _aside(each, question, console)]
    code = UNREADABLE if any(each.faults for each in files) else DONE
    if console.as_json:
        raw = b"".join(msgspec.json.encode(_data(each, console)) + b"\n" for each in files)
        return Outcome(raw=raw, code=code, aside=aside)
    lines = [line for each in files for line in _lines(each, question, console)]
    return Outcome(lines=lines, code=code, aside=aside)


def ranked(file: str, *, question: Question, explain: int | None) -> FileRanked:
    """One file, as it was asked."""
    document = read_document(file)
    if not isinstance(document, TrfDocument):
        return FileRanked(file=file, faults=document)
    try:
        table = standings_of_file(document, question)
    except NoSuchRound as error:
        return _faulty(
            file, "error.round-not-played", round=question.after_round, played=error.played
        )
    except CodeError as error:
        return _faulty(file, "error.tiebreak-not-here", tiebreak=error.code, why=error.flaw.value)
    except FaultyTeams as error:
        return FileRanked(file=file, faults=tuple(map(fault_of, error.remarks)))
    if explain is not None and explain not in table.numbers:
        code = "error.no-such-team" if table.teams else "error.no-such-number"
        return _faulty(file, code, number=explain)
    seat = None if explain is None else table.numbers.index(explain)
    return FileRanked(
        file=file,
        names=(*ladder_names(table), *table.names),
        entrants=entrants_of(table),
        are_teams=bool(table.teams),
        explained=None if seat is None else explained_of(table, seat),
        left_out=table.left_out,
    )


def _question(arguments: argparse.Namespace) -> Question:
    """What is asked, once it is known that there are such rules.

    Raises:
        Stop: there is no such edition, or the edition has no such tie-break.
    """
    if arguments.edition not in EDITIONS:
        fields: dict[str, Any] = {"edition": arguments.edition, "known": tuple(EDITIONS)}
        raise Stop("refusal.no-such-tiebreak-edition", **fields)
    for code in arguments.tiebreaks or ():
        try:
            checked((code,), arguments.edition, Setting(teams=True))
        except CodeError as error:
            refusal = refusal_of(error)
            raise Stop(f"refusal.{refusal.code}", **refusal.fields) from error
    return Question(
        tiebreaks=arguments.tiebreaks,
        edition=arguments.edition,
        mode=arguments.mode,
        after_round=arguments.after_round,
        predetermined=arguments.predetermined,
    )


def _faulty(file: str, code: str, **fields: Any) -> FileRanked:
    fault = Fault(file=file, line=0, column=0, code=code, fields={"file": file, **fields})
    return FileRanked(file=file, faults=(fault,))


def _aside(ranked: FileRanked, question: Question, console: Console) -> Iterator[str]:
    yield from (said(fault, console) for fault in ranked.faults)
    if ranked.left_out:
        yield console.say(
            "cli.standings.left-out",
            file=ranked.file,
            codes=ranked.left_out,
            edition=question.edition,
        )


def _data(ranked: FileRanked, console: Console) -> Data:
    if ranked.faults:
        faults = [data_of(fault, console) for fault in ranked.faults]
        return {"file": ranked.file, "faults": faults}
    who = "teams" if ranked.are_teams else "players"
    explained = {} if ranked.explained is None else {"explained": ranked.explained}
    return {"file": ranked.file, who: ranked.entrants, **explained}


def _lines(ranked: FileRanked, question: Question, console: Console) -> Iterator[str]:
    if ranked.faults:
        return
    yield console.say("cli.standings.title", file=ranked.file, edition=question.edition)
    if ranked.explained is None:
        yield from table_lines(ranked.names, ranked.entrants, console)
    else:
        yield from player_lines(ranked.explained, console)
