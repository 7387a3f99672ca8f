"""Direct encounter: the points of the games that the tied played among themselves.

Where all have met, the points rank them. Where results are missing, those are ranked first, one by
one, who stay alone on top whatever the missing results are; all others remain equal, with 0.

FIDE counts games over the board (`/P`: forfeits too), takes the average of several games of a pair,
and asks again of those who remain equal (`reapplies`). The book counts forfeits as their points,
for adjusted to a draw they would erase the result that separates the two, and adds several games
up; an open game, and a meeting that others of the group have had once more, is missing.

Source: FIDE C.07 (1 March 2026), 6.1 to 6.3, 15.2; seed 000, 3.1.1.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import accumulate, takewhile
from math import lcm
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.own_results import tally_for
from planilla.domain.tiebreaks.tally import NOBODY, Kind, Tally
from planilla.domain.tiebreaks.tiebreak import Note, Term, Tiebreak, Working

_FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})


class Rule(NamedTuple):
    """Whether the meetings of a pair count as one, and whether forfeits are games."""

    averages: bool
    forfeits: bool


class Meeting(NamedTuple):
    """One game among the tied: round (from 0), opponent, points, kind."""

    at: int
    opponent: Seat
    points: int
    kind: int


class _Record(NamedTuple):
    """What one entrant scored in the group, without and with what is still missing."""

    missing: int
    at_worst: int
    at_best: int


class _Group(NamedTuple):
    """The meetings of each of the tied, by how much all points are multiplied, and the records."""

    meetings: dict[Seat, list[Meeting]]
    scale: int
    due: int
    records: dict[Seat, _Record]


def direct_encounter(code: Code, _: object = None) -> Tiebreak:
    """Points of the games among the tied by the rule of FIDE."""
    rule = Rule(averages=True, forfeits=code.has("P"))
    return _tiebreak(code, rule, reapplies=True)


def personal_encounter(code: Code, _: object = None) -> Tiebreak:
    """Points of the games among the tied by the rule of the book ("confrontación personal")."""
    return _tiebreak(code, Rule(averages=False, forfeits=True), reapplies=False)


def _tiebreak(code: Code, rule: Rule, *, reapplies: bool) -> Tiebreak:
    return Tiebreak(
        code=code.written,
        unit=partial(_unit, code, rule),
        values=partial(_values, code, rule),
        working=partial(_working, code, rule),
        depends_on_tied=True,
        reapplies=reapplies,
    )


def _unit(code: Code, rule: Rule, contest: Contest) -> int:
    return tally_for(code, contest).unit * _scale(code, rule, contest)


def _scale(code: Code, rule: Rule, contest: Contest) -> int:
    """By how much points are multiplied, so that averages are integers."""
    if not rule.averages:
        return 1
    opponents = tally_for(code, contest).opponents
    return contest.once(("meetings", code.score), lambda: _scale_of(opponents))


def _scale_of(opponents: Sequence[Sequence[Seat]]) -> int:
    """The same for everybody; 1 where no two have met twice."""
    distinct = map(len, map(set, opponents))
    repeated = [row for row, count in zip(opponents, distinct, strict=True) if count < len(row)]
    if not any(_has_twice(row) for row in repeated):
        return 1
    times = max(count for row in repeated for count in Counter(row).values())
    return lcm(*range(1, times + 1))


def _has_twice(row: Sequence[Seat]) -> bool:
    met = [opponent for opponent in row if opponent != NOBODY]
    return len(met) != len(set(met))


def _values(code: Code, rule: Rule, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    group = _group(code, rule, contest, tied)
    decided = _decided(group.records)
    return [group.records[seat].at_worst if seat in decided else 0 for seat in tied]


def _group(code: Code, rule: Rule, contest: Contest, tied: Sequence[Seat]) -> _Group:
    tally, scale = tally_for(code, contest), _scale(code, rule, contest)
    counts = rule.forfeits or tally.predetermined
    meetings = _meetings(tally, tied, forfeits=counts)
    due = 1 if rule.averages else _meetings_due(meetings)
    records = {
        seat: _record(tally, meetings[seat], (len(tied) - 1) * due, scale if rule.averages else 0)
        for seat in tied
    }
    return _Group(meetings, scale, due, records)


def _meetings(tally: Tally, tied: Sequence[Seat], *, forfeits: bool) -> dict[Seat, list[Meeting]]:
    """The games among the tied that have a result."""
    members = frozenset(tied)
    found = {}
    for seat in tied:
        row = tally.opponents[seat]
        found[seat] = (
            []
            if members.isdisjoint(row)
            else [
                Meeting(at, opponent, tally.points[seat][at], kind)
                for at, (opponent, kind) in enumerate(zip(row, tally.kinds[seat], strict=True))
                if opponent in members and (kind == Kind.PLAYED or (forfeits and kind in _FORFEITS))
            ]
        )
    return found


def _meetings_due(meetings: dict[Seat, list[Meeting]]) -> int:
    """How often each two of the group meet: as often as those two who met most."""
    counts = (Counter(each.opponent for each in row) for row in meetings.values())
    return max((times for each in counts for times in each.values()), default=1)


def _record(tally: Tally, meetings: list[Meeting], due: int, averaged: int) -> _Record:
    """The record of one; `averaged` is the scale where the meetings of a pair count as one.

    With a scale of 1 nobody meets twice, and there is nothing to average.
    """
    if averaged > 1:
        times = Counter(each.opponent for each in meetings)
        points = sum(each.points * averaged // times[each.opponent] for each in meetings)
        missing, scale = due - len(times), averaged
    else:
        points = sum([each.points for each in meetings])
        missing, scale = due - len(meetings), 1
    return _Record(
        missing=missing,
        at_worst=points + missing * tally.loss * scale,
        at_best=points + missing * tally.win * scale,
    )


def _decided(records: dict[Seat, _Record]) -> frozenset[Seat]:
    """Who has a place in the group whatever the missing results are."""
    if not any(each.missing for each in records.values()):
        return frozenset(records)
    rest = sorted(records, key=lambda seat: -records[seat].at_worst)
    # The greatest `at_best` of those from each place on.
    best = [*accumulate((records[seat].at_best for seat in reversed(rest)), max)][::-1]
    ahead = takewhile(
        lambda place: records[rest[place]].at_worst > best[place + 1], range(len(rest) - 1)
    )
    return frozenset(rest[place] for place in ahead)


def _working(code: Code, rule: Rule, contest: Contest, tied: Sequence[Seat], seat: Seat) -> Working:
    tally = tally_for(code, contest)
    group = _group(code, rule, contest, tied)
    is_decided = seat in _decided(group.records)
    times = Counter(each.opponent for each in group.meetings[seat])
    met = tuple(
        Term(
            round=each.at + 1,
            opponent=each.opponent,
            value=(
                each.points * group.scale // (times[each.opponent] if rule.averages else 1)
                if is_decided
                else 0
            ),
            note=_note(each.kind) if is_decided else Note.UNDECIDED,
        )
        for each in group.meetings[seat]
    )
    missing = tuple(
        Term(
            round=None,
            opponent=other,
            value=tally.loss * group.scale if is_decided else 0,
            note=Note.MISSING,
            article="6.3" if rule.averages else "",
        )
        for other in tied
        if other != seat
        for _ in range(group.due - (min(times[other], 1) if rule.averages else times[other]))
    )
    return Working(unit=tally.unit * group.scale, terms=met + missing)


def _note(kind: int) -> Note:
    return Note.PLAYED if kind == Kind.PLAYED else Note.FORFEIT
