"""The options of the acts about archives: `log verify`, `export`, `import`, `verifier`."""

from typing import Any


def add_acts(acts: Any) -> None:
    """Add them to the acts of `log`."""
    verify = acts.add("verify", "cli.log.verify")
    verify.option("tournament", "cli.tournament-or-archive", nargs="?")
    _add_expectations(verify)
    export = acts.add("export", "cli.log.export")
    export.option("tournament", "cli.tournament")
    export.option("--public", "cli.archive.public", action="store_true")
    export.option("--output", "cli.output", short="-o", metavar="FILE")
    export.option("--people", "cli.archive.people", metavar="FILE")
    importing = acts.add("import", "cli.log.import")
    importing.option("file", "cli.archive", metavar="ARCHIVE")
    importing.option("--people", "cli.archive.people-in", metavar="FILE")
    importing.option("--database", "cli.database", metavar="URL")
    importing.option("--dry-run", "cli.dry-run", action="store_true")
    _add_expectations(importing)
    verifier = acts.add("verifier", "cli.log.verifier")
    verifier.option("--output", "cli.output", short="-o", metavar="FILE")


def _add_expectations(command: Any) -> None:
    command.option("--key", "cli.archive.key", metavar="HEX|FILE")
    command.option("--head", "cli.archive.head", metavar="vN:HEX")
