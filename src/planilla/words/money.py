"""Amounts of money as they are written in Spanish and in English."""

from planilla.domain.prizes.currencies import decimals_of
from planilla.words.figures import GROUPED_FROM, SEPARATOR

DECIMAL_POINT = {"es": ",", "en": "."}


def money(language: str, amount: int, currency: str) -> str:
    """An amount in the smallest unit of a currency: `12 500,50 EUR`; no decimals where all are 0.

    Spanish groups digits from five on (RAE), English from four.
    """
    decimals = decimals_of(currency)
    sign = "−" if amount < 0 else ""
    whole, rest = divmod(abs(amount), 10**decimals)
    is_grouped = language != "es" or whole >= GROUPED_FROM
    shown = f"{whole:,}".replace(",", SEPARATOR[language]) if is_grouped else str(whole)
    cents = f"{DECIMAL_POINT[language]}{rest:0{decimals}}" if rest else ""
    return f"{sign}{shown}{cents} {currency}"
