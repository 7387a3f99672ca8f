"""Requests for what-if answers: edits parsed from text, and their results.

An edit on the wire is `{"remove": 12}`, `{"insert": 12, "command": "request-bye", "body": {…}}` or
`{"replace": 12, "command": …, "body": {…}}`, by versions; `lot` is what a command draws.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from planilla.application.jobs import JobRunner, Jobs
from planilla.application.malformed import Malformed
from planilla.application.redaction import redact
from planilla.audit.branch import Branch, BranchOptions, branch
from planilla.audit.edits import Edit, Inserted, Removed, Replaced
from planilla.audit.replay import CURRENT, OnProgress, ignore_progress
from planilla.audit.round_by_round import RoundByRound, round_by_round
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.corrections import ResultRuling
from planilla.domain.tournament.entrants import EnterEntrants
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.subjects import COMMANDS

BODY_MAX = 20_000
"""Bytes in the body of one command that is put in."""


class Reading(StrEnum):
    """The reading of a what-if: round by round, or as one chain."""

    ROUNDS = "rounds"
    BRANCH = "branch"


class WantedEdit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An edit as it is asked for; exactly one of the three versions is given."""

    remove: int | None = None
    insert: int | None = None
    replace: int | None = None
    command: str = ""
    body: dict[str, Any] = {}
    lot: int | None = None


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A what-if: the log as it may be seen, the edits, and how it is read."""

    facts: tuple[Fact, ...]
    edits: tuple[Edit, ...]
    reading: Reading
    ways: BranchOptions = BranchOptions()


Answer = RoundByRound | Branch


def worked_out(asked: Asked, tick: OnProgress = ignore_progress) -> Answer:
    """Return the answer of a what-if; slow, with its progress reported.

    Raises:
        Refusal: an edit cannot be made, or the rules say no to it.
    """
    if asked.reading is Reading.ROUNDS:
        return round_by_round(asked.facts, asked.edits, top=asked.ways.top, tick=tick)
    return branch(asked.facts, asked.edits, asked.ways, tick)


def what_if_jobs(runner: JobRunner) -> Jobs[Asked, Answer]:
    """Return the what-ifs at work, none at first."""
    return Jobs(runner, worked_out)


def job_key(who: tuple[str, ...], asked: Asked) -> Hashable:
    """Return the key of a what-if; `who` are the tournament and who asks, by the facts they see."""
    last = asked.facts[-1].version if asked.facts else 0
    ways = msgspec.json.encode(asked.ways)
    return (*who, last, asked.reading, repr(asked.edits), ways)


class NothingKept:
    """Salt for what is recorded nowhere: a what-if ends with its answer."""

    def salt(self) -> bytes:
        """Sixteen bytes, always the same."""
        return bytes(16)


def edits_of(wanted: Iterable[WantedEdit]) -> tuple[tuple[Edit, ...], Mapping[str, str]]:
    """Return the edits, and the names of those whom they enter, by entrant.

    Raises:
        NoSuchCommand: no command has that name.
        Malformed: an edit is not one, or the body of its command cannot be read.
    """
    edits, names = list[Edit](), dict[str, str]()
    for each in wanted:
        edits.append(_edit(each, names))
    return tuple(edits), names


def _edit(wanted: WantedEdit, names: dict[str, str]) -> Edit:
    given = [each for each in (wanted.remove, wanted.insert, wanted.replace) if each is not None]
    if len(given) != 1:
        raise Malformed("An edit removes, inserts or replaces: one of them, with a version")
    if wanted.remove is not None:
        return Removed(version=wanted.remove)
    command = _command(wanted, names)
    if wanted.insert is not None:
        return Inserted(after=wanted.insert, command=command, lot=wanted.lot or 0)
    return Replaced(version=given[0], command=command, lot=wanted.lot)


def _command(wanted: WantedEdit, names: dict[str, str]) -> Command:
    body = dict(wanted.body)
    if issubclass(COMMANDS.get(wanted.command, Command), ResultRuling):
        body = {"corrects": CURRENT, "reason": "", **body}
    data = msgspec.json.encode(body)
    if len(data) > BODY_MAX:
        raise Malformed(f"Body is longer than {BODY_MAX} bytes")
    command, kept = redact(wanted.command, data, NothingKept())
    if isinstance(command, EnterEntrants):
        people = ((new.id, kept[new.person.commitment].person) for new in command.entrants)
        names |= {entrant: person.name for entrant, person in people if person is not None}
    return command


def wanted_in(tokens: Sequence[str]) -> WantedEdit:
    """An edit in the words of a command line: `remove v12`, `insert v12 COMMAND {…}`, `replace …`.

    Raises:
        Malformed: it is none.
    """
    act, version, *rest = [*tokens, *[""] * (2 - len(tokens))]
    number = version.removeprefix("v")
    if act not in {"remove", "insert", "replace"} or not number.isdecimal() or len(number) > 9:
        raise Malformed("An edit is remove, insert or replace, a version, a command and its body")
    fields: dict[str, Any] = {act: int(number)}
    if act != "remove":
        name, body = [*rest, "", ""][:2]
        fields |= {"command": name, "body": _object(body or "{}")}
    return msgspec.convert(fields, WantedEdit)


def _object(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text.encode(), type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise Malformed(f"The body of a command is a JSON object: {error}") from error
