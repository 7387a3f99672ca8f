"""Marks as HTML: a big table has thousands of them, and a macro for each would take too long.

What is not ours in them, the words with names, is escaped where it is written.
"""

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from markupsafe import Markup

from planilla.adapters.http.views.marks import Mark, Shape
from planilla.presentation.catalogue import tr

MOVES_MAX = 1024
CORRECTED_SIGN = '<span class="ruled" aria-hidden="true">✎</span>'
"""A pencil where the game was corrected."""


def signs(shapes: Iterable[Shape]) -> Markup:
    """Shapes side by side, each with its words."""
    return safe("".join(map(sign, shapes)))


def sign(shape: Shape) -> str:
    """A shape with its words: HTML."""
    label = escape(shape.label)
    return f'<span class="mark {shape.kind}" role="img" title="{label}">{shape.shape}</span>'


@lru_cache(maxsize=MOVES_MAX)
def moved(language: str, places: int) -> Markup:
    """Return the mark of a rise (`places` > 0) or fall in places; empty for 0."""
    if not places:
        return Markup()
    way, arrow = ("up", "▲") if places > 0 else ("down", "▼")
    label = escape(tr(language, f"page.{way}", n=abs(places)))
    return safe(f'<span class="{way}" role="img" aria-label="{label}">{arrow}{abs(places)}</span>')


def round_cell(mark: Mark) -> str:
    """A round in a row of the standings: HTML."""
    return f'<td class="round {mark.kind}" title="{escape(mark.label)}">{game_cell(mark)}</td>'


def score_cell(mark: Mark) -> str:
    """Return the lower line of a cell, below the opponent's number, as HTML."""
    return f"{mark.score or '·'}{_ruled(mark)}"


def game_cell(mark: Mark) -> str:
    """Return the cell of a round: opponent, colour and score, as HTML."""
    if mark.opponent is None:
        return f'<span class="score">{mark.score}</span>' if mark.kind == "bye" else "–"
    return (
        f'<span class="opponent">{mark.opponent}</span><span class="colour">{mark.colour}</span>'
        f'<span class="score">{mark.score or "·"}</span>{_ruled(mark)}'
    )


def _ruled(mark: Mark) -> str:
    return CORRECTED_SIGN if mark.first or mark.report else ""


def safe(written: str) -> Markup:
    """HTML that was written by the functions of this module."""
    return Markup(written)  # noqa: S704  (escaped piece by piece above)
