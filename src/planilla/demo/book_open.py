"""The open of the book: the sample tournament, its next act, and its comparison with the book."""

from collections.abc import AsyncGenerator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from planilla.application.ports import CommandBus, Log
from planilla.demo.acting import DemoAct, DemoStep, played
from planilla.domain.pairing.floats import LETTERS, float_marks, floats_by_round
from planilla.domain.tournament.crosstables import for_pairing
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.vocabulary import ByeKind, EntrantId

OPEN = Path(__file__).parent / "data" / "open.json"
"""The open as input."""

TOURNAMENT = "muestra"
"""The id of the sample tournament."""

ACTOR = "demo"
"""The actor of its acts."""

STRIDE = 7
"""The step to the open game that ends next: results come from all over the hall."""


class DemoPlayer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An invented player; `results` has one sign a round: `1 ½ 0 + -`, or `·` without a game."""

    name: str
    rating: int
    title: str
    federation: str
    results: str


class DemoWithdrawal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The player who withdraws, by number, once their forfeit of `during_round` is recorded."""

    player: int
    during_round: int
    reason: str


class DemoCorrection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A result of `round` that is corrected after `after_results` results of a later round.

    It is ruled to count as `points` and `rating` say, and never for pairing.
    """

    round: int
    white: int
    black: int
    result: str
    during_round: int
    after_results: int
    points: bool
    rating: bool
    reason: str


class DemoOpen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole open as input: its players by number, and the events apart from the games.

    `regulations` and `prose` are those that it announces, without name and what it is played by.
    """

    name: str
    system: str
    rounds: int
    first_colour: str
    players: tuple[DemoPlayer, ...]
    withdrawal: DemoWithdrawal
    correction: DemoCorrection
    regulations: dict[str, Any] = {}
    prose: dict[str, str] = {}


class NoResult(Exception):
    """The open has no result for this game: it was paired as the book never paired it."""

    def __init__(self, number: int, white: int, black: int) -> None:
        self.round = number
        self.white = white
        self.black = black
        super().__init__(f"round {number}: {white}-{black}")


def open_of_the_book() -> DemoOpen:
    """Return the open as it comes with Planilla."""
    return msgspec.json.decode(OPEN.read_bytes(), type=DemoOpen)


def entrant_of(player: int) -> EntrantId:
    """Return the entrant id of a player of the sample, by number."""
    return EntrantId(f"m{player:02}")


def player_of(entrant: EntrantId) -> int:
    """Return the number of a player of the sample."""
    return int(entrant[1:])


def play(
    opened: DemoOpen, *, bus: CommandBus, log: Log, tournament: str = TOURNAMENT
) -> AsyncGenerator[DemoStep, None]:
    """Play on from where the log stands, one act each time the next step is asked for.

    It ends after the last act, and after an act that was refused for another reason than that
    somebody else was faster.

    Raises:
        NoResult: a round was paired as the book never paired it.
    """
    return played(partial(next_act, opened), bus=bus, log=log, tournament=tournament, by=ACTOR)


def next_act(opened: DemoOpen, state: Tournament) -> DemoAct | None:
    """Return the next act; None when the last round is on the boards, or the tournament is over.

    Raises:
        NoResult: a round was paired as the book never paired it.
    """
    if not state.exists:
        return _creation(opened)
    if state.finished:
        return None
    if not state.rounds:
        return _next_entry(opened, state) or DemoAct(name="pair-round", body={"round": 1})
    last = state.rounds[-1]
    if not last.is_published:
        return DemoAct(name="publish-pairings", body={"round": last.number})
    incident = _withdrawal(opened, state, last) or _correction(opened, state, last)
    return incident or _next_of_round(opened, last)


def _creation(opened: DemoOpen) -> DemoAct:
    play = {
        "system": opened.system,
        "rounds": opened.rounds,
        "first_colour": opened.first_colour,
    }
    regulations = {**opened.regulations, "name": opened.name, "play": play}
    body = {"regulations": regulations, "prose": opened.prose}
    return DemoAct(name="announce-regulations", body=body)


def _next_entry(opened: DemoOpen, state: Tournament) -> DemoAct | None:
    for number, player in enumerate(opened.players, start=1):
        if entrant_of(number) not in state.entrants:
            entry = {
                "id": entrant_of(number),
                "person": {"name": player.name},
                "rating": player.rating,
                "title": player.title,
                "federation": player.federation,
            }
            return DemoAct(name="enter-entrants", body={"entrants": [entry]})
    return None


def _withdrawal(opened: DemoOpen, state: Tournament, last: RoundState) -> DemoAct | None:
    wanted = opened.withdrawal
    leaving = entrant_of(wanted.player)
    if last.number != wanted.during_round or state.entrants[leaving].out_from is not None:
        return None
    board = next((place for place, pair in enumerate(last.boards) if leaving in pair), None)
    if board is None or not last.results[board]:
        return None
    return DemoAct(name="withdraw-entrant", body={"entrant": leaving, "reason": wanted.reason})


def _correction(opened: DemoOpen, state: Tournament, last: RoundState) -> DemoAct | None:
    wanted = opened.correction
    finished = len(last.games) - len(last.open_games)
    if last.number != wanted.during_round or finished < wanted.after_results:
        return None
    played = state.rounds[wanted.round - 1]
    pair = (entrant_of(wanted.white), entrant_of(wanted.black))
    if played.rulings or pair not in played.boards:
        return None
    board = played.boards.index(pair)
    body = {
        "game": played.games[board],
        "result": wanted.result,
        "corrects": played.version_of(board),
        "effect": {"points": wanted.points, "pairing_from": None, "rating": wanted.rating},
        "reason": wanted.reason,
    }
    return DemoAct(name="correct-result", body=body)


def _next_of_round(opened: DemoOpen, last: RoundState) -> DemoAct | None:
    if last.number == opened.rounds:
        return None
    if not last.open_games:
        return DemoAct(name="pair-round", body={"round": last.number + 1})
    waiting = last.open_games
    game = waiting[len(waiting) * STRIDE % len(last.games) % len(waiting)]
    board = last.games.index(game)
    result = result_of(opened, last.number, *last.boards[board])
    return DemoAct(name="record-result", body={"game": game, "result": result})


def result_of(opened: DemoOpen, number: int, white: EntrantId, black: EntrantId) -> str:
    """Return the result of a game of round `number`, in the notation of results.

    Raises:
        NoResult: the signs of the two in this round do not make one game.
    """
    signs = tuple(
        opened.players[player_of(entrant) - 1].results[number - 1] for entrant in (white, black)
    )
    result = _RESULTS.get(signs)
    if result is None:
        raise NoResult(number, player_of(white), player_of(black))
    return result


_RESULTS: dict[tuple[str, ...], str] = {
    ("1", "0"): "1-0",
    ("½", "½"): "½-½",
    ("0", "1"): "0-1",
    ("+", "-"): "+/-",
    ("-", "+"): "-/+",
}


GOLDEN = OPEN.with_name("golden.json")
"""The rounds of the book. They are read for the comparison alone, after everything was played."""


class GoldenRound(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round as the book has it: (White, Black) in board order, by number.

    `floats` are those of the round (`D`, `A`), `marks` those printed before it (`dD`); players
    without one are left out.
    """

    round: int
    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    absent: tuple[int, ...]
    floats: dict[int, str]
    marks: dict[int, str]


class GoldenBook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All rounds of the book."""

    rounds: tuple[GoldenRound, ...]


class BookDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A difference from the book; `code` and `fields` make the sentence."""

    code: str
    fields: dict[str, Any]


class RoundCheck(msgspec.Struct, frozen=True, kw_only=True):
    """A round of the book compared: the number of `pairs`, and every difference."""

    round: int
    pairs: int
    differences: tuple[BookDifference, ...]


def compare(golden: GoldenBook, state: Tournament) -> tuple[RoundCheck, ...]:
    """Compare every round of the book with the round of the tournament, in order."""
    return tuple(
        RoundCheck(
            round=book.round,
            pairs=len(book.pairs),
            differences=tuple(_differences(book, state)),
        )
        for book in golden.rounds
    )


def _differences(book: GoldenRound, state: Tournament) -> Iterator[BookDifference]:
    played = state.round(book.round)
    if played is None or not played.is_published:
        yield BookDifference(code="missing", fields={})
        return
    yield from _boards(book, played)
    yield from _unpaired(book, played, state)
    yield from _floats(book, state)


def _boards(book: GoldenRound, played: RoundState) -> Iterator[BookDifference]:
    pairs = [(player_of(white), player_of(black)) for white, black in played.boards]
    if len(pairs) != len(book.pairs):
        yield _other("boards", len(book.pairs), len(pairs))
    for board, (expected, actual) in enumerate(zip(book.pairs, pairs, strict=False), start=1):
        if expected == actual:
            continue
        code = "colour" if expected == actual[::-1] else "pair"
        yield _other(code, _written(expected), _written(actual), board=board)


def _unpaired(book: GoldenRound, played: RoundState, state: Tournament) -> Iterator[BookDifference]:
    allocated = [
        player_of(bye.entrant) for bye in played.byes if bye.kind is ByeKind.PAIRING_ALLOCATED
    ]
    if allocated != ([] if book.bye is None else [book.bye]):
        yield _other("bye", book.bye or "—", allocated or "—")
    there = {entrant for pair in played.boards for entrant in pair}
    there |= {bye.entrant for bye in played.byes}
    absent = tuple(sorted(player_of(entrant) for entrant in state.entrants if entrant not in there))
    if absent != book.absent:
        yield _other("absent", book.absent, absent)


def _floats(book: GoldenRound, state: Tournament) -> Iterator[BookDifference]:
    before, after = for_pairing(state, book.round), for_pairing(state, book.round + 1)
    marks = float_marks(before)
    floats = floats_by_round(after)
    for seat, entrant in enumerate(state.order):
        player = player_of(entrant)
        floated = LETTERS[floats[seat][book.round - 1]]
        if floated != book.floats.get(player, ""):
            yield _other("float", book.floats.get(player, ""), floated, player=player)
        if marks[seat] != book.marks.get(player, ""):
            yield _other("mark", book.marks.get(player, ""), marks[seat], player=player)


def _other(code: str, expected: Any, actual: Any, **place: int) -> BookDifference:
    return BookDifference(code=code, fields={"expected": expected, "actual": actual, **place})


def _written(pair: tuple[int, int]) -> str:
    return f"{pair[0]}-{pair[1]}"
