"""Direct encounter: the points of the games that the tied played among themselves.

A forfeit counts as its points: adjusted to a draw it would erase the result that separates the
two. An open game, and a meeting that others of the group have had once more, is *missing*. Where
all have met, the points rank them. Where results are missing, those are ranked first, one by one,
who stay alone on top whatever the missing results are; all others remain equal, with 0. Ranking
again those who remain equal is not done here: `standings` starts again in subsidiary mode.

Source: seed 000, 3.1.1; FIDE C.07 (1 March 2026), 6.1 to 6.3.
"""

from collections import Counter
from itertools import accumulate, takewhile

import msgspec

from planilla.domain.crosstable import Crosstable, Game, Seat
from planilla.domain.scoring import PointSystem, points_of, system_of
from planilla.domain.tiebreaks.tiebreak import Note, Term, Tiebreak, note_of


class _Record(msgspec.Struct, frozen=True, kw_only=True):
    """What one entrant scored in the group, without and with what is still missing."""

    seat: Seat
    missing: int
    at_worst: int
    at_best: int


def _values(crosstable: Crosstable, tied: tuple[Seat, ...]) -> tuple[int, ...]:
    records = _records(crosstable, tied)
    decided = _decided(records)
    return tuple(each.at_worst if each.seat in decided else 0 for each in records)


def _working(crosstable: Crosstable, tied: tuple[Seat, ...], seat: Seat) -> tuple[Term, ...]:
    system = system_of(crosstable)
    games = _games_among(crosstable, tied)
    is_decided = seat in _decided(_records(crosstable, tied))
    met = tuple(
        Term(
            round=game.round,
            opponent=game.opponent,
            value=points_of(game, system) if is_decided else 0,
            note=note_of(game) if is_decided else Note.UNDECIDED,
        )
        for game in games[seat]
        if not game.is_open
    )
    meetings = Counter(term.opponent for term in met)
    due = _meetings_due(games)
    missing = tuple(
        Term(
            round=None,
            opponent=other,
            value=system.loss if is_decided else 0,
            note=Note.MISSING,
        )
        for other in tied
        if other != seat
        for _ in range(due - meetings[other])
    )
    return met + missing


def _records(crosstable: Crosstable, tied: tuple[Seat, ...]) -> tuple[_Record, ...]:
    """One for each of `tied`, in that order."""
    system = system_of(crosstable)
    games = _games_among(crosstable, tied)
    due = _meetings_due(games) * (len(tied) - 1)
    return tuple(_record(seat, games[seat], due, system) for seat in tied)


def _record(seat: Seat, games: list[Game], due: int, system: PointSystem) -> _Record:
    points = sum(points_of(game, system) for game in games)
    missing = due - sum(not game.is_open for game in games)
    return _Record(
        seat=seat,
        missing=missing,
        at_worst=points + missing * system.loss,
        at_best=points + missing * system.win,
    )


def _games_among(crosstable: Crosstable, tied: tuple[Seat, ...]) -> dict[Seat, list[Game]]:
    group = frozenset(tied)
    return {
        seat: [game for game in crosstable.games[seat] if game.opponent in group] for seat in tied
    }


def _meetings_due(games: dict[Seat, list[Game]]) -> int:
    """How often each two of the group meet: as often as those two who were paired most."""
    opponents = (Counter(game.opponent for game in row) for row in games.values())
    return max((times for each in opponents for times in each.values()), default=1)


def _decided(records: tuple[_Record, ...]) -> frozenset[Seat]:
    """Who has a place in the group whatever the missing results are."""
    if not any(each.missing for each in records):
        return frozenset(each.seat for each in records)
    rest = sorted(records, key=lambda each: each.at_worst, reverse=True)
    best_behind = _greatest_from(rest)
    ahead = takewhile(
        lambda place: rest[place].at_worst > best_behind[place + 1], range(len(rest) - 1)
    )
    return frozenset(rest[place].seat for place in ahead)


def _greatest_from(rest: list[_Record]) -> list[int]:
    """The greatest `at_best` of those from each place on."""
    return list(accumulate((each.at_best for each in reversed(rest)), max))[::-1]


def _unit(crosstable: Crosstable) -> int:
    return system_of(crosstable).unit


DIRECT_ENCOUNTER = Tiebreak(
    code="DE", unit=_unit, values=_values, working=_working, depends_on_tied=True
)
"""Points of the games among the tied, in units of the point system."""
