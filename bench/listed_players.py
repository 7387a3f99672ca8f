"""A federation's rating list by chance: as many players as FIDE has, in its two forms."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

HEAD = (
    "ID Number      Name                                                         "
    "Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
HEAD_WIDTH = 162
TAGS = (
    "fideid",
    "name",
    "country",
    "sex",
    "title",
    "w_title",
    "o_title",
    "foa_title",
    "rating",
    "games",
    "k",
    "rapid_rating",
    "rapid_games",
    "rapid_k",
    "blitz_rating",
    "blitz_games",
    "blitz_k",
    "birthday",
    "flag",
)
WIDTHS = (15, 61, 4, 4, 5, 5, 15, 4, 6, 4, 3, 6, 4, 3, 6, 4, 3, 6, 4)
FEDERATIONS = ("IND", "RUS", "ESP", "GER", "FRA", "POL", "ITA", "IRI", "USA", "TUR", "SRI", "CAT")
TITLES = (("GM", ""), ("IM", ""), ("FM", ""), ("CM", ""), ("WGM", "WGM"), ("WFM", "WFM"))
OTHERS = ("FST", "NA", "FA", "FI", "NI", "IA,FT", "DI,NA")
OVERFULL = "IA,IO,SI,FT,FST1"
"""Other titles of sixteen characters, in a column of fifteen: they push what follows by one."""
BROKEN_EACH = 50_000
OVERFULL_EACH = 2_000
AT_ONCE = 10_000
SYLLABLES = (
    *("ba", "be", "bo", "ca", "co", "da", "de", "di", "do", "fa", "fe", "ga", "go", "ha", "ho"),
    *("ja", "jo", "ka", "ke", "ki", "la", "le", "li", "lo", "ma", "me", "mi", "mo", "na", "ne"),
    *("ni", "no", "pa", "pe", "ra", "re", "ri", "ro", "sa", "se", "si", "so", "ta", "te", "to"),
)

Player = tuple[str, ...]


def players(count: int, seed: int) -> Iterator[Player]:
    """The cells of each player; two in five have a standard rating, fewer the others."""
    chance = Random(seed)
    family = ["".join(chance.choices(SYLLABLES, k=3)).title() for _ in range(60_000)]
    given = ["".join(chance.choices(SYLLABLES, k=2)).title() for _ in range(4_000)]
    for number in range(count):
        title, of_women = chance.choice(TITLES) if chance.random() < 0.01 else ("", "")
        others = chance.choice(OTHERS) if chance.random() < 0.03 else ""
        if number % OVERFULL_EACH == OVERFULL_EACH // 2:
            others = OVERFULL
        yield (
            str(100_000 + (number * 7_368_787) % 59_999_999),
            f"{chance.choice(family)}, {chance.choice(given)}",
            chance.choice(FEDERATIONS),
            "F" if chance.random() < 0.12 else "M",
            title,
            of_women,
            others,
            "",
            *_rating(chance, 0.4),
            *_rating(chance, 0.3),
            *_rating(chance, 0.2),
            str(chance.randint(1940, 2018)),
            "i" if chance.random() < 0.4 else "",
        )


def _rating(chance: Random, share: float) -> tuple[str, str, str]:
    if chance.random() > share:
        return ("0", "0", "0")
    return (str(chance.randint(1400, 2700)), str(chance.randint(0, 20)), chance.choice("124") + "0")


def write_fixed_width(path: Path, count: int, seed: int) -> int:
    """Write a list as FIDE's text; every so often a line is broken. Answers with how many are."""
    source = players(count, seed)
    number = 0
    with path.open("w", encoding="ascii") as file:
        file.write(HEAD.ljust(HEAD_WIDTH) + "\n")
        while batch := list(islice(source, AT_ONCE)):
            lines = []
            for cells in batch:
                number += 1
                kept = (*cells[:8], "40000", *cells[9:]) if number % BROKEN_EACH == 0 else cells
                lines.append(
                    "".join(cell.ljust(width) for cell, width in zip(kept, WIDTHS, strict=True))
                )
            file.write("\n".join(lines) + "\n")
    return count // BROKEN_EACH


def write_xml(path: Path, count: int, seed: int) -> int:
    """Write the same list as FIDE's XML, with the same players broken."""
    source = players(count, seed)
    pattern = "\n".join(["<player>", *(f"<{tag}>%s</{tag}>" for tag in TAGS), "</player>", ""])
    number = 0
    with path.open("w", encoding="ascii") as file:
        file.write('<?xml version="1.0"?>\n<playerslist>\n')
        while batch := list(islice(source, AT_ONCE)):
            texts = []
            for cells in batch:
                number += 1
                kept = (*cells[:8], "40000", *cells[9:]) if number % BROKEN_EACH == 0 else cells
                texts.append(pattern % kept)
            file.write("".join(texts))
        file.write("</playerslist>\n")
    return count // BROKEN_EACH
