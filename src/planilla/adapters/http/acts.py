"""The arbiter's acts as forms: each is one command, read from text fields.

To add one: name its fields in `FIELDS`, or write how its body is made in `BODIES`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from planilla.adapters.http.correction_form import CORRECTIONS, players_in
from planilla.adapters.http.ladder_form import rules_in
from planilla.adapters.http.numbers import number_in
from planilla.adapters.http.prize_form import plan_in
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.timer_form import timer_in

FIELDS: dict[str, tuple[str, ...]] = {
    "record-result": ("game", "result"),
    "withdraw-result": ("game",),
    "pair-round": ("round",),
    "publish-pairings": ("round",),
    "close-round": ("round",),
    "reopen-round": ("round",),
    "return-entrant": ("entrant",),
    "expel-entrant": ("entrant", "reason"),
    "request-bye": ("entrant", "round", "kind"),
    "cancel-bye": ("entrant", "round"),
    "allow-pairs": ("forbidden", "reason"),
    "rule-same-origin": ("rule",),
    "set-qualifying-places": ("places", "stage"),
    "recalculate-values": (),
    "rule-absence": ("entrant", "round", "absence", "reason"),
    "replace-committee-member": ("member", "case", "reason"),
    "cancel-timer": ("timer",),
    "note-absence": ("game", "entrant"),
    "withdraw-absence": ("game", "entrant"),
    "finish-tournament": (),
    "reopen-tournament": (),
    "show-tournament": (),
}
"""Acts whose command has just the fields of the form."""

NUMBERS = frozenset({"round", "forbidden", "first_round", "last_round", "places"})
APART = "apart-"
"""What the name of a box begins with that stands for an entrant."""
OUT, VOTES, LOT = "out-", "votes-", "lot-"
"""The same for who may not sit in the committee, for the votes, and for a number drawn by hand."""
PERSON_FIELDS = ("name", "birth", "fide_id", "club", "contact", "sex", "arbiter")

Form = Mapping[str, str]


def body_of(act: str, form: Form) -> dict[str, Any]:
    """The body of the command that a form stands for.

    Raises:
        Failure: there is no such act, or a number is none.
    """
    make = BODIES.get(act)
    if make is not None:
        return make(form)
    if act not in FIELDS:
        raise Failure(status=404, code="no-such-command", fields={"command": act[:40]})
    return {name: _value(form, name) for name in FIELDS[act]} | players_in(form)


def _value(form: Form, name: str) -> str | int:
    text = form.get(name, "").strip()
    return number_in(text) if name in NUMBERS else text


def _changed_pairing(form: Form) -> dict[str, Any]:
    """Boards as `white-1`, `black-1`, …; boards without anybody are left out."""
    boards = []
    number = 1
    while f"white-{number}" in form:
        pair = (form[f"white-{number}"], form.get(f"black-{number}", ""))
        if any(pair):
            boards.append(pair)
        number += 1
    return {
        "round": _value(form, "round"),
        "boards": boards,
        "bye": form.get("bye") or None,
        "reason": form.get("reason", ""),
    }


def _forbidden_pairs(form: Form) -> dict[str, Any]:
    """Those who are ticked, as `apart-e1`, `apart-e2`, …; rounds that are empty are left open."""
    return {
        "entrants": [name.removeprefix(APART) for name in form if name.startswith(APART)],
        "first_round": _value(form, "first_round") or None,
        "last_round": _value(form, "last_round") or None,
        "reason": form.get("reason", ""),
    }


def _personal_data(form: Form) -> dict[str, Any]:
    person = {name: form[name].strip() for name in PERSON_FIELDS if form.get(name, "").strip()}
    return {"entrant": form.get("entrant", ""), "person": person}


def _numbers(form: Form) -> dict[str, Any]:
    """By the initial order, or with the late entries put in their places."""
    return {"reason": form["numbering"]} if form.get("numbering") else {}


def _committee(form: Form) -> dict[str, Any]:
    """Votes count only where there is a vote, so that the same form serves all three ways."""
    way = form.get("way", "")
    votes = _by_entrant(form, VOTES) if way == "vote" else {}
    return {
        "way": way,
        "votes": [{"entrant": entrant, "votes": number} for entrant, number in votes.items()],
        "without": [name.removeprefix(OUT) for name in form if name.startswith(OUT)],
    }


def _lots(form: Form) -> dict[str, Any]:
    """The figure of the lottery; or the numbers by hand, as `lot-e1`, `lot-e2`, … of the form."""
    draw = form.get("draw", "")
    numbers = _by_entrant(form, LOT) if draw == "hand" else {}
    return {
        "draw": draw,
        "entrants": list(numbers),
        "numbers": list(numbers.values()),
        "figure": number_in(form.get("figure", "").strip()) if form.get("figure") else None,
    }


def _by_entrant(form: Form, beginning: str) -> dict[str, int]:
    """The numbers in fields whose names begin so, by entrant; empty ones are left out."""
    return {
        name.removeprefix(beginning): number_in(text.strip())
        for name, text in form.items()
        if name.startswith(beginning) and text.strip()
    }


def _sharing(form: Form) -> dict[str, Any]:
    """What the form says; all else is as usual."""
    return {name: form[name] for name in ("by", "likelihood") if form.get(name)}


def _settling(form: Form) -> dict[str, Any]:
    return {"timer": form.get("timer", ""), "is_dropped": "is_dropped" in form}


def _unpaired(form: Form) -> dict[str, Any]:
    body = {"round": _value(form, "round"), "reason": form.get("reason", "")}
    return {**body, "reopens": "reopens" in form}


def _removed(form: Form) -> dict[str, Any]:
    """One entry, or those of a list, parted by commas."""
    entrants = [each.strip() for each in form.get("entrants", "").split(",") if each.strip()]
    return {
        "entrants": entrants,
        "reason": form.get("reason", "").strip(),
        "erases": "erases" in form,
    }


BODIES: dict[str, Callable[[Form], dict[str, Any]]] = {
    "remove-entries": _removed,
    "hide-tournament": lambda form: {
        "reason": form.get("reason", "").strip(),
        "erases": "erases" in form,
    },
    "unpair-round": _unpaired,
    "assign-numbers": _numbers,
    "change-pairing": _changed_pairing,
    "correct-personal-data": _personal_data,
    "forbid-pairs": _forbidden_pairs,
    "form-appeals-committee": _committee,
    "draw-lots": _lots,
    "announce-prizes": plan_in,
    "share-prizes": _sharing,
    "schedule-timer": timer_in,
    "settle-timer": _settling,
    "rule-keizer": lambda form: {"rules": rules_in(form)},
    **CORRECTIONS,
}
"""Acts whose command is put together from the form."""
