"""A log pushed to another one as it grows: portions of events, with the names they commit to.

The log that leads sends what the other lacks; there the same versions, hashes and event ids are
appended, and the tournament is read only. A portion that was sent before is answered in the same
way, so that a sender who lost the answer sends it again.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, Protocol

import msgspec

from planilla.application.archive_import import FOLD_ERRORS, recorded_of
from planilla.application.archive_people import KEPT_LINE_MAX, KeptLine, SealedData, kept_on
from planilla.application.envelope import Answer, Recorded
from planilla.application.ledger import (
    EMPTY_HEAD,
    Advance,
    Appending,
    FirstAnswer,
    Ledger,
    PersonalData,
    PersonalDataKey,
    PersonRow,
    StreamHead,
    TextRow,
)
from planilla.application.recording import (
    DamagedLog,
    head_after,
    led_from_after,
    listed_of,
    name_in,
    people_erased_by,
    people_in,
    place_in,
    stream_of,
    texts_erased_by,
    texts_in,
)
from planilla.application.redaction import IDENTIFIER, Redacted
from planilla.application.states import EMPTY_STREAM, Stream
from planilla.audit.archive import ArchivedEvent
from planilla.audit.proofs import is_too_deep
from planilla.audit.seal import GENESIS, verify
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import UnknownEvent
from planilla.domain.tournament.leading import LOG_ID, LedElsewhere
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import CodedFault

EVENTS_MAX = 500
"""Events of a portion, which one transaction appends; the command that ends it is whole."""
PORTION_BYTES_AIMED = 1_000_000
"""Bytes of the data of a portion after which no further command is added."""
PORTION_BYTES_MAX = 24_000_000
"""Bytes of a portion as it is sent; the longest event of an archive has two thirds of them."""
PORTION_MEDIA = "application/vnd.planilla.portion+json"
PLACE = re.compile(r"[^\x00-\x1f\x7f]{1,60}")
"""The place from which a tournament is led, as people call it."""
HASH = re.compile("[0-9a-f]{64}")
DIGITS = 12
"""Digits of a hash in a head that is shown."""


class PortionRefused(CodedFault):
    """A portion is not appended; `code` and `fields` say why, and nothing was written.

    `follower-diverged`: it does not continue what is here. `led-here`: the tournament is led here;
    `led-elsewhere`: from a third log. `same-log`: it comes from a copy of this very database.
    `portion-unfit`: its events cannot be verified, or not be folded by this Planilla.
    """


class End(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The end of a tournament's events: a version, 0 before the first, and its hash in hex."""

    version: int = 0
    hash: str = GENESIS.hex()

    @property
    def written(self) -> str:
        """The end as people compare it."""
        return f"v{self.version} · {self.hash[:DIGITS]}"


class Portion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Events that follow `after` in the log with the id `log_id`, at a place as people call it.

    `kept` are the people and texts that they commit to, with their salts; erased ones are absent.
    """

    log_id: str
    place: str
    after: End
    events: tuple[ArchivedEvent, ...]
    kept: tuple[KeptLine, ...] = ()


class FollowerEnd(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a tournament in a log, and the ids of the log and of the one that leads it.

    `led_by` is "" where there is no such tournament yet. `at` is the end at the version that was
    asked for.
    """

    log_id: str
    end: End = End()
    led_by: str = ""
    at: End | None = None


class Taken(NamedTuple):
    """A portion that was appended: the new end, and the tournament there.

    `position` is that of the log, None if all events had been here.
    """

    end: FollowerEnd
    stream: Stream
    position: int | None


class Intake(Protocol):
    """The entry for what was decided in another log."""

    async def take(self, tournament: str, portion: Portion) -> FollowerEnd:
        """Append what is missing of a portion, durably; return the end of the tournament.

        Raises:
            PortionRefused: it is not appended.
            StoreUnavailable: nothing was written, or it is unknown; it may be sent again.
        """


# The sender


def portions_after(
    events: Sequence[Recorded], after: End, log_id: str, place: str
) -> Iterator[Portion]:
    """Yield the events after an end in portions of whole commands, still without people."""
    waiting: list[Recorded] = []
    for _, group in groupby(events, key=attrgetter("command_id")):
        of_command = tuple(group)
        is_full = len(waiting) + len(of_command) > EVENTS_MAX
        if waiting and (is_full or _size(waiting) + _size(of_command) > PORTION_BYTES_AIMED):
            portion = _portion(waiting, after, log_id, place)
            yield portion
            after, waiting = end_of(waiting[-1]), []
        waiting += of_command
    if waiting:
        yield _portion(waiting, after, log_id, place)


def _size(events: Iterable[Recorded]) -> int:
    return sum(len(each.data) for each in events)


def _portion(events: Sequence[Recorded], after: End, log_id: str, place: str) -> Portion:
    archived = tuple(
        ArchivedEvent(
            **{**msgspec.structs.asdict(each), "data": msgspec.Raw(each.data)}
            | {"hash": each.hash.hex()}
        )
        for each in events
    )
    return Portion(log_id=log_id, place=place, after=after, events=archived)


def end_of(recorded: Recorded) -> End:
    """Return the end of a log whose last event this is."""
    return End(version=recorded.version, hash=recorded.hash.hex())


def commits(events: Iterable[Recorded]) -> frozenset[str]:
    """Return the commitments in events to people and texts."""
    found = (each.event for each in events)
    return frozenset(
        text for event in found for text in (event.person, *event.commitments()) if text
    )


def with_kept(portion: Portion, apart: PersonalData, wanted: frozenset[str]) -> Portion:
    """Return a portion with the people and texts of the commitments in it."""
    kept = (
        *(KeptLine(person=_sealed(each)) for each in apart.people if each.commitment in wanted),
        *(KeptLine(text=_sealed(each)) for each in apart.texts if each.commitment in wanted),
    )
    return msgspec.structs.replace(portion, kept=kept)


def _sealed(row: PersonRow | TextRow) -> SealedData:
    return SealedData(commitment=row.commitment, salt=row.salt.hex(), body=msgspec.Raw(row.body))


# The follower


def take_portion(
    ledger: Ledger, tournament: str, portion: Portion, known: Stream | None = None
) -> Taken:
    """Verify a portion and append what is missing here, in one transaction.

    `known` is the tournament as it is in memory, if it is.

    Raises:
        PortionRefused: it is not appended.
        VersionConflict: somebody else appended meanwhile.
        StoreUnavailable: the store did not answer; the portion may be sent again.
    """
    log_id = ledger.log_id()
    events = _events_of(tournament, portion)
    if portion.log_id == log_id:
        raise PortionRefused("same-log")
    here = ledger.heads([tournament]).get(tournament, EMPTY_HEAD)
    new = _new_events(ledger, tournament, here, portion, events)
    if here.version and new:
        _check_lead(here, portion)
    stream = _stream_here(ledger, tournament, here, known)
    if not new:
        return Taken(follower_end(log_id, here), stream, None)
    arriving = _Arriving(tournament, stream.state, _kept_in(portion))
    for recorded in new:
        arriving.take(recorded)
    arriving.check(events)
    led_from = led_from_after(arriving.state, log_id, f"{portion.log_id} {portion.place}")
    head = msgspec.structs.replace(head_after(here, new), led_from=led_from)
    appending = arriving.appending(new, here, head)
    if ledger.answers(first.key for first in appending.answers):
        raise PortionRefused("portion-unfit", version=new[0].version, why="split")
    position = ledger.append(appending)
    ahead = Stream(head=head, state=arriving.state)
    return Taken(follower_end(log_id, head), ahead, position)


def follower_end(log_id: str, head: StreamHead) -> FollowerEnd:
    """Return the end of a tournament as it is told to the log that leads it."""
    if head == EMPTY_HEAD:
        return FollowerEnd(log_id=log_id)
    end = End(version=head.version, hash=head.hash.hex())
    return FollowerEnd(log_id=log_id, end=end, led_by=head.led_by or log_id)


def _events_of(tournament: str, portion: Portion) -> tuple[Recorded, ...]:
    """Return the events of a portion, verified from its beginning.

    Raises:
        PortionRefused: `portion-unfit`.
    """
    first = portion.after.version + 1
    well_formed = (
        IDENTIFIER.fullmatch(tournament),
        LOG_ID.fullmatch(portion.log_id),
        PLACE.fullmatch(portion.place),
        HASH.fullmatch(portion.after.hash),
        first > 0,
        len({each.command_id for each in portion.events}) == 1 or len(portion.events) <= EVENTS_MAX,
    )
    if not all(well_formed):
        raise PortionRefused("portion-unfit", version=first, why="form")
    for event in portion.events:
        data = bytes(event.data)
        is_object = data.startswith(b"{") and b"\n" not in data and not is_too_deep(data)
        if not is_object or not HASH.fullmatch(event.hash):
            raise PortionRefused("portion-unfit", version=event.version, why="form")
        if event.stream_id != stream_of(tournament):
            raise PortionRefused("portion-unfit", version=event.version, why="other-tournament")
    events = tuple(recorded_of(event) for event in portion.events)
    faults = verify(events, previous=bytes.fromhex(portion.after.hash), after=portion.after.version)
    if faults:
        raise PortionRefused("portion-unfit", version=faults[0].version, why=faults[0].code)
    return events


def _new_events(
    ledger: Ledger,
    tournament: str,
    here: StreamHead,
    portion: Portion,
    events: tuple[Recorded, ...],
) -> tuple[Recorded, ...]:
    """Return the events of a portion that are not here; those before them are the same here.

    Raises:
        PortionRefused: `follower-diverged`; `common` is the last version known to be the same in
            both logs, 0 if none is.
    """
    after = portion.after
    sent = {
        after.version: bytes.fromhex(after.hash),
        **{each.version: each.hash for each in events},
    }
    ours = _hashes_here(ledger, tournament, here, after.version)
    both = sorted(sent.keys() & ours.keys())
    same = [version for version in both if sent[version] == ours[version]]
    if len(same) < len(both) or not both:
        there = end_of(events[-1]) if events else after
        raise PortionRefused(
            "follower-diverged",
            here=End(version=here.version, hash=here.hash.hex()).written,
            there=there.written,
            common=same[-1] if same else 0,
        )
    return tuple(each for each in events if each.version > here.version)


def _hashes_here(ledger: Ledger, tournament: str, here: StreamHead, first: int) -> dict[int, bytes]:
    """Return the hashes by version from a version on, 0 being the beginning."""
    if first >= here.version:
        return {here.version: here.hash}
    hashes = {each.version: each.hash for each in ledger.events(tournament, max(first - 1, 0))}
    return hashes if first else {0: GENESIS, **hashes}


def _check_lead(here: StreamHead, portion: Portion) -> None:
    """Check that the sender leads the tournament.

    Raises:
        PortionRefused: `led-here`, or `led-elsewhere` by a third log.
    """
    if not here.led_from:
        raise PortionRefused("led-here", here=f"v{here.version}")
    if here.led_by != portion.log_id:
        raise PortionRefused(LedElsewhere.code, place=place_in(here.led_from))


def _stream_here(ledger: Ledger, tournament: str, here: StreamHead, known: Stream | None) -> Stream:
    """Return the tournament as it is here, folded from what is in memory where that is a part."""
    stream = EMPTY_STREAM if known is None else known
    if stream.head.version == here.version and stream.head.hash == here.hash:
        return Stream(head=here, state=stream.state)
    if stream.head.version >= here.version:  # the database was restored from a backup
        stream = EMPTY_STREAM
    events = ledger.events(tournament, stream.head.version)
    faults = verify(events, previous=stream.head.hash, after=stream.head.version)
    if faults:
        raise DamagedLog(faults[0].version)
    state = stream.state
    for recorded in events:
        state = evolve(state, recorded.fact)
    return Stream(head=here, state=state)


def _kept_in(portion: Portion) -> dict[str, Redacted]:
    """Return the people and texts of a portion by commitment.

    Raises:
        PortionRefused: `portion-unfit`: one does not fit its commitment.
    """
    found: dict[str, Redacted] = {}
    for line in portion.kept:
        try:
            kept = kept_on(line)
        except (msgspec.DecodeError, RecursionError, ValueError) as error:
            raise _unfit_people(portion) from error
        if kept is None or len(kept.body) > KEPT_LINE_MAX:
            raise _unfit_people(portion)
        found[kept.commitment] = kept
    return found


def _unfit_people(portion: Portion) -> PortionRefused:
    return PortionRefused("portion-unfit", version=portion.after.version + 1, why="people")


class _Arriving:
    """The events of a portion as they are folded, and the rows beside the log that they make."""

    def __init__(self, tournament: str, state: Tournament, kept: Mapping[str, Redacted]) -> None:
        self.state = state
        self._is_here = state.exists
        self._tournament = tournament
        self._kept = kept
        self._name = ""
        self._people: dict[str, PersonRow] = {}
        self._texts: dict[str, TextRow] = {}
        self._people_erased: dict[str, PersonalDataKey] = {}
        self._texts_erased: dict[str, PersonalDataKey] = {}

    def take(self, recorded: Recorded) -> None:
        """Fold an event, and collect its rows.

        Raises:
            PortionRefused: `portion-unfit`: this Planilla cannot read or fold it.
        """
        try:
            fact = recorded.fact
            self.state = evolve(self.state, fact)
        except (UnknownEvent, msgspec.DecodeError, *FOLD_ERRORS) as error:
            raise PortionRefused("portion-unfit", version=recorded.version, why="unfit") from error
        event, of = fact.event, self._tournament
        self._name = name_in(event) or self._name
        for person in people_in(of, event, self._kept):
            self._people_erased.pop(person.entrant, None)
            self._people[person.entrant] = person
        self._texts.update({text.commitment: text for text in texts_in(of, event, self._kept)})
        for erased in people_erased_by(of, event):
            self._people.pop(erased.key, None)
            self._people_erased[erased.key] = erased
        for erased in texts_erased_by(of, event):
            self._texts.pop(erased.key, None)
            self._texts_erased[erased.key] = erased

    def check(self, events: Sequence[Recorded]) -> None:
        """Check that the tournament exists, and that `events` commit to all that came with them.

        Raises:
            PortionRefused: `portion-unfit`.
        """
        is_named = self.state.exists and bool(self._name or self._is_here)
        if not is_named or self._kept.keys() - commits(events):
            why = "people" if is_named else "unfit"
            raise PortionRefused("portion-unfit", version=self.state.version, why=why)

    def appending(self, new: Sequence[Recorded], here: StreamHead, head: StreamHead) -> Appending:
        """Return everything that one transaction writes."""
        advance = Advance(
            tournament=self._tournament,
            name=self._name,
            before=here,
            head=head,
            listed=listed_of(self.state),
            created_at=new[0].recorded_at,
        )
        return Appending(
            events=tuple(new),
            streams=(advance,),
            answers=tuple(_answers(self._tournament, new)),
            people=tuple(self._people.values()),
            texts=tuple(self._texts.values()),
            people_erased=tuple(self._people_erased.values()),
            texts_erased=tuple(self._texts_erased.values()),
        )


def _answers(tournament: str, events: Sequence[Recorded]) -> Iterator[FirstAnswer]:
    """Yield the answers to the commands of events; their bodies are unknown here."""
    kinds: dict[str, list[Recorded]] = {}
    for recorded in events:
        kinds.setdefault(recorded.command_id, []).append(recorded)
    for command_id, of_command in kinds.items():
        last = of_command[-1]
        yield FirstAnswer(
            command_id=command_id,
            tournament=tournament,
            fingerprint=b"",
            answered_at=last.recorded_at,
            answer=Answer(
                status="done",
                version=last.version,
                events=tuple(each.type for each in of_command),
            ),
        )
