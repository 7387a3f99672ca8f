"""Signed heads, proofs of events, and announcements of keys.

Heads and proofs need only the right to read: they append nothing. `announced` alone writes.
"""

from collections import OrderedDict

import msgspec

from planilla.application.envelope import Actor, Answer, Submission
from planilla.application.log_tree import LogProofs
from planilla.application.ports import Clock, CommandBus, Keys, Log
from planilla.application.recording import DamagedLog
from planilla.audit import proofs
from planilla.audit.proofs import (
    Consistency,
    Endorsement,
    Head,
    Proof,
    SignedHead,
    announced_keys,
    proof_of,
)
from planilla.audit.seal import GENESIS, verify
from planilla.domain.tournament.event import Audience, audience_of
from planilla.domain.tournament.keys import LogKeyAnnounced
from planilla.domain.vocabulary import CodedFault

COMMAND = "announce-log-key"

CHAINS_MAX = 256
"""Number of tournaments whose verified part of the chain is cached."""


class HeadNotFound(CodedFault):
    """There is no such tournament, event or position: `code` and fields as refusals have them."""


class Heads:
    """The heads and proofs of one log."""

    def __init__(self, log: Log, keys: Keys, clock: Clock) -> None:
        self._log = log
        self._keys = keys
        self._clock = clock
        self._tree = LogProofs(log)
        self._epoch = ""
        self._chains: OrderedDict[str, tuple[int, bytes]] = OrderedDict()

    async def head(self, tournament: str, position: int | None = None) -> SignedHead:
        """Return the head of a tournament, now or when the log had reached a position.

        Raises:
            NoSuchPlace: `no-such-tournament`, or `no-such-position`.
            DamagedLog: its events do not fit their seals: they are neither signed nor proved.
        """
        reached = await self._position(position)
        last = await self._log.last_before(tournament, reached)
        if last is None:
            raise HeadNotFound("no-such-tournament", tournament=tournament)
        await self._check_chain(tournament, last.version)
        signer = self._keys.current()
        head = Head(
            log_id=await self._log.log_id(),
            stream_id=last.stream_id,
            version=last.version,
            hash=last.hash.hex(),
            position=reached,
            root=(await self._tree.root(reached)).hex(),
            signed_at=self._clock.now(),
            public_key=signer.public_key.hex(),
        )
        return SignedHead(head=head, signature=signer.sign(head.message).hex())

    async def proof(
        self,
        tournament: str,
        version: int,
        position: int | None = None,
        *,
        to_staff: bool = False,
        upto: int | None = None,
    ) -> Proof:
        """Prove that an event is in the log, now or when the log had reached a position.

        What is in one of the staff, or in one after the version `upto`, is left out.

        Raises:
            NoSuchPlace: `no-such-tournament`, `no-such-position`, or `no-such-moment` where the
                tournament had no event of this version there.
        """
        signed = await self.head(tournament, position)
        head = signed.head
        if not 1 <= version <= head.version:
            raise HeadNotFound("no-such-moment", at=f"v{version}", last=head.version)
        found = await self._log.events(tournament, max(version - 2, 0), version)
        event = found[-1]
        before = found[0].hash if version > 1 else GENESIS
        path = await self._tree.inclusion(event.position, head.position)
        is_shown = to_staff or audience_of(event.event) is Audience.PUBLIC
        known = before if is_shown and (upto is None or version <= upto) else None
        return proof_of(event, known, path, position=event.position, head=signed)

    async def consistency(self, old: int, new: int | None = None) -> Consistency:
        """Prove that the log up to `old` is the beginning of the log up to `new`, or now.

        Raises:
            NoSuchPlace: `no-such-position`.
        """
        reached = await self._position(new)
        if not 1 <= old <= reached:
            raise HeadNotFound("no-such-position", position=old, last=reached)
        return Consistency(
            log_id=await self._log.log_id(),
            old=proofs.LogTree(position=old, root=(await self._tree.root(old)).hex()),
            new=proofs.LogTree(position=reached, root=(await self._tree.root(reached)).hex()),
            path=proofs.in_base64(await self._tree.consistency(old, reached)),
        )

    async def _check_chain(self, tournament: str, version: int) -> None:
        """Verify the chain up to a version; the part verified before is not read again."""
        epoch = await self._log.epoch()
        if epoch != self._epoch:  # a backup was restored
            self._epoch = epoch
            self._chains.clear()
        after, previous = self._chains.pop(tournament, (0, GENESIS))
        if version > after:
            events = await self._log.events(tournament, after, version)
            faults = verify(events, previous=previous, after=after)
            if faults:
                raise DamagedLog(faults[0].version)
            after, previous = events[-1].version, events[-1].hash
        self._chains[tournament] = (after, previous)
        if len(self._chains) > CHAINS_MAX:
            self._chains.popitem(last=False)

    async def agrees(self, head: Head) -> None:
        """Nothing where this log holds all that a head says.

        Raises:
            ProofFault: `another-log`; `cut` where the log or the tournament does not reach so far;
                `another-history` where it does, with other events.
        """
        if head.log_id != await self._log.log_id():
            raise proofs.ProofFault("another-log")
        last = await self._log.position()
        if head.position > last:
            raise proofs.ProofFault("cut", wanted=head.position, found=last)
        root = await self._tree.root(head.position)
        if root.hex() != head.root or await self._hash_at(head) != head.hash:
            raise proofs.ProofFault("another-history", position=head.position)

    async def _hash_at(self, head: Head) -> str:
        tournament = head.stream_id.partition("/")[2]
        last = await self._log.last_before(tournament, head.position)
        return last.hash.hex() if last is not None and last.version == head.version else ""

    async def _position(self, wanted: int | None) -> int:
        last = await self._log.position()
        if wanted is not None and not 1 <= wanted <= last:
            raise HeadNotFound("no-such-position", position=wanted, last=last)
        return last if wanted is None else wanted


async def key_in_force(log: Log, tournament: str) -> str:
    """Return the public key that a tournament announced last, in hex; empty where none was."""
    keys = announced_keys(
        recorded.fact
        for recorded in await log.events(tournament)
        if recorded.type == LogKeyAnnounced.__name__
    )
    return keys[-1].public_key if keys else ""


class Announcer:
    """Announces in a tournament's log the key that signs its heads."""

    def __init__(self, log: Log, bus: CommandBus, keys: Keys) -> None:
        self._log = log
        self._desk = bus
        self._keys = keys

    async def announced(self, tournament: str, actor: Actor) -> tuple[Answer, ...]:
        """Return the answers of announcing the current key; none if it is announced already.

        A key that was replaced several times is followed step by step, each endorsed by the one
        before, as far as the endorsements are known.
        """
        old = await key_in_force(self._log, tournament)
        new = self._keys.current().public_key.hex()
        answers = []
        for step in steps(old, new, self._keys.endorsements()):
            submission = Submission(
                tournament=tournament,
                name=COMMAND,
                body=msgspec.json.encode(
                    {"public_key": step.new, "replaces": step.old, "endorsement": step.signature}
                ),
                command_id=f"{COMMAND}:{tournament}:{step.old[:16]}:{step.new[:16]}",
                actor=actor,
            )
            answers.append(await self._desk.submit(submission))
        return tuple(answers)


def steps(old: str, new: str, known: tuple[Endorsement, ...]) -> tuple[Endorsement, ...]:
    """Return the endorsements from the key `old` to `new`, where they are known."""
    if old == new:
        return ()
    endorsed = {each.old: each for each in known}
    way = []
    at = old
    while at != new and at in endorsed:
        way.append(endorsed[at])
        at = endorsed.pop(at).new
    return tuple(way) if at == new else (Endorsement(old=old, new=new, signature=""),)
