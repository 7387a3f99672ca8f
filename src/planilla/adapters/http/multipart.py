"""Forms with files (`multipart/form-data`, RFC 7578), read by python-multipart, with bounds."""

from collections.abc import Callable
from typing import Any, NamedTuple

from planilla.adapters.http.problems import Failure

PARTS_MAX = 2_100
"""Fields and files of a form: a review of 2,000 entries has a choice for each."""
HEADERS_MAX, HEADER_MAX = 8, 1_000
"""Headers of a part, and bytes of each."""
KIND_MAX = 200
"""Letters of the content type: a boundary has at most 70 (RFC 2046, 5.1.1)."""


class FormPart(NamedTuple):
    """A field of a form, or a file."""

    name: str
    is_file: bool
    content: bytes


def parts_of(kind: str, body: bytes) -> list[FormPart]:
    """Read the parts of a form of the content type `kind`, in their order; nothing is nested.

    Raises:
        Failure: it is not a form that a browser sends, or it has more than `PARTS_MAX` parts.
    """
    from python_multipart.exceptions import FormParserError  # noqa: PLC0415 - for files alone
    from python_multipart.multipart import MultipartParser, parse_options_header  # noqa: PLC0415

    collected = PartCollector(parse_options_header)
    try:
        _, options = parse_options_header(kind[:KIND_MAX])
        parser = MultipartParser(
            options[b"boundary"],
            collected.callbacks,
            max_header_count=HEADERS_MAX,
            max_header_size=HEADER_MAX,
        )
        parser.write(body)
    except (FormParserError, TooManyParts, KeyError, UnicodeError) as error:
        raise Failure(status=400, code="not-a-form") from error
    if not collected.is_complete:
        raise Failure(status=400, code="not-a-form")
    return collected.parts


class TooManyParts(Exception):
    """A form has more than `PARTS_MAX` parts."""


class PartCollector:
    """Collects what the parser comes across; it ends with the first part that is too many."""

    def __init__(self, options_in: Callable[[str], tuple[bytes, dict[bytes, bytes]]]) -> None:
        self._options_in = options_in
        self.parts: list[FormPart] = []
        self.is_complete = False
        self._header, self._value = b"", b""
        self._disposition = b""
        self._content: list[bytes] = []
        self.callbacks: Any = {
            "on_part_begin": self._begin,
            "on_header_field": self._add_to_header,
            "on_header_value": self._add_to_value,
            "on_header_end": self._end_header,
            "on_part_data": self._add_to_content,
            "on_part_end": self._end_part,
            "on_end": self._end,
        }

    def _begin(self) -> None:
        if len(self.parts) >= PARTS_MAX:
            raise TooManyParts
        self._disposition, self._content = b"", []

    def _add_to_header(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def _add_to_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _end_header(self) -> None:
        if self._header.lower() == b"content-disposition":
            self._disposition = self._value
        self._header, self._value = b"", b""

    def _add_to_content(self, data: bytes, start: int, end: int) -> None:
        self._content.append(data[start:end])

    def _end_part(self) -> None:
        # As Latin-1 every byte is a letter; what a browser writes there is UTF-8.
        _, options = self._options_in(self._disposition.decode("latin-1"))
        name = options[b"name"].decode("utf-8")
        content = b"".join(self._content)
        self.parts.append(FormPart(name, b"filename" in options, content))

    def _end(self) -> None:
        self.is_complete = True
