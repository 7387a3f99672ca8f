"""Team tables: two teams (Scheveningen, Djaja), three (Skalitzka) or more (Hutton, Hilton).

In the first each player of a team meets each player of the other team once: `scheveningen` is the
classic rotation, `scheveningen-berger` applies the Berger table to both teams, and `djaja` gives
each team half of the whites in each round. `hutton` is one round of several teams, `hilton` three,
`skalitzka` two rounds of three teams in which no team is free. Djaja, Hutton and Hilton are printed
tables; the others are constructed.

Source: seed 000, 2.4.1 (Scheveningen), 2.4.2 (Djaja), 2.5.1 (Hutton), 2.5.2 (Hilton) and 2.6
(Skalitzka); seed 004, "Schevenningen".
"""

from collections.abc import Callable
from functools import partial
from math import isqrt

from msgspec.structs import replace

from planilla.domain.pairing.closed.berger import ROUND_ROBIN, berger_round
from planilla.domain.pairing.system import System
from planilla.domain.pairing.table import (
    Game,
    NoTable,
    Place,
    PlaceKind,
    Rounds,
    TableRequest,
    TableSystem,
)

BOARDS_MIN = 2
SCHEVENINGEN_TEAMS = 2
SKALITZKA_TEAMS = 3
HILTON_ROUNDS = 3


def scheveningen_table(request: TableRequest) -> Rounds:
    """Return the classic rounds for an even number of boards (seed 000, 2.4.1).

    Team A keeps its order, team B moves on by one place each round. One team has White on all
    boards of a round, the other one in the next.

    Raises:
        NoTable: the number of boards is not even, or the teams are not two.
    """
    _check_figure("teams", request.teams, SCHEVENINGEN_TEAMS)
    _check_even_boards(request)
    first, second = _team_places(1, request.boards), _team_places(2, request.boards)
    return tuple(
        _alternated(first, second[turn:] + second[:turn], turn) for turn in range(request.boards)
    )


def _alternated(first: tuple[Place, ...], second: tuple[Place, ...], turn: int) -> tuple[Game, ...]:
    """Return the games of two lists; the first list has White in even turns."""
    white, black = (second, first) if turn % 2 else (first, second)
    return tuple(zip(white, black, strict=True))


def scheveningen_berger_table(request: TableRequest) -> Rounds:
    """Return the rounds by the Berger table for an even number of boards (seed 004).

    Equal numbers meet in the first round, all with White for team A. Each Berger round is then
    played twice in one round: first with team A's numbers as White, then with team B's.

    Raises:
        NoTable: the number of boards is not even, or the teams are not two.
    """
    _check_figure("teams", request.teams, SCHEVENINGEN_TEAMS)
    _check_even_boards(request)
    first, second = _team_places(1, request.boards), _team_places(2, request.boards)
    equal_numbers = tuple(zip(first, second, strict=True))
    return (
        equal_numbers,
        *(
            tuple(
                (whites[white - 1], blacks[black - 1])
                for whites, blacks in ((first, second), (second, first))
                for white, black in berger_round(request.boards, number)
            )
            for number in range(1, request.boards)
        ),
    )


def djaja_table(request: TableRequest) -> Rounds:
    """Return the printed rounds for 2 to 10 boards (seed 000, 2.4.2).

    Raises:
        NoTable: there is no printed table for this number of boards, or the teams are not two.
    """
    _check_figure("teams", request.teams, SCHEVENINGEN_TEAMS)
    if request.boards not in _DJAJA:
        raise NoTable("boards", request.boards, offered=tuple(_DJAJA))
    return tuple(_printed_games(line) for line in _DJAJA[request.boards].strip().splitlines())


def hutton_table(request: TableRequest) -> Rounds:
    """Return the printed round for 3 to 5 teams (seed 000, 2.5.1).

    A team has two boards for each other team, and meets it twice, once with each colour.

    Raises:
        NoTable: there is no printed table for this number of teams, or for these boards.
    """
    _check_teams(request, tuple(_HUTTON), boards_for_each_opponent=2)
    return (_printed_games(_HUTTON[request.teams]),)


def hilton_table(request: TableRequest) -> Rounds:
    """Return the three printed rounds for 4, 6, 8, 10 or 12 teams (seed 000, 2.5.2).

    A team has one board for each other team. Games are in the order of boards, equal boards meet.

    Raises:
        NoTable: there is no printed table for this number of teams, or for these boards.
    """
    _check_teams(request, tuple(_HILTON), boards_for_each_opponent=1)
    boards = [line.split(" | ") for line in _HILTON[request.teams].strip().splitlines()]
    return tuple(
        tuple(
            game
            for board, rounds in enumerate(boards, start=1)
            for game in _printed_games(rounds[number], board)
        )
        for number in range(HILTON_ROUNDS)
    )


def _check_teams(
    request: TableRequest, offered: tuple[int, ...], *, boards_for_each_opponent: int
) -> None:
    if request.teams not in offered:
        raise NoTable("teams", request.teams, offered=offered)
    _check_figure("boards", request.boards, boards_for_each_opponent * (request.teams - 1))


def skalitzka_table(request: TableRequest) -> Rounds:
    """Return the two rounds of three teams for an even number of boards (seed 000, 2.6).

    Each two boards of the three teams play six games, three a round; the printed table for six
    boards repeats these games for boards 1 and 2, 3 and 4, 5 and 6.

    Raises:
        NoTable: the number of boards is not even, or the teams are not three.
    """
    _check_figure("teams", request.teams, SKALITZKA_TEAMS)
    _check_even_boards(request)
    a, b, c = (_team_places(team, request.boards) for team in (1, 2, 3))
    first: list[Game] = []
    second: list[Game] = []
    for odd in range(0, request.boards, 2):
        even = odd + 1
        first += [(a[odd], b[odd]), (b[even], c[odd]), (c[even], a[even])]
        second += [(c[odd], a[odd]), (b[odd], c[even]), (a[even], b[even])]
    return (tuple(first), tuple(second))


def _team_places(team: int, boards: int) -> tuple[Place, ...]:
    """Return the places of a team, from board 1 on."""
    return tuple(Place(board, team, PlaceKind.BOARD) for board in range(1, boards + 1))


def _printed_games(line: str, board: int = 0) -> tuple[Game, ...]:
    """Return the games of a printed line: `A1-B1 B2-A2`, or `A-B B-A` where `board` is given."""
    pairs = (text.split("-") for text in line.split())
    return tuple((_printed(white, board), _printed(black, board)) for white, black in pairs)


def _printed(place: str, board: int) -> Place:
    return Place(board or int(place[1:]), ord(place[0]) - ord("A") + 1, PlaceKind.BOARD)


def _check_figure(field: str, given: int, only: int) -> None:
    """Refuse another figure than the only one that a system has; 0 stands for that one.

    Raises:
        NoTable: the figure is another one.
    """
    if given not in (0, only):
        raise NoTable(field, given, offered=(only,))


def _check_even_boards(request: TableRequest) -> None:
    """Refuse an odd number of boards.

    Raises:
        NoTable: the number of boards is odd, or less than two.
    """
    if request.boards < BOARDS_MIN or request.boards % 2:
        raise NoTable("boards", request.boards, least=BOARDS_MIN, even=True)


_DJAJA = {
    2: """
        A1-B1 A2-B2
        B2-A1 B1-A2
    """,
    3: """
        A1-B1 A2-B2 B3-A3
        B2-A1 A2-B3 B1-A3
        A1-B3 B1-A2 A3-B2
    """,
    4: """
        A1-B1 A2-B2 B3-A3 B4-A4
        B2-A1 B1-A2 A3-B4 A4-B3
        A1-B3 A2-B4 B1-A3 B2-A4
        B4-A1 B3-A2 A3-B2 A4-B1
    """,
    5: """
        A1-B1 A2-B2 A3-B3 B4-A4 B5-A5
        B2-A1 B3-A2 B4-A3 A4-B5 A5-B1
        A1-B3 A2-B4 B5-A3 B1-A4 A5-B2
        B4-A1 B5-A2 A3-B1 A4-B2 B3-A5
        A1-B5 B1-A2 B2-A3 A4-B3 A5-B4
    """,
    6: """
        B1-A1 B5-A2 A3-B4 A4-B2 A5-B3 B6-A6
        B2-A1 A2-B1 B3-A3 B4-A4 A5-B6 A6-B5
        A1-B3 A2-B2 B1-A3 B6-A4 B5-A5 A6-B4
        A1-B4 B6-A2 A3-B5 A4-B1 B2-A5 B3-A6
        B5-A1 B4-A2 A3-B6 B3-A4 A5-B1 A6-B2
        A1-B6 A2-B3 B2-A3 A4-B5 B4-A5 B1-A6
    """,
    7: """
        A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7
        B2-A1 B3-A2 B4-A3 A4-B5 A5-B6 A6-B7 B1-A7
        A1-B3 A2-B4 A3-B5 B6-A4 B7-A5 B1-A6 A7-B2
        B4-A1 B5-A2 A3-B6 A4-B7 A5-B1 B2-A6 B3-A7
        A1-B5 A2-B6 B7-A3 B1-A4 B2-A5 A6-B3 A7-B4
        B6-A1 A2-B7 A3-B1 A4-B2 B3-A5 B4-A6 B5-A7
        A1-B7 B1-A2 B2-A3 B3-A4 A5-B4 A6-B5 A7-B6
    """,
    8: """
        A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 B8-A8
        B2-A1 B3-A2 B4-A3 B1-A4 A5-B6 A6-B7 A7-B8 A8-B5
        A1-B3 A2-B4 A3-B1 A4-B2 B7-A5 B8-A6 B5-A7 B6-A8
        B4-A1 B1-A2 B2-A3 B3-A4 A5-B8 A6-B5 A7-B6 A8-B7
        A1-B5 A2-B6 A3-B7 A4-B8 B1-A5 B2-A6 B3-A7 B4-A8
        B6-A1 B7-A2 B8-A3 B5-A4 A5-B2 A6-B3 A7-B4 A8-B1
        A1-B7 A2-B8 A3-B5 A4-B6 B3-A5 B4-A6 B1-A7 B2-A8
        B8-A1 B5-A2 B6-A3 B7-A4 A5-B4 A6-B1 A7-B2 A8-B3
    """,
    9: """
        A1-B1 A2-B2 A3-B3 A4-B4 A5-B5 B6-A6 B7-A7 B8-A8 B9-A9
        B2-A1 B3-A2 B4-A3 B5-A4 A5-B6 A6-B7 A7-B8 A8-B9 B1-A9
        A1-B3 A2-B4 A3-B5 A4-B6 B7-A5 B8-A6 B9-A7 B1-A8 A9-B2
        B4-A1 B5-A2 B6-A3 A4-B7 A5-B8 A6-B9 A7-B1 B2-A8 B3-A9
        A1-B5 A2-B6 A3-B7 B8-A4 B9-A5 B1-A6 B2-A7 A8-B3 A9-B4
        B6-A1 B7-A2 A3-B8 A4-B9 A5-B1 A6-B2 B3-A7 B4-A8 B5-A9
        A1-B7 A2-B8 B9-A3 B1-A4 B2-A5 B3-A6 A7-B4 A8-B5 A9-B6
        B8-A1 A2-B9 A3-B1 A4-B2 A5-B3 B4-A6 B5-A7 B6-A8 B7-A9
        A1-B9 B1-A2 B2-A3 B3-A4 B4-A5 A6-B5 A7-B6 A8-B7 A9-B8
    """,
    10: """
        A1-B1 A2-B2 A3-B8 B9-A4 B5-A5 A6-B3 A7-B4 B6-A8 B7-A9 B10-A10
        B2-A1 B1-A2 B4-A3 A4-B7 A5-B10 B8-A6 B3-A7 A8-B5 A9-B6 A10-B9
        A1-B3 A2-B8 A3-B1 B2-A4 B6-A5 A6-B4 A7-B10 B7-A8 B9-A9 B5-A10
        B4-A1 B3-A2 A3-B9 B1-A4 A5-B7 B10-A6 A7-B6 B8-A8 A9-B5 A10-B2
        A1-B5 A2-B4 B2-A3 A4-B3 B1-A5 B9-A6 B7-A7 A8-B10 B8-A9 A10-B6
        B6-A1 A2-B7 B5-A3 B4-A4 A5-B8 A6-B1 A7-B9 A8-B2 B10-A9 B3-A10
        A1-B7 B5-A2 A3-B10 A4-B6 B4-A5 B2-A6 B1-A7 B9-A8 A9-B3 A10-B8
        B8-A1 B6-A2 B3-A3 B10-A4 A5-B9 A6-B5 A7-B2 A8-B1 A9-B4 B7-A10
        A1-B9 A2-B10 A3-B6 A4-B8 B2-A5 A6-B7 B5-A7 B3-A8 B1-A9 B4-A10
        B10-A1 B9-A2 B7-A3 A4-B5 A5-B3 B6-A6 B8-A7 A8-B4 A9-B2 A10-B1
    """,
}
"""The printed tables by number of boards, a line for each round.

No single construction produces all of them. The book prints player 10 as `0`.
"""

_HUTTON = {
    3: "B1-C1 C2-A1 A2-B2 B3-A3 A4-C3 C4-B4",
    4: "A1-B1 C1-D1 B2-C2 D2-A2 A3-C3 B3-D3 D4-B4 C4-A4 C5-B5 A5-D5 B6-A6 D6-C6",
    5: (
        "B1-E1 D1-C1 E2-A1 A2-D2 C2-B2 A3-C3 E3-D3 D4-B3 B4-A4 C4-E4 "
        "B5-C5 D5-A5 A6-E5 C6-D6 E6-B6 A7-B7 E7-C7 B8-D7 C8-A8 D8-E8"
    ),
}
"""The printed round by number of teams."""

_HILTON = {
    4: """
        C-B D-A | B-A D-C | A-C B-D
        A-C B-D | C-B D-A | B-A D-C
        B-A D-C | A-C B-D | C-B D-A
    """,
    6: """
        E-B C-D F-A | D-B A-E C-F | E-C B-A D-F
        A-C D-E B-F | E-C B-A F-D | A-D C-B F-E
        B-D E-A F-C | A-D C-B E-F | B-E D-C A-F
        C-E A-B D-F | B-E D-C F-A | C-A E-D F-B
        D-A B-C F-E | C-A E-D B-F | D-B A-E C-F
    """,
    8: """
        G-B C-F E-D H-A | D-B A-E F-G C-H | E-C B-F G-A D-H
        A-C D-G F-E B-H | E-C B-F G-A H-D | F-D C-G A-B H-E
        B-D E-A G-F H-C | F-D C-G A-B E-H | G-E D-A B-C F-H
        C-E F-B A-G D-H | G-E D-A B-C H-F | A-F E-B C-D H-G
        D-F G-C B-A H-E | A-F E-B C-D G-H | B-G F-C D-E A-H
        E-G A-D C-B F-H | B-G F-C D-E H-A | C-A G-D E-F H-B
        F-A B-E D-C H-G | C-A G-D E-F B-H | D-B A-E F-G C-H
    """,
    10: """
        I-B C-H G-D E-F J-A | D-B A-E F-I H-G C-J | E-C B-F G-A I-H D-J
        A-C D-I H-E F-G B-J | E-C B-F G-A I-H J-D | F-D C-G H-B A-I J-E
        B-D E-A I-F G-H J-C | F-D C-G H-B A-I E-J | G-E D-H I-C B-A F-J
        C-E F-B A-G H-I D-J | G-E D-H I-C B-A J-F | H-F E-I A-D C-B J-G
        D-F G-C B-H I-A J-E | H-F E-I A-D C-B G-J | I-G F-A B-E D-C H-J
        E-G H-D C-I A-B F-J | I-G F-A B-E D-C J-H | A-H G-B C-F E-D J-I
        F-H I-E D-A B-C J-G | A-H G-B C-F E-D I-J | B-I H-C D-G F-E A-J
        G-I A-F E-B C-D H-J | B-I H-C D-G F-E J-A | C-A I-D E-H G-F J-B
        H-A B-G F-C D-E J-I | C-A I-D E-H G-F B-J | D-B A-E F-I H-G C-J
    """,
    12: """
        K-B C-J I-D E-H G-F L-A | D-B A-E F-K J-G H-I C-L | E-C B-F G-A K-H I-J D-L
        A-C D-K J-E F-I H-G B-L | E-C B-F G-A K-H I-J L-D | A-I H-B C-G F-D L-E J-K
        B-D E-A K-F G-J I-H L-C | F-D C-G H-B A-I J-K E-L | G-E D-H I-C B-J K-A F-L
        C-E F-B A-G H-K J-I D-L | G-E D-H I-C B-J K-A L-F | H-F E-I J-D C-K A-B L-G
        D-F G-C B-H I-A K-J L-E | H-F E-I J-D C-K A-B G-L | I-G F-J K-E D-A B-C H-L
        E-G H-D C-I J-B A-K F-L | I-G F-J K-E D-A B-C L-H | J-H G-K A-F E-B C-D L-I
        F-H I-E D-J K-C B-A L-G | J-H G-K A-F E-B C-D I-L | K-I H-A B-G F-C D-E J-L
        G-I J-F E-K A-D C-B H-L | K-I H-A B-G F-C D-E L-J | A-J I-B C-H G-D E-F L-K
        H-J K-G F-A B-E D-C L-I | A-J I-B C-H G-D E-F K-L | B-K J-C D-I H-E F-G A-L
        I-K A-H G-B C-F E-D J-L | B-K J-C D-I H-E F-G L-A | C-A K-D E-J I-F G-H L-B
        J-A B-I H-C D-G F-E L-K | C-A K-D E-J I-F G-H B-L | D-B A-E F-K J-G H-I C-L
    """,
}
"""The printed tables by number of teams: a line for each board, with the teams of its three rounds.

Two misprints of the table for 12 teams are corrected: `I-F G-J` in round 2 of board 6, and
`H-I K-A` in round 3 of board 7. With them two teams meet twice in a round.
"""

_team_system = partial(TableSystem, takes=frozenset({"teams", "boards"}))

SCHEVENINGEN = _team_system(name="scheveningen", source="seed 000, 2.4.1", of=scheveningen_table)
"""The classic table, for every even number of boards."""

SCHEVENINGEN_BERGER = _team_system(
    name="scheveningen-berger", source="seed 004, Schevenningen", of=scheveningen_berger_table
)
"""The table of the course notes, for every even number of boards."""

DJAJA = _team_system(name="djaja", source="seed 000, 2.4.2", of=djaja_table)
"""The modern table, for 2 to 10 boards."""

HUTTON = _team_system(name="hutton", source="seed 000, 2.5.1", of=hutton_table)
"""One round of 3 to 5 teams."""

HILTON = _team_system(name="hilton", source="seed 000, 2.5.2", of=hilton_table)
"""Three rounds of 4, 6, 8, 10 or 12 teams."""

SKALITZKA = _team_system(name="skalitzka", source="seed 000, 2.6", of=skalitzka_table)
"""Two rounds of three teams, for every even number of boards."""


TeamSizes = Callable[[int], tuple[int, int]]
"""The teams and their boards that so many players make."""


def _split(teams: int) -> TeamSizes:
    """Return the boards of a fixed number of teams; a player too many makes one board more."""
    return lambda players: (teams, -(-players // teams))


def _for_opponents(boards: int) -> TeamSizes:
    """Return the teams whose players have `boards` boards for each other team."""

    def sizes(players: int) -> tuple[int, int]:
        teams = (1 + isqrt(1 + 4 * players // boards)) // 2
        return teams, boards * (teams - 1)

    return sizes


def _of_players(table: TableSystem, sizes: TeamSizes, edition: str = "libro") -> System:
    """Return the system of a table over players, who are numbered team by team.

    The number of players gives that of the teams and of their boards.
    """

    def schedule(players: int) -> Rounds:
        teams, boards = sizes(players)
        if teams * boards != players:
            raise NoTable("players", players)
        rounds = table.of(TableRequest(teams=teams, boards=boards))
        return tuple(
            tuple((_numbered(white, boards), _numbered(black, boards)) for white, black in games)
            for games in rounds
        )

    def rounds_for(players: int) -> int:
        try:
            return len(schedule(players))
        except NoTable:
            return 0

    return replace(
        ROUND_ROBIN,
        name=table.name,
        edition=edition,
        trf_code="",
        annuls_below_half=False,
        repeat=None,
        schedule=schedule,
        team_table=table.of,
        table_rule="teams",
        rounds_for=rounds_for,
    )


def _numbered(place: Place, boards: int) -> Place:
    return Place((place.team - 1) * boards + place.number)


TEAM_SYSTEMS = (
    _of_players(SCHEVENINGEN, _split(SCHEVENINGEN_TEAMS)),
    _of_players(SCHEVENINGEN_BERGER, _split(SCHEVENINGEN_TEAMS), "seed 004"),
    _of_players(DJAJA, _split(SCHEVENINGEN_TEAMS)),
    _of_players(HUTTON, _for_opponents(2)),
    _of_players(HILTON, _for_opponents(1)),
    _of_players(SKALITZKA, _split(SKALITZKA_TEAMS)),
)
"""The systems whose entrants are grouped in teams of a table, in the order of their tables."""
