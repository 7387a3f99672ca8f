"""Command `check`: comparison of the rounds of tournament files with new pairings of them."""

import functools
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandOutcome, Console, Exit
from planilla.adapters.cli.parallel import each_of, processors
from planilla.adapters.cli.tournament_files import (
    DOUBLE_SWISS,
    FileFault,
    Ready,
    fault_data,
    fault_line,
    files_of,
    is_record,
    read_double,
    read_file,
    round_system,
)
from planilla.adapters.cli.values import count

if TYPE_CHECKING:
    from planilla.application.checking import RoundChecked


class FileChecked(msgspec.Struct, frozen=True, kw_only=True):
    """A file with the pairing system of the comparison and its rounds, or with its faults."""

    file: str
    system: str | None = None
    rounds: "tuple[RoundChecked, ...]" = ()
    faults: tuple[FileFault, ...] = ()

    @property
    def differing(self) -> "tuple[RoundChecked, ...]":
        """The rounds that differ from the pairing by the rules."""
        return tuple(each for each in self.rounds if not each.same)


@command("check", "cli.check")
@argument("files", key="cli.check.files", metavar="FILE...", nargs=-1, required=True)
@option("--system", key="cli.system", metavar="NAME")
@option("--jobs", key="cli.jobs", metavar="N", type=count)
def check(
    invocation: Invocation, *, files: tuple[str, ...], system: str | None, jobs: int | None
) -> CommandOutcome:
    """Compare files; exit with 1 if a round differs. Faults of a file do not stop the others."""
    console = invocation.console
    if system is not None:
        round_system(system)
    compared = list(
        each_of(
            functools.partial(checked, system=system),
            files_of(files),
            jobs=jobs or processors(),
            progress=console.progress("progress.check"),
        )
    )
    aside = [fault_line(fault, console) for each in compared for fault in each.faults]
    code = max(_code_of(each) for each in compared)
    if console.as_json:
        raw = b"".join(msgspec.json.encode(_data(each, console)) + b"\n" for each in compared)
        return CommandOutcome(raw=raw, code=code, aside=aside)
    lines = [line for each in compared if not each.faults for line in _lines(each, console)]
    if len(compared) > 1:
        lines.append(_summary(compared, console))
    return CommandOutcome(lines=lines, code=code, aside=aside)


def checked(file: str, *, system: str | None) -> FileChecked:
    """Compare one file with the named system, or else with its own."""
    from planilla.application.checking import checked_rounds

    if is_record(file):
        return _checked_record(file, system)
    read = read_file(file, system)
    if not isinstance(read, Ready):
        return FileChecked(file=file, faults=read)
    try:
        rounds = tuple(checked_rounds(read.document, round_system(read.system)))
    except Exception as error:  # noqa: BLE001 - it stops this file only
        return FileChecked(file=file, faults=(_ours(file, error),))
    return FileChecked(file=file, system=read.system, rounds=rounds)


def _checked_record(file: str, system: str | None) -> FileChecked:
    """Compare a Double-Swiss, whose points of matches stand in no tournament report file."""
    from planilla.application.checking import checked_matches

    read = read_double(file, system)
    if isinstance(read, FileFault):
        return FileChecked(file=file, faults=(read,))
    return FileChecked(file=file, system=DOUBLE_SWISS, rounds=tuple(checked_matches(read)))


def _ours(file: str, error: Exception) -> FileFault:
    *_, last = traceback.extract_tb(error.__traceback__)
    where = f"{Path(last.filename).name}:{last.lineno}"
    fields: dict[str, Any] = {"path": file, "reason": f"{type(error).__name__}, {where}"}
    return FileFault(file=file, line=0, column=0, code="error.internal-in-file", fields=fields)


def _code_of(checked: FileChecked) -> int:
    if checked.faults:
        return Exit.UNREADABLE
    return Exit.NO if checked.differing else Exit.DONE


def _data(checked: FileChecked, console: Console) -> dict[str, Any]:
    if checked.faults:
        faults = [fault_data(fault, console) for fault in checked.faults]
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
    from planilla.presentation.pairings import two_columns

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
