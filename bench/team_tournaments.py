"""Team tournaments by chance: a Swiss of sorts with everything that can happen to teams."""

from random import Random
from typing import NamedTuple

from planilla.domain.crosstable import Entrant, Seat
from planilla.domain.teams import Board, Match, TeamCrosstable, TeamRound
from planilla.domain.tiebreaks.teams import contest_of_teams
from planilla.domain.vocabulary import ByeKind, EntrantId, GameResult

SIZES = (6, 24)
BOARDS = (2, 4, 4, 4, 6)
ROUNDS = (5, 7, 9)
PLAYED = (GameResult.WHITE_WINS, GameResult.DRAW, GameResult.DRAW, GameResult.BLACK_WINS)
FORFEITED = (GameResult.WHITE_WINS_BY_FORFEIT, GameResult.BLACK_WINS_BY_FORFEIT)
REQUESTED = (ByeKind.HALF_POINT, ByeKind.HALF_POINT, ByeKind.ZERO_POINT, ByeKind.FULL_POINT)


class _Bustle(NamedTuple):
    """How often, in thousandths: a board is forfeited, a match, a bye asked for, a team leaves."""

    board: int
    match: int
    bye: int
    leaves: int


QUIET, BUSY = _Bustle(0, 0, 0, 0), _Bustle(30, 20, 30, 8)


def team_tournament(seed: int) -> TeamCrosstable:
    """The tournament of a seed: always the same one."""
    chance = Random(seed)
    size, boards, rounds = chance.randint(*SIZES), chance.choice(BOARDS), chance.choice(ROUNDS)
    bustle = chance.choice((QUIET, BUSY, BUSY))
    table = TeamCrosstable(
        teams=tuple(Entrant(id=EntrantId(str(number))) for number in range(1, size + 1)),
        boards=boards,
        rounds_planned=rounds,
        primary=chance.choice(("MP", "MP", "MP", "GP")),
    )
    gone: set[Seat] = set()
    for _ in range(rounds):
        gone |= {seat for seat in range(size) if _happens(chance, bustle.leaves)}
        played = _round(table, gone, bustle, chance)
        table = TeamCrosstable(
            teams=table.teams,
            boards=boards,
            rounds_planned=rounds,
            primary=table.primary,
            rounds=(*table.rounds, played),
        )
    return table


def _happens(chance: Random, rate: int) -> bool:
    return chance.randrange(1000) < rate


def _round(table: TeamCrosstable, gone: set[Seat], bustle: _Bustle, chance: Random) -> TeamRound:
    """Neighbours in the standings meet where they have not met; the last one has the bye."""
    scores = contest_of_teams(table).tally.scores
    met = {(match.first, match.second) for each in table.rounds for match in each.matches}
    byes: list[tuple[Seat, ByeKind]] = []
    waiting = []
    for seat in sorted(range(len(scores)), key=lambda seat: (-scores[seat], chance.random())):
        if seat in gone:
            continue
        if _happens(chance, bustle.bye):
            byes.append((seat, chance.choice(REQUESTED)))
        else:
            waiting.append(seat)
    if len(waiting) % 2:
        byes.append((waiting.pop(), ByeKind.PAIRING_ALLOCATED))
    matches = []
    while waiting:
        one = waiting.pop(0)
        other = next((each for each in waiting if not {(one, each), (each, one)} & met), waiting[0])
        waiting.remove(other)
        matches.append(_match(table.boards, one, other, bustle, chance))
    return TeamRound(matches=tuple(matches), byes=tuple(byes))


def _match(boards: int, one: Seat, other: Seat, bustle: _Bustle, chance: Random) -> Match:
    first, second = chance.sample((one, other), 2)
    if _happens(chance, bustle.match):
        results = (*FORFEITED, *FORFEITED, GameResult.BOTH_FORFEIT)
        return Match(first=first, second=second, result=chance.choice(results))
    return Match(
        first=first,
        second=second,
        boards=tuple(
            Board(
                chance.choice(FORFEITED if _happens(chance, bustle.board) else PLAYED),
                first_has_white=board % 2 == 0,
            )
            for board in range(boards)
        ),
    )
