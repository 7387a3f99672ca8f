"""The course of an entrant as a line through points, and as words."""

from xml.etree import ElementTree as ET

import pytest

from planilla.presentation.drawings.progress import ProgressPoint, progress_markup


def course(*ends: tuple[int, str, int]) -> list[ProgressPoint]:
    """Rounds with units, text and place."""
    return [
        ProgressPoint(round=number, points=points, said=said, place=place)
        for number, (points, said, place) in enumerate(ends, start=1)
    ]


def figures(markup: str) -> list[ET.Element]:
    """The figures of a drawing."""
    return list(ET.fromstring(f"<div>{markup}</div>"))


THREE = course((2, "1", 3), (3, "1½", 1), (3, "1½", 7))
"""Places 3, 1 and 7: from the best to the worst are 6 places, which are 60 pixels."""


def test_the_best_place_is_at_the_top_and_the_worst_at_the_bottom() -> None:
    place, _ = figures(progress_markup(THREE, "en"))
    tops = [int(dot.get("cy", "")) for dot in place.iter("circle")]
    assert tops == [22 + 2 * 10, 22, 22 + 60]
    assert [dot.get("cx") for dot in place.iter("circle")] == ["16.66%", "50.00%", "83.33%"]
    lines = [(line.get("y1"), line.get("y2")) for line in place.iter("line")]
    assert lines == [("42", "22"), ("22", "82")]


def test_each_figure_stands_above_its_point_and_each_round_below() -> None:
    place, points = figures(progress_markup(THREE, "en"))
    assert [text.text for text in place.iter("text")] == ["3", "1", "7", "1", "2", "3"]
    assert [text.text for text in points.iter("text")] == ["1", "1½", "1½", "1", "2", "3"]
    tops = [int(dot.get("cy", "")) for dot in points.iter("circle")]
    assert tops == [82, 22, 22], "more points are higher"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Places, round by round: 3, 1 and 7."),
        ("es", "Puestos, ronda a ronda: 3, 1 y 7."),
    ],
)
def test_a_screen_reader_hears_the_same(language: str, said: str) -> None:
    place, _ = figures(progress_markup(THREE, language))
    assert place.findtext("p") == said
    drawing = place.find("svg")
    assert drawing is not None
    assert drawing.get("aria-hidden") == "true"


def test_a_course_without_places_has_points_alone() -> None:
    (points,) = figures(progress_markup(course((2, "1", 0), (2, "1", 0)), "en"))
    assert points.findtext("figcaption") == "Points after each round"
    assert [dot.get("cy") for dot in points.iter("circle")] == ["82", "82"], "it is level"


def test_a_course_without_points_has_places_alone() -> None:
    (place,) = figures(progress_markup(course((0, "", 1), (0, "", 2)), "en"))
    assert place.findtext("figcaption") == "Place after each round"


def test_before_the_second_round_there_is_no_course() -> None:
    assert progress_markup(course((2, "1", 1)), "en") == ""
