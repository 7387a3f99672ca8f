"""Qualifying places: the first places of the standings, as many as were set.

Places are counted as the standings show them, after all tie-breaks: with ranks 1, 2, 3, 3, 5 and
three places, four entrants are within. Entrants whom no tie-break separates share the last place;
the regulations of the next stage decide which of them qualify. A place is not passed on if its
holder may not or does not want to take it. `docs/rules/qualifying.md`.
"""

from collections.abc import Sequence
from typing import ClassVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from planilla.domain.tournament.command import ConfirmFirst, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.entrants import ENTRANTS_MAX
from planilla.domain.tournament.event import Audience, Event, Topic
from planilla.domain.tournament.refusal import Unacceptable
from planilla.domain.tournament.state import Folds, Tournament
from planilla.domain.tournament.values import QualifyingPlaces, Stage

# Commands


class SetQualifyingPlaces(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Set how many of the first places qualify, and for what; 0: none."""

    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PLAYED
    allowed_in_what_if: ClassVar[bool] = True

    places: int
    stage: Stage = Stage.NEXT


# Events


class QualifyingPlacesSet(QualifyingPlaces, Event, frozen=True, kw_only=True, tag=True):
    """The number of qualifying places of the final standings was set; 0: none.

    It replaces an earlier number.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
    editable_in_what_if: ClassVar[bool] = True

    in_stage: int | UnsetType = UNSET

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.places else ".none"


# Refusals


class QualifyingPlacesOutOfRange(Unacceptable):
    """No tournament has so many places, or fewer than none."""

    places: int
    smallest: int
    largest: int


# Rules


class Cut(msgspec.Struct, frozen=True, kw_only=True):
    """The line in standings, best first: below row `after`, counted from 0.

    `places` are those that were set; `sharing` entrants share the last rank above the line and are
    more than the places left for them, which are `left`. Both are 0 if everybody has a place.
    """

    places: int
    after: int
    sharing: int = 0
    left: int = 0

    @property
    def within(self) -> int:
        """The number of entrants above the line."""
        return self.after + 1


def places_of(state: Tournament, asked: int = 0) -> int:
    """Return the number of qualifying places: the requested one, or the tournament's; 0: none."""
    if asked or state.qualifying is None:
        return asked
    return state.qualifying.places


def stage_of(state: Tournament, asked: int = 0) -> Stage | None:
    """Return the stage that the places lead to; None without places, or if others are requested."""
    return None if asked or state.qualifying is None else state.qualifying.stage


def cut_of(ranks: Sequence[int], places: int) -> Cut | None:
    """Return the line in standings with these ranks, best first.

    None where no place qualifies, and where there are no more entrants than places.
    """
    if not 0 < places < len(ranks):
        return None
    within = sum(rank <= places for rank in ranks)
    if within <= places:
        return Cut(places=places, after=within - 1)
    last = ranks[within - 1]
    return Cut(places=places, after=within - 1, sharing=ranks.count(last), left=places - (last - 1))


def set_qualifying_places(
    state: Tournament, command: SetQualifyingPlaces, _: DecisionContext
) -> tuple[Event, ...]:
    """Set the number of places, which may exceed the present number of entrants."""
    if not 0 <= command.places <= ENTRANTS_MAX:
        raise QualifyingPlacesOutOfRange(places=command.places, smallest=0, largest=ENTRANTS_MAX)
    wanted = QualifyingPlacesSet(places=command.places, stage=command.stage)
    none_still = not command.places and not places_of(state)
    return () if none_still or wanted == state.qualifying else (wanted,)


RULES: Rules = {
    SetQualifyingPlaces: set_qualifying_places,
}


# Folds


FOLDS: Folds = {
    QualifyingPlacesSet: lambda state, event, _: replace(
        state, qualifying=event if event.places else None
    ),
}
