"""Matches of a bracket as they are drawn: names, scores, and the addresses of their cards."""

from collections.abc import Collection

from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.pairing.knockout.progress import MatchStatus
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.drawings.bracket import DrawnMatch, DrawnSide
from planilla.projections.bracket import BracketRow, rows


def drawn_matches(page: TournamentPage, followed: Collection[str] = ()) -> tuple[DrawnMatch, ...]:
    """Return the matches as they stand, in the order of their numbers."""
    numbers = {entrant: number for number, entrant in enumerate(page.state.order, start=1)}

    def side(entrant: EntrantId | None, points: int | None) -> DrawnSide | None:
        if entrant is None:
            return None
        return DrawnSide(
            name=page.name(entrant),
            number=str(numbers[entrant]),
            score="" if points is None else page.points(points),
            key=entrant,
            is_followed=entrant in followed,
        )

    def match(row: BracketRow) -> DrawnMatch:
        return DrawnMatch(
            status=MatchStatus(row.status),
            sides=(side(row.first, row.first_points), side(row.second, row.second_points)),
            winner=row.winner,
            is_invalid=row.invalid,
            href="" if row.match is None else f"/t/{page.id}/matches/{row.match}",
        )

    return tuple(match(row) for row in rows(page.state).values())
