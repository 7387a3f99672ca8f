"""The rounds and postponed games of a tournament as calendar entries, and its regulations."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo

import msgspec

from planilla.domain.instants import in_calendar
from planilla.domain.tournament.announcement import Rating, Regulations, Schedule, play_of
from planilla.domain.tournament.contradictions import round_length_s
from planilla.domain.tournament.lookups import postponed_games
from planilla.domain.tournament.schedule import starts_of
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import GameId
from planilla.formats.ics import CalendarEntry

LENGTH_UNKNOWN = timedelta(hours=1)
"""The length of a round in a calendar where it is unknown."""


def regulations_of(state: Tournament) -> Regulations:
    """Return the announced regulations, or those that the tournament was created with."""
    if state.regulations is not None:
        return state.regulations
    return Regulations(
        name=state.name,
        schedule=Schedule(time_zone=state.time_zone),
        play=play_of(state),
        rating=Rating(rules=state.rating_rules),
    )


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """The text of a calendar entry.

    `address` is that of the tournament; `key` makes ids that stay when it moves; `title` is asked
    with the number of the round, and `game` with a postponed game; `sequence` counts how often the
    regulations were changed, rounds were dated, and games were postponed.
    """

    address: str
    key: str
    title: Callable[[int], str]
    game: Callable[[GameId], str]
    place: str
    zone: tzinfo
    sequence: int = 0


def happenings(state: Tournament, notice: Notice) -> Iterator[CalendarEntry]:
    """Yield the rounds of a stage that have a start, then its postponed games that have a date."""
    of_stage = "" if state.stage == 1 else f"stage-{state.stage}-"
    for number, start in starts_of(state).items():
        uid = f"{of_stage}round-{number}"
        yield _entry(state, notice, start, uid=uid, title=notice.title(number))
    for played in state.rounds:
        for game in postponed_games(state, played):
            until = state.postponed[game].until
            if until is not None:
                yield _entry(state, notice, until, uid=f"game-{game}", title=notice.game(game))


def _entry(
    state: Tournament, notice: Notice, start: datetime, *, uid: str, title: str
) -> CalendarEntry:
    """Return the entry of a round or a game, as long as the regulations have a round."""
    seconds = round_length_s(regulations_of(state))
    length = LENGTH_UNKNOWN if seconds is None else timedelta(seconds=seconds)
    starts = in_calendar(start).replace(tzinfo=notice.zone)
    return CalendarEntry(
        uid=f"{uid}@{notice.key}.planilla",
        starts=starts,
        # In UTC, for a round may last over the night in which the clocks change.
        ends=starts.astimezone(UTC) + length,
        title=title,
        place=notice.place,
        url=notice.address,
        sequence=notice.sequence,
    )
