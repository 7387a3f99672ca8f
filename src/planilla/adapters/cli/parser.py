"""What can be asked on the command line, and how it is explained."""

import argparse
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from planilla.adapters.cli.numbers import count, port, seconds, seed
from planilla.adapters.cli.outcome import Stop
from planilla.adapters.cli.show_arguments import add_demo, add_masnou, add_season
from planilla.presentation.catalogue import LANGUAGES, tr

PACE_S = 0.4
"""Seconds between two acts of the demo: slow enough to follow, a round in ten seconds."""

RATING_MAX = 9999
"""Ratings have four digits in the files that programs exchange."""

NEWEST = "swiss-dutch-2026"
"""The system that pairs where neither the command nor the file names one."""

RATED_BY = "elo-fide-2024"
"""The rating rules where the command names none: those in force."""

RATING_METHODS = ("swiss", "round-robin")
"""Game by game, or by the means of a round robin."""

RATES = {
    "draw": "0.3",
    "forfeit": "0.01",
    "bye": "0.02",
    "full-bye": "0",
    "withdrawal": "0.01",
    "late": "0.02",
}
"""What happens at random in a random tournament, and how often where nothing else is asked."""

_COMPLAINTS: tuple[tuple[str, str], ...] = (
    (r"the following arguments are required: (?P<what>.*)", "usage.missing"),
    (r"unrecognized arguments: (?P<what>.*)", "usage.unknown"),
    (r"argument (?P<where>.*?): invalid choice: '?(?P<what>.*?)'? \(.*", "usage.choice"),
    (r"argument (?P<where>.*?): invalid .* value: '(?P<what>.*)'", "usage.value"),
    (r"argument (?P<where>.*?): expected .*", "usage.empty"),
)
"""What argparse complains of, in the only language that it speaks, and what we say instead."""


class Parser(argparse.ArgumentParser):
    """Explains and complains in the language of whoever asks, in one sentence."""

    def __init__(self, *, language: str, **options: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, formatter_class=Usage, **options)
        self.language = language
        self.options = self.add_argument_group(tr(language, "help.options"))
        self.options.add_argument("-h", "--help", action="help", help=tr(language, "help.help"))

    def option(self, name: str, key: str, *, short: str = "", **options: Any) -> None:
        """Add an option or argument whose explanation is the text of `key`."""
        names = (short, name) if short else (name,)
        self.options.add_argument(*names, help=tr(self.language, key), **options)

    def format_help(self) -> str:
        """The help, with its first word in the right language."""
        return self._translated(super().format_help())

    def error(self, message: str) -> NoReturn:
        """Say what cannot be read; the exit code is 2."""
        for pattern, key in _COMPLAINTS:
            found = re.fullmatch(pattern, message, re.DOTALL)
            if found is not None:
                fields: dict[str, Any] = found.groupdict()
                raise Stop(key, command=self.prog, **fields)
        raise Stop("usage.other", command=self.prog, message=message)

    def _translated(self, text: str) -> str:
        return text.replace("usage:", tr(self.language, "help.usage"), 1)


class ShowVersion(argparse.Action):
    """Print the version of the program; it is looked up only where somebody asks for it."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Print it and stop."""
        from importlib.metadata import version as version_of

        print(f"{parser.prog} {version_of('planilla')}")  # noqa: T201 - as argparse prints its help
        parser.exit()


class Usage(argparse.RawDescriptionHelpFormatter):
    """Help of a fixed width, so that it is the same everywhere."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=92)


def build_parser(language: str) -> Parser:
    """The whole command line."""
    parser = Parser(language=language, prog="planilla", description=tr(language, "cli.planilla"))
    parser.option("--version", "help.version", action=ShowVersion, nargs=0)
    parser.option("--lang", "cli.lang", choices=LANGUAGES)
    commands = _commands(parser, "command")
    _add_serve(commands)
    add_demo(commands.add("demo", "cli.demo"))
    add_masnou(commands.add("masnou", "cli.masnou"))
    add_season(commands.add("keizer", "cli.keizer"))
    _add_migrate(commands)
    _add_pair(commands)
    _add_check(commands)
    _add_generate(commands)
    _add_standings(commands)
    _add_ratings(commands)
    _add_import(commands)
    _add_act(commands)
    _add_export(commands)
    _add_log(commands)
    _add_whatif(commands)
    _add_audit(commands)
    _add_person(commands)
    _add_evidence(commands)
    _add_list(commands)
    _add_link(commands)
    return parser


class Commands:
    """The commands of one level."""

    def __init__(self, parser: Parser, destination: str) -> None:
        self.language = parser.language
        self._made = parser.add_subparsers(
            dest=destination,
            required=True,
            title=tr(parser.language, "help.commands"),
            metavar=tr(parser.language, "help.command"),
            parser_class=Parser,
        )

    def add(self, name: str, key: str) -> Parser:
        """A command, with the options that all have."""
        said = tr(self.language, key)
        made: Parser = self._made.add_parser(
            name, help=said, description=said, language=self.language
        )
        made.option("--json", "cli.json", action="store_true")
        made.option("--lang", "cli.lang", choices=LANGUAGES)
        return made


def _commands(parser: Parser, destination: str) -> Commands:
    return Commands(parser, destination)


def _add_serve(commands: Commands) -> None:
    serve = commands.add("serve", "cli.serve")
    serve.option("--demo", "cli.serve.demo", action="store_true")
    serve.option("--host", "cli.serve.host")
    serve.option("--port", "cli.serve.port", type=port)
    serve.option("--pace", "cli.serve.pace", type=seconds, default=PACE_S)


def _add_migrate(commands: Commands) -> None:
    migrate = commands.add("migrate", "cli.migrate")
    migrate.option("--dry-run", "cli.dry-run", action="store_true")


def _add_pair(commands: Commands) -> None:
    pair = commands.add("pair", "cli.pair")
    pair.option("file", "cli.trf-file", metavar="FILE")
    pair.option("--system", "cli.system", metavar="NAME")
    pair.option("--round", "cli.pair.round", metavar="N", type=count)
    pair.option("--explain", "cli.pair.explain", action="store_true")
    pair.option("--output", "cli.output", short="-o", metavar="FILE")


def _add_check(commands: Commands) -> None:
    check = commands.add("check", "cli.check")
    check.option("files", "cli.check.files", metavar="FILE", nargs="+")
    check.option("--system", "cli.system", metavar="NAME")
    check.option("--jobs", "cli.jobs", metavar="N", type=count)


def _add_generate(commands: Commands) -> None:
    generate = commands.add("generate", "cli.generate")
    generate.option("--players", "cli.generate.players", metavar="N", type=count, default=100)
    generate.option("--rounds", "cli.generate.rounds", metavar="N", type=count, default=9)
    generate.option("--played", "cli.generate.played", metavar="N", type=count)
    generate.option("--seed", "cli.generate.seed", metavar="N", type=seed)
    generate.option("--system", "cli.generate.system", metavar="NAME", default=NEWEST)
    generate.option(
        "--ratings", "cli.generate.ratings", metavar="BANDS", type=bands, default="1400-2600"
    )
    for rate, usual in RATES.items():
        generate.option(
            f"--{rate}-rate", f"cli.generate.{rate}", metavar="RATE", type=rate_of, default=usual
        )
    generate.option("--dialect", "cli.dialect", metavar="NAME", default="trf26")
    generate.option("--count", "cli.generate.count", metavar="N", type=count)
    generate.option("--output", "cli.output", short="-o", metavar="FILE")
    generate.option("--out-dir", "cli.generate.out-dir", metavar="FOLDER")
    generate.option("--jobs", "cli.jobs", metavar="N", type=count)


def _add_standings(commands: Commands) -> None:
    from planilla.adapters.cli.standings_arguments import add_standings

    add_standings(commands.add("standings", "cli.standings"))


def _add_ratings(commands: Commands) -> None:
    ratings = commands.add("ratings", "cli.ratings")
    ratings.option("files", "cli.check.files", metavar="FILE", nargs="+")
    ratings.option("--rules", "cli.ratings.rules", metavar="NAME", default=RATED_BY)
    ratings.option("--method", "cli.ratings.method", choices=RATING_METHODS, default="swiss")
    ratings.option("--k", "cli.ratings.k", metavar="NUMBER", type=count)
    ratings.option("--explain", "cli.ratings.explain", metavar="PLAYER", type=count)


def _add_import(commands: Commands) -> None:
    from planilla.adapters.cli import regulations_arguments

    importing = commands.add("import", "cli.import")
    importing.option("file", "cli.trf-file", metavar="FILE")
    importing.option("--system", "cli.system", metavar="NAME")
    importing.option("--id", "cli.import.id", metavar="ID")
    importing.option("--database", "cli.database", metavar="URL")
    importing.option("--dry-run", "cli.dry-run", action="store_true")
    regulations_arguments.add_options(commands.add("regulations", "cli.regulations"))


def _add_act(commands: Commands) -> None:
    from planilla.adapters.cli import act_arguments

    act_arguments.add_options(commands.add("act", "cli.act"), version)


def _add_export(commands: Commands) -> None:
    from planilla.adapters.cli import moments_arguments

    export = commands.add("export", "cli.export")
    export.option("tournament", "cli.tournament")
    export.option("--dialect", "cli.dialect", metavar="NAME", default="trf26")
    export.option("--database", "cli.database", metavar="URL")
    export.option("--output", "cli.output", short="-o", metavar="FILE")
    moments_arguments.add_at(export)
    moments_arguments.add_show(commands.add("show", "moments.cli.show"))


def _add_log(commands: Commands) -> None:
    from planilla.adapters.cli import archives_arguments, heads_arguments, moments_arguments

    log = commands.add("log", "cli.log")
    acts = _commands(log, "act")
    moments_arguments.add_log_show(acts.add("show", "cli.log.show"))
    archives_arguments.add_acts(acts)
    heads_arguments.add_acts(acts, version)


def _add_whatif(commands: Commands) -> None:
    from planilla.adapters.cli import whatif_arguments

    whatif_arguments.add(commands.add("whatif", "cli.whatif"), version)


def _add_audit(commands: Commands) -> None:
    from planilla.adapters.cli import moments_arguments

    audit = commands.add("audit", "cli.audit")
    audit.option("tournament", "cli.tournament")
    moments_arguments.add_at(audit)
    _add_dossier(commands)


def _add_dossier(commands: Commands) -> None:
    from planilla.adapters.cli import dossier_arguments

    dossier_arguments.add(commands.add("dossier", "cli.dossier"), version)


def _add_evidence(commands: Commands) -> None:
    from planilla.adapters.cli import evidence_arguments

    acts = _commands(commands.add("evidence", "evidence.cli"), "act")
    evidence_arguments.add_acts(acts, version)


def _add_person(commands: Commands) -> None:
    person = commands.add("person", "cli.person")
    acts = _commands(person, "act")
    from planilla.adapters.cli import persons_arguments

    persons_arguments.add_acts(acts)


def _add_link(commands: Commands) -> None:
    acts = _commands(commands.add("link", "links.cli"), "act")
    listed = acts.add("list", "links.cli.list")
    listed.option("tournament", "links.cli.list-tournament", nargs="?")
    new = acts.add("new", "links.cli.new")
    new.option("tournament", "cli.tournament")
    revoke = acts.add("revoke", "links.cli.revoke")
    revoke.option("id", "links.cli.id", metavar="ID")
    acts.add("accept", "links.cli.accept")
    organiser = acts.add("organiser", "links.cli.organiser")
    organiser.option("--renew", "links.cli.renew", action="store_true")


def _add_list(commands: Commands) -> None:
    from planilla.adapters.cli import list_arguments

    acts = _commands(commands.add("list", "cli.list"), "act")
    list_arguments.add_import(acts.add("import", "cli.list.import"))
    list_arguments.add_show(acts.add("show", "cli.list.show"))
    list_arguments.add_find(acts.add("find", "cli.list.find"))


def version(text: str) -> int:
    """A version as people write it: `v61`, or `61`.

    Raises:
        ValueError: it is neither.
    """
    return int(text.removeprefix("v"))


def rate_of(text: str) -> int:
    """A rate in millionths: `0.05` and `5%` are both 50,000.

    Raises:
        ValueError: it is no number, or not one from nothing to everything.
    """
    from fractions import Fraction

    rate = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    if not 0 <= rate <= 1:
        raise ValueError(text)
    return int(rate * 1_000_000)


def bands(text: str) -> tuple[tuple[int, int, int], ...]:
    """Bands of ratings as (lowest, highest, weight): `1400-2600`, or `1400-2000:3,2000-2600:1`.

    Raises:
        ValueError: it is not written so, or a band is empty.
    """
    read = []
    for band in text.split(","):
        limits, _, weight = band.partition(":")
        low, high = (int(limit) for limit in limits.split("-"))
        if not 0 < low <= high <= RATING_MAX or int(weight or 1) < 1:
            raise ValueError(text)
        read.append((low, high, int(weight or 1)))
    return tuple(read)


def wanted_language(arguments: Sequence[str], spoken: str) -> str:
    """The language to answer in: what `--lang` says, or else the one that is `spoken` here.

    It is looked for before anything is parsed, so that complaints come in it.
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
