"""Command `standings`: standings of tournament files, or the working of one player's values."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

import click
import msgspec

from planilla.adapters.cli.command_line import (
    CSV_FORM,
    Invocation,
    argument,
    command,
    option,
    table_form,
)
from planilla.adapters.cli.console import CommandOutcome, Console, Exit
from planilla.adapters.cli.parallel import each_of, processors
from planilla.adapters.cli.values import count

if TYPE_CHECKING:
    from planilla.adapters.cli.standings_data import Data, FileRanked
    from planilla.application.trf_standings import Question

MODES = ("subsidiary", "successive")
NEWEST_EDITION = "fide-2026-03"
"""Default edition of the tie-break rules: the current one."""

INDENT = "  "
PLAYED_NOTE = "played"
"""Note of a term without a remark."""


def codes(text: str) -> tuple[str, ...]:
    """Split tie-breaks at commas; an empty text has none."""
    return tuple(code.strip() for code in text.split(",") if code.strip())


@command("standings", "cli.standings")
@argument("files", key="cli.check.files", metavar="FILE...", nargs=-1, required=True)
@option("--tiebreaks", key="cli.standings.tiebreaks", metavar="LIST", type=codes)
@option("--edition", key="cli.standings.edition", metavar="NAME", default=NEWEST_EDITION)
@option("--mode", key="cli.standings.mode", type=click.Choice(MODES))
@option("--after-round", key="cli.standings.after-round", metavar="N", type=count)
@option("--round-robin", key="cli.standings.round-robin", is_flag=True)
@option("--swiss", key="cli.standings.swiss", is_flag=True)
@option("--explain", key="cli.standings.explain", metavar="PLAYER", type=count)
@option("--jobs", key="cli.jobs", metavar="N", type=count)
@table_form
def standings(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    files: tuple[str, ...],
    tiebreaks: tuple[str, ...] | None,
    edition: str,
    mode: str | None,
    after_round: int | None,
    round_robin: bool,
    swiss: bool,
    explain: int | None,
    jobs: int | None,
    form: str,
) -> CommandOutcome:
    """Rank all entrants. A file with faults does not stop the others."""
    from planilla.adapters.cli.standings_data import check_rules, ranked
    from planilla.adapters.cli.tournament_files import files_of
    from planilla.application.trf_standings import Question

    console = invocation.console
    question = Question(
        tiebreaks=tiebreaks,
        edition=edition,
        mode=mode,
        after_round=after_round,
        predetermined=not swiss if swiss or round_robin else None,
    )
    check_rules(question)
    tables = list(
        each_of(
            functools.partial(ranked, question=question, explain=explain),
            files_of(files),
            jobs=jobs or processors(),
            progress=console.progress("progress.standings"),
        )
    )
    aside = [line for each in tables for line in _aside(each, question, console)]
    code = Exit.UNREADABLE if any(each.faults for each in tables) else Exit.DONE
    if console.as_json:
        raw = b"".join(msgspec.json.encode(_data(each, console)) + b"\n" for each in tables)
        return CommandOutcome(raw=raw, code=code, aside=aside)
    if form == CSV_FORM:
        return CommandOutcome(raw=_csv(tables).encode(), code=code, aside=aside)
    lines = [line for each in tables for line in _lines(each, question, console)]
    return CommandOutcome(lines=lines, code=code, aside=aside)


def _aside(ranked: FileRanked, question: Question, console: Console) -> Iterator[str]:
    from planilla.adapters.cli.tournament_files import fault_line

    yield from (fault_line(fault, console) for fault in ranked.faults)
    if ranked.left_out:
        yield console.say(
            "cli.standings.left-out",
            file=ranked.file,
            codes=ranked.left_out,
            edition=question.edition,
        )


def _data(ranked: FileRanked, console: Console) -> Data:
    from planilla.adapters.cli.tournament_files import fault_data

    if ranked.faults:
        faults = [fault_data(fault, console) for fault in ranked.faults]
        return {"file": ranked.file, "faults": faults}
    who = "teams" if ranked.are_teams else "players"
    explained = {} if ranked.explained is None else {"explained": ranked.explained}
    return {"file": ranked.file, who: ranked.entrants, **explained}


def _lines(ranked: FileRanked, question: Question, console: Console) -> Iterator[str]:
    if ranked.faults:
        return
    yield console.say("cli.standings.title", file=ranked.file, edition=question.edition)
    if ranked.explained is None:
        yield from _table_lines(ranked.names, ranked.entrants, console)
    else:
        yield from _player_lines(ranked.explained, console)


def _table_lines(names: Sequence[str], players: Sequence[Data], console: Console) -> Iterator[str]:
    """Yield the lines of the table, best first; a shared rank is shown once.

    Names of teams come last.
    """
    from planilla.presentation.tables import aligned

    head = [console.say(f"cli.standings.col.{each}") for each in ("rank", "number", "points")]
    cells = [[*head, *names, console.say("cli.standings.col.team")]]
    last = None
    for player in players:
        rank = "" if player["rank"] == last else str(player["rank"])
        last = player["rank"]
        values = [_written(player["tiebreaks"][name], console) for name in names]
        points = _written(player["points"], console)
        cells.append([rank, str(player["number"]), points, *values, player.get("name", "")])
    are_named = any(cells[at][-1] for at in range(1, len(cells)))
    yield from aligned(
        cells if are_named else (row[:-1] for row in cells), left={len(cells[0]) - 1}
    )


def _csv(tables: Sequence[FileRanked]) -> str:
    """Return the tables of all files as one, with the columns of all of them."""
    from planilla.presentation.tables import csv_of

    names = list(dict.fromkeys(name for each in tables for name in each.names))
    return csv_of(
        ["file", "rank", "number", "name", "points", *names],
        (
            [each.file, player["rank"], player["number"], player.get("name"), *map(_plain, values)]
            for each in tables
            for player in each.entrants
            for values in ([player["points"], *map(player["tiebreaks"].get, names)],)
        ),
    )


def _plain(value: str | None) -> Decimal | None:
    from planilla.presentation.tables import number

    return None if value is None else number(Fraction(value))


def _player_lines(explained: Data, console: Console) -> Iterator[str]:
    """Yield lines about the tie-breaks of one player or team, with their terms."""
    yield console.say(
        "cli.standings.team" if "name" in explained else "cli.standings.player",
        number=explained["number"],
        rank=explained["rank"],
        points=_written(explained["points"], console),
    )
    for each in explained["tiebreaks"]:
        yield ""
        yield console.say(
            "cli.standings.value",
            tiebreak=each["tiebreak"],
            name=_name(each, console),
            value=_written(each["value"], console),
        )
        if each["value"] is not None:
            yield from _working_lines(each, console)


def _name(each: Data, console: Console) -> str:
    from planilla.presentation.tiebreaks import tiebreak_name

    if "text" in each:
        return console.say(each["text"])
    return tiebreak_name(console.language, each["code"])


def _working_lines(each: Data, console: Console) -> Iterator[str]:
    from planilla.presentation.tables import aligned

    if each["among"] is not None:
        among = console.say("cli.standings.among", numbers=tuple(each["among"]))
        yield INDENT + among
    if each["terms"]:
        head = [
            console.say(f"cli.standings.col.{column}") for column in ("round", "opponent", "value")
        ]
        rows = [[*_term_cells(term, console), _remarks(term, console)] for term in each["terms"]]
        yield from (INDENT + line for line in aligned([head, *rows], left={len(head)}))
    for step in each["steps"]:
        yield f"{INDENT}{console.say('step.' + step['step'])}: {_written(step['value'], console)}"


def _term_cells(term: Data, console: Console) -> list[str]:
    from planilla.presentation.tables import NOTHING

    number, opponent = term["round"], term["opponent"]
    value = _written(term["value"], console)
    if term["factors"] is not None:
        mine, theirs = (_written(each, console) for each in term["factors"])
        value = f"{mine} × {theirs} = {value}"
    return [
        NOTHING if number is None else str(number),
        NOTHING if opponent is None else str(opponent),
        value,
    ]


def _remarks(term: Data, console: Console) -> str:
    """Return remarks on a term: kind of round, cut, article."""
    said = []
    if term["note"] != PLAYED_NOTE:
        said.append(console.say(f"{term.get('subject', 'term')}.{term['note']}"))
    if term["cut"]:
        said.append(console.say("cli.standings.cut"))
    if term["article"]:
        said.append(console.say("cli.standings.article", article=term["article"]))
    return ", ".join(said)


def _written(value: str | None, console: Console) -> str:
    from planilla.presentation.figures import localised
    from planilla.presentation.tables import NOTHING

    if value is None:
        return NOTHING
    return localised(console.language, value)
