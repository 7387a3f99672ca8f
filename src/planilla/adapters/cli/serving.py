"""The commands `serve`, `masnou` and `keizer`: pages and tournaments, until somebody stops it."""

import argparse
from pathlib import Path

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import Outcome, Stop
from planilla.adapters.cli.tools import Announcement, Serving, Tools
from planilla.application.marathon import Marathon
from planilla.application.season import KeizerSeason
from planilla.domain.pairing.masnou import suggested_tables

NAMES = Path(__file__).parent / "demo_data" / "names.json"
"""Invented names of the players of a simulated marathon."""


def serve(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Serve; the addresses are told as soon as they answer."""
    serving = Serving(
        host=arguments.host,
        port=arguments.port,
        pace_s=arguments.pace if arguments.demo else None,
    )
    return _served(serving, tools, console)


def masnou(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Simulate a Masnou marathon at speed, on pages that can be looked at meanwhile."""
    if not arguments.simulate:
        raise Stop("usage.missing", command="planilla masnou", what="--simulate")
    plan = Marathon(
        players=arguments.players,
        tables=arguments.tables or suggested_tables(arguments.players),
        duration=arguments.minutes,
        seed=arguments.seed or 1,
        call_seconds=arguments.call_seconds,
        names=msgspec.json.decode(NAMES.read_bytes(), type=tuple[str, ...]),
    )
    serving = Serving(
        host=arguments.host, port=arguments.port, marathon=plan, speed=arguments.speed
    )
    return _served(serving, tools, console)


def keizer(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Simulate a Keizer season on pages that can be looked at meanwhile."""
    if not arguments.simulate:
        raise Stop("usage.missing", command="planilla keizer", what="--simulate")
    season = KeizerSeason(
        players=arguments.players,
        rounds=arguments.rounds,
        seed=arguments.seed,
        names=msgspec.json.decode(NAMES.read_bytes(), type=tuple[str, ...]),
    )
    serving = Serving(
        host=arguments.host, port=arguments.port, pace_s=arguments.pace, season=season
    )
    return _served(serving, tools, console)


def _served(serving: Serving, tools: Tools, console: Console) -> Outcome:
    def announce(said: Announcement) -> None:
        if not console.out.isatty():  # a journal or a file would keep the secret
            said = msgspec.structs.replace(said, organiser_link="")
        console.answer(Outcome(lines=_lines_of(said, console), data=said))

    tools.serve(serving, announce)
    return Outcome(lines=[console.say("cli.stopped")], data={"stopped": True})


def _lines_of(said: Announcement, console: Console) -> list[str]:
    """The addresses, for this computer and for others, and the place of the data."""
    lines = [console.say("cli.serving", address=said.serving)]
    if said.network is None:
        lines.append(console.say("cli.not-in-network"))
    elif said.network:
        lines.append(console.say("cli.in-network", addresses=list(said.network)))
    else:
        lines.append(console.say("cli.no-network"))
    if said.organiser_link:
        lines.append(console.say("cli.organiser-link", address=said.organiser_link))
    else:
        lines.append(console.say("cli.organiser-hidden"))
    if said.demo_created is not None:
        lines.append(console.say("cli.demo-created", address=said.demo_created))
    if said.data_folder is None:
        return [*lines, console.say("cli.data-thrown-away")]
    return [*lines, console.say("cli.data", folder=said.data_folder, database=said.database)]
