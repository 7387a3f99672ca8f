"""Command line on click, with help and error messages from the catalogues.

To add a command: write a module with its name in `commands/` (`import_` for `import`), and in it a
function of that name decorated with `command`. Modules that load the subjects of a tournament are
imported within functions, since help loads the module of the command. The command's text in the
list of commands is `cli.NAME`; a new word in the placeholder of a value is also a text,
`help.value.WORD`.
"""

import importlib
import pkgutil
import re
import textwrap
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from planilla.adapters.cli.console import CommandError, CommandOutcome, Console
from planilla.presentation.catalogue import LANGUAGES

if TYPE_CHECKING:
    from planilla.adapters.cli.services import Services

HELP_WIDTH = 92
"""Width of help in columns, independent of the terminal."""

PLACEHOLDER_WORD = re.compile(r"\b[A-Z]{2,}(?:-[A-Z]{2,})*\b")
"""Word of a placeholder; its text is `help.value.WORD`."""
UNBROKEN_BLANK = "\0"
"""Stand-in for a blank without a line break."""

Function = TypeVar("Function", bound=Callable[..., Any])
CommandFunction = Callable[..., CommandOutcome | Coroutine[Any, Any, CommandOutcome]]


class Invocation:
    """One call of a command: its console, and the services of the program."""

    def __init__(self, console: Console, make_services: "Callable[[], Services]") -> None:
        self.console = console
        self._make_services = make_services

    @cached_property
    def services(self) -> "Services":
        """The services of the program, loaded at first use.

        Raises:
            CommandError: a setting cannot be read.
        """
        return self._make_services()


def option(*names: str, key: str, **settings: Any) -> Callable[[Function], Function]:
    """Declare an option of the command; `key` is its text."""
    return click.option(*names, cls=_Option, help=key, **settings)


def argument(name: str, *, key: str, **settings: Any) -> Callable[[Function], Function]:
    """Declare a positional argument of the command; `key` is its text."""
    return click.argument(name, cls=_Argument, help=key, **settings)


def command(name: str, key: str) -> Callable[[CommandFunction], "CliCommand"]:
    """Make a command of a function that takes the `Invocation` and each value.

    The function returns a `CommandOutcome`; one that opens the database is a coroutine function.
    """
    return click.command(name, cls=CliCommand, help=key)


class _TextParameter(click.Parameter):
    """A parameter with a text of the catalogues."""

    help: str

    def help_row(self, context: click.Context) -> tuple[str, str]:
        """Return the names of the parameter, and its text."""
        names, _ = self.get_help_record(context) or ("", "")
        return _in_words(context, names), _console(context).say(self.help)

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Return the value in its type.

        Raises:
            CommandError: the value is not of the type.
        """
        try:
            return super().type_cast_value(ctx, value)
        except click.BadParameter as error:
            where = _in_words(ctx, _name_of(self))
            kind, expected = _expected(self.type)
            raise _complaint(ctx, kind, what=str(value), where=where, **expected) from error


def _expected(of: click.ParamType[Any]) -> tuple[str, dict[str, str]]:
    """Return the complaint about a value that is not of a type, and the values it names."""
    if isinstance(of, click.Choice):
        return "choice", {"choices": ", ".join(of.choices)}
    if isinstance(of, click.IntRange | click.FloatRange):
        bounds = {"least": f"{of.min}", "most": f"{of.max}"}
        return ("least", bounds) if of.max is None else ("range", bounds)
    return "value", {}


class _Option(_TextParameter, click.Option):
    """An option."""

    def make_metavar(self, ctx: click.Context) -> str:
        """Return the placeholder of the value, choices without extra brackets."""
        return super().make_metavar(ctx).strip("[]")


class _Argument(_TextParameter, click.Argument):
    """A positional argument."""


def _shows_help(context: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click calls it
    if wanted:
        print(context.get_help(), file=_console(context).out)
        context.exit()


def _shows_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click calls it
    if wanted:
        from importlib.metadata import version

        print(f"planilla {version('planilla')}", file=_console(context).out)
        context.exit()


_HELP = _Option(
    ("-h", "--help"),
    help="help.help",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_shows_help,
)
_VERSION = _Option(
    ("--version",),
    help="help.version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_shows_version,
)
_JSON = _Option(("--json", "as_json"), help="cli.json", is_flag=True)
_LANGUAGE = _Option(("--lang",), help="cli.lang", type=click.Choice(LANGUAGES), expose_value=False)
"""Read by `run` before parsing, so that error messages are in that language."""


TEXT_FORM, CSV_FORM = "text", "csv"
table_form = option(
    "--format",
    "form",
    key="cli.format",
    type=click.Choice((TEXT_FORM, CSV_FORM)),
    default=TEXT_FORM,
)
"""The option of a command that writes tables."""


class _TranslatedCommand(click.Command):
    """Common part of commands and groups: help and error messages in the language of the call."""

    options: Sequence[_Option] = (_JSON, _LANGUAGE, _HELP)
    """Options common to all of this class, listed after their own."""

    def __init__(self, name: str | None, **settings: Any) -> None:
        settings = {"options_metavar": None, "add_help_option": False, **settings}
        super().__init__(name, **settings)
        self.params = [*self.params, *self.options]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the values; raise `CommandError` for invalid ones."""
        try:
            return super().parse_args(ctx, args)
        except click.MissingParameter as error:
            missing = _in_words(ctx, ", ".join(_missing(ctx, error.param)))
            raise _complaint(ctx, "missing", what=missing) from error
        except click.NoSuchOption as error:
            raise _complaint(ctx, "unknown", what=error.option_name) from error
        except click.BadOptionUsage as error:
            found = (each for each in self.params if error.option_name in each.opts)
            key = "no-value" if any(getattr(each, "is_flag", False) for each in found) else "empty"
            raise _complaint(ctx, key, where=error.option_name) from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, with an answer in JSON if requested."""
        if ctx.params.pop("as_json", False):
            _console(ctx).as_json = True
        return super().invoke(ctx)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return every option with its placeholder, then every argument."""
        pieces = []
        for each in self.params:
            if isinstance(each, _Option):
                value = "" if each.is_flag else f" {each.make_metavar(ctx)}"
                pieces.append(f"[{each.opts[0]}{value}]")
        return [*pieces, *super().collect_usage_pieces(ctx)]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write usage, text, and a row for each argument and option."""
        say = _console(ctx).say
        begin = f"{say('help.usage')} {ctx.command_path} "
        pieces = (_in_words(ctx, each) for each in self.collect_usage_pieces(ctx))
        wrapper = textwrap.TextWrapper(
            width=formatter.width,
            initial_indent=begin,
            subsequent_indent=" " * len(begin),
            break_on_hyphens=False,
        )
        usage = " ".join(each.replace(" ", UNBROKEN_BLANK) for each in pieces)
        formatter.write(wrapper.fill(usage).replace(UNBROKEN_BLANK, " ") + "\n")
        formatter.write_paragraph()
        formatter.write_text(say(self.help or ""))
        rows = [each.help_row(ctx) for each in self.params if isinstance(each, _TextParameter)]
        with formatter.section(say("help.options")):
            formatter.write_dl(rows)


class CliCommand(_TranslatedCommand):
    """A command: its function takes the `Invocation` and returns a `CommandOutcome`."""

    allow_extra_args = True
    """True, because `parse_args` refuses them with its own message."""

    def __init__(self, name: str | None, **settings: Any) -> None:
        function = settings.pop("callback")
        super().__init__(name, callback=click.pass_obj(_run_to_end(function)), **settings)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the values; raise `CommandError` for surplus ones."""
        rest = super().parse_args(ctx, args)
        if rest:
            raise _complaint(ctx, "unknown", what=" ".join(rest))
        return rest


def _run_to_end(function: CommandFunction) -> Callable[..., CommandOutcome]:
    """Return the function of a command; a coroutine function is run to its end."""

    @wraps(function)
    def run(*values: Any, **options: Any) -> CommandOutcome:
        answer = function(*values, **options)
        if isinstance(answer, CommandOutcome):
            return answer
        import asyncio  # not needed for help

        return asyncio.run(answer)

    return run


class Group(_TranslatedCommand, click.Group):
    """A command with subcommands, in the order of their definition."""

    command_class = CliCommand

    def __init__(self, name: str, **settings: Any) -> None:
        settings = {"subcommand_metavar": "COMMAND ...", "no_args_is_help": False, **settings}
        super().__init__(name, **settings)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        del ctx
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the named command.

        Raises:
            CommandError: no command is named.
        """
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise _complaint(ctx, "missing", what=_console(ctx).say("help.command")) from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the named command.

        Raises:
            CommandError: there is no command of this name.
        """
        name, *rest = args
        found = self.get_command(ctx, name)
        if found is None:
            raise _complaint(ctx, "no-command", what=name)
        return name, found, rest

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help of the group, then a row for each command."""
        super().format_help(ctx, formatter)
        say = _console(ctx).say
        with formatter.section(say("help.commands")):
            formatter.write_dl([(name, say(key)) for name, key in self.texts(ctx)])

    def texts(self, ctx: click.Context) -> Iterator[tuple[str, str]]:
        """Yield each command's name and the key of its text."""
        for name in self.list_commands(ctx):
            found = self.get_command(ctx, name)
            assert found is not None, "it is listed"
            yield name, found.help or ""


class LazyGroup(Group):
    """A group that loads a command only when it is called, and none to list them.

    `sources` are `module:function` and the key of the text, by command name.
    """

    def __init__(self, name: str, sources: Mapping[str, tuple[str, str]], **settings: Any) -> None:
        super().__init__(name, **settings)
        self._sources = sources

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        del ctx
        return list(self._sources)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, loading only its module."""
        del ctx
        if cmd_name not in self._sources:
            return None
        module, _, function = self._sources[cmd_name][0].partition(":")
        found = getattr(importlib.import_module(module), function)
        assert isinstance(found, click.Command), cmd_name
        return found

    def texts(self, ctx: click.Context) -> Iterator[tuple[str, str]]:
        """Yield each command's name and the key of its text, without loading the command."""
        del ctx
        for name, (_, key) in self._sources.items():
            yield name, key


class Program(LazyGroup):
    """All commands: the modules of some packages, in alphabetical order."""

    options = (_VERSION, _LANGUAGE, _HELP)

    def __init__(self, packages: Sequence[str]) -> None:
        found = {
            each.name.rstrip("_"): f"{package}.{each.name}:{each.name}"
            for package in packages
            for each in pkgutil.iter_modules(importlib.import_module(package).__path__)
        }
        sources = {name: (found[name], f"cli.{name}") for name in sorted(found)}
        settings = {"terminal_width": HELP_WIDTH, "max_content_width": HELP_WIDTH}
        super().__init__("planilla", sources, help="cli.planilla", context_settings=settings)


def called(
    arguments: Sequence[str], invocation: Invocation, packages: Sequence[str]
) -> CommandOutcome:
    """Run the command that the arguments name.

    Raises:
        CommandError: they are invalid, or the command failed.
    """
    program = Program(packages)
    try:
        with program.make_context("planilla", list(arguments), obj=invocation) as context:
            outcome = program.invoke(context)
    except click.exceptions.Exit:  # after help
        return CommandOutcome(raw=b"")
    assert isinstance(outcome, CommandOutcome), "a command answers"
    return outcome


def _console(context: click.Context) -> Console:
    found: Invocation = context.obj
    return found.console


def _in_words(context: click.Context, names: str) -> str:
    """Return names of parameters with placeholders in the language of the call."""
    say = _console(context).say
    return PLACEHOLDER_WORD.sub(lambda word: say(f"help.value.{word[0]}"), names)


def _complaint(context: click.Context, kind: str, **fields: Any) -> CommandError:
    return CommandError(f"usage.{kind}", command=context.command_path, **fields)


def _missing(context: click.Context, first: click.Parameter | None) -> Iterator[str]:
    """Yield the arguments from the first missing one on."""
    required = [each for each in context.command.params if each.required]
    for each in required[required.index(first) if first in required else 0 :]:
        yield each.human_readable_name


def _name_of(parameter: click.Parameter) -> str:
    """Return the name of a parameter as typed."""
    if isinstance(parameter, click.Option):
        return "/".join(parameter.opts)
    return parameter.human_readable_name
