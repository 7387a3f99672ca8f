"""The rules of a Keizer ladder as its page shows them: each setting in words, group by group."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from planilla.adapters.http.command_forms import KEIZER, keizer_groups, shown
from planilla.adapters.http.forms import FormField
from planilla.domain.pairing.keizer.rules import KeizerRules, Mode
from planilla.presentation.figures import setting_shown

PASS_SETTINGS = frozenset({"passes_max", "on_cycle"})
"""Settings of values that are worked out again until nothing moves."""

Say = Callable[[str], str]


@dataclass(frozen=True, kw_only=True)
class RuleGroup:
    """Settings that belong together, as (label, value)."""

    title: str
    rules: tuple[tuple[str, str], ...]


def rules_said(say: Say, rules: KeizerRules) -> tuple[RuleGroup, ...]:
    """All settings of a ladder that say something, in the order of the form."""
    texts = shown(rules, KEIZER)
    return tuple(
        RuleGroup(
            title=setting_shown(say(f"ladder-group.{group}"), "")[0],
            rules=tuple(_group_said(say, texts, group, settings)),
        )
        for group, settings in keizer_groups()
    )


def _group_said(
    say: Say, texts: dict[str, str], group: str, settings: tuple[tuple[str, FormField], ...]
) -> Iterator[tuple[str, str]]:
    is_once = texts[f"{KEIZER}mode"] == Mode.ONE_PASS.value
    for name, setting in settings:
        text = texts.get(setting.name, "")
        if setting.kind == "group":
            yield say(f"ladder-setting.{name}"), ", ".join(_credit(say, texts, setting))
        elif setting.kind in {"choice", "flag"}:
            if not (is_once and name in PASS_SETTINGS):
                choice = say(f"ladder-choice.{name}.{text}")
                yield say(f"ladder-setting.{name}"), choice
        elif text and not (is_once and name in PASS_SETTINGS):
            label, value = setting_shown(say(f"ladder-setting.{name}"), text)
            is_unlimited = group == "pairs" and text == "0"
            yield label, setting_shown(say("ladder-group.pairs"), "0")[1] if is_unlimited else value


def _credit(say: Say, texts: dict[str, str], setting: FormField) -> Iterator[str]:
    """The share of an absence, and how often it is given, where that is limited."""
    share, limit, decay = (texts[f"{setting.name}.{part}"] for part in ("share", "limit", "decay"))
    yield setting_shown("", share)[1]
    if limit != "0":
        yield f"{setting_shown(say('ladder-setting.limit'), limit)[0]} {limit}"
    if decay != "1":
        yield f"{say('ladder-setting.decay')} {setting_shown('', decay)[1]}"
