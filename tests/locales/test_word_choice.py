"""One word for one thing, and one way to speak to readers, in each language."""

import re

import pytest

from planilla.presentation.catalogue import CATALOGUES

INFORMAL = re.compile(
    r"\b(?:tú|tus?|ti|contigo|tuy[oa]s?|eres|estás|has|tienes|puedes|quieres|debes|sabes|vas|ves|"
    r"elige|escribe tu|avisa a|pídel[oa]|guárdal[oa]|imprímel[oa]|compruébal[oa]|hazle|ponl[oa]|"
    r"indícal[oa]|míral[oa]|quítales|juegas|quedas|tendrás|llegues|escribes|guardaste|recargues|"
    r"escríbel[oa]|anuncia menos)\b|"
    r"(?:^|[.:;,] )(?:toca|pega|mira|empieza y|compara|corrige el|descarga|escribe|haz|pon|"
    r"baja el|sube el|da a|abre|elige|prueba cuando|vuelve a (?:mirar|probar)|cambia la)\b|"
    r"\b(?:y|o) decide\.",
    re.IGNORECASE,
)
"""Informal forms of address (*tú*); Planilla uses *usted* throughout."""

NOT_SAID = {
    "es": {
        "fichero": "archivo",
        "mesa del árbitro": "panel del árbitro",
        "valoraci": "Elo",
        " elos": "Elo, in the singular",
        "huella": "hash",
        "escalera": "escala",
        "octeto": "bytes",
        "suprimi": "borrar",
        "desech": "descartar",
        "fallo": "decisión",
        " acto": "acción",
        "deshacer el resultado": "retirar el resultado",
        "cuadro de cruces": "cuadro",
        "mundos": "escenarios",
    },
    "en": {
        "cannot be:": "is not possible:",
        "cannot be;": "is not possible;",
        "something of ours": "internal error",
        "participant": "entrant",
        "color ": "colour",
    },
}
"""Words that are not used, each with its replacement (docs/glossary.md)."""


def test_spanish_says_usted_to_everybody() -> None:
    texts = CATALOGUES["es"].items()
    assert {key: text for key, text in texts if INFORMAL.search(text)} == {}


@pytest.mark.parametrize("language", NOT_SAID)
def test_one_word_is_kept_for_one_thing(language: str) -> None:
    found = {
        key: wrong
        for key, text in CATALOGUES[language].items()
        for wrong in NOT_SAID[language]
        if wrong in text.lower()
    }
    assert found == {}


@pytest.mark.parametrize(
    ("language", "board", "table"),
    [("es", r"\btableros?\b", r"\bmesas?\b"), ("en", r"\bboards?\b", r"\btables?\b")],
)
def test_a_round_has_boards_and_a_hall_has_tables(language: str, board: str, table: str) -> None:
    rounds, hall = [], []
    for key, text in CATALOGUES[language].items():
        if key.startswith(
            (
                "page.whatif.",
                "page.audit.",
                "page.col.board",
                "whatif.",
                "audit.",
                "dossier.",
                "page.desk.",
                "explained.",
            )
        ):
            found = re.search(table, text, re.IGNORECASE)
            rounds += [key] if found and "masnou" not in key and "hall" not in key else []
        elif key.startswith(("screens.", "tablet.", "masnou-")):
            hall += [key] if re.search(board, text) else []
    assert (rounds, hall) == ([], [])


@pytest.mark.parametrize("language", CATALOGUES)
def test_fractions_and_ordinals_are_those_of_the_language(language: str) -> None:
    wrong = r"\b[1-9]/[2-9]\b" if language == "es" else r"\b[1-9]/[2-9]\b|\d\.?º|\d\.ª"
    texts = CATALOGUES[language].items()
    assert {key: text for key, text in texts if re.search(wrong, text)} == {}
