"""Crosstables in a few words, and crosstables by chance for properties."""

from hypothesis import strategies as st
from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable, Entrant, Round, Seat
from planilla.domain.vocabulary import RESULT_OF_NOTATION, ByeKind, EntrantId, GameResult

PLAYED_RESULTS = (GameResult.WHITE_WINS, GameResult.DRAW, GameResult.BLACK_WINS)


def crosstable(size: int, *rounds: str, point_system: str = "1-½-0") -> Crosstable:
    """`crosstable(5, "1 2 1-0, 3 4 +/-, 5 U")`: pairing numbers, results, letters of byes."""
    return Crosstable(
        entrants=entrants(size),
        rounds=tuple(round_of(text) for text in rounds),
        rounds_planned=len(rounds),
        point_system=point_system,
    )


def entrants(size: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(id=EntrantId(f"e{number}")) for number in range(1, size + 1))


def round_of(text: str) -> Round:
    items = [item.split() for item in text.split(",") if item.strip()]
    games = [(int(white), int(black), result) for white, black, result in _of_length(items, 3)]
    return Round(
        boards=tuple((white - 1, black - 1) for white, black, _ in games),
        results=bytes(RESULT_OF_NOTATION[result] for _, _, result in games),
        byes=tuple((int(number) - 1, ByeKind(kind)) for number, kind in _of_length(items, 2)),
    )


def _of_length(items: list[list[str]], length: int) -> list[list[str]]:
    return [item for item in items if len(item) == length]


@st.composite
def rounds(
    draw: st.DrawFn, size: int, results: tuple[GameResult, ...], *, may_be_away: bool
) -> Round:
    """Anybody against anybody; with `may_be_away` some have a bye or are absent."""
    seats: list[Seat] = draw(st.permutations(range(size)))
    boards_at_most = size // 2
    count = draw(st.integers(0, boards_at_most)) if may_be_away else boards_at_most
    away = seats[2 * count :] if may_be_away else []
    kinds = [draw(st.sampled_from([*ByeKind, None])) for _ in away]
    return Round(
        boards=tuple((seats[2 * i], seats[2 * i + 1]) for i in range(count)),
        results=bytes(draw(st.sampled_from(results)) for _ in range(count)),
        byes=tuple(
            (seat, kind) for seat, kind in zip(away, kinds, strict=True) if kind is not None
        ),
    )


@st.composite
def crosstables(
    draw: st.DrawFn, results: tuple[GameResult, ...] = tuple(GameResult), *, all_play: bool = False
) -> Crosstable:
    """Small tournaments with everything that can happen; with `all_play` an even field."""
    size = 2 * draw(st.integers(1, 5)) if all_play else draw(st.integers(0, 9))
    number_of_rounds = draw(st.integers(0, 5))
    return Crosstable(
        entrants=entrants(size),
        rounds=tuple(
            draw(rounds(size, results, may_be_away=not all_play)) for _ in range(number_of_rounds)
        ),
        rounds_planned=number_of_rounds,
        point_system=draw(st.sampled_from(["1-½-0", "3-1-0"])),
    )


def relabelled(table: Crosstable, new_seats: list[Seat]) -> Crosstable:
    """The same tournament with other pairing numbers: `new_seats` by old seat."""
    old_of_new = sorted(range(table.size), key=lambda old: new_seats[old])
    return replace(
        table,
        entrants=tuple(table.entrants[old] for old in old_of_new),
        rounds=tuple(
            Round(
                boards=tuple((new_seats[white], new_seats[black]) for white, black in each.boards),
                results=each.results,
                byes=tuple((new_seats[seat], kind) for seat, kind in each.byes),
            )
            for each in table.rounds
        ),
        lots=tuple(table.lots[old] for old in old_of_new) if table.lots else (),
    )
