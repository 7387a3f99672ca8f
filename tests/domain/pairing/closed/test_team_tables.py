"""Team tables: what each system promises, the misprints of the book, and sizes without a table."""

from collections import Counter

import pytest

from dsl.dutch_worlds import swiss_golden
from dsl.team_tables import (
    Table,
    colours_by_player,
    meetings,
    players_of,
    playing,
    sides,
    table_of,
    team_meetings,
    teams_of,
    whites_by_team,
)
from planilla.domain.pairing.closed.berger import berger_round
from planilla.domain.pairing.table import FREE, NoTable, TableRequest
from planilla.domain.pairing.table_systems import SYSTEMS_BY_TABLE

EVEN = range(2, 65, 2)
DJAJA = range(2, 11)
HUTTON = (3, 4, 5)
HILTON = (4, 6, 8, 10, 12)


def plays_all_of_the_other_team(table: Table, boards: int) -> bool:
    """Return whether two teams meet as every Scheveningen promises."""
    everybody = players_of(2, boards)
    wanted = {
        frozenset((f"A{a}", f"B{b}")) for a in range(1, boards + 1) for b in range(1, boards + 1)
    }
    met = meetings(table)
    return (
        len(table) == boards
        and all(playing(games) == everybody for games in table)
        and met.keys() == wanted
        and set(met.values()) == {1}
    )


def alternates(colours: str) -> bool:
    return "WW" not in colours and "BB" not in colours


def longest_run(colours: str) -> int:
    return max(map(len, colours.replace("WB", "W B").replace("BW", "B W").split()))


# Two teams


@pytest.mark.parametrize("boards", EVEN)
def test_classic_scheveningen_meets_everybody_once_in_alternating_colours(boards: int) -> None:
    table = table_of("scheveningen", boards=boards)
    assert plays_all_of_the_other_team(table, boards)
    for colours in colours_by_player(table).values():
        assert alternates(colours)
        assert colours.count("W") == boards // 2
    assert [whites_by_team(games)["A"] for games in table] == [boards, 0] * (boards // 2)


@pytest.mark.parametrize("boards", EVEN)
def test_scheveningen_by_berger_plays_the_berger_table_twice_a_round(boards: int) -> None:
    table = table_of("scheveningen-berger", teams=2, boards=boards)
    assert plays_all_of_the_other_team(table, boards)
    assert table[0] == [f"A{number}-B{number}" for number in range(1, boards + 1)]
    for number, games in enumerate(table[1:], start=1):
        pairs = list(berger_round(boards, number))
        assert [(int(w[1:]), int(b[1:])) for w, b in map(sides, games)] == pairs + pairs
        half = boards // 2
        assert [teams_of(game) for game in games] == [("A", "B")] * half + [("B", "A")] * half


@pytest.mark.parametrize("boards", EVEN)
def test_scheveningen_by_berger_gives_its_whites_by_number(boards: int) -> None:
    # The Berger table gives the first half of its numbers one White more than Black, the others
    # one less (C.05 Annex 1).
    table = table_of("scheveningen-berger", boards=boards)
    half = boards // 2
    for player, colours in colours_by_player(table).items():
        first_round = player[0] == "A"
        berger = half if int(player[1:]) <= half else half - 1
        assert colours.count("W") == first_round + berger
    assert [whites_by_team(games)["A"] for games in table] == [boards] + [half] * (boards - 1)


@pytest.mark.parametrize("boards", DJAJA)
def test_djaja_meets_everybody_once_in_balanced_colours(boards: int) -> None:
    table = table_of("djaja", boards=boards)
    assert plays_all_of_the_other_team(table, boards)
    for colours in colours_by_player(table).values():
        assert abs(colours.count("W") - colours.count("B")) == boards % 2
        assert longest_run(colours) <= 2


@pytest.mark.parametrize("boards", [size for size in DJAJA if size > 2])
def test_djaja_gives_each_team_half_of_the_whites_in_each_round(boards: int) -> None:
    for games in table_of("djaja", boards=boards):
        whites = whites_by_team(games)
        assert abs(whites["A"] - whites["B"]) == boards % 2


def test_djaja_for_two_boards_cannot_share_the_whites_of_a_round() -> None:
    # Each player meets two others once with each colour only if a team has all whites of a round.
    assert [whites_by_team(games)["A"] for games in table_of("djaja", boards=2)] == [2, 0]


# Three and more teams


@pytest.mark.parametrize("teams", HUTTON)
def test_hutton_meets_every_team_once_with_each_colour(teams: int) -> None:
    (games,) = table_of("hutton", teams=teams, boards=2 * (teams - 1))
    assert playing(games) == players_of(teams, 2 * (teams - 1))
    assert len({teams_of(game) for game in games}) == len(games) == teams * (teams - 1)
    assert set(team_meetings(games).values()) == {2}
    assert all(abs(int(white[1:]) - int(black[1:])) <= 1 for white, black in map(sides, games))


def keeps_the_principles_of_hilton(table: Table, teams: int) -> bool:
    """Return whether every team meets every other once a round, and colours are shared."""
    pairs = teams * (teams - 1) // 2
    met = meetings(table)
    return (
        all(playing(games) == players_of(teams, teams - 1) for games in table)
        and all(len(team_meetings(games)) == pairs for games in table)
        and set(met.values()) == {1}
        and all(colours not in ("WWW", "BBB") for colours in colours_by_player(table).values())
        and all(
            teams // 2 - 1 <= whites <= teams // 2
            for games in table
            for whites in whites_by_team(games).values()
        )
    )


@pytest.mark.parametrize("teams", HILTON)
def test_hilton_meets_every_team_once_a_round_on_equal_boards(teams: int) -> None:
    table = table_of("hilton", teams=teams, boards=teams - 1)
    assert len(table) == 3
    assert keeps_the_principles_of_hilton(table, teams)
    for games in table:
        boards = [(white[1:], black[1:]) for white, black in map(sides, games)]
        assert boards == [
            (str(row), str(row)) for row in range(1, teams) for _ in range(teams // 2)
        ]


@pytest.mark.parametrize("boards", EVEN)
def test_skalitzka_meets_both_other_teams_once_with_each_colour(boards: int) -> None:
    table = table_of("skalitzka", teams=3, boards=boards)
    assert len(table) == 2
    for games in table:
        assert playing(games) == players_of(3, boards)
        assert set(team_meetings(games).values()) == {boards // 2}
        assert set(whites_by_team(games).values()) == {boards // 2}
    assert set(meetings(table).values()) == {1}
    assert {"".join(sorted(row)) for row in colours_by_player(table).values()} == {"BW"}
    for player in players_of(3, boards):
        games = [game for games in table for game in games if player in sides(game)]
        assert {team for game in games for team in teams_of(game)} == set("ABC")


# Round robins of teams


@pytest.mark.parametrize("teams", range(4, 31, 2))
def test_teams_play_the_printed_berger_table_on_board_one(teams: int) -> None:
    printed = swiss_golden("roundrobin", f"berger_{teams - 1:02}_{teams:02}.json")["rounds"]
    rounds = SYSTEMS_BY_TABLE["round-robin"].of(TableRequest(teams=teams, boards=3))
    first_boards = [[game for game in games if game[0].number == 1] for games in rounds]
    assert [[[w.team, b.team] for w, b in games] for games in first_boards] == printed


SIZES = [
    *((2, 1), (4, 4), (6, 8), (12, 5), (64, 2)),
    *(pytest.param(teams, 3, marks=pytest.mark.deep) for teams in range(2, 65, 2)),
]
"""Teams and boards; the deep run has every even number of teams to 64."""


@pytest.mark.parametrize(("teams", "boards"), SIZES)
@pytest.mark.parametrize("cycles", [1, 2])
def test_teams_meet_once_a_cycle_in_colours_that_change_from_board_to_board(
    teams: int, boards: int, cycles: int
) -> None:
    request = TableRequest(teams=teams, boards=boards, cycles=cycles)
    rounds = SYSTEMS_BY_TABLE["round-robin"].of(request)
    assert len(rounds) == cycles * (teams - 1)
    met: Counter[frozenset[int]] = Counter()
    for games in rounds:
        assert len({place for game in games for place in game}) == teams * boards
        for start in range(0, len(games), boards):
            match = games[start : start + boards]
            home, away = (place.team for place in match[0])
            met[frozenset((home, away))] += 1
            assert [white.number for white, _ in match] == list(range(1, boards + 1))
            assert [black.number for _, black in match] == list(range(1, boards + 1))
            sides_in_turn = [
                (home, away) if board % 2 else (away, home) for board in range(1, boards + 1)
            ]
            assert [(white.team, black.team) for white, black in match] == sides_in_turn
    assert len(met) == teams * (teams - 1) // 2
    assert set(met.values()) == {cycles}


@pytest.mark.parametrize("teams", range(3, 65, 2))
def test_each_of_an_odd_number_of_teams_is_free_once_and_meets_every_other_once(teams: int) -> None:
    rounds = SYSTEMS_BY_TABLE["round-robin"].of(TableRequest(teams=teams, boards=2))
    free: Counter[int] = Counter()
    met: Counter[frozenset[int]] = Counter()
    for games in rounds:
        everybody = [place for game in games for place in game if place != FREE]
        assert len(everybody) == len(set(everybody)) == teams * 2
        for white, black in games[::2]:  # board 1 of each match
            if FREE in (white, black):
                free[max(white.team, black.team)] += 1
            else:
                met[frozenset((white.team, black.team))] += 1
    assert free == dict.fromkeys(range(1, teams + 1), 1)
    assert len(met) == teams * (teams - 1) // 2
    assert set(met.values()) == {1}


def test_a_free_team_is_free_on_all_boards() -> None:
    # C.05 Annex 1, table for 3 and 4: 1-4 2-3 / 4-3 1-2 / 2-4 3-1; number 4 is no team.
    rounds = SYSTEMS_BY_TABLE["round-robin"].of(TableRequest(teams=3, boards=2, players=6))
    assert [[(white.written, black.written) for white, black in games] for games in rounds] == [
        [("A1", 0), (0, "A2"), ("B1", "C1"), ("C2", "B2")],
        [(0, "C1"), ("C2", 0), ("A1", "B1"), ("B2", "A2")],
        [("B1", 0), (0, "B2"), ("C1", "A1"), ("A2", "C2")],
    ]


@pytest.mark.parametrize(
    ("request_", "field", "least", "offered"),
    [
        (TableRequest(teams=1, boards=4), "teams", 2, ()),
        (TableRequest(boards=4), "teams", 2, ()),
        (TableRequest(teams=4), "boards", 1, ()),
        (TableRequest(teams=4, boards=4, cycles=0), "cycles", 1, ()),
        (TableRequest(players=10, teams=4, boards=4), "players", 0, (16,)),
    ],
)
def test_a_round_robin_of_teams_needs_two_teams_and_a_board(
    request_: TableRequest, field: str, least: int, offered: tuple[int, ...]
) -> None:
    with pytest.raises(NoTable) as refused:
        SYSTEMS_BY_TABLE["round-robin"].of(request_)
    missing = refused.value
    assert (missing.field, missing.least, missing.offered) == (field, least, offered)
    assert missing.given == getattr(request_, field)


# Misprints of the book


def printed_instead(table: Table, number: int, corrected: str, original: str) -> Table:
    """Return the table with `original` in place of `corrected` in round `number`."""
    rounds = [list(games) for games in table]
    for right, wrong in zip(corrected.split(", "), original.split(", "), strict=True):
        rounds[number - 1][rounds[number - 1].index(right)] = wrong
    return rounds


def erratum(name: str, where: str) -> tuple[str, str]:
    """Return the corrected and the printed value of the erratum at this place."""
    errata = swiss_golden("teams", f"{name}.json")["errata"]
    (found,) = [entry for entry in errata if entry["where"].startswith(where)]
    return found["corrected"], found["original"]


def test_the_misprint_of_scheveningen_for_four_leaves_a_player_out() -> None:
    corrected, original = erratum("scheveningen_classic_04", "round 2, board 4")
    assert (corrected, original) == ("B1-A4", "B1-A5")
    table = table_of("scheveningen", boards=4)
    assert plays_all_of_the_other_team(table, 4)
    assert not plays_all_of_the_other_team(printed_instead(table, 2, corrected, original), 4)


@pytest.mark.parametrize(
    ("number", "row", "original", "twice", "never"),
    [
        (2, 6, "I6-F6, G6-J6", ["FI", "GJ"], ["FJ", "GI"]),
        (3, 7, "H7-I7, K7-A7", ["HI", "AK"], ["AH", "IK"]),
    ],
)
def test_the_misprints_of_hilton_for_twelve_let_teams_meet_twice(
    number: int, row: int, original: str, twice: list[str], never: list[str]
) -> None:
    corrected, printed = erratum("hilton_12", f"round {number}, row {row}, ")
    assert printed == original
    table = table_of("hilton", teams=12)
    assert keeps_the_principles_of_hilton(table, 12)
    wrong = printed_instead(table, number, corrected, printed)
    assert not keeps_the_principles_of_hilton(wrong, 12)
    met = team_meetings(wrong[number - 1])
    assert {pair for pair, times in met.items() if times == 2} == set(map(frozenset, twice))
    assert all(frozenset(pair) not in met for pair in never)


# Sizes without a table


@pytest.mark.parametrize("system", ["scheveningen", "scheveningen-berger", "skalitzka"])
@pytest.mark.parametrize("boards", [0, 1, 3, 65])
def test_an_odd_number_of_boards_is_refused_with_the_even_ones(system: str, boards: int) -> None:
    with pytest.raises(NoTable) as refused:
        SYSTEMS_BY_TABLE[system].of(TableRequest(boards=boards))
    missing = refused.value
    assert (missing.field, missing.given, missing.least, missing.even) == (
        "boards",
        boards,
        2,
        True,
    )


@pytest.mark.parametrize(
    ("system", "request_", "field", "offered"),
    [
        ("djaja", TableRequest(boards=1), "boards", tuple(range(2, 11))),
        ("djaja", TableRequest(boards=11), "boards", tuple(range(2, 11))),
        ("djaja", TableRequest(teams=3, boards=4), "teams", (2,)),
        ("scheveningen", TableRequest(teams=3, boards=4), "teams", (2,)),
        ("scheveningen-berger", TableRequest(teams=1, boards=4), "teams", (2,)),
        ("skalitzka", TableRequest(teams=4, boards=4), "teams", (3,)),
        ("hutton", TableRequest(), "teams", (3, 4, 5)),
        ("hutton", TableRequest(teams=6), "teams", (3, 4, 5)),
        ("hutton", TableRequest(teams=4, boards=4), "boards", (6,)),
        ("hilton", TableRequest(teams=5), "teams", (4, 6, 8, 10, 12)),
        ("hilton", TableRequest(teams=14), "teams", (4, 6, 8, 10, 12)),
        ("hilton", TableRequest(teams=8, boards=8), "boards", (7,)),
    ],
)
def test_a_size_without_a_table_is_refused_with_the_sizes_that_exist(
    system: str, request_: TableRequest, field: str, offered: tuple[int, ...]
) -> None:
    with pytest.raises(NoTable) as refused:
        SYSTEMS_BY_TABLE[system].of(request_)
    missing = refused.value
    assert (missing.field, missing.offered) == (field, offered)
    assert missing.given == getattr(request_, field)
