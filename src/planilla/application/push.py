"""Push subscriptions: the browsers that are notified about followed players, and their port.

A subscription is not part of the log: it is the address of a browser at its push service, the keys
that encrypt for it, and the players that it follows in one tournament (ADR 0072).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import msgspec

from planilla.application.permissions import derived_secret
from planilla.application.ports import Keys

PUSH_PURPOSE = b"planilla web push\n"
"""The beginning of what is signed for the key of the pushes, which no other message has."""
SUBSCRIPTIONS_MAX = 20_000
"""Most subscriptions of a server."""
ENDPOINT_MAX = 800
"""Most characters of the address of a browser at its push service."""
PUSH_POINT_BYTES, PUSH_SECRET_BYTES = 65, 16
"""Bytes of the two keys of a browser (RFC 8291, 3.1 and 3.2)."""
PUSH_SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)
"""Push services of browsers; `*.` stands for one or more labels."""
_ENDPOINT = re.compile(r"https://(?P<host>[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:443)?/[!-~]+")


class TooManyPushSubscriptions(Exception):
    """The server has as many subscriptions as it keeps."""


class PushSubscription(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that follows `entrants` of a tournament, and the language of its messages.

    `endpoint` is its address at its push service; `p256dh` and `auth` are the keys of RFC 8291.
    """

    endpoint: str
    p256dh: bytes
    auth: bytes
    tournament: str
    entrants: tuple[str, ...]
    language: str


class PushSubscriptions(Protocol):
    """The subscriptions of a server, and for each tournament the last version they were sent."""

    async def keep(self, subscription: PushSubscription, version: int, at: int) -> None:
        """Keep a subscription, in place of that of the same browser to the same tournament.

        The first one of a tournament receives what follows `version`.

        Raises:
            TooManyPushSubscriptions: it would be one too many.
        """

    async def end(self, endpoint: str, tournament: str) -> bool:
        """Delete the subscription of a browser to a tournament; return whether there was one."""

    async def forget(self, endpoint: str) -> None:
        """Delete all subscriptions of a browser."""

    async def drop(self, tournament: str) -> None:
        """Delete all subscriptions to a tournament."""

    async def of(self, tournament: str) -> tuple[PushSubscription, ...]:
        """Return the subscriptions to a tournament, the oldest first."""

    async def notified(self) -> Mapping[str, int]:
        """Return the version up to which each tournament with subscriptions was notified."""

    async def claim(self, tournament: str, notified: int, version: int) -> bool:
        """Note `version` as notified; False if `notified` is no longer what is noted.

        Of several processes that claim the same versions, one succeeds.
        """


@dataclass(frozen=True, kw_only=True)
class PushOffer:
    """The pushes that a server offers to browsers.

    `public_key` is the key by which push services recognise the server, base64url; `services` are
    the push services that it sends to.
    """

    public_key: str
    services: tuple[str, ...]
    subscriptions: PushSubscriptions


def service_of(endpoint: str, services: tuple[str, ...]) -> str:
    """Return the service that the address of a browser belongs to; "" if it is none of these."""
    found = _ENDPOINT.fullmatch(endpoint) if len(endpoint) <= ENDPOINT_MAX else None
    if found is None:
        return ""
    host = found["host"]
    return next((each for each in services if _is_of(host, each)), "")


def _is_of(host: str, service: str) -> bool:
    if service.startswith("*."):
        return host.endswith(service[1:])
    return host == service


def push_secret(keys: Keys) -> bytes:
    """Return the secret that the key pair of the pushes follows from.

    Raises:
        KeyUnusable: the key cannot be read or made, or others may read it.
    """
    return derived_secret(keys, PUSH_PURPOSE)
