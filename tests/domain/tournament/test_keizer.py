"""Keizer in the log: its rules, values after each round, absences ruled (seed 000, 2.10).

Four players a b c d begin with 6 5 4 3.
"""

import pytest
from msgspec.structs import replace

from dsl.keizer_club import KeizerClub, random_club
from dsl.tournaments import CREATED, folded, given
from planilla.domain.pairing.keizer.rules import (
    SEED,
    Absence,
    Credit,
    Final,
    KeizerRules,
    Mode,
    Retired,
    When,
)
from planilla.domain.standings import standings
from planilla.domain.tournament.announcement import Play, Regulations
from planilla.domain.tournament.byes import ByeNotOffered, RequestBye
from planilla.domain.tournament.closing import (
    CloseRound,
    FinishTournament,
    ReopenRound,
    RoundClosed,
    RoundsMissing,
)
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.corrections import CorrectResult, ResultCorrected
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.drafting import UnpairRound
from planilla.domain.tournament.eligibility import ReturnEntrant, WithdrawEntrant
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.firing import FireTimer, TimerFired
from planilla.domain.tournament.keizer import (
    AbsenceRuled,
    KeizerRuled,
    KeizerRulesFixed,
    KeizerSettingImpossible,
    NoAbsence,
    RecalculateValues,
    RuleAbsence,
    RuleKeizer,
    ValuesRecalculated,
    values_after_closing,
    values_when_due,
)
from planilla.domain.tournament.keizer_values import (
    Recalculated,
    ahead_of,
    keizer_standings,
    memory_of,
)
from planilla.domain.tournament.memory import NO_MEMORY
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.ranking import for_ranking
from planilla.domain.tournament.refusal import (
    NoSuchEntrant,
    NoSuchRound,
    NotInThisSystem,
    Refusal,
    RoundNotPublished,
)
from planilla.domain.tournament.regulations import AnnounceRegulations
from planilla.domain.tournament.results import RecordResult, WithdrawResult
from planilla.domain.tournament.setup import CreateTournament, RoundsOutOfRange
from planilla.domain.tournament.system_parts import parts_of
from planilla.domain.tournament.timers import ScheduleTimer, TimerScheduled
from planilla.domain.tournament.values import Effect, TimerKind
from planilla.domain.vocabulary import ByeKind, EntrantId, GameId

A, B, C, D = (EntrantId(name) for name in "abcd")
KEPT_APART = KeizerRules(rounds_between=3)


def club(rules: KeizerRules | None = None, rounds: int = 10) -> KeizerClub:
    found = KeizerClub(rules, rounds)
    found.enter(2000, 1900, 1800, 1700)
    return found


def lists(events: tuple[Event, ...]) -> list[ValuesRecalculated]:
    return [event for event in events if isinstance(event, ValuesRecalculated)]


def totals(of: KeizerClub) -> dict[str, float]:
    climb = keizer_standings(of.state)
    return {of.state.order[seat]: climb.totals[seat] / climb.unit for seat in climb.order}


def test_a_keizer_tournament_begins_with_the_rules_of_the_book_and_forty_rounds() -> None:
    created, ruled = given().when(CreateTournament(name="Club", system="keizer")).then()
    assert ruled == KeizerRuled(rules=SEED)
    assert folded(created).rounds_asked == 40


def test_shares_are_recorded_in_one_form() -> None:
    rules = KeizerRules(bye=Credit(share="66 %"))
    command = CreateTournament(name="Club", system="keizer", keizer=rules)
    _, ruled = given().when(command).then()
    assert ruled == KeizerRuled(rules=KeizerRules(bye=Credit(share="33/50")))


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        pytest.param(CreateTournament(name="Club", keizer=SEED), NotInThisSystem, id="in a Swiss"),
        pytest.param(
            CreateTournament(name="Club", system="keizer", keizer=KeizerRules(step=-1)),
            KeizerSettingImpossible,
            id="a step upwards",
        ),
        pytest.param(
            CreateTournament(name="Club", system="keizer", rounds=101),
            RoundsOutOfRange,
            id="too long a season",
        ),
    ],
)
def test_a_keizer_tournament_that_cannot_be_is_refused(
    command: Command, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given().when(command).then()


@pytest.mark.parametrize(
    "command",
    [
        RuleKeizer(rules=SEED),
        RecalculateValues(),
        RuleAbsence(entrant=A, round=1, absence=Absence.JUSTIFIED),
    ],
)
def test_other_systems_have_no_values(command: Command) -> None:
    with pytest.raises(NotInThisSystem):
        given(CREATED).when(command).then()
    state = folded(CREATED)
    assert (parts_of(state).memory(state), ahead_of(state)) == (None, ())
    assert values_when_due(state, DecisionContext()) == ()


def test_rules_change_until_the_first_round_is_paired() -> None:
    of = club()
    assert of.do(RuleKeizer(rules=SEED)) == ()
    assert of.do(RuleKeizer(rules=KEPT_APART)) == (KeizerRuled(rules=KEPT_APART),)
    of.pair()
    assert of.do(RuleKeizer(rules=KEPT_APART)) == ()
    with pytest.raises(KeizerRulesFixed):
        of.do(RuleKeizer(rules=SEED))


def test_regulations_announce_the_rules_too() -> None:
    plan = Regulations(name="Club", play=Play(system="keizer", rounds=10))
    of = club()
    _, ruled = of.do(AnnounceRegulations(regulations=plan, keizer=KEPT_APART))
    assert ruled == KeizerRuled(rules=KEPT_APART)
    settled = of.state.regulations
    assert settled is not None
    assert of.do(AnnounceRegulations(regulations=settled)) == ()
    of.pair()
    with pytest.raises(KeizerRulesFixed):
        of.do(AnnounceRegulations(regulations=settled, keizer=SEED))


def test_regulations_may_make_a_keizer_tournament_of_a_swiss() -> None:
    of = given(CREATED)
    plan = Regulations(name="Club", play=Play(system="keizer", rounds=10))
    _, ruled = of.when(AnnounceRegulations(regulations=plan)).then()
    assert ruled == KeizerRuled(rules=SEED)
    state = of.when(AnnounceRegulations(regulations=plan)).state()
    assert state.system_name == "keizer"


def test_the_first_values_come_before_the_first_pairing() -> None:
    of = club()
    before = of.do(PairRound(round=1))
    (first,) = lists(before)
    assert (first.after_round, first.why) == (0, Recalculated.START)
    assert of.values() == {A: 6, B: 5, C: 4, D: 3}
    assert [{*board} for board in of.state.rounds[0].boards] == [{A, B}, {C, D}]


def test_who_enters_before_the_first_round_is_listed_by_strength() -> None:
    of = club()
    of.do(RecalculateValues())
    assert of.do(RecalculateValues()) == ()
    of.enter(1950)
    of.pair()
    assert of.values() == {A: 8, "e": 7, B: 6, C: 5, D: 4}


def test_closing_a_round_gives_new_values_from_the_old_ones() -> None:
    """b beats a: 5 + 6; c and d draw: 4 + 1½ and 3 + 2; a stays at 6."""
    of = club()
    of.pair()
    white = of.state.rounds[0].boards[0][0]
    events = of.end(**{white: "1-0" if white == B else "0-1", C: "½-½", D: "½-½"})
    assert isinstance(events[0], RoundClosed)
    (listed,) = lists(events)
    assert (listed.after_round, listed.why, listed.mode) == (
        1,
        Recalculated.ROUND_CLOSED,
        Mode.ONE_PASS,
    )
    assert totals(of) == {B: 11, A: 6, C: 5.5, D: 5}
    assert of.values() == {B: 6, A: 5, C: 4, D: 3}
    assert [each.counted for each in listed.values] == [5, 6, 4, 3]


def test_once_the_next_round_is_published_all_games_count_with_the_new_values() -> None:
    """As before, b 6 + 5 for a, now worth 5; a has 5."""
    of = club()
    of.pair()
    white = of.state.rounds[0].boards[0][0]
    of.end(**{white: "1-0" if white == B else "0-1", C: "½-½", D: "½-½"})
    of.do(PairRound(round=2))
    assert totals(of) == {B: 11, A: 6, C: 5.5, D: 5}
    of.do(PublishPairings(round=2))
    assert totals(of) == {B: 11, C: 5.5, D: 5, A: 5}


def test_pairing_the_next_round_closes_the_last_one_first() -> None:
    of = club()
    of.pair()
    last = of.state.rounds[-1]
    for game in last.games:
        of.do(RecordResult(game=game, result="1-0"))
    names = [type(event).__name__ for event in of.do(PairRound(round=2))]
    assert names == ["RoundClosed", "ValuesRecalculated", "RoundPaired"]


def test_the_pairing_goes_by_what_was_recorded() -> None:
    """Folding the log again gives the same memory, and nothing is worked out."""
    of = random_club(3, players=9, rounds=8)
    assert memory_of(fold(of.facts)) == memory_of(of.state)
    memory = memory_of(of.state)
    assert memory is not None
    values = [memory.listing.values[seat] for seat in memory.listing.order]
    assert values == list(range(values[0], values[0] - len(values), -1))


def test_an_old_result_that_is_corrected_counts_at_the_next_values() -> None:
    of = club()
    for _ in range(3):
        of.pair()
        of.end()
    before = of.values()
    version = of.state.rounds[0].version_of(0)
    (corrected,) = of.do(
        CorrectResult(game=GameId("1.1"), result="0-1", corrects=version, reason=Sealed())
    )
    assert isinstance(corrected, ResultCorrected)
    assert corrected.effect == Effect(points=True, pairing_from=4, rating=True)
    assert of.values() == before
    assert [event.why for event in lists(of.do(RecalculateValues()))] == [Recalculated.ARBITER]
    assert of.do(RecalculateValues()) == ()


def test_values_may_wait_for_an_hour_or_a_hand() -> None:
    of = club(KeizerRules(recalculate=When.TIMER))
    of.pair()
    assert lists(of.end()) == []
    assert of.values() == {A: 6, B: 5, C: 4, D: 3}
    (listed,) = values_when_due(of.state, DecisionContext())
    assert (listed.after_round, listed.why) == (1, Recalculated.TIMER)


def test_a_reopened_round_that_ends_otherwise_has_other_values() -> None:
    of = club()
    of.pair()
    of.end()
    assert of.do(ReopenRound(round=1))
    assert lists(of.do(CloseRound(round=1))) == []
    of.do(ReopenRound(round=1))
    game = of.state.rounds[0].games[0]
    of.do(WithdrawResult(game=game))
    of.do(RecordResult(game=game, result="0-1"))
    assert len(lists(of.do(CloseRound(round=1)))) == 1


def test_a_round_taken_back_is_paired_again_from_the_same_values() -> None:
    of = club()
    of.pair()
    of.end()
    of.pair()
    boards = of.state.rounds[1].boards
    of.do(UnpairRound(round=2))
    assert totals(of)[A] in {9, 11}
    of.do(PairRound(round=2))
    assert of.state.rounds[1].boards == boards


@pytest.mark.parametrize("when", [When.EACH_ROUND, When.BY_HAND])
def test_who_joins_later_has_a_value_before_being_paired(when: When) -> None:
    """Five players now: the first value stays 6, e begins below the last with 2."""
    of = club(KeizerRules(recalculate=when))
    of.pair()
    of.end()
    of.enter(2100)
    (listed,) = lists(of.do(PairRound(round=2)))
    assert listed.why is Recalculated.LATE_ENTRY
    assert listed.values[-1].entrant == "e"
    assert (listed.values[-1].value, listed.values[-1].counted) == (2, 0)
    climb = keizer_standings(of.state)
    seat = of.state.order.index(EntrantId("e"))
    assert climb.order[-1] == seat
    assert climb.before[seat] == (0 if when is When.EACH_ROUND else 5)


def test_who_comes_back_changes_no_list_until_the_next_one() -> None:
    """e misses round 2. Back for round 3 the place stays; after it the absence counts a third."""
    of = club()
    of.enter(1600)
    of.pair()
    of.end()
    of.do(WithdrawEntrant(entrant=EntrantId("e")))
    of.pair()
    of.end()
    before = of.values()
    of.do(ReturnEntrant(entrant=EntrantId("e")))
    assert lists(of.do(PairRound(round=3))) == []
    assert of.values() == before
    of.do(PublishPairings(round=3))
    (listed,) = lists(of.end())
    assert listed.why is Recalculated.ROUND_CLOSED


def test_a_correction_before_the_next_pairing_makes_a_list_of_its_own() -> None:
    """The docs state this: the next pairing uses the corrected result and nothing else."""
    of = club()
    of.pair()
    white, black = of.state.rounds[0].boards[0]
    of.end(**{white: "1-0"})
    first = of.values()
    version = of.state.rounds[0].version_of(0)
    of.do(CorrectResult(game=GameId("1.1"), result="0-1", corrects=version, reason=Sealed()))
    (listed,) = lists(of.do(PairRound(round=2)))
    assert (listed.why, listed.after_round) == (Recalculated.CORRECTION, 1)
    assert of.values() != first
    assert list(of.values()).index(black) < list(of.values()).index(white)


@pytest.mark.parametrize(
    ("retired", "listed"),
    [
        pytest.param(Retired.KEEP, 5, id="keeps a place"),
        pytest.param(Retired.FROZEN, 4, id="leaves it"),
    ],
)
def test_who_leaves_the_tournament(retired: Retired, listed: int) -> None:
    of = club(KeizerRules(retired=retired))
    of.enter(1600)
    of.pair()
    of.end()
    of.do(WithdrawEntrant(entrant=EntrantId("e")))
    of.pair()
    assert len(of.values()) == listed
    of.end()
    of.do(ReturnEntrant(entrant=EntrantId("e")))
    of.pair()
    assert len(of.values()) == 5


def test_an_absence_is_justified_when_announced_unless_ruled_otherwise() -> None:
    """d (3) is away: 2/3 is 2, 1/3 is 1; e, the fifth, rests."""
    of = club()
    of.do(RequestBye(entrant=D, round=1, kind=ByeKind.ZERO_POINT))
    of.pair()
    of.end()
    assert totals(of)[D] == 5
    ruling = RuleAbsence(entrant=D, round=1, absence=Absence.UNJUSTIFIED)
    assert of.do(ruling) == (
        AbsenceRuled(entrant=D, round=1, absence=Absence.UNJUSTIFIED, reason=""),
    )
    assert of.do(ruling) == ()
    assert totals(of)[D] == 4


def test_a_no_show_is_not_justified_unless_it_is_ruled() -> None:
    """a (6) does not come: 6 + 2; ruled justified 6 + 4. b gets 5 + 6."""
    of = club()
    of.pair()
    white = of.state.rounds[0].boards[0][0]
    of.end(**{white: "-/+" if white == A else "+/-"})
    assert (totals(of)[A], totals(of)[B]) == (8, 11)
    of.do(RuleAbsence(entrant=A, round=1, absence=Absence.JUSTIFIED))
    assert totals(of)[A] == 10


@pytest.mark.parametrize(
    ("entrant", "number", "refusal"),
    [
        pytest.param(A, 1, NoAbsence, id="who played"),
        pytest.param(EntrantId("e"), 1, NoAbsence, id="who rested"),
        pytest.param(EntrantId("z"), 1, NoSuchEntrant, id="a stranger"),
        pytest.param(A, 3, NoSuchRound, id="a round to come"),
        pytest.param(A, 2, RoundNotPublished, id="a draft"),
    ],
)
def test_only_an_absence_is_ruled(entrant: EntrantId, number: int, refusal: type[Refusal]) -> None:
    of = club()
    of.enter(1600)
    of.pair()
    of.end()
    of.do(PairRound(round=2))
    with pytest.raises(refusal):
        of.do(RuleAbsence(entrant=entrant, round=number, absence=Absence.EXTERNAL))


@pytest.mark.parametrize("kind", [ByeKind.HALF_POINT, ByeKind.FULL_POINT])
def test_an_absence_brings_no_points_of_the_tournament(kind: ByeKind) -> None:
    with pytest.raises(ByeNotOffered):
        club().do(RequestBye(entrant=A, round=1, kind=kind))


def test_a_season_may_end_before_its_last_round_and_values_are_final() -> None:
    of = club()
    with pytest.raises(RoundsMissing):
        of.do(FinishTournament())
    of.pair()
    with pytest.raises(Refusal):
        of.do(FinishTournament())
    last = of.state.rounds[-1]
    for game in last.games:
        of.do(RecordResult(game=game, result="1-0"))
    names = [type(event).__name__ for event in of.do(FinishTournament())]
    assert names == ["RoundClosed", "ValuesRecalculated", "TournamentFinished"]
    assert of.do(RecalculateValues()) == ()


@pytest.mark.parametrize("final", list(Final))
def test_final_standings_go_by_totals_or_by_points(final: Final) -> None:
    of = club(KeizerRules(final=final))
    of.enter(1600)
    of.pair()
    of.end(**{of.state.rounds[0].boards[0][0]: "½-½", of.state.rounds[0].boards[1][0]: "½-½"})
    of.do(FinishTournament())
    ranked = standings(for_ranking(of.state), of.state.announced)
    climb = keizer_standings(of.state)
    by_total = tuple(row.seat for row in ranked) == climb.order
    assert by_total is (final is Final.TOTAL)
    first = of.state.order[ranked[0].seat]
    assert first == (A if final is Final.TOTAL else EntrantId("e"))


def test_a_log_of_another_planilla_without_values_is_read_all_the_same() -> None:
    """Without any list the games tell where everybody stands, as for a file."""
    of = random_club(5, players=7, rounds=3)
    bare = [
        fact for fact in of.facts if not isinstance(fact.event, ValuesRecalculated | KeizerRuled)
    ]
    state = fold(bare)
    assert state.memory is NO_MEMORY
    memory = memory_of(state)
    assert memory is not None
    assert len(keizer_standings(state).order) == len(state.entrants)
    first, following = decide(state, RecalculateValues(), DecisionContext())
    assert isinstance(first, ValuesRecalculated)
    assert isinstance(following, ValuesRecalculated)
    assert (first.after_round, following.after_round) == (0, 3)


def test_before_any_game_a_keizer_tournament_without_values_is_in_the_order_of_strength() -> None:
    of = club()
    climb = keizer_standings(of.state)
    assert climb.order == (0, 1, 2, 3)
    assert climb.values == (6, 5, 4, 3)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(20))
def test_seasons_of_forty_rounds_replay_to_the_same_list(seed: int) -> None:
    rules = (SEED, replace(KEPT_APART, retired=Retired.FROZEN, mode=Mode.FIXED_POINT))[seed % 2]
    of = random_club(seed, players=10 + seed, rounds=40, rules=rules)
    assert keizer_standings(fold(of.facts)) == keizer_standings(of.state)
    values = list(of.values().values())
    assert values == sorted(values, reverse=True)


def test_a_timer_works_the_values_out_at_its_hour() -> None:
    of = club(KeizerRules(recalculate=When.TIMER))
    of.pair()
    of.end()
    hour = 10**12
    (timer,) = of.do(ScheduleTimer(kind=TimerKind.KEIZER_VALUES, due_at=hour))
    assert isinstance(timer, TimerScheduled)
    firing = FireTimer(timer=timer.timer, due_at=hour)
    fired, listed = decide(of.state, firing, DecisionContext(at=hour + 1))
    assert isinstance(fired, TimerFired)
    assert isinstance(listed, ValuesRecalculated)
    assert (listed.why, listed.after_round) == (Recalculated.TIMER, 1)


def test_what_is_no_setting_is_refused_when_rules_are_changed() -> None:
    with pytest.raises(KeizerSettingImpossible):
        club().do(RuleKeizer(rules=KeizerRules(loss="much")))


def test_before_the_first_round_nothing_follows_the_closing_of_none() -> None:
    of = club()
    assert values_after_closing(of.state, DecisionContext()) == ()
