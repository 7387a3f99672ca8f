"""Papers: what is printed of a tournament, each with the head of the log as a QR code.

Whoever scans it is told whether the paper still says what the log says.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from planilla.adapters.http.endpoints import Access, Cost, number_in, page_at
from planilla.adapters.http.page_request import PageRequest, round_in
from planilla.adapters.http.pages.by_name import by_name
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.rendering import address_as_qr
from planilla.adapters.http.views.charts import (
    LINES_LEAST,
    bracket_parts,
    chart_fields,
    cross_fields,
    lines_most,
    lines_of,
)
from planilla.adapters.http.views.head import Compared, compared
from planilla.adapters.http.views.marks import safe
from planilla.adapters.http.views.paper_contents import (
    PaperVerdict,
    content_of,
    people_on,
    verdict_on,
)
from planilla.adapters.http.views.papers import (
    OWN_PATHS,
    Paper,
    boards_table,
    cards_shown,
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
from planilla.domain.tournament.state import RoundState, Tournament, focused

HEAD_DIGITS = 16
"""Digits of the hash in the code of a paper: enough that nobody finds another history for it."""
HEAD_MAX = 90
CARDS = frozenset({Paper.CARDS, Paper.SHORT_CARDS})
TEMPLATES = {**dict.fromkeys(CARDS, "paper_cards.html"), Paper.CHART: "paper_crosstable.html"}
"""Templates that several papers share; the others have one of their own name."""
SINCE_MAX = 30
"""Most facts since a paper was printed that are listed; the timeline has all of them."""


class PaperPages(Pages):
    """The list of papers, each paper, and the page behind the code on it."""

    @page_at("/t/{tournament}/papers", cost=Cost.PAGE, desk_link="papers.title")
    async def index(self, page_request: PageRequest) -> Response:
        """Show the papers that there are now."""
        state = page_request.page.state
        prints_slips = page_request.visitor.may_see(page_request.page.id, View.DESK)
        papers = [
            each
            for each in Paper
            if each.is_of(state) and (each is not Paper.SLIPS or prints_slips)
        ]
        return await self._public.page(
            page_request,
            "pairings" if state.system.has(Trait.HAS_ROUNDS) else "fairness",
            "papers.html",
            lambda: {
                "number": state.last_published,
                "round_papers": [each for each in papers if each.is_of_round],
                "papers": [each for each in papers if not each.is_of_round],
                "lines_least": LINES_LEAST,
                "lines_most": lines_most(page_request.page),
                "lines_usual": lines_of(page_request.page, 0),
            },
        )

    @page_at("/t/{tournament}/papers/{paper}", cost=Cost.PAGE, trait=Trait.HAS_ROUNDS)
    async def show(self, page_request: PageRequest) -> Response:
        """Show a paper, of the round `?round=` or the last one; a blank chart of `?lines=`.

        Raises:
            Failure: there is no such paper or no such round.
        """
        paper = _paper_in(page_request)
        if paper in OWN_PATHS:
            raise Failure("no-such-page")
        played = _round_of(page_request, paper)
        is_tree = paper is Paper.CHART and page_request.page.state.system.has_bracket
        template = TEMPLATES.get(paper, f"paper_{paper}.html")
        return await self._public.page(
            page_request,
            "pairings",
            "bracket_paper.html" if is_tree else template,
            lambda: {
                **paper_frame(page_request, paper, self._site.public_url, played),
                **_shown(page_request, paper),
            },
        )

    @page_at("/t/{tournament}/arbiter/slips", access=Access.STAFF, trait=Trait.HAS_ROUNDS)
    async def slips(self, page_request: PageRequest) -> Response:
        """Show the result slips of a round, with the codes of players if they report results."""
        played = _round_of(page_request, Paper.SLIPS)
        assert played is not None, "slips are of a round"
        codes, url = self._codes(page_request, played), self._site.public_url
        return await self._arbiter.page(
            page_request,
            "paper_slips.html",
            None,
            lambda: {
                **paper_frame(page_request, Paper.SLIPS, url, played),
                "slips": slips_of(page_request.page, played, codes, partial(code_at, url)),
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


def paper_frame(
    page_request: PageRequest, paper: Paper, public_url: str, played: RoundState | None = None
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
        "code": code_at(public_url, f"{path}?{query}" if query else path),
    }


def code_at(public_url: str, path: str) -> Markup:
    """Return the QR code of an address of this site, as a part of a page."""
    return safe(address_as_qr(f"{public_url}{path}").decode().partition("?>")[2])


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
    if paper is Paper.CHART:
        return _chart(page, number_in(page_request.request.query_params.get("lines", "")))
    if paper in CARDS:
        return {"cards": cards_shown(page), "is_short": paper is Paper.SHORT_CARDS}
    return {"lines": presence_lines(page), "coming": len(page.state.rounds) + 1}


def _chart(page: TournamentPage, asked: int) -> Mapping[str, Any]:
    """Return a chart to be filled in by hand, with as many lines as are asked for."""
    lines = lines_of(page, asked)
    return (bracket_parts if page.state.system.has_bracket else chart_fields)(page, lines)


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
    new = [each for each in page_request.seen if each.version > typed.version]
    lines = fact_lines(page, last_lines(new, SINCE_MAX), texts)
    return {
        **fields,
        "verdict": _verdict(page_request, paper, typed.version, number),
        "version": typed.version,
        "printed_at": history.entries[typed.version - 1].recorded_at,
        "lines": lines[::-1],
        "count": len(new),
    }


def _verdict(page_request: PageRequest, paper: Paper, version: int, number: int) -> PaperVerdict:
    """Return whether a paper of a version shows what it would show now."""
    history, page = page_request.recorded, page_request.page

    def state_at(at: int, *, to_staff: bool) -> Tournament:
        return focused(history.state_at(at, to_staff=to_staff), page.state.stage)

    def page_at_version(at: int) -> TournamentPage:
        state = state_at(at, to_staff=False)
        return TournamentPage(page.id, state, page.people, page.language, texts=page.texts)

    is_ahead = version > page_request.history.version  # it shows more than is public
    content = [
        content_of(paper, shown, number)
        for shown in (
            page_at_version(version),
            page_at_version(history.version) if is_ahead else page,
        )
    ]
    people = [
        people_on(paper, state_at(at, to_staff=True), number) for at in (version, history.version)
    ]
    return verdict_on((content[0], content[1]), (people[0], people[1]))
