"""A command is its module: found by its name, explained in every language, documented."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from adapters.cli.conftest import Planilla
from architecture.sources import ROOT
from planilla.adapters.cli.command_line import Program
from planilla.adapters.cli.run import COMMANDS, run
from planilla.main import DEMO_COMMANDS
from planilla.presentation.catalogue import LANGUAGES

GREETING = '''
"""The command `greet`."""

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandOutcome


@command("greet", "cli.greet")
@argument("name", key="cli.greet.name", metavar="NAME")
@option("--twice", key="cli.greet.twice", is_flag=True)
def greet(invocation: Invocation, *, name: str, twice: bool) -> CommandOutcome:
    """Greet somebody."""
    return CommandOutcome(lines=[f"Hello {name}"] * (1 + twice), data={"greeted": name})
'''


def _commands() -> Iterator[tuple[str, ...]]:
    """Every command and every command of a group, by the words that call it."""
    program = Program((COMMANDS, DEMO_COMMANDS))
    context = click.Context(program)
    for name in program.list_commands(context):
        found = program.get_command(context, name)
        yield (name,)
        if isinstance(found, click.Group):
            yield from ((name, each) for each in found.list_commands(context))


ALL = list(_commands())


@pytest.fixture
def greeting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package with one module more."""
    package = tmp_path / "more_commands"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "greet.py").write_text(GREETING, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield package.name
    for name in (package.name, f"{package.name}.greet"):
        sys.modules.pop(name, None)


def no_services() -> None:
    raise AssertionError("no settings are read")


def test_a_module_more_is_a_command_more(greeting: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["greet", "Ana", "--twice"]
    assert run(asked, "en", no_services, more_commands=(greeting,)) == 0  # type: ignore[arg-type]
    assert capsys.readouterr().out == "Hello Ana\nHello Ana\n"


def test_an_answer_in_json_may_be_asked_of_any_command(
    greeting: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["greet", "--json", "Ana"]
    assert run(asked, "en", no_services, more_commands=(greeting,)) == 0  # type: ignore[arg-type]
    assert capsys.readouterr().out == '{\n "greeted": "Ana"\n}\n'


def test_a_coroutine_is_run_until_it_answers(
    greeting: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    slowly = GREETING.replace("def greet", "async def greet")
    (tmp_path / greeting / "greet.py").write_text(slowly, encoding="utf-8")
    assert run(["greet", "Ana"], "en", no_services, more_commands=(greeting,)) == 0  # type: ignore[arg-type]
    assert capsys.readouterr().out == "Hello Ana\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_every_command_explains_itself(
    planilla: Planilla, words: tuple[str, ...], language: str
) -> None:
    said = planilla(*words, "--help", "--lang", language)
    assert (said.code, said.err) == (0, "")
    usage, _, rest = said.out.partition("\n\n")
    assert f" planilla {' '.join(words)} [" in usage
    assert "cli." not in rest, "each key has its text"
    assert max(map(len, said.out.splitlines())) <= 92


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_every_command_is_documented(words: tuple[str, ...]) -> None:
    page = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    assert f"planilla {' '.join(words)}" in page


def test_the_list_of_commands_says_of_each_what_its_own_help_says(planilla: Planilla) -> None:
    listed = planilla("--help").out
    for words in ALL:
        if len(words) == 1:
            text = planilla(*words, "--help").out.split("\n\n")[1].splitlines()[0]
            assert f"{words[0]} " in listed
            assert text[:60] in listed


def test_json_may_be_asked_before_the_command_of_a_group(planilla: Planilla) -> None:
    assert planilla("list", "--json", "show").out.startswith("{")
