"""The matches of teams as the boards of a crosstable, with both scores: what pairs teams reads it.

A match without its result counts as drawn until it has one, in match points and game points.
"""

from itertools import accumulate
from typing import NamedTuple

from planilla.domain.crosstable import Crosstable, PointSystem, Round
from planilla.domain.teams import (
    MATCH,
    MatchPoints,
    TeamCrosstable,
    TeamRound,
    result_of_match,
    scored_in,
    worth_of_bye,
)
from planilla.domain.vocabulary import RESULTS, GameResult

Totals = tuple[tuple[int, ...], ...]
"""A score of each team before every round and after the last, by seat."""


class TeamMatches(NamedTuple):
    """A crosstable of matches, the totals of the primary score, and the secondary score now."""

    crosstable: Crosstable
    totals: Totals
    secondary: tuple[int, ...]


def matches_of(table: TeamCrosstable) -> TeamMatches:
    """Return the matches of a team tournament for pairing."""
    points = points_of_matches(table.match_points)
    rounds = tuple(_round(table, played) for played in table.rounds)
    each = [
        _gained(table, played, now, points)
        for played, now in zip(table.rounds, rounds, strict=True)
    ]
    match, game = (_totals(table, [gained[at] for gained in each]) for at in (0, 1))
    primary, secondary = (match, game) if table.primary == MATCH else (game, match)
    return TeamMatches(
        crosstable=Crosstable(
            entrants=table.teams,
            rounds=rounds,
            rounds_planned=table.rounds_planned,
            points=points,
            lots=table.lots,
        ),
        totals=primary,
        secondary=tuple(own[-1] for own in secondary),
    )


def points_of_matches(worth: MatchPoints) -> PointSystem:
    """Return the point system of matches."""
    return PointSystem(
        name="matches",
        unit=worth.unit,
        win=worth.win,
        draw=worth.draw,
        loss=worth.loss,
        forfeit_win=worth.win,
        forfeit_loss=worth.loss,
        pairing_bye=worth.draw if worth.pairing_bye is None else worth.pairing_bye,
        full_bye=worth.win,
        half_bye=worth.draw,
        zero_bye=0,
    )


def _round(table: TeamCrosstable, played: TeamRound) -> Round:
    return Round(
        boards=tuple((match.first, match.second) for match in played.matches),
        results=bytes(
            result_of_match(match, _games_of(table, played, at))
            for at, match in enumerate(played.matches)
        ),
        byes=played.byes,
    )


def _games_of(table: TeamCrosstable, played: TeamRound, at: int) -> tuple[int, int]:
    scored = scored_in(played.matches[at], table.boards, table.game_points)
    return sum(scored.first), sum(scored.second)


def _gained(
    table: TeamCrosstable, played: TeamRound, now: Round, points: PointSystem
) -> tuple[list[int], list[int]]:
    """Return the match points and the game points of one round, by seat."""
    absent = worth_of_bye(table, None)
    match, game = ([worth] * len(table.teams) for worth in absent)
    level = table.boards * table.game_points.draw
    for at, (first, second) in enumerate(now.boards):
        result = RESULTS[now.results[at]]
        if result is GameResult.OPEN:
            match[first] = match[second] = points.draw
            game[first] = game[second] = level
        else:
            match[first], match[second] = points.by_result[result]
            game[first], game[second] = _games_of(table, played, at)
    for seat, kind in played.byes:
        match[seat], game[seat] = worth_of_bye(table, kind)
    return match, game


def _totals(table: TeamCrosstable, columns: list[list[int]]) -> Totals:
    return tuple(
        tuple(accumulate((column[seat] for column in columns), initial=0))
        for seat in range(len(table.teams))
    )
