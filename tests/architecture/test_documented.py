"""What a person can name is in the documentation: datasette's promise, kept by a test."""

from collections.abc import Iterable

import pytest

from architecture.sources import ROOT
from planilla.config import PREFIX, Settings
from planilla.domain.pairing import SYSTEMS
from planilla.domain.ratings.rules import RATING_RULES
from planilla.domain.scoring import POINT_SYSTEMS
from planilla.domain.tiebreaks import EDITIONS
from planilla.domain.tournament.subjects import COMMANDS, EVENT_TYPES, REFUSALS
from planilla.formats.trf.dialects import DIALECTS
from planilla.formats.trf.remarks import FAULTS, NOTES

TIEBREAK_NAMES = sorted({name for each in EDITIONS.values() for name in each.families})
REFERENCE = ROOT / "docs" / "reference"


@pytest.mark.parametrize(
    ("names", "page"),
    [
        pytest.param(SYSTEMS, "systems.md", id="pairing systems"),
        pytest.param(POINT_SYSTEMS, "systems.md", id="point systems"),
        pytest.param(EDITIONS, "tiebreaks.md", id="editions of the tie-breaks"),
        pytest.param(TIEBREAK_NAMES, "tiebreaks.md", id="tie-breaks"),
        pytest.param(RATING_RULES, "cli.md", id="rating rules"),
        pytest.param(COMMANDS, "commands.md", id="commands"),
        pytest.param(EVENT_TYPES, "events.md", id="events"),
        pytest.param(REFUSALS, "refusals.md", id="refusals"),
        pytest.param([*DIALECTS, *FAULTS, *NOTES], "trf.md", id="tournament report files"),
        pytest.param(
            [PREFIX + field.upper() for field in Settings.__struct_fields__],
            "settings.md",
            id="settings",
        ),
    ],
)
def test_every_name_is_on_its_page(names: Iterable[str], page: str) -> None:
    text = (REFERENCE / page).read_text(encoding="utf-8")
    assert [name for name in names if f"`{name}`" not in text] == []
