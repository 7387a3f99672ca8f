"""Files of evidence: served as attachments to the staff, listed, taken in, erased.

An act may bring files: its form comes as `multipart/form-data`. The files are kept, and what goes
on is the same form with the field `evidence`, which names them: `<sha256>:<media type>:<size>`,
parted by blanks.
"""

from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from planilla.adapters.http.arbiter import ArbiterPages
from planilla.adapters.http.bodies import MULTIPART, read_files, read_form
from planilla.adapters.http.command_forms import EVIDENCE, file_text
from planilla.adapters.http.endpoints import api_routes
from planilla.adapters.http.problems import Failure, status_of
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import check_origin
from planilla.application.evidence import check, take_in
from planilla.application.ports import Erasure, Evidence
from planilla.domain.tournament.evidence import SHA256
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.values import EvidenceFile

ENDINGS = {
    "application/pdf": "pdf",
    "image/jpeg": "jpg",
    "image/png": "png",
    "text/plain": "txt",
}


class EvidencePages:
    """Pages of the evidence files of one tournament, for visitors with a link."""

    def __init__(self, site: Site, arbiter: ArbiterPages) -> None:
        self._site = site
        self._arbiter = arbiter

    @property
    def routes(self) -> list[Route]:
        """Routes of pages and of programs."""
        file = "/t/{tournament}/arbiter/evidence/{sha256}"
        return [
            Route(file, self.serve),
            Route(f"{file}/erase", self.erase, methods=["POST"]),
            *api_routes(
                {
                    "list-evidence": self.listed,
                    "keep-evidence": self.take,
                    "download-evidence": self.serve,
                    "erase-evidence": self.forget,
                }
            ),
        ]

    async def serve(self, request: Request) -> Response:
        """The bytes of a file; a browser saves them and never shows them."""
        page_request = await self._arbiter.page_request(request)
        evidence, sha256 = evidence_of_site(self._site), _sha256(request)
        rows = await evidence.kept(page_request.page.id)
        found = next((each.file for each in rows if each.file.sha256 == sha256), None)
        body = None if found is None else await evidence.body(page_request.page.id, sha256)
        if found is None or body is None:
            raise Failure(status=404, code="no-such-evidence")
        return Response(
            body,
            media_type=found.media_type,
            headers={
                "content-disposition": f'attachment; filename="{_name(found.media_type, sha256)}"',
                "content-security-policy": "default-src 'none'; sandbox",
                "cache-control": "private, no-store",
            },
        )

    async def listed(self, request: Request) -> Response:
        """Every file with the versions of the facts it is evidence for, hashed again."""
        page_request = await self._arbiter.page_request(request)
        found = await check(
            evidence_of_site(self._site), page_request.page.id, page_request.page.state
        )
        return _json(msgspec.json.encode(found))

    async def take(self, request: Request) -> Response:
        """Keep the file that is the body, for commands to name."""
        check_origin(request)
        page_request = await self._arbiter.page_request(request)
        file = await kept(self._site, page_request.page.id, await request.body())
        return _json(msgspec.json.encode(file), status=201)

    async def erase(self, request: Request) -> Response:
        """Forget the bytes of a file and go back to the list."""
        await self._erased(request)
        tournament = request.path_params["tournament"]
        return RedirectResponse(f"/t/{tournament}/arbiter/corrections", status_code=303)

    async def forget(self, request: Request) -> Response:
        """The same for programs."""
        await self._erased(request)
        return Response(status_code=204)

    async def _erased(self, request: Request) -> None:
        check_origin(request)
        page_request = await self._arbiter.page_request(request)
        sha256 = _sha256(request)
        if not await evidence_of_site(self._site).erase(page_request.page.id, sha256):
            raise Failure(status=404, code="no-such-evidence")
        if self._site.erasures is not None:
            at = self._site.clock.now()
            self._site.erasures.add(
                Erasure(tournament=page_request.page.id, at=at, files=(sha256,))
            )


def _sha256(request: Request) -> str:
    wanted: str = request.path_params["sha256"]
    if not SHA256.fullmatch(wanted):
        raise Failure(status=404, code="no-such-evidence")
    return wanted


def _name(media_type: str, sha256: str) -> str:
    return f"{sha256[:16]}.{ENDINGS[media_type]}"


def _json(body: bytes, status: int = 200) -> Response:
    return Response(
        body,
        status_code=status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


async def read_act(request: Request, site: Site) -> tuple[Mapping[str, str], Failure | None]:
    """The fields of an act, its files kept and named; with what was wrong with a file.

    Raises:
        Failure: it is not a form that a browser sends.
        TooLarge: it is longer than a body may be.
    """
    if not request.headers.get("content-type", "").startswith(MULTIPART):
        return await read_form(request), None
    fields, files = await read_files(request)
    try:
        named = [
            file_text(await kept(site, request.path_params["tournament"], each)) for each in files
        ]
    except Failure as failure:
        return fields, failure
    fields[EVIDENCE] = " ".join((*fields.get(EVIDENCE, "").split(), *named))
    return fields, None


async def kept(site: Site, tournament: str, body: bytes) -> EvidenceFile:
    """The file, kept beside the log.

    Raises:
        Failure: it cannot be evidence, or there is no room for it.
    """
    try:
        return await take_in(evidence_of_site(site), tournament, body)
    except Refusal as refusal:
        code = refusal.code
        raise Failure(status=status_of(code), code=code, fields=refusal.fields) from None


def evidence_of_site(site: Site) -> Evidence:
    """Return the store of evidence files.

    Raises:
        Failure: this site keeps none.
    """
    if site.evidence is None:
        raise Failure(status=404, code="no-such-page")
    return site.evidence
