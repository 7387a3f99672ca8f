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
        case frozenset():
            return ", ".join(sorted(each.value for each in value)) or "none"
        case _:
            return f"`{value}`"


def _table() -> Iterator[str]:
    """One row for each system, with the fields that are not as for any system."""
    plain = System(name="", edition="")
    yield "| system | traits | parts |"
    yield "|---|---|---|"
    for system in SYSTEMS.values():
        traits, parts = [], []
        for field in fields(System):
            value = getattr(system, field.name)
            if field.name in DESCRIBED or value == getattr(plain, field.name):
                continue
            if callable(value):
                parts.append(f"`{field.name}`")
            else:
                traits.append(f"`{field.name}`{'' if value is True else f': {_shown(value)}'}")
        yield f"| `{system.name}` | {', '.join(traits)} | {', '.join(parts)} |"


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
