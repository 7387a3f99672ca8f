"""The table "How to add" of CONTRIBUTING, row by row, followed in a scratch copy of the tree.

Each test writes the files that its row names, and no other, and finds the addition served. The last
column of a row is the number of those files with two languages.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from architecture.sources import ROOT
from patience import PATIENCE_S

LANGUAGES = ("en", "es")
PACKAGE = "src/planilla"

pytestmark = pytest.mark.no_cover


class Scratch:
    """A copy of the tree, and the files in which something was added."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: set[str] = set()
        unfinished = shutil.ignore_patterns("*.pyc.*")  # what is compiled is taken: it is dear
        for name in ("src", "web", "docs/reference", "docs/rules"):
            shutil.copytree(ROOT / name, folder / name, ignore=unfinished)
        for name in ("tests", "migrations"):
            (folder / name).symlink_to(ROOT / name)

    def add(self, path: str, text: str) -> None:
        """Add text at the end of a file, or a new file."""
        self.files.add(path)
        file = self.folder / path
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(before + text, encoding="utf-8")

    def insert(self, path: str, before: str, text: str) -> None:
        """Add text before the first place of some other text in a file."""
        self.files.add(path)
        file = self.folder / path
        known = file.read_text(encoding="utf-8")
        assert before in known, f"{path} has no {before!r}"
        file.write_text(known.replace(before, text + before, 1), encoding="utf-8")

    def say(self, catalogue: str, **texts: str) -> None:
        """Add texts to a catalogue of every language, each with the language in it."""
        for language in LANGUAGES:
            said = "".join(
                f'\nmsgid "{key}"\nmsgstr "{text} ({language})"\n' for key, text in texts.items()
            )
            self.add(f"{PACKAGE}/locales/{language}/{catalogue}.po", said)

    def run(self, code: str, *arguments: str) -> str:
        """Return what a program says that imports this copy alone."""
        paths = (self.folder / "src", self.folder / "tests")
        done = subprocess.run(
            (sys.executable, "-c", code, *arguments),
            cwd=self.folder,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(map(str, paths)),
                "LANG": "en_GB.UTF-8",
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def test(self, *tests: str) -> None:
        """Run some tests of the tree on this copy."""
        self.run("import sys, pytest; sys.exit(pytest.main([*sys.argv[1:], '-q', '-n0']))", *tests)


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path)


def files_told(addition: str) -> int:
    """Return the last column of a row of CONTRIBUTING."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.search(rf"(?m)^\| {re.escape(addition)} \|.*\| (\d+) \|$", text)
    assert found is not None, addition
    return int(found[1])


PAGE = '''"""The number of players of a tournament, as large as it can be read from afar."""

from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, Tab, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.web import Pages


class TurnoutPages(Pages):
    """One page."""

    @page_at("/t/{tournament}/turnout", cost=Cost.PAGE, is_cached=True, tab=Tab("turnout", 10))
    async def turnout(self, page_request: PageRequest) -> Response:
        """The number of entrants."""
        return await self._public.page(
            page_request,
            "turnout",
            "turnout.html",
            lambda: {"n": len(page_request.page.state.entrants)},
        )
'''
TEMPLATE = """{% extends "tournament.html" %}
{% block sheet %}<p>{{ t('page.turnout', n=n) }}</p>{% endblock %}
"""
ASK_FOR_PAGE = """
from dsl.web_club import Club
from planilla.adapters.http.endpoints import ENDPOINTS, Cost
from planilla.adapters.http.limits import Limits
club = Club()
club.found()
for language in ("en", "es"):
    html = club.browser(language).get("/t/club/turnout").text
    assert f"6 people play. ({language})" in html, html
    assert f"Turnout ({language})" in club.browser(language).get("/t/club").text
    before = club.browser(language).get("/t/club/turnout?at=v1").text
    assert f"0 people play. ({language})" in before
limits = Limits(ENDPOINTS.values())
assert limits.of("/t/club/turnout").read is Cost.PAGE and limits.is_cached("/t/club/turnout")
"""


def test_a_page(scratch: Scratch) -> None:
    scratch.add(f"{PACKAGE}/adapters/http/pages/turnout.py", PAGE)
    scratch.add("web/pages/turnout.html", TEMPLATE)
    scratch.say("pages", **{"page.tab.turnout": "Turnout", "page.turnout": "{n} people play."})
    scratch.add("docs/reference/http.md", "| `/t/{id}/turnout` | how many play |\n")
    scratch.run(ASK_FOR_PAGE)
    assert len(scratch.files) == files_told("a page") == 5


FIELD = "    rating: int\n    title: str\n"
ROW = "            rating=entrant.rating,\n            title=entrant.title,\n"
COLUMN = '    TableColumn("origin", Figure.TEXT, label="page.col.origin"),\n'
ASK_FOR_COLUMN = """
from dsl.web_club import Club
club = Club()
club.found()
moved = {"rating": 2000, "federation": "AND", "reason": "moved"}
club.command("club", "correct-sporting-data", entrant="e1", **moved)
club.play(1, "1-0", "1-0", "1-0")
for language in ("en", "es"):
    html = club.browser(language).get("/t/club").text
    assert f"Where from ({language})" in html
    assert "from AND" in html
"""


def test_a_column_of_a_table(scratch: Scratch) -> None:
    path = f"{PACKAGE}/projections/standings.py"
    scratch.insert(path, FIELD, "    origin: str\n")
    scratch.insert(path, ROW, '            origin=f"from {entrant.federation}",\n')
    scratch.insert(path, '    TableColumn("form"', COLUMN)
    scratch.say("standings", **{"page.col.origin": "Where from"})
    scratch.run(ASK_FOR_COLUMN)
    assert len(scratch.files) == files_told("a column of a table") == 3


TIEBREAK = '''def lost(tally: Tally) -> Array:
    """Count a game lost over the board."""
    return is_equal(tally.grid.points, 0) & _over_the_board(tally)


'''
ASK_FOR_TIEBREAK = """
from dsl.web_club import Club
club = Club()
club.found(tiebreaks=["LOST"])
club.play(1, "1-0", "½-½", "0-1")
for language in ("en", "es"):
    assert f"Defeats ({language})" in club.browser(language).get("/t/club").text
    assert f"Games lost. ({language})" in club.browser(language).get("/t/club/rules").text
rows = club.store.ledger
from planilla.domain.tournament.evolve import fold
from planilla.projections.standings import rows
found = rows(fold(each.fact for each in club.store.ledger.events("club", 0)))
assert sorted(row.values for row in found.values()) == [(0,)] * 4 + [(1,)] * 2, found
"""


def test_a_tie_break(scratch: Scratch) -> None:
    path = f"{PACKAGE}/domain/tiebreaks/own_results.py"
    scratch.insert(path, "def black_game(", TIEBREAK)
    family = '    Family(name="LOST", editions=(*FIDE, BOOK), make=partial(counting, lost, 1)),\n'
    scratch.insert(path, '    Family(name="WON"', family)
    scratch.say(
        "tiebreaks",
        **{
            "tiebreak.LOST": "Defeats",
            "tiebreak-short.LOST": "Defeats",
            "tiebreak-help.LOST": "Games lost.",
        },
    )
    scratch.add("docs/rules/tiebreaks.md", "| a club's own | games lost | `own_results` | |\n")
    scratch.add("docs/reference/tiebreaks.md", "| `LOST` | games lost | over the board | all |\n")
    scratch.run(ASK_FOR_TIEBREAK)
    assert len(scratch.files) == files_told("a tie-break") == 5


SYSTEM = '''"""A round robin that is played in the other order of rounds."""

from msgspec.structs import replace

from planilla.domain.pairing.closed.berger import ROUND_ROBIN

BACKWARDS = replace(ROUND_ROBIN, name="round-robin-backwards")
'''
ASK_FOR_SYSTEM = """
import asyncio
from dsl.web_club import Club
club = Club()
club.found(system="round-robin-backwards", rounds=5)
club.pair(1)
for language in ("en", "es"):
    assert f"Backwards. ({language})" in club.browser(language).get("/t/club/rules").text
asyncio.run(club.let_in("organiser-token", "*"))
assert 'value="round-robin-backwards"' in club.client.get("/new?kind=other").text
"""


def test_a_pairing_system(scratch: Scratch) -> None:
    scratch.add(f"{PACKAGE}/domain/pairing/closed/backwards.py", SYSTEM)
    path = f"{PACKAGE}/domain/pairing/__init__.py"
    module = "from planilla.domain.pairing.closed.backwards import BACKWARDS\n"
    scratch.insert(path, "from planilla.domain.pairing.closed.berger", module)
    scratch.insert(path, "        MASNOU,", "        BACKWARDS,\n")
    name = "round-robin-backwards"
    scratch.say("pairings", **{f"system.{name}": "backwards", f"system-help.{name}": "Backwards."})
    scratch.add("docs/reference/systems.md", f"| `{name}` | a round robin backwards |\n")
    scratch.run(ASK_FOR_SYSTEM)
    assert len(scratch.files) == files_told("a pairing system") == 5


COMMAND = '''class NoteMotto(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Note the motto of the stage that the places lead to."""

    motto: Annotated[str, msgspec.Meta(max_length=40)]


'''
EVENT = '''class MottoNoted(Event, frozen=True, kw_only=True, tag=True):
    """A motto was noted."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP

    motto: str


'''
RULE = '''def note_motto(_: Tournament, command: NoteMotto, __: DecisionContext) -> tuple[Event]:
    """Note the motto."""
    return (MottoNoted(motto=command.motto),)


'''
ASK_FOR_COMMAND = """
import json
from dsl.web_club import Club
from planilla.adapters.http.app import page_classes
from planilla.adapters.http.openapi import openapi_document
club = Club()
club.found()
club.command("club", "note-motto", motto="Gens una sumus")
for language in ("en", "es"):
    html = club.browser(language).get("/t/club/facts").text
    assert f"The motto: Gens una sumus. ({language})" in html
    assert "<dd>Gens una sumus</dd>" in club.browser(language).get("/t/club/rules").text
described = json.loads(openapi_document("http://club.test", "1"))
assert "/api/t/{tournament}/commands/note-motto" in described["paths"]
assert described["paths"]["/api/t/{tournament}/commands/note-motto"]["post"]["requestBody"]
"""


def with_command(scratch: Scratch) -> None:
    path = f"{PACKAGE}/domain/tournament/qualifying.py"
    scratch.insert(path, "from typing import ClassVar\n", "from typing import Annotated\n")
    scratch.insert(path, "# Events\n", COMMAND)
    scratch.insert(path, "def set_qualifying_places(", RULE)
    scratch.insert(path, "    SetQualifyingPlaces: set", "    NoteMotto: note_motto,\n")
    scratch.add("docs/reference/commands.md", "\n## `note-motto`\n\nNote the motto.\n")
    name = f"{PACKAGE}/adapters/http/openapi_examples.json"
    scratch.insert(name, ' "create-tournament"', ' "note-motto": {"body": {"motto": "x"}},\n')


def with_event(scratch: Scratch) -> None:
    path = f"{PACKAGE}/domain/tournament/qualifying.py"
    scratch.insert(path, "# Refusals\n", EVENT)
    fold = "    MottoNoted: lambda state, event, _: replace(state, motto=event.motto),\n"
    scratch.insert(path, "    QualifyingPlacesSet: lambda", fold)
    kept = "    qualifying: QualifyingPlaces | None = None\n"
    scratch.insert(f"{PACKAGE}/domain/tournament/state.py", kept, '    motto: str = ""\n')
    scratch.insert("web/pages/rules.html", "</dl>", "<dt>Motto</dt><dd>{{ state.motto }}</dd>\n")
    scratch.say("qualifying", **{"event.MottoNoted": "The motto: {motto}."})
    scratch.add("docs/reference/events.md", "\n## `MottoNoted`\n\nFields: `motto`.\n")
    scratch.files.add("tests/golden/events/MottoNoted.json")


def test_a_command_and_its_event(scratch: Scratch) -> None:
    with_command(scratch)
    command = set(scratch.files)
    scratch.files.clear()
    with_event(scratch)
    event = set(scratch.files)
    scratch.run(ASK_FOR_COMMAND)
    scratch.test("tests/architecture/test_documented.py")
    assert len(command) == files_told("a command") == 3
    assert len(event) == files_told("an event") == 7
    assert len(command | event) == 9


CLI_COMMAND = '''"""The command `greet`: a greeting."""

from planilla.adapters.cli.command_line import Invocation, argument, command
from planilla.adapters.cli.console import CommandOutcome


@command("greet", "cli.greet")
@argument("name", key="cli.greet.name")
def greet(invocation: Invocation, *, name: str) -> CommandOutcome:
    """Greet somebody."""
    return CommandOutcome(lines=[invocation.console.say("cli.greeted", name=name)], data={})
'''
CLI = "from planilla.main import main; main()"


def test_a_cli_command(scratch: Scratch) -> None:
    scratch.add(f"{PACKAGE}/adapters/cli/commands/greet.py", CLI_COMMAND)
    texts = {"cli.greet": "greet", "cli.greet.name": "whom", "cli.greeted": "Good evening, {name}."}
    scratch.say("cli", **texts)
    scratch.add("docs/reference/cli.md", "\n## `planilla greet`\n\nGreets.\n")
    assert "greet (en)" in scratch.run(CLI, "--help")
    assert scratch.run(CLI, "greet", "Ana", "--lang", "es") == "Good evening, Ana. (es)\n"
    assert len(scratch.files) == files_told("a CLI command") == 4


def test_a_setting(scratch: Scratch) -> None:
    path = f"{PACKAGE}/config.py"
    scratch.insert(path, "    trusted_proxies: str\n", "    motto: str\n")
    scratch.insert(path, "        trusted_proxies=_networks(", '        motto=known["motto"],\n')
    scratch.add("docs/reference/settings.md", "| `PLANILLA_MOTTO` | none | the motto |\n")
    reading = "from planilla.config import read_settings; print(read_settings().motto)"
    os_motto = f"import os; os.environ['PLANILLA_MOTTO'] = 'Gens una sumus'; {reading}"
    assert scratch.run(os_motto) == "Gens una sumus\n"
    assert len(scratch.files) == files_told("a setting") == 2


REFUSAL = '''class TooManyForTheHall(Unacceptable):
    """The next stage has no room for so many."""

    places: int


'''
ASK_FOR_REFUSAL = """
import asyncio
from dsl.web_club import Club
club = Club()
club.found()
asyncio.run(club.let_in("organiser-token", "*"))
for language in ("en", "es"):
    answer = club.client.post(
        "/api/t/club/commands/set-qualifying-places", json={"places": 900},
        headers={"idempotency-key": language, "accept-language": language},
    )
    said = answer.json()
    assert (answer.status_code, said["code"]) == (422, "too-many-for-the-hall")
    assert said["title"] == f"No room for 900. ({language})"
"""


def test_a_refusal(scratch: Scratch) -> None:
    path = f"{PACKAGE}/domain/tournament/qualifying.py"
    scratch.insert(path, "# Rules\n", REFUSAL)
    check = "    if command.places > 100:\n        raise TooManyForTheHall(places=command.places)\n"
    scratch.insert(path, "    wanted = QualifyingPlacesSet(", check)
    scratch.say("qualifying", **{"refusal.too-many-for-the-hall": "No room for {places}."})
    scratch.add("docs/reference/refusals.md", "| `too-many-for-the-hall` | 422 | `places` | |\n")
    scratch.run(ASK_FOR_REFUSAL)
    assert len(scratch.files) == files_told("a refusal") == 4


ENDPOINT = '''"""The number of entrants, for programs."""

import msgspec
from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, Tag, operation_at
from planilla.adapters.http.public import PageRequest
from planilla.adapters.http.web import Pages


class Turnout(msgspec.Struct, frozen=True, kw_only=True):
    """The number of entrants."""

    entrants: int


class TurnoutPages(Pages):
    """One answer."""

    @operation_at(
        "/api/t/{tournament}/turnout",
        name="read-turnout",
        tag=Tag.VIEWS,
        summary="The number of entrants.",
        cost=Cost.PAGE,
        parameters=("at",),
        answer=Turnout,
    )
    async def turnout(self, page_request: PageRequest) -> Response:
        """The number of entrants."""
        found = Turnout(entrants=len(page_request.page.state.entrants))
        return Response(msgspec.json.encode(found), media_type="application/json")
'''
ASK_FOR_ENDPOINT = """
from dsl.web_club import Club
club = Club()
club.found()
program = club.browser()
assert program.get("/api/t/club/turnout").json() == {"entrants": 6}
assert program.get("/api/t/none/turnout").json()["code"] == "no-such-tournament"
described = program.get("/api/openapi.json").json()
found = described["paths"]["/api/t/{tournament}/turnout"]["get"]["responses"]["200"]["content"]
assert found["application/json"] == {
    "schema": {"$ref": "#/components/schemas/Turnout"}, "example": {"entrants": 6}
}
schema = described["components"]["schemas"]["Turnout"]
assert schema["properties"] == {"entrants": {"type": "integer"}}
"""


def test_an_api_endpoint(scratch: Scratch) -> None:
    scratch.add(f"{PACKAGE}/adapters/http/pages/turnout.py", ENDPOINT)
    name = f"{PACKAGE}/adapters/http/openapi_examples.json"
    scratch.insert(name, ' "create-tournament"', ' "read-turnout": {"answer": {"entrants": 6}},\n')
    scratch.add("docs/reference/http.md", "\n`GET /api/t/{tournament}/turnout`: how many play.\n")
    scratch.run(ASK_FOR_ENDPOINT)
    assert len(scratch.files) == files_told("an API endpoint") == 3
