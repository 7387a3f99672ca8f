"""The schedule of a stage: its rounds with their starts, their order, and the postponed games."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from html import escape

from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.moments import zone_name
from planilla.application.schedule import Notice, happenings, regulations_of
from planilla.application.states import HistoryEntry
from planilla.application.trf_export import prose_of
from planilla.domain.instants import time_zone_of
from planilla.domain.tournament.announcement import ProseTopic
from planilla.domain.tournament.lookups import postponed_games
from planilla.domain.tournament.postponements import GamesPostponed, PostponementWithdrawn
from planilla.domain.tournament.regulations import RegulationsAnnounced
from planilla.domain.tournament.schedule import (
    RoundDated,
    remaining_rounds,
    start_of,
    starts_of,
    table_order,
    written,
)
from planilla.domain.tournament.state import RoundState, RoundStatus
from planilla.domain.tournament.values import Postponement
from planilla.domain.vocabulary import GameId
from planilla.formats.ics import CalendarEntry
from planilla.presentation.dates import stamp

CHANGES = (RegulationsAnnounced, RoundDated, GamesPostponed, PostponementWithdrawn)
"""Events that may change the entries of a calendar."""
KEY_DIGITS = 16
"""Digits of the hash of a tournament's first fact in the ids of its calendar entries."""
_FIELD = "%Y-%m-%dT%H:%M"
"""The form of a local time in a field of a form."""


@dataclass(frozen=True, kw_only=True)
class ScheduledRound:
    """A round with its start in words and as a form field; `table` is that of the table, 0: none.

    `is_dated` where the start is not the announced one.
    """

    number: int
    table: int
    start: str
    field: str
    is_dated: bool
    is_paired: bool


@dataclass(frozen=True, kw_only=True)
class ScheduledGame:
    """An open game with its round, its place in words and players.

    `until` is its new date in words, or "". An `adjourned` game has begun.
    """

    game: GameId
    round: int
    where: str
    white: str
    black: str
    until: str
    adjourned: bool


@dataclass(frozen=True, kw_only=True)
class OpenRound:
    """A round with open games that are not postponed."""

    number: int
    games: tuple[ScheduledGame, ...]


@dataclass(frozen=True, kw_only=True)
class StageSchedule:
    """The schedule of a stage; `remaining` are the rounds of its table that may change places."""

    rounds: tuple[ScheduledRound, ...]
    remaining: tuple[int, ...]
    open: tuple[OpenRound, ...]
    postponed: tuple[ScheduledGame, ...]


def schedule_shown(page: TournamentPage) -> StageSchedule:
    """Return the schedule of the stage of a page."""
    published = [played for played in page.state.rounds if played.is_published]
    rounds = ((played.number, tuple(_awaited(page, played))) for played in published)
    return StageSchedule(
        rounds=_rounds(page),
        remaining=remaining_rounds(page.state) if page.state.system.has_schedule else (),
        open=tuple(OpenRound(number=number, games=games) for number, games in rounds if games),
        postponed=postponed_shown(page),
    )


def _rounds(page: TournamentPage) -> tuple[ScheduledRound, ...]:
    state = page.state
    order = table_order(state)
    last = max(page.rounds_planned, len(state.rounds), *starts_of(state), 0)
    return tuple(
        ScheduledRound(
            number=number,
            table=order[number - 1] if number <= len(order) else 0,
            start=page.round_start(number),
            field="" if (start := start_of(state, number)) is None else start.strftime(_FIELD),
            is_dated=number in state.starts,
            is_paired=number <= len(state.rounds),
        )
        for number in range(1, last + 1)
    )


def next_start(page: TournamentPage) -> str:
    """Return the round that is played, or else the next one, with its start; empty without one."""
    if page.state.finished or not page.state.system.has_rounds:
        return ""
    current = page.state.round(page.state.last_published)
    number = 1 if current is None else current.number
    if current is not None and (current.status is RoundStatus.CLOSED or not current.open_games):
        number += 1
    start = page.round_start(number)
    return page.say("schedule.round-starts", round=number, starts=start) if start else ""


def postponed_shown(page: TournamentPage) -> tuple[ScheduledGame, ...]:
    """Return the postponed games without a result, by round and board."""
    return tuple(
        _game(page, played, game)
        for played in page.state.rounds
        for game in postponed_games(page.state, played)
    )


def _awaited(page: TournamentPage, played: RoundState) -> tuple[ScheduledGame, ...]:
    games = (game for game in played.open_games if game not in page.state.postponed)
    return tuple(_game(page, played, game) for game in games)


def _game(page: TournamentPage, played: RoundState, game: GameId) -> ScheduledGame:
    board = played.games.index(game)
    white, black = played.boards[board]
    later = page.state.postponed.get(game)
    return ScheduledGame(
        game=game,
        round=played.number,
        where=page.board_name(played, board),
        white=page.name(white),
        black=page.name(black),
        until="" if later is None else postponed_text(page, later),
        adjourned=later is not None and later.adjourned,
    )


def postponed_text(page: TournamentPage, later: Postponement) -> str:
    """Return the new date of a postponed or adjourned game in words."""
    kind = f"schedule.{_kind(later)}"
    if later.until is None:
        return page.say(f"{kind}.open")
    return page.say(kind, until=stamp(page.language, later.until))


def _kind(later: Postponement) -> str:
    return "adjourned" if later.adjourned else "postponed"


def postponed_mark(page: TournamentPage, later: Postponement | None) -> str:
    """Return the same as HTML beside a result; "" for a game that is not played later."""
    if later is None:
        return ""
    said, until = escape(postponed_text(page, later)), written(later.until) or ""
    return f' <small class="{_kind(later)}" data-later="{until}">{said}</small>'


def calendar_of(
    page: TournamentPage, seen: Sequence[HistoryEntry], site: str, texts: Mapping[str, str]
) -> Iterator[CalendarEntry]:
    """Return the calendar entries of a tournament after the facts `seen`."""
    name = regulations_of(page.state).name
    changes = sum(isinstance(entry.event, CHANGES) for entry in seen)
    notice = Notice(
        address=f"{site}/t/{page.id}",
        key=seen[0].hash[:KEY_DIGITS],
        title=lambda number: f"{page.say('page.round')} {number} · {name}",
        place=prose_of(page.state, texts).get(ProseTopic.VENUE.value, ""),
        zone=time_zone_of(zone_name(page.state)) or UTC,
        game=lambda game: calendar_title(page, game),
        sequence=max(0, changes - (page.state.regulations is not None)),
    )
    return happenings(page.state, notice)


def calendar_title(page: TournamentPage, game: GameId) -> str:
    """Return the title of the calendar entry of a postponed or adjourned game."""
    key = f"schedule.{_kind(page.state.postponed[game])}.entry"
    return page.say(key, game=page.game_name(game), players=page.meeting(game))
