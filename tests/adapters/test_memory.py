"""What the memory ledger refuses, as a database would; the rest is in the contract tests."""

import pytest
from msgspec.structs import replace

from planilla.adapters.memory import CountedIds, MemoryLedger, SetClock
from planilla.application.decisions import PendingCommand
from planilla.application.handle import Handler
from planilla.application.ledger import Advance, Appending, StreamHead
from planilla.application.ports import VersionConflict
from stores import created

NOTHING = Appending(events=(), streams=(), answers=(), people=(), texts=())


def test_a_stream_that_moved_is_a_conflict() -> None:
    before, head = (StreamHead(version=at, hash=bytes(32), changed_at=0) for at in (1, 2))
    advance = Advance(tournament="club", name="", before=before, head=head)
    with pytest.raises(VersionConflict):
        MemoryLedger().append(replace(NOTHING, streams=(advance,)))


def test_a_command_that_was_answered_is_a_conflict() -> None:
    ledger = MemoryLedger()
    at = Handler(ledger, clock=SetClock(), ids=CountedIds())
    wish = at.admit(created())
    assert isinstance(wish, PendingCommand)
    at.execute_alone([wish])
    (first,) = ledger.first_answers.values()
    with pytest.raises(VersionConflict):
        ledger.append(replace(NOTHING, answers=(first,)))


def test_tokens_are_counted() -> None:
    ids = CountedIds()
    assert (ids.token(), ids.token()) == ("token-1", "token-2")
