"""Extended direct encounter of teams: by the primary score, then by the other, then by boards.

One answer is that of the first of these that separates somebody; whoever it leaves tied is asked
again from the start, as a new set. The boards decide only between two teams, by the games of their
own matches; of these both have the same match and game points, or else the encounter had decided.

Source: FIDE C.07 (1 March 2026), 13.3.1 to 13.3.3 (`EDE`, `EDEBT`, `EDEBB`, `EDET`, `EDEB`).
"""

from collections.abc import Sequence
from functools import partial
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
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.direct_encounter import direct_encounter
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.own_results import round_note
from planilla.domain.tiebreaks.tally import Kind
from planilla.domain.tiebreaks.tiebreak import Step, Term, Tiebreak, Working


class Boards(NamedTuple):
    """How two teams that the scores leave tied are parted: by board count, then board by board."""

    counts: bool = False
    stages: Stages | None = None


BY_BOARDS: dict[str, Boards] = {
    "EDE": Boards(),
    "EDEBT": Boards(counts=True, stages=top_boards),
    "EDEBB": Boards(counts=True, stages=without_bottom_boards),
    "EDET": Boards(stages=top_boards),
    "EDEB": Boards(stages=without_bottom_boards),
}


class _Rule(NamedTuple):
    """The encounter by each score, by its name; whether forfeits are games; and the boards."""

    by_score: dict[str, Tiebreak]
    forfeits: bool
    boards: Boards


def extended_encounter(code: Code, _: object = None) -> Tiebreak:
    """What the first criterion that separates somebody gives, in a unit that all of them fit in.

    A board count is given below 0, for the lower one is ahead.
    """
    by_score = {
        score: direct_encounter(Code(name="DE", score=score, modifiers=code.modifiers))
        for score in (MATCH, GAME)
    }
    rule = _Rule(by_score, code.has("P"), BY_BOARDS[code.name])
    return Tiebreak(
        code=code.written,
        unit=partial(_unit, rule),
        values=partial(_values, rule),
        working=partial(_working, rule),
        depends_on_tied=True,
        reapplies=True,
    )


def _unit(rule: _Rule, contest: Contest) -> int:
    return rule.by_score[MATCH].unit(contest)


class _Answer(NamedTuple):
    """What those tied get, in `unit`-ths, by a score or by boards; by neither: by board count."""

    values: list[int]
    unit: int
    score: str = ""
    stages: Stages | None = None
    stage: int = 0


def _answer(rule: _Rule, contest: Contest, tied: Sequence[Seat]) -> _Answer:
    """The first answer that separates somebody, or else that of the primary score."""
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


def _by_boards(rule: _Rule, contest: Contest, tied: Sequence[Seat]) -> list[_Answer]:
    """What the boards say of two teams: nothing more is asked once somebody is ahead."""
    sums = [sums_by_board(contest, seat, _met(rule, contest, tied, seat)) for seat in tied]
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


def _met(rule: _Rule, contest: Contest, tied: Sequence[Seat], seat: Seat) -> list[int]:
    """The rounds (from 0) in which one of two teams met the other."""
    tally = contest.tally
    (other,) = (each for each in tied if each != seat)
    counted = {Kind.PLAYED}
    if rule.forfeits or tally.predetermined:
        counted |= {Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS}
    return [
        at
        for at, opponent in enumerate(tally.opponents[seat])
        if opponent == other and tally.kinds[seat][at] in counted
    ]


def _values(rule: _Rule, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    answer = _answer(rule, contest, tied)
    scale = _unit(rule, contest) // answer.unit
    return [value * scale for value in answer.values]


def _working(rule: _Rule, contest: Contest, tied: Sequence[Seat], seat: Seat) -> Working:
    answer = _answer(rule, contest, tied)
    value = answer.values[tied.index(seat)]
    if answer.score:
        met = rule.by_score[answer.score].working(contest, tied, seat)
        step = Step(name=f"encounter-{answer.score}", numerator=value, denominator=answer.unit)
        return Working(unit=met.unit, terms=met.terms, steps=(step,))
    return _boards_working(rule, contest, tied, seat)


def _boards_working(rule: _Rule, contest: Contest, tied: Sequence[Seat], seat: Seat) -> Working:
    answer = _answer(rule, contest, tied)
    terms = tuple(
        Term(
            round=at + 1,
            opponent=contest.tally.opponents[seat][at],
            value=_at_boards(answer, sums_by_board(contest, seat, [at])),
            note=round_note(contest.tally, seat, at),
            article="13.3.2",
        )
        for at in _met(rule, contest, tied, seat)
    )
    total = answer.values[tied.index(seat)]
    if answer.stages is None:
        count = Step(name="board-count", numerator=total, denominator=answer.unit)
        return Working(unit=answer.unit, terms=terms, steps=(count,))
    stage = stage_step(answer.stages, answer.stage, results_of(contest).boards)
    points = Step(name="sum", numerator=total, denominator=answer.unit)
    return Working(unit=answer.unit, terms=terms, steps=(stage, points))


def _at_boards(answer: _Answer, sums: Sequence[int]) -> int:
    """What one match adds to the answer."""
    return -weighted(sums) if answer.stages is None else answer.stages(sums)[answer.stage]
