"""Elements of HTML and SVG as text, everything in them escaped."""

from collections.abc import Iterable
from html import escape

HUNDRED = 100


def element(name: str, *children: str, **attributes: str | int) -> str:
    """An element with markup as `children`; `class_` is `class`, `stroke_width` `stroke-width`."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{said}>{''.join(children)}</{name}>"


def drawing(children: Iterable[str], **attributes: str | int) -> str:
    """Return an SVG that only repeats the text beside it, hidden from screen readers."""
    return element("svg", *children, aria_hidden="true", focusable="false", **attributes)


def share(part: int, whole: int) -> str:
    """`part` of `whole` as percents with two decimals, rounded down: `14.28%`."""
    hundredths = part * HUNDRED * HUNDRED // whole
    return f"{hundredths // HUNDRED}.{hundredths % HUNDRED:02}%"
