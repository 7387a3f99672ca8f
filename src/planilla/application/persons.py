"""Persons across the tournaments of this log: their public appearances, by FIDE id.

Names are kept apart for each tournament, so an erasure in one of them ends the appearance there.
Hidden tournaments, requests to enter, mistaken entries and people with reduced data appear nowhere.
"""

import re
from typing import NamedTuple

from planilla.application.envelope import Person
from planilla.application.integrity import Integrity
from planilla.application.ports import Log
from planilla.application.privacy import shown_to_all
from planilla.application.states import HistoryEntry, TournamentReader
from planilla.domain.tournament.state import Tournament, focused
from planilla.domain.vocabulary import EntrantId

FIDE_ID = re.compile(r"[1-9][0-9]{2,9}", re.ASCII)
APPEARANCES_MAX = 20
"""Most tournaments of a person that are shown, those of which something became public last."""


class Appearance(NamedTuple):
    """A person in a tournament: what is public of it, and the people as all may know them.

    `state` is of the last stage in which the person plays, `seen` are all facts.
    """

    tournament: str
    entrant: EntrantId
    state: Tournament
    seen: tuple[HistoryEntry, ...]
    people: dict[str, Person]

    @property
    def person(self) -> Person:
        """The person."""
        return self.people[self.entrant]


class AppearanceReader:
    """Reads the appearances of people."""

    def __init__(self, log: Log, readings: TournamentReader, integrity: Integrity) -> None:
        self._log = log
        self._readings = readings
        self._integrity = integrity

    async def of(self, fide_id: str) -> list[Appearance]:
        """Return the appearances of the person with a FIDE id, the last changed first.

        Their order and number follow from what is public, so what waits changes neither.
        """
        if not FIDE_ID.fullmatch(fide_id):
            return []
        found = await self._log.entered(fide_id)
        listed = await self._log.tournaments()  # what is public of one is no newer than it
        appearances: list[Appearance] = []
        for each in listed:
            is_full = len(appearances) == APPEARANCES_MAX
            if is_full and each.changed_at < appearances[-1].state.changed_at:
                break
            if each.hidden:
                continue
            for entrant in found.get(each.id, ()):
                appearance = await self._appearance(each.id, EntrantId(entrant), fide_id)
                if appearance is not None:
                    appearances.append(appearance)
            appearances = sorted(appearances, key=_last_changed_first)[:APPEARANCES_MAX]
        return appearances

    async def _appearance(
        self, tournament: str, entrant: EntrantId, fide_id: str
    ) -> Appearance | None:
        """Return an appearance; None where the public may not know of it."""
        if self._integrity.of(tournament) is not None:
            return None
        recorded = await self._readings.history(tournament)
        assert recorded is not None, "it is listed"
        people = shown_to_all(await self._log.people(tournament), recorded.staff)
        public = self._readings.as_public(recorded)
        state = stage_with(public.public, entrant)
        if state.entry(entrant) is None or entrant not in people:
            return None
        if people[entrant].fide_id != fide_id:
            return None
        return Appearance(tournament, entrant, state, public.visible(to_staff=False), people)


def _last_changed_first(appearance: Appearance) -> tuple[int, str, EntrantId]:
    return -appearance.state.changed_at, appearance.tournament, appearance.entrant


def stage_with(state: Tournament, entrant: EntrantId) -> Tournament:
    """Return the last stage with a published round in which somebody plays, or else the first."""
    stages = [focused(state, number) for number in range(state.stages, 1, -1)]
    played = (each for each in stages if each.entry(entrant) and each.has_begun)
    return next(played, state)
