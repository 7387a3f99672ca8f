"""The fairness report of a Masnou hall: figures, causes of overtaking, and two charts as shapes."""

from dataclasses import dataclass
from textwrap import wrap

from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.projections.masnou_fairness import Fairness, OvertakeCause

MINUTE_US = 60_000_000
WIDTH, HEIGHT = 640, 220
LEFT, BOTTOM, TOP, RIGHT = 40, 26, 14, 8
"""Room for the figures beside a chart, in its own units."""
STEPS_MIN = (1, 2, 5, 10, 15, 20, 30, 60, 120, 240, 480)
"""Minutes between ticks, smallest first."""
TICKS_MAX = 6
BAR_SHARE_PERCENT = 64
"""Per cent of its column that a bar fills."""


@dataclass(frozen=True, kw_only=True)
class Tick:
    """A line of an axis with its figure, `at` in units of the chart."""

    at: int
    label: str


@dataclass(frozen=True, kw_only=True)
class Dot:
    """A wait: when it ended, how long it was, and whose."""

    x: int
    y: int
    label: str


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A bar: the number of players with one number of games."""

    x: int
    y: int
    width: int
    height: int
    games: int
    players: int
    label: str

    @property
    def middle(self) -> int:
        """The x of its label."""
        return self.x + self.width // 2


@dataclass(frozen=True, kw_only=True)
class WaitChart:
    """Waits over the time: dots, the median as a line, and two axes."""

    dots: tuple[Dot, ...]
    median: int
    times: tuple[Tick, ...]
    minutes: tuple[Tick, ...]


@dataclass(frozen=True, kw_only=True)
class OvertakeLine:
    """A player called before another, and the cause."""

    at: int
    sentence: str
    cause: str


@dataclass(frozen=True, kw_only=True)
class TableLine:
    """A table: its games, and the share of the time in which it was played at, in percent."""

    table: int
    games: int
    share: int


@dataclass(frozen=True, kw_only=True)
class MasnouReport:
    """The figures of the report page. Times are in minutes, rounded up."""

    median: int
    longest: int
    longest_who: str
    longest_at: int
    fewest: int
    most: int
    overtaken: int
    unexplained: int
    causes: tuple[tuple[str, int], ...]
    overtakes: tuple[OvertakeLine, ...]
    missed: int
    waits: int
    games: int
    players: int
    use: int
    tables: tuple[TableLine, ...]
    reign: str
    reign_wins: int
    reign_table: int
    chart: WaitChart
    bars: tuple[Bar, ...]
    until: int


def minutes_of(length: int) -> int:
    """Whole minutes of a time in microseconds, the begun one counted."""
    return -(-length // MINUTE_US)


def report_of(page: TournamentPage, found: Fairness) -> MasnouReport:
    """The report in words and shapes."""
    longest, reign = found.longest, found.reign
    counts = dict(found.per_player)
    tables = tuple(_table(found, each.table, each.games, each.played) for each in found.tables)
    return MasnouReport(
        median=minutes_of(found.median),
        longest=minutes_of(longest.length) if longest else 0,
        longest_who=page.name(longest.entrant) if longest else "",
        longest_at=longest.at if longest else 0,
        fewest=min(counts, default=0),
        most=max(counts, default=0),
        overtaken=sum(found.overtaken(cause) for cause in OvertakeCause),
        unexplained=found.overtaken(OvertakeCause.NONE),
        causes=tuple((cause.value, found.overtaken(cause)) for cause in OvertakeCause),
        overtakes=_overtakes(page, found),
        missed=found.missed,
        waits=len(found.waits),
        games=sum(each.games for each in found.tables),
        players=sum(counts.values()),
        use=sum(each.share for each in tables) // max(1, len(tables)),
        tables=tables,
        reign=page.name(reign.entrant) if reign else "",
        reign_wins=reign.wins if reign else 0,
        reign_table=reign.table if reign else 0,
        chart=_wait_chart(page, found),
        bars=_bars(page, counts),
        until=found.until,
    )


def _table(found: Fairness, table: int, games: int, played: int) -> TableLine:
    span = max(1, found.until - found.opened_at)
    return TableLine(table=table, games=games, share=min(100, 100 * played // span))


def _overtakes(page: TournamentPage, found: Fairness) -> tuple[OvertakeLine, ...]:
    return tuple(
        OvertakeLine(
            at=each.at,
            cause=each.cause.value,
            sentence=page.say(
                "screens.overtake",
                entrant=each.entrant,
                table=each.table,
                passed=each.passed,
                cause=each.cause.value,
            ),
        )
        for each in found.overtakes
    )


def _wait_chart(page: TournamentPage, found: Fairness) -> WaitChart:
    span = max(MINUTE_US, found.until - found.opened_at)
    top = max([MINUTE_US, *(wait.length for wait in found.waits)])

    def across(at: int) -> int:
        return LEFT + (WIDTH - LEFT - RIGHT) * (at - found.opened_at) // span

    def up(length: int) -> int:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * length // top

    dots = (
        Dot(
            x=across(wait.at),
            y=up(wait.length),
            label=page.say(
                "screens.fairness.dot", entrant=wait.entrant, minutes=minutes_of(wait.length)
            ),
        )
        for wait in found.waits
    )
    return WaitChart(
        dots=tuple(dots),
        median=up(found.median),
        times=tuple(
            Tick(at=across(found.opened_at + at * MINUTE_US), label=f"{at // 60}:{at % 60:02}")
            for at in steps(span // MINUTE_US)
        ),
        minutes=tuple(Tick(at=up(at * MINUTE_US), label=str(at)) for at in steps(top // MINUTE_US)),
    )


def steps(most: int) -> range:
    """Round minutes from 0 to `most`, not more than a few."""
    fitting = (step for step in STEPS_MIN if most // step < TICKS_MAX)
    return range(0, most + 1, next(fitting, max(1, most)))


def wrapped(name: str, widths: int) -> tuple[str, ...]:
    """A name broken at spaces into lines of not more letters than that, where it can be."""
    return tuple(wrap(name, widths, break_long_words=False, break_on_hyphens=True)) or ("",)


def _bars(page: TournamentPage, counts: dict[int, int]) -> tuple[Bar, ...]:
    """One column for each number of games from the fewest to the most."""
    if not counts:
        return ()
    numbers = range(min(counts), max(counts) + 1)
    column = min(72, (WIDTH - LEFT - RIGHT) // len(numbers))
    width = column * BAR_SHARE_PERCENT // 100
    room, most = HEIGHT - BOTTOM - TOP - 10, max(counts.values())
    bars = []
    for place, games in enumerate(numbers):
        players = counts.get(games, 0)
        height = room * players // most
        bars.append(
            Bar(
                x=LEFT + place * column + (column - width) // 2,
                y=HEIGHT - BOTTOM - height,
                width=width,
                height=height,
                games=games,
                players=players,
                label=page.say("screens.fairness.bar", games=games, players=players),
            )
        )
    return tuple(bars)
