"""Rating lists written by hand: a player is a dictionary, a list is its text in each form."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from planilla.adapters.rating_list.folder import RatingListFolder
from planilla.application.rating_lists import RatingList
from planilla.formats.rating_list.reader import read_list
from planilla.formats.rating_list.records import ListedPlayer, ListFault

HEAD = (
    "ID Number      Name                                                         "
    "Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
"""The head of FIDE's `players_list_foa.txt`, of 162 characters."""

WIDTHS = {
    "id": 15,
    "name": 61,
    "federation": 4,
    "sex": 4,
    "title": 5,
    "womens_title": 5,
    "other_titles": 15,
    "online_title": 4,
    "standard": 6,
    "standard_games": 4,
    "standard_k": 3,
    "rapid": 6,
    "rapid_games": 4,
    "rapid_k": 3,
    "blitz": 6,
    "blitz_games": 4,
    "blitz_k": 3,
    "birth": 6,
    "flag": 4,
}

Player = dict[str, str]

VERA: Player = {
    "id": "2205742",
    "name": "Aranda, Vera",
    "federation": "ESP",
    "sex": "F",
    "title": "IM",
    "womens_title": "WGM",
    "other_titles": "FST,NA",
    "standard": "2306",
    "standard_games": "9",
    "standard_k": "10",
    "rapid": "2290",
    "rapid_games": "0",
    "rapid_k": "20",
    "blitz": "0",
    "blitz_games": "0",
    "blitz_k": "0",
    "birth": "1990",
    "flag": "w",
}
LEO: Player = {
    "id": "2205743",
    "name": "Ibanez, Leo",
    "federation": "ESP",
    "sex": "M",
    "standard": "2194",
    "standard_k": "20",
    "birth": "2001",
}
LEO_OF_CHILE: Player = {
    "id": "3405743",
    "name": "Ibanez, Leo",
    "federation": "CHI",
    "sex": "M",
    "birth": "2010",
    "flag": "i",
}


def line(player: Player) -> str:
    """A line in the columns of `HEAD`; a cell that is too long pushes what follows."""
    return "".join(player.get(field, "").ljust(width) for field, width in WIDTHS.items())


def fixed(*players: Player | str, head: str = HEAD) -> bytes:
    """A list in fixed columns; a string is a line as it is."""
    lines = [each if isinstance(each, str) else line(each) for each in players]
    return "\n".join([head, *lines, ""]).encode()


def read(data: bytes, *, rate: str = "standard", chunk: int = 1 << 16) -> "Read":
    """Everything in a list that comes in pieces of so many bytes."""
    pieces = [data[at : at + chunk] for at in range(0, len(data), chunk)]
    players: list[ListedPlayer] = []
    faults: list[ListFault] = []
    reading = read_list(pieces, rate)
    for batch in reading.batches:
        players += batch.players
        faults += batch.faults
    return Read(players, faults, reading.form, reading.month)


class Read:
    """What was read."""

    def __init__(
        self, players: Sequence[ListedPlayer], faults: Sequence[ListFault], form: str, month: str
    ) -> None:
        self.players = players
        self.form = form
        self.month = month
        self.faults = faults

    @property
    def wrong(self) -> list[tuple[int, int, str]]:
        """The faults as line, column and code."""
        return [(fault.line, fault.column, fault.code) for fault in self.faults]


def keep(
    folder: Path, data: bytes, *, kind: str = "fide", month: str = "2026-11"
) -> RatingListFolder:
    """A folder with this list in it."""
    lists = RatingListFolder(folder)
    found = read(data)
    with lists.building(kind) as building:
        building.add(found.players)
        made = RatingList(kind=kind, month=month, source="list.txt", form=found.form)
        building.finish(made)
    return lists


def names(players: Iterable[ListedPlayer]) -> list[str]:
    """Their names, in order."""
    return [player.name for player in players]
