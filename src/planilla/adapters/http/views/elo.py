"""Rating changes of all players with bars, and the games of one player term by term."""

from html import escape
from typing import Any

from markupsafe import Markup

from planilla.adapters.http.views.marks import Columns, Mark, struck
from planilla.adapters.http.views.tables import (
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
from planilla.projections.elo import GAMES, HUNDRED, TABLE, UNCOUNTED, ratings_of, row_of, rules_of
from planilla.projections.table import Figure

LEAST_SCALE = 1000
"""Least scale in hundredths: without larger changes ten points fill half a bar."""

NO_GAMES = "no-games"


def scale_of(players: tuple[PlayerRating, ...]) -> int:
    """Return the change in hundredths that fills half a bar: the largest of all."""
    return max([LEAST_SCALE, *(abs(player.change) for player in players)])


def elo_shown(page: TournamentPage) -> TableShown:
    """Return all players by pairing number."""
    players = ratings_of(page.state, page.crosstable)
    say = page.say
    return table_of(
        page,
        TABLE,
        (_row(page, player) for player in players),
        "elo",
        say("page.tab.elo"),
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
    """Return the games of one player, and their sums in sentences."""
    player, language = ratings_of(page.state, page.crosstable)[seat], page.language
    sums, entrant, foot = row_of(player), page.entrant_at(seat), None
    if sums.change is not None:
        change = rating_change(language, sums.change, LEAST_SCALE).written
        made = {"place": "", "player": escape(page.say("page.elo.sum")), "difference": ""}
        foot = TableRow(fields=sums, made=made | {"change": change})
    scale = max([LEAST_SCALE, *(abs(game.change) for game in player.games)])
    rows, caption = _games(page, player), page.say("page.elo.game-by-game")
    shown = {"is_keyed": False, "people": "elo", "data": {"scale": scale}, "foot": foot}
    return {
        "entrant": entrant,
        "name": page.name(entrant),
        "detail": detail_of(page, entrant),
        "performance": figure_text(language, Figure.NUMBER, sums.performance),
        "games": table_of(page, GAMES, rows, "elo elo-games", caption, **shown),
        "sums": _sums(page, player),
    }


def rated_shown(page: TournamentPage, seat: Seat) -> tuple[Markup, str]:
    """Return the rating change, as HTML, and the performance of a player; "" without either."""
    if not page.state.system.has_rounds or page.state.system.plays_in_teams:
        return Markup(), ""
    player = ratings_of(page.state, page.crosstable)[seat]
    if not player.games:
        return Markup(), ""
    change = row_of(player).change
    written_change = (
        Markup() if change is None else rating_change(page.language, change, LEAST_SCALE).written
    )
    return written_change, figure_text(page.language, Figure.NUMBER, player.performance)


def _games(page: TournamentPage, player: PlayerRating) -> list[TableRow]:
    """Return the rounds of a player in their order, counted or with the reason."""
    marks = {mark.round: mark for mark in Columns(page).marks(player.seat)}
    left_out = uncounted(page.crosstable, player.seat, rules_of(page.state))
    counted = [_game(page, player, game, marks[game.round]) for game in player.games]
    return sorted(
        [*counted, *(_left_out(page, each) for each in left_out)], key=lambda row: row.place
    )


def _why_none(page: TournamentPage, player: PlayerRating) -> str:
    if player.rating_after is not None:
        return ""
    return page.say(f"rating-none.{player.initial.reason if player.initial else NO_GAMES}")


def _game(page: TournamentPage, player: PlayerRating, game: GameTerm, mark: Mark) -> TableRow:
    entrant = page.entrant_at(game.opponent)
    difference = signed(page.language, HUNDRED * game.difference)
    detail = [mark.colour, detail_of(page, entrant)]
    made = {} if player.rating else {"difference": "", "expected": "", "change": ""}
    if player.rating and game.is_cut:
        detail.append(page.say("page.elo.cut", difference=difference))
    if mark.first:
        first = f"{struck(page.language, mark.first)}{figure(game.score, HUNDRED)}"
        expected = written(page.language, game.expected) if player.rating else ""
        made = made | {"score": f"{first}<small>{expected}</small>"}
    return TableRow(
        player=entrant,
        place=game.round,
        detail=" · ".join(detail),
        fields=game,
        made={"difference": difference} | made,
    )


def _left_out(page: TournamentPage, each: Uncounted) -> TableRow:
    why = escape(page.say(f"rating-why.{each.why}"))
    if each.opponent is None:
        made = {"player": f'<span class="quiet">{why}</span>', "why": ""}
        return TableRow(place=each.round, columns=UNCOUNTED, made=made)
    entrant = page.entrant_at(each.opponent)
    return TableRow(player=entrant, place=each.round, columns=UNCOUNTED, made={"why": why})


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
    """Format a whole number as a term of a sum: `+ 3`, `− 10`."""
    return f"{'−' if points < 0 else '+'} {abs(points)}"
