"""Names are found without case, accents and marks, in any order of their parts."""

import pytest

from planilla.formats.rating_list.names import are_of_one_person, search_key, spellings


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Aranda, Vera", "aranda vera"),
        ("ARANDA,Vera", "aranda vera"),
        ("Ibáñez, Leo", "ibanez leo"),
        ("O'Kelly de Galway, A.", "o kelly de galway a"),
        ("Vachier-Lagrave, Maxime", "vachier lagrave maxime"),
        ("Łukasz Żądło", "lukasz zadlo"),
        ("Großmann, Ærø", "grossmann aero"),
        ("İnarkiev", "inarkiev"),
        ("", ""),
    ],
)
def test_a_key_holds_the_plain_words_of_a_name(name: str, key: str) -> None:
    assert search_key(name) == key


def test_a_name_is_looked_for_with_each_of_its_words_first() -> None:
    assert spellings("Ana de la Cruz") == (
        "ana de la cruz",
        "de la cruz ana",
        "la cruz ana de",
        "cruz ana de la",
    )


def test_umlauts_are_looked_for_in_both_spellings() -> None:
    assert spellings("Müller") == ("muller", "mueller")


@pytest.mark.parametrize(
    ("one", "other", "may_be"),
    [
        ("Vera Aranda", "Aranda, Vera", True),
        ("V. Aranda", "Aranda, Vera", True),
        ("Aranda Ruiz, Vera", "Aranda, Vera", True),
        ("Müller", "Mueller, Anna", True),
        ("Leo Ibáñez", "Aranda, Vera", False),
        ("Vera Pons", "Aranda, Vera", False),
        ("", "Aranda, Vera", False),
    ],
)
def test_two_names_may_be_one_persons(one: str, other: str, *, may_be: bool) -> None:
    assert are_of_one_person(one, other) is may_be
    assert are_of_one_person(other, one) is may_be
