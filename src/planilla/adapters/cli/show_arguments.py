"""What the commands that play by themselves can be asked: the demo, a marathon, a season."""

from planilla.adapters.cli.numbers import count, port, seconds, seed
from planilla.adapters.cli.regulations_arguments import Optional

PACE_S = 0.05
"""Seconds between two acts of a simulated season: a round in a second."""


def add_demo(parser: Optional) -> None:
    """`planilla demo`: the open of the book."""
    parser.option("--check", "cli.demo.check", action="store_true")
    parser.option("--golden", "cli.demo.golden", metavar="FILE")
    parser.option("--input", "cli.demo.input", metavar="FILE")


def add_masnou(parser: Optional) -> None:
    """`planilla masnou`: a marathon that plays itself."""
    parser.option("--simulate", "cli.masnou.simulate", action="store_true")
    parser.option("--players", "cli.masnou.players", metavar="N", type=count, default=24)
    parser.option("--tables", "cli.masnou.tables", metavar="N", type=count)
    parser.option("--minutes", "cli.masnou.minutes", metavar="N", type=count, default=120)
    parser.option("--speed", "cli.masnou.speed", metavar="N", type=count, default=60)
    parser.option("--call-seconds", "cli.masnou.call-seconds", metavar="N", type=seed, default=60)
    parser.option("--seed", "cli.generate.seed", metavar="N", type=seed)
    parser.option("--host", "cli.serve.host")
    parser.option("--port", "cli.serve.port", type=port)


def add_season(parser: Optional) -> None:
    """`planilla keizer`: a season that plays itself."""
    parser.option("--simulate", "cli.keizer.simulate", action="store_true")
    parser.option("--players", "cli.keizer.players", metavar="N", type=count, default=20)
    parser.option("--rounds", "cli.keizer.rounds", metavar="N", type=count, default=40)
    parser.option("--seed", "cli.generate.seed", metavar="N", type=count, default=1)
    parser.option("--pace", "cli.serve.pace", type=seconds, default=PACE_S)
    parser.option("--host", "cli.serve.host")
    parser.option("--port", "cli.serve.port", type=port)
