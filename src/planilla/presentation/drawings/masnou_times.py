"""The two times of a correction in a Masnou, over the hours of its hall."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from planilla.presentation.catalogue import tr
from planilla.presentation.drawings.markup import drawing, element, share, text
from planilla.presentation.drawings.times import HEIGHT, MIDDLE, RADIUS

MINUTE_US = 60_000_000


@dataclass(frozen=True, kw_only=True)
class MasnouTimes:
    """Times of the case in a hall: opening, cause, discovery and last fact, in microseconds."""

    begin: int
    happened: int
    known: int
    end: int

    def place(self, at: int) -> str:
        """Return the position of a moment along the hours, limited to their begin and end."""
        return self._share(self._inside(at) - self.begin)

    @property
    def meanwhile(self) -> str:
        """The share of the hours between the cause and its discovery."""
        return self._share(max(0, self._inside(self.known) - self._inside(self.happened)))

    def _inside(self, at: int) -> int:
        return min(max(at, self.begin), self.end)

    def _share(self, part: int) -> str:
        return share(part, max(1, self.end - self.begin))


def masnou_times_markup(times: MasnouTimes, language: str, at: Callable[[int], str]) -> str:
    """Each row with its name, its line and what it says; `at` writes a moment."""
    rows = "".join(_rows(times, language, at))
    caption = element("figcaption", text(tr(language, "drawing.times.title")))
    return element("figure", caption, element("dl", rows), class_="two-times")


def _rows(times: MasnouTimes, language: str, at: Callable[[int], str]) -> Iterator[str]:
    ends = ((times.begin, "start"), (times.end, "end"))
    labels = (
        element(
            "text", text(at(moment)), x=times.place(moment), y=MIDDLE + RADIUS, text_anchor=side
        )
        for moment, side in ends
    )
    clock = drawing(labels, width="100%", height=HEIGHT, class_="rounds-of")
    yield _row(tr(language, "drawing.times.hours"), clock, "")
    for name, moment in (("happened", times.happened), ("known", times.known)):
        mark = element("circle", cx=times.place(moment), cy=MIDDLE, r=RADIUS, class_=name)
        yield _row(tr(language, f"drawing.times.{name}"), _line(mark), at(moment))
    minutes = max(0, times.known - times.happened) // MINUTE_US
    said = tr(language, "drawing.times.minutes", n=minutes)
    yield _row(tr(language, "drawing.times.meanwhile"), _line(_meanwhile(times)), said)


def _meanwhile(times: MasnouTimes) -> str:
    return element(
        "rect",
        x=times.place(times.happened),
        y=MIDDLE - RADIUS,
        width=times.meanwhile,
        height=2 * RADIUS,
        class_="lacks",
    )


def _line(mark: str) -> str:
    axis = element("line", x1="0%", y1=MIDDLE, x2="100%", y2=MIDDLE, class_="axis")
    return drawing((axis, mark), width="100%", height=HEIGHT)


def _row(name: str, line: str, said: str) -> str:
    words = element("span", text(said)) if said else ""
    return element("div", element("dt", text(name)), element("dd", line, words))
