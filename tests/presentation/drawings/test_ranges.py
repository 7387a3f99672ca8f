"""Bars of places: exact on their scale, and said in figures beside it."""

from dataclasses import dataclass

from planilla.presentation.drawings.ranges import (
    RangeBar,
    bar_markup,
    bar_of,
    last_place,
    ranges_markup,
)


@dataclass(frozen=True)
class Place:
    """The places of one entrant."""

    entrant: str
    now: int | None
    best: int
    likely: int
    worst: int


ANA = Place("ana", 11, 2, 6, 14)
NEW = Place("<new>", None, 1, 1, 3)


def test_a_bar_goes_from_the_middle_of_the_best_place_to_that_of_the_worst() -> None:
    # A place is 10 wide: the first has its middle at 5, the 14th at 135.
    assert bar_of(ANA) == RangeBar(best=15, likely=55, worst=135, now=105)
    assert bar_of(NEW) == RangeBar(best=5, likely=5, worst=25, now=None)


def test_all_bars_are_on_one_scale() -> None:
    assert last_place((ANA, NEW)) == 14
    assert last_place((Place("out", 40, 1, 2, 3), ANA)) == 40
    assert last_place(()) == 1
    markup = bar_markup(ANA, 40)
    assert 'viewBox="0 0 400 10"' in markup
    assert '<line x1="15" y1="5" x2="135" y2="5" class="range"' in markup
    assert '<line x1="55" y1="5" x2="55" y2="5" class="likely"' in markup
    assert '<line x1="105" y1="1" x2="105" y2="9" class="now"' in markup
    assert 'class="now"' not in bar_markup(NEW, 40)


def test_figures_stand_beside_the_bars() -> None:
    markup = ranges_markup((ANA, NEW), 14, "en", str)
    assert "Possible final places, from 1 to 14" in markup
    assert "<small>now 11 · likely 6 · from 2 to 14</small>" in markup
    assert "<small>now – · likely 1 · from 1 to 3</small>" in markup
    assert "&lt;new&gt;" in markup
    assert "from best to worst" in markup
    assert "style=" not in markup
    assert "ahora 11 · probable 6" in ranges_markup((ANA,), 14, "es", str)
