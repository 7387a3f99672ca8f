"""What the command on a Keizer season can be asked."""

from planilla.adapters.cli.regulations_arguments import Optional

PACE_S = 0.05
"""Seconds between two acts of a simulated season: a round in a second."""


def add_season(parser: Optional) -> None:
    """`planilla keizer`: a season that plays itself."""
    parser.option("--simulate", "cli.keizer.simulate", action="store_true")
    parser.option("--players", "cli.keizer.players", metavar="N", type=_count, default=20)
    parser.option("--rounds", "cli.keizer.rounds", metavar="N", type=_count, default=40)
    parser.option("--seed", "cli.generate.seed", metavar="N", type=_count, default=1)
    parser.option("--pace", "cli.serve.pace", type=_seconds, default=PACE_S)
    parser.option("--host", "cli.serve.host")
    parser.option("--port", "cli.serve.port", type=_port)


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _seconds(text: str) -> float:
    seconds = float(text)
    if seconds < 0:
        raise ValueError(text)
    return seconds


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65_535:
        raise ValueError(text)
    return port
