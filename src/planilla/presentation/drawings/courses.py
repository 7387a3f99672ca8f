"""Places of several entrants round by round, as crossing lines; a table beside it says the same.

The heights are those of the order among the entrants shown, so that lines are apart; each point has
its place in the whole tournament.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from planilla.presentation.drawings.markup import drawing, element

ROW, COLUMN, LETTER = 28, 38, 8
"""Pixels: between lines, between rounds, and for a letter of the names at the end."""
HEAD = 24
RADIUS, GAP = 11, 6
STYLES = 6
"""Ways of drawing a line, each with a colour and a pattern; they repeat after the last."""
NAME_MAX = 32
"""Most letters of a name at the end of its line."""


@dataclass(frozen=True, kw_only=True)
class CourseShown:
    """An entrant with the places by round; 0 is no place."""

    name: str
    places: tuple[int, ...]


def courses_markup(shown: Sequence[CourseShown], caption: str) -> str:
    """Return the drawing; "" before the second round."""
    rounds = max((len(each.places) for each in shown), default=0)
    if rounds < 2:
        return ""
    letters = max(len(_cut(each.name)) for each in shown)
    width, height = _x(rounds) + LETTER * letters, HEAD + ROW * len(shown)
    heads = (
        element("text", str(at + 1), x=_x(at), y=HEAD // 2, text_anchor="middle", class_="round")
        for at in range(rounds)
    )
    rows = [_order(shown, at) for at in range(rounds)]
    lines = (_line(each, number, rows) for number, each in enumerate(shown))
    shapes = drawing((*heads, *lines), viewBox=f"0 0 {width} {height}", width=width, height=height)
    return element(
        "figure",
        element("figcaption", escape(caption)),
        element("div", shapes, class_="chart-box", tabindex=0, role="group", aria_label=caption),
        class_="place-chart",
    )


def _order(shown: Sequence[CourseShown], at: int) -> dict[int, int]:
    """Return the row of each entrant after a round, from the top; none for those without place."""
    ranked = [number for number, each in enumerate(shown) if each.places[at]]
    ranked.sort(key=lambda number: (shown[number].places[at], number))
    return {number: row for row, number in enumerate(ranked)}


def _line(each: CourseShown, number: int, rows: Sequence[dict[int, int]]) -> str:
    points = [(at, _y(row[number])) for at, row in enumerate(rows) if number in row]
    parts = [*_segments(points), *_points(each, points)]
    if points:
        at, y = points[-1]
        x, name = _x(at) + RADIUS + GAP, escape(_cut(each.name))
        parts.append(element("text", name, x=x, y=y, class_="of", dominant_baseline="middle"))
    return element("g", *parts, class_=f"course-{number % STYLES}")


def _cut(name: str) -> str:
    return f"{name[: NAME_MAX - 1]}…" if len(name) > NAME_MAX else name


def _segments(points: Sequence[tuple[int, int]]) -> Iterator[str]:
    for (start, above), (end, below) in pairwise(points):
        yield element("line", x1=_x(start), y1=above, x2=_x(end), y2=below)


def _points(each: CourseShown, points: Sequence[tuple[int, int]]) -> Iterator[str]:
    for at, y in points:
        yield element("circle", cx=_x(at), cy=y, r=RADIUS)
        place = str(each.places[at])
        yield element(
            "text", place, x=_x(at), y=y, text_anchor="middle", dominant_baseline="central"
        )


def _x(at: int) -> int:
    return COLUMN * at + COLUMN // 2


def _y(row: int) -> int:
    return HEAD + ROW * row + ROW // 2
