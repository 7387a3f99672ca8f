"""What points and tie-breaks say of each seat, by the outcomes in which they say it.

Sums are put together game by game from what each adds (`additions`). Other values are asked for
after every way in which the games in their reach may end (`parts`).
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from planilla.domain.crosstable import Seat
from planilla.domain.prizes.additions import Additions
from planilla.domain.prizes.parts import Parts
from planilla.domain.prizes.worlds import BASE, Outcomes, Worlds
from planilla.domain.tiebreaks.family import Reach
from planilla.domain.tiebreaks.tiebreak import Tiebreak

Variants = Mapping[int, Outcomes]
"""The values that something may have, each with the outcomes in which it has it."""


def variants_of_sum(found: Additions, column: int, seat: Seat, worlds: Worlds) -> Variants:
    """The values of a column of additions."""
    singles = {key: added[column][seat] for key, added in found.singles.items()}
    pairs = {key: added[column][seat] for key, added in found.pairs.items() if added[column][seat]}
    variants: dict[int, Outcomes] = {found.base[column][seat]: worlds.everything}
    for games in _bound(singles, pairs):
        added = _narrow(
            (
                _added(dict(zip(games, ends, strict=True)), singles, pairs)
                for ends in all_ends(len(games))
            ),
            len(games),
        )
        wide = {value: worlds.spread(narrow, games) for value, narrow in added.items()}
        variants = _summed(variants, wide)
    return variants


def variants_of(
    tiebreak: Tiebreak, reach: Reach | None, seat: Seat, parts: Parts, worlds: Worlds
) -> Variants:
    """The values of a tie-break that is no sum, and does not depend on who is tied."""
    games = parts.games_within((seat,), reach)
    values = (
        parts.values(tiebreak, reach, (seat,), dict(zip(games, ends, strict=True)))[0]
        for ends in all_ends(len(games))
    )
    narrow = _narrow(values, len(games))
    return {value: worlds.spread(outcomes, games) for value, outcomes in narrow.items()}


def all_ends(games: int) -> Iterator[tuple[int, ...]]:
    """All ways in which so many games may end, in the order of their bits."""
    return (ends[::-1] for ends in product(range(BASE), repeat=games))


def _narrow(values: Iterable[int], games: int) -> dict[int, Outcomes]:
    """Values in the order of their bits as sets of outcomes of so many games."""
    found: dict[int, bytearray] = {}
    size = (BASE**games + 7) // 8
    for at, value in enumerate(values):
        found.setdefault(value, bytearray(size))[at >> 3] |= 1 << (at & 7)
    return {value: int.from_bytes(bits, "little") for value, bits in found.items()}


def _summed(one: Variants, other: Variants) -> dict[int, Outcomes]:
    summed: dict[int, Outcomes] = {}
    for (value, outcomes), (more, others) in product(one.items(), other.items()):
        both = outcomes & others
        if both:
            summed[value + more] = summed.get(value + more, 0) | both
    return summed


def _bound(
    singles: Mapping[tuple[int, int], int], pairs: Mapping[tuple[int, int, int, int], int]
) -> list[tuple[int, ...]]:
    """The games that add anything, those together that add something together."""
    blocks = [{game} for game in sorted({game for (game, _), added in singles.items() if added})]
    for one, _, other, _ in pairs:
        touched = [block for block in blocks if one in block or other in block]
        blocks = [block for block in blocks if block not in touched]
        blocks.append({one, other}.union(*touched))
    return [tuple(sorted(block)) for block in blocks]


def _added(
    ends: Mapping[int, int],
    singles: Mapping[tuple[int, int], int],
    pairs: Mapping[tuple[int, int, int, int], int],
) -> int:
    """What some games add that end so."""
    alone = sum(singles.get(each, 0) for each in ends.items())
    return alone + sum(
        added
        for (one, end, other, other_end), added in pairs.items()
        if ends.get(one) == end and ends.get(other) == other_end
    )
