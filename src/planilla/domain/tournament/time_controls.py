"""Time controls: the twelve of the book as data, their TRF26 code, and the length of a round.

Times are in seconds and belong to one player. The sentences for people are in `locales`.

Source: seed 000, 1.2.1 (*El ritmo de juego*); TRF26, record 222.
"""

import re
from enum import StrEnum

import msgspec

MINUTE_S = 60

SECOND = '"'

MOVES_EXPECTED = 60
"""Moves of a game for planning a round; FIDE counts increments in this way (Laws, A.1 and B.1)."""

MOVES_LONGEST = 120
"""Moves of the longest game that a schedule should allow for; very few games are longer."""


class Kind(StrEnum):
    """The twelve time controls, in the order of the book."""

    GUILLOTINE = "guillotine"
    ONE_PERIOD = "one-period"
    TWO_PERIODS = "two-periods"
    REPEATED = "repeated"
    FIDE = "fide"
    FIDE_TOURNAMENT = "fide-tournament"
    FISCHER = "fischer"
    FISCHER_TOURNAMENT = "fischer-tournament"
    BRONSTEIN = "bronstein"
    HOURGLASS = "hourglass"
    GONG = "gong"
    BYO_YOMI = "byo-yomi"


class Rate(StrEnum):
    """Which rating list a time control counts for."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"
    FASTER = "faster"


class Period(msgspec.Struct, frozen=True, kw_only=True):
    """The seconds for a number of moves; 0 moves in the last period: for all remaining moves.

    In an earlier period 0 moves mean that the next one begins when the time has run out.
    """

    seconds: int
    moves: int = 0


class TimeControl(msgspec.Struct, frozen=True, kw_only=True):
    """The time of a player: periods, and `each_s` seconds a move, used according to the kind.

    `repeats` is the number of byo-yomi periods. `black` is Black's time control if it differs.
    """

    kind: Kind
    periods: tuple[Period, ...]
    each_s: int = 0
    repeats: int = 1
    black: "TimeControl | None" = None


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters of a kind: its periods, moves in periods, and time for each move."""

    periods: tuple[int, int]
    has_each: bool = False
    names_moves: bool = False
    has_repeats: bool = False


PERIODS_MAX = 9

FORMS: dict[Kind, Form] = {
    Kind.GUILLOTINE: Form(periods=(1, 1)),
    Kind.ONE_PERIOD: Form(periods=(2, 2)),
    Kind.TWO_PERIODS: Form(periods=(3, 3)),
    Kind.REPEATED: Form(periods=(2, 2), names_moves=True),
    Kind.FIDE: Form(periods=(1, 1), has_each=True),
    Kind.FIDE_TOURNAMENT: Form(periods=(2, PERIODS_MAX), has_each=True),
    Kind.FISCHER: Form(periods=(1, 1), has_each=True),
    Kind.FISCHER_TOURNAMENT: Form(periods=(2, PERIODS_MAX), has_each=True),
    Kind.BRONSTEIN: Form(periods=(1, 1), has_each=True),
    Kind.HOURGLASS: Form(periods=(1, 1)),
    Kind.GONG: Form(periods=(1, 1)),
    Kind.BYO_YOMI: Form(periods=(1, 1), has_each=True, has_repeats=True),
}
"""The parameters of each kind; the book's X, Y and Z are its periods and the time for each move."""

SECONDS_MAX = 86_400

MOVES_MAX = 500


class UnknownCode(Exception):
    """The text is not a time control in the code of TRF26; `text` is the unreadable part."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(text)


def fault_of(control: TimeControl) -> str:
    """Return the first part of a time control that its kind does not allow; "" if it is valid.

    One of `periods`, `seconds`, `moves`, `each`, `repeats`, `black`.
    """
    form = FORMS[control.kind]
    smallest, largest = form.periods
    checks = (
        ("periods", smallest <= len(control.periods) <= largest),
        ("seconds", all(1 <= period.seconds <= SECONDS_MAX for period in control.periods)),
        ("moves", _moves_fit(control, form)),
        ("each", 1 <= control.each_s <= SECONDS_MAX if form.has_each else control.each_s == 0),
        (
            "repeats",
            1 <= control.repeats <= MOVES_MAX if form.has_repeats else control.repeats == 1,
        ),
        ("black", _black_fits(control)),
    )
    return next((name for name, holds in checks if not holds), "")


def _moves_fit(control: TimeControl, form: Form) -> bool:
    if not control.periods:
        return False
    *earlier, last = (period.moves for period in control.periods)
    if form.names_moves:
        return all(1 <= moves <= MOVES_MAX for moves in (*earlier, last))
    return last == 0 and all(0 <= moves <= MOVES_MAX for moves in earlier)


def _black_fits(control: TimeControl) -> bool:
    black = control.black
    return black is None or (black.black is None and not fault_of(black))


def code_of(control: TimeControl) -> str | None:
    """Return the time control as TRF26 writes it (`5400+30`, `40/6000+30:900+30`, `W300-B240`).

    None if TRF26 has no form: it allows at most two periods, a number of moves for the first, and
    time that is added for each move. So FIDE's clock, Bronstein, hour-glass, gong, byo-yomi,
    repeated periods and three periods have none, nor has a first period without a number of moves.
    """
    white = _one_code(control)
    if control.black is None or white is None:
        return white
    black = _one_code(control.black)
    return None if black is None else f"W{white}-B{black}"


def _one_code(control: TimeControl) -> str | None:
    first, *later = control.periods
    match control.kind:
        case Kind.GUILLOTINE:
            return f"{first.seconds}"
        case Kind.FISCHER:
            return f"{first.seconds}+{control.each_s}"
        case Kind.ONE_PERIOD | Kind.FIDE_TOURNAMENT | Kind.FISCHER_TOURNAMENT:
            if len(later) != 1 or not first.moves:
                return None
            early = f"+{control.each_s}" if control.kind is Kind.FISCHER_TOURNAMENT else ""
            late = f"+{control.each_s}" if control.each_s else ""
            return f"{first.moves}/{first.seconds}{early}:{later[0].seconds}{late}"
        case _:
            return None


_DESCRIPTOR = re.compile(r"(?:([1-9]\d{0,2})/)?([1-9]\d{0,4})(?:\+([1-9]\d{0,3}))?", re.ASCII)


def parse_code(text: str) -> TimeControl:
    """Parse a time control in the code of TRF26; three periods without increment are accepted too.

    Raises:
        UnknownCode: it is not such a code, or no time control of the book corresponds to it.
    """
    if not text.startswith("W"):
        return _parse_one(text)
    white, has_black, black = text[1:].partition("-B")
    if not has_black:
        raise UnknownCode(text)
    return msgspec.structs.replace(_parse_one(white), black=_parse_one(black))


def _parse_one(text: str) -> TimeControl:
    found = [_DESCRIPTOR.fullmatch(part) for part in text.split(":")]
    parts = [(int(m[1] or 0), int(m[2]), int(m[3] or 0)) for m in found if m is not None]
    if len(parts) != len(found):
        raise UnknownCode(text)
    each = [each for _, _, each in parts]
    control = TimeControl(
        kind=_kind_of(each),
        periods=tuple(Period(seconds=seconds, moves=moves) for moves, seconds, _ in parts),
        each_s=each[-1],
    )
    uneven = len(set(each)) > 1 and control.kind is not Kind.FIDE_TOURNAMENT
    unnamed = not all(moves for moves, _, _ in parts[:-1])
    if uneven or unnamed or fault_of(control):
        raise UnknownCode(text)
    return control


def _kind_of(each: list[int]) -> Kind:
    """Return the kind by the time for each move in every period."""
    if not each[-1]:
        by_length = {1: Kind.GUILLOTINE, 2: Kind.ONE_PERIOD}
        return by_length.get(len(each), Kind.TWO_PERIODS)
    if len(each) == 1:
        return Kind.FISCHER
    return Kind.FISCHER_TOURNAMENT if any(each[:-1]) else Kind.FIDE_TOURNAMENT


def expected_length_s(control: TimeControl) -> int | None:
    """Return the planned seconds of a round: a game of 60 moves that uses all its time."""
    return length_s(control, MOVES_EXPECTED)


def longest_length_s(control: TimeControl) -> int | None:
    """Return the seconds after which hardly any game is still in play.

    They are those of 120 moves that use all their time.
    """
    return length_s(control, MOVES_LONGEST)


def length_s(control: TimeControl, moves: int) -> int | None:
    """Return the seconds of a game of `moves` moves in which both players use all their time.

    So Fischer gives 2 · (X + Y · moves). None for the hour-glass, where the time of one player
    grows while the other's runs, and no number of moves sets a bound.
    """
    white = allotted_s(control, moves)
    black = white if control.black is None else allotted_s(control.black, moves)
    return None if white is None or black is None else white + black


def allotted_s(control: TimeControl, moves: int) -> int | None:
    """Return the seconds that one player may use for `moves` moves; None if there is no bound."""
    total, last_moves = _reached(control.periods, moves)
    match control.kind:
        case Kind.HOURGLASS:
            return None
        case Kind.GONG:
            return control.periods[0].seconds * moves
        case Kind.REPEATED:
            first, again = control.periods
            rest = max(0, moves - first.moves)
            return first.seconds + again.seconds * -(-rest // again.moves)
        case Kind.FIDE_TOURNAMENT:
            return total + control.each_s * last_moves
        case Kind.BYO_YOMI:
            return total + control.each_s * (moves + control.repeats - 1)
        case _:
            return total + control.each_s * moves


def _reached(periods: tuple[Period, ...], moves: int) -> tuple[int, int]:
    """Return the seconds of the periods reached in `moves` moves, and the moves in the last."""
    total, left = 0, moves
    for period in periods[:-1]:
        total += period.seconds
        if period.moves >= left:
            return total, 0
        left -= period.moves
    return total + periods[-1].seconds, left


def rate_of(control: TimeControl) -> Rate | None:
    """Return the rating list for which the games count, by the time of one player for 60 moves.

    At least 60 minutes: standard; more than 10: rapid; more than 3: blitz. None if it cannot be
    determined: for the hour-glass, and for players with unequal times, whose games are not rated.

    Source: Laws of Chess (2023), A.1 and B.1; FIDE B.02, rapid and blitz (1 October 2025).
    """
    allotted = allotted_s(control, MOVES_EXPECTED)
    if allotted is None or control.black is not None:
        return None
    limits = (
        (Rate.STANDARD, allotted >= 60 * MINUTE_S),
        (Rate.RAPID, allotted > 10 * MINUTE_S),
        (Rate.BLITZ, allotted > 3 * MINUTE_S),
    )
    return next((rate for rate, holds in limits if holds), Rate.FASTER)


def symbols_of(control: TimeControl) -> str:
    """Return the control in language-neutral symbols: `100'/40 + 15' + 30"`; Black's last.

    A bar separates Black's from White's.
    """
    parts = [
        f"{_amount(period.seconds)}/{period.moves}" if period.moves else _amount(period.seconds)
        for period in control.periods
    ]
    if control.each_s:
        times = f"{control.repeats} × " if control.repeats > 1 else ""
        parts.append(f"{times}{_amount(control.each_s)}")
    said = " + ".join(parts)
    return said if control.black is None else f"{said} | {symbols_of(control.black)}"


def _amount(seconds: int) -> str:
    minutes, rest = divmod(seconds, MINUTE_S)
    if minutes and rest:
        return f"{minutes}'{rest}{SECOND}"
    return f"{minutes}'" if minutes else f"{rest}{SECOND}"
