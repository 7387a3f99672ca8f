"""Brackets as SVG: the tree of a knockout with names, scores and links; charts to be filled in."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from planilla.domain.pairing.knockout.bracket import Bracket, BracketMatch, BracketSection
from planilla.domain.pairing.knockout.progress import NOBODY, BracketProgress, MatchStatus
from planilla.domain.pairing.table import Place, PlaceKind
from planilla.presentation.catalogue import tr
from planilla.presentation.drawings.bracket_layout import (
    BOX,
    GAP,
    LINE,
    TITLE,
    WIDTH,
    BracketLayout,
    MatchBox,
    PartJoint,
    WinnerLine,
)

HEADS = 28
"""Height of the names of the rounds."""
NAME_EMS = 9.4
"""Width of the longest name in a box, in sizes of its letters."""
JOINT, JOINT_ROOM = 20, 84
"""Length of a line that goes on in another part, and the room for it and its words."""
PAPER_MM = (277, 158)
"""Width and height of a drawing on a sheet of A4 that lies, below the head of the paper."""
UNIT_MM = 0.27
"""Most millimetres of a unit on paper."""
UNPLAYED_TEXTS = {MatchStatus.NO_SHOW: "neither", MatchStatus.VOID: "not-played"}
WON = "● "
ROUND_NAMES = {1: "final", 2: "semi-finals", 4: "quarter-finals", 8: "last-16", 16: "last-32"}
"""Names of rounds of a single elimination, by the matches that lead to the first place."""


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


def part_markup(
    layout: BracketLayout,
    joints: Sequence[PartJoint],
    matches: Sequence[DrawnMatch],
    language: str,
) -> str:
    """Return a part of a bracket for paper, with the parts to which its lines lead."""
    room = JOINT_ROOM if joints else GAP // 2
    width, height = layout.width + 2 * room, layout.height + HEADS
    scale = min(UNIT_MM, PAPER_MM[0] / width, PAPER_MM[1] / height)
    ends = "".join(_joint_markup(joint, language) for joint in joints)
    return (
        f'<svg class="part" viewBox="{-room} 0 {width} {height}" '
        f'width="{width * scale:.1f}mm" height="{height * scale:.1f}mm">'
        f'<g transform="translate(-1 0)">{heads_markup(layout, language)}</g>'
        f'<g class="joints" transform="translate(0 {HEADS + 1})">{ends}</g>'
        f'<g transform="translate(-1 {HEADS})">{bracket_markup(layout, matches, language)}</g>'
        "</svg>"
    )


def _joint_markup(joint: PartJoint, language: str) -> str:
    way = JOINT if joint.is_outgoing else -JOINT
    anchor = "start" if joint.is_outgoing else "end"
    said = escape(tr(language, "drawing.bracket.part", part=joint.part))
    return (
        f'<path d="M{joint.x} {joint.y}h{way}"/>'
        f'<text x="{joint.x + way + way // 5}" y="{joint.y + 4}" text-anchor="{anchor}">'
        f"{said}</text>"
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
    ".no,.from,.free{fill:#6b665d;font-size:11px}.seed{fill:#6b665d;font-size:11px;text-anchor:end}"
    ".score{text-anchor:end}.won text{font-weight:700}"
)
"""Style of a file that stands alone; a page has its own stylesheet."""


def _line_markup(line: WinnerLine, matches: Sequence[DrawnMatch]) -> str:
    match = matches[line.origin - 1]
    side = None if match.winner is None else match.sides[match.winner]
    kind = ""
    if side is not None:
        kind = ' class="won followed"' if side.is_followed else ' class="won"'
        kind += f' data-winner="{escape(side.key)}"' if side.key else ""
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
        inside = (
            f'{said}<path d="M0 {LINE}H{WIDTH}"/>'
            f"{_side_markup(box, match, box.alone, words, won=False)}"
            f'<text class="free" x="{WIDTH - 8}" y="16" text-anchor="end">'
            f"{words.free}</text>"
        )
    else:
        note = f" · {words.if_needed}" if box.match.reset else ""
        first, second = (
            _side_markup(box, match, at, words, won=match.winner == at) for at in (0, 1)
        )
        href = f' href="{escape(match.href)}"' if match.href else ""
        inside = (
            f'<a{href}>{said}<rect width="{WIDTH}" height="{BOX}"/><path d="M0 {LINE}H{WIDTH}"/>'
            f'<text class="no" y="-4">{number}{note}</text>{first}'
            f'<g transform="translate(0 {LINE})">{second}</g></a>'
        )
    return (
        f'<g id="match-{number}" class="{classes}" data-match="{number}" '
        f'transform="translate({box.x} {box.top})">{inside}</g>'
    )


def _side_markup(
    box: MatchBox, match: DrawnMatch, at: int, words: "_MatchWords", *, won: bool
) -> str:
    """Return the line of a side; an unknown one names the match from which it comes.

    A script fills in the same three texts. The sides of the draw alone have no `data-from`.
    """
    side, place = match.sides[at], box.match.places[at]
    origin = words.origin(place)
    is_drawn = place.kind is PlaceKind.PLAYER
    source = "" if is_drawn else f' data-from="{escape(words.source(place))}"'
    shown = f' data-shown="{escape(origin)}"' if origin else ""
    number = name = score = key = ""
    classes, text = "side", "from"
    if side is not None:
        classes += " won" if won else ""
        classes += " followed" if side.is_followed else ""
        number, name, text = side.number, fitted(side.name), "name"
        score = (WON if won else "") + side.score
        key = f' data-key="{escape(side.key)}"' if side.key else ""
        key += f' data-name="{escape(side.name)}"' if name != side.name else ""
    return (
        f'<g class="{classes}" data-side="{at}"{source}{shown}{key}>'
        f'<text class="seed" x="25" y="16">{number}</text>'
        f'<text class="{text}" x="30" y="16">{escape(name if side else origin)}</text>'
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
            for key in ("match", "advances", "alone", "neither", "not-played", "invalid", "free")
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

    def source(self, place: Place) -> str:
        """Return the words for a side that is not known: winner or loser of a match."""
        if place.kind is PlaceKind.WINNER:
            return self._winners.replace("{match}", str(place.number))
        return self.origin(place)

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
        return self.source(place) or self.free


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
