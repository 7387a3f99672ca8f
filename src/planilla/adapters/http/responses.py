"""Responses other than pages: JSON, downloads, and QR codes of addresses."""

from operator import attrgetter
from typing import Any

import msgspec
from starlette.responses import Response

from planilla.adapters.http.rendering import address_as_qr

JSON = "application/json"
NO_STORE = "no-store"
"""Value of `cache-control` for content that depends on the visitor or the moment."""
NO_CACHE = "no-cache"
"""Value of `cache-control` for content to be revalidated each time."""
FOR_A_DAY = "public, max-age=86400"
"""Value of `cache-control` for content that never changes."""


def data_response(
    data: Any,
    *,
    version: int | None = None,
    cache: str = NO_STORE,
    vary: str = "",
    status: int = 200,
) -> Response:
    """Return `data` as JSON; its `etag` is the `version` of the tournament."""
    headers = {"cache-control": cache}
    if version is not None:
        headers["etag"] = f'"{version}"'
    if vary:
        headers["vary"] = vary
    body = msgspec.json.encode(data, enc_hook=attrgetter("commitment"))  # of a `Sealed`
    return Response(body, status_code=status, headers=headers, media_type=JSON)


def attachment(name: str, *, cache: str = NO_CACHE, vary: str = "") -> dict[str, str]:
    """Return the headers of a download with a file name."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": cache}
    return {**headers, "vary": vary} if vary else headers


def share_picture_response(picture: bytes) -> Response:
    """Return a picture for networks (PNG): its texts are in the language of the request."""
    headers = {"cache-control": NO_CACHE, "vary": "authorization, cookie, accept-language"}
    return Response(picture, headers=headers, media_type="image/png")


def qr_response(address: str) -> Response:
    """Return the QR code of an address as a picture."""
    headers = {"cache-control": FOR_A_DAY}
    return Response(address_as_qr(address), headers=headers, media_type="image/svg+xml")
