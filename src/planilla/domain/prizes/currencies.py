"""Currencies: how many decimals their amounts are written with."""

DECIMALS_DEFAULT = 2
DECIMALS = {
    **dict.fromkeys(("CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}
"""Currencies whose smallest unit is not a hundredth (ISO 4217)."""


def decimals_of(currency: str) -> int:
    """How many decimals amounts of a currency are written with."""
    return DECIMALS.get(currency, DECIMALS_DEFAULT)
