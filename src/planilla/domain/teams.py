"""Teams and their matches as one value: the crosstable of a team tournament.

Teams are addressed by their seat, as entrants are in `crosstable`. A match is one game a board. It
brings match points by its result, and game points: what its games are worth, summed up.

Source: FIDE C.07 (1 March 2026), 11.1; C.04.6, 1.4 (what a bye is worth); TRF26, 310 to 362.
"""

from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Entrant, PointSystem, Round, Seat
from planilla.domain.scoring import STANDARD
from planilla.domain.vocabulary import FORFEITS, ByeKind, GameResult

MATCH, GAME = "MP", "GP"
"""The two scores of a team: match points and game points."""


class MatchPoints(msgspec.Struct, frozen=True, kw_only=True):
    """Values of match results, in units of one `unit`-th of a match point.

    A pairing-allocated bye is worth `pairing_bye` match points, and `bye_games` game points in
    units of the point system; None stands for those of a drawn match.
    """

    unit: int = 1
    win: int = 2
    draw: int = 1
    loss: int = 0
    pairing_bye: int | None = None
    bye_games: int | None = None


class Board(NamedTuple):
    """The game at one board of a match: its result, and whether the first team had White."""

    result: GameResult
    first_has_white: bool


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """Two teams, and their games from the first board on.

    `first` is the team with White on board 1. A match that was forfeited as a whole has a `result`
    from the side of the first team; its games then are those that anybody came to, or none.
    """

    first: Seat
    second: Seat
    boards: tuple[Board, ...] = ()
    result: GameResult | None = None

    @property
    def is_open(self) -> bool:
        """Return whether results are missing."""
        if self.result is not None:
            return False
        return not self.boards or any(each.result is GameResult.OPEN for each in self.boards)

    @property
    def is_played(self) -> bool:
        """Return whether a game of the match was played over the board."""
        return self.result is None and any(each.result.is_played for each in self.boards)


class TeamRound(msgspec.Struct, frozen=True, kw_only=True):
    """One round. Who is in no match and in no bye was absent."""

    matches: tuple[Match, ...] = ()
    byes: tuple[tuple[Seat, ByeKind], ...] = ()


class TeamCrosstable(msgspec.Struct, frozen=True, kw_only=True):
    """Teams by number, and their rounds in order.

    `boards` is how many play in each match, `primary` the score that decides (`MP` or `GP`). The
    rating of a team is its strength, 0 where nobody gave one. `predetermined` and `lots` are those
    of a crosstable of individuals.
    """

    teams: tuple[Entrant, ...]
    boards: int
    rounds: tuple[TeamRound, ...] = ()
    rounds_planned: int = 0
    match_points: MatchPoints = MatchPoints()
    game_points: PointSystem = STANDARD
    primary: str = MATCH
    predetermined: bool = False
    lots: tuple[int, ...] = ()


class Scored(NamedTuple):
    """Game points of both teams in a match, board by board."""

    first: tuple[int, ...]
    second: tuple[int, ...]


def scored_in(match: Match, boards: int, system: PointSystem) -> Scored:
    """Return the game points of both teams, board by board.

    A match that was forfeited as a whole and has no games brings who came a win on each board.
    """
    if match.result in FORFEITS and not match.boards:
        first, second = system.by_result[match.result]
        return Scored((first,) * boards, (second,) * boards)
    first_points, second_points = [], []
    for result, first_has_white in match.boards:
        white, black = system.by_result[result]
        first_points.append(white if first_has_white else black)
        second_points.append(black if first_has_white else white)
    missing = (system.zero_bye,) * (boards - len(match.boards))
    return Scored((*first_points, *missing), (*second_points, *missing))


def result_of_match(match: Match, totals: tuple[int, int]) -> GameResult:
    """Return the result of a match as of one game in which the first team has White.

    Without a game played, the team with more game points won by forfeit; with equal game points
    above 0 the match counts as played. `totals` are the game points of both teams.
    """
    if match.result is not None:
        return match.result
    if match.is_open:
        return GameResult.OPEN
    first, second = totals
    if match.is_played or first == second > 0:
        if first == second:
            return GameResult.DRAW
        return GameResult.WHITE_WINS if first > second else GameResult.BLACK_WINS
    if first == second:
        return GameResult.BOTH_FORFEIT
    won = first > second
    return GameResult.WHITE_WINS_BY_FORFEIT if won else GameResult.BLACK_WINS_BY_FORFEIT


def round_of_matches(played: TeamRound, system: PointSystem) -> Round:
    """Return a round of matches between players, scored by their games, as one of a crosstable.

    A match in which each player forfeited a game, and none was played, is a meeting without a
    colour. `system` is that of one game.

    Source: FIDE C.04.5 (points of each game; a match is forfeited by who forfeits all games).
    """
    scored = []
    for match in played.matches:
        each = scored_in(match, len(match.boards), system)
        scored.append((sum(each.first), sum(each.second)))
    results = [
        result_of_match(match, totals) for match, totals in zip(played.matches, scored, strict=True)
    ]
    return Round(
        boards=tuple((match.first, match.second) for match in played.matches),
        results=bytes(results),
        byes=played.byes,
        scored=tuple(scored),
        uncoloured=frozenset(
            at
            for at, (match, result) in enumerate(zip(played.matches, results, strict=True))
            if result is GameResult.DRAW and not match.is_played
        ),
    )


def worth_of_bye(table: TeamCrosstable, bye: ByeKind | None) -> tuple[int, int]:
    """Return the match points and the game points of a round without a match; None: an absence."""
    worth, games, boards = table.match_points, table.game_points, table.boards
    if bye is ByeKind.PAIRING_ALLOCATED:
        return (
            worth.draw if worth.pairing_bye is None else worth.pairing_bye,
            boards * games.draw if worth.bye_games is None else worth.bye_games,
        )
    if bye is ByeKind.FULL_POINT:
        return worth.win, boards * games.full_bye
    if bye is ByeKind.HALF_POINT:
        return worth.draw, boards * games.half_bye
    return 0, boards * games.zero_bye
