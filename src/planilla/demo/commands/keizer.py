"""The command `keizer`: a Keizer season that plays itself, on pages to look at."""

from planilla.adapters.cli.command_line import Invocation, command, option
from planilla.adapters.cli.commands.serve import served
from planilla.adapters.cli.console import CommandError, CommandOutcome
from planilla.adapters.cli.services import Serving
from planilla.adapters.cli.values import count, port, seconds

PACE_S = 0.05
"""Seconds between two acts: a round in a second."""


@command("keizer", "cli.keizer")
@option("--simulate", key="cli.keizer.simulate", is_flag=True)
@option("--players", key="cli.keizer.players", metavar="N", type=count, default=20)
@option("--rounds", key="cli.keizer.rounds", metavar="N", type=count, default=40)
@option("--seed", key="cli.generate.seed", metavar="N", type=count, default=1)
@option("--pace", "pace_s", key="cli.serve.pace", metavar="SECONDS", type=seconds, default=PACE_S)
@option("--host", key="cli.serve.host", metavar="HOST")
@option("--port", "port_number", key="cli.serve.port", metavar="PORT", type=port)
def keizer(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    simulate: bool,
    players: int,
    rounds: int,
    seed: int,
    pace_s: float,
    host: str | None,
    port_number: int | None,
) -> CommandOutcome:
    """Simulate a Keizer season on pages that can be looked at meanwhile."""
    from planilla.demo.season import KeizerSeason
    from planilla.demo.shows import PlayedSeason, invented_names

    if not simulate:
        raise CommandError("usage.missing", command="planilla keizer", what="--simulate")
    season = KeizerSeason(players=players, rounds=rounds, seed=seed, names=invented_names())
    show = PlayedSeason(season, pace_s)
    return served(Serving(host=host, port=port_number, show=show), invocation)
