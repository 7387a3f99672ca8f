"""What parts two states of one tournament for its players: places, tie-breaks, Elo, prizes.

Both states are given; who made the second, a correction, a preview or a what-if, is of no concern
here. Law: `consequences(state, state)` names nobody.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from planilla.audit.holdings import ratings_of, rows_of
from planilla.audit.prize_effect import PrizeEffect, prizes_between
from planilla.domain.pairing.masnou import POINTS_UNIT
from planilla.domain.ratings.rated import PlayerRating
from planilla.domain.scoring import system_of
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.events import Stage
from planilla.domain.tournament.hall.ranking import ranking
from planilla.domain.tournament.hall.state import Hall
from planilla.domain.tournament.qualifying import places_of, stage_of
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId


class ValueChange(msgspec.Struct, frozen=True, kw_only=True):
    """A tie-break of one entrant before and after, as the standings show it.

    The values are exact, a whole number or a fraction (`29/2`); "" where it was not asked, or is
    not among the tie-breaks.
    """

    code: str
    before: str
    after: str


class PlaceChange(msgspec.Struct, frozen=True, kw_only=True):
    """One entrant in both standings; a rank is None where they are not in them.

    Points are in units of one `unit`-th of a point (see `Consequences`); `tiebreaks` holds those
    that differ, in their order.
    """

    entrant: EntrantId
    rank_before: int | None
    rank_after: int | None
    points_before: int
    points_after: int
    tiebreaks: tuple[ValueChange, ...]

    @property
    def moves(self) -> bool:
        """Whether the place is another one."""
        return self.rank_before != self.rank_after


class EloChange(msgspec.Struct, frozen=True, kw_only=True):
    """The variation by the event of one rated entrant, before and after, in hundredths."""

    entrant: EntrantId
    before: int
    after: int


class FirstRating(msgspec.Struct, frozen=True, kw_only=True):
    """The first rating of one who had none, in whole points; None where they get none."""

    entrant: EntrantId
    before: int | None
    after: int | None


class QualifyingChange(msgspec.Struct, frozen=True, kw_only=True):
    """Who comes into the first `top` places and who leaves them, each in order of rank.

    Who shares the last of these places is within them. They are those that qualify for `stage` in
    the tournament; None where somebody asked for others. 0 where no place qualifies any more.
    """

    top: int
    into: tuple[EntrantId, ...]
    out: tuple[EntrantId, ...]
    stage: Stage | None = None


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that differs between two states for the players, one `unit` for all points.

    `places` are those of whom rank, points or a tie-break differs, the best new rank first, who is
    out of the standings last. `elo` and `first_ratings` are in order of entry. `prizes` is None
    where there are none in either state, `qualifying` where no place qualifies and none was asked.
    """

    unit: int
    places: tuple[PlaceChange, ...]
    elo: tuple[EloChange, ...]
    prizes: PrizeEffect | None
    qualifying: QualifyingChange | None
    first_ratings: tuple[FirstRating, ...] = ()

    @property
    def moved(self) -> tuple[PlaceChange, ...]:
        """Those whose rank is another one."""
        return tuple(change for change in self.places if change.moves)

    @property
    def is_nothing(self) -> bool:
        """Whether nobody has anything else than before."""
        prizes = self.prizes is not None and self.prizes.changes
        qualifying = self.qualifying
        others = qualifying is not None and (qualifying.into or qualifying.out)
        return not (self.places or self.elo or self.first_ratings or prizes or others)


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the standings as it is compared: the tie-breaks by code, as they are shown."""

    rank: int
    points: int
    values: Mapping[str, str]


def consequences(before: Tournament, after: Tournament, *, top: int = 0) -> Consequences:
    """What is other in `after` than in `before`, for everybody who is in either.

    Also who comes into the places that qualify and who leaves them: those of the tournament, in
    each state its own, or with `top` the first so many.
    """
    unit_before, unit = unit_of(before), unit_of(after)
    was, will = placed(before), placed(after)
    elo_before, elo_after = ratings_of(before), ratings_of(after)
    return Consequences(
        unit=unit,
        places=_places(was, will, Fraction(unit, unit_before)),
        elo=tuple(_elo(elo_before, elo_after)),
        prizes=prizes_between(before, after),
        qualifying=_qualifying(_within(before, was, top), _within(after, will, top), after, top),
        first_ratings=tuple(_first_ratings(elo_before, elo_after)),
    )


def placed(state: Tournament) -> dict[EntrantId, Placed]:
    """The standings by entrant, best first; empty before there is a tournament."""
    if not state.exists:
        return {}
    return _placed_in_hall(state.hall) if state.hall is not None else _placed_by_points(state)


def _placed_in_hall(hall: Hall) -> dict[EntrantId, Placed]:
    codes = [code.value for code in hall.rules.tiebreaks]
    return {
        row.entrant: Placed(
            rank=row.place,
            points=row.points,
            values={
                code: "" if value is None else str(value)
                for code, value in zip(codes, row.values, strict=True)
            },
        )
        for row in ranking(hall)
    }


def _placed_by_points(state: Tournament) -> dict[EntrantId, Placed]:
    found = rows_of(state)
    return {
        entrant: Placed(
            rank=row.rank,
            points=row.points,
            values={
                code: "" if value is None else str(value)
                for code, value in zip(found.codes, row.values, strict=True)
            },
        )
        for entrant, row in found.rows.items()
    }


def unit_of(state: Tournament) -> int:
    """How many units of its points a point has."""
    if not state.exists:
        return 1
    return POINTS_UNIT if state.hall is not None else system_of(for_standings(state)).unit


def _places(
    was: Mapping[EntrantId, Placed], will: Mapping[EntrantId, Placed], scale: Fraction
) -> tuple[PlaceChange, ...]:
    gone = [entrant for entrant in was if entrant not in will]
    found = (_place(entrant, was, will, scale) for entrant in (*will, *gone))
    return tuple(
        change
        for change in found
        if change.moves or change.points_before != change.points_after or change.tiebreaks
    )


def _place(
    entrant: EntrantId,
    was: Mapping[EntrantId, Placed],
    will: Mapping[EntrantId, Placed],
    scale: Fraction,
) -> PlaceChange:
    """Points of before are brought to the unit of after, where it is another one."""
    before, after = was.get(entrant), will.get(entrant)
    points = 0 if before is None else before.points * scale
    values_before: Mapping[str, str] = {} if before is None else before.values
    values_after: Mapping[str, str] = {} if after is None else after.values
    return PlaceChange(
        entrant=entrant,
        rank_before=None if before is None else before.rank,
        rank_after=None if after is None else after.rank,
        points_before=int(points),
        points_after=0 if after is None else after.points,
        tiebreaks=tuple(
            ValueChange(
                code=code, before=values_before.get(code, ""), after=values_after.get(code, "")
            )
            for code in dict.fromkeys((*values_after, *values_before))
            if values_before.get(code, "") != values_after.get(code, "")
        ),
    )


def _elo(
    was: Mapping[EntrantId, PlayerRating], will: Mapping[EntrantId, PlayerRating]
) -> Iterator[EloChange]:
    for entrant in dict.fromkeys((*was, *will)):
        before, after = (
            each[entrant].change if entrant in each and each[entrant].rating else 0
            for each in (was, will)
        )
        if before != after:
            yield EloChange(entrant=entrant, before=before, after=after)


def _first_ratings(
    was: Mapping[EntrantId, PlayerRating], will: Mapping[EntrantId, PlayerRating]
) -> Iterator[FirstRating]:
    for entrant in dict.fromkeys((*was, *will)):
        before, after = (
            each[entrant].rating_after if entrant in each and not each[entrant].rating else None
            for each in (was, will)
        )
        if before != after:
            yield FirstRating(entrant=entrant, before=before, after=after)


def _within(
    state: Tournament, rows: Mapping[EntrantId, Placed], top: int
) -> tuple[EntrantId, ...] | None:
    """Who is among the places that qualify; None where none does."""
    places = places_of(state, top)
    if not places:
        return None
    return tuple(entrant for entrant, row in rows.items() if row.rank <= places)


def _qualifying(
    was: tuple[EntrantId, ...] | None,
    will: tuple[EntrantId, ...] | None,
    after: Tournament,
    top: int,
) -> QualifyingChange | None:
    if was is None and will is None:
        return None
    before, now = was or (), will or ()
    return QualifyingChange(
        top=places_of(after, top),
        into=tuple(entrant for entrant in now if entrant not in before),
        out=tuple(entrant for entrant in before if entrant not in now),
        stage=stage_of(after, top),
    )
