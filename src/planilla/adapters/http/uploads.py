"""Acts with files: the files of evidence are kept, and the act names them by their hash.

A form with a file comes as `multipart/form-data`; what goes on from here is the same form with the
field `evidence`, which a page can carry on: `<sha256>:<media type>:<size>`, parted by spaces.
"""

import re
from collections.abc import Mapping
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import HTTP

from starlette.requests import Request

from planilla.adapters.http.bodies import read_form, text_of
from planilla.adapters.http.problems import Failure, status_of
from planilla.adapters.http.site import Site
from planilla.application.evidence import take_in
from planilla.application.ports import Evidence
from planilla.domain.tournament.evidence import EvidenceFile
from planilla.domain.tournament.refusals import Refusal

FIELD = "evidence"
"""The name of the field: of files as they come, and of their names as they go on."""
PARTS_MAX = 200

Form = dict[str, str]


async def read_act(request: Request, site: Site) -> tuple[Mapping[str, str], Failure | None]:
    """The fields of an act, its files kept and named; with what was wrong with a file.

    Raises:
        Failure: it is not a form that a browser sends.
        TooLarge: it is longer than a body may be.
    """
    kind = request.headers.get("content-type", "")
    if not kind.startswith("multipart/form-data"):
        return await read_form(request), None
    fields, files = parts_of(kind, await request.body())
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


def parts_of(kind: str, body: bytes) -> tuple[Form, list[bytes]]:
    """The text fields by name, and the files that are not empty, in their order.

    Raises:
        Failure: it is not a form that a browser sends.
    """
    head = BytesHeaderParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode())
    boundary = head.get_boundary()
    if not boundary:
        raise Failure(status=400, code="not-a-form")
    sections = (b"\r\n" + body).split(f"\r\n--{boundary}".encode())
    if len(sections) < 2 or len(sections) > PARTS_MAX or not sections[-1].startswith(b"--"):
        raise Failure(status=400, code="not-a-form")
    fields: Form = {}
    files: list[bytes] = []
    for section in sections[1:-1]:
        name, is_file, content = _part(section)
        if not is_file:
            fields[name] = text_of(content)
        elif content:
            files.append(content)
    return fields, files


def _part(section: bytes) -> tuple[str, bool, bytes]:
    written, gap, content = section.removeprefix(b"\r\n").partition(b"\r\n\r\n")
    head: Message = BytesHeaderParser(policy=HTTP).parsebytes(written + b"\r\n\r\n")
    name = head.get_param("name", header="content-disposition")
    if not gap or not isinstance(name, str):
        raise Failure(status=400, code="not-a-form")
    is_file = head.get_param("filename", header="content-disposition") is not None
    return name, is_file, content


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
