"""Files of ballots for an allocation: JSON to ballots, with each fault at its place.

Source of the fields: docs/reference/cli.md, `planilla allocate`.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from planilla.domain.allocation.faults import BallotFault
from planilla.domain.allocation.hungarian import VOTES_USUAL, Ballots, Goal, faults_of
from planilla.domain.allocation.team_formation import TeamBallots, TeamMode, team_faults

Path = tuple[str | int, ...]
"""The way to a value of a file: names of fields, and indices."""

PlaceOf = Callable[[Path], tuple[int, int]]
"""The line and the column of a value of a file, from 1."""

NAME_MAX = 200
"""Most characters of the name of a player or an option."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_MAX)]
DECODER = json.JSONDecoder()
BLANKS = re.compile(r"[ \t\r\n]*")
PATH_IN_ERROR = re.compile(r"at `\$(.*)`")
STEP_OF_PATH = re.compile(r"\.(\w+)|\[(\d+)\]")


PLACES: Mapping[str, Path] = {
    "no-assignment": ("vetoes",),
    **dict.fromkeys(("no-team", "tie-too-large"), ("votes",)),
    "too-many-teams": ("team",),
}
"""The fields that faults without a player concern."""


class BallotRemark(msgspec.Struct, frozen=True, kw_only=True):
    """A fault at a place of a file of ballots; the message is `allocation.<code>`."""

    line: int
    column: int
    code: str
    fields: dict[str, Any]


class BallotFile(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a file; `preferences` is another name of `ranks`.

    `places` is the number of players that each option takes (empty: one each). Modes `A` and `B`
    form teams: votes are for players, `lots` are names in the order of a draw.
    """

    mode: Literal["max", "min", "A", "B"]
    players: list[Name]
    options: list[Name] = []
    places: list[Annotated[int, msgspec.Meta(ge=1)]] = []
    votes: list[list[int]] | None = None
    ranks: list[list[int] | None] | None = None
    preferences: list[list[int] | None] | None = None
    votes_per_player: Annotated[int, msgspec.Meta(ge=1)] = VOTES_USUAL
    vetoes: list[tuple[str, str]] = []
    team: Annotated[int, msgspec.Meta(ge=2)] = 2
    lots: list[str] = []

    @property
    def forms_teams(self) -> bool:
        """Return whether the players vote for players."""
        return self.mode in {"A", "B"}

    @property
    def rows_field(self) -> str:
        """The field with the rows of the players."""
        if self.mode != "min":
            return "votes"
        return "ranks" if self.preferences is None else "preferences"


class ReadBallots(NamedTuple):
    """The ballots of a file, where its values are, and the names of fields that are not read."""

    ballots: Ballots | TeamBallots
    file: BallotFile
    place_of: PlaceOf
    unread: tuple[str, ...]

    def remark(self, fault: BallotFault) -> BallotRemark:
        """Return a fault of the ballots at its place in the file."""
        if fault.code in PLACES:
            path: Path = PLACES[fault.code]
        elif fault.code == "size":
            path = (fault.fields["field"],)
        else:
            place = (fault.player, fault.option)
            path = (self.file.rows_field, *(each for each in place if each is not None))
        return _remark(self.place_of, path, fault.code, fault.fields)


class _FileFault(NamedTuple):
    """A fault of the file before its ballots are made."""

    path: Path
    code: str
    fields: dict[str, Any]


def read_ballots(data: bytes) -> ReadBallots | tuple[BallotRemark, ...]:
    """Return the ballots of a JSON file, or all faults of its first faulty stage."""
    text = decoded(data)
    if isinstance(text, BallotRemark):
        return (text,)
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        return (BallotRemark(line=error.lineno, column=error.colno, code="not-json", fields={}),)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        return (BallotRemark(line=1, column=1, code="not-json", fields={}),)
    place_of = partial(_place_in_json, text)
    try:
        file = msgspec.convert(value, BallotFile)
    except msgspec.ValidationError as error:
        return (_shape_remark(place_of, str(error)),)
    unread = tuple(name for name in value if name not in BallotFile.__struct_fields__)
    return checked(file, place_of, unread)


def decoded(data: bytes) -> str | BallotRemark:
    """Return the text of a file, or the place at which it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        line, column = line_and_column(before, len(before))
        return BallotRemark(line=line, column=column, code="not-utf-8", fields={})


def checked(
    file: BallotFile, place_of: PlaceOf, unread: tuple[str, ...] = ()
) -> ReadBallots | tuple[BallotRemark, ...]:
    """Return the ballots of the fields of a file, or all faults of the first faulty stage."""
    faults = tuple(_file_faults(file))
    if faults:
        return tuple(_remark(place_of, *fault) for fault in faults)
    ballots = _team_ballots(file) if file.forms_teams else _ballots(file)
    read = ReadBallots(ballots, file, place_of, unread)
    found = team_faults(ballots) if isinstance(ballots, TeamBallots) else faults_of(ballots)
    return tuple(map(read.remark, found)) or read


def _shape_remark(place_of: PlaceOf, message: str) -> BallotRemark:
    """Return the fault of a value of another type, by the field that holds it."""
    found = PATH_IN_ERROR.search(message)
    path: Path = tuple(
        name or int(index) for name, index in STEP_OF_PATH.findall(found[1] if found else "")
    )
    missing = re.search(r"required field `(\w+)`", message)
    field = missing[1] if missing else path[0] if path else "file"
    return _remark(place_of, path, f"bad-{field}", {})


def _file_faults(file: BallotFile) -> Iterator[_FileFault]:
    """Yield missing rows, names that stand twice, incomplete lots and vetoes of unknown names."""
    if getattr(file, file.rows_field) is None:
        yield _FileFault((), f"bad-{file.rows_field}", {})
    for field in ("players", "options"):
        names = getattr(file, field)
        for at, name in enumerate(names):
            if name in names[:at]:
                yield _FileFault((field, at), "name-twice", {"name": name})
    if file.places and len(file.places) != len(file.options):
        yield _FileFault(("places",), "bad-places", {})
    if file.lots and sorted(file.lots) != sorted(file.players):
        yield _FileFault(("lots",), "bad-lots", {})
    yield from _veto_faults(file)


def _veto_faults(file: BallotFile) -> Iterator[_FileFault]:
    for at, (player, option) in enumerate(file.vetoes):
        if player not in file.players:
            yield _FileFault(("vetoes", at, 0), "unknown-name", {"name": player})
        if option not in file.options:
            yield _FileFault(("vetoes", at, 1), "unknown-name", {"name": option})


def _ballots(file: BallotFile) -> Ballots:
    rows: Sequence[list[int] | None] = getattr(file, file.rows_field)
    return Ballots(
        goal=Goal(file.mode),
        players=tuple(file.players),
        options=tuple(file.options),
        rows=tuple(tuple(row or ()) for row in rows),
        votes=file.votes_per_player,
        vetoes=frozenset(
            (file.players.index(player), file.options.index(option))
            for player, option in file.vetoes
        ),
        places=tuple(file.places),
    )


def _team_ballots(file: BallotFile) -> TeamBallots:
    return TeamBallots(
        mode=TeamMode(file.mode),
        team=file.team,
        players=tuple(file.players),
        rows=tuple(map(tuple, file.votes or ())),
        lots=tuple(map(file.players.index, file.lots)),
    )


def _remark(place_of: PlaceOf, path: Path, code: str, fields: dict[str, Any]) -> BallotRemark:
    line, column = place_of(path)
    return BallotRemark(line=line, column=column, code=code, fields=fields)


def _place_in_json(text: str, path: Path) -> tuple[int, int]:
    return line_and_column(text, _offset(text, path))


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and the column of an offset, from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _offset(text: str, path: Path) -> int:
    """Return the offset of a value in valid JSON; of the value around it if it is not there."""
    at = _past_blanks(text, 0)
    for step in path:
        found = _member(text, at, step)
        if found is None:
            break
        at = found
    return at


def _member(text: str, start: int, wanted: str | int) -> int | None:
    """Return the offset of a member of the object or array that begins at `start`."""
    at, number = _past_blanks(text, start + 1), 0
    while text[at] not in "]}":
        key: str | int = number
        if text[start] == "{":
            key, at = DECODER.raw_decode(text, at)
            at = _past_blanks(text, _past_blanks(text, at) + 1)
        if key == wanted:
            return at
        at = _past_blanks(text, DECODER.raw_decode(text, at)[1])
        if text[at] == ",":
            at = _past_blanks(text, at + 1)
        number += 1
    return None


def _past_blanks(text: str, at: int) -> int:
    found = BLANKS.match(text, at)
    assert found is not None, "it matches nothing as well"
    return found.end()
