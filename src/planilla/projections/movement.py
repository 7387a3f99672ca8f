"""Why somebody moved since the last round, as causes that add up to the places gained or lost.

A place in the standings is one more than the number of those ahead, also where places are shared.
So the places gained are the players who were ahead and no longer are, less those who were not and
now are; each of them has exactly one cause. Between equal points before and after, it is the
tie-break that separates them now, or separated them before; otherwise it is the points.

The arrow of the standings compares with the end of the previous round as it is known today. What
was changed there since the round was published (a corrected result, a late one, a new entrant) is
listed separately, event by event, from the place at that time.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

import msgspec

from planilla.domain.crosstable import Crosstable, Seat, before_round
from planilla.domain.standings import Announced, StandingEntry, parted_by, ranks, standings
from planilla.domain.tournament.crosstables import for_standings, seats_of
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact, round_of, type_of
from planilla.domain.tournament.state import Tournament, focused
from planilla.domain.vocabulary import EntrantId, GameRef

POINTS = 0
"""The first criterion, before the tie-breaks."""


class Why(StrEnum):
    """The kinds of causes; the sentences are in `words`."""

    OWN_POINTS = "own-points"
    THEIR_POINTS = "their-points"
    TIEBREAK = "tiebreak"
    CHANGE = "change"


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """Places gained over others, or lost when negative, with the reason.

    `others` are those passed, or those who passed, from the top of the standings. `points` are what
    the entrant scored in the round and `theirs` what each of the others did, in units. `tiebreak`
    is the code of the tie-break, `values` then the entrant's and the others' as they are now, in
    its unit. `version` is that of the event behind it: the result of the entrant's game, or the
    change; `versions` those of the others' results, 0 for a round without a game.
    """

    why: Why
    places: int
    others: tuple[EntrantId, ...]
    points: int = 0
    theirs: tuple[int, ...] = ()
    tiebreak: str = ""
    values: tuple[int | None, ...] = ()
    event: str = ""
    version: int = 0
    versions: tuple[int, ...] = ()


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """From `before` to `now`: `causes` add up to the difference, which is the arrow.

    `before` is the place at the end of the round before `round`, as it is known today, and
    `published` the one that stood when `round` was published: `changes` add up to that difference.
    """

    entrant: EntrantId
    round: int
    published: int
    before: int
    now: int
    causes: tuple[Cause, ...]
    changes: tuple[Cause, ...]


class _Table(msgspec.Struct, frozen=True, kw_only=True):
    """Standings by seat, with what parted each other seat from one of them."""

    rows: tuple[StandingEntry, ...]
    parted: Mapping[Seat, int]


def publication_of(facts: Sequence[Fact], number: int, stage: int = 1) -> int | None:
    """The version with which round `number` came to be on the boards; None where it is not."""
    found = [
        fact.version
        for fact in facts
        if fact.event.begins_a_round
        and round_of(fact.event) == number
        and fact.event.stage_number == stage
    ]
    return found[-1] if found else None


def movement(
    published: Tournament, later: Iterable[Fact], entrant: EntrantId, stage: int = 1
) -> Movement | None:
    """Why an entrant moved since the last round was published, which is when `published` stood.

    `later` are the facts since. None before the second round, for who is not in the standings, and
    in a Keizer tournament, where all that was played counts anew with other values.
    """
    facts = tuple(later)
    state = published
    for fact in facts:
        state = evolve(state, fact)
    state = focused(state, stage)
    number = state.last_published
    if number <= 1 or entrant not in state.entrants or state.system.ranks_by_itself:
        return None
    now = for_standings(state)
    before = before_round(now, number)
    seat = seats_of(state)[entrant]
    tables = (_table(before, state.announced, seat), _table(now, state.announced, seat))
    changes = tuple(_changes((published, stage), facts, entrant, number))
    return Movement(
        entrant=entrant,
        round=number,
        published=tables[0].rows[seat].rank + sum(change.places for change in changes),
        before=tables[0].rows[seat].rank,
        now=tables[1].rows[seat].rank,
        causes=_causes(state, tables, seat),
        changes=changes,
    )


def _table(crosstable: Crosstable, announced: Announced, seat: Seat) -> _Table:
    rows = standings(crosstable, announced)
    return _Table(
        rows=tuple(sorted(rows, key=lambda row: row.seat)),
        parted=parted_by(crosstable, announced, rows, seat),
    )


def _causes(state: Tournament, tables: tuple[_Table, _Table], seat: Seat) -> tuple[Cause, ...]:
    """The causes of one round, gains before losses; points before tie-breaks in their order."""
    before, now = tables
    groups: dict[tuple[int, int], list[Seat]] = {}
    for row in sorted(now.rows, key=lambda row: (row.rank, row.seat)):
        gained = _is_ahead(before, row.seat, seat) - _is_ahead(now, row.seat, seat)
        if gained:
            criterion = _criterion(tables, seat, row.seat)
            groups.setdefault((-gained, criterion), []).append(row.seat)
    return tuple(
        _cause(state, tables, (seat, *others), -sign, criterion)
        for (sign, criterion), others in sorted(groups.items())
    )


def _is_ahead(table: _Table, other: Seat, seat: Seat) -> bool:
    return table.rows[other].rank < table.rows[seat].rank


def _criterion(tables: tuple[_Table, _Table], seat: Seat, other: Seat) -> int:
    """Points where they do not compare as they did; else what parts the two, or parted them."""
    before, now = tables
    if _leads(before, seat, other) != _leads(now, seat, other):
        return POINTS
    return now.parted.get(other, before.parted.get(other, POINTS))


def _leads(table: _Table, seat: Seat, other: Seat) -> int:
    """1, 0 or -1: more points, as many, fewer."""
    mine, theirs = table.rows[seat].points, table.rows[other].points
    return (mine > theirs) - (mine < theirs)


def _cause(
    state: Tournament,
    tables: tuple[_Table, _Table],
    seats: tuple[Seat, ...],
    sign: int,
    criterion: int,
) -> Cause:
    before, now = tables
    others = seats[1:]
    gained = [now.rows[each].points - before.rows[each].points for each in seats]
    versions = _result_versions(state, seats)
    at = criterion - 1
    by_points = Why.OWN_POINTS if sign > 0 else Why.THEIR_POINTS
    return Cause(
        why=by_points if criterion == POINTS else Why.TIEBREAK,
        places=sign * len(others),
        others=tuple(state.order[each] for each in others),
        points=gained[0],
        theirs=tuple(gained[1:]),
        tiebreak=state.tiebreaks[at] if criterion else "",
        values=tuple(now.rows[each].values[at] for each in seats) if criterion else (),
        version=versions[0],
        versions=versions[1:],
    )


def _result_versions(state: Tournament, seats: tuple[Seat, ...]) -> tuple[int, ...]:
    """Return the versions of the last results of each in the last published round; 0: none."""
    played = state.rounds[state.last_published - 1]
    last: dict[EntrantId, int] = {}
    for board, pair in enumerate(played.boards):
        for entrant in pair:
            last[entrant] = max(last.get(entrant, 0), played.version_of(board))
    return tuple(last.get(state.order[seat], 0) for seat in seats)


def _changes(
    published: tuple[Tournament, int], later: Sequence[Fact], entrant: EntrantId, number: int
) -> Iterator[Cause]:
    """Yield the changes by later facts to the standings before round `number`, in order.

    `published` is the tournament and the stage.
    """
    state, stage = published
    if entrant not in focused(state, stage).entrants or not any(
        _may_change(fact.event, number) for fact in later
    ):
        return
    known: dict[EntrantId, int] = {}
    for fact in later:
        after = evolve(state, fact)
        if _may_change(fact.event, number):
            known = known or _places(focused(state, stage), number)
            places = _places(focused(after, stage), number)
            yield from _change(fact, known, places, entrant)
            known = places
        state = after


def _may_change(event: Event, number: int) -> bool:
    """Return whether an event may affect the rounds before `number`."""
    if event.game is not None:
        return GameRef.of(event.game).round < number
    return event.moves_standings


def _places(state: Tournament, number: int) -> dict[EntrantId, int]:
    """Return everybody's place before round `number`."""
    crosstable = before_round(for_standings(state), number)
    return dict(zip(state.order, ranks(crosstable, state.announced), strict=True))


def _change(
    fact: Fact, known: Mapping[EntrantId, int], places: Mapping[EntrantId, int], entrant: EntrantId
) -> Iterator[Cause]:
    ahead_then = {each for each, place in known.items() if place < known[entrant]}
    ahead_now = {each for each, place in places.items() if place < places[entrant]}
    for sign, passed in ((1, ahead_then - ahead_now), (-1, ahead_now - ahead_then)):
        if passed:
            yield Cause(
                why=Why.CHANGE,
                places=sign * len(passed),
                others=tuple(sorted(passed, key=lambda each: (places[each], each))),
                event=type_of(fact.event),
                version=fact.version,
            )
