"""The page of the systems lists the traits and parts that each of them has."""

from collections.abc import Iterator

from msgspec.structs import fields

from architecture.sources import ROOT
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import System

PAGE = ROOT / "docs" / "reference" / "systems.md"
DESCRIBED = frozenset({"name", "edition", "usual"})
"""Fields of every system that the other tables of the page describe."""


def _shown(value: object) -> str:
    match value:
        case True:
            return "yes"
        case False | None | "" | 0:
            return "–"
        case frozenset():
            return ", ".join(sorted(each.value for each in value)) or "–"
        case _ if callable(value):
            return "has"
        case _:
            return f"`{value}`"


def _table() -> Iterator[str]:
    yield f"| | {' | '.join(f'`{name}`' for name in SYSTEMS)} |"
    yield f"|---|{'---|' * len(SYSTEMS)}"
    for field in fields(System):
        if field.name not in DESCRIBED:
            cells = (_shown(getattr(system, field.name)) for system in SYSTEMS.values())
            yield f"| `{field.name}` | {' | '.join(cells)} |"


def test_the_page_has_the_traits_and_parts_of_every_system() -> None:
    expected = "\n".join(_table())
    assert expected in PAGE.read_text(encoding="utf-8"), f"the table should be\n{expected}"


def test_every_system_is_known_by_its_own_name() -> None:
    assert {name: system.name for name, system in SYSTEMS.items()} == {n: n for n in SYSTEMS}


def test_a_system_has_one_way_to_pair_or_entries_only() -> None:
    for system in SYSTEMS.values():
        ways = (
            system.pair is not None,
            system.has_schedule or system.has_bracket,
            system.seats_at_once,
            system.entries_only,
        )
        assert sum(ways) == 1, system.name
        assert (system.rounds_for is not None) == (system.has_schedule or system.has_bracket), (
            system.name
        )
