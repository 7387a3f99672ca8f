"""Changes of places, as lines from the place before to the place after."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape

from planilla.audit.compare import PlaceDifference
from planilla.presentation.catalogue import tr
from planilla.presentation.drawings.markup import drawing, element

LINES_MAX = 20
ROW = 24
"""Height of a row, in units of the drawing."""
WIDTH = 100
NO_PLACE_SIGN = "–"
ENTRY_DISTANCE = 1_000_000
"""Coming in and going out is further than any move."""
ARROWS = {"up": "▲", "down": "▼", "in": "+", "out": "×"}


@dataclass(frozen=True, kw_only=True)
class SlopeLine:
    """One who moves: `left` and `right` are rows from the top, 0 the first.

    `kind` is `up`, `down`, `in` or `out` (of the standings); a rank is None where there is none.
    """

    entrant: str
    before: int | None
    after: int | None
    left: int
    right: int
    kind: str

    @property
    def shape(self) -> str:
        """A sign, and by how many places."""
        if self.before is None or self.after is None:
            return ARROWS[self.kind]
        return f"{ARROWS[self.kind]}{abs(self.before - self.after)}"


@dataclass(frozen=True, kw_only=True)
class Slope:
    """The lines by their new places; `more` others move less far and are not drawn."""

    lines: tuple[SlopeLine, ...]
    more: int


def slope_of(places: Iterable[PlaceDifference]) -> Slope | None:
    """Whoever changes places, the twenty who move furthest; None where nobody does."""
    moved = [each for each in places if each.moves]
    if not moved:
        return None
    furthest = sorted(moved, key=lambda each: (-_way(each), _rank(each.rank_after)))[:LINES_MAX]
    left = sorted(furthest, key=lambda each: (_rank(each.rank_before), _rank(each.rank_after)))
    right = sorted(furthest, key=lambda each: (_rank(each.rank_after), _rank(each.rank_before)))
    row_before = {each.entrant: row for row, each in enumerate(left)}
    lines = tuple(
        SlopeLine(
            entrant=each.entrant,
            before=each.rank_before,
            after=each.rank_after,
            left=row_before[each.entrant],
            right=row,
            kind=_kind(each),
        )
        for row, each in enumerate(right)
    )
    return Slope(lines=lines, more=len(moved) - len(lines))


def _rank(rank: int | None) -> tuple[bool, int]:
    """Return a sort key for a rank; None sorts below all others."""
    return rank is None, rank or 0


def _way(change: PlaceDifference) -> int:
    before, after = change.rank_before, change.rank_after
    return ENTRY_DISTANCE if before is None or after is None else abs(before - after)


def _kind(change: PlaceDifference) -> str:
    before, after = change.rank_before, change.rank_after
    if before is None:
        return "in"
    if after is None:
        return "out"
    return "up" if after < before else "down"


def slope_markup(slope: Slope, language: str, name_of: Callable[[str], str]) -> str:
    """Return the drawing with both columns of places; a narrow page shows each name once."""

    def say(key: str, **fields: object) -> str:
        return escape(tr(language, f"drawing.slope.{key}", name_of=name_of, **fields))

    def head(key: str) -> str:
        return element("li", say(key), class_="head", aria_hidden="true")

    before = sorted(slope.lines, key=lambda line: line.left)
    left = (head("before"), *(_before(each, name_of) for each in before))
    right = (head("after"), *(_after(each, name_of, say) for each in slope.lines))
    body = element(
        "div",
        element("ol", *left, aria_hidden="true"),
        element("div", _lines(slope), class_="lines-of"),
        element("ol", *right, class_="after"),
        class_="slope-body",
    )
    more = element("p", say("more", n=slope.more), class_="quiet") if slope.more else ""
    return element("figure", element("figcaption", say("title")), body, more, class_="slope")


def _before(line: SlopeLine, name_of: Callable[[str], str]) -> str:
    return element(
        "li", _name(line, name_of), element("b", _place(line.before)), class_=f"goes-{line.kind}"
    )


def _after(line: SlopeLine, name_of: Callable[[str], str], say: Callable[..., str]) -> str:
    text = say("text", before=_place(line.before), after=_place(line.after))
    return element(
        "li",
        element("b", _place(line.after), aria_hidden="true"),
        _name(line, name_of),
        element("small", line.shape, class_="by", aria_hidden="true"),
        element("span", text, class_="hidden"),
        class_=f"goes-{line.kind}",
    )


def _name(line: SlopeLine, name_of: Callable[[str], str]) -> str:
    return element("bdi", escape(name_of(line.entrant)), class_="name")


def _place(rank: int | None) -> str:
    return NO_PLACE_SIGN if rank is None else str(rank)


def _lines(slope: Slope) -> str:
    box = f"0 0 {WIDTH} {ROW * len(slope.lines)}"
    return drawing(map(_line, slope.lines), viewBox=box, preserveAspectRatio="none")


def _line(line: SlopeLine) -> str:
    return element(
        "line",
        x1=0,
        y1=middle(line.left),
        x2=WIDTH,
        y2=middle(line.right),
        class_=f"goes-{line.kind}",
        vector_effect="non-scaling-stroke",
    )


def middle(row: int) -> int:
    """Return the height of the middle of a row, from the top of the drawing."""
    return row * ROW + ROW // 2
