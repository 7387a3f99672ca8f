"""Keizer seasons to test with: seasons of games by seat, the book's example, a slow model."""

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

from planilla.domain.crosstable import Crosstable, Entrant, Round, Seat
from planilla.domain.pairing.keizer.rules import (
    SEED,
    Absence,
    ForfeitWin,
    KeizerRules,
    Of,
    OwnValue,
    Retired,
)
from planilla.domain.pairing.keizer.season import Season
from planilla.domain.pairing.keizer.totals import Counting, sums_of
from planilla.domain.pairing.keizer.values import KeizerList
from planilla.domain.vocabulary import RESULT_OF_NOTATION, ByeKind, EntrantId, GameResult

GOLDEN = Path(__file__).parents[1] / "golden" / "keizer"
Board = tuple[Seat, Seat, str]


def book(name: str) -> Any:
    """A file of the book's section on Keizer."""
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


def entrants(size: int, **of_seat: Entrant) -> tuple[Entrant, ...]:
    """So many, rated 2000, 1990 and so on; some may be told otherwise as `s3=…`."""
    usual = {
        f"s{seat}": Entrant(id=EntrantId(f"e{seat}"), rating=2000 - 10 * seat)
        for seat in range(size)
    }
    return tuple({**usual, **of_seat}.values())


def played(*boards: Board, byes: tuple[tuple[Seat, ByeKind], ...] = ()) -> Round:
    """A round of boards (White, Black, result as it is written) and byes."""
    return Round(
        boards=tuple((white, black) for white, black, _ in boards),
        results=bytes(RESULT_OF_NOTATION[result] for _, _, result in boards),
        byes=byes,
    )


def season(size: int, *rounds: Round, rules: KeizerRules = SEED, **more: Any) -> Season:
    """A season of so many players."""
    table = Crosstable(entrants=more.pop("entrants", entrants(size)), rounds=rounds)
    return Season(crosstable=table, rules=rules, **more)


def listing(*values: int) -> KeizerList:
    """A list in the order of the values, which are given by seat."""
    order = tuple(sorted(range(len(values)), key=lambda seat: -values[seat]))
    return KeizerList(order=order, values=values, maximum=max(values))


def totals(of: Season, counting: Counting) -> tuple[Fraction, ...]:
    """Everybody's total, as fractions."""
    sums = sums_of(of)
    unit = sums.total_units(counting)
    return tuple(Fraction(total, unit) for total in sums.totals(counting))


def slow_total(of: Season, values: tuple[int, ...], seat: Seat) -> Fraction:
    """The total of one player, as somebody would add it up who has never seen the program.

    Without limits, decay and rulings; values are whole.
    """
    rules = of.rules
    own = Fraction(values[seat])
    total = {
        OwnValue.IN_FORCE: own,
        OwnValue.ORIGINAL: Fraction(of.original[seat] if of.original else 0),
        OwnValue.NONE: Fraction(0),
    }[rules.own_value]
    for number, evening in enumerate(of.crosstable.rounds, start=1):
        total += _slow_evening(of, values, seat, number, evening)
    return total


def _slow_evening(
    of: Season, values: tuple[int, ...], seat: Seat, number: int, evening: Round
) -> Fraction:
    rules, own = of.rules, Fraction(values[seat])
    for (white, black), code in zip(evening.boards, evening.results, strict=True):
        if seat in (white, black):
            other = black if seat == white else white
            outcome = OUTCOMES[code][0 if seat == white else 1]
            return _slow_game(of, values, (seat, other), outcome)
    kinds = dict(evening.byes)
    if seat in kinds:
        rested = kinds[seat] in (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT)
        return own * Fraction((rules.bye if rested else rules.justified).share)
    away = seat in of.left and number >= of.left[seat]
    return Fraction(0) if away else own * Fraction(rules.unjustified.share)


OUTCOMES = ("..", "wl", "dd", "lw", "fn", "nf", "nn", "ll")
"""What each result is for White and Black: won, drawn, lost, won by forfeit, no-show, open."""


def _slow_game(
    of: Season, values: tuple[int, ...], seats: tuple[Seat, Seat], outcome: str
) -> Fraction:
    rules, own, theirs = of.rules, Fraction(values[seats[0]]), Fraction(values[seats[1]])
    if rules.retired is Retired.FROZEN and seats[1] in of.left:
        theirs *= Fraction(rules.retired_share)
    as_bye = rules.forfeit_win is ForfeitWin.BYE
    return {
        "w": theirs,
        "d": theirs / 2,
        "l": (theirs if rules.loss_of is Of.OPPONENT else own) * Fraction(rules.loss),
        "f": own * Fraction(rules.bye.share) if as_bye else theirs,
        "n": own * Fraction(rules.unjustified.share),
        ".": Fraction(0),
    }[outcome]


def random_season(seed: int, size: int, rounds: int, rules: KeizerRules = SEED) -> Season:
    """Games, byes, no-shows, absences and people who left, drawn from a seed."""
    drawn = random.Random(seed)
    left = {seat: drawn.randint(2, rounds + 1) for seat in range(size) if drawn.random() < 0.1}
    evenings = []
    for number in range(1, rounds + 1):
        there = [seat for seat in range(size) if number < left.get(seat, rounds + 2)]
        drawn.shuffle(there)
        away = [there.pop() for _ in range(len(there) // 6)]
        kinds = (ByeKind.ZERO_POINT, ByeKind.PAIRING_ALLOCATED, None)
        byes = [(seat, kind) for seat in away if (kind := drawn.choice(kinds)) is not None]
        pairs = list(zip(there[::2], there[1::2], strict=False))
        results = bytes(drawn.choice(list(GameResult)) for _ in pairs)
        evenings.append(Round(boards=tuple(pairs), results=results, byes=tuple(byes)))
    table = Crosstable(entrants=entrants(size), rounds=tuple(evenings))
    return Season(crosstable=table, rules=rules, left=left)


JUSTIFIED = Absence.JUSTIFIED
"""Ruled of an absence."""
