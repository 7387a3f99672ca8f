"""Names as they are searched for: without case, accents and marks, in any order of their parts."""

import unicodedata

MARKS = str.maketrans(dict.fromkeys(",.;:-_/()\"'`\u00b4\u2019", " "))
LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "\u0131": "i"}
)
UMLAUTS = str.maketrans({marked: f"{plain}e" for marked, plain in zip("äöü", "aou", strict=True)})
"""Transcription of umlauts in federations' lists; others drop the mark, so a search tries both."""


def search_key(name: str) -> str:
    """The words of a name in small letters of the English alphabet, as far as they have any."""
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
    """The keys under which a name may stand in a list: first name first or last, umlauts spelt out.

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
