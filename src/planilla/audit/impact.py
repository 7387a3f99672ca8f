"""The impact of a command: who moves, what is otherwise, who is to be told, what stays open.

It is worked out from the events that would follow, without recording anything and without drawing:
of events decided with any lot those before the first that reads it are certain; the rest is open.
Law: given the head and the lots, this is what is then so.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

import msgspec

from planilla.audit.compare import Consequences, PrizeEffect, changes_of, consequences
from planilla.audit.hall_replay import Seating, hall_what_if, seating
from planilla.audit.round_by_round import AffectedRound, affected_questions, pair_affected
from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament import events as e
from planilla.domain.tournament.events import Event, ResultCorrected
from planilla.domain.tournament.evolve import evolve, fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.hall.state import AT_TABLE
from planilla.domain.tournament.regulations.announcement import Regulations
from planilla.domain.tournament.state import RoundState, SharedPrizes, Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameId, GameResult

PARTS = ("entries", "venue", "schedule", "rating", "play", "conduct", "appeals", "privacy")
"""Told field by field; the others, which are lists and plans, as one."""
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
"""Of these the numbers are told: they are what they say, whatever the currency or the language."""


class FieldChange(msgspec.Struct, frozen=True, kw_only=True):
    """A field of the regulations that would read otherwise; with its numbers, if it is one."""

    field: str
    before: int | None = None
    after: int | None = None


class AnnouncedChanges(msgspec.Struct, frozen=True, kw_only=True):
    """How the regulations would read otherwise, in the order of the structure.

    `is_first`: no regulations stand; `topics` are the free texts that would be others.
    """

    is_first: bool
    fields: tuple[FieldChange, ...] = ()
    topics: tuple[str, ...] = ()


def announced_changes(before: Tournament, after: Tournament) -> AnnouncedChanges | None:
    """What is announced otherwise; None where nothing is."""
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
        topics=tuple(_others(before.prose, after.prose)),
    )


def _fields(was: Regulations, will: Regulations) -> Iterator[FieldChange]:
    for name in Regulations.__struct_fields__:
        one, other = getattr(was, name), getattr(will, name)
        if one == other:
            continue
        if name in PARTS:
            yield from _within(name, one, other)
        else:
            yield FieldChange(field=name)


def _within(part: str, was: msgspec.Struct, will: msgspec.Struct) -> Iterator[FieldChange]:
    for name in was.__struct_fields__:
        one, other = getattr(was, name), getattr(will, name)
        if one != other:
            field = f"{part}.{name}"
            told = {"before": one, "after": other} if field in FIGURES else {}
            yield FieldChange(field=field, **told)


def _others(was: Mapping[str, str], will: Mapping[str, str]) -> Iterator[str]:
    for topic in sorted({*was, *will}):
        if was.get(topic) != will.get(topic):
            yield topic


class DecidedByLot(StrEnum):
    """What a lot decides, from the colour of number 1 to who plays for a hall's first place."""

    FIRST_COLOUR = "first-colour"
    LOTS = "lots"
    COMMITTEE = "committee"
    QUEUE = "queue"
    PLAYOFF = "playoff"


class ByLot(msgspec.Struct, frozen=True, kw_only=True):
    """What a lot decides, and among whom, by pairing number; nobody where it concerns everybody."""

    what: DecidedByLot
    among: tuple[EntrantId, ...] = ()


class CertainEvents(msgspec.Struct, frozen=True, kw_only=True):
    """Events that follow whatever is drawn, and what a lot decides of the rest, if anything."""

    events: tuple[Event, ...]
    by_lot: tuple[ByLot, ...] = ()


def certain_events(state: Tournament, events: Sequence[Event]) -> CertainEvents:
    """What of `events`, decided with some lot after `state`, does not depend on the lot."""
    for place, event in enumerate(events):
        found = _drawn(state, event)
        if found is not None:
            return CertainEvents(events=tuple(events[:place]), by_lot=(found,))
        state = evolve(state, Fact(version=state.version + 1, recorded_at=0, event=event))
    return CertainEvents(events=tuple(events))


def _drawn(state: Tournament, event: Event) -> ByLot | None:
    match event:
        case e.RoundPaired():
            drawn = not state.rounds and state.first_colour is None and _asks_colour(state)
            return ByLot(what=DecidedByLot.FIRST_COLOUR) if drawn else None
        case e.LotsDrawn(lot=int()):
            among = (each.entrant for each in event.lots)
            return ByLot(what=DecidedByLot.LOTS, among=_by_number(state, among))
        case e.AppealsCommitteeFormed(lot=int()):
            return ByLot(what=DecidedByLot.COMMITTEE, among=_by_number(state, event.among))
        case e.QueueFormed(lot=int()):
            return ByLot(what=DecidedByLot.QUEUE, among=_by_number(state, event.order))
        case e.PlayoffDrawn():
            players = (each for game in event.games for each in (game.white, game.black))
            return ByLot(
                what=DecidedByLot.PLAYOFF, among=_by_number(state, (*players, *event.byes))
            )
        case _:
            return None


def _asks_colour(state: Tournament) -> bool:
    """In a schedule the table gives the colours, whatever is drawn."""
    return not SYSTEMS[state.system].has_schedule


def _by_number(state: Tournament, entrants: Iterable[EntrantId]) -> tuple[EntrantId, ...]:
    wanted = frozenset(entrants)
    return tuple(entrant for entrant in state.order if entrant in wanted)


class OnBoard(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits at a board, and the result that counts, `*` while there is none."""

    game: GameId
    white: EntrantId
    black: EntrantId
    result: str


class BoardChange(msgspec.Struct, frozen=True, kw_only=True):
    """A board of a published round, from 1, as it is and as it would be; None: no such board."""

    round: int
    board: int
    before: OnBoard | None
    after: OnBoard | None


class RoundChange(msgspec.Struct, frozen=True, kw_only=True):
    """How far a round is, `draft`, `published` or `closed`; None: it is not paired."""

    round: int
    before: str | None
    after: str | None


class NumberChange(msgspec.Struct, frozen=True, kw_only=True):
    """The pairing number of an entrant; None while there is none."""

    entrant: EntrantId
    before: int | None
    after: int | None


class TableChange(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays at a table of a hall, White first; None where nobody does."""

    table: int
    before: tuple[EntrantId, EntrantId] | None
    after: tuple[EntrantId, EntrantId] | None


class HallChange(msgspec.Struct, frozen=True, kw_only=True):
    """The tables at which others would play, by number, and the queue as it is and would be."""

    tables: tuple[TableChange, ...]
    queue_before: tuple[EntrantId, ...]
    queue_after: tuple[EntrantId, ...]


class Impact(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that would be otherwise at version `version`, as seen from version `head`.

    `later` are the rounds paired from what would change, which stay as they are; `hall_had` is the
    same of a hall: who would sit where. `told` are those whom it concerns and who have to be told,
    by pairing number; `screens` the views that would change (filled in by who knows the views).
    `by_lot` is what a lot would decide: nothing of that is in the rest. `paid`, where the prizes
    would be shared, is what everybody was paid before and would be now. `finished` is None where
    the tournament stays open, or finished, as it is; `announced` is how the regulations would read
    otherwise, None where they stay.
    """

    head: int
    version: int
    consequences: Consequences
    rounds: tuple[RoundChange, ...] = ()
    boards: tuple[BoardChange, ...] = ()
    numbers: tuple[NumberChange, ...] = ()
    hall: HallChange | None = None
    later: tuple[AffectedRound, ...] = ()
    hall_had: HallChange | None = None
    paid: PrizeEffect | None = None
    told: tuple[EntrantId, ...] = ()
    screens: tuple[str, ...] = ()
    by_lot: tuple[ByLot, ...] = ()
    finished: bool | None = None
    announced: AnnouncedChanges | None = None


def impact(facts: Sequence[Fact], events: Sequence[Event], *, at: int, top: int = 0) -> Impact:
    """What `events`, decided at the end of `facts` at the moment `at`, would bring, in full.

    `at` is in microseconds since 1970 (UTC). It pairs later rounds again where they were paired
    from something else.
    """
    before = fold(facts)
    sure = certain_events(before, events).events
    return msgspec.structs.replace(
        impact_now(before, events, at=at, top=top),
        later=tuple(map(pair_affected, affected_questions(facts, sure))),
        hall_had=hall_had(facts, sure),
    )


def hall_had(facts: Sequence[Fact], events: Iterable[Event]) -> HallChange | None:
    """Who would sit where in a hall today, had a corrected result been known at once.

    What was played stays. None where no table's result is corrected, or everybody would sit there.
    """
    for event in events:
        if isinstance(event, ResultCorrected) and event.game.startswith(AT_TABLE):
            return _seats(*hall_what_if(facts, event.game, event.result).now)
    return None


def impact_now(before: Tournament, events: Sequence[Event], *, at: int, top: int = 0) -> Impact:
    """As `impact`, without the later rounds."""
    sure = certain_events(before, events)
    after, whole = followed(before, sure.events, at), followed(before, events, at)
    return msgspec.structs.replace(
        between(before, after, top=top),
        version=before.version + len(events),
        rounds=tuple(_rounds(before, whole)),
        by_lot=sure.by_lot,
    )


def between(before: Tournament, after: Tournament, *, top: int = 0) -> Impact:
    """Everything that parts a state from a later one; what lots decided meanwhile is decided."""
    boards = tuple(_boards(before, after))
    hall = _hall(before, after)
    return Impact(
        head=before.version,
        version=after.version,
        consequences=consequences(before, after, top=top),
        rounds=tuple(_rounds(before, after)),
        boards=boards,
        numbers=tuple(_numbers(before, after)),
        hall=hall,
        paid=_paid(before, after),
        told=_told(before, after, boards, hall),
        finished=None if before.finished == after.finished else after.finished,
        announced=announced_changes(before, after),
    )


def followed(state: Tournament, events: Iterable[Event], at: int) -> Tournament:
    """The state after events that are recorded at the moment `at`."""
    for event in events:
        state = evolve(state, Fact(version=state.version + 1, recorded_at=at, event=event))
    return state


def _rounds(before: Tournament, after: Tournament) -> Iterable[RoundChange]:
    for number in range(1, max(len(before.rounds), len(after.rounds)) + 1):
        was, will = (_status(state.round(number)) for state in (before, after))
        if was != will:
            yield RoundChange(round=number, before=was, after=will)


def _status(played: RoundState | None) -> str | None:
    return None if played is None else played.status.value


def _boards(before: Tournament, after: Tournament) -> Iterable[BoardChange]:
    for number in range(1, max(len(before.rounds), len(after.rounds)) + 1):
        was, will = before.round(number), after.round(number)
        if was is will:
            continue
        boards_before, boards_after = _seen(was), _seen(will)
        for board in range(max(len(boards_before), len(boards_after))):
            one, other = boards_before.get(board), boards_after.get(board)
            if one != other:
                yield BoardChange(round=number, board=board + 1, before=one, after=other)


def _seen(played: RoundState | None) -> dict[int, OnBoard]:
    """The boards that everybody sees; none of a draft."""
    if played is None or not played.is_published:
        return {}
    return {
        board: OnBoard(
            game=game, white=white, black=black, result=RESULT_NOTATION[GameResult(result)]
        )
        for board, (game, (white, black), result) in enumerate(
            zip(played.games, played.boards, played.results, strict=True)
        )
    }


def _numbers(before: Tournament, after: Tournament) -> Iterable[NumberChange]:
    was, will = _numbering(before), _numbering(after)
    for entrant in dict.fromkeys((*will, *was)):
        if was.get(entrant) != will.get(entrant):
            yield NumberChange(entrant=entrant, before=was.get(entrant), after=will.get(entrant))


def _numbering(state: Tournament) -> Mapping[EntrantId, int]:
    order = state.numberings[-1].order if state.numberings else ()
    return {entrant: number for number, entrant in enumerate(order, start=1)}


def _hall(before: Tournament, after: Tournament) -> HallChange | None:
    empty = Seating(tables=(), queue=())
    was, will = (empty if state.hall is None else seating(state.hall) for state in (before, after))
    return _seats(was, will)


def _seats(was: Seating, will: Seating) -> HallChange | None:
    if was == will:
        return None
    seats_before, seats_after = (
        {table: (white, black) for table, white, black in each.tables} for each in (was, will)
    )
    return HallChange(
        tables=tuple(
            TableChange(table=table, before=seats_before.get(table), after=seats_after.get(table))
            for table in sorted({*seats_before, *seats_after})
            if seats_before.get(table) != seats_after.get(table)
        ),
        queue_before=was.queue,
        queue_after=will.queue,
    )


def _paid(before: Tournament, after: Tournament) -> PrizeEffect | None:
    shared = after.prizes_shared
    if shared is None or shared == before.prizes_shared:
        return None
    was = {} if before.prizes_shared is None else _amounts(before.prizes_shared)
    return PrizeEffect(
        currency=shared.event.currency,
        changes=changes_of(was, _amounts(shared), after.order),
        paid=before.prizes_shared is not None,
    )


def _amounts(shared: SharedPrizes) -> dict[EntrantId, int]:
    return {each.entrant: each.amount for each in shared.event.payouts}


def _told(
    before: Tournament,
    after: Tournament,
    boards: Iterable[BoardChange],
    hall: HallChange | None,
) -> tuple[EntrantId, ...]:
    """Whose game, table, bye or right to play is otherwise."""
    concerned: set[EntrantId] = set()
    for change in boards:
        for board in (change.before, change.after):
            concerned |= set() if board is None else {board.white, board.black}
    for table in hall.tables if hall is not None else ():
        concerned |= {*(table.before or ()), *(table.after or ())}
    for entrant, now in after.entrants.items():
        known = before.entrants.get(entrant)
        if known is not None and _standing(known) != _standing(now):
            concerned.add(entrant)
    concerned |= _byes_otherwise(before, after)
    return tuple(each for each in after.order if each in concerned)


def _standing(entrant: msgspec.Struct) -> tuple[object, ...]:
    """What decides whether somebody plays."""
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
