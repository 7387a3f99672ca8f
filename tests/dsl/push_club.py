"""A club whose server notifies: subscriptions are in SQLite, the log is in memory."""

import asyncio
import base64
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, TypeVar

from dsl.push_receiver import PushReceiver
from dsl.web_club import Club
from planilla.adapters.store.database import DatabasePush
from planilla.adapters.store.engines import SideStore
from planilla.application.push import PUSH_SERVICES, PushOffer

ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc"
Found = TypeVar("Found")


class PushClub(Club):
    """A website with notifications, for at most `most` subscriptions."""

    def __init__(self, url: str, most: int = 10) -> None:
        super().__init__()
        self.side = SideStore(url)
        self.push = DatabasePush(self.side, most)
        offer = PushOffer(public_key="BKEY", services=PUSH_SERVICES, subscriptions=self.push)
        self.serve(replace(self.site, push=offer))

    def wait(self, work: Coroutine[Any, Any, Found]) -> Found:
        """The result of a call of a port."""
        return asyncio.run(work)


def wanted(*entrants: str, endpoint: str = ENDPOINT) -> dict[str, Any]:
    """The body with which a browser subscribes."""
    receiver = PushReceiver()
    keys = {"p256dh": receiver.p256dh, "auth": receiver.auth}
    texts = {name: base64.urlsafe_b64encode(key).decode().rstrip("=") for name, key in keys.items()}
    return {"endpoint": endpoint, "entrants": list(entrants), **texts}
