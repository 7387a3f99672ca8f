"""Command `allocate`: players to options by their votes or ranks, with the steps of the book."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from planilla.adapters.cli.command_line import Invocation, argument, command
from planilla.adapters.cli.console import CommandOutcome, Console, Exit
from planilla.adapters.cli.files import STANDARD_STREAM, cannot_read

if TYPE_CHECKING:
    from planilla.domain.allocation.hungarian import Allocation, Ballots, Step
    from planilla.formats.ballots import BallotRemark, ReadBallots

VETOED = "×"
"""A vetoed cell of a table."""


@command("allocate", "cli.allocate")
@argument("file", key="cli.allocate.file", metavar="FILE")
def allocate(invocation: Invocation, *, file: str) -> CommandOutcome:
    """Allocate by the ballots of a file; refuse faults with their places."""
    from planilla.formats.ballots import ReadBallots, read_ballots

    console = invocation.console
    read = read_ballots(_content(file))
    if not isinstance(read, ReadBallots):
        return _refused(file, read, console, Exit.UNREADABLE)
    outcome = _allocated(file, read, console)
    notes = [console.say("cli.allocate.unread", file=file, fields=list(read.unread))]
    return outcome._replace(aside=[*notes, *outcome.aside]) if read.unread else outcome


def _content(name: str) -> bytes:
    """Return the content of the file; `-` is standard input.

    Raises:
        CommandError: it cannot be read.
    """
    try:
        return sys.stdin.buffer.read() if name == STANDARD_STREAM else Path(name).read_bytes()
    except OSError as error:
        raise cannot_read(name, error) from error


def _refused(
    file: str, remarks: Sequence[BallotRemark], console: Console, code: Exit
) -> CommandOutcome:
    faults = [
        {
            **msgspec.to_builtins(each),
            "message": console.say(f"allocation.{each.code}", **each.fields),
        }
        for each in remarks
    ]
    return CommandOutcome(
        data={"faults": faults},
        code=code,
        aside=[f"{file}:{each['line']}:{each['column']}: {each['message']}" for each in faults],
    )


def _allocated(file: str, read: ReadBallots, console: Console) -> CommandOutcome:
    from planilla.domain.allocation import hungarian
    from planilla.domain.allocation.faults import NotAllocated

    ballots = read.ballots
    try:
        found = hungarian.allocate(ballots)
    except NotAllocated as refusal:
        return _refused(file, [*map(read.remark, refusal.faults)], console, Exit.NO)
    steps = hungarian.steps(ballots)
    return CommandOutcome(
        lines=[*_step_lines(ballots, steps, console), *_result_lines(ballots, found, console)],
        data={
            "assignment": _pairs(ballots, found.assignment),
            "total": found.total,
            "unique": found.is_unique,
            "steps": [_step_data(ballots, step) for step in steps],
        },
    )


def _pairs(ballots: Ballots, options: Sequence[int | None]) -> list[list[str | None]]:
    """Return pairs of player and option; None for nobody, and for no option."""
    return [
        [_name(ballots.players, row), _name(ballots.options, option)]
        for row, option in enumerate(options)
    ]


def _name(names: Sequence[str], at: int | None) -> str | None:
    return names[at] if at is not None and at < len(names) else None


def _step_data(ballots: Ballots, step: Step) -> dict[str, Any]:
    data: dict[str, Any] = {"step": step.kind}
    if step.amount is not None:
        data["amount"] = step.amount
    if step.minima:
        data["minima"] = step.minima
    if step.matrix:
        data["matrix"] = step.matrix
    if step.lines is not None:
        data["lines"] = step.lines
        data["rows"] = [_name(ballots.players, row) for row in step.rows]
        data["columns"] = [_name(ballots.options, column) for column in step.columns]
    if step.options:
        data["assignment"] = _pairs(ballots, step.options)
    return data


def _step_lines(ballots: Ballots, steps: Sequence[Step], console: Console) -> Iterator[str]:
    """Yield each step as a sentence and its table."""
    from planilla.presentation.tables import aligned

    nobody, nothing = console.say("cli.allocate.nobody"), console.say("cli.allocate.nothing")
    for step in steps[:-1]:
        yield console.say(
            f"cli.allocate.step.{step.kind}",
            amount=step.amount,
            lines=step.lines,
            size=max(len(ballots.players), len(ballots.options)),
            rows=[_name(ballots.players, row) or nobody for row in step.rows],
            columns=[_name(ballots.options, column) or nothing for column in step.columns],
        )
        if step.matrix:
            yield from aligned(_table(ballots, step, console), left={0})
            yield ""
    if not steps:
        yield console.say("cli.allocate.no-steps")


def _table(ballots: Ballots, step: Step, console: Console) -> Iterator[list[str]]:
    """Yield the rows of a step: names, values, and what was subtracted."""
    width = len(step.matrix[0])
    nobody, nothing = console.say("cli.allocate.nobody"), console.say("cli.allocate.nothing")
    heads = [_name(ballots.options, column) or nothing for column in range(width)]
    by_row = step.kind == "row_reduced"
    yield ["", *heads, *([console.say("cli.allocate.correction")] if by_row else [])]
    for row, values in enumerate(step.matrix):
        cells = [VETOED if value is None else str(value) for value in values]
        minima = [str(-step.minima[row])] if by_row else []
        yield [_name(ballots.players, row) or nobody, *cells, *minima]
    if step.kind == "column_reduced":
        yield [console.say("cli.allocate.correction"), *(str(-least) for least in step.minima)]


def _result_lines(ballots: Ballots, found: Allocation, console: Console) -> Iterator[str]:
    """Yield the option and the value of each player, the total, and if it is the only optimum."""
    from planilla.presentation.tables import aligned

    nothing = console.say("cli.allocate.nothing")
    yield console.say("cli.allocate.result")
    yield from aligned(
        (
            [
                ballots.players[player],
                nothing if option is None else ballots.options[option],
                "" if option is None else str(ballots.value(player, option)),
            ]
            for player, option in enumerate(found.assignment)
        ),
        left={0, 1},
    )
    yield console.say(f"cli.allocate.total.{ballots.goal}", total=found.total)
    yield console.say("cli.allocate.unique" if found.is_unique else "cli.allocate.several")
