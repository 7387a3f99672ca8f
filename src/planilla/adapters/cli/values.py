"""Types of values of the command line, and the moment and the stage that commands name.

A stage is named by its number or its title; without one commands mean stage 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click
import msgspec

from planilla.adapters.cli.command_line import option
from planilla.adapters.cli.console import CommandError

if TYPE_CHECKING:
    from planilla.application.whatif import WantedEdit
    from planilla.domain.tournament.command import Command
    from planilla.domain.tournament.state import Tournament

at_moment = option("--at", key="moments.cli.at", metavar="MOMENT")
"""Option for the moment at which a command reads a log."""

at_stage = option("--stage", key="stages.cli.stage", metavar="N|NAME")
"""Option for the stage that a command reads or changes."""

count = click.IntRange(min=1)
seed = click.IntRange(min=0)

port = click.IntRange(0, 65_535)
"""A port number; 0 is any free port."""

process_count = click.IntRange(1, 64)
"""A number of processes that serve."""

seconds = click.FloatRange(0, 3600)


def version(text: str) -> int:
    """Parse a version of a log, written `v61` or `61`.

    Raises:
        ValueError: it is no number.
    """
    return int(text.removeprefix("v"))


def stage_named(whole: Tournament, written: str | None) -> Tournament:
    """Return the state of a stage by its number or its title, in any case of its letters.

    Raises:
        CommandError: no stage, or more than one, is named so.
    """
    from planilla.domain.vocabulary import number_written
    from planilla.projections.stages import stages_of

    if written is None:
        return whole
    stages = tuple(stages_of(whole))
    number = number_written(written)
    wanted = written.strip().casefold()
    found = [
        each
        for each in stages
        if (each.stage == number if number else wanted == each.plan.title.casefold() != "")
    ]
    if len(found) != 1:
        known = tuple(f"{each.stage} {each.plan.title}".strip() for each in stages)
        raise CommandError("error.no-such-stage", stage=written, known=known)
    return found[0]


GAMES = ("game", "other", "games")
"""Fields of commands that hold the id of a game, or a list of them."""


def fields_in_stage(kind: type[Command], fields: Mapping[str, Any], stage: int) -> dict[str, Any]:
    """Return the fields of a command with its stage, unless they name one.

    A game without a stage is one of this stage.

    Raises:
        CommandError: commands of this kind are not of one stage.
    """
    if not kind.of_one_stage:
        raise CommandError("error.command-of-no-stage")
    found = {} if "in_stage" not in kind.__struct_fields__ else {"in_stage": stage}
    games = {name: game_in_stage(fields[name], stage) for name in GAMES if name in fields}
    return {**found, **fields, **games}


def edit_in_stage(wanted: WantedEdit, stage: int) -> WantedEdit:
    """Return an edit whose command is of a stage; one of another kind is returned as it is."""
    from planilla.domain.tournament.subjects import COMMANDS

    kind = COMMANDS.get(wanted.command)
    if kind is None or not kind.of_one_stage:
        return wanted
    return msgspec.structs.replace(wanted, body=fields_in_stage(kind, wanted.body, stage))


def body_in_stage(name: str, body: bytes, stage: int) -> bytes:
    """Return the body of a command with its stage; one that is no object is returned as it is.

    Raises:
        CommandError: commands of this name are not of one stage.
    """
    from planilla.domain.tournament.subjects import COMMANDS

    try:
        fields = msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return body
    kind = COMMANDS.get(name)
    return body if kind is None else msgspec.json.encode(fields_in_stage(kind, fields, stage))


def game_in_stage(game: Any, stage: int) -> Any:
    """Return ids of games with their stage, unless they name one; anything else unchanged."""
    from planilla.domain.vocabulary import GameId, GameRef

    if isinstance(game, list):
        return [game_in_stage(each, stage) for each in game]
    ref = GameRef.parse(GameId(game)) if isinstance(game, str) else None
    if ref is None or ref.stage > 1:
        return game
    return msgspec.structs.replace(ref, stage=stage).written
