"""Numbers, points, money, shares, lists and results as people read them in a language.

Marks, plural categories and list patterns are those of CLDR, by Babel; the few things that CLDR
does not know of a language stand in its `language.po`. Digits are Western in every language, as in
results and pairing numbers. Dates and times: `dates`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from planilla.domain.prizes.currencies import decimals_of
from planilla.locales import language as language_named

if TYPE_CHECKING:
    from babel.core import Locale
    from babel.plural import PluralRule

HALF = 2
GROUPED_FROM = 10_000
"""Least number whose digits are grouped in a sentence, so that ratings and years stay `2104`."""
CLDR_DEFAULT = "-"
"""A text of `language.po` that adds nothing to CLDR."""
PLURAL_CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""All plural categories in the order of CLDR; a language has some of them, always `other`."""
PLURALS_MAX = 4096
HUNDRED, THOUSAND = 100, 1000
MINUS = "−"

SIGNS = {
    Fraction(1, 2): "½",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
}
"""Fractions that have a sign of their own."""
WORD_JOINER = "\N{WORD JOINER}"
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
SCORES = ("1", "½", "0")
RESULT_TEXTS = {
    "*": "–",
    **{f"{white}-{black}": f"{white}–{black}" for white in SCORES for black in SCORES},
    "+/-": "+ –",
    "-/+": "– +",
    "-/-": "– –",
}
"""Results and forfeits as tables show them, by their notation; pages announce them to scripts."""
HINT = re.compile(r" \((?:(?P<number>\d+): )?(?P<words>[^()]*)\)")
"""Hint of a label to the person who fills a form in: `clock in minutes (0: no clock)`."""


@dataclass(frozen=True, kw_only=True)
class Conventions:
    """Conventions of a language for numbers and lists.

    `money_grouped_from` is the least amount whose digits are grouped. `pair` and `end` join the
    last items of a list, `middle` the others: `{0}, {1}`. `end_before` matches a last item before
    which `changed_end` is written instead, as Spanish `e` before `Ignacio`.
    """

    decimal_mark: str
    group_mark: str
    money_grouped_from: int
    percent: str
    pair: str
    middle: str
    end: str
    end_before: re.Pattern[str] | None
    changed_end: str


def locale_of(language: str) -> "Locale":
    """Return the CLDR data of a language."""
    # Babel takes longer to import than `--help` may take.
    from babel.core import Locale

    return Locale.parse(language_named(language).locale)


@cache
def conventions(language: str) -> Conventions:
    """Return the conventions of a language: those of CLDR, changed as its `language.po` says."""
    locale, texts = locale_of(language), language_named(language).texts
    symbols, lists = locale.number_symbols["latn"], locale.list_patterns["standard"]
    group, before = texts["language.group-mark"], texts["language.end-changes-before"]
    return Conventions(
        decimal_mark=symbols["decimal"],
        group_mark=symbols["group"] if group == CLDR_DEFAULT else group,
        money_grouped_from=10 ** (int(texts["language.grouped-digits"]) - 1),
        percent=locale.percent_formats[None].suffix[0],
        pair=lists["2"],
        middle=lists["middle"],
        end=lists["end"],
        end_before=None if before == CLDR_DEFAULT else re.compile(before, re.IGNORECASE),
        changed_end=texts["language.changed-end"],
    )


@lru_cache(maxsize=PLURALS_MAX)
def plural_index(language: str, number: int) -> int:
    """Return the place of the number's plural category among those of the language.

    The order is that of `PLURAL_CATEGORIES`: English has `one`, `other`; Polish `one`, `few`,
    `many`, `other`.
    """
    return _index(locale_of(language).plural_form, number)


@lru_cache(maxsize=PLURALS_MAX)
def ordinal_index(language: str, number: int) -> int:
    """Return the place of the number's ordinal category among those of the language.

    English has four, for 1st, 2nd, 3rd and 4th.
    """
    return _index(locale_of(language).ordinal_form, number)


def _index(rule: "PluralRule", number: int) -> int:
    found = [name for name in PLURAL_CATEGORIES if name in rule.tags or name == "other"]
    return found.index(rule(number))


def figure(value: int, unit: int = HALF) -> str:
    """Return a value in units of one `unit`-th, exactly: 7 half points are `3½`, 82 thirds `27⅓`.

    A fraction that has no sign is written out: 11 fifths are `2 1/5`.
    """
    minus = MINUS if value < 0 else ""
    whole, rest = divmod(abs(value), unit)
    if not rest:
        return f"{minus}{whole}"
    part = Fraction(rest, unit)
    sign = SIGNS.get(part)
    if sign is not None:
        return f"{minus}{whole or ''}{sign}"
    return f"{minus}{whole} {part}" if whole else f"{minus}{part}"


def figure_in_column(language: str, value: int, unit: int) -> str:
    """Return `figure`, but two decimals where it is no quarter: `27,33`; scripts do the same."""
    if 4 * value % unit == 0:
        return figure(value, unit)
    hundredths = (200 * abs(value) + unit) // (2 * unit)
    minus, mark = MINUS if value < 0 else "", conventions(language).decimal_mark
    return f"{minus}{hundredths // 100}{mark}{hundredths % 100:02}"


def value(text: str) -> str:
    """A tie-break written exactly, as people read it: `29/2` is `14½`; a dash where it is none."""
    if not text:
        return "–"
    exact = Fraction(text)
    return figure(exact.numerator, exact.denominator)


def agreeing(points: str) -> int:
    """The number that a noun beside points agrees with: 1 beside `1` and `½`, 2 beside all else."""
    return 1 if points == "1" or points in SIGNS.values() else 2


def sentence_case(text: str) -> str:
    """A text that begins with a capital letter; its other letters stay: `Suizo (FIDE 2026)`."""
    return text[:1].upper() + text[1:]


def result(notation: str) -> str:
    """A result in a sentence, so joined that no line breaks within; anything else as it is."""
    return _JOINED_RESULTS.get(notation, notation)


_JOINED_RESULTS = {
    notation: text.replace(" ", NO_BREAK_SPACE)
    .replace("–", f"–{WORD_JOINER}")
    .removesuffix(WORD_JOINER)
    for notation, text in RESULT_TEXTS.items()
    if notation != "*"
}


def grouped(language: str, number: int) -> str:
    """Return a whole number, its digits grouped from five on; a true or false stands as it is."""
    if number is True or number is False or abs(number) < GROUPED_FROM:
        return str(number)
    return f"{number:,}".replace(",", conventions(language).group_mark)


def joined(language: str, items: Sequence[str]) -> str:
    """Return a list in a sentence: `a, b y c`.

    Where an item has a comma of its own, as names have, semicolons part them: `A, a; B, b y C, c`.
    """
    if not items:
        return "—"
    *first, last = items
    if not first:
        return last
    said = conventions(language)
    middle, end = said.middle, said.end if len(first) > 1 else said.pair
    if said.end_before is not None and said.end_before.match(last):
        end = said.changed_end
    if any(", " in each for each in items):
        middle, end = middle.replace(",", ";"), end.replace(",", ";")
    before, *others = first
    for each in others:
        before = _placed(middle, before, each)
    return _placed(end, before, last)


def _placed(pattern: str, before: str, after: str) -> str:
    """Put two texts into a pattern of CLDR; a text may hold braces of its own."""
    start, _, rest = pattern.partition("{0}")
    between, _, end = rest.partition("{1}")
    return start + before + between + after + end


def decimal(hundredths: int) -> str:
    """Hundredths for programs, without zeros at the end: 452 is `4.52`, -1080 `-10.8`, 300 `3`."""
    whole, rest = divmod(abs(hundredths), 100)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{whole}" + (f".{rest:02}".rstrip("0") if rest else "")


def written(language: str, hundredths: int) -> str:
    """Hundredths for people, with the decimal mark of the language: `4,52`."""
    return localised(language, decimal(hundredths))


def localised(language: str, number: str) -> str:
    """A number written for programs, with the decimal mark of the language and a true minus."""
    if "." in number:
        number = number.replace(".", conventions(language).decimal_mark)
    return number.replace("-", MINUS)


def signed(language: str, hundredths: int) -> str:
    """Return a change in hundredths, with its sign: `+3,4`, `−10,8`, `0`."""
    return ("+" if hundredths > 0 else "") + written(language, hundredths)


def exact(value: Fraction) -> str:
    """A number for programs without loss: a finite decimal as `14.5`, any other as `41/3`."""
    rest, places = value.denominator, 0
    for prime in (2, 5):
        times = 0
        while rest % prime == 0:
            rest //= prime
            times += 1
        places = max(places, times)
    if rest > 1:
        return f"{value.numerator}/{value.denominator}"
    digits = f"{abs(int(value * 10**places)):0{places + 1}}"
    sign = "-" if value < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def money(language: str, amount: int, currency: str) -> str:
    """Return an amount in the smallest unit of a currency: `12 500,50 EUR`, `30 EUR`."""
    said, decimals = conventions(language), decimals_of(currency)
    sign = MINUS if amount < 0 else ""
    whole, rest = divmod(abs(amount), 10**decimals)
    shown = f"{whole:,}".replace(",", said.group_mark)
    if whole < said.money_grouped_from:
        shown = str(whole)
    cents = f"{said.decimal_mark}{rest:0{decimals}}" if rest else ""
    return f"{sign}{shown}{cents} {currency}"


def percentage(language: str, share: Fraction) -> str:
    """A chance in hundredths with one decimal: `66,7 %`; one that is less than that, `< 0,1 %`."""
    said = conventions(language)
    tenths = (2 * share * THOUSAND + 1).__floor__() // 2
    if share and not tenths:
        return f"< 0{said.decimal_mark}1{said.percent}"
    if share < 1 and tenths == THOUSAND:
        return f"> 99{said.decimal_mark}9{said.percent}"
    whole, rest = divmod(tenths, THOUSAND // HUNDRED)
    tenth = f"{said.decimal_mark}{rest}" if rest else ""
    return f"{whole}{tenth}{said.percent}"


def setting_shown(label: str, value: str) -> tuple[str, str]:
    """A label without its hint, and the value: in the words of the hint where it is that number.

    Shares are written with their sign: `2/3` is `⅔`.
    """
    hint = HINT.search(label)
    if hint is None:
        return label, _share(value)
    shown = hint["words"] if hint["number"] == value else _share(value)
    return HINT.sub("", label), shown


def _share(text: str) -> str:
    return value(text) if re.fullmatch(r"\d+(/\d+)?", text) else text
