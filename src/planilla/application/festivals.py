"""Festivals: how one is described, who is found in it or entered twice, and announcements to it.

The parts of a festival are the tournaments that say now that they belong to it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from planilla.application.envelope import Actor, Answer, Person, Submission
from planilla.application.integrity import Integrity
from planilla.application.permissions import may_see
from planilla.application.ports import CommandBus, Log, TournamentSummary
from planilla.application.privacy import shown_to_all
from planilla.application.roles import View
from planilla.application.states import History, HistoryEntry, TournamentReader
from planilla.domain.tournament.festival import FestivalJoined
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import Festival, PublicLevel
from planilla.domain.vocabulary import EntrantId
from planilla.formats.rating_list.names import search_key

PARTS_MAX = 24
"""Most tournaments of a festival that its pages show."""


class FestivalPart(NamedTuple):
    """A tournament of a festival, with the people in it that the reader may know.

    `version` is its last one, and `seen` are the facts that the reader may know. `described_at` is
    the position in the log of the fact that describes the festival in it. `recorded` is the state
    after all public facts, also those that wait: notices are public at once.
    """

    tournament: str
    state: Tournament
    people: Mapping[str, Person]
    version: int
    described_at: int
    seen: tuple[HistoryEntry, ...]
    recorded: Tournament


class PersonEntered(NamedTuple):
    """A person entered in a tournament of a festival."""

    tournament: str
    entrant: EntrantId
    person: Person


def described_at(history: History) -> int:
    """Return the position in the log of the last fact that made a tournament a part; 0 for none."""
    joined = (each for each in reversed(history.entries) if isinstance(each.event, FestivalJoined))
    last = next(joined, None)
    return 0 if last is None else last.position


def description_of(parts: Iterable[FestivalPart]) -> Festival:
    """Return the festival of some tournaments, at least one, as it was described last."""
    last = max(parts, key=lambda each: each.described_at)
    assert last.state.festival is not None, "it is a part"
    return last.state.festival


def people_in(part: FestivalPart) -> Iterator[PersonEntered]:
    """Yield the people who play in a tournament, in the order of its entrants.

    Of a tournament of teams they are the registered players. Who was withdrawn or expelled, or
    whose data were erased, is left out.
    """
    state = part.state
    entries = state.players if state.system.plays_in_teams else state.entrants
    for each in entries.values():
        person = part.people.get(each.id)
        if person is not None and each.out_from is None and not each.expelled:
            yield PersonEntered(part.tournament, each.id, person)


def found_by_name(parts: Iterable[FestivalPart], wanted: str) -> tuple[PersonEntered, ...]:
    """Return the people in whose names all words of a search occur; nobody for an empty one."""
    words = search_key(wanted).split()
    return tuple(
        each
        for part in parts
        for each in people_in(part)
        if words and all(word in search_key(each.person.name) for word in words)
    )


def entered_twice(parts: Sequence[FestivalPart]) -> tuple[tuple[PersonEntered, ...], ...]:
    """Return who seems to be entered in several tournaments at once, with all their entries.

    One FIDE id is one person. Who has none is taken for a person of the same name, unless several
    with different ids have it.
    """
    everybody = [each for part in parts for each in people_in(part)]
    ids: dict[str, set[str]] = {}
    for each in everybody:
        if each.person.fide_id:
            ids.setdefault(search_key(each.person.name), set()).add(each.person.fide_id)
    found: dict[str, list[PersonEntered]] = {}
    for each in everybody:
        name = search_key(each.person.name)
        known = ids.get(name, set())
        only = next(iter(known)) if len(known) == 1 else ""
        found.setdefault(each.person.fide_id or only or f"name {name}", []).append(each)
    return tuple(
        tuple(entries)
        for entries in found.values()
        if len({each.tournament for each in entries}) > 1
    )


class AnnouncedIn(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of one tournament to an announcement."""

    tournament: str
    answer: Answer


async def announce(
    bus: CommandBus, actor: Actor, command_id: str, notices: Iterable[tuple[str, Any]]
) -> tuple[AnnouncedIn, ...]:
    """Post a notice in several tournaments, and return the answer of each, in their order.

    `notices` has the body of `PostNotice` for each tournament. Each is decided for itself: one that
    is refused keeps no other from being posted. All have the same command id, so that an
    announcement that is sent again is posted only where it was not.

    Raises:
        StoreUnavailable: as `CommandBus.submit`; earlier ones may have been posted.
    """
    answers = []
    for tournament, body in notices:
        submission = Submission(
            tournament=tournament,
            name="post-notice",
            body=msgspec.json.encode(body),
            command_id=command_id,
            actor=actor,
        )
        answers.append(AnnouncedIn(tournament=tournament, answer=await bus.submit(submission)))
    return tuple(answers)


class FestivalReader:
    """Reads the tournaments of festivals, as an actor may see them."""

    def __init__(self, log: Log, readings: TournamentReader, integrity: Integrity) -> None:
        self._log = log
        self._readings = readings
        self._integrity = integrity

    async def lines(self, actor: Actor, festival: str) -> list[TournamentSummary]:
        """Return the tournaments of a festival that an actor may see, by name."""
        found = [
            each
            for each in await self._log.tournaments()
            if each.festival == festival
            if not each.hidden or may_see(actor, each.id, View.HIDDEN)
        ]
        return sorted(found, key=lambda each: (search_key(each.name), each.id))[:PARTS_MAX]

    async def parts(
        self,
        actor: Actor,
        festival: str,
        view: View | None = None,
        *,
        level: PublicLevel = PublicLevel.STANDINGS,
    ) -> list[FestivalPart]:
        """Return the tournaments of a festival as the public may see them, by name.

        They have what is public of a level. With a view they are those of which the actor may see
        it, with all facts and names. One whose log is damaged is left out.
        """
        lines = await self.lines(actor, festival)
        parts = [
            await self._part(each.id, actor, level, to_staff=view is not None)
            for each in lines
            if view is None or may_see(actor, each.id, view)
        ]
        return [each for each in parts if each is not None]

    async def are_all_seen(self, actor: Actor, festival: str, view: View) -> bool:
        """Return whether an actor may see a view of all tournaments of a festival, hidden too."""
        return all(
            may_see(actor, each.id, view)
            for each in await self._log.tournaments()
            if each.festival == festival
        )

    async def all(self, actor: Actor) -> Mapping[str, list[FestivalPart]]:
        """Return the tournaments of all festivals that an actor may see, by festival."""
        names = {each.festival for each in await self._log.tournaments() if each.festival}
        found = {each: await self.parts(actor, each) for each in sorted(names)}
        return {festival: parts for festival, parts in found.items() if parts}

    async def _part(
        self, tournament: str, actor: Actor, level: PublicLevel, *, to_staff: bool
    ) -> FestivalPart | None:
        if self._integrity.of(tournament) is not None:
            return None
        recorded = await self._readings.history(tournament)
        assert recorded is not None, "it is listed"
        is_ahead = may_see(actor, tournament, View.AHEAD)
        history = recorded if is_ahead else self._readings.as_public(recorded, level)
        people = await self._log.people(tournament)
        return FestivalPart(
            tournament=tournament,
            state=history.state(to_staff=to_staff),
            people=people if to_staff else shown_to_all(people, recorded.staff),
            version=history.version,
            described_at=described_at(history),
            seen=history.visible(to_staff=to_staff),
            recorded=recorded.public,
        )
