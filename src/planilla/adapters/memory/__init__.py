"""All ports in memory, for tests and for programs without storage; the write path is the same."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping

import msgspec

from planilla.adapters.memory.ledger import MemoryLedger
from planilla.application.accounts import is_seen_again
from planilla.application.due import TIMER_EVENTS, Due
from planilla.application.envelope import Actor, Answer, Person, Recorded, Submission
from planilla.application.handle import Handler, answered
from planilla.application.ledger import PersonalData
from planilla.application.permissions import hash_of_token, link_id
from planilla.application.ports import (
    Clock,
    Compacted,
    Ids,
    ReportProgress,
    SecretLink,
    TournamentSummary,
)
from planilla.application.recording import stream_of
from planilla.application.roles import Grant, Role, WallProgramme, festival_of_scope, spread
from planilla.audit.seal import entry
from planilla.domain.tournament.event import Audience

__all__ = ["CountedIds", "MemoryLedger", "MemoryStore", "SetClock"]

_PEOPLE = msgspec.json.Decoder(Person)
_TEXTS = msgspec.json.Decoder(str)


class SetClock:
    """A clock that stands still until it is set; each reading may advance it by `step` µs."""

    def __init__(self, now: int = 1_700_000_000_000_000, step: int = 0) -> None:
        self.time = now
        self.step = step

    def now(self) -> int:
        """Return the time that was set, in microseconds since 1970 (UTC)."""
        self.time += self.step
        return self.time


class CountedIds:
    """Ids, salts and lots that count from 1, hence predictable in tests."""

    def __init__(self, first: int = 1) -> None:
        self._next = first

    def event_id(self) -> str:
        """Return the next number in the shape of a UUIDv7."""
        return f"00000000-0000-7000-8000-{self._count():012x}"

    def salt(self) -> bytes:
        """Return sixteen bytes."""
        return self._count().to_bytes(16)

    def lot(self) -> int:
        """Return the next number."""
        return self._count()

    def token(self) -> str:
        """Return a predictable token."""
        return f"token-{self._count()}"

    def _count(self) -> int:
        number = self._next
        self._next += 1
        return number


class MemoryStore:
    """The ports `CommandBus`, `Log`, `Grants`, `People` and `Timers`, on one event loop."""

    def __init__(self, *, clock: Clock, ids: Ids) -> None:
        self.ledger = MemoryLedger()
        self._handler = Handler(self.ledger, clock=clock, ids=ids)
        self._clock = clock
        self._links: dict[str, SecretLink] = {}
        self._waiting: set[asyncio.Event] = set()

    async def submit(self, submission: Submission) -> Answer:
        """See `CommandBus.submit`."""
        return self.submit_all((submission,))[0]

    def submit_all(self, submissions: Iterable[Submission]) -> tuple[Answer, ...]:
        """Return the answers to all, each decided after those before it."""
        return tuple(self._conduct(submission) for submission in submissions)

    def _conduct(self, submission: Submission) -> Answer:
        admitted = self._handler.admit(submission)
        if isinstance(admitted, Answer):
            return admitted
        answers, position = self._handler.execute((admitted,))
        if position is not None:
            for grown in self._waiting:
                grown.set()
        return answered(answers)[0]  # nothing is deferred here: there is no worker

    async def epoch(self) -> str:
        """Return the epoch of the log, which is constant."""
        return "memory"

    async def log_id(self) -> str:
        """Return the name of this log in signed heads."""
        return self.ledger.log_id()

    async def position(self) -> int:
        """Return the last position of the log; 0 when it is empty."""
        return len(self.ledger.log)

    async def entries(self, after: int, upto: int) -> tuple[bytes, ...]:
        """Return the entries of the events with after < position ≤ upto, in order."""
        log = self.ledger.log[after:upto]
        return tuple(entry(each.stream_id, each.version, each.hash) for each in log)

    async def last_before(self, tournament: str, position: int) -> Recorded | None:
        """Return the last event of a tournament up to a position of the log, if there is one."""
        stream = stream_of(tournament)
        upto = (event for event in self.ledger.log[position - 1 :: -1] if position)
        return next((event for event in upto if event.stream_id == stream), None)

    async def head(self, tournament: str) -> int:
        """Return the stream's last version; 0 when there is no such tournament."""
        known = self.ledger.streams.get(tournament)
        return 0 if known is None else known.version

    async def hidden(self, tournament: str) -> bool:
        """Return whether the tournament is visible only to holders of a link to it."""
        known = self.ledger.streams.get(tournament)
        return known is not None and known.hidden

    async def led_from(self, tournament: str) -> str:
        """Return the log that leads the tournament; "" for this one."""
        known = self.ledger.streams.get(tournament)
        return "" if known is None else known.led_from

    async def mark(self, tournament: str) -> str:
        """Return a mark that changes with the content of a tournament, or of the list of all."""
        if not tournament:
            return f"{await self.position()}"
        apart = await self.apart(tournament)
        return f"{await self.head(tournament)} {len(apart.people)} {len(apart.texts)}"

    async def events(
        self, tournament: str, after: int = 0, upto: int | None = None
    ) -> tuple[Recorded, ...]:
        """Return the events of a tournament with after < version ≤ upto, in order of version."""
        found = self.ledger.events(tournament, after)
        return tuple(event for event in found if upto is None or event.version <= upto)

    async def since(self, position: int, limit: int = 1000) -> tuple[Recorded, ...]:
        """Return the events of all tournaments after a position of the log, in order."""
        return tuple(self.ledger.log[position : position + limit])

    async def tournaments(self) -> tuple[TournamentSummary, ...]:
        """Return all tournaments, the last changed first."""
        return tuple(
            sorted(self.ledger.streams.values(), key=lambda line: (-line.changed_at, line.id))
        )

    async def people(self, tournament: str) -> Mapping[str, Person]:
        """Personal data by entrant id; erased ones are absent."""
        return {
            entrant: _PEOPLE.decode(row.body)
            for (of, entrant), row in self.ledger.people.items()
            if of == tournament
        }

    async def entered(self, fide_id: str) -> Mapping[str, tuple[str, ...]]:
        """Return the entrants of each tournament whose personal data have this FIDE id."""
        found: dict[str, tuple[str, ...]] = {}
        for (of, entrant), row in sorted(self.ledger.people.items()):
            if _PEOPLE.decode(row.body).fide_id == fide_id:
                found[of] = (*found.get(of, ()), entrant)
        return found

    async def erased(self, tournament: str) -> int:
        """Return the number of erased entrants: when it changes, names are to be fetched again."""
        forgotten = self.ledger.erased - self.ledger.people.keys()
        return sum(of == tournament for of, _ in forgotten)

    async def texts(self, tournament: str, audience: str) -> Mapping[str, str]:
        """Texts kept apart, by commitment; `audience` is `public` or `staff` (which sees both)."""
        return {
            commitment: _TEXTS.decode(row.body)
            for (of, commitment), row in self.ledger.texts.items()
            if of == tournament and audience in (Audience.STAFF, row.audience)
        }

    async def apart(self, tournament: str) -> PersonalData:
        """Return the people and texts with their salts."""
        people, texts = sorted(self.ledger.people.items()), sorted(self.ledger.texts.items())
        return PersonalData(
            people=tuple(row for (of, _), row in people if of == tournament),
            texts=tuple(row for (of, _), row in texts if of == tournament),
        )

    async def wakes(self) -> AsyncIterator[int]:
        """Yield the head position of the log after each change, coalesced; the first at once."""
        grown = asyncio.Event()
        self._waiting.add(grown)
        try:
            yield len(self.ledger.log)
            while await grown.wait():
                grown.clear()
                yield len(self.ledger.log)
        finally:
            self._waiting.discard(grown)

    async def give(self, token: str, actor_id: str, grant: Grant, *, by: str = "") -> None:
        """See `Grants.give`."""
        made = SecretLink(
            id=link_id(hash_of_token(token)),
            actor_id=actor_id,
            grant=grant,
            created_at=self._clock.now(),
            revoked_at=None,
            given_by=by,
        )
        self._links.setdefault(made.id, made)

    async def accept(self) -> int:
        """Return 0: links in memory are not signed."""
        return 0

    async def revoke(self, link: str, tournament: str | None = None, *, by: str = "") -> bool:
        """See `Grants.revoke`."""
        found = self._open_link(link, tournament)
        if found is None:
            return False
        now = self._clock.now()
        self._links[link] = msgspec.structs.replace(found, revoked_at=now, revoked_by=by)
        return True

    async def show(self, link: str, tournament: str, programme: WallProgramme) -> bool:
        """See `Grants.show`."""
        found = self._open_link(link, tournament)
        if found is None or found.grant.role is not Role.SCREEN:
            return False
        grant = msgspec.structs.replace(found.grant, programme=programme)
        self._links[link] = msgspec.structs.replace(found, grant=grant)
        return True

    def _open_link(self, link: str, tournament: str | None) -> SecretLink | None:
        found = self._links.get(link)
        if found is None or found.revoked_at is not None:
            return None
        return found if tournament in {None, found.grant.tournament} else None

    async def links(self, tournament: str | None = None) -> tuple[SecretLink, ...]:
        """See `Grants.links`."""
        known = self._links.values()
        return tuple(each for each in known if tournament in {None, each.grant.tournament})

    async def link(self, token: str) -> SecretLink | None:
        """See `Grants.link`."""
        return self._links.get(link_id(hash_of_token(token)))

    async def holder(self, token: str) -> Actor | None:
        """See `Grants.holder`."""
        found, now = await self.link(token), self._clock.now()
        if found is None or not found.is_open(now):
            return None
        if is_seen_again(found.seen_at, now):
            self._links[found.id] = msgspec.structs.replace(found, seen_at=now)
        festival = festival_of_scope(found.grant.tournament)
        if festival:
            return Actor(
                id=found.actor_id, grants=spread(found.grant, self.ledger.in_festival(festival))
            )
        return Actor(id=found.actor_id, grants=(found.grant,))

    async def session_holder(self, session: str) -> Actor | None:  # noqa: ARG002 - of the port
        """Return None: there are no accounts in memory."""
        return None

    async def pending(self) -> tuple[int, tuple[Due, ...]]:
        """Return the position of the log and the timers pending at it."""
        return len(self.ledger.log), tuple(self.ledger.timers.values())

    async def changes(self, after: int, upto: int) -> tuple[Recorded, ...]:
        """Return the events of timers with after < position ≤ upto, in order."""
        return tuple(each for each in self.ledger.log[after:upto] if each.type in TIMER_EVENTS)

    async def erase_person(self, tournament: str, entrant: str) -> bool:
        """Erase the personal data of an entrant; return False if there were none."""
        return self.ledger.erase_person(tournament, entrant)

    async def erase_text(self, tournament: str, commitment: str) -> bool:
        """Erase a free text; return False if there was none."""
        return self.ledger.erase_text(tournament, commitment)

    async def compact(
        self,
        report_progress: ReportProgress,
        *,
        most: int | None = None,  # noqa: ARG002 - the port names it
    ) -> Compacted:
        """Return an empty report: nothing remains in memory."""
        report_progress(1, 1)
        return Compacted(database="memory", rewritten=True)
