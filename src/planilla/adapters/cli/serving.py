"""The command `serve`: the pages and the tournaments, until somebody stops it."""

import argparse
from collections.abc import Mapping
from typing import Any

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import Outcome
from planilla.adapters.cli.tools import Serving, Tools


def serve(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Serve; the addresses are told as soon as they answer."""

    def announce(said: Mapping[str, Any]) -> None:
        lines = [
            console.say(f"cli.{key}", address=address)
            for key, address in said.items()
            if address is not None
        ]
        console.answer(Outcome(lines=lines, data=said))

    tools.serve(
        Serving(
            host=arguments.host,
            port=arguments.port,
            pace_s=arguments.pace if arguments.demo else None,
        ),
        announce,
    )
    return Outcome(lines=[console.say("cli.stopped")], data={"stopped": True})
