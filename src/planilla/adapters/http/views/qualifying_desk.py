"""What the arbiter's page of the qualifying places shows: the places as typed, or as they stand."""

from collections.abc import Mapping
from typing import Any

from planilla.adapters.http.views.sheet import TournamentPage
from planilla.domain.tournament.entrants import ENTRANTS_MAX
from planilla.domain.tournament.qualifying import places_of, stage_of
from planilla.domain.tournament.values import Stage


def qualifying_desk(sheet: TournamentPage, typed: Mapping[str, str]) -> dict[str, Any]:
    """The fields of the page; `typed` is the form that was refused, empty where none was."""
    places, stage = places_of(sheet.state), stage_of(sheet.state)
    key = "qualifying.none" if stage is None else "qualifying.rule"
    return {
        "rule": sheet.say(key, places=places, stage=stage or ""),
        "places": typed.get("places", str(places)),
        "stage": typed.get("stage", stage or Stage.NEXT),
        "stages": tuple(each.value for each in Stage),
        "largest": ENTRANTS_MAX,
    }
