"""Run of one command, from its arguments to its exit code. No traceback is shown."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from planilla.adapters.cli.command_line import Invocation, called
from planilla.adapters.cli.console import CommandError, CommandOutcome, Exit, standard
from planilla.presentation.catalogue import LANGUAGES, language_of

if TYPE_CHECKING:
    from planilla.adapters.cli.services import Services

COMMANDS = "planilla.adapters.cli.commands"
"""Package of the commands."""


def run(
    arguments: Sequence[str],
    spoken: str,
    make_services: "Callable[[], Services]",
    *,
    more_commands: Sequence[str] = (),
) -> int:
    """Run the command that the arguments name; return the exit code.

    `spoken` is the language of the environment. `make_services` is called at the first use of the
    services, and may raise `CommandError`. `more_commands` are packages of commands.
    """
    console = standard(wanted_language(arguments, language_of(spoken)), as_json=False)
    if is_empty_call(arguments):
        return console.answer(CommandOutcome(lines=[console.say("cli.first-steps")]))
    invocation = Invocation(console, make_services)
    try:
        return console.answer(called(arguments, invocation, (COMMANDS, *more_commands)))
    except CommandError as stop:
        return console.complain(stop)
    except KeyboardInterrupt:
        return console.complain(CommandError("error.interrupted", exit_code=Exit.INTERRUPTED))
    except BrokenPipeError:  # the reader has closed the pipe
        return Exit.NO
    except Exception as error:  # noqa: BLE001 - the last handler: the user gets one message
        return console.complain(_reason(error, invocation))


def _reason(error: Exception, invocation: Invocation) -> CommandError:
    """Return the error of a failed command; log an internal error with its traceback."""
    from planilla.application.ports import DatabaseNewer, StoreUnavailable
    from planilla.application.recording import DamagedLog

    if isinstance(error, DatabaseNewer):
        return CommandError("error.database-newer")
    if isinstance(error, StoreUnavailable):
        return CommandError("error.database-unreachable", database=str(error))
    if isinstance(error, DamagedLog):
        return CommandError("refusal.log-damaged", exit_code=Exit.NO, version=error.version)
    try:
        path = invocation.services.report(error)
    except CommandError as stop:  # without settings there is no log file
        return stop
    except Exception as broken:  # noqa: BLE001 - the program itself cannot be loaded
        return CommandError("error.installation", reason=str(broken))
    return CommandError("error.internal", path=str(path))


def wanted_language(arguments: Sequence[str], spoken: str) -> str:
    """Return the language of the answer: that of `--lang`, or else `spoken`.

    It is read before parsing, so that error messages are in it.
    """
    for place, argument in enumerate(arguments):
        said = argument.removeprefix("--lang=")
        if argument == "--lang":
            said = (*arguments, "")[place + 1]
        if said in LANGUAGES and argument.startswith("--lang"):
            return said
    return spoken


def is_empty_call(arguments: Sequence[str]) -> bool:
    """Return whether no command and no option but a language is given."""
    name, _, language = "=".join(arguments).partition("=")
    return not arguments or (name == "--lang" and language in LANGUAGES)
