"""Who came late, who left, and who was only absent."""

import pytest

from dsl.trf_files import read
from dsl.trf_text import trf
from planilla.domain.vocabulary import ByeKind
from planilla.formats.trf.attendance import Attendance, attendance_of, byes_to_come


@pytest.mark.parametrize(
    ("here", "absent", "attendance"),
    [
        pytest.param("xxx", "", Attendance(), id="always there"),
        pytest.param("x-x", "", Attendance(), id="absent once"),
        pytest.param("--x", "", Attendance(first_round=3), id="late"),
        pytest.param("x--", "", Attendance(out_from=2), id="left before round 2 of 3"),
        pytest.param("xx-", "", Attendance(), id="absent in the last round alone"),
        pytest.param("x-", "-", Attendance(out_from=2), id="absent in round 2, and in 3 to come"),
        pytest.param("x-", "x", Attendance(), id="there again in the round to come"),
        pytest.param("x", "--", Attendance(out_from=2), id="leaves now"),
        pytest.param("-x-", "-", Attendance(first_round=2, out_from=3), id="late, and gone"),
        pytest.param("---", "", Attendance(out_from=1), id="never there"),
        pytest.param("-", "--", Attendance(out_from=1), id="never there, and never will be"),
        pytest.param("--", "xx", Attendance(first_round=3), id="comes with the next round"),
        pytest.param("", "xxx", Attendance(), id="before the first round"),
        pytest.param("", "---", Attendance(), id="before the first round, and not coming"),
    ],
)
def test_the_rounds_of_an_entrant_tell(here: str, absent: str, attendance: Attendance) -> None:
    """`x` is a round with a game or a bye, `-` one without; those to come stand apart."""
    assert attendance_of([each == "x" for each in here], [each == "-" for each in absent]) == (
        attendance
    )


def test_byes_to_come_are_in_records_and_in_columns() -> None:
    """Round 1 is played. Round 2: 1 in XXZ, 2 in its columns; round 3: 1 by 240, 2 in columns."""
    document = read(
        trf(
            (("3w1", "", ""), ("4b0", "H", "Z"), ("1b0",), ("2w1",)),
            "142 3",
            "XXZ 1",
            "240 F 003    1",
        )
    )
    assert byes_to_come(document, 2, 2) == {0: ByeKind.ZERO_POINT, 1: ByeKind.HALF_POINT}
    assert byes_to_come(document, 3, 2) == {0: ByeKind.FULL_POINT, 1: ByeKind.ZERO_POINT}
