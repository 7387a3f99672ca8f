"""The next round while a few games are open: for the arbiter alone, since a draft is not public."""

from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.arbiter import ArbiterPages
from planilla.adapters.http.endpoints import api_routes
from planilla.adapters.http.problems import Failure, status_of
from planilla.adapters.http.public import PageRequest
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.previews import Previews, PreviewTooLong
from planilla.audit.preview import RESULTS, Meeting, Preview, PreviewOutcome
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.vocabulary import EntrantId, GameId


@dataclass(frozen=True, kw_only=True)
class PreviewGame:
    """A game that is still played: who plays, the chosen result, and what each result decides."""

    game: str
    name: str
    players: str
    chosen: str
    results: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, kw_only=True)
class Uncertain:
    """A board of some outcomes, how many of them, and the games it depends on."""

    meeting: str
    outcomes: int
    games: tuple[str, ...]


class PreviewPages:
    """The preview as a page and as JSON."""

    def __init__(self, arbiter: ArbiterPages, previews: Previews) -> None:
        self._arbiter = arbiter
        self._previews = previews

    @property
    def routes(self) -> list[Route]:
        """One address for people, one for programs."""
        return [
            Route("/t/{tournament}/arbiter/preview", self.page),
            *api_routes({"preview-round": self.data}),
        ]

    async def data(self, request: Request) -> Response:
        """Everything that was worked out; entrants by id.

        Raises:
            Failure: it cannot be foreseen, or not by this visitor.
        """
        page_request = await self._arbiter.page_request(request)
        preview = await self._preview(page_request)
        return Response(
            msgspec.json.encode(preview),
            headers={
                "etag": f'"{page_request.at or page_request.history.version}"',
                "cache-control": "no-store",
            },
            media_type="application/json",
        )

    async def page(self, request: Request) -> Response:
        """The boards that are certain, what each game decides, and the round if they end so.

        The results to be looked at come in the address: `?1.3=1-0&1.4=½-½`.
        """
        page_request = await self._arbiter.page_request(request)
        preview = await self._preview(page_request)
        page = page_request.page
        chosen = {
            game: result
            for game in preview.games
            if (result := request.query_params.get(game, "")) in RESULTS
        }
        shown = _matching(preview, chosen)
        return await self._arbiter.page(
            page_request,
            "preview.html",
            None,
            lambda: {
                "coming": preview.round,
                "total": len(preview.outcomes),
                "certain": [meeting_said(page, each) for each in preview.certain],
                "games": [_open_game(page, preview, game, chosen) for game in preview.games],
                "uncertain": [
                    Uncertain(
                        meeting=meeting_said(page, each.meeting),
                        outcomes=each.outcomes,
                        games=tuple(_board_said(page, game) for game in each.games),
                    )
                    for each in sorted(preview.undecided, key=lambda each: -each.outcomes)
                ],
                "unpairable": sum(outcome.unpairable for outcome in preview.outcomes),
                "shown": None if shown is None else _boards(page, preview, shown),
                "choices": RESULTS,
            },
        )

    async def _preview(self, page_request: PageRequest) -> Preview:
        page = page_request.page
        names = {EntrantId(id_): person.name for id_, person in page.people.items()}
        try:
            return await self._previews.preview(
                page.id, page.state, DecisionContext(alphabet=names)
            )
        except Refusal as refusal:
            code, fields = refusal.code, refusal.fields
            raise Failure(status=status_of(code), code=code, fields=fields) from refusal
        except PreviewTooLong as long:
            fields = {"paired": long.paired, "total": long.total}
            raise Failure(status=503, code="preview-too-long", fields=fields) from long


def meeting_said(page: TournamentPage, meeting: Meeting) -> str:
    """Return two players with their colours, or the player with the bye."""
    white, black = meeting
    if black is None:
        return f"{page.isolated_name(white)}: {page.say('page.bye.U')}"
    return f"□ {page.isolated_name(white)} – ■ {page.isolated_name(black)}"


def _open_game(
    page: TournamentPage, preview: Preview, game: GameId, chosen: dict[GameId, str]
) -> PreviewGame:
    found = page.state.find(game)
    assert found is not None
    played, board = found
    return PreviewGame(
        game=game,
        name=_board_said(page, game),
        players=meeting_said(page, played.boards[board]),
        chosen=chosen.get(game, ""),
        results=tuple(
            (each.result, tuple(meeting_said(page, meeting) for meeting in each.meetings))
            for each in preview.decisions
            if each.game == game
        ),
    )


def _board_said(page: TournamentPage, game: GameId) -> str:
    found = page.state.find(game)
    assert found is not None
    return page.say("page.board-n", n=found[1] + 1)


def _matching(preview: Preview, chosen: dict[GameId, str]) -> PreviewOutcome | None:
    """The one outcome in which every open game ends as chosen; None while one is not chosen."""
    wanted = tuple(chosen.get(game, "") for game in preview.games)
    return next((each for each in preview.outcomes if each.results == wanted), None)


def _boards(
    page: TournamentPage, preview: Preview, outcome: PreviewOutcome
) -> list[tuple[str, bool]]:
    """The boards of an outcome in board order, and whether each is certain."""
    return [
        (meeting_said(page, meeting), meeting in preview.certain) for meeting in outcome.meetings
    ]
