"""News of followed entrants: boards, byes and results that a public state has and an earlier lacks.

Of rounds that were published in between only the last one has news, so that an import says little.
"""

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from planilla.domain.tournament.matches import MatchScore, match_scores
from planilla.domain.tournament.state import INITIAL, RoundState, Sides, Tournament, focused
from planilla.domain.vocabulary import EntrantId, GameId, GameResult


class NewsKind(StrEnum):
    """The kinds of news."""

    PAIRED = "paired"
    BYE = "bye"
    RESULT = "result"


class FollowedNews(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of news of an entrant in a round of a stage.

    `board` is the index of their board; None for a bye, and for a match of several games.
    """

    entrant: EntrantId
    stage: int
    round: int
    kind: NewsKind
    board: int | None = None


def followed_news(
    before: Tournament, after: Tournament, followed: frozenset[EntrantId]
) -> tuple[FollowedNews, ...]:
    """Return the news of the followed, by stage, round and board; none of a hidden tournament.

    A game that is published with its result, and a result that was changed, are news of a result; a
    result that was taken back is none. Each entrant has one piece of news of each round.
    """
    if after.hidden:
        return ()
    return tuple(
        each
        for stage in range(1, after.stages + 1)
        for each in _news_in(
            focused(before, stage) if stage <= before.stages else INITIAL,
            focused(after, stage),
            followed,
        )
    )


def _news_in(
    before: Tournament, after: Tournament, followed: frozenset[EntrantId]
) -> Iterator[FollowedNews]:
    """Yield the news of one stage."""
    for played in after.rounds:
        was = before.round(played.number)
        if not played.is_published or played is was:
            continue
        if was is None or not was.is_published:
            if played.number < after.last_published:
                continue
            was = None
        found = (
            *_of_matches(before, was, after, played),
            *_of_games(was, played, after.stage),
            *_of_byes(was, played, after.stage),
        )
        yield from (each for each in found if each.entrant in followed)


def _of_games(was: RoundState | None, played: RoundState, stage: int) -> Iterator[FollowedNews]:
    """Yield the news of the games of a round that are no part of a match of the same players."""
    known = {} if was is None else _results_of(was)
    sides = {entrant for match in played.sides for entrant in match}
    for board, game in enumerate(played.games):
        result = played.reported_result(board)
        if result is known.get(game) or (result is GameResult.OPEN and game in known):
            continue
        for entrant in played.boards[board]:
            if entrant not in sides:
                yield FollowedNews(
                    entrant=entrant,
                    stage=stage,
                    round=played.number,
                    kind=NewsKind.PAIRED if result is GameResult.OPEN else NewsKind.RESULT,
                    board=board,
                )


def _results_of(played: RoundState) -> dict[GameId, GameResult]:
    return {game: played.reported_result(board) for board, game in enumerate(played.games)}


def _of_matches(
    before: Tournament, was: RoundState | None, after: Tournament, played: RoundState
) -> Iterator[FollowedNews]:
    """Yield the news of the matches of a round: their pairing, and their end."""
    if not played.sides:
        return
    known: dict[Sides, MatchScore] = {}
    if was is not None:
        known = {each.sides: each for each in match_scores(before, was)}
    for score in match_scores(after, played):
        old = known.get(score.sides)
        is_open = score.result is GameResult.OPEN
        if old is not None and (
            is_open or (old.result, old.points) == (score.result, score.points)
        ):
            continue
        kind = NewsKind.PAIRED if is_open else NewsKind.RESULT
        for entrant in score.sides:
            yield FollowedNews(entrant=entrant, stage=after.stage, round=played.number, kind=kind)


def _of_byes(was: RoundState | None, played: RoundState, stage: int) -> Iterator[FollowedNews]:
    known = frozenset() if was is None else frozenset(bye.entrant for bye in was.byes)
    for bye in played.byes:
        if bye.entrant not in known:
            yield FollowedNews(
                entrant=bye.entrant, stage=stage, round=played.number, kind=NewsKind.BYE
            )
