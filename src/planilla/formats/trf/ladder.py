"""The rules of a Keizer ladder in a comment of a file: no record of FIDE holds them.

The line is `### planilla-keizer` and the settings as JSON, those that are as usual left out. A file
without it goes by the rules of the book.
"""

import msgspec

from planilla.domain.pairing.ladder.rules import SEED, KeizerRules, faults_of, settled
from planilla.formats.trf.document import Line, TrfDocument

PREFIX = "### planilla-keizer "


def rules_in(document: TrfDocument) -> KeizerRules | None:
    """The rules that a file tells; None where it tells none that can be meant."""
    for line in document.lines:
        if line.text.startswith(PREFIX):
            try:
                rules = msgspec.json.decode(line.text[len(PREFIX) :], type=KeizerRules)
            except (msgspec.DecodeError, RecursionError):
                return None
            return None if any(faults_of(rules)) else settled(rules)
    return None


def line_of(rules: KeizerRules) -> Line:
    """The comment that tells these rules."""
    usual = msgspec.to_builtins(SEED)
    told = {
        name: value for name, value in msgspec.to_builtins(rules).items() if value != usual[name]
    }
    return Line(text=PREFIX + msgspec.json.encode(told).decode())


def is_of_ladder(line: Line) -> bool:
    """Whether a line is such a comment."""
    return line.text.startswith(PREFIX)
