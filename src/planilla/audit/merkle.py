"""A Merkle tree over the events of a log: one root for all, short proofs for one or for two roots.

A leaf is the entry of an event (`seal.entry`), in order of position; `leaf` and `node` mark what
they hash, so that no node can be passed off as a leaf. Only the verifying functions read data from
others.

Source: RFC 6962, 2.1 (Merkle Hash Tree), 2.1.1 (audit paths), 2.1.2 (consistency proofs); the
verifying procedures are those of RFC 9162, 2.1.3.2 and 2.1.4.2, which say the same tree.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

EMPTY = hashlib.sha256().digest()
"""The root of no leaves at all."""

BLOCK_BITS = 8
BLOCK = 1 << BLOCK_BITS
"""Leaves of a block: a power of two, so that whole blocks are whole subtrees."""

Subtree = Callable[[int, int], bytes]
"""The root over the leaves from one index (included) to another (not included), never empty."""


def leaf(entry: bytes) -> bytes:
    """The hash of a leaf."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node(left: bytes, right: bytes) -> bytes:
    """The hash of a node over two others."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def _split(size: int) -> int:
    """The largest power of two that is smaller than `size`, which is at least 2."""
    return 1 << ((size - 1).bit_length() - 1)


def root_over(nodes: Sequence[bytes]) -> bytes:
    """The root over subtrees of one size, of which the last may be smaller; `EMPTY` over none."""
    level = list(nodes)
    while len(level) > 1:
        paired = [node(left, right) for left, right in zip(level[::2], level[1::2], strict=False)]
        level = paired + level[len(paired) * 2 :]
    return level[0] if level else EMPTY


class Frontier(msgspec.Struct, frozen=True, kw_only=True):
    """A tree as far as it has grown: the roots of its whole subtrees, the largest first.

    There is one for each binary digit 1 of `size`: to grow by a leaf and to tell the root both take
    as many steps as `size` has digits.
    """

    size: int = 0
    whole: tuple[bytes, ...] = ()

    def grown(self, entries: Iterable[bytes]) -> "Frontier":
        """The tree with these entries added, in order."""
        return self.joined(leaf(entry) for entry in entries)

    def joined(self, subtrees: Iterable[bytes], *, of: int = 1) -> "Frontier":
        """The tree with whole subtrees added, in order, by their roots.

        Each has `of` leaves, a power of two that divides `size`.
        """
        size, whole = self.size, list(self.whole)
        for root in subtrees:
            grown, carried = root, size // of
            while carried & 1:
                grown = node(whole.pop(), grown)
                carried >>= 1
            whole.append(grown)
            size += of
        return Frontier(size=size, whole=tuple(whole))

    @property
    def root(self) -> bytes:
        """The root of the tree, 32 bytes."""
        if not self.whole:
            return EMPTY
        *larger, joined = self.whole
        for subtree in reversed(larger):
            joined = node(subtree, joined)
        return joined


class Blocks(msgspec.Struct, frozen=True, kw_only=True):
    """A tree of which only the roots of whole blocks are kept, and a few blocks leaf by leaf.

    `leaves` holds leaf hashes by the number of their block, from 0: of each block of which a proof
    asks for a part.
    """

    roots: Sequence[bytes]
    leaves: Mapping[int, Sequence[bytes]]

    def subtree(self, start: int, end: int) -> bytes:
        """A `Subtree`; a range longer than a block begins at a whole block.

        Raises:
            KeyError: it needs the leaves of a block that is not there.
        """
        block, inside = divmod(start, BLOCK)
        if end - start <= BLOCK and (inside or end - start < BLOCK):
            return root_over(self.leaves[block][inside : inside + end - start])
        whole, more = divmod(end, BLOCK)
        parts = list(self.roots[block:whole])
        if more:
            parts.append(root_over(self.leaves[whole][:more]))
        return root_over(parts)


def blocks_of_proof(index: int, size: int) -> frozenset[int]:
    """The blocks whose leaves are needed to prove the leaf `index` in a tree of `size` leaves."""
    return frozenset({index // BLOCK}) | ({size // BLOCK} if size % BLOCK else frozenset())


def inclusion(index: int, size: int, subtree: Subtree) -> tuple[bytes, ...]:
    """The audit path of the leaf `index` (from 0) in a tree of `size` leaves, the lowest first."""
    path: list[bytes] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            path.append(subtree(middle, end))
            end = middle
        else:
            path.append(subtree(start, middle))
            start = middle
    return tuple(reversed(path))


def consistency(old: int, new: int, subtree: Subtree) -> tuple[bytes, ...]:
    """The proof that a tree of `old` leaves grew into one of `new`: 0 < `old` ≤ `new`.

    Nothing where both are the same tree.
    """
    path: list[bytes] = []
    start, end = 0, new
    while old != end:
        middle = start + _split(end - start)
        if old <= middle:
            path.append(subtree(middle, end))
            end = middle
        else:
            path.append(subtree(start, middle))
            start = middle
    if start:  # otherwise the verifier knows it already: it is the old root
        path.append(subtree(start, end))
    return tuple(reversed(path))


class LeafPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A leaf in a tree: its index from 0, and how many leaves the tree has."""

    index: int
    size: int


def is_included(entry: bytes, place: LeafPlace, path: Sequence[bytes], root: bytes) -> bool:
    """Return whether `path` leads from an entry at its place to this root.

    Source: RFC 9162, 2.1.3.2.
    """
    if not 0 <= place.index < place.size:
        return False
    at, last, reached = place.index, place.size - 1, leaf(entry)
    for beside in path:
        if last == 0:
            return False
        if at & 1 or at == last:
            reached = node(beside, reached)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            reached = node(reached, beside)
        at, last = at >> 1, last >> 1
    return last == 0 and reached == root


class Tree(msgspec.Struct, frozen=True, kw_only=True):
    """A published tree: its number of leaves, and its root."""

    size: int
    root: bytes


def is_consistent(old: Tree, new: Tree, path: Sequence[bytes]) -> bool:
    """Return whether `path` shows that the new tree begins with all of the old one.

    Source: RFC 9162, 2.1.4.2.
    """
    if not 0 < old.size <= new.size:
        return False
    if old.size == new.size:
        return not path and old.root == new.root
    steps = list(path)
    if old.size & (old.size - 1) == 0:
        steps.insert(0, old.root)
    return bool(steps) and _grew(old, new, steps)


def _grew(old: Tree, new: Tree, steps: Sequence[bytes]) -> bool:
    at, last = old.size - 1, new.size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    before = after = steps[0]
    for beside in steps[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            before, after = node(beside, before), node(beside, after)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            after = node(after, beside)
        at, last = at >> 1, last >> 1
    return last == 0 and before == old.root and after == new.root
