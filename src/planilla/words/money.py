"""Amounts of money as they are written in Spanish and in English."""

from planilla.domain.prizes.currencies import decimals_of
from planilla.words.figures import SEPARATOR

DECIMAL_POINT = {"es": ",", "en": "."}


def money(language: str, amount: int, currency: str) -> str:
    """An amount in the smallest unit of a currency: `1 250,50 EUR`; no decimals where all are 0."""
    decimals = decimals_of(currency)
    sign = "−" if amount < 0 else ""
    whole, rest = divmod(abs(amount), 10**decimals)
    grouped = f"{whole:,}".replace(",", SEPARATOR[language])
    cents = f"{DECIMAL_POINT[language]}{rest:0{decimals}}" if rest else ""
    return f"{sign}{grouped}{cents} {currency}"
