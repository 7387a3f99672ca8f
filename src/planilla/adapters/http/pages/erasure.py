"""Erasure of a person or a text: a page with erased and remaining data, then the report.

It is for the staff only. A large database is not rewritten from here, since writers would wait; the
report names the command for it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.arbiter import Refused
from planilla.adapters.http.bodies import read_form, read_json
from planilla.adapters.http.endpoints import JSON, Access, Tag, operation_at, page_at
from planilla.adapters.http.page_request import PageRequest, entrant_in
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.web import Pages
from planilla.application import erasing
from planilla.application.erasing import (
    ErasureRequest,
    NotDone,
    NotKept,
    Remaining,
    Report,
    remains_beside,
    remains_of,
)
from planilla.application.erasure import (
    Prospect,
    Sources,
    TextFound,
    prospect,
    reading_of,
    searched,
    texts_with,
)
from planilla.application.roles import View
from planilla.presentation.catalogue import tr
from planilla.presentation.erasure import HASH_DIGITS, ErasureWords

AT_ONCE_BYTES = 64 * 1024 * 1024
"""Largest database in bytes that is rewritten at once, in less than a second."""


class ErasureChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Texts and files to erase as well; `matching`: all texts with the name."""

    texts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    matching: bool = False


@dataclass(frozen=True, kw_only=True)
class ReportShown:
    """A report, or a preview of it, in the visitor's language."""

    emptied: tuple[str, ...]
    remains: tuple[str, ...]
    chain: str = ""
    is_whole: bool = True


class ErasurePages(Pages):
    """Pages that show the stored data of a person and erase it."""

    @page_at(
        "/t/{tournament}/arbiter/entrants/{entrant}/erase", access=Access.STAFF, view=View.GOVERN
    )
    async def ask(self, request: Request) -> Response:
        """Show what is erased, what remains, and the number to type as confirmation."""
        return await self._ask(await self._arbiter.page_request(request), None, {})

    @page_at(
        "/t/{tournament}/arbiter/entrants/{entrant}/erase",
        method="POST",
        access=Access.STAFF,
        view=View.GOVERN,
        records=("erase-person",),
    )
    async def erase(self, page_request: PageRequest) -> Response:
        """Erase the person, and report the remaining data."""
        form = await read_form(page_request.request)
        found = await self._prospect(page_request)
        if form.get("number", "").strip() != str(found.number):
            failure = Failure("number-not-typed", {"number": found.number})
            return await self._ask(page_request, failure, form)
        wanted = ErasureRequest(
            tournament=page_request.page.id,
            entrant=found.entrant,
            texts=_listed(form, "texts"),
            files=_listed(form, "files"),
        )
        try:
            report = await self._erased(page_request, wanted)
        except Failure as failure:
            return await self._ask(page_request, failure, form)
        return await self._report(page_request.request, report)

    @page_at("/t/{tournament}/arbiter/texts", access=Access.STAFF, view=View.GOVERN)
    async def texts(self, request: Request) -> Response:
        """Show free texts for erasure, all or those with some words."""
        return await self._texts(await self._arbiter.page_request(request), None)

    @page_at(
        "/t/{tournament}/arbiter/texts",
        method="POST",
        access=Access.STAFF,
        view=View.GOVERN,
        records=("erase-texts",),
    )
    async def empty(self, page_request: PageRequest) -> Response:
        """Erase the chosen texts, and report the remaining data."""
        wanted = ErasureRequest(
            tournament=page_request.page.id,
            texts=_listed(await read_form(page_request.request), "texts"),
        )
        try:
            report = await self._erased(page_request, wanted)
        except Failure as failure:
            return await self._texts(page_request, failure)
        return await self._report(page_request.request, report)

    @operation_at(
        "/api/t/{tournament}/people/{entrant}",
        name="preview-erasure",
        tag=Tag.PEOPLE,
        summary="The personal data of an entrant, and where else the person may be named.",
        access=Access.STAFF,
        view=View.GOVERN,
        answer=Prospect,
    )
    async def foretell(self, request: Request) -> Response:
        """Return the stored data of a person as JSON."""
        return data_response(await self._prospect(await self._arbiter.page_request(request)))

    @operation_at(
        "/api/t/{tournament}/people/{entrant}",
        method="DELETE",
        name="erase-person-and-report",
        tag=Tag.PEOPLE,
        summary="Forget a person: the report of what was emptied, what remains and why.",
        access=Access.STAFF,
        view=View.GOVERN,
        body=ErasureChoice,
        body_media=JSON,
        is_body_required=False,
        answer=Report,
        problems=(409,),
    )
    async def forget(self, page_request: PageRequest) -> Response:
        """Erase a person, and return the report as JSON."""
        entrant = entrant_in(page_request).id
        chosen = (
            await read_json(page_request.request, ErasureChoice)
            if await page_request.request.body()
            else ErasureChoice()
        )
        wanted = ErasureRequest(
            tournament=page_request.page.id,
            entrant=entrant,
            texts=chosen.texts,
            files=chosen.files,
            matching=chosen.matching,
        )
        return data_response(await self._erased(page_request, wanted))

    async def _prospect(self, page_request: PageRequest) -> Prospect:
        return await prospect(self._sources, page_request.page.id, entrant_in(page_request).id)

    @property
    def _sources(self) -> Sources:
        site = self._site
        return Sources(log=site.log, evidence=site.evidence, lists=site.rating_lists)

    async def _erased(self, page_request: PageRequest, wanted: ErasureRequest) -> Report:
        """Erase the chosen data.

        Raises:
            Failure: this site has no erasure, a text or file is missing, or it was refused.
        """
        site = self._site
        if not (wanted.entrant or wanted.texts):
            raise Failure("no-such-text", status=422)
        if site.people is None or site.erasures is None:
            raise Failure("no-such-page")
        tools = erasing.Tools(
            sources=self._sources,
            bus=site.bus,
            people=site.people,
            new_id=site.ids.event_id,
            now=site.clock.now,
            erasures=site.erasures,
        )
        act = erasing.erase if wanted.entrant else erasing.erase_texts
        try:
            return await act(
                tools, wanted, page_request.visitor.actor, _no_progress, most=AT_ONCE_BYTES
            )
        except NotKept as error:
            raise Failure(f"no-such-{error.what}", status=404) from error
        except NotDone as error:
            failure = failure_of(error.answer)
            assert failure is not None, "what was done raises nothing"
            raise failure from error

    async def _ask(
        self, page_request: PageRequest, failure: Failure | None, form: Mapping[str, str]
    ) -> Response:
        found = await self._prospect(page_request)
        return await self._arbiter.page(
            page_request,
            "erase.html",
            self._refused(page_request, "erase-person", failure, form),
            lambda: {
                "found": found,
                "name": page_request.page.name(found.entrant),
                "shown": tr(
                    page_request.visitor.language, "page.player-number", number=found.number
                ),
                "fields": _words(page_request).fields(found.fields),
                "chosen": {*_listed(form, "texts"), *_listed(form, "files")},
                "remains": _words(page_request).remains(
                    (*_surely(found), *remains_beside(self._site.clock.now()))
                ),
                "digits": HASH_DIGITS,
            },
        )

    async def _texts(self, page_request: PageRequest, failure: Failure | None) -> Response:
        words = page_request.request.query_params.get("q", "").strip()[:200]
        reading = await reading_of(self._site.log, page_request.page.id)
        found: tuple[TextFound, ...] = await texts_with(self._site.log, reading, searched(words))
        return await self._arbiter.page(
            page_request,
            "texts.html",
            self._refused(page_request, "erase-texts", failure, {}),
            lambda: {
                "found": found,
                "words": words,
                "digits": HASH_DIGITS,
            },
        )

    async def _report(self, request: Request, report: Report) -> Response:
        """Return the report page, with the names read again."""
        page_request = await self._arbiter.page_request(request)
        return await self._arbiter.page(
            page_request,
            "erased.html",
            None,
            lambda: {"report": report, "shown": _shown(page_request, report)},
        )

    def _refused(
        self, page_request: PageRequest, act: str, failure: Failure | None, form: Mapping[str, str]
    ) -> Refused | None:
        if failure is None:
            return None
        said = self._arbiter.said(page_request, failure)
        return Refused(act=act, sentence=said, status=failure.status, form=form)


def _listed(form: Mapping[str, str], name: str) -> tuple[str, ...]:
    return tuple(filter(None, form.get(name, "").split(",")))


def _surely(found: Prospect) -> Iterable[Remaining]:
    """Return the data that remains with every choice: texts and files are chosen separately."""
    return remains_of(msgspec.structs.replace(found, texts=(), files=()))


def _shown(page_request: PageRequest, report: Report) -> ReportShown:
    words = _words(page_request)
    return ReportShown(
        emptied=tuple(words.emptied(report)),
        remains=words.remains(report.remains),
        chain=words.chain(report),
        is_whole=not report.chain.faults,
    )


def _words(page_request: PageRequest) -> ErasureWords:
    return ErasureWords(page_request.visitor.language)


def _no_progress(_done: int, _total: int) -> None:
    """Ignore the progress: a request shows none."""
