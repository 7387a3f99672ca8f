"""Pages of a Masnou hall: hall, fairness report, poster, printable cards; and its wall screen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import (
    JSON,
    RESULTS,
    Cost,
    Declared,
    Tab,
    Tag,
    operation_at,
    page_at,
)
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.pages.files import table_file
from planilla.adapters.http.pages.masnou_screen import (
    fairness_at,
    now_at,
    report_at,
    texts_for_scripts,
)
from planilla.adapters.http.pages.papers import paper_frame
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.public import Fields
from planilla.adapters.http.rendering import iso
from planilla.adapters.http.responses import attachment, qr_response
from planilla.adapters.http.views.masnou import masnou_shown
from planilla.adapters.http.views.masnou_ranking import (
    cartulinas_of,
    ranking_of,
    tiebreak_codes,
    wrapped,
)
from planilla.adapters.http.views.papers import Paper
from planilla.adapters.http.views.share_picture import drawable_page, poster_picture
from planilla.adapters.http.views.tournament_page import local_time
from planilla.adapters.http.web import Pages
from planilla.domain.pairing.masnou import POINTS_UNIT
from planilla.domain.pairing.system import Trait
from planilla.domain.tournament.masnou.hall import SECOND_US, Hall, OvertakeCause, hall_of
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameId
from planilla.presentation.tables import as_csv
from planilla.projections.masnou_games import PlayedGame, games
from planilla.projections.tables import TABLES

HALL, FAIRNESS = "hall", "fairness"
PODIUM = 3
TITLE_LETTERS, NAME_LETTERS = 26, 17
"""Most characters of the title and of a name in a line of the poster."""


class MasnouPages(Pages, trait=Trait.SEATS_AT_ONCE):
    """Pages of a hall: public, and available at any past moment."""

    @page_at(
        "/t/{tournament}/hall", cost=Cost.PAGE, is_cached=True, tab=Tab("hall", 1), level=RESULTS
    )
    async def hall(self, page_request: PageRequest) -> Response:
        """Show tables and queue, and the table of a followed player who is called."""
        state = page_request.page.state
        return await self._public.page(
            page_request,
            HALL,
            "masnou.html",
            lambda: {
                "hall": masnou_shown(page_request.page, hall_of(state), self._now(page_request))
                if state.memory.has_games
                else None,
                "words": texts_for_scripts(page_request.visitor.language),
            },
        )

    @page_at("/t/{tournament}/fairness", cost=Cost.MOMENT, tab=Tab("fairness", 7))
    async def fairness(self, page_request: PageRequest) -> Response:
        """Show the fairness report: the distribution of games and waits."""
        report = await report_at(page_request)
        return await self._public.page(
            page_request, FAIRNESS, "fairness.html", lambda: {"report": report}
        )

    @page_at("/t/{tournament}/poster", cost=Cost.PAGE)
    async def poster(self, page_request: PageRequest) -> Response:
        """Show the result as a poster of one sheet."""
        return await self._public.page(
            page_request, FAIRNESS, "poster.html", await self._poster(page_request)
        )

    @page_at("/t/{tournament}/poster.svg", cost=Cost.PAGE)
    async def poster_file(self, page_request: PageRequest) -> Response:
        """Return the poster as a self-contained picture."""
        text = await self._drawing(page_request)
        headers = attachment(f"{page_request.page.id}.svg", vary="cookie, accept-language")
        return Response(text, media_type="image/svg+xml", headers=headers)

    @page_at("/t/{tournament}/poster.png", cost=Cost.MOMENT)
    async def poster_picture(self, page_request: PageRequest) -> Response:
        """Return the same as PNG; a name that cannot be drawn is the number of the player."""
        shown = replace(page_request, page=drawable_page(page_request.page))
        content = await page_request.beside(poster_picture, await self._drawing(shown))
        headers = attachment(f"{page_request.page.id}.png", vary="cookie, accept-language")
        return Response(content, media_type="image/png", headers=headers)

    async def _drawing(self, page_request: PageRequest) -> str:
        """Return the drawing of the poster as SVG."""
        texts, poster = await self._public.texts(page_request), await self._poster(page_request)

        def drawn() -> str:
            fields = {**self._public.frame(page_request, FAIRNESS, texts), **poster()}
            return self._renderer.text(
                page_request.request, page_request.visitor, "poster.svg", fields
            )

        return await page_request.made(drawn)

    async def _poster(self, page_request: PageRequest) -> Fields:
        hall, report = open_hall(page_request), await report_at(page_request)

        def fields() -> Mapping[str, Any]:
            ranks = ranking_of(page_request.page, hall)
            return {
                **paper_frame(page_request, Paper.POSTER, self._site.public_url),
                "ranks": ranks,
                "title": wrapped(page_request.page.state.name, TITLE_LETTERS),
                "podium": [(row, wrapped(row.name, NAME_LETTERS)) for row in ranks[:PODIUM]],
                "report": report,
                "date": _date(page_request, hall),
                "tables": len(hall.tables),
            }

        return fields

    @page_at("/t/{tournament}/cards", cost=Cost.PAGE)
    async def cards(self, page_request: PageRequest) -> Response:
        """Show the cards of all players, for printing and cutting."""
        hall = open_hall(page_request)
        return await self._public.page(
            page_request,
            FAIRNESS,
            "cards.html",
            lambda: {
                **paper_frame(page_request, Paper.GAME_CARDS, self._site.public_url),
                "cards": cartulinas_of(page_request.page, hall, games_of(page_request, hall)),
                "codes": tiebreak_codes(hall),
            },
        )

    @page_at(
        "/t/{tournament}/hall/qr.svg", cost=Cost.PAGE, timeless="an address that never changes"
    )
    async def code(self, request: Request) -> Response:
        """Return the address of the hall as a QR code."""
        tournament = request.path_params["tournament"]
        await self._head_version(tournament)
        return qr_response(f"{self._site.public_url}/t/{tournament}/hall")

    def _now(self, page_request: PageRequest) -> int:
        return now_at(page_request, self._site.clock)


def _date(page_request: PageRequest, hall: Hall) -> str:
    """Return the date on which the hall was opened, in local time."""
    day = local_time(page_request.page.state, hall.opened_at)
    parts = {"day": f"{day:%d}", "month": f"{day:%m}", "year": f"{day:%Y}"}
    return page_request.page.say("screens.poster.date", **parts)


def open_hall(page_request: PageRequest) -> Hall:
    """Return the hall at the moment of the page.

    Raises:
        Failure: there is no open hall at that moment.
    """
    if not page_request.page.state.memory.has_games:
        raise Failure("hall-not-open")
    return hall_of(page_request.page.state)


def games_of(page_request: PageRequest, hall: Hall) -> tuple[PlayedGame, ...]:
    """Return all games of the hall up to the moment."""
    return games(hall, (entry.fact for entry in page_request.seen))


class MasnouRank(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the ranking; `points` have halves as `.5`."""

    place: int
    player: EntrantId
    name: str
    points: str
    games: int
    wins: int
    draws: int
    losses: int
    longest_wait_s: int
    categories: Annotated[
        str,
        msgspec.Meta(description="The player's categories, each with the place in it: `U12: 1`."),
    ]


class MasnouFileGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game at a table or of a play-off; a running game has neither end nor result."""

    game: GameId
    table: int | None
    playoff_round: int | None
    started: str | None
    ended: str | None
    white: EntrantId
    white_name: str
    black: EntrantId
    black_name: str
    result: str
    offline: bool


class MasnouFairnessLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the report: a wait, an overtake, a table, or a figure of the whole hall.

    `of` says which. `seconds` are those waited or played, `count` the games of a table, the players
    overtaken by a call, or what a figure counts; `cause` is that of an overtake.
    """

    of: str
    player: str = ""
    name: str = ""
    table: int | None = None
    at: str = ""
    seconds: int | None = None
    count: int | None = None
    cause: str = ""


def _file_at(
    name: str, kind: str, summary: str, *, media: str = JSON, answer: Any = None
) -> Callable[[Declared], Declared]:
    """Declare the two addresses of a file, for browsers and for programs."""
    path = f"/hall/{name}.{kind}"
    page = page_at(f"/t/{{tournament}}{path}", cost=Cost.MOMENT)
    operation = operation_at(
        f"/api/t/{{tournament}}{path}",
        name=f"download-hall-{name}-{kind}",
        tag=Tag.FILES,
        summary=summary,
        cost=Cost.MOMENT,
        parameters=("at",),
        problems=(409,),
        media=media,
        answer=answer,
    )
    return lambda handler: page(operation(handler))


COUNTED = ("games", "wins", "draws", "losses", "longest_wait_s", "categories")
RANKING = "The ranking of a Masnou with its tie-breaks."
FAIRNESS_FILE = "The waits, overtakes and use of the tables of a Masnou, and their sums."
GAMES = "Every game of a Masnou, in the order in which they began."


class MasnouFiles(Pages, trait=Trait.SEATS_AT_ONCE):
    """Downloads of a hall at any moment."""

    @_file_at("ranking", "csv", RANKING, media="text/csv")
    async def ranking_csv(self, request: Request) -> Response:
        """Return the file of the standings, at its former address."""
        page_request = await self._public.page_request(request)
        open_hall(page_request)
        return await table_file(page_request, "standings")

    @_file_at("ranking", "json", RANKING, answer=tuple[MasnouRank, ...])
    async def ranking_json(self, request: Request) -> Response:
        """Return the ranking as JSON."""
        return await self._file(request, "ranking", "json")

    @_file_at("games", "csv", GAMES, media="text/csv")
    async def games_csv(self, request: Request) -> Response:
        """Return the games as CSV."""
        return await self._file(request, "games", "csv")

    @_file_at("games", "json", GAMES, answer=tuple[MasnouFileGame, ...])
    async def games_json(self, request: Request) -> Response:
        """Return the games as JSON."""
        return await self._file(request, "games", "json")

    @_file_at("fairness", "csv", FAIRNESS_FILE, media="text/csv")
    async def fairness_csv(self, request: Request) -> Response:
        """Return the report of fairness as CSV."""
        return await self._file(request, "fairness", "csv")

    @_file_at("fairness", "json", FAIRNESS_FILE, answer=tuple[MasnouFairnessLine, ...])
    async def fairness_json(self, request: Request) -> Response:
        """Return the report of fairness as JSON."""
        return await self._file(request, "fairness", "json")

    async def _file(self, request: Request, name: str, kind: str) -> Response:
        media_type, write = WRITERS[kind]
        page_request = await self._public.page_request(request)
        file = f"{page_request.page.id}-{name}.{kind}"
        headers = attachment(file, vary="cookie, authorization, accept-language")
        content = write(await page_request.made(TABLE_ROWS[name], page_request))
        return Response(content, media_type=media_type, headers=headers)


def _ranking(page_request: PageRequest) -> list[MasnouRank]:
    """Return the ranking from first to last."""
    open_hall(page_request)
    return [
        MasnouRank(
            place=row.place,
            player=EntrantId(row.entrant),
            name=page_request.page.name(row.entrant),
            points=decimal(row.fields["points"]),
            **{name: row.fields[name] for name in COUNTED},
        )
        for row in TABLES["standings"](page_request.page.state).rows
    ]


def _games(page_request: PageRequest) -> list[MasnouFileGame]:
    """Return the games in the order in which they began."""
    return [_game(page_request, game) for game in games_of(page_request, open_hall(page_request))]


def _game(page_request: PageRequest, game: PlayedGame) -> MasnouFileGame:
    return MasnouFileGame(
        game=game.game,
        table=game.table or None,
        playoff_round=game.round or None,
        started=iso(game.started) if game.started else None,
        ended=iso(game.ended) if game.ended else None,
        white=game.white,
        white_name=page_request.page.name(game.white),
        black=game.black,
        black_name=page_request.page.name(game.black),
        result=RESULT_NOTATION[game.result],
        offline=game.offline,
    )


def _fairness(page_request: PageRequest) -> list[MasnouFairnessLine]:
    """Return the figures of the whole hall, then its tables, waits and overtakes."""
    open_hall(page_request)
    found, name = fairness_at(page_request), page_request.page.name
    assert found is not None, "an open hall has a report"
    line, longest = MasnouFairnessLine, found.longest
    overtaken = sum(len(each.passed) for each in found.overtakes)
    unexplained = found.overtaken(OvertakeCause.NONE)
    return [
        line(of="median-wait", seconds=found.median // SECOND_US, count=len(found.waits)),
        line(of="longest-wait", seconds=longest.length // SECOND_US if longest else 0),
        line(of="overtaken", count=overtaken),
        line(of="overtaken-without-cause", count=unexplained),
        line(of="missed-calls", count=found.missed),
        *(
            line(of="table", table=each.table, count=each.games, seconds=each.played // SECOND_US)
            for each in found.tables
        ),
        *(
            line(
                of="wait",
                player=each.entrant,
                name=name(each.entrant),
                at=iso(each.at),
                seconds=each.length // SECOND_US,
            )
            for each in found.waits
        ),
        *(
            line(
                of="overtake",
                player=each.entrant,
                name=name(each.entrant),
                table=each.table,
                at=iso(each.at),
                count=len(each.passed),
                cause=each.cause.value,
            )
            for each in found.overtakes
        ),
    ]


def decimal(points: int) -> str:
    """Format half points as decimals: `7`, `7.5`."""
    whole, rest = divmod(points, POINTS_UNIT)
    return f"{whole}.5" if rest else str(whole)


TABLE_ROWS: dict[str, Callable[[PageRequest], Sequence[msgspec.Struct]]] = {
    "ranking": _ranking,
    "games": _games,
    "fairness": _fairness,
}
WRITERS: dict[str, tuple[str, Callable[[Sequence[msgspec.Struct]], str | bytes]]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "json": ("application/json", msgspec.json.encode),
}
