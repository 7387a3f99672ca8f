"""The sentence of a fact, from its row of the timeline."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from planilla.presentation.catalogue import CATALOGUES, as_it_is, tr
from planilla.presentation.dates import moment, stamp
from planilla.projections.timeline import FactInContext

Naming = Callable[[str], str]
Dating = Callable[[str, int], str]

LOCAL_TIMES = ("starts", "postponed_until")
"""Fields with a time of the venue in ISO form."""


def utc_moment(language: str, at: int) -> str:
    """Return a moment in UTC, and say so."""
    return f"{moment(language, at)} (UTC)"


def event_sentence(
    language: str,
    row: FactInContext,
    *,
    name_of: Naming = as_it_is,
    game_of: Naming = as_it_is,
    date_of: Dating = utc_moment,
) -> str:
    """Return what happened, in one sentence.

    `name_of` names an entrant, `game_of` a game, and `date_of` says a moment in a language.

    Raises:
        KeyError: the event type has no sentence, or a value of its sentence is missing.
    """
    fields = {"round": row.round, **_people(row.entrants), **row.fields}
    fields |= _where(language, row.fields)
    for name, date in (
        ("due", "due_at"),
        ("fired", "fired_at"),
        ("ends", "ends_at"),
        ("closes", "closes_at"),
    ):
        if fields.get(date) is not None:
            fields[name] = date_of(language, fields[date])
    for name in LOCAL_TIMES:
        if fields.get(name):
            fields[name] = stamp(language, datetime.fromisoformat(fields[name]))
    if "pairing_from" in fields:
        fields["pairing"] = _pairing(language, fields["pairing_from"])
    if "case" in fields:
        fields["case"] = game_of(fields["case"])
    key = f"event.{row.kind}{row.event.wording()}"
    if "in_stage" not in fields:
        return tr(language, key, name_of=name_of, **fields)
    of_stage = f"{key}.stage"
    key = of_stage if of_stage in CATALOGUES[language] else key
    return tr(
        language,
        "event.in-stage",
        stage=fields["stage_title"] or tr(language, "whatif.stage.first"),
        text=tr(language, key, name_of=name_of, **fields),
    )


def _where(language: str, fields: Mapping[str, Any]) -> dict[str, str]:
    """Return the place of the game of a fact as the field of its sentence; none without board."""
    if "board" not in fields:
        return {}
    return {"where": board_text(language, fields["board"], fields.get("match"))}


def board_text(language: str, board: int, match: int | None = None) -> str:
    """Return the place of a game within a sentence: its board, and its match if it has several."""
    if match is None:
        return tr(language, "place.board", board=board)
    return tr(language, "place.match-board", match=match, board=board)


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
