"""Announcing regulations creates a tournament or configures it anew, while that may be."""

from datetime import datetime

import pytest
from msgspec.structs import replace

from dsl.tournaments import CREATED, START, given
from planilla.domain.prizes.plan import PrizeGroup, PrizePlan
from planilla.domain.tournament.announcement import (
    Category,
    Conduct,
    Play,
    Privacy,
    ProseTopic,
    Rating,
    Regulations,
    Schedule,
    Venue,
)
from planilla.domain.tournament.closing import AlreadyFinished
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.contradictions import ScheduleIncomplete
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.entrants import CorrectSportingData, EnterEntrants, NewEntrant
from planilla.domain.tournament.pairings import PairRound
from planilla.domain.tournament.prizes import PrizeFundMismatch
from planilla.domain.tournament.prohibitions import SameOriginRuled
from planilla.domain.tournament.refusal import NotInThisSystem
from planilla.domain.tournament.regulations import (
    AnnounceRegulations,
    RegulationsAnnounced,
    RegulationsFixed,
    faults_in,
    reduced_entrants,
)
from planilla.domain.tournament.setup import (
    NameMissing,
    NoSuchSystem,
    NoSuchTiebreak,
    TournamentCreated,
)
from planilla.domain.tournament.time_controls import Kind, TimeControl, parse_code
from planilla.domain.tournament.values import SameOrigin
from planilla.domain.vocabulary import Colour, EntrantId
from planilla.projections import people

OPEN = Regulations(name=" Open ", play=Play(rounds=5))
SETTLED = Regulations(
    name="Open",
    play=Play(
        system="swiss-dutch-2026",
        rounds=5,
        tiebreaks=("PS", "BH", "SB", "DE", "WIN"),
        tiebreak_edition="fide-2026-03",
    ),
    rating=Rating(rules="elo-fide-2024"),
)
NOW = DecisionContext(at=0, lot=0)


def announce(regulations: Regulations = OPEN, **fields: object) -> AnnounceRegulations:
    return AnnounceRegulations(regulations=regulations, **fields)  # type: ignore[arg-type]


def as_it_is(**changes: object) -> Regulations:
    """Regulations that say just what the tournament of `START` was created with."""
    play = Play(
        system=CREATED.system_name,
        rounds=CREATED.rounds_asked,
        point_system=CREATED.point_system,
        tiebreaks=CREATED.tiebreaks,
        tiebreak_mode=CREATED.tiebreak_mode,
        tiebreak_edition=CREATED.tiebreak_edition,
        first_colour=CREATED.first_colour,
    )
    said = Regulations(name="Club", play=play, rating=Rating(rules=CREATED.rating_rules))
    return replace(said, **changes)


def test_regulations_create_the_tournament_and_are_announced_in_one_act() -> None:
    created, announced = given().when(announce()).then()
    assert created == TournamentCreated(
        name="Open",
        system_name="swiss-dutch-2026",
        rounds_asked=5,
        tiebreaks=("PS", "BH", "SB", "DE", "WIN"),
        tiebreak_edition="fide-2026-03",
        rating_rules="elo-fide-2024",
    )
    assert announced == RegulationsAnnounced(regulations=SETTLED)


def test_the_two_events_configure_the_tournament_alike() -> None:
    created, announced = given().when(announce()).then()
    before, after = given(created).state(), given(created, announced).state()
    assert after == replace(before, version=2, changed_at=2_000_000, regulations=SETTLED)


@pytest.mark.parametrize(
    ("system", "code", "rules"),
    [
        ("swiss-dutch-2026", "5400+30", "elo-fide-2024"),
        ("swiss-dutch-2026", "900+10", "elo-fide-2024-rapid"),
        ("swiss-dutch-2026", "180+2", "elo-fide-2024-rapid"),
        ("swiss-dutch-2026", "60", "elo-fide-2024"),
        ("swiss-dutch-libro", "900+10", "elo-libro"),
    ],
)
def test_the_time_control_chooses_the_rating_rules(system: str, code: str, rules: str) -> None:
    quick = Regulations(name="Open", play=Play(system=system), time_control=parse_code(code))
    assert given().when(announce(quick)).state().rating_rules == rules


def test_rating_rules_that_are_announced_stand() -> None:
    chosen = Regulations(
        name="Open", rating=Rating(rules="elo-libro"), time_control=parse_code("900+10")
    )
    assert given().when(announce(chosen)).state().rating_rules == "elo-libro"


def test_prizes_that_do_not_add_up_are_refused() -> None:
    plan = PrizePlan(currency="EUR", fund=100, groups=(PrizeGroup(prizes=(60, 30)),))
    faulty = replace(OPEN, prizes=plan)
    assert [fault.code for fault in faults_in(faulty, NOW)] == ["prize-fund-mismatch"]
    with pytest.raises(PrizeFundMismatch):
        given().when(announce(faulty)).then()


def test_the_colour_of_round_one_may_be_announced() -> None:
    black = announce(replace(OPEN, play=Play(first_colour=Colour.BLACK)))
    assert given().when(black).state().first_colour is Colour.BLACK


def test_whether_one_origin_may_meet_is_ruled_with_them() -> None:
    apart = announce(same_origin=SameOrigin.AVOID)
    _, ruled, announced = given().when(apart).then()
    assert ruled == SameOriginRuled(rule=SameOrigin.AVOID)
    assert isinstance(announced, RegulationsAnnounced)
    scene = given().when(apart).and_then()
    assert scene.when(announce(same_origin=SameOrigin.AVOID)).then() == ()
    assert scene.when(announce()).then() == ()
    meet = SameOriginRuled(rule=SameOrigin.MEET)
    assert scene.when(announce(same_origin=SameOrigin.MEET)).then() == (meet,)


def test_a_round_robin_keeps_nobody_apart() -> None:
    league = announce(
        Regulations(name="League", play=Play(system="round-robin")), same_origin=SameOrigin.AVOID
    )
    with pytest.raises(NotInThisSystem):
        given().when(league).then()


def test_before_round_one_everything_may_change() -> None:
    state = given(*START).when(announce()).state()
    assert (state.name, state.system_name, state.rounds_asked) == ("Open", "swiss-dutch-2026", 5)
    assert state.tiebreaks == ("PS", "BH", "SB", "DE", "WIN")
    assert state.rating_rules == "elo-fide-2024"
    assert len(state.entrants) == 4


def test_the_same_regulations_again_change_nothing() -> None:
    scene = given().when(announce()).and_then()
    assert scene.when(announce()).then() == ()


PAIRED = given(*START).when(PairRound(round=1)).and_then()
OTHER_PLAY = as_it_is().play


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"play": replace(OTHER_PLAY, system="swiss-dutch-2026")}, "play.system"),
        ({"play": replace(OTHER_PLAY, rounds=4)}, "play.rounds"),
        ({"play": replace(OTHER_PLAY, point_system="3-1-0")}, "play.point_system"),
        ({"play": replace(OTHER_PLAY, tiebreaks=("BH", "SB"))}, "play.tiebreaks"),
        ({"play": replace(OTHER_PLAY, tiebreak_mode="successive")}, "play.tiebreak_mode"),
        ({"play": replace(OTHER_PLAY, tiebreak_edition="fide-2026-03")}, "play.tiebreak_edition"),
        ({"play": replace(OTHER_PLAY, first_colour=None)}, "play.first_colour"),
        ({"rating": Rating(rules="elo-fide-2024")}, "rating.rules"),
    ],
)
def test_what_is_played_by_is_fixed_once_round_one_is_paired(
    change: dict[str, object], field: str
) -> None:
    with pytest.raises(RegulationsFixed) as refused:
        PAIRED.when(announce(as_it_is(**change))).then()
    assert refused.value.field == field


def test_a_fixed_list_is_told_as_a_list() -> None:
    with pytest.raises(RegulationsFixed) as refused:
        PAIRED.when(announce(as_it_is(play=replace(OTHER_PLAY, tiebreaks=("BH", "SB"))))).then()
    assert refused.value.wanted == "BH, SB"


def test_the_rest_may_change_after_round_one() -> None:
    changed = as_it_is(name="Club Open", conduct=Conduct(default_minutes=15))
    (announced,) = PAIRED.when(announce(changed)).then()
    assert announced == RegulationsAnnounced(regulations=changed)


@pytest.mark.parametrize(
    ("regulations", "refusal"),
    [
        (Regulations(name=" "), NameMissing),
        (Regulations(name="Open", play=Play(system="swiss-french")), NoSuchSystem),
        (Regulations(name="Open", play=Play(tiebreaks=("ELO",))), NoSuchTiebreak),
        (
            replace(OPEN, schedule=Schedule(starts=(datetime(2026, 7, 4, 10),))),  # noqa: DTZ001
            ScheduleIncomplete,
        ),
    ],
)
def test_faulty_regulations_are_refused(regulations: Regulations, refusal: type) -> None:
    with pytest.raises(refusal):
        given().when(announce(regulations)).then()
    assert refusal in {type(fault) for fault in faults_in(regulations, NOW)}


def test_a_clock_that_is_none_chooses_no_rating_rules() -> None:
    broken = replace(OPEN, time_control=TimeControl(kind=Kind.GONG, periods=()))
    assert [fault.code for fault in faults_in(broken, NOW)] == ["time-control-impossible"]


@pytest.mark.parametrize(
    ("venue", "field"),
    [
        (Venue(city="x" * 81), "venue.city"),
        (Venue(city="El\nMasnou"), "venue.city"),
        (Venue(federation="Spain"), "venue.federation"),
        (Venue(federation="FIDE"), "venue.federation"),
    ],
)
def test_a_place_that_no_file_can_hold_is_refused(venue: Venue, field: str) -> None:
    (fault,) = faults_in(replace(OPEN, venue=venue), NOW)
    assert (fault.code, fault.fields["field"]) == ("no-such-code", field)


def test_all_faults_are_told_at_once() -> None:
    doubly = Regulations(name="", rating=Rating(federations=("Spain",)))
    assert [fault.code for fault in faults_in(doubly, NOW)] == ["name-missing", "no-such-code"]
    assert faults_in(OPEN, NOW) == ()


def test_texts_that_are_not_mentioned_stay_as_they_are() -> None:
    said = {ProseTopic.VENUE: Sealed("v1"), ProseTopic.ARBITERS: Sealed("a1")}
    first = given().when(announce(prose=said)).and_then()
    assert first.state().prose == {"arbiters": "a1", "venue": "v1"}
    second = first.when(announce(prose={ProseTopic.VENUE: Sealed("v2")})).and_then()
    assert second.state().prose == {"arbiters": "a1", "venue": "v2"}
    third = second.when(announce(prose={ProseTopic.ARBITERS: Sealed()}, reason=Sealed("why")))
    (announced,) = third.then()
    assert isinstance(announced, RegulationsAnnounced)
    assert (announced.prose, announced.reason) == ({"venue": "v2"}, "why")


def test_a_finished_tournament_keeps_its_regulations() -> None:
    finished = replace(PAIRED.state(), finished=True)
    with pytest.raises(AlreadyFinished):
        decide(finished, announce(as_it_is(name="Other")), NOW)


def test_entrants_in_a_category_of_minors_are_reduced() -> None:
    minors = Regulations(name="Open", categories=(Category(code="U14", minors=True),))
    scene = given().when(announce(minors)).and_then()
    young = NewEntrant(id=EntrantId("y"), person=Sealed("p"), categories=("U14", "Club"))
    old = NewEntrant(id=EntrantId("o"), person=Sealed("q"), categories=("Club",))
    entered = scene.when(EnterEntrants(entrants=(young, old))).and_then()
    assert reduced_entrants(entered.state()) == {"y"}
    consented = replace(minors, privacy=Privacy(minors_in_full=True))
    assert reduced_entrants(entered.when(announce(consented)).state()) == frozenset()
    grown = CorrectSportingData(entrant=EntrantId("y"), rating=0, categories=())
    assert reduced_entrants(entered.when(grown).state()) == frozenset()


def test_the_row_of_a_name_changes_when_reduced_data_are_shown() -> None:
    minors = Regulations(name="Open", categories=(Category(code="U14", minors=True),))
    young = NewEntrant(id=EntrantId("y"), person=Sealed("p"), categories=("U14",))
    scene = given().when(announce()).and_then().when(EnterEntrants(entrants=(young,))).and_then()
    assert people.rows(scene.state()) == {"y": ("p", False)}
    assert people.rows(scene.when(announce(minors)).state()) == {"y": ("p", True)}


def test_without_regulations_nobody_is_reduced() -> None:
    assert reduced_entrants(given(*START).state()) == frozenset()
