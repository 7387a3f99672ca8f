"""Screen on the wall of a hall: what is played now, as large as it may be, and nothing to scroll.

A bracket is its tree, a tournament in rounds its boards and ranking, a Masnou its hall. A wall may
show several things in turn, each a slide; what does not fit takes turns too. Without script they
turn by reloading.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, choices_in, page_at
from planilla.adapters.http.pages.by_name import NamedBoard, by_name
from planilla.adapters.http.pages.masnou_screen import (
    HALL_FIGURES,
    ROTATE_S,
    HallParts,
    hall_parts,
    hall_ranks,
    hall_screen,
    is_calling,
    now_at,
    report_at,
)
from planilla.adapters.http.public import noticed
from planilla.adapters.http.views.bracket import drawn_matches
from planilla.adapters.http.views.head import TournamentHeader
from planilla.adapters.http.views.marks import SQUARES
from planilla.adapters.http.views.stages import stage_name
from planilla.adapters.http.views.teams import BETWEEN_TWO, cross_shown, has_cross
from planilla.adapters.http.views.timers import Timetable
from planilla.adapters.http.views.tournament_page import TournamentPage, zone_name
from planilla.adapters.http.web import Pages
from planilla.application.moments import EPOCH, MICROSECOND
from planilla.application.roles import WallProgramme, WallShow
from planilla.domain.instants import time_zone_of
from planilla.domain.pairing.system import System
from planilla.domain.tournament.brackets import bracket_of
from planilla.domain.tournament.masnou.hall import SECOND_US, hall_of
from planilla.domain.tournament.matches import MatchScore, first_has_white, match_scores
from planilla.domain.tournament.notices import notices_at
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.schedule import start_of
from planilla.domain.tournament.shapes import Team
from planilla.domain.tournament.state import RoundState, Tournament, focused
from planilla.domain.tournament.values import PublicLevel
from planilla.domain.vocabulary import RESULT_NOTATION, Colour, EntrantId
from planilla.presentation.dates import stamp
from planilla.presentation.drawings.bracket import part_markup
from planilla.presentation.drawings.bracket_layout import joints_of, layout_of, wall_parts
from planilla.presentation.figures import RESULT_TEXTS, figure_in_column
from planilla.projections import keizer
from planilla.projections.stages import progress_of

LINES_A_PART, RANKS_A_PART = 20, 14
"""Lines of a column: matches with their boards on one side, places on the other."""
LINES_ALONE, RANKS_ALONE, NAMES_A_PART = 40, 28, 60
"""Lines of a wall that shows boards alone or places alone in two columns, or names in three."""

WITHOUT_STANDINGS = frozenset(
    {WallShow.BOARDS, WallShow.NAMES, WallShow.ANNOUNCEMENTS, WallShow.COUNTDOWN}
)
OF_PAIRINGS = (WallShow.BOTH, WallShow.BOARDS, WallShow.NAMES)
"""Things that a wall turns among while a round has no result: everybody looks for their board."""
Row = TypeVar("Row")


class WallSide(NamedTuple):
    """A player or team on a wall; `square` is the colour, empty for a team."""

    name: str
    square: str = ""


class WallLine(NamedTuple):
    """A board with its result as the left side sees it, or a match that heads its boards."""

    label: str
    left: WallSide
    result: str
    right: WallSide
    is_head: bool = False


class WallRank(NamedTuple):
    """A place of the ranking; `more` are further figures, in the order of their headings."""

    place: int
    name: str
    points: str
    more: tuple[str, ...] = ()


class WallDue(NamedTuple):
    """A time to which a wall counts, in microseconds since 1970 (UTC) and in words."""

    title: str
    at: int
    said: str


class WallTree(NamedTuple):
    """A part of a bracket as SVG, with its number; a part without anybody is not shown."""

    number: int
    markup: str


class WallSlide(NamedTuple):
    """A thing that a wall shows at a time, in parts that take turns; `none` is said without any.

    `views` are the live views that change it; `ranked_by` heads the figures of the places, `more`
    their further ones; `drawn` counts the parts of a whole bracket. `head` is that of its
    tournament, on the wall of several.
    """

    show: WallShow
    views: str = "event"
    trees: tuple[WallTree, ...] = ()
    drawn: int = 0
    boards: tuple[tuple[WallLine, ...], ...] = ()
    ranks: tuple[tuple[WallRank, ...], ...] = ()
    ranked_by: str = "page.col.points"
    more: tuple[str, ...] = ()
    names: tuple[tuple[NamedBoard, ...], ...] = ()
    tables: HallParts | None = None
    dues: tuple[WallDue, ...] = ()
    head: TournamentHeader | None = None
    none: str = "page.no-rounds"

    @property
    def turns(self) -> int:
        """The turns that it takes until all its parts were shown."""
        lists = () if self.tables is None else self.tables.parts
        parts = (self.trees, self.boards, self.ranks, self.names, *lists)
        return max(1, *map(len, parts))


class WallBasis(NamedTuple):
    """The things that a wall is made of: a page at a time, in microseconds since 1970 (UTC).

    `recorded` is the stage as it is, also where the public sees results or standings later.
    """

    page: TournamentPage
    now: int
    recorded: Tournament
    has_notices: bool
    due: WallDue | None


class WallPages(Pages):
    """The wall of every tournament."""

    @page_at("/t/{tournament}/screen", cost=Cost.PAGE, is_cached=True)
    async def screen(self, request: Request) -> Response:
        """Show the wall screen; without script its parts take turns by reloading."""
        shows = shows_in(request)
        page_request = await self._public.page_request(request, level=level_of(shows))
        page = page_request.page
        now = now_at(page_request, self._site.clock)
        here = f"{self._site.public_url}/t/{page.id}"
        path = "/hall" if page.state.system.seats_at_once else ""
        if path and shows == (WallShow.BOTH,):
            is_over = page.state.memory.has_games and hall_of(page.state).over
            report = await report_at(page_request) if is_over else None
            return await self._public.page(
                page_request,
                "hall",
                "screen.html",
                lambda: {
                    **hall_screen(page_request, report, now),
                    "address": f"{here}/hall",
                    "proof": f"{here}/proof",
                },
            )
        basis = basis_of(page, now, noticed(page_request))
        return await self._public.page(
            page_request,
            _tab(page.state.system),
            "wall.html",
            lambda: {
                **_head(page),
                **_slides_and_views(basis, shows),
                "address": f"{here}{path}",
                "code": f"/t/{page.id}{path}/qr.svg",
                "is_running": page.state.memory.has_games,
            },
        )


def _tab(system: System) -> str:
    """Return the tab that has what a wall shows."""
    if system.seats_at_once:
        return "hall"
    return "bracket" if system.has_bracket else "pairings"


def shows_in(request: Request) -> tuple[WallShow, ...]:
    """Return the things that the address of a wall asks for.

    Raises:
        Failure: there is no such thing.
    """
    asked = choices_in(request.query_params, "show", WallShow)
    return tuple(map(WallShow, asked)) or (WallShow.BOTH,)


def wall_of(programme: WallProgramme) -> str:
    """Return the address of a wall that a paired screen shows, below that of its tournaments."""
    stage = {} if programme.stage is None else {"stage": programme.stage}
    query = urlencode({"show": ",".join(programme.shows), **stage, "paired": 1}, safe=",")
    return f"screen?{query}"


def level_of(shows: Sequence[WallShow]) -> PublicLevel:
    """Return the level of a wall, by what it shows."""
    is_without = WITHOUT_STANDINGS.issuperset(shows)
    return PublicLevel.RESULTS if is_without else PublicLevel.STANDINGS


def basis_of(page: TournamentPage, now: int, recorded: Tournament) -> WallBasis:
    """Return what a wall is made of; `recorded` is the tournament with its notices."""
    return WallBasis(
        page=page,
        now=now,
        recorded=focused(recorded, page.state.stage),
        has_notices=bool(notices_at(recorded, now)),
        due=next_due(page, now),
    )


def _slides_and_views(basis: WallBasis, shows: Sequence[WallShow]) -> Mapping[str, Any]:
    slides = slides_of(basis, shows)
    fields = wall_fields(slides, basis.now, basis.due)
    return {**fields, "views": " ".join(views_of(slides))}


def views_of(slides: Iterable[WallSlide]) -> tuple[str, ...]:
    """Return the live views that change a wall with these slides, those that do so most first."""
    of_slides = " ".join(each.views for each in slides).split()
    return tuple(dict.fromkeys(("event", "notices", *of_slides, "people")))


def wall_fields(slides: Sequence[WallSlide], now: int, due: WallDue | None) -> dict[str, Any]:
    """Return the slides of a wall, each with its turn if it is shown now, else with None."""
    turn = now // (ROTATE_S * SECOND_US)
    return {
        "slides": tuple(zip(slides, turns_of(slides, turn), strict=True)),
        "turn": turn,
        "due": due,
        "is_counting": [each.show for each in slides] == [WallShow.COUNTDOWN],
    }


def turns_of(slides: Sequence[WallSlide], turn: int) -> list[int | None]:
    """Return for each slide the part whose turn it is; None for those that are not shown.

    The parts of a slide alone take turns without end, whatever the longest of its lists has.
    """
    if len(slides) == 1:
        return [turn]
    at = turn % sum(each.turns for each in slides)
    found: list[int | None] = []
    for each in slides:
        found.append(at if 0 <= at < each.turns else None)
        at -= each.turns
    return found


def slides_of(basis: WallBasis, shows: Sequence[WallShow]) -> tuple[WallSlide, ...]:
    """Return the slides of a wall.

    Among several, one that would say nothing is left out. A round without a result keeps the wall
    at its pairings; somebody who is called keeps it at the tables.
    """
    started = tuple(dict.fromkeys(_possible(basis.page, show) for show in shows))
    silent = {
        WallShow.ANNOUNCEMENTS: not basis.has_notices,
        WallShow.COUNTDOWN: basis.due is None,
    }
    telling = tuple(show for show in started if not silent.get(show)) or started[:1]
    held = _held(basis)
    kept = tuple(show for show in telling if show in held) or telling
    return tuple(_slide(basis, show) for show in kept)


def _possible(page: TournamentPage, show: WallShow) -> WallShow:
    """Return the thing that stands for another while there is none: before the first round."""
    state = page.state
    if show in {WallShow.ANNOUNCEMENTS, WallShow.COUNTDOWN}:
        return show
    if state.system.seats_at_once:
        return _possible_of_hall(state, show)
    is_tree = show is WallShow.BOTH and state.system.has_bracket
    return show if is_tree or state.last_published else WallShow.COUNTDOWN


def _possible_of_hall(state: Tournament, show: WallShow) -> WallShow:
    if not state.memory.has_games:
        return WallShow.COUNTDOWN
    is_ranking = show is WallShow.STANDINGS or hall_of(state).over
    return WallShow.STANDINGS if is_ranking else WallShow.BOTH


def _held(basis: WallBasis) -> tuple[WallShow, ...]:
    """Return the things to which a wall is held now, if it shows one of them."""
    state = basis.page.state
    if state.memory.has_games:
        return (WallShow.BOTH,) if is_calling(basis.page, basis.now) else ()
    played = basis.recorded.round(state.last_published)
    is_fresh = played is not None and len(played.open_games) == len(played.games)
    return OF_PAIRINGS if is_fresh else ()


def _slide(basis: WallBasis, show: WallShow) -> WallSlide:
    """Return one thing as a slide; it is possible now."""
    page, state = basis.page, basis.page.state
    if show is WallShow.ANNOUNCEMENTS:
        return WallSlide(show, none="notices.none")
    if show is WallShow.COUNTDOWN:
        return WallSlide(
            show, dues=() if basis.due is None else (basis.due,), none=_no_start(state)
        )
    if state.system.seats_at_once:
        return _hall(page, show, basis.now)
    if show is WallShow.BOTH and state.system.has_bracket:
        return _bracket(page)
    played = state.round(state.last_published)
    assert played is not None, "a wall of a round has one"
    return _round(page, played, show)


def _no_start(state: Tournament) -> str:
    """Return the key of what a countdown says while nothing is due."""
    if state.memory.has_games:
        return "screens.over"  # until then its end is due
    if state.system.seats_at_once:
        return "screens.not-open"
    if state.finished:
        return "wall.finished"
    return "wall.no-start" if state.last_published else "page.no-rounds"


def _hall(page: TournamentPage, show: WallShow, now: int) -> WallSlide:
    if show is WallShow.BOTH:
        return WallSlide(show, "hall standings", tables=hall_parts(page, now))
    rows = [WallRank(*row) for row in hall_ranks(page)]
    ranks = in_parts(rows, RANKS_ALONE // 2)
    return WallSlide(show, "hall standings", ranks=ranks, more=HALL_FIGURES)


def next_due(page: TournamentPage, now: int) -> WallDue | None:
    """Return the next timer for everybody, or the start of this round or the next; None without.

    While a hall is open it is its end.
    """
    if page.state.memory.has_games and not hall_of(page.state).over:
        ends_at = hall_of(page.state).ends_at
        return WallDue(page.say("wall.ends"), ends_at, Timetable(page, now).moment(ends_at))
    timers = Timetable(page, now).announced()
    if timers:
        return WallDue(timers[0].title, timers[0].due_at, timers[0].due)
    zone, published = time_zone_of(zone_name(page.state)), page.state.last_published
    for number in range(max(1, published), published + 2):
        start = start_of(page.state, number)
        at = 0 if start is None else (start.replace(tzinfo=zone) - EPOCH) // MICROSECOND
        if start is not None and at > now:
            title = page.say("wall.starts", round=number)
            return WallDue(title, at, stamp(page.language, start))
    return None


def _head(page: TournamentPage) -> Mapping[str, Any]:
    """Return the title of the stage, where there are several."""
    is_staged = page.state.stages > 1
    return {"stage_title": stage_name(page, progress_of(page.state).row) if is_staged else ""}


def _bracket(page: TournamentPage) -> WallSlide:
    """Return the drawings of the parts of a bracket; none before it is drawn."""
    bracket = bracket_of(page.state)
    if bracket is None:
        return WallSlide(WallShow.BOTH, "bracket", none="bracket.none")
    parts = wall_parts(bracket, max(1, page.state.last_published))
    matches = drawn_matches(page)
    trees = []
    for number, part in enumerate(parts, start=1):
        if any(side is not None for match in part for side in matches[match - 1].sides):
            layout = layout_of(bracket, part)
            joints = joints_of(layout, parts)
            trees.append(WallTree(number, part_markup(layout, joints, matches, page.language)))
    return WallSlide(WallShow.BOTH, "bracket", trees=tuple(trees), drawn=len(parts))


def _round(page: TournamentPage, played: RoundState, show: WallShow) -> WallSlide:
    """Return the boards of the last published round, its names or the ranking, in parts."""
    is_of_matches = page.state.system.plays_in_teams or page.state.system.plays_matches
    boards = "matches" if is_of_matches else "pairings"
    if show is WallShow.NAMES:
        names = in_parts(by_name(page, played), NAMES_A_PART)
        return WallSlide(show, boards, names=names, none="wall.no-line-ups")
    if show is WallShow.BOARDS:
        lines = LINES_A_PART if played.sides else LINES_ALONE
        return WallSlide(show, boards, boards=round_parts(page, played, lines))
    keeps_values = page.state.system.keeps_values
    ranking = "keizer" if keeps_values else "standings"
    ranked_by = "page.keizer.total" if keeps_values else "page.col.points"
    if show is WallShow.STANDINGS:
        ranks = rank_parts(page, RANKS_ALONE)
        return WallSlide(show, ranking, ranks=ranks, ranked_by=ranked_by)
    return WallSlide(
        show,
        f"{boards} {ranking}",
        boards=round_parts(page, played, LINES_A_PART),
        ranks=rank_parts(page, RANKS_A_PART),
        ranked_by=ranked_by,
    )


def round_parts(
    page: TournamentPage, played: RoundState, lines: int
) -> tuple[tuple[WallLine, ...], ...]:
    """Return the boards of a round in parts of at most `lines`; no match is divided."""
    if not played.sides:
        head = tuple(_head_of_two(page))
        parts = in_parts(tuple(_boards(page, played)), lines)
        return tuple((*head, *part) for part in parts)
    matches = [tuple(_match(page, played, score)) for score in match_scores(page.state, played)]
    longest = max(len(lines) for lines in matches)
    grouped = in_parts(matches, max(1, lines // longest))
    return tuple(tuple(line for lines in part for line in lines) for part in grouped)


def rank_parts(page: TournamentPage, most: int) -> tuple[tuple[WallRank, ...], ...]:
    """Return the ranking in parts of at most `most` places."""
    if page.state.system.keeps_values:
        return in_parts(list(_by_values(page)), most)
    if has_cross(page):
        return in_parts([rank for _, rank in _team_points(page)], most)
    ranks = [
        WallRank(entry.rank, page.name(page.state.order[entry.seat]), page.points(entry.points))
        for entry in current_standings(page.state)
    ]
    return in_parts(ranks, most)


def _by_values(page: TournamentPage) -> Iterator[WallRank]:
    """Yield the places by the totals of a list of values."""
    for place, (entrant, row) in enumerate(keizer.rows(page.state).items(), start=1):
        total = figure_in_column(page.language, int(row.total), int(row.unit))
        yield WallRank(place, page.name(EntrantId(entrant)), total)


def in_parts(rows: Sequence[Row], most: int) -> tuple[tuple[Row, ...], ...]:
    """Return the rows in as few parts as possible, of nearly the same length."""
    parts = -(-len(rows) // most)
    size = -(-len(rows) // parts) if parts else 1
    return tuple(tuple(rows[at : at + size]) for at in range(0, len(rows), size))


def _team_points(page: TournamentPage) -> Iterator[tuple[str, WallRank]]:
    """Yield the teams of a table with the sums of the points of their players, by rank."""
    for row in cross_shown(page).totals.rows:
        points = page.points(row.fields.points)
        yield row.key, WallRank(row.place, page.team_name(row.key), points)


def _two_teams(page: TournamentPage) -> tuple[Team, Team] | None:
    """Return the teams of a table of two, whose boards have the first team on the left."""
    teams = page.state.teams
    return (teams[0], teams[1]) if has_cross(page) and len(teams) == BETWEEN_TWO else None


def _head_of_two(page: TournamentPage) -> Iterator[WallLine]:
    """Yield the points of two teams so far, which head their boards."""
    teams = _two_teams(page)
    if teams is not None:
        known = dict(_team_points(page))
        first, second = (known[team.id] for team in teams)
        said = f"{first.points} – {second.points}"
        yield WallLine("", WallSide(first.name), said, WallSide(second.name), is_head=True)


def _match(page: TournamentPage, played: RoundState, score: MatchScore) -> Iterator[WallLine]:
    first, second = score.sides
    points = " – ".join(page.points(each) for each in score.points)
    yield WallLine(
        "", WallSide(page.name(first)), points, WallSide(page.name(second)), is_head=True
    )
    for number, game in enumerate(score.games, start=1):
        board = played.games.index(game)
        white, _ = played.boards[board]
        is_turned = not first_has_white(page.state, score.sides, white)
        yield _line(page, played, board, str(number), is_turned=is_turned)


def _boards(page: TournamentPage, played: RoundState) -> Iterator[WallLine]:
    teams = _two_teams(page)
    for board, (white, _) in enumerate(played.boards):
        is_turned = teams is not None and white not in teams[0].players
        yield _line(page, played, board, str(board + 1), is_turned=is_turned)


def _line(
    page: TournamentPage, played: RoundState, board: int, label: str, *, is_turned: bool
) -> WallLine:
    white, black = played.boards[board]
    said = played.reported_result(board)
    sides = [_side(page, white, Colour.WHITE), _side(page, black, Colour.BLACK)]
    if is_turned:
        sides.reverse()
        said = said.reversed
    return WallLine(label, sides[0], RESULT_TEXTS[RESULT_NOTATION[said]], sides[1])


def _side(page: TournamentPage, entrant: EntrantId, colour: Colour) -> WallSide:
    is_team = any(team.id == entrant for team in page.state.teams)
    name = page.say("match.nobody") if is_team else page.name(entrant)
    return WallSide(name, SQUARES[colour])
