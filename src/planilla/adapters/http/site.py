"""Services that `main` passes to the pages and the command interface, without settings."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from planilla.adapters.http.limits import Buckets
from planilla.application.accounts import Accounts
from planilla.application.following import Intake
from planilla.application.integrity import Integrity
from planilla.application.jobs import Follower, Worker
from planilla.application.permissions import derived_secret
from planilla.application.ports import (
    Clock,
    CommandBus,
    Erasures,
    Evidence,
    Grants,
    Ids,
    Keys,
    KeyUnusable,
    Log,
    People,
)
from planilla.application.push import PushOffer
from planilla.application.rating_lists import NO_LISTS, RatingLists
from planilla.application.states import TournamentReader
from planilla.application.unready import Unready


@dataclass(frozen=True, kw_only=True)
class Site:
    """The ports, the folder of the web assets, and the public address.

    `public_url` has no trailing slash; with `https` cookies are `Secure` and HSTS is sent.
    `rating_lists` are the federations' lists for completing entries. `people` erases people, and
    `erasures` lists the erasures; without them there is no erasure. `evidence` stores files beside
    the log; without it acts have no files. `intake` appends what other logs push here. `integrity`
    holds the known damage, `readings` the shared tournaments in memory. `keys` has the key for
    signing heads; without it there are no signed heads and no proofs. `worker` calculates previews
    and the reasons of big rounds; without it a thread does. `follower` does long calculations, as
    what-ifs, which do not delay those of `worker`. `faults` returns the faults that prevent reading
    or recording; it blocks. `buckets` count requests by address together with other processes.
    `has_others` is true where other processes or nodes may serve the same people. Without
    `accounts` nobody signs in but by links. Without `push` browsers are not notified.
    """

    bus: CommandBus
    log: Log
    grants: Grants
    ids: Ids
    clock: Clock
    web_dir: Path
    public_url: str
    version: str = ""
    worker: Worker | None = None
    follower: Follower | None = None
    rating_lists: RatingLists = NO_LISTS
    keys: Keys | None = None
    evidence: Evidence | None = None
    people: People | None = None
    erasures: Erasures | None = None
    integrity: Integrity = field(default_factory=Integrity)
    intake: Intake | None = None
    readings: TournamentReader | None = None
    faults: Callable[[], tuple[Unready, ...]] = tuple
    buckets: Buckets | None = None
    has_others: bool = False
    accounts: Accounts | None = None
    push: PushOffer | None = None

    def secret(self, purpose: bytes) -> bytes:
        """Return the secret for a purpose that all nodes have; empty without a usable key."""
        try:
            return b"" if self.keys is None else derived_secret(self.keys, purpose)
        except KeyUnusable:
            return b""

    @property
    def is_secure(self) -> bool:
        """True if the site is served over TLS."""
        return self.public_url.startswith("https://")
