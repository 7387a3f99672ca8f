"""One fact told in a sentence, from the row of the timeline that holds it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from planilla.domain.tournament.timers import TimerKind, is_late
from planilla.words.catalogue import tr
from planilla.words.figures import moment
from planilla.words.phrasing import as_it_is

_OF_A_GAME = frozenset({"ResultRecorded", "ResultWithdrawn", "ResultCorrected", "ResultDeleted"})
_ANY_TABLE = frozenset({"TableWithdrawalAsked", "TableWithdrawalCancelled"})
_OF_A_HALL = {
    "QueueFormed": "lot",
    "PlayerQueued": "place",
    "QueueMoved": "passed",
    "PlayerCalled": "passed",
}
"""The field that makes another sentence."""
_OF_A_ROUND = (TimerKind.PUBLISH, TimerKind.ROUND_START, TimerKind.DEFAULT_TIME)


def told(language: str, row: Mapping[str, Any], *, name_of: Callable[[str], str] = as_it_is) -> str:
    """What happened: `row` is a row of the timeline by column, as in `projections.timeline`.

    Of two entrants the first had White before the fact.

    Raises:
        KeyError: the event type is unknown, or a field of its sentence is missing.
    """
    kind, fields = row["kind"], row["fields"]
    said = {"round": row["round"], **_people(row["entrants"]), **fields}
    if kind in ("ResultCorrected", "ResultDeleted"):
        said["pairing"] = _pairing(language, said["pairing_from"])
    for time in ("due", "fired"):
        if f"{time}_at" in fields:
            said[time] = f"{moment(language, fields[f'{time}_at'])} (UTC)"
    return tr(language, f"event.{kind}{variant(kind, said)}", name_of=name_of, **said)


def variant(kind: str, fields: Mapping[str, Any]) -> str:
    """The end of the key where an event type has more than one sentence."""
    if kind.startswith("Timer"):
        return _of_a_timer(kind, fields)
    if kind == "ValuesRecalculated":
        return _of_values(fields)
    if kind == "LogKeyAnnounced":
        return _of_a_key(fields)
    if kind == "PairingsPublished":
        return ".by-hand" if fields.get("by_hand") else ""
    if kind == "QualifyingPlacesSet":
        return "" if fields["places"] else ".none"
    return _of_a_hall(kind, fields) or _of_an_act(kind, fields)


def _of_an_act(kind: str, fields: Mapping[str, Any]) -> str:
    if _is_late(kind, fields):
        return ".late"
    if kind == "PairsForbidden":
        return "" if fields["last_round"] is None else ".until"
    if kind == "CommitteeMemberReplaced" and fields["case"]:
        return ".case"
    if kind == "LotsDrawn" and fields["figure"] is not None:
        return ".lottery"
    if kind in ("LotsDrawn", "AppealsCommitteeFormed") and fields["lot"] is not None:
        return ".lot"
    return ""


def _is_late(kind: str, fields: Mapping[str, Any]) -> bool:
    """Whether somebody came late, or had left before it was recorded."""
    if kind == "EntrantWithdrawn":
        return fields.get("games") is not None
    return kind == "EntrantEntered" and fields["first_round"] > 1


def _of_a_hall(kind: str, fields: Mapping[str, Any]) -> str:
    """A result at a table or of the play-off; and whether somebody is passed, or a place given."""
    if kind in _OF_A_GAME:
        return ".table" if "table" in fields else ".playoff" if "playoff" in fields else ""
    if kind in _ANY_TABLE:
        return ".any" if fields["table"] is None else ""
    name = _OF_A_HALL.get(kind)
    return f".{name}" if name is not None and fields[name] else ""


def _of_a_timer(kind: str, fields: Mapping[str, Any]) -> str:
    """A round is named where a timer is of one, and both times where it was late."""
    of_a_round = fields["kind"] in _OF_A_ROUND
    if kind == "TimerFired" and is_late(fields["due_at"], fields["fired_at"]):
        return ".round.late" if of_a_round else ".late"
    if kind == "TimerCancelled":
        return ".round" if of_a_round else ""
    return f".{fields['kind']}" if of_a_round and kind != "TimerSettled" else ""


def _of_values(fields: Mapping[str, Any]) -> str:
    """The first list of a ladder, and one whose passes did not come to rest."""
    if fields["why"] == "start":
        return ".start"
    if fields["cycle"]:
        return ".cycle"
    return ".limited" if fields["limited"] else ""


def _of_a_key(fields: Mapping[str, Any]) -> str:
    """The first key, and one that took the place of another, with its word or without."""
    if not fields["replaces"]:
        return ""
    return ".endorsed" if fields["endorsed"] else ".next"


def _people(entrants: Sequence[str]) -> dict[str, str]:
    match entrants:
        case [white, black]:
            return {"white": white, "black": black}
        case [entrant]:
            return {"entrant": entrant}
        case _:
            return {}


def _pairing(language: str, pairing_from: int | None) -> str:
    if pairing_from is None:
        return tr(language, "counts-pairing.never")
    return tr(language, "counts-pairing.from", round=pairing_from)
