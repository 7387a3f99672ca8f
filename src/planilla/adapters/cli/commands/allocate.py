"""Command `allocate`: players to options or to teams by their ballots, with all steps."""

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
    from planilla.domain.allocation.team_formation import (
        Claim,
        Formation,
        Team,
        TeamBallots,
        TeamStep,
    )
    from planilla.formats.ballots import BallotRemark

VETOED = "×"
"""A vetoed cell of a table."""
TABLE_SUFFIX = ".csv"
"""The end of the names of files that hold a table; others hold JSON."""


@command("allocate", "cli.allocate")
@argument("file", key="cli.allocate.file", metavar="FILE")
def allocate(invocation: Invocation, *, file: str) -> CommandOutcome:
    """Allocate by the ballots of a file; refuse faults with their places."""
    from planilla.domain.allocation.faults import NotAllocated
    from planilla.formats.ballot_table import read_table
    from planilla.formats.ballots import ReadBallots, read_ballots

    console, content = invocation.console, _content(file)
    read = (read_table if file.lower().endswith(TABLE_SUFFIX) else read_ballots)(content)
    if not isinstance(read, ReadBallots):
        return _refused(file, read, console, Exit.UNREADABLE)
    try:
        outcome = _allocated(read.ballots, console)
    except NotAllocated as refusal:
        outcome = _refused(file, [*map(read.remark, refusal.faults)], console, Exit.NO)
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


def _allocated(ballots: Ballots | TeamBallots, console: Console) -> CommandOutcome:
    """Return the outcome of ballots.

    Raises:
        NotAllocated: the rules leave no allocation.
    """
    from planilla.domain.allocation import hungarian, team_formation

    if isinstance(ballots, team_formation.TeamBallots):
        return _teams_formed(ballots, team_formation.form(ballots), console)
    found = hungarian.allocate(ballots)
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
    """Return pairs of player and option; None for no option."""
    return [
        [player, None if option is None else ballots.options[option]]
        for player, option in zip(ballots.players, options, strict=True)
    ]


def _name(names: Sequence[str], at: int) -> str | None:
    """Return the player of a row; None of an added one."""
    return names[at] if at < len(names) else None


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
        data["columns"] = [*map(ballots.column_name, step.columns)]
    if step.options:
        data["assignment"] = [
            [_name(ballots.players, row), ballots.column_name(column)]
            for row, column in enumerate(step.options)
        ]
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
            size=max(len(ballots.players), len(ballots.columns)),
            rows=[_name(ballots.players, row) or nobody for row in step.rows],
            columns=[ballots.column_name(column) or nothing for column in step.columns],
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
    heads = [ballots.column_name(column) or nothing for column in range(width)]
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


def _teams_formed(ballots: TeamBallots, found: Formation, console: Console) -> CommandOutcome:
    total = sum(_degree(ballots, team) for team in found.teams)
    return CommandOutcome(
        lines=[
            *_team_step_lines(ballots, found.steps, console),
            *_team_lines(ballots, found, total, console),
        ],
        data={
            "assignment": [_members(ballots, team) for team in found.teams],
            "without": _members(ballots, found.without),
            "total": total,
            "unique": not found.is_by_lot,
            "steps": [_team_step_data(ballots, step) for step in found.steps],
        },
    )


def _degree(ballots: TeamBallots, team: Team) -> int:
    """Return the votes that the members of a team gave one another (C2)."""
    return sum(ballots.rows[giver][taker] for giver in team for taker in team)


def _members(ballots: TeamBallots, players: Sequence[int]) -> list[str]:
    return [ballots.players[player] for player in players]


def _joined(ballots: TeamBallots, teams: Sequence[Team]) -> list[str]:
    """Return teams as the book writes them: names with colons."""
    return [":".join(_members(ballots, team)) for team in teams]


def _team_step_data(ballots: TeamBallots, step: TeamStep) -> dict[str, Any]:
    return {
        "step": step.rule,
        "teams": [_members(ballots, team) for team in step.teams],
        "votes": step.sequence,
        "tied": [_members(ballots, team) for team in step.tied],
        "order": [
            {"player": ballots.players[claim.player], **_values(claim)} for claim in step.order
        ],
        "choices": [
            {
                "player": ballots.players[choice.player],
                "votes": choice.votes,
                "teams": [_members(ballots, team) for team in choice.teams],
            }
            for choice in step.choices
        ],
    }


def _values(claim: Claim) -> dict[str, int]:
    """Return the values of V1 and V2 by their letters in the book."""
    return {
        "E": claim.received_tied,
        "Se": claim.weighted_tied,
        "So": claim.difference,
        "T": claim.received,
        "St": claim.weighted,
    }


def _team_step_lines(
    ballots: TeamBallots, steps: Sequence[TeamStep], console: Console
) -> Iterator[str]:
    """Yield each step: its rule and votes, the tied teams, the order, the choices and the teams."""
    from planilla.presentation.tables import aligned

    for step in steps:
        votes = ":".join(map(str, step.sequence))
        yield console.say(f"cli.allocate.rule.{step.rule}", votes=votes)
        if len(step.tied) > 1:
            yield console.say("cli.allocate.tied", teams=_joined(ballots, step.tied))
        if step.order:
            heads = [console.say("cli.allocate.order"), *_values(step.order[0])]
            rows = (
                [ballots.players[each.player], *map(str, _values(each).values())]
                for each in step.order
            )
            yield from aligned([heads, *rows], left={0})
        for choice in step.choices:
            yield console.say(
                "cli.allocate.choice",
                player=ballots.players[choice.player],
                votes=choice.votes,
                teams=_joined(ballots, choice.teams),
            )
        yield console.say("cli.allocate.formed", teams=_joined(ballots, step.teams))
        yield ""


def _team_lines(
    ballots: TeamBallots, found: Formation, total: int, console: Console
) -> Iterator[str]:
    """Yield the teams, the players without one, and the total."""
    yield console.say("cli.allocate.teams")
    for number, team in enumerate(_joined(ballots, found.teams), start=1):
        yield f"{number}  {team}"
    if found.without:
        yield console.say("cli.allocate.without", players=_members(ballots, found.without))
    yield console.say("cli.allocate.total.teams", total=total)
    if found.is_by_lot:
        yield console.say("cli.allocate.lot" if ballots.lots else "cli.allocate.no-lot")
