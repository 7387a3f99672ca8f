"""A tournament created, imported, finished."""

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.state import Folds, Tournament


def _created(state: Tournament, event: e.TournamentCreated, _: int) -> Tournament:
    return replace(
        state,
        name=event.name,
        system=event.system,
        rounds_asked=event.rounds,
        point_system=event.point_system,
        tiebreaks=event.tiebreaks,
        tiebreak_mode=event.tiebreak_mode,
        first_colour=event.first_colour,
        tiebreak_edition=event.tiebreak_edition,
        rating_rules=event.rating_rules,
        time_zone=event.time_zone,
    )


def _announced(state: Tournament, event: e.RegulationsAnnounced, _: int) -> Tournament:
    """The regulations configure the tournament: they are its one source from then on."""
    play = event.regulations.play
    return replace(
        state,
        name=event.regulations.name,
        system=play.system,
        rounds_asked=play.rounds,
        point_system=play.point_system,
        tiebreaks=play.tiebreaks or (),
        tiebreak_mode=play.tiebreak_mode,
        tiebreak_edition=play.tiebreak_edition,
        rating_rules=event.regulations.rating.rules,
        first_colour=play.first_colour,
        regulations=event.regulations,
        prose=event.prose,
    )


def _finished(state: Tournament, _: e.TournamentFinished, __: int) -> Tournament:
    return replace(state, finished=True)


def _reopened(state: Tournament, _: e.TournamentReopened, __: int) -> Tournament:
    return replace(state, finished=False)


FOLDS: Folds = {
    e.TournamentCreated: _created,
    e.TournamentImported: lambda state, _, __: state,
    e.PointsRuled: lambda state, event, _: replace(state, points=event.points),
    e.SameOriginRuled: lambda state, event, _: replace(state, same_origin=event.rule),
    e.RegulationsAnnounced: _announced,
    e.TournamentFinished: _finished,
    e.TournamentReopened: _reopened,
    e.TournamentHidden: lambda state, _, __: replace(state, hidden=True),
    e.TournamentShown: lambda state, _, __: replace(state, hidden=False),
}
