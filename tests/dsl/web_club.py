"""A club with a website on memory ports: its pages by a test client, its arbiter by a link."""

import json
import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

from httpx2 import Response
from starlette.applications import Starlette
from starlette.testclient import TestClient

from dsl.browsers import Browser
from dsl.memory_erasures import MemoryErasures
from dsl.memory_evidence import MemoryEvidence
from dsl.portions import LedgerIntake
from planilla.adapters.http.app import build
from planilla.adapters.http.site import Site
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.adapters.signing import SetKey
from planilla.application.envelope import Actor, Answer, Submission
from planilla.application.jobs import Follower
from planilla.application.ports import Evidence
from planilla.application.rating_lists import NO_LISTS, RatingLists
from planilla.application.roles import full_grant

WEB = Path(__file__).parent.parent.parent / "web"
HOST = "http://club.test"
ORGANISER = Actor(id="organiser", grants=(full_grant("*"),))
ARBITER = Actor(id="actor-club", grants=(full_grant("club"),))
"""Whoever holds the link of `Club.let_in` for the tournament `club`."""
KEYS = SetKey("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", variable="K")
"""The secret key of the first test of RFC 8032, 7.1."""
ORGANISER_TOKEN = "organiser-token"
SIX = ("Ana Alba", "Bea Bosch", "Carl Cruz", "Dora Díaz", "Eva Elías", "Fay Font")


def site_on(
    store: MemoryStore,
    ids: CountedIds,
    public_url: str = HOST,
    *,
    clock: SetClock | None = None,
    rating_lists: RatingLists = NO_LISTS,
    evidence: Evidence | None = None,
    follower: Follower | None = None,
) -> Site:
    """A site over memory ports."""
    return Site(
        bus=store,
        log=store,
        grants=store,
        ids=ids,
        clock=clock or SetClock(),
        web_dir=WEB,
        public_url=public_url,
        version="1.2.3",
        rating_lists=rating_lists,
        keys=KEYS,
        evidence=evidence,
        people=store,
        erasures=MemoryErasures(),
        follower=follower,
        intake=LedgerIntake(store),
    )


class Club:
    """A website with one store; `client` is a browser without script."""

    def __init__(
        self,
        public_url: str = HOST,
        *,
        rating_lists: RatingLists = NO_LISTS,
        keeps_files: bool = True,
        follower: Follower | None = None,
    ) -> None:
        self.clock = SetClock()
        self.ids = CountedIds(1000)
        self.store = MemoryStore(clock=SetClock(step=1_000_000), ids=CountedIds())
        self.public_url = public_url
        self.evidence = MemoryEvidence(self.clock)
        self.site = site_on(
            self.store,
            self.ids,
            public_url,
            clock=self.clock,
            rating_lists=rating_lists,
            evidence=self.evidence if keeps_files else None,
            follower=follower,
        )
        self._commands = 0
        self.serve(self.site)

    def serve(self, site: Site) -> None:
        """Build the website of a site, with a browser that nobody has entered with."""
        self.site, parts = site, build(site)
        self.app = Starlette(
            routes=list(parts.routes),
            middleware=list(parts.middleware),
            exception_handlers=dict(parts.exception_handlers),
        )
        self.client = self.browser()
        self.actor = ORGANISER

    def browser(self, language: str = "en") -> TestClient:
        """A new browser that nobody has entered with."""
        return Browser(
            self.app,
            base_url=self.public_url,
            headers={"accept-language": language, "origin": self.public_url},
            raise_server_exceptions=False,
        )

    def command(self, tournament: str, command: str, **body: Any) -> Answer:
        """Hand a command in as `actor`, past the website."""
        self._commands += 1
        submission = Submission(
            tournament=tournament,
            name=command,
            body=json.dumps(body).encode(),
            command_id=f"given-{self._commands}",
            actor=self.actor,
        )
        answer = self.store.submit_all((submission,))[0]
        assert answer.status in {"done", "already"}, answer
        return answer

    def found(self, system: str = "swiss-dutch-libro", rounds: int = 3, **announced: Any) -> None:
        """A tournament `club` with six entrants `e1` … `e6` by rating."""
        rules = {"system": system, "rounds": rounds, **announced}
        self.command("club", "create-tournament", name="Club", **rules)
        entrants = [
            {"id": f"e{n}", "person": {"name": name, "club": "Masnou"}, "rating": 2100 - 100 * n}
            for n, name in enumerate(SIX, start=1)
        ]
        self.command("club", "enter-entrants", entrants=entrants)

    def pair(self, number: int) -> tuple[str, ...]:
        """Pair and publish a round; its games in board order."""
        self.command("club", "pair-round", round=number)
        self.command("club", "publish-pairings", round=number)
        return tuple(f"{number}.{board}" for board in (1, 2, 3))

    def pair_odd(self) -> tuple[str, ...]:
        """Pair and publish the next round of five; its two games."""
        number = 1 + sum(each.type == "PairingsPublished" for each in self.store.ledger.log)
        self.pair(number)
        return (f"{number}.1", f"{number}.2")

    def play(self, number: int, *results: str) -> None:
        """Pair, publish and finish a round."""
        for game, result in zip(self.pair(number), results, strict=True):
            self.command("club", "record-result", game=game, result=result)

    async def let_in(self, token: str, scope: str) -> None:
        """Grant a link and enter with it."""
        await self.store.give(token, f"actor-{scope.strip('*') or 'all'}", full_grant(scope))
        answer = self.client.post("/enter", data={"token": token}, follow_redirects=False)
        assert answer.status_code == 303

    def confirmed(self, act: str, form: Mapping[str, str]) -> Response:
        """Make an act that asks first, and confirm it on the page that shows what it brings."""
        before = self.version
        asked = self.client.post(f"/t/club/acts/{act}", data=dict(form))
        assert 'id="confirm"' in asked.text, asked.text
        assert self.version == before, "nothing is recorded before it is confirmed"
        return self.client.post(
            f"/t/club/acts/{act}", data=form_of(asked.text, f"/t/club/acts/{act}")
        )

    @property
    def version(self) -> int:
        """How many facts the tournament `club` has."""
        return len(self.store.ledger.events("club", 0))


def form_of(html: str, action: str) -> dict[str, str]:
    """The hidden fields of the first form that posts to `action`."""
    posts = rf'<form[^>]* method="post"[^>]* action="{re.escape(action)}"[^>]*>(.*?)</form>'
    found = re.search(posts, html, re.DOTALL)
    assert found is not None, action
    fields: Mapping[str, str] = dict(
        re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', found[1])
    )
    return dict(fields)


def pressed(html: str, game: str, result: str = "") -> tuple[str, dict[str, str]]:
    """The address and the fields that a press in the row of a board sends, without script.

    With no result it is the button that withdraws one.
    """
    form, inside = re.findall(r'(<form class="boards"[^>]*>)(.*?)</form>', html, re.DOTALL)[0]
    board = rf"{re.escape(game)} [^ \"]+ [^ \"]+{re.escape(f' {result}') if result else ''}"
    button = re.search(rf'<button[^>]* name="pressed" value="({board})"[^>]*>', inside)
    assert button is not None, (game, result)
    target = re.search(r'action="([^"]+)"', button[0]) or re.search(r'action="([^"]+)"', form)
    assert target is not None
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', inside)
    return target[1], {**dict(fields), "pressed": button[1]}


def fields_in(html: str, start: str = '<form class="stack write"') -> dict[str, str]:
    """What a browser would send of a form as it stands: that of the regulations, if not another."""
    _, _, form = html.partition(start)
    form, _, _ = form.partition("</form>")
    sent: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        named = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if named.get("type") in {"checkbox", "radio"} and not re.search(r"\bchecked\b", tag):
            continue
        before = sent.get(named["name"])
        value = unescape(named.get("value", ""))
        sent[named["name"]] = f"{before},{value}" if before else value
    areas = r'<textarea[^>]*name="([^"]+)"[^>]*>(.*?)</textarea>'
    for name, body in re.findall(areas, form, re.DOTALL):
        sent[name] = unescape(body)
    for name, body in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', body) or re.search(r'value="([^"]*)"', body)
        assert chosen is not None
        before, value = sent.get(name), unescape(chosen[1])
        sent[name] = f"{before},{value}" if before else value
    return sent
