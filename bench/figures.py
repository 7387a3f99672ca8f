"""A measured figure, and how a run of them is written down."""

import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

RESULTS = Path(__file__).parent / "RESULTS.md"
ALIKE = "Clients and servers shared this one machine, whatever else it was doing."


class Figure(NamedTuple):
    """What was measured, the number, its unit, and what a reader has to know beside it."""

    what: str
    value: float
    unit: str
    note: str = ""


class Section(NamedTuple):
    """Figures that belong together, and how they were measured, in a few sentences."""

    title: str
    how: str
    figures: Sequence[Figure]


def milliseconds_of(act: Callable[[], object], *, runs: int) -> float:
    """The median of `runs` runs, in milliseconds."""
    return statistics.median(_once(act) for _ in range(runs))


def cpu_milliseconds_of(act: Callable[[], object], *, runs: int) -> float:
    """The processor time of the best of `runs` runs, in ms: others may use the machine."""
    taken = []
    for _ in range(runs):
        start = time.process_time()
        act()
        taken.append((time.process_time() - start) * 1000)
    return min(taken)


def percentile(values: Sequence[float], share: int) -> float:
    """The smallest value that `share` per cent of all values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * share // 100) - 1)]


def as_text(sections: Sequence[Section]) -> str:
    """One table for the terminal."""
    width = max((len(figure.what) for section in sections for figure in section.figures), default=0)
    lines = []
    for section in sections:
        lines += ["", section.title, *(_wrapped(section.how))]
        lines += [
            f"  {figure.what:<{width}} {_written(figure.value):>10} {figure.unit:<9} {figure.note}"
            for figure in section.figures
        ]
    return "\n".join(lines)


def as_markdown(sections: Sequence[Section], *, took_s: float, quick: bool) -> str:
    """The page `RESULTS.md`: when, on what kind of machine, and every figure."""
    when = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    where = f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}"
    slice_ = " A quick slice: the numbers are small, the figures rough." if quick else ""
    lines = ["# Results of `make bench`", "", f"{when}; {where}; {took_s:.0f} s in all.{slice_}"]
    lines += [f"{ALIKE} Load average at the end: {os.getloadavg()[0]:.1f} of {os.cpu_count()}."]
    for section in sections:
        lines += [
            "",
            f"## {section.title}",
            "",
            section.how,
            "",
            "| what | | | |",
            "|---|--:|---|---|",
        ]
        lines += [
            f"| {figure.what} | {_written(figure.value)} | {figure.unit} | {figure.note} |"
            for figure in section.figures
        ]
    return "\n".join(lines) + "\n"


def _once(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


def _written(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _wrapped(text: str, width: int = 100) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] += f" {word}"
    return [f" {line}" for line in lines]
