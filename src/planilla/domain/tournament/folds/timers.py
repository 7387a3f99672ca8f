"""Timers scheduled, fired and cancelled; players noted absent."""

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.state import Folds, Tournament
from planilla.domain.tournament.timers import Timer
from planilla.domain.vocabulary import EntrantId, GameId


def _scheduled(state: Tournament, event: e.TimerScheduled, _: int) -> Tournament:
    timer = Timer(
        id=event.timer,
        kind=event.kind,
        due_at=event.due_at,
        about=event.about,
        by_rule=event.by_rule,
        note=event.note,
        repeats=event.repeats,
    )
    timers = {**state.timers, event.timer: timer}
    return replace(state, timers=timers, timers_made=state.timers_made + 1)


def _fired(state: Tournament, event: e.TimerFired, _: int) -> Tournament:
    timers, timer = _without(state.timers, event.timer)
    if timer is None or not event.awaits:
        return replace(state, timers=timers)
    return replace(state, timers=timers, awaiting={**state.awaiting, timer.id: timer})


def _cancelled(state: Tournament, event: e.TimerCancelled, _: int) -> Tournament:
    return replace(state, timers=_without(state.timers, event.timer)[0])


def _settled(state: Tournament, event: e.TimerSettled, _: int) -> Tournament:
    return replace(state, awaiting=_without(state.awaiting, event.timer)[0])


def _without(timers: dict[str, Timer], key: str) -> tuple[dict[str, Timer], Timer | None]:
    others = dict(timers)
    timer = others.pop(key, None)
    return others, timer


def _noted(state: Tournament, event: e.AbsenceNoted, _: int) -> Tournament:
    return _with_absent(state, event.game, (*state.absences.get(event.game, ()), event.entrant))


def _withdrawn(state: Tournament, event: e.AbsenceWithdrawn, _: int) -> Tournament:
    noted = state.absences.get(event.game, ())
    return _with_absent(state, event.game, tuple(each for each in noted if each != event.entrant))


def _with_absent(state: Tournament, game: GameId, absent: tuple[EntrantId, ...]) -> Tournament:
    absences = {**state.absences, game: absent}
    if not absent:
        del absences[game]
    return replace(state, absences=absences)


FOLDS: Folds = {
    e.TimerScheduled: _scheduled,
    e.TimerFired: _fired,
    e.TimerCancelled: _cancelled,
    e.TimerSettled: _settled,
    e.AbsenceNoted: _noted,
    e.AbsenceWithdrawn: _withdrawn,
}
