"""Pairing from the top of one ranked list: the shared mechanism of Monrad, Schenkel and Amalfi.

Nobody is put into score groups. From the top of the list each player takes the first of the others
that may be met, in an order of the system, so that everybody below can still be paired. That is
asked for each choice, so that pairs that were made are never taken back: the answer is the first
in the order of all choices, as a person finds it who undoes pairs from the bottom upwards.

With an odd number the bye goes first, to the lowest of the list who may have it.
Source: seed 000, 2.9.1; `docs/rules/monrad.md`.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import msgspec

from planilla.domain.pairing.byes import point_without_playing
from planilla.domain.pairing.floats import book_float
from planilla.domain.pairing.matching import (
    bits,
    first_perfect_matching,
    first_to_leave,
    largest_matching,
    set_of,
)
from planilla.domain.pairing.swiss.boards import ColourRules, round_of_steps, seated
from planilla.domain.pairing.swiss.difference import first_difference_of_boards
from planilla.domain.pairing.swiss.faults import (
    ColourExemption,
    article_against,
    faults_of_round,
)
from planilla.domain.pairing.swiss.players import (
    ABSOLUTE,
    HistoryReading,
    SwissPlayer,
    by_participation,
    players_of,
)
from planilla.domain.pairing.system import (
    BoardReason,
    Floater,
    Instead,
    NoPairing,
    Pairing,
    PairingFault,
    PairingInput,
    PairingStep,
    System,
)
from planilla.domain.vocabulary import Colour

READING = HistoryReading(floats=book_float, bye_bar=point_without_playing, numbers=by_participation)
"""The reading of histories by the list systems; they have no floats."""


class ListInput(msgspec.Struct, frozen=True, kw_only=True):
    """The input of a round with its players in the order of the list, without the bye."""

    given: PairingInput
    players: tuple[SwissPlayer, ...]


class ListSystem(msgspec.Struct, frozen=True, kw_only=True):
    """Rules of a system that pairs from a list.

    `ranked` returns the players from the top; `colour_rules` those of a round. From a place and
    the places below that are not paired yet, `order` yields all of them, the ideal opponent first.
    In a system with `limits_colours` two of the same absolute preference do not meet; elsewhere
    colours are given when the pairs are made.
    """

    name: str
    ranked: Callable[[PairingInput], Sequence[SwissPlayer]]
    order: Callable[[ListInput, int, Iterator[int]], Iterator[int]]
    colour_rules: Callable[[PairingInput], ColourRules]
    limits_colours: bool = False

    @property
    def exempt(self) -> ColourExemption:
        """The rule that frees a pair from the bounds of colours."""
        return lambda _one, _other: not self.limits_colours


def by_points(given: PairingInput) -> Sequence[SwissPlayer]:
    """Return the players by points, then by pairing number."""
    return players_of(given, READING)


def by_standings(given: PairingInput) -> Sequence[SwissPlayer]:
    """Return the players by points, then in the order of the standings, or else by number."""
    places = {seat: place for place, seat in enumerate(given.standings)}
    return sorted(
        players_of(given, READING),
        key=lambda player: (-player.score, places.get(player.seat, 0)),
    )


def pair_list(given: PairingInput, rules: ListSystem) -> Pairing | NoPairing:
    """Return the round of a list system, or who cannot be paired."""
    listed = tuple(rules.ranked(given))
    graph = _graph(listed, rules)
    rests: SwissPlayer | None = None
    if len(listed) % 2:
        may_rest = (place for place in reversed(range(len(listed))) if listed[place].may_have_bye)
        place = first_to_leave(graph, may_rest)
        if place is None:
            return _no_pairing(listed, graph)
        rests = listed[place]
    players = tuple(player for player in listed if player is not rests)
    field = ListInput(given=given, players=players)
    opponents = _graph(players, rules)
    pairs = first_perfect_matching(
        opponents,
        lambda upper, rest: (
            lower
            for lower in rules.order(field, upper, bits(rest))
            if opponents[upper] >> lower & 1
        ),
    )
    if pairs is None:
        return _no_pairing(listed, graph)
    step = PairingStep(
        kind="list",
        seats=tuple(player.seat for player in listed),
        boards=tuple(_boards(field, pairs, rules)),
        floaters=() if rests is None else (Floater(seat=rests.seat, reason="bye"),),
        bye=None if rests is None else rests.seat,
        criteria=("B1", "B2") if rules.limits_colours else ("B1",),
    )
    return round_of_steps(rules.name, (step,), {player.seat: player.score for player in listed})


def faults_of_list(
    given: PairingInput, pairing: Pairing, rules: ListSystem
) -> tuple[PairingFault, ...]:
    """Return every absolute rule that a pairing of a list system breaks."""
    return faults_of_round(given, pairing, reading=READING, exempt=rules.exempt)


def system_of_list(rules: ListSystem, edition: str) -> System:
    """Return a list system as a system of tournaments."""
    pair, check = partial(pair_list, rules=rules), partial(faults_of_list, rules=rules)
    return System(
        name=rules.name,
        edition=edition,
        pair=pair,
        check=check,
        compare=partial(first_difference_of_boards, pair=pair, check=check),
    )


def _graph(players: Sequence[SwissPlayer], rules: ListSystem) -> list[int]:
    """Return the permitted opponents of each place, one bit each."""
    place_of = {player.seat: place for place, player in enumerate(players)}
    present = set_of(place_of)
    same = {
        lean: set_of(place for place, player in enumerate(players) if player.lean == lean)
        for lean in (ABSOLUTE, -ABSOLUTE)
        if rules.limits_colours
    }
    everybody = (1 << len(players)) - 1
    graph = []
    for place, player in enumerate(players):
        met = set_of(place_of[seat] for seat in bits(player.met & present))
        graph.append(everybody & ~(met | same.get(player.lean, 0) | 1 << place))
    return graph


def _no_pairing(players: Sequence[SwissPlayer], graph: Sequence[int]) -> NoPairing:
    mates = largest_matching(graph)
    alone = tuple(player.seat for player, mate in zip(players, mates, strict=True) if mate is None)
    return NoPairing(reason="no-legal-pairing", seats=alone)


def _boards(
    field: ListInput, pairs: Sequence[tuple[int, int]], rules: ListSystem
) -> list[BoardReason]:
    colours, left = rules.colour_rules(field.given), (1 << len(field.players)) - 1
    boards = []
    for upper, lower in pairs:
        left ^= 1 << upper
        ideal = next(rules.order(field, upper, bits(left)))
        left ^= 1 << lower
        pair = (field.players[upper], field.players[lower])
        meeting = "list-ideal" if lower == ideal else "list-other"
        board = seated(pair, colours, field.given.first_colour, meeting)
        passed_over = None if lower == ideal else field.players[ideal]
        instead = passed_over and _instead(pair[0], passed_over, field.given)
        boards.append(msgspec.structs.replace(board, instead=instead))
    return boards


def _instead(upper: SwissPlayer, ideal: SwissPlayer, given: PairingInput) -> Instead:
    """Return the ideal opponent, and the rule for which it is another."""
    article = article_against(upper, ideal, given.forbidden, ("B1", "B2"))
    return Instead(seat=ideal.seat, article=article or "B1", for_others=not article)


def white_to_the_higher(_one: object, _other: object, _drawn: Colour) -> Colour:
    """Give White to the higher ranked of the two."""
    return Colour.WHITE


def white_to_the_lower(_one: object, _other: object, _drawn: Colour) -> Colour:
    """Give White to the lower ranked of the two."""
    return Colour.BLACK
