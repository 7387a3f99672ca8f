"""Lines from the place before to the place after: in order, exact, and said in words too."""

from planilla.audit.compare import PlaceDifference
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.drawings.slopes import (
    LINES_MAX,
    ROW,
    WIDTH,
    Slope,
    middle,
    slope_markup,
    slope_of,
)


def change(entrant: str, before: int | None, after: int | None) -> PlaceDifference:
    return PlaceDifference(
        entrant=EntrantId(entrant),
        rank_before=before,
        rank_after=after,
        points_before=0,
        points_after=0,
        tiebreaks=(),
    )


def drawn(*changes: PlaceDifference) -> Slope:
    found = slope_of(changes)
    assert found is not None
    return found


def test_rows_follow_the_places_on_either_side() -> None:
    found = drawn(change("ana", 11, 5), change("bea", 5, 6), change("carl", 6, 7))
    assert [(each.entrant, each.left, each.right, each.shape) for each in found.lines] == [
        ("ana", 2, 0, "▲6"),
        ("bea", 0, 1, "▼1"),
        ("carl", 1, 2, "▼1"),
    ]
    assert found.more == 0


def test_who_comes_in_or_goes_out_stands_below_the_others() -> None:
    found = drawn(change("new", None, 3), change("gone", 2, None), change("ana", 3, 2))
    assert [(each.entrant, each.left, each.right, each.shape) for each in found.lines] == [
        ("ana", 1, 0, "▲1"),
        ("new", 2, 1, "+"),
        ("gone", 0, 2, "×"),
    ]


def test_of_many_those_are_drawn_who_move_furthest() -> None:
    ups = [change(f"u{n}", 100 + n, 100 - n) for n in range(1, LINES_MAX + 6)]
    found = drawn(*ups)
    assert found.more == 5
    # u1 to u5 move 2 to 10 places; u25, 50 places, is the first of the others.
    assert {each.entrant for each in found.lines} == {f"u{n}" for n in range(6, 26)}
    assert found.lines[0].entrant == "u25"
    assert sorted(each.left for each in found.lines) == list(range(LINES_MAX))
    assert "5 smaller changes not shown." in slope_markup(found, "en", str)
    assert "1 cambio menor no se muestra." in slope_markup(
        Slope(lines=found.lines, more=1), "es", str
    )


def test_nobody_is_drawn_who_stays() -> None:
    assert slope_of([change("ana", 1, 1)]) is None
    assert slope_of([]) is None


def test_lines_meet_the_middles_of_their_rows() -> None:
    # Rows are 24 high: their middles are at 12, 36 and 60 of 72.
    markup = slope_markup(drawn(change("a", 3, 1), change("b", 1, 2), change("c", 2, 3)), "en", str)
    assert [middle(row) for row in range(3)] == [12, 36, 60]
    assert f'viewBox="0 0 {WIDTH} {3 * ROW}"' in markup
    assert '<line x1="0" y1="60" x2="100" y2="12" class="goes-up"' in markup
    assert '<line x1="0" y1="12" x2="100" y2="36" class="goes-down"' in markup
    assert '<line x1="0" y1="36" x2="100" y2="60" class="goes-down"' in markup


def test_a_name_is_text_and_what_is_drawn_is_said() -> None:
    markup = slope_markup(drawn(change("<b>", 2, 1), change("bea", 1, None)), "en", str)
    assert '<bdi class="name">&lt;b&gt;</bdi>' in markup
    assert '<span class="hidden">: from 2 to 1</span>' in markup
    assert '<span class="hidden">: from 1 to –</span>' in markup
    assert '<svg aria-hidden="true"' in markup
    assert "style=" not in markup
