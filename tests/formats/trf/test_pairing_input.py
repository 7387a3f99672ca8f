"""What a file asks a pairing system: who is present, with which colour, points and opponents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.trf_columns import document, open_of, player_line
from planilla.domain.crosstable import Entrant, Round
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import PairingInput
from planilla.domain.scoring import STANDARD, THREE_ONE_NOUGHT, scores, system_of
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameResult
from planilla.formats.trf.attendance import absent_from
from planilla.formats.trf.crosstable import crosstable_of
from planilla.formats.trf.document import TrfDocument, TrfRemark
from planilla.formats.trf.pairing_input import (
    before,
    first_colour_of,
    pairing_input,
    tournament_pairing,
)
from planilla.formats.trf.rounds import rounds_played

TWO = [player_line(1, "2 w 1", points="1.0"), player_line(2, "1 b 0", points="0.0")]
FOUR = [
    player_line(1, "3 w 1", "2 b ="),
    player_line(2, "4 b 1", "1 w ="),
    player_line(3, "1 b 0", "4 w +"),
    player_line(4, "2 w 0", "3 b -"),
]


def asked(read: TrfDocument, round_number: int | None = None) -> PairingInput:
    given = pairing_input(read, round_number)
    assert isinstance(given, PairingInput)
    return given


def test_before_the_first_round_all_are_present_and_white_begins() -> None:
    given = asked(document(player_line(1), player_line(2), player_line(5)))
    assert (given.round, given.present, given.first_colour) == (1, (0, 1, 2), Colour.WHITE)
    assert given.crosstable.entrants == (
        Entrant(id=EntrantId("1"), rating=2399),
        Entrant(id=EntrantId("2"), rating=2398),
        Entrant(id=EntrantId("5"), rating=2395),
    )


def test_rounds_are_boards_in_the_order_of_the_points() -> None:
    table = asked(document("XXR 5", *FOUR)).crosstable
    # before round 2 numbers 1 and 2 have a point each, 3 and 4 none
    assert table.rounds == (
        Round(
            boards=((0, 2), (3, 1)),
            results=bytes((GameResult.WHITE_WINS, GameResult.BLACK_WINS)),
        ),
        Round(
            boards=((1, 0), (2, 3)),
            results=bytes((GameResult.DRAW, GameResult.WHITE_WINS_BY_FORFEIT)),
        ),
    )
    assert table.rounds_planned == 5


def test_boards_go_by_the_better_of_the_two_then_by_the_sum() -> None:
    read = document(
        player_line(1, "4 w 0", "2 b ="),
        player_line(2, "5 b 0", "1 w ="),
        player_line(3, "6 w =", "4 w ="),
        player_line(4, "1 b 1", "3 b ="),
        player_line(5, "2 w 1", "6 b ="),
        player_line(6, "3 b =", "5 w ="),
    )
    # before round 2: numbers 4 and 5 have 1, 3 and 6 a half; board 1-2 is last, of 0 and 0
    assert tournament_pairing(read, 2).boards == ((2, 3), (5, 4), (1, 0))


def test_a_past_round_is_asked_for_with_those_who_were_there() -> None:
    read = document(
        player_line(1, "2 w 1", "3 b 1"),
        player_line(2, "1 b 0", "0000 - U"),
        player_line(3, "0000 - H", "1 w 0"),
        player_line(4, "0000 - F", "0000 - -"),
        player_line(5, "0000 - +"),
    )
    assert before(read, 1).present == (0, 1, 4)
    assert before(read, 1).crosstable.rounds == ()
    assert asked(read, 2).present == (0, 1, 2)
    assert len(before(read, 2).crosstable.rounds) == 1


def test_the_round_of_the_file_itself() -> None:
    read = document(
        player_line(1, "2 w 1"),
        player_line(2, "1 b 0"),
        player_line(3, "0000 - U"),
        player_line(4, "0000 - H"),
        player_line(5, ""),
    )
    pairing = tournament_pairing(read, 1)
    assert pairing.boards == ((0, 1),)
    assert pairing.byes == ((2, ByeKind.PAIRING_ALLOCATED), (3, ByeKind.HALF_POINT))


@pytest.mark.parametrize(
    ("lines", "present"),
    [
        pytest.param(["XXZ 2"], (0, 2), id="XXZ"),
        pytest.param(["240 H 002    1    3"], (1,), id="240 for this round"),
        pytest.param(["240 H 003    1    3"], (0, 1, 2), id="240 for another round"),
    ],
)
def test_absences_of_the_round_to_be_paired(lines: list[str], present: tuple[int, ...]) -> None:
    assert asked(document(*lines, *TWO, player_line(3, "0000 - U"))).present == present


@pytest.mark.parametrize("sign", ["Z", "H", "F", "-", "="])
def test_a_bye_in_the_last_block_is_an_absence_from_the_round_to_be_paired(sign: str) -> None:
    read = document(*TWO, player_line(3, "0000 - U", f"0000 - {sign}"))
    assert asked(read).round == 2
    assert asked(read).present == (0, 1)


def test_a_bye_may_stand_in_a_round_that_is_far_off() -> None:
    read = document(*TWO, player_line(3, "0000 - U", "", "", "0000 - H"))
    assert asked(read).round == 2
    assert asked(read).present == (0, 1, 2)


def test_absences_come_with_their_kind() -> None:
    read = document("240 F 002    1", "XXZ 2", *TWO, player_line(3, "0000 - U", "0000 - H"))
    assert absent_from(read, 2) == {
        0: ByeKind.FULL_POINT,
        1: ByeKind.ZERO_POINT,
        2: ByeKind.HALF_POINT,
    }


def test_half_points_asked_for_in_the_round_do_not_count_for_its_pairing() -> None:
    for points in ("0.0", "0.5"):
        read = document(
            player_line(1, "2 w 1", points="1.0"),
            player_line(2, "1 b 0", "0000 - H", points=points),
        )
        assert scores(asked(read).crosstable) == (2, 0)
        assert read.notes == ()


def test_who_is_paired_already_without_a_result_is_paired_again() -> None:
    read = document(player_line(1, "2 w 1", "2 b  "), player_line(2, "1 b 0", "1 w  "))
    assert rounds_played(read) == 1
    assert asked(read).present == (0, 1)


def test_a_round_that_goes_on_has_open_games() -> None:
    read = document(
        player_line(1, "2 w 1"),
        player_line(2, "1 b 0"),
        player_line(3, "4 w  "),
        player_line(4, "3 b  "),
        player_line(5, "6 w ?"),
        player_line(6, "5 b ?"),
    )
    assert asked(read).crosstable.rounds[0].results == bytes(
        (GameResult.WHITE_WINS, GameResult.OPEN, GameResult.OPEN)
    )


def test_short_games_are_played_and_not_rated() -> None:
    read = document(
        player_line(1, "2 w W"), player_line(2, "1 b L"), player_line(3, "4 w ="),
        player_line(4, "3 b ="),
    )  # fmt: skip
    (played,) = asked(read).crosstable.rounds
    assert played.results == bytes((GameResult.WHITE_WINS, GameResult.DRAW))
    assert played.rated == bytes((GameResult.OPEN, GameResult.DRAW))


@pytest.mark.parametrize(
    ("white", "black", "boards"),
    [("w", "b", (0, 1)), ("-", "-", (0, 1)), ("-", "w", (1, 0)), ("b", "-", (1, 0))],
)
def test_a_forfeit_may_leave_colours_out(white: str, black: str, boards: tuple[int, int]) -> None:
    read = document(player_line(1, f"2 {white} -"), player_line(2, f"1 {black} -"))
    assert asked(read).crosstable.rounds == (
        Round(boards=(boards,), results=bytes((GameResult.BOTH_FORFEIT,))),
    )


@pytest.mark.parametrize(
    ("lines", "colour"),
    [
        (["152 B", *TWO], Colour.BLACK),
        (["XXC black1", *TWO], Colour.BLACK),
        (TWO, Colour.WHITE),
        ([player_line(1, "2 b 1"), player_line(2, "1 w 0")], Colour.BLACK),
        (
            [player_line(1, "0000 - H"), player_line(2, "3 b 1"), player_line(3, "2 w 0")],
            Colour.BLACK,
        ),
        (
            [player_line(1, "2 - +", "2 b 1"), player_line(2, "1 - -", "1 w 0")],
            Colour.BLACK,
        ),
        ([player_line(1), player_line(2)], None),
    ],
)
def test_the_first_colour_is_declared_or_that_of_the_highest_player(
    lines: list[str], colour: Colour | None
) -> None:
    assert first_colour_of(document(*lines)) == colour


@pytest.mark.parametrize(
    ("lines", "past", "following"),
    [
        ([], 1, 0),
        (["XXR 5"], 5, 5),
        (["132" + " " * 88 + "26/01/05  26/01/06  26/01/07"], 3, 3),
        (["142 5", "132" + " " * 88 + "26/01/05"], 5, 5),
    ],
)
def test_rounds_planned_are_declared_dated_or_those_that_were_played(
    lines: list[str], past: int, following: int
) -> None:
    read = document(*lines, *TWO)
    assert before(read, 1).crosstable.rounds_planned == past
    assert before(read, 2).crosstable.rounds_planned == following


def test_pairs_that_may_not_meet() -> None:
    lines = [*TWO, player_line(3, "0000 - U"), player_line(4, "0000 - Z")]
    read = document("XXP 3 1", "260 002 003    2    3    4", "260 001 001    1    4", *lines)
    assert asked(read).forbidden == {(0, 2), (1, 2), (1, 3), (2, 3)}
    assert before(read, 1).forbidden == {(0, 2), (0, 3)}


def test_teams_in_records_are_no_players() -> None:
    strange = ["260 001 009    8    9", "240 Z 002    9", "XXA    9  1.0"]
    read = document("310   9 India", *strange, *TWO)
    assert asked(read).forbidden == frozenset()
    assert asked(read).present == (0, 1)
    assert asked(read).accelerated == ()


@pytest.mark.parametrize(
    "lines",
    [
        ["250      1.0  001 001    1    1", "250      0.5  002 003    1    2"],
        ["XXA    1  1.0  0.5  0.5", "XXA    2  0.0  0.5"],
        # with both, as JaVaFo's files are written, XXA counts for its players
        ["250      1.0  001 001    1    1", "XXA    1  1.0  0.5  0.5", "XXA    2  0.0  0.5"],
        [
            "250      1.0  001 001    1    2",
            "250      0.5  002 003    1    1",
            "XXA    2  0.0  0.5",
        ],
    ],
)
def test_acceleration_in_units_of_the_points(lines: list[str]) -> None:
    read = document("XXR 7", *lines, *TWO, player_line(3, "0000 - Z"))
    # rounds 1 and 2, in half points
    assert asked(read).accelerated == ((2, 1), (0, 1), (0, 0))
    assert before(read, 1).accelerated == ((2,), (0,), (0,))


def test_baku_acceleration_by_the_type_of_the_tournament() -> None:
    # C.04.7: 5 players: 2 x ceil(5/4) = 4 of them; 7 rounds: 4 accelerated, 2 of them in full
    read = document(
        "142 7",
        "192 FIDE_DUTCH_2026_BAKU",
        *[player_line(n, "0000 - U", "0000 - U", "0000 - U", "0000 - U") for n in range(1, 6)],
    )
    assert asked(read).accelerated == (*(((2, 2, 1, 1, 0),) * 4), (0, 0, 0, 0, 0))
    assert asked(read, 1).accelerated == (*(((2,),) * 4), (0,))


def test_baku_acceleration_of_one_player() -> None:
    read = document("142 7", "192 FIDE_DUTCH_BAKU", player_line(1))
    assert asked(read).accelerated == ((2,),)


def test_baku_acceleration_needs_the_number_of_rounds_and_yields_to_records() -> None:
    assert asked(document("192 FIDE_DUTCH_BAKU", *TWO)).accelerated == ()
    given = asked(document("142 7", "192 FIDE_DUTCH_BAKU", "250      0.5  002 002    2    2", *TWO))
    assert given.accelerated == ((0, 0), (0, 1))


def test_a_quarter_of_a_point_makes_a_smaller_unit() -> None:
    given = asked(document("250      0.25 002 002    2    2", *TWO))
    assert system_of(given.crosstable).unit == 4
    assert given.accelerated == ((0, 0), (0, 1))


@pytest.mark.parametrize(
    ("record", "extra"),
    [
        pytest.param("299          -0.5  001    1", (-1, 0), id="a penalty"),
        pytest.param("299          -0.5          ", (-1, -1), id="a penalty for all, at once"),
        pytest.param("299 W         0.5  001    1", (-1, 0), id="a win worth a half"),
        pytest.param("299 W         0.5", (-1, 0), id="every win worth a half"),
        pytest.param("299 W         0.5  002", (0, 0), id="wins of another round"),
        pytest.param("299 L         0.5", (0, 1), id="a loss worth a half"),
        pytest.param("299 F         0.5", (0, 0), id="byes that nobody had"),
    ],
)
def test_abnormal_points_count_from_the_round_after(record: str, extra: tuple[int, int]) -> None:
    given = asked(document(record, *TWO))
    assert tuple(each[1] for each in given.accelerated or ((0, 0), (0, 0))) == extra


def test_a_half_point_for_one_side_only_counts_for_that_side() -> None:
    given = asked(document(player_line(1, "2 w ="), player_line(2, "1 b 0")))
    assert given.crosstable.rounds[0].results == bytes((GameResult.BOTH_LOSE,))
    assert given.accelerated == ((0, 1), (0, 0))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], STANDARD),
        (["162  W  1.0   D  0.5"], STANDARD),
        (["162  W  3.0   D  1.0"], THREE_ONE_NOUGHT),
        (["XXS W=3 D=1 PAB=3"], THREE_ONE_NOUGHT),
        (["BBW 3.0", "BBD 1.0", "BBU 3.0"], THREE_ONE_NOUGHT),
    ],
)
def test_a_point_system_that_has_a_name_is_known_by_it(lines: list[str], expected: object) -> None:
    table = asked(document(*lines, player_line(1))).crosstable
    assert system_of(table) == expected
    assert table.points is None


def test_points_of_a_files_own() -> None:
    table = asked(
        document("162  P  0.5   W  3.0   D  1.0   L -1.0   A -2.0   X  0.0", player_line(1))
    ).crosstable
    system = system_of(table)
    assert (system.unit, system.win, system.draw, system.loss) == (2, 6, 2, -2)
    assert (system.pairing_bye, system.full_bye, system.half_bye, system.zero_bye) == (1, 6, 2, -4)
    assert (system.forfeit_win, system.forfeit_loss) == (6, -4)


def test_points_that_depend_on_the_colour() -> None:
    table = asked(
        document("XXS BW=1.5", player_line(1, "2 w 0", points="0"), player_line(2, "1 b 1"))
    ).crosstable
    assert scores(table) == (0, 3)
    assert system_of(table).black_win == 3


def test_there_is_no_round_after_the_last_and_none_beyond_the_next() -> None:
    read = document("XXR 1", *TWO)
    assert pairing_input(read) == TrfRemark(
        file="f.trf", line=1, column=1, code="no-more-rounds", fields={"planned": 1}
    )
    for number in (0, 3):
        assert pairing_input(read, number) == TrfRemark(
            file="f.trf",
            line=1,
            column=1,
            code="round-beyond",
            fields={"round": number, "following": 2},
        )
    assert asked(read, 1).present == (0, 1)


@given(st.integers(1, 9), st.integers(0, 4), st.integers(0, 99))
def test_the_crosstable_has_the_points_of_the_file(players: int, rounds: int, seed: int) -> None:
    read = document(*open_of(players, rounds, seed))
    table = crosstable_of(read, rounds)
    # a last block of byes alone is a round to be paired; a file of one player has such blocks
    assert [points * 50 for points in scores(table)] == [player.points for player in read.seated]
    for number in range(1, rounds + 1):
        pairing = tournament_pairing(read, number)
        assert table.rounds[number - 1].boards == pairing.boards
        assert table.rounds[number - 1].byes == pairing.byes


def test_the_tie_breaks_of_a_file_order_its_list() -> None:
    # 1 beat 3, 2 beat 4, then 1 drew 2 and 3 beat 4 by forfeit. 1 and 2 have 1½; 1 beat 3, who has
    # 1, and 2 beat 4, who has 0: by Sonneborn-Berger 1 is ahead. Rated number 2 would not be.
    monrad = SYSTEMS["monrad"]
    read = document("XXR 5", "202 PTS,SB,NONSENSE", *FOUR)
    given = pairing_input(read, None, monrad)
    assert isinstance(given, PairingInput)
    assert given.standings == (0, 1, 2, 3)
    # Without tie-breaks, and in systems that pair by numbers, there is no such order.
    bare = pairing_input(document("XXR 5", *FOUR), None, monrad)
    assert isinstance(bare, PairingInput)
    assert bare.standings == ()
    assert asked(read).standings == ()
    # 4 beat 2 and 3 beat 1, both with Black; then 2 and 1 won by the bye. By wins with Black 4
    # and 3 come first, in the order of their numbers.
    rows = [
        player_line(1, "3 w 0", "0 - U"),
        player_line(2, "4 w 0", "0 - F"),
        player_line(3, "1 b 1", "0 - Z"),
        player_line(4, "2 b 1", "0 - Z"),
    ]
    wins = pairing_input(document("XXR 5", "202 BWG", *rows), None, monrad)
    assert isinstance(wins, PairingInput)
    assert wins.standings == (2, 3, 0, 1)
