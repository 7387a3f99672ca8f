"""The record of a Double-Swiss tournament as JSON: matches of two games with points such as 1½–½.

A tournament report file has one sign for each round, which cannot say 1½–½. The record is an
object. `players` is a list, of numbers by rank or of objects with a `number` (only its length
counts where they have none), `rounds` the rounds planned, `initial` the colour drawn, `bye_points`
the worth of the bye. Each round of `history` has `matches`, lists of the number of White in the
first game, that of Black, and the points of both (null: not played yet), and `bye`, the number of
who had it. `absent` are the numbers of those who are not paired in the round after the last one.

Source: FIDE C.04.5 (points for each game, and a bye of a win and a draw).
"""

from decimal import Decimal
from typing import Any

import msgspec
from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable, Entrant, Round, Seat
from planilla.domain.pairing.system import Explanation, Pairing, PairingInput
from planilla.domain.scoring import STANDARD, points_of_match
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameResult

MATCH = points_of_match(STANDARD, 2)
"""The points of a match: two games of a point each, in halves."""
UNIT = MATCH.unit
BYE_POINTS = Decimal("1.5")
Points = Decimal | None


class DoubleRound(msgspec.Struct, frozen=True, kw_only=True):
    """One round as it is written."""

    matches: tuple[tuple[int, int, Points, Points], ...] = ()
    bye: int | None = None


class DoubleRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it is written."""

    players: tuple[Any, ...]
    rounds: int = 0
    initial: str = "W"
    bye_points: Decimal = BYE_POINTS
    history: tuple[DoubleRound, ...] = ()
    absent: tuple[int, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the players by rank."""
        return tuple(_number(player, place) for place, player in enumerate(self.players, start=1))


class InvalidRecord(Exception):
    """The file is no such record; `code` is that of the reason, with its `round` and `number`."""

    def __init__(self, code: str, number: int = 0, at: int = 0) -> None:
        self.code = code
        self.number = number
        self.round = at
        super().__init__(code)


def read_record(data: bytes) -> DoubleRecord:
    """Return the record of a file.

    Raises:
        InvalidRecord: it is none, or a round does not fit the players.
    """
    try:
        record = msgspec.json.decode(data, type=DoubleRecord)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidRecord("double-swiss-unreadable") from error
    known = set(record.numbers)
    if len(known) < len(record.players):
        raise InvalidRecord("double-swiss-unreadable")
    _check_rounds(record, known)
    if any((each * UNIT) % 1 for each in _points(record)):
        raise InvalidRecord("double-swiss-unreadable")
    return record


def _check_rounds(record: DoubleRecord, known: set[int]) -> None:
    for number in record.absent:
        if number not in known:
            raise InvalidRecord("double-swiss-unknown", number, len(record.history) + 1)
    for at, played in enumerate(record.history, start=1):
        named = [each for match in played.matches for each in match[:2]]
        named += [] if played.bye is None else [played.bye]
        for number in named:
            if number not in known:
                raise InvalidRecord("double-swiss-unknown", number, at)
            if named.count(number) > 1:
                raise InvalidRecord("double-swiss-twice", number, at)


def before_round(record: DoubleRecord, number: int) -> PairingInput:
    """Return the input for a round: the matches before it, and who was there.

    It may be the round after the last one of the record.
    """
    seats = _seats(record)
    earlier = record.history[: number - 1]
    return PairingInput(
        crosstable=Crosstable(
            entrants=tuple(Entrant(id=EntrantId(str(each))) for each in record.numbers),
            rounds=tuple(_round(played, seats) for played in earlier),
            rounds_planned=record.rounds,
            points=replace(MATCH, pairing_bye=int(record.bye_points * UNIT)),
        ),
        present=tuple(sorted(_present(record, number, seats))),
        first_colour=Colour.BLACK if record.initial.upper().startswith("B") else Colour.WHITE,
    )


def played_in(record: DoubleRecord, number: int) -> Pairing:
    """Return the matches and the bye of a round of the record, with an empty explanation."""
    seats, played = _seats(record), record.history[number - 1]
    made = _round(played, seats)
    return Pairing(
        boards=made.boards, byes=made.byes, explanation=Explanation(system="swiss-double")
    )


def _number(player: Any, place: int) -> int:
    if isinstance(player, dict):
        player = player.get("number", place)
    return player if isinstance(player, int) and not isinstance(player, bool) else place


def _seats(record: DoubleRecord) -> dict[int, Seat]:
    return {number: seat for seat, number in enumerate(record.numbers)}


def _points(record: DoubleRecord) -> list[Decimal]:
    written = [
        each
        for played in record.history
        for match in played.matches
        for each in match[2:]
        if each is not None
    ]
    return [record.bye_points, *written]


def _round(played: DoubleRound, seats: dict[int, Seat]) -> Round:
    results = []
    for _, _, first, second in played.matches:
        if first is None or second is None:
            results.append(GameResult.OPEN)
        elif first == second:
            results.append(GameResult.DRAW)
        else:
            results.append(GameResult.WHITE_WINS if first > second else GameResult.BLACK_WINS)
    byes = () if played.bye is None else ((seats[played.bye], ByeKind.PAIRING_ALLOCATED),)
    boards = tuple((seats[white], seats[black]) for white, black, _, _ in played.matches)
    scored = tuple((_units(first), _units(second)) for _, _, first, second in played.matches)
    return Round(boards=boards, results=bytes(results), byes=byes, scored=scored)


def _units(points: Points) -> int:
    return 0 if points is None else int(points * UNIT)


def _present(record: DoubleRecord, number: int, seats: dict[int, Seat]) -> set[Seat]:
    if number > len(record.history):
        return set(seats.values()) - {seats[each] for each in record.absent}
    played = record.history[number - 1]
    present = {seats[number] for match in played.matches for number in match[:2]}
    return present if played.bye is None else present | {seats[played.bye]}
