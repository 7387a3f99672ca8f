"""The ranking and all games of a Masnou hall as CSV for people's programs, and as JSON."""

import csv
import io
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.endpoints import api_routes
from planilla.adapters.http.hall import games_of, open_hall
from planilla.adapters.http.limits import Cost, LimitedRoute
from planilla.adapters.http.public import PageRequest, PublicPages
from planilla.adapters.http.rendering import iso
from planilla.domain.pairing.masnou import POINTS_UNIT
from planilla.domain.tournament.masnou.ranking import ranking
from planilla.domain.vocabulary import RESULT_NOTATION
from planilla.projections.masnou_games import PlayedGame
from planilla.projections.masnou_standings import category_places

Row = dict[str, Any]
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")
"""First characters that a spreadsheet takes for a formula."""


class HallFiles:
    """Downloads of a hall at any moment."""

    def __init__(self, public: PublicPages) -> None:
        self._public = public

    @property
    def routes(self) -> list[Route]:
        """The same for people and for programs."""
        files = [(name, kind) for name in TABLE_ROWS for kind in WRITERS]
        return [
            *(
                LimitedRoute(
                    f"/t/{{tournament}}/hall/{name}.{kind}",
                    self._answer(name, kind),
                    read=Cost.MOMENT,
                )
                for name, kind in files
            ),
            *api_routes(
                {f"download-hall-{name}-{kind}": self._answer(name, kind) for name, kind in files}
            ),
        ]

    def _answer(self, name: str, kind: str) -> Callable[[Request], Any]:
        media_type, write = WRITERS[kind]

        async def answer(request: Request) -> Response:
            page_request = await self._public.page_request(request)
            file = f"{page_request.page.id}-{name}.{kind}"
            headers = {
                "content-disposition": f'attachment; filename="{file}"',
                "cache-control": "no-cache",
                "vary": "cookie, authorization, accept-language",
            }
            content = write(TABLE_ROWS[name](page_request))
            return Response(content, media_type=media_type, headers=headers)

        return answer


def _ranking(page_request: PageRequest) -> list[Row]:
    """Return the ranking from first to last; points with halves written `.5`."""
    hall = open_hall(page_request)
    rows = []
    order = ranking(hall)
    places = category_places(page_request.page.state, order)
    for ranked in order:
        member = hall.members[ranked.entrant]
        rows.append(
            {
                "place": ranked.place,
                "player": ranked.entrant,
                "name": page_request.page.name(ranked.entrant),
                "points": decimal(ranked.points),
                "games": member.games,
                "wins": member.wins,
                "draws": member.draws,
                "losses": member.losses,
                "longest_wait_s": member.longest // 1_000_000,
                "categories": "; ".join(f"{code}: {at}" for code, at in places[ranked.entrant]),
            }
        )
    return rows


def _games(page_request: PageRequest) -> list[Row]:
    """Return the games in the order in which they began; a running game has no result."""
    return [_game(page_request, game) for game in games_of(page_request, open_hall(page_request))]


def _game(page_request: PageRequest, game: PlayedGame) -> Row:
    return {
        "game": game.game,
        "table": game.table or None,
        "playoff_round": game.round or None,
        "started": iso(game.started) if game.started else None,
        "ended": iso(game.ended) if game.ended else None,
        "white": game.white,
        "white_name": page_request.page.name(game.white),
        "black": game.black,
        "black_name": page_request.page.name(game.black),
        "result": RESULT_NOTATION[game.result],
        "offline": game.offline,
    }


def decimal(points: int) -> str:
    """Halves as programs read them: `7`, `7.5`."""
    whole, rest = divmod(points, POINTS_UNIT)
    return f"{whole}.5" if rest else str(whole)


def as_csv(rows: Iterable[Row]) -> str:
    """Return the rows as CSV with a header and a byte order mark; formulas are escaped."""
    told = list(rows)
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.DictWriter(out, fieldnames=list(told[0]) if told else [])
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in told)
    return out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    is_formula = isinstance(value, str) and value.startswith(FORMULA_PREFIXES)
    return f"'{value}" if is_formula else value


TABLE_ROWS: dict[str, Callable[[PageRequest], list[Row]]] = {"ranking": _ranking, "games": _games}
WRITERS: dict[str, tuple[str, Callable[[list[Row]], str | bytes]]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "json": ("application/json", msgspec.json.encode),
}
