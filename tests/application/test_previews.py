"""Previews are worked out part by part, within a bound, and kept by version."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

import pytest

from dsl.tournaments import ROUND_1, START, folded, recorded
from planilla.application import previews as previews_module
from planilla.application.jobs import JobRunner
from planilla.application.previews import PART, Previews, PreviewTooLong
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.refusal import RoundNotPaired

Asked = TypeVar("Asked")
Found = TypeVar("Found")


class Counting:
    """A worker that does it at once and counts."""

    asked = 0

    def ask(self, work: Callable[[Asked], Found], given: Asked) -> Future[Found]:
        self.asked += 1
        future: Future[Found] = Future()
        future.set_result(work(given))
        return future


async def test_two_open_games_are_worked_out_in_parts_and_once() -> None:
    worker = Counting()
    previews = Previews(JobRunner(worker))
    first = await previews.preview("club", folded(*ROUND_1), DecisionContext())
    assert len(first.outcomes) == 9
    assert worker.asked == 9 // PART
    assert await previews.preview("club", folded(*ROUND_1), DecisionContext()) is first


async def test_a_new_result_has_it_worked_out_again() -> None:
    previews = Previews(JobRunner(Counting()))
    await previews.preview("club", folded(*ROUND_1), DecisionContext())
    later = folded(*ROUND_1, recorded("1.1", "1-0"))
    assert (await previews.preview("club", later, DecisionContext())).games == ("1.2",)


async def test_what_would_take_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews_module, "BUDGET_S", -1.0)
    previews = Previews(JobRunner(None))
    with pytest.raises(PreviewTooLong) as given_up:
        await previews.preview("club", folded(*ROUND_1), DecisionContext())
    assert (given_up.value.paired, given_up.value.total) == (0, 9)


async def test_what_cannot_be_foreseen_is_refused() -> None:
    with pytest.raises(RoundNotPaired):
        await Previews(JobRunner(None)).preview("club", folded(*START), DecisionContext())
