"""Downloads of a tournament: its report for other programs, its tables, its archive, and together.

The page that verifies archives is one file with script and style, which also works from disk. It is
served with a policy that allows these by hash and no connections.
"""

import asyncio
import base64
import hashlib
import io
import re
import zipfile
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from planilla.adapters.http.endpoints import Cost, Tag, operation_at, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import NO_STORE, attachment
from planilla.adapters.http.views.filters import chosen_in
from planilla.adapters.http.visitor import Visitor, not_permitted, visitor_of
from planilla.adapters.http.web import Pages, Web
from planilla.application.archive_export import ArchiveRequest, archive_of
from planilla.application.envelope import Person
from planilla.application.roles import View
from planilla.application.trf_export import (
    DIALECT,
    PersonOf,
    ReportTexts,
    header_in,
    prose_of,
    public_part,
    trf_of,
)
from planilla.application.trf_remarks import remarks_of
from planilla.audit.archive import ArchiveForm
from planilla.domain.vocabulary import EntrantId
from planilla.formats.trf.dialects import DIALECTS
from planilla.presentation.tables import view_csv
from planilla.presentation.verifiers import verifying_page, verifying_program
from planilla.projections.tables import TABLES


class TournamentFiles(Pages):
    """Handler of tournament files, at any moment."""

    @page_at("/t/{tournament}/trf", cost=Cost.MOMENT, is_data=True)
    @operation_at(
        "/api/t/{tournament}/trf",
        name="download-trf",
        tag=Tag.FILES,
        summary="The tournament as a tournament report file; with a link also birth dates.",
        cost=Cost.MOMENT,
        parameters=("dialect", "at", "stage"),
        media="text/plain",
        problems=(409, 422),
    )
    async def show(self, request: Request) -> Response:
        """Return the tournament file in the requested dialect.

        The public file has names and results; that for its arbiters also has birth dates, requested
        byes, and the header of the imported file.

        Raises:
            Failure: there is no such tournament, moment or dialect, or it has no rounds.
        """
        dialect = request.query_params.get("dialect", DIALECT)
        if dialect not in DIALECTS:
            raise Failure("no-such-dialect", {"dialect": dialect[:20], "known": tuple(DIALECTS)})
        page_request = await self._reader_request(request)
        if page_request.page.state.system.seats_at_once:
            raise Failure("no-report-of-a-hall")
        return Response(
            await self.report(page_request, dialect),
            headers=attachment(
                f"{_file_name(page_request)}.trf", vary="cookie, authorization, accept-language"
            ),
            media_type="text/plain",
        )

    async def report(self, page_request: PageRequest, dialect: str = DIALECT) -> bytes:
        """Return the file of a tournament with rounds at its moment."""
        to_staff = page_request.is_staff
        header = await self._header(page_request) if to_staff else ""
        prose = prose_of(page_request.page.state, await self._public.texts(page_request))
        person = person_of(page_request, to_staff=to_staff)
        return await page_request.beside(_file, page_request, person, header, dialect, prose)

    async def _header(self, page_request: PageRequest) -> str:
        texts = await self._public.texts(page_request, "staff")
        return header_in((entry.fact for entry in page_request.entries), texts)


class TableFiles(Pages):
    """Handler of the tables of a tournament as CSV, at any moment."""

    @page_at("/t/{tournament}/{table}.csv", cost=Cost.MOMENT, is_data=True)
    @operation_at(
        "/api/t/{tournament}/{table}.csv",
        name="download-table",
        tag=Tag.FILES,
        summary="A table as CSV, in the order of its page.",
        description="The first line names the columns, the same in all languages; tie-breaks have"
        " their codes, rounds their numbers. Numbers are decimal, with a point.",
        cost=Cost.MOMENT,
        parameters=("at", "stage", "category", "club", "federation"),
        media="text/csv",
    )
    async def table(self, page_request: PageRequest) -> Response:
        """Return the table of this name as CSV.

        Raises:
            Failure: there is no such tournament, moment or table.
        """
        name = page_request.request.path_params["table"]
        if name not in TABLES:
            raise Failure("no-such-page")
        return await table_file(page_request, name)


async def table_file(page_request: PageRequest, name: str) -> Response:
    """Return a table of a tournament as CSV, of the players that the address asks for."""
    page = page_request.page

    def written() -> str:
        chosen = chosen_in(page, page_request.request.query_params)
        return view_csv(page.language, name, page.state, page.name, chosen.has_plain)

    content = await page_request.made(written)
    headers = attachment(
        f"{_file_name(page_request)}-{name}.csv", vary="cookie, authorization, accept-language"
    )
    return Response(content, headers=headers, media_type="text/csv; charset=utf-8")


def _file_name(page_request: PageRequest) -> str:
    """Return the beginning of the names of files, with a stage after the first."""
    stage = page_request.page.state.stage
    return page_request.page.id if stage == 1 else f"{page_request.page.id}.{stage}"


def _file(
    page_request: PageRequest, person: PersonOf, header: str, dialect: str, prose: Mapping[str, str]
) -> bytes:
    """Return the file up to the moment, with the data visible to its reader."""
    state = page_request.page.state
    remarks = remarks_of((entry.fact for entry in page_request.seen), state)
    texts = ReportTexts(header=header, remarks=remarks, prose=prose)
    return trf_of(state, person, dialect=dialect, texts=texts)


def person_of(page_request: PageRequest, *, to_staff: bool) -> PersonOf:
    """Return a function from entrant to personal data; erased people are named by number."""

    def public_person(entrant: EntrantId) -> Person:
        person = page_request.page.people.get(entrant)
        if person is None:
            return Person(name=page_request.page.name(entrant))
        return person if to_staff else public_part(person)

    return public_person


PROGRAM = "planilla_verify.py"
PAGE = "verify.html"
UNIX = 3
"""The system that a ZIP file names as its maker (PKWARE, APPNOTE 4.4.2)."""
INLINE = re.compile(rb"<(script|style)>(.*?)</\1>", re.DOTALL)
"""Scripts and styles of the page; its JSON block is not executed."""


class Archives(Pages):
    """Handler of archives and their verifiers."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        folder = web.site.web_dir / "verifier"
        self._page = verifying_page((folder / PAGE).read_text(encoding="utf-8")).encode()
        program = (folder / PROGRAM).read_text(encoding="utf-8")
        self._program = verifying_program(program).encode()
        self._policy = policy_of(self._page)

    @operation_at(
        "/t/{tournament}/archive.jsonl",
        name="download-archive",
        tag=Tag.FILES,
        summary="All facts of a tournament, signed, one JSON line each.",
        cost=Cost.WORK,
        timeless="the whole log, with every moment",
        parameters=("form",),
        media="application/jsonl",
        problems=(401, 403, 422),
    )
    async def archive(self, request: Request) -> Response:
        """Return the current archive: the public form, by default the full one for its arbiters.

        Raises:
            Failure: there is no such tournament or form, or the full one is not permitted.
        """
        tournament = request.path_params["tournament"]
        visitor = await visitor_of(request, self._site.grants)
        form = _form_asked(request, visitor)
        last = (await self._seen_by(visitor, tournament)).entries[-1]
        signer, head = None, None
        if self._site.keys is not None and self._heads is not None:
            signer = self._site.keys.current()
            head = await self._heads.head(tournament, last.position)
        wanted = ArchiveRequest(tournament=tournament, version=last.version, form=form)
        return StreamingResponse(
            archive_of(self._site.log, wanted, signer=signer, head=head),
            media_type="application/jsonl",
            headers=attachment(
                _archive_name(tournament, form), cache=NO_STORE, vary="cookie, authorization"
            ),
        )

    @page_at("/verify", cost=Cost.FREE, timeless="a page that reads archives")
    async def page(self, _: Request) -> Response:
        """Return the verifier as a page, which can be saved and works from disk."""
        headers = {"content-security-policy": self._policy, "cache-control": "no-cache"}
        return Response(self._page, media_type="text/html", headers=headers)

    @page_at(
        "/verify/planilla_verify.py",
        cost=Cost.FREE,
        timeless="a file of this version of the program",
    )
    async def program(self, _: Request) -> Response:
        """Return the verifier as one Python file."""
        return Response(self._program, media_type="text/x-python", headers=attachment(PROGRAM))


class Bundles(Pages):
    """Handler of the files of a tournament together, at any moment."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._files = TournamentFiles(web)

    @page_at("/t/{tournament}/files.zip", cost=Cost.WORK, is_data=True)
    @operation_at(
        "/api/t/{tournament}/files.zip",
        name="download-files",
        tag=Tag.FILES,
        summary="The report, the archive and the head of a tournament in one ZIP file.",
        description="The report and the archive are those that their own addresses answer the same"
        " reader, the archive without the signed head of the log, which is of the time of asking:"
        " at the same moment the bytes stay the same, unless a name is erased or a key replaced.",
        cost=Cost.WORK,
        parameters=("at", "stage"),
        media="application/zip",
    )
    async def show(self, request: Request) -> Response:
        """Return the ZIP file; a Masnou has no report.

        Raises:
            Failure: there is no such tournament or moment.
        """
        page_request = await self._reader_request(request)
        tournament, last = (
            page_request.page.id,
            page_request.recorded.entries[page_request.version - 1],
        )
        form = ArchiveForm.FULL if page_request.is_staff else ArchiveForm.PUBLIC
        wanted = ArchiveRequest(tournament=tournament, version=last.version, form=form)
        signer = None if self._site.keys is None else self._site.keys.current()
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w") as packed:
            if not page_request.page.state.system.seats_at_once:
                report = await self._files.report(page_request)
                packed.writestr(_packed(f"{_file_name(page_request)}.trf"), report)
            packed.writestr(_packed("head.txt"), f"v{last.version} · {last.hash}\n")
            with packed.open(_packed(_archive_name(tournament, form)), "w") as archive:
                async for lines in archive_of(self._site.log, wanted, signer=signer):
                    await asyncio.to_thread(archive.write, lines)
        return Response(
            content.getvalue(),
            headers=attachment(
                f"{_file_name(page_request)}.zip", vary="cookie, authorization, accept-language"
            ),
            media_type="application/zip",
        )


def _packed(name: str) -> zipfile.ZipInfo:
    """Return the entry of a file: compressed, and the same whenever and wherever it is made."""
    entry = zipfile.ZipInfo(name)  # of 1 January 1980
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = UNIX
    return entry


def _archive_name(tournament: str, form: ArchiveForm) -> str:
    return f"{tournament}.jsonl" if form is ArchiveForm.FULL else f"{tournament}.public.jsonl"


def _form_asked(request: Request, visitor: Visitor) -> ArchiveForm:
    to_staff = visitor.may_see(request.path_params["tournament"], View.STAFF)
    asked = request.query_params.get("form", ArchiveForm.FULL if to_staff else ArchiveForm.PUBLIC)
    if asked not in tuple(ArchiveForm):
        raise Failure("no-such-form", {"form": asked[:20], "known": tuple(ArchiveForm)})
    if asked == ArchiveForm.FULL and not to_staff:
        raise not_permitted(request, visitor.actor)
    return ArchiveForm(asked)


def policy_of(page: bytes) -> str:
    """Return the content security policy: only the page's own scripts and styles, by hash."""
    hashes = {name: _hash(content) for name, content in INLINE.findall(page)}
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src '{hashes[b'script']}'",
            f"style-src '{hashes[b'style']}'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def _hash(content: bytes) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()
