"""An unreadable request gets one sentence, in the language of the person who asks."""

from importlib.metadata import version

import pytest

from adapters.cli.conftest import Planilla
from planilla.adapters.cli.run import wanted_language


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(
            ("frobnicate",),
            "There is no command “frobnicate”. Help: “planilla --help”.",
            id="no such command",
        ),
        pytest.param(
            ("log", "show"), "Missing: TOURNAMENT. Help: “planilla log show --help”.", id="missing"
        ),
        pytest.param(
            ("migrate", "--now"),
            "“--now” cannot be read. Help: “planilla migrate --help”.",
            id="no such option",
        ),
        pytest.param(
            ("serve", "--port", "70000"),
            "“70000” is not valid for --port: it must be a number from 0 to 65535. "
            "Help: “planilla serve --help”.",
            id="not a port",
        ),
        pytest.param(
            ("serve", "--pace", "-1"),
            "“-1” is not valid for --pace: it must be a number from 0 to 3600. "
            "Help: “planilla serve --help”.",
            id="not a pace",
        ),
        pytest.param(
            ("serve", "--port"),
            "--port needs a value. Help: “planilla serve --help”.",
            id="no value",
        ),
        pytest.param(
            ("migrate", "--dry-run=yes"),
            "--dry-run takes no value. Help: “planilla migrate --help”.",
            id="a value for none",
        ),
        pytest.param(
            ("log",), "Missing: command. Help: “planilla log --help”.", id="no command of a group"
        ),
        pytest.param(
            ("log", "proof"),
            "Missing: TOURNAMENT, vN. Help: “planilla log proof --help”.",
            id="all that is missing",
        ),
        pytest.param(
            ("migrate", "now", "please"),
            "“now please” cannot be read. Help: “planilla migrate --help”.",
            id="more than is asked",
        ),
        pytest.param(
            ("standings", "x.trf", "--mode", "any"),
            "“any” is not valid for --mode: choose from subsidiary, successive. "
            "Help: “planilla standings --help”.",
            id="not one of the choices",
        ),
        pytest.param(
            ("whatif", "t", "--insert", "v3", "pair-round"),
            "--insert needs a value. Help: “planilla whatif --help”.",
            id="too few values",
        ),
    ],
)
def test_a_request_that_cannot_be_read(
    planilla: Planilla, arguments: tuple[str, ...], sentence: str
) -> None:
    said = planilla(*arguments)
    assert (said.code, said.out, said.err) == (2, "", f"planilla: {sentence}\n")


def test_help_speaks_the_language_of_the_terminal(planilla: Planilla) -> None:
    english = planilla("--help")
    assert english.code == 0
    assert english.out.startswith("usage: planilla")
    assert planilla("log", "--help", "--lang", "es").out.startswith("uso: planilla log")


def test_placeholders_of_values_are_in_the_language_of_the_terminal(planilla: Planilla) -> None:
    usage = planilla("log", "show", "--help", "--lang", "es").out
    assert "[--at MOMENTO]" in usage
    assert "\n  TORNEO " in usage
    assert planilla("log", "proof", "--lang", "es").err.startswith("planilla: Falta: TORNEO, vN.")
    missing = planilla("log", "key", "announce", "--lang", "es").err
    assert missing.startswith("planilla: Falta: TORNEO.")
    assert planilla("log", "--help", "--lang", "es").out.split("\n\n")[0].endswith(" ORDEN ...")


@pytest.mark.parametrize(
    ("terminal", "first_word"),
    [
        pytest.param("", "usage:", id="unset"),
        pytest.param("C", "usage:", id="no language"),
        pytest.param("C.UTF-8", "usage:", id="no language, all letters"),
        pytest.param("de_DE.UTF-8", "usage:", id="German"),
        pytest.param("fr_FR.UTF-8", "usage:", id="French"),
        pytest.param("es_ES.UTF-8", "uso:", id="Spanish"),
        pytest.param("es_MX.UTF-8", "uso:", id="Spanish in Mexico"),
    ],
)
def test_the_console_is_english_unless_the_locale_is_spanish(
    planilla: Planilla, monkeypatch: pytest.MonkeyPatch, terminal: str, first_word: str
) -> None:
    monkeypatch.setenv("LANG", terminal)
    assert planilla("--help").out.split()[0] == first_word


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        pytest.param((), "All commands: planilla --help", id="nothing"),
        pytest.param(("--lang", "es"), "Todas las órdenes: planilla --help", id="a language"),
        pytest.param(("--lang=es",), "Todas las órdenes: planilla --help", id="in one word"),
    ],
)
def test_who_asks_for_nothing_gets_a_short_help(
    planilla: Planilla, arguments: tuple[str, ...], says: str
) -> None:
    said = planilla(*arguments)
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[-1] == says
    assert len(lines) <= 12
    assert "planilla serve" in said.out


@pytest.mark.parametrize("arguments", [("es",), ("--lang", "de"), ("--lang",)])
def test_who_asks_for_what_there_is_not_is_told_so(
    planilla: Planilla, arguments: tuple[str, ...]
) -> None:
    said = planilla(*arguments)
    assert (said.code, said.out) == (2, "")
    assert arguments[-1] in said.err


def test_the_program_says_its_version(planilla: Planilla) -> None:
    said = planilla("--version")
    assert (said.code, said.out, said.err) == (0, f"planilla {version('planilla')}\n", "")


def test_a_language_may_come_before_the_command(planilla: Planilla) -> None:
    assert planilla("--lang", "es", "log", "--help").out.startswith("uso: planilla log")


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        pytest.param(("log", "--lang", "es"), "es", id="said apart"),
        pytest.param(("log", "--lang=es"), "es", id="said together"),
        pytest.param(("log", "--lang"), "en", id="said without a value"),
        pytest.param(("log", "--lang", "fr"), "en", id="not spoken here"),
        pytest.param(("log", "es"), "en", id="not said"),
    ],
)
def test_the_language_is_known_before_anything_is_parsed(
    arguments: tuple[str, ...], language: str
) -> None:
    assert wanted_language(arguments, "en") == language


def test_a_complaint_can_be_read_by_programs(planilla: Planilla, database: object) -> None:
    said = planilla("log", "show", "nobody", "--json")
    assert said.code == 2
    assert '"code": "error.no-such-tournament"' in said.out
    assert said.err == "planilla: There is no tournament “nobody”.\n"


def test_a_wrong_setting_is_named(planilla: Planilla, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANILLA_PORT", "harbour")
    said = planilla("migrate")
    assert (said.code, said.err) == (
        2,
        (
            "planilla: “harbour” is not valid for the setting PLANILLA_PORT: "
            "a number from 0 to 65535.\n"
        ),
    )
