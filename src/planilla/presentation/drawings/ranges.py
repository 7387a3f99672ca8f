"""Places that somebody may come to in a branch, as bars from the best to the worst."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

from planilla.presentation.catalogue import tr
from planilla.presentation.drawings.markup import drawing, element

PLACE = 10
"""Width of a place, in units of the drawing."""
HEIGHT = 10
NOBODY = "–"


class PlaceRange(Protocol):
    """The places that one entrant may come to; `now` is None without a present one."""

    @property
    def entrant(self) -> str:
        """The name of the entrant."""

    @property
    def now(self) -> int | None:
        """The present place."""

    @property
    def best(self) -> int:
        """The best place in any world."""

    @property
    def likely(self) -> int:
        """The place that half of the worlds come up to."""

    @property
    def worst(self) -> int:
        """The worst place in any world."""


@dataclass(frozen=True, kw_only=True)
class RangeBar:
    """Ends and two marks of the bar of one entrant, at the middles of places.

    All values are in units of the drawing, of which a place has ten; `now` is None without a
    present place.
    """

    best: int
    likely: int
    worst: int
    now: int | None


def bar_of(place: PlaceRange) -> RangeBar:
    """Return the bar of an entrant, the first place at the left."""
    return RangeBar(
        best=_middle(place.best),
        likely=_middle(place.likely),
        worst=_middle(place.worst),
        now=None if place.now is None else _middle(place.now),
    )


def _middle(place: int) -> int:
    return place * PLACE - PLACE // 2


def last_place(places: Sequence[PlaceRange]) -> int:
    """Return the last place that anybody has or may come to: the right end of all bars."""
    return max((max(each.worst, each.now or 0) for each in places), default=1)


def bar_markup(place: PlaceRange, last: int) -> str:
    """Return a bar over places 1 to `last`: it repeats the figures that stand beside it."""
    bar = bar_of(place)
    shapes = [
        _stroke("axis", 0, last * PLACE),
        _stroke("range", bar.best, bar.worst),
        _stroke("likely", bar.likely, bar.likely),
    ]
    if bar.now is not None:
        shapes.append(_stroke("now", bar.now, bar.now, 1, HEIGHT - 1))
    return drawing(
        shapes, viewBox=f"0 0 {last * PLACE} {HEIGHT}", preserveAspectRatio="none", class_="bar-of"
    )


def _stroke(
    kind: str, begin: int, end: int, top: int = HEIGHT // 2, bottom: int = HEIGHT // 2
) -> str:
    """Return a line; one without length is a dot where its ends are round."""
    return element(
        "line",
        x1=begin,
        y1=top,
        x2=end,
        y2=bottom,
        class_=kind,
        vector_effect="non-scaling-stroke",
    )


def legend_markup(language: str) -> str:
    """Return the legend of the bar, the dot and the stroke."""
    named = (
        element(
            "li",
            drawing(
                [_stroke(kind, *ends)],
                viewBox="0 0 20 10",
                preserveAspectRatio="none",
                class_="bar-of",
            ),
            escape(tr(language, f"drawing.ranges.{kind}")),
        )
        for kind, ends in (
            ("range", (1, 19)),
            ("likely", (10, 10)),
            ("now", (10, 10, 1, HEIGHT - 1)),
        )
    )
    return element("ul", *named, class_="ranges-legend")


def ranges_markup(
    places: Sequence[PlaceRange], last: int, language: str, name_of: Callable[[str], str]
) -> str:
    """Return a row for each of `places`: name, bar, figures."""
    rows = (_row(each, last, language, name_of) for each in places)
    return element(
        "figure",
        element("figcaption", escape(tr(language, "drawing.ranges.title", last=last))),
        legend_markup(language),
        element("ol", *rows, class_="ranges"),
        class_="ranges-of",
    )


def _row(place: PlaceRange, last: int, language: str, name_of: Callable[[str], str]) -> str:
    text = tr(
        language,
        "drawing.ranges.text",
        now=NOBODY if place.now is None else str(place.now),
        best=str(place.best),
        likely=str(place.likely),
        worst=str(place.worst),
    )
    return element(
        "li",
        element("bdi", escape(name_of(place.entrant)), class_="name"),
        bar_markup(place, last),
        element("small", escape(text)),
    )
