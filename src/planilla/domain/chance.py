"""Orders drawn from one number: a lot is drawn at the edge and recorded, and unfolds here.

A generator has a name that is recorded with what it gave, as that of a pairing engine is: whoever
has the number can draw again and finds the same order, in any language that knows SHA-256.

`sha256-counter-1`: the n-th draw, n = 0, 1, 2 …, is the first 8 bytes, most significant first, of
the SHA-256 of the ASCII text `planilla lot SEED draw N`, both numbers in decimals. An order of
0 … size - 1 is made from the natural one: for each place from the first on, a draw modulo the
number of those left says which of those left comes there, counted from 0, and the others move up.
A draw that would favour the first of them (one not below the greatest multiple of that number in
64 bits) is left out, and the next draw is taken.
"""

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from itertools import count

GENERATOR = "sha256-counter-1"
"""The generator that is used today."""

_BITS = 64


def order_by_lot(seed: int, size: int, generator: str = GENERATOR) -> tuple[int, ...]:
    """Return the numbers 0 … `size` - 1 in the order in which they are drawn.

    Raises:
        KeyError: no generator of `GENERATORS` has this name.
    """
    draws = GENERATORS[generator](seed)
    left = list(range(size))
    return tuple(left.pop(below(len(left), draws)) for _ in range(size))


def _counted(seed: int) -> Iterator[int]:
    """Return the draws of `sha256-counter-1`."""
    return map(partial(_draw, seed), count())


def _draw(seed: int, number: int) -> int:
    digest = sha256(f"planilla lot {seed} draw {number}".encode("ascii")).digest()
    return int.from_bytes(digest[: _BITS // 8], "big")


def below(bound: int, draws: Iterator[int]) -> int:
    """Return a number below `bound`, each as likely as the others."""
    fair = (1 << _BITS) // bound * bound
    return next(draw for draw in draws if draw < fair) % bound


GENERATORS: dict[str, Callable[[int], Iterator[int]]] = {GENERATOR: _counted}
"""Generators by name: each gives endless draws of 64 bits. A name is for ever."""
