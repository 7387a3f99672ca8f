"""A round of Keizer: players in order of the list, the bounds on pairs, the pairing and its checks.

From the top of the list each player meets the nearest one below who is allowed. A player further
down is taken only where the nearest may not be met, or where the others could then not be paired:
that is calculated for each choice, so that the answer is the first in the order of all choices.

A forbidden pair never meets. The other bounds are relative: where there is no pairing otherwise,
those named in `KeizerRules.relax` give way one after another.
Source: seed 000, 2.10; `docs/rules/keizer.md`.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from planilla.domain.crosstable import Crosstable, Game, Seat
from planilla.domain.pairing.byes import FULL_POINT_BYES
from planilla.domain.pairing.colours import (
    ColourRule,
    ColourSide,
    Preference,
    both_preferences,
    colour_for,
    colour_history,
    drawn_colour,
    higher_ranked,
    longest_without,
    played_only,
    preference_of,
    same_colour_wanted,
)
from planilla.domain.pairing.keizer.memory import KeizerMemory, replayed
from planilla.domain.pairing.keizer.rules import SEED, KeizerRules, Relaxed
from planilla.domain.pairing.keizer.season import Season
from planilla.domain.pairing.matching import bits, first_perfect_matching, largest_matching
from planilla.domain.pairing.system import (
    BoardReason,
    Explanation,
    Floater,
    Instead,
    NoPairing,
    Pairing,
    PairingFault,
    PairingInput,
    PairingStep,
    faults_of_byes,
    faults_of_presence,
)
from planilla.domain.vocabulary import ByeKind, Colour


class KeizerPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """One player of the list.

    `meetings` maps opponents to the rounds of their games; `rests` are the rounds of byes; `may`
    the colours that the bounds of the rules leave.
    """

    seat: Seat
    original: int
    played: tuple[Colour, ...]
    preference: Preference
    may: frozenset[Colour]
    meetings: Mapping[Seat, tuple[int, ...]]
    rests: tuple[int, ...]


def memory_of(given: PairingInput) -> KeizerMemory:
    """Return the recorded list; where nothing is recorded, the one that the games lead to."""
    if given.memory is None:
        return replayed(Season(crosstable=given.crosstable, rules=SEED)).memory
    assert isinstance(given.memory, KeizerMemory), "the input was made for this system"
    return given.memory


def players_of_list(given: PairingInput, memory: KeizerMemory) -> tuple[KeizerPlayer, ...]:
    """Return the players to be paired, from the top of the list."""
    histories = colour_history(given.crosstable)
    present = frozenset(given.present)
    order = [seat for seat in memory.everybody if seat in present]
    listed = frozenset(order)
    order += [seat for seat in given.present if seat not in listed]
    return tuple(
        _player(given.crosstable, memory, seat, played_only(histories[seat])) for seat in order
    )


def _player(
    crosstable: Crosstable, memory: KeizerMemory, seat: Seat, played: tuple[Colour, ...]
) -> KeizerPlayer:
    games = crosstable.games[seat]
    return KeizerPlayer(
        seat=seat,
        original=memory.original[seat] if seat < len(memory.original) else 0,
        played=played,
        preference=preference_of(played),
        may=frozenset(colour for colour in Colour if _may_have(played, colour, memory.rules)),
        meetings=_meetings(games),
        rests=tuple(game.round for game in games if game.bye in FULL_POINT_BYES),
    )


def _may_have(played: tuple[Colour, ...], colour: Colour, rules: KeizerRules) -> bool:
    """Return whether one more game with `colour` keeps the bounds (seed 000, 2.10, optional)."""
    after = (*played, colour)
    longest, largest = rules.same_colour_max, rules.colour_difference_max
    if longest and after[-(longest + 1) :] == (colour,) * (longest + 1):
        return False
    return not largest or after.count(colour) - after.count(colour.other) <= largest


def _meetings(games: tuple[Game, ...]) -> dict[Seat, tuple[int, ...]]:
    found: dict[Seat, tuple[int, ...]] = {}
    for game in games:
        if game.opponent is not None and (game.is_played or game.is_open):
            found[game.opponent] = (*found.get(game.opponent, ()), game.round)
    return found


FORBIDDEN = "keizer-forbidden"
"""The code of a pair that may not meet at all."""


class PairingBounds(msgspec.Struct, frozen=True, kw_only=True):
    """The bounds of one round; pairs hold seats, the lower first."""

    rules: KeizerRules
    round: int
    forbidden: frozenset[tuple[Seat, Seat]]
    unwanted: frozenset[tuple[Seat, Seat]]

    @property
    def active(self) -> tuple[Relaxed, ...]:
        """The bounds of this round, in the order in which they are relaxed.

        Those that are never relaxed come last.
        """
        are_active = {
            Relaxed.ORIGIN: bool(self.unwanted),
            Relaxed.COLOUR: bool(self.rules.colour_difference_max or self.rules.same_colour_max),
            Relaxed.DISTANCE: bool(self.rules.rounds_between),
            Relaxed.MEETINGS: bool(self.rules.meetings_max),
        }
        order = (*self.rules.relax, *(each for each in Relaxed if each not in self.rules.relax))
        return tuple(each for each in order if are_active[each])

    @property
    def levels(self) -> tuple[frozenset[Relaxed], ...]:
        """The sets of relaxed bounds, from none to all that can be."""
        yielding = [each for each in self.active if each in self.rules.relax]
        return tuple(frozenset(yielding[:count]) for count in range(len(yielding) + 1))


def bounds_of(given: PairingInput, rules: KeizerRules) -> PairingBounds:
    """Return the bounds of the round to be paired."""
    return PairingBounds(
        rules=rules, round=given.round, forbidden=given.forbidden, unwanted=given.unwanted
    )


def code_of(bound: Relaxed) -> str:
    """Return the code of a bound in explanations."""
    return f"keizer-{bound.value}"


def broken_by(one: KeizerPlayer, other: KeizerPlayer, bounds: PairingBounds) -> tuple[Relaxed, ...]:
    """Return the bounds that this pair does not keep, in the order of `Relaxed`."""
    pair = (min(one.seat, other.seat), max(one.seat, other.seat))
    met = one.meetings.get(other.seat, ())
    rules = bounds.rules
    broken = {
        Relaxed.ORIGIN: pair in bounds.unwanted,
        Relaxed.COLOUR: not any(colour.other in other.may for colour in one.may),
        Relaxed.DISTANCE: bool(met) and bounds.round - met[-1] <= rules.rounds_between,
        Relaxed.MEETINGS: 0 < rules.meetings_max <= len(met),
    }
    return tuple(bound for bound in Relaxed if broken[bound])


def is_forbidden(one: KeizerPlayer, other: KeizerPlayer, bounds: PairingBounds) -> bool:
    """Return whether the two are forbidden to meet at every level."""
    return (min(one.seat, other.seat), max(one.seat, other.seat)) in bounds.forbidden


NAME = "keizer"


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """A pair by places from the top; `nearest` is who came first below, where it was not they."""

    upper: int
    lower: int
    nearest: int


def pair_round(given: PairingInput) -> Pairing | NoPairing:
    """Return the round that the list in force gives, or who cannot be paired."""
    memory = memory_of(given)
    listed = players_of_list(given, memory)
    rests = resting(listed)
    players = tuple(player for player in listed if player is not rests)
    bounds = bounds_of(given, memory.rules)
    graphs = _graphs(players, bounds)
    graph = next((each for each in graphs if None not in largest_matching(each)), None)
    if graph is None:
        mates = largest_matching(graphs[-1])
        left_over = (players[place].seat for place, mate in enumerate(mates) if mate is None)
        return NoPairing(reason="no-legal-pairing", seats=tuple(left_over))
    chosen = _first_choices(graphs[: graphs.index(graph) + 1])
    boards = tuple(_board(players, chosen, board, bounds, given) for board in range(len(chosen)))
    step = PairingStep(
        kind="list",
        seats=tuple(player.seat for player in listed),
        boards=boards,
        floaters=() if rests is None else (Floater(seat=rests.seat, reason="bye"),),
        bye=None if rests is None else rests.seat,
        criteria=tuple(code_of(bound) for bound in bounds.active),
        given_up=_given_up(players, chosen, bounds),
    )
    return Pairing(
        boards=tuple((board.white, board.black) for board in boards),
        byes=() if rests is None else ((rests.seat, ByeKind.PAIRING_ALLOCATED),),
        explanation=Explanation(system=NAME, steps=(step,)),
    )


def _graphs(players: Sequence[KeizerPlayer], bounds: PairingBounds) -> list[list[int]]:
    """Return the permitted opponents as sets of places, one graph per level of bounds."""
    levels = bounds.levels
    graphs = [[0] * len(players) for _ in levels]
    active = frozenset(bounds.active)
    for upper, one in enumerate(players):
        for lower in range(upper + 1, len(players)):
            other = players[lower]
            if is_forbidden(one, other, bounds):
                continue
            broken = frozenset(broken_by(one, other, bounds)) if active else active
            for graph, relaxed in zip(graphs, levels, strict=True):
                if broken <= relaxed:
                    graph[upper] |= 1 << lower
                    graph[lower] |= 1 << upper
    return graphs


def _first_choices(graphs: Sequence[Sequence[int]]) -> tuple[Chosen, ...]:
    """Return the pairs from the top; the last graph has room for everybody.

    A higher player takes a pair that keeps more of the bounds, if the others can then still be
    paired: bounds are broken as far down as possible.
    """
    pairs = first_perfect_matching(graphs[-1], lambda upper, rest: _candidates(graphs, upper, rest))
    assert pairs is not None, "the last graph has room for everybody"
    left = set(range(len(graphs[-1])))
    chosen = []
    for upper, lower in pairs:
        left.remove(upper)
        chosen.append(Chosen(upper=upper, lower=lower, nearest=min(left)))
        left.remove(lower)
    return tuple(chosen)


def _candidates(graphs: Sequence[Sequence[int]], upper: int, rest: int) -> list[int]:
    """Return the possible opponents, those that keep more bounds first, then the nearest."""
    found: dict[int, None] = {}
    for graph in graphs:
        found |= dict.fromkeys(bits(graph[upper] & rest))
    return list(found)


def _board(
    players: Sequence[KeizerPlayer],
    chosen: Sequence[Chosen],
    board: int,
    bounds: PairingBounds,
    given: PairingInput,
) -> BoardReason:
    pair = chosen[board]
    upper, lower = players[pair.upper], players[pair.lower]
    white, black, rule = white_of(upper, lower, board, given.first_colour)
    return BoardReason(
        white=white.seat,
        black=black.seat,
        meeting="keizer-next" if pair.lower == pair.nearest else "keizer-further",
        colour_rule=rule,
        same_preference=same_colour_wanted(white.preference, black.preference),
        instead=_instead(players, pair, bounds),
    )


def _instead(
    players: Sequence[KeizerPlayer], pair: Chosen, bounds: PairingBounds
) -> Instead | None:
    """The nearest one, where it was not they: what kept them apart, or that others needed them."""
    if pair.lower == pair.nearest:
        return None
    upper, nearest = players[pair.upper], players[pair.nearest]
    if is_forbidden(upper, nearest, bounds):
        return Instead(seat=nearest.seat, article=FORBIDDEN)
    broken = broken_by(upper, nearest, bounds)
    if broken:
        return Instead(seat=nearest.seat, article=code_of(broken[0]))
    return Instead(seat=nearest.seat, article="keizer-complete", for_others=True)


def _given_up(
    players: Sequence[KeizerPlayer], chosen: Sequence[Chosen], bounds: PairingBounds
) -> dict[str, int]:
    """Return the number of boards that break each bound."""
    counts: dict[str, int] = {}
    for pair in chosen:
        for bound in broken_by(players[pair.upper], players[pair.lower], bounds):
            counts[code_of(bound)] = counts.get(code_of(bound), 0) + 1
    return counts


def resting(players: Sequence[KeizerPlayer]) -> KeizerPlayer | None:
    """Return the player with the bye; None when the number of players is even."""
    if len(players) % 2 == 0:
        return None
    return min(
        reversed(players),
        key=lambda player: (len(player.rests), player.rests[-1] if player.rests else 0),
    )


def larger_difference(stronger: ColourSide, other: ColourSide, _drawn: Colour) -> Colour | None:
    """Give the colour that both are due to whoever has had it less often than the other colour.

    The difference is counted towards that colour: where both are due Black, 3 White and 2 Black are
    more than 2 White and 3 Black (`docs/rules/keizer.md`).
    """
    wanted = stronger.preference.colour
    if wanted is None:
        return None
    sign = 1 if wanted is Colour.BLACK else -1
    mine = sign * stronger.preference.difference
    theirs = sign * other.preference.difference
    if mine == theirs:
        return None
    return wanted if mine > theirs else wanted.other


COLOUR_RULES: tuple[tuple[str, ColourRule], ...] = (
    ("keizer-both", both_preferences),
    ("keizer-difference", larger_difference),
    ("keizer-longest", longest_without),
    ("keizer-stronger", higher_ranked),
    ("keizer-lot", drawn_colour),
)
"""The order of seed 000, 2.10; before any game, the lot."""

BOUND = "keizer-bound"
"""The code of a colour that nothing else could be."""


def white_of(
    upper: KeizerPlayer, lower: KeizerPlayer, board: int, drawn: Colour
) -> tuple[KeizerPlayer, KeizerPlayer, str]:
    """White, Black and the rule that decided, at a board counted from 0."""
    stronger, other = sorted((upper, lower), key=lambda each: (-each.original, each.seat))
    colour, rule = colour_for(COLOUR_RULES, _side(stronger, board), _side(other, board), drawn)
    if not _is_allowed(stronger, other, colour) and _is_allowed(stronger, other, colour.other):
        colour, rule = colour.other, BOUND
    pair = (stronger, other) if colour is Colour.WHITE else (other, stronger)
    return (*pair, rule)


def _side(player: KeizerPlayer, board: int) -> ColourSide:
    return ColourSide(played=player.played, preference=player.preference, ordinal=board)


def _is_allowed(one: KeizerPlayer, other: KeizerPlayer, colour: Colour) -> bool:
    return colour in one.may and colour.other in other.may


CODES = {Relaxed.DISTANCE: "rematch", Relaxed.MEETINGS: "rematch"}
"""The faults that a bound which is not kept is told as; colours are told player by player."""


def faults_of_pairing(given: PairingInput, pairing: Pairing) -> tuple[PairingFault, ...]:
    """Return everything that is against the Keizer rules, in the order of the boards."""
    memory = memory_of(given)
    players = {player.seat: player for player in players_of_list(given, memory)}
    bounds = bounds_of(given, memory.rules)
    return (
        *faults_of_presence(given, pairing),
        *faults_of_byes(given, pairing, _barred_from_bye(players)),
        *(
            fault
            for white, black in pairing.boards
            if white in players and black in players
            for fault in _faults_of_board(players[white], players[black], bounds)
        ),
    )


def _barred_from_bye(players: dict[int, KeizerPlayer]) -> frozenset[int]:
    """Return who has rested already: nobody rests twice before everybody has (seed 000, 2.10)."""
    fewest = min((len(player.rests) for player in players.values()), default=0)
    return frozenset(seat for seat, player in players.items() if len(player.rests) > fewest)


def _faults_of_board(
    white: KeizerPlayer, black: KeizerPlayer, bounds: PairingBounds
) -> Iterator[PairingFault]:
    seats = (white.seat, black.seat)
    if is_forbidden(white, black, bounds):
        yield PairingFault(code="forbidden", seats=seats)
    if any(bound in CODES for bound in broken_by(white, black, bounds)):
        yield PairingFault(code="rematch", seats=seats)
    for player, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        if colour not in player.may:
            yield PairingFault(code="colour-bound", seats=(player.seat,))
