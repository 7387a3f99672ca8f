"""The sample tournament beside the book: every pair, colour, float, mark, bye and board."""

from collections.abc import Iterator
from typing import Any

import msgspec

from planilla.demo.book_open import OPEN, player_of
from planilla.domain.pairing.floats import LETTERS, float_marks, floats_by_round
from planilla.domain.tournament.crosstables import for_pairing
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.vocabulary import ByeKind

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
