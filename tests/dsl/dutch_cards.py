"""The pairing cards of a tournament, filled in as an arbiter would: all that the oracle looks at.

Nothing here comes from the engine. Points are counted in half points, one for a draw; a game
without a result counts as a draw that was played. Articles are those of FIDE C.04.3 (2012).
"""

from typing import Any

import msgspec

from planilla.domain.crosstable import Round
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import ByeKind, Colour, GameResult

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DOWN, UP = "D", "A"
FULL_POINT = 2
NO_FLOAT: frozenset[str] = frozenset()
WORTH = {
    GameResult.OPEN: (1, 1),
    GameResult.WHITE_WINS: (2, 0),
    GameResult.DRAW: (1, 1),
    GameResult.BLACK_WINS: (0, 2),
    GameResult.WHITE_WINS_BY_FORFEIT: (2, 0),
    GameResult.BLACK_WINS_BY_FORFEIT: (0, 2),
    GameResult.BOTH_FORFEIT: (0, 0),
    GameResult.BOTH_LOSE: (0, 0),
}
NOBODY_MOVED = {
    GameResult.WHITE_WINS_BY_FORFEIT,
    GameResult.BLACK_WINS_BY_FORFEIT,
    GameResult.BOTH_FORFEIT,
}
WORTH_OF_BYE = {
    ByeKind.PAIRING_ALLOCATED: 2,
    ByeKind.FULL_POINT: 2,
    ByeKind.HALF_POINT: 1,
    ByeKind.ZERO_POINT: 0,
}


class Card(msgspec.Struct, kw_only=True):
    """One player's card: what was written on it round after round.

    `floats` are the marks of each round; both may stand for one round, as when the lower scored
    of a pair wins by forfeit.
    """

    seat: int
    score: int = 0
    colours: tuple[Colour, ...] = ()
    met: frozenset[int] = frozenset()
    same_origin: frozenset[int] = frozenset()
    floats: tuple[frozenset[str], ...] = ()
    point_without_playing: bool = False
    top_scorer: bool = False

    @property
    def last_float(self) -> frozenset[str]:
        return (NO_FLOAT, *self.floats)[-1]

    @property
    def float_before(self) -> frozenset[str]:
        return (NO_FLOAT, NO_FLOAT, *self.floats)[-2]

    @property
    def difference(self) -> int:
        """A7: games with White less games with Black."""
        return self.colours.count(WHITE) - self.colours.count(BLACK)

    @property
    def wants(self) -> Colour | None:
        """A7.a to A7.c and A7.f: the colour preferred; a difference beyond one decides first."""
        if not self.colours:
            return None
        if abs(self.difference) > 1:
            return BLACK if self.difference > 0 else WHITE
        if self.twice_running or not self.difference:
            return self.colours[-1].other
        return BLACK if self.difference > 0 else WHITE

    @property
    def twice_running(self) -> bool:
        return len(self.colours) > 1 and self.colours[-1] is self.colours[-2]

    @property
    def strength(self) -> int:
        """A7: 3 absolute, 2 strong, 1 mild, 0 without a game."""
        if abs(self.difference) > 1 or self.twice_running:
            return 3
        return 2 if self.difference else int(bool(self.colours))


def cards_of(given: PairingInput, *, forfeit_win_floats: bool) -> tuple[Card, ...]:
    """The cards of those present, by score and then by number (A2)."""
    assert given.crosstable.point_system == "1-½-0"
    cards = [Card(seat=seat) for seat in range(given.crosstable.size)]
    extra = given.accelerated or ((0,) * given.round,) * len(cards)
    for number, played in enumerate(given.crosstable.rounds):
        shown = [card.score + points[number] for card, points in zip(cards, extra, strict=True)]
        _write(cards, shown, played, forfeit_win_floats=forfeit_win_floats)
    if given.round == given.crosstable.rounds_planned:
        for card in cards:
            # A10: more than half of the two half points that each round could bring.
            card.top_scorer = card.score > len(given.crosstable.rounds)
    for one, other in given.forbidden:
        cards[one].met |= {other}
        cards[other].met |= {one}
    for one, other in given.unwanted:
        cards[one].same_origin |= {other}
        cards[other].same_origin |= {one}
    for card, points in zip(cards, extra, strict=True):
        card.score += points[-1]
    present = [cards[seat] for seat in given.present]
    return tuple(sorted(present, key=lambda card: (-card.score, card.seat)))


def _write(
    cards: list[Card], before: list[int], played: Round, *, forfeit_win_floats: bool
) -> None:
    """Write a round on the cards; `before` are the scores by which it was paired."""
    marks: list[set[str]] = [set() for _ in cards]
    for (white, black), code in zip(played.boards, played.results, strict=True):
        if before[white] != before[black]:
            higher, lower = sorted((white, black), key=lambda seat: -before[seat])
            marks[higher].add(DOWN)
            marks[lower].add(UP)
        result = GameResult(code)
        of_white, of_black = WORTH[result]
        for card, other, colour, points in (
            (cards[white], black, WHITE, of_white),
            (cards[black], white, BLACK, of_black),
        ):
            card.score += points
            if result in NOBODY_MOVED:
                _point_without_playing(card, marks[card.seat], points, floats=forfeit_win_floats)
            else:
                card.colours += (colour,)
                card.met |= {other}
    for seat, kind in played.byes:
        cards[seat].score += WORTH_OF_BYE[kind]
        _point_without_playing(cards[seat], marks[seat], WORTH_OF_BYE[kind], floats=True)
    for card, mark in zip(cards, marks, strict=True):
        card.floats = (*card.floats, frozenset(mark))


def _point_without_playing(card: Card, marks: set[str], points: int, *, floats: bool) -> None:
    """B1.b: no bye for whoever had one, and a downfloat."""
    if points == FULL_POINT:
        card.point_without_playing = True
        if floats:
            marks.add(DOWN)


def card_in_print(row: dict[str, Any]) -> Card:
    """A player of a printed group: opponents, colours such as `NBN0`, marks such as `dA`."""
    colours = [{"B": WHITE, "N": BLACK, "0": None}[letter] for letter in row["colors"]]
    marks = row.get("float", "")
    return Card(
        seat=row["no"] - 1,
        score=round(2 * row["points"]),
        colours=tuple(colour for colour in colours if colour),
        met=frozenset(
            opponent - 1
            for opponent, colour in zip(row["opponents"], colours, strict=True)
            if colour
        ),
        floats=(
            frozenset(mark.upper() for mark in marks if mark.islower()),
            frozenset(mark for mark in marks if mark.isupper()),
        ),
    )
