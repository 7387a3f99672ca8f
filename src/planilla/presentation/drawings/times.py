"""The two times of a correction over rounds or the hours of a hall: when it was, and when known."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape

from planilla.domain.tournament.event import PairingAct
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.values import Effect
from planilla.presentation.catalogue import tr
from planilla.presentation.drawings.markup import drawing, element, share

HEIGHT = 20
MIDDLE = HEIGHT // 2
RADIUS = 5


@dataclass(frozen=True, kw_only=True)
class TimeRow:
    """A line of the drawing: from one round to another, both within; None where there is none.

    `name` is `happened`, `known`, `built`, `points`, `pairing` or `rating`.
    """

    name: str
    first: int | None
    last: int | None


@dataclass(frozen=True, kw_only=True)
class TwoTimes:
    """The rounds of the tournament, and rows over them; `known` is 0 before the first round."""

    rounds: int
    happened: int
    known: int
    rows: tuple[TimeRow, ...]


SHOWN = frozenset({PairingAct.PUBLISHED, PairingAct.IMPORTED})


def last_paired(facts: Iterable[Fact], version: int, at: int) -> int:
    """Return the last round that was published before the fact of `version`, and not after `at`."""
    return max(
        (
            fact.event.round
            for fact in facts
            if fact.event.pairing_act in SHOWN and fact.event.round is not None
            if fact.version < version and fact.recorded_at <= at
        ),
        default=0,
    )


def two_times(rounds: int, happened: int, known: int, effect: Effect | None) -> TwoTimes:
    """Return the two times of an error of round `happened`, found when round `known` was the last.

    Rounds in between were paired with the error. Points and rating are corrected from the start;
    pairings are affected from a round on. Source: C.04.2, 4.3.
    """
    rounds = max(rounds, happened, known)
    rows = [_row("happened", happened, happened), _row("known", known or None, known or None)]
    if known > happened:
        rows.append(_row("built", happened + 1, known))
    if effect is not None:
        begin = effect.pairing_from
        pairing = (None, None) if begin is None or begin > rounds else (begin, rounds)
        rows += [
            _row("points", *((happened, rounds) if effect.points else (None, None))),
            _row("pairing", *pairing),
            _row("rating", *((happened, rounds) if effect.rating else (None, None))),
        ]
    return TwoTimes(rounds=rounds, happened=happened, known=known, rows=tuple(rows))


def _row(name: str, first: int | None, last: int | None) -> TimeRow:
    return TimeRow(name=name, first=first, last=last)


def times_markup(times: TwoTimes, language: str, known_at: str) -> str:
    """Each row with its name, its line and what it says; `known_at` is the moment in words."""
    numbers = drawing(
        (
            element(
                "text",
                str(each),
                x=_middle(each, times),
                y=MIDDLE + RADIUS,
                text_anchor="middle",
            )
            for each in range(1, times.rounds + 1)
        ),
        width="100%",
        height=HEIGHT,
        class_="rounds-of",
    )
    heads = element("dt", escape(tr(language, "drawing.times.rounds")))
    rows = (_row_markup(row, times, language, known_at) for row in times.rows)
    return element(
        "figure",
        element("figcaption", escape(tr(language, "drawing.times.title"))),
        element("dl", element("div", heads, element("dd", numbers), aria_hidden="true"), *rows),
        class_="two-times",
    )


def _row_markup(row: TimeRow, times: TwoTimes, language: str, known_at: str) -> str:
    said = tr(language, f"drawing.times.{_key(row)}", first=row.first, last=row.last, at=known_at)
    return element(
        "div",
        element("dt", escape(tr(language, f"drawing.times.{row.name}"))),
        element("dd", _line(row, times), element("span", escape(said))),
        class_=f"time-{row.name}",
    )


def _key(row: TimeRow) -> str:
    if row.first is None:
        return f"{row.name}.none"
    return f"{row.name}.one" if row.first == row.last else f"{row.name}.span"


def _line(row: TimeRow, times: TwoTimes) -> str:
    shapes = [element("line", x1="0%", y1=MIDDLE, x2="100%", y2=MIDDLE, class_="axis")]
    if row.first is not None and row.last is not None:
        shapes.append(_shape(row, row.first, row.last, times))
    return drawing(shapes, width="100%", height=HEIGHT)


def _shape(row: TimeRow, first: int, last: int, times: TwoTimes) -> str:
    """Return a dot for what happened, a ring for when it was known, a bar for what lasts."""
    if row.name in {"happened", "known"}:
        return element("circle", cx=_middle(first, times), cy=MIDDLE, r=RADIUS, class_=row.name)
    return element(
        "rect",
        x=share(first - 1, times.rounds),
        y=MIDDLE - RADIUS,
        width=share(last - first + 1, times.rounds),
        height=2 * RADIUS,
        class_="lacks" if row.name == "built" else "lasts",
    )


def _middle(number: int, times: TwoTimes) -> str:
    """The middle of a round: the drawing is as wide as all rounds, each as wide as the others."""
    return share(2 * number - 1, 2 * times.rounds)


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
    """Return each row with its name, its line and what it says; `at` writes a moment."""
    rows = "".join(_rows(times, language, at))
    caption = element("figcaption", escape(tr(language, "drawing.times.title")))
    return element("figure", caption, element("dl", rows), class_="two-times")


def _rows(times: MasnouTimes, language: str, at: Callable[[int], str]) -> Iterator[str]:
    ends = ((times.begin, "start"), (times.end, "end"))
    labels = (
        element(
            "text", escape(at(moment)), x=times.place(moment), y=MIDDLE + RADIUS, text_anchor=side
        )
        for moment, side in ends
    )
    clock = drawing(labels, width="100%", height=HEIGHT, class_="rounds-of")
    yield _hall_row(tr(language, "drawing.times.hours"), clock, "")
    for name, moment in (("happened", times.happened), ("known", times.known)):
        mark = element("circle", cx=times.place(moment), cy=MIDDLE, r=RADIUS, class_=name)
        yield _hall_row(tr(language, f"drawing.times.{name}"), _hall_line(mark), at(moment))
    minutes = max(0, times.known - times.happened) // MINUTE_US
    said = tr(language, "drawing.times.minutes", n=minutes)
    yield _hall_row(tr(language, "drawing.times.meanwhile"), _hall_line(_meanwhile(times)), said)


def _meanwhile(times: MasnouTimes) -> str:
    return element(
        "rect",
        x=times.place(times.happened),
        y=MIDDLE - RADIUS,
        width=times.meanwhile,
        height=2 * RADIUS,
        class_="lacks",
    )


def _hall_line(mark: str) -> str:
    axis = element("line", x1="0%", y1=MIDDLE, x2="100%", y2=MIDDLE, class_="axis")
    return drawing((axis, mark), width="100%", height=HEIGHT)


def _hall_row(name: str, line: str, said: str) -> str:
    words = element("span", escape(said)) if said else ""
    return element("div", element("dt", escape(name)), element("dd", line, words))
