"""The matches of a bracket as they stand: one row for each, by its number in the bracket."""

from collections.abc import Mapping
from typing import NamedTuple

from planilla.domain.pairing.knockout.progress import MatchProgress
from planilla.domain.tournament.brackets import progress_of
from planilla.domain.tournament.matches import MatchScore, match_scores
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId, GameRef


class BracketRow(NamedTuple):
    """A match of a bracket: its status, its sides in the order of the tree, and their points.

    A side is None while it is unknown and for nobody; points are None before the first result.
    `winner` is the index of the side that advanced. `invalid` marks a recorded outcome that no
    longer holds. `match` is the key of the match in the view `matches`, once it is published.
    """

    status: str
    first: EntrantId | None
    second: EntrantId | None
    first_points: int | None
    second_points: int | None
    winner: int | None
    invalid: bool
    match: str | None


def rows(state: Tournament) -> Mapping[str, BracketRow]:
    """Return all matches of the bracket; none without one, or before it is drawn."""
    now = progress_of(state)
    if now is None:
        return {}
    scores = {
        number: score
        for played in state.rounds
        if played.is_published
        for number, score in zip(played.bracket_matches, match_scores(state, played), strict=True)
    }
    return {
        str(number): _row(state, each, scores.get(number), is_invalid=number in now.invalid)
        for number, each in enumerate(now.matches, start=1)
    }


def _row(
    state: Tournament, now: MatchProgress, score: MatchScore | None, *, is_invalid: bool
) -> BracketRow:
    first, second = (state.order[number - 1] if number else None for number in now.sides)
    points: dict[EntrantId, int] = {}
    key = None
    if score is not None:
        key = GameRef(stage=state.stage, round=score.round, match=score.number).written
        if score.open < len(score.games):
            points = dict(zip(score.sides, score.points, strict=True))
    return BracketRow(
        status=now.status.value,
        first=first,
        second=second,
        first_points=None if first is None else points.get(first),
        second_points=None if second is None else points.get(second),
        winner=now.sides.index(now.winner) if now.winner else None,
        invalid=is_invalid,
        match=key,
    )
