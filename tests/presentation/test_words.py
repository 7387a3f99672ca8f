"""The base of what says something in a language, and the sentences of an erasure."""

from planilla.application.erasing import Chain, Remaining, Report
from planilla.application.ports import Compacted
from planilla.presentation.catalogue import Words
from planilla.presentation.erasure import ErasureWords


def test_an_entrant_is_called_by_the_name_that_is_given() -> None:
    said = Words("en", str.title).say("whatif.nobody")
    assert said == Words("en").say("whatif.nobody")
    assert "Ana" in Words("en", str.title).say("whatif.floats-now", entrants=("ana",))
    assert "ana" in Words("en").say("whatif.floats-now", entrants=("ana",))


def test_what_remains_is_said_with_its_reason() -> None:
    backup = Remaining(code="backup", fields={"name": "monday.db", "until": 1_800_000_000_000_000})
    (said,) = ErasureWords("en").remains([backup])
    assert "monday.db" in said


def test_files_of_evidence_that_were_emptied_are_counted() -> None:
    report = Report(
        tournament="club",
        entrant="",
        number=0,
        at=0,
        version=9,
        fields=(),
        texts=(),
        files=("0" * 64,),
        remains=(),
        storage=Compacted(database="sqlite"),
        chain=Chain(events=9, head="ab" * 32, faults=()),
    )
    assert list(ErasureWords("en").emptied(report)) == [Words("en").say("erasure.files", n=1)]
    assert ErasureWords("en").chain(report) == Words("en").say(
        "erasure.chain", events=9, head="ab" * 6
    )


def test_places_of_rows_that_wait_are_not_said_to_be_overwritten() -> None:
    waiting = Compacted(database="sqlite")
    assert list(ErasureWords("en").storage(waiting)) == []
