"""A hall with results edited: another one, none, at another table, or reported at another moment.

Other acts of a hall follow from who sat where; they are done again as they were (`hall_replay`) and
are not edited.
"""

from collections.abc import Sequence

import msgspec

from planilla.audit.consequences import Consequences, consequences
from planilla.audit.edits import Edit, Removed, Replaced, Step, name_of, steps
from planilla.audit.hall_replay import Replay, Seating, hall_after, seating
from planilla.domain.tournament import commands as c
from planilla.domain.tournament import events as e
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact, type_of
from planilla.domain.tournament.refusals import NoSuchGame
from planilla.domain.tournament.refusals.whatif import FactStays, NotInWhatIf
from planilla.domain.vocabulary import GameId


class HallEdited(msgspec.Struct, frozen=True, kw_only=True):
    """The marathon done again with the edits: who would sit where at the end, and their places.

    `now` are the seats as they are and as they would be. Of the later results `kept` were played by
    the same two at the same table; the games of `unknown` would not have been played.
    """

    now: tuple[Seating, Seating]
    kept: int
    unknown: tuple[GameId, ...]
    consequences: Consequences

    @property
    def identical(self) -> bool:
        """Whether everybody would sit where they sit."""
        return self.now[0] == self.now[1]


def hall_edited(facts: Sequence[Fact], edits: Sequence[Edit], *, top: int = 0) -> HallEdited:
    """The hall from the first edit on, done again.

    Raises:
        NotInWhatIf, FactStays: only results are edited in a hall.
        NoSuchGame: no such game is being played at that moment.
        NoSuchResult: a result is none.
        Refusal: an edit cannot be made.
    """
    plan = steps(facts, edits)
    _check(edits)
    for step in plan:
        if step.edit is not None and not isinstance(step.fact.event, e.ResultRecorded):
            raise FactStays(version=step.fact.version, event=type_of(step.fact.event))
    first = next((at for at, step in enumerate(plan) if step.edit or step.inserted), len(plan))
    start = hall_after(facts[:first])
    if start is None:
        raise NotInWhatIf(command="record-result")
    replay = Replay(start, facts)
    for place, step in enumerate(plan[first:], start=first):
        _take(replay, place, step)
    real = fold(facts)
    assert real.hall is not None, "the hall was opened"
    return HallEdited(
        now=(seating(real.hall), seating(replay.hall)),
        kept=replay.kept,
        unknown=tuple(replay.unknown),
        consequences=consequences(real, msgspec.structs.replace(real, hall=replay.hall), top=top),
    )


def _check(edits: Sequence[Edit]) -> None:
    for edit in edits:
        if not isinstance(edit, Removed) and not isinstance(edit.command, c.RecordResult):
            raise NotInWhatIf(command=name_of(edit.command))


def _take(replay: Replay, place: int, step: Step) -> None:
    if step.edit is None:
        replay.one(place)
    else:
        if isinstance(step.edit, Replaced):
            _report(replay, place, step.edit.command)
        replay.leave_out(place)
    for inserted in step.inserted:
        _report(replay, place, inserted.command)


def _report(replay: Replay, place: int, command: c.Command) -> None:
    assert isinstance(command, c.RecordResult), "it was checked"
    if not replay.report(place, command.game, command.result):
        raise NoSuchGame(game=command.game)
