"""The QR code that a phone in the hall scans: the public address of a tournament, as SVG."""

import io

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.limits import Cost, LimitedRoute
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.site import Site

BORDER_MODULES = 4
"""The quiet zone that scanners need, light also where the page is dark."""


def qr_routes(site: Site) -> list[Route]:
    """`/t/{id}/qr.svg`."""

    async def qr(request: Request) -> Response:
        tournament = request.path_params["tournament"]
        if not await site.log.head(tournament):
            raise Failure(status=404, code="no-such-tournament", fields={"tournament": tournament})
        svg = address_as_qr(f"{site.public_url}/t/{tournament}")
        headers = {"cache-control": "public, max-age=86400"}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    return [LimitedRoute("/t/{tournament}/qr.svg", qr, read=Cost.PAGE)]


def address_as_qr(address: str) -> bytes:
    """The code of an address: black on white, no size of its own, quiet zone included."""
    out = io.BytesIO()
    segno.make(address, micro=False).save(
        out, kind="svg", border=BORDER_MODULES, light="#fff", omitsize=True
    )
    return out.getvalue()
