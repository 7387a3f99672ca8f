"""Refusals about the tie-breaks of a tournament."""

from dataclasses import dataclass

from planilla.domain.tiebreaks.grammar import CodeError, Flaw
from planilla.domain.tournament.refusals.refusal import Refusal, Unacceptable


@dataclass(kw_only=True, eq=False)
class NoSuchTiebreak(Unacceptable):
    """No tie-break has this code."""

    code = "no-such-tiebreak"
    tiebreak: str
    known: tuple[str, ...]


@dataclass(kw_only=True, eq=False)
class TiebreakUnreadable(Unacceptable):
    """A tie-break is not written as `NAME/modifier`."""

    code = "tiebreak-unreadable"
    tiebreak: str


@dataclass(kw_only=True, eq=False)
class NoSuchModifier(Unacceptable):
    """The tie-break has no such modifier or score."""

    code = "no-such-modifier"
    tiebreak: str
    modifier: str
    known: tuple[str, ...]


@dataclass(kw_only=True, eq=False)
class TiebreakForbidden(Unacceptable):
    """The rules forbid this tie-break in such an event (FIDE C.07, 8.1; seed 000, 3.1.7)."""

    code = "tiebreak-forbidden"
    tiebreak: str
    why: str


@dataclass(kw_only=True, eq=False)
class NoSuchTiebreakEdition(Unacceptable):
    """No edition of the tie-break rules has this name."""

    code = "no-such-tiebreak-edition"
    edition: str
    known: tuple[str, ...]


def refusal_of(error: CodeError) -> Refusal:
    """The refusal that tells what is wrong with a code."""
    match error.flaw:
        case Flaw.UNREADABLE:
            return TiebreakUnreadable(tiebreak=error.code)
        case Flaw.NO_SUCH_NAME:
            return NoSuchTiebreak(tiebreak=error.code, known=error.known)
        case Flaw.NO_SUCH_MODIFIER:
            return NoSuchModifier(tiebreak=error.code, modifier=error.part, known=error.known)
        case _:
            return TiebreakForbidden(tiebreak=error.code, why=error.flaw.value)
