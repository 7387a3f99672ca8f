"""A tournament's archive to be downloaded, and the verifiers of archives: a page and a program.

The page is one file that also works from disk, with its script and style in it: it is served with a
policy that names their hashes and lets it reach nothing.
"""

import base64
import hashlib
import re

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from planilla.adapters.http.endpoints import api_routes
from planilla.adapters.http.limits import Cost, LimitedRoute
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import Visitor, not_permitted, visitor_of
from planilla.application.archive_export import ArchiveRequest, archive_of
from planilla.application.heads import Heads
from planilla.application.ports import Keys
from planilla.audit.archive import ArchiveForm
from planilla.audit.proofs import SignedHead
from planilla.presentation.verifiers import verifying_page, verifying_program

PROGRAM = "planilla_verify.py"
PAGE = "verify.html"
INLINE = re.compile(rb"<(script|style)>(.*?)</\1>", re.DOTALL)
"""The scripts and styles of the page; its JSON block is not executed."""


class Archives:
    """Answers with archives and with what verifies them."""

    def __init__(self, site: Site) -> None:
        self._site = site
        folder = site.web_dir / "verifier"
        self._page = verifying_page((folder / PAGE).read_text(encoding="utf-8")).encode()
        program = (folder / PROGRAM).read_text(encoding="utf-8")
        self._program = verifying_program(program).encode()
        self._policy = policy_of(self._page)

    @property
    def routes(self) -> list[Route]:
        """One address for people and programs; the verifiers need no tournament."""
        return [
            *api_routes({"download-archive": self.archive}),
            LimitedRoute("/verify", self.page, methods=["GET"], read=Cost.FREE),
            LimitedRoute(f"/verify/{PROGRAM}", self.program, methods=["GET"], read=Cost.FREE),
        ]

    async def archive(self, request: Request) -> Response:
        """The archive up to now: the public form, for its arbiters the full one unless they ask.

        Raises:
            Failure: there is no such tournament or form, or the full one is not theirs.
        """
        tournament = request.path_params["tournament"]
        visitor = await visitor_of(request, self._site.grants)
        form = _form_asked(request, visitor)
        version = await self._site.log.head(tournament)
        if not version:
            raise Failure(status=404, code="no-such-tournament", fields={"tournament": tournament})
        signer, head = None, None
        if self._site.keys is not None:
            signer = self._site.keys.current()
            head = await self._head(self._site.keys, tournament)
            version = head.head.version
        wanted = ArchiveRequest(tournament=tournament, version=version, form=form)
        name = tournament if form is ArchiveForm.FULL else f"{tournament}.public"
        return StreamingResponse(
            archive_of(self._site.log, wanted, signer=signer, head=head),
            media_type="application/jsonl",
            headers={
                "content-disposition": f'attachment; filename="{name}.jsonl"',
                "cache-control": "no-store",
                "vary": "cookie, authorization",
            },
        )

    async def _head(self, keys: Keys, tournament: str) -> SignedHead:
        return await Heads(self._site.log, keys, self._site.clock).head(tournament)

    async def page(self, _: Request) -> Response:
        """The verifier as a page: it can be kept, and works from disk."""
        headers = {"content-security-policy": self._policy, "cache-control": "no-cache"}
        return Response(self._page, media_type="text/html", headers=headers)

    async def program(self, _: Request) -> Response:
        """The verifier as one Python file."""
        headers = {
            "content-disposition": f'attachment; filename="{PROGRAM}"',
            "cache-control": "no-cache",
        }
        return Response(self._program, media_type="text/x-python", headers=headers)


def _form_asked(request: Request, visitor: Visitor) -> ArchiveForm:
    to_staff = visitor.may_act(request.path_params["tournament"])
    asked = request.query_params.get("form", ArchiveForm.FULL if to_staff else ArchiveForm.PUBLIC)
    if asked not in tuple(ArchiveForm):
        fields = {"form": asked[:20], "known": tuple(ArchiveForm)}
        raise Failure(status=422, code="no-such-form", fields=fields)
    if asked == ArchiveForm.FULL and not to_staff:
        raise not_permitted(request, visitor.actor)
    return ArchiveForm(asked)


def policy_of(page: bytes) -> str:
    """Return the content security policy: only the page's own scripts and styles, by hash."""
    hashes = {name: _hash(content) for name, content in INLINE.findall(page)}
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src '{hashes[b'script']}'",
            f"style-src '{hashes[b'style']}'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def _hash(content: bytes) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()
