"""The Lim system written out by hand: everything is enumerated, nothing is shared with the engine.

It follows `docs/rules/lim.md` step by step for small fields. Groups are lists of people; all that
can be asked of a group is answered by trying every pairing of it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from planilla.domain.crosstable import Game, Seat
from planilla.domain.pairing.system import PairingInput
from planilla.domain.scoring import points_of, system_of
from planilla.domain.vocabulary import ByeKind, Colour

Pair = tuple["Person", "Person"]
Answer = tuple[set[tuple[Seat, Seat]], Seat | None] | None
"""Boards as (White, Black) and who has the bye; None if nobody can be paired."""


@dataclass(eq=False)
class Person:
    """One player as an arbiter's card shows them; colours are `+` for White, `-` for Black."""

    seat: Seat
    score: int
    rating: int
    number: int
    colours: str
    met: set[Seat]
    same_origin: set[Seat]
    floats: list[str]
    """A mark for each round: `D`, `A` or nothing; without `book`, only of games played."""
    had_point: bool

    @property
    def due(self) -> str:
        if not self.colours:
            return ""
        balance = self.colours.count("+") - self.colours.count("-")
        if abs(balance) <= 1 and self.colours[-2:] in ("++", "--"):
            balance = 1 if self.colours[-1] == "+" else -1
        if balance == 0:
            balance = 1 if self.colours[-1] == "+" else -1
        return "-" if balance > 0 else "+"

    def may_take(self, colour: str) -> bool:
        before = abs(self.colours.count("+") - self.colours.count("-"))
        after = self.colours + colour
        balance = abs(after.count("+") - after.count("-"))
        return after[-3:] != colour * 3 and (balance < 3 or balance < before)


@dataclass
class Heap:
    """A score group on the table: who is in it, where they came from, whom it has paired."""

    residents: list[Person]
    from_above: list[Person] = field(default_factory=list)
    from_below: list[Person] = field(default_factory=list)
    upward: bool = False
    next_to: list[Person] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    leaving: list[Person] = field(default_factory=list)

    @property
    def everybody(self) -> list[Person]:
        return sorted(
            self.from_above + self.residents + self.from_below, key=lambda p: (-p.score, p.seat)
        )

    @property
    def incoming(self) -> list[Person]:
        above = sorted(self.from_above, key=lambda p: (-p.score, p.seat))
        below = sorted(self.from_below, key=lambda p: (p.score, -p.seat))
        return below + above if self.upward else above + below


@dataclass
class Arbiter:
    """The arbiter's knowledge of a round, and the text that is followed."""

    given: PairingInput
    book: bool

    @property
    def last_round(self) -> bool:
        return self.given.round == self.given.crosstable.rounds_planned

    def may_meet(self, one: Person, other: Person) -> bool:
        if one is other or other.seat in one.met:
            return False
        if self.book or self.last_round:
            return True
        return any(one.may_take(mine) and other.may_take(theirs) for mine, theirs in ("+-", "-+"))

    def may_meet_as_wished(self, one: Person, other: Person) -> bool:
        return self.may_meet(one, other) and other.seat not in one.same_origin

    def all_meet(self, people: Sequence[Person]) -> bool:
        return 2 * _most_pairs(people, self.may_meet) == len(people)

    def is_near(self, one: Person, other: Person) -> bool:
        return not self.given.is_maxi or abs(one.rating - other.rating) <= 100


Allowed = Callable[[Person, Person], bool]


def _most_pairs(people: Sequence[Person], allowed: Allowed) -> int:
    if len(people) < 2:
        return 0
    first, *others = people
    best = _most_pairs(others, allowed)
    for other in others:
        if best == len(people) // 2:
            break
        if allowed(first, other):
            rest = [each for each in others if each is not other]
            best = max(best, 1 + _most_pairs(rest, allowed))
    return best


def round_by_lim(given: PairingInput, *, book: bool = False) -> Answer:
    """Pair a round by hand, with the seed book's text or with FIDE's."""
    arbiter = Arbiter(given, book)
    people = _people(given, book=book)
    free = None
    if len(people) % 2:
        free = _bye(arbiter, people)
        if free is None:
            return None
        people.remove(free)
    elif not arbiter.all_meet(people):
        return None
    boards = {
        _board(arbiter, pair, upward=heap.upward)
        for heap in _heaps(arbiter, people)
        for pair in heap.pairs
    }
    return boards, None if free is None else free.seat


def _people(given: PairingInput, *, book: bool) -> list[Person]:
    there = _who_took_part(given)
    running = _scores(given)
    people = [
        Person(
            seat=seat,
            score=running[seat][-1],
            rating=given.crosstable.entrants[seat].rating,
            number=sum(each in there for each in range(seat + 1)),
            colours="".join(
                "+" if game.colour is Colour.WHITE else "-"
                for game in given.crosstable.games[seat]
                if _is_game(game)
            ),
            met={
                game.opponent
                for game in given.crosstable.games[seat]
                if game.opponent is not None and _is_game(game)
            }
            | _partners(seat, given.forbidden),
            same_origin=_partners(seat, given.unwanted),
            floats=[
                _float(running, seat, game, book=book) for game in given.crosstable.games[seat]
            ],
            had_point=any(_gives_point(given, game) for game in given.crosstable.games[seat]),
        )
        for seat in given.present
    ]
    return sorted(people, key=lambda p: (-p.score, p.seat))


def _who_took_part(given: PairingInput) -> set[Seat]:
    there = set(given.present)
    for played in given.crosstable.rounds:
        there |= {seat for board in played.boards for seat in board}
        there |= {seat for seat, kind in played.byes if kind is ByeKind.PAIRING_ALLOCATED}
    return there


def _scores(given: PairingInput) -> list[list[int]]:
    """The scores before each round and now, an open game counting as a draw."""
    system = system_of(given.crosstable)
    running = []
    for seat in range(given.crosstable.size):
        totals = [0]
        for game in given.crosstable.games[seat]:
            totals.append(totals[-1] + (system.draw if game.is_open else points_of(game, system)))
        if given.accelerated:
            totals = [a + b for a, b in zip(totals, given.accelerated[seat], strict=True)]
        running.append(totals)
    return running


def _is_game(game: Game) -> bool:
    return game.is_played or game.is_open


def _partners(seat: Seat, pairs: Iterable[tuple[Seat, Seat]]) -> set[Seat]:
    return {b if a == seat else a for a, b in pairs if seat in (a, b)}


FULL_POINT = (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT)


def _float(running: list[list[int]], seat: Seat, game: Game, *, book: bool) -> str:
    if game.opponent is None:
        return "D" if book and game.bye in FULL_POINT else ""
    if not book and not _is_game(game):
        return ""
    mine, theirs = (running[each][game.round - 1] for each in (seat, game.opponent))
    return "D" if mine > theirs else "A" if mine < theirs else ""


def _gives_point(given: PairingInput, game: Game) -> bool:
    if game.opponent is None:
        return game.bye in FULL_POINT
    system = system_of(given.crosstable)
    return not _is_game(game) and points_of(game, system) >= system.win


def _bye(arbiter: Arbiter, people: list[Person]) -> Person | None:
    """1.1: the lowest ranked; 7.1: the lowest rated; B.5: who did not float down lately."""

    def order(person: Person) -> tuple[int, ...]:
        if arbiter.book:
            recent = 2 if person.floats[-1:] == ["D"] else 1 if person.floats[-2:-1] == ["D"] else 0
            return person.score, recent, -person.seat
        if not arbiter.given.crosstable.rounds:
            return person.rating, -person.seat
        return person.score, -person.seat

    for person in sorted(people, key=order):
        others = [each for each in people if each is not person]
        if not person.had_point and arbiter.all_meet(others):
            return person
    return None


def _heaps(arbiter: Arbiter, people: list[Person]) -> list[Heap]:
    """2.2: from the top to above the median, from the bottom to below it, the median."""
    table = arbiter.given.crosstable
    half = system_of(table).win * len(table.rounds) / 2
    scores = sorted({person.score for person in people}, reverse=True)
    resident = {score: [p for p in people if p.score == score] for score in scores}
    middle = Heap(resident.get(int(half), []) if half == int(half) else [])
    down = [Heap(resident[score]) for score in scores if score > half]
    up = [Heap(resident[score], upward=True) for score in reversed(scores) if score < half]
    for heap, following in pairwise([*down, middle]):
        heap.next_to = following.residents
        _pair_heap(arbiter, heap)
        following.from_above = heap.leaving
    for heap, following in pairwise([*up, middle]):
        heap.next_to = following.residents + following.from_above
        _pair_heap(arbiter, heap)
        following.from_below = heap.leaving
    _crack(arbiter, down, up, middle)
    _pair_heap(arbiter, middle)
    return [*down, *up, middle]


def _crack(arbiter: Arbiter, down: list[Heap], up: list[Heap], middle: Heap) -> None:
    """2.6: take back the pairings next to the median until all in it can meet."""
    above = [(heap, pair) for heap in reversed(down) for pair in reversed(heap.pairs)]
    below = [(heap, pair) for heap in reversed(up) for pair in reversed(heap.pairs)]
    first = len(middle.from_above) > len(middle.from_below)
    for heap, pair in below + above if first else above + below:
        if arbiter.all_meet(middle.everybody):
            return
        heap.pairs.remove(pair)
        side = middle.from_below if heap.upward else middle.from_above
        side.extend(pair)


def _pair_heap(arbiter: Arbiter, heap: Heap) -> None:
    people = heap.everybody
    most = _most_pairs(people, arbiter.may_meet)
    if arbiter.book:
        heap.leaving, heap.pairs = _by_the_book(arbiter, heap, len(people) - 2 * most)
        return
    # Those of one origin are kept apart if that costs no pair (B3 bis).
    apart = _most_pairs(people, arbiter.may_meet_as_wished) == most
    allowed = arbiter.may_meet_as_wished if apart else arbiter.may_meet
    heap.leaving = _leaving(arbiter, heap, allowed)
    staying = [each for each in people if each not in heap.leaving]
    heap.pairs = _walk(arbiter, heap, staying, allowed)


def _leaving(arbiter: Arbiter, heap: Heap, allowed: Allowed) -> list[Person]:
    """3.9, 3.10, 3.2: those who float, one at a time."""
    people, chosen = heap.everybody, list[Person]()
    most_pairs = _most_pairs(people, allowed)
    while len(people) - len(chosen) > 2 * most_pairs:
        left = [each for each in people if each not in chosen]
        last = left[0] if heap.upward else left[-1]
        white, black = (sum(each.due == colour for each in left) for colour in "+-")
        most = "" if white == black else "+" if white > black else "-"
        keys = {}
        for place, person in enumerate(left):
            alone = not _has_own_opponent(arbiter, heap, chosen, person)
            right_colour = person.due == most and arbiter.is_near(person, last)
            keys[person.seat] = (
                2 * (person in heap.incoming) + alone,
                person.floats[-1:] not in ([], [""]),
                bool(most) and not right_colour,
                place if heap.upward else -place,
            )
        for person in sorted(left, key=lambda each: keys[each.seat]):
            rest = [each for each in left if each is not person]
            if _most_pairs(rest, allowed) == most_pairs:
                chosen.append(person)
                break
    return chosen


def _has_own_opponent(arbiter: Arbiter, heap: Heap, chosen: list[Person], person: Person) -> bool:
    """3.3, 3.4: one in the next group whom those already chosen can do without."""

    def served(floaters: list[Person], free: list[Person]) -> int:
        if not floaters:
            return 0
        first, *others = floaters
        best = served(others, free)
        for opponent in free:
            if arbiter.may_meet(first, opponent):
                rest = [each for each in free if each is not opponent]
                best = max(best, 1 + served(others, rest))
        return best

    return served([*chosen, person], heap.next_to) > served(chosen, heap.next_to)


def _can_all_meet(people: Sequence[Person], allowed: Allowed) -> bool:
    if not people:
        return True
    first, *others = people
    return any(
        _can_all_meet([each for each in others if each is not other], allowed)
        for other in others
        if allowed(first, other)
    )


def _walk(arbiter: Arbiter, heap: Heap, people: list[Person], allowed: Allowed) -> list[Pair]:
    """3.6 to 3.8, then article 4 with both scrutinies at once."""
    pairs: list[Pair] = []
    left = list(people)

    def take(one: Person, order: Iterable[Person]) -> bool:
        available = [
            other
            for other in order
            if allowed(one, other)
            and _can_all_meet([each for each in left if each not in (one, other)], allowed)
        ]
        if not available:
            return False
        first = available[0]
        fits = [
            other
            for other in available
            if not (one.due and one.due == other.due) and arbiter.is_near(other, first)
        ]
        fits = [first] if not (one.due and one.due == first.due) else fits
        other = (fits or available)[0]
        left.remove(one)
        left.remove(other)
        pairs.append((one, other))
        return True

    for one in heap.incoming:
        if one in left:
            others = [each for each in left if each is not one]
            if one in heap.from_below:
                others.reverse()
            if not take(one, [each for each in others if each not in heap.incoming]):
                assert take(one, [each for each in others if each in heap.incoming])
    while left:
        order = left[::-1] if heap.upward else list(left)
        half = len(order) // 2
        assert take(order[0], order[half:] + order[1:half][::-1])
    return pairs


CRITERIA = ("B3", "B3bis", "B5", "B6")


def _by_the_book(arbiter: Arbiter, heap: Heap, spare: int) -> tuple[list[Person], list[Pair]]:
    """Appendix B: the first combination that keeps to the criteria, as many as can be kept."""
    kept: tuple[str, ...] = ()
    for criterion in CRITERIA:
        more = Combinations(arbiter, heap, spare, (*kept, criterion))
        if next(more.of(heap.everybody, [], []), None) is not None:
            kept = more.kept
    return next(Combinations(arbiter, heap, spare, kept).of(heap.everybody, [], []))


Combination = tuple[list[Person], list[Pair]]


@dataclass
class Combinations:
    """Every combination of a group in the order of the book, with backtracking."""

    arbiter: Arbiter
    heap: Heap
    spare: int
    kept: tuple[str, ...]

    def of(
        self, left: list[Person], leaving: list[Person], pairs: list[Pair]
    ) -> Iterator[Combination]:
        """Those who came in first, then who floats, then the others."""
        waiting = [each for each in self.heap.incoming if each in left]
        if waiting:
            yield from self._with_incoming(waiting[0], left, leaving, pairs)
        elif len(leaving) < self.spare:
            for one in left if self.heap.upward else left[::-1]:
                if _exit_keeps(self.heap, one, self.kept):
                    yield from self.of(_less(left, one), [*leaving, one], pairs)
        elif left:
            order = left[::-1] if self.heap.upward else left
            half = len(order) // 2
            others = order[half:] + order[1:half][::-1]
            yield from self._with(order[0], others, left, leaving, pairs)
        else:
            yield leaving, pairs

    def _with_incoming(
        self, one: Person, left: list[Person], leaving: list[Person], pairs: list[Pair]
    ) -> Iterator[Combination]:
        others = _less(left, one)
        if one in self.heap.from_below:
            others.reverse()
        others.sort(key=lambda other: other in self.heap.incoming)
        yield from self._with(one, others, left, leaving, pairs)
        if len(leaving) < self.spare and _exit_keeps(self.heap, one, self.kept):
            yield from self.of(_less(left, one), [*leaving, one], pairs)

    def _with(
        self,
        one: Person,
        others: list[Person],
        left: list[Person],
        leaving: list[Person],
        pairs: list[Pair],
    ) -> Iterator[Combination]:
        for other in others:
            if _pair_keeps(self.arbiter, self.heap, (one, other), self.kept):
                yield from self.of(_less(left, one, other), leaving, [*pairs, (one, other)])


def _less(people: list[Person], *gone: Person) -> list[Person]:
    return [each for each in people if each not in gone]


def _pair_keeps(arbiter: Arbiter, heap: Heap, pair: Pair, kept: tuple[str, ...]) -> bool:
    one, other = pair
    if not arbiter.may_meet(one, other):
        return False
    if "B3" in kept and one in heap.incoming and other in heap.incoming:
        return False
    if "B3bis" in kept and other.seat in one.same_origin:
        return False
    if one not in heap.incoming and other not in heap.incoming:
        return True
    return not any(
        _repeats(person, "D" if person.score > opponent.score else "A", kept)
        for person, opponent in (pair, pair[::-1])
        if person.score != opponent.score
    )


def _exit_keeps(heap: Heap, person: Person, kept: tuple[str, ...]) -> bool:
    if "B3" in kept and person in heap.incoming:
        return False
    return not _repeats(person, "A" if heap.upward else "D", kept)


def _repeats(person: Person, mark: str, kept: tuple[str, ...]) -> bool:
    last, before = person.floats[-1:], person.floats[-2:]
    return ("B5" in kept and mark in last) or ("B6" in kept and mark in before)


def _board(arbiter: Arbiter, pair: Pair, *, upward: bool) -> tuple[Seat, Seat]:
    """Article 5: the colours of two who meet."""
    higher, lower = sorted(pair, key=lambda p: (-p.score, p.seat))
    colour = "+" if arbiter.book else _colour(arbiter, higher, lower, upward=upward)
    return (higher.seat, lower.seat) if colour == "+" else (lower.seat, higher.seat)


def _colour(arbiter: Arbiter, higher: Person, lower: Person, *, upward: bool) -> str:
    other = {"+": "-", "-": "+"}
    if not higher.due and not lower.due:
        drawn = "+" if arbiter.given.first_colour is Colour.WHITE else "-"
        return drawn if higher.number % 2 else other[drawn]
    if higher.due != lower.due:
        return higher.due or other[lower.due]
    legal = [mine for mine in "+-" if higher.may_take(mine) and lower.may_take(other[mine])]
    if len(legal) == 1:
        return legal[0]
    for mine, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine != theirs:
            return other[mine]
    return other[lower.due] if upward else higher.due
