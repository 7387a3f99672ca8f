"""Files of evidence: download for the staff, list, upload, erasure."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.acts import evidence_of_site, kept
from planilla.adapters.http.bodies import UPLOAD_MAX
from planilla.adapters.http.endpoints import Access, Tag, operation_at, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import attachment, data_response
from planilla.adapters.http.web import Pages
from planilla.application.evidence import Checked, check
from planilla.application.ports import Erasure
from planilla.application.roles import View
from planilla.domain.tournament.evidence import SHA256
from planilla.domain.tournament.values import EvidenceFile

ENDINGS = {
    "application/pdf": "pdf",
    "image/jpeg": "jpg",
    "image/png": "png",
    "text/plain": "txt",
}


class EvidencePages(Pages):
    """Pages of the evidence files of one tournament, for visitors with a link."""

    @page_at("/t/{tournament}/arbiter/evidence/{sha256}", access=Access.STAFF, view=View.STAFF)
    @operation_at(
        "/api/t/{tournament}/evidence/{sha256}",
        name="download-evidence",
        tag=Tag.ARBITER,
        summary="The bytes of a file of evidence, as an attachment.",
        access=Access.STAFF,
        view=View.STAFF,
        media="*/*",
    )
    async def serve(self, page_request: PageRequest) -> Response:
        """Return a file as an attachment, which browsers save and never display."""
        evidence, sha256 = evidence_of_site(self._site), _sha256(page_request.request)
        rows = await evidence.kept(page_request.page.id)
        found = next((each.file for each in rows if each.file.sha256 == sha256), None)
        body = None if found is None else await evidence.body(page_request.page.id, sha256)
        if found is None or body is None:
            raise Failure("no-such-evidence")
        return Response(
            body,
            media_type=found.media_type,
            headers={
                **attachment(
                    f"{sha256[:16]}.{ENDINGS[found.media_type]}", cache="private, no-store"
                ),
                "content-security-policy": "default-src 'none'; sandbox",
            },
        )

    @operation_at(
        "/api/t/{tournament}/evidence",
        name="list-evidence",
        tag=Tag.ARBITER,
        summary="Every file of evidence, hashed again.",
        access=Access.STAFF,
        view=View.STAFF,
        answer=tuple[Checked, ...],
    )
    async def listed(self, page_request: PageRequest) -> Response:
        """List all files, hashed again, with the versions of the facts they are evidence for."""
        found = await check(
            evidence_of_site(self._site), page_request.page.id, page_request.page.state
        )
        return data_response(found)

    @operation_at(
        "/api/t/{tournament}/evidence",
        method="POST",
        name="keep-evidence",
        tag=Tag.ARBITER,
        summary="Keep the file that is the body, for commands to name.",
        access=Access.STAFF,
        body_max=UPLOAD_MAX,
        body_media="application/octet-stream",
        answer=EvidenceFile,
        status=201,
    )
    async def take(self, page_request: PageRequest) -> Response:
        """Store the body as a file, for commands to name."""
        file = await kept(self._site, page_request.page.id, await page_request.request.body())
        return data_response(file, status=201)

    @page_at(
        "/t/{tournament}/arbiter/evidence/{sha256}/erase",
        method="POST",
        access=Access.STAFF,
        view=View.GOVERN,
    )
    async def erase(self, request: Request) -> Response:
        """Erase the bytes of a file, and redirect to the list."""
        await self._erased(request)
        tournament = request.path_params["tournament"]
        return RedirectResponse(f"/t/{tournament}/arbiter/corrections", status_code=303)

    @operation_at(
        "/api/t/{tournament}/evidence/{sha256}",
        method="DELETE",
        name="erase-evidence",
        tag=Tag.ARBITER,
        summary="Forget the bytes of a file; its hash stays in the log.",
        access=Access.STAFF,
        view=View.GOVERN,
        status=204,
    )
    async def forget(self, request: Request) -> Response:
        """Erase the bytes of a file, for programs."""
        await self._erased(request)
        return Response(status_code=204)

    async def _erased(self, request: Request) -> None:
        page_request = await self._arbiter.page_request(request)
        sha256 = _sha256(request)
        if not await evidence_of_site(self._site).erase(page_request.page.id, sha256):
            raise Failure("no-such-evidence")
        if self._site.erasures is not None:
            at = self._site.clock.now()
            self._site.erasures.add(
                Erasure(tournament=page_request.page.id, at=at, files=(sha256,))
            )


def _sha256(request: Request) -> str:
    wanted: str = request.path_params["sha256"]
    if not SHA256.fullmatch(wanted):
        raise Failure("no-such-evidence")
    return wanted
