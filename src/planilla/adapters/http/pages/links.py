"""Secret links of a tournament: for whom they were made, their limits, and revocation."""

import logging
from collections.abc import Iterable, Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.bodies import read_form
from planilla.adapters.http.endpoints import Access, page_at
from planilla.adapters.http.pages.create import CreatePages
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.visitor import (
    Visitor,
    address_of_scope,
    not_permitted,
    tokens_of,
    visitor_of,
)
from planilla.adapters.http.web import Pages, Web
from planilla.application.accounts import (
    ACCOUNT_PREFIX,
    Account,
    NoSuchAccount,
    OwnAccount,
    actor_names,
)
from planilla.application.permissions import hash_of_token, link_id
from planilla.application.ports import SecretLink
from planilla.application.roles import (
    ALL_TOURNAMENTS,
    GIVEN,
    NAME_MAX,
    View,
    festival_of_scope,
    grant_asked,
)
from planilla.domain.tournament.refusal import Refusal
from planilla.presentation.catalogue import sentence

logger = logging.getLogger(__name__)


class LinkPages(Pages):
    """Lists of links of a tournament, or of all tournaments, with buttons for revocation."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._founding = CreatePages(web)

    @page_at("/links", access=Access.ORGANISER, timeless="the current links")
    async def show_all(self, request: Request) -> Response:
        """Show the links of all tournaments to the organiser."""
        visitor = await self._organiser(request)
        return await self.page(request, visitor, "")

    @page_at(
        "/t/{tournament}/links", access=Access.STAFF, view=View.GOVERN, timeless="the current links"
    )
    async def show(self, request: Request) -> Response:
        """Show the links of a tournament to its arbiters."""
        visitor, tournament = await self._as_arbiter(request)
        return await self.page(request, visitor, tournament)

    @page_at("/t/{tournament}/links", method="POST", access=Access.STAFF, view=View.GOVERN)
    async def create(self, request: Request) -> Response:
        """Give the role that is asked for to an account, or show a new link for it once."""
        visitor, tournament = await self._as_arbiter(request)
        return await self.asked(request, visitor, tournament)

    @page_at("/links/{link}/revoke", method="POST", access=Access.ORGANISER)
    async def revoke_any(self, request: Request) -> Response:
        """Revoke any link, for the organiser, whose own is renewed on the command line."""
        visitor = await self._organiser(request)
        return await self.revoked(request, visitor, "")

    @page_at(
        "/t/{tournament}/links/{link}/revoke",
        method="POST",
        access=Access.STAFF,
        view=View.GOVERN,
    )
    async def revoke(self, request: Request) -> Response:
        """Revoke a link of the tournament, for its arbiters."""
        visitor, tournament = await self._as_arbiter(request)
        return await self.revoked(request, visitor, tournament)

    async def _as_arbiter(self, request: Request) -> tuple[Visitor, str]:
        tournament = request.path_params["tournament"]
        visitor = await visitor_of(request, self._site.grants)
        if not visitor.may_see(tournament, View.GOVERN) or not await self._site.log.head(
            tournament
        ):
            raise not_permitted(request, visitor.actor)
        return visitor, tournament

    async def asked(self, request: Request, visitor: Visitor, tournament: str) -> Response:
        """Give the role of a form to the account that it names, or show a new link for it once.

        It is for a tournament or a festival (a scope). A refusal is shown at the form.
        """
        form = await read_form(request)
        try:
            grant = grant_asked(tournament, form, self._site.clock.now())
            holder = await self._account_named(form.get("account", ""))
        except Refusal as refusal:
            return await self.page(request, visitor, tournament, form, refusal)
        if holder is None:
            return await self._founding.created(request, visitor, grant, template="link.html")
        # Nobody has the token: the account is the holder.
        token, by = self._site.ids.token(), visitor.actor.id
        await self._site.grants.give(token, holder.id, grant, by=by)
        logger.info("%s gave %s the role %s of %s", by, holder.id, grant.role, grant.tournament)
        return RedirectResponse(_page_of(tournament), status_code=303)

    async def _account_named(self, name: str) -> Account | None:
        """Return the account that a form names; None if it names none, or there are no accounts.

        Raises:
            NoSuchAccount: there is no open account with this name.
        """
        if self._site.accounts is None or not name.strip():
            return None
        found = await self._site.accounts.named(name)
        if found is None or not found.is_open:
            raise NoSuchAccount(name=name[:NAME_MAX])
        return found

    async def revoked(self, request: Request, visitor: Visitor, tournament: str) -> Response:
        """Revoke the link of an address, one of `tournament` or a festival (a scope; "": of any).

        Raises:
            Failure: there is no such link, or it is the organiser's.
        """
        offered = await self._site.grants.links(tournament or None)
        await self.close(request.path_params["link"], visitor, offered)
        return RedirectResponse(_page_of(tournament), status_code=303)

    async def close(self, link: str, visitor: Visitor, offered: Iterable[SecretLink]) -> None:
        """Revoke a link by its id, one of those offered.

        Raises:
            Failure: there is no such link, or it is the organiser's; or it is the role of the owner
                that the visitor's own account has.
        """
        by = visitor.actor.id
        found = next((each for each in offered if each.id == link), None)
        if found is None:
            raise Failure("no-such-link", {"link": link})
        if _is_organisers(found):
            raise Failure("organisers-link", {"link": link})
        if is_own_ownership(found, by):
            raise Failure(OwnAccount.code)
        if await self._site.grants.revoke(link, by=by):
            logger.info("%s revoked link %s of %s", by, link, found.grant.tournament)

    async def page(
        self,
        request: Request,
        visitor: Visitor,
        tournament: str,
        form: Mapping[str, str] | None = None,
        refusal: Refusal | None = None,
    ) -> Response:
        """Return the list of the links of a scope, with the form for a new one; "": of all."""
        links = await self._site.grants.links(tournament or None)
        now, accounts = self._site.clock.now(), self._site.accounts
        known = () if accounts is None else await accounts.accounts()
        names = {each.id: each.name for each in known}
        own = {link_id(hash_of_token(token)) for token in tokens_of(request)}
        if visitor.actor.id in names:
            own |= {each.id for each in links if each.actor_id == visitor.actor.id}
        response = self._renderer.page(
            request,
            visitor,
            "links.html",
            tournament=tournament,
            page=_page_of(tournament),
            address_of=address_of_scope,
            is_of_festival=bool(festival_of_scope(tournament)),
            is_organisers=_is_organisers,
            is_own_ownership=is_own_ownership,
            everywhere=ALL_TOURNAMENTS,
            current=[each for each in links if each.is_open(now)],
            closed=[each for each in links if not each.is_open(now)],
            own=own,
            accounts=names,
            names=actor_names(await self._site.grants.links(), known),
            roles=GIVEN,
            name_max=NAME_MAX,
            form=form or {},
            failed=refusal and sentence(visitor.language, refusal.code, refusal.fields),
            status=200 if refusal is None else 422,
        )
        response.headers["cache-control"] = "no-store"
        return response


def is_own_ownership(link: SecretLink, actor: str) -> bool:
    """Return whether it is the role of the owner of the account that acts.

    Another owner takes it, so that no owner is locked out by mistake.
    """
    return link.grant.tournament == ALL_TOURNAMENTS and link.actor_id == actor


def _is_organisers(link: SecretLink) -> bool:
    """Return whether it is the link of the machine itself, which is only renewed."""
    is_account = link.actor_id.startswith(ACCOUNT_PREFIX)
    return link.grant.tournament == ALL_TOURNAMENTS and not is_account


def _page_of(tournament: str) -> str:
    return f"{address_of_scope(tournament)}/links"
