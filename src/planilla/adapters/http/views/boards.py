"""The pairings of a round as boards, with what was corrected and what they still need."""

from dataclasses import dataclass

from planilla.adapters.http.views.marks import RESULT_TEXTS
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.crosstable import before_round
from planilla.domain.scoring import scores
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.state import RoundState, RoundStatus
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameResult


@dataclass(frozen=True, kw_only=True)
class BoardSide:
    """One of the two at a board, with the points before the round."""

    entrant: str
    name: str
    number: int
    points: str
    detail: str


@dataclass(frozen=True, kw_only=True)
class BoardRow:
    """A board: who plays, the result, and the struck one where it was corrected."""

    number: int
    game: str
    white: BoardSide
    black: BoardSide
    result: str
    notation: str
    struck: str
    counts: str
    is_open: bool
    version: int


@dataclass(frozen=True, kw_only=True)
class Bye:
    """An entrant without an opponent, and why."""

    side: BoardSide
    kind: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class RoundSheet:
    """A round as a page shows it."""

    number: int
    status: str
    boards: tuple[BoardRow, ...]
    byes: tuple[Bye, ...]
    done: int
    total: int

    @property
    def is_draft(self) -> bool:
        """True if only the staff may see the round."""
        return self.status == RoundStatus.DRAFT


def round_sheet(page: TournamentPage, played: RoundState) -> RoundSheet:
    """The boards of a round in their order."""
    sides = _sides(page, played)
    boards = tuple(_board(played, index, sides) for index in range(len(played.games)))
    return RoundSheet(
        number=played.number,
        status=played.status.value,
        boards=boards,
        byes=tuple(
            Bye(
                side=sides[bye.entrant],
                kind=bye.kind.value,
                reason=page.say(f"page.bye.{bye.kind.value}"),
            )
            for bye in played.byes
        ),
        done=sum(not board.is_open for board in boards),
        total=len(boards),
    )


def _sides(page: TournamentPage, played: RoundState) -> dict[EntrantId, BoardSide]:
    points = scores(before_round(for_standings(page.state), played.number))
    there = [entrant for board in played.boards for entrant in board]
    there += [bye.entrant for bye in played.byes]
    return {entrant: _side(page, entrant, points[page.seats[entrant]]) for entrant in there}


def _side(page: TournamentPage, entrant: EntrantId, points: int) -> BoardSide:
    known = page.state.entrants[entrant]
    detail = " · ".join(part for part in (known.title, str(known.rating or "")) if part)
    return BoardSide(
        entrant=entrant,
        name=page.name(entrant),
        number=page.number(entrant),
        points=page.points(points),
        detail=detail,
    )


def _board(played: RoundState, index: int, sides: dict[EntrantId, BoardSide]) -> BoardRow:
    white, black = played.boards[index]
    result = played.result_said(index)
    recorded, counts = GameResult(played.recorded[index]), GameResult(played.results[index])
    return BoardRow(
        number=index + 1,
        game=played.games[index],
        white=sides[white],
        black=sides[black],
        result=RESULT_TEXTS[result],
        notation=RESULT_NOTATION[result],
        struck=RESULT_TEXTS[recorded] if recorded not in {result, GameResult.OPEN} else "",
        counts=RESULT_TEXTS[counts] if counts is not result else "",
        is_open=result is GameResult.OPEN,
        version=played.version_of(index),
    )
