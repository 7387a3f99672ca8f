"""Screen on the wall of a hall: what is played now, as large as it may be, and nothing to scroll.

A bracket is its tree, a tournament in rounds its boards and ranking, a Masnou its hall. What does
not fit takes turns; without script by reloading.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, choice_in, page_at
from planilla.adapters.http.pages.by_name import by_name
from planilla.adapters.http.pages.masnou_screen import (
    ROTATE_S,
    hall_screen,
    now_at,
    report_at,
)
from planilla.adapters.http.views.bracket import drawn_matches
from planilla.adapters.http.views.marks import SQUARES
from planilla.adapters.http.views.stages import stage_name
from planilla.adapters.http.views.teams import BETWEEN_TWO, cross_shown, has_cross
from planilla.adapters.http.views.timers import Timetable
from planilla.adapters.http.views.tournament_page import TournamentPage, zone_name
from planilla.adapters.http.web import Pages
from planilla.application.moments import EPOCH, MICROSECOND
from planilla.application.roles import WallShow
from planilla.domain.instants import time_zone_of
from planilla.domain.tournament.brackets import bracket_of
from planilla.domain.tournament.masnou.hall import SECOND_US, hall_of
from planilla.domain.tournament.matches import MatchScore, first_has_white, match_scores
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.schedule import starts_of
from planilla.domain.tournament.shapes import Team
from planilla.domain.tournament.state import RoundState
from planilla.domain.tournament.values import PublicLevel
from planilla.domain.vocabulary import RESULT_NOTATION, Colour, EntrantId
from planilla.presentation.dates import stamp
from planilla.presentation.drawings.bracket import part_markup
from planilla.presentation.drawings.bracket_layout import joints_of, layout_of, wall_parts
from planilla.presentation.figures import RESULT_TEXTS
from planilla.projections.stages import progress_of

LINES_A_PART, RANKS_A_PART = 20, 14
"""Lines of a column: matches with their boards on one side, places on the other."""
LINES_ALONE, RANKS_ALONE, NAMES_A_PART = 40, 28, 60
"""Lines of a wall that shows boards alone or places alone in two columns, or names in three."""

WITHOUT_STANDINGS = frozenset({WallShow.BOARDS, WallShow.NAMES, WallShow.COUNTDOWN})
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
    """A place of the ranking."""

    place: int
    name: str
    points: str


class WallDue(NamedTuple):
    """A time that is waited for, in microseconds since 1970 (UTC) and in words."""

    title: str
    at: int
    said: str


class WallTree(NamedTuple):
    """A part of a bracket as SVG, with its number; a part without anybody is not shown."""

    number: int
    markup: str


class WallPages(Pages):
    """The wall of every tournament."""

    @page_at("/t/{tournament}/screen", cost=Cost.PAGE, is_cached=True)
    async def screen(self, request: Request) -> Response:
        """Show the wall screen; without script its parts take turns by reloading."""
        level = PublicLevel.RESULTS if shown_in(request) in WITHOUT_STANDINGS else None
        page_request = await self._public.page_request(request, level=level)
        page = page_request.page
        now = now_at(page_request, self._site.clock)
        here = f"{self._site.public_url}/t/{page.id}"
        if page.state.system.seats_at_once:
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
        return await self._public.page(
            page_request,
            "bracket" if page.state.system.has_bracket else "pairings",
            "wall.html",
            lambda: {
                **_head(page),
                **wall_fields(page, shown_in(page_request.request), now),
                "turn": now // (ROTATE_S * SECOND_US),
                "address": here,
            },
        )


def shown_in(request: Request) -> WallShow:
    """Return the choice in the address of a wall.

    Raises:
        Failure: there is no such choice.
    """
    choice = choice_in(request.query_params, "show", tuple(each.value for each in WallShow))
    return WallShow(choice or WallShow.BOTH)


def wall_fields(page: TournamentPage, show: WallShow, now: int) -> dict[str, Any]:
    """Return the parts of a wall; `now` is in microseconds since 1970 (UTC).

    Before the first round it is the countdown.
    """
    played, due = page.state.round(page.state.last_published), next_due(page, now)
    fields: dict[str, Any] = {"trees": (), "boards": (), "ranks": (), "names": (), "due": due}
    if show is WallShow.BOTH and page.state.system.has_bracket:
        fields |= _bracket(page)
    elif played is None or show is WallShow.COUNTDOWN:
        show = WallShow.COUNTDOWN
        fields["views"] = "event"
    else:
        fields |= _round(page, played, show)
    return {**fields, "show": show.value}


def next_due(page: TournamentPage, now: int) -> WallDue | None:
    """Return the next timer for everybody, or the start of the next round; None without."""
    timers = Timetable(page, now).announced()
    if timers:
        return WallDue(timers[0].title, timers[0].due_at, timers[0].due)
    zone = time_zone_of(zone_name(page.state))
    for number, start in starts_of(page.state).items():
        at = (start.replace(tzinfo=zone) - EPOCH) // MICROSECOND
        if at > now:
            title = page.say("wall.starts", round=number)
            return WallDue(title, at, stamp(page.language, start))
    return None


def _head(page: TournamentPage) -> Mapping[str, Any]:
    """Return the title of the stage, where there are several."""
    is_staged = page.state.stages > 1
    return {"stage_title": stage_name(page, progress_of(page.state).row) if is_staged else ""}


def _bracket(page: TournamentPage) -> Mapping[str, Any]:
    """Return the drawings of the parts of a bracket; none before it is drawn."""
    bracket = bracket_of(page.state)
    if bracket is None:
        return {"views": "bracket"}
    parts = wall_parts(bracket, max(1, page.state.last_published))
    matches = drawn_matches(page)
    trees = []
    for number, part in enumerate(parts, start=1):
        if any(side is not None for match in part for side in matches[match - 1].sides):
            layout = layout_of(bracket, part)
            joints = joints_of(layout, parts)
            trees.append(WallTree(number, part_markup(layout, joints, matches, page.language)))
    return {"views": "bracket", "trees": trees, "parts": len(parts)}


def _round(page: TournamentPage, played: RoundState, show: WallShow) -> Mapping[str, Any]:
    """Return the boards of the last published round, its names or the ranking, in parts."""
    is_of_matches = page.state.system.plays_in_teams or page.state.system.plays_matches
    boards = "matches" if is_of_matches else "pairings"
    if show is WallShow.NAMES:
        return {"views": boards, "names": in_parts(by_name(page, played), NAMES_A_PART)}
    if show is WallShow.STANDINGS:
        return {"views": "standings", "ranks": rank_parts(page, RANKS_ALONE)}
    if show is WallShow.BOARDS:
        lines = LINES_A_PART if played.sides else LINES_ALONE
        return {"views": boards, "boards": round_parts(page, played, lines)}
    return {
        "views": f"{boards} standings",
        "boards": round_parts(page, played, LINES_A_PART),
        "ranks": rank_parts(page, RANKS_A_PART),
    }


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
    """Return the ranking in parts of at most `most` places.

    There is none where the points are those of a list of values.
    """
    if page.state.system.keeps_values:
        return ()
    if has_cross(page):
        return in_parts([rank for _, rank in _team_points(page)], most)
    ranks = [
        WallRank(entry.rank, page.name(page.state.order[entry.seat]), page.points(entry.points))
        for entry in current_standings(page.state)
    ]
    return in_parts(ranks, most)


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
    said = played.result_said(board)
    sides = [_side(page, white, Colour.WHITE), _side(page, black, Colour.BLACK)]
    if is_turned:
        sides.reverse()
        said = said.reversed
    return WallLine(label, sides[0], RESULT_TEXTS[RESULT_NOTATION[said]], sides[1])


def _side(page: TournamentPage, entrant: EntrantId, colour: Colour) -> WallSide:
    is_team = any(team.id == entrant for team in page.state.teams)
    name = page.say("match.nobody") if is_team else page.name(entrant)
    return WallSide(name, SQUARES[colour])
