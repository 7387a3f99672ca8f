"""Two states of one tournament compared: places, tie-breaks, Elo, prizes, qualifying places.

Both states are given; who made the second, a correction, a preview or a what-if, is of no concern
here. Law: `consequences(state, state)` names nobody.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing import usual_of
from planilla.domain.pairing.masnou import POINTS_UNIT
from planilla.domain.ratings.rated import PlayerRating, changes
from planilla.domain.ratings.rules import RATING_RULES
from planilla.domain.scoring import system_of
from planilla.domain.standings import Standing, standings_of
from planilla.domain.tiebreaks.contest import contest_of
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.events import Stage
from planilla.domain.tournament.hall.ranking import ranking
from planilla.domain.tournament.hall.state import Hall
from planilla.domain.tournament.ladder import climb_of, for_ranking, is_ladder
from planilla.domain.tournament.qualifying import places_of, stage_of
from planilla.domain.tournament.rules.results import known_result, published_game
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.winnings import plan_of, winnings
from planilla.domain.vocabulary import EntrantId, GameId, GameResult

LADDER_TOTAL = "TOTAL"
"""Stands among the tie-breaks of a Keizer ladder, ahead of them: what it ranks by."""


class SnapshotRow(NamedTuple):
    """One entrant in the standings: points in the unit of the system, tie-breaks as they are shown.

    A tie-break is None where it was not asked.
    """

    rank: int
    points: int
    values: tuple[Fraction | None, ...]


class SnapshotRows(msgspec.Struct, frozen=True, kw_only=True):
    """The standings by entrant, best first, and the codes of their tie-breaks."""

    codes: tuple[str, ...]
    rows: Mapping[EntrantId, SnapshotRow]


class PrizeMoney(msgspec.Struct, frozen=True, kw_only=True):
    """What each winner of a prize gets, in the smallest unit of the currency."""

    currency: str
    amounts: Mapping[EntrantId, int]


def rows_of(state: Tournament) -> SnapshotRows:
    """The standings of a tournament by points, or of a ladder, whose total leads its tie-breaks."""
    contest = contest_of(for_ranking(state))
    tiebreaks, totals = state.announced.tiebreaks, _totals(state)

    def shown(row: Standing) -> tuple[Fraction | None, ...]:
        values = (
            None if value is None else tiebreak.shown(contest, value)
            for tiebreak, value in zip(tiebreaks, row.values, strict=True)
        )
        return (*totals[row.seat], *values) if totals else tuple(values)

    return SnapshotRows(
        codes=(*((LADDER_TOTAL,) if totals else ()), *state.tiebreaks),
        rows={
            state.order[row.seat]: SnapshotRow(row.rank, row.points, shown(row))
            for row in standings_of(contest, state.announced)
        },
    )


def _totals(state: Tournament) -> tuple[tuple[Fraction], ...]:
    """What a ladder ranks by, by seat; nothing in other systems."""
    if not is_ladder(state):
        return ()
    climb = climb_of(state)
    return tuple((Fraction(total, climb.unit),) for total in climb.totals)


def ratings_of(state: Tournament) -> dict[EntrantId, PlayerRating]:
    """What the games do to everybody's rating; nothing in a hall."""
    if not state.exists or state.hall is not None:
        return {}
    name = state.rating_rules
    rules = RATING_RULES.get(name) or RATING_RULES[usual_of(state.system).rating_rules]
    return {state.order[each.seat]: each for each in changes(for_standings(state), rules)}


def prize_money_of(state: Tournament) -> PrizeMoney | None:
    """The prizes as the standings would share them; None where none are announced."""
    plan = plan_of(state)
    if plan is None:
        return None
    amounts = winnings(state, plan).amounts
    return PrizeMoney(
        currency=plan.currency,
        amounts={state.order[seat]: amount for seat, amount in amounts.items()},
    )


class PrizeChange(msgspec.Struct, frozen=True, kw_only=True):
    """What one entrant wins as it stands, and what they would, in the smallest unit."""

    entrant: EntrantId
    before: int
    after: int


class PrizeEffect(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody whose prize would change, the one who wins most first; the changes may cancel out.

    `paid` tells that the prizes have been shared already.
    """

    currency: str
    changes: tuple[PrizeChange, ...]
    paid: bool


def prize_effect(
    state: Tournament, game: GameId, result: str, instead_of: str = ""
) -> PrizeEffect | None:
    """The effect on the prizes had `game` ended with `result`; None where there are no prizes.

    In a ladder neither: there one result changes all values.

    It is compared with the standings as they are, or as they were had it ended `instead_of`.

    Raises:
        NoSuchGame, RoundNotPublished: there is no such game to be seen.
        NoSuchResult: a result is none.
    """
    played, board = published_game(state, game)
    plan = plan_of(state)
    if plan is None or is_ladder(state):
        return None
    here = (played.number, board)
    crosstable = for_standings(state)
    before = _with(crosstable, here, known_result(instead_of)) if instead_of else crosstable
    was = winnings(state, plan, before).amounts
    would_be = winnings(state, plan, _with(crosstable, here, known_result(result))).amounts
    return PrizeEffect(
        currency=plan.currency,
        changes=changes_of(_by_entrant(state, was), _by_entrant(state, would_be), state.order),
        paid=state.prizes_shared is not None,
    )


def prizes_between(before: Tournament, after: Tournament) -> PrizeEffect | None:
    """What parts two states of a tournament in prizes; None where neither has any.

    Each is shared by its own plan, as its standings are.
    """
    was, will = prize_money_of(before), prize_money_of(after)
    purse = will or was
    if purse is None:
        return None
    return PrizeEffect(
        currency=purse.currency,
        changes=changes_of(
            {} if was is None else was.amounts, {} if will is None else will.amounts, after.order
        ),
        paid=before.prizes_shared is not None,
    )


def _by_entrant(state: Tournament, amounts: Mapping[Seat, int]) -> dict[EntrantId, int]:
    return {state.order[seat]: amount for seat, amount in amounts.items()}


def changes_of(
    was: Mapping[EntrantId, int], will: Mapping[EntrantId, int], order: Sequence[EntrantId]
) -> tuple[PrizeChange, ...]:
    """Everybody whose amount is another one, the one who wins most first."""
    place = {entrant: at for at, entrant in enumerate(order)}
    winners = sorted(
        {*was, *will},
        key=lambda each: (was.get(each, 0) - will.get(each, 0), place.get(each, len(place)), each),
    )
    return tuple(
        PrizeChange(entrant=each, before=was.get(each, 0), after=will.get(each, 0))
        for each in winners
        if was.get(each, 0) != will.get(each, 0)
    )


def _with(crosstable: Crosstable, here: tuple[int, int], result: GameResult) -> Crosstable:
    number, board = here
    played = crosstable.rounds[number - 1]
    results = played.results[:board] + bytes((result,)) + played.results[board + 1 :]
    rounds = list(crosstable.rounds)
    rounds[number - 1] = replace(played, results=results)
    return replace(crosstable, rounds=tuple(rounds))


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
