"""Acts with files: the files of evidence are kept, and the act names them by their hash.

A form with a file comes as `multipart/form-data`; what goes on from here is the same form with the
field `evidence`, which a page can carry on: `<sha256>:<media type>:<size>`, parted by spaces.
"""

import re
from collections.abc import Mapping

from starlette.requests import Request

from planilla.adapters.http.bodies import MULTIPART, read_files, read_form
from planilla.adapters.http.problems import Failure, status_of
from planilla.adapters.http.site import Site
from planilla.application.evidence import take_in
from planilla.application.ports import Evidence
from planilla.domain.tournament.evidence import EvidenceFile
from planilla.domain.tournament.refusals import Refusal

FIELD = "evidence"
"""The name of the field: of files as they come, and of their names as they go on."""


async def read_act(request: Request, site: Site) -> tuple[Mapping[str, str], Failure | None]:
    """The fields of an act, its files kept and named; with what was wrong with a file.

    Raises:
        Failure: it is not a form that a browser sends.
        TooLarge: it is longer than a body may be.
    """
    if not request.headers.get("content-type", "").startswith(MULTIPART):
        return await read_form(request), None
    fields, files = await read_files(request)
    try:
        named = [
            name_of(await kept(site, request.path_params["tournament"], each)) for each in files
        ]
    except Failure as failure:
        return fields, failure
    fields[FIELD] = " ".join((*fields.get(FIELD, "").split(), *named))
    return fields, None


async def kept(site: Site, tournament: str, body: bytes) -> EvidenceFile:
    """The file, kept beside the log.

    Raises:
        Failure: it cannot be evidence, or there is no room for it.
    """
    try:
        return await take_in(evidence_of_site(site), tournament, body)
    except Refusal as refusal:
        code = refusal.code
        raise Failure(status=status_of(code), code=code, fields=refusal.fields) from None


def evidence_of_site(site: Site) -> Evidence:
    """Where files are kept.

    Raises:
        Failure: this site keeps none.
    """
    if site.evidence is None:
        raise Failure(status=404, code="no-such-page")
    return site.evidence


def name_of(file: EvidenceFile) -> str:
    """A file as a form carries it on."""
    return f"{file.sha256}:{file.media_type}:{file.size}"


_NAMED = re.compile(r"(?P<sha256>[0-9a-f]{64}):(?P<media_type>[a-z/]{1,40}):(?P<size>[0-9]{1,9})")


def files_in(form: Mapping[str, str]) -> list[dict[str, str | int]]:
    """The files that a form names, as a command does.

    Raises:
        Failure: one is not named so.
    """
    found = []
    for text in form.get(FIELD, "").split():
        named = _NAMED.fullmatch(text)
        if named is None:
            raise Failure(status=400, code="not-a-form")
        found.append({**named.groupdict(), "size": int(named["size"])})
    return found
