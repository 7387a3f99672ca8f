"""Team tournaments as a reader would write them: matches and byes, by the numbers of the teams."""

from typing import Any

from hypothesis import strategies as st

from planilla.domain.crosstable import Entrant
from planilla.domain.teams import Board, Match, TeamCrosstable, TeamRound
from planilla.domain.vocabulary import RESULT_OF_NOTATION, ByeKind, EntrantId, GameResult

_OF_SIGN = {
    "1": GameResult.WHITE_WINS,
    "=": GameResult.DRAW,
    "0": GameResult.BLACK_WINS,
    "+": GameResult.WHITE_WINS_BY_FORFEIT,
    "~": GameResult.BLACK_WINS_BY_FORFEIT,
    "x": GameResult.BOTH_FORFEIT,
    "*": GameResult.OPEN,
}
"""What a board says, seen from the first team."""


def team_table(size: int, *rounds: str, boards: int = 4, **settings: Any) -> TeamCrosstable:
    """Teams 1 … `size`, without strength unless `strengths` are given, and their rounds.

    A round is a list such as `1 8 11=0, 9 2 1-3, 6 1 -/+, 12 U`: a match as its boards from the
    top, seen from the first team, which has White at the odd ones; or as its game points, of which
    the first team won the top boards; or forfeited as a whole; or a bye (`U`, `F`, `H`, `Z`).
    """
    strengths = settings.pop("strengths", (0,) * size)
    return TeamCrosstable(
        teams=tuple(
            Entrant(id=EntrantId(str(number)), rating=strength)
            for number, strength in enumerate(strengths, start=1)
        ),
        boards=boards,
        rounds=tuple(_round(text, boards) for text in rounds),
        **settings,
    )


def _round(text: str, boards: int) -> TeamRound:
    parts = [part.split() for part in text.split(",") if part.strip()]
    return TeamRound(
        matches=tuple(
            _match(int(first) - 1, int(second) - 1, said, boards)
            for first, second, said in (part for part in parts if len(part) == 3)
        ),
        byes=tuple((int(part[0]) - 1, ByeKind(part[1])) for part in parts if len(part) == 2),
    )


def _match(first: int, second: int, said: str, boards: int) -> Match:
    if "/" in said:
        return Match(first=first, second=second, result=RESULT_OF_NOTATION[said])
    points, is_total, _ = said.partition("-")
    signs = _signs(points, boards) if is_total else said
    return Match(
        first=first,
        second=second,
        boards=tuple(
            _board(_OF_SIGN[sign], first_has_white=at % 2 == 0) for at, sign in enumerate(signs)
        ),
    )


def _signs(points: str, boards: int) -> str:
    """Boards that come to so many game points for the first team."""
    signs = "1" * int(points.removesuffix("½") or "0") + "=" * points.endswith("½")
    return signs + "0" * (boards - len(signs))


def _board(seen: GameResult, *, first_has_white: bool) -> Board:
    return Board(seen if first_has_white else seen.reversed, first_has_white)


@st.composite
def team_tables(draw: st.DrawFn) -> TeamCrosstable:
    """Small tournaments of teams with everything that can happen."""
    size, boards = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    rounds = [_any_round(draw, size, boards) for _ in range(draw(st.integers(0, 4)))]
    return team_table(
        size,
        *rounds,
        boards=boards,
        rounds_planned=draw(st.integers(0, 5)),
        primary=draw(st.sampled_from(["MP", "GP"])),
        predetermined=draw(st.booleans()),
    )


def _any_round(draw: st.DrawFn, size: int, boards: int) -> str:
    numbers = draw(st.permutations(range(1, size + 1)))
    matches = draw(st.integers(0, size // 2))
    said = [
        f"{numbers[2 * at]} {numbers[2 * at + 1]} {_any_match(draw, boards)}"
        for at in range(matches)
    ]
    byes = draw(st.lists(st.sampled_from("UFHZ"), max_size=size - 2 * matches))
    said += [f"{number} {bye}" for number, bye in zip(numbers[2 * matches :], byes, strict=False)]
    return ", ".join(said)


def _any_match(draw: st.DrawFn, boards: int) -> str:
    if draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from(["+/-", "-/+", "-/-"]))
    return draw(st.text("11==00+~x*", min_size=boards, max_size=boards))
