"""Papers: what is printed of a tournament, each with the head of the log as a QR code.

Whoever scans it is told whether the paper still says what the log says.
"""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from planilla.adapters.http.endpoints import Access, Cost, number_in, page_at
from planilla.adapters.http.page_request import PageRequest, round_in
from planilla.adapters.http.pages.by_name import by_name
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.rendering import address_as_qr
from planilla.adapters.http.views.head import Compared, compared
from planilla.adapters.http.views.marks import safe
from planilla.adapters.http.views.papers import (
    Paper,
    boards_table,
    cards_shown,
    content_of,
    cross_fields,
    place_cards,
    presence_lines,
    slips_of,
    standings_table,
)
from planilla.adapters.http.views.timeline import fact_lines, last_lines
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.web import Pages
from planilla.application.board_codes import SlipCodes, codes_of, secret_of
from planilla.application.ports import KeyUnusable
from planilla.application.roles import View
from planilla.audit.proofs import typed_head
from planilla.domain.pairing.system import Trait
from planilla.domain.tournament.state import RoundState, focused

HEAD_DIGITS = 16
"""Digits of the hash in the code of a paper: enough that nobody finds another history for it."""
HEAD_MAX = 90
TEMPLATES = dict.fromkeys((Paper.CARDS, Paper.SHORT_CARDS), "paper_cards.html")
"""Templates that several papers share; the others have one of their own name."""
SINCE_MAX = 30
"""Most facts since a paper was printed that are listed; the timeline has all of them."""


class PaperPages(Pages, trait=Trait.HAS_ROUNDS):
    """The list of papers, each paper, and the page behind the code on it."""

    @page_at("/t/{tournament}/papers", cost=Cost.PAGE, desk_link="papers.title")
    async def index(self, page_request: PageRequest) -> Response:
        """Show the papers that there are now."""
        state = page_request.page.state
        return await self._public.page(
            page_request,
            "pairings",
            "papers.html",
            lambda: {
                "number": state.last_published,
                "rounds": range(1, state.last_published + 1),
                "round_papers": [each for each in Paper if each.is_of_round],
                "papers": [each for each in Paper if not each.is_of_round and each.is_of(state)],
                "prints_slips": page_request.visitor.may_see(page_request.page.id, View.DESK),
            },
        )

    @page_at("/t/{tournament}/papers/{paper}", cost=Cost.PAGE)
    async def show(self, page_request: PageRequest) -> Response:
        """Show a paper, of the round `?round=` or the last one.

        Raises:
            Failure: there is no such paper or no such round.
        """
        paper = _paper_in(page_request)
        if paper is Paper.SLIPS:
            raise Failure("no-such-page")
        played = _round_of(page_request, paper)
        return await self._public.page(
            page_request,
            "pairings",
            TEMPLATES.get(paper, f"paper_{paper}.html"),
            lambda: {**self._frame(page_request, paper, played), **_shown(page_request, paper)},
        )

    @page_at("/t/{tournament}/arbiter/slips", access=Access.STAFF)
    async def slips(self, page_request: PageRequest) -> Response:
        """Show the result slips of a round, with the codes of players if they report results."""
        played = _round_of(page_request, Paper.SLIPS)
        assert played is not None, "slips are of a round"
        codes = self._codes(page_request, played)
        return await self._arbiter.page(
            page_request,
            "paper_slips.html",
            None,
            lambda: {
                **self._frame(page_request, Paper.SLIPS, played),
                "slips": slips_of(page_request.page, played, codes, self._code_at),
                "has_codes": bool(codes),
            },
        )

    def _codes(self, page_request: PageRequest, played: RoundState) -> tuple[SlipCodes, ...]:
        """Return the codes of players; none if they do not report results."""
        claiming = page_request.page.state.claiming
        if not claiming.is_open or self._site.keys is None:
            return ()
        try:
            secret = secret_of(self._site.keys, page_request.page.id)
        except KeyUnusable as error:
            raise Failure("no-key") from error
        return tuple(codes_of(secret, played, claiming.issue))

    @page_at(
        "/t/{tournament}/papers/{paper}/{head}", cost=Cost.MOMENT, timeless="compares two moments"
    )
    async def check(self, page_request: PageRequest) -> Response:
        """Show whether a paper with this head is still current, and what changed since."""
        texts = await self._public.texts(page_request)
        return await self._public.page(
            page_request,
            "pairings",
            "paper_check.html",
            lambda: _checked(page_request, _paper_in(page_request), texts),
        )

    def _frame(
        self, page_request: PageRequest, paper: Paper, played: RoundState | None
    ) -> dict[str, Any]:
        """Return the fields of every paper: its kind, its round, and its code."""
        version, page = page_request.version, page_request.page
        head = f"v{version}-{page_request.history.entries[version - 1].hash[:HEAD_DIGITS]}"
        asked = {"stage": page.state.stage if page.state.stages > 1 else 0}
        asked["round"] = 0 if played is None else played.number
        query = "&".join(f"{name}={number}" for name, number in asked.items() if number)
        path = f"/t/{page.id}/papers/{paper}/{head}"
        return {
            "paper": paper,
            "played": played,
            "rounds": range(1, page.state.last_published + 1) if played is not None else (),
            "code": self._code_at(f"{path}?{query}" if query else path),
        }

    def _code_at(self, path: str) -> Markup:
        """Return the QR code of an address of this site, as a part of a page."""
        drawn = address_as_qr(f"{self._site.public_url}{path}").decode()
        return safe(drawn.partition("?>")[2])


def _paper_in(page_request: PageRequest) -> Paper:
    named = page_request.request.path_params["paper"]
    if named not in set(Paper) or not Paper(named).is_of(page_request.page.state):
        raise Failure("no-such-page")
    return Paper(named)


def _round_of(page_request: PageRequest, paper: Paper) -> RoundState | None:
    """Return the round of a paper: that of the address, or the last published one."""
    if not paper.is_of_round:
        return None
    asked = number_in(page_request.request.query_params.get("round", ""))
    return round_in(page_request, asked or page_request.page.state.last_published)


def _shown(page_request: PageRequest, paper: Paper) -> Mapping[str, Any]:
    """Return the fields of the template of a paper."""
    page, played = page_request.page, _round_of(page_request, paper)
    if played is not None:
        return _of_round(page, paper, played)
    if paper is Paper.STANDINGS:
        return {"table": standings_table(page)}
    if paper is Paper.CROSSTABLE:
        return cross_fields(page)
    if paper in TEMPLATES:
        return {"cards": cards_shown(page), "is_short": paper is Paper.SHORT_CARDS}
    return {"lines": presence_lines(page), "coming": len(page.state.rounds) + 1}


def _of_round(page: TournamentPage, paper: Paper, played: RoundState) -> Mapping[str, Any]:
    if paper is Paper.BOARDS:
        return {"table": boards_table(page, played)}
    if paper is Paper.NAMES:
        return {"lines": by_name(page, played)}
    return {"cards": place_cards(page, played)}


def _checked(
    page_request: PageRequest, paper: Paper, texts: Mapping[str, str]
) -> Mapping[str, Any]:
    """Return whether the log contains the head of a paper, and what changed since."""
    history, page = page_request.recorded, page_request.page
    text = page_request.request.path_params["head"][:HEAD_MAX]
    typed = typed_head(text)
    found = compared(history, text, typed)
    number = number_in(page_request.request.query_params.get("round", ""))
    fields: dict[str, Any] = {"paper": paper, "compared": found, "number": number, "lines": []}
    if typed is None or found.found is not Compared.CONTAINED:
        return fields
    before = focused(history.state_at(typed.version, to_staff=False), page.state.stage)
    new = [each for each in page_request.seen if each.version > typed.version]
    is_ahead = typed.version > page_request.history.version  # it shows more than is public
    now = focused(history.public, page.state.stage) if is_ahead else page.state
    is_current = content_of(paper, before, number) == content_of(paper, now, number)
    lines = fact_lines(page, last_lines(new, SINCE_MAX), texts)
    return {
        **fields,
        "is_current": is_current,
        "version": typed.version,
        "printed_at": history.entries[typed.version - 1].recorded_at,
        "lines": lines[::-1],
        "count": len(new),
    }
