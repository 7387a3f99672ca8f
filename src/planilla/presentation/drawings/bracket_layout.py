"""Places of a bracket: a box for each match of a knockout, and the lines between them.

`layout_of` places the matches from the bracket alone, so that no result moves a box. A column is a
round; each section has its own rows. A match that nobody can ever play is not drawn, and a number
that skips a round is a name on a line. Charts to be filled in by hand: seed 000, appendix D.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from planilla.domain.pairing.knockout.bracket import Bracket, BracketMatch, BracketSection
from planilla.domain.pairing.knockout.progress import NOBODY, progress
from planilla.domain.pairing.table import PlaceKind

BOX, LINE = 44, 22
"""Heights of a box and of each of its two lines, in units of the drawing."""
WIDTH, GAP = 224, 36
"""Width of a box, and of the space between two columns."""
ROW, BYE_ROW, TITLE = 68, 44, 30
"""Heights of a match, of one that a number skips, and of the title of a section."""
PAGE_ROWS = 16
"""Most matches one above the other on a printed page."""
WALL_ROWS = 8
"""Most matches one above the other on a wall, read from the far side of a hall."""
LIVES_OF_TWO_SECTIONS = 2

_Block = tuple[int, int]
"""A section of rows: its order, and what tells it from others of the same order."""


@dataclass(frozen=True, kw_only=True)
class MatchBox:
    """The place of a match: its left edge, and the middle of its height.

    `alone` is the index of the side that nobody can meet, None if there are two.
    """

    match: BracketMatch
    x: int
    y: int
    alone: int | None

    @property
    def top(self) -> int:
        """The upper edge of what is drawn."""
        return self.y - LINE

    @property
    def bottom(self) -> int:
        """The lower edge of what is drawn."""
        return self.y + (LINE if self.alone is None else 0)


@dataclass(frozen=True, kw_only=True)
class WinnerLine:
    """The way of the winner of match `origin` to match `target`."""

    origin: int
    target: int
    path: str


@dataclass(frozen=True, kw_only=True)
class SectionTitle:
    """The title of a section: the text `drawing.bracket.section.<key>` with its fields."""

    key: str
    x: int = 0
    y: int = 0
    first: int = 0
    last: int = 0


@dataclass(frozen=True, kw_only=True)
class BracketLayout:
    """A bracket in units of the drawing; `rounds` are those of its columns, from the left."""

    bracket: Bracket
    width: int
    height: int
    rounds: range
    boxes: tuple[MatchBox, ...]
    lines: tuple[WinnerLine, ...]
    titles: tuple[SectionTitle, ...]


@dataclass(kw_only=True)
class _RowTree:
    """The matches that are drawn, and what follows from them alone.

    `rows` is the height that a match needs for itself, `extent` that of everything before it;
    `alone` the index of the side that nobody can meet.
    """

    matches: list[BracketMatch]
    rows: dict[int, int]
    alone: dict[int, int]
    blocks: dict[int, _Block]
    before: dict[int, tuple[int, ...]] = field(default_factory=dict)
    after: dict[int, int] = field(default_factory=dict)
    extent: dict[int, int] = field(default_factory=dict)

    @property
    def roots(self) -> list[int]:
        """The last matches of each tree, by block."""
        found = [each.number for each in self.matches if each.number not in self.after]
        return sorted(found, key=self.blocks.__getitem__)


def layout_of(bracket: Bracket, only: Collection[int] | None = None) -> BracketLayout:
    """Return the places of all matches, or of those with the numbers `only`."""
    tree = _tree_of(bracket, only)
    first = min(match.round for match in tree.matches)
    last = max(match.round for match in tree.matches)
    third = _beneath_final(bracket, tree)
    roots = [root for root in tree.roots if root != third]
    titles, top, height = _stacked(bracket, tree, roots, first)
    middle = _middles(tree, top, third)

    def left(number: int) -> int:
        return (bracket.matches[number - 1].round - first) * (WIDTH + GAP)

    if third:
        # The match for third place stands beneath the final; what follows makes room for it.
        middle[third] = middle[roots[0]] + ROW + TITLE + LINE
        room = middle[third] + ROW // 2
        lower = max(0, room - tree.extent[roots[0]] - (TITLE if titles else 0))
        for number in middle:
            if tree.blocks[number] != (0, 0) and number != third:
                middle[number] += lower
        titles = [replace(each, y=each.y + (lower if each.y else 0)) for each in titles]
        at = middle[third] - BOX // 2 - TITLE - LINE // 2
        titles.append(SectionTitle(x=left(third), y=at, key="third-place"))
        height += lower
    boxes = tuple(
        MatchBox(
            match=match,
            x=left(match.number),
            y=middle[match.number],
            alone=tree.alone.get(match.number),
        )
        for match in tree.matches
    )
    return BracketLayout(
        bracket=bracket,
        width=(last - first) * (WIDTH + GAP) + WIDTH,
        height=height,
        rounds=range(first, last + 1),
        boxes=boxes,
        lines=tuple(_lines(boxes)),
        titles=tuple(titles),
    )


def _stacked(
    bracket: Bracket, tree: _RowTree, roots: Sequence[int], first: int
) -> tuple[list[SectionTitle], dict[int, int], int]:
    """Return the titles of the sections, the top of each tree, and the whole height."""
    titles: list[SectionTitle] = []
    top: dict[int, int] = {}
    height = 0
    has_titles = len({tree.blocks[root] for root in roots}) > 1
    block: _Block | None = None
    for root in roots:
        if has_titles and tree.blocks[root] != block:
            block = tree.blocks[root]
            begin = min(each.round for each in tree.matches if tree.blocks[each.number] == block)
            title = _title(bracket, tree, root)
            titles.append(replace(title, x=(begin - first) * (WIDTH + GAP), y=height))
            height += TITLE
        top[root] = height
        height += tree.extent[root]
    return titles, top, height


def _middles(tree: _RowTree, top: dict[int, int], third: int) -> dict[int, int]:
    """Return the middle of each match but that for third place: between those before it."""
    matches = [match.number for match in tree.matches if match.number != third]
    for number in reversed(matches):
        children = tree.before[number]
        at = top[number]
        at += (tree.extent[number] - sum(map(tree.extent.__getitem__, children))) // 2
        for child in children:
            top[child] = at
            at += tree.extent[child]
    middle: dict[int, int] = {}
    for number in matches:
        children = tree.before[number]
        middle[number] = top[number] + tree.extent[number] // 2
        if children:
            middle[number] = (middle[children[0]] + middle[children[-1]]) // 2
    return middle


def wall_parts(bracket: Bracket, current: int) -> tuple[frozenset[int], ...]:
    """Return the matches of each part of a bracket on a wall; most often there is one.

    It begins with the earliest round from which all matches fit together, and at the latest with
    round `current`, that which is played.
    """
    first, parts = 1, pages_of(bracket, WALL_ROWS)
    while len(parts) > 1 and first < current:
        first += 1
        left = frozenset(match.number for match in bracket.matches if match.round >= first)
        parts = pages_of(bracket, WALL_ROWS, left)
    return parts


def pages_of(
    bracket: Bracket, rows: int = PAGE_ROWS, only: Collection[int] | None = None
) -> tuple[frozenset[int], ...]:
    """Return the matches of each printed page: whole parts of the tree, then what they lead to.

    A page has as many matches as `rows` one above the other; `only` are the numbers of those to be
    drawn, None: all.
    """
    room = rows * ROW
    left = {match.number for match in _tree_of(bracket, only).matches}
    pages: list[frozenset[int]] = []
    while left:
        tree = _tree_of(bracket, left)
        whole = [
            match.number
            for match in tree.matches
            if tree.extent[match.number] <= room
            and tree.extent.get(tree.after.get(match.number, 0), room + 1) > room
        ]
        page: set[int] = set()
        filled = 0
        for number in sorted(whole, key=lambda each: (tree.blocks[each], each)):
            if page and filled + tree.extent[number] > room:
                pages.append(frozenset(page))
                page, filled = set(), 0
            page |= _part(tree, number)
            filled += tree.extent[number] + TITLE
        pages.append(frozenset(page))
        left -= frozenset().union(*pages)
    return tuple(pages)


@dataclass(frozen=True, kw_only=True)
class PartJoint:
    """An end of a line that goes on in another printed part; `x` and `y` are at the box."""

    part: int
    x: int
    y: int
    is_outgoing: bool


def joints_of(layout: BracketLayout, parts: Sequence[Collection[int]]) -> tuple[PartJoint, ...]:
    """Return the ends of the lines that lead from and to other parts, which count from 1."""
    part_of = {number: part for part, numbers in enumerate(parts, start=1) for number in numbers}
    targets = {
        place.number: match.number
        for match in reversed(layout.bracket.matches)
        for place in match.places
        if place.kind is PlaceKind.WINNER
    }
    found: list[PartJoint] = []
    here = {box.match.number for box in layout.boxes}
    for box in layout.boxes:
        for at, place in enumerate(box.match.places):
            is_winner = place.kind is PlaceKind.WINNER and place.number in part_of
            if is_winner and place.number not in here:
                y = box.y if box.alone is not None else box.top + LINE // 2 + at * LINE
                found.append(PartJoint(part=part_of[place.number], x=box.x, y=y, is_outgoing=False))
        target = targets.get(box.match.number)
        if target in part_of and target not in here:
            end = box.x + WIDTH
            found.append(PartJoint(part=part_of[target], x=end, y=box.y, is_outgoing=True))
    return tuple(found)


def _part(tree: _RowTree, number: int) -> set[int]:
    found, following = {number}, [number]
    while following:
        children = tree.before[following.pop()]
        found.update(children)
        following += children
    return found


def _tree_of(bracket: Bracket, only: Collection[int] | None) -> _RowTree:
    """Return the matches that somebody may reach, with the height that each tree needs."""
    at_rest = progress(bracket, {}).matches
    rows: dict[int, int] = {}
    alone: dict[int, int] = {}
    for match, now in zip(bracket.matches, at_rest, strict=True):
        nobodies = now.sides.count(NOBODY)
        if nobodies < len(now.sides) and (only is None or match.number in only):
            rows[match.number] = BYE_ROW if nobodies else ROW
            if nobodies:
                alone[match.number] = 1 - now.sides.index(NOBODY)
    matches = [match for match in bracket.matches if match.number in rows]
    tree = _RowTree(matches=matches, rows=rows, alone=alone, blocks=_blocks(bracket))
    for match in matches:
        children = dict.fromkeys(
            place.number
            for place in match.places
            if place.kind is PlaceKind.WINNER
            and place.number in rows
            and tree.blocks[place.number] == tree.blocks[match.number]
        )
        tree.before[match.number] = tuple(children)
        tree.after.update(dict.fromkeys(children, match.number))
        below = sum(map(tree.extent.__getitem__, children))
        tree.extent[match.number] = max(rows[match.number], below)
    return tree


def _blocks(bracket: Bracket) -> dict[int, _Block]:
    """Return the block of each match: a final belongs to the section of its first side."""
    blocks: dict[int, _Block] = {}
    leads_to = {
        place.number: match.number
        for match in bracket.matches
        for place in match.places
        if place.kind is PlaceKind.WINNER
    }
    for match in bracket.matches:
        match match.section:
            case BracketSection.WINNERS:
                blocks[match.number] = (0, 0)
            case BracketSection.LOSERS:
                blocks[match.number] = (match.losses, 0)
            case BracketSection.FINAL:
                first = match.places[0]
                is_first = first.kind is PlaceKind.PLAYER
                blocks[match.number] = (0, 0) if is_first else blocks[first.number]
            case _:
                blocks[match.number] = (match.loser_place, match.number)
    for each in reversed(bracket.matches):
        if each.section is BracketSection.PLACEMENT:
            last = leads_to.get(each.number, each.number)
            blocks[each.number] = blocks[last]
    return blocks


def _beneath_final(bracket: Bracket, tree: _RowTree) -> int:
    """Return the match for third place if it is drawn beneath the final; 0 if not."""
    sections = {bracket.matches[root - 1].section: root for root in tree.roots}
    third = sections.get(BracketSection.THIRD_PLACE, 0)
    return third if BracketSection.FINAL in sections else 0


def _title(bracket: Bracket, tree: _RowTree, root: int) -> SectionTitle:
    order, _ = tree.blocks[root]
    match = bracket.matches[root - 1]
    if match.section is BracketSection.PLACEMENT:
        own = sum(block == tree.blocks[root] for block in tree.blocks.values())
        first = match.winner_place
        return SectionTitle(key="places", first=first, last=first + own)
    if not order:
        return SectionTitle(key="winners")
    key = f"losers-{order}" if bracket.lives > LIVES_OF_TWO_SECTIONS else "losers"
    return SectionTitle(key=key)


def _lines(boxes: Iterable[MatchBox]) -> Iterator[WinnerLine]:
    """Yield the lines from the winners of matches to the next ones, or straight to a repetition."""
    placed: dict[int, MatchBox] = {}
    for box in boxes:
        placed[box.match.number] = box
        for place in box.match.places:
            if place.kind is PlaceKind.WINNER and place.number in placed:
                origin = placed[place.number]
                turn = box.x - GAP // 2
                path = f"M{origin.x + WIDTH} {origin.y}H{turn}V{box.y}H{box.x}"
                if origin.y == box.y:
                    path = f"M{origin.x + WIDTH} {origin.y}H{box.x}"
                yield WinnerLine(origin=place.number, target=box.match.number, path=path)
