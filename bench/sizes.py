"""How many bytes one result costs each spectator, beside JSON Patch and whole snapshots."""

import statistics
from random import Random
from typing import Any

import msgspec

from bench.figures import Figure, Section, percentile
from bench.tournaments import Played, likely_result, swiss
from dsl.following import followed
from planilla.application.frames import Offset, snapshot_body, update_frame
from planilla.application.project import upserts
from planilla.domain.tournament.results import RecordResult
from planilla.projections import VIEWS
from planilla.projections.view import Row

EPOCH = "3f9c2a7d51e80b46-1"
CHANNEL = "t/open-2026/{view}"
ROUNDS_BEFORE = 6
KEY = 0
"""The column of the standings by which rows are sorted, greatest first."""


def measure(*, quick: bool) -> Section:
    """The section on bytes."""
    size = 40 if quick else 200
    played = swiss(size, ROUNDS_BEFORE)
    games = played.open_round(ROUNDS_BEFORE + 1)
    followers = [_Follower(view, played) for view in ("standings", "pairings")]
    chance = Random(7)
    for game in games:
        played.do(RecordResult(game=game, result=likely_result(chance)))
        for follower in followers:
            follower.follow(played)
    return Section(
        "Bytes sent for each result",
        f"{size} players, each of the {len(games)} results of round {ROUNDS_BEFORE + 1}. Ours: the "
        "frame of the channel, as it is sent. JSON Patch (RFC 6902): the same rows in the order of "
        "the table, each cell that is another at its place replaced. Snapshot: all rows. The mean "
        "is over all results; no compression anywhere.",
        [figure for follower in followers for figure in follower.figures(size)],
    )


class _Follower:
    """One view, followed in three ways."""

    def __init__(self, view: str, played: Played) -> None:
        self.view = VIEWS[view]
        self._projection = followed(view, played.facts)
        self._table = self._ordered()
        self._ours: list[int] = []
        self._patch: list[int] = []
        self._snapshot: list[int] = []

    def follow(self, played: Played) -> None:
        since = self._projection.offset
        moved = self._projection.follow(played.facts[-1])
        at = Offset(EPOCH, self._projection.offset)
        channel = CHANNEL.format(view=self.view.name)
        rows = upserts(moved, self._projection.rows)
        self._ours.append(update_frame(channel, since, at, rows).size)
        before, self._table = self._table, self._ordered()
        self._patch.append(len(msgspec.json.encode(json_patch(before, self._table))))
        plain = {key: row for key, (_, row) in self._projection.rows.items()}
        self._snapshot.append(len(snapshot_body(self.view, at, plain)))

    def figures(self, size: int) -> list[Figure]:
        ours, patch, snapshot = (
            statistics.fmean(each) for each in (self._ours, self._patch, self._snapshot)
        )
        what = f"{self.view.name} of {size}"
        return [
            Figure(f"{what}: frame", ours, "bytes", f"median {percentile(self._ours, 50):.0f}"),
            Figure(f"{what}: JSON Patch", patch, "bytes", f"{patch / ours:.0f} × the frame"),
            Figure(f"{what}: snapshot", snapshot, "bytes", f"{snapshot / ours:.0f} × the frame"),
        ]

    def _ordered(self) -> list[tuple[str, Row]]:
        held = {key: row for key, (_, row) in self._projection.rows.items()}
        rows = list(msgspec.json.decode(msgspec.json.encode(held), type=dict[str, Row]).items())
        if self.view.name != "standings":
            return rows
        return sorted(rows, key=lambda row: row[1][KEY], reverse=True)


def json_patch(before: list[tuple[str, Row]], after: list[tuple[str, Row]]) -> list[dict[str, Any]]:
    """The operations that turn one table of as many rows into the other, cell by cell."""
    return [
        {"op": "replace", "path": f"/rows/{place}/{column}", "value": new}
        for place, (old_row, new_row) in enumerate(zip(before, after, strict=True))
        for column, (old, new) in enumerate(
            zip((old_row[0], *old_row[1]), (new_row[0], *new_row[1]), strict=True)
        )
        if old != new
    ]
