"""Who may still be given the bye."""

from dsl.crosstables import crosstable
from planilla.domain.pairing.byes import may_have_bye


def test_a_point_without_playing_bars_from_the_bye() -> None:
    played = crosstable(9, "1 2 +/-, 3 4 -/+, 5 6 -/-, 7 U, 8 F, 9 H")
    assert may_have_bye(played) == (
        False,  # 1 won by forfeit
        True,
        True,
        False,  # 4 won by forfeit
        True,
        True,
        False,  # 7 had the bye
        False,  # 8 had a full point by request
        True,  # half a point by request bars nobody
    )


def test_nobody_is_barred_by_a_game_or_an_absence() -> None:
    assert may_have_bye(crosstable(3, "1 2 1-0")) == (True, True, True)
