"""Arbiter's desk: the next act, the engine's pairings, and the prohibited pairs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import takewhile

import msgspec

from planilla.adapters.http.views.claims import ClaimedGame, claimed_games
from planilla.adapters.http.views.marks import safe
from planilla.adapters.http.views.matches import match_drafted, match_head, match_key
from planilla.adapters.http.views.pairings import (
    BoardShown,
    RoundReasons,
    board_shown,
    round_rows,
    table_row,
)
from planilla.adapters.http.views.schedule import ScheduledGame, postponed_shown
from planilla.adapters.http.views.standings import is_matrix
from planilla.adapters.http.views.tables import TableRow, TableShown, table_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.states import History, HistoryEntry
from planilla.audit.preview import OPEN_GAMES_MAX
from planilla.domain.crosstable import before_round
from planilla.domain.scoring import scores
from planilla.domain.tournament.brackets import undecided_by_round
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.event import PairingAct
from planilla.domain.tournament.late_arrivals import takes_arrivals, without_game
from planilla.domain.tournament.lookups import awaited_games
from planilla.domain.tournament.matches import MatchScore, games_allowed, match_scores
from planilla.domain.tournament.prohibitions import PairsForbidden
from planilla.domain.tournament.state import Prohibition, RoundState, RoundStatus, Sides
from planilla.domain.tournament.values import allocated_bye
from planilla.domain.vocabulary import ByeKind, EntrantId, GameId
from planilla.presentation.figures import RESULT_TEXTS
from planilla.projections import pairings

ENTER, PAIR, PUBLISH, LINE_UPS, RESULTS, LEVEL, CLOSE, POSTPONED, FINISH, DONE = (
    "enter",
    "pair",
    "publish",
    "line-ups",
    "results",
    "level",
    "close",
    "postponed",
    "finish",
    "done",
)
PLAYERS_MIN = 2
LISTED_BOARDS_MAX = 40
"""Most open boards that are listed beside the table: a link each, before the boards themselves."""


@dataclass(frozen=True, kw_only=True)
class AbsentPlayer:
    """A player who will not play a round."""

    entrant: str
    name: str
    round: int
    kind: str


@dataclass(frozen=True, kw_only=True)
class LevelMatch:
    """A match of a knockout of which nobody advances yet: its address, and its sides with names."""

    round: int
    number: int
    key: str
    sides: tuple[tuple[str, str], ...]
    has_further_games: bool


@dataclass(frozen=True, kw_only=True)
class Next:
    """The next act, its round, and the following round with the availability of a preview.

    `postponed` are the postponed games without a result, `claimed` those with reports of players.
    """

    act: str
    round: int
    coming: int
    open_boards: tuple[tuple[int, GameId], ...]
    asked: tuple[AbsentPlayer, ...]
    present: int
    can_foresee: bool
    level: tuple[LevelMatch, ...]
    postponed: tuple[ScheduledGame, ...]
    claimed: tuple[ClaimedGame, ...]

    @property
    def listed_boards(self) -> tuple[tuple[int, GameId], ...]:
        """The open boards, if they are few enough to be a list of links."""
        return self.open_boards if len(self.open_boards) <= LISTED_BOARDS_MAX else ()


def next_of(page: TournamentPage) -> Next:
    """Return the next act of the tournament."""
    state = page.state
    current = page.current
    coming = len(state.rounds) + 1
    open_boards = _open_boards(page, current)
    return Next(
        act=_act(page, current),
        round=current.number if current is not None else 0,
        coming=coming,
        open_boards=open_boards,
        asked=_asked(page, coming),
        present=sum(entrant.plays(coming) for entrant in state.entrants.values()),
        can_foresee=len(open_boards) <= OPEN_GAMES_MAX
        and coming <= page.rounds_planned
        and not is_matrix(page),
        level=() if open_boards else tuple(_level(page)),
        postponed=postponed_shown(page),
        claimed=claimed_games(page),
    )


@dataclass(frozen=True, kw_only=True)
class ArrivalChoices:
    """The holder of the bye of a round, None where nobody has it, and the absent, with names."""

    round: int
    bye: tuple[EntrantId, str] | None
    absent: tuple[tuple[EntrantId, str], ...]


def arrival_choices(page: TournamentPage, played: RoundState | None) -> ArrivalChoices | None:
    """Return the entrants who may still be paired in a round; None where there are none."""
    if played is None or not takes_arrivals(page.state, played):
        return None
    bye = allocated_bye(played.byes)
    absent = tuple((each, page.name(each)) for each in without_game(page.state, played))
    if len(absent) + (bye is not None) < PLAYERS_MIN or not absent:
        return None
    holder = None if bye is None else (bye, page.name(bye))
    return ArrivalChoices(round=played.number, bye=holder, absent=absent)


def _level(page: TournamentPage) -> Iterator[LevelMatch]:
    """Yield the matches of a knockout that add games or need a ruling.

    Those of earlier rounds need a ruling: a correction made them level.
    """
    for number, matches in undecided_by_round(page.state).items():
        scores = match_scores(page.state, page.state.rounds[number - 1])
        for score in (scores[match - 1] for match in matches):
            yield LevelMatch(
                round=number,
                number=score.number,
                key=match_key(page, score),
                sides=tuple((side, page.name(side)) for side in score.sides),
                has_further_games=number == len(page.state.rounds)
                and len(score.games) < len(games_allowed(page.state)),
            )


def _act(page: TournamentPage, current: RoundState | None) -> str:
    if page.state.finished:
        return DONE
    if current is None:
        return PAIR if len(page.state.entrants) >= PLAYERS_MIN else ENTER
    return _act_in_round(page, current) if current.is_published else PUBLISH


def _act_in_round(page: TournamentPage, current: RoundState) -> str:
    if page.state.system.plays_in_teams and current.matches_without_games:
        return LINE_UPS
    if awaited_games(page.state, current):
        return RESULTS
    if undecided_by_round(page.state):
        return LEVEL
    if current.number >= page.rounds_planned:
        return POSTPONED if postponed_shown(page) else FINISH
    return PAIR if current.status is RoundStatus.CLOSED else CLOSE


def _open_boards(
    page: TournamentPage, current: RoundState | None
) -> tuple[tuple[int, GameId], ...]:
    """Return the number of each board that is awaited, with its game."""
    if current is None or not current.is_published:
        return ()
    waiting = frozenset(awaited_games(page.state, current))
    return tuple(
        (board, game) for board, game in enumerate(current.games, start=1) if game in waiting
    )


def _asked(page: TournamentPage, coming: int) -> tuple[AbsentPlayer, ...]:
    return tuple(
        AbsentPlayer(
            entrant=entrant.id,
            name=page.name(entrant.id),
            round=number,
            kind=page.say(f"page.bye.{kind.value}"),
        )
        for entrant in page.state.entrants.values()
        for number, kind in entrant.byes
        if number >= coming
    )


def engine_pairs(history: History, number: int) -> Sequence[Sides]:
    """Return the system's pairing of a round, in board order; empty for an imported round."""
    drafts = [
        entry.fact.event
        for entry in history.entries
        if entry.fact.event.pairing_act is PairingAct.DRAFTED and entry.fact.event.round == number
    ]
    return drafts[-1].pairs if drafts else ()


@dataclass(frozen=True, kw_only=True)
class ProhibitionRow:
    """A prohibition as text; `version` is that of its event; it `is_over` after its last round."""

    version: int
    names: tuple[str, ...]
    rounds: str
    reason: str
    is_over: bool


def prohibition_rows(
    page: TournamentPage, entries: Iterable[HistoryEntry], texts: Mapping[str, str]
) -> tuple[ProhibitionRow, ...]:
    """Return the current and past prohibitions in order, without those lifted before they began."""
    reasons = {
        entry.version: texts.get(entry.fact.event.reason, "")
        for entry in entries
        if isinstance(entry.fact.event, PairsForbidden)
    }
    return tuple(
        ProhibitionRow(
            version=each.version,
            names=tuple(page.name(entrant) for entrant in each.entrants),
            rounds=_rounds(page, each),
            reason=reasons.get(each.version, ""),
            is_over=each.last_round is not None and each.last_round <= page.state.last_published,
        )
        for each in page.state.prohibitions
        if each.last_round is None or each.first_round <= each.last_round
    )


def _rounds(page: TournamentPage, each: Prohibition) -> str:
    if each.last_round is None:
        return page.say("page.apart.open", first=each.first_round)
    if each.last_round == each.first_round:
        return page.say("page.apart.one", first=each.first_round)
    return page.say("page.apart.span", first=each.first_round, last=each.last_round)


WINNERS = {"1-0": "white", "+/-": "white", "0-1": "black", "-/+": "black"}


def boards_changed(
    entries: Sequence[HistoryEntry], played: RoundState, version: int
) -> frozenset[int] | None:
    """Return the indices of the boards that all facts after a version are about.

    None if one of them is about something else, which may change any row of the desk.
    """
    index_of = {game: index for index, game in enumerate(played.games)}
    changed = set()
    for entry in takewhile(lambda each: each.version > version, reversed(entries)):
        index = index_of.get(entry.event.game or GameId(""))
        if index is None:
            return None
        changed.add(index)
    return frozenset(changed)


def open_boards(page: TournamentPage, played: RoundState) -> frozenset[int]:
    """Return the indices of the boards of a published round whose results are awaited."""
    awaited = frozenset(awaited_games(page.state, played))
    return frozenset(index for index, game in enumerate(played.games) if game in awaited)


def desk_shown(
    page: TournamentPage,
    played: RoundState,
    why: RoundReasons | None,
    covered: frozenset[int] | None = None,
) -> TableShown:
    """Return the boards for the arbiter's desk, or those with the indices, with their reasons."""
    reasons = {} if why is None else {**why.boards}
    rows = _desk_rows(page, played, reasons, covered)
    return _desk_table(page, played, rows, people="arbiter/entrants")


def boards_shown(page: TournamentPage, played: RoundState, covered: frozenset[int]) -> TableShown:
    """Return the boards of a published round with these indices, for those who record results."""
    rows = _desk_rows(page, played, {}, covered)
    return _desk_table(page, played, rows, people="entrants")


def _desk_table(
    page: TournamentPage, played: RoundState, rows: Iterable[TableRow], *, people: str
) -> TableShown:
    kind = "decided" if played.is_published else "draft"
    style = "pairings match desk" if played.sides else "pairings desk"
    return table_of(
        page,
        pairings.DESK if played.is_published else pairings.DESK_DRAFT,
        rows,
        style if played.is_published else f"{style} draft",
        page.say("page.pairings-of", round=played.number),
        id="boards",
        people=people,
        data={
            "no-key": page.say(f"page.desk.no-key.{kind}", board="#"),
            "none-open": page.say("page.desk.none-open"),
            "results": msgspec.json.encode(RESULT_TEXTS).decode(),
            "round": played.number,
        },
    )


def _desk_rows(
    page: TournamentPage,
    played: RoundState,
    reasons: Mapping[str, str],
    covered: frozenset[int] | None = None,
) -> Iterator[TableRow]:
    """Yield the boards in order, or those covered, each match below its sides and score.

    Before the line-ups of teams are published there are the matches alone.
    """
    matches = match_scores(page.state, played) if played.sides else ()
    if covered is None:
        yield from _without_boards(page, played, matches, reasons)
    match_of = {game: score for score in matches for game in score.games}
    last = None
    for index, (key, row) in enumerate(round_rows(page, played).items()):
        if row.bye is not None:
            yield table_row(page, key, row)
            continue
        if covered is not None and index not in covered:
            continue
        score = match_of.get(played.games[index])
        if score is not None and score is not last:
            yield match_head(page, score, key=f"match-{match_key(page, score)}")
        last = score
        yield _desk_row(row, board_shown(page, played, index), reasons.get(key, ""))


def _without_boards(
    page: TournamentPage,
    played: RoundState,
    matches: Iterable[MatchScore],
    reasons: Mapping[str, str],
) -> Iterator[TableRow]:
    """Yield the matches whose boards are not known yet."""
    points = points_before(page, played)
    for score in matches:
        if score.games:
            continue
        if played.is_published:
            yield match_head(page, score)
        else:
            yield match_drafted(page, score, points, reasons.get(match_key(page, score), ""))


def _desk_row(row: pairings.PairingRow, board: BoardShown, reason: str) -> TableRow:
    is_due = board.is_open and not board.version and row.status != RoundStatus.DRAFT
    is_due = is_due and row.postponed is None
    key = escape(board.game)
    return TableRow(
        key=board.game,
        fields=row._replace(board=board.number),
        style="open" if board.is_open else "done",
        entry=board,
        made={"ask": ""},
        winner=WINNERS.get(board.notation, ""),
        attributes=safe(f' id="g{key}" tabindex="-1"{" data-open" if is_due else ""}'),
        under=reason,
    )


def players_of(page: TournamentPage, played: RoundState) -> dict[str, str]:
    """Return the players of a round by board, or the teams, with their points before it."""
    points = points_before(page, played)
    there = [entrant for board in played.pairs for entrant in board]
    there += [bye.entrant for bye in played.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    return {
        each: f"{page.name(each)} ({page.points(points[each])})"
        if each in points
        else page.name(each)
        for each in there
    }


def points_before(page: TournamentPage, played: RoundState) -> dict[EntrantId, int]:
    """Return the points of each entrant before a round, in units."""
    if page.state.system.plays_in_teams:
        before = pairings.points_before_rounds(page.state, page.crosstable)
        points = before[played.number - 1]
    else:
        points = tuple(scores(before_round(for_standings(page.state), played.number)))
    return {entrant: points[seat] for entrant, seat in page.seats.items()}
