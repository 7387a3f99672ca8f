"""Stages of a tournament on its pages: the switcher above the tabs, and their path."""

from collections.abc import Iterator
from dataclasses import dataclass

from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.pairing import system_named
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.state import Tournament
from planilla.projections.stages import (
    StageProgress,
    StageRow,
    StageStatus,
    current_stage,
    progress_of,
    stages_of,
)

SIGNS = {StageStatus.PLANNED: "○", StageStatus.RUNNING: "◐", StageStatus.FINISHED: "●"}


@dataclass(frozen=True, kw_only=True)
class StageLink:
    """A stage in the switcher, with its address without the stage."""

    number: int
    name: str
    status: StageStatus
    address: str
    is_here: bool

    @property
    def sign(self) -> str:
        """The sign of its status."""
        return SIGNS[self.status]


@dataclass(frozen=True, kw_only=True)
class Qualifier:
    """An entrant who goes on, or who won the last stage; `place` is that in the stage."""

    entrant: str
    name: str
    place: int


@dataclass(frozen=True, kw_only=True)
class StageBox:
    """A stage on the path: its progress, its sources in words, and who goes on from it.

    `is_current` marks the stage that is played now; `leads_to` are the stages that it leads to. One
    that `is_ready` may be started: its sources are finished.
    """

    number: int
    name: str
    system: str
    sign: str
    progress: StageProgress
    sources: tuple[str, ...]
    leads_to: tuple[str, ...]
    qualifiers: tuple[Qualifier, ...]
    is_current: bool
    is_ready: bool
    has_games: bool


def stage_name(page: TournamentPage, row: StageRow) -> str:
    """Return the title of a stage; without one its number, or a word for the entries."""
    if row.title:
        return row.title
    if system_named(row.system).entries_only:
        return page.say("stages.entries")
    return page.say("stages.number", number=row.number)


def path_shown(page: TournamentPage) -> list[list[StageBox]]:
    """Return the stages in steps: each stage in the first step after all that lead to it."""
    whole = page.state.whole or page.state
    stages = tuple(stages_of(whole))
    current = current_stage(whole)
    steps: list[list[StageBox]] = []
    step_of: dict[int, int] = {}
    for stage in stages:
        behind = [step_of[source.stage] for source in stage.plan.sources]
        named = 1 if stage.stage > 1 else 0
        step = step_of[stage.stage] = max((each + 1 for each in behind), default=named)
        steps += [[] for _ in range(step + 1 - len(steps))]
        steps[step].append(_box(page, stage, stages, is_current=stage.stage == current))
    return steps


def _box(
    page: TournamentPage, stage: Tournament, stages: tuple[Tournament, ...], *, is_current: bool
) -> StageBox:
    progress = progress_of(stage)
    names = {each.stage: stage_name(page, progress_of(each).row) for each in stages}
    return StageBox(
        number=stage.stage,
        name=names[stage.stage],
        system=page.say(f"system.{stage.system_name}"),
        sign=SIGNS[progress.row.status],
        progress=progress,
        sources=tuple(
            page.say(
                "stages.place" if source.first == source.last else "stages.places",
                first=source.first,
                last=source.last,
                stage=names[source.stage],
            )
            for source in progress.sources
        ),
        leads_to=tuple(
            names[each.stage]
            for each in stages
            if any(source.stage == stage.stage for source in each.plan.sources)
        ),
        qualifiers=tuple(_qualifiers(page, stage, stages)),
        is_current=is_current,
        is_ready=all(stages[source.stage - 1].finished for source in stage.plan.sources),
        has_games=not stage.system.entries_only,
    )


def _qualifiers(
    page: TournamentPage, stage: Tournament, stages: tuple[Tournament, ...]
) -> Iterator[Qualifier]:
    """Yield those on the places of a finished stage that lead on; of the last stage its winner."""
    if not stage.finished:
        return
    leading = {
        place
        for each in stages
        for source in each.plan.sources
        if source.stage == stage.stage
        for place in range(source.first, source.last + 1)
    }
    ranked = current_standings(stage)
    for place, entry in enumerate(ranked, start=1):
        if place in (leading or {1}):
            entrant = stage.order[entry.seat]
            yield Qualifier(entrant=entrant, name=page.name(entrant), place=place)
