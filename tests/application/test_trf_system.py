"""Which system a file asks for: by its code, by our own name, or the newest where it says none."""

import pytest

from dsl.trf_text import trf
from planilla.application.trf_system import CODE_OF_SYSTEM, SYSTEM_NAMES, UnknownSystem, system_of
from planilla.domain.pairing import SYSTEMS
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.reader import read_trf


def document(*records: str) -> TrfDocument:
    read = read_trf(trf([(), ()], *records).encode(), "open.trf")
    assert isinstance(read, TrfDocument)
    return read


@pytest.mark.parametrize(
    ("records", "system"),
    [
        pytest.param((), "swiss-dutch-2026", id="nothing is said"),
        pytest.param(("092 Individual: Swiss-System",), "swiss-dutch-2026", id="free text"),
        pytest.param(("192 FIDE_DUTCH_2017",), "swiss-dutch-2017", id="2017"),
        pytest.param(("192 FIDE_DUTCH_2026_BAKU",), "swiss-dutch-2026", id="accelerated"),
        pytest.param(("192 FIDE_DUTCH_2025",), "swiss-dutch-2026", id="as bbpPairings says"),
        pytest.param(("192 FIDE_DUTCH",), "swiss-dutch-2026", id="no date"),
        pytest.param(("042 2026/01/31", "192 FIDE_DUTCH"), "swiss-dutch-2017", id="the day before"),
        pytest.param(("042 2026/02/01", "192 FIDE_DUTCH"), "swiss-dutch-2026", id="the first day"),
        pytest.param(("092 FIDE_DUTCH_2017",), "swiss-dutch-2017", id="a code among the words"),
        pytest.param(
            ("092 swiss-dutch-2012", "192 CUSTOM_SWISS"), "swiss-dutch-2012", id="our own name"
        ),
        pytest.param(("092 swiss-dutch-libro",), "swiss-dutch-libro", id="our own name alone"),
        pytest.param(
            ("092 swiss-dutch-2012", "192 FIDE_DUTCH_2017"), "swiss-dutch-2017", id="the code wins"
        ),
    ],
)
def test_a_file_asks_for(records: tuple[str, ...], system: str) -> None:
    assert system_of(document(*records)) == system


@pytest.mark.parametrize("code", ["FIDE_DUBOV", "CUSTOM_SWISS", "FIDE_BURSTEIN_BAKU"])
def test_a_system_that_is_not_ours_is_not_guessed(code: str) -> None:
    with pytest.raises(UnknownSystem) as caught:
        system_of(document(f"192 {code}"))
    assert caught.value.code == code


def test_every_name_is_that_of_a_system() -> None:
    assert set(SYSTEMS) >= SYSTEM_NAMES >= set(CODE_OF_SYSTEM)
