"""A correction in a hall: its two times over the hours, on one exact scale."""

from planilla.presentation.drawings.times import MINUTE_US, MasnouTimes, masnou_times_markup


def at_minutes(begin: int, happened: int, known: int, end: int) -> MasnouTimes:
    return MasnouTimes(
        begin=begin * MINUTE_US,
        happened=happened * MINUTE_US,
        known=known * MINUTE_US,
        end=end * MINUTE_US,
    )


def minute(at: int) -> str:
    return f"minute {at // MINUTE_US}"


def test_moments_stand_where_they_were_in_the_hours() -> None:
    # Of 80 minutes that begin at 20, the 40th is a quarter, the 60th a half of the way.
    markup = masnou_times_markup(at_minutes(20, 40, 60, 100), "en", minute)
    assert '<circle cx="25.00%" cy="10" r="5" class="happened">' in markup
    assert '<circle cx="50.00%" cy="10" r="5" class="known">' in markup
    assert '<rect x="25.00%" y="5" width="25.00%" height="10" class="lacks">' in markup
    assert '<text x="0.00%" y="15" text-anchor="start">minute 20</text>' in markup
    assert '<text x="100.00%" y="15" text-anchor="end">minute 100</text>' in markup
    assert "<span>minute 40</span>" in markup
    assert "<span>20 minutes</span>" in markup
    assert "20 minutos" in masnou_times_markup(at_minutes(20, 40, 60, 100), "es", minute)
    assert "style=" not in markup


def test_what_was_known_outside_the_hours_stands_at_their_ends() -> None:
    before = masnou_times_markup(at_minutes(20, 40, 10, 100), "en", minute)
    assert '<circle cx="0.00%" cy="10" r="5" class="known">' in before
    assert '<rect x="25.00%" y="5" width="0.00%"' in before
    assert "<span>0 minutes</span>" in before
    after = masnou_times_markup(at_minutes(20, 40, 300, 100), "en", minute)
    assert '<circle cx="100.00%" cy="10" r="5" class="known">' in after
    assert '<rect x="25.00%" y="5" width="75.00%"' in after


def test_a_hall_of_one_moment_has_a_place_for_it() -> None:
    assert at_minutes(5, 5, 5, 5).place(5 * MINUTE_US) == "0.00%"
