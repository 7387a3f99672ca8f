"""Pages of matches, teams and groups, public and complete at any past moment."""

from collections.abc import Collection, Mapping
from typing import Any

from starlette.responses import Response

from planilla.adapters.http.arbiter import Refused
from planilla.adapters.http.endpoints import RESULTS, Access, Cost, page_at
from planilla.adapters.http.page_request import PageRequest, round_in
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.views.matches import line_ups_shown, match_shown
from planilla.adapters.http.views.teams import groups_shown, roster_shown
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.web import Pages
from planilla.domain.tournament.rosters import team_of
from planilla.domain.tournament.state import RoundState, focused
from planilla.domain.vocabulary import EntrantId, GameRef

HAND_IN = "hand-in-line-up"


class MatchPages(Pages):
    """The card of a match of several games, and all groups on one page."""

    @page_at("/t/{tournament}/matches/{match}", cost=Cost.PAGE, is_cached=True, level=RESULTS)
    async def card(self, page_request: PageRequest) -> Response:
        """Show a match: its sides, its games in order, and its score."""
        page, played, number = _match_in(page_request)
        return await self._public.page(
            page_request,
            "pairings",
            "match.html",
            lambda: {"match": match_shown(page, played, number)},
        )

    @page_at("/t/{tournament}/arbiter/line-ups/{number:int}", access=Access.STAFF)
    async def line_ups(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the form of the line-up of each team in a round, and the act that publishes them."""
        played = round_in(page_request, page_request.request.path_params["number"])
        if not (played.sides and page_request.page.state.teams):
            raise Failure("not-in-this-system", {"system": played.system}, status=404)
        form = {} if refused is None or refused.act != HAND_IN else refused.form
        chosen = {form["team"]: form.get("players", "").split(",")} if form.get("team") else {}
        return await self._arbiter.page(
            page_request,
            "line_ups.html",
            refused,
            lambda: _line_ups(page_request.page, played, chosen),
        )

    @page_at("/t/{tournament}/groups", cost=Cost.PAGE, is_cached=True)
    async def groups(self, page_request: PageRequest) -> Response:
        """Show all groups as small crosstables."""
        return await self._public.page(
            page_request,
            "crosstable",
            "groups.html",
            lambda: {"groups": groups_shown(page_request.page)},
        )


def _line_ups(
    page: TournamentPage, played: RoundState, chosen: Mapping[str, Collection[str]]
) -> Mapping[str, Any]:
    matches = line_ups_shown(page, played, chosen)
    missing = [
        team.name
        for match in matches
        for team in match.teams
        if not (match.is_fixed or team.is_handed_in)
    ]
    return {
        "number": played.number,
        "boards": page.state.shape.boards,
        "matches": matches,
        "missing": missing,
        "is_fixed": all(match.is_fixed for match in matches),
        "refused_team": next(iter(chosen), ""),
    }


class TeamPages(Pages):
    """The rosters of the teams."""

    @page_at("/t/{tournament}/teams", cost=Cost.PAGE, is_cached=True)
    async def teams(self, page_request: PageRequest) -> Response:
        """Show the rosters of all teams."""
        return await self._public.page(
            page_request, "players", "teams.html", lambda: _rosters(page_request.page, "")
        )

    @page_at("/t/{tournament}/teams/{team}", cost=Cost.PAGE, is_cached=True)
    async def team(self, page_request: PageRequest) -> Response:
        """Show the roster of a team."""
        wanted = page_request.request.path_params["team"]
        if not any(team.id == wanted for team in page_request.page.state.teams):
            raise Failure("no-such-entrant", {"entrant": wanted[:64]}, status=404)
        return await self._public.page(
            page_request, "players", "teams.html", lambda: _rosters(page_request.page, wanted)
        )

    @page_at("/t/{tournament}/arbiter/teams/{team}", access=Access.STAFF)
    async def players(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the form by which players of a team are registered, and its roster."""
        page, wanted = page_request.page, page_request.request.path_params["team"]
        if not page.state.system.plays_in_teams:
            raise Failure("not-in-this-system", {"system": page.state.system_name}, status=404)
        if wanted not in page.state.entrants:
            raise Failure("no-such-entrant", {"entrant": wanted[:64]}, status=404)
        return await self._arbiter.page(
            page_request,
            "team_players.html",
            refused,
            lambda: {"team": roster_shown(page, team_of(page.state, EntrantId(wanted)))},
        )


def _rosters(page: TournamentPage, wanted: str) -> Mapping[str, Any]:
    teams = (team for team in page.state.teams if wanted in {"", team.id})
    return {"teams": tuple(roster_shown(page, team) for team in teams), "is_one": bool(wanted)}


def _match_in(page_request: PageRequest) -> tuple[TournamentPage, RoundState, int]:
    """Return the match named in the address, with its stage and round.

    Raises:
        Failure: there is no such match of a published round.
    """
    text = page_request.request.path_params["match"]
    ref, page = GameRef.parse(text), page_request.page
    if ref is not None and 1 <= ref.stage <= page.state.stages:
        stage = focused(page.state, ref.stage)
        played = stage.round(ref.round)
        if played is not None and played.is_published and ref.match <= len(played.sides):
            within = TournamentPage(page.id, stage, page.people, page.language, texts=page.texts)
            return within, played, ref.match
    raise Failure("no-such-game", {"game": text[:40]}, status=404)
