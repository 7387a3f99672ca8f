"""The second file of an archive: people and texts, with their salts."""

from collections.abc import Iterable

import msgspec

from planilla.application.archive_export import PEOPLE_FORMAT
from planilla.application.envelope import Person
from planilla.application.redaction import Redacted
from planilla.audit.seal import commitment_to
from planilla.domain.vocabulary import CodedFault

KEPT_MAX = 50_000
"""People and texts of one tournament."""

KEPT_LINE_MAX = 16 * 1024
"""Bytes; a text of the greatest length has at most three quarters of it."""


class CannotTakeIn(CodedFault):
    """An archive that is whole cannot be appended here; `code` and `fields` say why.

    `public-form`: events are missing. `no-tournament`: it is none of ours. `unfit`: an event cannot
    be read by this Planilla, or not be folded. `other-history`: the tournament is here with other
    events; `more-here`: with more. `changed`: read again the file was another one; what was
    appended is what was verified. `people-…`: the second file is not one, or not of this archive.
    """


class _Beginning(msgspec.Struct, frozen=True, kw_only=True):
    number: int = msgspec.field(name="planilla-people")


class SealedData(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Personal data or a text with its salt and its commitment, both in hex."""

    commitment: str
    salt: str
    body: msgspec.Raw


class KeptLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of both: a person or a text."""

    person: SealedData | None = None
    text: SealedData | None = None


def kept_in(lines: Iterable[bytes]) -> dict[str, Redacted]:
    """Return the data of the lines of a file of people, by commitment; nothing without lines.

    Raises:
        CannotTakeIn: it is not such a file, or something in it does not fit its commitment.
    """
    found: dict[str, Redacted] = {}
    for number, line in enumerate(lines, start=1):
        if number > KEPT_MAX or len(line) > KEPT_LINE_MAX:
            raise CannotTakeIn("people-too-long", line=number)
        try:
            if number == 1:
                if _FIRST.decode(line).number != PEOPLE_FORMAT:
                    raise CannotTakeIn("people-unreadable", line=number)
                continue
            kept = kept_on(_LINES.decode(line))
        except (msgspec.DecodeError, RecursionError, ValueError) as error:
            raise CannotTakeIn("people-unreadable", line=number) from error
        if kept is None:
            raise CannotTakeIn("people-unfit", line=number)
        found[kept.commitment] = kept
    return found


def kept_on(line: KeptLine) -> Redacted | None:
    """Return the data of a line; None where it does not fit its commitment.

    Raises:
        ValueError, DecodeError: it is no person and no text.
    """
    sealed = line.person or line.text
    if sealed is None or (line.person and line.text):
        raise ValueError("neither a person nor a text")
    salt, body = bytes.fromhex(sealed.salt), bytes(sealed.body)
    person = _PERSON.decode(body) if line.person else None
    if person is None:
        _TEXT.decode(body)
    if commitment_to(salt, body) != sealed.commitment:
        return None
    return Redacted(commitment=sealed.commitment, salt=salt, body=body, person=person)


_FIRST = msgspec.json.Decoder(_Beginning)
_LINES = msgspec.json.Decoder(KeptLine)
_PERSON = msgspec.json.Decoder(Person)
_TEXT = msgspec.json.Decoder(str)
