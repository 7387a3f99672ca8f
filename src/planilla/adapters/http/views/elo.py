"""Elo changes of all players with bars, and the games of one player term by term."""

from dataclasses import dataclass, replace
from html import escape
from typing import Any

from planilla.adapters.http.views.marks import SQUARES, Columns, Mark
from planilla.adapters.http.views.tables import (
    RatingChange,
    TableRow,
    TableShown,
    change_cell,
    detail_of,
    rating_change,
    table_of,
)
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.crosstable import Seat
from planilla.domain.ratings.rated import GameTerm, PlayerRating, Uncounted, uncounted
from planilla.domain.ratings.unrated import Initial
from planilla.presentation.figures import figure, signed, written
from planilla.presentation.tables import figure_text
from planilla.projections.elo import HUNDRED, TABLE, ratings_of, row_of, rules_of
from planilla.projections.table import Figure

LEAST_SCALE = 1000
"""Ten points fill half a bar where no change is larger: small changes stay small."""

NO_GAMES = "no-games"


@dataclass(frozen=True, kw_only=True)
class EloGame:
    """One round of a player: a game that counts, or the reason `why` it does not."""

    round: int
    entrant: str
    name: str
    detail: str
    colour: str = ""
    difference: str = ""
    is_cut: bool = False
    score: str = ""
    expected: str = ""
    change: RatingChange | None = None
    why: str = ""
    mark: Mark | None = None


def scale_of(players: tuple[PlayerRating, ...]) -> int:
    """The change in hundredths that fills half a bar: the largest of all."""
    return max([LEAST_SCALE, *(abs(player.change) for player in players)])


def elo_shown(page: TournamentPage) -> TableShown:
    """Return everybody by pairing number."""
    players = ratings_of(page.state, page.crosstable)
    say = page.say
    return table_of(
        page,
        TABLE,
        (_row(page, player) for player in players),
        style="elo",
        caption=say("page.tab.elo"),
        view="elo",
        file="elo",
        folder="elo",
        data={
            "scale": scale_of(players),
            "gains": say("page.elo.gains", points="#"),
            "loses": say("page.elo.loses", points="#"),
            "stays": say("page.elo.stays"),
        },
    )


def _row(page: TournamentPage, player: PlayerRating) -> TableRow:
    fields = row_of(player)
    changes = {number: change for number, _, change in fields.terms}
    rounds = range(1, len(page.crosstable.rounds) + 1)
    why = _why_none(page, player)
    first = {"change": f"<small>{escape(page.say('page.elo.first'))}</small>", "k": ""}
    return TableRow(
        player=page.entrant_at(player.seat),
        fields=fields,
        rounds="\n".join([change_cell(page.language, changes.get(each)) for each in rounds]),
        made={} if player.rating else first,
        titles={"after": why} if why else {},
    )


def elo_card(page: TournamentPage, seat: Seat) -> dict[str, Any]:
    """The games of one player."""
    players = ratings_of(page.state, page.crosstable)
    player = players[seat]
    sums = row_of(player)
    scale = max([LEAST_SCALE, *(abs(game.change) for game in player.games)])
    games = {game.round: _game(page, player, game, scale) for game in player.games}
    left_out = {
        each.round: _left_out(page, each)
        for each in uncounted(page.crosstable, seat, rules_of(page.state))
    }
    both = games | left_out
    marks = {mark.round: mark for mark in Columns(page).marks(seat)}
    entrant = page.entrant_at(seat)
    return {
        "entrant": entrant,
        "name": page.name(entrant),
        "detail": detail_of(page, entrant),
        "score": figure(sums.score, HUNDRED),
        "expected": figure_text(page.language, Figure.DECIMAL, sums.expected),
        "change": None
        if sums.change is None
        else rating_change(page.language, sums.change, scale_of(players)),
        "performance": figure_text(page.language, Figure.NUMBER, sums.performance),
        "games": tuple(replace(both[number], mark=marks[number]) for number in sorted(both)),
        "sums": _sums(page, player),
    }


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
        change=rating_change(page.language, game.change, scale) if is_rated else None,
    )


def _left_out(page: TournamentPage, each: Uncounted) -> EloGame:
    entrant = "" if each.opponent is None else page.entrant_at(each.opponent)
    return EloGame(
        round=each.round,
        entrant=entrant,
        name=page.name(entrant) if entrant else "",
        detail=detail_of(page, entrant) if entrant else "",
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
