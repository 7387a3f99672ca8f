"""When it happened and when it was known, over rounds that are all as wide."""

from dsl.tournaments import facts
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.pairings import PairingsPublished
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import Colour
from planilla.presentation.drawings.markup import share
from planilla.presentation.drawings.times import (
    TimeRow,
    TwoTimes,
    last_paired,
    times_markup,
    two_times,
)

LATER = Effect(points=True, pairing_from=None, rating=True)


def rows(times: TwoTimes) -> dict[str, tuple[int | None, int | None]]:
    return {each.name: (each.first, each.last) for each in times.rows}


def test_rounds_in_between_were_paired_without_it() -> None:
    found = two_times(7, 2, 6, LATER)
    assert found.rounds == 7
    assert rows(found) == {
        "happened": (2, 2),
        "known": (6, 6),
        "built": (3, 6),
        "points": (2, 7),
        "pairing": (None, None),
        "rating": (2, 7),
    }


def test_it_counts_for_pairings_from_a_round_on() -> None:
    effect = Effect(points=False, pairing_from=5, rating=False)
    assert rows(two_times(7, 4, 4, effect)) == {
        "happened": (4, 4),
        "known": (4, 4),
        "points": (None, None),
        "pairing": (5, 7),
        "rating": (None, None),
    }
    after_the_end = Effect(points=True, pairing_from=8, rating=True)
    assert rows(two_times(7, 7, 7, after_the_end))["pairing"] == (None, None)


def test_what_is_not_of_a_result_has_no_effect_of_its_own() -> None:
    assert rows(two_times(5, 1, 0, None)) == {"happened": (1, 1), "known": (None, None)}
    assert two_times(3, 4, 5, None).rounds == 5


def test_the_last_round_paired_is_that_of_the_moment_in_which_it_was_known() -> None:
    def published(number: int) -> PairingsPublished:
        return PairingsPublished(
            round=number, games=(), system="s", edition="", first_colour=Colour.WHITE
        )

    log = facts(published(1), RoundClosed(round=1), published(2), published(3))
    at = {fact.version: fact.recorded_at for fact in log}
    last = log[-1].version
    assert last_paired(log, last + 1, at[last]) == 3
    assert last_paired(log, last, at[last]) == 2
    assert last_paired(log, last + 1, at[2]) == 1
    assert last_paired((), 1, 0) == 0


def test_shares_are_rounded_down_to_hundredths_of_a_percent() -> None:
    # 1/7 = 14.2857 %, 1/3 = 33.3333 %, 3/14 = 21.428 %
    assert [share(1, 7), share(1, 3), share(3, 14), share(1, 1)] == [
        "14.28%", "33.33%", "21.42%", "100.00%",
    ]  # fmt: skip


def test_marks_stand_in_the_middle_of_their_rounds() -> None:
    markup = times_markup(two_times(5, 1, 3, LATER), "en", "2026-11-22 14:43")
    # Of five rounds each is 20 % wide: the middle of the first is at 10 %, of the third at 50 %.
    assert '<circle cx="10.00%" cy="10" r="5" class="happened">' in markup
    assert '<circle cx="50.00%" cy="10" r="5" class="known">' in markup
    assert '<rect x="20.00%" y="5" width="40.00%" height="10" class="lacks">' in markup
    assert '<rect x="0.00%" y="5" width="100.00%" height="10" class="lasts">' in markup
    assert "when round 3 was the last one paired: 2026-11-22 14:43" in markup
    assert "rounds 2 to 3" in markup
    assert "it does not count" in markup
    assert "style=" not in markup


def test_each_row_is_said_in_both_languages() -> None:
    row = TimeRow(name="pairing", first=3, last=3)
    times = TwoTimes(rounds=3, happened=2, known=0, rows=(row,))
    assert "it counts in round 3" in times_markup(times, "en", "")
    assert "cuenta en la ronda 3" in times_markup(times, "es", "")
    before = two_times(3, 1, 0, None)
    assert "antes de la primera ronda: 10:00" in times_markup(before, "es", "10:00")
