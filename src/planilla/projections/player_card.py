"""Cards of players: each round with its opponent and points, and how the tie-breaks add up.

Pairing cards are what an arbiter who pairs by hand writes of each player of a Swiss (seed 000,
Appendix D, normal and short cards; `docs/rules/pairing-cards.md`).
"""

from itertools import accumulate

import msgspec

from planilla.domain.crosstable import Crosstable, Game, Seat
from planilla.domain.pairing.floats import LETTERS, Float
from planilla.domain.scoring import points_by_round, points_of, rounds_left_out, system_of
from planilla.domain.standings import StandingEntry, standings_of
from planilla.domain.tiebreaks.tiebreak import Working
from planilla.domain.tournament.crosstables import for_pairing, for_standings, seats_of
from planilla.domain.tournament.ranking import contest_for
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId
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


FORFEIT_WIN, FORFEIT_LOSS, OPEN = "+", "-", ""
"""Results without a game, and that of a game that is not over; the others are their points."""


class PairingCardRound(msgspec.Struct, frozen=True, kw_only=True):
    """One round: `colour` None and `opponent` 0 without a board, both as they were paired.

    `points` are those of the round and `total` those after it, in units; `mark` is the sign written
    in place of the points, if there is one. An open game has no total.
    """

    round: int
    colour: Colour | None
    opponent: int
    entrant: EntrantId | None
    rating: int
    points: int
    mark: str | None
    total: int | None
    drift: Float


class PairingCard(msgspec.Struct, frozen=True, kw_only=True):
    """The card of a player: rounds, and the sums of its last line.

    Colours and games count those played; the average is over the rated opponents met, rounded
    half up, None without any. `progress` is the sum of the totals after each round.
    """

    entrant: EntrantId
    number: int
    rating: int
    title: str
    rounds: tuple[PairingCardRound, ...]
    whites: int
    blacks: int
    average: int | None
    points: int
    progress: int

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.whites + self.blacks


def prints_cards(state: Tournament) -> bool:
    """Return whether players are paired by their scores, one game a round."""
    system = state.system
    return system.floats is not None and not (system.plays_in_teams or system.plays_matches)


def pairing_cards(state: Tournament) -> tuple[PairingCard, ...]:
    """Return the cards of all entrants, by pairing number."""
    shown = for_standings(state)
    floats = floats_shown(state, for_pairing(state, state.last_published + 1))
    return tuple(card_of_seat(shown, seat, floats[seat]) for seat in range(shown.size))


def card_of_seat(crosstable: Crosstable, seat: Seat, floats: tuple[Float, ...]) -> PairingCard:
    """Return the card of a player; `floats` are the player's, one for each round."""
    totals = accumulate(points_by_round(crosstable)[seat])
    rounds = tuple(
        _round(crosstable, game, total, drift)
        for game, total, drift in zip(crosstable.games[seat], totals, floats, strict=True)
    )
    played = [game for game in crosstable.games[seat] if game.is_played]
    met = [
        crosstable.entrants[game.opponent].rating for game in played if game.opponent is not None
    ]
    rated = [rating for rating in met if rating]
    finished = [each.total for each in rounds if each.total is not None]
    who = crosstable.entrants[seat]
    return PairingCard(
        entrant=who.id,
        number=seat + 1,
        rating=who.rating,
        title=who.title,
        rounds=rounds,
        whites=sum(game.colour is Colour.WHITE for game in played),
        blacks=sum(game.colour is Colour.BLACK for game in played),
        average=(2 * sum(rated) + len(rated)) // (2 * len(rated)) if rated else None,
        points=finished[-1] if finished else 0,
        progress=sum(finished),
    )


def _round(crosstable: Crosstable, game: Game, total: int, drift: Float) -> PairingCardRound:
    opponent = None if game.opponent is None else crosstable.entrants[game.opponent]
    points = points_of(game, system_of(crosstable))
    return PairingCardRound(
        round=game.round,
        colour=game.colour,
        opponent=0 if game.opponent is None else game.opponent + 1,
        entrant=None if opponent is None else opponent.id,
        rating=0 if opponent is None else opponent.rating,
        points=points,
        mark=_mark(game, points),
        total=None if game.is_open else total,
        drift=drift,
    )


def _mark(game: Game, points: int) -> str | None:
    if game.is_open:
        return OPEN
    if game.is_played or game.bye in {ByeKind.HALF_POINT, ByeKind.ZERO_POINT}:
        return None
    return FORFEIT_WIN if points else FORFEIT_LOSS
