"""Where the arbiter corrects: a game, a player, all corrections with their evidence."""

from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.arbiter_frame import ArbiterFrame, Refused
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.public import Look, entrant_in
from planilla.adapters.http.views.boards import round_sheet
from planilla.adapters.http.views.corrections import (
    Chain,
    case_lines,
    corrections_in,
    may_renumber,
    numbers_said,
    of_a_game,
    of_a_player,
    other_games,
    rated_games,
)
from planilla.adapters.http.views.hall_corrections import (
    hall_game_shown,
    other_hall_games,
    tables_of,
)
from planilla.adapters.http.views.local import zone_name
from planilla.adapters.http.views.prizes import prize_preview
from planilla.application.evidence import check
from planilla.domain.tournament.entrants import may_be_removed
from planilla.domain.tournament.masnou.results import NOTATIONS
from planilla.domain.tournament.masnou_state import Hall
from planilla.domain.vocabulary import ByeKind, GameId

QUICK_RESULTS = ("1-0", "½-½", "0-1")
BYES = (ByeKind.ZERO_POINT, ByeKind.HALF_POINT, ByeKind.FULL_POINT)


class CorrectionDesk(ArbiterFrame):
    """The pages from which something is corrected."""

    async def game(self, request: Request, refused: Refused | None = None) -> Response:
        """One game: its history in both times, and every act it allows."""
        look = await self.look(request)
        game = GameId(request.path_params["game"])
        hall = look.sheet.state.hall
        if hall is not None:
            return await self._hall_game(look, hall, game, refused)
        found = look.sheet.state.find(game)
        if found is None:
            raise Failure(status=404, code="no-such-game", fields={"game": game[:40]})
        played, index = found
        chain = await self._chain(look)
        in_force = played.version_of(index)
        return await self.page(
            look,
            "game.html",
            refused,
            lambda: {
                "played": played,
                "board": round_sheet(look.sheet, played).boards[index],
                "chain": chain.links(of_a_game(look.seen, game), in_force),
                "cases": case_lines(look.sheet, played) if played.is_published else (),
                "others": other_games(look.sheet, game),
                "zone": zone_name(look.sheet.state),
                "coming": look.sheet.state.last_published + 1,
                "prizes": prize_preview(look.sheet, game, QUICK_RESULTS)
                if played.is_published
                else (),
            },
        )

    async def _hall_game(
        self, look: Look, hall: Hall, game: GameId, refused: Refused | None
    ) -> Response:
        found = hall.find(game)
        if found is None:
            raise Failure(status=404, code="no-such-game", fields={"game": game[:40]})
        chain = await self._chain(look)
        return await self.page(
            look,
            "hall_game.html",
            refused,
            lambda: {
                "game": hall_game_shown(look.sheet, game, found),
                "chain": chain.links(of_a_game(look.seen, game), found.version),
                "others": other_hall_games(look.sheet, hall, game),
                "zone": zone_name(look.sheet.state),
                "hall_results": NOTATIONS,
            },
        )

    async def _chain(self, look: Look) -> Chain:
        evidence = self._site.evidence
        kept = () if evidence is None else await evidence.kept(look.sheet.id)
        return Chain(look.sheet, await self._public.texts(look, "staff"), kept)

    async def corrections(self, request: Request, refused: Refused | None = None) -> Response:
        """All corrections in both their times, and the files that are evidence for facts."""
        look = await self.look(request)
        sheet, evidence = look.sheet, self._site.evidence
        chain = await self._chain(look)
        files = () if evidence is None else await check(evidence, sheet.id, sheet.state)
        return await self.page(
            look,
            "corrections.html",
            refused,
            lambda: {
                "chain": chain.links(corrections_in(look.seen))[::-1],
                "tables": () if sheet.state.hall is None else tables_of(sheet, sheet.state.hall),
                "files": chain.checked(files),
                "keeps_files": evidence is not None,
                "zone": zone_name(sheet.state),
            },
        )

    async def entrant(self, request: Request, refused: Refused | None = None) -> Response:
        """One player: byes, leaving, coming back, data, and what was known of them when."""
        look = await self.look(request)
        entrant = entrant_in(look)
        state = look.sheet.state
        chain = await self._chain(look)
        return await self.page(
            look,
            "entrant.html",
            refused,
            lambda: {
                "entrant": entrant,
                "person": look.sheet.people.get(entrant.id),
                "name": look.sheet.name(entrant.id),
                "coming": len(state.rounds) + 1,
                "last_published": state.last_published,
                "byes": [kind.value for kind in BYES],
                "chain": chain.links(of_a_player(look.seen, entrant.id), entrant.data_version),
                "zone": zone_name(state),
                "numbers": numbers_said(look.sheet),
                "may_renumber": may_renumber(look.sheet, entrant),
                "rated": rated_games(look.sheet, entrant.id),
                "may_remove": may_be_removed(state, entrant),
            },
        )
