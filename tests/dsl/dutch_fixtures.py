"""The fixtures of the Dutch system of 2017 and 2026: small tournaments and the round due."""

import json
from pathlib import Path
from typing import Any

import msgspec

from dsl.dutch_oracle import Answer
from planilla.domain.pairing.system import PairingInput
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.pairing_input import pairing_input
from planilla.formats.trf.reader import read_trf

GOLDEN = Path(__file__).parent.parent / "golden"


class Fixture(msgspec.Struct, frozen=True, kw_only=True):
    """One tournament, and the answer that the rules of one edition give."""

    name: str
    edition: str
    answer: Answer
    file: Path

    def __str__(self) -> str:
        return f"{self.name}-by-{self.edition}"

    def given(self) -> PairingInput:
        document = read_trf(self.file.read_bytes(), self.file.name)
        assert isinstance(document, TrfDocument), document
        given = pairing_input(document)
        assert isinstance(given, PairingInput), given
        return given


def fixtures(edition: str | None = None) -> list[Fixture]:
    """All fixtures that have an answer by the rules of `edition`, or all."""
    return [
        Fixture(name=name, edition=year, answer=_answer(answer), file=folder / f"{name}.trf")
        for folder in (GOLDEN / "dutch_2017", GOLDEN / "dutch_2026")
        for name, fixture in _expected(folder).items()
        for year, answer in fixture["answers"].items()
        if edition in (None, year)
    ]


def _expected(folder: Path) -> dict[str, dict[str, Any]]:
    expected: dict[str, dict[str, Any]] = json.loads(
        (folder / "expected.json").read_text(encoding="utf-8")
    )
    return expected


def _answer(expected: dict[str, Any]) -> Answer:
    bye = expected["bye"]
    return (
        frozenset((white - 1, black - 1) for white, black in expected["boards"]),
        None if bye is None else bye - 1,
    )
