"""NumPy, loaded with the first tie-break that is calculated, for importing it takes 0.1 s.

Arrays of this package hold integers only (or, where a point system has values so great that sums
might not fit into 64 bits, Python's own integers), one row for each round and one column for each
entrant.
"""

from typing import TYPE_CHECKING, Any

__all__ = ["Array", "is_equal", "load", "np"]


class _OnFirstUse:
    """The module `numpy`, imported when one of its names is first read."""

    def __getattr__(self, name: str) -> Any:
        """Return a name of the module, and keep it here."""
        import numpy  # noqa: ICN001, PLC0415

        value = getattr(numpy, name)
        setattr(self, name, value)
        return value


if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[Any]
else:
    np = _OnFirstUse()
    Array = Any


def is_equal(array: Array, value: int) -> Array:
    """Return where an array has a value."""
    found: Array = array == value
    return found


def load() -> None:
    """Import NumPy now: a server does so before the first visitor has to wait for it."""
    _ = np.int64
