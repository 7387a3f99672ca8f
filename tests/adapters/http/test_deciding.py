"""The one tie-break that a narrow screen shows of each row: the one that decides."""

import re

from dsl.web_club import Club
from planilla.adapters.http.views.standings import deciding
from planilla.projections.standings import StandingsRow


def row(points: int, *values: int | None) -> StandingsRow:
    return StandingsRow(
        key=(points,), points=points, values=values, number=1, before=None, form="", rating=0,
        title="", federation="", status="playing",
    )  # fmt: skip


def test_it_is_the_first_that_differs_from_the_next_row_or_from_the_one_before() -> None:
    rows = [row(6, 9, 9), row(6, 9, 8), row(6, 7, 8), row(4, 9, 9), row(2, 5, 5), row(2, 5, 5)]
    assert deciding(rows) == [1, 0, 0, 0, 0, 0]
    assert deciding([row(6, 9, 9), row(6, 9, 8)]) == [1, 1]
    assert deciding([row(6, 9, None), row(6, 9, 3), row(4, 1, 1)]) == [1, 1, 0]
    assert deciding([]) == []


def test_a_row_has_one_such_cell_and_says_which_if_it_is_not_the_first() -> None:
    """After a draw each and no other game all have the same values: the first is shown."""
    club = Club()
    club.found(first_colour="white", tiebreaks=["WIN", "BH"])
    club.play(1, "1-0", "½-½", "½-½")
    html = club.client.get("/t/club").text
    rows = re.findall(r'<tr data-key="\w+".*?</tr>', html, re.DOTALL)
    assert [each.count(' parts"') for each in rows] == [1] * 6
    by_others = [re.findall(r'data-by="([^"]+)"', each) for each in rows]
    assert all(len(each) <= 1 for each in by_others)


def test_without_tie_breaks_there_is_none() -> None:
    club = Club()
    club.found(first_colour="white", tiebreaks=[])
    club.play(1, "1-0", "½-½", "½-½")
    assert ' parts"' not in club.client.get("/t/club").text
