"""Course of an entrant: the points and the place after each round, as a line and as words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from planilla.presentation.catalogue import tr
from planilla.presentation.drawings.markup import drawing, element, share

TOP, DEPTH, LABEL = 22, 60, 18
"""Heights in pixels: above the highest point, of the course itself, and of the rounds below it."""
HEIGHT = TOP + DEPTH + LABEL
RADIUS = 4
ABOVE = 8
"""Distance of a figure from its point."""


@dataclass(frozen=True, kw_only=True)
class ProgressPoint:
    """The end of a round: `points` in units and `said` as text, and the place.

    `said` is "" where points have no course, the place 0 where there is none.
    """

    round: int
    points: int
    said: str
    place: int


def progress_markup(progress: Sequence[ProgressPoint], language: str) -> str:
    """Return the courses of place and points; "" before the second round."""
    if len(progress) < 2:
        return ""
    return "".join(_courses(progress, language))


def _courses(progress: Sequence[ProgressPoint], language: str) -> Iterator[str]:
    if all(each.place for each in progress):
        places = [each.place for each in progress]
        labels = [str(place) for place in places]
        yield _figure("place", [-place for place in places], labels, progress, language)
    if all(each.said for each in progress):
        points = [each.points for each in progress]
        yield _figure("points", points, [each.said for each in progress], progress, language)


def _figure(
    name: str,
    heights: Sequence[int],
    labels: Sequence[str],
    progress: Sequence[ProgressPoint],
    language: str,
) -> str:
    """Return a line through points, the greatest height at the top, and the same in words."""
    lowest, span = min(heights), max(max(heights) - min(heights), 1)
    tops = [TOP + DEPTH - DEPTH * (each - lowest) // span for each in heights]
    count = len(progress)
    middles = [share(2 * at + 1, 2 * count) for at in range(count)]
    lines = (
        element("line", x1=middles[at], y1=tops[at], x2=middles[at + 1], y2=tops[at + 1])
        for at in range(count - 1)
    )
    dots = (
        element("circle", cx=middle, cy=top, r=RADIUS)
        for middle, top in zip(middles, tops, strict=True)
    )
    figures = (
        element("text", escape(label), x=middle, y=top - ABOVE, text_anchor="middle")
        for label, middle, top in zip(labels, middles, tops, strict=True)
    )
    rounds = (
        element("text", str(each.round), x=middle, y=HEIGHT, text_anchor="middle", class_="round")
        for each, middle in zip(progress, middles, strict=True)
    )
    shapes = drawing((*lines, *dots, *figures, *rounds), width="100%", height=HEIGHT)
    said = tr(language, f"drawing.progress.{name}.said", values=list(labels))
    return element(
        "figure",
        element("figcaption", escape(tr(language, f"drawing.progress.{name}"))),
        shapes,
        element("p", escape(said), class_="hidden"),
        class_="progress",
    )
