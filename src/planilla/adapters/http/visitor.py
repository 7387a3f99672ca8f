"""Visitor of a page: language, theme, and the rights of the visitor's secret links.

Links are stored in one HttpOnly cookie, the session of an account in another; language and theme in
two others, also HttpOnly. A choice in the address (`?lang=`, `?theme=`) is stored in its cookie.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import Access, Endpoint, is_from_program
from planilla.adapters.http.problems import Failure
from planilla.application.envelope import Actor
from planilla.application.permissions import acting_link, grants_in, may_act, may_found, may_see
from planilla.application.ports import Grants
from planilla.application.roles import View, festival_of_scope
from planilla.presentation.catalogue import LANGUAGES, language_of

LINKS_COOKIE = "planilla_links"
SESSION_COOKIE, SECURE_SESSION_COOKIE = "planilla_session", "__Host-planilla_session"
"""The cookie of a session; over TLS no other host of the domain can set it."""
PLAIN_SCHEMES = frozenset({"http", "ws"})
LANGUAGE_COOKIE = "planilla_lang"
THEME_COOKIE = "planilla_theme"
THEMES = ("auto", "light", "dark", "projector")
LINKS_MAX = 8
"""Most links of one browser; the oldest is dropped first."""
TOKEN_MAX = 200
"""Most characters of a token; those of Planilla have 32."""
A_YEAR_S = 31_536_000
LINKS = "planilla.links"
"""Key in the scope of a request for the grants of its links."""
NOBODY = Actor(id="spectator")
HOMES: Mapping[View, str] = {
    View.DESK: "arbiter",
    View.BOARDS: "boards",
    View.PRESENCE: "check-in",
    View.STAFF: "facts",
    View.HIDDEN: "screen",
}
"""The pages that roles work on, below the address of a tournament."""


def address_of_scope(scope: str) -> str:
    """Return the address of the tournament or festival of a link; "" for that of all."""
    festival = festival_of_scope(scope)
    if festival:
        return f"/e/{festival}"
    return f"/t/{scope}" if scope else ""


@dataclass(frozen=True, kw_only=True)
class Visitor:
    """A person at a browser."""

    language: str
    theme: str
    actor: Actor

    def may_see(self, tournament: str, view: View) -> bool:
        """Return whether the visitor may see a view of this tournament that is not public."""
        return may_see(self.actor, tournament, view)

    def may_open(self, tournament: str, endpoint: Endpoint) -> bool:
        """Return whether an address of a tournament is open to the visitor."""
        if endpoint.access is not Access.STAFF:
            return True
        if endpoint.view is None:
            return may_act(self.actor, tournament)
        return self.may_see(tournament, endpoint.view)

    def work_in(self, tournament: str) -> tuple[View, str] | None:
        """Return the view that the visitor works on, the widest of several, and its address."""
        homes = {each.rights.home for each in grants_in(self.actor, tournament)}
        view = next((each for each in HOMES if each in homes), None)
        return None if view is None else (view, f"/t/{tournament}/{HOMES[view]}")

    @property
    def is_organiser(self) -> bool:
        """True if the visitor may create tournaments."""
        return may_found(self.actor)


async def visitor_of(request: Request, grants: Grants) -> Visitor:
    """Return the visitor of a request."""
    return Visitor(
        language=chosen_language(request),
        theme=chosen(request, "theme", THEME_COOKIE, THEMES) or THEMES[0],
        actor=await actor_behind(request, grants, request.path_params.get("tournament", "")),
    )


def chosen_language(request: Request) -> str:
    """Return the language by address, then cookie, then `Accept-Language`."""
    named = chosen(request, "lang", LANGUAGE_COOKIE, LANGUAGES)
    return named or language_of(request.headers.get("accept-language", ""))


def chosen(request: Request, parameter: str, cookie: str, known: Iterable[str]) -> str | None:
    """Return a known value of a query parameter, or else of a cookie."""
    for value in (request.query_params.get(parameter), request.cookies.get(cookie)):
        if value is not None and value in known:
            return value
    return None


def tokens_of(request: HTTPConnection) -> tuple[str, ...]:
    """Return the tokens of a request: in the cookie, or as a program's bearer token.

    At most the last `LINKS_MAX` of a cookie are read, the limit of `remember_link`.
    """
    bearer = _bearer_of(request)
    if bearer:
        return (bearer,) if len(bearer) <= TOKEN_MAX else ()
    last = request.cookies.get(LINKS_COOKIE, "").rsplit(".", LINKS_MAX)[-LINKS_MAX:]
    return tuple(dict.fromkeys(token for token in last if 0 < len(token) <= TOKEN_MAX))


def session_of(request: HTTPConnection) -> str:
    """Return the token of the session of a browser; "" without one, and for programs."""
    if _bearer_of(request):
        return ""
    token = request.cookies.get(SECURE_SESSION_COOKIE, "")
    if not token and request.url.scheme in PLAIN_SCHEMES:
        token = request.cookies.get(SESSION_COOKIE, "")
    return token if len(token) <= TOKEN_MAX else ""


def has_credentials(request: HTTPConnection) -> bool:
    """Return whether a request comes with a link or a session, valid or not."""
    return bool(tokens_of(request) or session_of(request))


def _bearer_of(request: HTTPConnection) -> str:
    kind, _, bearer = request.headers.get("authorization", "").partition(" ")
    return bearer.strip() if kind.lower() == "bearer" else ""


async def actor_behind(request: HTTPConnection, grants: Grants, tournament: str = "") -> Actor:
    """Return one actor with the grants of all links and of the account; the spectator without any.

    In a tournament the actor has the name of the link, or of the account, that grants access to it:
    see `acting_link`. They are looked up once per request. A page within another site's is always
    the spectator's.
    """
    if is_embedded(request):
        return NOBODY
    links: Sequence[Actor] | None = request.scope.get(LINKS)
    if links is None:
        found = [await grants.holder(token) for token in tokens_of(request)]
        session = session_of(request)
        found.append(await grants.session_holder(session) if session else None)
        links = [each for each in found if each is not None]
        request.scope[LINKS] = links
    if not links:
        return NOBODY
    grants_held = tuple(grant for link in links for grant in link.grants)
    return Actor(id=acting_link(links, tournament).id, grants=grants_held)


def is_embedded(request: HTTPConnection) -> bool:
    """Return whether a page is asked for that another site shows within its own: `?embed=1`."""
    return request.query_params.get("embed") == "1"


def remember_choices(request: Request, response: Response, *, is_secure: bool) -> None:
    """Store a language or theme chosen in the address, except that of a page within another's."""
    if is_embedded(request):
        return
    for parameter, cookie, known in (
        ("lang", LANGUAGE_COOKIE, LANGUAGES),
        ("theme", THEME_COOKIE, THEMES),
    ):
        value = request.query_params.get(parameter)
        if value in known:
            response.set_cookie(
                cookie, value, max_age=A_YEAR_S, httponly=True, samesite="lax", secure=is_secure
            )


def remember_link(request: Request, response: Response, token: str, *, is_secure: bool) -> None:
    """Add a link to those of this browser."""
    others = [each for each in tokens_of(request) if each != token]
    kept = [*others, token][-LINKS_MAX:]
    response.set_cookie(
        LINKS_COOKIE,
        ".".join(kept),
        max_age=A_YEAR_S,
        httponly=True,
        samesite="strict",
        secure=is_secure,
    )


def begin_session(response: Response, token: str, *, max_age_s: int, is_secure: bool) -> None:
    """Store the token of a session in the browser."""
    response.set_cookie(
        SECURE_SESSION_COOKIE if is_secure else SESSION_COOKIE,
        token,
        max_age=max_age_s,
        httponly=True,
        samesite="lax",
        secure=is_secure,
    )


def forget_session(response: Response, *, is_secure: bool) -> None:
    """Delete the token of a session from the browser."""
    name = SECURE_SESSION_COOKIE if is_secure else SESSION_COOKIE
    response.delete_cookie(name, httponly=True, samesite="lax", secure=is_secure)


def check_origin(request: Request) -> None:
    """Refuse a request that another site made the browser send.

    A program without a link is let through; its permission is checked next.

    Raises:
        Failure: the origin is another site, or missing.
    """
    if _bearer_of(request):
        return  # browsers do not add a bearer token by themselves
    if request.url.path.startswith("/api/") and not has_credentials(request):
        return
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        if site in {"same-origin", "none"}:
            return
        raise Failure("cross-site")
    origin = request.headers.get("origin", "")
    if origin.partition("://")[2] != request.headers.get("host", ""):
        raise Failure("cross-site")


def not_permitted(request: Request, actor: Actor) -> Failure:
    """Return the failure of a forbidden act; for programs without a valid link, a 401.

    Whoever comes with a session that has ended, or with links that no longer work, is told so.
    """
    if session_of(request) and actor is NOBODY:
        return Failure("session-ended")
    is_program = is_from_program(request)
    if actor is not NOBODY or not (is_program or tokens_of(request)):
        return Failure("not-permitted")
    if not is_program:
        return Failure("unknown-link", status=403)  # a browser is not asked for a bearer token
    return Failure("unknown-link" if tokens_of(request) else "no-credentials")
