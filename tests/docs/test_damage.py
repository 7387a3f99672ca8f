"""The table of manipulations in the documentation is the one that the tests go through."""

from pathlib import Path

from dsl.manipulations import MANIPULATIONS

DAMAGE = Path(__file__).parents[2] / "docs" / "operating" / "damage.md"


def test_the_table_says_what_the_tests_show() -> None:
    lines = DAMAGE.read_text(encoding="utf-8").splitlines()
    begins = lines.index("|---|---|---|---|---|") + 1
    rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[begins:]]
    told = rows[: rows.index(("",))]
    assert told == [
        (
            each.name,
            ", ".join(f"`{code}`" for code in sorted({code for _, code in each.verify})) or "whole",
            each.head,
            "refuses" if each.verify else "restores",
            each.page or "–",
        )
        for each in MANIPULATIONS
    ]
