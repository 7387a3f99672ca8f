"""An archive appended to another log: the same versions, hashes and event ids.

It is read twice: once to verify every byte and to see that its events can be folded, then to append
them, a slice in each transaction. If the tournament exists already, its events must be the first
ones of the archive; then the rest is appended, so that an interrupted import continues.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from planilla.application.archive_people import CannotTakeIn, kept_in
from planilla.application.envelope import Answer, Recorded
from planilla.application.ledger import (
    EMPTY_HEAD,
    Advance,
    Appending,
    FirstAnswer,
    Ledger,
    PersonRow,
    StreamHead,
    TextRow,
)
from planilla.application.recording import (
    head_after,
    led_from_after,
    listed_of,
    name_in,
    people_erased_by,
    people_in,
    stream_of,
    texts_erased_by,
    texts_in,
)
from planilla.application.redaction import IDENTIFIER, Redacted
from planilla.audit.archive import ArchivedEvent, ArchiveForm, Beginning, Withheld
from planilla.audit.archive_check import NOTHING_EXPECTED, ArchiveReading, Expected
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import UnknownEvent
from planilla.domain.tournament.state import INITIAL, Tournament

SLICE = 500
"""Events of a transaction."""

FOLD_ERRORS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of folding events that no rule can lead to: the events were made up."""

OpenLines = Callable[[], Iterable[bytes]]
"""The lines of the archive, from the first on each time it is called."""


class TakenIn(msgspec.Struct, frozen=True, kw_only=True):
    """The result: the versions after `before` up to `version`, and the personal data."""

    tournament: str
    before: int
    version: int
    people: int
    texts: int


def take_in(
    ledger: Ledger,
    open_lines: OpenLines,
    *,
    expected: Expected = NOTHING_EXPECTED,
    people: Iterable[bytes] = (),
) -> TakenIn:
    """Verify an archive and append the events that are missing here.

    People and texts come from the lines of a second file and must fit the commitments in the
    events; what is kept here already, or was erased here, stays as it is.

    Raises:
        ArchiveFault: it is not what was written; nothing was appended.
        CannotTakeIn: it does not fit here; nothing was appended.
        VersionConflict: somebody else appended meanwhile, or an event of this id is here.
        StoreUnavailable: the store did not answer; the same import goes on where it ended.
    """
    seen = _read(
        open_lines, lambda name: ledger.heads([name]).get(name, EMPTY_HEAD), expected, people
    )
    tournament, here = seen.tournament, seen.here
    _append(ledger, open_lines(), seen)
    people_rows, text_rows = _keep_apart(ledger, seen)
    return TakenIn(
        tournament=tournament,
        before=here.version,
        version=seen.version,
        people=len(people_rows),
        texts=len(text_rows),
    )


class Foreseen(msgspec.Struct, frozen=True, kw_only=True):
    """The preview of an import: the versions after `before` up to `version` would be appended.

    `was` is the tournament that is here, None where there is none; `will` is it at the end, `names`
    what the people of the second file are called, by entrant.
    """

    tournament: str
    before: int
    version: int
    was: Tournament | None
    will: Tournament
    names: Mapping[str, str]


def foreseen(
    head_of: Callable[[str], StreamHead],
    open_lines: OpenLines,
    *,
    expected: Expected = NOTHING_EXPECTED,
    people: Iterable[bytes] = (),
) -> Foreseen:
    """Return the effect of `take_in`, not done; `head_of` gives the end of a tournament.

    Raises:
        ArchiveFault, CannotTakeIn: as `take_in` would.
    """
    seen = _read(open_lines, head_of, expected, people)
    return Foreseen(
        tournament=seen.tournament,
        before=seen.here.version,
        version=seen.version,
        was=seen.was,
        will=seen.state,
        names=seen.names,
    )


def _read(
    open_lines: OpenLines,
    head_of: Callable[[str], StreamHead],
    expected: Expected,
    people: Iterable[bytes],
) -> "_Seen":
    """The first reading: every byte verified, every event folded, and all of it fits here."""
    kept = kept_in(people)
    reading = ArchiveReading(open_lines(), expected)
    tournament = _tournament_of(reading.beginning)
    here = head_of(tournament)
    seen = _Seen(tournament, kept, here)
    for event in reading.events():
        seen.see(recorded_of(event))
        if event.version == here.version:
            if bytes.fromhex(event.hash) != here.hash:
                raise CannotTakeIn("other-history", tournament=tournament, version=event.version)
            seen.was = seen.state
    seen.check()
    if seen.version < here.version:
        raise CannotTakeIn("more-here", tournament=tournament, version=here.version)
    return seen


class _Seen:
    """The findings of the first reading: the name of the tournament, and its rows beside the log.

    `was` is its state at the end of what is `here`, None where nothing is.
    """

    def __init__(self, tournament: str, kept: Mapping[str, Redacted], here: StreamHead) -> None:
        self.tournament = tournament
        self.here = here
        self.was: Tournament | None = None
        self.state = INITIAL
        self.name = ""
        self.version = 0
        self.hashes: list[bytes] = []
        self.commands: dict[str, list[Recorded]] = {}
        self.people: dict[str, PersonRow] = {}
        self.texts: dict[str, TextRow] = {}
        self._kept = kept

    @property
    def names(self) -> dict[str, str]:
        """The names of the people of the second file, by entrant."""
        persons = {
            entrant: self._kept[row.commitment].person for entrant, row in self.people.items()
        }
        return {entrant: each.name for entrant, each in persons.items() if each is not None}

    def see(self, recorded: Recorded) -> None:
        """Fold an event, and find what it commits to."""
        try:
            fact = recorded.fact
            self.state = evolve(self.state, fact)
        except (UnknownEvent, msgspec.DecodeError, *FOLD_ERRORS) as error:
            raise CannotTakeIn("unfit", version=recorded.version, type=recorded.type) from error
        self.version = recorded.version
        self.hashes.append(recorded.hash)
        slim = msgspec.structs.replace(recorded, data=b"")
        self.commands.setdefault(recorded.command_id, []).append(slim)
        self.name = self.name or name_in(fact.event) or ""
        if not self.name:
            raise CannotTakeIn("no-tournament")
        if fact.event.person:  # the one before it is not kept any more
            self.people.pop(fact.event.entrant or "", None)
        for person in people_in(self.tournament, fact.event, self._kept):
            self.people[person.entrant] = person
        for text in texts_in(self.tournament, fact.event, self._kept):
            self.texts[text.commitment] = text
        for erased in people_erased_by(self.tournament, fact.event):
            self.people.pop(erased.key, None)
        for erased in texts_erased_by(self.tournament, fact.event):
            self.texts.pop(erased.key, None)

    def check(self) -> None:
        """Everything in the second file belongs to this archive."""
        fitting = {row.commitment for row in self.people.values()} | self.texts.keys()
        for commitment in self._kept:
            if commitment not in fitting:
                raise CannotTakeIn("people-of-another", commitment=commitment[:16])


def _tournament_of(found: Beginning) -> str:
    if found.form is not ArchiveForm.FULL:
        raise CannotTakeIn("public-form")
    tournament = found.stream_id.removeprefix(stream_of(""))
    if found.stream_id != stream_of(tournament) or not IDENTIFIER.fullmatch(tournament):
        raise CannotTakeIn("no-tournament")
    return tournament


def _append(ledger: Ledger, lines: Iterable[bytes], seen: _Seen) -> None:
    """Append the events after those that are here, each slice in a transaction of its own.

    The first event goes alone, so that the tournament is as old as it is. What an event forgets is
    forgotten with it.
    """
    here = seen.here
    rest = (each for each in _same(lines, seen) if each.version > here.version)
    count = SLICE if here.version else 1
    while slice_ := tuple(itertools.islice(rest, count)):
        answers = _answers(slice_, seen)
        known = ledger.answers(first.key for first in answers)
        appending = _appending(slice_, here, seen, ledger.log_id())
        new = tuple(first for first in answers if first.key not in known)
        ledger.append(msgspec.structs.replace(appending, answers=new))
        here, count = appending.streams[0].head, SLICE


def _same(lines: Iterable[bytes], seen: _Seen) -> Iterator[Recorded]:
    """Yield the events of the second reading, which must be those of the first.

    Raises:
        CannotTakeIn: `changed`.
    """
    for event in map(recorded_of, ArchiveReading(lines).events()):
        if [event.hash] != seen.hashes[event.version - 1 : event.version]:
            raise CannotTakeIn("changed", version=event.version)
        yield event


def _appending(slice_: Sequence[Recorded], here: StreamHead, seen: _Seen, log_id: str) -> Appending:
    of = seen.tournament
    led_from = led_from_after(seen.state, log_id, here.led_from)
    head = msgspec.structs.replace(head_after(here, slice_), led_from=led_from)
    events = [recorded.event for recorded in slice_]
    return Appending(
        events=tuple(slice_),
        streams=(
            Advance(
                tournament=of,
                name=seen.name,
                before=here,
                head=head,
                listed=listed_of(seen.state),
            ),
        ),
        answers=(),
        people=(),
        texts=(),
        people_erased=tuple(key for event in events for key in people_erased_by(of, event)),
        texts_erased=tuple(key for event in events for key in texts_erased_by(of, event)),
    )


def _answers(slice_: Sequence[Recorded], seen: _Seen) -> tuple[FirstAnswer, ...]:
    """Return answers for the commands whose last event is in the slice, made from the events.

    Their bodies are unknown, so their fingerprint is empty: a command sent again is refused because
    its id was used.
    """
    ends = {each.version for each in slice_}
    found = {each.command_id: seen.commands[each.command_id] for each in slice_}
    return tuple(
        FirstAnswer(
            command_id=command_id,
            tournament=seen.tournament,
            fingerprint=b"",
            answered_at=recorded[-1].recorded_at,
            answer=Answer(
                status="done",
                version=recorded[-1].version,
                events=tuple(each.type for each in recorded),
            ),
        )
        for command_id, recorded in found.items()
        if recorded[-1].version in ends
    )


def _keep_apart(ledger: Ledger, seen: _Seen) -> tuple[tuple[PersonRow, ...], tuple[TextRow, ...]]:
    """Keep what this database has not kept, nor erased."""
    known = (
        ledger.personal_data_known(seen.tournament) if seen.people or seen.texts else frozenset()
    )
    people = tuple(row for row in seen.people.values() if row.entrant not in known)
    texts = tuple(row for row in seen.texts.values() if row.commitment not in known)
    if people or texts:
        ledger.append(Appending(events=(), streams=(), answers=(), people=people, texts=texts))
    return people, texts


def recorded_of(event: ArchivedEvent | Withheld) -> Recorded:
    """Return the event as it goes into the log, not yet placed."""
    assert isinstance(event, ArchivedEvent), "the full form withholds nothing"
    fields = msgspec.structs.asdict(event)
    data, hash_ = bytes(event.data), bytes.fromhex(event.hash)
    return Recorded(**{**fields, "position": 0, "data": data, "hash": hash_})
