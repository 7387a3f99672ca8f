"""Grammar of tie-break codes: `NAME[:SCORE][/modifier …]`, as in FIDE's lists.

    BH          Buchholz                    BH/C1       without the lowest element
    BH/M2       without two lowest and two highest
    BH/F        as if the last round were drawn (Fore)
    DE/P        forfeits count as games     ARO/U1400   unrated opponents count as 1400
    KS/L60      threshold of 60 %           KS/L+1      threshold half a point higher
    SSSC/K3     factor                      TPN/R       reversed
    BH:GP       by game points              BH/own      the book's adjustment (`off`, `own`)

Codes are case-insensitive; `Code.written` is the stored form.

Source: FIDE C.07 (1 March 2026), 14; TRF26, records 202 and 212.
"""

import re
from enum import StrEnum

import msgspec

CODE_LENGTH_MAX = 40
SCORES = ("MP", "GP")
"""Match points and game points: the two scores of a team."""

TO_THE_END = "/C*"
RISING = "/L*"
RISING_SHARES = (60, 70, 80, 90)
"""Percentages of the extended Koya above the first one (seed 000, 3.1.5)."""

_NAME = re.compile(r"[A-Z][A-Z0-9]*")
_NUMBERED = re.compile(r"(C|M|U|K|L\+|L-|L>|L)(\d{1,4})")


class Flaw(StrEnum):
    """A fault of a code; the messages are in `locales`."""

    UNREADABLE = "tiebreak-unreadable"
    NO_SUCH_NAME = "no-such-tiebreak"
    NO_SUCH_MODIFIER = "no-such-modifier"
    BY_SCHEDULE = "tiebreak-by-schedule"
    ACCELERATED = "tiebreak-accelerated"
    TEAMS_ONLY = "tiebreak-of-teams"


class CodeError(ValueError):
    """A code that cannot be parsed: the flaw, the code, the faulty part, and valid examples."""

    def __init__(self, flaw: Flaw, code: str, part: str = "", known: tuple[str, ...] = ()) -> None:
        super().__init__(f"{flaw}: {code}")
        self.flaw = flaw
        self.code = code
        self.part = part
        self.known = known


class Code(msgspec.Struct, frozen=True, kw_only=True):
    """A parsed code. `modifiers` are canonical and in the order written."""

    name: str
    score: str = ""
    modifiers: tuple[str, ...] = ()

    @property
    def written(self) -> str:
        """The code in its canonical form."""
        head = f"{self.name}:{self.score}" if self.score else self.name
        return "/".join((head, *self.modifiers))

    def has(self, modifier: str) -> bool:
        """Return whether the code has a modifier that takes no number."""
        return modifier in self.modifiers

    def number(self, kind: str) -> int | None:
        """Return the number after a modifier's letter; None without the modifier."""
        for modifier in self.modifiers:
            found = _NUMBERED.fullmatch(modifier)
            if found is not None and found[1] == kind:
                return int(found[2])
        return None


def parse(text: str) -> Code:
    """Parse a code; its tie-break may not exist.

    Raises:
        CodeError: it has no name, or an unknown modifier.
    """
    head, *modifiers = text.strip().split("/")
    name, colon, score = head.upper().partition(":")
    if len(text) > CODE_LENGTH_MAX or not _NAME.fullmatch(name):
        raise CodeError(Flaw.UNREADABLE, text)
    if colon and score not in SCORES:
        raise CodeError(Flaw.NO_SUCH_MODIFIER, text, score, SCORES)
    return Code(
        name=name, score=score, modifiers=tuple(_canonical(text, each) for each in modifiers)
    )


def expanded(text: str, rounds: int) -> tuple[Code, ...]:
    """Return the codes that a code stands for: itself, or several if it has a star.

    Raises:
        CodeError: as `parse`.
    """
    bare = text.strip().upper()
    if bare.endswith(TO_THE_END):
        name = bare.removesuffix(TO_THE_END)
        cuts = (f"{name}/C{cut}" for cut in range(1, rounds))
        return (parse(name), *map(parse, cuts))
    if bare.endswith(RISING):
        name = bare.removesuffix(RISING)
        return (parse(name), *(parse(f"{name}/L>{share}") for share in RISING_SHARES))
    return (parse(text),)


EXAMPLES = ("C1", "M1", "P", "F", "R", "U1400", "L+1", "L60", "K6", "off", "own")
"""One modifier of each kind, listed in the message about an unknown modifier."""

_PLAIN = {"p": "P", "f": "F", "r": "R", "off": "off", "own": "own"}


def _canonical(text: str, modifier: str) -> str:
    plain = _PLAIN.get(modifier.lower())
    if plain is not None:
        return plain
    found = _NUMBERED.fullmatch(modifier.upper())
    if found is None:
        raise CodeError(Flaw.NO_SUCH_MODIFIER, text, modifier, EXAMPLES)
    return f"{found[1]}{int(found[2])}"


def letter_of(modifier: str) -> str:
    """Return the kind of a canonical modifier: `C` for `C1`, `L` for `L+2`, `own` for `own`."""
    found = _NUMBERED.fullmatch(modifier)
    return found[1] if found else modifier
