"""A tournament as a file to be downloaded: for other programs, for FIDE, and for the checker."""

from collections.abc import Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.endpoints import api_routes
from planilla.adapters.http.limits import Cost, LimitedRoute
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.public import PageRequest, PublicPages
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import visitor_of
from planilla.application.envelope import Person
from planilla.application.trf_export import (
    DIALECT,
    PersonOf,
    ReportTexts,
    header_in,
    prose_of,
    public_part,
    trf_of,
)
from planilla.application.trf_remarks import remarks_of
from planilla.domain.vocabulary import EntrantId
from planilla.formats.trf.dialects import DIALECTS


class TournamentFiles:
    """Answers with the file of a tournament, at any moment of it."""

    def __init__(self, site: Site, public: PublicPages) -> None:
        self._site = site
        self._public = public

    @property
    def routes(self) -> list[Route]:
        """The same file for people and for programs."""
        return [
            LimitedRoute("/t/{tournament}/trf", self.show, methods=["GET"], read=Cost.MOMENT),
            *api_routes({"download-trf": self.show}),
        ]

    async def show(self, request: Request) -> Response:
        """The file in the dialect asked for.

        Everybody may read names and results; its arbiters also read birth dates, the byes asked
        for, and the header of the file that it was imported from.

        Raises:
            Failure: there is no such tournament, moment or dialect, or it has no rounds.
        """
        dialect = request.query_params.get("dialect", DIALECT)
        if dialect not in DIALECTS:
            fields = {"dialect": dialect[:20], "known": tuple(DIALECTS)}
            raise Failure(status=422, code="no-such-dialect", fields=fields)
        visitor = await visitor_of(request, self._site.grants)
        to_staff = visitor.may_act(request.path_params["tournament"])
        page_request = await self._public.page_request(request, to_staff=to_staff)
        if page_request.page.state.system.seats_at_once:
            raise Failure(status=409, code="no-report-of-a-hall")
        header = await self._header(page_request) if to_staff else ""
        prose = prose_of(page_request.page.state, await self._public.texts(page_request))
        make = partial(
            _file, page_request, person_of(page_request, to_staff=to_staff), header, dialect, prose
        )
        headers = {
            "content-disposition": f'attachment; filename="{page_request.page.id}.trf"',
            "cache-control": "no-cache",
            "vary": "cookie, authorization, accept-language",
        }
        content = await page_request.beside(make)
        return Response(content, headers=headers, media_type="text/plain")

    async def _header(self, page_request: PageRequest) -> str:
        texts = await self._public.texts(page_request, "staff")
        return header_in((entry.fact for entry in page_request.entries), texts)


def _file(
    page_request: PageRequest, person: PersonOf, header: str, dialect: str, prose: Mapping[str, str]
) -> bytes:
    """The file with what happened up to the moment, as far as its reader may know."""
    state = page_request.page.state
    remarks = remarks_of((entry.fact for entry in page_request.seen), state)
    texts = ReportTexts(header=header, remarks=remarks, prose=prose)
    return trf_of(state, person, dialect=dialect, texts=texts)


def person_of(page_request: PageRequest, *, to_staff: bool) -> PersonOf:
    """Return a function from entrant to personal data; erased people are named by number."""

    def told(entrant: EntrantId) -> Person:
        person = page_request.page.people.get(entrant)
        if person is None:
            return Person(name=page_request.page.name(entrant))
        return person if to_staff else public_part(person)

    return told
