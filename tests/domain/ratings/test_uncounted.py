"""The rounds that bring no rating, with the reason."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dsl.rated_tables import rated_table, rated_tables
from planilla.domain.crosstable import Crosstable
from planilla.domain.ratings.rated import changes
from planilla.domain.ratings.rules import FIDE_2024
from planilla.domain.ratings.uncounted import Why, uncounted
from planilla.domain.vocabulary import GameResult


def test_each_reason_is_told() -> None:
    table = rated_table(
        [2000, 2000, 0], "1 2 +/-", "1 H", "2 3 1-0", "1 3 1-0", "1 2 *", "1 2 1-0", "1 2 1-0"
    )
    unrated = replace(table.rounds[6], rated=bytes([GameResult.OPEN]))
    table = replace(table, rounds=(*table.rounds[:6], unrated))
    assert [(each.round, each.why) for each in uncounted(table, 0)] == [
        (1, Why.FORFEIT),
        (2, Why.BYE),
        (3, Why.ABSENT),
        (4, Why.UNRATED_OPPONENT),
        (5, Why.OPEN),
        (7, Why.NOT_RATED),
    ]


@given(rated_tables(st.sampled_from([0, 2000]), [0]))
def test_a_round_counts_or_has_a_reason(table: Crosstable) -> None:
    for player in changes(table, FIDE_2024):
        rounds = [game.round for game in player.games]
        rounds += [each.round for each in uncounted(table, player.seat)]
        assert sorted(rounds) == [*range(1, len(table.rounds) + 1)]
