"""The options of the acts about signed heads: `log head`, `proof`, `check-proof`, `key`."""

from typing import Any

KEY_ACTS = ("show", "announce", "rotate")


def add_acts(acts: Any, version: Any) -> None:
    """Add them to the acts of `log`; `version` reads a version as people write it."""
    head = acts.add("head", "keys.cli.head")
    head.option("tournament", "cli.tournament")
    head.option("--no-announce", "keys.cli.no-announce", action="store_true")
    head.option("--output", "cli.output", short="-o", metavar="FILE")
    proof = acts.add("proof", "keys.cli.proof")
    proof.option("tournament", "cli.tournament")
    proof.option("version", "keys.cli.version", metavar="vN", type=version)
    proof.option("--position", "keys.cli.position", metavar="N", type=int)
    proof.option("--output", "cli.output", short="-o", metavar="FILE")
    check = acts.add("check-proof", "keys.cli.check-proof")
    check.option("file", "keys.cli.proof-file", metavar="FILE")
    check.option("--head", "keys.cli.known-head", metavar="FILE")
    check.option("--key", "keys.cli.known-key", metavar="HEX")
    here = acts.add("check-head", "keys.cli.check-head")
    here.option("file", "keys.cli.head-file", metavar="FILE")
    key = acts.add("key", "keys.cli.key")
    key.option("act_of_key", "keys.cli.key-act", choices=KEY_ACTS, metavar="|".join(KEY_ACTS))
    key.option("tournament", "keys.cli.key-tournament", nargs="?")
