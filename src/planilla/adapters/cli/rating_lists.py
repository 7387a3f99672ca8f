"""The commands `list import`, `list show` and `list find`: rating lists of federations."""

import argparse
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.list_files import ListFile, list_file
from planilla.adapters.cli.outcome import NO, UNREADABLE, Outcome, Stop
from planilla.adapters.cli.tools import Progress, Tools
from planilla.application.rating_lists import (
    ListBuilding,
    ListNotWritten,
    ListStore,
    ListUnusable,
    RatingList,
    chosen,
)
from planilla.formats.rating_list.columns import month_in
from planilla.formats.rating_list.reader import read_list
from planilla.formats.rating_list.records import RATES, ListedPlayer, ListFault, NotAList, Reading

FAULTS_SHOWN = 20
"""Broken lines that are shown; of the others their number."""

MEGABYTE = 1_000_000


def import_list(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Put a list in the place of the one of its kind; broken lines are told and left out.

    The answer is unreadable, and the old list stays, where no line could be read.
    """
    lists = tools.rating_lists()
    faults: list[ListFault] = []
    progress = console.progress("progress.list")
    try:
        with list_file(arguments.file) as file, lists.building(arguments.kind) as building:
            reading = read_list(_told(file, progress), arguments.rate)
            empty = RatingList(
                kind=arguments.kind,
                month=_month(arguments, file, reading),
                source=file.name,
                form=reading.form,
            )
            players, broken = _written(reading, building, faults)
            if not players:
                return _nothing(arguments.file, faults, broken, console)
            made, twice = building.finish(_with_broken(empty, broken))
    except NotAList as error:
        fields: dict[str, Any] = {**error.fields}
        why = console.say(f"list-unreadable.{error.code}", **fields)
        raise Stop("error.not-a-list", path=arguments.file, why=why) from error
    except ListNotWritten as error:
        raise Stop("error.cannot-write", path=error.path, reason=error.reason) from error
    faults += twice[: max(0, FAULTS_SHOWN - len(faults))]
    return _imported(arguments.file, made, faults, console)


def show(_: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """The lists there are; the answer is no where there are none."""
    lists = _lists(tools.rating_lists())
    if not lists:
        return Outcome(lines=[console.say("cli.list.none")], data={"lists": []}, code=NO)
    lines = [console.say("cli.list.one", **_fields(each)) for each in lists]
    return Outcome(lines=lines, data={"lists": [_fields(each) for each in lists]})


def find(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Who is meant by a name or an id; the answer is no where that is nobody."""
    lists = tools.rating_lists()
    used = chosen(_lists(lists), arguments.kind or "")
    if used is None:
        raise Stop("error.no-list", kind=arguments.kind or "")
    text = " ".join(arguments.name)
    try:
        found = lists.find(used.kind, text)
    except ListUnusable as error:
        raise Stop("error.list-unusable", kind=error.kind) from error
    data = {
        "list": _fields(used),
        "players": [_data(player) for player in found],
    }
    if not found:
        said = console.say("cli.list.nobody", name=text, kind=used.kind, month=used.month)
        return Outcome(lines=[said], data=data, code=NO)
    return Outcome(lines=[_line(player) for player in found], data=data)


ACTS: dict[str, Callable[[argparse.Namespace, Tools, Console], Outcome]] = {
    "import": import_list,
    "show": show,
    "find": find,
}
"""The commands by their names."""


def _told(file: ListFile, progress: Progress) -> Iterator[bytes]:
    read = 0
    for chunk in file.chunks:
        read += len(chunk)
        progress(read // MEGABYTE, max(1, file.size // MEGABYTE))
        yield chunk


def _month(arguments: argparse.Namespace, file: ListFile, reading: Reading) -> str:
    named = month_in(file.name) or month_in(Path(arguments.file).name)
    month: str = arguments.month or reading.month or named
    if not month:
        raise Stop("error.list-month", path=arguments.file)
    return month


def _written(reading: Reading, building: ListBuilding, faults: list[ListFault]) -> tuple[int, int]:
    """How many players and broken lines there were; the first of these go into `faults`."""
    players = broken = 0
    for batch in reading.batches:
        building.add(batch.players)
        players += len(batch.players)
        broken += len(batch.faults)
        faults += batch.faults[: max(0, FAULTS_SHOWN - len(faults))]
    return players, broken


def _with_broken(empty: RatingList, broken: int) -> RatingList:
    import msgspec

    return msgspec.structs.replace(empty, broken=broken)


def _nothing(path: str, faults: list[ListFault], broken: int, console: Console) -> Outcome:
    aside = [*_said(path, faults, broken, console), console.say("cli.list.nothing", path=path)]
    return Outcome(data={"faults": _faults(faults, console)}, code=UNREADABLE, aside=aside)


def _imported(path: str, made: RatingList, faults: list[ListFault], console: Console) -> Outcome:
    return Outcome(
        lines=[console.say("cli.list.imported", **_fields(made))],
        data={**_fields(made), "faults": _faults(faults, console)},
        aside=_said(path, faults, made.broken, console),
    )


def _said(path: str, faults: Iterable[ListFault], broken: int, console: Console) -> list[str]:
    lines = [f"{path}:{fault.line}:{fault.column}: {_sentence(fault, console)}" for fault in faults]
    more = broken - len(lines)
    return [*lines, console.say("cli.list.more-broken", n=more)] if more > 0 else lines


def _faults(faults: Iterable[ListFault], console: Console) -> list[dict[str, Any]]:
    return [
        {
            "line": fault.line,
            "column": fault.column,
            "code": fault.code,
            "fields": dict(fault.fields),
            "message": _sentence(fault, console),
        }
        for fault in faults
    ]


def _sentence(fault: ListFault, console: Console) -> str:
    fields: dict[str, Any] = {**fault.fields}
    return console.say(f"list-fault.{fault.code}", **fields)


def _lists(lists: ListStore) -> tuple[RatingList, ...]:
    try:
        return lists.lists()
    except ListUnusable as error:
        raise Stop("error.list-unusable", kind=error.kind) from error


def _fields(made: RatingList) -> dict[str, Any]:
    return {name: getattr(made, name) for name in RatingList.__struct_fields__}


def _data(player: ListedPlayer) -> dict[str, Any]:
    fields = player._asdict()
    return {name: fields[name] for name in fields if name not in {"line", "key"}}


def _line(player: ListedPlayer) -> str:
    ratings = " ".join(f"{player.rating(rate) or '–':>4}" for rate in RATES)
    birth = player.birth or ""
    return (
        f"{player.id:>10} {player.title:<4} {player.name:<40} {player.federation:<4} {birth:>4} "
        f"{ratings} {player.flag}"
    ).rstrip()
