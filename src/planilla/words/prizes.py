"""Groups of prizes as people call them, and chances as they are written."""

from fractions import Fraction

from planilla.domain.prizes.plan import PrizeGroup
from planilla.words.catalogue import tr

DECIMAL_POINT = {"es": ",", "en": "."}
HUNDRED, THOUSAND = 100, 1000


def group_said(language: str, group: PrizeGroup) -> str:
    """Whom a group of prizes is for: `General`, `Category U16, rating up to 1800`."""
    parts = []
    if group.category:
        parts.append(tr(language, "page.prizes.category", category=group.category))
    first, last = group.rating_from, group.rating_to
    # Text, for a rating is written without a mark between its digits.
    if first is not None and last is not None:
        band = tr(language, "page.prizes.band", rating_from=str(first), rating_to=str(last))
        parts.append(band)
    elif first is not None:
        parts.append(tr(language, "page.prizes.band.from", rating_from=str(first)))
    elif last is not None:
        parts.append(tr(language, "page.prizes.band.to", rating_to=str(last)))
    if group.admits_unrated and (first, last) != (None, None):
        parts.append(tr(language, "page.prizes.unrated"))
    return ", ".join(parts) or tr(language, "page.prizes.general")


def chance_said(language: str, chance: Fraction) -> str:
    """A chance in hundredths with one decimal: `66,7 %`; what is less than that, as `< 0,1 %`."""
    tenths = (2 * chance * THOUSAND + 1).__floor__() // 2
    mark = DECIMAL_POINT[language]
    if chance and not tenths:
        return f"< 0{mark}1 %"
    if chance < 1 and tenths == THOUSAND:
        return f"> 99{mark}9 %"
    whole, rest = divmod(tenths, THOUSAND // HUNDRED)
    return f"{whole}{mark}{rest} %" if rest else f"{whole} %"
