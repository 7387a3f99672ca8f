"""Refusals about the places that qualify."""

from dataclasses import dataclass

from planilla.domain.tournament.refusals.refusal import Unacceptable


@dataclass(kw_only=True, eq=False)
class QualifyingPlacesOutOfRange(Unacceptable):
    """No tournament has so many places, or fewer than none."""

    code = "qualifying-places-out-of-range"
    places: int
    smallest: int
    largest: int
