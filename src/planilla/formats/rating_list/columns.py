"""Header of a list: fields of the columns by the names that federations use."""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from planilla.formats.rating_list.records import BLITZ, RAPID, STANDARD

SINGLE = "single"
"""Rate of play of a list with one rating, where the import states the actual rate."""

LABEL = re.compile(
    r"(?P<id>ID[ _]*(?:number|card|no)?\b|FIDE[ _]*ID)|(?P<name>Name)|(?P<federation>Fed|Country)"
    r"|(?P<sex>Sex)|(?P<womens_title>WTit)|(?P<other_titles>OTit)|(?P<title>Title|Titl|Tit)"
    r"|(?P<online_title>FOA)"
    r"|(?P<standard_games>SGm)|(?P<standard_k>SK)|(?P<standard>SRtng)"
    r"|(?P<rapid_games>RGm)|(?P<rapid_k>RK)|(?P<rapid>RRtng)"
    r"|(?P<blitz_games>BGm)|(?P<blitz_k>BK)|(?P<blitz>BRtng)"
    r"|(?P<birth>Birthday|B-?day|Born)|(?P<flag>Flag)"
    r"|(?P<single>(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* ?\d\d(?!\d)"
    r"|Rtng|Rating)"
    r"|(?P<single_games>Games|Gms|Gm)|(?P<single_k>K\b)",
    re.IGNORECASE | re.ASCII,
)
"""Column labels of FIDE lists since 2000, longer words before their prefixes."""

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = re.compile(r"([a-z]{3})[a-z]* ?(\d\d)", re.IGNORECASE)

WORDS: dict[str, str] = {
    **dict.fromkeys(("fideid", "fide", "idfide", "id", "idnumber", "idno", "numero"), "id"),
    **dict.fromkeys(("name", "nombre", "player", "jugador", "apellidosynombre"), "name"),
    **dict.fromkeys(("fed", "federation", "federacion", "country", "pais"), "federation"),
    **dict.fromkeys(("sex", "sexo", "gender"), "sex"),
    **dict.fromkeys(("title", "tit", "titulo"), "title"),
    **dict.fromkeys(("wtitle", "wtit", "womenstitle"), "womens_title"),
    **dict.fromkeys(
        ("standard", "standardrating", "srtng", "std", "stdrating", "clasico"), "standard"
    ),
    **dict.fromkeys(("standardgames", "sgm"), "standard_games"),
    **dict.fromkeys(("standardk", "sk"), "standard_k"),
    **dict.fromkeys(("rapid", "rapidrating", "rrtng", "rapido"), "rapid"),
    **dict.fromkeys(("rapidgames", "rgm"), "rapid_games"),
    **dict.fromkeys(("rapidk", "rk"), "rapid_k"),
    **dict.fromkeys(("blitz", "blitzrating", "brtng", "relampago"), "blitz"),
    **dict.fromkeys(("blitzgames", "bgm"), "blitz_games"),
    **dict.fromkeys(("blitzk", "bk"), "blitz_k"),
    **dict.fromkeys(("rating", "elo", "rtg", "rtng"), SINGLE),
    **dict.fromkeys(("games", "gms", "gm", "partidas"), f"{SINGLE}_games"),
    **dict.fromkeys(("k",), f"{SINGLE}_k"),
    **dict.fromkeys(
        ("birth", "birthday", "bday", "birthyear", "yearofbirth", "year", "born", "nacimiento"),
        "birth",
    ),
    **dict.fromkeys(("flag",), "flag"),
}
"""Names of CSV columns and XML elements, in lower case and without diacritics."""


class ListColumn(NamedTuple):
    """A column of a list of fixed columns: its field, and its characters from 0."""

    field: str
    start: int
    stop: int


def fixed_columns(head: str, rate: str) -> tuple[ListColumn, ...]:
    """Return the columns that a header line names; empty if it is no such header.

    Each column reaches to the next. The rating of a list with one rating is at `rate`.
    """
    found = [(label.lastgroup or "", label.start()) for label in LABEL.finditer(head)]
    fields = [field for field, _ in found]
    if len(set(fields)) < len(fields) or not {"id", "name"} <= set(fields):
        return ()
    starts = [0, *(start for _, start in found[1:])]
    stops = [*starts[1:], max(len(head), starts[-1] + 4)]
    return tuple(
        ListColumn(_at_rate(field, rate), start, stop)
        for field, start, stop in zip(fields, starts, stops, strict=True)
    )


def month_in(text: str) -> str:
    """Return the month in a header or file name (`NOV26`, `2026-11`) as `2026-11`, or ""."""
    if found := re.search(r"(?<!\d)(20\d\d)-?(0[1-9]|1[0-2])(?!\d)", text):
        return f"{found[1]}-{found[2]}"
    for found in MONTH.finditer(text):
        if found[1].lower() in MONTHS:
            return f"20{found[2]}-{MONTHS.index(found[1].lower()) + 1:02d}"
    return ""


def fields_of(words: Sequence[str], rate: str) -> tuple[str, ...]:
    """Return the field of each CSV header name or XML element; "" for those that are not read.

    FIDE's `rating`, `games` and `k` are of standard chess if the list has the other rates too; in a
    list with one rating they are of `rate`.
    """
    fields = [WORDS.get(plain(word), "") for word in words]
    single = STANDARD if RAPID in fields or BLITZ in fields else rate
    return tuple(_at_rate(field, single) for field in fields)


def _at_rate(field: str, rate: str) -> str:
    first, mark, rest = field.partition("_")
    return f"{rate}{mark}{rest}" if first == SINGLE else field


def plain(word: str) -> str:
    """Return a header word reduced to lower-case English letters and digits."""
    letters = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]", "", letters)
