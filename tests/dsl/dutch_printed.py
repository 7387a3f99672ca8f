"""Whole tournaments made so that one printed group is what is left to be paired.

Every member meets a stranger of its own in each round, who has the score that the printed float
mark asks for and then never comes again. What members have met is a ban on the pair: B1 is the
same for both. A last player without any game waits at the bottom, for a floater to have somebody.
"""

from itertools import product
from random import Random
from typing import Any

import msgspec

from dsl.crosstables import entrants
from planilla.domain.crosstable import Crosstable, Round
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import ByeKind, Colour, GameResult

BYE_OF_HALF_POINTS = {0: ByeKind.ZERO_POINT, 1: ByeKind.HALF_POINT, 2: ByeKind.FULL_POINT}
RESULT_FOR_WHITE = {0: GameResult.BLACK_WINS, 1: GameResult.DRAW, 2: GameResult.WHITE_WINS}


class Printed(msgspec.Struct, frozen=True, kw_only=True):
    """A world and the printed numbers of those present, by seat."""

    world: PairingInput
    numbers: tuple[int, ...]

    def pairs(self, boards: set[tuple[int, int]]) -> set[frozenset[int]]:
        """Boards in printed numbers, the player at the bottom left out."""
        known = range(len(self.numbers))
        return {
            frozenset((self.numbers[white], self.numbers[black]))
            for white, black in boards
            if white in known and black in known
        }


def as_world(rows: list[dict[str, Any]], *, bottom: bool = True, last: bool = False) -> Printed:
    """`rows` are printed: number, points, opponents, colours such as `NBN0`, marks such as `dA`.

    With `bottom` there is a player with nothing at the end; `last` makes it the last round.
    """
    rows = sorted(rows, key=lambda row: int(row["no"]))
    rounds = len(rows[0]["colors"])
    size = len(rows)
    halves = [_half_points(row) for row in rows]
    assert all(
        sum(made) == round(2 * row["points"]) for made, row in zip(halves, rows, strict=True)
    )
    strangers = [
        (seat, number)
        for number in range(rounds)
        for seat in range(size)
        if rows[seat]["colors"][number] != "0"
    ]
    crosstable = Crosstable(
        entrants=entrants(size + len(strangers) + bottom),
        rounds=tuple(_round(number, rows, halves, strangers) for number in range(rounds)),
        rounds_planned=rounds + (1 if last else 2),
    )
    numbers = tuple(int(row["no"]) for row in rows)
    present = (*range(size), *((crosstable.size - 1,) if bottom else ()))
    return Printed(
        world=PairingInput(crosstable=crosstable, present=present, forbidden=_have_met(rows)),
        numbers=numbers,
    )


def _have_met(rows: list[dict[str, Any]]) -> frozenset[tuple[int, int]]:
    seat_of = {row["no"]: seat for seat, row in enumerate(rows)}
    return frozenset(
        (seat, seat_of[opponent])
        for seat, row in enumerate(rows)
        for opponent, colour in zip(row.get("opponents", ()), row["colors"], strict=False)
        if colour != "0" and seat < seat_of.get(opponent, -1)
    )


def _half_points(row: dict[str, Any]) -> list[int]:
    """A draw a round, more or less of it from the last round backwards until the sum is right."""
    halves = [2 if mark == "D" and colour == "0" else 1 for colour, mark in _marked(row)]
    wanted = round(2 * row["points"])
    for number in reversed(range(len(halves))):
        colour, mark = _marked(row)[number]
        most = 2 if colour != "0" else halves[number]
        least = 2 if colour == "0" and mark == "D" else 0
        halves[number] += max(
            least - halves[number], min(most - halves[number], wanted - sum(halves))
        )
    return halves


def _marked(row: dict[str, Any]) -> list[tuple[str, str]]:
    """Colour and float mark of each round."""
    marks = [""] * len(row["colors"])
    for mark in row.get("float", ""):
        marks[-2 if mark.islower() else -1] = mark.upper()
    return list(zip(row["colors"], marks, strict=True))


def _round(
    number: int,
    rows: list[dict[str, Any]],
    halves: list[list[int]],
    strangers: list[tuple[int, int]],
) -> Round:
    boards, results, byes = [], [], []
    for seat, row in enumerate(rows):
        colour, _ = _marked(row)[number]
        gained = halves[seat][number]
        if colour == "0":
            byes.append((seat, BYE_OF_HALF_POINTS[gained]))
            continue
        other = len(rows) + strangers.index((seat, number))
        boards.append((seat, other) if colour == "B" else (other, seat))
        results.append(RESULT_FOR_WHITE[gained if colour == "B" else 2 - gained])
    for place, (seat, later) in enumerate(strangers):
        if later > number:
            _, mark = _marked(rows[seat])[later]
            score = sum(halves[seat][:later]) + {"A": 1, "D": -1, "": 0}[mark]
            byes.append((len(rows) + place, BYE_OF_HALF_POINTS[_share(score, number)]))
    return Round(boards=tuple(boards), results=bytes(results), byes=tuple(byes))


def _share(score: int, number: int) -> int:
    """What a stranger gains in round `number`: two half points a round while they last."""
    assert score >= 0
    return max(0, min(2, score - 2 * number))


def group_by_chance(seed: int, sizes: tuple[int, int]) -> PairingInput:
    """A group with any scores, colours, floats and earlier meetings, as no tournament brings them.

    Few scores, many who have met, and colours that lean to one side: where the criteria collide.
    """
    chance = Random(seed)
    size, rounds = chance.randint(*sizes), chance.randint(3, 6)
    scores = chance.sample(range(rounds - 2, rounds + 3), chance.randint(1, 3))
    gaps, floats = chance.choice((0.0, 0.2)), chance.choice((0.0, 0.3, 0.6))
    histories = _histories(rounds, chance.choice((0.0, gaps)))
    leaning = sorted(histories, key=lambda text: text.count("B") - text.count("N"))
    some = chance.choice((histories, leaning[: len(leaning) // 2], leaning[len(leaning) // 2 :]))
    rows = [_row_by_chance(chance, number, scores, some, floats) for number in range(1, size + 1)]
    printed = as_world(rows, bottom=False, last=chance.random() < 0.4)
    across = chance.choice((0.0, 0.1, 0.4))
    inside = {score: chance.choice((0.0, 0.1, 0.4, 1.0)) for score in scores}
    forbidden = frozenset(
        (one, other)
        for other in range(size)
        for one in range(other)
        if chance.random()
        < (
            inside[round(2 * rows[one]["points"])]
            if rows[one]["points"] == rows[other]["points"]
            else across
        )
    )
    origins = chance.choice((0.0, 0.0, 0.0, 0.3))
    return msgspec.structs.replace(
        printed.world,
        forbidden=forbidden,
        unwanted=frozenset(
            (one, other)
            for other in range(size)
            for one in range(other)
            if chance.random() < origins
        ),
        first_colour=chance.choice(list(Colour)),
    )


def _histories(rounds: int, gaps: float) -> list[str]:
    """All colours that B2 lets happen, and those with rounds without a game if there are gaps."""
    letters = "BN0" if gaps else "BN"
    texts = ("".join(letters_of) for letters_of in product(letters, repeat=rounds))
    return [text for text in texts if text.count("0") <= 2 and _lawful(text.replace("0", ""))]


def _lawful(played: str) -> bool:
    return (
        "BBB" not in played
        and "NNN" not in played
        and abs(played.count("B") - played.count("N")) <= 2
    )


def _row_by_chance(
    chance: Random, number: int, scores: list[int], histories: list[str], floats: float
) -> dict[str, Any]:
    """One that can have happened: others are thrown away."""
    while True:
        marks = "".join(
            chance.choice("da" if mark == "x" else "DA")
            for mark in "xX"
            if chance.random() < floats
        )
        row = {
            "no": number,
            "points": chance.choice(scores) / 2,
            "colors": chance.choice(histories),
            "float": marks,
        }
        if _can_have_happened(row):
            return row


def _can_have_happened(row: dict[str, Any]) -> bool:
    """Whether the points can be made in the games, and an upfloat was in a game."""
    halves = _half_points(row)
    before = [sum(halves[:number]) for number in range(len(halves))]
    return sum(halves) == round(2 * row["points"]) and all(
        (mark != "A" or (colour != "0" and before[number] < 2 * number))
        and (mark != "D" or colour == "0" or before[number] > 0)
        for number, (colour, mark) in enumerate(_marked(row))
    )
