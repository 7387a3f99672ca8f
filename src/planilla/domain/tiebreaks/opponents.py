"""Tie-breaks by the results of the opponents: Buchholz and Sonneborn-Berger, their cuts and mean.

Unplayed rounds: by the treatment of the edition, `unplayed`. What is cut: `cuts`.
"""

from collections.abc import Sequence
from functools import partial
from math import lcm
from operator import mul
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.cuts import (
    NO_CUTS,
    Cuts,
    cut_elements,
    cuts_of,
    sum_after_cuts,
)
from planilla.domain.tiebreaks.element_sums import sums_of_products, sums_of_worths
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.meetings import meetings_of, sums_of_met
from planilla.domain.tiebreaks.tally import Kind, opponents_met
from planilla.domain.tiebreaks.tiebreak import Note, Step, Term, Tiebreak, Working
from planilla.domain.tiebreaks.unplayed import Faced, Unplayed, met_in, pair_in

EXCEPTION = "16.5"

ROUNDS_FORESEEN = 24
"""Up to here all numbers of games divide a number that scripts of pages can reckon with."""


class Reading(NamedTuple):
    """What a code asks for: treatment, tallies (worth, scored), whether Fore, and cuts."""

    unplayed: Unplayed
    pair: tuple[str, str]
    fore: bool
    cuts: Cuts
    products: bool


def buchholz(code: Code, unplayed: Unplayed) -> Tiebreak:
    """The sum of the totals of all opponents, in units of the point system.

    Source: FIDE C.07 (1 March 2026), `BH`, `FB` and `/F`; seed 000, 3.2.1 to 3.2.3.
    """
    fore = code.name == "FB" or code.has("F")
    pair = (code.score, code.score)
    return _of_elements(code, Reading(unplayed, pair, fore, cuts_of(code), products=False))


def sonneborn_berger(code: Code, unplayed: Unplayed) -> Tiebreak:
    """The sum of points scored against each opponent times his total, in square units.

    With half points that is quarters of a point.

    Source: FIDE C.07 (1 March 2026), `SB`; seed 000, 3.2.6.
    """
    pair = (code.score, code.score)
    return _of_elements(code, Reading(unplayed, pair, code.has("F"), cuts_of(code), products=True))


def of_two_scores(worth: str, scored: str, code: Code, unplayed: Unplayed) -> Tiebreak:
    """The sum of the opponents' totals in one score times the own points against them in another.

    Source: FIDE C.07 (1 March 2026), `ESB`: `EMMSB`, `EMGSB`, `EGMSB`, `EGGSB`.
    """
    reading = Reading(unplayed, (worth, scored), code.has("F"), cuts_of(code), products=True)
    return _of_elements(code, reading)


def _of_elements(code: Code, reading: Reading) -> Tiebreak:
    return Tiebreak(
        code=code.written,
        unit=partial(_unit, reading),
        values=partial(_values, reading),
        working=partial(_working, reading),
    )


def _unit(reading: Reading, contest: Contest) -> int:
    worth, scored = pair_in(contest, reading.pair, fore=False)
    return worth.unit * scored.unit if reading.products else worth.unit


def _values(reading: Reading, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    everybody = contest.once(("elements", reading), lambda: _of_everybody(reading, contest))
    return [everybody[seat] for seat in tied]


def _of_everybody(reading: Reading, contest: Contest) -> Sequence[int]:
    met = met_in(contest, reading.unplayed, reading.pair, fore=reading.fore)
    cuts, size = reading.cuts, contest.size
    if reading.products and cuts == NO_CUTS:
        return sums_of_products(met, size)
    if reading.products:
        faced = map(met.of, range(size))
        return [sum_after_cuts(each, _products(each), cuts) for each in faced]
    return sums_of_worths(met, size, cuts)


def _products(faced: Faced) -> list[int]:
    return list(map(mul, faced.totals, faced.scored))


def _working(reading: Reading, contest: Contest, _: Sequence[Seat], seat: Seat) -> Working:
    met = met_in(contest, reading.unplayed, reading.pair, fore=reading.fore)
    pair = pair_in(contest, reading.pair, fore=reading.fore)
    faced = met.of(seat)
    values = _products(faced) if reading.products else faced.totals
    cut, excepted = cut_elements(faced, values, reading.cuts)
    terms = []
    for index, at in enumerate(faced.rounds):
        told = reading.unplayed.told(pair, seat, at)
        terms.append(
            Term(
                round=at + 1,
                opponent=told.opponent,
                value=values[index],
                note=told.note,
                factors=(faced.scored[index], faced.totals[index]) if reading.products else None,
                cut=index in cut,
                article=EXCEPTION if index in excepted else told.article,
            )
        )
    return Working(
        unit=_unit(reading, contest),
        terms=tuple(terms),
        factor_units=(pair.scored.unit, pair.worth.unit),
    )


# --- the mean ------------------------------------------------------------------------------------


def average_of_buchholz(code: Code, unplayed: Unplayed) -> Tiebreak:
    """The mean of the Buchholz of those met over the board; 0 for who has met nobody.

    Its unit is so small that all means are integers.

    Source: FIDE C.07 (1 March 2026), `AOB`.
    """
    pair = (code.score, code.score)
    reading = Reading(unplayed, pair, code.has("F"), NO_CUTS, products=False)
    return Tiebreak(
        code=code.written,
        unit=partial(_unit_of_mean, reading),
        values=partial(_mean_values, reading),
        working=partial(_mean_working, reading),
    )


def met_over_the_board(contest: Contest, seat: Seat) -> list[tuple[int, Seat]]:
    """Round (from 0) and opponent of each game that an entrant has played."""
    tally = contest.tally
    return [
        (at, opponent)
        for at, (kind, opponent) in enumerate(
            zip(tally.kinds[seat], tally.opponents[seat], strict=True)
        )
        if kind == Kind.PLAYED
    ]


def met_by(contest: Contest, seats: Sequence[Seat]) -> list[Sequence[Seat]]:
    """Those whom each of `seats` has met over the board; of everybody, made once."""
    if len(seats) < contest.size:
        return opponents_met(contest.tally, seats)
    met = contest.once("met", lambda: opponents_met(contest.tally, range(contest.size)))
    return [met[seat] for seat in seats]


def common_denominator(contest: Contest, cut: int = 0) -> int:
    """By how much the numbers of games played, less so many that are cut, can all be divided.

    It is the same from the first round to the last, so that pages which are open can read values
    that come later; in tournaments too long for that (2**53 would be passed) that of the moment.
    """
    rounds = max(contest.rounds_planned, contest.tally.rounds)
    if rounds <= ROUNDS_FORESEEN:
        return lcm(*range(1, rounds + 1))
    counts = {kinds.count(Kind.PLAYED) - cut for kinds in contest.tally.kinds}
    return lcm(*(count for count in counts if count > 0))


def _unit_of_mean(reading: Reading, contest: Contest) -> int:
    return _unit(reading, contest) * common_denominator(contest)


def _mean_values(reading: Reading, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    everybody = _values(reading, contest, range(contest.size))
    scale, games = common_denominator(contest), meetings_of(contest.tally).games
    scales = {count: scale // count if count else 0 for count in set(games)}
    totals = sums_of_met(contest.tally, everybody)
    return [totals[seat] * scales[games[seat]] for seat in tied]


def _mean_working(reading: Reading, contest: Contest, _: Sequence[Seat], seat: Seat) -> Working:
    met = met_over_the_board(contest, seat)
    values = _values(reading, contest, [opponent for _, opponent in met])
    unit = _unit(reading, contest)
    terms = tuple(
        Term(round=at + 1, opponent=opponent, value=value, note=Note.PLAYED)
        for (at, opponent), value in zip(met, values, strict=True)
    )
    return Working(unit=unit, terms=terms, steps=(mean_step(sum(values), unit * len(met)),))


def mean_step(total: int, divisor: int) -> Step:
    """The sum divided by the number of its terms; 0 where there are none."""
    return Step(name="mean", numerator=total if divisor else 0, denominator=divisor or 1)
