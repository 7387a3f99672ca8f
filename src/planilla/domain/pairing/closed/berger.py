"""Round robin by the Berger tables: all players meet each other, once in each cycle.

An odd number is completed by a number without a player: its opponent is free and scores
nothing (the free round is no bye: it is not an element of any sum).

`berger_round` makes a round from its number, for every table of this package; `row_after` is the
book's construction, row by row, and gives the same tables.

The games of a player who completed less than half of them stay in the crosstable and are rated, but
the points in them count for nobody. From half of them on they count. Games not played become
forfeits: "-" for the player, "+" for the opponent, "-" for both if both withdrew
(`planilla.domain.tournament.absences`). A game is completed if it was played on the board, and half
is of all games that were scheduled for the player, in all cycles; a free round is no game.

Source: seed 000, 2.2.1 and 2.2.4; seed 004, manual table, annex and unplayed games; FIDE C.05,
Annex 1, and for the rule of half of the games (2026), wording UNVERIFIED; free rounds by C.07,
15.2.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from planilla.domain.pairing.system import (
    TIEBREAKS_OF_A_ROUND_ROBIN,
    TIEBREAKS_OF_A_TEAM_ROUND_ROBIN,
    RankingMethod,
    System,
    Usual,
)
from planilla.domain.pairing.table import (
    FREE,
    Game,
    NoTable,
    Place,
    PlaceKind,
    Rounds,
    TableRequest,
    TableSystem,
)

NAME = "round-robin"
PLAYERS_MIN = 2

Row = tuple[tuple[int, int], ...]
"""A round of a table as pairs of numbers, White's first, in board order."""


def rounds_for(size: int) -> int:
    """Return the rounds of `size` entrants: one less than the even number at or above it."""
    return max(0, _even(size) - 1)


def berger_round(size: int, number: int) -> Row:
    """Return round `number` of the table for the even `size`, by the manual method of seed 004.

    The last number stays at board 1 and changes its colour every round. The others fill the other
    seats row by row, in two cyclic sequences: White's (and on board 1 the seat beside the last
    number) from 1 upwards, the remaining ones of Black downwards.
    """
    turning = size - 1
    start = (number - 1) * (size // 2)
    ring = [(start + place) % turning + 1 for place in range(turning)]
    top = (ring[0], size) if number % 2 else (size, ring[0])
    others = tuple((ring[board], ring[-board]) for board in range(1, size // 2))
    return (top, *others)


def row_after(row: Row) -> Row:
    """Return the round that follows `row` by the construction of the book (seed 000, 2.2.1).

    On board 1 the largest number changes its side and meets the last number of `row`. The other
    numbers are read from right to left; each two make a game, the first of them with Black.
    """
    largest = max(row[0])
    *rest, last = (number for pair in row for number in pair if number != largest)
    read = rest[::-1]
    first = (largest, last) if row[0][1] == largest else (last, largest)
    return (first, *zip(read[1::2], read[::2], strict=True))


def as_rounds(rows: Iterable[Row], size: int) -> Rounds:
    """Return rows of numbers as rounds of places; `FREE` for 0 and numbers above `size`."""
    players = [FREE, *(Place(number) for number in range(1, size + 1))]
    players += [FREE] * (_even(size) - size)
    return tuple(tuple((players[white], players[black]) for white, black in row) for row in rows)


def cycle(size: int) -> Rounds:
    """Return one cycle of the table for players 1..`size`."""
    even = _even(size)
    return as_rounds((berger_round(even, number) for number in range(1, even)), size)


def reversed_colours(rounds: Rounds) -> Rounds:
    """Return the same games with the colours reversed."""
    return tuple(tuple((black, white) for white, black in games) for games in rounds)


def repeated(first: Rounds, cycles: int, *, exchanged: bool = True) -> Rounds:
    """Return `cycles` times the cycle `first`, every second time with the colours reversed.

    The last two rounds of every cycle but the last are exchanged, as seed 004 (annex) and C.05
    Annex 1 recommend for the first of two, so that nobody has one colour three times in a row.
    `exchanged=False` keeps them in order (seed 000, 2.2.1).
    """
    both = (first, reversed_colours(first)) if cycles > 1 else (first,)
    rounds: list[tuple[Game, ...]] = []
    for number in range(cycles):
        same = both[number % 2]
        turned = exchanged and number < cycles - 1
        rounds += (*same[:-2], *reversed(same[-2:])) if turned else same
    return tuple(rounds)


def _even(size: int) -> int:
    return size + size % 2


ROUND_ROBIN = System(
    name=NAME,
    edition="berger",
    usual=Usual(tiebreaks=TIEBREAKS_OF_A_ROUND_ROBIN),
    rounds_default=0,
    rounds_max=0,
    trf_code="BERGER_ROUNDROBIN",
    byes_on_request=frozenset(),
    may_forbid_pairs=False,
    takes_late_entries=False,
    annuls_below_half=True,
    schedule=cycle,
    repeat=repeated,
    table_rule="Berger",
    rounds_for=rounds_for,
)
"""A single cycle of the Berger tables, for any number of entrants."""

DOUBLE_ROUND_ROBIN = replace(
    ROUND_ROBIN,
    name="round-robin-double",
    edition="berger-double",
    trf_code="FIDE_DOUBLEROUNDROBIN",
    schedule=lambda size: repeated(cycle(size), 2),
    repeat=None,
    rounds_for=lambda size: 2 * rounds_for(size),
)
"""Two cycles, the second with reversed colours; the last two rounds of the first are exchanged."""


TEAM_ROUND_ROBIN = replace(
    ROUND_ROBIN,
    name="team-round-robin",
    edition="berger-teams",
    trf_code="",
    usual=Usual(tiebreaks=TIEBREAKS_OF_A_TEAM_ROUND_ROBIN),
    plays_in_teams=True,
    ranking=RankingMethod.TEAMS,
)
"""A single cycle of teams, each a single entity; their players meet board by board."""


def berger_table(request: TableRequest) -> Rounds:
    """Return the rounds for players 1..`players` in `cycles` cycles, free ones paired with `FREE`.

    With `teams` and `boards` the numbers of the table are teams, each a single entity (seed 000,
    chapter 2).

    Raises:
        NoTable: fewer than two players or teams, no cycle, or teams without boards.
    """
    if request.teams or request.boards:
        return _team_table(request)
    if request.players < PLAYERS_MIN:
        raise NoTable("players", request.players, least=PLAYERS_MIN)
    return _cycles(request.players, request.cycles)


def _cycles(size: int, cycles: int) -> Rounds:
    if cycles < 1:
        raise NoTable("cycles", cycles, least=1)
    return repeated(cycle(size), cycles)


def _team_table(request: TableRequest) -> Rounds:
    """Return the games of all boards, match by match."""
    if request.teams < PLAYERS_MIN:
        raise NoTable("teams", request.teams, least=PLAYERS_MIN)
    if request.boards < 1:
        raise NoTable("boards", request.boards, least=1)
    if request.players not in (0, request.teams * request.boards):
        raise NoTable("players", request.players, offered=(request.teams * request.boards,))
    matches = _cycles(request.teams, request.cycles)
    return tuple(
        tuple(game for match in games for game in board_games(match, request.boards))
        for games in matches
    )


def board_games(match: Game, boards: int) -> tuple[Game, ...]:
    """Return the games of a match of two teams; colours change from board to board.

    The team with White in the table has White on the odd boards, as in C.04.6, 7.1. Boards of a
    free team are paired with `FREE`.
    """
    first, second = (_boards_of(side.number, boards) for side in match)
    return tuple(
        (black, white) if number % 2 else (white, black)
        for number, (white, black) in enumerate(zip(first, second, strict=True))
    )


def _boards_of(team: int, boards: int) -> list[Place]:
    if team == FREE.number:
        return [FREE] * boards
    return [Place(number, team, PlaceKind.BOARD) for number in range(1, boards + 1)]


def games_scheduled(players: int, rounds: int) -> int:
    """Return the games of each player in a round robin; an odd number is free once a cycle."""
    return rounds - rounds // players if players % 2 else rounds


def has_half(scheduled: int, completed: int) -> bool:
    """Return whether the results of a player who withdrew count: at least half is completed."""
    return 2 * completed >= scheduled


ROUND_ROBIN_TABLE = TableSystem(
    name=NAME,
    source="seed 000, 2.2.4; C.05 Annex 1",
    takes=frozenset({"players", "teams", "boards", "cycles"}),
    of=berger_table,
)
