"""Sentences of an erasure: what was emptied, what remains and why, and the state of the chain.

The command line and the pages show the same sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from planilla.presentation.catalogue import Words

if TYPE_CHECKING:
    from planilla.application.erasing import Remaining, Report
    from planilla.application.ports import Compacted

HASH_DIGITS = 12
"""Digits of a hash that people read."""


class ErasureWords(Words):
    """Sentences of an erasure."""

    def fields(self, names: Iterable[str]) -> list[str]:
        """Return the names of fields of personal data."""
        return [self.say(f"erasure-field.{name}") for name in names]

    def emptied(self, report: Report) -> Iterator[str]:
        """Yield what was emptied: personal data, texts, files, and places of rows."""
        shown, n = self.say("page.player-number", number=report.number), len(report.fields)
        if n:
            yield self.say("erasure.done", shown=shown, n=n, fields=self.fields(report.fields))
        elif report.entrant:
            yield self.say("erasure.nothing", shown=shown)
        if report.texts:
            yield self.say("erasure.texts", n=len(report.texts))
        if report.files:
            yield self.say("erasure.files", n=len(report.files))
        yield from self.storage(report.storage)

    def storage(self, storage: Compacted) -> Iterator[str]:
        """Yield what became of the places of emptied rows."""
        if storage.rewritten:
            yield self.say("erasure.rewritten")
        if storage.wal_emptied:
            yield self.say("erasure.journal")

    def chain(self, report: Report) -> str:
        """Return whether the chain of hashes is whole."""
        chain = report.chain
        if chain.faults:
            return self.say("erasure.broken", version=chain.faults[0].version)
        return self.say("erasure.chain", events=chain.events, head=chain.head[:HASH_DIGITS])

    def remains(self, remains: Iterable[Remaining]) -> tuple[str, ...]:
        """Return what remains, each with its reason."""
        return tuple(self.say(f"erasure.remains.{each.code}", **each.fields) for each in remains)
