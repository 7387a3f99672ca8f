"""Dry runs use nothing up, and their impact takes no longer than it may."""

import json

from dsl.tournaments import AFTER_1, ROUND_2_BOARDS, drafted, facts, published
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Actor, Answer, DryRunAnswer, Recorded, Submission
from planilla.application.impact import DryRunIds, Impacts
from planilla.application.jobs import JobRunner
from planilla.application.ledger import StreamHead
from planilla.application.recording import record
from planilla.application.roles import full_grant
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import GameId

LOG = facts(*AFTER_1, published(2, *ROUND_2_BOARDS))
CORRECTED = ResultCorrected(
    game=GameId("1.1"),
    result="0-1",
    corrects=8,
    effect=Effect(points=True, pairing_from=None, rating=True),
)


def foretold(*events: Event) -> DryRunAnswer:
    return DryRunAnswer(
        status="done",
        version=len(LOG) + len(events),
        foreseen=tuple(_recorded(event, place) for place, event in enumerate(events)),
    )


def _recorded(event: Event, place: int) -> Recorded:
    wanted = Submission(tournament="club", name="x", body=b"", command_id="c", actor=Actor(id="a"))
    head = StreamHead(version=len(LOG) + place, hash=bytes(32), changed_at=10**15)
    return record(event, head=head, event_id="", corrects=None, submission=wanted)


async def test_where_time_is_over_a_later_round_is_told_as_not_worked_out() -> None:
    """Two boards of round 2 would be others; without time only that it was paired from it."""
    answer = foretold(CORRECTED)
    in_time = await Impacts(JobRunner(None), budget_s=60).of(LOG, answer)
    too_late = await Impacts(JobRunner(None), budget_s=-1).of(LOG, answer)
    assert [each.changed for each in in_time.later] == [2]
    assert [each.changed for each in too_late.later] == [None]
    assert in_time.consequences == too_late.consequences


async def test_screens_are_those_of_which_a_row_changes() -> None:
    found = await Impacts(JobRunner(None)).of(LOG, foretold(CORRECTED))
    assert {"standings", "pairings", "crosstable"} <= set(found.screens)
    assert not {"players", "people", "timers", "hall", "keizer", "desk"} & set(found.screens)


async def test_a_draft_is_on_no_screen() -> None:
    found = await Impacts(JobRunner(None)).of(LOG, foretold(drafted(3, *ROUND_2_BOARDS)))
    assert [(each.round, each.after) for each in found.rounds] == [(3, "draft")]
    assert found.screens == ()


async def test_nothing_foretold_changes_nothing() -> None:
    found = await Impacts(JobRunner(None)).of(LOG, foretold())
    assert (found.consequences.is_nothing, found.screens, found.later) == (True, (), ())


def test_what_a_preview_is_handed_is_always_the_same() -> None:
    one, other = DryRunIds(), DryRunIds()
    for ids in (one, other):
        assert (ids.event_id(), ids.lot(), ids.token()) == ("", 0, "")
    salts = [one.salt(), one.salt()]
    assert salts == [other.salt(), other.salt()]
    assert len(set(salts)) == 2


def test_a_dry_run_is_answered_with_its_events_and_uses_no_id() -> None:
    ids = CountedIds()
    store = MemoryStore(clock=SetClock(), ids=ids)
    people = [{"person": {"name": name}, "id": name} for name in ("a", "b")]
    create = {"name": "Club", "system": "swiss-dutch-2026", "rounds": 3}

    def submit(name: str, body: dict[str, object], *, dry_run: bool) -> Answer:
        wanted = Submission(
            tournament="club",
            name=name,
            body=json.dumps(body).encode(),
            command_id=name,
            actor=Actor(id="a", grants=(full_grant("*"),)),
            dry_run=dry_run,
        )
        return store.submit_all((wanted,))[0]

    submit("create-tournament", create, dry_run=False)
    used = ids.lot()
    answer = submit("enter-entrants", {"entrants": people}, dry_run=True)
    assert isinstance(answer, DryRunAnswer)
    assert [each.type for each in answer.foreseen] == ["EntrantEntered", "EntrantEntered"]
    assert {each.event_id for each in answer.foreseen} == {""}
    assert ids.lot() == used + 1
