"""Settings that a form asks for a system: those that the system uses, and no others.

A form is asked twice without script: for the system, then for its settings. A refusal stands at the
field that it is about.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from planilla.adapters.http.command_forms import fields_shown, shown
from planilla.adapters.http.forms import Form, FormField, Input, WrongForm
from planilla.adapters.http.problems import Failure
from planilla.domain.pairing import SYSTEMS, system_named
from planilla.domain.pairing.system import RankingMethod, System
from planilla.domain.tournament.shapes import MatchShape
from planilla.domain.tournament.values import AccelerationMethod
from planilla.presentation.catalogue import sentence

SHAPE = "shape."
"""Prefix of the fields with the shape of matches."""
SHAPE_SHOWN = {
    **shown(MatchShape(boards=4), SHAPE),
    "shape.sudden_death": "",
    "shape.maxi": "",
}
"""The texts of an empty form: a match of two teams has four boards."""
SETTING_OF_CODE = {
    "name-missing": "name",
    "no-such-system": "system",
    "no-such-time-zone": "time_zone",
    "rounds-out-of-range": "rounds",
    "boards-out-of-range": "shape.boards",
    "roster-too-small": "shape.roster",
    "cycles-out-of-range": "shape.cycles",
    "groups-out-of-range": "shape.group_size",
    "best-rounds-out-of-range": "shape.best_rounds",
    "not-in-this-system": "same_origin",
    "acceleration-not-taken": "acceleration",
    "acceleration-needs-halves": "acceleration",
    "acceleration-incomplete": "acceleration",
    "no-such-tiebreak": "tiebreaks",
    "tiebreak-unreadable": "tiebreaks",
    "no-such-modifier": "tiebreaks",
    "tiebreak-forbidden": "tiebreaks",
    "no-such-stage": "sources",
    "places-out-of-range": "sources",
    "cannot-carry": "carry",
    "too-many-stages": "groups",
}
"""The form field of each refusal of a setting; other refusals are of the whole form."""
OFFERED: Mapping[str, Callable[[System], bool]] = {
    "create-tournament": lambda system: not system.follows_groups,
    "plan-stage": lambda system: system.has_rounds and not system.keeps_values,
}
"""The systems that a command may name."""
ACCELERATIONS = (AccelerationMethod.NONE, AccelerationMethod.BAKU, AccelerationMethod.HALEY)
"""The accelerations of forms: those that need no table of points."""
GAMES_REFUSED = "games-of-match-out-of-range"


class SystemForm(NamedTuple):
    """The settings of one system in a form: the fields asked, their kinds, their texts and faults.

    `wrong` are the sentences of faults by field, those of the whole form under "".
    """

    system: str
    systems: tuple[str, ...]
    asked: tuple[str, ...]
    described: Mapping[str, FormField]
    form: Input
    wrong: Mapping[str, tuple[str, ...]]

    @property
    def shape(self) -> tuple[str, ...]:
        """The names of the fields of matches, without their prefix."""
        return tuple(each.removeprefix(SHAPE) for each in self.asked if each.startswith(SHAPE))


def system_form(act: str, form: Form, language: str, failure: Failure | None = None) -> SystemForm:
    """Return the form of a command that plans games, for the system that its fields name.

    A field with a fault is shown too, and the first system for an unknown one.
    """
    described = fields_shown(act)
    systems = tuple(name for name, each in SYSTEMS.items() if OFFERED[act](each))
    system = form.get("system", "")
    system = system if system in systems else systems[0]
    wrong = faults_by_field(form, language, failure)
    asked = dict.fromkeys((*settings_asked(system_named(system)), *filter(None, wrong)))
    return SystemForm(
        system=system,
        systems=systems,
        asked=tuple(asked),
        described=described,
        form=Input({**SHAPE_SHOWN, **form}),
        wrong=wrong,
    )


def settings_asked(system: System) -> tuple[str, ...]:
    """Return the names of the settings that a system uses, in the order of a form."""
    is_table = system.has_schedule or system.forms_teams or system.has_bracket
    asked = {
        "rounds": bool(system.rounds_max) and not is_table,
        "shape.boards": system.plays_in_teams,
        "shape.roster": system.plays_in_teams,
        "shape.score": system.plays_in_teams,
        "shape.colour_type": system.prefers_colours_by_type,
        "shape.cycles": system.cycles_max > 1,
        "shape.games": system.has_bracket,
        "shape.tiebreaks": system.has_bracket,
        "shape.sudden_death": system.has_bracket,
        "shape.order": system.has_bracket,
        "shape.places": system.plays_for_places,
        "shape.group_size": system.plays_in_groups,
        "shape.group_rounds": system.plays_in_groups,
        "shape.maxi": system.has_maxi_rules,
        "shape.best_rounds": system.counts_best_rounds,
        "keizer": system.keeps_values,
        "acceleration": system.takes_acceleration,
        "same_origin": system.pair is not None and not system.keeps_values,
        "tiebreaks": system.ranking in {RankingMethod.POINTS, RankingMethod.TEAMS}
        and not system.entries_only,
    }
    return tuple(name for name, is_asked in asked.items() if is_asked)


def faults_by_field(
    form: Form, language: str, failure: Failure | None
) -> dict[str, tuple[str, ...]]:
    """Return the sentences of a refused form by field."""
    if failure is None:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for name, code, fields in _problems(form, failure):
        found[name] = (*found.get(name, ()), sentence(language, code, dict(fields)))
    return found


def _problems(form: Form, failure: Failure) -> Iterable[tuple[str, str, Mapping[str, Any]]]:
    if isinstance(failure, WrongForm):
        return ((each.field, each.code, each.fields) for each in failure.problems)
    name = SETTING_OF_CODE.get(failure.code, "")
    if failure.code == GAMES_REFUSED:
        is_match = form.get("shape.games", "1").strip() == str(failure.fields["games"])
        name = "shape.games" if is_match else "shape.tiebreaks"
    return ((name, failure.code, failure.fields),)
