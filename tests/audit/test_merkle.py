"""The tree of RFC 6962: known vectors computed by hand, and every small tree by brute force."""

import hashlib
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planilla.audit.merkle import (
    BLOCK,
    EMPTY,
    Blocks,
    Frontier,
    LeafPlace,
    Subtree,
    Tree,
    blocks_of_proof,
    consistency,
    inclusion,
    is_consistent,
    is_included,
    leaf,
    node,
    root_over,
)

INPUTS = tuple(
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
)
"""The entries of the tree in the tests of Certificate Transparency (merkle_tree_test)."""


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def by_definition(entries: tuple[bytes, ...]) -> bytes:
    """MTH as RFC 6962, 2.1 writes it: split at the largest power of two below n."""
    if not entries:
        return sha(b"")
    if len(entries) == 1:
        return sha(b"\x00" + entries[0])
    k = max(1 << power for power in range(32) if 1 << power < len(entries))
    return sha(b"\x01" + by_definition(entries[:k]) + by_definition(entries[k:]))


def in_full(entries: tuple[bytes, ...]) -> Subtree:
    """The `Subtree` of a tree that is all there."""
    return lambda start, end: by_definition(entries[start:end])


def entries_of(size: int) -> tuple[bytes, ...]:
    return tuple(number.to_bytes(4) for number in range(size))


def test_the_tree_of_certificate_transparency_has_its_roots() -> None:
    # Each root written out with SHA-256 alone: leaves behind 0x00, nodes behind 0x01.
    l0, l1, l2, l3, l4, l5, l6, l7 = (sha(b"\x00" + entry) for entry in INPUTS)
    n01, n23 = sha(b"\x01" + l0 + l1), sha(b"\x01" + l2 + l3)
    n45, n67 = sha(b"\x01" + l4 + l5), sha(b"\x01" + l6 + l7)
    n0123, n4567 = sha(b"\x01" + n01 + n23), sha(b"\x01" + n45 + n67)
    roots = (
        sha(b""),
        l0,
        n01,
        sha(b"\x01" + n01 + l2),
        n0123,
        sha(b"\x01" + n0123 + l4),
        sha(b"\x01" + n0123 + n45),
        sha(b"\x01" + n0123 + sha(b"\x01" + n45 + l6)),
        sha(b"\x01" + n0123 + n4567),
    )
    assert tuple(Frontier().grown(INPUTS[:size]).root for size in range(9)) == roots
    assert tuple(root_over([leaf(each) for each in INPUTS[:size]]) for size in range(9)) == roots
    # and as they are printed there, for no leaves, one, and all eight
    assert [roots[size].hex() for size in (0, 1, 8)] == [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]
    assert roots[0] == EMPTY
    # RFC 6962, 2.1.3 draws these proofs in the tree of seven
    seven = in_full(INPUTS[:7])
    n456 = sha(b"\x01" + n45 + l6)
    assert inclusion(0, 7, seven) == (l1, n23, n456)
    assert inclusion(3, 7, seven) == (l2, n01, n456)
    assert inclusion(4, 7, seven) == (l5, l6, n0123)
    assert inclusion(6, 7, seven) == (n45, n0123)
    assert consistency(3, 7, seven) == (l2, l3, n01, n456)
    assert consistency(4, 7, seven) == (n456,)
    assert consistency(6, 7, seven) == (n45, l6, n0123)


def test_each_leaf_of_each_small_tree_is_proved_and_nothing_else_is() -> None:
    for size in range(1, 20):
        entries = entries_of(size)
        root = by_definition(entries)
        paths = [inclusion(index, size, in_full(entries)) for index in range(size)]
        for index, path in enumerate(paths):
            place = LeafPlace(index=index, size=size)
            assert is_included(entries[index], place, path, root)
            assert not is_included(b"another", place, path, root)
            assert not is_included(entries[index], place, path, sha(root))
            assert not is_included(entries[index], place, (*path, root), root)
            assert not is_included(entries[index], place, path[1:], root) or not path
            for other in range(size):
                said = LeafPlace(index=other, size=size)
                assert is_included(entries[index], said, path, root) is (other == index)
            for place_of_change, there in enumerate(path):
                changed = (*path[:place_of_change], sha(there), *path[place_of_change + 1 :])
                assert not is_included(entries[index], place, changed, root)


@pytest.mark.parametrize(("index", "size"), [(-1, 3), (3, 3), (0, 0)])
def test_a_place_outside_the_tree_is_in_no_tree(index: int, size: int) -> None:
    assert not is_included(b"", LeafPlace(index=index, size=size), (), leaf(b""))


def test_each_small_tree_grew_out_of_each_smaller_one_and_out_of_no_other() -> None:
    for new in range(1, 18):
        entries = entries_of(new)
        later = Tree(size=new, root=by_definition(entries))
        for old in range(1, new + 1):
            earlier = Tree(size=old, root=by_definition(entries[:old]))
            path = consistency(old, new, in_full(entries))
            assert is_consistent(earlier, later, path)
            forged = Tree(size=old, root=by_definition((*entries[: old - 1], b"forged")))
            assert not is_consistent(forged, later, path)
            assert not is_consistent(earlier, Tree(size=new, root=forged.root), path)
            assert not is_consistent(later, earlier, path) or old == new
            assert not is_consistent(earlier, later, (*path, later.root))
            for changed in range(len(path)):
                others = (*path[:changed], sha(path[changed]), *path[changed + 1 :])
                assert not is_consistent(earlier, later, others)
                assert not is_consistent(earlier, later, path[:changed])


def test_nothing_is_proved_of_an_empty_tree() -> None:
    empty = Tree(size=0, root=EMPTY)
    assert not is_consistent(empty, Tree(size=1, root=leaf(b"")), ())
    assert not is_consistent(empty, empty, ())


def test_a_frontier_that_grows_leaf_by_leaf_is_the_tree_grown_at_once() -> None:
    entries = entries_of(40)
    grown = [Frontier()]
    for entry in entries:
        grown.append(grown[-1].grown((entry,)))
    assert grown[-1] == Frontier().grown(entries)
    assert [each.root for each in grown] == [by_definition(entries[:n]) for n in range(41)]
    # one subtree for each binary digit 1 of the size
    assert all(len(each.whole) == each.size.bit_count() for each in grown)
    assert all(before != after for before, after in pairwise(grown))


@settings(max_examples=20)
@given(st.integers(1, 3 * BLOCK + 2), st.data())
def test_what_is_kept_by_blocks_proves_as_the_whole_tree_does(
    size: int, data: st.DataObject
) -> None:
    hashes = [leaf(entry) for entry in entries_of(size)]
    whole = [root_over(hashes[at : at + BLOCK]) for at in range(0, size - BLOCK + 1, BLOCK)]

    def in_whole(start: int, end: int) -> bytes:
        return root_over(hashes[start:end])

    index = data.draw(st.integers(0, size - 1))

    def blocks(wanted: frozenset[int]) -> Blocks:
        leaves = {each: hashes[each * BLOCK : (each + 1) * BLOCK] for each in wanted}
        return Blocks(roots=whole, leaves=leaves)

    kept = blocks(blocks_of_proof(index, size))
    assert inclusion(index, size, kept.subtree) == inclusion(index, size, in_whole)
    assert kept.subtree(0, size) == in_whole(0, size)
    old = index + 1
    halves = blocks(blocks_of_proof(old - 1, size) | blocks_of_proof(old - 1, old))
    assert consistency(old, size, halves.subtree) == consistency(old, size, in_whole)
    assert node(hashes[0], hashes[0]) != leaf(hashes[0] + hashes[0])
