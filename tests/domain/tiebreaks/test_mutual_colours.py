"""Black in the games among the tied."""

from dsl.crosstables import crosstable
from dsl.tiebreaking import by_the_book, column, working
from planilla.domain.standings import standings
from planilla.domain.tiebreaks.tiebreak import Note


def test_of_two_who_drew_the_one_with_black_is_ahead() -> None:
    table = crosstable(2, "1 2 ½-½")
    assert column("BLK", table) == (0, 1)
    assert [row.seat for row in standings(table, by_the_book("BLK"))] == [1, 0]


def test_only_the_games_among_the_tied_are_counted() -> None:
    table = crosstable(3, "1 2 ½-½", "2 3 ½-½", "3 1 ½-½")
    assert column("BLK", table, (0, 1)) == (0, 1)
    assert column("BLK", table, (0, 2)) == (1, 0)
    assert column("BLK", table) == (1, 1, 1)


def test_an_unplayed_game_counts_as_played_with_white() -> None:
    table = crosstable(2, "1 2 -/+", "2 1 *")
    assert column("BLK", table) == (0, 0)
    assert [term.note for term in working("BLK", table, 1).terms] == [Note.FORFEIT, Note.OPEN]


def test_in_a_double_round_each_had_black_once() -> None:
    assert column("BLK", crosstable(2, "1 2 ½-½", "2 1 ½-½")) == (1, 1)
