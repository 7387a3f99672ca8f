"""Page of a player across the tournaments of this server, by FIDE id."""

from typing import NamedTuple

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, Tag, operation_at, page_at
from planilla.adapters.http.limits import Threads
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import NO_CACHE, data_response
from planilla.adapters.http.views.masnou_ranking import cartulina_shown
from planilla.adapters.http.views.people import card_of
from planilla.adapters.http.views.tables import TableShown
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.visitor import visitor_of
from planilla.adapters.http.web import Pages, Web
from planilla.application.persons import Appearance, AppearanceReader
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.figures import signed
from planilla.projections.elo import ratings_of, row_of
from planilla.projections.teams import PlayerTotal, player_totals


class ShownStanding(NamedTuple):
    """The place among `entrants`, and the games of a player, or the place of their team.

    `rounds` is 0 where there are none; `change` is that of the rating in hundredths.
    """

    place: int
    entrants: int
    points: str
    games: int
    rounds: int = 0
    change: int | None = None
    table: TableShown | None = None
    progress: Markup = Markup()


class ShownAppearance(NamedTuple):
    """A tournament of a player with the page there, and the standing once games were published.

    `changed_at` is in microseconds since 1970 (UTC).
    """

    tournament: str
    name: str
    entrant: EntrantId
    team: str
    system: str
    changed_at: int
    rating: int
    card: str
    standing: ShownStanding | None
    change: str


class PlayedTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament of a player; `place` 0: none. `points` are as text, `change` in hundredths.

    Of a player of a team, `place` is that of the team, and the points and games are their own.
    """

    id: str
    name: str
    entrant: str
    team: str
    rating: int
    place: int
    points: str
    games: int
    rounds: int
    change: int | None
    changed_at: int
    page: str
    api: str


class PlayerAcrossTournaments(msgspec.Struct, frozen=True, kw_only=True):
    """A player by FIDE id with the public tournaments here, the last changed first."""

    fide_id: str
    name: str
    page: str
    tournaments: tuple[PlayedTournament, ...]


class PersonPages(Pages):
    """Tournaments, places, variations and games of one person, as far as they are public."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._threads = Threads()
        self._appearances = AppearanceReader(self._site.log, web.readings, self._site.integrity)

    @page_at("/players/{fide_id}", cost=Cost.MOMENT, is_cached=True, timeless="several tournaments")
    async def show(self, request: Request) -> Response:
        """Show the tournaments of a player with places, points, variations and games."""
        visitor = await visitor_of(request, self._site.grants)
        found = await self._found(request)

        def made() -> Response:
            return self._renderer.page(
                request,
                visitor,
                "person.html",
                name=found[0].person.name,
                fide_id=request.path_params["fide_id"],
                site=self._site.public_url,
                tournaments=[_shown(each, visitor.language) for each in found],
            )

        return await self._threads.run(made, is_staff=False)

    @operation_at(
        "/api/players/{fide_id}",
        name="read-player",
        tag=Tag.TOURNAMENTS,
        summary="The public tournaments of a player on this server, by FIDE id.",
        cost=Cost.MOMENT,
        timeless="several tournaments",
        answer=PlayerAcrossTournaments,
    )
    async def data(self, request: Request) -> Response:
        """Return the tournaments of a player."""
        found = await self._found(request)
        answer = await self._threads.run(
            _answer, request.path_params["fide_id"], found, is_staff=False
        )
        return data_response(answer, cache=NO_CACHE)

    async def _found(self, request: Request) -> list[Appearance]:
        """Return the appearances of the player of an address.

        Raises:
            Failure: nobody with this id appears in a public tournament.
        """
        fide_id = request.path_params["fide_id"]
        found = await self._appearances.of(fide_id)
        if not found:
            raise Failure("no-such-player", {"fide_id": fide_id[:20]})
        return found


def _shown(appearance: Appearance, language: str) -> ShownAppearance:
    """Return an appearance with its standing, where it has one."""
    state, entrant = appearance.state, appearance.entrant
    page = TournamentPage(appearance.tournament, state, appearance.people, language)
    entry = state.entry(entrant)
    assert entry is not None, "it is public"
    team = "" if entrant in state.entrants else page.team_of(entrant)
    standing = _standing(page, appearance, team)
    change = None if standing is None else standing.change
    return ShownAppearance(
        tournament=appearance.tournament,
        name=state.name,
        entrant=entrant,
        team=page.team_name(team) if team else "",
        system=state.system_name,
        changed_at=state.changed_at,
        rating=entry.rating,
        card=f"teams/{team}" if team else f"entrants/{entrant}",
        standing=standing,
        change="" if change is None else signed(language, change),
    )


def _standing(page: TournamentPage, appearance: Appearance, team: str) -> ShownStanding | None:
    """Return the standing of a player; None before the first published round or game."""
    state, entrant = page.state, appearance.entrant
    if not state.system.has_rounds:
        return _in_hall(page, appearance)
    if state.last_published == 0:
        return None
    own = player_totals(state).get(entrant, PlayerTotal())
    card = card_of(page, state.entrants[EntrantId(team or entrant)], ())
    standing = ShownStanding(
        place=card.place,
        entrants=len(state.entrants),
        points=page.points(own.points) if team else card.points,
        games=own.games,
        progress=card.progress,
    )
    if team:
        return standing
    return standing._replace(
        rounds=state.last_published, change=_change(page, entrant), table=card.games
    )


def _in_hall(page: TournamentPage, appearance: Appearance) -> ShownStanding | None:
    card = cartulina_shown(page, appearance.seen, appearance.entrant)
    if card is None or not card.games.rows:
        return None
    return ShownStanding(
        place=card.row.place,
        entrants=len(page.state.entrants),
        points=card.row.points,
        games=card.row.member.games,
        table=card.games,
    )


def _change(page: TournamentPage, entrant: EntrantId) -> int | None:
    """Return the change of the rating in hundredths; None without a rating or a rated game."""
    row = row_of(ratings_of(page.state, page.games)[page.seats[entrant]])
    return row.change if row.games else None


def _answer(fide_id: str, found: list[Appearance]) -> PlayerAcrossTournaments:
    return PlayerAcrossTournaments(
        fide_id=fide_id,
        name=found[0].person.name,
        page=f"/players/{fide_id}",
        tournaments=tuple(_played(_shown(each, "en")) for each in found),
    )


def _played(shown: ShownAppearance) -> PlayedTournament:
    standing = shown.standing or ShownStanding(place=0, entrants=0, points="", games=0)
    return PlayedTournament(
        id=shown.tournament,
        name=shown.name,
        entrant=shown.entrant,
        team=shown.team,
        rating=shown.rating,
        place=standing.place,
        points=standing.points,
        games=standing.games,
        rounds=standing.rounds,
        change=standing.change,
        changed_at=shown.changed_at,
        page=f"/t/{shown.tournament}",
        api=f"/api/t/{shown.tournament}",
    )
