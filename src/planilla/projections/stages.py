"""Stages of a tournament as readers see them: title, status, progress, and who went on.

The stage that is shown where none is named is the one that is played now.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.shapes import StageSource
from planilla.domain.tournament.state import RoundState, Tournament, focused
from planilla.domain.vocabulary import GameResult
from planilla.projections.table import Figure, TableColumn

PERCENT = 100


class StageStatus(StrEnum):
    """The progress of a stage."""

    PLANNED = "planned"
    RUNNING = "running"
    FINISHED = "finished"


class StageRow(NamedTuple):
    """A stage in the head of a page: its number, its title, "" without one, and its status."""

    number: int
    title: str
    system: str
    status: StageStatus


class StageProgress(NamedTuple):
    """A stage with what was played of it.

    `percent` is the part of its planned rounds that has results. `round` is the last published one.
    """

    row: StageRow
    entrants: int
    round: int
    rounds: int
    games: int
    games_finished: int
    percent: int
    sources: tuple[StageSource, ...]


TABLE = (
    TableColumn("number", Figure.NUMBER, label="stages.source"),
    TableColumn("title", Figure.TEXT, label="stages.name", heads_rows=True),
    TableColumn("system", Figure.TEXT, label="page.rules.system"),
    TableColumn("status", Figure.TEXT, label="stages.col.status"),
    TableColumn("entrants", Figure.NUMBER, label="stages.col.entrants"),
    TableColumn("round", Figure.NUMBER, label="page.round"),
    TableColumn("rounds", Figure.NUMBER, label="stages.col.rounds"),
    TableColumn("games_finished", Figure.NUMBER, label="stages.col.finished"),
    TableColumn("games", Figure.NUMBER, label="stages.col.games"),
    TableColumn("sources", Figure.TEXT, label="stages.col.sources"),
)
"""The columns of the path of stages in terminals and files; sources are `stage:first-last`."""


def boards_of(state: Tournament, played: RoundState | None) -> int:
    """Return the number of boards of a round, also of those that follow with the line-ups."""
    if played is None:
        return 0
    to_come = played.matches_without_games if state.system.plays_in_teams else ()
    return len(played.results) + len(to_come) * state.shape.boards


def stages_of(state: Tournament) -> Iterator[Tournament]:
    """Yield the state of each stage, in order."""
    return (focused(state, number) for number in range(1, state.stages + 1))


def stage_rows(state: Tournament) -> tuple[StageRow, ...]:
    """Return the stages of a tournament of several; none for one stage."""
    return tuple(map(stage_row, stages_of(state))) if state.stages > 1 else ()


def stage_row(stage: Tournament) -> StageRow:
    """Return a stage in the head of a page."""
    return StageRow(
        number=stage.stage,
        title=stage.plan.title,
        system=stage.system_name,
        status=status_of(stage),
    )


def status_of(stage: Tournament) -> StageStatus:
    """Return the progress of a stage; one of entries alone is over when another one starts."""
    if stage.finished:
        return StageStatus.FINISHED
    if stage.system.entries_only and any(
        _is_started(each) for each in stages_of(stage.whole or stage) if each.stage != stage.stage
    ):
        return StageStatus.FINISHED
    return StageStatus.RUNNING if _is_started(stage) else StageStatus.PLANNED


def current_stage(state: Tournament) -> int:
    """Return the number of the stage that is played now.

    That is the last started one that is not finished, else the last started one. A first stage of
    entries alone is played only while no other stage has started.
    """
    started = [each for each in stages_of(state) if _is_started(each)]
    played = [each for each in started if not each.system.entries_only] or started
    running = [each for each in played if not each.finished] or played
    return max(running, key=lambda each: (each.plan.started_at, each.stage)).stage


def plays_in_parallel(state: Tournament) -> bool:
    """Return whether several stages are played now, such as groups."""
    running = [
        each
        for each in (stages_of(state) if state.stages > 1 else ())
        if _is_started(each) and not (each.finished or each.system.entries_only)
    ]
    return len(running) > 1


def progress_of(stage: Tournament) -> StageProgress:
    """Return what was played of a stage."""
    published = [played for played in stage.rounds if played.is_published]
    games = [boards_of(stage, played) for played in published]
    finished = [len(played.results) - played.results.count(GameResult.OPEN) for played in published]
    rounds = rounds_planned(stage) if _is_started(stage) else stage.rounds_asked
    played_parts = sum(
        PERCENT * done // all_ if all_ else PERCENT
        for done, all_ in zip(finished, games, strict=True)
    )
    return StageProgress(
        row=stage_row(stage),
        entrants=len(stage.entrants),
        round=len(published),
        rounds=rounds,
        games=sum(games),
        games_finished=sum(finished),
        percent=min(PERCENT, played_parts // max(1, rounds)),
        sources=stage.plan.sources,
    )


def rows(state: Tournament) -> tuple[dict[str, Any], ...]:
    """Return the path of the stages of a tournament of several, in the order of their numbers."""
    if state.stages == 1:
        return ()
    return tuple(
        {
            **each._asdict(),
            **each.row._asdict(),
            "sources": "; ".join(
                f"{source.stage}:{source.first}-{source.last}" for source in each.sources
            ),
        }
        for each in map(progress_of, stages_of(state))
    )


def _is_started(stage: Tournament) -> bool:
    return stage.stage == 1 or stage.plan.started_at > 0
