"""Prizes: the announced plan, its contradictions, winnings by standings or chances, sharing."""

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from planilla.domain.chance import GENERATOR
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.prizes.chances import SAMPLES_DEFAULT, Basis, Chances, OpenTournament
from planilla.domain.prizes.distribution import Distribution, distribution, ranking_of
from planilla.domain.prizes.outcomes import DRAWS_DEFAULT, Likelihood, Model, open_games
from planilla.domain.prizes.plan import (
    PrizePlan,
    negative_prize,
    repeated_group,
    rising_prize,
    sum_of,
)
from planilla.domain.tournament.closing import AlreadyFinished, NotFinished
from planilla.domain.tournament.command import ConfirmFirst, Duty, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Questions, Rules
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.questions import ChancesAsked, answered
from planilla.domain.tournament.ranking import current_standings, for_ranking
from planilla.domain.tournament.refusal import Conflict, NotInThisSystem, Refusal, Unacceptable
from planilla.domain.tournament.state import Folds, SharedPrizes, Tournament
from planilla.domain.tournament.values import Chanced, Payout, PrizeSharing, SharedBy

# Commands


class AnnouncePrizes(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Announce the prizes and how ties share them, or change that plan."""

    duty: ClassVar[Duty] = Duty.GOVERN
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PLAYED
    allowed_in_what_if: ClassVar[bool] = True

    plan: PrizePlan


class SharePrizes(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fix the payout of each winner.

    If no open game will be played, `by` is `final`; a tournament that stays unfinished is shared by
    its `standings` or by `chances`. Only chances use `likelihood`, `draws` (hundredths of games
    drawn, by Elo) and, if there are too many outcomes to follow all, `seed` and `samples`.
    """

    allowed_after_end: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PLAYED

    by: SharedBy = SharedBy.FINAL
    likelihood: Likelihood = Likelihood.EVEN
    draws: int = DRAWS_DEFAULT
    seed: int = 0
    samples: int = SAMPLES_DEFAULT


# Events


class PrizesAnnounced(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The prizes and their sharing were announced; an earlier plan is replaced."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    editable_in_what_if: ClassVar[bool] = True

    plan: PrizePlan

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"fund": self.plan.fund, "currency": self.plan.currency}


class PrizesShared(PrizeSharing, Event, frozen=True, kw_only=True, tag=True):
    """The payouts were fixed, the best placed first; an earlier sharing is replaced."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND

    in_stage: int | UnsetType = UNSET

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {
            "paid": sum(each.amount for each in self.payouts),
            "currency": self.currency,
            "n": len(self.payouts),
            "by": self.by,
        }


# Refusals


class NoPrizes(Unacceptable):
    """The plan has no group, or a group without prizes."""

    group: int


class NoSuchCurrency(Unacceptable):
    """A currency code has three capital letters."""

    currency: str


class NegativePrize(Unacceptable):
    """A prize is negative."""

    group: int
    place: int
    prize: int
    currency: str


class PrizesRise(Unacceptable):
    """A place has a greater prize than the place above it."""

    group: int
    place: int


class PrizeGroupTwice(Unacceptable):
    """Two groups of prizes are for the same players."""

    group: int


class RatingBandEmpty(Unacceptable):
    """The upper limit of a rating band is below its lower limit."""

    group: int
    rating_from: int
    rating_to: int


class PrizeFundMismatch(Unacceptable):
    """The prizes do not add up to the prize fund."""

    fund: int
    prizes: int
    currency: str


class NobodyInCategory(Unacceptable):
    """No player is in the category of a prize group."""

    group: int
    category: str
    known: tuple[str, ...]


class ChancesOutOfRange(Unacceptable):
    """The share of draws or the number of samples is not possible."""

    draws: int
    samples: int
    samples_max: int


class TooManyOpenForChances(Conflict):
    """Too many games are open for chances: they would mean little and take long."""

    open: int
    largest: int


class PrizesNotAnnounced(Conflict):
    """No prizes have been announced."""


class PrizesInRegulations(Conflict):
    """The prizes are part of the regulations and are changed there."""


class NothingOpen(Conflict):
    """No game is open, so there are no chances to share by."""


# Rules


CURRENCY_LENGTH = 3


def prize_faults(plan: PrizePlan) -> Iterator[Refusal]:
    """Yield the faults of a plan in itself, in the order in which a person would check them."""
    if not _is_currency(plan.currency):
        yield NoSuchCurrency(currency=plan.currency)
    if not plan.groups:
        yield NoPrizes(group=1)
    yield from _faults_of_groups(plan)
    if (negative := negative_prize(plan)) is not None:
        group, place = negative
        prize = plan.groups[group - 1].prizes[place - 1]
        yield NegativePrize(group=group, place=place, prize=prize, currency=plan.currency)
    if (rising := rising_prize(plan)) is not None:
        yield PrizesRise(group=rising[0], place=rising[1])
    if (twice := repeated_group(plan)) is not None:
        yield PrizeGroupTwice(group=twice)
    if sum_of(plan) != plan.fund:
        yield PrizeFundMismatch(fund=plan.fund, prizes=sum_of(plan), currency=plan.currency)


def _is_currency(code: str) -> bool:
    return len(code) == CURRENCY_LENGTH and code.isascii() and code.isalpha() and code.isupper()


def _faults_of_groups(plan: PrizePlan) -> Iterator[Refusal]:
    for number, group in enumerate(plan.groups, start=1):
        if not group.prizes:
            yield NoPrizes(group=number)
        first, last = group.rating_from, group.rating_to
        if first is not None and last is not None and last < first:
            yield RatingBandEmpty(group=number, rating_from=first, rating_to=last)


SAMPLES_MAX = 20_000

OPEN_GAMES_MAX = 60
"""The most open games for which chances are calculated: drawing outcomes takes some seconds."""

WHOLE = 100
"""Hundredths of all games."""


def announce_prizes(
    state: Tournament, command: AnnouncePrizes, _: DecisionContext
) -> tuple[Event, ...]:
    """Set the prize plan; the regulations hold it if they have prizes."""
    if state.regulations is not None and state.regulations.prizes is not None:
        raise PrizesInRegulations
    for fault in prize_faults(command.plan):
        raise fault
    _check_categories(state, command.plan)
    if command.plan == state.prizes:
        return ()
    return (PrizesAnnounced(plan=command.plan),)


def share_prizes(
    state: Tournament, command: SharePrizes, context: DecisionContext
) -> tuple[Event, ...]:
    """Fix the payouts by the final standings, or for a tournament that stays unfinished."""
    plan = _plan_to_share(state, command)
    if command.by is SharedBy.CHANCES:
        question = _question(state, plan, command)
        shared = _by_chances(state, plan, command, answered(question, context.prepared))
    else:
        shared = _by_standings(state, plan, command.by)
    known = state.prizes_shared
    return () if known is not None and known.event == shared else (shared,)


def question_of_sharing(
    state: Tournament, command: SharePrizes, _: DecisionContext
) -> ChancesAsked | None:
    """Return the question of `share_prizes`; None where standings decide.

    Raises:
        Refusal: as `share_prizes`.
    """
    plan = _plan_to_share(state, command)
    return _question(state, plan, command) if command.by is SharedBy.CHANCES else None


def _plan_to_share(state: Tournament, command: SharePrizes) -> PrizePlan:
    plan = plan_of(state)
    if plan is None:
        raise PrizesNotAnnounced
    if command.by is SharedBy.FINAL and not state.finished:
        raise NotFinished
    if command.by is not SharedBy.FINAL and state.finished:
        raise AlreadyFinished
    return plan


def _check_categories(state: Tournament, plan: PrizePlan) -> None:
    """Check the categories of the plan; before any entrant has one, all are allowed."""
    known = {category for entrant in state.entrants.values() for category in entrant.categories}
    for number, group in enumerate(plan.groups, start=1):
        if known and group.category and group.category not in known:
            raise NobodyInCategory(
                group=number, category=group.category, known=tuple(sorted(known))
            )


def _by_standings(state: Tournament, plan: PrizePlan, by: SharedBy) -> PrizesShared:
    shared = winnings(state, plan)
    return PrizesShared(
        by=by,
        currency=plan.currency,
        payouts=_payouts(state, shared.amounts),
        unpaid=shared.unpaid,
    )


def _question(state: Tournament, plan: PrizePlan, command: SharePrizes) -> ChancesAsked:
    if not state.system.has_chances:
        raise NotInThisSystem(system=state.system_name)
    if not (0 <= command.draws <= WHOLE and 1 <= command.samples <= SAMPLES_MAX):
        raise ChancesOutOfRange(
            draws=command.draws, samples=command.samples, samples_max=SAMPLES_MAX
        )
    model = Model(likelihood=command.likelihood, draws=command.draws)
    basis = Basis(model=model, seed=command.seed, samples=command.samples)
    asked = chances_asked(state, plan, basis)
    games = len(asked.contest.games)
    if not games:
        raise NothingOpen
    if games > OPEN_GAMES_MAX:
        raise TooManyOpenForChances(open=games, largest=OPEN_GAMES_MAX)
    return asked


def _by_chances(
    state: Tournament, plan: PrizePlan, command: SharePrizes, found: Chances
) -> PrizesShared:
    amounts = {seat: chance.amount for seat, chance in found.by_seat.items() if chance.amount}
    return PrizesShared(
        by=SharedBy.CHANCES,
        currency=plan.currency,
        payouts=_payouts(state, amounts),
        unpaid=plan.fund - sum(amounts.values()),
        chances=Chanced(
            likelihood=command.likelihood,
            draws=command.draws,
            outcomes=found.outcomes,
            is_exact=found.is_exact,
            seed=0 if found.is_exact else command.seed,
            generator="" if found.is_exact else GENERATOR,
        ),
    )


def _payouts(state: Tournament, amounts: dict[int, int]) -> tuple[Payout, ...]:
    order = state.order
    return tuple(Payout(entrant=order[seat], amount=each) for seat, each in amounts.items())


NO_PRIZES = PrizePlan(currency="EUR", fund=0, groups=())
"""The plan of a tournament with chances of places and without prizes."""


def plan_of(state: Tournament) -> PrizePlan | None:
    """Return the current prize plan: that of the regulations, or the one announced separately."""
    if state.regulations is not None and state.regulations.prizes is not None:
        return state.regulations.prizes
    return state.prizes


def without_prize(state: Tournament) -> frozenset[Seat]:
    """Return the seats of entrants who were expelled or ruled ineligible."""
    expelled = state.memory.expelled
    return frozenset(
        seat
        for seat, entrant in enumerate(state.order)
        if state.entrants[entrant].expelled
        or state.entrants[entrant].ineligible_from is not None
        or entrant in expelled
    )


def winnings(
    state: Tournament, plan: PrizePlan, crosstable: Crosstable | None = None
) -> Distribution:
    """Return the prizes by the current standings, or by those of `crosstable`."""
    crosstable = crosstable or for_ranking(state)
    without = without_prize(state)
    ranked = ranking_of(current_standings(state, crosstable))
    candidates = tuple(each for each in ranked if each.seat not in without)
    return distribution(plan, crosstable.entrants, candidates)


def chances_asked(
    state: Tournament, plan: PrizePlan, basis: Basis, crosstable: Crosstable | None = None
) -> ChancesAsked:
    """Return the question of the expected prizes while games are open.

    These are the open games of the published rounds, at present or in `crosstable`.
    """
    crosstable = crosstable or for_standings(state)
    games = open_games(crosstable)
    return ChancesAsked(
        contest=OpenTournament(crosstable=crosstable, games=games, announced=state.announced),
        plan=plan,
        basis=basis,
        without=without_prize(state),
    )


def chances_to_qualify(found: Chances, places: int) -> dict[Seat, Fraction]:
    """Return each chance of finishing in the first places; entrants without one are absent.

    The chances must have been calculated for at least that many places. They add up to that number.
    """
    summed = {seat: sum(each.places[:places], Fraction(0)) for seat, each in found.by_seat.items()}
    return {seat: chance for seat, chance in summed.items() if chance}


QUESTIONS: Questions = {SharePrizes: question_of_sharing}

RULES: Rules = {
    AnnouncePrizes: announce_prizes,
    SharePrizes: share_prizes,
}


# Folds


def _announced(state: Tournament, event: PrizesAnnounced, _: int) -> Tournament:
    return replace(state, prizes=event.plan)


def _shared(state: Tournament, event: PrizesShared, version: int) -> Tournament:
    return replace(state, prizes_shared=SharedPrizes(version=version, event=event))


FOLDS: Folds = {
    PrizesAnnounced: _announced,
    PrizesShared: _shared,
}
