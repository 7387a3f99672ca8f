"""The addresses that the `type` of a problem names: a page for people, JSON for programs."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.endpoints import api_routes, wants_html
from planilla.adapters.http.problems import Failure, status_of
from planilla.adapters.http.rendering import Renderer
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import chosen_language, visitor_of
from planilla.presentation.problems import ARTICLES, advice, fields_of, meaning, problem_codes

CODE_MAX = 60
"""Characters of an unknown code that are said again."""


class ProblemCode(msgspec.Struct, frozen=True, kw_only=True):
    """A code, the status it is answered with, its meaning, and what to do.

    `article` is the article of the regulations behind it, empty where there is none; `fields` are
    the names in its `fields`.
    """

    code: str
    type: str
    status: int
    meaning: str
    advice: str
    article: str
    fields: tuple[str, ...]


class ProblemCodes(msgspec.Struct, frozen=True, kw_only=True):
    """All codes in alphabetical order."""

    codes: tuple[ProblemCode, ...]


class ProblemPages:
    """Explains the codes of problems; nothing here depends on a tournament."""

    def __init__(self, site: Site, renderer: Renderer) -> None:
        self._site = site
        self._renderer = renderer

    @property
    def routes(self) -> list[Route]:
        """The list, and one code."""
        return api_routes({"list-problems": self.listed, "explain-problem": self.explained})

    async def listed(self, request: Request) -> Response:
        """All codes."""
        language = chosen_language(request)
        codes = tuple(explained(language, code) for code in problem_codes())
        if not wants_html(request):
            return _json(ProblemCodes(codes=codes), language)
        return await self._page(request, "problem_codes.html", codes=codes)

    async def explained(self, request: Request) -> Response:
        """One code.

        Raises:
            Failure: there is no such code.
        """
        code = request.path_params["code"]
        if code not in problem_codes():
            raise Failure(status=404, code="no-such-problem", fields={"code": code[:CODE_MAX]})
        language = chosen_language(request)
        found = explained(language, code)
        if not wants_html(request):
            return _json(found, language)
        return await self._page(request, "problem_code.html", found=found)

    async def _page(
        self, request: Request, template: str, **fields: ProblemCode | tuple[ProblemCode, ...]
    ) -> Response:
        visitor = await visitor_of(request, self._site.grants)
        response = self._renderer.page(request, visitor, template, **fields)
        response.headers["vary"] = f"{response.headers['vary']}, accept"
        return response


def explained(language: str, code: str) -> ProblemCode:
    """A code in the words of a language."""
    status = status_of(code)
    return ProblemCode(
        code=code,
        type=f"/problems/{code}",
        status=status,
        meaning=meaning(language, code),
        advice=advice(language, status),
        article=ARTICLES.get(code, ""),
        fields=fields_of(code),
    )


def _json(found: ProblemCode | ProblemCodes, language: str) -> Response:
    return Response(
        msgspec.json.encode(found),
        media_type="application/json",
        headers={
            "cache-control": "no-cache",
            "content-language": language,
            "vary": "cookie, accept-language, accept",
        },
    )
