"""What the command `person` says: what there is, what was emptied, what remains and why."""

from collections.abc import Iterable, Sequence

from planilla.adapters.cli.console import Console
from planilla.application.erasing import Remaining, Report
from planilla.application.erasing_again import Again
from planilla.application.erasure import FileFound, Prospect, TextFound
from planilla.application.ports import Compacted

DIGITS = 12
"""Of a hash, where people read it."""


def prospect_lines(found: Prospect, name: str, console: Console) -> list[str]:
    """What would be erased, and the texts and files to choose from."""
    shown = console.say("page.player-number", number=found.number)
    if found.is_erased:
        return [console.say("erasure.nothing", shown=shown)]
    fields = fields_said(found.fields, console)
    n = len(found.fields)
    lines = [console.say("erasure.would", shown=shown, name=name, n=n, fields=fields)]
    if found.texts:
        lines += [console.say("erasure.found-texts"), *text_lines(found.texts, console)]
    if found.files:
        lines += [console.say("erasure.found-files"), *_file_lines(found.files, console)]
    return lines


def report_lines(report: Report, console: Console) -> list[str]:
    """What was emptied; whether the chain is whole; what remains and why."""
    shown = console.say("page.player-number", number=report.number)
    lines = []
    if report.fields:
        fields = fields_said(report.fields, console)
        n = len(report.fields)
        lines.append(console.say("erasure.done", shown=shown, n=n, fields=fields))
    elif report.entrant:
        lines.append(console.say("erasure.nothing", shown=shown))
    if report.texts or not report.entrant:
        lines.append(console.say("erasure.texts", n=len(report.texts)))
    if report.files:
        lines.append(console.say("erasure.files", n=len(report.files)))
    lines += _done_in(report.storage, console)
    lines.append(_chain_line(report, console))
    return [*lines, *_remaining_lines(report.remains, console)]


def storage_lines(storage: Compacted, waits: Sequence[Remaining], console: Console) -> list[str]:
    """What became of the places that rows had."""
    return [*_done_in(storage, console), *_remaining_lines(waits, console)]


def again_lines(again: Again, console: Console, *, dry_run: bool) -> list[str]:
    """Each that was back, or that nothing was."""
    if not again.done:
        return [console.say("erasure.cli.nothing-again")]
    key = "erasure.cli.would-again-line" if dry_run else "erasure.cli.again-line"
    lines = []
    for wanted in again.done:
        texts, files = len(wanted.texts), len(wanted.files)
        counted = console.say("erasure.cli.texts-and-files", texts=texts, files=files)
        who = f"“{wanted.entrant}”" if wanted.entrant else counted
        lines.append(console.say(key, tournament=wanted.tournament, who=who))
    return lines if again.storage is None else [*lines, *_done_in(again.storage, console)]


def text_lines(found: Iterable[TextFound], console: Console) -> list[str]:
    """A line for each text, with the digits that name it."""
    return [
        console.say(
            "erasure.text-line",
            commitment=each.commitment[:DIGITS],
            versions=_versions(each.versions),
            audience=each.audience,
            text=each.text,
        )
        for each in found
    ]


def fields_said(fields: Iterable[str], console: Console) -> list[str]:
    """The names of personal data."""
    return [console.say(f"erasure-field.{field}") for field in fields]


def _file_lines(found: Iterable[FileFound], console: Console) -> list[str]:
    unread = console.say("erasure.cannot-search")
    return [
        console.say(
            "erasure.file-line",
            sha256=each.sha256[:DIGITS],
            type=each.media_type,
            about=_versions(each.about),
            words=unread if each.words is None else " ".join(each.words) or "–",
        )
        for each in found
    ]


def _versions(versions: Iterable[int]) -> str:
    return " ".join(f"v{version}" for version in versions) or "–"


def _done_in(storage: Compacted, console: Console) -> list[str]:
    keys = (
        ("erasure.rewritten", storage.rewritten),
        ("erasure.journal", storage.wal_emptied),
    )
    return [console.say(key) for key, is_so in keys if is_so]


def _chain_line(report: Report, console: Console) -> str:
    chain = report.chain
    if chain.faults:
        return console.say("erasure.broken", version=chain.faults[0].version)
    return console.say("erasure.chain", events=chain.events, head=chain.head[:DIGITS])


def _remaining_lines(remains: Sequence[Remaining], console: Console) -> list[str]:
    if not remains:
        return []
    said = (console.say(f"erasure.remains.{each.code}", **each.fields) for each in remains)
    return [console.say("erasure.remains"), *(f"- {line}" for line in said)]
