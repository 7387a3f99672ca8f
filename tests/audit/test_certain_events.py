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
from planilla.audit.impact import ByLot, CertainEvents, DecidedByLot, certain_events
from planilla.domain.pairing.masnou import HallRules, StartOrder
from planilla.domain.tournament import commands as c
from planilla.domain.tournament import events as e
from planilla.domain.tournament.committee import Way
from planilla.domain.tournament.decide import Given, decide
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL, Tournament

DRAWN_COLOUR = folded(replace(CREATED, first_colour=None), *START[1:])
HALL = folded(e.TournamentCreated(name="M", system="masnou", rounds=0), *entered(*FOUR))
AT = 10**15


def after(state: Tournament, command: c.Command, lot: int, at: int = AT) -> CertainEvents:
    return certain_events(state, decide(state, command, Given(at=at, lot=lot)))


@pytest.mark.parametrize(
    ("state", "command", "what", "before"),
    [
        pytest.param(
            DRAWN_COLOUR,
            c.PairRound(round=1),
            ByLot(what=DecidedByLot.FIRST_COLOUR),
            [],
            id="colour",
        ),
        pytest.param(
            folded(*ROUND_1), c.DrawLots(), ByLot(what=DecidedByLot.LOTS, among=FOUR), [], id="lots"
        ),
        pytest.param(
            folded(*ROUND_1),
            c.FormAppealsCommittee(way=Way.LOT),
            ByLot(what=DecidedByLot.COMMITTEE, among=FOUR),
            [],
            id="committee",
        ),
        pytest.param(
            HALL,
            c.OpenHall(rules=HallRules(tables=1, order=StartOrder.LOT)),
            ByLot(what=DecidedByLot.QUEUE, among=FOUR),
            ["HallOpened", "TimerScheduled"],
            id="queue",
        ),
    ],
)
def test_two_lots_agree_on_what_is_certain_and_on_what_they_decide(
    state: Tournament, command: c.Command, what: ByLot, before: list[str]
) -> None:
    one, other = after(state, command, lot=1), after(state, command, lot=2)
    assert one == other
    assert one.by_lot == (what,)
    assert [type(event).__name__ for event in one.events] == before[: len(one.events)]
    assert len(one.events) <= len(before)


def test_who_plays_for_the_first_place_of_a_hall_is_drawn() -> None:
    """Nobody has lost a game: all four share the first place when the hall ends."""
    state = INITIAL
    for event in (e.TournamentCreated(name="M", system="masnou", rounds=0), *entered(*FOUR)):
        state = told(state, event)
    for command in (c.OpenHall(rules=HallRules(tables=1)), c.EndHall()):
        for event in decide(state, command, Given(at=AT)):
            state = told(state, event)
    game = c.RecordResult(game="T1.1", result="½-½")  # type: ignore[arg-type]
    for event in decide(state, game, Given(at=AT)):
        state = told(state, event)
    found = after(state, c.DrawPlayoff(), lot=5)
    assert [each.what for each in found.by_lot] == [DecidedByLot.PLAYOFF]
    assert found.events == ()
    assert set(found.by_lot[0].among) <= set(FOUR)
    assert found == after(state, c.DrawPlayoff(), lot=6)


def told(state: Tournament, event: e.Event) -> Tournament:
    return evolve(state, Fact(version=state.version + 1, recorded_at=AT, event=event))


@pytest.mark.parametrize(
    ("state", "command"),
    [
        pytest.param(folded(*START), c.PairRound(round=1), id="colour announced"),
        pytest.param(
            folded(ROUND_ROBIN, *START[1:]), c.PairRound(round=1), id="colours of a schedule"
        ),
        pytest.param(
            folded(*ROUND_1),
            c.WithdrawEntrant(entrant=ANA, reason=NOTHING_SAID),
            id="nothing drawn",
        ),
    ],
)
def test_everything_is_certain_where_nothing_is_drawn(
    state: Tournament, command: c.Command
) -> None:
    found = after(state, command, lot=3)
    assert found.by_lot == ()
    assert found.events == decide(state, command, Given(at=AT, lot=3))
