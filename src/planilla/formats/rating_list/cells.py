"""Parsers of the cells of a list, with a cache by text.

A list has millions of cells but few distinct texts (ratings, federations, years), so each distinct
text is parsed and checked once.
"""

import re
from collections.abc import Callable, Sequence
from operator import getitem
from typing import Generic, TypeVar

from planilla.domain.vocabulary import CodedFault
from planilla.formats.rating_list.names import search_key
from planilla.formats.rating_list.records import CELLS, FAULTS, FIELDS, RATES, ListedPlayer

Value = TypeVar("Value", bound=int | str)

RATING_MAX = 4000
K_MAX = 100
GAMES_MAX = 999
DIGITS_MAX = 9
NAME_MAX = 120
FOUND_MAX = 40
"""Most characters shown of a cell that cannot be read."""
REMEMBERED_MAX = 20_000
"""Most distinct texts cached per column; all years and ratings together are fewer."""

ID_DIGITS_MAX = 10
PLAIN = re.compile(r"[a-z]+(?: [a-z]+)*")
"""Keys that need no further conversion: those of most names."""

FIRST_CELL = FIELDS.index(CELLS[0])

YEAR = re.compile(r"(?:\d\d[-./]\d\d[-./])?(1[89]\d\d|20\d\d)(?:[-./]\d\d[-./]\d\d)?", re.ASCII)
FEDERATION = re.compile(r"[A-Z]{3}")
TITLE = re.compile(r"[A-Z]{2,4}")
FLAG = re.compile(r"[a-z]{1,4}")
SEXES = {"": "", "M": "M", "F": "F", "W": "F", "m": "M", "f": "F", "w": "F"}
OLD_TITLES = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",
}
"""Abbreviations of titles in lists until 2012."""


class CellFault(CodedFault):
    """A cell that cannot be read: the code of its message, and the fields."""

    def __init__(self, code: str, **fields: str | int) -> None:
        assert set(fields) == FAULTS[code], (code, fields)
        super().__init__(code, **fields)


class Cells(dict[str, Value], Generic[Value]):
    """Parsed cells of one kind by their text, blanks included.

    Looking up a cell that cannot be read raises `CellFault`.
    """

    def __init__(self, read: Callable[[str], Value]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, cell: str) -> Value:
        value = self._read(cell.strip())
        if len(self) < REMEMBERED_MAX:
            self[cell] = value
        return value


def _whole(field: str, text: str) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX):
        raise CellFault("not-a-number", field=field, found=text[:FOUND_MAX])
    return int(text)


def _rating(text: str) -> int:
    value = _whole("rating", text)
    if value > RATING_MAX:
        raise CellFault("rating-out-of-range", found=text[:FOUND_MAX], most=str(RATING_MAX))
    return value


def _games(text: str) -> int:
    value = _whole("games", text)
    if value > GAMES_MAX:
        raise CellFault("not-a-number", field="games", found=text[:FOUND_MAX])
    return value


def _k(text: str) -> int:
    value = _whole("k", text)
    if value > K_MAX:
        raise CellFault("not-a-k", found=text[:FOUND_MAX], most=str(K_MAX))
    return value


def _year(text: str) -> int:
    if not text.strip("0"):
        return 0
    found = YEAR.fullmatch(text)
    if found is None:
        raise CellFault("not-a-year", found=text[:FOUND_MAX])
    return int(found[1])


def _federation(text: str) -> str:
    if text and not FEDERATION.fullmatch(text.upper()):
        raise CellFault("not-a-federation", found=text[:FOUND_MAX])
    return text.upper()


def _sex(text: str) -> str:
    if text not in SEXES:
        raise CellFault("not-a-sex", found=text[:FOUND_MAX])
    return SEXES[text]


def _title(text: str) -> str:
    title = OLD_TITLES.get(text, text)
    if title and not TITLE.fullmatch(title):
        raise CellFault("not-a-title", found=text[:FOUND_MAX])
    return title


def _flag(text: str) -> str:
    if text and not FLAG.fullmatch(text):
        raise CellFault("not-a-flag", found=text[:FOUND_MAX])
    return text


def id_of(cell: str) -> int:
    """Return the id of a player in the list.

    Raises:
        CellFault: there is none, or it is no number from 1 to 9,999,999,999.
    """
    text = cell.strip()
    if text.isdigit() and text.isascii() and len(text) <= ID_DIGITS_MAX and int(text):
        return int(text)
    if text:
        raise CellFault("not-an-id", found=text[:FOUND_MAX])
    raise CellFault("id-missing")


def name_and_key(cell: str) -> tuple[str, str]:
    """Return the name with normalised spaces, and its search key.

    Raises:
        CellFault: the name is missing or too long.
    """
    name = cell.strip()
    small = name.lower().replace(", ", " ")
    if not PLAIN.fullmatch(small):
        name = " ".join(cell.split())
        small = search_key(name)
    if not small:
        raise CellFault("name-missing")
    if len(name) > NAME_MAX:
        raise CellFault("name-too-long", most=NAME_MAX)
    return name, small


class PlayerParser:
    """Builder of the players of one file from the texts of `FIELDS`."""

    def __init__(self) -> None:
        ratings, games, ks, titles = Cells(_rating), Cells(_games), Cells(_k), Cells(_title)
        self._kinds: dict[str, Cells[int] | Cells[str]] = {
            "womens_title": titles,
            "federation": Cells(_federation),
            "sex": Cells(_sex),
            "title": titles,
            "birth": Cells(_year),
            "flag": Cells(_flag),
        }
        for rate in RATES:
            self._kinds |= {rate: ratings, f"{rate}_games": games, f"{rate}_k": ks}
        self._cells = tuple(self._kinds[field] for field in CELLS)
        self._womens = FIELDS.index("womens_title")
        self._titles = titles

    def player(self, line: int, texts: Sequence[str]) -> ListedPlayer:
        """Return the player of a line; without a title, the women's title is used.

        Raises:
            CellFault: one of the texts cannot be read.
        """
        id_, (name, key) = id_of(texts[0]), name_and_key(texts[1])
        values = map(getitem, self._cells, texts[FIRST_CELL:])
        player = ListedPlayer._make((line, id_, name, key, *values))
        if player.title or not texts[self._womens].strip():
            return player
        return player._replace(title=self._titles[texts[self._womens]])

    def check(self, field: str, text: str) -> None:
        """Check one text; fields that are not read may hold anything.

        Raises:
            CellFault: it cannot be read.
        """
        if field == "id":
            id_of(text)
        elif field == "name":
            name_and_key(text)
        elif field in self._kinds:
            self._kinds[field][text]
