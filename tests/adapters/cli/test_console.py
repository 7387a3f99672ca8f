"""Progress is shown on a terminal alone and gone before the answer; nobody commands it."""

import io

import pytest

from planilla.adapters.cli.console import CommandError, CommandOutcome, Console


class Terminal(io.StringIO):
    """A stream that somebody looks at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def out() -> io.StringIO:
    return io.StringIO()


def test_progress_is_one_line_that_goes_away(out: io.StringIO) -> None:
    err = Terminal()
    console = Console("en", as_json=False, out=out, err=err)
    told = console.progress("progress.demo")
    told(1, 2)
    told(2, 2)
    console.answer(CommandOutcome(lines=["done"]))
    assert err.getvalue() == "\ract 1 of 2\033[K\ract 2 of 2\033[K\r\033[K"
    assert out.getvalue() == "done\n"


def test_a_bar_shows_how_much_is_done(out: io.StringIO) -> None:
    err = Terminal()
    told = Console("en", as_json=False, out=out, err=err).progress("progress.list")
    for done in (0, 3, 12, 13):
        told(done, 12)
    shown = [part.removesuffix("\033[K") for part in err.getvalue().split("\r")[1:]]
    assert shown == [
        "░" * 24 + " 0 of 12 MB",
        "█" * 6 + "░" * 18 + " 3 of 12 MB",
        "█" * 24 + " 12 of 12 MB",
        "█" * 24 + " 13 of 12 MB",
    ]


def test_a_program_sees_no_progress(out: io.StringIO) -> None:
    err = io.StringIO()
    console = Console("en", as_json=True, out=out, err=err)
    console.progress("progress.demo")(1, 2)
    console.answer(CommandOutcome(data={"rounds": (1, 2)}))
    assert err.getvalue() == ""
    assert out.getvalue() == '{\n "rounds": [\n  1,\n  2\n ]\n}\n'


def test_what_others_wrote_does_not_command_the_terminal(out: io.StringIO) -> None:
    err = io.StringIO()
    console = Console("en", as_json=False, out=out, err=err)
    console.answer(CommandOutcome(lines=["a\033[2Jb\n\tc\x9b"], aside=["d\a"]))
    console.complain(CommandError("error.cannot-read", path="e\033]0;f", reason="?"))
    assert out.getvalue() == "a\ufffd[2Jb\n\tc\ufffd\n"
    assert err.getvalue().startswith("d\ufffd\nplanilla: ")
    assert "\033" not in err.getvalue()


@pytest.mark.parametrize(
    ("data", "written"),
    [
        pytest.param({"names": ["é", "\x1f"]}, ' "names": [\n  "é",\n  "\\u001f"\n ]', id="texts"),
        pytest.param({"file": "a\udcff"}, ' "file": "a\udcff"', id="a name that is no UTF-8"),
    ],
)
def test_data_are_indented_json(out: io.StringIO, data: object, written: str) -> None:
    Console("en", as_json=True, out=out, err=io.StringIO()).answer(CommandOutcome(data=data))
    assert out.getvalue() == f"{{\n{written}\n}}\n"
