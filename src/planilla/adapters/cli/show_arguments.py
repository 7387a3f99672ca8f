"""What the commands that play by themselves can be asked: the demo, a marathon, a season."""

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
    parser.option("--players", "cli.masnou.players", metavar="N", type=_count, default=24)
    parser.option("--tables", "cli.masnou.tables", metavar="N", type=_count)
    parser.option("--minutes", "cli.masnou.minutes", metavar="N", type=_count, default=120)
    parser.option("--speed", "cli.masnou.speed", metavar="N", type=_count, default=60)
    parser.option("--call-seconds", "cli.masnou.call-seconds", metavar="N", type=_seed, default=60)
    parser.option("--seed", "cli.generate.seed", metavar="N", type=_seed)
    parser.option("--host", "cli.serve.host")
    parser.option("--port", "cli.serve.port", type=_port)


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


def _seed(text: str) -> int:
    seed = int(text)
    if seed < 0:
        raise ValueError(text)
    return seed


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
