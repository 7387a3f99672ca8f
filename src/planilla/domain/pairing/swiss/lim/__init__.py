"""The Lim system: from the top and from the bottom of the table towards the median score group.

The groups above the median are paired downwards, those below it upwards, and the median last. If
it cannot be paired, pairings of its neighbours are taken back and their players join it.

Source: FIDE C.04.4.3; seed 000, 2.9.1 "Lim" and Appendix B. Readings: `docs/rules/lim.md`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.matching import first_to_leave, largest_matching, set_of
from planilla.domain.pairing.swiss.boards import round_of_steps, seated
from planilla.domain.pairing.swiss.difference import ORDER, first_difference_of_boards
from planilla.domain.pairing.swiss.faults import faults_of_round
from planilla.domain.pairing.swiss.lim.group import LimPair, Others, PairedGroup, pair_group
from planilla.domain.pairing.swiss.lim.rules import (
    LIBRO,
    LIM,
    SAME_ORIGIN,
    LimGroup,
    LimRules,
    permitted_opponents,
    rank_of,
)
from planilla.domain.pairing.swiss.players import SwissPlayer, players_of
from planilla.domain.pairing.system import (
    TIEBREAKS_OF_A_SWISS,
    BoardReason,
    Difference,
    Floater,
    NoPairing,
    Pairing,
    PairingFault,
    PairingInput,
    PairingStep,
    System,
    Usual,
)
from planilla.domain.scoring import system_of


class LimRound(msgspec.Struct, frozen=True, kw_only=True):
    """The facts that all groups of a round share."""

    given: PairingInput
    rules: LimRules
    bounds_colours: bool
    ratings: tuple[int, ...]
    others: Others

    def pair(self, group: LimGroup) -> PairedGroup:
        """Return a group as it is paired in this round."""
        return pair_group(self.with_bounds(group), self.rules, self.others)

    def with_bounds(self, group: LimGroup) -> LimGroup:
        """Return a group with the bounds of this round."""
        return msgspec.structs.replace(
            group, bounds_colours=self.bounds_colours, ratings=self.ratings
        )


class ScoreGroups(msgspec.Struct, frozen=True, kw_only=True):
    """The score groups in the order of pairing: above the median, below it, and the median.

    The median has half of the points that could be won in the rounds played; it may be empty.
    """

    above: tuple[tuple[SwissPlayer, ...], ...]
    below: tuple[tuple[SwissPlayer, ...], ...]
    median: tuple[SwissPlayer, ...]
    median_points: int


def pair_round(given: PairingInput, rules: LimRules) -> Pairing | NoPairing:
    """Return the round by these rules, or who cannot be paired.

    In a maxi-tournament exchanges for colours keep to 100 rating points.
    """
    players = players_of(given, rules.reading)
    of_round = _round_of(given, rules)
    rows = permitted_opponents(players, bounds_colours=of_round.bounds_colours)
    left = _left_over(players, rows)
    if left:
        return NoPairing(reason="no-legal-pairing", seats=left)
    steps: list[PairingStep] = []
    free = _free(players, rows, of_round)
    if free is not None:
        steps.append(_bye_of(players[free]))
        players = players[:free] + players[free + 1 :]
    steps += (_step(paired, of_round) for paired in _paired_groups(players, of_round))
    return round_of_steps(
        rules.name, tuple(steps), {player.seat: player.score for player in players}
    )


def first_difference(given: PairingInput, other: Pairing, rules: LimRules) -> Difference | None:
    """Return the first difference of `other` from the system's pairing, None if they are equal.

    Where others leave a group, or a player has another opponent, the article is named by which the
    system's own choice came first.
    """
    found = first_difference_of_boards(
        given, other, pair=partial(pair_round, rules=rules), check=partial(check, rules=rules)
    )
    if found is None or found.article != ORDER:
        return found
    opponents = {seat: rival for board in other.boards for seat, rival in (board, board[::-1])}
    of_round = _round_of(given, rules, opponents)
    resting = {seat for seat, _ in other.byes}
    players = tuple(
        player for player in players_of(given, rules.reading) if player.seat not in resting
    )
    partings = (
        parting
        for paired in _paired_groups(players, of_round)
        for parting in _partings(paired, opponents, rules)
    )
    return next(partings, found)


def _partings(
    paired: PairedGroup, opponents: Mapping[Seat, Seat], rules: LimRules
) -> Iterator[Difference]:
    """Yield where the other pairing parts from a group, the first in front."""
    if paired.parting is not None:
        yield paired.parting
    for pair in paired.taken_back:
        seats = (pair.players[0].seat, pair.players[1].seat)
        if opponents.get(seats[0]) == seats[1]:
            yield Difference(article=rules.median or ORDER, points=paired.group.points, seats=seats)
    for pair in paired.pairs:
        if pair.parting is not None:
            yield pair.parting


def _round_of(
    given: PairingInput, rules: LimRules, opponents: Mapping[Seat, Seat] | None = None
) -> LimRound:
    # 6.1: in the last round no colour keeps two of equal scores apart.
    is_last = given.round == given.crosstable.rounds_planned
    forbidden = frozenset((min(pair), max(pair)) for pair in given.forbidden)
    return LimRound(
        given=given,
        rules=rules,
        bounds_colours=rules.bounds_colours and not is_last,
        ratings=tuple(each.rating for each in given.crosstable.entrants) if given.is_maxi else (),
        others=Others(forbidden=forbidden, opponents=opponents or {}),
    )


def _free(players: Sequence[SwissPlayer], rows: Sequence[int], of_round: LimRound) -> int | None:
    """Return the place of the player with the bye, if there is one (1.1)."""
    if len(players) % 2 == 0:
        return None
    order = of_round.rules.bye_order(of_round.given, players)
    free = first_to_leave(rows, [at for at in order if players[at].may_have_bye])
    assert free is not None, "the others can be paired without one of the candidates"
    return free


def check(given: PairingInput, pairing: Pairing, rules: LimRules) -> tuple[PairingFault, ...]:
    """Return every absolute rule that `pairing` breaks (C.04.4.3, 1.1, 5.1 and 6.1)."""
    bounds = rules.bounds_colours and given.round != given.crosstable.rounds_planned
    return faults_of_round(
        given, pairing, reading=rules.reading, exempt=lambda _one, _other: not bounds
    )


def _left_over(players: Sequence[SwissPlayer], rows: list[int]) -> tuple[Seat, ...]:
    """Return the seats without a pair in a largest matching, with the bye if one is needed."""
    if len(players) % 2:
        may_rest = set_of(at for at, player in enumerate(players) if player.may_have_bye)
        bye = 1 << len(players)
        rows = [row | (bye if may_rest >> at & 1 else 0) for at, row in enumerate(rows)]
        rows.append(may_rest)
    mates = largest_matching(rows)
    return tuple(player.seat for player, mate in zip(players, mates, strict=False) if mate is None)


def _bye_of(player: SwissPlayer) -> PairingStep:
    """1.1: the bye is given before any group is paired."""
    return PairingStep(
        kind="bye",
        seats=(player.seat,),
        floaters=(Floater(seat=player.seat, reason="bye"),),
        bye=player.seat,
    )


def groups_of(players: Sequence[SwissPlayer], given: PairingInput) -> ScoreGroups:
    """Return the score groups of the players, who are sorted by rank (2.2)."""
    half = system_of(given.crosstable).win * len(given.crosstable.rounds)
    by_score: dict[int, list[SwissPlayer]] = {}
    for player in players:
        by_score.setdefault(player.score, []).append(player)
    groups = [(score, tuple(members)) for score, members in by_score.items()]
    return ScoreGroups(
        above=tuple(members for score, members in groups if 2 * score > half),
        below=tuple(members for score, members in groups[::-1] if 2 * score < half),
        median=next((members for score, members in groups if 2 * score == half), ()),
        median_points=half // 2,
    )


def _paired_groups(players: Sequence[SwissPlayer], of_round: LimRound) -> Iterator[PairedGroup]:
    """Yield the groups in the order in which they are paired, the median last (2.2)."""
    groups = groups_of(players, of_round.given)
    above = _side(groups.above, groups.median, of_round, upward=False)
    down = _leaving(above)
    below = _side(groups.below, (*groups.median, *down), of_round, upward=True)
    median = LimGroup(
        points=groups.median_points, residents=groups.median, down=down, up=_leaving(below)
    )
    median, above, below = _crack(of_round.with_bounds(median), above, below)
    yield from (*above, *below)
    if median.members:
        yield of_round.pair(median)


def _side(
    groups: Sequence[tuple[SwissPlayer, ...]],
    beyond: tuple[SwissPlayer, ...],
    of_round: LimRound,
    *,
    upward: bool,
) -> list[PairedGroup]:
    """Return the groups of one side as they are paired; the last is adjacent to `beyond`."""
    made: list[PairedGroup] = []
    for residents, adjacent in pairwise((*groups, beyond)):
        moved = _leaving(made)
        made.append(
            of_round.pair(
                LimGroup(
                    points=residents[0].score,
                    residents=residents,
                    down=() if upward else moved,
                    up=moved if upward else (),
                    upward=upward,
                    adjacent=adjacent,
                )
            )
        )
    return made


def _leaving(made: Sequence[PairedGroup]) -> tuple[SwissPlayer, ...]:
    """Return the players who left the last of these groups."""
    return tuple(each.player for each in made[-1].leaving) if made else ()


def _crack(
    median: LimGroup, above: list[PairedGroup], below: list[PairedGroup]
) -> tuple[LimGroup, list[PairedGroup], list[PairedGroup]]:
    """Take back pairings until the median can be paired; return it and the groups left (2.6).

    The last pairing made goes first: below the median if more floaters came from above, or else
    above it; then those of the other side.
    """
    lower_first = len(median.down) > len(median.up)
    order = [True] * _pairs_in(below) + [False] * _pairs_in(above)
    order = order if lower_first else order[::-1]
    for lower in order:
        if None not in largest_matching(median.allowed):
            break
        side = below if lower else above
        at = next(at for at in reversed(range(len(side))) if side[at].pairs)
        joining = side[at].pairs[-1].players
        side[at] = side[at].without_last_pair()
        if lower:
            median = msgspec.structs.replace(median, up=(*median.up, *joining))
        else:
            median = msgspec.structs.replace(median, down=(*median.down, *joining))
    return median, above, below


def _pairs_in(side: Sequence[PairedGroup]) -> int:
    return sum(len(each.pairs) for each in side)


def _step(paired: PairedGroup, of_round: LimRound) -> PairingStep:
    group = paired.group
    return PairingStep(
        kind="bracket",
        seats=tuple(player.seat for player in group.members),
        moved=_seats_by_rank(group.down),
        raised=_seats_by_rank(group.up),
        points=group.points,
        boards=tuple(_board(pair, group, of_round) for pair in paired.pairs),
        floaters=_floaters(paired),
        criteria=tuple(
            each.article
            for each in of_round.rules.criteria
            if each is not SAME_ORIGIN or of_round.given.unwanted
        ),
        given_up=paired.given_up,
    )


def _seats_by_rank(players: Sequence[SwissPlayer]) -> tuple[Seat, ...]:
    return tuple(player.seat for player in sorted(players, key=rank_of))


def _floaters(paired: PairedGroup) -> tuple[Floater, ...]:
    """Return who left a group: with the reason, upwards with another, or because of the median."""
    direction = "-up" if paired.group.upward else ""
    return (
        *(
            Floater(
                seat=each.player.seat, reason=("no-opponent" if each.alone else "odd") + direction
            )
            for each in paired.leaving
        ),
        *(
            Floater(seat=player.seat, reason="median")
            for pair in paired.taken_back
            for player in pair.players
        ),
    )


def _board(pair: LimPair, group: LimGroup, of_round: LimRound) -> BoardReason:
    rules = of_round.rules
    board = seated(
        pair.players, rules.colour_rules(group), of_round.given.first_colour, pair.meeting
    )
    return msgspec.structs.replace(
        board,
        instead=pair.instead,
        same_preference=rules.grants_colours and board.same_preference,
    )


def _system(rules: LimRules, usual: Usual) -> System:
    own, faults = partial(pair_round, rules=rules), partial(check, rules=rules)
    return System(
        name=rules.name,
        edition=rules.source,
        usual=usual,
        pair=own,
        check=faults,
        compare=partial(first_difference, rules=rules),
        floats=rules.reading.floats,
        takes_acceleration=True,
        has_maxi_rules=rules.grants_colours,
    )


LIM_SYSTEMS = (
    _system(LIM, Usual(tiebreaks=TIEBREAKS_OF_A_SWISS)),
    _system(
        LIBRO,
        Usual(tiebreaks=TIEBREAKS_OF_A_SWISS, tiebreak_edition="libro", rating_rules="elo-libro"),
    ),
)
"""FIDE's text, and the seed book's without colours."""
