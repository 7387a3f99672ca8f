"""The command `masnou`: a Masnou marathon that plays itself, on pages to look at."""

from planilla.adapters.cli.command_line import Invocation, command, option
from planilla.adapters.cli.commands.serve import served
from planilla.adapters.cli.console import CommandError, CommandOutcome
from planilla.adapters.cli.services import Serving
from planilla.adapters.cli.values import count, port
from planilla.adapters.cli.values import seed as whole
from planilla.domain.pairing.masnou import suggested_tables


@command("masnou", "cli.masnou")
@option("--simulate", key="cli.masnou.simulate", is_flag=True)
@option("--players", key="cli.masnou.players", metavar="N", type=count, default=24)
@option("--tables", key="cli.masnou.tables", metavar="N", type=count)
@option("--minutes", key="cli.masnou.minutes", metavar="N", type=count, default=120)
@option("--speed", key="cli.masnou.speed", metavar="N", type=count, default=60)
@option("--call-seconds", key="cli.masnou.call-seconds", metavar="N", type=whole, default=60)
@option("--seed", key="cli.generate.seed", metavar="N", type=whole)
@option("--host", key="cli.serve.host", metavar="HOST")
@option("--port", "port_number", key="cli.serve.port", metavar="PORT", type=port)
def masnou(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    simulate: bool,
    players: int,
    tables: int | None,
    minutes: int,
    speed: int,
    call_seconds: int,
    seed: int | None,
    host: str | None,
    port_number: int | None,
) -> CommandOutcome:
    """Simulate a Masnou marathon at speed, on pages that can be looked at meanwhile."""
    from planilla.demo.marathon import Marathon
    from planilla.demo.shows import SimulatedMarathon, invented_names

    if not simulate:
        raise CommandError("usage.missing", command="planilla masnou", what="--simulate")
    plan = Marathon(
        players=players,
        tables=tables or suggested_tables(players),
        duration=minutes,
        seed=seed or 1,
        call_seconds=call_seconds,
        names=invented_names(),
    )
    show = SimulatedMarathon(plan, speed)
    return served(Serving(host=host, port=port_number, show=show), invocation)
