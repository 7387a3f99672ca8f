"""Responses that are no pages: data as JSON, files to be saved, addresses as QR codes."""

from typing import Any

import msgspec
from starlette.responses import Response

from planilla.adapters.http.rendering import address_as_qr

JSON = "application/json"
NO_STORE = "no-store"
"""Value of `cache-control` for what depends on the visitor, or is of this moment alone."""
NO_CACHE = "no-cache"
"""Value of `cache-control` for what is asked for again each time."""
FOR_A_DAY = "public, max-age=86400"
"""Value of `cache-control` for what never changes."""


def data_response(
    data: Any,
    *,
    version: int | None = None,
    cache: str = NO_STORE,
    vary: str = "",
    status: int = 200,
) -> Response:
    """Return `data` as JSON; its `etag` is the `version` of the tournament it is of."""
    headers = {"cache-control": cache}
    if version is not None:
        headers["etag"] = f'"{version}"'
    if vary:
        headers["vary"] = vary
    return Response(msgspec.json.encode(data), status_code=status, headers=headers, media_type=JSON)


def attachment(name: str, *, cache: str = NO_CACHE, vary: str = "") -> dict[str, str]:
    """Return the headers of a file that browsers save under a name."""
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": cache,
    }
    return {**headers, "vary": vary} if vary else headers


def qr_response(address: str) -> Response:
    """Return the QR code of an address as a picture."""
    headers = {"cache-control": FOR_A_DAY}
    return Response(address_as_qr(address), headers=headers, media_type="image/svg+xml")
