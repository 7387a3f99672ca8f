"""What must hold of any bytes that are read as a tournament report file, and files to begin with.

There is an answer. A document is written as it was read; every round of it can be asked for; it
can be written in every dialect and read again.
"""

from typing import Any

from dsl.trf_columns import file_of, open_of, player_line
from planilla.formats.trf.dialects import DIALECTS
from planilla.formats.trf.document import AbnormalPoints, TeamRecord, TrfDocument
from planilla.formats.trf.lines import write_trf
from planilla.formats.trf.pairing_input import pairing_input, tournament_pairing
from planilla.formats.trf.reader import read_trf
from planilla.formats.trf.rounds import rounds_played

RECORDS = (
    b"142 5\nXXR 5\n152 B\nXXC rank white1\n162  W 3.0    D 1.0\nXXS WW=3 PAB=.5\nBBU 0.5\n"
    b"240 H 002    1    2\nXXZ 1 2\n250      01.0 001 003 0001 0002\nXXA    1  1.0  0.5\n"
    b"260 001 002    1    2\nXXP 1 2\n299 W         0.5  002    1\n192 FIDE_DUTCH_BAKU\n"
)
TEAMS = b"310   1 India\n013 India                           1    2\nBEL    1\n"
WORDS = (
    "001    1",
    "0000 - ",
    *sorted({line[:3].decode() for line in (RECORDS + TEAMS).splitlines()}),
    *(f" {colour} {sign}" for colour in "wb-" for sign in "1=0+-WDLFHUZ?"),
)
"""What the reader looks for, so that chance need not find it."""


REFUSED_BY_BBP: tuple[type[Any], ...] = (TeamRecord, AbnormalPoints)


def seeds() -> list[bytes]:
    """Files from which to begin."""
    players = (player_line(1, "2 w 1"), player_line(2, "1 b 0"), player_line(3, "0000 - U"))
    return [
        file_of(*players),
        file_of(*players, ending="\r"),
        RECORDS + file_of(*players),
        TEAMS + file_of(*players),
        file_of(player_line(1, "2 w W", name="Núñez"), player_line(2, "1 b L")),
        *(file_of(*open_of(size, rounds, size)) for size, rounds in ((2, 1), (3, 2), (6, 3))),
    ]


def hold(data: bytes) -> None:
    """Read, write, ask and translate.

    Raises:
        AssertionError: something does not hold.
    """
    read = read_trf(data, "fuzz")
    if not isinstance(read, TrfDocument):
        assert read, "neither a document nor a fault"
        return
    assert write_trf(read) == data, "not written as it was read"
    pairing_input(read)
    for number in range(1, rounds_played(read) + 1):
        tournament_pairing(read, number)
        pairing_input(read, number)
    if any(read.records(kind) for kind in REFUSED_BY_BBP):
        return  # bbpPairings refuses these, and what they explained is then a fault
    for dialect in DIALECTS:
        again = read_trf(write_trf(read, dialect), "fuzz")
        assert isinstance(again, TrfDocument), f"not read again from {dialect}: {again}"
