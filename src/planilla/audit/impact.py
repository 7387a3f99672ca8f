"""The impact of a command: all differences, whom they concern, and what a lot decides.

It is calculated from the events that would follow, without recording anything and without drawing:
of events decided with any lot those before the first that reads it are certain; the rest is open.
Law: given the head and the lots, the recorded events have exactly these effects.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from planilla.audit.compare import (
    Consequences,
    EntrantDifference,
    PrizeDifferences,
    consequences,
    differing,
    numbers_differing,
    prizes_differing,
)
from planilla.audit.masnou_replay import masnou_what_if
from planilla.audit.round_by_round import AffectedRound, affected_questions, pair_affected
from planilla.audit.stage_impact import StageImpact, stage_impacts
from planilla.domain.tournament.announcement import Regulations
from planilla.domain.tournament.drafting import draws_first_colour
from planilla.domain.tournament.event import DecidedByLot, Event, GameAct, PairingAct, StagedEvent
from planilla.domain.tournament.evolve import evolve, fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.matches import place_of
from planilla.domain.tournament.memory import Seating
from planilla.domain.tournament.state import SharedPrizes, Tournament, focused
from planilla.domain.vocabulary import (
    RESULT_NOTATION,
    EntrantId,
    GameId,
    GameKind,
    GameRef,
    GameResult,
)

PARTS = ("entries", "venue", "schedule", "rating", "play", "conduct", "appeals", "privacy")
"""Parts compared field by field; the others, which are lists and plans, are compared as one."""
FIGURES = frozenset(
    {
        "entries.players_min",
        "entries.players_max",
        "schedule.round_minutes",
        "play.rounds",
        "conduct.default_minutes",
        "conduct.no_shows_max",
        "appeals.minutes",
    }
)
"""Fields with numbers that are the same in every currency and language."""


class FieldDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A field of the regulations that differs; with its numbers, if it is one of `FIGURES`."""

    field: str
    before: int | None = None
    after: int | None = None


class AnnouncedChanges(msgspec.Struct, frozen=True, kw_only=True):
    """Differences of the announced regulations, in the order of the structure.

    `is_first`: no regulations stand; `topics` are the free texts that differ.
    """

    is_first: bool
    fields: tuple[FieldDifference, ...] = ()
    topics: tuple[str, ...] = ()


def announced_changes(before: Tournament, after: Tournament) -> AnnouncedChanges | None:
    """Return how the announced regulations differ; None where they do not."""
    if after.regulations is None or (before.regulations, before.prose) == (
        after.regulations,
        after.prose,
    ):
        return None
    if before.regulations is None:
        return AnnouncedChanges(is_first=True)
    return AnnouncedChanges(
        is_first=False,
        fields=tuple(_fields(before.regulations, after.regulations)),
        topics=tuple(
            topic
            for topic, _, _ in differing(
                sorted({*before.prose, *after.prose}), before.prose, after.prose
            )
        ),
    )


def _fields(was: Regulations, will: Regulations) -> Iterator[FieldDifference]:
    for name, one, other in _by_field(was, will):
        if name not in PARTS:
            yield FieldDifference(field=name)
            continue
        for part, before, after in _by_field(one, other):
            field = f"{name}.{part}"
            numbers = {"before": before, "after": after} if field in FIGURES else {}
            yield FieldDifference(field=field, **numbers)


def _by_field(was: msgspec.Struct, will: msgspec.Struct) -> Iterator[tuple[str, Any, Any]]:
    names = was.__struct_fields__
    values = ({name: getattr(each, name) for name in names} for each in (was, will))
    return differing(names, *values)


class ByLot(msgspec.Struct, frozen=True, kw_only=True):
    """A subject that a lot decides, and among whom, by pairing number; empty for everybody."""

    what: DecidedByLot
    among: tuple[EntrantId, ...] = ()


class CertainEvents(msgspec.Struct, frozen=True, kw_only=True):
    """Events that follow whatever is drawn, and the subject that a lot decides, if any."""

    events: tuple[Event, ...]
    by_lot: tuple[ByLot, ...] = ()


def certain_events(state: Tournament, events: Sequence[Event]) -> CertainEvents:
    """Return those of `events`, decided with some lot after `state`, that do not depend on it."""
    for place, event in enumerate(events):
        found = _drawn(state, event)
        if found is not None:
            return CertainEvents(events=tuple(events[:place]), by_lot=(found,))
        state = evolve(state, Fact(version=state.version + 1, recorded_at=0, event=event))
    return CertainEvents(events=tuple(events))


def stage_of(events: Iterable[Event]) -> int:
    """Return the number of the stage of events; 1 for those of several, or of all."""
    stages = {event.stage_number for event in events if isinstance(event, StagedEvent)}
    return stages.pop() if len(stages) == 1 else 1


def _drawn(state: Tournament, event: Event) -> ByLot | None:
    state = focused(state, event.stage_number)
    if event.pairing_act is PairingAct.DRAFTED:
        return ByLot(what=DecidedByLot.FIRST_COLOUR) if draws_first_colour(state) else None
    if event.decided_by_lot is None or event.lot is None:
        return None
    return ByLot(what=event.decided_by_lot, among=_by_number(state, event.drawn_among))


def _by_number(state: Tournament, entrants: Iterable[EntrantId]) -> tuple[EntrantId, ...]:
    wanted = frozenset(entrants)
    return tuple(entrant for entrant in state.order if entrant in wanted)


class OnBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A game at a board, with the result that counts, `*` while there is none."""

    game: GameId
    white: EntrantId
    black: EntrantId
    result: str


class PublishedBoardDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A board of a published round, from 1, before and after; None: no such board.

    It counts in its match where matches have several games.
    """

    round: int
    board: int
    match: int | None = None
    before: OnBoard | None
    after: OnBoard | None


class RoundStatusDifference(msgspec.Struct, frozen=True, kw_only=True):
    """The status of a round, `draft`, `published` or `closed`; None: it is not paired."""

    round: int
    before: str | None
    after: str | None


class TableDifference(msgspec.Struct, frozen=True, kw_only=True):
    """The players at a table of a hall, White first; None where nobody plays."""

    table: int
    before: tuple[EntrantId, EntrantId] | None
    after: tuple[EntrantId, EntrantId] | None


class SeatingDifference(msgspec.Struct, frozen=True, kw_only=True):
    """Tables at which others would play, by number, and the queue before and after."""

    tables: tuple[TableDifference, ...]
    queue_before: tuple[EntrantId, ...]
    queue_after: tuple[EntrantId, ...]


class Impact(msgspec.Struct, frozen=True, kw_only=True):
    """All differences between version `head` and version `version`, of the stage `stage`.

    `stages` are the started stages that build on it, and brackets in which another side would
    advance.
    `later` are the rounds paired from what would change, which stay as they are; `hall_had` is the
    same of a hall: who would play at which table. `concerned` are the entrants whom it concerns
    and who have to be informed, by pairing number; `screens` the views that would change, filled in
    by the caller that has the views. `by_lot` are the subjects that a lot would decide: nothing of
    them is in the rest. `paid`, where the prizes would be shared, is the payment of all before and
    after. `finished` is None where the tournament stays open, or finished, as it is; `announced`
    holds the differences of the regulations, None where they stay. `numbers` are pairing numbers,
    None while there is none.
    """

    head: int
    version: int
    consequences: Consequences
    rounds: tuple[RoundStatusDifference, ...] = ()
    boards: tuple[PublishedBoardDifference, ...] = ()
    numbers: tuple[EntrantDifference, ...] = ()
    hall: SeatingDifference | None = None
    later: tuple[AffectedRound, ...] = ()
    hall_had: SeatingDifference | None = None
    paid: PrizeDifferences | None = None
    concerned: tuple[EntrantId, ...] = ()
    screens: tuple[str, ...] = ()
    by_lot: tuple[ByLot, ...] = ()
    finished: bool | None = None
    announced: AnnouncedChanges | None = None
    stage: int = 1
    stages: tuple[StageImpact, ...] = ()


def impact(facts: Sequence[Fact], events: Sequence[Event], *, at: int, top: int = 0) -> Impact:
    """Return the impact of `events`, decided at the end of `facts` at the moment `at`, in full.

    `at` is in microseconds since 1970 (UTC). Later rounds are paired again where they were paired
    from something else.
    """
    before = fold(facts)
    sure = certain_events(before, events).events
    return msgspec.structs.replace(
        impact_now(before, events, at=at, top=top),
        later=tuple(map(pair_affected, affected_questions(facts, sure))),
        hall_had=hall_had(facts, sure),
    )


def hall_had(facts: Sequence[Fact], events: Iterable[Event]) -> SeatingDifference | None:
    """Return the seats of a hall as they would be, had a corrected result been known at once.

    What was played stays. None where no table's result is corrected, or nothing differs.
    """
    for event in events:
        game, result = event.game, event.game_result
        if event.game_act is not GameAct.CORRECTED or game is None or result is None:
            continue
        if GameRef.of(game).kind is GameKind.TABLE:
            return _seats(*masnou_what_if(facts, game, result).now)
    return None


def impact_now(before: Tournament, events: Sequence[Event], *, at: int, top: int = 0) -> Impact:
    """Return the impact without the later rounds."""
    sure, stage = certain_events(before, events), stage_of(events)
    after, whole = followed(before, sure.events, at), followed(before, events, at)
    stage = stage if stage <= min(before.stages, whole.stages) else 1
    return msgspec.structs.replace(
        between(before, after, top=top, stage=stage),
        version=before.version + len(events),
        rounds=_rounds(focused(before, stage), focused(whole, stage)),
        by_lot=sure.by_lot,
    )


def between(before: Tournament, after: Tournament, *, top: int = 0, stage: int = 1) -> Impact:
    """Return all differences of a stage in a later state, and of those that start from it.

    What lots decided meanwhile is decided.
    """
    stages = stage_impacts(before, after, of=stage)
    before, after = focused(before, stage), focused(after, stage)
    boards = _boards(before, after)
    hall = _seats(before.memory.seating, after.memory.seating)
    was, will = _numbering(before), _numbering(after)
    return Impact(
        head=before.version,
        version=after.version,
        consequences=consequences(before, after, top=top),
        rounds=_rounds(before, after),
        boards=boards,
        numbers=numbers_differing((*will, *was), was, will),
        hall=hall,
        paid=_paid(before, after),
        concerned=_concerned(before, after, boards, hall),
        finished=None if before.finished == after.finished else after.finished,
        announced=announced_changes(before, after),
        stage=stage,
        stages=stages,
    )


def followed(state: Tournament, events: Iterable[Event], at: int) -> Tournament:
    """Return the state after events that are recorded at the moment `at`."""
    for event in events:
        state = evolve(state, Fact(version=state.version + 1, recorded_at=at, event=event))
    return state


def _rounds(before: Tournament, after: Tournament) -> tuple[RoundStatusDifference, ...]:
    was, will = (
        {played.number: played.status.value for played in state.rounds} for state in (before, after)
    )
    return tuple(
        RoundStatusDifference(round=number, before=one, after=other)
        for number, one, other in differing(sorted({*was, *will}), was, will)
    )


def _boards(before: Tournament, after: Tournament) -> tuple[PublishedBoardDifference, ...]:
    unchanged = {
        was.number for was, will in zip(before.rounds, after.rounds, strict=False) if was is will
    }
    seen = [_seen(state, unchanged) for state in (before, after)]
    return tuple(
        PublishedBoardDifference(
            round=number, board=board, match=match or None, before=one, after=other
        )
        for (number, match, board), one, other in differing(sorted({*seen[0], *seen[1]}), *seen)
    )


def _seen(state: Tournament, unchanged: set[int]) -> dict[tuple[int, int, int], OnBoard]:
    """Return the boards that everybody sees, by round, match (or 0) and board; none of a draft."""
    return {
        (played.number, (place := place_of(state, played, at)).match or 0, place.board): OnBoard(
            game=game, white=white, black=black, result=RESULT_NOTATION[GameResult(result)]
        )
        for played in state.rounds
        if played.is_published and played.number not in unchanged
        for at, (game, (white, black), result) in enumerate(
            zip(played.games, played.boards, played.results, strict=True)
        )
    }


def _numbering(state: Tournament) -> Mapping[EntrantId, int]:
    order = state.numberings[-1].order if state.numberings else ()
    return {entrant: number for number, entrant in enumerate(order, start=1)}


def _seats(was: Seating, will: Seating) -> SeatingDifference | None:
    if was == will:
        return None
    before, after = (
        {table: (white, black) for table, white, black in each.tables} for each in (was, will)
    )
    return SeatingDifference(
        tables=tuple(
            TableDifference(table=table, before=one, after=other)
            for table, one, other in differing(sorted({*before, *after}), before, after)
        ),
        queue_before=was.queue,
        queue_after=will.queue,
    )


def _paid(before: Tournament, after: Tournament) -> PrizeDifferences | None:
    shared = after.prizes_shared
    if shared is None or shared == before.prizes_shared:
        return None
    was = {} if before.prizes_shared is None else _amounts(before.prizes_shared)
    return PrizeDifferences(
        currency=shared.event.currency,
        changes=prizes_differing(was, _amounts(shared), after.order),
        paid=before.prizes_shared is not None,
    )


def _amounts(shared: SharedPrizes) -> dict[EntrantId, int]:
    return {each.entrant: each.amount for each in shared.event.payouts}


def _concerned(
    before: Tournament,
    after: Tournament,
    boards: Iterable[PublishedBoardDifference],
    seats: SeatingDifference | None,
) -> tuple[EntrantId, ...]:
    """Return the entrants whose game, table, bye or right to play differs."""
    concerned: set[EntrantId] = set()
    for change in boards:
        for board in (change.before, change.after):
            concerned |= set() if board is None else {board.white, board.black}
    for table in () if seats is None else seats.tables:
        concerned |= {*(table.before or ()), *(table.after or ())}
    for entrant, now in after.entrants.items():
        known = before.entrants.get(entrant)
        if known is not None and _standing(known) != _standing(now):
            concerned.add(entrant)
    concerned |= _byes_otherwise(before, after)
    return tuple(each for each in after.order if each in concerned)


def _standing(entrant: msgspec.Struct) -> tuple[object, ...]:
    """Return the fields that decide if an entrant plays."""
    fields = ("first_round", "out_from", "expelled", "byes")
    return tuple(getattr(entrant, name) for name in fields)


def _byes_otherwise(before: Tournament, after: Tournament) -> set[EntrantId]:
    was, will = (
        {
            (played.number, bye.entrant, bye.kind)
            for played in state.rounds
            if played.is_published
            for bye in played.byes
        }
        for state in (before, after)
    )
    return {entrant for _, entrant, _ in was ^ will}
