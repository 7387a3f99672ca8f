"""One batch of commands decided one after another, each seeing the events of those before it.

Nothing is written here. Everything that may fail in the store is read before a command is decided,
so that an error while deciding fails that command alone.

A command that needs a long calculation (a big pairing, chances of prizes) may be deferred: nothing
of it is recorded, and it comes back with the answer. It is then decided on the state of that time,
and is deferred again if that raises another question.
"""

import hmac
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from planilla.application.envelope import Answer, Person, Recorded, Submission
from planilla.application.impact import DryRunIds, dry_run_answer
from planilla.application.ledger import (
    EMPTY_HEAD,
    Advance,
    Appending,
    CommandKey,
    FirstAnswer,
    Ledger,
    PersonalDataKey,
    PersonRow,
    StreamHead,
    TextRow,
)
from planilla.application.permissions import (
    FestivalOfOthers,
    NotPermitted,
    OutsideBoards,
    OutsideRounds,
    check_limits,
    may_submit,
)
from planilla.application.ports import Ids, StoreUnavailable
from planilla.application.recording import (
    DamagedLog,
    head_after,
    led_from_after,
    listed_of,
    name_in,
    people_erased_by,
    people_in,
    place_in,
    record,
    stream_of,
    texts_erased_by,
    texts_in,
)
from planilla.application.redaction import Redacted
from planilla.application.states import EMPTY_STREAM, Stream
from planilla.audit.seal import verify
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide, question_of
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.festival import JoinFestival
from planilla.domain.tournament.firing import TimerNotDue
from planilla.domain.tournament.leading import LedElsewhere, TakeOverLead
from planilla.domain.tournament.personal import Personal
from planilla.domain.tournament.questions import PairingAsked, Prepared, Question
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.setup import StaleVersion
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.subjects import CORRECTED
from planilla.domain.vocabulary import EntrantId

PAIRED_AT_ONCE_MAX = 32
"""Players of a round that is paired where it is decided: a worker would not be faster."""


class PendingCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A submission that was parsed: the command, its personal data, its keyed hash, its lot.

    With `may_defer` a worker may do a long calculation before the command is decided; `prepared`
    holds the question and its answer.
    """

    submission: Submission
    command: Command
    redacted: Mapping[str, Redacted]
    fingerprint: bytes
    lot: int
    may_defer: bool = False
    prepared: Prepared | None = None


class Deferred(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a command that needs the answer to a question; nothing was recorded."""

    question: Question


class NeedsAnswer(Exception):
    """A command cannot be decided before a question is answered."""

    def __init__(self, question: Question) -> None:
        self.question = question


def require_answer(pending: PendingCommand, state: Tournament, context: DecisionContext) -> None:
    """Check that `pending` needs no long calculation, or has its result for this very state.

    Raises:
        NeedsAnswer: it needs one, and may be deferred.
        Refusal: the rules say no, whatever the answer.
    """
    if not pending.may_defer:
        return
    question = question_of(state, pending.command, context)
    if question is None or _is_quick(question):
        return
    if pending.prepared is None or pending.prepared.question != question:
        raise NeedsAnswer(question)


def _is_quick(question: Question) -> bool:
    """Return whether it is a small round; the time that chances take cannot be foreseen."""
    return isinstance(question, PairingAsked) and question.size <= PAIRED_AT_ONCE_MAX


NOT_STORED = frozenset(
    {
        NotPermitted.code,
        OutsideBoards.code,
        OutsideRounds.code,
        FestivalOfOthers.code,
        TimerNotDue.code,
        LedElsewhere.code,
    }
)
"""Codes of refusals whose answer is not stored: the same command may be sent again later."""

logger = logging.getLogger(__name__)


class CannotPresume(Exception):
    """An answer needs a look-up."""


class _Decided(NamedTuple):
    """The decision on one command: its answer, its events, and the events as they are recorded.

    `ahead` is the tournament after them.
    """

    answer: Answer
    events: tuple[Event, ...]
    recorded: tuple[Recorded, ...]
    ahead: Stream


class DecisionBatch:
    """A batch of commands; after `decide`, `appending` is to be written and `streams` are current.

    `streams` are the cached states of the tournaments of the batch; one whose head has moved since
    is brought up to date from the log.
    """

    def __init__(
        self, ledger: Ledger, ids: Ids, *, streams: Mapping[str, Stream], now: int
    ) -> None:
        self.streams = dict(streams)
        self._cached = {name: stream.head for name, stream in streams.items()}
        self._ledger = ledger
        self._ids = ids
        self.now = now
        self._presumes = False
        self._answers: dict[CommandKey, FirstAnswer] = {}
        self._heads: dict[str, StreamHead] = {}
        self._personal: dict[str, dict[EntrantId, Personal]] = {}
        self._new_answers: list[FirstAnswer] = []
        self._events: list[Recorded] = []
        self._people: dict[tuple[str, str], PersonRow] = {}
        self._people_erased: dict[tuple[str, str], PersonalDataKey] = {}
        self._texts: list[TextRow] = []
        self._texts_erased: list[PersonalDataKey] = []
        self._moved: dict[str, Advance] = {}

    def decide(self, batch: Iterable[PendingCommand]) -> tuple[Answer | Deferred, ...]:
        """Return the answers to all commands, in order; one that `may_defer` may be deferred.

        Raises:
            StoreUnavailable: the store failed; nothing was decided.
        """
        batch = tuple(batch)
        self._answers.update(self._ledger.answers(_key(pending) for pending in batch))
        tournaments = sorted({pending.submission.tournament for pending in batch})
        self._heads.update(self._ledger.heads(tournaments))
        return tuple(self._answer(pending) for pending in batch)

    def presume(self, batch: Sequence[PendingCommand]) -> tuple[Answer | Deferred, ...]:
        """Decide without looking up: no command was answered, and each stream ends where known.

        Appending verifies both.

        Raises:
            CannotPresume: an answer would not be stored, so that no append verifies it.
        """
        self._presumes = True
        self._heads.update(self._cached)
        answers = tuple(self._answer(pending) for pending in batch)
        if not all(_key(pending) in self._answers for pending in batch):
            raise CannotPresume
        return answers

    def is_moved_elsewhere(self, tournament: str) -> bool:
        """Return whether a stream does not end where it was cached, after `decide`."""
        cached = self._cached.get(tournament)
        return cached is not None and cached != self._heads.get(tournament, EMPTY_HEAD)

    @property
    def appending(self) -> Appending:
        """Everything that this batch writes."""
        unmoved = self._heads.keys() - self._moved.keys() if self._presumes else ()
        return Appending(
            events=tuple(self._events),
            streams=tuple(self._moved.values()),
            answers=tuple(self._new_answers),
            people=tuple(self._people.values()),
            texts=tuple(self._texts),
            people_erased=tuple(self._people_erased.values()),
            texts_erased=tuple(self._texts_erased),
            unmoved={name: self._heads[name] for name in unmoved},
        )

    def _answer(self, pending: PendingCommand) -> Answer | Deferred:
        submission = pending.submission
        first = self._answers.get(_key(pending))
        if first is not None and not submission.dry_run:
            return _again(first, pending)
        tail = self._tail(submission.tournament)
        people = self._personal_data_of(pending)
        try:
            stream = self._led(submission.tournament, self._fold(submission.tournament, tail))
            self._check_head(submission.tournament, stream.head)
            corrects = self._corrected_events(pending, stream.state)
            decided = self._decide(pending, stream, people, corrects)
        except StoreUnavailable:
            raise
        except NeedsAnswer as waits:
            return Deferred(question=waits.question)
        except DamagedLog as damage:
            logger.error("the log of %s is damaged at %d", submission.tournament, damage.version)  # noqa: TRY400 - nothing of ours failed
            fields, version = {"version": damage.version}, self._version(submission)
            return Answer(status="failed", version=version, code="log-damaged", fields=fields)
        except Exception:  # a bug in one rule must not stop the others
            if not self._presumes:  # otherwise it is decided once more
                logger.exception("command %s was not decided", submission.command_id)
            return Answer(status="failed", version=self._version(submission), code="internal")
        if not submission.dry_run and decided.answer.code not in NOT_STORED:
            self._take(pending, decided)
        return decided.answer

    def _decide(
        self,
        pending: PendingCommand,
        stream: Stream,
        people: Mapping[EntrantId, Personal],
        corrects: Mapping[int, str],
    ) -> _Decided:
        submission = pending.submission
        moment = max(self.now, stream.head.changed_at)
        try:
            _check_expected(submission, stream)
            context = DecisionContext(
                at=moment,
                lot=pending.lot,
                alphabet={entrant: person.name for entrant, person in people.items()},
                people=people,
                prepared=pending.prepared,
                log_id=self._ledger.log_id(),
                led_by=stream.head.led_by,
            )
            _check_lead(stream.head, pending.command)
            check_limits(submission.actor, submission.tournament, pending.command, stream.state)
            self._check_festival(submission, pending.command)
            require_answer(pending, stream.state, context)
            events = decide(stream.state, pending.command, context)
        except Refusal as refusal:
            answer = refusal_answer(refusal, submission.tournament, stream.head.version)
            return _Decided(answer, (), (), stream)
        recorded, ahead = self._record(submission, stream, events, moment=moment, corrects=corrects)
        answer = Answer(
            status="done" if events else "already",
            version=ahead.head.version,
            events=tuple(event.type for event in recorded),
        )
        answer = dry_run_answer(answer, recorded) if submission.dry_run else answer
        return _Decided(answer, events, recorded, ahead)

    def _check_festival(self, submission: Submission, command: Command) -> None:
        """Check that who adds a tournament to a festival governs another one of it, if any.

        Raises:
            FestivalOfOthers: the sender governs none.
        """
        if not isinstance(command, JoinFestival):
            return
        others = {*self._ledger.in_festival(command.id)}
        others |= {of for of, each in self._moved.items() if each.listed.festival == command.id}
        others.discard(submission.tournament)
        if others and not any(may_submit(submission.actor, of, JoinFestival) for of in others):
            raise FestivalOfOthers(festival=command.id)

    def _record(
        self,
        submission: Submission,
        stream: Stream,
        events: tuple[Event, ...],
        *,
        moment: int,
        corrects: Mapping[int, str],
    ) -> tuple[tuple[Recorded, ...], Stream]:
        head = replace(stream.head, changed_at=moment) if events else stream.head
        state = stream.state
        ids = DryRunIds() if submission.dry_run else self._ids
        recorded: list[Recorded] = []
        for event in events:
            link = record(
                event,
                head=head,
                event_id=ids.event_id(),
                corrects=corrects.get(event.corrects or 0),
                submission=submission,
            )
            recorded.append(link)
            head = head_after(head, (link,))
            fact = Fact(version=link.version, recorded_at=link.recorded_at, event=event)
            state = evolve(state, fact)
        led_from = led_from_after(state, self._ledger.log_id(), head.led_from)
        head = replace(head, led_from=led_from)
        return tuple(recorded), Stream(head=head, state=state)

    def _take(self, pending: PendingCommand, decided: _Decided) -> None:
        submission = pending.submission
        tournament = submission.tournament
        first = FirstAnswer(
            command_id=submission.command_id,
            tournament=tournament,
            fingerprint=pending.fingerprint,
            answered_at=self.now,
            answer=decided.answer,
        )
        self._answers[first.key] = first
        self._new_answers.append(first)
        self._events.extend(decided.recorded)
        for event in decided.events:
            self._collect_rows(tournament, event, pending)
        if decided.events:
            self._advance(tournament, decided)

    def _collect_rows(self, tournament: str, event: Event, pending: PendingCommand) -> None:
        """Collect the rows beside the log; the last of an entrant entered again counts."""
        if pending.redacted:
            for person in people_in(tournament, event, pending.redacted):
                self._people_erased.pop((tournament, person.entrant), None)
                self._people[tournament, person.entrant] = person
                self._keep_person(person)
            self._texts.extend(texts_in(tournament, event, pending.redacted))
        for erased in people_erased_by(tournament, event):
            self._people.pop((tournament, erased.key), None)
            self._people_erased[tournament, erased.key] = erased
            self._personal.pop(tournament, None)
        self._texts_erased.extend(texts_erased_by(tournament, event))

    def _advance(self, tournament: str, decided: _Decided) -> None:
        before, ahead = self._moved.get(tournament), decided.ahead
        named = [name for event in decided.events if (name := name_in(event)) is not None]
        self._moved[tournament] = Advance(
            tournament=tournament,
            name=named[-1] if named else before.name if before is not None else "",
            before=self._heads.get(tournament, EMPTY_HEAD) if before is None else before.before,
            head=ahead.head,
            listed=listed_of(ahead.state),
        )
        self.streams[tournament] = ahead

    def _tail(self, tournament: str) -> tuple[Recorded, ...]:
        """Return the events of the log after the cached stream."""
        head = self._heads.get(tournament, EMPTY_HEAD)
        known = self.streams.get(tournament, EMPTY_STREAM).head
        if tournament in self._moved or head == replace(known, led_from=head.led_from):
            return ()
        if head.version <= known.version:  # the database was restored from a backup
            self.streams.pop(tournament, None)
            known = EMPTY_HEAD
        return self._ledger.events(tournament, known.version)

    def _fold(self, tournament: str, tail: tuple[Recorded, ...]) -> Stream:
        stream = self.streams.get(tournament, EMPTY_STREAM)
        if tail:
            faults = verify(tail, previous=stream.head.hash, after=stream.head.version)
            if faults:
                raise DamagedLog(faults[0].version)
            state = stream.state
            for link in tail:
                state = evolve(state, link.fact)
            stream = Stream(head=head_after(stream.head, tail), state=state)
            self.streams[tournament] = stream
        return stream

    def _led(self, tournament: str, stream: Stream) -> Stream:
        """Return a stream with the leader that is stored beside the log, which no event names."""
        stored = self._heads.get(tournament, EMPTY_HEAD)
        if tournament in self._moved or stored.led_from == stream.head.led_from:
            return stream
        head = replace(stream.head, led_from=stored.led_from)
        return Stream(head=head, state=stream.state)

    def _check_head(self, tournament: str, head: StreamHead) -> None:
        """Compare the stored head with the last event.

        Another node may have appended between the two readings: then the head is read again.

        Raises:
            DamagedLog: it is elsewhere, or it is not there and events are.
        """
        if tournament in self._moved:
            return
        stored = self._heads.get(tournament, EMPTY_HEAD)
        if stored.version < head.version:
            stored = self._ledger.heads([tournament]).get(tournament, EMPTY_HEAD)
            if stored.version > head.version:  # and once more: appending will be a conflict
                stored = head
            self._heads[tournament] = stored
        if stored != head:
            raise DamagedLog(min(stored.version, head.version) + 1)
        if head == EMPTY_HEAD and self._ledger.event_id(tournament, 1) is not None:
            raise DamagedLog(1)

    def _personal_data_of(self, pending: PendingCommand) -> Mapping[EntrantId, Personal]:
        if not pending.command.needs_people:
            return {}
        tournament = pending.submission.tournament
        if tournament not in self._personal:
            known = self._ledger.persons(tournament)
            self._personal[tournament] = {
                EntrantId(key): _personal(person) for key, person in known.items()
            }
            for row in self._people.values():
                self._keep_person(row)
        given = {
            each.entrant: _personal(kept.person)
            for each in pending.command.people()
            if (kept := pending.redacted.get(each.sealed.commitment)) and kept.person
        }
        return {**self._personal[tournament], **given} if given else self._personal[tournament]

    def _keep_person(self, row: PersonRow) -> None:
        if row.tournament in self._personal:
            person = msgspec.json.decode(row.body, type=Person)
            self._personal[row.tournament][EntrantId(row.entrant)] = _personal(person)

    def _corrected_events(self, pending: PendingCommand, state: Tournament) -> Mapping[int, str]:
        """Return the ids of the events that a command may correct, by their versions."""
        corrected = versions_corrected(state, pending.command)
        if not corrected:
            return {}
        found = ((version, self._event_id(pending, version)) for version in corrected)
        return {version: event_id for version, event_id in found if event_id is not None}

    def _event_id(self, pending: PendingCommand, version: int) -> str | None:
        tournament = pending.submission.tournament
        for link in self._events:
            if link.stream_id == stream_of(tournament) and link.version == version:
                return link.event_id
        if not 0 < version <= self._heads.get(tournament, EMPTY_HEAD).version:
            return None
        return self._ledger.event_id(tournament, version)

    def _version(self, submission: Submission) -> int:
        return self.streams.get(submission.tournament, EMPTY_STREAM).head.version


def _key(pending: PendingCommand) -> CommandKey:
    return pending.submission.tournament, pending.submission.command_id


def _personal(person: Person) -> Personal:
    return Personal(
        name=person.name,
        birth=person.birth,
        arbiter=person.arbiter,
        fide_id=person.fide_id,
        club=person.club,
    )


def _again(first: FirstAnswer, pending: PendingCommand) -> Answer:
    if hmac.compare_digest(first.fingerprint, pending.fingerprint):
        return first.answer
    return Answer(status="refused", version=first.answer.version, code="command-id-reused")


def _check_lead(head: StreamHead, command: Command) -> None:
    if head.led_from and not isinstance(command, TakeOverLead):
        raise LedElsewhere(place=place_in(head.led_from))


def _check_expected(submission: Submission, stream: Stream) -> None:
    if submission.expected is not None and submission.expected != stream.head.version:
        raise StaleVersion(expected=submission.expected, actual=stream.head.version)


def refusal_answer(refusal: Refusal, tournament: str, version: int) -> Answer:
    """Return the answer to a command that the rules refuse, at a version of a tournament."""
    # As JSON values, so that the first answer and a repeated one, read back, are the same.
    fields: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(refusal.fields))
    if fields.get("tournament") == "":  # a rule does not know the id of its tournament
        fields["tournament"] = tournament
    return Answer(status="refused", version=version, code=refusal.code, fields=fields)


def versions_corrected(state: Tournament, command: Command) -> frozenset[int]:
    """Return the versions of the events that a command decided on `state` may correct."""
    find = CORRECTED.get(type(command))
    found = () if find is None else find(state, command)
    return frozenset(version for version in (*command.versions_named(), *found) if version)
