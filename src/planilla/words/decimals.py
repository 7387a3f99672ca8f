"""Exact decimals of hundredths, for programs and for people."""

MARK = {"es": ",", "en": "."}
MINUS = "−"


def decimal(hundredths: int) -> str:
    """As programs read it, without zeros at the end: 452 is `4.52`, -1080 `-10.8`, 300 `3`."""
    whole, rest = divmod(abs(hundredths), 100)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{whole}" + (f".{rest:02}".rstrip("0") if rest else "")


def written(language: str, hundredths: int) -> str:
    """As people read it, with the mark of the language: `4,52`."""
    return decimal(hundredths).replace(".", MARK[language]).replace("-", MINUS)


def signed(language: str, hundredths: int) -> str:
    """A change as people read it, with its sign: `+3,4`, `−10,8`, `0`."""
    return ("+" if hundredths > 0 else "") + written(language, hundredths)
