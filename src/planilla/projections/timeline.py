"""The timeline: one row for each public fact, by its version. It only grows.

Everything that reads facts one by one (the view, pages, `log show`, what-ifs) reads these rows, and
their sentences are made of them alone. What an event shows of itself is declared at its type.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from planilla.domain.tournament.event import Event, StagedEvent, Topic
from planilla.domain.tournament.facts import Fact, type_of
from planilla.domain.tournament.matches import place_of
from planilla.domain.tournament.memory import CalledPlayer
from planilla.domain.tournament.state import RoundState, Tournament, focused
from planilla.domain.vocabulary import (
    RESULT_NOTATION,
    EntrantId,
    GameId,
    GameKind,
    GameRef,
    GameResult,
)

Fields = dict[str, Any]


class TimelineRow(NamedTuple):
    """One fact.

    `kind` is the event type, `at` microseconds since 1970 (UTC), `entrants` ids (White first),
    `fields` what the sentence needs besides, `reason` the commitment to a text or empty.
    """

    kind: str
    at: int
    round: int | None
    game: GameId | None
    entrants: tuple[EntrantId, ...]
    fields: Fields
    reason: str


class FactInContext(msgspec.Struct, frozen=True, kw_only=True):
    """A fact with everything that its sentence and the filters of the timeline need.

    Of two entrants the first had White before the fact. `board` is a table in a Masnou hall, and
    counts in its match where matches have several games.
    """

    version: int
    at: int
    event: Event
    round: int | None
    entrants: tuple[EntrantId, ...]
    fields: Fields

    @property
    def kind(self) -> str:
        """The event type."""
        return type_of(self.event)

    @property
    def game(self) -> GameId | None:
        """The game that it is about."""
        return self.event.game

    @property
    def board(self) -> int | None:
        """The board or table from 1."""
        number: int | None = self.fields.get("board", self.fields.get("table"))
        return number

    @property
    def reason(self) -> str:
        """The commitment to a text that goes with it; empty where there is none."""
        return self.event.text


def rows(shown: FactInContext) -> Mapping[str, TimelineRow]:
    """Return the row of one fact; its context are the public states around it."""
    row = TimelineRow(**{name: getattr(shown, name) for name in TimelineRow._fields})
    return {str(shown.version): row}


def in_context(before: Tournament, fact: Fact, after: Tournament) -> FactInContext:
    """Return one fact with its context; `before` and `after` are the states around it."""
    event = fact.event
    game = event.game
    before, after = focused(before, event.stage_number), focused(after, event.stage_number)
    played = None if game is None else _game_in(before, after, game)
    return FactInContext(
        version=fact.version,
        at=fact.recorded_at,
        event=event,
        round=_round_of(event, game),
        entrants=_entrants_of(event, before, played),
        fields=_circumstances(event, before, played) | event.details() | _stage_of(event, after),
    )


def _stage_of(event: Event, after: Tournament) -> Fields:
    """Return the stage of a fact, for a sentence that does not name it; none with one stage."""
    if after.stages == 1 or event.names_its_stage or not isinstance(event, StagedEvent):
        return {}
    return {"in_stage": after.stage, "stage_title": after.plan.title}


class _GameAround(msgspec.Struct, frozen=True, kw_only=True):
    """The game of a fact just before it: its place, its players, and its result before and after.

    The results are None for a game that begins with the fact, `after` also for one without result.
    """

    place: Fields
    players: tuple[EntrantId, ...]
    before: str | None
    after: str | None


def _game_in(before: Tournament, after: Tournament, game: GameId) -> _GameAround | None:
    ref = GameRef.of(game)
    if ref.kind is not GameKind.ROUND:
        place = "table" if ref.kind is GameKind.TABLE else "playoff"
        return _game_outside_rounds(before, after, game, {place: ref.round})
    found = before.find(game)
    since = None if found is None else after.round(found[0].number)
    if found is None or since is None or not _has_game(since, found[0], game):
        return None
    played, board = found
    return _GameAround(
        place=_place_in(before, played, board),
        players=played.boards[board],
        before=RESULT_NOTATION[played.reported_result(board)],
        after=_known(since.reported_result(board)),
    )


def _place_in(state: Tournament, played: RoundState, board: int) -> Fields:
    """Return the board of a game, with its match where matches may have several games."""
    place = place_of(state, played, board)._asdict()
    return {name: number for name, number in place.items() if number is not None}


def _has_game(since: RoundState, before: RoundState, game: GameId) -> bool:
    """Return whether a round still has a game that it had before."""
    return since.games is before.games or since.board_of(game) is not None


def _game_outside_rounds(
    before: Tournament, after: Tournament, game: GameId, place: Fields
) -> _GameAround:
    found, since = before.memory.find(game), after.memory.find(game)
    return _GameAround(
        place=place,
        players=() if found is None else found.players,
        before=None if found is None else RESULT_NOTATION[found.result],
        after=None if since is None or found is None else _known(since.result),
    )


def _known(result: GameResult) -> str | None:
    return None if result is GameResult.OPEN else RESULT_NOTATION[result]


def _round_of(event: Event, game: GameId | None) -> int | None:
    if game is not None:
        ref = GameRef.of(game)
        return ref.round if ref.kind is GameKind.ROUND else None
    return event.from_round if event.round is None else event.round


def _entrants_of(
    event: Event, before: Tournament, played: _GameAround | None
) -> tuple[EntrantId, ...]:
    """The entrant that it names, the one who was called, or the two of its game, White first."""
    if event.entrant is not None:
        return (event.entrant,)
    if played is not None and played.players:
        return played.players
    call = _call_of(event, before)
    if call is not None:
        return (call.entrant,)
    return tuple(each for each in (event.white, event.black) if each is not None)


def _call_of(event: Event, before: Tournament) -> CalledPlayer | None:
    """Return the called entrant and the table, for an event about a call without an answer."""
    return None if event.call is None else before.memory.called(event.call)


def _circumstances(event: Event, before: Tournament, played: _GameAround | None) -> Fields:
    """Return the fields that the states around an event add to its own."""
    if played is not None:
        results = (("before", played.before), ("result", played.after))
        return played.place | {name: each for name, each in results if each is not None}
    call = _call_of(event, before)
    return _replaced(event, before) if call is None else {"table": call.table}


def _replaced(event: Event, before: Tournament) -> Fields:
    """Return the rating that a correction replaces, or the number of games new in a round."""
    if event.topic is not Topic.CORRECTION:
        return {}
    if event.entrant is not None and event.rating is not None:
        entry = before.entry(event.entrant)
        assert entry is not None, "a correction names an entry"
        return {"before": entry.rating}
    if event.round is not None and event.paired_games:
        known = frozenset(before.rounds[event.round - 1].games)
        return {"new": sum(1 for each in event.paired_games if each.game not in known)}
    return {}
