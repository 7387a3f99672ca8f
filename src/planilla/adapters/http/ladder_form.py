"""The settings of a Keizer ladder as fields of a form, `keizer.<setting>` each, and back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planilla.adapters.http.problems import Failure
from planilla.domain.pairing.keizer.rules import (
    Absence,
    Final,
    ForfeitWin,
    KeizerRules,
    LateEntry,
    Mode,
    Of,
    OnCycle,
    OwnValue,
    Retired,
    When,
)

PREFIX = "keizer."
SYSTEM = "keizer"
DIGITS_MAX = 10

Form = Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One setting: `kind` is `number`, `share`, `credit`, `list` or `choice` of `options`."""

    name: str
    kind: str
    options: tuple[str, ...] = ()


def _choice(name: str, options: type[Any]) -> Setting:
    return Setting(name=name, kind="choice", options=tuple(each.value for each in options))


GROUPS: tuple[tuple[str, tuple[Setting, ...]], ...] = (
    (
        "values",
        (
            Setting(name="maximum", kind="number"),
            Setting(name="step", kind="number"),
            Setting(name="floor", kind="number"),
            Setting(name="given", kind="list"),
            Setting(name="maximum_follows", kind="choice", options=("no", "yes")),
            _choice("own_value", OwnValue),
            Setting(name="categories", kind="list"),
        ),
    ),
    (
        "rounds",
        (
            Setting(name="bye", kind="credit"),
            Setting(name="unjustified", kind="credit"),
            Setting(name="justified", kind="credit"),
            Setting(name="external", kind="credit"),
            Setting(name="absences_max", kind="number"),
            _choice("announced", Absence),
            _choice("missed", Absence),
            _choice("forfeit_win", ForfeitWin),
            Setting(name="loss", kind="share"),
            _choice("loss_of", Of),
        ),
    ),
    (
        "pairs",
        (
            Setting(name="rounds_between", kind="number"),
            Setting(name="meetings_max", kind="number"),
            Setting(name="colour_difference_max", kind="number"),
            Setting(name="same_colour_max", kind="number"),
        ),
    ),
    (
        "season",
        (
            _choice("late_entry", LateEntry),
            _choice("retired", Retired),
            Setting(name="retired_share", kind="share"),
            _choice("recalculate", When),
            _choice("mode", Mode),
            Setting(name="passes_max", kind="number"),
            _choice("on_cycle", OnCycle),
            _choice("final", Final),
        ),
    ),
)
"""The settings as they stand in the form, group by group; what gives way first is not asked."""


def texts_of(rules: KeizerRules) -> dict[str, str]:
    """The fields of the form as the rules are."""
    found = {}
    for _, settings in GROUPS:
        for setting in settings:
            value = getattr(rules, setting.name)
            if setting.kind == "credit":
                for part in ("share", "limit", "decay"):
                    found[f"{PREFIX}{setting.name}.{part}"] = str(getattr(value, part))
            elif setting.kind == "list":
                found[PREFIX + setting.name] = ", ".join(map(str, value))
            elif isinstance(value, bool):
                found[PREFIX + setting.name] = "yes" if value else "no"
            else:
                found[PREFIX + setting.name] = str(value)
    return found


def rules_in(form: Form) -> dict[str, Any]:
    """The settings that a form says; what it does not say is as usual.

    Raises:
        Failure: a number is none.
    """
    said = {
        name.removeprefix(PREFIX): text.strip()
        for name, text in form.items()
        if name.startswith(PREFIX) and text.strip()
    }
    body: dict[str, Any] = {}
    for _, settings in GROUPS:
        for setting in settings:
            if setting.kind == "credit":
                body |= _credit(said, setting.name)
            elif setting.name in said:
                body[setting.name] = _read(setting, said[setting.name])
    return body


def keizer_in(form: Form, system: str) -> dict[str, Any] | None:
    """The settings of a form, where a ladder was chosen and they were asked for; else nothing.

    Raises:
        Failure: a number is none.
    """
    asked = any(name.startswith(PREFIX) for name in form)
    return rules_in(form) if system == SYSTEM and asked else None


def _read(setting: Setting, text: str) -> Any:
    if setting.kind == "number":
        return _number(text)
    if setting.name == "given":
        return [_number(each) for each in _parts(text)]
    if setting.kind == "list":
        return list(dict.fromkeys(_parts(text)))
    return text == "yes" if setting.name == "maximum_follows" else text


def _parts(text: str) -> list[str]:
    """What stands between commas, in order."""
    return [part.strip() for part in text.split(",") if part.strip()]


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < DIGITS_MAX):
        raise Failure(status=422, code="not-a-number", fields={"text": text[:40]})
    return int(text)


def _credit(said: Mapping[str, str], name: str) -> dict[str, Any]:
    share = said.get(f"{name}.share")
    if share is None:
        return {}
    limit, decay = said.get(f"{name}.limit", ""), said.get(f"{name}.decay", "1")
    return {name: {"share": share, "limit": _number(limit or "0"), "decay": decay}}
