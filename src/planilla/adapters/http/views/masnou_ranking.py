"""Ranking of a Masnou, the cards of its players, and the fairness report."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from textwrap import wrap
from typing import Any

from planilla.adapters.http.views.marks import SHAPES, SQUARES, Shape, sign, signs, struck
from planilla.adapters.http.views.masnou import before_text
from planilla.adapters.http.views.prizes import line_of
from planilla.adapters.http.views.tables import TableRow, TableShown, table_of
from planilla.adapters.http.views.tournament_page import TournamentPage, time_cell
from planilla.application.states import HistoryEntry
from planilla.domain.pairing.masnou import POINTS_UNIT, MasnouTiebreak
from planilla.domain.tournament.masnou.hall import Hall, Member, OvertakeCause, hall_of
from planilla.domain.tournament.masnou.ranking import Ranked, ranking
from planilla.domain.vocabulary import EntrantId, GameResult
from planilla.presentation.figures import figure
from planilla.projections import masnou_standings, outcomes
from planilla.projections.masnou_fairness import Fairness
from planilla.projections.masnou_games import GAMES, CardGame, PlayedGame, card_games, games
from planilla.projections.masnou_standings import POINTS, Parted, Places, category_places, parted

KINDS = {GameResult.WHITE_WINS: "win", GameResult.DRAW: "draw", GameResult.BLACK_WINS: "loss"}
LAST_GAMES = 6
TIEBREAK_HEADINGS = {
    MasnouTiebreak.FEWEST_GAMES: "screens.col.games",
    MasnouTiebreak.MOST_WINS: "screens.col.wins",
    MasnouTiebreak.PARTICULAR: "screens.col.particular",
}
"""Labels of tie-breaks in column headings."""
MINUTE_US = 60_000_000


@dataclass(frozen=True, kw_only=True)
class RankRow:
    """A row of the ranking; `parts` is the tie-break that separates it from the next row.

    `categories` are those of the player, each with the place in it.
    """

    entrant: str
    place: int
    name: str
    points: str
    member: Member
    longest_wait: int
    status: str
    categories: tuple[tuple[str, int], ...]
    values: tuple[tuple[str, str], ...]
    why: str
    parts: str
    last: tuple["Shape", ...]


@dataclass(frozen=True, kw_only=True)
class Cartulina:
    """The card of a player: place, reason for it, and all games.

    `before` tells of a waiting player who came first, and why.
    """

    row: RankRow
    ahead: str
    behind: str
    games: TableShown
    is_followed: bool
    before: tuple[str, ...]


def tiebreak_codes(hall: Hall) -> tuple[str, ...]:
    """Return the tie-breaks of the hall in order."""
    return tuple(code.value for code in hall.rules.tiebreaks)


def ranking_of(
    page: TournamentPage, hall: Hall, played: Iterable[PlayedGame] = ()
) -> tuple[RankRow, ...]:
    """Return the ranking, best first; `played` are the games for the last results."""
    marks = _marks(page, played)
    ranked = ranking(hall)
    below = [*(parted(hall, one, other) for one, other in pairwise(ranked)), None]
    places = category_places(page.state, ranked)
    return tuple(
        _row(page, hall, row, part, (marks, places))
        for row, part in zip(ranked, below, strict=False)
    )


def _row(
    page: TournamentPage,
    hall: Hall,
    ranked: Ranked,
    part: Parted | None,
    beside: tuple[dict[EntrantId, list[Shape]], Places],
) -> RankRow:
    marks, places = beside
    member = hall.members[ranked.entrant]
    return RankRow(
        entrant=ranked.entrant,
        place=ranked.place,
        name=page.name(ranked.entrant),
        points=figure(ranked.points, POINTS_UNIT),
        member=member,
        longest_wait=-(-member.longest // MINUTE_US),
        status=f"masnou-status.{member.status}",
        categories=places[ranked.entrant],
        values=tuple(
            (code.value, value_text(code, value))
            for code, value in zip(hall.rules.tiebreaks, ranked.values, strict=True)
        ),
        why=why_text(page, part),
        parts=part.by if part is not None and part.by != POINTS else "",
        last=tuple(marks.get(ranked.entrant, ()))[-LAST_GAMES:],
    )


def value_text(code: MasnouTiebreak, value: int | None) -> str:
    """Return a tie-break value as text; a dash if it breaks no tie."""
    if value is None:
        return "–"
    return figure(value, POINTS_UNIT) if code is MasnouTiebreak.PARTICULAR else str(value)


def why_text(page: TournamentPage, part: Parted | None) -> str:
    """Return the reason for a place ahead of the next, briefly; empty if points decide."""
    if part is None or part.by == POINTS:
        return ""
    unit = POINTS_UNIT if part.by == MasnouTiebreak.PARTICULAR else 1
    return page.say(
        f"screens.parted.{part.by}",
        ahead=figure(part.ahead, unit),
        behind=figure(part.behind, unit),
    )


def _marks(page: TournamentPage, played: Iterable[PlayedGame]) -> dict[EntrantId, list[Shape]]:
    found: dict[EntrantId, list[Shape]] = {}
    for game in played:
        for entrant, result in ((game.white, game.result), (game.black, game.result.reversed)):
            if result in KINDS:
                found.setdefault(entrant, []).append(mark_of(page, result))
    return found


def mark_of(page: TournamentPage, result: GameResult) -> Shape:
    """Return the outcome of a game for White."""
    kind = KINDS.get(result, "open")
    return Shape(kind=kind, shape=SHAPES[kind], label=page.say(f"screens.mark.{kind}"))


def cartulina_of(
    page: TournamentPage,
    hall: Hall,
    played: tuple[PlayedGame, ...],
    entrant: EntrantId,
    followed: tuple[str, ...] = (),
) -> Cartulina | None:
    """Return the card of a player; None for an entrant not in the hall."""
    cards = cartulinas_of(page, hall, played, only=entrant, followed=followed)
    return next(iter(cards), None)


def cartulinas_of(
    page: TournamentPage,
    hall: Hall,
    played: tuple[PlayedGame, ...],
    *,
    only: EntrantId | None = None,
    followed: tuple[str, ...] = (),
) -> list[Cartulina]:
    """Return the cards of all players by place, or that of one."""
    rows, ranked = ranking_of(page, hall, played), ranking(hall)
    return [
        Cartulina(
            row=row,
            ahead=_beside(page, hall, ranked, at - 1) if at else "",
            behind=_beside(page, hall, ranked, at) if at + 1 < len(rows) else "",
            games=table_of(
                page,
                GAMES,
                (
                    _game(page, number, each)
                    for number, each in enumerate(
                        card_games(hall.rules, played, EntrantId(row.entrant)), start=1
                    )
                ),
                "cartulina",
                page.say("page.games"),
                is_keyed=False,
            ),
            is_followed=row.entrant in followed,
            before=before_text(page, row.member) if row.entrant in hall.queue else (),
        )
        for at, row in enumerate(rows)
        if only is None or row.entrant == only
    ]


def _beside(page: TournamentPage, hall: Hall, ranked: tuple[Ranked, ...], at: int) -> str:
    """Return a sentence on the difference between the player at `at` and the next."""
    ahead, behind = ranked[at], ranked[at + 1]
    part = parted(hall, ahead, behind)
    names = {"ahead": ahead.entrant, "behind": behind.entrant}
    if part is None:
        return page.say("screens.beside.shared", **names)
    if part.by == POINTS:
        points = [figure(each, POINTS_UNIT) for each in (part.ahead, part.behind)]
        said = page.say("screens.parted.points", ahead=points[0], behind=points[1])
    else:
        said = why_text(page, part)
    return page.say("screens.beside", why=said, **names)


def _first(game: CardGame) -> str:
    """Return the result first reported for this player if it was corrected."""
    recorded = game.played.recorded
    if recorded in {game.played.result, GameResult.OPEN}:
        return ""
    return outcomes.mark_of(recorded, game.colour)


def _game(page: TournamentPage, number: int, game: CardGame) -> TableRow:
    played = game.played
    mine = played.result if game.opponent == played.black else played.result.reversed
    points = figure(game.points, POINTS_UNIT) if mine in KINDS else "·"
    first = struck(page.language, _first(game))
    minutes = -(-(played.ended - played.started) // MINUTE_US) if played.ended else ""
    return TableRow(
        player=game.opponent,
        detail="",
        made={
            "number": str(number),
            "colour": SQUARES[game.colour],
            "result": f"{sign(mark_of(page, mine))} {first}{points}",
            "total": figure(game.total, POINTS_UNIT),
            "table": escape(str(played.table or page.say("screens.playoff"))),
            "at": time_cell(page.state, played.started) if played.started else "",
            "minutes": str(minutes),
        },
    )


def ranking_shown(page: TournamentPage, hall: Hall, seen: Iterable[HistoryEntry]) -> dict[str, Any]:
    """Return the fields of the ranking page; `seen` are the facts up to its moment."""
    played = games(hall, (entry.fact for entry in seen))
    ranks = ranking_of(page, hall, played)
    tiebreaks = [
        (page.say(TIEBREAK_HEADINGS[code]), page.say(f"masnou-tiebreak.{code.value}"), 0)
        for code in hall.rules.tiebreaks
    ]
    table = table_of(
        page,
        masnou_standings.TABLE,
        (_table_row(page, row) for row in ranks),
        "standings ranking",
        page.say("screens.ranking"),
        labels={"values": tiebreaks},
    )
    return {"table": table, "line": line_of(page, [row.place for row in ranks])}


def _table_row(page: TournamentPage, row: RankRow) -> TableRow:
    """Return a row of the ranking with its categories and the reason for its place."""
    categories = "".join(
        f'<b class="category">{escape(said)}</b> · '
        for category, place in row.categories
        if (said := page.say("screens.category-place", category=category, place=place))
    )
    why = f" · {escape(page.say('screens.ahead-of-next', why=row.why))}" if row.why else ""
    return TableRow(
        player=row.entrant,
        place=row.place,
        fields=row,
        texts=row.values,
        parting=row.parts,
        last=signs(row.last),
        below=f"<small>{categories}{escape(page.say(row.status))}{why}</small>",
        made={"points": row.points, "streak": str(row.member.streak or "")},
    )


def cartulina_shown(
    page: TournamentPage,
    seen: Iterable[HistoryEntry],
    entrant: EntrantId,
    followed: tuple[str, ...] = (),
) -> Cartulina | None:
    """Return the card of a player of a hall; None without a hall, or if they are not in it."""
    if not page.state.memory.has_games:
        return None
    hall = hall_of(page.state)
    played = games(hall, (entry.fact for entry in seen))
    return cartulina_of(page, hall, played, entrant, followed)


WIDTH, HEIGHT = 640, 220
LEFT, BOTTOM, TOP, RIGHT = 40, 26, 14, 8
"""Margins of a chart, in its own units."""
STEPS_MIN = (1, 2, 5, 10, 15, 20, 30, 60, 120, 240, 480)
"""Minutes between ticks, smallest first."""
TICKS_MAX = 6
BAR_SHARE_PERCENT = 64
"""Width of a bar in per cent of its column."""


@dataclass(frozen=True, kw_only=True)
class Tick:
    """A tick of an axis with its figure; `at` is in units of the chart."""

    at: int
    label: str


@dataclass(frozen=True, kw_only=True)
class Dot:
    """A wait: its end, its length, and the player."""

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
        """The x coordinate of its label."""
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
    """A player called before another, and the reason."""

    at: int
    sentence: str
    cause: str


@dataclass(frozen=True, kw_only=True)
class TableLine:
    """A table: its games, and the share of time in use, in per cent."""

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
    """Return a duration in microseconds as minutes, rounded up."""
    return -(-length // MINUTE_US)


def report_of(page: TournamentPage, found: Fairness) -> MasnouReport:
    """Return the report as text and charts."""
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
    """Return round minutes from 0 to `most` for the ticks of an axis."""
    fitting = (step for step in STEPS_MIN if most // step < TICKS_MAX)
    return range(0, most + 1, next(fitting, max(1, most)))


def wrapped(name: str, widths: int) -> tuple[str, ...]:
    """Break a name at spaces into lines of at most these widths, if possible."""
    return tuple(wrap(name, widths, break_long_words=False, break_on_hyphens=True)) or ("",)


def _bars(page: TournamentPage, counts: dict[int, int]) -> tuple[Bar, ...]:
    """Return one bar for each number of games from the fewest to the most."""
    if not counts:
        return ()
    numbers = range(min(counts), max(counts) + 1)
    column = min(72, (WIDTH - LEFT - RIGHT) // len(numbers))
    width = column * BAR_SHARE_PERCENT // 100
    room, most = HEIGHT - BOTTOM - TOP - 10, max(counts.values())
    bars = []
    for place, played in enumerate(numbers):
        players = counts.get(played, 0)
        height = room * players // most
        bars.append(
            Bar(
                x=LEFT + place * column + (column - width) // 2,
                y=HEIGHT - BOTTOM - height,
                width=width,
                height=height,
                games=played,
                players=players,
                label=page.say("screens.fairness.bar", games=played, players=players),
            )
        )
    return tuple(bars)
