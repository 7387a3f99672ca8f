"""Notifications about followed players: a browser subscribes to a tournament, and ends it."""

import base64
import binascii

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.bodies import DOOR_MAX, read_json
from planilla.adapters.http.endpoints import Cost, page_at
from planilla.adapters.http.page_request import FOLLOWED_MAX, PageRequest
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.web import Pages, Web
from planilla.application.push import (
    PUSH_POINT_BYTES,
    PUSH_SECRET_BYTES,
    PushSubscription,
    TooManyPushSubscriptions,
    service_of,
)
from planilla.domain.vocabulary import EntrantId


class WantedPush(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A subscription as a browser has it: its keys are base64url."""

    endpoint: str
    p256dh: str
    auth: str
    entrants: tuple[str, ...]


class EndedPush(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The address of a browser that ends its subscription to a tournament."""

    endpoint: str


class PushPages(Pages):
    """Handlers of push subscriptions; there is no list of them."""

    of_push = True

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        assert web.site.push is not None, "only a server with pushes has them"
        self._push = web.site.push

    @page_at("/t/{tournament}/push", method="POST", cost=Cost.DOOR, body_max=DOOR_MAX)
    async def subscribe(self, page_request: PageRequest) -> Response:
        """Keep the subscription of a browser, in place of its last one to the tournament.

        Raises:
            Failure: its service is not known, it cannot be used, or there are too many.
        """
        wanted = await read_json(page_request.request, WantedPush)
        if not service_of(wanted.endpoint, self._push.services):
            raise Failure("push-service-unknown")
        state, history = page_request.page.state, page_request.history
        entrants = tuple(dict.fromkeys(wanted.entrants))
        known = [each for each in entrants if EntrantId(each) in state.entrants]
        if not known or len(known) > FOLLOWED_MAX or not state.system.has_rounds:
            raise Failure("push-unfit")
        subscription = PushSubscription(
            endpoint=wanted.endpoint,
            p256dh=_key_in(wanted.p256dh, PUSH_POINT_BYTES),
            auth=_key_in(wanted.auth, PUSH_SECRET_BYTES),
            tournament=page_request.page.id,
            entrants=tuple(known),
            language=page_request.visitor.language,
        )
        try:
            await self._push.subscriptions.keep(
                subscription, history.version, self._site.clock.now()
            )
        except TooManyPushSubscriptions as error:
            raise Failure("too-many-push-subscriptions") from error
        return Response(status_code=204)

    @page_at("/t/{tournament}/push/end", method="POST", cost=Cost.DOOR, body_max=DOOR_MAX)
    async def end(self, request: Request) -> Response:
        """Delete the subscription of a browser to the tournament, if there is one."""
        ended = await read_json(request, EndedPush)
        await self._push.subscriptions.end(ended.endpoint, request.path_params["tournament"])
        return Response(status_code=204)


def _key_in(text: str, length: int) -> bytes:
    """Decode a key of a browser.

    Raises:
        Failure: it is not base64url, or has another length.
    """
    try:
        key = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise Failure("push-unfit") from error
    if len(key) != length:
        raise Failure("push-unfit")
    return key
