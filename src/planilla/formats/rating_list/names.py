"""Search keys of names: without case, accents and punctuation, in any order of their parts."""

import unicodedata

MARKS = str.maketrans(dict.fromkeys(",.;:-_/()\"'`\u00b4\u2019", " "))
LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "\u0131": "i"}
)
UMLAUTS = str.maketrans({marked: f"{plain}e" for marked, plain in zip("äöü", "aou", strict=True)})
"""Transcription of umlauts; lists either transcribe or drop them, so a search tries both."""


def search_key(name: str) -> str:
    """Return the words of a name in lower-case English letters, where such letters exist."""
    if name.isascii():
        return " ".join(name.lower().translate(MARKS).split())
    small = unicodedata.normalize("NFC", name).casefold().translate(LETTERS)
    plain = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", small)
        if not unicodedata.combining(letter)
    )
    return " ".join(plain.translate(MARKS).split())


def spellings(name: str) -> tuple[str, ...]:
    """Return the possible keys of a name: first name first or last, umlauts transcribed or not.

    "Vera Aranda" may stand as "Aranda, Vera", "Ana de la Cruz" as "de la Cruz, Ana".
    """
    spelt = unicodedata.normalize("NFC", name).casefold().translate(UMLAUTS)
    found: dict[str, None] = {}
    for key in (search_key(name), search_key(spelt)):
        words = key.split()
        for place in range(len(words)):
            found[" ".join(words[place:] + words[:place])] = None
    return tuple(found)


def are_of_one_person(one: str, other: str) -> bool:
    """Return whether two names may belong to one person, by the beginnings of words."""
    return any(
        _begins_each(few.split(), many.split())
        for ours in spellings(one)
        for theirs in spellings(other)
        for few, many in ((ours, theirs), (theirs, ours))
    )


def _begins_each(few: list[str], many: list[str]) -> bool:
    return bool(few) and all(any(word.startswith(part) for word in many) for part in few)
