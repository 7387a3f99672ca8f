"""The rows of a Keizer tournament, and the working of one total."""

from fractions import Fraction

import pytest

from dsl.keizer_club import KeizerClub
from dsl.tournaments import CREATED, folded
from planilla.domain.pairing.keizer.rules import SEED, Absence, KeizerRules, Retired
from planilla.domain.tournament.eligibility import WithdrawEntrant
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.keizer import AbsenceRuled, KeizerRuled, ValuesRecalculated
from planilla.domain.tournament.keizer_values import ListedValue, Recalculated
from planilla.domain.tournament.state import INITIAL
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.sentences import event_sentence
from planilla.projections import timeline
from planilla.projections.keizer import rows, working
from planilla.projections.standings import rows as standing_rows

LISTED = (
    ListedValue(entrant=EntrantId("a"), value=5, counted=5),
    ListedValue(entrant=EntrantId("b"), value=4, counted=4),
)


def club(rules: KeizerRules | None = None) -> KeizerClub:
    """Three rounds of a b c d e; everybody with White wins."""
    found = KeizerClub(rules, rounds=6)
    found.enter(2000, 1900, 1800, 1700, 1600)
    for _ in range(3):
        found.pair()
        found.end()
    return found


def test_other_systems_have_no_rows() -> None:
    assert rows(INITIAL) == {}
    assert rows(folded(CREATED)) == {}


def test_a_row_has_value_total_points_and_the_place_of_before() -> None:
    of = club()
    found = rows(of.state)
    named = [row._asdict() for row in found.values()]
    assert [row["key"] for row in named] == [(5,), (4,), (3,), (2,), (1,)]
    assert [row["value"] for row in named] == [8, 7, 6, 5, 4]
    totals = [Fraction(int(row["total"]), int(row["unit"])) for row in named]
    assert totals == sorted(totals, reverse=True)
    assert sorted(row["before"] for row in named) == [1, 2, 3, 4, 5]
    assert list(found) == [*of.values()]


def test_standings_are_in_the_order_of_the_list() -> None:
    of = club()
    ranked = sorted(standing_rows(of.state).items(), key=lambda each: each[1][0], reverse=True)
    assert [entrant for entrant, _ in ranked] == [*rows(of.state)]


def test_the_terms_of_a_working_add_up_to_the_total() -> None:
    of = club()
    for entrant, row in rows(of.state).items():
        found = working(of.state, EntrantId(entrant))
        assert (str(found.total), str(found.unit), found.parts) == (row[2], row[3], 1)
        products = sum((line.product for line in found.lines), Fraction(0))
        assert products == Fraction(found.total, found.unit)


def test_who_left_the_list_comes_last_without_a_value() -> None:
    of = club(KeizerRules(retired=Retired.FROZEN))
    of.do(WithdrawEntrant(entrant=EntrantId("a")))
    of.pair()
    *_, last = rows(of.state).items()
    assert last[0] == "a"
    assert last[1].value is None


@pytest.mark.parametrize(
    ("event", "said"),
    [
        pytest.param(
            ValuesRecalculated(after_round=0, maximum=5, values=LISTED, why=Recalculated.START),
            "The first values: 2 players, from 5 down.",
            id="the first",
        ),
        pytest.param(
            ValuesRecalculated(after_round=1, maximum=5, values=LISTED, why=Recalculated.TIMER),
            "New values after round 1: 2 players, from 5 down (at the set time).",
            id="later ones",
        ),
        pytest.param(
            ValuesRecalculated(after_round=1, maximum=5, values=LISTED, cycle=6, passes=7),
            "New values after round 1, from 5 down: the passes repeat in a cycle of 6 lists, found "
            "in pass 7; their mean counts.",
            id="a cycle",
        ),
        pytest.param(
            ValuesRecalculated(after_round=1, maximum=5, values=LISTED, passes=20, limited=True),
            "New values after round 1, from 5 down: stopped after 20 passes without converging.",
            id="stopped",
        ),
        pytest.param(
            AbsenceRuled(entrant=EntrantId("a"), round=1, absence=Absence.EXTERNAL_WIN),
            "a in round 1: external game won.",
            id="an absence",
        ),
        pytest.param(KeizerRuled(rules=SEED), "The rules of Keizer are announced.", id="the rules"),
    ],
)
def test_what_happened_to_a_keizer_tournament_is_told(event: Event, said: str) -> None:
    state = club().state
    fact = Fact(version=state.version + 1, recorded_at=9, event=event)
    row = timeline.in_context(state, fact, state)
    assert event_sentence("en", row) == said
    assert event_sentence("es", row)
