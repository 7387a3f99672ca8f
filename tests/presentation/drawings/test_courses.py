"""Courses of several entrants as crossing lines."""

from xml.etree import ElementTree as ET

from planilla.presentation.drawings.courses import CourseShown, courses_markup

TWO = (
    CourseShown(name="Ana", places=(9, 1, 2)),
    CourseShown(name="A name of far more than thirty-two letters", places=(3, 4, 0)),
)


def groups(markup: str) -> list[ET.Element]:
    return list(ET.fromstring(markup).iter("g"))


def test_lines_cross_where_the_order_changes_and_points_have_the_places() -> None:
    """Rows are 28 high below a head of 24: their middles are at 38 and 66."""
    ana, other = groups(courses_markup(TWO, "Places"))
    assert [dot.get("cy") for dot in ana.iter("circle")] == ["66", "38", "38"]
    assert [dot.get("cy") for dot in other.iter("circle")] == ["38", "66"]
    assert [text.text for text in ana.iter("text")] == ["9", "1", "2", "Ana"]
    assert len(list(ana.iter("line"))) == 2


def test_a_line_ends_with_the_last_place_and_a_long_name_is_cut() -> None:
    _, other = groups(courses_markup(TWO, "Places"))
    assert [text.text for text in other.iter("text")] == [
        "3",
        "4",
        "A name of far more than thirty-…",
    ]
    assert len(list(other.iter("line"))) == 1


def test_the_drawing_has_room_for_the_longest_name() -> None:
    """The last of three points is at 95, a name begins 17 further, and a letter takes 8."""
    long = CourseShown(name="Montserrat Puigdomènech i Valls", places=(1, 1, 1))
    drawn = ET.fromstring(courses_markup((TWO[0], long), "Places")).find(".//svg")
    assert drawn is not None
    assert int(drawn.get("width", "0")) >= 95 + 17 + 8 * len(long.name)


def test_who_never_had_a_place_has_no_line() -> None:
    shown = (*TWO, CourseShown(name="Zoe", places=(0, 0, 0)))
    assert not list(groups(courses_markup(shown, "Places"))[2])


def test_before_the_second_round_there_is_none() -> None:
    assert courses_markup((CourseShown(name="Ana", places=(1,)),), "Places") == ""
    assert courses_markup((), "Places") == ""
