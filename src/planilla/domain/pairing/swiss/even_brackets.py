"""Brackets of an even number of members from the top: the procedure of two FIDE systems.

First the bye is allocated. Then the highest scoregroup of those who are left is completed by
upfloaters and paired, until everybody is. The colours come last and decide nothing before.

In each pair the member with the smaller number is the top member. The identifier of a pairing is
the sorted numbers of the top members, followed by their opponents' in the same order. Where the
least that a criterion can cost by counting is reached, the pairs that it allows are the edges of a
graph, and the order is settled by keeping a perfect matching of it. Otherwise criteria and order
are the weights of two matchings: of the top members first, then of their opponents.

Source: FIDE C.04.6 (2026), the Swiss Team System, 3; C.04.5, the Double-Swiss System.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.blossom import heaviest_matching
from planilla.domain.pairing.byes import point_without_playing
from planilla.domain.pairing.colours import Preference
from planilla.domain.pairing.floats import Float, float_when_played, scores_by_round
from planilla.domain.pairing.matching import (
    bits,
    first_perfect_matching,
    first_to_leave,
    largest_matching,
    set_of,
)
from planilla.domain.pairing.swiss.boards import ColourRules, round_of_steps, seated
from planilla.domain.pairing.swiss.faults import faults_of_round
from planilla.domain.pairing.swiss.players import (
    HistoryReading,
    SwissPlayer,
    by_participation,
    lean_of,
    players_of,
)
from planilla.domain.pairing.swiss.upfloater_sets import Field, complies, field_of, first_set
from planilla.domain.pairing.system import (
    Floater,
    NoPairing,
    Pairing,
    PairingFault,
    PairingInput,
    PairingStep,
)

READING = HistoryReading(
    floats=float_when_played, bye_bar=point_without_playing, numbers=by_participation
)
"""Only matches that were played make floats; a bye, a full point or a forfeit win bars the bye."""

# --- the pairing of a bracket -------------------------------------------------------------------

STRONGLY = 2
"""The size of a strong preference as one number."""


class Costs(NamedTuple):
    """Criteria of a pair, the most important first: origin, C8, C9 and C10."""

    origin: int = 0
    preference: int = 0
    strong: int = 0
    floated: int = 0


class EvenBracket(msgspec.Struct, frozen=True, kw_only=True):
    """The members of a bracket by number, and whom each may meet, as bits of these places.

    `leans` are their preferences, positive for White, of size 2 if strong. `moved` are the
    upfloaters, `floated` those whom C10 counts, `unwanted` the opponents of the same origin.
    """

    allowed: tuple[int, ...]
    leans: tuple[int, ...]
    moved: int = 0
    floated: int = 0
    unwanted: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """The number of members."""
        return len(self.allowed)

    def costs(self, one: int, other: int) -> Costs:
        """Return what a pair costs."""
        mine, theirs = self.leans[one], self.leans[other]
        same = mine * theirs > 0
        strong = same and min(abs(mine), abs(theirs)) >= STRONGLY
        floated = (self.moved >> one & 1 and self.floated >> other & 1) or (
            self.moved >> other & 1 and self.floated >> one & 1
        )
        origin = bool(self.unwanted) and self.unwanted[one] >> other & 1
        return Costs(int(origin), int(same), int(strong), int(floated))


Pairs = tuple[tuple[int, int], ...]
"""Top member and opponent, in the order of the top members."""


def first_pairs(bracket: EvenBracket) -> Pairs:
    """Return the first of the best pairings; the members can all be paired."""
    graph = _cheapest(bracket)
    if graph is None:
        return _by_weights(bracket)
    return _first_in(graph)


# --- by counting ---------------------------------------------------------------------------------


def _cheapest(bracket: EvenBracket) -> list[int] | None:
    """Return the pairs that cost as little as counting allows; None if that is not known.

    Every perfect matching of them is best, and no other one is.
    """
    graph = list(bracket.allowed)
    everybody = (1 << bracket.size) - 1
    if bracket.unwanted:
        graph = [edges & ~bracket.unwanted[at] for at, edges in enumerate(graph)]
    white = set_of(at for at, lean in enumerate(bracket.leans) if lean > 0)
    black = set_of(at for at, lean in enumerate(bracket.leans) if lean < 0)
    strong = set_of(at for at, lean in enumerate(bracket.leans) if abs(lean) >= STRONGLY)
    for due in (white, black):
        graph = _least_among(graph, due, everybody)
        graph = _least_among(graph, due & strong, everybody)
    for upfloater in bits(bracket.moved):
        graph = _without(graph, 1 << upfloater, bracket.floated & ~(1 << upfloater))
    return None if None in _started(graph) else graph


def _least_among(graph: list[int], group: int, everybody: int) -> list[int]:
    """Return the pairs of a matching with the fewest pairs inside `group`.

    There are none, or, where the group is the greater part, everybody else meets one of it.
    """
    others = everybody & ~group
    is_greater = group.bit_count() > others.bit_count()
    apart = others if is_greater else group
    return _without(graph, apart, apart)


def _without(graph: list[int], ones: int, others: int) -> list[int]:
    """Return a graph without the edges between two sets."""
    return [
        edges & ~(others if ones >> at & 1 else 0) & ~(ones if others >> at & 1 else 0)
        for at, edges in enumerate(graph)
    ]


def _started(graph: Sequence[int]) -> list[int | None]:
    """Return a largest matching, begun with the first half against the second."""
    half = len(graph) // 2
    known: list[int | None] = [None] * len(graph)
    for top in range(half):
        if graph[top] >> top + half & 1:
            known[top], known[top + half] = top + half, top
    return largest_matching(graph, known)


def _first_in(graph: list[int]) -> Pairs:
    """Return the perfect matching of a graph whose identifier comes first."""
    split = _with_first_tops(graph)
    pairs = first_perfect_matching(split, lambda upper, left: bits(split[upper] & left))
    assert pairs is not None, "the tops were chosen with a perfect matching"
    return pairs


def _with_first_tops(graph: list[int]) -> list[int]:
    """Return the graph between the first top members that are possible and the others.

    From the lowest number on, each is a top member if the others then still have a matching.
    """
    mates = _started(graph)
    size, tops = len(graph), 0
    places = iter(range(size))
    while 2 * tops.bit_count() < size:
        at = next(places)
        bit = 1 << at
        before = bit - 1
        mate = mates[at]
        assert mate is not None, "the matching is perfect"
        upper = _without(graph, bit, before)
        if mate < at:
            known = list(mates)
            known[at] = known[mate] = None
            moved = largest_matching(upper, known)
            if None in moved:
                graph = _without(graph, bit, ((1 << size) - 1) & ~before & ~bit)
                continue
            mates = moved
        graph, tops = upper, tops | bit
    return _without(graph, ((1 << size) - 1) & ~tops, ((1 << size) - 1) & ~tops)


# --- by weights ----------------------------------------------------------------------------------


def _by_weights(bracket: EvenBracket) -> Pairs:
    """Return the first of the best pairings by two matchings of the greatest weight."""
    size = bracket.size
    half = size // 2
    weights = {}
    for at, other, value in _values(bracket):
        weights[at, other] = (value << size) + (1 << size - 1 - at)
    chosen = heaviest_matching(size, weights)
    tops = [at for at, mate in enumerate(chosen) if mate is not None and mate > at]
    place = {top: index for index, top in enumerate(tops)}
    base = size + 1
    following = {}
    for at, other, value in _values(bracket):
        if at in place and other not in place:
            gain = (size - other) * base ** (half - 1 - place[at])
            following[at, other] = value * base**half + gain
    mates = heaviest_matching(size, following)
    return tuple((top, mate) for top in tops if (mate := mates[top]) is not None)


def _values(bracket: EvenBracket) -> list[tuple[int, int, int]]:
    """Return each possible pair with its value: the greater, the less it costs."""
    base = bracket.size + 1
    most = base ** len(Costs._fields)
    found = []
    for one in range(bracket.size):
        for other in bits(bracket.allowed[one] >> one + 1 << one + 1):
            cost = 0
            for digit in bracket.costs(one, other):
                cost = cost * base + digit
            found.append((one, other, most - cost))
    return found


def total_costs(bracket: EvenBracket, pairs: Pairs) -> Costs:
    """Return what a pairing costs in all."""
    each = [bracket.costs(one, other) for one, other in pairs]
    return Costs(*map(sum, zip(*each, strict=True))) if each else Costs()


# --- the round ------------------------------------------------------------------------------------

MEETING = "identifier"


class EvenRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules in which the systems differ.

    `last_rounds` is how many rounds before the end floats are free, `preference` the one of a
    player by the colours played, and `criteria` the codes of same origin, equal preferences, equal
    strong ones, and floats of opponents; an empty code is not in the system.
    """

    name: str
    last_rounds: int
    colours: ColourRules
    preference: Callable[[PairingInput, SwissPlayer], Preference]
    criteria: tuple[str, ...]


class _EvenRound(NamedTuple):
    """The round being paired: its input, rules and field, and the order of first-teams by seat."""

    given: PairingInput
    rules: EvenRules
    field: Field
    ranked: dict[Seat, tuple[int, int, Seat]]
    floats_count: bool


def pair_round(given: PairingInput, rules: EvenRules) -> Pairing | NoPairing:
    """Return the round, or who cannot be paired."""
    floats_count = not _is_among_last(given, rules.last_rounds)
    players = _with_preferences(given, rules)
    floated = [
        vertex for vertex, player in enumerate(players) if player.last_float is not Float.NONE
    ]
    field = field_of(players, floated if floats_count else ())
    left, steps = (1 << len(players)) - 1, []
    if len(players) % 2:
        bye = first_to_leave(field.allowed, _order_of_bye(players))
        if bye is None:
            return no_pairing(field)
        left ^= 1 << bye
        steps.append(bye_step(players[bye].seat))
    elif not field.pairable(left):
        return no_pairing(field)
    this = _EvenRound(given, rules, field, _first_teams(given, players), floats_count)
    while left:
        upfloaters = first_set(field, left)
        steps.append(_step(this, left, upfloaters))
        left &= ~(field.group_of(left) | upfloaters)
    scores = {player.seat: player.score for player in players}
    return round_of_steps(rules.name, tuple(steps), scores)


def bye_step(seat: Seat) -> PairingStep:
    """Return the step that allocates the bye, before all others."""
    waiting = Floater(seat=seat, reason="bye")
    return PairingStep(kind="bye", seats=(seat,), floaters=(waiting,), bye=seat)


def no_pairing(field: Field) -> NoPairing:
    """Return that there is none, with those whom a largest matching leaves over."""
    mates = field.matched((1 << len(field.players)) - 1)
    alone = [field.players[vertex].seat for vertex, mate in enumerate(mates) if mate is None]
    return NoPairing(reason="no-legal-pairing", seats=tuple(sorted(alone)))


def check(given: PairingInput, pairing: Pairing) -> tuple[PairingFault, ...]:
    """Return the absolute criteria that a round breaks: C1 and C2; colours have no limits."""
    return faults_of_round(given, pairing, reading=READING, exempt=whatever_colours)


def whatever_colours(_one: SwissPlayer, _other: SwissPlayer) -> bool:
    """Return True: no limit of colours is absolute."""
    return True


def _with_preferences(given: PairingInput, rules: EvenRules) -> tuple[SwissPlayer, ...]:
    found = []
    for player in players_of(given, READING):
        preference = rules.preference(given, player)
        found.append(replace(player, preference=preference, lean=lean_of(preference)))
    return tuple(found)


def _is_among_last(given: PairingInput, count: int) -> bool:
    planned = given.crosstable.rounds_planned
    return bool(planned) and given.round > planned - count


def _order_of_bye(players: Sequence[SwissPlayer]) -> list[int]:
    """Return who may have the bye: lowest score, most matches played, largest number (3.4)."""
    eligible = [vertex for vertex, player in enumerate(players) if player.may_have_bye]
    return sorted(
        eligible,
        key=lambda vertex: (
            players[vertex].score,
            players[vertex].unplayed,
            -players[vertex].seat,
        ),
    )


def _first_teams(
    given: PairingInput, players: Sequence[SwissPlayer]
) -> dict[Seat, tuple[int, int, Seat]]:
    """Return the order of the first-teams: primary score, secondary score, number (4.2).

    Fictitious points do not count in it (C.04.7, 1.5 names no colours).
    """
    totals = given.totals or scores_by_round(given.crosstable)
    secondary = given.secondary or (0,) * given.crosstable.size
    return {
        player.seat: (-totals[player.seat][-1], -secondary[player.seat], player.seat)
        for player in players
    }


def _step(this: _EvenRound, left: int, upfloaters: int) -> PairingStep:
    """Return the highest scoregroup with its upfloaters, paired."""
    field, rules = this.field, this.rules
    group = field.group_of(left)
    vertices = sorted(bits(group | upfloaters), key=lambda each: field.players[each].seat)
    bracket = _bracket_of(this, vertices, upfloaters)
    pairs = first_pairs(bracket)
    members = [field.players[vertex] for vertex in vertices]
    boards = tuple(
        seated(
            (members[one], members[other])
            if this.ranked[members[one].seat] < this.ranked[members[other].seat]
            else (members[other], members[one]),
            rules.colours,
            this.given.first_colour,
            MEETING,
        )
        for one, other in pairs
    )
    costs = {
        "C4": upfloaters.bit_count() - group.bit_count() % 2,
        "C6": int(not complies(field, group, left & ~group, upfloaters)),
        "C7": (upfloaters & field.floated).bit_count(),
        **dict(zip(rules.criteria, total_costs(bracket, pairs), strict=True)),
    }
    in_force = [code for code in costs if code and (code != "origin" or this.given.unwanted)]
    return PairingStep(
        kind="bracket",
        points=field.players[next(bits(group))].score,
        seats=tuple(field.players[vertex].seat for vertex in sorted(vertices)),
        raised=tuple(field.players[vertex].seat for vertex in bits(upfloaters)),
        boards=boards,
        criteria=tuple(in_force),
        given_up={code: costs[code] for code in in_force if costs[code]},
    )


def _bracket_of(this: _EvenRound, vertices: Sequence[int], upfloaters: int) -> EvenBracket:
    """Return the members as places in the order of their numbers."""
    field = this.field
    members = set_of(vertices)
    place = {vertex: at for at, vertex in enumerate(vertices)}
    seats = {field.players[vertex].seat: at for at, vertex in enumerate(vertices)}
    unwanted: tuple[int, ...] = ()
    if this.given.unwanted:
        unwanted = tuple(
            set_of(seats[seat] for seat in bits(field.players[vertex].unwanted) if seat in seats)
            for vertex in vertices
        )
    return EvenBracket(
        allowed=tuple(
            set_of(place[other] for other in bits(field.allowed[vertex] & members))
            for vertex in vertices
        ),
        leans=tuple(field.players[vertex].lean for vertex in vertices),
        moved=set_of(place[vertex] for vertex in bits(upfloaters)),
        floated=set_of(place[vertex] for vertex in bits(members & field.floated & ~upfloaters)),
        unwanted=unwanted,
    )
