"""Notices: shown until they end or are taken back."""

import pytest

from dsl.tournaments import START, given
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.notices import (
    NOTICES_MAX,
    NoSuchNotice,
    NoticeEmpty,
    NoticeEndsBefore,
    NoticePosted,
    NoticeWithdrawn,
    PostNotice,
    TooManyNotices,
    WithdrawNotice,
    notices_at,
)
from planilla.domain.tournament.refusal import Refusal

POSTED = NoticePosted(note="sealed text")
BEFORE = len(START)
"""Facts before the first notice, which is the next version."""


def test_a_notice_is_shown_until_it_is_taken_back() -> None:
    scene = given(*START).when(PostNotice(note=Sealed("sealed text")))
    assert scene.then() == (POSTED,)
    (shown,) = notices_at(scene.state(), 10**15)
    assert (shown.text, shown.version) == ("sealed text", BEFORE + 1)
    back = scene.and_then().when(WithdrawNotice(notice=BEFORE + 1))
    assert back.then() == (NoticeWithdrawn(notice=BEFORE + 1),)
    assert back.state().notices == ()


def test_a_notice_ends_at_its_time() -> None:
    state = given(*START, NoticePosted(note="sealed text", until=10**15)).state()
    assert [len(notices_at(state, at)) for at in (10**15 - 1, 10**15)] == [1, 0]


def test_the_next_notice_drops_those_that_have_ended() -> None:
    ended = NoticePosted(note="sealed text", until=0)
    state = given(*START, ended, POSTED).state()
    assert [each.version for each in state.notices] == [BEFORE + 2]


def test_the_sentence_says_an_end() -> None:
    ends = NoticePosted(note="sealed text", until=7)
    assert (POSTED.wording(), ends.wording()) == ("", ".until")
    assert ends.details() == {"ends_at": 7}


@pytest.mark.parametrize(
    ("events", "command", "refusal"),
    [
        pytest.param(START, PostNotice(note=Sealed()), NoticeEmpty, id="no text"),
        pytest.param(
            START, PostNotice(note=Sealed("x"), until=0), NoticeEndsBefore, id="ends at once"
        ),
        pytest.param(
            (*START, *[POSTED] * NOTICES_MAX),
            PostNotice(note=Sealed("x")),
            TooManyNotices,
            id="too many",
        ),
        pytest.param((*START, POSTED), WithdrawNotice(notice=BEFORE), NoSuchNotice, id="no notice"),
    ],
)
def test_a_notice_is_refused(
    events: tuple[Event, ...], command: Command, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*events).when(command).then()
