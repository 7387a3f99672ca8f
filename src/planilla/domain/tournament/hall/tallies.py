"""What a member has won, drawn and lost: counted with each result, mended with each correction."""

from msgspec.structs import replace

from planilla.domain.tournament.hall.state import Member
from planilla.domain.vocabulary import EntrantId, GameResult


def finished(member: Member, result: GameResult, opponent: EntrantId) -> Member:
    """With one more game, its `result` seen from this member as White."""
    wins, draws, losses = _COUNTS[result]
    return replace(
        member,
        wins=member.wins + wins,
        draws=member.draws + draws,
        losses=member.losses + losses,
        streak=member.streak + 1 if wins else 0,
        opponent=opponent,
    )


def corrected(member: Member, was: GameResult, result: GameResult) -> Member:
    """With a game that ended otherwise; who sat where, and so the wins running, stay as they are.

    Both results are seen from this member as White.
    """
    counted = zip(_COUNTS[result], _COUNTS[was], strict=True)
    wins, draws, losses = (now - then for now, then in counted)
    return replace(
        member,
        wins=member.wins + wins,
        draws=member.draws + draws,
        losses=member.losses + losses,
    )


def taken_back(
    member: Member, result: GameResult, streak: int, opponent: EntrantId | None
) -> Member:
    """Without a game, its `result` seen from this member as White; the rest as before it."""
    counted = corrected(member, result, GameResult.OPEN)
    return replace(counted, streak=streak, opponent=opponent)


_COUNTS = {
    GameResult.OPEN: (0, 0, 0),
    GameResult.WHITE_WINS: (1, 0, 0),
    GameResult.DRAW: (0, 1, 0),
    GameResult.BLACK_WINS: (0, 0, 1),
}
"""Wins, draws and losses of White by one game."""
