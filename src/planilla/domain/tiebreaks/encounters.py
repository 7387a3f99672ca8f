"""Tie-breaks by the games among the tied entrants: direct encounter, mutual colour.

If all have met, the points rank them. If results are missing, entrants are ranked from the top as
long as one is alone in first place whatever the missing results; all others remain equal, with 0.

FIDE counts games over the board (`/P`: forfeits too), averages several games of a pair, and applies
the rule again to those who remain equal (`reapplies`). The book counts forfeits with their points,
since as draws they would remove the result that separates the two, and adds several games of a
pair; an unfinished game counts as missing, and so does an encounter that other pairs of the group
have had once more.

Source: FIDE C.07 (1 March 2026), 6.1 to 6.3, 13.3.1 to 13.3.3, 15.2; seed 000, 3.1.1.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import accumulate, takewhile
from math import lcm
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.teams import GAME, MATCH
from planilla.domain.tiebreaks.boards import (
    Stages,
    deciding_stage,
    has_boards,
    results_of,
    stage_step,
    sums_by_board,
    top_boards,
    weighted,
    without_bottom_boards,
)
from planilla.domain.tiebreaks.contest import FORFEITS, NOBODY, Contest, RoundKind, Tally
from planilla.domain.tiebreaks.elements import NOTES, label_of_round
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.tiebreak import (
    BOOK,
    FIDE,
    Family,
    Note,
    Term,
    Tiebreak,
    Working,
    WorkingStep,
)


class EncounterRule(NamedTuple):
    """Options of a direct encounter: averaging the games of a pair, and forfeits as games."""

    averages: bool
    forfeits: bool


class Meeting(NamedTuple):
    """One game among the tied entrants: round (from 0), opponent, points, kind."""

    at: int
    opponent: Seat
    points: int
    kind: int


class _Record(NamedTuple):
    """The points of one entrant in the group, without and with the missing games."""

    missing: int
    at_worst: int
    at_best: int


class _Group(NamedTuple):
    """Games of each tied entrant, the factor of all points, the games due per pair, and records."""

    meetings: dict[Seat, list[Meeting]]
    scale: int
    due: int
    records: dict[Seat, _Record]


def direct_encounter(code: Code, _: object = None) -> Tiebreak:
    """Return the points of the games among the tied entrants by the rule of FIDE."""
    rule = EncounterRule(averages=True, forfeits=code.has("P"))
    return _tiebreak(code, rule, reapplies=True)


def personal_encounter(code: Code, _: object = None) -> Tiebreak:
    """Return the points among the tied entrants by the book's rule ("confrontación personal")."""
    return _tiebreak(code, EncounterRule(averages=False, forfeits=True), reapplies=False)


def _tiebreak(code: Code, rule: EncounterRule, *, reapplies: bool) -> Tiebreak:
    return Tiebreak(
        code=code.written,
        unit=partial(_unit, code, rule),
        values=partial(_values, code, rule),
        working=partial(_working, code, rule),
        depends_on_tied=True,
        reapplies=reapplies,
    )


def _unit(code: Code, rule: EncounterRule, contest: Contest) -> int:
    return contest.tally_by(code.score).unit * _scale(code, rule, contest)


def _scale(code: Code, rule: EncounterRule, contest: Contest) -> int:
    """Return the factor of points that makes averages integers."""
    if not rule.averages:
        return 1
    opponents = contest.tally_by(code.score).opponents
    return contest.once(("meetings", code.score), lambda: _scale_of(opponents))


def _scale_of(opponents: Sequence[Sequence[Seat]]) -> int:
    """Return the factor for all entrants; 1 if no two have met twice."""
    distinct = map(len, map(set, opponents))
    repeated = [row for row, count in zip(opponents, distinct, strict=True) if count < len(row)]
    if not any(_has_twice(row) for row in repeated):
        return 1
    times = max(count for row in repeated for count in Counter(row).values())
    return lcm(*range(1, times + 1))


def _has_twice(row: Sequence[Seat]) -> bool:
    met = [opponent for opponent in row if opponent != NOBODY]
    return len(met) != len(set(met))


def _values(code: Code, rule: EncounterRule, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    group = _group(code, rule, contest, tied)
    decided = _decided(group.records)
    return [group.records[seat].at_worst if seat in decided else 0 for seat in tied]


def _group(code: Code, rule: EncounterRule, contest: Contest, tied: Sequence[Seat]) -> _Group:
    tally, scale = contest.tally_by(code.score), _scale(code, rule, contest)
    counts = rule.forfeits or tally.predetermined
    meetings = _meetings(tally, tied, forfeits=counts)
    due = 1 if rule.averages else _meetings_due(meetings)
    records = {
        seat: _record(tally, meetings[seat], (len(tied) - 1) * due, scale if rule.averages else 0)
        for seat in tied
    }
    return _Group(meetings, scale, due, records)


def _meetings(tally: Tally, tied: Sequence[Seat], *, forfeits: bool) -> dict[Seat, list[Meeting]]:
    """Return the games with a result among the tied entrants."""
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
                if opponent in members
                and (kind == RoundKind.PLAYED or (forfeits and kind in FORFEITS))
            ]
        )
    return found


def _meetings_due(meetings: dict[Seat, list[Meeting]]) -> int:
    """Return the games due for each pair of the group: the most games that any pair had."""
    counts = (Counter(each.opponent for each in row) for row in meetings.values())
    return max((times for each in counts for times in each.values()), default=1)


def _record(tally: Tally, meetings: list[Meeting], due: int, averaged: int) -> _Record:
    """Return the record of one entrant; `averaged` is the scale if games of a pair are averaged.

    With a scale of 1 no pair met twice, and there is nothing to average.
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
    """Return the entrants whose place in the group is certain whatever the missing results."""
    if not any(each.missing for each in records.values()):
        return frozenset(records)
    rest = sorted(records, key=lambda seat: -records[seat].at_worst)
    # The greatest `at_best` from each place on.
    best = [*accumulate((records[seat].at_best for seat in reversed(rest)), max)][::-1]
    ahead = takewhile(
        lambda place: records[rest[place]].at_worst > best[place + 1], range(len(rest) - 1)
    )
    return frozenset(rest[place] for place in ahead)


def _working(
    code: Code, rule: EncounterRule, contest: Contest, tied: Sequence[Seat], seat: Seat
) -> Working:
    tally = contest.tally_by(code.score)
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
            note=NOTES[RoundKind(each.kind)] if is_decided else Note.UNDECIDED,
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


# --- black in the mutual game --------------------------------------------------------------------


def mutual_black(code: Code, _: object = None) -> Tiebreak:
    """Return the games with Black among the tied entrants; unplayed games count as White.

    The book defines it for two tied entrants; for more, all games among them are counted.

    Source: seed 000, 3.4.1.
    """

    def values(contest: Contest, tied: Sequence[Seat]) -> list[int]:
        members = frozenset(tied)
        return [sum(term.value for term in _mutual_terms(contest, members, seat)) for seat in tied]

    def working(contest: Contest, tied: Sequence[Seat], seat: Seat) -> Working:
        return Working(unit=1, terms=tuple(_mutual_terms(contest, frozenset(tied), seat)))

    return Tiebreak(
        code=code.written,
        unit=lambda _: 1,
        values=values,
        working=working,
        depends_on_tied=True,
    )


def _mutual_terms(contest: Contest, members: frozenset[Seat], seat: Seat) -> list[Term]:
    tally = contest.tally
    kinds, blacks = tally.kinds[seat], tally.blacks[seat]
    return [
        Term(
            round=at + 1,
            opponent=opponent,
            value=int(blacks[at] and kinds[at] == RoundKind.PLAYED),
            note=NOTES[RoundKind(kinds[at])],
        )
        for at, opponent in enumerate(tally.opponents[seat])
        if opponent in members
    ]


# --- the extended encounter of teams -------------------------------------------------------------


class BoardsAfter(NamedTuple):
    """Stages for two teams with equal scores: board count, then board by board."""

    counts: bool = False
    stages: Stages | None = None


BOARD_STAGES: dict[str, BoardsAfter] = {
    "EDE": BoardsAfter(),
    "EDEBT": BoardsAfter(counts=True, stages=top_boards),
    "EDEBB": BoardsAfter(counts=True, stages=without_bottom_boards),
    "EDET": BoardsAfter(stages=top_boards),
    "EDEB": BoardsAfter(stages=without_bottom_boards),
}


class _ExtendedRule(NamedTuple):
    """Rule of an extended encounter: the scores, forfeits as games, and the boards."""

    by_score: dict[str, Tiebreak]
    forfeits: bool
    boards: BoardsAfter


def extended_encounter(code: Code, _: object = None) -> Tiebreak:
    """Return the values of the first separating criterion, in a unit common to all criteria.

    The criteria are the encounter by the primary score, by the other score, then the boards; they
    are applied from the start to those still tied, as a new set. The boards decide only between two
    teams, by the games of their own matches, in which both have equal match and game points.


    Board counts are negated, since the lower one is ahead.

    Source: FIDE C.07 (1 March 2026), 13.3.1 to 13.3.3 (`EDE`, `EDEBT`, `EDEBB`, `EDET`, `EDEB`).
    """
    by_score = {
        score: direct_encounter(Code(name="DE", score=score, modifiers=code.modifiers))
        for score in (MATCH, GAME)
    }
    rule = _ExtendedRule(by_score, code.has("P"), BOARD_STAGES[code.name])
    return Tiebreak(
        code=code.written,
        unit=partial(_extended_unit, rule),
        values=partial(_extended_values, rule),
        working=partial(_extended_working, rule),
        depends_on_tied=True,
        reapplies=True,
    )


def _extended_unit(rule: _ExtendedRule, contest: Contest) -> int:
    return rule.by_score[MATCH].unit(contest)


class _Answer(NamedTuple):
    """Values of the tied teams in `unit`-ths: by a score, by boards, or by board count."""

    values: list[int]
    unit: int
    score: str = ""
    stages: Stages | None = None
    stage: int = 0


def _answer(rule: _ExtendedRule, contest: Contest, tied: Sequence[Seat]) -> _Answer:
    """Return the first separating answer, or else that of the primary score."""
    answers = []
    for score in contest.tallies:
        encounter = rule.by_score[score]
        answers.append(
            _Answer(list(encounter.values(contest, tied)), encounter.unit(contest), score=score)
        )
        if _separates(answers[-1]):
            return answers[-1]
    if len(tied) == 2 and has_boards(contest):
        answers += _by_boards(rule, contest, tied)
    return answers[-1] if _separates(answers[-1]) else answers[0]


def _separates(answer: _Answer) -> bool:
    return len(set(answer.values)) > 1


def _by_boards(rule: _ExtendedRule, contest: Contest, tied: Sequence[Seat]) -> list[_Answer]:
    """Return the answers by boards for two teams, up to the first that separates them."""
    sums = [sums_by_board(contest, seat, _matches(rule, contest, tied, seat)) for seat in tied]
    unit = contest.tallies[GAME].unit
    if rule.boards.counts:
        count = _Answer([-weighted(each) for each in sums], unit)
        if _separates(count):
            return [count]
    if rule.boards.stages is None:
        return []
    rows = [rule.boards.stages(each) for each in sums]
    stage = deciding_stage(rows)
    return [_Answer([row[stage] for row in rows], unit, stages=rule.boards.stages, stage=stage)]


def _matches(rule: _ExtendedRule, contest: Contest, tied: Sequence[Seat], seat: Seat) -> list[int]:
    """Return the rounds (from 0) in which one of two teams met the other."""
    tally = contest.tally
    (other,) = (each for each in tied if each != seat)
    counted = {RoundKind.PLAYED}
    if rule.forfeits or tally.predetermined:
        counted |= FORFEITS
    return [
        at
        for at, opponent in enumerate(tally.opponents[seat])
        if opponent == other and tally.kinds[seat][at] in counted
    ]


def _extended_values(rule: _ExtendedRule, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    answer = _answer(rule, contest, tied)
    scale = _extended_unit(rule, contest) // answer.unit
    return [value * scale for value in answer.values]


def _extended_working(
    rule: _ExtendedRule, contest: Contest, tied: Sequence[Seat], seat: Seat
) -> Working:
    answer = _answer(rule, contest, tied)
    value = answer.values[tied.index(seat)]
    if answer.score:
        met = rule.by_score[answer.score].working(contest, tied, seat)
        step = WorkingStep(
            name=f"encounter-{answer.score}", numerator=value, denominator=answer.unit
        )
        return Working(unit=met.unit, terms=met.terms, steps=(step,))
    return _boards_working(rule, contest, tied, seat)


def _boards_working(
    rule: _ExtendedRule, contest: Contest, tied: Sequence[Seat], seat: Seat
) -> Working:
    answer = _answer(rule, contest, tied)
    terms = tuple(
        Term(
            round=at + 1,
            opponent=contest.tally.opponents[seat][at],
            value=_at_boards(answer, sums_by_board(contest, seat, [at])),
            note=label_of_round(contest.tally, seat, at).note,
            article="13.3.2",
        )
        for at in _matches(rule, contest, tied, seat)
    )
    total = answer.values[tied.index(seat)]
    if answer.stages is None:
        count = WorkingStep(name="board-count", numerator=total, denominator=answer.unit)
        return Working(unit=answer.unit, terms=terms, steps=(count,))
    stage = stage_step(answer.stages, answer.stage, results_of(contest).boards)
    points = WorkingStep(name="sum", numerator=total, denominator=answer.unit)
    return Working(unit=answer.unit, terms=terms, steps=(stage, points))


def _at_boards(answer: _Answer, sums: Sequence[int]) -> int:
    """Return the share of one match in the answer."""
    return -weighted(sums) if answer.stages is None else answer.stages(sums)[answer.stage]


TIEBREAKS = (
    Family(name="DE", editions=FIDE, make=direct_encounter, takes=("P",)),
    Family(name="DE", editions=(BOOK,), make=personal_encounter),
    *(
        Family(
            name=name,
            editions=FIDE,
            make=extended_encounter,
            takes=("P",),
            teams=True,
            scored=False,
        )
        for name in BOARD_STAGES
    ),
    Family(name="BLK", editions=(BOOK,), make=mutual_black, scored=False),
)
