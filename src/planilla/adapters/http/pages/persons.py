"""Page of a player across the tournaments of this server, by FIDE id."""

from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, Tag, operation_at, page_at
from planilla.adapters.http.limits import Threads
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import NO_CACHE, data_response
from planilla.adapters.http.views.people import card_of
from planilla.adapters.http.views.tables import TableShown
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.visitor import visitor_of
from planilla.adapters.http.web import Pages, Web
from planilla.application.persons import Appearance, AppearanceReader
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.figures import signed
from planilla.projections.elo import ratings_of, row_of


class ShownAppearance(NamedTuple):
    """A tournament of a player; without place and games in a hall, in a team or before a round.

    `changed_at` is in microseconds since 1970 (UTC).
    """

    tournament: str
    name: str
    entrant: EntrantId
    system: str
    changed_at: int
    rating: int
    has_card: bool
    place: int = 0
    entrants: int = 0
    points: str = ""
    rounds: int = 0
    change: str = ""
    games: TableShown | None = None


class PlayedTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament of a player; `place` 0: none. `points` are as text, `change` in hundredths."""

    id: str
    name: str
    entrant: str
    rating: int
    place: int
    points: str
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
    """Return an appearance with its card, where it has one."""
    state, entrant = appearance.state, appearance.entrant
    page = TournamentPage(appearance.tournament, state, appearance.people, language)
    entry = state.entry(entrant)
    assert entry is not None, "it is public"
    plain = ShownAppearance(
        tournament=appearance.tournament,
        name=state.name,
        entrant=entrant,
        system=state.system_name,
        changed_at=state.changed_at,
        rating=entry.rating,
        has_card=entrant in state.entrants,
    )
    if not _has_standing(appearance):
        return plain
    card, change = card_of(page, entry, ()), _change(page, entrant)
    return plain._replace(
        place=card.place,
        entrants=len(state.entrants),
        points=card.points,
        rounds=state.last_published,
        change="" if change is None else signed(language, change),
        games=card.games,
    )


def _has_standing(appearance: Appearance) -> bool:
    state = appearance.state
    is_ranked = appearance.entrant in state.entrants and state.system.has_rounds
    return is_ranked and state.last_published > 0


def _change(page: TournamentPage, entrant: EntrantId) -> int | None:
    """Return the change of the rating in hundredths; None without a rating or a rated game."""
    row = row_of(ratings_of(page.state, page.games)[page.seats[entrant]])
    return row.change if row.games else None


def _answer(fide_id: str, found: list[Appearance]) -> PlayerAcrossTournaments:
    tournaments = []
    for each in found:
        shown = _shown(each, "en")
        page = TournamentPage(each.tournament, each.state, each.people, "en")
        tournaments.append(
            PlayedTournament(
                id=each.tournament,
                name=shown.name,
                entrant=each.entrant,
                rating=shown.rating,
                place=shown.place,
                points=shown.points,
                rounds=shown.rounds,
                change=_change(page, each.entrant) if _has_standing(each) else None,
                changed_at=shown.changed_at,
                page=f"/t/{each.tournament}",
                api=f"/api/t/{each.tournament}",
            )
        )
    return PlayerAcrossTournaments(
        fide_id=fide_id,
        name=found[0].person.name,
        page=f"/players/{fide_id}",
        tournaments=tuple(tournaments),
    )
