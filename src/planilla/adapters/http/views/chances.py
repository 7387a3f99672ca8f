"""Chances of places and prizes while games are open, as figures and as bars."""

from dataclasses import dataclass
from fractions import Fraction

from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.prizes.chances import Chance, Chances
from planilla.domain.prizes.outcomes import Likelihood
from planilla.domain.tournament.qualifying import places_of
from planilla.presentation.figures import money, percentage

PLACES_SHOWN = 5
"""Columns of places; the bar holds all of them."""
BAR_WIDTH = 1000
WRITTEN_CHANCE_MIN = Fraction(1, 100)
"""Smallest chance that is written below the bar."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of a bar in thousandths of its width: one place."""

    place: int
    x: int
    width: int
    label: str


@dataclass(frozen=True, kw_only=True)
class ChanceRow:
    """One player: the chance of each place shown, the bar, and the prize to be expected.

    `qualifies` is the chance to qualify, "" where no place does.
    """

    entrant: str
    name: str
    places: tuple[str, ...]
    exact: tuple[str, ...]
    bar: tuple[Part, ...]
    qualifies: str
    prize: str


@dataclass(frozen=True, kw_only=True)
class ChanceWords:
    """The whole table: how it was worked out, the places shown, those that qualify; the players."""

    note: str
    places: tuple[int, ...]
    qualifying: int
    rows: tuple[ChanceRow, ...]


def chances_of(
    page: TournamentPage, found: Chances, currency: str, games: int, likelihood: Likelihood
) -> ChanceWords:
    """The chances in words; who may expect nothing and reaches no place shown is left out."""
    depth = max((len(chance.places) for chance in found.by_seat.values()), default=0)
    places = tuple(range(1, min(depth, PLACES_SHOWN) + 1))
    return ChanceWords(
        note=note_of(page, found, games, likelihood),
        places=places,
        qualifying=places_of(page.state),
        rows=tuple(
            _row(page, seat, chance, currency, len(places))
            for seat, chance in found.by_seat.items()
        ),
    )


def note_of(page: TournamentPage, found: Chances, games: int, likelihood: Likelihood) -> str:
    """Return a sentence on the method by which chances were calculated."""
    if found.is_exact:
        return page.say(
            "page.prizes.chances.exact",
            games=games,
            outcomes=found.outcomes,
            likelihood=likelihood.value,
        )
    error = Fraction(found.place_error(Fraction(1, 2)), 10_000)
    return page.say(
        "page.prizes.chances.drawn",
        games=games,
        outcomes=found.outcomes,
        likelihood=likelihood.value,
        seed=0,
        error=percentage(page.language, error),
    )


def _row(page: TournamentPage, seat: int, chance: Chance, currency: str, shown: int) -> ChanceRow:
    entrant = page.entrant_at(seat)
    qualifying = places_of(page.state)
    qualifies = sum(chance.places[:qualifying], Fraction(0))
    return ChanceRow(
        entrant=entrant,
        name=page.name(entrant),
        places=tuple(
            percentage(page.language, each) if each else "–" for each in chance.places[:shown]
        ),
        exact=tuple(str(each) for each in chance.places[:shown]),
        bar=_bar(page, chance),
        qualifies=percentage(page.language, qualifies) if qualifying else "",
        prize=money(page.language, chance.amount, currency),
    )


def _bar(page: TournamentPage, chance: Chance) -> tuple[Part, ...]:
    parts = []
    sum_before = Fraction(0)
    for place, each in enumerate(chance.places, start=1):
        start = int(sum_before * BAR_WIDTH)
        sum_before += each
        if each >= WRITTEN_CHANCE_MIN:
            said = percentage(page.language, each)
            label = page.say("page.prizes.chances.bar", chance=said, place=place)
            width = int(sum_before * BAR_WIDTH) - start
            parts.append(Part(place=place, x=start, width=width, label=label))
    return tuple(parts)
