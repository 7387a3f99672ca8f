"""Where another pairing leaves the one that the rules give: the first criterion at which they part.

Brackets are compared from the top. The first one that differs is judged as the engine judges: what
is illegal, how many pairs, the relative criteria in their order, and last the order of generation.
"""

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.swiss.dutch.brackets import Step
from planilla.domain.pairing.swiss.dutch.edition import LIBRO, Edition
from planilla.domain.pairing.swiss.dutch.engine import bracket_of, pair_round, steps_down
from planilla.domain.pairing.swiss.dutch.graph import may_meet
from planilla.domain.pairing.swiss.dutch.players import Player, have_met, players_of
from planilla.domain.pairing.swiss.dutch.prospects import foresee
from planilla.domain.pairing.swiss.dutch.solve import given_up
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput

Pair = tuple[Player, Player]


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The criterion at which another pairing parts from the engine's, and whom it concerns.

    `article` is that of the criterion: `B1` and `B2` (illegal), `C14` (fewer pairs, or fewer
    moved-down players paired), `B2` to `B6-up` (relative), `D1`, `D2` or `D3` (as good, generated
    later), `E1` to `E5` (colour), `C12` or `C13` (better here, but not for the brackets around).
    `points` is the score of the bracket; `engine` and `other` are the counts compared.
    """

    article: str
    points: int
    seats: tuple[Seat, ...]
    engine: int = 0
    other: int = 0


def first_difference(
    given: PairingInput, other: Pairing, edition: Edition = LIBRO
) -> Difference | None:
    """The first criterion at which `other` leaves the engine's pairing; None if they are equal.

    The order of boards is not compared. Where the rules leave no pairing there is nothing to
    compare with: None.
    """
    players = players_of(given, edition.reading)
    if not players or isinstance(pair_round(given, edition), NoPairing):
        return None
    steps = steps_down(foresee(players, edition), given, edition)
    by_seat = {player.seat: player for player in players}
    theirs = [
        _by_rank(by_seat[white], by_seat[black])
        for white, black in other.boards
        if white in by_seat and black in by_seat
    ]
    for step in steps:
        difference = difference_of_pairs(step, theirs, edition) or _difference_of_colours(
            step, given, other, edition
        )
        if difference is not None:
            return difference
    return None


def difference_of_pairs(step: Step, theirs: list[Pair], edition: Edition) -> Difference | None:
    """The first criterion at which `theirs` leave the pairs of one bracket, higher ranked first."""
    seats = {player.seat for player in step.bracket.everybody}
    inside = tuple(pair for pair in theirs if pair[0].seat in seats and pair[1].seat in seats)
    if _seats_of_pairs(inside) == _seats_of_pairs(step.solution.pairs):
        return None
    paired = {player.seat for pair in inside for player in pair}
    floaters = tuple(player for player in step.bracket.everybody if player.seat not in paired)
    return next(
        found
        for judge in (_illegal, _fewer_pairs, _more_breaches, _generated_later)
        if (found := judge(step, inside, floaters, edition)) is not None
    )


def _illegal(
    step: Step, pairs: tuple[Pair, ...], floaters: tuple[Player, ...], edition: Edition
) -> Difference | None:
    points = step.bracket.points
    for pair in pairs:
        if not may_meet(*pair, edition):
            article = "B1" if have_met(*pair) else "B2"
            return Difference(article=article, points=points, seats=_seats(pair), other=1)
    if step.bracket.lowest:
        barred = tuple(player for player in floaters if not player.may_have_bye)
        if barred:
            return Difference(article="B1", points=points, seats=_seats(barred), other=len(barred))
    return None


def _fewer_pairs(
    step: Step, pairs: tuple[Pair, ...], floaters: tuple[Player, ...], _edition: Edition
) -> Difference | None:
    moved = {player.seat for player in (*step.bracket.moved, *step.bracket.joined)}
    counts = (
        ()
        if step.solution.homogeneous
        else ((_moved_paired(step.solution.pairs, moved), _moved_paired(pairs, moved)),)
    )
    for mine, others in (*counts, (len(step.solution.pairs), len(pairs))):
        if mine != others:
            return Difference(
                article="C14" if mine > others else step.reason,
                points=step.bracket.points,
                seats=_seats(floaters),
                engine=mine,
                other=others,
            )
    return None


def _more_breaches(
    step: Step, pairs: tuple[Pair, ...], floaters: tuple[Player, ...], edition: Edition
) -> Difference | None:
    floor, solution = step.bracket.floating, step.solution
    mine = [sum(c) for c in given_up(solution.pairs, solution.floaters, floor, step.criteria)]
    others = [sum(c) for c in given_up(pairs, floaters, floor, step.criteria)]
    for place, criterion in enumerate(step.criteria):
        if mine[place] != others[place]:
            breaking = (
                *(pair for pair in pairs if criterion.of_pair(*pair)),
                *((player,) for player in floaters if criterion.of_floater(player, floor)),
            )
            return Difference(
                article=criterion.article if mine[place] < others[place] else step.reason,
                points=step.bracket.points,
                seats=tuple(player.seat for group in breaking for player in group),
                engine=mine[place],
                other=others[place],
            )
    return None


def _generated_later(
    step: Step, pairs: tuple[Pair, ...], _floaters: tuple[Player, ...], _edition: Edition
) -> Difference | None:
    kept = _seats_of_pairs(pairs)
    first = next(pair for pair in step.solution.pairs if frozenset(_seats(pair)) not in kept)
    # Another pairing was asked for from below, so that an earlier one may have been passed over.
    passed_over = step.reason if not step.bracket.lowest else ""
    return Difference(
        article=passed_over or _step_of_generation(step, pairs),
        points=step.bracket.points,
        seats=_seats(first),
    )


def _step_of_generation(step: Step, pairs: tuple[Pair, ...]) -> str:
    solution = step.solution
    moved = {player.seat for player in (*step.bracket.moved, *step.bracket.joined)}
    if solution.homogeneous:
        moved = set()
    mine, others = _led(solution.pairs, moved), _led(pairs, moved)
    if [higher for higher, _ in mine] != [higher for higher, _ in others]:
        return "D3"
    if mine != others:
        return "D1"
    return "D2" if _first_halves(solution.pairs) != _first_halves(pairs) else "D1"


def _difference_of_colours(
    step: Step, given: PairingInput, other: Pairing, edition: Edition
) -> Difference | None:
    for board in bracket_of(step, given, edition).boards:
        if (board.white, board.black) not in other.boards:
            return Difference(
                article=board.colour_rule,
                points=step.bracket.points,
                seats=(board.white, board.black),
            )
    return None


def _by_rank(one: Player, other: Player) -> Pair:
    return (one, other) if (-one.score, one.seat) < (-other.score, other.seat) else (other, one)


def _seats(players: tuple[Player, ...]) -> tuple[Seat, ...]:
    return tuple(player.seat for player in players)


def _seats_of_pairs(pairs: tuple[Pair, ...]) -> set[frozenset[Seat]]:
    return {frozenset(_seats(pair)) for pair in pairs}


def _moved_paired(pairs: tuple[Pair, ...], moved: set[Seat]) -> int:
    return len(_led(pairs, moved))


def _led(pairs: tuple[Pair, ...], moved: set[Seat]) -> list[tuple[Seat, Seat]]:
    led = [pair for pair in pairs if pair[0].seat in moved]
    return [_two(pair) for pair in sorted(led, key=_rank)]


def _two(pair: Pair) -> tuple[Seat, Seat]:
    return pair[0].seat, pair[1].seat


def _rank(pair: Pair) -> tuple[int, int]:
    return -pair[0].score, pair[0].seat


def _first_halves(pairs: tuple[Pair, ...]) -> set[Seat]:
    return {higher.seat for higher, _ in pairs}
