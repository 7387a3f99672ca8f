"""The timeline in plain words: one line for each fact, with a small sign for its kind."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec

from planilla.adapters.http.reading import Entry
from planilla.adapters.http.views.local import local_moment
from planilla.adapters.http.views.sheet import Sheet
from planilla.domain.scoring import notation_of
from planilla.domain.tournament import events as e
from planilla.domain.tournament.timers import kind_of
from planilla.words.telling import variant

_OF_A_CALL = f"{e.TimerKind.CALL.value}."

SIGNS = {"setup": "◇", "entrant": "+", "round": "▤", "result": "●", "correction": "✎"}


@dataclass(frozen=True, kw_only=True)
class FactLine:
    """One fact in words; `at` is in microseconds since 1970 (UTC)."""

    version: int
    at: int
    kind: str
    sign: str
    sentence: str
    reason: str
    command_id: str
    is_public: bool


def fact_lines(
    sheet: Sheet, entries: Iterable[Entry], texts: Mapping[str, str]
) -> tuple[FactLine, ...]:
    """Facts in words, in their order; `texts` are the reasons that the reader may see."""
    return tuple(_line(sheet, entry, texts) for entry in entries if _is_told(entry.fact.event))


def _is_told(event: e.Event) -> bool:
    """The timer of a call says what the call says: a hall has one for each."""
    timer: str = getattr(event, "timer", "")
    return not timer.startswith(_OF_A_CALL)


def last_told(entries: Sequence[Entry], count: int) -> tuple[Entry, ...]:
    """The last facts of which there is something to tell, in their order."""
    newest = (entry for entry in reversed(entries) if _is_told(entry.fact.event))
    return tuple(islice(newest, count))[::-1]


def _line(sheet: Sheet, entry: Entry, texts: Mapping[str, str]) -> FactLine:
    event = entry.fact.event
    kind = event.topic.value
    fields = _fields(sheet, entry)
    return FactLine(
        version=entry.version,
        at=entry.fact.recorded_at,
        kind=kind,
        sign=SIGNS[kind],
        sentence=sheet.say(f"event.{entry.type}{variant(entry.type, fields)}", **fields),
        reason=texts.get(getattr(event, "reason", "") or getattr(event, "note", ""), ""),
        command_id=entry.command_id,
        is_public=entry.is_public,
    )


def _fields(sheet: Sheet, entry: Entry) -> dict[str, Any]:
    """What the sentence of a fact needs: its own fields, its game, and what is counted in it."""
    event = entry.fact.event
    fields: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
    fields["round"] = fields.get("round", fields.get("from_round", 0))
    if entry.game is not None:
        fields |= msgspec.structs.asdict(entry.game)
    more = _MORE.get(type(event))
    return fields | dict(entry.of_hall) | ({} if more is None else more(sheet, event))


def _numbered(_: Sheet, event: e.PairingNumbersAssigned) -> dict[str, Any]:
    return {"entrants": len(event.order), "why": event.reason.value}


def _boards(
    _: Sheet, event: e.RoundPaired | e.PairingsPublished | e.RoundImported
) -> dict[str, Any]:
    return {"boards": len(event.games)}


def _members(_: Sheet, event: e.AppealsCommitteeFormed) -> dict[str, Any]:
    lot = None if event.lot is None else str(event.lot)
    return {"members": tuple(each.entrant for each in event.seats), "lot": lot}


def _drawn(_: Sheet, event: e.LotsDrawn) -> dict[str, Any]:
    return {"drawn": len(event.lots), "lot": None if event.lot is None else str(event.lot)}


def _case(sheet: Sheet, event: e.CommitteeMemberReplaced) -> dict[str, Any]:
    return {"case": sheet.game_name(event.case)}


def _corrected(sheet: Sheet, event: e.ResultCorrected | e.ResultDeleted) -> dict[str, Any]:
    return _counts(sheet, event.effect)


def _counts(sheet: Sheet, effect: e.Effect) -> dict[str, str]:
    number = effect.pairing_from
    pairing = (
        sheet.say("counts-pairing.never")
        if number is None
        else sheet.say("counts-pairing.from", round=number)
    )
    return {"points": str(effect.points), "rating": str(effect.rating), "pairing": pairing}


def _paid(_: Sheet, event: e.PrizesShared) -> dict[str, Any]:
    return {
        "paid": sum(each.amount for each in event.payouts),
        "n": len(event.payouts),
        "by": event.by.value,
    }


def _values(_: Sheet, event: e.ValuesRecalculated) -> dict[str, Any]:
    return {
        "n": len(event.values),
        "why": event.why.value,
        "on_cycle": event.on_cycle.value,
        "maximum": event.maximum,
    }


def _timer(
    sheet: Sheet, event: e.TimerScheduled | e.TimerFired | e.TimerCancelled | e.TimerSettled
) -> dict[str, Any]:
    """Times are those of the event's own zone, as on the page of the timers."""
    return {
        "kind": kind_of(event.timer).value,
        "due": local_moment(sheet.language, sheet.state, getattr(event, "due_at", 0)),
        "fired": local_moment(sheet.language, sheet.state, getattr(event, "fired_at", 0)),
    }


def _key(_: Sheet, event: e.LogKeyAnnounced) -> dict[str, Any]:
    return {"fingerprint": event.fingerprint, "endorsed": event.endorsement}


_MORE: dict[type[e.Event], Callable[[Sheet, Any], dict[str, Any]]] = {
    e.PairingNumbersAssigned: _numbered,
    e.ByeRequested: lambda _, event: {"kind": event.kind.value},
    e.PointsRuled: lambda _, event: {"points": notation_of(event.points)},
    e.SameOriginRuled: lambda _, event: {"rule": event.rule.value},
    e.ValuesRecalculated: _values,
    e.AbsenceRuled: lambda _, event: {"absence": event.absence.value},
    e.RoundPaired: _boards,
    e.PairingsPublished: _boards,
    e.RoundImported: _boards,
    e.ResultCorrected: _corrected,
    e.ResultDeleted: _corrected,
    e.ByeCorrected: lambda _, event: {"kind": event.kind.value},
    e.EntrantRuledIneligible: lambda _, event: {"games": event.games.value},
    e.EntrantWithdrawn: lambda _, event: {
        "games": None if event.games is None else event.games.value
    },
    e.EvidenceAdded: lambda _, event: {"n": len(event.files)},
    e.TextsErased: lambda _, event: {"n": len(event.texts)},
    e.AppealsCommitteeFormed: _members,
    e.CommitteeMemberReplaced: _case,
    e.LotsDrawn: _drawn,
    e.PrizesAnnounced: lambda _, event: {"fund": event.plan.fund, "currency": event.plan.currency},
    e.PrizesShared: _paid,
    e.TimerScheduled: _timer,
    e.TimerFired: _timer,
    e.TimerCancelled: _timer,
    e.TimerSettled: _timer,
    e.LogKeyAnnounced: _key,
}
"""What a sentence needs besides the fields of its event and its game."""
