"""One player's card: each round with its opponent and points, and how the tie-breaks add up."""

from itertools import accumulate

import msgspec

from planilla.domain.crosstable import Crosstable, Game, Seat
from planilla.domain.pairing.floats import LETTERS
from planilla.domain.scoring import points_by_round, points_of, rounds_left_out, system_of
from planilla.domain.standings import StandingEntry, standings_of
from planilla.domain.tiebreaks.tiebreak import Working
from planilla.domain.tournament.crosstables import for_pairing, for_standings, seats_of
from planilla.domain.tournament.ranking import contest_for
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.projections.crosstable import floats_shown
from planilla.projections.outcomes import outcome_of
from planilla.projections.table import COLOUR, OPPONENT, RESULT, ROUND, Figure, TableColumn

GAMES = (
    ROUND,
    COLOUR,
    OPPONENT,
    RESULT,
    TableColumn("total", Figure.POINTS, "points", "page.col.points"),
)
"""The columns of the rounds on a card, in order."""


class CardRound(msgspec.Struct, frozen=True, kw_only=True):
    """One round: `outcome` as in `outcomes`, `points` that count and `total` after it, in units.

    Where only the best rounds count, `points` are 0 in those that do not in the end, and `total`
    is the sum of the best ones until then.
    """

    round: int
    board: int | None
    opponent: EntrantId | None
    opponent_number: int | None
    outcome: str
    points: int
    total: int
    drift: str


class CardTiebreak(msgspec.Struct, frozen=True, kw_only=True):
    """One tie-break: its value in `unit`-ths (None: never asked), and how it came about."""

    code: str
    unit: int
    value: int | None
    working: Working | None


class PlayerCard(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one player but the name."""

    entrant: EntrantId
    number: int
    rating: int
    title: str
    federation: str
    place: int
    points: int
    unit: int
    rounds: tuple[CardRound, ...]
    tiebreaks: tuple[CardTiebreak, ...]


def player_card(state: Tournament, entrant: EntrantId) -> PlayerCard | None:
    """Return the card of one entrant; None when there is nobody with this id."""
    seat = seats_of(state).get(entrant)
    if seat is None:
        return None
    crosstable = for_standings(state)
    table = standings_of(contest_for(state), state.announced)
    standing = next(row for row in table if row.seat == seat)
    who = state.entrants[entrant]
    return PlayerCard(
        entrant=entrant,
        number=seat + 1,
        rating=who.rating,
        title=who.title,
        federation=who.federation,
        place=standing.rank,
        points=standing.points,
        unit=system_of(crosstable).unit,
        rounds=_rounds(state, crosstable, seat),
        tiebreaks=_tiebreaks(state, crosstable, standing),
    )


def _rounds(state: Tournament, crosstable: Crosstable, seat: Seat) -> tuple[CardRound, ...]:
    system = system_of(crosstable)
    floats = floats_shown(state, for_pairing(state, state.last_published + 1))[seat]
    left_out, found = rounds_left_out(crosstable, seat), []
    totals = accumulate(points_by_round(crosstable)[seat])
    for game, drift, total in zip(crosstable.games[seat], floats, totals, strict=True):
        counts = crosstable.counts(seat, game) and game.round not in left_out
        points = points_of(game, system) if counts else 0
        found.append(
            CardRound(
                round=game.round,
                board=_board_of(crosstable, game, seat),
                opponent=_id_of(crosstable, game),
                opponent_number=game.opponent + 1 if game.opponent is not None else None,
                outcome=outcome_of(game),
                points=points,
                total=total,
                drift=LETTERS[drift],
            )
        )
    return tuple(found)


def _id_of(crosstable: Crosstable, game: Game) -> EntrantId | None:
    return crosstable.entrants[game.opponent].id if game.opponent is not None else None


def _board_of(crosstable: Crosstable, game: Game, seat: Seat) -> int | None:
    boards = crosstable.rounds[game.round - 1].boards
    return next((board for board, pair in enumerate(boards, start=1) if seat in pair), None)


def _tiebreaks(
    state: Tournament, crosstable: Crosstable, standing: StandingEntry
) -> tuple[CardTiebreak, ...]:
    contest = contest_for(state, crosstable)
    asked = zip(state.announced.tiebreaks, standing.values, standing.among, strict=True)
    return tuple(
        CardTiebreak(
            code=tiebreak.code,
            unit=tiebreak.unit(contest),
            value=value,
            working=None if value is None else tiebreak.working(contest, among, standing.seat),
        )
        for tiebreak, value, among in asked
    )
