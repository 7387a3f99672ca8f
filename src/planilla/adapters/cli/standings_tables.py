"""Standings as a table, and one player's tie-breaks term by term, for people."""

from collections.abc import Iterator, Sequence
from typing import Any

from planilla.adapters.cli.console import Console
from planilla.presentation.figures import localised
from planilla.presentation.tiebreaks import tiebreak_name

Data = dict[str, Any]

UNKNOWN = "–"
GAP = "  "
INDENT = "  "
UNREMARKABLE = "played"


def table_lines(names: Sequence[str], players: Sequence[Data], console: Console) -> Iterator[str]:
    """Everybody, best first, in columns; who shares a rank has it blank but for the first.

    Teams have their names behind.
    """
    head = [console.say(f"cli.standings.col.{each}") for each in ("rank", "number", "points")]
    cells = [[*head, *names]]
    last = None
    for player in players:
        rank = "" if player["rank"] == last else str(player["rank"])
        last = player["rank"]
        values = [_written(player["tiebreaks"][name], console) for name in names]
        cells.append([rank, str(player["number"]), _written(player["points"], console), *values])
    teams = [console.say("cli.standings.col.team"), *(each.get("name", "") for each in players)]
    for line, team in zip(aligned(cells), teams, strict=True):
        yield f"{line}{GAP}{team}".rstrip() if any(teams[1:]) else line


def player_lines(explained: Data, console: Console) -> Iterator[str]:
    """The tie-breaks of one player or team, each with what it is made of."""
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
    if "text" in each:
        return console.say(each["text"])
    return tiebreak_name(console.language, each["code"])


def _working_lines(each: Data, console: Console) -> Iterator[str]:
    if each["among"] is not None:
        among = console.say("cli.standings.among", numbers=tuple(each["among"]))
        yield INDENT + among
    if each["terms"]:
        head = [
            console.say(f"cli.standings.col.{column}") for column in ("round", "opponent", "value")
        ]
        rows = [_term_cells(term, console) for term in each["terms"]]
        remarks = ["", *(_remarks(term, console) for term in each["terms"])]
        for line, remark in zip(aligned([head, *rows]), remarks, strict=True):
            yield f"{INDENT}{line}{GAP}{remark}".rstrip()
    for step in each["steps"]:
        yield f"{INDENT}{console.say('step.' + step['step'])}: {_written(step['value'], console)}"


def _term_cells(term: Data, console: Console) -> list[str]:
    number, opponent = term["round"], term["opponent"]
    value = _written(term["value"], console)
    if term["factors"] is not None:
        mine, theirs = (_written(each, console) for each in term["factors"])
        value = f"{mine} × {theirs} = {value}"
    return [
        UNKNOWN if number is None else str(number),
        UNKNOWN if opponent is None else str(opponent),
        value,
    ]


def _remarks(term: Data, console: Console) -> str:
    """What is not as usual: how the round ended, that the term is cut, by which article."""
    said = []
    if term["note"] != UNREMARKABLE:
        said.append(console.say(f"{term.get('subject', 'term')}.{term['note']}"))
    if term["cut"]:
        said.append(console.say("cli.standings.cut"))
    if term["article"]:
        said.append(console.say("cli.standings.article", article=term["article"]))
    return ", ".join(said)


def _written(value: str | None, console: Console) -> str:
    if value is None:
        return UNKNOWN
    return localised(console.language, value)


def aligned(cells: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns as wide as their widest cell, all to the right."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield GAP.join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
