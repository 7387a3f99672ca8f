"""Players of the federations' rating lists, for those who enter people.

The lists are read in a thread: a search takes milliseconds, and nobody's page waits for it.
"""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec

from planilla.adapters.http.problems import Failure
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import Visitor
from planilla.application.completing import (
    Completion,
    CompletionSource,
    completed,
    standing_at,
    values_of,
)
from planilla.application.ports import Clock
from planilla.application.rating_lists import ListUnusable, RatingList, chosen
from planilla.domain.vocabulary import number_written
from planilla.formats.entry_list import Entered, EntryLine
from planilla.formats.rating_list.records import RATES, STANDARD, ListedPlayer

SEARCHES_MAX, SEARCH_INTERVAL_S = 60, 10
"""Searches per interval in seconds: enough for typing; programs import the whole list."""

MICROSECONDS = 1_000_000
ACTORS_MAX = 1_000
"""Maximum of actors with a search rate; the least recent is dropped first."""
TEXT_MAX = 120

logger = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Found:
    """A search result, as the page shows it."""

    id: int
    name: str
    detail: str
    rating: int
    is_inactive: bool


@dataclass(frozen=True, kw_only=True)
class Search:
    """The search field: what was asked and found, and what can be chosen."""

    lists: tuple[RatingList, ...]
    listed: RatingList
    rate: str
    text: str
    found: tuple[Found, ...]
    rates: tuple[str, ...] = RATES


class RatingSearch:
    """Looks players up for one site."""

    def __init__(self, site: Site) -> None:
        self._lists = site.rating_lists
        self._pace = RateLimit(site.clock, most=SEARCHES_MAX, within_s=SEARCH_INTERVAL_S)

    async def source(self, asked: Mapping[str, str]) -> CompletionSource | None:
        """The list and rate that a request asks for; None where there is no such list.

        A list that cannot be used is as good as none: the log tells the operator.
        """
        try:
            lists = await asyncio.to_thread(self._lists.lists)
        except ListUnusable as error:
            logger.warning("the rating list %s cannot be used: import it again", error.kind)
            return None
        listed = chosen(lists, asked.get("list", ""))
        if listed is None:
            return None
        rate = asked.get("rate", "")
        return CompletionSource(self._lists, listed, rate if rate in RATES else STANDARD)

    async def search(self, visitor: Visitor, asked: Mapping[str, str]) -> Search | None:
        """Return the values of the search field; None if there is no list.

        Raises:
            Failure: the visitor searches more often than a person types.
        """
        source = await self.source(asked)
        if source is None:
            return None
        text = asked.get("q", "").strip()[:TEXT_MAX]
        players = await self.players(visitor, source, text) if text else ()
        return Search(
            lists=await asyncio.to_thread(self._lists.lists),
            listed=source.listed,
            rate=source.rate,
            text=text,
            found=tuple(found_of(player, source.rate) for player in players),
        )

    async def players(
        self, visitor: Visitor, source: CompletionSource, text: str
    ) -> tuple[ListedPlayer, ...]:
        """Those whose id or name is meant by `text`.

        Raises:
            Failure: the visitor searches more often than a person types.
        """
        self._pace.keep(visitor.actor.id)
        return await asyncio.to_thread(source.lists.find, source.listed.kind, text[:TEXT_MAX])

    async def taken(self, asked: Mapping[str, str]) -> dict[str, str]:
        """The values of the player whose id `take` names, to fill the form with; or none.

        `listed_rating` is there so that a rating that is changed is no longer taken for the list's.
        """
        source, id_ = await self.source(asked), asked.get("take", "")
        if source is None or not (id_.isascii() and id_.isdigit() and len(id_) <= 10):
            return {}
        player = await asyncio.to_thread(source.lists.with_id, source.listed.kind, int(id_))
        if player is None:
            return {}
        values = values_of(player, source)
        return {**values, "listed_rating": values.get("rating", "")}

    async def complete(
        self, lines: Iterable[EntryLine], form: Mapping[str, str], entered: Entered
    ) -> tuple[Completion, ...]:
        """Lines completed from the list that the form names; as they are where there is none.

        The list is the first where the form names none, and no list where it names `-`.
        """
        source = await self.source(form)
        if source is None:
            return tuple(Completion(line=line) for line in lines)
        picked = {
            line: answer
            for name, answer in form.items()
            if name.startswith("pick-")
            and (line := number_written(name.removeprefix("pick-"))) is not None
        }
        return await asyncio.to_thread(completed, tuple(lines), source, picked, entered)


def found_of(player: ListedPlayer, rate: str) -> Found:
    """Return a search result with the data that distinguishes namesakes, and the rating."""
    detail = (player.title, player.federation, str(player.birth or ""), str(player.id))
    return Found(
        id=player.id,
        name=player.name,
        detail=" · ".join(filter(None, detail)),
        rating=standing_at(player, rate).rating,
        is_inactive="i" in player.flag,
    )


class PlayerOfAList(msgspec.Struct, frozen=True, kw_only=True):
    """A player of a list for programs: a rating of 0 is none, a birth year of 0 is unknown."""

    id: int
    name: str
    federation: str
    sex: str
    title: str
    standard: int
    standard_games: int
    standard_k: int
    rapid: int
    rapid_games: int
    rapid_k: int
    blitz: int
    blitz_games: int
    blitz_k: int
    birth: int
    flag: str


class PlayersFound(msgspec.Struct, frozen=True, kw_only=True):
    """The players found, and the list they are from."""

    list: RatingList
    players: tuple[PlayerOfAList, ...]


def answer_of(listed: RatingList, players: Iterable[ListedPlayer]) -> PlayersFound:
    """Return the players found, for programs."""
    fields = PlayerOfAList.__struct_fields__
    found = (PlayerOfAList(**{name: getattr(each, name) for name in fields}) for each in players)
    return PlayersFound(list=listed, players=tuple(found))


class RateLimit:
    """Counts the questions of each actor."""

    def __init__(self, clock: Clock, *, most: int, within_s: int) -> None:
        self._clock = clock
        self._most = most
        self._within_s = within_s
        self._asked: OrderedDict[str, deque[int]] = OrderedDict()

    def keep(self, actor: str) -> None:
        """Count a question.

        Raises:
            Failure: there were too many of them lately.
        """
        now = self._clock.now()
        asked = self._asked.setdefault(actor, deque(maxlen=self._most))
        self._asked.move_to_end(actor)
        if len(self._asked) > ACTORS_MAX:
            self._asked.popitem(last=False)
        if len(asked) == self._most and now - asked[0] < self._within_s * MICROSECONDS:
            fields = {"most": self._most, "seconds": self._within_s}
            raise Failure(
                status=429, code="too-many-questions", fields=fields, retry_s=self._within_s
            )
        asked.append(now)
