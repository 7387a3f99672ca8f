"""The rounds that bring no rating, with the reason."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dsl.rated_tables import rated_table, rated_tables
from planilla.domain.crosstable import Crosstable
from planilla.domain.ratings.rated import UncountedReason, changes, uncounted
from planilla.domain.ratings.rules import FIDE_2024, RATING_RULES
from planilla.domain.ratings.rules import FIDE_2024_RAPID as RAPID
from planilla.domain.vocabulary import GameResult


def test_each_reason_is_told() -> None:
    table = rated_table(
        [2000, 2000, 0], "1 2 +/-", "1 H", "2 3 1-0", "1 3 1-0", "1 2 *", "1 2 1-0", "1 2 1-0"
    )
    unrated = replace(table.rounds[6], rated=bytes([GameResult.OPEN]))
    table = replace(table, rounds=(*table.rounds[:6], unrated))
    assert [(each.round, each.why) for each in uncounted(table, 0, FIDE_2024)] == [
        (1, UncountedReason.FORFEIT),
        (2, UncountedReason.BYE),
        (3, UncountedReason.ABSENT),
        (4, UncountedReason.UNRATED_OPPONENT),
        (5, UncountedReason.OPEN),
        (7, UncountedReason.NOT_RATED),
    ]


def test_a_rapid_game_of_two_too_far_apart_has_a_reason_for_both() -> None:
    table = rated_table([2601, 2001, 2002], "1 2 1-0", "1 3 1-0")
    found = [[(each.round, each.why) for each in uncounted(table, seat, RAPID)] for seat in (0, 1)]
    assert found == [
        [(1, UncountedReason.TOO_WIDE)],
        [(1, UncountedReason.TOO_WIDE), (2, UncountedReason.ABSENT)],
    ]


@given(rated_tables(st.sampled_from([0, 2000, 2700]), [0]))
def test_a_round_counts_or_has_a_reason(table: Crosstable) -> None:
    for rules in RATING_RULES.values():
        for player in changes(table, rules):
            rounds = [game.round for game in player.games]
            rounds += [each.round for each in uncounted(table, player.seat, rules)]
            assert sorted(rounds) == [*range(1, len(table.rounds) + 1)]
