"""The command `check`: every round of tournament files paired again, beside what was played."""

import argparse
import functools
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import DONE, NO, UNREADABLE, Outcome
from planilla.adapters.cli.parallel import each_of, processors
from planilla.adapters.cli.systems import round_system
from planilla.adapters.cli.tournament_files import Fault, Ready, data_of, found, read_file, said
from planilla.application.checking import RoundChecked, checked_rounds
from planilla.presentation.pairings import two_columns


class FileChecked(msgspec.Struct, frozen=True, kw_only=True):
    """A file, the system that it was compared with, and its rounds; or else what is wrong."""

    file: str
    system: str | None = None
    rounds: tuple[RoundChecked, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def differing(self) -> tuple[RoundChecked, ...]:
        """The rounds that are not as the rules give them."""
        return tuple(each for each in self.rounds if not each.same)


def check(arguments: argparse.Namespace, console: Console) -> Outcome:
    """Compare; the answer is no where a round differs. A file with faults keeps none from it."""
    if arguments.system is not None:
        round_system(arguments.system)
    files = list(
        each_of(
            functools.partial(checked, system=arguments.system),
            found(arguments.files),
            jobs=arguments.jobs or processors(),
            progress=console.progress("progress.check"),
        )
    )
    aside = [said(fault, console) for each in files for fault in each.faults]
    code = max(_code_of(each) for each in files)
    if console.as_json:
        raw = b"".join(msgspec.json.encode(_data(each, console)) + b"\n" for each in files)
        return Outcome(raw=raw, code=code, aside=aside)
    lines = [line for each in files if not each.faults for line in _lines(each, console)]
    if len(files) > 1:
        lines.append(_summary(files, console))
    return Outcome(lines=lines, code=code, aside=aside)


def checked(file: str, *, system: str | None) -> FileChecked:
    """One file, compared with the system named, or else with its own."""
    read = read_file(file, system)
    if not isinstance(read, Ready):
        return FileChecked(file=file, faults=read)
    try:
        rounds = tuple(checked_rounds(read.document, round_system(read.system)))
    except Exception as error:  # noqa: BLE001 - a fault of ours in one file stops no other
        return FileChecked(file=file, faults=(_ours(file, error),))
    return FileChecked(file=file, system=read.system, rounds=rounds)


def _ours(file: str, error: Exception) -> Fault:
    *_, last = traceback.extract_tb(error.__traceback__)
    where = f"{Path(last.filename).name}:{last.lineno}"
    fields = {"path": file, "reason": f"{type(error).__name__}, {where}"}
    return Fault(file=file, line=0, column=0, code="error.internal-in-file", fields=fields)


def _code_of(checked: FileChecked) -> int:
    if checked.faults:
        return UNREADABLE
    return NO if checked.differing else DONE


def _data(checked: FileChecked, console: Console) -> dict[str, Any]:
    if checked.faults:
        faults = [data_of(fault, console) for fault in checked.faults]
        return {"file": checked.file, "faults": faults}
    rounds = [
        {
            "round": each.round,
            "same": each.same,
            "checker": each.checker,
            "tournament": each.tournament,
        }
        for each in checked.rounds
    ]
    return {"file": checked.file, "system": checked.system, "rounds": rounds}


def _lines(checked: FileChecked, console: Console) -> Iterator[str]:
    differing = checked.differing
    key = "no-rounds" if not checked.rounds else "differs" if differing else "same"
    yield console.say(
        f"cli.check.{key}",
        file=checked.file,
        rounds=len(checked.rounds),
        differing=len(differing),
        numbers=tuple(each.round for each in differing),
        system=checked.system,
    )
    for each in differing:
        yield console.say("cli.check.round", name=Path(checked.file).stem, round=each.round)
        if each.reason is not None:
            yield console.say("cli.check.no-pairing", reason=each.reason)
        yield from two_columns(each.checker, each.tournament)


def _summary(files: Sequence[FileChecked], console: Console) -> str:
    read = [each for each in files if not each.faults]
    different = sum(1 for each in read if each.differing)
    return console.say(
        "cli.check.summary",
        files=len(files),
        same=len(read) - different,
        different=different,
        faulty=len(files) - len(read),
        rounds=sum(len(each.rounds) for each in read),
        differing=sum(len(each.differing) for each in read),
    )
