"""One sitting of the desk: wishes decided one after another, each seeing what the others led to.

Nothing is written here. Everything that may fail in the store is asked before a wish is decided,
so that what fails while deciding is that wish's own fault and hurts no neighbour.
"""

import hmac
import logging
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from planilla.application.corrected import versions_corrected
from planilla.application.envelope import Answer, Person, Recorded, Submission
from planilla.application.impact import DryRunIds, dry_run_answer
from planilla.application.ledger import (
    Advance,
    ApartKey,
    Appending,
    CommandKey,
    FirstAnswer,
    Head,
    Ledger,
    PersonRow,
    TextRow,
)
from planilla.application.ports import Ids, StoreUnavailable
from planilla.application.recording import (
    UNBEGUN,
    DamagedLog,
    after,
    head_after,
    name_in,
    people_erased_by,
    people_in,
    record,
    stream_of,
    texts_erased_by,
    texts_in,
)
from planilla.application.shared_states import SHARED_STATES
from planilla.application.wishes import Undecided, Waits, Wish, wait_for_an_answer
from planilla.audit.seal import verify
from planilla.domain.tournament.context import Given
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.event import Audience, Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.firing import TimerNotDue
from planilla.domain.tournament.personal import Personal
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.setup import StaleVersion
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.vocabulary import EntrantId

NOT_KEPT = frozenset({TimerNotDue.code})
"""Refusals that only time was missing for: the same command may come again."""

logger = logging.getLogger(__name__)


class Stream(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it stands after its head."""

    head: Head = UNBEGUN
    state: Tournament = INITIAL


class _Decided(NamedTuple):
    """A wish that was decided: its answer, its events as they were made and as they are recorded.

    `ahead` is the tournament after them.
    """

    answer: Answer
    events: tuple[Event, ...]
    recorded: tuple[Recorded, ...]
    ahead: Stream


class Sitting:
    """Decides one batch; then `appending` is what to write, and `streams` what is then true.

    `streams` come in as they were cached, for the tournaments of the batch; a stream whose head
    has moved since is folded on.
    """

    def __init__(
        self, ledger: Ledger, ids: Ids, *, streams: Mapping[str, Stream], now: int
    ) -> None:
        self.streams = dict(streams)
        self._ledger = ledger
        self._ids = ids
        self._now = now
        self._answers: dict[CommandKey, FirstAnswer] = {}
        self._heads: dict[str, Head] = {}
        self._personal: dict[str, dict[EntrantId, Personal]] = {}
        self._new_answers: list[FirstAnswer] = []
        self._events: list[Recorded] = []
        self._people: dict[tuple[str, str], PersonRow] = {}
        self._people_erased: dict[tuple[str, str], ApartKey] = {}
        self._texts: list[TextRow] = []
        self._texts_erased: list[ApartKey] = []
        self._moved: dict[str, Advance] = {}

    def hear(self, wishes: Iterable[Wish]) -> tuple[Answer | Undecided, ...]:
        """The answers to all wishes, in their order; one that `may_wait` may stay undecided.

        Raises:
            StoreUnavailable: the store failed; nothing was decided.
        """
        heard = tuple(wishes)
        self._answers.update(self._ledger.answers(_key(wish) for wish in heard))
        tournaments = sorted({wish.submission.tournament for wish in heard})
        self._heads.update(self._ledger.heads(tournaments))
        return tuple(self._answer(wish) for wish in heard)

    @property
    def appending(self) -> Appending:
        """What this sitting writes."""
        return Appending(
            events=tuple(self._events),
            streams=tuple(self._moved.values()),
            answers=tuple(self._new_answers),
            people=tuple(self._people.values()),
            texts=tuple(self._texts),
            people_erased=tuple(self._people_erased.values()),
            texts_erased=tuple(self._texts_erased),
        )

    def _answer(self, wish: Wish) -> Answer | Undecided:
        submission = wish.submission
        first = self._answers.get(_key(wish))
        if first is not None and not submission.dry_run:
            return _again(first, wish)
        tail = self._tail(submission.tournament)
        people = self._who_people_are(wish)
        try:
            stream = self._fold(submission.tournament, tail)
            self._check_head(submission.tournament, stream.head)
            corrects = self._corrected_events(wish, stream.state)
            decided = self._decide(wish, stream, people, corrects)
        except StoreUnavailable:
            raise
        except Waits as waits:
            return Undecided(question=waits.question)
        except DamagedLog as damage:
            logger.error("the log of %s is damaged at %d", submission.tournament, damage.version)  # noqa: TRY400 - nothing of ours failed
            fields, version = {"version": damage.version}, self._version(submission)
            return Answer(status="failed", version=version, code="log-damaged", fields=fields)
        except Exception:  # a bug in one rule must not stop the others
            logger.exception("command %s was not decided", submission.command_id)
            return Answer(status="failed", version=self._version(submission), code="internal")
        if not submission.dry_run and decided.answer.code not in NOT_KEPT:
            self._take(wish, decided)
        return decided.answer

    def _decide(
        self,
        wish: Wish,
        stream: Stream,
        people: Mapping[EntrantId, Personal],
        corrects: Mapping[int, str],
    ) -> _Decided:
        submission = wish.submission
        moment = max(self._now, stream.head.changed_at)
        try:
            _check_expected(submission, stream)
            given = Given(
                at=moment,
                lot=wish.lot,
                alphabet={entrant: person.name for entrant, person in people.items()},
                people=people,
                prepared=wish.prepared,
            )
            wait_for_an_answer(wish, stream.state, given)
            events = decide(stream.state, wish.command, given)
        except Refusal as refusal:
            answer = _refused(refusal, submission.tournament, stream.head.version)
            return _Decided(answer, (), (), stream)
        recorded, ahead = self._record(submission, stream, events, moment=moment, corrects=corrects)
        answer = Answer(
            status="done" if events else "already",
            version=ahead.head.version,
            events=tuple(event.type for event in recorded),
        )
        answer = dry_run_answer(answer, recorded) if submission.dry_run else answer
        return _Decided(answer, events, recorded, ahead)

    def _record(
        self,
        submission: Submission,
        stream: Stream,
        events: tuple[Event, ...],
        *,
        moment: int,
        corrects: Mapping[int, str],
    ) -> tuple[tuple[Recorded, ...], Stream]:
        head = msgspec.structs.replace(stream.head, changed_at=moment) if events else stream.head
        state = stream.state
        ids = DryRunIds() if submission.dry_run else self._ids
        recorded: list[Recorded] = []
        for event in events:
            link = record(
                event,
                head=head,
                event_id=ids.event_id(),
                corrects=corrects.get(getattr(event, "corrects", None) or 0),
                submission=submission,
            )
            recorded.append(link)
            head = after(head, link)
            fact = Fact(version=link.version, recorded_at=link.recorded_at, event=event)
            state = evolve(state, fact)
        return tuple(recorded), Stream(head=head, state=state)

    def _take(self, wish: Wish, decided: _Decided) -> None:
        submission = wish.submission
        tournament = submission.tournament
        first = FirstAnswer(
            command_id=submission.command_id,
            tournament=tournament,
            fingerprint=wish.fingerprint,
            answered_at=self._now,
            answer=decided.answer,
        )
        self._answers[first.key] = first
        self._new_answers.append(first)
        self._events.extend(decided.recorded)
        for event in decided.events:
            self._keep_apart(tournament, event, wish)
        if decided.events:
            self._advance(tournament, decided)

    def _keep_apart(self, tournament: str, event: Event, wish: Wish) -> None:
        """Rows beside the log; of an entrant who is erased and entered again the last counts."""
        for person in people_in(tournament, event, wish.kept):
            self._people_erased.pop((tournament, person.entrant), None)
            self._people[tournament, person.entrant] = person
            self._keep_person(person)
        for erased in people_erased_by(tournament, event):
            self._people.pop((tournament, erased.key), None)
            self._people_erased[tournament, erased.key] = erased
            self._personal.pop(tournament, None)
        self._texts.extend(texts_in(tournament, event, wish.kept))
        self._texts_erased.extend(texts_erased_by(tournament, event))

    def _advance(self, tournament: str, decided: _Decided) -> None:
        before, ahead = self._moved.get(tournament), decided.ahead
        named = [name for event in decided.events if (name := name_in(event)) is not None]
        self._moved[tournament] = Advance(
            tournament=tournament,
            name=named[-1] if named else before.name if before is not None else "",
            before=decided.recorded[0].version - 1 if before is None else before.before,
            head=ahead.head,
            hidden=ahead.state.hidden,
        )
        state = SHARED_STATES.one_for(Audience.STAFF, ahead.head.hash, ahead.state)
        self.streams[tournament] = Stream(head=ahead.head, state=state)

    def _tail(self, tournament: str) -> tuple[Recorded, ...]:
        """What the log holds beyond the stream as it is known here."""
        head = self._heads.get(tournament, UNBEGUN)
        known = self.streams.get(tournament, Stream()).head
        if tournament in self._moved or head == known:
            return ()
        if head.version <= known.version:  # the database was restored from a backup
            self.streams.pop(tournament, None)
            known = UNBEGUN
        return self._ledger.events(tournament, known.version)

    def _fold(self, tournament: str, tail: tuple[Recorded, ...]) -> Stream:
        stream = self.streams.get(tournament, Stream())
        if tail:
            faults = verify(tail, previous=stream.head.hash, after=stream.head.version)
            if faults:
                raise DamagedLog(faults[0].version)
            state = stream.state
            for link in tail:
                state = evolve(state, link.fact)
            state = SHARED_STATES.one_for(Audience.STAFF, tail[-1].hash, state)
            stream = Stream(head=head_after(stream.head, tail), state=state)
            self.streams[tournament] = stream
        return stream

    def _check_head(self, tournament: str, head: Head) -> None:
        """Compare the stored head with where the events end.

        Another node may have appended between the two readings: then the head is read again.

        Raises:
            DamagedLog: it is elsewhere, or it is not there and events are.
        """
        if tournament in self._moved:
            return
        stored = self._heads.get(tournament, UNBEGUN)
        if stored.version < head.version:
            stored = self._ledger.heads([tournament]).get(tournament, UNBEGUN)
            if stored.version > head.version:  # and once more: appending will be a conflict
                stored = head
            self._heads[tournament] = stored
        if stored != head:
            raise DamagedLog(min(stored.version, head.version) + 1)
        if head == UNBEGUN and self._ledger.event_id(tournament, 1) is not None:
            raise DamagedLog(1)

    def _who_people_are(self, wish: Wish) -> Mapping[EntrantId, Personal]:
        if not wish.command.needs_people:
            return {}
        tournament = wish.submission.tournament
        if tournament not in self._personal:
            known = self._ledger.persons(tournament)
            self._personal[tournament] = {
                EntrantId(key): _personal(person) for key, person in known.items()
            }
            for row in self._people.values():
                self._keep_person(row)
        return self._personal[tournament]

    def _keep_person(self, row: PersonRow) -> None:
        if row.tournament in self._personal:
            person = msgspec.json.decode(row.body, type=Person)
            self._personal[row.tournament][EntrantId(row.entrant)] = _personal(person)

    def _corrected_events(self, wish: Wish, state: Tournament) -> Mapping[int, str]:
        """The ids of the events that a command may correct, by their versions."""
        corrected = versions_corrected(state, wish.command)
        found = ((version, self._event_id(wish, version)) for version in corrected)
        return {version: event_id for version, event_id in found if event_id is not None}

    def _event_id(self, wish: Wish, version: int) -> str | None:
        tournament = wish.submission.tournament
        for link in self._events:
            if link.stream_id == stream_of(tournament) and link.version == version:
                return link.event_id
        if not 0 < version <= self._heads.get(tournament, UNBEGUN).version:
            return None
        return self._ledger.event_id(tournament, version)

    def _version(self, submission: Submission) -> int:
        return self.streams.get(submission.tournament, Stream()).head.version


def _key(wish: Wish) -> CommandKey:
    return wish.submission.tournament, wish.submission.command_id


def _personal(person: Person) -> Personal:
    return Personal(name=person.name, birth=person.birth, arbiter=person.arbiter)


def _again(first: FirstAnswer, wish: Wish) -> Answer:
    if hmac.compare_digest(first.fingerprint, wish.fingerprint):
        return first.answer
    return Answer(status="refused", version=first.answer.version, code="command-id-reused")


def _check_expected(submission: Submission, stream: Stream) -> None:
    if submission.expected is not None and submission.expected != stream.head.version:
        raise StaleVersion(expected=submission.expected, actual=stream.head.version)


def _refused(refusal: Refusal, tournament: str, version: int) -> Answer:
    # As JSON values, so that the first answer and a repeated one, read back, are the same.
    fields: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(refusal.fields))
    if fields.get("tournament") == "":  # a rule does not know the id of its tournament
        fields["tournament"] = tournament
    return Answer(status="refused", version=version, code=refusal.code, fields=fields)
