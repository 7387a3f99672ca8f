"""Texts of prizes: the plan, winners with reasons, chances, and qualifying places."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any, NamedTuple

from planilla.adapters.http.command_forms import fields_shown, plan_texts
from planilla.adapters.http.forms import Input
from planilla.adapters.http.views.tables import TableRow, TableShown, table_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.audit.compare import PrizeDifferences, prize_effect
from planilla.domain.crosstable import Seat
from planilla.domain.prizes.chances import Chance, Chances
from planilla.domain.prizes.distribution import Distribution, Share, Tie
from planilla.domain.prizes.outcomes import Likelihood, open_games
from planilla.domain.prizes.plan import PrizeGroup, PrizePlan, Sharing
from planilla.domain.tournament.entrants import ENTRANTS_MAX
from planilla.domain.tournament.prizes import plan_of, winnings
from planilla.domain.tournament.qualifying import Cut, cut_of, places_of, stage_of
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import Stage
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.presentation.catalogue import tr
from planilla.presentation.figures import money, percentage
from planilla.projections.prizes import (
    CHANCES,
    CHANCES_TO_QUALIFY,
    PAID,
    PLACES,
    SHARES,
    SHARES_ROUNDED,
    WINNERS,
    ChanceRow,
    WinnerRow,
)
from planilla.projections.qualifying import CHANCE, TABLE, Contender, Qualification, QualifyingRow

NOTHING = "–"

PLACES_SHOWN = 5
"""Number of columns of places; the bar has all of them."""
PLACES_MARKED = 6
"""Places of the bar with their own style; the last one includes all that follow."""
BAR_WIDTH = 1000
WRITTEN_CHANCE_MIN = Fraction(1, 100)
"""Smallest chance written below the bar."""
BELOW_SHOWN = 5
"""Fewest rows below the line, besides all players who can still qualify."""
ANNOUNCE = "announce-prizes"
CURRENCY_USUAL = "EUR"
GROUPS = 6
"""Number of groups in the form."""


class GroupShown(NamedTuple):
    """A group of the plan in words: how it is shared, and its prizes."""

    title: str
    sharing: str
    prizes: tuple[str, ...]


class PlanShown(NamedTuple):
    """The announced plan in words: its fund, who takes which prize, and its groups."""

    fund: str
    taking: str
    groups: tuple[GroupShown, ...]


class PaidShown(NamedTuple):
    """The prizes as they were shared; `differs` is true where they would be others today."""

    by: str
    table: TableShown
    unpaid: str
    differs: bool


class ChancesShown(NamedTuple):
    """The chances while games are open; `qualifying` is the number of places that qualify."""

    note: str
    qualifying: int
    table: TableShown


class TieShown(NamedTuple):
    """A tie as text: the shared prizes, the rule, and the share of each player."""

    group: str
    heading: str
    sharing: str
    struck: tuple[str, ...]
    table: TableShown


class PrizeSheet:
    """The prizes of a tournament at one moment, in the reader's language."""

    def __init__(self, page: TournamentPage, plan: PrizePlan) -> None:
        self._page = page
        self._plan = plan
        self._state: Tournament = page.state
        self.found: Distribution = winnings(page.state, plan, page.crosstable)

    def money(self, amount: int) -> str:
        """Format an amount in the currency of the plan."""
        return money(self._page.language, amount, self._plan.currency)

    def exact(self, amount: Fraction) -> str:
        """Format an amount with its part of the smallest unit: `333,33 EUR + 1/3`, or a dash."""
        if not amount:
            return NOTHING
        whole = amount.__floor__()
        rest = f" + {amount - whole}" if amount != whole else ""
        return f"{self.money(whole)}{rest}"

    @property
    def plan(self) -> PlanShown:
        """Return the announced plan of prizes."""
        say, plan = self._page.say, self._plan
        fund = say("page.prizes.fund", fund=plan.fund, currency=plan.currency)
        groups = tuple(self._group(group) for group in plan.groups)
        return PlanShown(fund, say(f"prize-taking.{plan.taking.value}"), groups)

    def _group(self, group: PrizeGroup) -> GroupShown:
        title = group_text(self._page.language, group)
        sharing = self._page.say(f"prize-sharing.{group.sharing.value}")
        return GroupShown(title, sharing, tuple(self.money(prize) for prize in group.prizes))

    @property
    def winners(self) -> TableShown:
        """Return the provisional winners, the best placed first; none before round 1."""
        page, has_begun = self._page, self._state.last_published
        rows = {standing.seat: standing for standing in page.standings} if has_begun else {}
        title = "page.prizes.final" if self._state.finished else "page.prizes.now"
        found = self.found.amounts.items() if has_begun else ()
        return table_of(
            page,
            WINNERS,
            (
                TableRow(
                    player=page.entrant_at(seat),
                    place=rows[seat].rank,
                    detail=" · ".join(self._groups_of(seat)),
                    fields=WinnerRow(points=rows[seat].points, amount=amount),
                )
                for seat, amount in found
            ),
            "prizes",
            page.say(title),
            folder="prizes",
            file="prizes",
            currency=self._plan.currency,
        )

    def _groups_of(self, seat: Seat) -> Iterator[str]:
        for group, shared in zip(self._plan.groups, self.found.groups, strict=True):
            if any(share.seat == seat and share.amount for share in _shares(shared.ties)):
                yield group_text(self._page.language, group)

    @property
    def unpaid(self) -> str:
        """Return a sentence about prizes without a winner, or ""."""
        return self._unpaid(self.found.unpaid)

    def _unpaid(self, unpaid: int) -> str:
        if not unpaid:
            return ""
        return self._page.say("page.prizes.unpaid", unpaid=unpaid, currency=self._plan.currency)

    def working(self, seat: Seat) -> tuple[TieShown, ...]:
        """Return the workings of one player's prizes, one for each shared tie."""
        return tuple(
            self._tie(number, tie, seat)
            for number, shared in enumerate(self.found.groups)
            for tie in shared.ties
            if any(share.seat == seat for share in tie.shares)
        )

    def _tie(self, number: int, tie: Tie, seat: Seat) -> TieShown:
        say, group = self._page.say, self._plan.groups[number]
        if len(tie.shares) == 1:
            heading = say("page.prizes.pool.one", first=tie.first, pool=self.money(tie.pool))
        else:
            heading = say(
                "page.prizes.pool",
                first=tie.first,
                last=tie.last,
                prizes=" + ".join(self.money(prize) for prize in tie.prizes),
                pool=self.money(tie.pool),
            )
        return TieShown(
            group=group_text(self._page.language, group),
            heading=heading,
            sharing=say(f"prize-sharing.{group.sharing.value}") if len(tie.shares) > 1 else "",
            struck=tuple(self._struck(number, tie)),
            table=table_of(
                self._page,
                SHARES_ROUNDED if any(share.rounding for share in tie.shares) else SHARES,
                (self._share(share, seat) for share in tie.shares),
                "prizes working-of",
                say("page.prizes.working"),
                is_keyed=False,
            ),
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
                takes=group_text(self._page.language, self._plan.groups[struck.takes]),
            )

    def _share(self, share: Share, asked: Seat) -> TableRow:
        name = self._page.name(self._page.entrant_at(share.seat))
        return TableRow(
            style="asked" if share.seat == asked else "",
            made={
                "player": f"<bdi>{escape(name)}</bdi>",
                "common": escape(self.exact(share.common)),
                "by_place": escape(self.exact(share.by_place)),
                "rounding": _signed(share.rounding),
                "amount": escape(self.money(share.amount)),
            },
        )

    @property
    def paid(self) -> PaidShown | None:
        """Return the distributed prizes, or None."""
        shared, page = self._state.prizes_shared, self._page
        if shared is None:
            return None
        event = shared.event
        today = {page.entrant_at(seat): each for seat, each in self.found.amounts.items()}
        then = {each.entrant: each.amount for each in event.payouts}
        rows = (
            TableRow(player=entrant, detail="", fields=WinnerRow(points=0, amount=amount))
            for entrant, amount in then.items()
        )
        caption, keyed = page.say("page.prizes.shared"), {"is_keyed": False}
        return PaidShown(
            by=page.say(f"shared-by.{event.by.value}"),
            table=table_of(page, PAID, rows, "prizes", caption, currency=event.currency, **keyed),
            unpaid=self._unpaid(event.unpaid),
            differs=event.chances is None and today != then,
        )


def _shares(ties: Iterable[Tie]) -> Iterator[Share]:
    for tie in ties:
        yield from tie.shares


def _signed(rounding: Fraction) -> str:
    """Format a fraction of the smallest unit with its sign; a dash for none."""
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


def group_text(language: str, group: PrizeGroup) -> str:
    """Return the description of a group: `General`, `Category U16, rating up to 1800`."""
    parts = []
    if group.category:
        parts.append(tr(language, "page.prizes.category", category=group.category))
    first, last = group.rating_from, group.rating_to
    # Text, since ratings have no digit grouping.
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


def chances_of(
    page: TournamentPage, found: Chances, currency: str, games: int, likelihood: Likelihood
) -> ChancesShown:
    """Return the chances as text, without players who can reach neither prize nor place shown."""
    depth = max((len(chance.places) for chance in found.by_seat.values()), default=0)
    places, qualifying = min(depth, PLACES_SHOWN), places_of(page.state)
    labels = {"places": [(page.say(PLACES.label, place=at + 1), "", 0) for at in range(places)]}
    rows = (
        _chance_row(page, page.entrant_at(seat), chance, places)
        for seat, chance in found.by_seat.items()
    )
    shown = {"labels": labels, "is_keyed": False, "currency": currency}
    columns = CHANCES_TO_QUALIFY if qualifying else CHANCES
    caption = page.say("page.prizes.chances")
    table = table_of(page, columns, rows, "prizes chances", caption, **shown)
    return ChancesShown(note_of(page, found, games, likelihood), qualifying, table)


def note_of(page: TournamentPage, found: Chances, games: int, likelihood: Likelihood) -> str:
    """Return a sentence on the method by which chances were calculated."""
    if found.is_exact:
        return page.say(
            "page.prizes.chances.exact",
            games=games,
            outcomes=found.outcomes,
            likelihood=likelihood.value,
        )
    error = Fraction(found.place_error(Fraction(1, 2)), 10_000)
    return page.say(
        "page.prizes.chances.drawn",
        games=games,
        outcomes=found.outcomes,
        likelihood=likelihood.value,
        seed=0,
        error=percentage(page.language, error),
    )


def _chance_row(page: TournamentPage, entrant: str, chance: Chance, shown: int) -> TableRow:
    return TableRow(
        player=entrant,
        fields=ChanceRow(
            places=tuple(chance.places[:shown]),
            chance=sum(chance.places[: places_of(page.state)], Fraction(0)),
            amount=chance.amount,
        ),
        below=f"{_bar(page, chance)}{_in_words(page, chance.places[:shown])}",
    )


def _bar(page: TournamentPage, chance: Chance) -> str:
    """Return all places as the parts of a bar, HTML."""
    parts, labels = [], []
    sum_before = Fraction(0)
    for place, each in enumerate(chance.places, start=1):
        start = int(sum_before * BAR_WIDTH)
        sum_before += each
        if each < WRITTEN_CHANCE_MIN:
            continue
        said = percentage(page.language, each)
        labels.append(page.say("page.prizes.chances.bar", chance=said, place=place))
        width = int(sum_before * BAR_WIDTH) - start
        style = f"place-{min(place, PLACES_MARKED)}"
        parts.append(f'<rect x="{start}" width="{width}" height="10" class="{style}"/>')
    return (
        f'<svg class="places" viewBox="0 0 {BAR_WIDTH} 10" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(", ".join(labels))}">'
        f'<rect width="{BAR_WIDTH}" height="10" class="rest"/>{"".join(parts)}</svg>'
    )


def _in_words(page: TournamentPage, places: Iterable[Fraction]) -> str:
    """Return the chances of the places shown for a narrow screen, HTML."""
    said = [
        f'<span class="nowrap">{escape(page.say("page.prizes.chances.place", place=place))} '
        f"{escape(percentage(page.language, each))}</span> "
        for place, each in enumerate(places, start=1)
        if each
    ]
    return f'<small class="narrow">{"".join(said)}</small>'


@dataclass(frozen=True, kw_only=True)
class QualifyingLine:
    """The line below row `after` (from 0) of the standings, as text.

    The text differs if the last places are shared (`is_tied`).
    """

    after: int
    is_tied: bool
    text: str


class QualifyingShown(NamedTuple):
    """The table of who qualifies with its line and rule, and notes on ties."""

    rule: str
    notes: tuple[str, ...]
    table: TableShown
    line: QualifyingLine | None
    is_final: bool


def qualifying_shown(
    page: TournamentPage, found: Qualification, chances: Mapping[EntrantId, Fraction] | None = None
) -> QualifyingShown:
    """Return who qualifies; below the line are the next few rows, and all players with a chance."""
    cut = found.cut
    above = len(found.entrants) if cut is None else cut.within
    known = chances or {}
    rows = (
        _qualifying_row(page, each, known.get(each.entrant, Fraction(0)))
        for place, each in enumerate(found.entrants)
        if place < above + BELOW_SHOWN or each.entrant in known
    )
    columns = TABLE if chances is None else (*TABLE, CHANCE)
    rule = page.say("qualifying.rule", places=found.places, stage=found.stage.value)
    shown = {"unit": found.unit, "file": "qualifying"}
    return QualifyingShown(
        rule=rule,
        notes=_notes(page, cut),
        table=table_of(page, columns, rows, "prizes qualifying", rule, **shown),
        line=None if cut is None else _line(page, cut),
        is_final=found.is_final,
    )


def _qualifying_row(page: TournamentPage, each: Contender, chance: Fraction) -> TableRow:
    return TableRow(
        player=each.entrant,
        place=each.rank,
        detail=page.say(f"qualifying.{each.side.value}"),
        fields=QualifyingRow(points=each.points, chance=chance),
        titles={"chance": str(chance)},
    )


def places_parted(page: TournamentPage) -> int:
    """Return the number of qualifying places; 0 for none.

    It is 0 before the first pairings are published or a hall is opened.
    """
    has_begun = page.state.has_begun
    return places_of(page.state) if has_begun else 0


def line_of(page: TournamentPage, ranks: Sequence[int]) -> QualifyingLine | None:
    """Return the line for standings with these ranks, best first; None without one."""
    cut = cut_of(ranks, places_parted(page))
    return None if cut is None else _line(page, cut)


def _notes(page: TournamentPage, cut: Cut | None) -> tuple[str, ...]:
    if cut is None:
        return (page.say("qualifying.all"), page.say("qualifying.handed"))
    tied = page.say("qualifying.tied", sharing=cut.sharing, left=cut.left) if cut.sharing else ""
    return tuple(note for note in (tied, page.say("qualifying.handed")) if note)


def _line(page: TournamentPage, cut: Cut) -> QualifyingLine:
    key = "qualifying.line.tied" if cut.sharing else "qualifying.line"
    text = page.say(key, places=cut.places, sharing=cut.sharing, left=cut.left)
    return QualifyingLine(after=cut.after, is_tied=bool(cut.sharing), text=text)


def qualifying_desk(page: TournamentPage, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of the page; `typed` is the refused form, or empty."""
    places, stage = places_of(page.state), stage_of(page.state)
    key = "qualifying.none" if stage is None else "qualifying.rule"
    return {
        "rule": page.say(key, places=places, stage=stage or ""),
        "places": typed.get("places", str(places)),
        "stage": typed.get("stage", stage or Stage.NEXT),
        "stages": tuple(each.value for each in Stage),
        "largest": ENTRANTS_MAX,
    }


def prize_desk(page: TournamentPage, typed: Any) -> dict[str, Any]:
    """Return the fields of the page; `typed` is the refused form, or None."""
    plan = plan_of(page.state)
    usual = plan_texts(plan, "plan") or {"plan.currency": CURRENCY_USUAL}
    regulations = page.state.regulations
    entrants = page.state.entrants.values()
    return {
        "form": Input(usual if typed is None else typed),
        "described": fields_shown(ANNOUNCE),
        "groups": range(1, GROUPS + 1),
        "sharings": [each.value for each in (Sharing.HORT, Sharing.FIXED, Sharing.SHARED)],
        "categories": sorted({each for entrant in entrants for each in entrant.categories}),
        "in_regulations": regulations is not None and regulations.prizes is not None,
        "has_plan": plan is not None,
        "games": len(open_games(page.crosstable)),
    }
