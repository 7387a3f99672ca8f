"""The timeline in plain words: one line for each fact, with a small sign for its kind."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from planilla.adapters.http.reading import Entry
from planilla.adapters.http.views.sheet import Sheet
from planilla.domain.scoring import notation_of
from planilla.domain.tournament import events as e
from planilla.words.telling import variant

KINDS: dict[str, str] = {
    "TournamentCreated": "setup",
    "TournamentImported": "setup",
    "PointsRuled": "setup",
    "SameOriginRuled": "setup",
    "EntrantEntered": "entrant",
    "PersonalDataCorrected": "entrant",
    "SportingDataCorrected": "correction",
    "PairingNumbersAssigned": "entrant",
    "ByeRequested": "entrant",
    "ByeRequestCancelled": "entrant",
    "EntrantWithdrawn": "entrant",
    "EntrantReturned": "entrant",
    "EntrantExpelled": "entrant",
    "PairsForbidden": "entrant",
    "PairsAllowed": "entrant",
    "RoundPaired": "round",
    "DraftChanged": "round",
    "DraftDiscarded": "round",
    "PairingsPublished": "round",
    "RoundImported": "round",
    "PairingChanged": "correction",
    "RoundUnpaired": "round",
    "RoundClosed": "round",
    "RoundReopened": "round",
    "ResultRecorded": "result",
    "ResultWithdrawn": "correction",
    "ColoursCorrected": "correction",
    "ResultCorrected": "correction",
    "TournamentFinished": "round",
    "TournamentReopened": "round",
}
"""What kind of tick and sign a fact has."""

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
    return tuple(_line(sheet, entry, texts) for entry in entries)


def _line(sheet: Sheet, entry: Entry, texts: Mapping[str, str]) -> FactLine:
    event = entry.fact.event
    kind = KINDS[entry.type]
    fields = _fields(sheet, entry)
    return FactLine(
        version=entry.version,
        at=entry.fact.recorded_at,
        kind=kind,
        sign=SIGNS[kind],
        sentence=sheet.say(f"event.{entry.type}{variant(entry.type, fields)}", **fields),
        reason=texts.get(getattr(event, "reason", ""), ""),
        command_id=entry.command_id,
        is_public=entry.is_public,
    )


def _fields(sheet: Sheet, entry: Entry) -> dict[str, Any]:
    """What the sentence of a fact needs: its own fields, its game, and what is counted in it."""
    event = entry.fact.event
    fields: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
    fields["round"] = fields.get("round", fields.get("from_round", 0))
    if entry.game is not None:
        fields |= asdict(entry.game)
    match event:
        case e.PairingNumbersAssigned():
            fields |= {"entrants": len(event.order), "why": event.reason.value}
        case e.ByeRequested():
            fields["kind"] = event.kind.value
        case e.PointsRuled():
            fields["points"] = notation_of(event.points)
        case e.SameOriginRuled():
            fields["rule"] = event.rule.value
        case e.RoundPaired() | e.PairingsPublished() | e.RoundImported():
            fields["boards"] = len(event.games)
        case e.ResultCorrected():
            fields |= _counts(sheet, event.effect)
        case _:
            pass
    return fields


def _counts(sheet: Sheet, effect: e.Effect) -> dict[str, str]:
    number = effect.pairing_from
    pairing = (
        sheet.say("counts-pairing.never")
        if number is None
        else sheet.say("counts-pairing.from", round=number)
    )
    return {"points": str(effect.points), "rating": str(effect.rating), "pairing": pairing}
