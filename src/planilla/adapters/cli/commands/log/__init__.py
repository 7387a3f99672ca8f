"""Command `log`: read, verify, export, import, sign and prove the log of a tournament."""

from planilla.adapters.cli.command_line import LazyGroup

KEYS = {
    "facts:show": "cli.log.show",
    "inspection:verify": "cli.log.verify",
    "archives:export": "cli.log.export",
    "archives:import_": "cli.log.import",
    "archives:verifier": "cli.log.verifier",
    "heads:head": "keys.cli.head",
    "heads:proof": "keys.cli.proof",
    "heads:check_proof": "keys.cli.check-proof",
    "heads:check_head": "keys.cli.check-head",
    "heads:key": "keys.cli.key",
}
"""Texts of the commands by module and function."""

log = LazyGroup(
    "log",
    {key.rpartition(".")[2]: (f"{__name__}.{place}", key) for place, key in KEYS.items()},
    help="cli.log",
)
