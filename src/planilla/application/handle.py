"""The one write path: who may ask, what was asked, and a batch of it decided and appended.

`admit` is called by whoever receives a submission; `conduct` by the one writer of the process.
Nothing else appends to the log. The steps are told in docs/walks/record-a-result.md.
"""

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from planilla.application.due import ALARM_ID
from planilla.application.envelope import Answer, Submission
from planilla.application.impact import DryRunIds
from planilla.application.ledger import Ledger
from planilla.application.permissions import may_act
from planilla.application.ports import Clock, Ids
from planilla.application.sealing import (
    COMMAND_ID,
    IDENTIFIER,
    Malformed,
    NoSuchCommand,
    unseal,
)
from planilla.application.sitting import Sitting, Stream
from planilla.application.wishes import Undecided, Wish

STREAMS_MAX = 256
"""Tournaments whose state is kept in memory; the one not used for longest goes first."""
FACTS_MAX = 100_000
"""Facts that these states have behind them in all: their memory grows with these."""


Heard = Answer | Undecided
"""What a wish came to."""


def answered(heard: Sequence[Heard]) -> tuple[Answer, ...]:
    """The answers to wishes none of which may wait."""
    assert not any(isinstance(each, Undecided) for each in heard)
    return tuple(each for each in heard if isinstance(each, Answer))


class Handler:
    """The write path of one process: its states of tournaments, over one ledger."""

    def __init__(
        self, ledger: Ledger, *, clock: Clock, ids: Ids, streams_max: int = STREAMS_MAX
    ) -> None:
        self._ledger = ledger
        self._clock = clock
        self._ids = ids
        self._secret = ledger.secret()
        self._streams_max = streams_max
        self._streams: OrderedDict[str, Stream] = OrderedDict()

    def admit(self, submission: Submission) -> Wish | Answer:
        """The wish that a submission expresses, or why it is not even looked at.

        It touches neither the store nor the states, and may be called from any thread.
        """
        if not may_act(submission.actor, submission.tournament):
            return Answer(status="refused", version=0, code="not-permitted")
        try:
            _check_ids(submission)
            ids = DryRunIds() if submission.dry_run else self._ids
            command, kept = unseal(submission.name, submission.body, ids)
        except NoSuchCommand:
            fields = {"command": submission.name}
            return Answer(status="malformed", version=0, code="no-such-command", fields=fields)
        except Malformed as error:
            return Answer(status="malformed", version=0, code=error.code, fields=error.fields)
        return Wish(
            submission=submission,
            command=command,
            kept=kept,
            fingerprint=fingerprint(self._secret, submission),
            lot=ids.lot(),
        )

    def conduct(self, wishes: Sequence[Wish]) -> tuple[tuple[Heard, ...], int | None]:
        """Decide `wishes` in order and append what follows; then their answers are durable.

        A wish that `may_wait` may stay undecided; the others are always answered.

        With them comes the new position of the log, None when no event was appended. After a
        conflict the same wishes may be conducted again: what was answered stays answered.

        Raises:
            VersionConflict: another node was faster.
            StoreUnavailable: nothing was written, or it is unknown whether it was.
        """
        seated = self._sit(wishes)
        self._remember(seated.sitting)
        return seated.answers, seated.position

    def conduct_alone(self, wishes: Sequence[Wish]) -> tuple[tuple[Heard, ...], int | None]:
        """As `conduct`, while no other node may append to these tournaments: after a conflict.

        Without it a node could lose every race against a busier one.
        """
        with self._ledger.holding(_tournaments_of(wishes)):
            seated = self._sit(wishes)
        self._remember(seated.sitting)
        return seated.answers, seated.position

    def _sit(self, wishes: Sequence[Wish]) -> "_Seated":
        sitting = Sitting(
            self._ledger,
            self._ids,
            streams={
                name: self._streams[name]
                for name in _tournaments_of(wishes)
                if name in self._streams
            },
            now=self._clock.now(),
        )
        answers = sitting.hear(wishes)
        appending = sitting.appending
        position = self._ledger.append(appending) if appending.answers else None
        return _Seated(sitting, answers, position if appending.events else None)

    def _remember(self, sitting: Sitting) -> None:
        for name, stream in sitting.streams.items():
            self._streams[name] = stream
            self._streams.move_to_end(name)
        facts = sum(stream.head.version for stream in self._streams.values())
        while len(self._streams) > self._streams_max or (
            facts > FACTS_MAX and len(self._streams) > len(sitting.streams)
        ):
            facts -= self._streams.popitem(last=False)[1].head.version


class _Seated(NamedTuple):
    """A sitting that was appended: what it answered, and the new position of the log."""

    sitting: Sitting
    answers: tuple[Heard, ...]
    position: int | None


def _tournaments_of(wishes: Sequence[Wish]) -> list[str]:
    return sorted({wish.submission.tournament for wish in wishes})


def fingerprint(secret: bytes, submission: Submission) -> bytes:
    """The keyed hash of what a command says: its name, its tournament and its body.

    It is kept with the answer; keyed, so that a name in a body cannot be guessed from it.
    """
    said = (submission.name.encode(), submission.tournament.encode(), submission.body)
    digests = b"".join(hashlib.sha256(part).digest() for part in said)
    return hmac.digest(secret, digests, "sha256")


def _check_ids(submission: Submission) -> None:
    if not IDENTIFIER.fullmatch(submission.tournament):
        raise Malformed("Expected a tournament id of 1 to 64 letters, digits or `._:-`")
    if not COMMAND_ID.fullmatch(submission.command_id):
        raise Malformed("Expected a command id of 1 to 128 visible ASCII characters")
    if submission.command_id.startswith(f"{ALARM_ID}:") and submission.actor.id != ALARM_ID:
        raise Malformed(f"Command ids that begin with `{ALARM_ID}:` are reserved for timers")
    for text in (submission.actor.id, submission.correlation_id):
        if text and not COMMAND_ID.fullmatch(text):
            raise Malformed("Expected ids of at most 128 visible ASCII characters")
