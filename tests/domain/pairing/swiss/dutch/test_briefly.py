"""A pairing told briefly is the same pairing, without who would have come first."""

import msgspec
import pytest

from dsl.dutch_worlds import before
from planilla.domain.pairing.swiss.dutch import DUTCH
from planilla.domain.pairing.system import Pairing


@pytest.mark.parametrize("name", DUTCH)
@pytest.mark.parametrize("number", [2, 5])
def test_it_is_the_same_pairing_without_who_came_first(name: str, number: int) -> None:
    full, brief = (
        DUTCH[name].answer(before(number)),
        DUTCH[name].answer(before(number), briefly=True),
    )
    assert isinstance(full, Pairing)
    assert isinstance(brief, Pairing)
    assert (brief.boards, brief.byes) == (full.boards, full.byes)
    for one, other in zip(full.explanation.steps, brief.explanation.steps, strict=True):
        assert other == msgspec.structs.replace(
            one,
            boards=tuple(msgspec.structs.replace(each, instead=None) for each in one.boards),
            floaters=tuple(msgspec.structs.replace(each, instead=None) for each in one.floaters),
        )
