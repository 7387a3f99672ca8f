"""The Swiss Team System and Double-Swiss by trying everything, straight from the text.

Every set of upfloaters and every pairing of a bracket is made and compared; nothing is shared with
the engine but the crosstable and the points of the results. For at most ten members of a bracket.

Source: FIDE C.04.6 (2026), 1 to 4; C.04.5.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.floats import scores_by_round
from planilla.domain.pairing.system import ColourType, PairingInput
from planilla.domain.vocabulary import FORFEITS, ByeKind, GameResult

Pair = tuple[Seat, Seat]


class Member(NamedTuple):
    """A team or player as the text sees it before the round."""

    seat: Seat
    score: int
    standing: tuple[int, int]
    colours: str
    met: frozenset[Seat]
    floated: bool
    may_have_bye: bool
    matches: int
    odd: bool


class Answer(NamedTuple):
    """White and Black of each match, and who has the bye."""

    boards: frozenset[Pair]
    bye: Seat | None


def members_of(given: PairingInput) -> dict[Seat, Member]:
    table = given.crosstable
    real = given.totals or scores_by_round(table)
    extra = given.accelerated or ((0,) * (len(table.rounds) + 1),) * table.size
    known: set[Seat] = set(given.present)
    found: dict[Seat, Member] = {}
    facts = {seat: _facts(given, seat, real, extra) for seat in given.present}
    for played in table.rounds:
        known |= {seat for board in played.boards for seat in board}
        known |= {seat for seat, kind in played.byes if kind is ByeKind.PAIRING_ALLOCATED}
    for seat in given.present:
        colours, met, floated, bye, matches = facts[seat]
        banned = {sum(pair) - seat for pair in given.forbidden if seat in pair}
        found[seat] = Member(
            seat=seat,
            score=real[seat][-1] + extra[seat][-1],
            standing=(real[seat][-1], given.secondary[seat] if given.secondary else 0),
            colours=colours,
            met=frozenset(met | banned),
            floated=floated,
            may_have_bye=bye,
            matches=matches,
            odd=sum(other <= seat for other in known) % 2 == 1,
        )
    return found


def _facts(
    given: PairingInput,
    seat: Seat,
    real: tuple[tuple[int, ...], ...],
    extra: tuple[tuple[int, ...], ...],
) -> tuple[str, set[Seat], bool, bool, int]:
    colours, met, floated, may_have_bye, matches = "", set[Seat](), False, True, 0
    for number, played in enumerate(given.crosstable.rounds):
        floated = False
        for (white, black), code in zip(played.boards, played.results, strict=True):
            if seat not in {white, black}:
                continue
            result = GameResult(code)
            if result in FORFEITS:
                own_win = (
                    GameResult.WHITE_WINS_BY_FORFEIT
                    if seat == white
                    else GameResult.BLACK_WINS_BY_FORFEIT
                )
                may_have_bye = may_have_bye and result is not own_win
                continue
            other = black if seat == white else white
            colours += "W" if seat == white else "B"
            met.add(other)
            matches += 1
            then = [real[each][number] + extra[each][number] for each in (seat, other)]
            floated = then[0] != then[1]
        kinds = {kind for each, kind in played.byes if each == seat}
        if kinds & {ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT}:
            may_have_bye = False
    return colours, met, floated, may_have_bye, matches


class Text:
    """One round by the text; `double` is C.04.5."""

    def __init__(self, given: PairingInput, *, double: bool = False) -> None:
        self.given = given
        self.double = double
        self.of = members_of(given)
        planned = given.crosstable.rounds_planned
        to_come = planned - given.round if planned else 99
        self.is_last = to_come == 0
        self.floats_count = to_come >= (1 if double else 2)
        self.pairable = cache(self._pairable)

    def answer(self) -> Answer | None:
        """Return the round; None if there is none."""
        left = frozenset(self.of)
        bye = None
        if len(left) % 2:
            order = sorted(
                (each for each in self.of.values() if each.may_have_bye),
                key=lambda each: (each.score, -each.matches, -each.seat),
            )
            bye = next((each.seat for each in order if self.pairable(left - {each.seat})), None)
            if bye is None:
                return None
            left -= {bye}
        elif not self.pairable(left):
            return None
        boards = set()
        while left:
            group = self.top(left)
            chosen = self.best_set(group, left - group)
            for one, other in self.best_pairs(group | chosen, chosen):
                boards.add(self.seated(one, other))
            left -= group | chosen
        return Answer(frozenset(boards), bye)

    def top(self, left: frozenset[Seat]) -> frozenset[Seat]:
        highest = max((self.of[seat].score for seat in left), default=0)
        return frozenset(seat for seat in left if self.of[seat].score == highest)

    def _pairable(self, left: frozenset[Seat]) -> bool:
        if not left:
            return True
        one = min(left)
        return any(
            other not in self.of[one].met and self.pairable(left - {one, other})
            for other in left - {one}
        )

    def legal_sets(
        self, group: frozenset[Seat], below: frozenset[Seat], size: int
    ) -> Iterator[frozenset[Seat]]:
        for members in combinations(sorted(below), size):
            chosen = frozenset(members)
            if self.pairable(group | chosen) and self.pairable(below - chosen):
                yield chosen

    def best_set(self, group: frozenset[Seat], below: frozenset[Seat]) -> frozenset[Seat]:
        """C3, C4, C5, C6, C7 and the order of 3.5.4."""
        sizes = range(len(group) % 2, len(below) + 1, 2)
        each = (list(self.legal_sets(group, below, size)) for size in sizes)
        legal = next(filter(None, each))
        highest = max(sorted(self.of[seat].score for seat in chosen) for chosen in legal)
        best = [
            chosen for chosen in legal if sorted(self.of[seat].score for seat in chosen) == highest
        ]
        return min(
            best,
            key=lambda chosen: (
                not self.complies(group, below, chosen),
                self.floats_count and sum(self.of[seat].floated for seat in chosen),
                sorted(chosen, key=lambda seat: (-self.of[seat].score, seat)),
            ),
        )

    def complies(
        self, group: frozenset[Seat], below: frozenset[Seat], chosen: frozenset[Seat]
    ) -> bool:
        """C6, of the group that has the next score of all, not of those who are left."""
        own = self.of[min(group)].score
        following_score = max(
            (each.score for each in self.of.values() if each.score < own), default=own
        )
        following = {seat for seat in below - chosen if self.of[seat].score == following_score}
        if not following:
            return True
        rest = below - chosen - following
        legal = self.legal_sets(frozenset(following), rest, len(following) % 2)
        return next(legal, None) is not None

    def best_pairs(self, bracket: frozenset[Seat], moved: frozenset[Seat]) -> tuple[Pair, ...]:
        """C8, C9, C10 and the identifier of 3.6.2."""
        return min(
            self.pairings(bracket),
            key=lambda pairs: (
                sum(self.same(pair) for pair in pairs),
                sum(self.same(pair, strongly=True) for pair in pairs),
                sum(self.opponent_floated(pair, moved) for pair in pairs),
                identifier(pairs),
            ),
        )

    def pairings(self, left: frozenset[Seat]) -> Iterator[tuple[Pair, ...]]:
        if not left:
            yield ()
            return
        one = min(left)
        for other in left - {one} - self.of[one].met:
            for rest in self.pairings(left - {one, other}):
                yield ((one, other), *rest)

    def same(self, pair: Pair, *, strongly: bool = False) -> bool:
        (colour, strong), (others, others_strong) = map(self.preference, pair)
        if strongly and not (strong and others_strong):
            return False
        return colour != "" and colour == others

    def opponent_floated(self, pair: Pair, moved: frozenset[Seat]) -> bool:
        return self.floats_count and any(
            one in moved and other not in moved and self.of[other].floated
            for one, other in (pair, pair[::-1])
        )

    def preference(  # noqa: PLR0911 - a row of the table each
        self, seat: Seat
    ) -> tuple[str, bool]:
        """The colour due, and whether strongly (the table of C.04.6, 1)."""
        colours = self.of[seat].colours
        if self.double or self.given.colour_type is ColourType.NONE or not colours:
            return "", False
        is_b = self.given.colour_type is ColourType.B
        difference = colours.count("W") - colours.count("B")
        last_two = colours[-2:]
        if difference <= -2 or (difference in (0, -1) and last_two == "BB"):
            return "W", is_b
        if difference >= 2 or (difference in (0, 1) and last_two == "WW"):
            return "B", is_b
        if not is_b:
            return "", False
        if difference == -1:
            return "W", False
        if difference == 1:
            return "B", False
        if self.is_last:
            return "", False
        return ("W" if colours[-1] == "B" else "B"), False

    def seated(self, one: Seat, other: Seat) -> Pair:
        first, second = sorted(
            (self.of[one], self.of[other]),
            key=lambda each: (-each.standing[0], -each.standing[1], each.seat),
        )
        colour = self.colour_of_double(first, second) if self.double else self.colour(first, second)
        return (first.seat, second.seat) if colour == "W" else (second.seat, first.seat)

    def lot(self, first: Member) -> str:
        drawn = "W" if self.given.first_colour.value == "white" else "B"
        return drawn if first.odd else OTHER[drawn]

    def colour(self, first: Member, second: Member) -> str:  # noqa: PLR0911 - an article each
        """The colour of the first-team (4.3)."""
        if not first.colours and not second.colours:
            return self.lot(first)
        (mine, strong), (theirs, strong_too) = map(self.preference, (first.seat, second.seat))
        if bool(mine) != bool(theirs):
            return mine or OTHER[theirs]
        if mine and mine != theirs:
            return mine
        if mine and strong != strong_too:
            return mine if strong else OTHER[mine]
        differences = [
            each.colours.count("W") - each.colours.count("B") for each in (first, second)
        ]
        if differences[0] != differences[1]:
            return "W" if differences[0] < differences[1] else "B"
        alternated = latest(first.colours, second.colours)
        if alternated or mine:
            return alternated or mine
        return OTHER[first.colours[-1]] if first.colours else second.colours[-1]

    def colour_of_double(self, first: Member, second: Member) -> str:
        """The colour of the higher ranked in the first game (C.04.5)."""
        if not first.colours and not second.colours:
            return self.lot(first)
        whites = [each.colours.count("W") for each in (first, second)]
        if whites[0] != whites[1]:
            return "W" if whites[0] < whites[1] else "B"
        alternated = latest(first.colours, second.colours)
        if alternated:
            return alternated
        return OTHER[first.colours[-1]] if first.colours else second.colours[-1]


OTHER = {"W": "B", "B": "W"}


def latest(mine: str, theirs: str) -> str:
    """Return the alternation from the latest round in which the two had different colours."""
    for own, others in zip(reversed(mine), reversed(theirs), strict=False):
        if own != others:
            return OTHER[own]
    return ""


def identifier(pairs: tuple[Pair, ...]) -> list[int]:
    """Return the numbers of the top members in order, and then their opponents'."""
    ordered = sorted((min(pair), max(pair)) for pair in pairs)
    return [top for top, _ in ordered] + [bottom for _, bottom in ordered]
