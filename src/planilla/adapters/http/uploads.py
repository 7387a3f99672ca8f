"""Acts with files: the files of evidence are kept, and the act names them by their hash.

A form with a file comes as `multipart/form-data`; what goes on from here is the same form with the
field `evidence`, which a page can carry on: `<sha256>:<media type>:<size>`, parted by spaces.
"""

from collections.abc import Mapping

from starlette.requests import Request

from planilla.adapters.http.bodies import MULTIPART, read_files, read_form
from planilla.adapters.http.command_forms import EVIDENCE, file_text
from planilla.adapters.http.problems import Failure, status_of
from planilla.adapters.http.site import Site
from planilla.application.evidence import take_in
from planilla.application.ports import Evidence
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.values import EvidenceFile


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
            file_text(await kept(site, request.path_params["tournament"], each)) for each in files
        ]
    except Failure as failure:
        return fields, failure
    fields[EVIDENCE] = " ".join((*fields.get(EVIDENCE, "").split(), *named))
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
