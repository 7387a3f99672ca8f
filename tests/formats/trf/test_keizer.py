"""The rules of a Keizer tournament in a comment of a file."""

import pytest

from dsl.trf_text import trf
from planilla.domain.pairing.keizer import KEIZER
from planilla.domain.pairing.keizer.memory import KeizerMemory
from planilla.domain.pairing.keizer.rules import SEED, Credit, KeizerRules, OwnValue
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.keizer import is_keizer_comment, line_of, rules_in
from planilla.formats.trf.pairing_input import before
from planilla.formats.trf.reader import read_trf


def document(*records: str) -> TrfDocument:
    read = read_trf(trf([("2w1",), ("1b0",)], *records).encode(), "keizer.trf")
    assert isinstance(read, TrfDocument)
    return read


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(SEED, id="those of the book"),
        pytest.param(
            KeizerRules(own_value=OwnValue.NONE, bye=Credit(share="2/3", limit=2)), id="others"
        ),
    ],
)
def test_what_is_written_is_read(rules: KeizerRules) -> None:
    line = line_of(rules)
    assert is_keizer_comment(line)
    assert rules_in(document(line.text)) == rules


def test_what_is_as_usual_is_not_written() -> None:
    assert line_of(SEED).text == "### planilla-keizer {}"


@pytest.mark.parametrize(
    "records",
    [
        pytest.param((), id="nothing said"),
        pytest.param(("### planilla-keizer {",), id="unreadable"),
        pytest.param(('### planilla-keizer {"own_value":"half"}',), id="no such value"),
        pytest.param(('### planilla-keizer {"step":-1}',), id="a step upwards"),
        pytest.param(('### planilla-keizer {"x": ' + "[" * 100_000,), id="nested without end"),
    ],
)
def test_a_file_that_tells_no_rules(records: tuple[str, ...]) -> None:
    assert rules_in(document(*records)) is None


def test_the_next_round_is_paired_by_the_rules_of_the_file() -> None:
    """1 beat 2: with an own value of 0 the values 3 and 2 stay."""
    told = before(document('### planilla-keizer {"own_value":"none"}'), 2, KEIZER).memory
    assert isinstance(told, KeizerMemory)
    assert told.rules.own_value is OwnValue.NONE
    assert told.listing.order == (0, 1)
    assert before(document(), 2).memory is None
