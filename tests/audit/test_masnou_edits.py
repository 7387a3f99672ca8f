"""A marathon with results edited: left out, at another table, reported later, or others.

One or two tables; a wins the first game, and who waits takes the seat of who loses.
"""

from typing import Any

import pytest

from dsl.masnou_scenarios import Json, Played
from planilla.audit.edits import Edit, Inserted, Removed, Replaced
from planilla.audit.masnou_replay import masnou_edited, masnou_what_if
from planilla.domain.tournament.eligibility import WithdrawEntrant
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.memory import Seating
from planilla.domain.tournament.refusal import NoSuchGame, NoSuchResult, Refusal
from planilla.domain.tournament.results import RecordResult, ResultRecorded
from planilla.domain.tournament.whatif import FactStays, NotInWhatIf
from planilla.domain.vocabulary import EntrantId, GameId


def played(players: str, *results: tuple[str, str], **rules: Any) -> Played:
    """A hall of a, b, c … after results, a minute apart."""
    entrants = [{"id": each, "rating": 2000 - place} for place, each in enumerate(players)]
    run = Played({"entrants": entrants, "rules": {"tables": 1} | rules})
    for place, (game, result) in enumerate(results, start=1):
        body: Json = {"game": game, "result": result}
        run.act({"command": "record-result", "body": body, "at": 60 * place})
    return run


def report(run: Played, game: str) -> int:
    """The version at which a game was reported."""
    return next(
        fact.version
        for fact in run.log
        if isinstance(fact.event, ResultRecorded) and fact.event.game == game
    )


def record(game: str, result: str) -> RecordResult:
    return RecordResult(game=GameId(game), result=result)


def seats(*tables: tuple[int, str, str], queue: str = "") -> Seating:
    return Seating(
        tables=tuple((n, EntrantId(white), EntrantId(black)) for n, white, black in tables),
        queue=tuple(EntrantId(each) for each in queue),
    )


def test_another_result_is_what_the_shorthand_says() -> None:
    run = played("abcdef", ("T1.1", "1-0"), ("T2.1", "1-0"), ("T1.2", "1-0"), tables=2)
    edit = Replaced(version=report(run, "T1.1"), command=record("T1.1", "0-1"))
    found = masnou_edited(run.log, [edit], top=1)
    told = masnou_what_if(run.log, GameId("T1.1"), "0-1")
    assert (found.now, found.kept, found.unknown) == (told.now, told.kept, told.unknown)
    assert not found.identical
    assert found.consequences.qualifying is not None


def test_a_result_left_out_lets_the_game_go_on() -> None:
    """a beats b, c comes, and a beats c. Without the first report a and b still play."""
    run = played("abc", ("T1.1", "1-0"), ("T1.2", "1-0"))
    found = masnou_edited(run.log, [Removed(version=report(run, "T1.1"))])
    assert found.now[1] == seats((1, "a", "b"), queue="c")
    assert found.unknown == ("T1.2",)


def test_a_result_reported_later_lets_the_others_go_first() -> None:
    """Two tables, a-b and c-d, e and f wait. c beats d before a beats b: e sits at table 2."""
    run = played("abcdef", ("T1.1", "1-0"), ("T2.1", "1-0"), tables=2)
    first, second = report(run, "T1.1"), report(run, "T2.1")
    edits: list[Edit] = [
        Removed(version=first),
        Inserted(after=second, command=record("T1.1", "1-0")),
    ]
    found = masnou_edited(run.log, edits)
    assert found.now[0] == seats((1, "a", "e"), (2, "c", "f"), queue="bd")
    assert found.now[1] == seats((1, "a", "f"), (2, "c", "e"), queue="db")


def test_a_result_reported_at_the_wrong_table_was_that_of_the_other() -> None:
    run = played("abcdef", ("T1.1", "1-0"), tables=2)
    edit = Replaced(version=report(run, "T1.1"), command=record("T2.1", "1-0"))
    found = masnou_edited(run.log, [edit])
    assert found.now[1] == seats((1, "a", "b"), (2, "c", "e"), queue="fd")


def test_without_an_edit_everybody_sits_where_they_sit() -> None:
    run = played("abc", ("T1.1", "1-0"), ("T1.2", "1-0"))
    found = masnou_edited(run.log, [])
    assert found.identical
    assert found.consequences.is_nothing


@pytest.mark.parametrize(
    ("edit", "refusal"),
    [
        pytest.param(Removed(version=1), FactStays, id="the tournament"),
        pytest.param(
            Inserted(after=9, command=WithdrawEntrant(entrant=EntrantId("a"))),
            NotInWhatIf,
            id="no result",
        ),
        pytest.param(Inserted(after=1, command=record("T1.1", "1-0")), NotInWhatIf, id="too early"),
        pytest.param(Inserted(after=-1, command=record("T9.1", "1-0")), NoSuchGame, id="no table"),
        pytest.param(Inserted(after=-1, command=record("T1.1", "1-0")), NoSuchGame, id="is over"),
        pytest.param(Inserted(after=-1, command=record("T1.2", "9-0")), NoSuchResult, id="none"),
    ],
)
def test_only_results_can_be_edited(edit: Edit, refusal: type[Refusal]) -> None:
    run = played("abc", ("T1.1", "1-0"))
    if isinstance(edit, Inserted) and edit.after < 0:
        edit = Inserted(after=run.log[-1].version, command=edit.command)
    with pytest.raises(refusal):
        masnou_edited(run.log, [edit])


def test_an_entry_cannot_be_left_out_of_a_hall() -> None:
    run = played("abc", ("T1.1", "1-0"))
    entry = next(fact for fact in run.log if isinstance(fact.event, EntrantEntered))
    with pytest.raises(FactStays):
        masnou_edited(run.log, [Removed(version=entry.version)])


def test_a_deleted_result_stays_deleted_where_the_game_is_kept() -> None:
    """Two tables: a beats b, c beats d; then the second result is deleted."""
    run = played("abcd", ("T1.1", "1-0"), ("T2.1", "1-0"), tables=2)
    body: Json = {"game": "T2.1", "corrects": report(run, "T2.1"), "counts_as": "-/-"}
    run.act({"command": "delete-result", "body": body, "at": 600})
    found = masnou_edited(run.log, [])
    assert found.consequences.is_nothing
    edit = Replaced(version=report(run, "T1.1"), command=record("T1.1", "0-1"))
    places = {each.entrant for each in masnou_edited(run.log, [edit]).consequences.places}
    assert "c" not in places
    other = Replaced(version=report(run, "T2.1"), command=record("T2.1", "0-1"))
    assert masnou_edited(run.log, [other]).consequences.places
