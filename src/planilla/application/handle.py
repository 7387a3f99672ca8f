"""The one write path: permission, parsing, and a batch of commands decided and appended.

`admit` is called by whoever receives a submission; `execute` by the one writer of the process.
Nothing else appends to the log. docs/walks/record-a-result.md describes the steps.
"""

from collections.abc import Sequence
from typing import NamedTuple

from planilla.application.decisions import CannotPresume, DecisionBatch, Deferred, PendingCommand
from planilla.application.due import ALARM_ID
from planilla.application.envelope import Answer, Submission
from planilla.application.impact import DryRunIds
from planilla.application.ledger import Ledger
from planilla.application.malformed import Malformed
from planilla.application.permissions import may_act, may_submit
from planilla.application.ports import Clock, Ids, VersionConflict
from planilla.application.redaction import COMMAND_ID, IDENTIFIER, NoSuchCommand, redact
from planilla.application.states import States, Stream, shared_state
from planilla.audit.seal import keyed_hash
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.subjects import COMMANDS

Outcome = Answer | Deferred
"""The outcome of a command of a batch."""


def answered(outcomes: Sequence[Outcome]) -> tuple[Answer, ...]:
    """Return the answers to commands none of which may be deferred."""
    assert not any(isinstance(each, Deferred) for each in outcomes)
    return tuple(each for each in outcomes if isinstance(each, Answer))


class Handler:
    """The write path of one process over one ledger; it decides on the tournaments in `states`."""

    def __init__(
        self, ledger: Ledger, *, clock: Clock, ids: Ids, states: States | None = None
    ) -> None:
        self._ledger = ledger
        self._clock = clock
        self._ids = ids
        self._secret = ledger.secret()
        self._states = States() if states is None else states
        self._contested: set[str] = set()

    def admit(self, submission: Submission) -> PendingCommand | Answer:
        """Return the command of a submission, or the answer that refuses to read it.

        It touches neither the store nor the states, and may be called from any thread.
        """
        if not _is_permitted(submission):
            return Answer(status="refused", version=0, code="not-permitted")
        try:
            _check_ids(submission)
            ids = DryRunIds() if submission.dry_run else self._ids
            command, redacted = redact(submission.name, submission.body, ids)
        except NoSuchCommand:
            fields = {"command": submission.name}
            return Answer(status="malformed", version=0, code="no-such-command", fields=fields)
        except Malformed as error:
            return Answer(status="malformed", version=0, code=error.code, fields=error.fields)
        return PendingCommand(
            submission=submission,
            command=command,
            redacted=redacted,
            fingerprint=fingerprint(self._secret, submission),
            lot=ids.lot(),
        )

    def execute(self, batch: Sequence[PendingCommand]) -> tuple[tuple[Outcome, ...], int | None]:
        """Decide `batch` in order and append what follows; then their answers are durable.

        A pending that `may_defer` may stay undecided; the others are always answered.

        With them comes the new position of the log, None when no event was appended. After a
        conflict the same batch may be conducted again: what was answered stays answered.

        Raises:
            VersionConflict: another node was faster.
            StoreUnavailable: nothing was written, or it is unknown whether it was.
        """
        return self._remember(self._presumed(batch) or self._execute(batch))

    def execute_alone(
        self, batch: Sequence[PendingCommand]
    ) -> tuple[tuple[Outcome, ...], int | None]:
        """Execute as `execute`, while no other node may append to these tournaments.

        Without it a node could lose every race against a busier one.
        """
        with self._ledger.holding(_tournaments_of(batch)):
            executed = self._execute(batch)
        return self._remember(executed)

    def _presumed(self, batch: Sequence[PendingCommand]) -> "_Execution | None":
        """Execute `batch` on the cached states as they are; None where that does not stand.

        It saves two questions to the store, of which the append is the check.
        """
        tournaments = _tournaments_of(batch)
        streams = self._cached(tournaments)
        if len(streams) < len(tournaments) or not self._contested.isdisjoint(tournaments):
            return None
        batch_decided = self._begun(streams)
        try:
            return self._appended(batch_decided, batch_decided.presume(batch))
        except CannotPresume:
            return None
        except VersionConflict:
            self._contested.update(tournaments)
            return None

    def _execute(self, batch: Sequence[PendingCommand]) -> "_Execution":
        tournaments = _tournaments_of(batch)
        batch_decided = self._begun(self._cached(tournaments))
        answers = batch_decided.decide(batch)
        self._contested.difference_update(tournaments)
        self._contested.update(filter(batch_decided.is_moved_elsewhere, tournaments))
        return self._appended(batch_decided, answers)

    def _cached(self, tournaments: Sequence[str]) -> dict[str, Stream]:
        found = ((name, self._states.of(name).latest) for name in tournaments)
        return {name: stream for name, stream in found if stream is not None}

    def _begun(self, streams: dict[str, Stream]) -> DecisionBatch:
        return DecisionBatch(self._ledger, self._ids, streams=streams, now=self._clock.now())

    def _appended(self, batch_decided: DecisionBatch, answers: tuple[Outcome, ...]) -> "_Execution":
        appending = batch_decided.appending
        position = self._ledger.append(appending) if appending.answers else None
        return _Execution(batch_decided, answers, position if appending.events else None)

    def _remember(self, executed: "_Execution") -> tuple[tuple[Outcome, ...], int | None]:
        for name, stream in executed.batch_decided.streams.items():
            self._states.keep(name, stream=_shared(stream))
        return executed.answers, executed.position


class _Execution(NamedTuple):
    """A batch that was appended: its answers, and the new position of the log."""

    batch_decided: DecisionBatch
    answers: tuple[Outcome, ...]
    position: int | None


def _is_permitted(submission: Submission) -> bool:
    """Return whether the sender may submit such commands; one that does not exist is told so."""
    kind = COMMANDS.get(submission.name)
    if kind is None:
        return may_act(submission.actor, submission.tournament)
    return may_submit(submission.actor, submission.tournament, kind)


def _shared(stream: Stream) -> Stream:
    """Return a stream with the state that is already held after its head, if there is one."""
    state = shared_state(Audience.STAFF, stream.head.hash, stream.state)
    return stream if state is stream.state else Stream(head=stream.head, state=state)


def _tournaments_of(batch: Sequence[PendingCommand]) -> list[str]:
    return sorted({pending.submission.tournament for pending in batch})


def fingerprint(secret: bytes, submission: Submission) -> bytes:
    """Return the keyed hash of a command: its name, its tournament and its body.

    It is kept with the answer; keyed, so that a name in a body cannot be guessed from it.
    """
    named = f"{submission.name}\n{submission.tournament}\n"  # neither holds a line break
    return keyed_hash(secret, named.encode() + submission.body)


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
