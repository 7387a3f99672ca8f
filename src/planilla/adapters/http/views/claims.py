"""Claims: the page of a player at a board, and what needs the arbiter."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.board_codes import Seat
from planilla.domain.tournament.claims import CLAIMABLE, claim_of
from planilla.domain.tournament.state import RoundStatus
from planilla.domain.tournament.values import SideClaim
from planilla.domain.vocabulary import RESULT_NOTATION, Colour, EntrantId, GameId, GameResult


class SeatStanding(StrEnum):
    """The standing of a game that its players report."""

    OPEN = "open"
    """Neither side has said anything."""
    SAID = "said"
    """This side has, the other one has not."""
    ASKED = "asked"
    """The other side has, this one has not."""
    DIFFERENT = "different"
    RECORDED = "recorded"


@dataclass(frozen=True, kw_only=True)
class SeatShown:
    """A game as one of its players sees it; results are in the notation, "" without one.

    What the other side said is shown once this side has said something, so that both say it
    by themselves.
    """

    game: str
    where: str
    white: str
    black: str
    standing: SeatStanding
    own: str
    other: str
    recorded: str


def seat_shown(page: TournamentPage, seat: Seat) -> SeatShown | None:
    """Return the game of a code; None if it is not paired, or its round not published."""
    found = page.state.find(seat.game)
    if found is None or not found[0].is_published:
        return None
    played, board = found
    result = played.reported_result(board)
    own, other = (_said(page, seat.game, side) for side in (seat.side, seat.side.other))
    white, black = map(page.name, played.boards[board])
    is_recorded = result is not GameResult.OPEN
    return SeatShown(
        game=seat.game,
        where=page.game_name(seat.game),
        white=white,
        black=black,
        standing=SeatStanding.RECORDED if is_recorded else _standing(own, other),
        own=own,
        other=other if own else "",
        recorded=RESULT_NOTATION[result] if is_recorded else "",
    )


def _said(page: TournamentPage, game: GameId, side: Colour) -> str:
    claim = claim_of(page.state, game, side)
    return "" if claim is None else claim.result


def _standing(own: str, other: str) -> SeatStanding:
    if own and other:
        return SeatStanding.DIFFERENT
    if own:
        return SeatStanding.SAID
    return SeatStanding.ASKED if other else SeatStanding.OPEN


@dataclass(frozen=True, kw_only=True)
class ClaimedGame:
    """A game without a result about which one side has reported, or both with different results.

    `claims` are the reports, the oldest first; `results` what the arbiter may record of them.
    """

    game: str
    board: str
    white: str
    black: str
    players: tuple[EntrantId, EntrantId]
    claims: tuple[SideClaim, ...]
    results: tuple[str, ...]

    @property
    def is_conflict(self) -> bool:
        """True if both sides said something, which is then different."""
        return len(self.claims) == len(Colour)


def claimed_games(page: TournamentPage) -> tuple[ClaimedGame, ...]:
    """Return the games with standing claims: conflicts first, then by the oldest claim."""
    found = sorted(_claimed(page), key=lambda each: (not each.is_conflict, each.claims[0].version))
    return tuple(found)


def _claimed(page: TournamentPage) -> Iterator[ClaimedGame]:
    for game, claims in page.state.claims.items():
        found = page.state.find(game)
        if found is None or found[0].status is RoundStatus.CLOSED or found[0].version_of(found[1]):
            continue  # paired anew, closed, or ruled on meanwhile
        played, board = found
        said = {each.result for each in claims}
        white, black = players = played.boards[board]
        yield ClaimedGame(
            game=game,
            board=page.board_name(played, board),
            white=page.name(white),
            black=page.name(black),
            players=players,
            claims=tuple(sorted(claims, key=lambda each: each.version)),
            results=tuple(each for each in CLAIMABLE if each in said),
        )
