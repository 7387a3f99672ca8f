"""Arbiter's desk: the next act, the engine's pairings, and the prohibited pairs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from planilla.adapters.http.views.matches import match_key
from planilla.adapters.http.views.schedule import ScheduledGame, postponed_shown
from planilla.adapters.http.views.standings import is_matrix
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.states import History, HistoryEntry
from planilla.audit.preview import OPEN_GAMES_MAX
from planilla.domain.tournament.brackets import undecided_by_round
from planilla.domain.tournament.event import PairingAct
from planilla.domain.tournament.lookups import awaited_games
from planilla.domain.tournament.matches import games_allowed, match_scores
from planilla.domain.tournament.prohibitions import PairsForbidden
from planilla.domain.tournament.state import Prohibition, RoundState, RoundStatus
from planilla.domain.tournament.values import PairedGame
from planilla.domain.vocabulary import GameId

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

    `postponed` are the postponed games without a result.
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
    )


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
                and len(score.games) < len(games_allowed(page.state.shape)),
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


def engine_pairs(history: History, number: int) -> Sequence[PairedGame]:
    """Return the system's pairing of a round, in board order; empty for an imported round."""
    drafts = [
        entry.fact.event
        for entry in history.entries
        if entry.fact.event.pairing_act is PairingAct.DRAFTED and entry.fact.event.round == number
    ]
    return drafts[-1].paired_games if drafts else ()


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
