"""Brackets: the tree of a knockout, a box for each match, and the lines between them.

`layout_of` places the matches from the bracket alone, so that no result moves a box. A column is a
round; each section has its own rows. A match that nobody can ever play is not drawn, and a number
that skips a round is a name on a line. Charts to be filled in by hand: seed 000, appendix D.
"""

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from planilla.domain.pairing.knockout.bracket import Bracket, BracketMatch, BracketSection
from planilla.domain.pairing.knockout.progress import (
    NOBODY,
    BracketProgress,
    MatchStatus,
    progress,
)
from planilla.domain.pairing.table import Place, PlaceKind
from planilla.presentation.catalogue import tr

BOX, LINE = 44, 22
"""Heights of a box and of each of its two lines, in units of the drawing."""
WIDTH, GAP = 224, 36
"""Width of a box, and of the space between two columns."""
ROW, BYE_ROW, TITLE, HEADS = 68, 44, 30, 28
"""Heights of a match, of one that a number skips, of the title of a section, of names of rounds."""
NAME_EMS = 10.2
"""Width of the longest name in a box, in sizes of its letters."""
PAGE_ROWS = 16
"""Most matches one above the other on a printed page."""
UNPLAYED_TEXTS = {MatchStatus.NO_SHOW: "neither", MatchStatus.VOID: "not-played"}
LIVES_OF_TWO_SECTIONS = 2
WON = "● "
ROUND_NAMES = {1: "final", 2: "semi-finals", 4: "quarter-finals", 8: "last-16", 16: "last-32"}
"""Names of rounds of a single elimination, by the matches that lead to the first place."""

_Block = tuple[int, int]
"""A section of rows: its order, and what tells it from others of the same order."""


@dataclass(frozen=True, kw_only=True)
class DrawnSide:
    """A side as a box shows it; `number` is its seed, `key` the id for scripts."""

    name: str
    number: str = ""
    score: str = ""
    key: str = ""
    is_followed: bool = False


@dataclass(frozen=True, kw_only=True)
class DrawnMatch:
    """A match as it stands; a side is None while unknown or if it is nobody.

    `winner` is the index of the side that advanced. `is_invalid` marks a recorded outcome that no
    longer holds; `href` is the address of the match card, empty without one.
    """

    status: MatchStatus = MatchStatus.OPEN
    sides: tuple[DrawnSide | None, DrawnSide | None] = (None, None)
    winner: int | None = None
    is_invalid: bool = False
    href: str = ""


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


# Layout


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


def pages_of(bracket: Bracket) -> tuple[frozenset[int], ...]:
    """Return the matches of each printed page: whole parts of the tree, then what they lead to."""
    room = PAGE_ROWS * ROW
    left = {match.number for match in _tree_of(bracket, None).matches}
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


# Markup


def chart_of(bracket: Bracket, at_rest: BracketProgress) -> tuple[DrawnMatch, ...]:
    """Return the matches of a chart to be filled in by hand: the numbers of the first round."""
    return tuple(
        DrawnMatch(status=now.status, sides=(_seed(match.places[0]), _seed(match.places[1])))
        for match, now in zip(bracket.matches, at_rest.matches, strict=True)
    )


def _seed(place: Place) -> DrawnSide | None:
    if place.kind is not PlaceKind.PLAYER or place.number == NOBODY:
        return None
    return DrawnSide(name="", number=str(place.number))


def bracket_markup(layout: BracketLayout, matches: Sequence[DrawnMatch], language: str) -> str:
    """Return the tree as SVG; `matches` are all of the bracket, in the order of their numbers."""
    words = _MatchWords(language)
    links = "".join(_line_markup(line, matches) for line in layout.lines)
    titles = "".join(
        f'<text class="section" x="{title.x}" y="{title.y + TITLE // 2}">'
        f"{escape(words.say(f'section.{title.key}', first=title.first, last=title.last))}</text>"
        for title in layout.titles
    )
    boxes = "".join(
        _match_markup(box, matches[box.match.number - 1], words) for box in layout.boxes
    )
    return (
        f'<svg class="tree" role="group" aria-label="{escape(words.say("title"))}" '
        f'viewBox="-1 -1 {layout.width + 2} {layout.height + 2}" '
        f'width="{layout.width + 2}" height="{layout.height + 2}" {words.attributes()}>'
        f'<g class="links" aria-hidden="true">{links}</g>{titles}{boxes}</svg>'
    )


def heads_markup(layout: BracketLayout, language: str) -> str:
    """Return the names of the rounds above their columns, as wide as the tree."""
    heads = "".join(
        f'<text x="{column * (WIDTH + GAP)}" y="{HEADS - 9}">{escape(name)}</text>'
        for column, name in enumerate(round_names(layout, language))
    )
    return (
        f'<svg class="heads" aria-hidden="true" focusable="false" '
        f'viewBox="-1 0 {layout.width + 2} {HEADS}" width="{layout.width + 2}" height="{HEADS}">'
        f"{heads}</svg>"
    )


def round_names(layout: BracketLayout, language: str) -> tuple[str, ...]:
    """Return the name of each column: those of a single elimination count from the final."""
    leading = dict.fromkeys(layout.rounds, 0)
    for match in layout.bracket.matches:
        if match.round in leading and match.section in {
            BracketSection.WINNERS,
            BracketSection.FINAL,
        }:
            leading[match.round] += 1
    names = ROUND_NAMES if layout.bracket.lives == 1 else {}
    return tuple(
        tr(language, f"drawing.bracket.round.{names.get(leading[number], 'n')}", round=number)
        for number in layout.rounds
    )


def standalone(layout: BracketLayout, matches: Sequence[DrawnMatch], language: str) -> str:
    """Return an SVG file of the tree below the names of its rounds, with its own style."""
    height = layout.height + HEADS
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 {layout.width + 16} '
        f'{height + 16}" width="{layout.width + 16}" height="{height + 16}">'
        f"<style>{STYLE}</style>{heads_markup(layout, language)}"
        f'<g transform="translate(0 {HEADS})">{bracket_markup(layout, matches, language)}</g>'
        "</svg>\n"
    )


STYLE = (
    "svg{overflow:visible}text{font:13px system-ui,sans-serif;fill:#1c1b1a}"
    ".heads text{font-weight:700}.section{font-weight:700}"
    ".links path{fill:none;stroke:#6b665d}.match rect{fill:none;stroke:#1c1b1a}"
    ".match path{fill:none;stroke:#d9d5cb}.bye path{stroke:#6b665d}"
    ".no,.from,.free{fill:#6b665d;font-size:11px}.seed{fill:#6b665d;text-anchor:end}"
    ".score{text-anchor:end}.won text{font-weight:700}"
)
"""Style of a file that stands alone; a page has its own stylesheet."""


def _line_markup(line: WinnerLine, matches: Sequence[DrawnMatch]) -> str:
    match = matches[line.origin - 1]
    side = None if match.winner is None else match.sides[match.winner]
    kind = ""
    if side is not None:
        kind = ' class="won followed"' if side.is_followed else ' class="won"'
    return f'<path data-from="{line.origin}" d="{line.path}"{kind}/>'


def _match_markup(box: MatchBox, match: DrawnMatch, words: "_MatchWords") -> str:
    """Return a match, its upper left corner at the origin of its group."""
    number = box.match.number
    classes = f"match {'bye' if box.alone is not None else match.status.value}"
    if match.is_invalid:
        classes += " invalid"
    if any(side is not None and side.is_followed for side in match.sides):
        classes += " followed"
    said = f"<title>{escape(words.title(box.match, match))}</title>"
    if box.alone is not None:
        side, place = match.sides[box.alone], box.match.places[box.alone]
        inside = (
            f'{said}<path d="M0 {LINE}H{WIDTH}"/>{_side_markup(side, place, words, won=False)}'
            f'<text class="free" x="{WIDTH - 8}" y="16" text-anchor="end">'
            f"{words.free}</text>"
        )
    else:
        note = f" · {words.if_needed}" if box.match.reset else ""
        first, second = (
            _side_markup(side, place, words, won=match.winner == at)
            for at, (side, place) in enumerate(zip(match.sides, box.match.places, strict=True))
        )
        inside = (
            f'{said}<rect width="{WIDTH}" height="{BOX}"/><path d="M0 {LINE}H{WIDTH}"/>'
            f'<text class="no" y="-4">{number}{note}</text>{first}'
            f'<g transform="translate(0 {LINE})">{second}</g>'
        )
        if match.href:
            inside = f'<a href="{escape(match.href)}">{inside}</a>'
    return (
        f'<g id="match-{number}" class="{classes}" data-match="{number}" '
        f'transform="translate({box.x} {box.top})">{inside}</g>'
    )


def _side_markup(side: DrawnSide | None, place: Place, words: "_MatchWords", *, won: bool) -> str:
    """Return the line of a side; an unknown one names the match from which it comes."""
    origin = words.origin(place)
    if side is None:
        return (
            f'<g class="side" data-from="{origin}">'
            f'<text class="from" x="30" y="16">{origin}</text></g>'
        )
    classes = "side won" if won else "side"
    score = (WON if won else "") + side.score
    key = f' data-key="{escape(side.key)}"' if side.key else ""
    return (
        f'<g class="{classes}"{key} data-from="{origin}">'
        f'<text class="seed" x="24" y="16">{side.number}</text>'
        f'<text class="name" x="30" y="16">{escape(fitted(side.name))}</text>'
        f'<text class="score" x="{WIDTH - 8}" y="16">{escape(score)}</text></g>'
    )


class _MatchWords:
    """The texts of a bracket in one language, each looked up once."""

    def __init__(self, language: str) -> None:
        self._language = language
        self.free = escape(self.say("free"))
        self.if_needed = escape(self.say("if-needed"))
        self._texts = {
            key: tr(
                language, f"drawing.bracket.{key}", match="{match}", sides="{sides}", name="{name}"
            )
            for key in ("match", "advances", "alone", "neither", "not-played", "invalid")
        }
        self._losers = self.say("loser-of", match="{match}")
        self._winners = self.say("winner-of", match="{match}")

    def say(self, key: str, **fields: Any) -> str:
        """Return the text of `drawing.bracket.<key>`."""
        return tr(self._language, f"drawing.bracket.{key}", **fields)

    def attributes(self) -> str:
        """Return the texts that a script fills in anew, as attributes of the drawing."""
        return " ".join(f'data-{key}="{escape(text)}"' for key, text in self._texts.items())

    def origin(self, place: Place) -> str:
        """Return what a box says of a side that is not known: a line leads to each winner."""
        if place.kind is PlaceKind.LOSER:
            return self._losers.replace("{match}", str(place.number))
        return ""

    def title(self, match: BracketMatch, shown: DrawnMatch) -> str:
        """Return the sentence on a match for who cannot see it."""
        sides = " – ".join(
            self._named(side, place) for side, place in zip(shown.sides, match.places, strict=True)
        )
        texts = [self._filled("match", match=str(match.number), sides=sides)]
        if shown.winner is not None:
            side = shown.sides[shown.winner]
            name = "" if side is None else side.name or side.number
            key = "alone" if shown.status is MatchStatus.WALK_OVER else "advances"
            texts.append(self._filled(key, name=name))
        elif shown.status in UNPLAYED_TEXTS:
            texts.append(self._texts[UNPLAYED_TEXTS[shown.status]])
        if shown.is_invalid:
            texts.append(self._texts["invalid"])
        return " ".join(texts)

    def _filled(self, key: str, **fields: str) -> str:
        text = self._texts[key]
        for name, value in fields.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def _named(self, side: DrawnSide | None, place: Place) -> str:
        if side is not None:
            return " ".join(filter(None, (side.name or side.number, side.score)))
        if place.kind is PlaceKind.WINNER:
            return self._winners.replace("{match}", str(place.number))
        return self.origin(place) or self.free


def fitted(name: str) -> str:
    """Return a name as long as a box, with an ellipsis where it is cut."""
    room = NAME_EMS
    for at, letter in enumerate(name):
        room -= _width(letter)
        if room < 0:
            return f"{name[: max(at - 1, 1)].rstrip()}…"
    return name


def _width(letter: str) -> float:
    """Return the usual width of a letter in sizes of the font."""
    if letter in " .,'-iljtfrI":
        return 0.36
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in {"W", "F"}:
        return 1
    return 0.7 if letter.isupper() or letter in "mw" else 0.55
