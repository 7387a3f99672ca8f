"""The options of the command `person`: to erase, to look texts up, to compact."""

from typing import Any


def add_acts(acts: Any) -> None:
    """Add them to the acts of `person`."""
    erase = acts.add("erase", "erasure.cli.erase")
    erase.option("tournament", "cli.tournament")
    erase.option("entrant", "cli.entrant")
    erase.option("--text", "erasure.cli.text", action="append", metavar="HEX")
    erase.option("--texts", "erasure.cli.matching", choices=("matching",), metavar="matching")
    erase.option("--file", "erasure.cli.file", action="append", metavar="HEX")
    erase.option("--backups", "erasure.cli.backups", metavar="FOLDER")
    erase.option("--dry-run", "cli.dry-run", action="store_true")
    again = acts.add("erase-again", "erasure.cli.again")
    again.option("list", "erasure.cli.list", nargs="?", metavar="FILE")
    again.option("--dry-run", "cli.dry-run", action="store_true")
    texts = acts.add("texts", "erasure.cli.texts")
    texts.option("tournament", "cli.tournament")
    texts.option("words", "erasure.cli.words", nargs="*")
    emptied = acts.add("erase-texts", "erasure.cli.erase-texts")
    emptied.option("tournament", "cli.tournament")
    emptied.option("texts", "erasure.cli.commitment", nargs="+", metavar="HEX")
    emptied.option("--dry-run", "cli.dry-run", action="store_true")
    acts.add("compact", "erasure.cli.compact")
