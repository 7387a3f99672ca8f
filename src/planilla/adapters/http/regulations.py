"""The regulations: their public page, the calendar of the rounds, and the form that writes them."""

from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.acting import Act, ActPages
from planilla.adapters.http.bodies import read_form
from planilla.adapters.http.endpoints import api_routes
from planilla.adapters.http.founding import FoundingPages, tournament_id
from planilla.adapters.http.ladder_form import GROUPS
from planilla.adapters.http.ladder_form import texts_of as texts_of_ladder
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.public import Look, PublicPages
from planilla.adapters.http.regulations_body import Wrong, body_of, placed
from planilla.adapters.http.regulations_fields import texts_of
from planilla.adapters.http.regulations_form import (
    CATEGORY_ROWS,
    PRIZE_ROWS,
    Problem,
    rows_of,
)
from planilla.adapters.http.rendering import Renderer
from planilla.adapters.http.site import Site
from planilla.adapters.http.typed import Input
from planilla.adapters.http.views.regulations import Writer
from planilla.adapters.http.visitor import Visitor, check_origin
from planilla.application.envelope import Submission
from planilla.application.moments import zone_name
from planilla.application.schedule import Notice, happenings, regulations_of, stamped
from planilla.application.trf_export import prose_of
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.keizer.rules import SEED
from planilla.domain.pairing.system import ROUNDS_DEFAULT
from planilla.domain.prizes.plan import Sharing, Taking
from planilla.domain.ratings.rules import RATING_RULES
from planilla.domain.scoring import POINT_SYSTEMS
from planilla.domain.standings import MODES
from planilla.domain.tiebreaks import EDITIONS
from planilla.domain.tournament.events import SameOrigin
from planilla.domain.tournament.ladder import ladder_of
from planilla.domain.tournament.regulations.announcement import (
    CommitteeWay,
    Laws,
    Play,
    Published,
    Regulations,
    Topic,
)
from planilla.domain.tournament.regulations.time_controls import Kind, parse_code
from planilla.domain.tournament.timers import time_zone_of
from planilla.domain.tournament.winnings import plan_of
from planilla.domain.vocabulary import Colour
from planilla.formats.ics import write
from planilla.presentation.catalogue import sentence, tr

NEW = Regulations(name="", play=Play(rounds=ROUNDS_DEFAULT), time_control=parse_code("5400+30"))
"""What the form of a new tournament begins with: the time control that most opens have."""

ANNOUNCE = "announce-regulations"
CHOICES: Mapping[str, Sequence[str]] = {
    "systems": tuple(SYSTEMS),
    "point_systems": tuple(POINT_SYSTEMS),
    "modes": tuple(MODES),
    "editions": tuple(EDITIONS),
    "rating_rules": tuple(RATING_RULES),
    "colours": tuple(Colour),
    "origins": tuple(SameOrigin),
    "kinds": tuple(Kind),
    "laws": tuple(Laws),
    "ways": tuple(CommitteeWay),
    "publishing": tuple(Published),
    "sharings": tuple(Sharing),
    "takings": tuple(Taking),
    "topics": tuple(Topic),
}
"""What the form offers to choose from."""

Form = Mapping[str, str]


KEY_DIGITS = 16
"""Digits of the hash of a tournament's first fact in the ids of its calendar entries."""


class RegulationsPages:
    """Answers with the regulations, and takes them from their form."""

    def __init__(
        self,
        site: Site,
        public: PublicPages,
        founding: FoundingPages,
        acts: ActPages,
        renderer: Renderer,
    ) -> None:
        self._site = site
        self._public = public
        self._arbiter = acts.arbiter
        self._founding = founding
        self._acts = acts
        self._renderer = renderer

    @property
    def routes(self) -> list[Route]:
        """The page and the calendar for everybody, the form for the organiser and the arbiter."""
        return [
            Route("/t/{tournament}/regulations", self.show, methods=["GET"]),
            *api_routes({"download-calendar": self.calendar}),
            Route("/t/{tournament}/arbiter/regulations", self.edit, methods=["GET"]),
            Route("/t/{tournament}/arbiter/regulations", self.change, methods=["POST"]),
            Route("/new/regulations", self.begin, methods=["GET"]),
            Route("/new/regulations", self.create, methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """The regulations as articles."""
        look = await self._public.look(request)
        writer = Writer(look.sheet, await self._prose(look), plan_of(look.sheet.state))
        return await self._public.page(
            look,
            "rules",
            "regulations.html",
            lambda: {
                "articles": writer.articles,
                "is_whole": look.sheet.state.regulations is not None,
                "has_schedule": bool(regulations_of(look.sheet.state).schedule.starts),
                "subscription": self._subscription(look.sheet.id),
            },
        )

    def _subscription(self, tournament: str) -> str:
        """Return the address by which calendar programs subscribe to the schedule."""
        _, _, place = self._site.public_url.partition("://")
        return f"webcal://{place}/t/{tournament}/schedule.ics"

    async def calendar(self, request: Request) -> Response:
        """The rounds as iCalendar."""
        look = await self._public.look(request)
        sheet = look.sheet
        regulations = regulations_of(sheet.state)
        prose = await self._prose(look)
        said = (entry.type == "RegulationsAnnounced" for entry in look.seen)
        notice = Notice(
            address=f"{self._site.public_url}/t/{sheet.id}",
            key=look.history.entries[0].hash[:KEY_DIGITS],
            title=lambda number: f"{sheet.say('page.round')} {number} · {regulations.name}",
            place=prose.get(Topic.VENUE.value, ""),
            zone=time_zone_of(zone_name(sheet.state)) or UTC,
            sequence=max(0, sum(said) - 1),
        )
        return Response(
            write(
                regulations.name,
                happenings(regulations, notice),
                stamped=stamped(sheet.state.changed_at),
            ),
            headers={
                "content-disposition": f'attachment; filename="{sheet.id}.ics"',
                "cache-control": "no-cache",
                "vary": "cookie, accept-language",
            },
            media_type="text/calendar",
        )

    async def _prose(self, look: Look) -> dict[str, str]:
        """The free texts in force by topic; those that were erased are absent."""
        texts = await self._public.texts(look)
        return prose_of(look.sheet.state, texts)

    async def begin(self, request: Request) -> Response:
        """The form of a new tournament."""
        visitor = await self._founding.organiser(request)
        return self._form(request, visitor, texts_of(NEW), ())

    async def create(self, request: Request) -> Response:
        """Create a tournament by its regulations; what is wrong stands beside the fields."""
        check_origin(request)
        visitor = await self._founding.organiser(request)
        form = await read_form(request)
        try:
            await self._announce(visitor, tournament_id(form), form)
        except Wrong as wrong:
            return self._form(request, visitor, form, wrong.problems)
        return await self._founding.created(
            request, visitor, tournament_id(form), template="created.html"
        )

    async def edit(self, request: Request) -> Response:
        """The form with the regulations as they stand."""
        look = await self._arbiter.look(request)
        return self._form(request, look.visitor, await self._stand(look), (), look)

    async def change(self, request: Request) -> Response:
        """Announce changed regulations; once a round is out, show first what changes."""
        check_origin(request)
        look = await self._arbiter.look(request)
        form = await read_form(request)
        if "mend" in form:
            return self._form(request, look.visitor, form, (), look)
        try:
            body = body_of(form, await self._prose(look))
            return await self._acts.done_or_asked(request, look, _act(look, form, body))
        except Wrong as wrong:
            return self._form(request, look.visitor, form, wrong.problems, look)
        except Failure as failure:
            problem = placed(failure.code, failure.fields)
            return self._form(request, look.visitor, form, (problem,), look)

    async def _stand(self, look: Look) -> dict[str, str]:
        """The fields of the form as the tournament stands."""
        prose = {f"prose.{topic}": text for topic, text in (await self._prose(look)).items()}
        regulations = regulations_of(look.sheet.state)
        origin = {"same_origin": look.sheet.state.same_origin.value}
        ladder = texts_of_ladder(ladder_of(look.sheet.state).rules)
        return {**texts_of(regulations), **origin, **ladder, **prose}

    async def _announce(self, visitor: Visitor, tournament: str, form: Form) -> None:
        """Create a tournament by what was typed.

        Raises:
            Wrong: it cannot be.
        """
        submission = Submission(
            tournament=tournament,
            name=ANNOUNCE,
            body=msgspec.json.encode(body_of(form, {})),
            command_id=form.get("command_id", ""),
            actor=visitor.actor,
        )
        failure = failure_of(await self._site.desk.submit(submission))
        if failure is not None:
            raise Wrong(placed(failure.code, failure.fields))

    def _form(
        self,
        request: Request,
        visitor: Visitor,
        form: Form,
        problems: Sequence[Problem],
        look: Look | None = None,
    ) -> Response:
        wrong: dict[str, list[str]] = {}
        for problem in problems:
            said = sentence(visitor.language, problem.code, dict(problem.fields))
            wrong.setdefault(problem.field, []).append(said)
        title = "regulations.form.new" if look is None else "regulations.form.change"
        response = self._renderer.page(
            request,
            visitor,
            "regulations_form.html",
            form=Input({**texts_of_ladder(SEED), **form}),
            ladder_settings=GROUPS,
            wrong=wrong,
            count=len(problems),
            title=tr(visitor.language, title),
            tournament="" if look is None else look.sheet.id,
            is_fixed=look is not None and bool(look.sheet.state.rounds),
            category_rows=rows_of(form, "category", "code", CATEGORY_ROWS),
            prize_rows=rows_of(form, "prize", "prizes", PRIZE_ROWS),
            **CHOICES,
            status=422 if problems else 200,
        )
        response.headers["cache-control"] = "no-store"
        return response


def _act(look: Look, form: Form, body: Mapping[str, Any]) -> Act:
    address = f"/t/{look.sheet.id}/arbiter/regulations"
    back = f"/t/{look.sheet.id}/regulations"
    return Act(name=ANNOUNCE, address=address, form=form, body=lambda: body, back=back, mends=True)
