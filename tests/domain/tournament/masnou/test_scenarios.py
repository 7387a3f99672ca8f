"""The scenarios of a Masnou hall come out as the rules say, fact by fact."""

from pathlib import Path

import pytest

from dsl.masnou_scenarios import Json, Played, read, refusal_of, scenarios
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import decode, encode, type_of


@pytest.mark.parametrize("path", scenarios(), ids=lambda path: path.stem)
def test_a_scenario_comes_out_as_the_rules_say(path: Path) -> None:
    scenario = read(path)
    played = Played(scenario)
    _check_facts("the opening", played, scenario.get("opening"))
    for number, act in enumerate(scenario["acts"], start=1):
        before = played.state
        where = f"act {number}, {act['command']} {act['body']}"
        assert refusal_of(played, act) == act.get("refused"), where
        if "refused" in act:
            assert played.state == before, f"{where}: the hall is unharmed"
        _check_facts(where, played, act.get("facts"))
        assert played.differs(act.get("then", {})) == {}, where
    assert played.differs(scenario["then"]) == {}
    read_again = tuple(
        fact.__class__(
            version=fact.version,
            recorded_at=fact.recorded_at,
            event=decode(type_of(fact.event), encode(fact.event)),
        )
        for fact in played.log
    )
    assert fold(read_again) == played.state


def test_every_scenario_has_its_place_on_the_page_of_the_rules() -> None:
    page = (Path(__file__).parents[4] / "docs" / "rules" / "masnou.md").read_text(encoding="utf-8")
    assert [path.stem for path in scenarios() if f"`{path.stem}`" not in page] == []


def _check_facts(where: str, played: Played, expected: list[Json] | None) -> None:
    """The same facts in the same order; fields that a scenario leaves out are not compared."""
    if expected is None:
        return
    found = [
        {name: fact.get(name) for name in wanted}
        for wanted, fact in zip(expected, played.facts, strict=False)
    ]
    assert found == expected, where
    assert len(played.facts) == len(expected), f"{where}: {played.facts}"
