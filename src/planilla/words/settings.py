"""Settings as people read them: what a 0 stands for in words, and no hints for whoever types."""

import re

from planilla.words.figures import value as figure

HINT = re.compile(r" \((?:(?P<number>\d+): )?(?P<words>[^()]*)\)")
"""What a label says to whoever fills a form in: `clock in minutes (0: no clock)`."""


def said(label: str, value: str) -> tuple[str, str]:
    """A label without its hint, and the value: in the words of the hint where it is that number.

    Shares are written with their sign: `2/3` is `⅔`.
    """
    hint = HINT.search(label)
    if hint is None:
        return label, _written(value)
    shown = hint["words"] if hint["number"] == value else _written(value)
    return HINT.sub("", label), shown


def _written(value: str) -> str:
    return figure(value) if re.fullmatch(r"\d+(/\d+)?", value) else value
