"""Festivals as pages and programs show them: their tournaments, leaders and found players."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

import msgspec

from planilla.adapters.http.views.head import TournamentHeader, head_of
from planilla.adapters.http.views.notices import NoticeText, notices_in
from planilla.adapters.http.views.prizes import group_text
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.festivals import FestivalPart, PersonEntered, entered_twice
from planilla.domain.tournament.check_in import here_for, left_out
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.entry_requests import takes_requests
from planilla.domain.tournament.prizes import plan_of
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.state import Tournament, focused
from planilla.domain.tournament.values import Festival
from planilla.domain.vocabulary import EntrantId
from planilla.formats.rating_list.names import search_key
from planilla.presentation.figures import money
from planilla.projections import prizes
from planilla.projections.prizes import PrizeRow, amount_of
from planilla.projections.stages import current_stage

LEADERS_MAX = 5
ANNOUNCEMENTS_MAX = 5
"""Announcements that the page of a festival shows."""


class FestivalLeader(NamedTuple):
    """A place at the top of a tournament."""

    place: int
    entrant: EntrantId
    name: str
    points: str


class FestivalTournament(NamedTuple):
    """A tournament on the page of its festival."""

    head: TournamentHeader
    system: str
    leaders: tuple[FestivalLeader, ...]
    has_prizes: bool
    notices: tuple[NoticeText, ...]
    takes_requests: bool


class FestivalWinner(NamedTuple):
    """A winner of prize money in a tournament, with the groups of prizes and the amount."""

    place: int
    entrant: EntrantId
    name: str
    groups: tuple[str, ...]
    amount: str


class FestivalPrizes(NamedTuple):
    """The winners of a tournament; `status` is `paid`, `final`, or `now` while it is played."""

    tournament: str
    name: str
    status: str
    winners: tuple[FestivalWinner, ...]


class SeveralPrizes(NamedTuple):
    """A person with prizes in several tournaments: each with its amount, and the sums."""

    name: str
    prizes: tuple[tuple[str, str], ...]
    sums: tuple[str, ...]


class FestivalNotice(NamedTuple):
    """A notice that several tournaments show, with their names unless all do; the last time."""

    text: str
    at: int
    until_said: str
    names: tuple[str, ...]


class PlayerFound(NamedTuple):
    """A player whom a search found; `address` is that of the card, or of the list of the teams."""

    tournament_name: str
    address: str
    name: str
    rating: int


class TwiceEntered(NamedTuple):
    """A person who seems to be entered in several tournaments: each with its name and the entry."""

    name: str
    entries: tuple[tuple[str, str, EntrantId], ...]


class CheckInLine(NamedTuple):
    """A player of the next round of a tournament; `also_in` are others of its festival."""

    tournament: str
    tournament_name: str
    round: int
    entrant: EntrantId
    number: int
    name: str
    rating: int
    club: str
    is_here: bool
    also_in: tuple[str, ...]


class FestivalLine(msgspec.Struct, frozen=True, kw_only=True):
    """A festival in a list; days are null where nobody said them."""

    id: str
    name: str
    place: str
    first_day: date | None
    last_day: date | None
    page: str
    api: str


class FestivalProgress(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament of a festival: `boards` are those of the round that is played last."""

    id: str
    name: str
    round: int
    rounds: int
    boards: int
    boards_finished: int
    entrants: int
    is_finished: bool
    page: str
    api: str


class FestivalOverview(FestivalLine, frozen=True, kw_only=True):
    """A festival with the tournaments of it that the reader may see, by name."""

    tournaments: tuple[FestivalProgress, ...]


def played_now(state: Tournament) -> Tournament:
    """Return the stage of a tournament that is played now."""
    return focused(state, current_stage(state))


def part_shown(
    part: FestivalPart, language: str, now: int, texts: Mapping[str, str]
) -> FestivalTournament:
    """Return a tournament as the page of its festival shows it."""
    state = played_now(part.state)
    page = TournamentPage(part.tournament, state, part.people, language, texts=texts)
    return FestivalTournament(
        head=head_of(page, part.version),
        system=state.system_name,
        leaders=leaders_of(page),
        has_prizes=state.prizes is not None,
        notices=tuple(notices_in(part.recorded, page, now, texts)),
        takes_requests=takes_requests(page.state, now),
    )


def prizes_shown(parts: Iterable[FestivalPart], language: str) -> list[FestivalPrizes]:
    """Return the winners of the tournaments with announced prizes, by place, as they stand now."""
    return [
        FestivalPrizes(
            tournament=part.tournament,
            name=part.state.name,
            status=_prize_status(state),
            winners=tuple(_winners(part, state, language)),
        )
        for part in parts
        if plan_of(state := played_now(part.state)) is not None
    ]


def _prize_status(state: Tournament) -> str:
    if state.prizes_shared is not None:
        return "paid"
    return "final" if state.finished else "now"


def _winners(part: FestivalPart, state: Tournament, language: str) -> Iterator[FestivalWinner]:
    plan, page = plan_of(state), TournamentPage(part.tournament, state, part.people, language)
    assert plan is not None, "it is asked of those with one"
    won = _won(state)
    for place, entrant in _places(state):
        if entrant in won:
            row = won[entrant]
            yield FestivalWinner(
                place=place,
                entrant=entrant,
                name=page.name(entrant),
                groups=tuple(group_text(language, plan.groups[at - 1]) for at, _ in row.groups),
                amount=money(language, amount_of(row), row.currency),
            )


def _won(state: Tournament) -> Mapping[EntrantId, PrizeRow]:
    """Return the prizes of those who win, or were paid, any money."""
    found = prizes.rows(state).items()
    return {EntrantId(each): row for each, row in found if amount_of(row)}


def _places(state: Tournament) -> list[tuple[int, EntrantId]]:
    return [(each.rank, state.order[each.seat]) for each in current_standings(state)]


def several_prizes(parts: Sequence[FestivalPart], language: str) -> list[SeveralPrizes]:
    """Return the people with prizes in several tournaments, and what they won in all."""
    states = {part.tournament: played_now(part.state) for part in parts}
    won = {tournament: _won(state) for tournament, state in states.items()}
    found = []
    for entries in entered_twice(parts):
        rows = [
            (states[each.tournament].name, row)
            for each in entries
            if (row := won[each.tournament].get(each.entrant)) is not None
        ]
        if len(rows) > 1:
            sums: dict[str, int] = {}
            for _, row in rows:
                sums[row.currency] = sums.get(row.currency, 0) + amount_of(row)
            found.append(
                SeveralPrizes(
                    name=entries[0].person.name,
                    prizes=tuple(
                        (name, money(language, amount_of(row), row.currency)) for name, row in rows
                    ),
                    sums=tuple(money(language, each, unit) for unit, each in sums.items()),
                )
            )
    return sorted(found, key=lambda each: search_key(each.name))


def announcements_of(tournaments: Sequence[FestivalTournament]) -> tuple[FestivalNotice, ...]:
    """Return the notices with the same text in several tournaments, the last one first."""
    found: dict[str, list[tuple[str, NoticeText]]] = {}
    for each in tournaments:
        for notice in each.notices:
            found.setdefault(notice.text, []).append((each.head.name, notice))
    several = [
        FestivalNotice(
            text=text,
            at=max(notice.at for _, notice in said),
            until_said=said[0][1].until_said,
            names=() if len(names) == len(tournaments) else names,
        )
        for text, said in found.items()
        if len(names := tuple(dict.fromkeys(name for name, _ in said))) > 1
    ]
    return tuple(sorted(several, key=lambda each: -each.at)[:ANNOUNCEMENTS_MAX])


def leaders_of(page: TournamentPage) -> tuple[FestivalLeader, ...]:
    """Return the first places by points; none before a round, and where other values rank."""
    state = page.state
    if not state.last_published or state.system.keeps_values or state.system.seats_at_once:
        return ()
    return tuple(
        FestivalLeader(
            each.rank,
            page.order[each.seat],
            page.name(page.order[each.seat]),
            page.points(each.points),
        )
        for each in current_standings(state)[:LEADERS_MAX]
    )


def players_found(
    parts: Sequence[FestivalPart], found: Iterable[PersonEntered]
) -> list[PlayerFound]:
    """Return the players whom a search found, by name."""
    states = {part.tournament: part.state for part in parts}
    lines = [_found(states[each.tournament], each) for each in found]
    return sorted(lines, key=lambda each: (each.name, each.tournament_name))


def _found(state: Tournament, found: PersonEntered) -> PlayerFound:
    entry = state.entry(found.entrant)
    has_card = found.entrant in state.entrants
    return PlayerFound(
        tournament_name=state.name,
        address=f"/t/{found.tournament}/entrants{f'/{found.entrant}' if has_card else ''}",
        name=found.person.name,
        rating=0 if entry is None else entry.rating,
    )


def twice_entered(parts: Sequence[FestivalPart], tournament: str = "") -> list[TwiceEntered]:
    """Return who seems to be entered in several tournaments; with `tournament` also in that."""
    names = {each.tournament: each.state.name for each in parts}
    return [
        TwiceEntered(
            name=entries[0].person.name,
            entries=tuple(
                (each.tournament, names[each.tournament], each.entrant) for each in entries
            ),
        )
        for entries in entered_twice(parts)
        if not tournament or tournament in {each.tournament for each in entries}
    ]


def check_in_lines(
    parts: Sequence[FestivalPart], twice: Iterable[Sequence[PersonEntered]]
) -> list[CheckInLine]:
    """Return everybody who may play the round that is paired next in their tournament, by name."""
    names = {part.tournament: part.state.name for part in parts}
    others = {
        (each.tournament, each.entrant): tuple(
            names[other.tournament] for other in entries if other.tournament != each.tournament
        )
        for entries in twice
        for each in entries
    }
    lines = [line for part in parts for line in _lines_of(part, others)]
    return sorted(lines, key=lambda each: (each.name.casefold(), each.tournament_name))


def _lines_of(
    part: FestivalPart, others: Mapping[tuple[str, EntrantId], tuple[str, ...]]
) -> Iterable[CheckInLine]:
    state = played_now(part.state)
    coming = coming_round(state)
    here, late = here_for(state, coming), left_out(state, coming)
    for number, entrant in enumerate(state.order if coming else (), start=1):
        person = part.people.get(entrant)
        if person is None or not (entrant in late or state.entrants[entrant].plays(coming)):
            continue
        yield CheckInLine(
            tournament=part.tournament,
            tournament_name=state.name,
            round=coming,
            entrant=entrant,
            number=number,
            name=person.name,
            rating=state.entrants[entrant].rating,
            club=person.club,
            is_here=entrant in here,
            also_in=others.get((part.tournament, entrant), ()),
        )


def coming_round(state: Tournament) -> int:
    """Return the round that is paired next; 0 without one."""
    coming = len(state.rounds) + 1
    is_open = state.system.has_rounds and not state.finished and coming <= rounds_planned(state)
    return coming if is_open else 0


def line_of(festival: Festival) -> FestivalLine:
    """Return a festival as a list for programs has it."""
    return FestivalLine(
        id=festival.id,
        name=festival.name,
        place=festival.place,
        first_day=festival.first_day,
        last_day=festival.last_day,
        page=f"/e/{festival.id}",
        api=f"/api/e/{festival.id}",
    )


def overview_of(festival: Festival, tournaments: Iterable[FestivalTournament]) -> FestivalOverview:
    """Return a festival with its tournaments, for programs."""
    return FestivalOverview(
        **msgspec.structs.asdict(line_of(festival)),
        tournaments=tuple(
            FestivalProgress(
                id=head.id,
                name=head.name,
                round=head.round,
                rounds=head.rounds,
                boards=head.total,
                boards_finished=head.done,
                entrants=head.entrants,
                is_finished=head.finished,
                page=f"/t/{head.id}",
                api=f"/api/t/{head.id}",
            )
            for head in (each.head for each in tournaments)
        ),
    )
