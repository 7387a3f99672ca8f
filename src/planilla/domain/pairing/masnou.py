"""The laws of a Masnou hall: who stays at the table, who leaves it, and what a game is worth.

Queue and tables are not here: the state machine is in `tournament.masnou`. Source: seed 004,
"Sistema Masnou" and its summary of what the rules of such an event must contain.
"""

from enum import StrEnum

import msgspec

from planilla.domain.pairing.system import RankingMethod, System, Usual
from planilla.domain.vocabulary import Colour, EntrantId, GameResult

WIN = 2
"""Points are counted in halves."""
POINTS_UNIT = 2
PLAYERS_PER_TABLE = 3
"""Two who play and one who waits (seed 004)."""
PLAYERS_AT_A_TABLE = 2
RESULTS = (GameResult.WHITE_WINS, GameResult.DRAW, GameResult.BLACK_WINS)
"""Results of a game in a hall; a player who gives up or goes home has lost."""


class StartOrder(StrEnum):
    """Order of the players at the start, first at the tables and then in the queue (seed 004)."""

    BEST_FIRST = "best-first"
    WORST_FIRST = "worst-first"
    ARRIVAL = "arrival"
    LOT = "lot"


class DrawPoints(StrEnum):
    """Points of a draw; the seed does not state them (`docs/rules/masnou.md`)."""

    HALF = "half"
    NOTHING = "nothing"


class LeavesOnDraw(StrEnum):
    """The player who leaves the table after a draw: White in the book, the newcomer elsewhere."""

    WHITE = "white"
    BLACK = "black"
    NEWCOMER = "newcomer"
    BOTH = "both"


class StayerColour(StrEnum):
    """The colour of who stays, in the next game: White in the book."""

    WHITE = "white"
    BLACK = "black"
    ALTERNATE = "alternate"


class MissedCall(StrEnum):
    """Consequence of a missed call: out until they report, end of the queue, or one place back."""

    OUT = "out"
    END = "end"
    ONE_BACK = "one-back"


class PausedPlace(StrEnum):
    """Place in the queue after a pause: lost or kept."""

    LOSES = "loses"
    KEEPS = "keeps"


class RunningGames(StrEnum):
    """Treatment of running games when the time is over."""

    FINISH = "finish"
    STOP = "stop"


class MasnouTiebreak(StrEnum):
    """Tie-breaks of a hall (seed 004, "Desempates")."""

    FEWEST_GAMES = "fewest-games"
    MOST_WINS = "most-wins"
    PARTICULAR = "particular"


BOOK_TIEBREAKS = (MasnouTiebreak.FEWEST_GAMES, MasnouTiebreak.MOST_WINS, MasnouTiebreak.PARTICULAR)


class MasnouRules(msgspec.Struct, frozen=True, kw_only=True):
    """Rules of a hall; every default is the book's, or the decision where the book is silent.

    `duration`, `clock` and `last_start` are in minutes (`clock` 0: without a clock). No player is
    called in the last `last_start` minutes; 0: calls until the end. `call_seconds` 0: a called
    player sits down at once. `wins_cap` consecutive wins make the winner leave too; 0: never.
    `categories` are offered for those who arrive, and have a ranking each.
    """

    tables: int
    duration: int = 120
    clock: int = 0
    order: StartOrder = StartOrder.BEST_FIRST
    draw_points: DrawPoints = DrawPoints.HALF
    leaves_on_draw: LeavesOnDraw = LeavesOnDraw.WHITE
    stayer_colour: StayerColour = StayerColour.WHITE
    call_seconds: int = 0
    missed: MissedCall = MissedCall.OUT
    paused: PausedPlace = PausedPlace.LOSES
    wins_cap: int = 0
    same_opponent: bool = True
    running_games: RunningGames = RunningGames.FINISH
    tiebreaks: tuple[MasnouTiebreak, ...] = BOOK_TIEBREAKS
    playoff: bool = True
    last_start: int = 0
    categories: tuple[str, ...] = ()


def suggested_tables(players: int) -> int:
    """Return a third of the players, at least one: two play and one waits at each (seed 004)."""
    return max(1, players // PLAYERS_PER_TABLE)


def points_of(rules: MasnouRules, wins: int, draws: int) -> int:
    """Points in halves."""
    return WIN * wins + (draws if rules.draw_points is DrawPoints.HALF else 0)


def leavers(
    rules: MasnouRules,
    result: GameResult,
    players: tuple[EntrantId, EntrantId],
    newcomer: EntrantId,
    streak: int,
) -> tuple[EntrantId, ...]:
    """Return the players who leave the table, in their order in the queue; `players`: White, Black.

    The loser leaves; after a draw those that the rules name. `streak` is the number of consecutive
    wins including this one: at the cap the winner leaves too, after the loser.
    """
    white, black = players
    if result is GameResult.DRAW:
        return {
            LeavesOnDraw.WHITE: (white,),
            LeavesOnDraw.BLACK: (black,),
            LeavesOnDraw.NEWCOMER: (newcomer,),
            LeavesOnDraw.BOTH: (white, black),
        }[rules.leaves_on_draw]
    winner, loser = players if result is GameResult.WHITE_WINS else (black, white)
    capped = rules.wins_cap and streak >= rules.wins_cap
    return (loser, winner) if capped else (loser,)


def colour_of_stayer(rules: MasnouRules, had: Colour) -> Colour:
    """Return the colour in the next game of who stays, having had `had`: White in the book."""
    if rules.stayer_colour is StayerColour.ALTERNATE:
        return had.other
    return Colour(rules.stayer_colour.value)


def start_order(
    rules: MasnouRules, arrived: tuple[tuple[EntrantId, int], ...], drawn: tuple[int, ...]
) -> tuple[EntrantId, ...]:
    """Return the queue at the start: `arrived` are id and rating in the order of entry.

    Equal ratings keep the order of entry; `drawn` is an order of places drawn by lot.
    """
    if rules.order is StartOrder.LOT:
        return tuple(arrived[place][0] for place in drawn)
    sign = _SORTED[rules.order]
    return tuple(entrant for entrant, _ in sorted(arrived, key=lambda each: sign * each[1]))


_SORTED = {StartOrder.BEST_FIRST: -1, StartOrder.WORST_FIRST: 1, StartOrder.ARRIVAL: 0}

MASNOU = System(
    name="masnou",
    edition="seed 004, Sistema Masnou",
    usual=Usual(tiebreaks=(), tiebreak_edition="libro", rating_rules="elo-libro"),
    rounds_default=0,
    rounds_max=0,
    byes_on_request=frozenset(),
    seats_at_once=True,
    ranking=RankingMethod.TALLY,
    suggested_tables=suggested_tables,
)
"""The system of the marathon: it has no rounds; who meets whom follows from the queue."""
