"""Shared parts of the website, and the base class of pages."""

from typing import ClassVar

from starlette.requests import Request

from planilla.adapters.http.acts import ActPages
from planilla.adapters.http.arbiter import ArbiterPages
from planilla.adapters.http.assets import Assets
from planilla.adapters.http.credentials import Passwords
from planilla.adapters.http.endpoints import limit_to
from planilla.adapters.http.limits import Buckets
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.public import PublicPages
from planilla.adapters.http.rendering import Renderer
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import Visitor, visitor_of
from planilla.adapters.http.whatif_waiting import WhatIfTickets
from planilla.application.festivals import FestivalReader
from planilla.application.heads import Heads
from planilla.application.impact import Impacts
from planilla.application.jobs import JobRunner
from planilla.application.previews import PrizeChances
from planilla.application.roles import View
from planilla.application.states import History, TournamentReader
from planilla.application.whatif import what_if_jobs
from planilla.domain.pairing.system import Trait


class Web:
    """The shared parts of a website, over the services of a site."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.assets = Assets(site.web_dir)
        self.renderer = Renderer(site, self.assets)
        self.renderer.prepare()
        self.runner = JobRunner(site.worker, site.follower)
        self.readings = site.readings or TournamentReader(
            site.log, site.integrity, clock=site.clock
        )
        self.festivals = FestivalReader(site.log, self.readings, site.integrity)
        self.impacts = Impacts(self.runner)
        self.buckets = site.buckets or Buckets(site.clock)
        self.passwords = Passwords()
        self.public = PublicPages(site, self.readings, self.renderer, self.runner)
        self.arbiter = ArbiterPages(site, self.public)
        self.acts = ActPages(site, self.arbiter, self.impacts)
        self.tickets = WhatIfTickets(site, self.public, what_if_jobs(self.runner))
        self.chances = PrizeChances(self.runner)
        self.heads = None if site.keys is None else Heads(site.log, site.keys, site.clock)


class Pages:
    """Base class of the pages of a subject; its methods answer the addresses that they declare.

    Each subclass in a module of `pages/` is instantiated once per website.
    """

    of_accounts: ClassVar[bool] = False
    """True for pages that only a server with accounts has."""
    of_push: ClassVar[bool] = False
    """True for pages that only a server with notifications has."""

    def __init_subclass__(cls, *, trait: Trait | None = None) -> None:
        """Declare the trait of the systems that have these pages; without one all have them."""
        if trait is not None:
            limit_to(trait, cls)

    def __init__(self, web: Web) -> None:
        self._web = web
        self._site = web.site
        self._renderer = web.renderer
        self._public = web.public
        self._arbiter = web.arbiter
        self._acts = web.acts
        self._runner = web.runner
        self._waiting = web.tickets
        self._chances = web.chances
        self._heads = web.heads

    async def _organiser(self, request: Request) -> Visitor:
        """Return the visitor if it is the organiser.

        Raises:
            Failure: the visitor is not the organiser.
        """
        visitor = await visitor_of(request, self._site.grants)
        if not visitor.is_organiser:
            raise Failure("only-organiser")
        return visitor

    async def _head_version(self, tournament: str) -> int:
        """Return the last version of a tournament.

        Raises:
            Failure: there is no such tournament.
        """
        version = await self._site.log.head(tournament)
        if not version:
            raise Failure("no-such-tournament", {"tournament": tournament})
        return version

    async def _seen_by(self, visitor: Visitor, tournament: str) -> History:
        """Return the history of a tournament, as far as a visitor may see it.

        Raises:
            Failure: there is no such tournament.
        """
        recorded = await self._web.readings.history(tournament)
        if recorded is None:
            raise Failure("no-such-tournament", {"tournament": tournament})
        is_ahead = visitor.may_see(tournament, View.AHEAD)
        return recorded if is_ahead else self._web.readings.as_public(recorded)

    async def _reader_request(self, request: Request) -> PageRequest:
        """Return the page request, with all facts for the staff."""
        page_request = await self._public.page_request(request)
        if not page_request.is_staff:
            return page_request
        return await self._public.page_request(request, to_staff=True)
