"""Lists by their kind, and what is there before any was imported."""

from planilla.application.rating_lists import NO_LISTS, RatingList, chosen

FIDE = RatingList(kind="fide", month="2026-11", source="list.txt", form="fixed-width")
FEDA = RatingList(kind="feda", month="2026-10", source="list.csv", form="csv")


def test_a_rating_is_named_by_its_list_rate_and_month() -> None:
    assert FIDE.rating_name("standard") == "FIDE standard 2026-11"


def test_the_first_list_is_meant_where_none_is_named() -> None:
    assert chosen((FIDE, FEDA), "") == FIDE
    assert chosen((FIDE, FEDA), "feda") == FEDA
    assert chosen((FIDE, FEDA), "dsb") is None
    assert chosen((), "") is None


def test_without_lists_nobody_is_found() -> None:
    assert NO_LISTS.lists() == ()
    assert NO_LISTS.with_id("fide", 1) is None
    assert NO_LISTS.named("fide", "Ana") == ()
    assert NO_LISTS.find("fide", "Ana") == ()
