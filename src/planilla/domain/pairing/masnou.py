"""The laws of a Masnou hall: who stays at the table, who leaves it, and what a game is worth.

Nothing here knows a queue or a table: the state machine is in `tournament.hall`. Source: seed 004,
"Sistema Masnou" and its summary of what the rules of such an event have to say.
"""

from enum import StrEnum

import msgspec

from planilla.domain.pairing.system import Ranking, System, Usual
from planilla.domain.vocabulary import Colour, EntrantId, GameResult

WIN = 2
"""Points are counted in halves."""
POINTS_UNIT = 2
PLAYERS_PER_TABLE = 3
"""Two who play and one who waits (seed 004)."""
PLAYERS_AT_A_TABLE = 2
RESULTS = (GameResult.WHITE_WINS, GameResult.DRAW, GameResult.BLACK_WINS)
"""How a game of a hall ends; who gives up a game or goes home has lost it."""


class StartOrder(StrEnum):
    """In which order those present sit down at the start, and then wait (seed 004)."""

    BEST_FIRST = "best-first"
    WORST_FIRST = "worst-first"
    ARRIVAL = "arrival"
    LOT = "lot"


class DrawPoints(StrEnum):
    """What a draw is worth; the seed does not say (`docs/rules/masnou.md`)."""

    HALF = "half"
    NOTHING = "nothing"


class LeavesOnDraw(StrEnum):
    """Who leaves the table after a draw: White in the book, elsewhere who came last."""

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
    """What becomes of who does not come: out until they report, to the end, or one place back."""

    OUT = "out"
    END = "end"
    ONE_BACK = "one-back"


class PausedPlace(StrEnum):
    """Whether who pauses keeps the place in the queue."""

    LOSES = "loses"
    KEEPS = "keeps"


class RunningGames(StrEnum):
    """What becomes of games that run when the time is over."""

    FINISH = "finish"
    STOP = "stop"


class HallTiebreak(StrEnum):
    """What parts those with equal points (seed 004, "Desempates")."""

    FEWEST_GAMES = "fewest-games"
    MOST_WINS = "most-wins"
    PARTICULAR = "particular"


BOOK_TIEBREAKS = (HallTiebreak.FEWEST_GAMES, HallTiebreak.MOST_WINS, HallTiebreak.PARTICULAR)


class HallRules(msgspec.Struct, frozen=True, kw_only=True):
    """How a hall is run; every default is the book's, or the decision where the book is silent.

    `duration`, `clock` and `last_start` are in minutes (`clock` 0: without a clock). Nobody is
    called in the last `last_start` minutes; 0: until the end. `call_seconds` 0: who is called sits
    down at once. `wins_cap` consecutive wins make the winner leave too; 0: never.
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
    tiebreaks: tuple[HallTiebreak, ...] = BOOK_TIEBREAKS
    playoff: bool = True
    last_start: int = 0


def suggested_tables(players: int) -> int:
    """Return a third of the players, at least one: two play and one waits at each (seed 004)."""
    return max(1, players // PLAYERS_PER_TABLE)


def points_of(rules: HallRules, wins: int, draws: int) -> int:
    """Points in halves."""
    return WIN * wins + (draws if rules.draw_points is DrawPoints.HALF else 0)


def leavers(
    rules: HallRules,
    result: GameResult,
    players: tuple[EntrantId, EntrantId],
    newcomer: EntrantId,
    streak: int,
) -> tuple[EntrantId, ...]:
    """Who leaves the table, in the order in which they go to the queue; `players`: White, Black.

    The loser leaves; on a draw whom the rules name. `streak` is how many games running the winner
    has won with this one: at the cap the winner leaves too, after the loser.
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


def colour_of_stayer(rules: HallRules, had: Colour) -> Colour:
    """The colour in the next game of who stays, having had `had`: White in the book."""
    if rules.stayer_colour is StayerColour.ALTERNATE:
        return had.other
    return Colour(rules.stayer_colour.value)


def start_order(
    rules: HallRules, arrived: tuple[tuple[EntrantId, int], ...], drawn: tuple[int, ...]
) -> tuple[EntrantId, ...]:
    """The queue at the start: `arrived` are id and rating in the order of entry.

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
    ranking=Ranking.TALLY,
    suggested_tables=suggested_tables,
)
"""The system of the marathon: it has no rounds; who meets whom follows from the queue."""
