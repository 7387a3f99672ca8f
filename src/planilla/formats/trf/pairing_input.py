"""Input of a pairing system from a file, and the pairings already in the file.

A player is present in the round to be paired unless named in XXZ, given a bye for it in 240, or
given a bye in the columns of that round. In a past round a player is present with a board or the
pairing-allocated bye. Pairing uses the points before the round, so half points requested for it do
not count, whether or not columns 81-84 hold them.
"""

from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing import NEWEST
from planilla.domain.pairing.system import Explanation, Pairing, PairingInput, System
from planilla.domain.standings import Announced, standings
from planilla.domain.tiebreaks import CodeError, Setting, checked
from planilla.domain.vocabulary import ByeKind, Colour
from planilla.formats.trf.attendance import absent_from
from planilla.formats.trf.crosstable import boards_of, byes_of
from planilla.formats.trf.document import ProhibitionRecord, TrfDocument, TrfRemark
from planilla.formats.trf.fictitious import fictitious_points_of, in_units
from planilla.formats.trf.keizer import replayed_in
from planilla.formats.trf.match_games import by_rounds, crosstable_of_rounds
from planilla.formats.trf.rounds import BYE_OF, rounds_played
from planilla.formats.trf.shape import shape_in
from planilla.formats.trf.team_pairing import before_of_teams, played_by_teams, team_numbers
from planilla.formats.trf.worth import Worth, point_system_of, values_of

TIEBREAK_EDITION = "fide-2026-03"
"""The edition in which the tie-breaks of a file order the list of a system that needs them."""


def pairing_input(
    document: TrfDocument, round_number: int | None = None, system: System = NEWEST
) -> PairingInput | TrfRemark:
    """Return the input for the round to be paired, or for an earlier one as `before` does.

    A remark gives the reason for a missing round: `round-beyond` the one to be paired, or
    `no-more-rounds` if all planned rounds are played.
    """
    following = rounds_played(by_rounds(document, system)) + 1
    wanted = following if round_number is None else round_number
    planned = document.rounds_planned
    if not 1 <= wanted <= following:
        return _remark(document, "round-beyond", round=wanted, following=following)
    if planned and wanted > planned:
        return _remark(document, "no-more-rounds", planned=planned)
    return before(document, wanted, system)


def before(document: TrfDocument, round_number: int, system: System = NEWEST) -> PairingInput:
    """Return the input for a round: the earlier rounds, and the seats present.

    If the system keeps values, it includes the values after those games. The seats of a system that
    plays in teams are those of the teams.
    """
    if system.plays_in_teams:
        return before_of_teams(document, round_number)
    columns, values = by_rounds(document, system), values_of(document)
    fictitious = fictitious_points_of(document, round_number)
    points = point_system_of(values, tuple({each for one in fictitious for each in one}))
    shape = shape_in(document, system)
    table = replace(
        crosstable_of_rounds(document, round_number - 1, system, points),
        best_rounds=shape.best_rounds,
    )
    return PairingInput(
        crosstable=replace(table, rounds_planned=planned_rounds(columns, round_number)),
        present=present_in(columns, round_number),
        first_colour=first_colour_of(document) or Colour.WHITE,
        requested=requested_in(columns, round_number),
        forbidden=forbidden_in(document, round_number),
        accelerated=in_units(fictitious, points.unit),
        memory=replayed_in(document, table, round_number).memory if system.keeps_values else None,
        standings=standings_in(document, table) if system.pairs_by_standings else (),
        is_maxi=shape.maxi,
    )


def standings_in(document: TrfDocument, table: Crosstable) -> tuple[Seat, ...]:
    """Return the seats in the order of the tie-breaks that the file names; none without them.

    Codes that the edition of 2026 does not have are left out.
    """
    codes = tuple(each for code in document.tiebreaks_named for each in _canonical(code))
    if not codes:
        return ()
    announced = Announced(codes=codes, mode="successive", edition=TIEBREAK_EDITION)
    return tuple(row.seat for row in standings(table, announced))


def _canonical(code: str) -> tuple[str, ...]:
    try:
        return checked((code,), TIEBREAK_EDITION, Setting())
    except CodeError:
        return ()


def tournament_pairing(
    document: TrfDocument, round_number: int, system: System = NEWEST
) -> Pairing:
    """Return the boards and byes of a round in the file, with an empty explanation."""
    if system.plays_in_teams:
        return played_by_teams(document, round_number)
    document = by_rounds(document, system)
    worth = Worth(values_of(document))
    earlier = slice(round_number - 1)
    scores = [sum(worth.by_round(player.cells[earlier])) for player in document.seated]
    cells = document.round_of(round_number)
    return Pairing(
        boards=tuple(boards_of(cells, document.seats, scores)),
        byes=byes_of(cells),
        explanation=Explanation(system="trf"),
    )


def numbers_of(document: TrfDocument, system: System) -> tuple[int, ...]:
    """Return the numbers by seat, of teams in a system that plays in teams."""
    if system.plays_in_teams:
        return team_numbers(document)
    return document.numbers


def planned_rounds(document: TrfDocument, round_number: int) -> int:
    """Return the number of planned rounds as known for a round; 0 if unknown.

    It is the declared number (142, XXR), or the number of round dates (132). Without either, the
    last round played is taken as the last round, as other programs' checkers do.
    """
    played = rounds_played(document)
    known = document.rounds_planned or len(document.text_of("132").split())
    if known:
        return max(known, played)
    return played if round_number <= played else 0


def present_in(document: TrfDocument, round_number: int) -> tuple[Seat, ...]:
    """Return the seats to be paired in a round, in ascending order."""
    if round_number > rounds_played(document):
        absent = absent_from(document, round_number)
        return tuple(seat for seat in range(len(document.seated)) if seat not in absent)
    return tuple(
        seat
        for seat, cell in enumerate(document.round_of(round_number))
        if cell.opponent or BYE_OF.get(cell.result) is ByeKind.PAIRING_ALLOCATED
    )


def requested_in(document: TrfDocument, round_number: int) -> tuple[tuple[Seat, ByeKind], ...]:
    """Return the byes of a round that were granted on request, by seat."""
    if round_number > rounds_played(document):
        return tuple(sorted(absent_from(document, round_number).items()))
    byes = byes_of(document.round_of(round_number))
    return tuple(each for each in byes if each[1] is not ByeKind.PAIRING_ALLOCATED)


def first_colour_of(document: TrfDocument) -> Colour | None:
    """Return the initial colour: declared (152, XXC), or that of the highest player with a game.

    None without either. Source: TRF26, 152.
    """
    if document.initial_colour is not None:
        return document.initial_colour
    for cells in document.rounds:
        for cell in cells:
            if cell.opponent and cell.colour != "-":
                return Colour.WHITE if cell.colour == "w" else Colour.BLACK
    return None


def forbidden_in(document: TrfDocument, round_number: int) -> frozenset[tuple[Seat, Seat]]:
    """Return the pairs that may not meet in a round (260, XXP), the lower seat first."""
    pairs = set()
    for each in document.records(ProhibitionRecord):
        last = round_number if each.last_round is None else each.last_round
        if each.first_round <= round_number <= last:
            seats = sorted(
                {document.seats[number] for number in each.players if number in document.seats}
            )
            pairs |= {(one, other) for one in seats for other in seats if one < other}
    return frozenset(pairs)


def _remark(document: TrfDocument, code: str, **fields: str | int) -> TrfRemark:
    return TrfRemark(file=document.name, line=1, column=1, code=code, fields=fields)
