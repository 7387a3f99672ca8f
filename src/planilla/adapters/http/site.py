"""The services that `main` passes to the pages and the command interface, without settings."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from planilla.application.integrity import Integrity
from planilla.application.jobs import Follower, Worker
from planilla.application.ports import (
    Clock,
    CommandBus,
    Erasures,
    Evidence,
    Grants,
    Ids,
    Keys,
    Log,
    People,
)
from planilla.application.rating_lists import NO_LISTS, RatingLists
from planilla.application.states import TournamentReader
from planilla.application.unready import Unready


@dataclass(frozen=True, kw_only=True)
class Site:
    """The ports, the folder of the web assets, and how people reach us.

    `public_url` has no slash at its end; with `https` cookies are `Secure` and HSTS is sent.
    `rating_lists` are the federations' lists that entries are completed from.
    `people` are erased by it, and `erasures` lists that; without them nobody is erased here.
    `evidence` keeps files beside the log; without it acts bring none.
    `integrity` holds the known damage; `readings` the tournaments in memory, which it shares.
    `keys` hold the key that signs heads; without them there are no signed heads and no proofs.
    `worker` works out previews and the reasons of big rounds; without one a thread does. `follower`
    works out what takes long, as what-ifs: it holds up nothing of what `worker` does.
    `faults` checks what keeps this node from reading or recording; it blocks.
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
    readings: TournamentReader | None = None
    faults: Callable[[], tuple[Unready, ...]] = tuple

    @property
    def is_secure(self) -> bool:
        """True if the site is served over TLS."""
        return self.public_url.startswith("https://")
