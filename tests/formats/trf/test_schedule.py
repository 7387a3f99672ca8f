"""A schedule is told by the type of the file, or by who met whom."""

import pytest

from dsl.trf_text import trf
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.reader import read_trf
from planilla.formats.trf.schedule import is_predetermined

ALL_MET = (("2w1", "3b1", "U"), ("1b0", "U", "3w1"), ("U", "1w0", "2b0"))
NOT_ALL = (("2w1", "2b1"), ("1b0", "1w0"), ("U", "U"))


@pytest.mark.parametrize(
    ("records", "cells", "expected"),
    [
        pytest.param((), ALL_MET, True, id="everybody met everybody"),
        pytest.param((), NOT_ALL, False, id="somebody met nobody"),
        pytest.param((), (("2w1",), ("1b0",)), False, id="two players"),
        pytest.param((), (("2w1",), ("1b0",), ("U",)), False, id="too few rounds"),
        pytest.param(("192 FIDE_DUTCH_2026",), ALL_MET, False, id="a Swiss in which all met"),
        pytest.param(("192 BERGER_ROUNDROBIN_G2",), NOT_ALL, True, id="a code of FIDE"),
        pytest.param(("092 Individual: Round-Robin",), NOT_ALL, True, id="in words"),
        pytest.param(("092 Sistema suizo",), ALL_MET, False, id="in Spanish"),
        pytest.param(("092 Casual",), ALL_MET, True, id="words that say nothing"),
    ],
)
def test_who_meets_whom_was_known(
    records: tuple[str, ...], cells: tuple[tuple[str, ...], ...], expected: bool
) -> None:
    read = read_trf(trf(cells, *records).encode(), "file.trf")
    assert isinstance(read, TrfDocument)
    assert is_predetermined(read) is expected
