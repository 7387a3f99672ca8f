"""The rules of a maxi-tournament and the best rounds that count, in a comment of a file."""

import pytest

from dsl.trf_text import trf
from planilla.domain.pairing import SYSTEMS
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.pairing_input import before
from planilla.formats.trf.reader import read_trf
from planilla.formats.trf.shape import ReportedShape, is_shape_comment, shape_in, shape_lines

BOOK, MONRAD, NEW = (SYSTEMS[name] for name in ("swiss-dutch-libro", "monrad", "swiss-dutch-2026"))


def document(*records: str) -> TrfDocument:
    read = read_trf(trf([("2w1", "2b="), ("1b0", "1w=")], *records).encode(), "shape.trf")
    assert isinstance(read, TrfDocument)
    return read


def test_what_is_written_is_read_in_a_system_that_has_it() -> None:
    (line,) = shape_lines(ReportedShape(maxi=True, best_rounds=2))
    assert line.text == '### planilla-shape {"maxi":true,"best_rounds":2}'
    assert is_shape_comment(line)
    read = document(line.text)
    assert shape_in(read, BOOK) == ReportedShape(maxi=True)
    assert shape_in(read, MONRAD) == ReportedShape(best_rounds=2)
    assert shape_in(read, NEW) == ReportedShape()


def test_what_is_as_usual_is_not_written() -> None:
    assert shape_lines(ReportedShape()) == ()


@pytest.mark.parametrize(
    "records",
    [
        pytest.param((), id="nothing said"),
        pytest.param(("### planilla-shape {",), id="unreadable"),
        pytest.param(('### planilla-shape {"best_rounds":"two"}',), id="no number"),
        pytest.param(('### planilla-shape {"best_rounds":-1}',), id="less than none"),
        pytest.param(('### planilla-shape {"best_rounds":3}',), id="more than are planned"),
        pytest.param(('### planilla-shape {"x": ' + "[" * 100_000,), id="nested without end"),
    ],
)
def test_a_file_that_tells_no_best_rounds(records: tuple[str, ...]) -> None:
    assert shape_in(document("XXR 2", *records), MONRAD) == ReportedShape()


def test_a_round_is_paired_as_the_file_says() -> None:
    said = '### planilla-shape {"maxi":true,"best_rounds":1}'
    assert before(document(said), 3, BOOK).is_maxi
    assert not before(document(), 3, BOOK).is_maxi
    assert before(document(said), 3, MONRAD).crosstable.best_rounds == 1
    assert before(document(), 3, MONRAD).crosstable.best_rounds == 0
