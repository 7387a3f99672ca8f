"""Codes on slips: each lets one side of one game say its result, and nothing else.

A code follows from the signing key of the log, so none is stored: whoever holds the key prints
them and reads them. It names its game, `3.12-7K3M-9QXP-AB2C`; its side and its issue are known by
trying. See ADR 0064.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from planilla.application.envelope import Actor
from planilla.application.permissions import actor_of_link, derived_secret, numbered_board
from planilla.application.ports import Keys
from planilla.application.roles import Grant, Role, Span
from planilla.audit.seal import keyed_hash
from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.vocabulary import Colour, GameId, GameRef

CODE_MAX = 60
"""Most characters of a code as it is typed."""
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The digits of base 32 by Crockford: without I, L, O and U."""
LOOKALIKES = str.maketrans("OIL", "011")
BITS_OF_SIGN = 5
GROUPS, GROUP = 3, 4
BITS = GROUPS * GROUP * BITS_OF_SIGN
"""Bits of a code that follow from the key: 60, which nobody guesses at one attempt a second."""
MARKS = rf"[{SIGNS}OIL]{{{GROUP}}}(?:-?[{SIGNS}OIL]{{{GROUP}}}){{{GROUPS - 1}}}"
"""The pattern of the three groups of a code as they are typed."""
_SEPARATORS = re.compile(r"[\s_–—]+")
_CODE = re.compile(
    r"(?P<game>(?:[0-9]{1,9}-)?[0-9]{1,9}(?:\.[0-9]{1,9}){1,2})-(?:(?P<issue>[0-9]{1,6})-)?"
    rf"(?P<marks>{MARKS})"
)
PURPOSE = b"planilla board codes\n"
"""The beginning of what is signed, which no other message of Planilla has."""


class Seat(NamedTuple):
    """One side of one game, for which a code of an `issue` was printed."""

    game: GameId
    side: Colour
    issue: int


class NoSuchBoardCode(Unacceptable):
    """No game of the tournament has this code."""


class CodeRevoked(Conflict):
    """New codes were issued since this one was printed."""


def secret_of(keys: Keys, tournament: str) -> bytes:
    """Return the secret of the codes of a tournament, 32 bytes: the same as long as the key is.

    Raises:
        KeyUnusable: the key cannot be read or made, or others may read it.
    """
    return derived_secret(keys, PURPOSE + tournament.encode())


def code_of(secret: bytes, seat: Seat) -> str:
    """Return the code of a seat as it is printed."""
    issue = "" if seat.issue == 1 else f"{seat.issue}-"
    return f"{seat.game}-{issue}{_marks(secret, seat)}"


def _marks(secret: bytes, seat: Seat) -> str:
    return marks_of(keyed_hash(secret, f"{seat.game} {seat.side} {seat.issue}".encode()))


def marks_of(digest: bytes) -> str:
    """Return the first bits of a digest as three groups of signs."""
    number = int.from_bytes(digest) >> (len(digest) * 8 - BITS)
    signs = [SIGNS[number >> at & 31] for at in range(BITS - BITS_OF_SIGN, -1, -BITS_OF_SIGN)]
    return "-".join("".join(signs[at : at + GROUP]) for at in range(0, GROUPS * GROUP, GROUP))


def typed(text: str) -> str:
    """Return a code in the letters and with the dashes of those that are printed."""
    return _SEPARATORS.sub("-", text[:CODE_MAX].strip()).upper()


def plain(marks: str) -> str:
    """Return the signs of a code without dashes, and with the digits that letters stand for."""
    return marks.replace("-", "").translate(LOOKALIKES)


def seat_of(secret: bytes, text: str) -> Seat:
    """Return the seat of a code as it was scanned or typed.

    Small letters, missing and other dashes, and `O` for `0` do not matter.

    Raises:
        NoSuchBoardCode: it is not one of this secret.
    """
    found = _CODE.fullmatch(typed(text))
    if found is None:
        raise NoSuchBoardCode
    marks = plain(found["marks"])
    issue = int(found["issue"] or 1)
    for side in Colour:
        seat = Seat(GameId(found["game"]), side, issue)
        if _marks(secret, seat).replace("-", "") == marks:
            return seat
    raise NoSuchBoardCode


def check_issue(state: Tournament, seat: Seat) -> None:
    """Check that the codes printed with this one are still valid.

    Raises:
        CodeRevoked: new ones were issued.
    """
    if seat.issue != state.claiming.issue:
        raise CodeRevoked


def actor_at(state: Tournament, tournament: str, seat: Seat, code: str) -> Actor:
    """Return the player at a seat as the one who acts: the grant is of this board alone."""
    ref = GameRef.of(seat.game)
    found = state.find(seat.game)
    board = ref.match if found is None else numbered_board(*found)
    grant = Grant(
        tournament=tournament,
        role=Role.PLAYER,
        boards=Span(board, board),
        rounds=Span(ref.round, ref.round),
    )
    return Actor(id=actor_of_link(code, Role.PLAYER), grants=(grant,))


class SlipCodes(msgspec.Struct, frozen=True, kw_only=True):
    """The codes of a board, for its slip; `board` counts from 1."""

    game: GameId
    board: int
    white: str
    black: str


def codes_of(secret: bytes, played: RoundState, issue: int) -> Sequence[SlipCodes]:
    """Return the codes of all boards of a round, in board order."""
    return [
        SlipCodes(
            game=game,
            board=index + 1,
            white=code_of(secret, Seat(game, Colour.WHITE, issue)),
            black=code_of(secret, Seat(game, Colour.BLACK, issue)),
        )
        for index, game in enumerate(played.games)
    ]
