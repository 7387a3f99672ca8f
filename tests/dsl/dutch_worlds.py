"""The golden data of the Dutch system as values, and small Swiss tournaments by chance."""

import json
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec import structs

from dsl.crosstables import entrants
from planilla.domain.crosstable import Crosstable, Round, Seat
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.colours import LETTERS, ColourSide, played_only, preference_of
from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.swiss.players import SwissPlayer
from planilla.domain.pairing.system import (
    Explanation,
    NoPairing,
    Pairing,
    PairingInput,
    System,
)
from planilla.domain.vocabulary import ByeKind, Colour, GameResult

ACCELERATED_NOT = 0.8
GOLDEN = Path(__file__).parent.parent / "golden"
ROUNDS = range(1, 8)
SIZE = 40
COLOUR_OF_LETTER = {letter: colour for colour, letter in LETTERS.items()}
RESULT_IN_PRINT = {
    "1:0": GameResult.WHITE_WINS,
    "½:½": GameResult.DRAW,
    "0:1": GameResult.BLACK_WINS,
    "+:-": GameResult.WHITE_WINS_BY_FORFEIT,
}


def libro() -> System:
    system = SYSTEMS["swiss-dutch-libro"]
    assert system.pair is not None
    return system


def paired(given: PairingInput) -> Pairing:
    """The engine's answer, which must be a pairing."""
    answer = libro().answer(given)
    assert isinstance(answer, Pairing)
    return answer


def as_by_hand(answer: Pairing | NoPairing) -> tuple[set[tuple[Seat, Seat]], Seat | None] | None:
    """What `round_by_hand` would say if the answer is right: boards and bye, or nothing."""
    if isinstance(answer, NoPairing):
        return None
    return set(answer.boards), next((seat for seat, _ in answer.byes), None)


def swiss_golden(folder: str, name: str) -> Any:
    return json.loads((GOLDEN / folder / name).read_text(encoding="utf-8"))


def before(number: int) -> PairingInput:
    """Appendix A as it stood when round `number` was to be paired."""
    rounds = swiss_golden("dutch_appendix_a", "tournament.json")["rounds"]
    absent = rounds[number - 1]["absent"]
    return PairingInput(
        crosstable=Crosstable(
            entrants=entrants(SIZE),
            rounds=tuple(_round(each["pairings"]) for each in rounds[: number - 1]),
            rounds_planned=7,
        ),
        present=tuple(seat for seat in range(SIZE) if seat + 1 not in absent),
    )


def boards_in_print(number: int) -> tuple[tuple[tuple[Seat, Seat], ...], tuple[Seat, ...]]:
    """The boards of a round in their order, and who has the bye."""
    pairings = swiss_golden("dutch_appendix_a", "tournament.json")["rounds"][number - 1]["pairings"]
    return (
        tuple((each["white"] - 1, each["black"] - 1) for each in pairings if each["black"]),
        tuple(each["white"] - 1 for each in pairings if not each["black"]),
    )


def _round(pairings: list[dict[str, Any]]) -> Round:
    boards = [each for each in pairings if each["black"] is not None]
    return Round(
        boards=tuple((each["white"] - 1, each["black"] - 1) for each in boards),
        results=bytes(RESULT_IN_PRINT[each["result"]] for each in boards),
        byes=tuple(
            (each["white"] - 1, ByeKind.PAIRING_ALLOCATED)
            for each in pairings
            if each["black"] is None
        ),
    )


FLOAT_OF_LETTER = {"D": Float.DOWN, "A": Float.UP}


def player_in_print(row: dict[str, Any]) -> SwissPlayer:
    """A player of a printed group: opponents, colours such as `NBN0`, marks such as `dA`."""
    history = tuple(COLOUR_OF_LETTER[letter] for letter in row["colors"])
    marks = row.get("float", "")
    return player(
        row["no"] - 1,
        round(2 * row["points"]),
        met=[
            opponent - 1
            for opponent, colour in zip(row["opponents"], history, strict=True)
            if colour is not None
        ],
        played=played_only(history),
        last_float=next((FLOAT_OF_LETTER[mark] for mark in marks if mark.isupper()), Float.NONE),
        float_before=next(
            (FLOAT_OF_LETTER[mark.upper()] for mark in marks if mark.islower()), Float.NONE
        ),
    )


def player(
    seat: Seat,
    score: int,
    *,
    met: list[Seat] | None = None,
    played: tuple[Colour, ...] = (),
    last_float: Float = Float.NONE,
    float_before: Float = Float.NONE,
    may_have_bye: bool = True,
    top_scorer: bool = False,
    unplayed: int = 0,
) -> SwissPlayer:
    preference = preference_of(played)
    sign = {Colour.WHITE: 1, Colour.BLACK: -1, None: 0}[preference.colour]
    return SwissPlayer(
        seat=seat,
        score=score,
        played=played,
        preference=preference,
        lean=sign * preference.strength,
        unplayed=unplayed,
        number=seat + 1,
        met=sum(1 << opponent for opponent in met or ()),
        last_float=last_float,
        float_before=float_before,
        may_have_bye=may_have_bye,
        top_scorer=top_scorer,
    )


def side(colours: str, ordinal: int = 0) -> ColourSide:
    """What the colour rules see of a history such as `B0N`."""
    played = played_only(tuple(COLOUR_OF_LETTER[letter] for letter in colours))
    return ColourSide(played=played, preference=preference_of(played), ordinal=ordinal)


@st.composite
def tournaments(draw: st.DrawFn, size_max: int = 7) -> PairingInput:
    """A small Swiss played by the engine up to some round, with absences, byes and forfeits."""
    size = draw(st.integers(0, size_max))
    planned = draw(st.integers(1, 7))
    forfeits = draw(st.booleans())
    given = _given(draw, size, planned, ())
    for _ in range(draw(st.integers(0, planned - 1))):
        answer = libro().answer(given)
        if isinstance(answer, NoPairing):
            break
        rounds = (*given.crosstable.rounds, _played(draw, given, answer, forfeits=forfeits))
        given = _given(draw, size, planned, rounds)
    return given


def _given(draw: st.DrawFn, size: int, planned: int, rounds: tuple[Round, ...]) -> PairingInput:
    absent = draw(st.sets(st.integers(0, max(0, size - 1)), max_size=size // 4))
    return PairingInput(
        crosstable=Crosstable(entrants=entrants(size), rounds=rounds, rounds_planned=planned),
        present=tuple(seat for seat in range(size) if seat not in absent),
        first_colour=draw(st.sampled_from(Colour)),
    )


def _played(draw: st.DrawFn, given: PairingInput, answer: Pairing, *, forfeits: bool) -> Round:
    results = list(GameResult) if forfeits else [GameResult(code) for code in (0, 1, 2, 3)]
    away = [seat for seat in range(given.crosstable.size) if seat not in given.present]
    kinds = [draw(st.sampled_from([ByeKind.HALF_POINT, ByeKind.FULL_POINT, None])) for _ in away]
    return Round(
        boards=answer.boards,
        results=bytes(draw(st.sampled_from(results)) for _ in answer.boards),
        byes=answer.byes
        + tuple((seat, kind) for seat, kind in zip(away, kinds, strict=True) if kind),
    )


def lively_tournament(seed: int, size_max: int) -> list[PairingInput]:
    """All rounds of a Swiss by chance, until nobody can be paired: late rounds are hard."""
    chance = Random(seed)
    size, planned = chance.randint(2, size_max), chance.randint(1, 8)
    absences, forfeits = chance.choice([0, 0, 0.1, 0.2]), chance.choice([0, 0, 0.1])
    draws = chance.choice([0.1, 0.3, 0.7])
    played: list[Round] = []
    worlds: list[PairingInput] = []
    for _ in range(planned):
        world = PairingInput(
            crosstable=Crosstable(
                entrants=entrants(size), rounds=tuple(played), rounds_planned=planned
            ),
            present=tuple(seat for seat in range(size) if chance.random() >= absences),
        )
        worlds.append(world)
        answer = libro().answer(world)
        if isinstance(answer, NoPairing):
            break
        played.append(
            Round(
                boards=answer.boards,
                results=bytes(_result(chance, forfeits, draws) for _ in answer.boards),
                byes=answer.byes,
            )
        )
    return worlds


def _result(chance: Random, forfeits: float, draws: float) -> GameResult:
    if chance.random() < forfeits:
        return chance.choice([GameResult.WHITE_WINS_BY_FORFEIT, GameResult.BLACK_WINS_BY_FORFEIT])
    if chance.random() < draws:
        return GameResult.DRAW
    return chance.choice([GameResult.WHITE_WINS, GameResult.BLACK_WINS])


def mirrored(world: PairingInput) -> PairingInput:
    """The same tournament with all colours the other way round."""
    rounds = tuple(
        Round(
            boards=tuple((black, white) for white, black in each.boards),
            results=bytes(GameResult(code).reversed for code in each.results),
            byes=each.byes,
        )
        for each in world.crosstable.rounds
    )
    return structs.replace(
        world,
        crosstable=structs.replace(world.crosstable, rounds=rounds),
        first_colour=world.first_colour.other,
    )


def with_somebody_absent(world: PairingInput) -> PairingInput:
    """The same tournament with one more entrant at the end, who never comes."""
    more = (*world.crosstable.entrants, entrants(world.crosstable.size + 1)[-1])
    return structs.replace(
        world,
        crosstable=structs.replace(world.crosstable, entrants=more),
        accelerated=world.accelerated and (*world.accelerated, (0,) * world.round),
    )


def wild_tournament(
    seed: int, sizes: tuple[int, int], system: System | None = None
) -> list[PairingInput]:
    """A tournament with all that can go wrong: absences, requested byes, forfeits, late rounds.

    Rounds are played as `system` pairs them, or without one in any way, so that the histories are
    wilder than any system would leave them. Each round is a question.
    """
    chance = Random(seed)
    size, planned = chance.randint(*sizes), chance.randint(1, 9)
    absences, forfeits = chance.choice([0, 0, 0.1, 0.25]), chance.choice([0, 0, 0.1, 0.3])
    draws = chance.choice([0.1, 0.3, 0.7])
    # The top half has a fictitious point for two rounds, and half a one for two more (C.04.7).
    accelerated = ((2, 2, 1, 1, *(0,) * planned),) * (size // 2) + ((0,) * (planned + 4),) * (
        size - size // 2
    )
    if chance.random() < ACCELERATED_NOT:
        accelerated = ()
    played: list[Round] = []
    worlds: list[PairingInput] = []
    for _ in range(planned):
        world = PairingInput(
            crosstable=Crosstable(
                entrants=entrants(size), rounds=tuple(played), rounds_planned=planned
            ),
            present=tuple(seat for seat in range(size) if chance.random() >= absences),
            first_colour=chance.choice(list(Colour)),
            accelerated=tuple(extra[: len(played) + 1] for extra in accelerated),
        )
        worlds.append(world)
        answer = system.answer(world) if system else _anyhow(chance, world)
        if isinstance(answer, NoPairing):
            break
        away = [seat for seat in range(size) if seat not in world.present]
        requested = [(seat, chance.choice([*ByeKind, None])) for seat in away]
        played.append(
            Round(
                boards=answer.boards,
                results=bytes(_any_result(chance, forfeits, draws) for _ in answer.boards),
                byes=answer.byes + tuple((seat, kind) for seat, kind in requested if kind),
            )
        )
    return worlds


def _anyhow(chance: Random, world: PairingInput) -> Pairing:
    """Anybody against anybody, who have not met if it can be helped, with a colour by chance."""
    met = {frozenset(board) for each in world.crosstable.rounds for board in each.boards}
    waiting = list(world.present)
    chance.shuffle(waiting)
    boards: list[tuple[Seat, Seat]] = []
    while len(waiting) > 1:
        one = waiting.pop()
        fresh = [other for other in waiting if frozenset((one, other)) not in met]
        other = chance.choice(fresh or waiting)
        waiting.remove(other)
        boards.append((one, other))
    return Pairing(
        boards=tuple(boards),
        byes=tuple((seat, ByeKind.PAIRING_ALLOCATED) for seat in waiting),
        explanation=Explanation(system="anyhow"),
    )


def _any_result(chance: Random, forfeits: float, draws: float) -> GameResult:
    if chance.random() < forfeits / 4:
        return chance.choice([GameResult.BOTH_FORFEIT, GameResult.BOTH_LOSE, GameResult.OPEN])
    return _result(chance, forfeits, draws)
