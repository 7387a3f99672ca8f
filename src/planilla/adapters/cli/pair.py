"""The command `pair`: the next round of a tournament file, as engines print it, or explained."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import NO, UNREADABLE, Outcome, Stop
from planilla.adapters.cli.systems import round_system
from planilla.adapters.cli.tournament_files import Fault, Ready, data_of, fault_of, read_file, said
from planilla.application.checking import Board, boards_of
from planilla.domain.pairing.system import Explanation, NoPairing, Pairing, PairingInput
from planilla.domain.scoring import system_of
from planilla.formats.trf.document import TrfDocument, TrfRemark
from planilla.formats.trf.pairing_input import pairing_input
from planilla.presentation.pairings import Numbers, explained

SEATS = frozenset({"seat", "seats", "moved", "white", "black", "bye", "groups"})
"""The fields of an explanation that hold seats: told to programs as pairing numbers."""


def pair(arguments: argparse.Namespace, console: Console) -> Outcome:
    """Pair a round; the answer is no where the rules give no pairing."""
    if arguments.system is not None:
        round_system(arguments.system)
    read = read_file(arguments.file, arguments.system)
    if not isinstance(read, Ready):
        return _unreadable(read, console)
    document = read.document
    system = round_system(read.system)
    given = pairing_input(document, arguments.round, system)
    if isinstance(given, TrfRemark):
        return _unreadable((fault_of(given),), console)
    answer = system.answer(given)
    if isinstance(answer, NoPairing):
        raise _no_pairing(document, given, answer)
    boards = boards_of(document, answer)
    text = (str(len(boards)), *(f"{white} {black}" for white, black in boards))
    if arguments.output is not None:
        _write(arguments.output, text)
        text = ()
    if console.as_json:
        data = _data(document, given, boards, answer)
        return Outcome(raw=msgspec.json.encode(data) + b"\n")
    if arguments.explain:
        text = (*text, *([""] if text else []), *_explained(document, given, answer, console))
    return Outcome(lines=text)


def _unreadable(faults: Sequence[Fault], console: Console) -> Outcome:
    return Outcome(
        data={"faults": [data_of(fault, console) for fault in faults]},
        code=UNREADABLE,
        aside=[said(fault, console) for fault in faults],
    )


def _no_pairing(document: TrfDocument, given: PairingInput, answer: NoPairing) -> Stop:
    return Stop(
        "error.no-pairing",
        exit_code=NO,
        round=given.round,
        reason=answer.reason,
        numbers=tuple(sorted(document.numbers[seat] for seat in answer.seats)),
    )


def _write(name: str, lines: Sequence[str]) -> None:
    path = Path(name)
    try:
        path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii", newline="\n")
    except OSError as error:
        raise Stop("error.cannot-write", path=name, reason=error.strerror or "?") from error


def _explained(
    document: TrfDocument, given: PairingInput, answer: Pairing, console: Console
) -> Iterator[str]:
    numbers = Numbers(by_seat=document.numbers, unit=system_of(given.crosstable).unit)
    yield console.say("cli.explained", round=given.round, system=answer.explanation.system)
    yield ""
    yield from explained(console.language, answer.explanation, numbers)


def _data(
    document: TrfDocument, given: PairingInput, boards: Sequence[Board], answer: Pairing
) -> dict[str, Any]:
    return {
        "round": given.round,
        "pairs": [board for board in boards if board[1]],
        "bye": next((white for white, black in boards if not black), None),
        "explanation": by_number(answer.explanation, document.numbers),
    }


def by_number(explanation: Explanation, numbers: Sequence[int]) -> Any:
    """An explanation as plain data, with pairing numbers in place of seats."""
    return _numbered(msgspec.to_builtins(explanation), numbers, seats=False)


def _numbered(data: Any, numbers: Sequence[int], *, seats: bool) -> Any:
    if isinstance(data, dict):
        return {
            name: _numbered(value, numbers, seats=name in SEATS) for name, value in data.items()
        }
    if isinstance(data, (list, tuple)):
        return [_numbered(each, numbers, seats=seats) for each in data]
    return numbers[data] if seats and data is not None else data
