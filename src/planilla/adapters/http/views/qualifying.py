"""Qualifiers as a table with its line, and the chances while games are open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from planilla.adapters.http.views.tournament_page import TournamentPage, figure
from planilla.domain.tournament.entrants import ENTRANTS_MAX
from planilla.domain.tournament.qualifying import Cut, cut_of, places_of, stage_of
from planilla.domain.tournament.values import Stage
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.figures import percentage
from planilla.projections.qualifying import Contender, Qualification

BELOW_SHOWN = 5
"""Minimum of rows shown below the line, besides all who may still rise above it."""


@dataclass(frozen=True, kw_only=True)
class QualifyingRow:
    """A line of the table; `side` is the name of one of `projections.qualifying.Side`.

    `chance` is "" while none is told; `exact` the same as a fraction.
    """

    entrant: str
    name: str
    place: int
    points: str
    side: str
    said: str
    chance: str
    exact: str


@dataclass(frozen=True, kw_only=True)
class QualifyingWords:
    """The table: the rule, what is to be known of ties, and the rows above and below the line."""

    rule: str
    notes: tuple[str, ...]
    line: str
    within: tuple[QualifyingRow, ...]
    below: tuple[QualifyingRow, ...]
    is_final: bool
    has_chances: bool


@dataclass(frozen=True, kw_only=True)
class QualifyingLine:
    """The line below row `after` of the standings, from 0, in words.

    The text is another if the last places are shared (`is_tied`).
    """

    after: int
    is_tied: bool
    text: str


def qualifying_said(
    page: TournamentPage, found: Qualification, chances: Mapping[EntrantId, Fraction] | None = None
) -> QualifyingWords:
    """Return the table: below the line the first few, and all with a chance."""
    cut = found.cut
    above = len(found.entrants) if cut is None else cut.within
    known = chances or {}
    below = [
        each
        for place, each in enumerate(found.entrants[above:])
        if place < BELOW_SHOWN or each.entrant in known
    ]

    def row(each: Contender) -> QualifyingRow:
        chance = None if chances is None else known.get(each.entrant, Fraction(0))
        return QualifyingRow(
            entrant=each.entrant,
            name=page.name(each.entrant),
            place=each.rank,
            points=figure(each.points, found.unit),
            side=each.side.value,
            said=page.say(f"qualifying.{each.side.value}"),
            chance="" if chance is None else percentage(page.language, chance),
            exact="" if chance is None else str(chance),
        )

    return QualifyingWords(
        rule=page.say("qualifying.rule", places=found.places, stage=found.stage.value),
        notes=_notes(page, cut),
        line="" if cut is None else _line(page, cut),
        within=tuple(map(row, found.entrants[:above])),
        below=tuple(map(row, below)),
        is_final=found.is_final,
        has_chances=chances is not None,
    )


def places_parted(page: TournamentPage) -> int:
    """Return the number of qualifying places; 0 for none.

    It is 0 before the first pairings are published or a hall is opened.
    """
    has_begun = page.state.has_begun
    return places_of(page.state) if has_begun else 0


def line_of(page: TournamentPage, ranks: Sequence[int]) -> QualifyingLine | None:
    """The line in standings with these ranks, best first; None where there is none to draw."""
    cut = cut_of(ranks, places_parted(page))
    if cut is None:
        return None
    said = _line(page, cut)
    return QualifyingLine(after=cut.after, is_tied=bool(cut.sharing), text=said)


def _notes(page: TournamentPage, cut: Cut | None) -> tuple[str, ...]:
    if cut is None:
        return (page.say("qualifying.all"), page.say("qualifying.handed"))
    tied = page.say("qualifying.tied", sharing=cut.sharing, left=cut.left) if cut.sharing else ""
    return tuple(note for note in (tied, page.say("qualifying.handed")) if note)


def _line(page: TournamentPage, cut: Cut) -> str:
    key = "qualifying.line.tied" if cut.sharing else "qualifying.line"
    return page.say(key, places=cut.places, sharing=cut.sharing, left=cut.left)


def qualifying_desk(page: TournamentPage, typed: Mapping[str, str]) -> dict[str, Any]:
    """The fields of the page; `typed` is the form that was refused, empty where none was."""
    places, stage = places_of(page.state), stage_of(page.state)
    key = "qualifying.none" if stage is None else "qualifying.rule"
    return {
        "rule": page.say(key, places=places, stage=stage or ""),
        "places": typed.get("places", str(places)),
        "stage": typed.get("stage", stage or Stage.NEXT),
        "stages": tuple(each.value for each in Stage),
        "largest": ENTRANTS_MAX,
    }
