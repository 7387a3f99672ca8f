"""Work spread over processes comes back in its order, and progress is told."""

import pytest

from planilla.adapters.cli.parallel import each_of, processors


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_keep_the_order_of_their_items(jobs: int) -> None:
    told: list[tuple[int, int]] = []
    items = list(range(-20, 20))
    done = each_of(abs, items, jobs=jobs, progress=lambda now, total: told.append((now, total)))
    assert list(done) == [abs(item) for item in items]
    assert told == [(number, 40) for number in range(41)]


def test_nothing_to_do_is_nothing_done() -> None:
    told: dict[int, int] = {}
    nothing: list[int] = []
    assert list(each_of(abs, nothing, jobs=4, progress=told.__setitem__)) == []
    assert told == {0: 0}


def test_there_is_a_processor() -> None:
    assert processors() >= 1
