"""One command from its arguments to its exit code. Nobody ever sees a stack trace."""

import argparse
import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from planilla.adapters.cli.console import Console, standard
from planilla.adapters.cli.outcome import DONE, NO, UNREADABLE, Outcome, Stop
from planilla.adapters.cli.parser import asks_nothing, build_parser, wanted_language
from planilla.presentation.catalogue import language_of

if TYPE_CHECKING:
    from planilla.adapters.cli.tools import Tools

INTERRUPTED = 130
"""What a shell expects after Ctrl-C."""

Command = Callable[[argparse.Namespace, "Tools", Console], Outcome]
FileCommand = Callable[[argparse.Namespace, Console], Outcome]
"""A command that works on files alone: no settings are read, and no database is loaded for it."""


def run(arguments: Sequence[str], spoken: str, make_tools: "Callable[[], Tools]") -> int:
    """Do what the arguments say; answers with the exit code.

    `spoken` is what the environment says about the language; `make_tools` is called once a command
    was understood, and may raise `Stop`.
    """
    console = standard(wanted_language(arguments, language_of(spoken)), as_json=False)
    if asks_nothing(arguments):
        return console.answer(Outcome(lines=[console.say("cli.first-steps")]))
    try:
        parsed = build_parser(console.language).parse_args(list(arguments))
    except Stop as stop:
        return console.complain(stop)
    except SystemExit:  # after help
        return DONE
    console.as_json = parsed.json
    return _conducted(parsed, make_tools, console)


def _conducted(
    parsed: argparse.Namespace, make_tools: "Callable[[], Tools]", console: Console
) -> int:
    to_report: Callable[[], Tools] | None = None  # where a fault of ours is written down
    try:
        on_files = file_command_of(parsed)
        if on_files is not None:
            to_report = make_tools
            return console.answer(on_files(parsed, console))
        tools = make_tools()
        to_report = functools.partial(_itself, tools)
        return console.answer(command_of(parsed)(parsed, tools, console))
    except Stop as stop:
        return console.complain(stop)
    except KeyboardInterrupt:
        return console.complain(Stop("error.interrupted", exit_code=INTERRUPTED))
    except BrokenPipeError:  # whoever read our answer has seen enough
        return NO
    except Exception as error:  # noqa: BLE001 - the last door: a person gets one sentence
        return console.complain(_why(error, to_report))


def _itself(tools: "Tools") -> "Tools":
    return tools


def _why(error: Exception, to_report: "Callable[[], Tools] | None") -> Stop:
    from planilla.application.ports import DatabaseNewer, StoreUnavailable
    from planilla.application.recording import DamagedLog

    if isinstance(error, DatabaseNewer):
        return Stop("error.database-newer")
    if isinstance(error, StoreUnavailable):
        return Stop("error.database-unreachable", database=str(error))
    if isinstance(error, DamagedLog):
        return Stop("refusal.log-damaged", exit_code=NO, version=error.version)
    if to_report is None:
        return Stop("error.installation", reason=str(error))
    try:
        path = to_report().report(error)
    except Stop as stop:  # a setting cannot be read, so that nobody knows where to write
        return stop
    return Stop("error.internal", exit_code=UNREADABLE, path=str(path))


def file_command_of(parsed: argparse.Namespace) -> FileCommand | None:
    """The function of a command that works on files alone; None for the others."""
    if parsed.command == "pair":
        from planilla.adapters.cli import pair

        return pair.pair
    if parsed.command == "check":
        from planilla.adapters.cli import check

        return check.check
    if parsed.command == "generate":
        from planilla.adapters.cli import generate

        return generate.generate
    if parsed.command == "standings":
        from planilla.adapters.cli import standings

        return standings.standings
    if parsed.command == "ratings":
        from planilla.adapters.cli import ratings

        return ratings.ratings
    return _log_on_files(parsed) if parsed.command == "log" else None


def _log_on_files(parsed: argparse.Namespace) -> FileCommand | None:
    if parsed.act == "check-proof":
        from planilla.adapters.cli import heads

        return heads.check_proof
    if parsed.act == "verify":
        from planilla.adapters.cli import archives

        return archives.verify if archives.names_a_file(parsed) else None
    return None


def command_of(parsed: argparse.Namespace) -> Command:
    """The function of a command; only its own module is loaded."""
    if parsed.command in {"log", "list", "link", "evidence"}:
        return _act_of(parsed)
    if parsed.command in {"import", "export", "regulations", "act", "show"}:
        from planilla.adapters.cli import act, exports, imports, regulations, views

        taking: dict[str, Command] = {
            "import": imports.import_file,
            "export": exports.export,
            "regulations": regulations.regulations,
            "act": act.act,
            "show": views.show,
        }
        return taking[parsed.command]
    if parsed.command in {"whatif", "audit", "dossier"}:
        return _audit_of(parsed)
    if parsed.command == "demo":
        from planilla.adapters.cli import sample

        return sample.demo
    if parsed.command in {"serve", "masnou", "keizer"}:
        from planilla.adapters.cli import serving

        return {
            "serve": serving.serve,
            "masnou": serving.masnou,
            "keizer": serving.keizer,
        }[parsed.command]
    from planilla.adapters.cli import persons, upkeep

    upkeeping: dict[str, Command] = {
        "migrate": upkeep.migrate,
        "person": persons.person,
    }
    return upkeeping[parsed.command]


def _audit_of(parsed: argparse.Namespace) -> Command:
    from planilla.adapters.cli import audit, dossier, whatif

    asking: dict[str, Command] = {
        "whatif": whatif.whatif,
        "audit": audit.audit,
        "dossier": dossier.dossier_of,
    }
    return asking[parsed.command]


def _act_of(parsed: argparse.Namespace) -> Command:
    if parsed.command == "list":
        from planilla.adapters.cli import rating_lists

        return rating_lists.ACTS[parsed.act]
    if parsed.command == "link":
        from planilla.adapters.cli import links

        return links.ACTS[parsed.act]
    if parsed.command == "evidence":
        from planilla.adapters.cli import evidence

        return evidence.ACTS[parsed.act]
    from planilla.adapters.cli import archives, heads, log_keys, log_show, logs

    acts: dict[str, Command] = {
        "show": log_show.show,
        "verify": logs.verify,
        "export": archives.export,
        "import": archives.take,
        "verifier": archives.verifier,
        "head": heads.head,
        "proof": heads.proof,
        "check-head": heads.check_head,
        "key": log_keys.key,
    }
    return acts[parsed.act]
