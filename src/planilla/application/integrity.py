"""Known damage: found when a tournament is read, or by an inspection of the store.

An inspection runs beside the server, soon after its start and again from time to time, never for a
request. A tournament whose log is damaged takes no command. Changes beside the log are reported,
and commands go on, because they repair it.
"""

import msgspec

from planilla.application.envelope import Answer, Submission
from planilla.application.inspecting import LOG_FAULTS, InspectedTournament, Inspection
from planilla.application.ports import CommandBus
from planilla.audit.seal import Fault

END_MOVED = "position-moved"
"""The fault of the log as a whole with which no tournament can go on."""


class Damage(msgspec.Struct, frozen=True, kw_only=True):
    """The damage of a tournament: the codes of its faults, and the first damaged version.

    `is_broken` says that the log itself is damaged; otherwise `version` is 0.
    """

    codes: tuple[str, ...]
    is_broken: bool
    version: int = 0


class Integrity:
    """The damage that is known in this process, by tournament."""

    def __init__(self) -> None:
        self._inspected: dict[str, Damage] = {}
        self._read: dict[str, Damage] = {}
        self._whole: Damage | None = None
        self.lost: tuple[str, ...] = ()

    def inspected(self, found: Inspection) -> None:
        """Take over what an inspection of the whole store found, in place of the last one."""
        self._read.clear()
        codes = {fault.code for fault in found.store}
        self._whole = None
        if END_MOVED in codes:  # no tournament can be appended to
            self._whole = Damage(codes=(END_MOVED,), is_broken=True, version=1)
        self._inspected = {
            each.tournament: _damage_of(each) for each in found.tournaments if each.faults
        }
        self.lost = tuple(
            each.tournament
            for each in found.tournaments
            if not each.is_hidden and "stream-missing" in {fault.code for fault in each.faults}
        )

    def read(self, tournament: str, fault: Fault) -> None:
        """Take over a fault that was found while the events of a tournament were read."""
        found = InspectedTournament(tournament=tournament, events=0, faults=(fault,))
        self._read[tournament] = _damage_of(found)

    def of(self, tournament: str) -> Damage | None:
        """Return the damage of a tournament, if any is known."""
        return self._whole or self._read.get(tournament) or self._inspected.get(tournament)


class WatchedDesk:
    """A `CommandBus` that hands no command on to a tournament whose log is known to be damaged."""

    def __init__(self, bus: CommandBus, integrity: Integrity) -> None:
        self._desk = bus
        self._integrity = integrity

    async def submit(self, submission: Submission) -> Answer:
        """See `CommandBus.submit`."""
        damage = self._integrity.of(submission.tournament)
        if damage is not None and damage.is_broken:
            fields = {"version": damage.version}
            return Answer(status="failed", version=0, code="log-damaged", fields=fields)
        return await self._desk.submit(submission)


def _damage_of(checked: InspectedTournament) -> Damage:
    broken = [fault for fault in checked.faults if fault.code in LOG_FAULTS]
    return Damage(
        codes=tuple(dict.fromkeys(fault.code for fault in checked.faults)),
        is_broken=bool(broken),
        version=broken[0].version if broken else 0,
    )
