"""Problems as JSON for programs (RFC 9457), and the explanation of each code."""

from collections.abc import Mapping
from string import Formatter
from typing import Any

from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.subjects import REFUSALS
from planilla.presentation.catalogue import CATALOGUES, DEFAULT_LANGUAGE, placeholders, sentence, tr

KEY = "refusal."
NO_FIELDS: Mapping[str, Any] = {}
UNKNOWN = "unknown-code"
"""The sentence for a code that this Planilla does not have."""


def article_of(code: str, fields: Mapping[str, Any] = NO_FIELDS) -> str:
    """Return the article behind a problem, by its fields or its code; empty if there is none."""
    refusal = REFUSALS.get(code, Refusal)
    return str(fields.get("article") or refusal.cites)


def problem_of(
    language: str, code: str, status: int, fields: Mapping[str, Any], version: int = 0
) -> dict[str, Any]:
    """Return a problem document: its type is the address that explains the code."""
    problem: dict[str, Any] = {
        "type": f"/problems/{code}",
        "title": sentence(language, code, dict(fields)),
        "status": status,
        "code": code,
        "fields": dict(fields),
        "version": version,
    }
    article = article_of(code, fields)
    if article:
        problem["article"] = article
    return problem


def problem_codes() -> tuple[str, ...]:
    """Return all codes that have a sentence, in alphabetical order."""
    found = (key.removeprefix(KEY) for key in CATALOGUES[DEFAULT_LANGUAGE] if key.startswith(KEY))
    return tuple(sorted(code for code in found if code != UNKNOWN))


def meaning(language: str, code: str) -> str:
    """Return the sentence of a code with the names of its fields in the places of their values."""
    parts = []
    for literal, name, form, _ in Formatter().parse(CATALOGUES[language][KEY + code]):
        parts.append(literal)
        if name is not None:
            parts.append(form.split("|")[-1] if form and "|" in form else f"‹{name}›")
    return "".join(parts)


def fields_of(code: str) -> tuple[str, ...]:
    """Return the fields that the sentence of a code tells of."""
    return tuple(sorted(placeholders(CATALOGUES[DEFAULT_LANGUAGE][KEY + code])))


def advice(language: str, status: int) -> str:
    """Return the advice for problems of a status."""
    return tr(language, f"problem.advice.{status}")
