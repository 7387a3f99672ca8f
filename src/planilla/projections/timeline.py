"""The timeline: one row for each public fact, by its version. It only grows."""

from collections.abc import Callable
from typing import Any

from planilla.domain.scoring import notation_of
from planilla.domain.tournament import events as e
from planilla.domain.tournament.facts import Fact, type_of
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.timers import kind_of
from planilla.domain.vocabulary import RESULT_NOTATION, GameId, GameResult
from planilla.projections.hall_facts import fields_in_hall, is_of_hall, players_in_hall
from planilla.projections.view import Rows

COLUMNS = ("kind", "at", "round", "game", "entrants", "fields", "reason")
"""`kind` is the event type, `at` microseconds since 1970 (UTC), `entrants` ids (White first),
`fields` what the sentence of `words` needs besides, `reason` the commitment to a text or empty."""

Fields = dict[str, Any]


def rows(before: Tournament, fact: Fact, after: Tournament) -> Rows:
    """The row of one fact; `before` and `after` are the public states around it."""
    event = fact.event
    game: GameId | None = getattr(event, "game", None)
    return {
        str(fact.version): (
            type_of(event),
            fact.recorded_at,
            _round_of(event, game),
            game,
            _entrants_of(event, before),
            _fields_of(event, before, after),
            getattr(event, "reason", "") if not isinstance(event, _REASON_IS_CODE) else "",
        )
    }


_REASON_IS_CODE = (e.PairingNumbersAssigned,)


def _round_of(event: e.Event, game: GameId | None) -> int | None:
    if is_of_hall(game):
        return None
    if game is not None:
        return int(game.partition(".")[0])
    for name in ("round", "from_round"):
        number: int | None = getattr(event, name, None)
        if number is not None:
            return number
    return None


def _entrants_of(event: e.Event, before: Tournament) -> tuple[str, ...]:
    entrant: str | None = getattr(event, "entrant", None)
    if entrant is not None:
        return (entrant,)
    found = before.find(getattr(event, "game", GameId("")))
    return found[0].boards[found[1]] if found else players_in_hall(event, before)


def _fields_of(event: e.Event, before: Tournament, after: Tournament) -> Fields:
    fields = _FIELDS.get(type(event))
    if fields is None or is_of_hall(getattr(event, "game", None)):
        return fields_in_hall(event, before)
    return fields(event, before, after)


def _board_of(state: Tournament, game: GameId) -> Fields:
    found = state.find(game)
    assert found is not None, "a fact names a recorded game"
    played, board = found
    return {
        "board": board + 1,
        "before": RESULT_NOTATION[GameResult(played.results[board])],
    }


def _created(event: e.TournamentCreated, _: Tournament, __: Tournament) -> Fields:
    return {"name": event.name, "system": event.system, "rounds": event.rounds}


def _entered(event: e.EntrantEntered, _: Tournament, __: Tournament) -> Fields:
    return {"rating": event.rating, "first_round": event.first_round}


def _sporting(event: e.SportingDataCorrected, before: Tournament, _: Tournament) -> Fields:
    return {"rating": event.rating, "before": before.entrants[event.entrant].rating}


def _numbered(event: e.PairingNumbersAssigned, _: Tournament, __: Tournament) -> Fields:
    return {"entrants": len(event.order), "why": event.reason.value}


def _paired(event: e.PairingsPublished, _: Tournament, __: Tournament) -> Fields:
    said = {"boards": len(event.games), "byes": len(event.byes), "system": event.system}
    return {**said, "by_hand": True} if event.engine else said


def _imported(event: e.RoundImported, _: Tournament, __: Tournament) -> Fields:
    return {"boards": len(event.games), "byes": len(event.byes)}


def _file(event: e.TournamentImported, _: Tournament, __: Tournament) -> Fields:
    return {"format": event.format}


def _points(event: e.PointsRuled, _: Tournament, __: Tournament) -> Fields:
    return {"points": notation_of(event.points)}


def _origin(event: e.SameOriginRuled, _: Tournament, __: Tournament) -> Fields:
    return {"rule": event.rule.value}


def _values(event: e.ValuesRecalculated, _: Tournament, __: Tournament) -> Fields:
    return {
        "after_round": event.after_round,
        "maximum": event.maximum,
        "n": len(event.values),
        "why": event.why.value,
        "passes": event.passes,
        "cycle": event.cycle,
        "on_cycle": event.on_cycle.value,
        "limited": event.limited,
    }


def _absence(event: e.AbsenceRuled, _: Tournament, __: Tournament) -> Fields:
    return {"absence": event.absence.value}


def _kept_apart(event: e.HallPairsForbidden, _: Tournament, __: Tournament) -> Fields:
    return {"entrants": event.entrants}


def _forbidden(event: e.PairsForbidden, _: Tournament, __: Tournament) -> Fields:
    return {
        "entrants": event.entrants,
        "first_round": event.first_round,
        "last_round": event.last_round,
    }


def _allowed(event: e.PairsAllowed, _: Tournament, __: Tournament) -> Fields:
    return {"forbidden": event.forbidden}


def _changed(event: e.PairingChanged, before: Tournament, _: Tournament) -> Fields:
    known = frozenset(before.rounds[event.round - 1].games)
    return {"new": sum(1 for paired in event.games if paired.game not in known)}


def _recorded(event: e.ResultRecorded, before: Tournament, _: Tournament) -> Fields:
    return {"result": event.result, **_board_of(before, event.game)}


def _withdrawn(event: e.ResultWithdrawn, before: Tournament, _: Tournament) -> Fields:
    return _board_of(before, event.game)


def _colours(event: e.ColoursCorrected, before: Tournament, after: Tournament) -> Fields:
    now = _board_of(after, event.game)["before"]
    return {"result": now, **_board_of(before, event.game)}


def _deleted(event: e.ResultDeleted, before: Tournament, _: Tournament) -> Fields:
    return {"counts_as": event.counts_as, **_ruled(event, before)}


def _corrected(event: e.ResultCorrected, before: Tournament, _: Tournament) -> Fields:
    return {"result": event.result, **_ruled(event, before)}


def _ruled(event: e.ResultCorrected | e.ResultDeleted, before: Tournament) -> Fields:
    return {
        **_board_of(before, event.game),
        "corrects": event.corrects,
        "points": event.effect.points,
        "pairing_from": event.effect.pairing_from,
        "rating": event.effect.rating,
        "known_at": event.known_at,
    }


def _late(event: e.EntrantWithdrawn, _: Tournament, __: Tournament) -> Fields:
    """Only where it was recorded too late there is more to tell."""
    if event.games is None:
        return {}
    return {"games": event.games.value, "known_at": event.known_at}


def _ineligible(event: e.EntrantRuledIneligible, _: Tournament, __: Tournament) -> Fields:
    games = event.games.value
    return {"games": games, "out_from": event.out_from, "known_at": event.known_at}


def _bye(event: e.ByeCorrected, _: Tournament, __: Tournament) -> Fields:
    return {"kind": event.kind.value, "known_at": event.known_at}


def _committee(event: e.AppealsCommitteeFormed, _: Tournament, __: Tournament) -> Fields:
    members = tuple(each.entrant for each in event.seats)
    return {"way": event.way.value, "members": members, "lot": _lot_number(event.lot)}


def _replaced(event: e.CommitteeMemberReplaced, _: Tournament, __: Tournament) -> Fields:
    return {"member": event.member, "reserve": event.reserve, "case": event.case}


def _lots(event: e.LotsDrawn, _: Tournament, __: Tournament) -> Fields:
    return {
        "draw": event.draw.value,
        "drawn": len(event.lots),
        "figure": event.figure,
        "lot": _lot_number(event.lot),
    }


def _lot_number(lot: int | None) -> str | None:
    """As text: it has more digits than the numbers of JavaScript."""
    return None if lot is None else str(lot)


def _prizes(event: e.PrizesAnnounced, _: Tournament, __: Tournament) -> Fields:
    return {"fund": event.plan.fund, "currency": event.plan.currency}


def _shared(event: e.PrizesShared, _: Tournament, __: Tournament) -> Fields:
    return {
        "paid": sum(each.amount for each in event.payouts),
        "currency": event.currency,
        "n": len(event.payouts),
        "by": event.by.value,
    }


def _scheduled(event: e.TimerScheduled, _: Tournament, __: Tournament) -> Fields:
    return {"kind": event.kind.value, "about": event.about, "due_at": event.due_at}


def _fired(event: e.TimerFired, _: Tournament, __: Tournament) -> Fields:
    return {
        "kind": kind_of(event.timer).value,
        "about": event.about,
        "due_at": event.due_at,
        "fired_at": event.fired_at,
    }


def _cancelled(event: e.TimerCancelled, _: Tournament, __: Tournament) -> Fields:
    return {"kind": kind_of(event.timer).value, "about": event.about}


def _key(event: e.LogKeyAnnounced, _: Tournament, __: Tournament) -> Fields:
    return {
        "fingerprint": event.fingerprint,
        "replaces": event.replaces,
        "endorsed": event.endorsement,
    }


_FIELDS: dict[type[e.Event], Callable[[Any, Tournament, Tournament], Fields]] = {
    e.TournamentCreated: _created,
    e.TournamentImported: _file,
    e.PointsRuled: _points,
    e.SameOriginRuled: _origin,
    e.ValuesRecalculated: _values,
    e.AbsenceRuled: _absence,
    e.EntrantEntered: _entered,
    e.SportingDataCorrected: _sporting,
    e.PairingNumbersAssigned: _numbered,
    e.PairsForbidden: _forbidden,
    e.PairsAllowed: _allowed,
    e.HallPairsForbidden: _kept_apart,
    e.HallPairsAllowed: _allowed,
    e.PairingsPublished: _paired,
    e.RoundImported: _imported,
    e.PairingChanged: _changed,
    e.ResultRecorded: _recorded,
    e.ResultWithdrawn: _withdrawn,
    e.ColoursCorrected: _colours,
    e.ResultCorrected: _corrected,
    e.ResultDeleted: _deleted,
    e.EntrantWithdrawn: _late,
    e.EntrantRuledIneligible: _ineligible,
    e.EntrantReinstated: lambda event, _, __: {"known_at": event.known_at},
    e.ByeCorrected: _bye,
    e.EvidenceAdded: lambda event, _, __: {"about": event.about, "n": len(event.files)},
    e.AppealsCommitteeFormed: _committee,
    e.CommitteeMemberReplaced: _replaced,
    e.LotsDrawn: _lots,
    e.PrizesAnnounced: _prizes,
    e.PrizesShared: _shared,
    e.QualifyingPlacesSet: lambda event, _, __: {
        "places": event.places,
        "stage": event.stage.value,
    },
    e.TimerScheduled: _scheduled,
    e.TimerFired: _fired,
    e.TimerCancelled: _cancelled,
    e.TextsErased: lambda event, _, __: {"n": len(event.texts)},
    e.LogKeyAnnounced: _key,
}
