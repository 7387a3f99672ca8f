"""How an unfinished tournament ends in every outcome.

For each contender it is found out once what points and tie-breaks come to, by the ends of the games
on which they depend; then every outcome is a look into these tables and a sort.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import repeat

from planilla.domain.crosstable import Seat
from planilla.domain.prizes.additions import additions
from planilla.domain.prizes.among import Among
from planilla.domain.prizes.finals import Contest, Final
from planilla.domain.prizes.likelihood import Weights
from planilla.domain.prizes.orders import Orders, Rule
from planilla.domain.prizes.outcomes import Outcome
from planilla.domain.prizes.parts import Parts
from planilla.domain.prizes.standpoints import Block, Column, Words
from planilla.domain.prizes.stars import table_of, table_of_points, table_of_sum, tables_of
from planilla.domain.standings import Column as Criterion
from planilla.domain.tiebreaks import reach_of
from planilla.domain.tiebreaks.tiebreak import Tiebreak

FAR = 2
"""Meetings: who is so far away is looked at in the whole tournament, after each outcome."""
FAR_GAMES_MAX = 7
"""With so few open games that takes a few seconds."""


def has_tables(contest: Contest) -> bool:
    """Whether of all tie-breaks the values after every outcome can be found.

    Where something else than the points ranks first, they are no order of the players.
    """
    far = FAR if len(contest.games) > FAR_GAMES_MAX else FAR + 1
    reaches = [reach_of(code, contest.announced.edition) for code in contest.announced.codes]
    return not contest.crosstable.ahead and all(
        place in contest.sums or (reach is not None and reach.games < far)
        for place, reach in enumerate(reaches)
    )


class Every:
    """Every outcome of a contest for some seats, as deep as `depth` (0: all of them)."""

    def __init__(self, contest: Contest, seats: Sequence[Seat], depth: int) -> None:
        self._contest = contest
        self._seats = seats
        self._parts = Parts(contest.crosstable, contest.games)
        self._sums = additions(
            contest.crosstable, contest.games, contest.standings_of, contest.sums
        )
        self._among = Among(self._parts, contest.games, seats)
        tiebreaks = [
            (place, tiebreak)
            for place, tiebreak in enumerate(contest.announced.tiebreaks)
            if tiebreak.applies(self._parts.finished)
        ]
        columns = [Column([table_of_points(self._parts, seat) for seat in seats])]
        columns += [self._column(*each) for each in tiebreaks if not each[1].depends_on_tied]
        self._words = Words(len(seats), columns)
        fields = iter(self._words.fields)
        rules = [Rule(next(fields), None, Criterion(values=None))]
        for _, each in tiebreaks:
            criterion = Criterion(
                values=partial(each.values, self._parts.finished),
                depends_on_tied=each.depends_on_tied,
                reapplies=each.reapplies,
            )
            if each.depends_on_tied:
                rules.append(Rule(None, partial(self._among.values, each), criterion))
            else:
                rules.append(Rule(next(fields), None, criterion))
        self._is_by_words = all(rule.field for rule in rules)
        self._orders = Orders(
            rules, contest.announced.mode, seats, self._among.met, depth or len(seats)
        )

    def finals(self, weights: Weights) -> Iterator[Counter[Final]]:
        """All finals with their weights, outcomes of a block together."""
        final = self._orders.final
        for block in self._words.blocks(weights):
            found: Counter[Final] = Counter()
            for (row, outcome), weight in self._rows(block).items():
                if weight:
                    found[final(row, outcome)] += weight
            yield found

    def _rows(self, block: Block) -> Counter[tuple[tuple[int, ...], Outcome]]:
        """The rows of a block with what they weigh; the outcome where it matters besides."""
        rows: Counter[tuple[tuple[int, ...], Outcome]] = Counter()
        outcomes = repeat(()) if self._is_by_words else block.outcomes
        for row, outcome, weight in zip(block.rows, outcomes, block.weights, strict=False):
            rows[row, outcome] += weight
        return rows

    def _column(self, place: int, tiebreak: Tiebreak) -> Column:
        contest = self._contest
        if place in contest.sums:
            at = 1 + contest.sums.index(place)
            tables = [table_of_sum(self._sums, at, seat) for seat in self._seats]
        else:
            reach = reach_of(tiebreak.code, contest.announced.edition)
            assert reach is not None
            if reach.games >= FAR:
                return Column(tables_of(tiebreak, contest, self._seats), tiebreak.lower_is_better)
            tables = [table_of(tiebreak, reach, self._parts, seat) for seat in self._seats]
        return Column(tables, tiebreak.lower_is_better)
