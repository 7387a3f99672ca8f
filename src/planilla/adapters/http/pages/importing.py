"""Import of a tournament: a file of another program, its review, and the import."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.bodies import read_form
from planilla.adapters.http.endpoints import Access, page_at
from planilla.adapters.http.forms import Input
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.visitor import Visitor
from planilla.adapters.http.web import Pages
from planilla.application.envelope import Submission
from planilla.application.trf_import import COMMAND, Import, ImportedPlayer
from planilla.application.trf_system import UnknownSystem, system_of
from planilla.application.trf_team_import import import_of_file
from planilla.domain.pairing import SYSTEMS
from planilla.formats.trf.document import TrfDocument, TrfRemark
from planilla.formats.trf.match_games import hides_games
from planilla.formats.trf.reader import read_trf
from planilla.formats.trf.team_pairing import faults_of_teams
from planilla.presentation.catalogue import sentence, tr
from planilla.presentation.figures import figure

FILE_NAME = "tournament.trf"
NOTES_SHOWN = 12
"""Notes of a review shown at first; the others are folded."""


@dataclass(frozen=True, kw_only=True)
class Reviewed:
    """A file that can be imported, and the adjustments of its reader."""

    wanted: Import
    notes: tuple[TrfRemark, ...]


@dataclass(frozen=True, kw_only=True)
class PlayerRow:
    """A player in the review."""

    number: int
    name: str
    title: str
    rating: int
    federation: str
    points: str
    note: str


class ImportPages(Pages):
    """The form, the review, and the import, for the organiser."""

    @page_at("/import", access=Access.ORGANISER, timeless="a form")
    async def show(self, request: Request) -> Response:
        """Show the empty form."""
        visitor = await self._organiser(request)
        return self._form(request, visitor, {})

    @page_at("/import/review", method="POST", access=Access.ORGANISER)
    async def review(self, request: Request) -> Response:
        """Show the content or the faults of a file; nothing is recorded."""
        visitor = await self._organiser(request)
        try:
            form = await read_form(request, with_files=True)
        except Failure as failure:
            return self._failed(request, visitor, {}, failure)
        text = text_in(form)
        if not text.strip():
            said = tr(visitor.language, "page.import.nothing")
            return self._form(request, visitor, form, problem=said)
        try:
            found = await self._read(text, form)
        except Failure as failure:
            return self._failed(request, visitor, form, failure)
        if not isinstance(found, Reviewed):
            faults = [_placed(visitor.language, fault) for fault in found]
            return self._form(request, visitor, form, faults=faults)
        return self._renderer.page(
            request,
            visitor,
            "import_review.html",
            wanted=found.wanted,
            is_of_teams=SYSTEMS[found.wanted.system].plays_in_teams,
            players=[_row(visitor.language, found.wanted, each) for each in found.wanted.players],
            notes=_notes(visitor.language, found),
            shown_at_once=NOTES_SHOWN,
            text=text,
            chosen=form.get("system", ""),
        )

    @page_at("/import", method="POST", access=Access.ORGANISER, records=("import-tournament",))
    async def take_in(self, request: Request) -> Response:
        """Import a reviewed file; sent twice, it is imported once."""
        visitor = await self._organiser(request)
        form = await read_form(request)
        try:
            found = await self._read(text_in(form), form)
        except Failure as failure:
            return self._failed(request, visitor, form, failure)
        if not isinstance(found, Reviewed):
            faults = [_placed(visitor.language, fault) for fault in found]
            return self._form(request, visitor, form, faults=faults)
        wanted = found.wanted
        answer = await self._site.bus.submit(
            Submission(
                tournament=wanted.tournament,
                name=COMMAND,
                body=wanted.body,
                command_id=wanted.command_id,
                actor=visitor.actor,
            )
        )
        refused = failure_of(answer)
        if refused is not None:
            return self._failed(request, visitor, form, refused)
        return RedirectResponse(f"/t/{wanted.tournament}/arbiter", status_code=303)

    async def _read(self, text: str, form: Mapping[str, str]) -> Reviewed | tuple[TrfRemark, ...]:
        """Return the reviewed file, or its faults; it is read in a thread."""
        return await anyio.to_thread.run_sync(reviewed, text, form.get("system", ""))

    def _failed(
        self, request: Request, visitor: Visitor, form: Mapping[str, str], failure: Failure
    ) -> Response:
        said = sentence(visitor.language, failure.code, failure.fields)
        return self._form(request, visitor, form, problem=said, status=failure.status)

    def _form(
        self, request: Request, visitor: Visitor, form: Mapping[str, str], **said: Any
    ) -> Response:
        problem, faults = said.get("problem", ""), said.get("faults", ())
        status = said.get("status", 422 if problem or faults else 200)
        return self._renderer.page(
            request,
            visitor,
            "import.html",
            form=Input({**form, "lines": text_in(form)}),
            problem=problem,
            faults=faults,
            systems=tuple(SYSTEMS),
            status=status,
        )


def text_in(form: Mapping[str, str]) -> str:
    """Return the file or the pasted text of a form, or the text of its hidden field."""
    text = form.get("file", "").strip("\r\n") or form.get("lines", "")
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    return f"{plain}\n" if plain else ""


def reviewed(text: str, chosen: str) -> Reviewed | tuple[TrfRemark, ...]:
    """Return the import of a text by the chosen system or its own, or the faults.

    Raises:
        Failure: there is no such system.
    """
    document = read_trf(text.encode(), FILE_NAME)
    if not isinstance(document, TrfDocument):
        return document
    if chosen and chosen not in SYSTEMS:
        raise Failure("no-such-system", {"system": chosen[:40], "known": tuple(SYSTEMS)})
    try:
        system = chosen or system_of(document)
    except UnknownSystem as error:
        raise Failure("unknown-trf-system", {"system": error.code}) from error
    if SYSTEMS[system].plays_in_teams:
        if SYSTEMS[system].pair is None:
            raise Failure("no-import-of-teams", {"system": system})
        if faults := faults_of_teams(document):
            return faults
    if hides_games(document, SYSTEMS[system]):
        raise Failure("no-import-of-matches", {"system": system})
    wanted = import_of_file(document, system)
    return Reviewed(wanted=wanted, notes=document.notes)


def _placed(language: str, remark: TrfRemark) -> tuple[str, str]:
    """Return the place and the text of a remark."""
    fields: dict[str, Any] = {"line": remark.line, "column": remark.column}
    said: dict[str, Any] = remark.fields
    return tr(language, "page.import.place", **fields), tr(language, f"trf.{remark.code}", **said)


def _notes(language: str, found: Reviewed) -> list[str]:
    read = [": ".join(_placed(language, note)) for note in found.notes]
    adjusted = []
    for each in found.wanted.adjustments:
        fields: dict[str, Any] = each.fields
        adjusted.append(tr(language, f"import.{each.code}", **fields))
    return [*adjusted, *read]


def _row(language: str, wanted: Import, player: ImportedPlayer) -> PlayerRow:
    attendance, notes = player.attendance, []
    if player.written != player.number:
        notes.append(tr(language, "page.import.was-number", number=player.written))
    if attendance.first_round > 1:
        notes.append(tr(language, "page.import.from-round", round=attendance.first_round))
    if attendance.out_from is not None:
        notes.append(tr(language, "page.import.until-round", round=attendance.out_from))
    return PlayerRow(
        number=player.number,
        name=player.name,
        title=player.title,
        rating=player.rating,
        federation=player.federation,
        points=figure(player.points, wanted.unit),
        note="; ".join(notes),
    )
