"""Every view of a Masnou can be shown at every moment, and every fact of it can be told."""

from pathlib import Path

import msgspec
import pytest

from dsl.masnou_scenarios import Played, read, refusal_of, scenarios
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL
from planilla.presentation.sentences import event_sentence
from planilla.projections import VIEWS, timeline
from planilla.projections.view import StateView


def facts_of(path: Path) -> list[Fact]:
    """All facts of a scenario."""
    played = Played(read(path))
    for act in played.scenario["acts"]:
        refusal_of(played, act)
    return played.log


@pytest.mark.parametrize("path", scenarios()[::4], ids=lambda path: path.stem)
def test_every_view_of_a_hall_is_shown(path: Path) -> None:
    state = INITIAL
    for fact in facts_of(path):
        state = evolve(state, fact)
    for view in VIEWS.values():
        if isinstance(view, StateView):
            rows = view.rows(state)
            assert {len(row) for row in rows.values()} <= {len(view.columns)}
            assert msgspec.json.encode(rows)


@pytest.mark.parametrize("path", scenarios(), ids=lambda path: path.stem)
def test_every_fact_of_a_hall_is_told_in_both_languages(path: Path) -> None:
    before = INITIAL
    for fact in facts_of(path):
        after = evolve(before, fact)
        row = timeline.in_context(before, fact, after)
        assert msgspec.json.encode(timeline.rows(timeline.in_context(before, fact, after)))
        sentences = {event_sentence(language, row) for language in ("es", "en")}
        assert len(sentences) == 2
        assert all("{" not in said for said in sentences)
        before = after


def test_the_row_of_a_fact_of_a_hall_names_who_it_is_about() -> None:
    path = next(path for path in scenarios() if path.stem == "no-show")
    before = INITIAL
    rows = {}
    for fact in facts_of(path):
        after = evolve(before, fact)
        row = timeline.in_context(before, fact, after)
        rows[row.kind] = (row.entrants, row.fields)
        before = after
    assert rows["TournamentCreated"][0] == ()
    assert rows["CallMissed"] == (("Q1",), {"table": 1})
    assert rows["GameSeated"] == (("P1", "Q2"), {"table": 1})
    assert rows["ResultRecorded"] == (("P1", "P2"), {"table": 1, "before": "*", "result": "1-0"})


def test_a_result_is_told_by_its_table() -> None:
    path = next(path for path in scenarios() if path.stem == "win-by-white")
    facts = facts_of(path)
    said = []
    before = INITIAL
    for fact in facts:
        after = evolve(before, fact)
        said.append(event_sentence("en", timeline.in_context(before, fact, after)))
        before = after
    assert said[-5:] == [
        "Table 1: P1 1–\u20600 P2.",
        "P2 leaves table 1.",
        "P2 goes to the end of the queue.",
        "Q1 is called to table 1.",
        "Table 1: P1 – Q1 begins.",
    ]
