"""What tie-breaks are called, whole and short, in both languages."""

import pytest

from dsl.tiebreaking import codes_of_individuals
from planilla.domain.tiebreaks import EDITIONS
from planilla.presentation.tiebreaks import tiebreak_help, tiebreak_name, tiebreak_short


@pytest.mark.parametrize(
    ("code", "english", "spanish"),
    [
        pytest.param("BH", "Buchholz", "Buchholz", id="bare"),
        pytest.param(
            "BH/C1", "Buchholz, without the lowest", "Buchholz, sin el más bajo", id="one cut"
        ),
        pytest.param(
            "BH/M2",
            "Buchholz, without the 2 lowest and the 2 highest",
            "Buchholz, sin los 2 más bajos ni los 2 más altos",
            id="two at each end",
        ),
        pytest.param(
            "KS/L>60",
            "Koya, more than 60% of the points",
            "Koya, más del 60\u00a0% de los puntos",
            id="a share",
        ),
        pytest.param(
            "KS/L+1",
            "Koya, 1 half point above half",
            "Koya, 1 medio punto sobre la mitad",
            id="half a point",
        ),
        pytest.param(
            "SB:GP/C1/own",
            "Sonneborn-Berger, by game points, without the lowest, "
            "only own unplayed rounds adjusted",
            "Sonneborn-Berger, por puntos de partida, sin el más bajo, "
            "solo se ajustan las rondas propias sin jugar",
            id="a score and two modifiers",
        ),
        pytest.param("BW/K7", "Brightwell, factor 7", "Brightwell, factor 7", id="a factor"),
        pytest.param("K421", "Kashdan 421", "Kashdan 421", id="a name with figures"),
    ],
)
def test_a_code_is_called(code: str, english: str, spanish: str) -> None:
    assert tiebreak_name("en", code) == english
    assert tiebreak_name("es", code) == spanish


def test_the_head_of_a_column_is_short() -> None:
    assert tiebreak_short("en", "BH:MP/C1") == "Buch. MP C1"
    assert tiebreak_short("es", "DE") == "Partic."


def test_the_explanation_tells_what_the_modifiers_change() -> None:
    assert tiebreak_help("en", "BH") == "The sum of the opponents' points."
    assert tiebreak_help("en", "BH/C1") == (
        "The sum of the opponents' points (without the lowest)."
    )


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_code_of_every_edition_has_words(edition: str, language: str) -> None:
    codes = codes_of_individuals(edition)
    names = {tiebreak_name(language, code) for code in codes}
    assert len(names) == len(codes)
    assert all(tiebreak_short(language, code) and tiebreak_help(language, code) for code in codes)
