"""The Merkle tree over the log, kept by one process: it grows with the log and gives the proofs.

Only the roots of whole blocks are kept, and the leaves after them: a hundred thousand events take
12 kB. What else a proof needs is read again, at most two blocks.
"""

import asyncio

from planilla.application.ports import Log
from planilla.audit.merkle import (
    BLOCK,
    Blocks,
    Frontier,
    blocks_of_proof,
    consistency,
    inclusion,
    leaf,
    root_over,
)

BATCH_ENTRIES = 16 * BLOCK
"""Entries read at a time; other tasks run between two reads."""


class OutsideTheLog(Exception):
    """The log does not reach so far, or events are missing in it.

    `asked` is what was asked for, `position` how far it could be followed.
    """

    def __init__(self, *, asked: int, position: int) -> None:
        self.asked = asked
        self.position = position
        super().__init__(f"{asked} > {position}")


class LogProofs:
    """Roots and proofs of a log, at any position of it."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._epoch = ""
        self._frontier = Frontier()
        self._blocks: list[bytes] = []
        self._tail: list[bytes] = []
        self._growing = asyncio.Lock()

    async def root(self, position: int) -> bytes:
        """Return the root over the events up to a position, 32 bytes.

        Raises:
            OutsideTheLog: there are fewer.
        """
        await self._grow(position)
        if position == self._frontier.size:
            return self._frontier.root
        blocks = await self._around(frozenset({position // BLOCK}), position)
        return blocks.subtree(0, position) if position else Frontier().root

    async def inclusion(self, event: int, position: int) -> tuple[bytes, ...]:
        """Return the way from the event at a position to the root over all up to `position`.

        Raises:
            OutsideTheLog: there are fewer.
        """
        await self._grow(position)
        index = event - 1
        blocks = await self._around(blocks_of_proof(index, position), position)
        return inclusion(index, position, blocks.subtree)

    async def consistency(self, old: int, new: int) -> tuple[bytes, ...]:
        """The proof that the log up to `old` is the beginning of that up to `new`: 0 < old ≤ new.

        Raises:
            OutsideTheLog: there are fewer.
        """
        await self._grow(new)
        needed = blocks_of_proof(old - 1, new) | {old // BLOCK}
        return consistency(old, new, (await self._around(needed, new)).subtree)

    async def _around(self, needed: frozenset[int], position: int) -> Blocks:
        """Return the cached blocks up to a position, some of them leaf by leaf."""
        leaves = {}
        for block in needed:
            entries = await self._log.entries(block * BLOCK, min((block + 1) * BLOCK, position))
            leaves[block] = [leaf(each) for each in entries]
        return Blocks(roots=self._blocks, leaves=leaves)

    async def _grow(self, position: int) -> None:
        async with self._growing:
            await self._start_again_after_a_restore()
            while self._frontier.size < position:
                at = self._frontier.size
                upto = min(position, at - at % BLOCK + BATCH_ENTRIES)
                entries = await self._log.entries(at, upto)
                if len(entries) != upto - at:
                    raise OutsideTheLog(asked=position, position=at + len(entries))
                self._add(entries)

    def _add(self, entries: tuple[bytes, ...]) -> None:
        self._tail += [leaf(each) for each in entries]
        joined = len(self._tail) - len(entries)
        while len(self._tail) >= BLOCK:
            root = root_over(self._tail[:BLOCK])
            if joined:  # begun before: its first leaves are in the frontier already
                self._frontier = self._frontier.joined(self._tail[joined:BLOCK])
            else:
                self._frontier = self._frontier.joined((root,), of=BLOCK)
            self._blocks.append(root)
            del self._tail[:BLOCK]
            joined = 0
        self._frontier = self._frontier.joined(self._tail[joined:])

    async def _start_again_after_a_restore(self) -> None:
        epoch = await self._log.epoch()
        if epoch != self._epoch:
            self._epoch = epoch
            self._frontier = Frontier()
            self._blocks, self._tail = [], []
