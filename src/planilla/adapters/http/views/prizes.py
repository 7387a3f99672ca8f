"""Prizes in words: the plan, who wins what and why, and the effect of another result."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.audit.compare import PrizeDifferences, prize_effect
from planilla.domain.crosstable import Seat
from planilla.domain.prizes.distribution import Distribution, Share, Tie
from planilla.domain.prizes.plan import PrizeGroup, PrizePlan
from planilla.domain.tournament.prizes import winnings
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.presentation.catalogue import tr
from planilla.presentation.figures import money

NOTHING = "–"


@dataclass(frozen=True, kw_only=True)
class GroupWords:
    """A group of the plan: its title, how it is shared, and its prizes by place."""

    title: str
    sharing: str
    prizes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PlanWords:
    """The plan in words."""

    fund: str
    taking: str
    groups: tuple[GroupWords, ...]


@dataclass(frozen=True, kw_only=True)
class Winner:
    """A winner: place in the standings, points, the amount and its groups."""

    entrant: str
    name: str
    place: int
    points: str
    amount: str
    groups: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class WorkedShare:
    """One player's line in the working of a tie."""

    entrant: str
    name: str
    common: str
    by_place: str
    rounding: str
    amount: str
    is_asked: bool


@dataclass(frozen=True, kw_only=True)
class WorkedTie:
    """A tie of a group: its heading, and what each of its players gets."""

    group: str
    heading: str
    sharing: str
    struck: tuple[str, ...]
    shares: tuple[WorkedShare, ...]
    is_rounded: bool


@dataclass(frozen=True, kw_only=True)
class Paid:
    """The prizes as they were shared: by what, to whom, and whether today they would be others."""

    by: str
    winners: tuple[tuple[str, str, str], ...]
    unpaid: str
    differs: bool


class PrizeSheet:
    """The prizes of a tournament at one moment, in the words of one reader."""

    def __init__(self, page: TournamentPage, plan: PrizePlan) -> None:
        self._page = page
        self._plan = plan
        self._state: Tournament = page.state
        self.found: Distribution = winnings(page.state, plan, page.crosstable)

    def money(self, amount: int) -> str:
        """An amount in the currency of the plan."""
        return money(self._page.language, amount, self._plan.currency)

    def exact(self, amount: Fraction) -> str:
        """An amount with its part of the smallest unit, as `333,33 EUR + 1/3`; a dash for none."""
        if not amount:
            return NOTHING
        whole = amount.__floor__()
        rest = f" + {amount - whole}" if amount != whole else ""
        return f"{self.money(whole)}{rest}"

    @property
    def plan(self) -> PlanWords:
        """The announced plan of prizes."""
        say = self._page.say
        return PlanWords(
            fund=say("page.prizes.fund", fund=self._plan.fund, currency=self._plan.currency),
            taking=say(f"prize-taking.{self._plan.taking.value}"),
            groups=tuple(self._group(group) for group in self._plan.groups),
        )

    def _group(self, group: PrizeGroup) -> GroupWords:
        return GroupWords(
            title=group_said(self._page.language, group),
            sharing=self._page.say(f"prize-sharing.{group.sharing.value}"),
            prizes=tuple(self.money(prize) for prize in group.prizes),
        )

    @property
    def winners(self) -> tuple[Winner, ...]:
        """The provisional winners, the best placed first; none before round 1."""
        if not self._state.last_published:
            return ()
        rows = {standing.seat: standing for standing in self._page.standings}
        return tuple(
            Winner(
                entrant=self._page.entrant_at(seat),
                name=self._page.name(self._page.entrant_at(seat)),
                place=rows[seat].rank,
                points=self._page.points(rows[seat].points),
                amount=self.money(amount),
                groups=tuple(self._groups_of(seat)),
            )
            for seat, amount in self.found.amounts.items()
        )

    def _groups_of(self, seat: Seat) -> Iterator[str]:
        for group, shared in zip(self._plan.groups, self.found.groups, strict=True):
            if any(share.seat == seat and share.amount for share in _shares(shared.ties)):
                yield group_said(self._page.language, group)

    @property
    def unpaid(self) -> str:
        """A sentence about prizes without a winner; empty where there are none."""
        return self._unpaid(self.found.unpaid)

    def _unpaid(self, unpaid: int) -> str:
        if not unpaid:
            return ""
        return self._page.say("page.prizes.unpaid", unpaid=unpaid, currency=self._plan.currency)

    def working(self, seat: Seat) -> tuple[WorkedTie, ...]:
        """Return the workings of one player's prizes: each tie that they share."""
        return tuple(
            self._tie(number, tie, seat)
            for number, shared in enumerate(self.found.groups)
            for tie in shared.ties
            if any(share.seat == seat for share in tie.shares)
        )

    def _tie(self, number: int, tie: Tie, seat: Seat) -> WorkedTie:
        say, group = self._page.say, self._plan.groups[number]
        heading = (
            say("page.prizes.pool.one", first=tie.first, pool=self.money(tie.pool))
            if len(tie.shares) == 1
            else say(
                "page.prizes.pool",
                first=tie.first,
                last=tie.last,
                prizes=" + ".join(self.money(prize) for prize in tie.prizes),
                pool=self.money(tie.pool),
            )
        )
        return WorkedTie(
            group=group_said(self._page.language, group),
            heading=heading,
            sharing=say(f"prize-sharing.{group.sharing.value}") if len(tie.shares) > 1 else "",
            struck=tuple(self._struck(number, tie)),
            shares=tuple(self._share(share, seat) for share in tie.shares),
            is_rounded=any(share.rounding for share in tie.shares),
        )

    def _struck(self, number: int, tie: Tie) -> Iterator[str]:
        """Yield a sentence for each player ahead of the last of a tie who takes another prize."""
        order = [standing.seat for standing in self._page.standings]
        ahead = set(order[: order.index(tie.shares[-1].seat)])
        for struck in self.found.groups[number].struck:
            if struck.seat not in ahead:
                continue
            yield self._page.say(
                "page.prizes.struck",
                player=self._page.entrant_at(struck.seat),
                takes=group_said(self._page.language, self._plan.groups[struck.takes]),
            )

    def _share(self, share: Share, asked: Seat) -> WorkedShare:
        entrant = self._page.entrant_at(share.seat)
        return WorkedShare(
            entrant=entrant,
            name=self._page.name(entrant),
            common=self.exact(share.common),
            by_place=self.exact(share.by_place),
            rounding=_signed(share.rounding),
            amount=self.money(share.amount),
            is_asked=share.seat == asked,
        )

    @property
    def paid(self) -> Paid | None:
        """The prizes as they were shared, if they were."""
        shared = self._state.prizes_shared
        if shared is None:
            return None
        event, language = shared.event, self._page.language
        today = {self._page.entrant_at(seat): each for seat, each in self.found.amounts.items()}
        then = {each.entrant: each.amount for each in event.payouts}
        return Paid(
            by=self._page.say(f"shared-by.{event.by.value}"),
            winners=tuple(
                (entrant, self._page.name(entrant), money(language, amount, event.currency))
                for entrant, amount in then.items()
            ),
            unpaid=self._unpaid(event.unpaid),
            differs=event.chances is None and today != then,
        )


def _shares(ties: Iterable[Tie]) -> Iterator[Share]:
    for tie in ties:
        yield from tie.shares


def _signed(rounding: Fraction) -> str:
    """A part of the smallest unit with its sign; a dash for none."""
    if not rounding:
        return NOTHING
    return f"+{rounding}" if rounding > 0 else f"−{-rounding}"


def effect_lines(page: TournamentPage, effect: PrizeDifferences) -> tuple[str, ...]:
    """Return one sentence for each player who would win more or less."""
    language, currency = page.language, effect.currency
    return tuple(
        page.say(
            "page.prizes.effect.row",
            player=EntrantId(each.entrant),
            before=money(language, each.before, currency),
            after=money(language, each.after, currency),
            change=("+" if each.after > each.before else "")
            + money(language, each.after - each.before, currency),
        )
        for each in effect.changes
    )


def prize_preview(
    page: TournamentPage, game: GameId, results: Iterable[str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the effect on the prizes of each result of a correction; none without prizes."""
    found = ((result, prize_effect(page.state, game, result)) for result in results)
    return tuple(
        (result, effect_lines(page, effect)) for result, effect in found if effect is not None
    )


def group_said(language: str, group: PrizeGroup) -> str:
    """Return the description of a group: `General`, `Category U16, rating up to 1800`."""
    parts = []
    if group.category:
        parts.append(tr(language, "page.prizes.category", category=group.category))
    first, last = group.rating_from, group.rating_to
    # Text, for a rating is written without a mark between its digits.
    if first is not None and last is not None:
        band = tr(language, "page.prizes.band", rating_from=str(first), rating_to=str(last))
        parts.append(band)
    elif first is not None:
        parts.append(tr(language, "page.prizes.band.from", rating_from=str(first)))
    elif last is not None:
        parts.append(tr(language, "page.prizes.band.to", rating_to=str(last)))
    if group.admits_unrated and (first, last) != (None, None):
        parts.append(tr(language, "page.prizes.unrated"))
    return ", ".join(parts) or tr(language, "page.prizes.general")
