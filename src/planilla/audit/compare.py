"""Two states of one tournament compared: boards, places, tie-breaks, Elo, prizes.

Every difference has a value `before` and a value `after`. Both states are given; which of them a
correction, a preview or a what-if has made is of no concern here.

Law: `consequences(state, state)` names nobody.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from planilla.audit.recorded_rounds import EntrantPair
from planilla.domain.crosstable import Crosstable
from planilla.domain.ratings.rated import PlayerRating, changes
from planilla.domain.ratings.rules import RATING_RULES
from planilla.domain.standings import StandingEntry, standings_of
from planilla.domain.tournament.crosstables import for_games
from planilla.domain.tournament.keizer_values import keizer_standings
from planilla.domain.tournament.lookups import known_result, published_game
from planilla.domain.tournament.prizes import plan_of, winnings
from planilla.domain.tournament.qualifying import places_of, stage_of
from planilla.domain.tournament.ranking import (
    OwnRanking,
    contest_for,
    for_ranking,
    own_ranking,
    points_unit,
)
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import Stage
from planilla.domain.vocabulary import EntrantId, GameId, GameResult

KEIZER_TOTAL = "TOTAL"
"""Code of the total by which a Keizer tournament ranks, ahead of its tie-breaks."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class BoardDifference(msgspec.Struct, frozen=True, kw_only=True):
    """One board number in two pairings of a round, (White, Black); None beyond the last board.

    `change` is the relation of the pair after to the pairing before: it stays (`same`), it sits at
    another board (`moved`), its `colours` are swapped, or the two did not meet (`opponents`; also
    where the board is not needed).
    """

    board: int
    before: EntrantPair | None
    after: EntrantPair | None
    change: str


class CriterionDifference(msgspec.Struct, frozen=True, kw_only=True):
    """The first criterion at which two pairings of a round differ.

    `article` as in `pairing.system.Difference`; `points` is the score of the bracket, in units
    of the point system; `before` and `after` are the counts compared, where there are any.
    """

    article: str
    points: int
    entrants: tuple[EntrantId, ...]
    before: int
    after: int


class TiebreakDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A tie-break of one entrant before and after, as the standings show it.

    The values are exact, a whole number or a fraction (`29/2`); "" where it was not asked, or is
    not among the tie-breaks.
    """

    code: str
    before: str
    after: str


class PlaceDifference(msgspec.Struct, frozen=True, kw_only=True):
    """One entrant in both standings; a rank is None where they are not in them.

    Points are in units of one `unit`-th of a point (see `Consequences`); `tiebreaks` holds those
    that differ, in their order.
    """

    entrant: EntrantId
    rank_before: int | None
    rank_after: int | None
    points_before: int
    points_after: int
    tiebreaks: tuple[TiebreakDifference, ...]

    @property
    def moves(self) -> bool:
        """Return whether the rank differs."""
        return self.rank_before != self.rank_after


class EntrantDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A number of one entrant before and after, None while there is none."""

    entrant: EntrantId
    before: int | None
    after: int | None


class AmountDifference(msgspec.Struct, frozen=True, kw_only=True):
    """An amount of one entrant before and after, 0 where there is none."""

    entrant: EntrantId
    before: int
    after: int


class QualifyingDifference(msgspec.Struct, frozen=True, kw_only=True):
    """Entrants who come into the first `top` places and who leave them, each in order of rank.

    All who share the last of these places are within them. The places are those that qualify for
    `stage` in the tournament; `stage` is None where other places were asked for. `top` is 0 where
    no place qualifies any more.
    """

    top: int
    into: tuple[EntrantId, ...]
    out: tuple[EntrantId, ...]
    stage: Stage | None = None


class PrizeDifferences(msgspec.Struct, frozen=True, kw_only=True):
    """Prizes that differ, in the smallest unit of the currency, the largest gain first.

    The changes may cancel out. `paid` is true if the prizes have been shared already.
    """

    currency: str
    changes: tuple[AmountDifference, ...]
    paid: bool


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """All differences between two states for the players, with one `unit` for all points.

    `places` are those of whom rank, points or a tie-break differs, the best new rank first, those
    out of the standings last. `elo` holds variations by the event of rated entrants, in hundredths,
    and `first_ratings` those of the others, in whole points (None: none), both in order of entry.
    `prizes` is None where there are none in either state, `qualifying` where no place qualifies.
    """

    unit: int
    places: tuple[PlaceDifference, ...]
    elo: tuple[AmountDifference, ...]
    prizes: PrizeDifferences | None
    qualifying: QualifyingDifference | None
    first_ratings: tuple[EntrantDifference, ...] = ()

    @property
    def moved(self) -> tuple[PlaceDifference, ...]:
        """Return the places of whom the rank differs."""
        return tuple(change for change in self.places if change.moves)

    @property
    def is_nothing(self) -> bool:
        """Return whether the two states are the same for everybody."""
        prizes = self.prizes is not None and self.prizes.changes
        qualifying = self.qualifying
        others = qualifying is not None and (qualifying.into or qualifying.out)
        return not (self.places or self.elo or self.first_ratings or prizes or others)


class SnapshotRow(NamedTuple):
    """One entrant in the standings: points in the unit of the system, tie-breaks as shown.

    A tie-break is None where it was not asked.
    """

    rank: int
    points: int
    values: tuple[Fraction | None, ...]


class PrizeMoney(msgspec.Struct, frozen=True, kw_only=True):
    """Amount of each winner of a prize, in the smallest unit of the currency."""

    currency: str
    amounts: Mapping[EntrantId, int]


class ResultsSnapshot(msgspec.Struct, frozen=True, kw_only=True):
    """Place, points, tie-breaks, ratings and prize money of everybody in one state, all exact.

    `rows` are the standings, best first, and `codes` their tie-breaks; `unit` is that of the
    points. `elo` holds the variation by the event of each rated entrant, in hundredths, and
    `first_ratings` the rating of each who had none and gets one, in whole points. `prizes` is None
    where none are announced; an entrant who is not in them wins nothing.
    """

    unit: int
    codes: tuple[str, ...]
    rows: Mapping[EntrantId, SnapshotRow]
    elo: Mapping[EntrantId, int]
    first_ratings: Mapping[EntrantId, int]
    prizes: PrizeMoney | None

    def values_of(self, entrant: EntrantId) -> dict[str, Fraction | None]:
        """Return the tie-breaks of an entrant by code; nothing if not in the standings."""
        row = self.rows.get(entrant)
        return {} if row is None else dict(zip(self.codes, row.values, strict=True))


def results_snapshot(state: Tournament) -> ResultsSnapshot:
    """Return the results of everybody; nobody's before there is a tournament."""
    if not state.exists:
        return ResultsSnapshot(unit=1, codes=(), rows={}, elo={}, first_ratings={}, prizes=None)
    prizes = _prize_money(state)
    own = own_ranking(state)
    if own is not None:
        return ResultsSnapshot(
            unit=own.unit,
            codes=own.tiebreaks(state),
            rows=_rows_of(state, own),
            elo={},
            first_ratings={},
            prizes=prizes,
        )
    totals, ratings = _totals(state), _ratings(state)
    return ResultsSnapshot(
        unit=points_unit(state),
        codes=(*((KEIZER_TOTAL,) if totals else ()), *state.tiebreaks),
        rows=_rows(state, totals),
        elo={entrant: each.change for entrant, each in ratings.items() if each.rating},
        first_ratings={
            entrant: each.rating_after
            for entrant, each in ratings.items()
            if not each.rating and each.rating_after is not None
        },
        prizes=prizes,
    )


def _rows_of(state: Tournament, own: OwnRanking) -> dict[EntrantId, SnapshotRow]:
    order = state.order
    return {
        order[row.seat]: SnapshotRow(
            row.rank,
            row.points,
            tuple(None if value is None else Fraction(value) for value in row.values),
        )
        for row in own.standings(state)
    }


def _rows(state: Tournament, totals: tuple[tuple[Fraction], ...]) -> dict[EntrantId, SnapshotRow]:
    contest, tiebreaks = contest_for(state), state.announced.tiebreaks

    def shown(row: StandingEntry) -> tuple[Fraction | None, ...]:
        values = (
            None if value is None else tiebreak.shown(contest, value)
            for tiebreak, value in zip(tiebreaks, row.values, strict=True)
        )
        return (*totals[row.seat], *values) if totals else tuple(values)

    return {
        state.order[row.seat]: SnapshotRow(row.rank, row.points, shown(row))
        for row in standings_of(contest, state.announced)
    }


def _totals(state: Tournament) -> tuple[tuple[Fraction], ...]:
    """Return the totals by which values rank, by seat; nothing in a system without values."""
    if not state.system.keeps_values:
        return ()
    keizer = keizer_standings(state)
    return tuple((Fraction(total, keizer.unit),) for total in keizer.totals)


def _ratings(state: Tournament) -> dict[EntrantId, PlayerRating]:
    name = state.rating_rules
    rules = RATING_RULES.get(name) or RATING_RULES[state.system.usual.rating_rules]
    games = for_games(state)
    return {games.entrants[each.seat].id: each for each in changes(games, rules)}


def _prize_money(state: Tournament, crosstable: Crosstable | None = None) -> PrizeMoney | None:
    """Return the prizes as the standings would share them; None where none are announced."""
    plan = plan_of(state)
    if plan is None:
        return None
    amounts = winnings(state, plan, crosstable).amounts
    return PrizeMoney(
        currency=plan.currency,
        amounts={state.order[seat]: amount for seat, amount in amounts.items()},
    )


def differing(
    keys: Iterable[Key],
    before: Mapping[Key, Value],
    after: Mapping[Key, Value],
    missing: Any = None,
) -> Iterator[tuple[Key, Any, Any]]:
    """Yield each key with both values where they differ, in the order of `keys`, once.

    A value that is not there is `missing`.
    """
    for key in dict.fromkeys(keys):
        was, will = before.get(key, missing), after.get(key, missing)
        if was != will:
            yield key, was, will


def numbers_differing(
    keys: Iterable[EntrantId], before: Mapping[EntrantId, int], after: Mapping[EntrantId, int]
) -> tuple[EntrantDifference, ...]:
    """Return the numbers that differ, in the order of `keys`."""
    return tuple(
        EntrantDifference(entrant=entrant, before=was, after=will)
        for entrant, was, will in differing(keys, before, after)
    )


def amounts_differing(
    keys: Iterable[EntrantId], before: Mapping[EntrantId, int], after: Mapping[EntrantId, int]
) -> tuple[AmountDifference, ...]:
    """Return the amounts that differ, in the order of `keys`."""
    return tuple(
        AmountDifference(entrant=entrant, before=was, after=will)
        for entrant, was, will in differing(keys, before, after, 0)
    )


def board_differences(
    before: Sequence[EntrantPair], after: Sequence[EntrantPair]
) -> tuple[BoardDifference, ...]:
    """Return every board number of two pairings of a round, those that stay included."""
    places = {pair: index for index, pair in enumerate(before)}
    longest = max(len(before), len(after))
    return tuple(
        BoardDifference(
            board=index + 1, before=was, after=will, change=_change(will, index, places)
        )
        for index, (was, will) in enumerate(
            zip(_filled(before, longest), _filled(after, longest), strict=True)
        )
    )


def _filled(boards: Sequence[EntrantPair], size: int) -> tuple[EntrantPair | None, ...]:
    return (*boards, *(None,) * (size - len(boards)))


def _change(pair: EntrantPair | None, index: int, places: Mapping[EntrantPair, int]) -> str:
    if pair is None:
        return "opponents"
    if pair in places:
        return "same" if places[pair] == index else "moved"
    return "colours" if pair[::-1] in places else "opponents"


def consequences(before: Tournament, after: Tournament, *, top: int = 0) -> Consequences:
    """Return what differs in `after` from `before`, for everybody who is in either.

    Also the entrants who come into the places that qualify and who leave them: those of the
    tournament, in each state its own, or with `top` the first so many.
    """
    was, will = results_snapshot(before), results_snapshot(after)
    entrants = (*before.order, *before.players, *after.order, *after.players)
    return Consequences(
        unit=will.unit,
        places=_places(was, will),
        elo=amounts_differing(entrants, was.elo, will.elo),
        prizes=_prizes(was.prizes, will.prizes, after, paid=before.prizes_shared is not None),
        qualifying=_qualifying(_first(before, was, top), _first(after, will, top), after, top),
        first_ratings=numbers_differing(entrants, was.first_ratings, will.first_ratings),
    )


def _places(was: ResultsSnapshot, will: ResultsSnapshot) -> tuple[PlaceDifference, ...]:
    """Return the rows that differ; points before are brought to the unit of after."""
    scale = Fraction(will.unit, was.unit)
    found = (
        _place(entrant, was, will, scale) for entrant in dict.fromkeys((*will.rows, *was.rows))
    )
    return tuple(
        change
        for change in found
        if change.moves or change.points_before != change.points_after or change.tiebreaks
    )


def _place(
    entrant: EntrantId, was: ResultsSnapshot, will: ResultsSnapshot, scale: Fraction
) -> PlaceDifference:
    before, after = was.rows.get(entrant), will.rows.get(entrant)
    values = (was.values_of(entrant), will.values_of(entrant))
    return PlaceDifference(
        entrant=entrant,
        rank_before=None if before is None else before.rank,
        rank_after=None if after is None else after.rank,
        points_before=0 if before is None else int(before.points * scale),
        points_after=0 if after is None else after.points,
        tiebreaks=tuple(
            TiebreakDifference(code=code, before=shown(one), after=shown(other))
            for code, one, other in differing((*values[1], *values[0]), *values)
        ),
    )


def shown(value: Fraction | int | None) -> str:
    """Return an exact value as text; "" where there is none."""
    return "" if value is None else str(value)


def _first(state: Tournament, found: ResultsSnapshot, top: int) -> tuple[EntrantId, ...] | None:
    """Return the entrants in the places that qualify; None where none does."""
    places = places_of(state, top)
    if not places:
        return None
    return tuple(entrant for entrant, row in found.rows.items() if row.rank <= places)


def _qualifying(
    was: tuple[EntrantId, ...] | None,
    will: tuple[EntrantId, ...] | None,
    after: Tournament,
    top: int,
) -> QualifyingDifference | None:
    if was is None and will is None:
        return None
    before, now = was or (), will or ()
    return QualifyingDifference(
        top=places_of(after, top),
        into=tuple(entrant for entrant in now if entrant not in before),
        out=tuple(entrant for entrant in before if entrant not in now),
        stage=stage_of(after, top),
    )


def _prizes(
    was: PrizeMoney | None, will: PrizeMoney | None, after: Tournament, *, paid: bool
) -> PrizeDifferences | None:
    """Return the prizes that differ, each shared by its own plan; None where there are none."""
    money = will or was
    if money is None:
        return None
    return PrizeDifferences(
        currency=money.currency,
        changes=prizes_differing(
            {} if was is None else was.amounts, {} if will is None else will.amounts, after.order
        ),
        paid=paid,
    )


def prizes_differing(
    was: Mapping[EntrantId, int], will: Mapping[EntrantId, int], order: Sequence[EntrantId]
) -> tuple[AmountDifference, ...]:
    """Return the prizes that differ, the largest gain first."""
    place = {entrant: at for at, entrant in enumerate(order)}
    winners = sorted(
        {*was, *will},
        key=lambda each: (was.get(each, 0) - will.get(each, 0), place.get(each, len(place)), each),
    )
    return amounts_differing(winners, was, will)


def prize_effect(
    state: Tournament, game: GameId, result: str, instead_of: str = ""
) -> PrizeDifferences | None:
    """Return the prizes that would differ had `game` ended with `result`, and counted for points.

    It is compared with the standings as they are, or as they were had it ended `instead_of`. None
    where there are no prizes, in a Keizer tournament, where one result changes all values, and in
    matches of several games.

    Raises:
        NoSuchGame, RoundNotPublished: there is no such published game.
        NoSuchResult: a result is none.
    """
    played, board = published_game(state, game)
    if state.system.keeps_values or played.sides:
        return None
    here, table = (played.number, board), for_ranking(state)
    before = _with(table, here, known_result(instead_of)) if instead_of else table
    after = _with(table, here, known_result(result))
    return _prizes(
        _prize_money(state, before),
        _prize_money(state, after),
        state,
        paid=state.prizes_shared is not None,
    )


def _with(crosstable: Crosstable, here: tuple[int, int], result: GameResult) -> Crosstable:
    number, board = here
    played = crosstable.rounds[number - 1]
    results = played.results[:board] + bytes((result,)) + played.results[board + 1 :]
    rounds = list(crosstable.rounds)
    rounds[number - 1] = replace(played, results=results)
    return replace(crosstable, rounds=tuple(rounds))
