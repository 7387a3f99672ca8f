"""Equal states of tournaments, held once in a process.

The writer, the live channels, queries and pages fold the log each on its own; each would otherwise
hold a copy, twenty kilobytes for a result in a hall.
"""

import threading
from weakref import WeakValueDictionary

from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.state import Tournament

Key = tuple[Audience, bytes]


class SharedStates:
    """States by who may see them and by the chained hash of the last fact they follow from.

    The hash stands for all facts before it, hence two states under one key are equal. Nothing is
    kept alive here. It may be used from any thread.
    """

    def __init__(self) -> None:
        self._states: WeakValueDictionary[Key, Tournament] = WeakValueDictionary()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Return the number of states that somebody holds."""
        return len(self._states)

    def one_for(self, audience: Audience, last: bytes, state: Tournament) -> Tournament:
        """Return the state that is already held after the fact with the hash `last`, or `state`."""
        with self._lock:
            return self._states.setdefault((audience, last), state)


SHARED_STATES = SharedStates()
"""Those of this process: a hash is of one log alone, so that several logs may use it."""
