"""Announcing a prize plan, and sharing the prizes."""

from planilla.domain.chance import GENERATOR
from planilla.domain.prizes.chances import Basis, Chances
from planilla.domain.prizes.outcomes import Model
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.tournament.commands import AnnouncePrizes, SharePrizes
from planilla.domain.tournament.events import (
    Chanced,
    Event,
    Payout,
    PrizesAnnounced,
    PrizesShared,
    SharedBy,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.ladder import is_ladder
from planilla.domain.tournament.prize_faults import faults_of
from planilla.domain.tournament.questions import ChancesAsked, answered
from planilla.domain.tournament.refusals import (
    AlreadyFinished,
    ChancesOutOfRange,
    NobodyInCategory,
    NotFinished,
    NothingOpen,
    NotInThisSystem,
    PrizesInRegulations,
    PrizesNotAnnounced,
    TooManyOpenForChances,
)
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.winnings import chances_asked, plan_of, winnings

SAMPLES_MAX = 20_000
OPEN_GAMES_MAX = 60
"""With so many it takes some seconds to draw outcomes."""
WHOLE = 100
"""Hundredths of all games."""


def announce_prizes(state: Tournament, command: AnnouncePrizes, _: Given) -> tuple[Event, ...]:
    """Put a prize plan in force; the regulations hold it where they have prizes."""
    if state.regulations is not None and state.regulations.prizes is not None:
        raise PrizesInRegulations
    for fault in faults_of(command.plan):
        raise fault
    _check_categories(state, command.plan)
    if command.plan == state.prizes:
        return ()
    return (PrizesAnnounced(plan=command.plan),)


def share_prizes(state: Tournament, command: SharePrizes, given: Given) -> tuple[Event, ...]:
    """Fix the payouts: by the final standings, or those of a tournament that stays unfinished."""
    plan = _plan_to_share(state, command)
    if command.by is SharedBy.CHANCES:
        question = _question(state, plan, command)
        shared = _by_chances(state, plan, command, answered(question, given.prepared))
    else:
        shared = _by_standings(state, plan, command.by)
    known = state.prizes_shared
    return () if known is not None and known.event == shared else (shared,)


def question_of_sharing(state: Tournament, command: SharePrizes) -> ChancesAsked | None:
    """What `share_prizes` will have worked out; None where it goes by standings.

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
    """Before anybody has a category, every one may be announced."""
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
    if is_ladder(state) or state.hall is not None:
        raise NotInThisSystem(system=state.system)
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
