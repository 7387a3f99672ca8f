"""Keizer ladders: rules, lists of values, absences."""

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.ladder_state import LadderState
from planilla.domain.tournament.state import Folds, Tournament
from planilla.domain.vocabulary import EntrantId


def _known(state: Tournament) -> LadderState:
    return state.ladder or LadderState()


def _ruled(state: Tournament, event: e.KeizerRuled, _: int) -> Tournament:
    return replace(state, ladder=replace(_known(state), rules=event.rules))


def _recalculated(state: Tournament, event: e.ValuesRecalculated, _: int) -> Tournament:
    """A list takes the place of those after the same round or a later one, taken back since."""
    ladder = _known(state)
    earlier = {number: each for number, each in ladder.lists.items() if number < event.after_round}
    first = {each.entrant: each.value for each in event.values}
    changed = replace(
        ladder,
        lists={**earlier, event.after_round: event},
        original={**first, **ladder.original},
        away=ladder.away if event.why is e.Recalculated.LATE_ENTRY else _away(state),
    )
    return replace(state, ladder=changed)


def _away(state: Tournament) -> dict[EntrantId, int]:
    return {
        entrant.id: entrant.out_from
        for entrant in state.entrants.values()
        if entrant.out_from is not None
    }


def _absence(state: Tournament, event: e.AbsenceRuled, _: int) -> Tournament:
    ladder = _known(state)
    absences = {**ladder.absences, (event.entrant, event.round): event.absence}
    return replace(state, ladder=replace(ladder, absences=absences))


FOLDS: Folds = {
    e.KeizerRuled: _ruled,
    e.ValuesRecalculated: _recalculated,
    e.AbsenceRuled: _absence,
}
