"""Web Push: the news of followed players, sent to the browsers that subscribed to them (ADR 0072).

The elected process follows the log. For each tournament with subscriptions it claims the versions
since the last time, so that a message is sent once however many processes believe to be elected.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from planilla.adapters.push.sender import PushSender, QueuedPush
from planilla.application.envelope import Person
from planilla.application.ports import Clock, Log, StoreUnavailable
from planilla.application.privacy import shown_to_all
from planilla.application.push import PushSubscription, PushSubscriptions
from planilla.application.recording import DamagedLog
from planilla.application.states import History, TournamentReader
from planilla.domain.tournament.values import PublicLevel
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.followed import FollowedMessage, followed_message
from planilla.projections.followed import followed_news

SECOND_US = 1_000_000
NEWS_US = 600 * SECOND_US
"""Age in microseconds from which a fact is no news any more, as after a restart."""
GATHERING_S = 1.5
"""Seconds between two looks: what is recorded meanwhile makes one message."""
RETRY_S = 5.0
DELAYED_S = 15.0
"""Seconds between two looks while nothing is recorded."""
CLEANING_S = 3600.0
"""Seconds between two deletions of the subscriptions to tournaments that have ended."""
AFTER_END_US = 3 * 24 * 3600 * SECOND_US
"""Microseconds after the end of a tournament that its subscriptions are kept."""
UNCHANGED_US = 60 * 24 * 3600 * SECOND_US
"""The same for one that was not ended, after its last fact."""

logger = logging.getLogger(__name__)


class PushNotifier:
    """Follows the log and queues messages; the caller elects the process that runs it."""

    def __init__(  # noqa: PLR0913 - the ports that it reads
        self,
        log: Log,
        readings: TournamentReader,
        subscriptions: PushSubscriptions,
        sender: PushSender,
        clock: Clock,
        *,
        gathering_s: float = GATHERING_S,
    ) -> None:
        self._log = log
        self._readings = readings
        self._subscriptions = subscriptions
        self._sender = sender
        self._clock = clock
        self._gathering_s = gathering_s

    async def run(self) -> None:
        """Notify for ever; no error ends it."""
        async with self._sender.running(), asyncio.TaskGroup() as tasks:
            tasks.create_task(self._clean_regularly())
            tasks.create_task(self._look_regularly())
            while True:
                with _failures_logged():
                    async for _ in self._log.wakes():
                        await self.look()
                        await asyncio.sleep(self._gathering_s)
                await asyncio.sleep(RETRY_S)

    async def _look_regularly(self) -> None:
        """Look also where nothing is recorded: what was published with a delay is news then."""
        while True:
            await asyncio.sleep(DELAYED_S)
            with _failures_logged():
                await self.look()

    async def look(self) -> None:
        """Queue the messages about all that was recorded since the last time.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        notified = await self._subscriptions.notified()
        if not notified:
            return
        for summary in await self._log.tournaments():
            known = notified.get(summary.id)
            if known is not None and known != summary.version:
                try:
                    await self._notify(summary.id, known)
                except DamagedLog:
                    logger.warning("nobody is notified about a tournament whose log is damaged")

    async def clean(self) -> None:
        """Delete the subscriptions to tournaments that have ended or are gone.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        notified = await self._subscriptions.notified()
        if not notified:
            return
        now = self._clock.now()
        changed = {each.id: each.changed_at for each in await self._log.tournaments()}
        for tournament in notified:
            age = now - changed.get(tournament, 0)
            if age > UNCHANGED_US or (age > AFTER_END_US and await self._is_over(tournament)):
                await self._subscriptions.drop(tournament)

    async def _is_over(self, tournament: str) -> bool:
        history = await self._readings.history(tournament)
        return history is not None and history.public.is_over

    async def _clean_regularly(self) -> None:
        while True:
            try:
                await self.clean()
            except (StoreUnavailable, DamagedLog) as error:
                logger.warning("old push subscriptions were not deleted: %s", error)
            except Exception:
                logger.exception("old push subscriptions were not deleted")
            await asyncio.sleep(CLEANING_S)

    async def _notify(self, tournament: str, notified: int) -> None:
        recorded = await self._readings.history(tournament)
        if recorded is None:
            return
        history = self._readings.as_public(recorded)
        if history.version == notified:
            return
        if not await self._subscriptions.claim(tournament, notified, history.version):
            return  # another process has
        now = self._clock.now()
        since = max(notified, recorded.public_version(now - NEWS_US, PublicLevel.STANDINGS))
        if history.version <= since or recorded.public.hidden:
            return
        subscriptions = await self._subscriptions.of(tournament)
        people = shown_to_all(await self._log.people(tournament), recorded.staff)
        messages = await asyncio.to_thread(_messages, history, since, people, subscriptions)
        dropped = 0
        for subscription, message in messages:
            dropped += not self._sender.put(QueuedPush(subscription, message, now + NEWS_US))
        if dropped:
            logger.warning("%d push messages were dropped: too many wait", dropped)


@contextmanager
def _failures_logged() -> Iterator[None]:
    try:
        yield
    except StoreUnavailable:
        logger.warning("the database does not answer: nobody is notified meanwhile")
    except Exception:
        logger.exception("followers of players were not notified")


def _messages(
    history: History,
    since: int,
    people: dict[str, Person],
    subscriptions: Sequence[PushSubscription],
) -> list[tuple[PushSubscription, FollowedMessage]]:
    """Return the message to each subscription that has news since a version.

    Words are made once for all who have the same news in the same language.
    """
    before, after = history.state_at(since, to_staff=False), history.public
    followed = frozenset(EntrantId(each) for one in subscriptions for each in one.entrants)
    news = followed_news(before, after, followed)
    made: dict[tuple[str, tuple[int, ...]], FollowedMessage] = {}
    found = []
    for subscription in subscriptions:
        own = tuple(at for at, each in enumerate(news) if each.entrant in subscription.entrants)
        if not own:
            continue
        key = (subscription.language, own)
        if key not in made:
            chosen = [news[at] for at in own]
            made[key] = followed_message(key[0], history.tournament, after, people, chosen)
        found.append((subscription, made[key]))
    return found
