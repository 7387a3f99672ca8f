"""The outcomes of everybody at once are those of each game."""

from hypothesis import given

from dsl.crosstables import crosstable, crosstables
from planilla.domain.crosstable import Crosstable
from planilla.projections.outcomes import forms_of, outcome_of


@given(crosstables())
def test_the_form_is_the_outcomes_of_all_games(table: Crosstable) -> None:
    assert list(forms_of(table)) == [" ".join(map(outcome_of, games)) for games in table.games]


def test_before_the_first_round_the_form_is_empty() -> None:
    assert forms_of(crosstable(2)) == ("", "")
