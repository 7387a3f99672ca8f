"""What a lot decides is named, and nothing that follows from it is certain."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    ANA,
    CREATED,
    FOUR,
    NOTHING_SAID,
    ROUND_1,
    ROUND_ROBIN,
    START,
    entered,
    folded,
)
from planilla.audit.impact import ByLot, CertainEvents, certain_events
from planilla.domain.pairing.masnou import MasnouRules, StartOrder
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.committee import FormAppealsCommittee
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.eligibility import WithdrawEntrant
from planilla.domain.tournament.event import DecidedByLot, Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.lots import DrawLots
from planilla.domain.tournament.masnou.commands import DrawPlayoff, EndHall, OpenHall
from planilla.domain.tournament.pairings import PairRound
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.tournament.values import Way

DRAWN_COLOUR = folded(replace(CREATED, first_colour=None), *START[1:])
HALL = folded(TournamentCreated(name="M", system_name="masnou", rounds_asked=0), *entered(*FOUR))
AT = 10**15


def after(state: Tournament, command: Command, lot: int, at: int = AT) -> CertainEvents:
    return certain_events(state, decide(state, command, DecisionContext(at=at, lot=lot)))


@pytest.mark.parametrize(
    ("state", "command", "what", "before"),
    [
        pytest.param(
            DRAWN_COLOUR,
            PairRound(round=1),
            ByLot(what=DecidedByLot.FIRST_COLOUR),
            [],
            id="colour",
        ),
        pytest.param(
            folded(*ROUND_1), DrawLots(), ByLot(what=DecidedByLot.LOTS, among=FOUR), [], id="lots"
        ),
        pytest.param(
            folded(*ROUND_1),
            FormAppealsCommittee(way=Way.LOT),
            ByLot(what=DecidedByLot.COMMITTEE, among=FOUR),
            [],
            id="committee",
        ),
        pytest.param(
            HALL,
            OpenHall(rules=MasnouRules(tables=1, order=StartOrder.LOT)),
            ByLot(what=DecidedByLot.QUEUE, among=FOUR),
            ["HallOpened", "TimerScheduled"],
            id="queue",
        ),
    ],
)
def test_two_lots_agree_on_what_is_certain_and_on_what_they_decide(
    state: Tournament, command: Command, what: ByLot, before: list[str]
) -> None:
    one, other = after(state, command, lot=1), after(state, command, lot=2)
    assert one == other
    assert one.by_lot == (what,)
    assert [type(event).__name__ for event in one.events] == before[: len(one.events)]
    assert len(one.events) <= len(before)


def test_who_plays_for_the_first_place_of_a_hall_is_drawn() -> None:
    """Nobody has lost a game: all four share the first place when the hall ends."""
    state = INITIAL
    for event in (
        TournamentCreated(name="M", system_name="masnou", rounds_asked=0),
        *entered(*FOUR),
    ):
        state = told(state, event)
    for command in (OpenHall(rules=MasnouRules(tables=1)), EndHall()):
        for event in decide(state, command, DecisionContext(at=AT)):
            state = told(state, event)
    game = RecordResult(game="T1.1", result="½-½")  # type: ignore[arg-type]
    for event in decide(state, game, DecisionContext(at=AT)):
        state = told(state, event)
    found = after(state, DrawPlayoff(), lot=5)
    assert [each.what for each in found.by_lot] == [DecidedByLot.PLAYOFF]
    assert found.events == ()
    assert set(found.by_lot[0].among) <= set(FOUR)
    assert found == after(state, DrawPlayoff(), lot=6)


def told(state: Tournament, event: Event) -> Tournament:
    return evolve(state, Fact(version=state.version + 1, recorded_at=AT, event=event))


@pytest.mark.parametrize(
    ("state", "command"),
    [
        pytest.param(folded(*START), PairRound(round=1), id="colour announced"),
        pytest.param(
            folded(ROUND_ROBIN, *START[1:]), PairRound(round=1), id="colours of a schedule"
        ),
        pytest.param(
            folded(*ROUND_1),
            WithdrawEntrant(entrant=ANA, reason=NOTHING_SAID),
            id="nothing drawn",
        ),
    ],
)
def test_everything_is_certain_where_nothing_is_drawn(state: Tournament, command: Command) -> None:
    found = after(state, command, lot=3)
    assert found.by_lot == ()
    assert found.events == decide(state, command, DecisionContext(at=AT, lot=3))
