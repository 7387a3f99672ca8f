"""Announcing prizes, and sharing them."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from dsl.prize_plans import group, plan
from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    FOUR,
    START,
    entered,
    folded,
    given,
    numbered,
    published,
    recorded,
)
from planilla.domain.prizes.chances import Chance, Chances
from planilla.domain.prizes.outcomes import Likelihood
from planilla.domain.prizes.plan import PrizePlan, Sharing
from planilla.domain.tournament.announcement import Play, Regulations
from planilla.domain.tournament.closing import AlreadyFinished, NotFinished, TournamentFinished
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import question_of
from planilla.domain.tournament.eligibility import EntrantExpelled
from planilla.domain.tournament.entrants import SportingDataCorrected
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.prizes import (
    OPEN_GAMES_MAX,
    SAMPLES_MAX,
    AnnouncePrizes,
    ChancesOutOfRange,
    NegativePrize,
    NobodyInCategory,
    NoPrizes,
    NoSuchCurrency,
    NothingOpen,
    PrizeFundMismatch,
    PrizeGroupTwice,
    PrizesAnnounced,
    PrizesInRegulations,
    PrizesNotAnnounced,
    PrizesRise,
    PrizesShared,
    RatingBandEmpty,
    SharePrizes,
    TooManyOpenForChances,
)
from planilla.domain.tournament.questions import ChancesAsked, Prepared, answer_to
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.regulations import RegulationsAnnounced
from planilla.domain.tournament.values import Chanced, Payout, SharedBy
from planilla.domain.vocabulary import EntrantId

THREE = plan(group(1000, 600, 400, sharing=Sharing.HORT))
ANNOUNCED = PrizesAnnounced(plan=THREE)
# One round alone is planned; Ana and Bea win, so they tie for the first and second prize.
OPENED = (replace(CREATED, rounds_asked=1, tiebreaks=()), *entered(*FOUR), numbered(*FOUR))
PLAYING = (*OPENED, ANNOUNCED, published(1, (ANA, CARL), (BEA, DORA)))
ONE_OPEN = (*PLAYING, recorded("1.1", "1-0"))
PLAYED = (*ONE_OPEN, recorded("1.2", "1-0"))
OVER = (*PLAYED, TournamentFinished())
WITHOUT_PLAN = tuple(event for event in OVER if event is not ANNOUNCED)


def test_a_plan_is_announced_and_holds() -> None:
    scene = given(*START).when(AnnouncePrizes(plan=THREE))
    assert scene.then() == (ANNOUNCED,)
    assert scene.state().prizes == THREE


def test_the_same_plan_again_changes_nothing() -> None:
    assert given(*START, ANNOUNCED).when(AnnouncePrizes(plan=THREE)).then() == ()


def test_another_plan_takes_its_place() -> None:
    other = plan(group(50))
    scene = given(*START, ANNOUNCED).when(AnnouncePrizes(plan=other))
    assert scene.state().prizes == other


def test_before_anybody_has_a_category_every_one_may_be_announced() -> None:
    young = plan(group(50, category="U16"))
    assert given(*START).when(AnnouncePrizes(plan=young)).then() == (PrizesAnnounced(plan=young),)


def of_category(category: str) -> SportingDataCorrected:
    return SportingDataCorrected(
        entrant=ANA, rating=2000, title="", federation="", categories=(category,)
    )


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        pytest.param(replace(THREE, fund=1999), PrizeFundMismatch, id="that does not add up"),
        pytest.param(plan(group(100, -50)), NegativePrize, id="with a negative prize"),
        pytest.param(plan(group(100, 200)), PrizesRise, id="with a greater second prize"),
        pytest.param(plan(group(100), group(50)), PrizeGroupTwice, id="with two general groups"),
        pytest.param(plan(), NoPrizes, id="without groups"),
        pytest.param(plan(group(100), group(category="S65")), NoPrizes, id="with an empty group"),
        pytest.param(
            plan(group(100, rating_from=1800, rating_to=1600)), RatingBandEmpty, id="for nobody"
        ),
        pytest.param(replace(THREE, currency="euro"), NoSuchCurrency, id="in no currency"),
        pytest.param(plan(group(100, category="U16")), NobodyInCategory, id="for no category"),
    ],
)
def test_a_plan_is_refused(wrong: PrizePlan, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        given(*START, of_category("S65")).when(AnnouncePrizes(plan=wrong)).then()


def test_the_refusal_of_a_fund_says_both_sums() -> None:
    with pytest.raises(PrizeFundMismatch) as refused:
        given(*START).when(AnnouncePrizes(plan=replace(THREE, fund=2100))).then()
    assert refused.value.fields == {"fund": 2100, "prizes": 2000, "currency": "EUR"}


def regulated(prizes: PrizePlan | None) -> RegulationsAnnounced:
    regulations = Regulations(name="Club", play=Play(system=CREATED.system_name), prizes=prizes)
    return RegulationsAnnounced(regulations=regulations)


def test_prizes_of_the_regulations_are_changed_there() -> None:
    with pytest.raises(PrizesInRegulations):
        given(*START, regulated(THREE)).when(AnnouncePrizes(plan=THREE)).then()


def test_prizes_of_the_regulations_are_shared() -> None:
    played = given(*WITHOUT_PLAN[:-1], regulated(plan(group(90))), TournamentFinished())
    (shared,) = played.when(SharePrizes()).then()
    assert isinstance(shared, PrizesShared)
    assert sum(each.amount for each in shared.payouts) == 90


def test_regulations_without_prizes_leave_the_announced_ones() -> None:
    scene = given(*START, ANNOUNCED, regulated(None)).when(AnnouncePrizes(plan=plan(group(5))))
    assert scene.state().prizes == plan(group(5))


def payouts(**amounts: int) -> tuple[Payout, ...]:
    by_name = dict(zip(("ana", "bea", "carl", "dora"), FOUR, strict=True))
    return tuple(Payout(entrant=by_name[name], amount=each) for name, each in amounts.items())


def test_prizes_are_shared_by_the_final_standings() -> None:
    # No tie-breaks: Ana and Bea have 1000 + 600 in equal parts, Carl and Dora 400.
    assert given(*OVER).when(SharePrizes()).then() == (
        PrizesShared(
            by=SharedBy.FINAL,
            currency="EUR",
            payouts=payouts(ana=800, bea=800, carl=200, dora=200),
        ),
    )


def test_prizes_that_were_shared_so_already_are_not_shared_again() -> None:
    scene = given(*OVER).when(SharePrizes()).and_then()
    assert scene.when(SharePrizes()).then() == ()
    assert scene.state().prizes_shared is not None


def test_who_was_expelled_takes_no_prize() -> None:
    out = EntrantExpelled(entrant=ANA, from_round=1, reason="")
    (shared,) = given(*PLAYED, out, TournamentFinished()).when(SharePrizes()).then()
    assert isinstance(shared, PrizesShared)
    # Bea is the first of three: 1000; Carl and Dora share 600 + 400.
    assert shared.payouts == payouts(bea=1000, carl=500, dora=500)


def test_an_unfinished_tournament_is_shared_by_its_standings() -> None:
    (shared,) = given(*ONE_OPEN).when(SharePrizes(by=SharedBy.STANDINGS)).then()
    assert isinstance(shared, PrizesShared)
    # Ana has the first prize; the three others share 600 + 400 at 333.33.
    assert shared.payouts == payouts(ana=1000, bea=334, carl=333, dora=333)


def test_an_unfinished_tournament_is_shared_by_chances() -> None:
    (shared,) = given(*ONE_OPEN).when(SharePrizes(by=SharedBy.CHANCES)).then()
    # Bea wins: 800 800 200 200. Drawn: Ana 1000, Bea and Dora 500, Carl 0. Dora wins: as Bea.
    # Thirds: Ana 2600/3, Bea (800 + 500 + 200)/3 = 500, Carl 400/3, Dora 500.
    assert shared == PrizesShared(
        by=SharedBy.CHANCES,
        currency="EUR",
        payouts=payouts(ana=867, bea=500, dora=500, carl=133),
        chances=Chanced(outcomes=3),
    )


BY_CHANCES = SharePrizes(by=SharedBy.CHANCES)
ALL_FOR_DORA = Chances(
    outcomes=1,
    is_exact=True,
    by_seat={FOUR.index(DORA): Chance(places=(), prize=Fraction(2000), amount=2000, prize_error=0)},
)
"""Not what the results give, so that it shows where it was used."""


def question(*events: Event, command: SharePrizes = BY_CHANCES) -> ChancesAsked:
    asked = question_of(folded(*events), command, DecisionContext())
    assert isinstance(asked, ChancesAsked)
    return asked


def test_chances_that_were_worked_out_before_are_used() -> None:
    prepared = Prepared(question=question(*ONE_OPEN), answer=ALL_FOR_DORA)
    (shared,) = given(*ONE_OPEN).when(BY_CHANCES, prepared=prepared).then()
    assert isinstance(shared, PrizesShared)
    assert shared.payouts == payouts(dora=2000)


@pytest.mark.parametrize(
    "prepared_for",
    [
        pytest.param(question(*ONE_OPEN[:-1]), id="one result less"),
        pytest.param(question(*ONE_OPEN, command=replace(BY_CHANCES, seed=3)), id="another seed"),
        pytest.param(
            question(*ONE_OPEN, PrizesAnnounced(plan=plan(group(2000)))), id="another plan"
        ),
        pytest.param(
            question(*ONE_OPEN, EntrantExpelled(entrant=ANA, from_round=2, reason="")),
            id="somebody was expelled",
        ),
    ],
)
def test_chances_for_another_moment_are_as_none(prepared_for: ChancesAsked) -> None:
    prepared = Prepared(question=prepared_for, answer=ALL_FOR_DORA)
    (shared,) = given(*ONE_OPEN).when(BY_CHANCES, prepared=prepared).then()
    assert isinstance(shared, PrizesShared)
    assert shared.payouts == payouts(ana=867, bea=500, dora=500, carl=133)


def test_what_changes_no_chance_leaves_the_question_as_it_is() -> None:
    shared_before = given(*ONE_OPEN).when(BY_CHANCES).and_then().state()
    assert question_of(shared_before, BY_CHANCES, DecisionContext()) == question(*ONE_OPEN)


def test_the_answer_to_the_question_is_what_the_decision_works_out() -> None:
    prepared = Prepared(question=question(*ONE_OPEN), answer=answer_to(question(*ONE_OPEN)))
    scene = given(*ONE_OPEN)
    assert scene.when(BY_CHANCES, prepared=prepared).then() == scene.when(BY_CHANCES).then()


def test_sharing_by_standings_asks_for_no_chances() -> None:
    by_standings = SharePrizes(by=SharedBy.STANDINGS)
    assert question_of(folded(*ONE_OPEN), by_standings, DecisionContext()) is None


def test_where_every_outcome_was_looked_at_no_seed_is_recorded() -> None:
    many = SharePrizes(by=SharedBy.CHANCES, likelihood=Likelihood.ELO, draws=50, seed=9)
    (shared,) = given(*ONE_OPEN).when(many).then()
    assert isinstance(shared, PrizesShared)
    assert shared.chances == Chanced(likelihood=Likelihood.ELO, draws=50, outcomes=3, seed=0)


def test_many_open_games_are_drawn_with_a_recorded_seed() -> None:
    many = tuple(EntrantId(f"p{number}") for number in range(26))
    boards = tuple(zip(many[::2], many[1::2], strict=True))
    start = (replace(CREATED, rounds_asked=1, tiebreaks=()), *entered(*many), numbered(*many))
    scene = given(*start, ANNOUNCED, published(1, *boards))
    (shared,) = scene.when(SharePrizes(by=SharedBy.CHANCES, seed=9, samples=500)).then()
    assert isinstance(shared, PrizesShared)
    assert shared.chances == Chanced(
        outcomes=500, is_exact=False, seed=9, generator="sha256-counter-1"
    )
    assert sum(each.amount for each in shared.payouts) == 2000


def test_chances_are_not_worked_out_for_a_whole_hall() -> None:
    many = tuple(EntrantId(f"p{number}") for number in range(2 * OPEN_GAMES_MAX + 2))
    boards = tuple(zip(many[::2], many[1::2], strict=True))
    start = (replace(CREATED, rounds_asked=1), *entered(*many), numbered(*many), ANNOUNCED)
    with pytest.raises(TooManyOpenForChances):
        given(*start, published(1, *boards)).when(SharePrizes(by=SharedBy.CHANCES)).then()


@pytest.mark.parametrize(
    ("events", "command", "refusal"),
    [
        pytest.param(WITHOUT_PLAN, SharePrizes(), PrizesNotAnnounced, id="without a plan"),
        pytest.param(ONE_OPEN, SharePrizes(), NotFinished, id="before the end"),
        pytest.param(
            OVER, SharePrizes(by=SharedBy.STANDINGS), AlreadyFinished, id="unfinished after the end"
        ),
        pytest.param(
            PLAYED, SharePrizes(by=SharedBy.CHANCES), NothingOpen, id="by chances without games"
        ),
        pytest.param(
            ONE_OPEN,
            SharePrizes(by=SharedBy.CHANCES, draws=101),
            ChancesOutOfRange,
            id="with more draws than games",
        ),
        pytest.param(
            ONE_OPEN,
            SharePrizes(by=SharedBy.CHANCES, samples=SAMPLES_MAX + 1),
            ChancesOutOfRange,
            id="with too many samples",
        ),
    ],
)
def test_sharing_is_refused(
    events: tuple[Event, ...], command: SharePrizes, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        question_of(folded(*events), command, DecisionContext())
    with pytest.raises(refusal):
        given(*events).when(command).then()
