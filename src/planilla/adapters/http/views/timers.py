"""Timers on pages: pending and fired ones with their delay, and players noted as absent."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from planilla.adapters.http.views.tournament_page import TournamentPage, local_time, zone_name
from planilla.application.states import HistoryEntry
from planilla.domain.tournament.firing import TimerFired
from planilla.domain.tournament.schedule import start_of
from planilla.domain.tournament.state import RoundState, RoundStatus
from planilla.domain.tournament.timers import BY_PEOPLE, is_late, kind_of
from planilla.domain.tournament.values import Timer, TimerKind
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.presentation.dates import stamp
from planilla.projections.timers import HIDDEN_KINDS

FIRED_SHOWN = 8
ANNOUNCED_SHOWN = 2
"""Most timers announced above every page."""
_FIELD = "%Y-%m-%dT%H:%M"


@dataclass(frozen=True, kw_only=True)
class TimerLine:
    """A timer as text; `due` is its time in the time zone of the event."""

    id: str
    title: str
    due_at: int
    due: str
    note: str
    is_cancellable: bool
    settles_forfeits: bool


@dataclass(frozen=True, kw_only=True)
class FiredLine:
    """A timer that fired, with both times."""

    title: str
    due_at: int
    due: str
    fired_at: int
    fired: str
    is_late: bool


@dataclass(frozen=True, kw_only=True)
class OpenBoardPlayer:
    """A player of an open game, and the note of absence."""

    entrant: EntrantId
    name: str
    is_absent: bool


@dataclass(frozen=True, kw_only=True)
class OpenBoard:
    """An open board, whose players may be noted as absent."""

    number: int
    game: GameId
    players: tuple[OpenBoardPlayer, OpenBoardPlayer]


class Timetable:
    """The timers of a tournament at one moment (microseconds since 1970, UTC)."""

    def __init__(self, page: TournamentPage, now: int) -> None:
        self._page = page
        self._today = local_time(page.state, now).date()

    def announced(self) -> tuple[TimerLine, ...]:
        """Return the next timers for all players, the earliest first."""
        shown = [timer for timer in self._pending() if timer.kind not in HIDDEN_KINDS]
        return tuple(self._lines(shown[:ANNOUNCED_SHOWN]))

    def pending(self, texts: Mapping[str, str]) -> tuple[TimerLine, ...]:
        """Return all pending timers with the texts of reminders, the next first."""
        return tuple(self._lines(self._pending(), texts))

    def awaiting(self, texts: Mapping[str, str]) -> tuple[TimerLine, ...]:
        """Return the fired timers for the arbiter's decision, the oldest first."""
        return tuple(self._lines(self._page.state.awaiting.values(), texts))

    def fired(self, entries: Iterable[HistoryEntry]) -> tuple[FiredLine, ...]:
        """Return the last fired timers, the newest first."""
        firings = [e.fact.event for e in entries if isinstance(e.fact.event, TimerFired)]
        return tuple(
            FiredLine(
                title=self._title(kind_of(each.timer), each.about),
                due_at=each.due_at,
                due=self.moment(each.due_at),
                fired_at=each.fired_at,
                fired=self.moment(each.fired_at),
                is_late=is_late(each.due_at, each.fired_at),
            )
            for each in firings[: -FIRED_SHOWN - 1 : -1]
        )

    def open_boards(self) -> tuple[OpenBoard, ...]:
        """Return the open boards of the published round, in order."""
        played = self._page.current
        if played is None or not played.is_published:
            return ()
        open_games = frozenset(played.open_games)
        boards = enumerate(zip(played.games, played.boards, strict=True), start=1)
        return tuple(
            OpenBoard(
                number=number,
                game=game,
                players=(self._seated(game, white), self._seated(game, black)),
            )
            for number, (game, (white, black)) in boards
            if game in open_games
        )

    def form(self) -> dict[str, Any]:
        """Return the initial values of the forms: the round, its start and its default time."""
        state, current = self._page.state, self._page.current
        number = _round_to_start(current)
        regulations = state.regulations
        start = start_of(state, number)
        return {
            "round": min(number, self._page.rounds_planned),
            "zone": zone_name(state),
            "start": "" if start is None else start.strftime(_FIELD),
            "minutes": "" if regulations is None else str(regulations.conduct.default_minutes),
            "keeps_values": state.system.keeps_values,
        }

    def moment(self, at: int) -> str:
        """Return the time of day in the zone of the event, with the date unless it is today."""
        local = local_time(self._page.state, at)
        return (
            f"{local:%H:%M}" if local.date() == self._today else stamp(self._page.language, local)
        )

    def _pending(self) -> list[Timer]:
        return sorted(self._page.state.timers.values(), key=lambda timer: timer.due_at)

    def _lines(
        self, timers: Iterable[Timer], texts: Mapping[str, str] | None = None
    ) -> Iterator[TimerLine]:
        for timer in timers:
            yield TimerLine(
                id=timer.id,
                title=self._title(timer.kind, timer.about),
                due_at=timer.due_at,
                due=self.moment(timer.due_at),
                note=(texts or {}).get(timer.note, ""),
                is_cancellable=timer.kind in BY_PEOPLE,
                settles_forfeits=timer.kind is TimerKind.DEFAULT_TIME,
            )

    def _title(self, kind: TimerKind, about: str) -> str:
        return self._page.say(f"page.timer.{kind.value}", about=about)

    def _seated(self, game: GameId, entrant: EntrantId) -> OpenBoardPlayer:
        return OpenBoardPlayer(
            entrant=entrant,
            name=self._page.name(entrant),
            is_absent=entrant in self._page.state.absences.get(game, ()),
        )


def _round_to_start(current: RoundState | None) -> int:
    """Return the number of the current open round, or of the next."""
    if current is None:
        return 1
    return current.number + (1 if current.status is RoundStatus.CLOSED else 0)
