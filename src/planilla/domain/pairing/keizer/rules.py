"""The settings of a Keizer tournament: values, credits of rounds, and bounds on pairs.

The defaults are those of the seed (seed 000, 2.10); each variant of a club is an option. Shares are
written as `2/3`, `0.5` or `66 %`, and read by `share_of`. Every option with
its source: `docs/rules/keizer.md`.
"""

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

import msgspec
from msgspec.structs import replace

SHARE_MAX = 2
DENOMINATOR_MAX = 1_000
SHARES_KEPT = 256


class OwnValue(StrEnum):
    """The own value counted in a total: the one in force, the first one, or none."""

    IN_FORCE = "in-force"
    ORIGINAL = "original"
    NONE = "none"


class Absence(StrEnum):
    """Treatment of a round without a game.

    An external game (club duty) may have a result; `NOTHING` has no credit.
    """

    UNJUSTIFIED = "unjustified"
    JUSTIFIED = "justified"
    EXTERNAL = "external"
    EXTERNAL_WIN = "external-win"
    EXTERNAL_DRAW = "external-draw"
    EXTERNAL_LOSS = "external-loss"
    NOTHING = "nothing"


class Of(StrEnum):
    """The player whose value a share is taken of."""

    OPPONENT = "opponent"
    OWN = "own"


class ForfeitWin(StrEnum):
    """Credit of a win by forfeit: that of a win, or that of a bye."""

    WIN = "win"
    BYE = "bye"


class LateEntry(StrEnum):
    """First place of a late entry: below the last, or by rating."""

    LAST = "last"
    RATING = "rating"


class Retired(StrEnum):
    """Treatment of players who left: unchanged, or removed with a share of the last value."""

    KEEP = "keep"
    FROZEN = "frozen"


class Mode(StrEnum):
    """Method of recalculation: one pass for each round, or repeated passes to a fixed point."""

    ONE_PASS = "one-pass"  # noqa: S105 - a pass over the games
    FIXED_POINT = "fixed-point"


class OnCycle(StrEnum):
    """Result of passes that cycle: the mean of the cycle, or the last pass."""

    AVERAGE = "average"
    STOP = "stop"


class When(StrEnum):
    """Time of the recalculation: at the close of each round, by a timer, or by command."""

    EACH_ROUND = "each-round"
    TIMER = "timer"
    BY_HAND = "by-hand"


class Final(StrEnum):
    """Basis of the final standings: the total, or the points of the tournament."""

    TOTAL = "total"
    POINTS = "points"


class Relaxed(StrEnum):
    """A wish that gives way where nobody can be paired otherwise, in the order of the list."""

    ORIGIN = "origin"
    COLOUR = "colour"
    DISTANCE = "distance"
    MEETINGS = "meetings"


class Credit(msgspec.Struct, frozen=True, kw_only=True):
    """A share of the own value, for the first `limit` times (0: always).

    Each further time it is multiplied by `decay`.
    """

    share: str
    limit: int = 0
    decay: str = "1"


class KeizerRules(msgspec.Struct, frozen=True, kw_only=True):
    """Rules of values, totals and pairings.

    `maximum` 0 is three halves of the number of players, rounded half up; with `maximum_follows` it
    is recalculated whenever the number changes. `given` lists the values by place; each place below
    them has `step` less than the one above, and none less than `floor`.

    `absences_max` limits the absences with a credit, all kinds together. `announced` is the
    treatment of an absence requested in advance, `missed` that of a round before entry or while
    away. `rounds_between` is the number of rounds between two games of the same pair; for the other
    bounds on pairs 0 means no bound.
    """

    maximum: int = 0
    maximum_follows: bool = False
    step: int = 1
    floor: int = 1
    given: tuple[int, ...] = ()
    own_value: OwnValue = OwnValue.IN_FORCE
    loss: str = "0"
    loss_of: Of = Of.OPPONENT
    forfeit_win: ForfeitWin = ForfeitWin.WIN
    bye: Credit = Credit(share="1")
    unjustified: Credit = Credit(share="1/3")
    justified: Credit = Credit(share="2/3")
    external: Credit = Credit(share="2/3")
    absences_max: int = 0
    announced: Absence = Absence.JUSTIFIED
    missed: Absence = Absence.UNJUSTIFIED
    late_entry: LateEntry = LateEntry.LAST
    retired: Retired = Retired.KEEP
    retired_share: str = "3/4"
    categories: tuple[str, ...] = ()
    rounds_between: int = 0
    meetings_max: int = 0
    colour_difference_max: int = 0
    same_colour_max: int = 0
    relax: tuple[Relaxed, ...] = tuple(Relaxed)
    mode: Mode = Mode.ONE_PASS
    passes_max: int = 20
    on_cycle: OnCycle = OnCycle.AVERAGE
    recalculate: When = When.EACH_ROUND
    final: Final = Final.TOTAL


SEED = KeizerRules()
"""The rules of the book, where nothing else is announced (seed 000, 2.10)."""

LIMITS: tuple[tuple[str, int, int], ...] = (
    ("maximum", 0, 100_000),
    ("step", 0, 1_000),
    ("floor", 0, 100_000),
    ("absences_max", 0, 1_000),
    ("rounds_between", 0, 1_000),
    ("meetings_max", 0, 1_000),
    ("colour_difference_max", 0, 100),
    ("same_colour_max", 0, 100),
    ("passes_max", 1, 1_000),
)
"""The smallest and greatest number of each setting that holds one."""
GIVEN_MAX = 10_000
VALUE_MAX = 1_000_000
LIMIT_MAX = 1_000
CREDITS = ("bye", "unjustified", "justified", "external")


class SettingFault(msgspec.Struct, frozen=True, kw_only=True):
    """A setting that cannot be meant, by its name, and what it was given."""

    field: str
    value: str


@lru_cache(maxsize=SHARES_KEPT)
def share_of(text: str) -> Fraction:
    """Return the share that `2/3`, `0.5` or `66 %` writes.

    Raises:
        ValueError: nothing that people write is written so.
    """
    plain = text.strip()
    per_cent = plain.endswith("%")
    try:
        share = Fraction(plain.removesuffix("%").strip().replace(",", "."))
    except ZeroDivisionError as error:
        raise ValueError(text) from error
    share = share / 100 if per_cent else share
    if not 0 <= share <= SHARE_MAX or share.denominator > DENOMINATOR_MAX:
        raise ValueError(text)
    return share


def faults_of(rules: KeizerRules) -> Iterator[SettingFault]:
    """Yield every setting that cannot be meant, in the order of the settings."""
    for field, smallest, largest in LIMITS:
        value = getattr(rules, field)
        if not smallest <= value <= largest:
            yield SettingFault(field=field, value=str(value))
    yield from _faults_of_given(rules)
    yield from (
        SettingFault(field=field, value=text)
        for field, text in _shares(rules)
        if not _is_share(text)
    )
    yield from _faults_of_limits(rules)
    for names, field in ((rules.categories, "categories"), (rules.relax, "relax")):
        if len(set(names)) < len(names):
            yield SettingFault(field=field, value=", ".join(names))


def _faults_of_limits(rules: KeizerRules) -> Iterator[SettingFault]:
    for name in CREDITS:
        limit = getattr(rules, name).limit
        if not 0 <= limit <= LIMIT_MAX:
            yield SettingFault(field=f"{name}.limit", value=str(limit))


def settled(rules: KeizerRules) -> KeizerRules:
    """The same rules with every share in its lowest terms: one value has one form in the log."""
    credits_ = {
        name: replace(
            getattr(rules, name),
            share=str(share_of(getattr(rules, name).share)),
            decay=str(share_of(getattr(rules, name).decay)),
        )
        for name in CREDITS
    }
    return replace(
        rules,
        loss=str(share_of(rules.loss)),
        retired_share=str(share_of(rules.retired_share)),
        **credits_,
    )


def _faults_of_given(rules: KeizerRules) -> Iterator[SettingFault]:
    """Values that are announced fall from place to place, or stay."""
    falls = all(one >= other for one, other in zip(rules.given, rules.given[1:], strict=False))
    in_range = all(0 <= value <= VALUE_MAX for value in rules.given)
    if not falls or not in_range or len(rules.given) > GIVEN_MAX:
        yield SettingFault(field="given", value=", ".join(map(str, rules.given[:20])))


def _shares(rules: KeizerRules) -> Iterator[tuple[str, str]]:
    yield "loss", rules.loss
    yield "retired_share", rules.retired_share
    for name in CREDITS:
        credit: Credit = getattr(rules, name)
        yield f"{name}.share", credit.share
        yield f"{name}.decay", credit.decay


def _is_share(text: str) -> bool:
    try:
        share_of(text)
    except ValueError:
        return False
    return True
