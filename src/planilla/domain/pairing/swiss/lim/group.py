"""One score group of the Lim system: who leaves it, and who meets whom.

A group keeps as many pairs as it can. Each choice takes the first in its order with whom all
others can still be paired, so that nothing is tried and taken back.

Source: FIDE C.04.4.3, 2.4 to 4.4 and 5.2; seed 000, Appendix B.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.colours import same_colour_wanted
from planilla.domain.pairing.matching import bits, largest_matching, rematched
from planilla.domain.pairing.swiss.difference import ORDER
from planilla.domain.pairing.swiss.faults import BAN
from planilla.domain.pairing.swiss.lim.rules import LimCriterion, LimGroup, LimRules
from planilla.domain.pairing.swiss.players import SwissPlayer, have_met
from planilla.domain.pairing.system import Difference, Instead


class LimPair(msgspec.Struct, frozen=True, kw_only=True):
    """Two who meet, the higher ranked first, and the reasons as in `BoardReason`.

    `parting` tells why a pairing that is compared parts here, if it does.
    """

    players: tuple[SwissPlayer, SwissPlayer]
    meeting: str
    instead: Instead | None = None
    parting: Difference | None = None


class LimLeaving(msgspec.Struct, frozen=True, kw_only=True):
    """A player who leaves a group; `alone` means that nobody there may meet the player."""

    player: SwissPlayer
    alone: bool


class PairedGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A group with its pairs in the order in which they were made, and who leaves it.

    `given_up` counts the breaches of each relative criterion that could not be met. The pairs
    `taken_back` were made too, but their players went to the median (2.6). `parting` tells why
    others leave the group in a pairing that is compared, if they do.
    """

    group: LimGroup
    pairs: tuple[LimPair, ...]
    leaving: tuple[LimLeaving, ...] = ()
    given_up: dict[str, int] = {}
    taken_back: tuple[LimPair, ...] = ()
    parting: Difference | None = None

    def without_last_pair(self) -> "PairedGroup":
        """Return the group after its last pair was taken back."""
        *pairs, last = self.pairs
        return msgspec.structs.replace(
            self, pairs=tuple(pairs), taken_back=(*self.taken_back, last)
        )


class Others(msgspec.Struct, frozen=True, kw_only=True):
    """Facts beside the groups of a round.

    `forbidden` are the pairs of seats that a prohibition keeps apart; `opponents` by seat are those
    of a pairing that is compared with the system's own.
    """

    forbidden: frozenset[tuple[Seat, Seat]] = frozenset()
    opponents: Mapping[Seat, Seat] = {}


def pair_group(group: LimGroup, rules: LimRules, others: Others) -> PairedGroup:
    """Return the group with as many pairs as it can have."""
    choices = _Choices(group, rules, others)
    if rules.leaves_first:
        choices.let_leave()
    choices.pair_incoming()
    choices.let_leave()
    choices.pair_others()
    return choices.outcome()


class _Choices:
    """The choices of one group, one after another.

    The vertices after those of the members stand for leaving: whoever is matched with one floats.
    """

    def __init__(self, group: LimGroup, rules: LimRules, others: Others) -> None:
        self.group = group
        self.rules = rules
        self.others = others
        self.members = group.members
        self.size = len(self.members)
        self.allowed = group.allowed
        exits = largest_matching(self.allowed).count(None)
        self.exits = range(self.size, self.size + exits)
        everybody = (1 << self.size) - 1
        leave = ((1 << exits) - 1) << self.size
        self.rows = [row | leave for row in self.allowed] + [everybody] * exits
        self.kept: list[tuple[LimCriterion, list[int]]] = []
        self.dropped: list[tuple[LimCriterion, list[int]]] = []
        self.mates = self._meet_criteria()
        self.left = (1 << len(self.rows)) - 1
        self.found: dict[tuple[int, int], list[int | None] | None] = {}
        self.pairs: list[LimPair] = []
        self.leaving: list[int] = []
        self.parting: Difference | None = None

    def let_leave(self) -> None:
        """Choose those who float, one at a time, with whom as many pairs as possible are kept."""
        for leave in self.exits:
            if self.left >> leave & 1:
                order = self.rules.leaving_order(self.group, self._members_left(), self.leaving)
                at = self._first(leave, order)
                assert at is not None, "the matching that is known has somebody who leaves"
                self.parting = self.parting or self._parting_of_leaving(leave, at, order)
                self._take(leave, at)
                self.leaving.append(at)

    def pair_incoming(self) -> None:
        """Pair those who floated in, each with the first available of the group (3.6 to 3.8)."""
        incoming = set(self.group.incoming)
        down = {player.seat for player in self.group.down}
        for at in self.group.incoming:
            if not self.left >> at & 1:
                continue
            from_above = self.members[at].seat in down
            others = [other for other in self._members_left() if other != at]
            others = others if from_above else others[::-1]
            residents = [other for other in others if other not in incoming]
            floaters = [other for other in others if other in incoming]
            chosen = self._scrutinise(at, residents)
            if chosen is None:
                chosen = self._scrutinise(at, floaters)
            if chosen is None:
                self._leave_again(at)
            else:
                self._pair(at, chosen, residents + floaters, self.rules.incoming)

    def pair_others(self) -> None:
        """Pair the others: the first tries the other half, then its own from below (4.2, 4.3)."""
        self._propose()
        order = self.group.in_direction(self._members_left())
        while order:
            candidates = _article_4(order)
            chosen = self._scrutinise(order[0], candidates)
            assert chosen is not None, "the matching that is known has a pair for everybody"
            article = self.rules.upwards if self.group.upward else self.rules.downwards
            self._pair(order[0], chosen, candidates, article)
            order.remove(chosen)
            del order[0]

    def outcome(self) -> PairedGroup:
        """Return the group as it was paired."""
        place = {player.seat: at for at, player in enumerate(self.members)}
        made = [(place[pair.players[0].seat], place[pair.players[1].seat]) for pair in self.pairs]
        made += zip(self.leaving, self.exits, strict=True)
        given_up = {
            criterion.article: sum(_are_apart(barred, one, other) for one, other in made)
            for criterion, barred in self.dropped
        }
        return PairedGroup(
            group=self.group,
            pairs=tuple(self.pairs),
            leaving=tuple(
                LimLeaving(player=self.members[at], alone=not self.allowed[at])
                for at in self.leaving
            ),
            given_up={article: count for article, count in given_up.items() if count},
            parting=self.parting,
        )

    def _meet_criteria(self) -> list[int | None]:
        """Take out what the criteria keep apart, as far as all can then be matched.

        The criteria are met in their order: one that cannot be met beside those before is dropped.
        """
        barred = [(each, each.bars(self.group, len(self.exits))) for each in self.rules.criteria]
        mates = largest_matching(self.rows)
        for criterion, bars in barred:
            fewer = _without(self.rows, bars)
            following = mates if fewer == self.rows else largest_matching(fewer)
            if None in following:
                self.dropped.append((criterion, bars))
            else:
                self.rows, mates = fewer, following
                self.kept.append((criterion, bars))
        return mates

    def _propose(self) -> None:
        """Start the others from a matching that is close to the one they will have."""
        mates = [None if self.left >> at & 1 else mate for at, mate in enumerate(self.mates)]
        waiting = self.group.in_direction(self._members_left())
        while waiting:
            one, row = waiting[0], self.rows[waiting[0]]
            fit = [other for other in _article_4(waiting) if row >> other & 1]
            due = (other for other in fit if not self._is_due_the_same(one, other))
            other = next(due, fit[0] if fit else None)
            if other is not None:
                mates[one], mates[other] = other, one
                waiting.remove(other)
            del waiting[0]
        among = [row & self.left if self.left >> at & 1 else 0 for at, row in enumerate(self.rows)]
        self.mates = largest_matching(among, mates)

    def _members_left(self) -> list[int]:
        return list(bits(self.left & ((1 << self.size) - 1)))

    def _first(self, one: int, order: Iterable[int]) -> int | None:
        """Return the first available: permitted, and all others can still be matched."""
        return next((other for other in order if self._following(one, other) is not None), None)

    def _following(self, one: int, other: int) -> list[int | None] | None:
        if not (self.rows[one] >> other & 1 and self.left >> other & 1):
            return None
        if (one, other) not in self.found:
            rest = self.left & ~(1 << one | 1 << other)
            self.found[one, other] = rematched(self.rows, self.mates, (one, other), rest)
        return self.found[one, other]

    def _take(self, one: int, other: int) -> None:
        following = self._following(one, other)
        assert following is not None, "only those who are available are taken"
        self.mates = following
        self.left &= ~(1 << one | 1 << other)
        self.found.clear()

    def _scrutinise(self, one: int, order: Sequence[int]) -> int | None:
        """Return the first available who is due the other colour, or else the first available."""
        first = self._first(one, order)
        if first is None or not self._is_due_the_same(one, first):
            return first
        others = (
            other
            for other in order
            if not self._is_due_the_same(one, other)
            and self.group.is_near(self.members[other], self.members[first])
        )
        better = self._first(one, others)
        return first if better is None else better

    def _is_due_the_same(self, one: int, other: int) -> bool:
        mine, theirs = self.members[one].preference, self.members[other].preference
        return self.rules.grants_colours and same_colour_wanted(mine, theirs)

    def _pair(self, one: int, other: int, order: Sequence[int], article: str) -> None:
        """Pair two; `order` are the opponents as they are tried, by `article`."""
        ideal = order[0]
        instead = None if other == ideal else self._reason(one, ideal)
        parting = self._parting_of_pair((one, other), order, article)
        self._take(one, other)
        meeting = "exchange"
        if other == ideal:
            meeting = "first"
        elif article == self.rules.incoming or other in order[: (len(order) + 1) // 2]:
            meeting = "transposition"
        higher, lower = sorted((one, other))
        self.pairs.append(
            LimPair(
                players=(self.members[higher], self.members[lower]),
                meeting=meeting,
                instead=instead,
                parting=parting,
            )
        )

    def _leave_again(self, at: int) -> None:
        """Let somebody who floated in leave the group."""
        leave = self._first(at, self.exits)
        assert leave is not None, "whoever cannot be paired may leave"
        self._take(leave, at)
        self.leaving.append(at)

    def _reason(self, one: int, ideal: int) -> Instead:
        """Return the reason for which one who came before in the order was not taken."""
        seat = self.members[ideal].seat
        if not self.allowed[one] >> ideal & 1:
            return Instead(seat=seat, article=self._absolute(one, ideal))
        for criterion, barred in self.kept:
            if _are_apart(barred, one, ideal):
                return Instead(seat=seat, article=criterion.article)
        if self._following(one, ideal) is None:
            return Instead(seat=seat, article="", for_others=True)
        return Instead(seat=seat, article=self.rules.second_scrutiny)

    def _absolute(self, one: int, other: int) -> str:
        """Return the article that keeps two apart: a prohibition, an earlier game, or colours."""
        players = self.members[one], self.members[other]
        if tuple(sorted(player.seat for player in players)) in self.others.forbidden:
            return BAN
        return self.rules.rematch if have_met(*players) else self.rules.colours

    # --- a pairing that is compared -----------------------------------------------------------

    def _opponent_in_other(self, at: int) -> int | None:
        """Return the place of the opponent in the other pairing, if that is a member."""
        seat = self.others.opponents.get(self.members[at].seat)
        return next((own for own, each in enumerate(self.members) if each.seat == seat), None)

    def _parting_of_leaving(self, leave: int, at: int, order: Sequence[int]) -> Difference | None:
        """Return why `at` leaves the group, if another leaves it in the other pairing."""
        if not self.others.opponents:
            return None
        theirs = [each for each in order if self._opponent_in_other(each) is None]
        if not theirs or at in theirs:
            return None
        rival = theirs[0]
        if self._following(leave, rival) is None:
            barred = (each for each, bars in self.kept if _are_apart(bars, leave, rival))
            kept = next(barred, None)
            return self._difference(kept.article if kept else self.rules.most_pairs, at, rival)
        article = self.rules.leaving_article(
            self.group, self._members_left(), self.leaving, (at, rival)
        )
        return self._difference(article, at, rival)

    def _parting_of_pair(
        self, pair: tuple[int, int], order: Sequence[int], article: str
    ) -> Difference | None:
        """Return why the second was taken for the first, if the other pairing has another."""
        one, chosen = pair
        if not self.others.opponents:
            return None
        rival = self._opponent_in_other(one)
        if rival == chosen:
            return None
        is_incoming = article == self.rules.incoming
        if rival is None or rival not in order:
            return self._difference(self.rules.most_pairs, one, chosen)
        reason = self._reason(one, rival)
        if reason.article != self.rules.second_scrutiny:
            return self._difference(reason.article or self.rules.most_pairs, one, rival)
        is_for_colours = order.index(rival) < order.index(chosen) and not is_incoming
        return self._difference(reason.article if is_for_colours else article, one, rival)

    def _difference(self, article: str, one: int, other: int) -> Difference:
        seats = (self.members[one].seat, self.members[other].seat)
        return Difference(article=article or ORDER, points=self.group.points, seats=seats)


def _article_4(order: Sequence[int]) -> list[int]:
    """Return the opponents of the first: the other half, then its own from below (4.2, 4.3)."""
    half = len(order) // 2
    return [*order[half:], *order[1:half][::-1]]


def _are_apart(barred: Sequence[int], one: int, other: int) -> bool:
    return bool((barred[one] >> other | barred[other] >> one) & 1)


def _without(rows: Sequence[int], barred: Sequence[int]) -> list[int]:
    """Return the graph without what is barred, in both directions."""
    fewer = [row & ~bars for row, bars in zip(rows, barred, strict=True)]
    for at, bars in enumerate(barred):
        for other in bits(bars):
            fewer[other] &= ~(1 << at)
    return fewer
