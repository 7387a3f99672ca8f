"""`planilla ratings`: everybody's change as a table, as data, and game by game."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla
from dsl.rated_tables import golden
from dsl.trf_text import Cells, trf

BOOK = golden("rated_player_example")
CLOSED = golden("round_robin_example")
SIGNS = {1: ("1", "0"), 0: ("0", "1"), "+": ("+", "-")}
RATING = slice(48, 52)
"""The columns of the rating in the line of a player."""


def write(name: str, ratings: Mapping[int, int], cells: Sequence[Cells]) -> str:
    """A file of players with these ratings by pairing number; without one they have none."""
    lines = []
    for line in trf(cells).splitlines():
        rating = ratings.get(int(line[4:8])) or ""
        lines.append(f"{line[: RATING.start]}{rating:>4}{line[RATING.stop :]}")
    Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return name


def book_file() -> str:
    """The player rated 2000 is number 1 and meets number n + 1 in round n."""
    games = BOOK["games"]
    signs = [SIGNS.get(game["result"], ("=", "=")) for game in games]
    mine = tuple(f"{number}w{sign}" for number, (sign, _) in enumerate(signs, start=2))
    others = [("",) * number + (f"1b{sign}",) for number, (_, sign) in enumerate(signs)]
    ratings = {1: BOOK["R"]} | {
        number: game["opponent_rating"] for number, game in enumerate(games, start=2)
    }
    return write("book.trf", ratings, [mine, *others])


def closed_file() -> str:
    """The round robin of the book, each player's games by opponent in place of rounds."""
    pairings = [["1-2", "3-4"], ["1-3", "2-5"], ["1-4", "3-5"], ["1-5", "2-4"], ["2-3", "4-5"]]
    signs = {0: "0", 1: "=", 2: "1"}
    cells: dict[int, list[str]] = {number: [] for number in range(1, 6)}
    for boards in pairings:
        for number, own in cells.items():
            own.append("" if any(str(number) in board for board in boards) else "U")
        for board in boards:
            white, black = map(int, board.split("-"))
            scores = CLOSED["crosstable"]
            made = {
                number: signs[int(2 * scores["ABCDE"[number - 1]][other - 1])]
                for number, other in ((white, black), (black, white))
            }
            cells[white][-1] = f"{black}w{made[white]}"
            cells[black][-1] = f"{white}b{made[black]}"
    ratings = {number: CLOSED["ratings"]["ABCDE"[number - 1]] for number in cells}
    return write("closed.trf", ratings, [*cells.values()])


def test_programs_read_the_example_of_the_book(planilla: Planilla) -> None:
    said = planilla("ratings", book_file(), "--rules", "elo-libro", "--json")
    assert (said.code, said.err) == (0, "")
    answer = json.loads(said.out)
    assert said.out.count("\n") == 1
    assert (answer["file"], answer["rules"], answer["method"]) == ("book.trf", "elo-libro", "swiss")
    first = answer["players"][0]
    # The true mean of the nine is 18397 / 9 = 2044.1; 3.5 / 9 is .39, which is 80 less.
    assert first == {
        "number": 1,
        "rating": "2000",
        "k": "20",
        "games": "9",
        "score": "3.5",
        "expected": "4.04",
        "change": "-10.8",
        "rounded": "-11",
        "new": "1989",
        "performance": "1964",
        "reason": None,
    }


def test_people_read_the_games_of_one_player(planilla: Planilla) -> None:
    said = planilla("ratings", book_file(), "--rules", "elo-libro", "--explain", "1")
    assert said.out.splitlines() == [
        "book.trf: Rating rules of the book",
        "Player 1, rating 2000, K 20:",
        "  round 1: 2 (1975), difference +25, expected 0.53, scored 1, change +9.4",
        "  round 2: 3 (2016), difference −16, expected 0.48, scored 0, change −9.6",
        "  round 3: 4 (1594), difference counted as +400, expected 0.92, scored 1, change +1.6",
        "  round 4: the opponent has no rating",
        "  round 5: 6 (2126), difference −126, expected 0.33, scored 0, change −6.6",
        "  round 6: 7 (2040), difference −40, expected 0.44, scored 0.5, change +1.2",
        "  round 7: 8 (2451), difference counted as −400, expected 0.08, scored 0, change −1.6",
        "  round 8: not played: forfeit",
        "  round 9: 10 (2003), difference −3, expected 0.5, scored 0.5, change 0",
        "  round 10: 11 (1987), difference +13, expected 0.52, scored 0, change −10.4",
        "  round 11: 12 (2205), difference −205, expected 0.24, scored 0.5, change +5.2",
        "  total −10.8, rounded −11: 1989",
        "  by the book's short formula: −9.94, 1990 (mean of the opponents 2039)",
    ]


def test_programs_read_them_too(planilla: Planilla) -> None:
    said = planilla("ratings", book_file(), "--rules", "elo-libro", "--explain", "1", "--json")
    explained = json.loads(said.out)["explained"]
    assert explained["games"][2] == {
        "round": 3,
        "opponent": 4,
        "opponent_rating": "1594",
        "score": "1",
        "difference": "400",
        "cut": True,
        "expected": "0.92",
        "change": "1.6",
    }
    assert explained["uncounted"] == [
        {"round": 4, "why": "unrated-opponent"},
        {"round": 8, "why": "forfeit"},
    ]
    assert explained["short"] == {"mean": "2039", "change": "-9.94", "new": "1990"}


def test_the_table_is_in_columns_and_in_both_languages(planilla: Planilla) -> None:
    name = write("two.trf", {1: 2039, 2: 2000}, [("2w=",), ("1b=",)])
    assert planilla("ratings", name).out.splitlines() == [
        "two.trf: FIDE rating rules of 2024, amended in October 2025",
        "No.  Rating   K  Games  Score  Expected  Change   New  Perf.",
        "  1    2039  20      1    0.5      0.55      −1  2038   2000",
        "  2    2000  20      1    0.5      0.45      +1  2001   2039",
    ]
    spanish = planilla("ratings", name, "--lang", "es").out.splitlines()
    assert (
        spanish[0] == "two.trf: Reglas Elo de la FIDE de 2024, con la enmienda de octubre de 2025"
    )
    assert spanish[2].split() == ["1", "2039", "20", "1", "0,5", "0,55", "−1", "2038", "2000"]


def test_the_table_is_csv_too(planilla: Planilla) -> None:
    name = write("two.trf", {1: 2039, 2: 0}, [("2w=",), ("1b=",)])
    assert planilla("ratings", name, "--format", "csv").out.splitlines() == [
        "\ufefffile,number,rating,k,games,score,expected,change,after,performance",
        "two.trf,1,2039,20,0,0,0,0,2039,",
        "two.trf,2,,,1,0.5,,,,2039",
    ]
    said = planilla("ratings", closed_file(), "--format", "csv", "--method", "round-robin")
    assert said.out.splitlines()[0].endswith("percentage,mean,expected,change,after,performance")
    assert len(said.out.splitlines()) > 2
    unrated = write("unrated.trf", {1: 0, 2: 0}, [("2w=",), ("1b=",)])
    nobody = planilla("ratings", unrated, "--format", "csv", "--method", "round-robin")
    assert len(nobody.out.splitlines()) == 1


def test_k_may_be_given_for_everybody(planilla: Planilla) -> None:
    name = write("two.trf", {1: 2039, 2: 2000}, [("2w=",), ("1b=",)])
    said = json.loads(planilla("ratings", name, "--k", "10", "--json").out)
    assert [player["change"] for player in said["players"]] == ["-0.5", "0.5"]
    assert [player["new"] for player in said["players"]] == ["2038", "2001"]


UNRATED = [
    ("2w1", "3b=", "4w1", "5b="),
    ("1b0",),
    ("", "1w="),
    ("", "", "1b0"),
    ("", "", "", "1w="),
]


def test_a_player_without_a_rating(planilla: Planilla) -> None:
    """3 of 4 against 2000: (8000 + 3600) / 6 = 1933 1/3; 4 / 6 is .67, which is 125 more."""
    name = write("first.trf", dict.fromkeys(range(2, 6), 2000), UNRATED)
    said = planilla("ratings", name, "--explain", "1")
    assert said.out.splitlines()[1:] == [
        "Player 1, without a rating:",
        "  round 1: 2 (2000), scored 1",
        "  round 2: 3 (2000), scored 0.5",
        "  round 3: 4 (2000), scored 1",
        "  round 4: 5 (2000), scored 0.5",
        "  mean of the opponents 1933.33, score 67%, difference +125: 2058",
        "  too few games for a first rating",
    ]
    answer = json.loads(planilla("ratings", name, "--explain", "1", "--json").out)
    assert answer["explained"]["first"] == {
        "games": "4",
        "mean": "5800/3",
        "percentage": "67",
        "difference": "125",
        "value": "2058",
    }
    assert answer["explained"]["short"] is None
    assert answer["explained"]["games"][0] == {
        "round": 1,
        "opponent": 2,
        "opponent_rating": "2000",
        "score": "1",
    }
    first, second = answer["players"][:2]
    assert (first["new"], first["reason"], first["expected"]) == (None, "too-few-games", None)
    assert (second["games"], second["new"]) == ("0", "2000")


def test_five_games_make_a_first_rating(planilla: Planilla) -> None:
    """Five draws against 2000: (10000 + 3600) / 7 = 1942 6/7, and 3.5 / 7 is .50."""
    others = [("",) * number + ("1w=",) for number in range(5)]
    cells = [tuple(f"{number}b=" for number in range(2, 7)), *others]
    name = write("first.trf", dict.fromkeys(range(2, 7), 2000), cells)
    said = planilla("ratings", name, "--explain", "1")
    assert said.out.splitlines()[-1] == (
        "  mean of the opponents 1942.85, score 50%, difference 0: 1943"
    )


def test_who_met_nobody_rated_has_nothing_to_start_from(planilla: Planilla) -> None:
    name = write("none.trf", {}, [("2w1",), ("1b0",)])
    said = planilla("ratings", name, "--explain", "2")
    assert said.out.splitlines()[1:] == [
        "Player 2, without a rating:",
        "  round 1: the opponent has no rating",
        "  no game against a rated opponent yet",
    ]
    players = json.loads(planilla("ratings", name, "--json").out)["players"]
    assert [player["reason"] for player in players] == ["no-games", "no-games"]


def test_the_round_robin_of_the_book(planilla: Planilla) -> None:
    said = planilla(
        *("ratings", closed_file(), "--rules", "elo-libro", "--method", "round-robin"),
        *("--k", "20", "--json"),
    )
    answer = json.loads(said.out)
    assert [answer[each] for each in ("rated_mean", "mean_difference", "table_mean")] == [
        str(CLOSED[each]) for each in ("Rar", "Dp", "Ra")
    ]
    assert answer["opponents"] == str(CLOSED["N_opponents"])
    players = {"ABCDE"[player["number"] - 1]: player for player in answer["players"]}
    assert {letter: int(each["opponents_mean"]) for letter, each in players.items()} == CLOSED["Rc"]
    assert {letter: int(each["percentage"]) for letter, each in players.items()} == CLOSED[
        "P_percent"
    ]
    for line in CLOSED["rated"]:
        if line["K"] == 20:
            assert players[line["player"]]["new"] == str(line["Ru"])
    assert (players["A"]["new"], players["A"]["change"]) == ("1899", "-69.6")


def test_people_read_the_means_above_the_table(planilla: Planilla) -> None:
    said = planilla("ratings", closed_file(), "--rules", "elo-libro", "--method", "round-robin")
    lines = said.out.splitlines()
    assert lines[1] == "Rar 2033, Dp +80, Ra 1969, N 4"
    assert " ".join(lines[6].split()).startswith("4 2000 20 4 2.5 63 % 1961 2.2 +6 2006 ")


def test_a_round_robin_in_which_nobody_rated_has_played(planilla: Planilla) -> None:
    name = write("none.trf", {}, [("2w1",), ("1b0",)])
    said = planilla("ratings", name, "--method", "round-robin")
    assert said.out.splitlines()[1] == "No rated player has played yet."
    answer = planilla("ratings", name, "--method", "round-robin", "--json")
    assert json.loads(answer.out)["players"] == []


def test_a_file_with_faults_keeps_none_of_the_others_from_it(planilla: Planilla) -> None:
    Path("bad.trf").write_text("001 nonsense\n", encoding="utf-8")
    good = write("good.trf", {1: 2000, 2: 2000}, [("2w1",), ("1b0",)])
    said = planilla("ratings", "bad.trf", good, "--json")
    assert said.code == 2
    assert said.err.startswith("bad.trf:1:")
    bad, fine = map(json.loads, said.out.splitlines())
    assert (bad["file"], bad["faults"][0]["line"]) == ("bad.trf", 1)
    assert fine["players"][0]["change"] == "10"
    assert planilla("ratings", "bad.trf", good).out.splitlines()[0].startswith("good.trf: ")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        pytest.param(
            ("--rules", "elo-1900"),
            "There are no rating rules “elo-1900”. Choose from: elo-libro, elo-fide-2024 and "
            "elo-fide-2024-rapid.",
            id="rules",
        ),
        pytest.param(("--explain", "9"), "two.trf has no player 9.", id="player"),
        pytest.param(
            ("--k", "0"),
            "“0” is not valid for --k: it must be a number from 1 on. "
            "Help: “planilla ratings --help”.",
            id="K",
        ),
    ],
)
def test_what_is_not_there(planilla: Planilla, options: tuple[str, ...], sentence: str) -> None:
    name = write("two.trf", {1: 2000, 2: 2000}, [("2w1",), ("1b0",)])
    assert planilla("ratings", name, *options) == (2, "", f"planilla: {sentence}\n")


def test_a_missing_file_is_one_sentence(planilla: Planilla) -> None:
    said = planilla("ratings", "nowhere.trf")
    assert (said.code, said.out) == (2, "")
    assert said.err == "planilla: nowhere.trf cannot be read: No such file or directory.\n"
