"""The base of what says something in a language."""

from planilla.presentation.catalogue import Words


def test_an_entrant_is_called_by_the_name_that_is_given() -> None:
    said = Words("en", str.title).say("whatif.nobody")
    assert said == Words("en").say("whatif.nobody")
    assert "Ana" in Words("en", str.title).say("whatif.floats-now", entrants=("ana",))
    assert "ana" in Words("en").say("whatif.floats-now", entrants=("ana",))
