"""Announcing the key that signs heads: the first, another, and what is refused."""

import pytest

from dsl.tournaments import CREATED, folded, given
from planilla.domain.tournament.closing import TournamentFinished
from planilla.domain.tournament.keys import (
    AnnounceLogKey,
    AnotherKeyInForce,
    KeyRetired,
    LogKeyAnnounced,
    NoSuchKeyForm,
)
from planilla.domain.tournament.refusal import Refusal

FIRST, NEXT, LAST = ("ab" * 32, "cd" * 32, "ef" * 32)
ENDORSED = "12" * 64
ANNOUNCED = LogKeyAnnounced(public_key=FIRST)
REPLACED = LogKeyAnnounced(public_key=NEXT, replaces=FIRST, endorsement=ENDORSED)


def announce(key: str, replaces: str = "", endorsement: str = "") -> AnnounceLogKey:
    return AnnounceLogKey(public_key=key, replaces=replaces, endorsement=endorsement)


def test_the_first_key_replaces_none_and_the_next_names_the_first() -> None:
    assert given(CREATED).when(announce(FIRST)).then() == (ANNOUNCED,)
    of_another = announce(NEXT, FIRST, ENDORSED)
    assert given(CREATED, ANNOUNCED).when(of_another).then() == (REPLACED,)
    lost = announce(NEXT, FIRST)
    assert given(CREATED, ANNOUNCED).when(lost).then() == (
        LogKeyAnnounced(public_key=NEXT, replaces=FIRST),
    )
    assert folded(CREATED, ANNOUNCED, REPLACED).log_keys == (FIRST, NEXT)


def test_the_key_in_force_announced_again_changes_nothing() -> None:
    for replaces in ("", FIRST):
        assert given(CREATED, ANNOUNCED).when(announce(FIRST, replaces)).then() == ()


def test_a_key_is_announced_also_after_the_end() -> None:
    over = given(CREATED, TournamentFinished())
    assert over.when(announce(FIRST)).then() == (ANNOUNCED,)


def test_eyes_compare_sixteen_digits() -> None:
    key = "0123456789abcdef" + "0" * 48
    assert LogKeyAnnounced(public_key=key).fingerprint == "0123 4567 89ab cdef"


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        pytest.param(announce("ab" * 31), NoSuchKeyForm, id="too short"),
        pytest.param(announce("AB" * 32), NoSuchKeyForm, id="capital letters"),
        pytest.param(announce(LAST, "ab"), NoSuchKeyForm, id="the old one too short"),
        pytest.param(announce(LAST, NEXT, "12"), NoSuchKeyForm, id="half an endorsement"),
        pytest.param(announce(LAST), AnotherKeyInForce, id="none named"),
        pytest.param(announce(LAST, FIRST), AnotherKeyInForce, id="another named"),
        pytest.param(announce(FIRST, NEXT), KeyRetired, id="an old one"),
    ],
)
def test_a_key_is_refused(command: AnnounceLogKey, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        given(CREATED, ANNOUNCED, REPLACED).when(command).then()


def test_nobody_endorses_the_first_key() -> None:
    with pytest.raises(NoSuchKeyForm):
        given(CREATED).when(announce(FIRST, "", ENDORSED)).then()
