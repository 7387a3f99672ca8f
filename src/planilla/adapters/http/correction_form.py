"""Corrections as forms: each becomes one command, with when it became known and its evidence."""

from collections.abc import Callable, Mapping
from typing import Any

from planilla.adapters.http.numbers import number_in
from planilla.adapters.http.timer_form import moment_in
from planilla.adapters.http.uploads import files_in
from planilla.domain.tournament.events import Reported

Form = Mapping[str, str]


def _known(form: Form) -> dict[str, Any]:
    """`known` is a local moment in `zone`; empty: now. Files and the effect come with it."""
    body: dict[str, Any] = {"evidence": files_in(form), "known_at": known_in(form)}
    effect = _effect(form)
    if effect is not None:
        body["effect"] = effect
    return body


def known_in(form: Form) -> int | None:
    """When it became known, in microseconds since 1970 (UTC); None: now.

    Raises:
        Failure: it is no moment.
    """
    said = form.get("known", "").strip()
    return moment_in(said, form.get("zone", "")) if said else None


def _effect(form: Form) -> dict[str, Any] | None:
    """One of the three cases of C.04.2, 4.3, or what was ruled; None: the regulations decide."""
    match form.get("effect", ""):
        case Reported.LATER as case:
            return {"points": False, "pairing_from": None, "rating": True, "reported": case}
        case (Reported.BEFORE_NEXT_PAIRING | Reported.DURING_NEXT_ROUND) as case:
            coming = number_in(form.get("coming", "").strip())
            counts = {"points": True, "pairing_from": coming or None, "rating": True}
            return {**counts, "reported": case}
        case "ruled":
            from_round = number_in(form.get("pairing_from", "").strip())
            return {
                "points": "points" in form,
                "pairing_from": from_round or None,
                "rating": "rating" in form,
            }
        case _:
            return None


def players_in(form: Form) -> dict[str, Any]:
    """White and Black as the page showed them; left out where the form does not say it."""
    players = [form.get(colour, "").strip() for colour in ("white", "black")]
    return {"players": players} if all(players) else {}


def _corrects(form: Form) -> dict[str, Any]:
    """Left out where the form does not say which event was wrong."""
    text = form.get("corrects", "").strip()
    return {"corrects": number_in(text)} if text else {}


def _texts(form: Form, *names: str) -> dict[str, Any]:
    return {name: form.get(name, "").strip() for name in names}


def _result(form: Form) -> dict[str, Any]:
    return {
        **players_in(form),
        **_texts(form, "game", "result", "reason"),
        "corrects": number_in(form.get("corrects", "").strip()),
        **_known(form),
    }


def _colours(form: Form) -> dict[str, Any]:
    return {
        **_texts(form, "game", "reason"),
        **players_in(form),
        **_corrects(form),
        **_known(form),
    }


def _deleted(form: Form) -> dict[str, Any]:
    return {
        **players_in(form),
        **_texts(form, "game", "counts_as", "reason"),
        "corrects": number_in(form.get("corrects", "").strip()),
        **_known(form),
    }


def _swapped(form: Form) -> dict[str, Any]:
    """`other` is a game with the version of its result: `2.3@71`, or `2.3@0` without one."""
    other, _, version = form.get("other", "").partition("@")
    return {
        **_texts(form, "game", "reason"),
        **players_in(form),
        "corrects": number_in(form.get("corrects", "").strip()),
        "other": other.strip(),
        "other_corrects": number_in(version.strip()),
        **_known(form),
    }


def _withdrawn(form: Form) -> dict[str, Any]:
    body = {**_texts(form, "entrant", "reason"), **_known(form)}
    if form.get("from_round", "").strip():
        body["from_round"] = number_in(form["from_round"].strip())
        body["games"] = form.get("games", "")
    return body


def _ineligible(form: Form) -> dict[str, Any]:
    return {
        **_texts(form, "entrant", "games", "reason"),
        "from_round": number_in(form.get("from_round", "").strip()),
        **_known(form),
    }


def _reinstated(form: Form) -> dict[str, Any]:
    body = {**_texts(form, "entrant", "reason"), **_known(form)}
    body.pop("effect", None)
    return body


def _sporting(form: Form) -> dict[str, Any]:
    """A rating that was changed by hand is no longer the one of a list."""
    body: dict[str, Any] = {
        **_texts(form, "entrant", "title", "federation", "reason"),
        "rating": number_in(form.get("rating", "").strip()),
        **_corrects(form),
        **_known(form),
    }
    if body["rating"] != number_in(form.get("rating_before", "").strip()):
        body["rating_list"] = ""
    if "categories" in form:
        body["categories"] = categories_in(form["categories"])
    return body


def categories_in(text: str) -> list[str]:
    """Categories as people write them, parted by commas or bars, each once."""
    parts = (part.strip() for part in text.replace("|", ",").split(","))
    return list(dict.fromkeys(part for part in parts if part))


def _evidence(form: Form) -> dict[str, Any]:
    return {"about": number_in(form.get("about", "").strip()), "evidence": files_in(form)}


CORRECTIONS: dict[str, Callable[[Form], dict[str, Any]]] = {
    "correct-result": _result,
    "correct-colours": _colours,
    "delete-result": _deleted,
    "swap-results": _swapped,
    "withdraw-entrant": _withdrawn,
    "rule-ineligible": _ineligible,
    "reinstate-entrant": _reinstated,
    "correct-sporting-data": _sporting,
    "add-evidence": _evidence,
}
"""Acts that correct something, put together from their forms."""
