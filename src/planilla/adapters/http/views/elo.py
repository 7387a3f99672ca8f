"""Elo changes of all players with bars, and the games of one player term by term."""

from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape

from markupsafe import Markup

from planilla.adapters.http.views.columns import Columns
from planilla.adapters.http.views.marks import SQUARES, Mark
from planilla.adapters.http.views.signs import safe
from planilla.adapters.http.views.tables import detail_of
from planilla.adapters.http.views.tournament_page import TournamentPage, figure
from planilla.domain.crosstable import Seat
from planilla.domain.ratings.rated import GameTerm, PlayerRating, Uncounted, uncounted
from planilla.domain.ratings.unrated import Initial
from planilla.presentation.catalogue import tr
from planilla.presentation.figures import signed, written
from planilla.projections.elo import ratings_of, rules_of

UNKNOWN = "–"
HUNDRED = 100
LEAST_SCALE = 1000
"""Ten points fill half a bar where no change is larger: small changes stay small."""

ARROWS = {"up": "▲", "down": "▼", "even": ""}
HALF_BAR = 50
NO_GAMES = "no-games"
CHANGES_MAX = 8192
"""Changes that are kept: a table of 500 players has some thousand different ones."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """A change of a rating: direction (`up`, `down`, `even`), arrow, figure, words, and a bar.

    The bar is 100 wide with zero in the middle: it starts at `x` and is `width` wide.
    """

    way: str
    arrow: str
    value: str
    label: str
    x: int
    width: int


@dataclass(frozen=True, kw_only=True)
class EloLine:
    """One player: everything ready to be read; `rounds` are cells, HTML."""

    entrant: str
    number: int
    name: str
    detail: str
    k: str
    games: int
    score: str
    expected: str
    change: Change | None
    performance: str
    after: str
    why: str
    rounds: Markup


@dataclass(frozen=True, kw_only=True)
class EloGame:
    """One round of a player: a game that counts, or the reason `why` it does not."""

    round: int
    entrant: str
    name: str
    detail: str
    colour: str
    difference: str
    is_cut: bool
    score: str
    expected: str
    change: Change | None
    why: str
    mark: Mark | None = None


@dataclass(frozen=True, kw_only=True)
class EloCard:
    """One player's Elo: the row, the games, and the sentences that sum them up."""

    row: EloLine
    games: tuple[EloGame, ...]
    sums: tuple[str, ...]


def scale_of(players: tuple[PlayerRating, ...]) -> int:
    """The change in hundredths that fills half a bar: the largest of all."""
    return max([LEAST_SCALE, *(abs(player.change) for player in players)])


def elo_rows(page: TournamentPage) -> tuple[tuple[EloLine, ...], int]:
    """Everybody by pairing number, and the scale of the bars."""
    players = ratings_of(page.state, page.crosstable)
    scale = scale_of(players)
    return tuple(_row(page, player, scale) for player in players), scale


def elo_card(page: TournamentPage, seat: Seat) -> EloCard:
    """The games of one player."""
    players = ratings_of(page.state, page.crosstable)
    player = players[seat]
    row = _row(page, player, scale_of(players))
    scale = max([LEAST_SCALE, *(abs(game.change) for game in player.games)])
    games = {game.round: _game(page, player, game, scale) for game in player.games}
    left_out = {
        each.round: _left_out(page, each)
        for each in uncounted(page.crosstable, seat, rules_of(page.state))
    }
    both = games | left_out
    marks = {mark.round: mark for mark in Columns(page).marks(seat)}
    return EloCard(
        row=row,
        games=tuple(replace(both[number], mark=marks[number]) for number in sorted(both)),
        sums=_sums(page, player),
    )


def change_of(page: TournamentPage, hundredths: int, scale: int) -> Change:
    """A change with its sign, arrow and bar."""
    return _change(page.language, hundredths, scale)


@lru_cache(maxsize=CHANGES_MAX)
def _change(language: str, hundredths: int, scale: int) -> Change:
    way = "up" if hundredths > 0 else "down" if hundredths < 0 else "even"
    key = {"up": "gains", "down": "loses", "even": "stays"}[way]
    width = HALF_BAR * abs(hundredths) // scale
    return Change(
        way=way,
        arrow=ARROWS[way],
        value=signed(language, hundredths),
        label=tr(language, f"page.elo.{key}", points=written(language, abs(hundredths))),
        x=HALF_BAR - width if way == "down" else HALF_BAR,
        width=width,
    )


def _row(page: TournamentPage, player: PlayerRating, scale: int) -> EloLine:
    entrant = page.entrant_at(player.seat)
    is_rated = bool(player.rating)
    return EloLine(
        entrant=entrant,
        number=player.seat + 1,
        name=page.name(entrant),
        detail=detail_of(page, entrant),
        k=str(player.k) if is_rated else UNKNOWN,
        games=len(player.games),
        score=figure(player.score, HUNDRED),
        expected=written(page.language, player.expected) if is_rated else UNKNOWN,
        change=change_of(page, player.change, scale) if is_rated else None,
        performance=_known(player.performance),
        after=_known(player.rating_after),
        why=_why_none(page, player),
        rounds=_by_round(page, player, scale),
    )


def _by_round(page: TournamentPage, player: PlayerRating, scale: int) -> Markup:
    made = {game.round: game.change for game in player.games} if player.rating else {}
    rounds = range(1, len(page.crosstable.rounds) + 1)
    return safe("\n".join([_cell(page.language, made.get(number), scale) for number in rounds]))


@lru_cache(maxsize=CHANGES_MAX)
def _cell(language: str, hundredths: int | None, scale: int) -> str:
    """A round in the table: HTML. Where no game counted it is there for scripts, and hidden."""
    change = None if hundredths is None else _change(language, hundredths, scale)
    value, label = (change.value, change.label) if change else ("", "")
    return (
        f'<td class="round"><span{"" if change else " hidden"}>'
        f'<span class="value" aria-hidden="true">{escape(value)}</span>'
        f'<span class="hidden">{escape(label)}</span></span></td>'
    )


def _why_none(page: TournamentPage, player: PlayerRating) -> str:
    if player.rating_after is not None:
        return ""
    return page.say(f"rating-none.{player.initial.reason if player.initial else NO_GAMES}")


def _game(page: TournamentPage, player: PlayerRating, game: GameTerm, scale: int) -> EloGame:
    entrant = page.entrant_at(game.opponent)
    is_rated = bool(player.rating)
    return EloGame(
        round=game.round,
        entrant=entrant,
        name=page.name(entrant),
        detail=detail_of(page, entrant),
        colour=_colour(page, player.seat, game.round),
        difference=signed(page.language, HUNDRED * game.difference) if is_rated else "",
        is_cut=game.is_cut,
        score=figure(game.score, HUNDRED),
        expected=written(page.language, game.expected) if is_rated else "",
        change=change_of(page, game.change, scale) if is_rated else None,
        why="",
    )


def _left_out(page: TournamentPage, each: Uncounted) -> EloGame:
    entrant = "" if each.opponent is None else page.entrant_at(each.opponent)
    return EloGame(
        round=each.round,
        entrant=entrant,
        name=page.name(entrant) if entrant else "",
        detail=detail_of(page, entrant) if entrant else "",
        colour="",
        difference="",
        is_cut=False,
        score="",
        expected="",
        change=None,
        why=page.say(f"rating-why.{each.why}"),
    )


def _colour(page: TournamentPage, seat: Seat, number: int) -> str:
    colour = page.crosstable.games[seat][number - 1].colour
    return "" if colour is None else SQUARES[colour]


def _sums(page: TournamentPage, player: PlayerRating) -> tuple[str, ...]:
    if not player.rating:
        return _first_sums(page, player.initial)
    if not player.games:
        return (page.say("page.elo.no-games"),)
    language = page.language
    return (
        page.say(
            "page.elo.times-k",
            score=written(language, player.score),
            expected=written(language, player.expected),
            rest=signed(language, player.score - player.expected),
            k=player.k,
            change=signed(language, player.change),
        ),
        page.say(
            "page.elo.rounded",
            rating=player.rating,
            rounded=_added(player.rounded),
            after=player.rating_after,
        ),
    )


def _first_sums(page: TournamentPage, first: Initial | None) -> tuple[str, ...]:
    if first is None:
        return (page.say(f"rating-none.{NO_GAMES}"),)
    worked_out = page.say(
        "page.elo.first-working",
        mean=written(page.language, int(HUNDRED * first.mean)),
        percent=first.percentage,
        difference=signed(page.language, HUNDRED * first.difference),
        value=first.value,
    )
    if first.reason:
        return (worked_out, page.say(f"rating-none.{first.reason}"))
    return (worked_out,)


def _added(points: int) -> str:
    """A whole number as it is added or taken away in a sum: `+ 3`, `− 10`."""
    return f"{'−' if points < 0 else '+'} {abs(points)}"


def _known(value: int | None) -> str:
    return UNKNOWN if value is None else str(value)
