"""One command from its arguments to its exit code. No traceback is shown."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from planilla.adapters.cli.command_line import Invocation, called
from planilla.adapters.cli.console import CommandError, CommandOutcome, Exit, standard
from planilla.presentation.catalogue import LANGUAGES, language_of

if TYPE_CHECKING:
    from planilla.adapters.cli.services import Services

COMMANDS = "planilla.adapters.cli.commands"
"""The package whose modules are the commands."""


def run(
    arguments: Sequence[str],
    spoken: str,
    make_services: "Callable[[], Services]",
    *,
    more_commands: Sequence[str] = (),
) -> int:
    """Run the command that the arguments name; the answer is the exit code.

    `spoken` is the language that the environment names. `make_services` is called by the first
    command that needs it, and may raise `CommandError`. `more_commands` are packages of commands.
    """
    console = standard(wanted_language(arguments, language_of(spoken)), as_json=False)
    if asks_nothing(arguments):
        return console.answer(CommandOutcome(lines=[console.say("cli.first-steps")]))
    invocation = Invocation(console, make_services)
    try:
        return console.answer(called(arguments, invocation, (COMMANDS, *more_commands)))
    except CommandError as stop:
        return console.complain(stop)
    except KeyboardInterrupt:
        return console.complain(CommandError("error.interrupted", exit_code=Exit.INTERRUPTED))
    except BrokenPipeError:  # the reader of our answer has seen enough
        return Exit.NO
    except Exception as error:  # noqa: BLE001 - the last door: a person gets one sentence
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
    except CommandError as stop:  # a setting cannot be read: there is no place to write to
        return stop
    except Exception as broken:  # noqa: BLE001 - the program itself cannot be loaded
        return CommandError("error.installation", reason=str(broken))
    return CommandError("error.internal", path=str(path))


def wanted_language(arguments: Sequence[str], spoken: str) -> str:
    """The language to answer in: that of `--lang`, or else the one that is `spoken` here.

    It is read before anything is parsed, so that complaints come in it.
    """
    for place, argument in enumerate(arguments):
        said = argument.removeprefix("--lang=")
        if argument == "--lang":
            said = (*arguments, "")[place + 1]
        if said in LANGUAGES and argument.startswith("--lang"):
            return said
    return spoken


def asks_nothing(arguments: Sequence[str]) -> bool:
    """Return whether no command and no option is given; a language alone asks for nothing."""
    name, _, language = "=".join(arguments).partition("=")
    return not arguments or (name == "--lang" and language in LANGUAGES)
