"""The Olympiad's system by trying everything, from the text of D.02 and the order of 2012.

Source: FIDE D.02 (2022), 4 and 6 to 9; seed 003 for the order of a group.
"""

from collections.abc import Iterator
from itertools import combinations

from dsl.even_brackets_oracle import OTHER, Answer, Member, Pair, latest, members_of
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import ByeKind, GameResult


class OlympiadText:
    """One round by the text."""

    def __init__(self, given: PairingInput) -> None:
        self.given = given
        self.of = members_of(given)
        self.ranking = sorted(
            self.of, key=lambda seat: (-self.of[seat].score, -self.of[seat].standing[1], seat)
        )
        self.known: dict[frozenset[Seat], bool] = {}

    def answer(self) -> Answer | None:
        ranking = list(self.ranking)
        bye = None
        if len(ranking) % 2:
            possible = (
                seat
                for seat in reversed(ranking)
                if self.may_wait(seat) and self.pairable(frozenset(ranking) - {seat})
            )
            bye = next(possible, None)
            if bye is None:
                return None
            ranking.remove(bye)
        elif not self.pairable(frozenset(ranking)):
            return None
        boards = {self.seated(*pair) for pair in self.round(ranking)} if ranking else set()
        return Answer(frozenset(boards), bye)

    def may_wait(self, seat: Seat) -> bool:
        """Article 4: a bye before, a match won by default, or a start after round 1."""
        for played in self.given.crosstable.rounds:
            if (seat, ByeKind.PAIRING_ALLOCATED) in played.byes:
                return False
            for (white, black), code in zip(played.boards, played.results, strict=True):
                result = GameResult(code)
                if seat == white and result is GameResult.WHITE_WINS_BY_FORFEIT:
                    return False
                if seat == black and result is GameResult.BLACK_WINS_BY_FORFEIT:
                    return False
        return self.given.crosstable.entrants[seat].first_round == 1

    def pairable(self, left: frozenset[Seat]) -> bool:
        if left not in self.known:
            one = min(left, default=None)
            self.known[left] = one is None or any(
                other not in self.of[one].met and self.pairable(left - {one, other})
                for other in left - {one}
            )
        return self.known[left]

    def round(self, ranking: list[Seat]) -> Iterator[Pair]:
        middle = self.of[ranking[len(ranking) // 2]].score
        scores = sorted({self.of[seat].score for seat in ranking}, reverse=True)
        left = frozenset(ranking)
        arriving: dict[str, list[Seat]] = {"down": [], "up": []}
        upper = [score for score in scores if score > middle]
        lower = [score for score in reversed(scores) if score < middle]
        for way, group in (*(("down", each) for each in upper), *(("up", each) for each in lower)):
            order = scores if way == "down" else scores[::-1]
            following = order[order.index(group) + 1]
            residents = [seat for seat in ranking if self.of[seat].score == group]
            adjacent = {seat for seat in ranking if self.of[seat].score == following}
            coming = arriving[way]
            leaving = self.leaving((coming, residents), left, adjacent, way)
            staying = [seat for seat in ranking if seat in {*coming, *residents} - leaving]
            parts: tuple[list[Seat], list[Seat]] = (
                [seat for seat in coming if seat not in leaving],
                [],
            )
            yield from self.group(staying, parts if way == "down" else parts[::-1], way)
            left -= set(staying)
            arriving[way] = [seat for seat in ranking if seat in leaving]
        rest = [seat for seat in ranking if seat in left]
        yield from self.group(rest, (arriving["down"], arriving["up"]), "down")

    def leaving(
        self,
        parts: tuple[list[Seat], list[Seat]],
        left: frozenset[Seat],
        adjacent: set[Seat],
        way: str,
    ) -> frozenset[Seat]:
        members = frozenset((*parts[0], *parts[1]))
        place = {seat: at for at, seat in enumerate(self.ranking)}

        def order(seat: Seat) -> tuple[bool, int]:
            alone = not adjacent - self.of[seat].met
            return alone, -place[seat] if way == "down" else place[seat]

        each = (self.legal_leaving(members, left, size) for size in range(len(members) + 1))
        legal = next(filter(None, each))
        return min(
            legal,
            key=lambda chosen: (
                sum(order(seat)[0] for seat in chosen),
                sorted(order(seat) for seat in chosen),
            ),
        )

    def legal_leaving(
        self, members: frozenset[Seat], left: frozenset[Seat], size: int
    ) -> list[frozenset[Seat]]:
        return [
            frozenset(chosen)
            for chosen in combinations(sorted(members), size)
            if self.pairable(members - set(chosen))
            and self.pairable((left - members) | set(chosen))
        ]

    def group(
        self, members: list[Seat], floaters: tuple[list[Seat], list[Seat]], way: str
    ) -> tuple[Pair, ...]:
        """The first way to pair all, in the order of 9, by colours if that is possible."""
        for with_limits in (True, False):
            for pairs in self.ways(members, floaters, way, with_limits):
                return pairs
        raise AssertionError("the members can all be paired")

    def ways(
        self,
        members: list[Seat],
        floaters: tuple[list[Seat], list[Seat]],
        way: str,
        with_limits: bool,
    ) -> Iterator[tuple[Pair, ...]]:
        above, below = ([seat for seat in part if seat in members] for part in floaters)
        if not members:
            yield ()
            return
        residents = [seat for seat in members if seat not in {*above, *below}]
        if above:
            one = above[0]
            rivals = [*residents, *(seat for seat in members if seat in {*above, *below} - {one})]
        elif below:
            one = below[-1]
            rivals = [*residents[::-1], *(seat for seat in members[::-1] if seat in below[:-1])]
        else:
            listed = members if way == "down" else members[::-1]
            one, others = listed[0], listed[1:]
            half = len(others) // 2
            rivals = [*others[half:], *others[:half][::-1]]
        for other in rivals:
            if other in self.of[one].met or (with_limits and self.clash(one, other)):
                continue
            rest = [seat for seat in members if seat not in {one, other}]
            for pairs in self.ways(rest, floaters, way, with_limits):
                yield ((one, other), *pairs)

    def breaks(self, seat: Seat, colour: str) -> bool:
        tried = self.of[seat].colours + colour
        more = tried.count(colour) - tried.count(OTHER[colour])
        return more > 2 or tried[-3:] == 3 * colour

    def legal(self, one: Seat, other: Seat) -> list[str]:
        return [
            colour
            for colour in "WB"
            if not self.breaks(one, colour) and not self.breaks(other, OTHER[colour])
        ]

    def clash(self, one: Seat, other: Seat) -> bool:
        return not self.legal(one, other)

    def seated(self, one: Seat, other: Seat) -> Pair:
        higher, lower = sorted((one, other), key=self.ranking.index)
        colour = self.colour(self.of[higher], self.of[lower])
        return (higher, lower) if colour == "W" else (lower, higher)

    def colour(self, first: Member, second: Member) -> str:
        """The colour of the higher ranked (7)."""
        if not first.colours and not second.colours:
            drawn = "W" if self.given.first_colour.value == "white" else "B"
            return drawn if first.odd else OTHER[drawn]
        legal = self.legal(first.seat, second.seat)
        if len(legal) == 1:
            return legal[0]
        mine, theirs = (
            each.colours.count("W") - each.colours.count("B") for each in (first, second)
        )
        if mine != theirs:
            return "W" if mine < theirs else "B"
        wanted = {OTHER[first.colours[-1]]} if first.colours else set()
        wanted |= {second.colours[-1]} if second.colours else set()
        if len(wanted) == 1:
            return wanted.pop()
        return latest(first.colours, second.colours) or OTHER[first.colours[-1]]
