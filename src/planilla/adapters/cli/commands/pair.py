"""Command `pair`: the next round of a tournament file, as engines print it, or explained."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.files import write
from planilla.adapters.cli.tournament_files import (
    DOUBLE_SWISS,
    FileFault,
    Ready,
    fault_of,
    is_record,
    read_double,
    read_file,
    round_system,
    unreadable,
)
from planilla.adapters.cli.values import count
from planilla.domain.pairing.system import Explanation, NoPairing, Pairing, PairingInput, System
from planilla.domain.scoring import system_of
from planilla.formats.trf.document import TrfRemark

if TYPE_CHECKING:
    from planilla.application.checking import Board

SEAT_FIELDS = frozenset({"seat", "seats", "moved", "raised", "white", "black", "bye", "groups"})
"""Fields of an explanation with seats, which are pairing numbers in the output."""


@command("pair", "cli.pair")
@argument("file", key="cli.trf-file", metavar="FILE")
@option("--system", key="cli.system", metavar="NAME")
@option("--round", "number", key="cli.pair.round", metavar="N", type=count)
@option("--explain", key="cli.pair.explain", is_flag=True)
@option("--output", "-o", key="cli.output", metavar="FILE")
def pair(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    file: str,
    system: str | None,
    number: int | None,
    explain: bool,
    output: str | None,
) -> CommandOutcome:
    """Pair a round; exit with 1 if there is no legal pairing."""
    from planilla.application.checking import boards_of

    console = invocation.console
    if system is not None:
        round_system(system)
    asked = (_in_record if is_record(file) else _in_file)(file, system, number)
    if not isinstance(asked, RoundOfFile):
        return unreadable(asked, console)
    given, numbers = asked.given, asked.numbers
    answer = asked.system.answer(given)
    if isinstance(answer, NoPairing):
        raise _no_pairing(numbers, given, answer)
    boards = boards_of(numbers, answer)
    text = (str(len(boards)), *(f"{white} {black}" for white, black in boards))
    if output is not None:
        write(output, "".join(f"{line}\n" for line in text).encode("ascii"))
        text = ()
    if console.as_json:
        data = _data(numbers, given, boards, answer)
        return CommandOutcome(raw=msgspec.json.encode(data) + b"\n")
    if explain:
        text = (*text, *([""] if text else []), *_explained(numbers, given, answer, console))
    return CommandOutcome(lines=text)


class RoundOfFile(NamedTuple):
    """A round to be paired: its system, its input, and the pairing numbers by seat."""

    system: System
    given: PairingInput
    numbers: Sequence[int]


def _in_file(
    file: str, system: str | None, number: int | None
) -> RoundOfFile | tuple[FileFault, ...]:
    """Return the round of a tournament report file, or the faults of the file."""
    from planilla.formats.trf.pairing_input import numbers_of, pairing_input

    read = read_file(file, system)
    if not isinstance(read, Ready):
        return read
    pairs_by = round_system(read.system)
    given = pairing_input(read.document, number, pairs_by)
    if isinstance(given, TrfRemark):
        return (fault_of(given),)
    return RoundOfFile(pairs_by, given, numbers_of(read.document, pairs_by))


def _in_record(
    file: str, system: str | None, number: int | None
) -> RoundOfFile | tuple[FileFault, ...]:
    """Return the round of a Double-Swiss in JSON, or the fault of the record."""
    from planilla.formats.double_swiss import before_round

    read = read_double(file, system)
    if isinstance(read, FileFault):
        return (read,)
    following = len(read.history) + 1
    wanted = following if number is None else number
    fields: dict[str, Any] = {"round": wanted, "following": following, "planned": read.rounds}
    for code, is_beyond in (
        ("trf.round-beyond", wanted > following),
        ("trf.no-more-rounds", 0 < read.rounds < wanted),
    ):
        if is_beyond:
            return (FileFault(file=file, line=0, column=0, code=code, fields=fields),)
    return RoundOfFile(round_system(DOUBLE_SWISS), before_round(read, wanted), read.numbers)


def _no_pairing(by_seat: Sequence[int], given: PairingInput, answer: NoPairing) -> CommandError:
    return CommandError(
        "error.no-pairing",
        exit_code=Exit.NO,
        round=given.round,
        reason=answer.reason,
        numbers=tuple(sorted(by_seat[seat] for seat in answer.seats)),
    )


def _explained(
    by_seat: Sequence[int], given: PairingInput, answer: Pairing, console: Console
) -> Iterator[str]:
    from planilla.presentation.pairings import Numbers, explained

    numbers = Numbers(by_seat=by_seat, unit=system_of(given.crosstable).unit)
    yield console.say("cli.explained", round=given.round, system=answer.explanation.system)
    yield ""
    yield from explained(console.language, answer.explanation, numbers)


def _data(
    by_seat: Sequence[int], given: PairingInput, boards: "Sequence[Board]", answer: Pairing
) -> dict[str, Any]:
    return {
        "round": given.round,
        "pairs": [board for board in boards if board[1]],
        "bye": next((white for white, black in boards if not black), None),
        "explanation": by_number(answer.explanation, by_seat),
    }


def by_number(explanation: Explanation, numbers: Sequence[int]) -> Any:
    """Return an explanation as plain data, with pairing numbers instead of seats."""
    return _numbered(msgspec.to_builtins(explanation), numbers, seats=False)


def _numbered(data: Any, numbers: Sequence[int], *, seats: bool) -> Any:
    if isinstance(data, dict):
        return {
            name: _numbered(value, numbers, seats=name in SEAT_FIELDS)
            for name, value in data.items()
        }
    if isinstance(data, (list, tuple)):
        return [_numbered(each, numbers, seats=seats) for each in data]
    return numbers[data] if seats and data is not None else data
