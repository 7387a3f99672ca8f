"""A small tournament file in which everything happens, and imports of files on memory ports."""

import msgspec

from dsl.trf_text import trf
from planilla.adapters.memory import MemoryStore
from planilla.application.envelope import Actor, Answer, Submission
from planilla.application.roles import full_grant
from planilla.application.trf_import import COMMAND, Import, import_of
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.reader import read_trf

ORGANISER = Actor(id="organiser", grants=(full_grant("*"),))
SYSTEM = "swiss-dutch-libro"

PLAYERS = (
    ("4w1", "2b="),
    ("5b1", "1w="),
    ("U", "7w+"),
    ("1b0", "6w0"),
    ("2w0", "Z"),
    ("H", "4b1"),
    ("Z", "3b-"),
)
"""Round 1: 1-4 1-0, 5-2 0-1, 3 has the bye, 6 half a point, 7 is not there yet.
Round 2: 2-1 ½-½, 3-7 by forfeit, 4-6 0-1, 5 is absent."""

RECORDS = (
    "012 Obert d'Estiu",
    "022 El Masnou",
    "042 2026/07/01",
    "092 Individual: Swiss-System",
    "142 4",
    "202 PTS,BH,SB",
    "240 H 003    5",
    "260 002 003    1    6",
    "### a line that nobody understands",
)
FILE = trf(PLAYERS, *RECORDS)


def read(text: str, name: str = "open.trf") -> TrfDocument:
    """The document in a text."""
    found = read_trf(text.encode(), name)
    assert isinstance(found, TrfDocument), found
    return found


def ready(text: str, system: str = SYSTEM, tournament: str | None = None) -> Import:
    """The import that a text comes to."""
    return import_of(read(text), system, tournament)


def submit(store: MemoryStore, wanted: Import) -> Answer:
    """Hand an import in."""
    submission = Submission(
        tournament=wanted.tournament,
        name=COMMAND,
        body=wanted.body,
        command_id=wanted.command_id,
        actor=ORGANISER,
    )
    return store.submit_all((submission,))[0]


def state_of(store: MemoryStore, tournament: str) -> Tournament:
    """Everything that was recorded of a tournament."""
    state = INITIAL
    for recorded in store.ledger.events(tournament, 0):
        state = evolve(state, recorded.fact)
    return state


def said(wanted: Import) -> dict[str, object]:
    """The body of an import as plain data."""
    body: dict[str, object] = msgspec.json.decode(wanted.body)
    return body
