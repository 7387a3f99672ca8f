"""Round robin by reversed order: the Berger table of four, from its last round."""

from planilla.domain.pairing import SYSTEMS


def test_the_last_round_of_the_table_is_played_first() -> None:
    """Round 3 of the table for four is 2-4, 3-1 (FIDE C.05, Annex 1)."""
    schedule = SYSTEMS["round-robin-reversed"].schedule
    assert schedule is not None
    assert [(white + 1, black + 1) for white, black in schedule(4)[0].boards] == [(2, 4), (3, 1)]
