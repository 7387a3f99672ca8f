"""Decimals with which amounts of a currency are written."""

DECIMALS_DEFAULT = 2
DECIMALS = {
    **dict.fromkeys(("CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}
"""Currencies whose smallest unit is not a hundredth (ISO 4217)."""


def decimals_of(currency: str) -> int:
    """Return the number of decimals of amounts in a currency."""
    return DECIMALS.get(currency, DECIMALS_DEFAULT)
