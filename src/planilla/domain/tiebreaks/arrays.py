"""Lazy import of NumPy, which takes 0.1 s, at the first calculation of a tie-break.

Arrays of this package hold integers only, with one row per round and one column per entrant. If the
values of a point system are so large that sums might exceed 64 bits, they hold Python integers.
"""

from typing import TYPE_CHECKING, Any

__all__ = ["Array", "is_equal", "load", "np"]


class _OnFirstUse:
    """The module `numpy`, imported when one of its attributes is first read."""

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the module, and cache it here."""
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
    """Return an array that is true where `array` equals `value`."""
    found: Array = array == value
    return found


def load() -> None:
    """Import NumPy now; a server calls this at its start, before the first request."""
    _ = np.int64
