"""The prize plan as a form: what is typed becomes the body of a command, and a plan the fields.

Groups are numbered from 1; the fields of group 2 are `prizes-2`, `sharing-2`, … A group without
prizes is left out. Amounts are typed in whole units with decimals: `500 300 150,50`.
"""

import re
from collections.abc import Mapping
from typing import Any

from planilla.adapters.http.problems import Failure
from planilla.domain.prizes.currencies import decimals_of
from planilla.domain.prizes.plan import PrizePlan, Sharing, Taking

GROUPS = 6
"""Groups that the form offers."""
TEXT_MAX = 40
CURRENCY_USUAL = "EUR"

_AMOUNT = re.compile(r"(-?)(\d{1,9})(?:[.,](\d{1,3}))?", re.ASCII)

Form = Mapping[str, str]


def plan_in(form: Form) -> dict[str, Any]:
    """The body of `announce-prizes`.

    Raises:
        Failure: an amount or a rating is none.
    """
    currency = form.get("currency", "").strip().upper()
    numbers = [n for n in range(1, GROUPS + 1) if form.get(f"prizes-{n}", "").strip()]
    return {
        "plan": {
            "currency": currency,
            "fund": amount_in(form.get("fund", "").strip(), currency),
            "taking": form.get("taking", Taking.HIGHEST.value),
            "groups": [_group(form, n, currency) for n in numbers],
        }
    }


def _group(form: Form, number: int, currency: str) -> dict[str, Any]:
    texts = form[f"prizes-{number}"].replace(";", " ").split()
    return {
        "prizes": [amount_in(text, currency) for text in texts],
        "sharing": form.get(f"sharing-{number}", Sharing.HORT.value),
        "category": form.get(f"category-{number}", "").strip(),
        "rating_from": _rating(form.get(f"from-{number}", "").strip()),
        "rating_to": _rating(form.get(f"to-{number}", "").strip()),
        "admits_unrated": f"unrated-{number}" in form,
    }


def amount_in(text: str, currency: str) -> int:
    """An amount as people type it, in the smallest unit of the currency.

    Raises:
        Failure: it is none, or has more decimals than the currency.
    """
    decimals = decimals_of(currency)
    found = _AMOUNT.fullmatch(text)
    if found is None or len((found[3] or "").rstrip("0")) > decimals:
        raise Failure(status=422, code="not-an-amount", fields={"text": text[:TEXT_MAX]})
    rest = (found[3] or "").rstrip("0").ljust(decimals, "0")
    return int(f"{found[1]}{found[2]}{rest}")


def _rating(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= len("9999")):
        raise Failure(status=422, code="not-a-number", fields={"text": text[:TEXT_MAX]})
    return int(text)


def fields_of(plan: PrizePlan | None) -> dict[str, str]:
    """What the form shows of a plan; of none, the usual currency."""
    if plan is None:
        return {"currency": CURRENCY_USUAL, "taking": Taking.HIGHEST.value}
    fields = {
        "currency": plan.currency,
        "fund": amount_text(plan.fund, plan.currency),
        "taking": plan.taking.value,
    }
    for number, group in enumerate(plan.groups, start=1):
        fields |= {
            f"prizes-{number}": " ".join(amount_text(p, plan.currency) for p in group.prizes),
            f"sharing-{number}": group.sharing.value,
            f"category-{number}": group.category,
            f"from-{number}": "" if group.rating_from is None else str(group.rating_from),
            f"to-{number}": "" if group.rating_to is None else str(group.rating_to),
            **({f"unrated-{number}": "1"} if group.admits_unrated else {}),
        }
    return fields


def amount_text(amount: int, currency: str) -> str:
    """An amount as it is typed: `150.50`, `500`."""
    whole, rest = divmod(amount, 10 ** decimals_of(currency))
    return f"{whole}.{rest:0{decimals_of(currency)}}" if rest else str(whole)
