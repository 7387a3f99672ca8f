"""The `Ledger` port in memory, and the data that the other memory ports read."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

import msgspec

from planilla.application.due import Due, Key, moved
from planilla.application.envelope import Person, Recorded
from planilla.application.ledger import (
    EMPTY_HEAD,
    Appending,
    CommandKey,
    FirstAnswer,
    PersonRow,
    StreamHead,
    TextRow,
)
from planilla.application.ports import TournamentSummary, VersionConflict
from planilla.application.recording import stream_of

_PEOPLE = msgspec.json.Decoder(Person)


class MemoryLedger:
    """`Ledger` port on lists, which the other memory ports read."""

    def __init__(self) -> None:
        self.id = "00" * 16
        self.log: list[Recorded] = []
        self.ends: dict[str, StreamHead] = {}
        self.streams: dict[str, TournamentSummary] = {}
        self.first_answers: dict[CommandKey, FirstAnswer] = {}
        self.people: dict[tuple[str, str], PersonRow] = {}
        self.erased: set[tuple[str, str]] = set()
        self.texts: dict[tuple[str, str], TextRow] = {}
        self.erased_texts: set[tuple[str, str]] = set()
        self.timers: dict[Key, Due] = {}

    def secret(self) -> bytes:
        """Return a constant key."""
        return bytes(32)

    def log_id(self) -> str:
        """Return the id that was set; it is the same for all without it."""
        return self.id

    def answers(self, commands: Iterable[CommandKey]) -> Mapping[CommandKey, FirstAnswer]:
        """Return the first answers to these commands, as far as they exist."""
        return {key: self.first_answers[key] for key in commands if key in self.first_answers}

    def heads(self, tournaments: Iterable[str]) -> Mapping[str, StreamHead]:
        """Return the heads of these streams; missing streams are absent."""
        return {name: self.ends[name] for name in tournaments if name in self.ends}

    def in_festival(self, festival: str) -> tuple[str, ...]:
        """Return the tournaments that are parts of a festival."""
        return tuple(each.id for each in self.streams.values() if each.festival == festival)

    def events(self, tournament: str, after: int) -> tuple[Recorded, ...]:
        """Return the events of a tournament after a version, in order."""
        stream = stream_of(tournament)
        return tuple(
            event for event in self.log if event.stream_id == stream and event.version > after
        )

    def event_id(self, tournament: str, version: int) -> str | None:
        """Return the id of an event, or None."""
        found = self.events(tournament, version - 1)[:1]
        return found[0].event_id if found else None

    def persons(self, tournament: str) -> Mapping[str, Person]:
        """Personal data by entrant id; erased ones are absent."""
        return {
            entrant: _PEOPLE.decode(row.body)
            for (of, entrant), row in self.people.items()
            if of == tournament
        }

    def personal_data_known(self, tournament: str) -> frozenset[str]:
        """Return the entrants and the commitments of texts that were ever stored here."""
        known = self.people.keys() | self.erased | self.texts.keys() | self.erased_texts
        return frozenset(name for of, name in known if of == tournament)

    def holding(
        self,
        tournaments: Sequence[str],  # noqa: ARG002 - the port names it
    ) -> AbstractContextManager[None]:
        """Return an empty context: there are no other writers."""
        return nullcontext()

    def append(self, appending: Appending) -> int:
        """Write everything or nothing; return the new position of the log."""
        before = {each.tournament: each.before for each in appending.streams}
        for tournament, head in (before | {**appending.unmoved}).items():
            if self.ends.get(tournament, EMPTY_HEAD) != head:
                raise VersionConflict(tournament)
        for first in appending.answers:
            if first.key in self.first_answers:
                raise VersionConflict(first.command_id)
        for advance in appending.streams:
            known = self.streams.get(advance.tournament)
            self.ends[advance.tournament] = advance.head
            changed_at, created_at = advance.head.changed_at, advance.created_at
            self.streams[advance.tournament] = TournamentSummary(
                id=advance.tournament,
                name=advance.name if known is None else known.name,
                version=advance.head.version,
                created_at=(changed_at if created_at is None else created_at)
                if known is None
                else known.created_at,
                changed_at=changed_at,
                led_from=advance.head.led_from,
                **msgspec.structs.asdict(advance.listed),
            )
        for event in appending.events:
            self.log.append(msgspec.structs.replace(event, position=len(self.log) + 1))
        self.first_answers.update({first.key: first for first in appending.answers})
        self.people.update({(row.tournament, row.entrant): row for row in appending.people})
        self.texts.update({(row.tournament, row.commitment): row for row in appending.texts})
        self._forget(appending)
        change = moved(appending.events)
        self.timers.update({due.key: due for due in change.scheduled})
        for key in change.gone:
            self.timers.pop(key, None)
        return len(self.log)

    def _forget(self, appending: Appending) -> None:
        for row in appending.people_erased:
            self.erase_person(row.tournament, row.key)
        for row in appending.texts_erased:
            self.erase_text(row.tournament, row.key)

    def erase_person(self, tournament: str, entrant: str) -> bool:
        """Erase the personal data of an entrant; return False if there were none."""
        known = self.people.pop((tournament, entrant), None) is not None
        if known:
            self.erased.add((tournament, entrant))
        return known

    def erase_text(self, tournament: str, commitment: str) -> bool:
        """Erase a free text; return False if there was none."""
        known = self.texts.pop((tournament, commitment), None) is not None
        if known:
            self.erased_texts.add((tournament, commitment))
        return known
