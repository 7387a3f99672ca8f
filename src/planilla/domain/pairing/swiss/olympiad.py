"""The Olympiad's system: groups of match points, from the top and the bottom towards the middle.

The order within a group is that of 2012: match points, game points, initial number. The articles
after the order of the groups are those of 2022, which are better known; readings are listed in
`docs/rules/team-swiss.md`.

Source: seed 003, "El emparejamiento de la Olimpiada sí tiene sentido" (order, groups and halves);
FIDE D.02 (2022), 4 and 6 to 9.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from planilla.domain.pairing.blossom import heaviest_matching
from planilla.domain.pairing.byes import bye_or_forfeit_win
from planilla.domain.pairing.colours import ColourSide, latest_difference
from planilla.domain.pairing.floats import float_when_played
from planilla.domain.pairing.matching import (
    Choices,
    bits,
    first_perfect_matching,
    first_to_leave,
    matching_of,
    set_of,
)
from planilla.domain.pairing.swiss.boards import round_of_steps, seated
from planilla.domain.pairing.swiss.even_brackets import bye_step, no_pairing, whatever_colours
from planilla.domain.pairing.swiss.faults import faults_of_round
from planilla.domain.pairing.swiss.players import (
    HistoryReading,
    SwissPlayer,
    by_participation,
    players_of,
)
from planilla.domain.pairing.swiss.team_2026 import (
    difference_of_colours,
    last_of_the_first,
    lower_difference,
    nobody_has_played,
)
from planilla.domain.pairing.swiss.upfloater_sets import Field, field_of
from planilla.domain.pairing.system import (
    TIEBREAKS_OF_A_TEAM_ROUND_ROBIN,
    Floater,
    NoPairing,
    Pairing,
    PairingFault,
    PairingInput,
    PairingStep,
    RankingMethod,
    System,
    Usual,
)
from planilla.domain.vocabulary import Colour

NAME = "swiss-team-olympiad-2012"
DIFFERENCE_MAX = 2
IN_A_ROW_MAX = 2
MEETING = "halves"

READING = HistoryReading(
    floats=float_when_played, bye_bar=bye_or_forfeit_win, numbers=by_participation
)

Pair = tuple[int, int]
"""Two vertices, the higher ranked first."""


class _OlympicGroup(NamedTuple):
    """A group to be paired: its residents, the group next to it, and from which end it is paired.

    `downwards` is False below the middle, where everything is mirrored.
    """

    residents: int
    adjacent: int
    downwards: bool
    is_middle: bool = False


def pair_round(given: PairingInput) -> Pairing | NoPairing:
    """Return the round, or who cannot be paired."""
    players = _in_order(given)
    field = field_of(players)
    left, steps = (1 << len(players)) - 1, []
    if len(players) % 2:
        bye = first_to_leave(field.allowed, reversed(_eligible(given, players)))
        if bye is None:
            return no_pairing(field)
        left ^= 1 << bye
        steps.append(bye_step(players[bye].seat))
    elif not field.pairable(left):
        return no_pairing(field)
    floating = {True: 0, False: 0}
    for group in _groups(field, left):
        above = floating[True] if group.downwards else 0
        below = floating[False] if group.is_middle or not group.downwards else 0
        members = group.residents | above | below
        leaving = _leaving(field, group, members, left)
        pairs = _pairs(field, group, members & ~leaving, (above & ~leaving, below & ~leaving))
        steps.append(_step(given, field, group, (members, leaving, pairs)))
        floating[group.downwards] = leaving
        left &= ~(members & ~leaving)
    scores = {player.seat: player.score for player in players}
    return round_of_steps(NAME, tuple(steps), scores)


def check(given: PairingInput, pairing: Pairing) -> tuple[PairingFault, ...]:
    """Return the absolute rules that a round breaks: no second meeting (6.1), and the bye (4)."""
    return faults_of_round(given, pairing, reading=READING, exempt=whatever_colours)


def _in_order(given: PairingInput) -> tuple[SwissPlayer, ...]:
    """Return the teams by match points, game points and initial number (seed 003)."""
    games = given.secondary or (0,) * given.crosstable.size
    found = sorted(
        players_of(given, READING),
        key=lambda player: (-player.score, -games[player.seat], player.seat),
    )
    return tuple(found)


def _eligible(given: PairingInput, players: Sequence[SwissPlayer]) -> list[int]:
    """Return who may have the bye (4): neither after one, nor after a default, nor a late entry."""
    entrants = given.crosstable.entrants
    return [
        vertex
        for vertex, player in enumerate(players)
        if player.may_have_bye and entrants[player.seat].first_round == 1
    ]


def _groups(field: Field, left: int) -> Iterator[_OlympicGroup]:
    """Yield the groups in the order of pairing (6.4).

    From the top to just above the middle, from the bottom to just below, and the middle, which is
    the group of the lower of the two teams in the middle of the list.
    """
    ranked = list(bits(left))
    if not ranked:
        return
    scores = sorted({field.players[vertex].score for vertex in ranked}, reverse=True)
    groups = [field.groups[score] & left for score in scores]
    middle = scores.index(field.players[ranked[len(ranked) // 2]].score)
    for place in range(middle):
        yield _OlympicGroup(groups[place], groups[place + 1], downwards=True)
    for place in range(len(groups) - 1, middle, -1):
        yield _OlympicGroup(groups[place], groups[place - 1], downwards=False)
    yield _OlympicGroup(groups[middle], 0, downwards=True, is_middle=True)


# --- floaters (8) --------------------------------------------------------------------------------


def _leaving(field: Field, group: _OlympicGroup, members: int, left: int) -> int:
    """Return who floats: as few as possible, so that everybody can be paired (8.2.2, 8.4, 9.5).

    First those with an opponent in the next group (8.2.3), then the lowest ranked, or below the
    middle the highest ranked (8.2, 8.3).
    """
    outside = left & ~members
    if group.is_middle:
        return 0
    candidates = sorted(bits(members), key=lambda vertex: _order_of_leaving(field, group, vertex))
    if members.bit_count() % 2:
        for vertex in candidates:
            bit = 1 << vertex
            if field.pairable(outside | bit) and field.pairable(members & ~bit):
                return bit
    elif field.pairable(members) and field.pairable(outside):
        return 0
    return _fewest(field, group, candidates, outside)


def _order_of_leaving(field: Field, group: _OlympicGroup, vertex: int) -> tuple[bool, int]:
    has_no_opponent = not field.allowed[vertex] & group.adjacent
    return has_no_opponent, -vertex if group.downwards else vertex


def _fewest(field: Field, group: _OlympicGroup, candidates: Sequence[int], outside: int) -> int:
    """Return the floaters by weights: the fewest, then by opponents, then by their order."""
    vertices = [*candidates, *bits(outside)]
    size, members = len(vertices), len(candidates)
    order, base = 1 << members, len(vertices) + 1
    weights = {}
    for at, one in enumerate(vertices):
        for other in range(at + 1, size):
            if not field.allowed[one] >> vertices[other] & 1:
                continue
            cost, gain = 0, 0
            if at < members <= other:
                cost = base + int(_order_of_leaving(field, group, one)[0])
                gain = order >> at + 1
            weights[at, other] = (base**3 - cost) * order + gain
    mates = heaviest_matching(size, weights)
    leaving = (at for at in range(members) if (mates[at] or 0) >= members)
    return set_of(candidates[at] for at in leaving)


# --- pairs (9) -----------------------------------------------------------------------------------


def _pairs(
    field: Field, group: _OlympicGroup, members: int, floaters: tuple[int, int]
) -> tuple[Pair, ...]:
    """Return the pairs of a group: first those of floaters from above and from below, then halves.

    Pairs without a colour that both may have are left out, unless somebody would have to float for
    it (7.3, 7.4).
    """
    allowed = [field.allowed[vertex] & members for vertex in range(len(field.players))]
    for one, other in _clashing(field, members):
        allowed[one] &= ~(1 << other)
        allowed[other] &= ~(1 << one)
    if matching_of(allowed, members) is None:
        allowed = list(field.allowed)
    above, below = floaters
    residents = members & ~above & ~below
    pairs, left = [], members
    queue = [(vertex, True) for vertex in bits(above)]
    queue += [(vertex, False) for vertex in reversed(list(bits(below)))]
    for vertex, takes_highest in queue:
        if not left >> vertex & 1:
            continue
        left &= ~(1 << vertex)
        opponent = _opponent(allowed, vertex, left, (residents, takes_highest))
        left &= ~(1 << opponent)
        pairs.append((vertex, opponent))
    pairs += _halves(allowed, left, downwards=group.downwards)
    return tuple((min(pair), max(pair)) for pair in pairs)


def _opponent(allowed: Sequence[int], vertex: int, left: int, preferred: tuple[int, bool]) -> int:
    """Return the opponent of a floater: the nearest of the group with whom the rest is pairable.

    Other floaters come after the residents.
    """
    residents, takes_highest = preferred
    possible = allowed[vertex] & left
    for among in (possible & residents, possible & ~residents):
        in_order = list(bits(among))
        for other in in_order if takes_highest else reversed(in_order):
            if matching_of(allowed, left & ~(1 << other)) is not None:
                return other
    raise AssertionError("unreachable: the members of the group can all be paired")


def _halves(allowed: Sequence[int], left: int, *, downwards: bool) -> list[Pair]:
    """Return the top half against the bottom half (9.1 to 9.3); below the middle from the end.

    The others are a group of their own by the same rule.
    """
    vertices = list(bits(left))
    if not downwards:
        vertices.reverse()
    place = {vertex: at for at, vertex in enumerate(vertices)}
    graph = [set_of(place[other] for other in bits(allowed[vertex] & left)) for vertex in vertices]

    pairs = first_perfect_matching(graph, choices_of_halves(graph))
    assert pairs is not None, "the members of the group can all be paired"
    return [(vertices[one], vertices[other]) for one, other in pairs]


def choices_of_halves(graph: Sequence[int]) -> Choices:
    """Return the order in which the first of those left tries its opponents (9.2, 9.3).

    From the first of the bottom half to the last, then from the last of the top half back.
    """

    def choices(first: int, others: int) -> Iterator[int]:
        in_order = list(bits(others))
        half = len(in_order) // 2
        tried = (*in_order[half:], *reversed(in_order[:half]))
        return (other for other in tried if graph[first] >> other & 1)

    return choices


def _clashing(field: Field, members: int) -> Iterator[Pair]:
    """Yield the pairs of members of whom one would break 7.3 with either colour."""
    barred = {vertex: barred_colours(field.players[vertex].played) for vertex in bits(members)}
    for one, mine in barred.items():
        for other, theirs in barred.items() if mine else ():
            if one != other and not _possible(mine, theirs):
                yield one, other


def _possible(mine: frozenset[Colour], theirs: frozenset[Colour]) -> tuple[Colour, ...]:
    """Return the colours that the first may have against the other."""
    return tuple(colour for colour in Colour if colour not in mine and colour.other not in theirs)


def barred_colours(played: tuple[Colour, ...]) -> frozenset[Colour]:
    """Return the colours that would be the third in a row, or a difference of three (7.3)."""
    barred = set()
    difference = difference_of_colours(played)
    if abs(difference) >= DIFFERENCE_MAX:
        barred.add(Colour.WHITE if difference > 0 else Colour.BLACK)
    last = played[-IN_A_ROW_MAX:]
    if len(last) == IN_A_ROW_MAX and len(set(last)) == 1:
        barred.add(last[0])
    return frozenset(barred)


# --- colours (7) ---------------------------------------------------------------------------------


def within_limits(first: ColourSide, other: ColourSide, _drawn: Colour) -> Colour | None:
    """7.3: the colours in which neither breaks a limit, if the opposite ones break one."""
    possible = _possible(barred_colours(first.played), barred_colours(other.played))
    return possible[0] if len(possible) == 1 else None


def alternated(first: ColourSide, other: ColourSide, _drawn: Colour) -> Colour | None:
    """7.5.2: both get another colour than their last one."""
    mine = first.played[-1].other if first.played else None
    theirs = other.played[-1] if other.played else None
    if mine is None or theirs is None:
        return mine or theirs
    return mine if mine is theirs else None


COLOUR_RULES = (
    ("7.2", nobody_has_played),
    ("7.3", within_limits),
    ("7.5.1", lower_difference),
    ("7.5.2", alternated),
    ("7.6", latest_difference),
    ("7.6", last_of_the_first),
)


def _step(
    given: PairingInput, field: Field, group: _OlympicGroup, said: tuple[int, int, tuple[Pair, ...]]
) -> PairingStep:
    """Return the explanation of a group: `said` are its members, who floats, and its pairs."""
    members, leaving, pairs = said
    players = field.players
    boards = tuple(
        seated((players[one], players[other]), COLOUR_RULES, given.first_colour, MEETING)
        for one, other in pairs
    )
    first = next(bits(group.residents))
    came = list(bits(members & ~group.residents))
    reason = "olympiad-down" if group.downwards else "olympiad-up"
    return PairingStep(
        kind="bracket",
        points=players[first].score,
        seats=tuple(players[vertex].seat for vertex in bits(members)),
        moved=tuple(players[vertex].seat for vertex in came if vertex < first),
        raised=tuple(players[vertex].seat for vertex in came if vertex > first),
        boards=boards,
        floaters=tuple(
            Floater(seat=players[vertex].seat, reason=reason) for vertex in bits(leaving)
        ),
    )


SWISS_OLYMPIAD = System(
    name=NAME,
    edition="fide-d02-2012",
    usual=Usual(tiebreaks=TIEBREAKS_OF_A_TEAM_ROUND_ROBIN),
    plays_in_teams=True,
    ranking=RankingMethod.TEAMS,
    pair=pair_round,
    check=check,
    floats=float_when_played,
)
"""The Olympiad of 2012: match points, game points, initial number; the middle group last."""
