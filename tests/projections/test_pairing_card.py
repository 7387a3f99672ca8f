"""Pairing cards, by the card of player 38 that the seed prints (000, Appendix D)."""

import json
from pathlib import Path
from typing import Any

from dsl.tournaments import AFTER_1, ROUND_ROBIN, folded
from planilla.domain.crosstable import Crosstable, Entrant, Round
from planilla.domain.pairing.floats import Float, book_float, floats_by_round
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameResult
from planilla.projections.player_card import (
    PairingCard,
    PairingCardRound,
    card_of_seat,
    pairing_cards,
    prints_cards,
)

GOLDEN = Path(__file__).parents[1] / "golden" / "swiss_dutch" / "pairing_card_38.json"
PRINTED: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))
RATINGS = {each[2]: each[4] for each in PRINTED["rows"] if each[4]} | {38: PRINTED["elo"]}
SEAT = 37
FULL, HALF, ALLOCATED = ByeKind.FULL_POINT, ByeKind.HALF_POINT, ByeKind.PAIRING_ALLOCATED


def played(white: int, black: int, result: GameResult, *byes: tuple[int, ByeKind]) -> Round:
    """A round with one game, by numbers; the others are absent, or have a bye."""
    return Round(
        boards=((white - 1, black - 1),),
        results=bytes([list(GameResult).index(result)]),
        byes=tuple((number - 1, kind) for number, kind in byes),
    )


TABLE = Crosstable(
    entrants=tuple(
        Entrant(id=EntrantId(f"e{number}"), rating=RATINGS.get(number, 0))
        for number in range(1, 41)
    ),
    rounds_planned=9,
    rounds=(
        played(38, 18, GameResult.BLACK_WINS, (39, FULL), (36, FULL)),
        played(27, 38, GameResult.WHITE_WINS, (39, FULL), (36, FULL)),
        played(38, 33, GameResult.BLACK_WINS, (36, HALF)),
        played(38, 30, GameResult.DRAW),
        Round(byes=((SEAT, ALLOCATED),)),
        played(39, 38, GameResult.BLACK_WINS),
        played(36, 38, GameResult.BLACK_WINS_BY_FORFEIT),
    ),
)
"""The games of 38. Before they meet 39 has two points to one and a half, and 36 two and a half, as
38 has: so the one is an upfloat, and the other none."""


def card() -> PairingCard:
    return card_of_seat(TABLE, SEAT, floats_by_round(TABLE, book_float)[SEAT])


def as_printed(each: PairingCardRound) -> list[Any]:
    colours = {Colour.WHITE: "B", Colour.BLACK: "N", None: "."}
    floats = {Float.NONE: "", Float.DOWN: "down", Float.UP: "up"}
    points = {0: "0", 1: "½", 2: "1"}
    assert each.total is not None
    return [
        each.round,
        colours[each.colour],
        each.opponent,
        each.rating or None,
        each.mark or points[each.points],
        each.total / 2,
        floats[each.drift],
    ]


def test_the_card_of_the_seed_line_by_line() -> None:
    printed = [[*row[:3], *row[4:]] for row in PRINTED["rows"]]  # initials are of no entrant here
    assert [as_printed(each) for each in card().rounds] == printed


def test_the_last_line_of_the_card_of_the_seed() -> None:
    """Round 7 was forfeited: its colour is written and not counted, its rating not averaged."""
    made, totals = card(), PRINTED["totals"]
    assert {
        "whites": made.whites,
        "blacks": made.blacks,
        "games": made.games,
        "average_elo": made.average,
        "points": made.points / 2,
        "progressive": made.progress / 2,
    } == totals


def test_an_open_game_has_no_result_yet() -> None:
    table = Crosstable(entrants=TABLE.entrants, rounds=(played(38, 18, GameResult.OPEN),))
    made = card_of_seat(table, SEAT, (Float.NONE,))
    assert (made.rounds[0].mark, made.rounds[0].total) == ("", None)
    assert (made.points, made.average) == (0, None)


def test_byes_and_absences() -> None:
    """A half point is written as points; a round missed without one is a loss without a game."""
    rounds = (Round(byes=((SEAT, HALF),)), Round(byes=((SEAT, ByeKind.ZERO_POINT),)), Round())
    table = Crosstable(entrants=TABLE.entrants, rounds=rounds)
    made = card_of_seat(table, SEAT, (Float.NONE,) * 3)
    assert [each.mark for each in made.rounds] == [None, None, "-"]
    assert [each.total for each in made.rounds] == [1, 1, 1]


def test_a_swiss_has_the_cards_of_all_and_a_schedule_none() -> None:
    state = folded(*AFTER_1)
    assert prints_cards(state)
    assert [each.number for each in pairing_cards(state)] == [1, 2, 3, 4]
    assert not prints_cards(folded(ROUND_ROBIN))
