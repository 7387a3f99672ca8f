"""Counts the golden values that a run compares, and says how many at its end."""

from collections import Counter
from collections.abc import Callable

import pytest

COMPARED = "golden-values"


@pytest.fixture
def compared(record_property: Callable[[str, object], None]) -> Callable[[str, int], None]:
    """`compared("tie-breaks", 15)`: so many values of this golden topic were found equal."""

    def tell(topic: str, values: int) -> None:
        record_property(COMPARED, (topic, values))

    return tell


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    counts: Counter[str] = Counter()
    for report in terminalreporter.getreports("passed"):
        if report.when == "call":
            for name, told in report.user_properties:
                if name == COMPARED:
                    topic, values = told
                    counts[topic] += values
    for topic, values in sorted(counts.items()):
        terminalreporter.write_line(f"golden values compared: {values} ({topic})")
