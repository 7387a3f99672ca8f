"""Names of tie-breaks with their modifiers, long or short."""

from planilla.domain.tiebreaks.grammar import Code, letter_of, parse
from planilla.presentation.catalogue import CATALOGUES, tr


def tiebreak_name(language: str, code: str) -> str:
    """Return the name of a code with what its modifiers say: "Buchholz, without the lowest"."""
    read = parse(code)
    return ", ".join((tr(language, f"tiebreak.{read.name}"), *_modifiers(language, read)))


def tiebreak_short(language: str, code: str) -> str:
    """Return the short name for a column's head: "Buch. C1"."""
    read = parse(code)
    said = (tr(language, f"tiebreak-short.{read.name}"), read.score, *read.modifiers)
    return " ".join(each for each in said if each)


def tiebreak_help(language: str, code: str) -> str:
    """Return one sentence on what is counted, and what the modifiers change."""
    read = parse(code)
    said = tr(language, f"tiebreak-help.{read.name}")
    changed = ", ".join(_modifiers(language, read))
    return f"{said.removesuffix('.')} ({changed})." if changed else said


def _modifiers(language: str, code: Code) -> list[str]:
    modifiers = [*([code.score] if code.score else []), *code.modifiers]
    return [_modifier(language, code, each) for each in modifiers]


def _modifier(language: str, code: Code, modifier: str) -> str:
    """Return the text of one modifier: its own (`C1`), or that of its letter."""
    own = f"tiebreak-modifier.{modifier}"
    if own in CATALOGUES[language]:
        return tr(language, own)
    letter = letter_of(modifier)
    return tr(language, f"tiebreak-modifier.{letter}", n=code.number(letter))
