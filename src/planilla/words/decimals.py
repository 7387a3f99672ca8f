"""Exact decimals of hundredths and of fractions, for programs and for people."""

from fractions import Fraction

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


def exact(value: Fraction) -> str:
    """A number without loss: a finite decimal as `14.5`, any other as `41/3`."""
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
