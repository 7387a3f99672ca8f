"""A moment of a tournament as text, and the version that it denotes.

Five ways: a version (`v61`, or `61`), a position of the log (`p1234`), a time (`14:32`,
`2026-05-03T14:32`, with `Z` or `+02:00` or without), `before-round-5` and `after-round-5`, which in
stage 2 are `before-round-2-5` and `after-round-2-5`. A time
without a zone is that of the venue: the zone of the announced schedule, UTC where it is unknown. It
means the end of that interval: 14:32 includes everything recorded until the minute was over.
If clocks are put back and show a time twice, it is the end of the second one, if that has passed.

A moment that cannot be found is a `MomentFault` with a stable code; the sentences are in `locales`.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, Protocol

import msgspec

from planilla.domain.instants import time_zone_of, utc
from planilla.domain.tournament.event import Event, PairingAct
from planilla.domain.tournament.schedule import starts_of
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.subjects import EVENT_TYPES
from planilla.domain.vocabulary import RESULT_NOTATION, CodedFault, GameResult

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
MINUTE_US, SECOND_US = 60_000_000, 1_000_000
USUAL_TIME_ZONE = "Europe/Madrid"
"""The time zone of a tournament that names none."""
SHOWN_MAX = 40
"""Characters of an unreadable moment that the message repeats."""

UNREADABLE = frozenset({"moment-unreadable", "moment-day-missing"})
"""Codes of what is no moment; the others are moments that this tournament does not have."""

_VERSION = re.compile(r"v?([0-9]{1,9})", re.ASCII)
_POSITION = re.compile(r"p([0-9]{1,12})", re.ASCII)
_ROUND = re.compile(r"(before|after)-round-(?:([0-9]{1,4})-)?([0-9]{1,4})", re.ASCII)
_TIME = re.compile(
    r"(?:(\d{4}-\d{2}-\d{2})[T ])?(\d{2}:\d{2}(?::\d{2})?)(Z|[+\- ]\d{2}:\d{2})?", re.ASCII
)
_SHOWN = frozenset({PairingAct.PUBLISHED, PairingAct.IMPORTED})
_PAIRED = _SHOWN | {PairingAct.DRAFTED}


class MomentFault(CodedFault):
    """The text is no moment of this tournament: a stable code and fields."""


class AtVersion(msgspec.Struct, frozen=True, kw_only=True):
    """After the fact of this version."""

    version: int


class AtPosition(msgspec.Struct, frozen=True, kw_only=True):
    """After the event at this position of the whole log."""

    position: int


class AtTime(msgspec.Struct, frozen=True, kw_only=True):
    """A time of day: `day` None is the one day of the tournament, `zone` None that of the venue.

    `span` is how long what was written lasts, in microseconds: a minute, or a second.
    """

    day: date | None
    clock: time
    zone: tzinfo | None
    span: int


class AroundRound(msgspec.Struct, frozen=True, kw_only=True):
    """Just before a round of a stage was paired, or just after its last result."""

    round: int
    is_before: bool
    stage: int = 1

    @property
    def written(self) -> int | str:
        """The round with its stage, `2-5`; the first stage is not written."""
        return self.round if self.stage == 1 else f"{self.stage}-{self.round}"


Moment = AtVersion | AtPosition | AtTime | AroundRound


class PlacedFact(Protocol):
    """A fact with its place and its time; a recorded event is one."""

    @property
    def version(self) -> int:
        """Its place in the tournament."""

    @property
    def position(self) -> int:
        """Its place in the whole log."""

    @property
    def recorded_at(self) -> int:
        """The time of recording, in microseconds since 1970 (UTC)."""

    @property
    def type(self) -> str:
        """The name of its event."""

    @property
    def event(self) -> Event:
        """The event."""


class Reached(msgspec.Struct, frozen=True, kw_only=True):
    """The present: the time (microseconds), and the last position of the log."""

    now: int
    position: int = 0


def moment_in(text: str) -> Moment:
    """Return the moment that a text names.

    Raises:
        MomentFault: `moment-unreadable`.
    """
    written = text.strip()
    if found := _VERSION.fullmatch(written):
        return AtVersion(version=int(found[1]))
    if found := _POSITION.fullmatch(written):
        return AtPosition(position=int(found[1]))
    if found := _ROUND.fullmatch(written):
        is_before, stage = found[1] == "before", int(found[2] or 1)
        return AroundRound(round=int(found[3]), is_before=is_before, stage=stage)
    if found := _TIME.fullmatch(written):
        return _time_in(text, *found.groups())
    raise MomentFault("moment-unreadable", text=text[:SHOWN_MAX])


def _time_in(text: str, day: str | None, clock: str, zone: str | None) -> AtTime:
    try:
        return AtTime(
            day=None if day is None else date.fromisoformat(day),
            clock=time.fromisoformat(clock),
            # A plus sign that was not escaped in an address arrives as a space.
            zone=None if zone is None else _offset(zone.replace(" ", "+")),
            span=MINUTE_US if clock.count(":") == 1 else SECOND_US,
        )
    except ValueError as error:
        raise MomentFault("moment-unreadable", text=text[:SHOWN_MAX]) from error


def _offset(zone: str) -> tzinfo | None:
    return time.fromisoformat(f"00:00{zone}").tzinfo


def canonical(version: int) -> str:
    """Return the canonical form of a moment in addresses: `v61`."""
    return f"v{version}"


def zone_name(state: Tournament) -> str:
    """Return the time zone of the venue, UTC if it is unknown.

    It is the one of the announced regulations, else the one said at creation, else the usual one.
    """
    announced = state.regulations
    said = state.time_zone if announced is None else announced.schedule.time_zone
    name = said or USUAL_TIME_ZONE
    return name if time_zone_of(name) is not None else "UTC"


def version_at(
    moment: Moment, facts: Sequence[PlacedFact], state: Tournament, reached: Reached
) -> int:
    """Return the version of a tournament at a moment.

    `facts` are its facts, all of them or those that everybody may see, in order; `state` is what
    they fold to, for its time zone and its days.

    Raises:
        MomentFault: `no-such-moment` (no such version), `moment-ahead`, `moment-before-log`,
            `moment-no-round`, `moment-round-open`, `moment-day-missing`.
    """
    match moment:
        case AtVersion(version=version):
            if not 1 <= version <= state.version:
                fields: dict[str, Any] = {"at": canonical(version), "last": state.version}
                raise MomentFault("no-such-moment", **fields)
            return version
        case AtPosition(position=position):
            if position > max(reached.position, facts[-1].position):
                raise MomentFault("moment-ahead", at=f"p{position}")
            return _last_of(facts, [each.position for each in facts], position, f"p{position}")
        case AtTime():
            return _at_time(moment, facts, state, reached.now)
        case AroundRound(is_before=True):
            return _before(facts, moment)
        case _:
            return _after(facts, moment)


def _last_of(facts: Sequence[PlacedFact], places: Sequence[int], upto: int, at: str) -> int:
    """Return the last fact whose place is not after `upto`; both are in order."""
    found = bisect_right(places, upto)
    if found == 0:
        raise MomentFault("moment-before-log", at=at)
    return facts[found - 1].version


def _at_time(moment: AtTime, facts: Sequence[PlacedFact], state: Tournament, now: int) -> int:
    venue = time_zone_of(zone_name(state)) or UTC
    zone = moment.zone or venue
    day = moment.day or _only_day(facts, state, venue)
    shown = datetime.combine(day, moment.clock, zone)
    starts = [(each - EPOCH) // MICROSECOND for each in (shown, shown.replace(fold=1))]
    at = f"{day.isoformat()} {moment.clock.isoformat('auto')} ({zone})"
    if min(starts) > now:
        raise MomentFault("moment-ahead", at=at)
    start = max(each for each in starts if each <= now)
    return _last_of(facts, [each.recorded_at for each in facts], start + moment.span - 1, at)


def _only_day(facts: Sequence[PlacedFact], state: Tournament, zone: tzinfo) -> date:
    """The day of a tournament that takes one: by its schedule, its rounds, or all its facts."""
    found = (
        {start.date() for start in starts_of(state).values()}
        or _days((each for each in facts if _type(each).on_day_of_play), zone)
        or _days(facts, zone)
    )
    if len(found) != 1:
        raise MomentFault("moment-day-missing")
    return found.pop()


def _days(facts: Iterable[PlacedFact], zone: tzinfo) -> set[date]:
    return {utc(each.recorded_at).astimezone(zone).date() for each in facts}


def _before(facts: Sequence[PlacedFact], moment: AroundRound) -> int:
    """Just before the pairing that stood was made, or published where the draft is not public."""
    found = 0
    has_draft = False
    for each in _of_round(facts, moment, _PAIRED):
        is_draft = _type(each).pairing_act is PairingAct.DRAFTED
        if is_draft or not has_draft:
            found = each.version
        has_draft = is_draft
    if not found:
        raise MomentFault("moment-no-round", round=moment.written)
    return found - 1


def _after(facts: Sequence[PlacedFact], moment: AroundRound) -> int:
    """Return the version at which the last game of the round first had a result."""
    shown = _SHOWN | {PairingAct.CHANGED}
    acts = {each.version: each for each in _of_round(facts, moment, shown)}
    if not acts:
        raise MomentFault("moment-no-round", round=moment.written)
    first = min(acts)
    games: set[str] = set()
    done: set[str] = set()
    for each in facts:
        if each.version < first:
            continue
        if each.version in acts:
            games = {str(paired.game) for paired in each.event.paired_games}
        elif _type(each).game_act is not None:
            _count(each.event, done)
        if games <= done:
            return each.version
    raise MomentFault("moment-round-open", round=moment.written)


def _type(each: PlacedFact) -> type[Event]:
    """Return the event type of a fact without reading the event."""
    return EVENT_TYPES[each.type]


def _count(event: Event, done: set[str]) -> None:
    """Keep which games have a result."""
    if event.game_result == RESULT_NOTATION[GameResult.OPEN]:
        done.discard(str(event.game))
    else:  # colours are corrected of a game that has a result
        done.add(str(event.game))


def _of_round(
    facts: Iterable[PlacedFact], moment: AroundRound, acts: Collection[PairingAct]
) -> Iterator[PlacedFact]:
    wanted = (moment.stage, moment.round)
    for each in facts:
        event_type = _type(each)
        if event_type.pairing_act in acts and (each.event.stage_number, each.event.round) == wanted:
            yield each
