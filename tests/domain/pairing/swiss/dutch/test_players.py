"""What is read from the crosstable about one player."""

from hypothesis import given

from dsl.crosstables import crosstable
from dsl.dutch_worlds import before, tournaments
from planilla.domain.pairing.matching import bits
from planilla.domain.pairing.swiss.dutch.players import (
    half_of_maximum,
    may_meet,
    opponents_of,
    players_of,
)
from planilla.domain.pairing.system import PairingInput


def test_players_are_ranked_by_score_and_then_by_pairing_number() -> None:
    # A.2: after round 6 of the book's open 9 leads, then 1, 5, and seven with four points.
    ranked = [player.seat + 1 for player in players_of(before(7))]
    assert ranked[:10] == [9, 1, 5, 2, 6, 8, 11, 12, 16, 17]


def test_only_the_last_round_has_top_scorers() -> None:
    # Six rounds played: more than three points of six (A10).
    assert half_of_maximum(before(6)) is None
    assert half_of_maximum(before(7)) == 12
    top = [player.seat + 1 for player in players_of(before(7)) if player.top_scorer]
    assert len(top) == 15
    assert 24 in top
    assert 4 not in top


def test_a_game_not_played_is_no_meeting() -> None:
    given = PairingInput(crosstable=crosstable(4, "1 2 +/-, 3 4 *"), present=(0, 1, 2, 3))
    assert [list(bits(player.met)) for player in players_of(given)] == [[], [3], [2], []]


@given(tournaments(size_max=14))
def test_the_sets_of_opponents_are_those_who_may_meet(world: PairingInput) -> None:
    players = players_of(world)
    for place, opponents in enumerate(opponents_of(players)):
        assert list(bits(opponents)) == [
            other
            for other in range(len(players))
            if other != place and may_meet(players[place], players[other])
        ]
