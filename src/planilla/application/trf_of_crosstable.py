"""A crosstable as a tournament file: what is known of the tournament, then one line a player.

The records are those of TRF26; another dialect is made of the document (`formats.trf.dialects`).
"""

from collections.abc import Callable

from planilla.application.trf_system import CODE_OF_SYSTEM, OWN
from planilla.domain.crosstable import Crosstable, Game, Seat
from planilla.domain.scoring import scores, system_of
from planilla.domain.vocabulary import Colour, GameResult
from planilla.formats.trf.document import (
    Cell,
    Configuration,
    Header,
    Line,
    PlannedRounds,
    Player,
    Record,
    TrfDocument,
)
from planilla.formats.trf.rendering import line_of

SIGNS = {
    GameResult.OPEN: (" ", " "),
    GameResult.WHITE_WINS: ("1", "0"),
    GameResult.DRAW: ("=", "="),
    GameResult.BLACK_WINS: ("0", "1"),
    GameResult.WHITE_WINS_BY_FORFEIT: ("+", "-"),
    GameResult.BLACK_WINS_BY_FORFEIT: ("-", "+"),
    GameResult.BOTH_FORFEIT: ("-", "-"),
    GameResult.BOTH_LOSE: ("0", "0"),
}
"""What stands in the columns of White and of Black."""


def document_of(
    crosstable: Crosstable,
    *,
    title: str,
    system: str,
    first_colour: Colour,
    name_of: Callable[[Seat], str],
) -> TrfDocument:
    """The file of a tournament that `system` pairs, its players called by `name_of`."""
    records: tuple[Record, ...] = (
        Header(code="012", text=title),
        Header(code="062", text=str(crosstable.size)),
        Header(code="092", text=system),
        PlannedRounds(count=crosstable.rounds_planned),
        Configuration(colour=first_colour),
        Header(code="182", text="Planilla"),
        Header(code="192", text=CODE_OF_SYSTEM.get(system, OWN)),
        *players_of(crosstable, name_of),
    )
    lines = tuple(Line(text=line_of(record), record=record) for record in records)
    return TrfDocument(name=title, lines=lines)


def players_of(crosstable: Crosstable, name_of: Callable[[Seat], str]) -> tuple[Player, ...]:
    """One record a player, by number, with their points and place (by points, then number)."""
    points, unit = scores(crosstable), system_of(crosstable).unit
    order = sorted(range(crosstable.size), key=lambda seat: (-points[seat], seat))
    places = {seat: place for place, seat in enumerate(order, start=1)}
    return tuple(
        Player(
            number=seat + 1,
            name=name_of(seat),
            title=entrant.title,
            rating=entrant.rating,
            federation=entrant.federation,
            points=points[seat] * 100 // unit,
            rank=places[seat],
            cells=tuple(_cell(game) for game in crosstable.games[seat]),
        )
        for seat, entrant in enumerate(crosstable.entrants)
    )


def _cell(game: Game) -> Cell:
    if game.opponent is None:
        return Cell(result="Z" if game.bye is None else game.bye.value)
    is_white = game.colour is Colour.WHITE
    white, black = SIGNS[game.result]
    return Cell(
        opponent=game.opponent + 1,
        colour="w" if is_white else "b",
        result=white if is_white else black,
    )
