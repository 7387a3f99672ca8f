"""Every language has the same texts about the same fields, and every code a sentence."""

import dataclasses
import string
from collections.abc import Iterator

import pytest

from planilla.domain.pairing import SYSTEMS
from planilla.domain.ratings.rated import UncountedReason
from planilla.domain.ratings.rules import RATING_RULES
from planilla.domain.scoring import POINT_SYSTEMS
from planilla.domain.standings import MODES
from planilla.domain.tiebreaks import EDITIONS
from planilla.domain.tournament.subjects import EVENT_TYPES, REFUSALS
from planilla.domain.tournament.values import NumberingReason, PublicLevel, TimerKind
from planilla.domain.vocabulary import RESULT_NOTATION, ByeKind, Colour
from planilla.presentation.catalogue import (
    CATALOGUES,
    LANGUAGES,
    language_of,
    placeholders,
    sentence,
    tr,
)

WRITE_PATH = (
    "malformed",
    "unfit-text",
    "tournament-hidden",
    "no-such-command",
    "command-id-reused",
    "not-permitted",
    "internal",
    "unavailable",
    "database-newer",
)
TIEBREAK_NAMES = sorted({name for each in EDITIONS.values() for name in each.families})


def test_only_languages_that_are_here_have_texts() -> None:
    assert len(CATALOGUES) == len(LANGUAGES)
    with pytest.raises(KeyError):
        CATALOGUES["tlh"]


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_language_has_the_same_keys(language: str) -> None:
    assert set(CATALOGUES[language]) ^ set(CATALOGUES["en"]) == set()


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_language_has_texts_with_the_same_fields(language: str) -> None:
    texts, english = CATALOGUES[language], CATALOGUES["en"]
    assert [key for key in texts if placeholders(texts[key]) != placeholders(english[key])] == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_no_text_is_empty(language: str) -> None:
    assert [key for key, text in CATALOGUES[language].items() if not text] == []


def forms_in(text: str) -> Iterator[tuple[str, str | None]]:
    """The forms of the fields of a text, and of those within a form; with their conversions."""
    for _, name, form, conversion in string.Formatter().parse(text):
        if name is not None:
            yield form or "", conversion
            yield from forms_in(form or "")


@pytest.mark.parametrize("language", CATALOGUES)
def test_forms_are_known_and_never_convert(language: str) -> None:
    parsed = [
        (key, form, conversion)
        for key, text in CATALOGUES[language].items()
        for form, conversion in forms_in(text)
    ]
    wrong = [
        key
        for key, form, conversion in parsed
        if conversion
        or not ("|" in form or form[:1] == "@" or form.partition("/")[0] in KNOWN_FORMS)
    ]
    assert wrong == []


KNOWN_FORMS = {"", "points", "name", "moment", "money"}


@pytest.mark.parametrize(
    ("subject", "codes"),
    [
        pytest.param("refusal", (*REFUSALS, *WRITE_PATH), id="refusals"),
        pytest.param("event", EVENT_TYPES, id="events"),
        pytest.param("system", SYSTEMS, id="systems"),
        pytest.param("system-help", SYSTEMS, id="systems explained"),
        pytest.param("point-system", POINT_SYSTEMS, id="point systems"),
        pytest.param("rating-rules", RATING_RULES, id="rating rules"),
        pytest.param(
            "rating-why", list(UncountedReason), id="why a round does not count for rating"
        ),
        pytest.param("mode", MODES, id="modes"),
        pytest.param("tiebreak", TIEBREAK_NAMES, id="tie-breaks"),
        pytest.param("tiebreak-short", TIEBREAK_NAMES, id="tie-breaks in short"),
        pytest.param("tiebreak-help", TIEBREAK_NAMES, id="tie-breaks explained"),
        pytest.param("bye", list(ByeKind), id="byes"),
        pytest.param("colour", list(Colour), id="colours"),
        pytest.param("result", RESULT_NOTATION.values(), id="results"),
        pytest.param("numbering", list(NumberingReason), id="numberings"),
        pytest.param("timer", list(TimerKind), id="timers"),
        pytest.param("page.timer", list(TimerKind), id="timers as pages announce them"),
        pytest.param("publication.level", list(PublicLevel), id="what the public sees"),
    ],
)
def test_every_code_has_a_text(subject: str, codes: tuple[str, ...]) -> None:
    missing = [code for code in codes if f"{subject}.{code}" not in CATALOGUES["es"]]
    assert missing == []


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_sentence_asks_only_for_the_fields_of_the_refusal(code: str) -> None:
    asked = placeholders(CATALOGUES["es"][f"refusal.{code}"])
    assert asked <= {field.name for field in dataclasses.fields(REFUSALS[code])}


def test_a_refusal_is_told_in_the_language_of_whoever_asks() -> None:
    fields = {"game": "2.5", "recorded": "1-0", "reported": "½-½"}
    assert sentence("en", "results-conflict", fields) == (
        "Game 2.5 is recorded as 1–\u20600 and was now reported as ½–\u2060½. The arbiter decides."
    )
    assert sentence("es", "results-conflict", fields) == (
        "La partida 2.5 ya consta como 1–\u20600 y ahora llega ½–\u2060½. Decide el árbitro."
    )


def test_a_refusal_calls_people_by_their_names() -> None:
    told = sentence("es", "entrant-twice", {"entrant": "e7"}, {"e7": "Ana Pons"}.__getitem__)
    assert told == "Ana Pons aparece dos veces: nombre a cada uno una sola vez."


def test_a_code_of_a_newer_planilla_is_named_as_it_is() -> None:
    assert sentence("en", "new-thing", {"round": 3}) == "Not possible (new-thing)."


def test_a_missing_field_is_our_fault() -> None:
    with pytest.raises(KeyError):
        tr("es", "refusal.no-such-game")


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        pytest.param("es_ES.UTF-8", "es", id="a Spanish terminal"),
        pytest.param("en_GB.UTF-8", "en", id="a British terminal"),
        pytest.param("ca;q=0.9, en-US;q=0.8", "en", id="a browser's list"),
        pytest.param("es", "es", id="a Spanish browser"),
        pytest.param("es-419,es;q=0.9", "es", id="a browser in Latin America"),
        pytest.param("es_ES@euro", "es", id="an old terminal"),
        pytest.param("C.UTF-8", "en", id="nothing known"),
        pytest.param("C", "en", id="the terminal of a service"),
        pytest.param("POSIX", "en", id="its other name"),
        pytest.param("de_DE.UTF-8", "en", id="a German terminal"),
        pytest.param("fr-FR,fr;q=0.9", "en", id="a French browser"),
        pytest.param("fr-FR,es;q=0.5", "es", id="Spanish rather than nothing"),
        pytest.param("est", "en", id="not every word that begins alike"),
        pytest.param("", "en", id="nothing said"),
    ],
)
def test_the_language_is_the_first_one_that_is_spoken_here(wanted: str, language: str) -> None:
    assert language_of(wanted) == language
