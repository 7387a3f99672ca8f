"""Commands parsed at the edge: personal data and free text are separated and sealed.

All texts are checked by the rule of `formats.typed_text` first. Separated data are salted, and only
the commitment goes into the command; a fault of a body is reported in one sentence with its place.
On the wire a reason is a string, a person an object.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Protocol, get_type_hints

import msgspec

from planilla.application.envelope import Person
from planilla.application.malformed import Malformed, malformed, unknown_field
from planilla.audit.seal import commitment_to
from planilla.domain.tournament.command import TEXT_MAX, Command, Sealed
from planilla.domain.tournament.subjects import COMMANDS
from planilla.domain.vocabulary import result_notation
from planilla.formats.typed_text import cleaned, unfit_character

BODY_MAX = 2_500_000
"""Bytes in the body of a command; 5000 players and 11 rounds from a file need half of it."""
PROSE = "prose"
"""The field of a command or event that holds free texts by topic."""
ANNOUNCED = ("regulations", "plan", "keizer", "rules", "evidence")
"""Fields of a command whose structures become a part of an event."""
LINES = frozenset({"reason", "note", PROSE})
"""Fields that may have more than one line."""
VERBATIM = frozenset({"header", "id"})
"""Fields that are not cleaned: text from a file, and ids, which have their own rule."""
RESULT = "result"
"""The field of a result, which may be written in more than one way."""
NAME_MAX = 120
DETAIL_MAX = 200
COMPOSED_MAX = 4
"""Characters that NFC makes one of, at most."""
IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")
"""Ids that somebody else forms: of tournaments and entrants."""
COMMAND_ID = re.compile(r"[!-~]{1,128}")

_CANONICAL = msgspec.json.Encoder()
_FRACTION = re.compile(rb"(?:^|[\s:,\[])-?[0-9]+[.eE]")
"""A number written as a fraction, or with an exponent; also in a text, where it is harmless."""
_OTHER_RESULT = re.compile(rb'"\s*(?:1/2|[+-]\s*[+-])')
"""A text that begins as a result that `vocabulary.result_notation` knows in another form."""
_PLAIN = re.compile(rb"[ -\[\]-~]*")
"""A body in visible ASCII without escapes, whose texts need no cleaning."""


class UnfitText(Malformed):
    """A text holds a character that no text may hold."""

    code = "unfit-text"

    def __init__(self, character: str, path: str) -> None:
        self.character = character
        super().__init__(f"{character} may not stand in a text", path)

    @property
    def fields(self) -> dict[str, Any]:
        """The place without the sign for the whole body, for people to read."""
        return {"path": self.path.removeprefix("$."), "character": self.character}


class NoSuchCommand(Exception):
    """No command has this name."""


class Redacted(msgspec.Struct, frozen=True, kw_only=True):
    """The content behind a commitment: canonical JSON of a `Person`, or of a string."""

    commitment: str
    salt: bytes
    body: bytes
    person: Person | None = None


class Salts(Protocol):
    """A source of salts for commitments, such as `Ids`."""

    def salt(self) -> bytes:
        """Sixteen bytes."""


def redact(name: str, body: bytes, ids: Salts) -> tuple[Command, Mapping[str, Redacted]]:
    """Return the command in a JSON body, and what it keeps apart, by commitment.

    Raises:
        NoSuchCommand: no command has this name.
        Malformed: bad JSON, an unknown or missing field, a wrong type, something too long.
        UnfitText: a control character, or one that turns the direction of writing.
    """
    kind = COMMANDS.get(name)
    if kind is None:
        raise NoSuchCommand(name)
    if len(body) > BODY_MAX:
        raise Malformed(f"Body is longer than {BODY_MAX} bytes")
    envelope = _Envelope(ids)
    try:
        body = _with_fit_texts(body)
        command = msgspec.json.decode(body, type=kind, dec_hook=envelope.seal)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise malformed(error, kind) from error
    _check_fields(command, body)
    _check_kinds(command, envelope.kept)
    return command, envelope.kept


def _with_fit_texts(body: bytes) -> bytes:
    """Return the body with its texts cleaned and its results in one notation; most need nothing.

    Raises:
        UnfitText: one cannot be.
        msgspec.DecodeError, UnicodeDecodeError, RecursionError: it is no JSON.
    """
    has_fraction = _FRACTION.search(body) is not None
    if _PLAIN.fullmatch(body) and not has_fraction and _OTHER_RESULT.search(body) is None:
        return body
    said = msgspec.json.decode(body)
    fit = _fit(said, "$", "")
    is_as_sent = fit == said and not has_fraction  # 53 == 53.0
    return body if is_as_sent else _CANONICAL.encode(fit)


def _fit(value: Any, path: str, name: str) -> Any:
    """Return a part of a body with its texts cleaned; `name` is that of the field it belongs to."""
    if isinstance(value, str) and name == RESULT:
        value = result_notation(value)
    if isinstance(value, str) and name not in VERBATIM:
        character = unfit_character(value)
        if character:
            raise UnfitText(character, path)
        return cleaned(value, lines=name in LINES)
    if isinstance(value, list):
        return [_fit(each, f"{path}[{place}]", name) for place, each in enumerate(value)]
    if isinstance(value, dict):
        return {
            key: _fit(each, f"{path}.{key}", PROSE if name == PROSE else key)
            for key, each in value.items()
        }
    # To JSON Schema `53.0` is a whole number.
    return int(value) if isinstance(value, float) and value.is_integer() else value


class _Envelope:
    """Seals the free texts and persons of one body as they are met."""

    def __init__(self, ids: Salts) -> None:
        self.kept: dict[str, Redacted] = {}
        self._ids = ids

    def seal(self, kind: type, value: Any) -> Sealed:
        assert kind is Sealed, kind
        if isinstance(value, str):
            return self._seal_text(value)
        if isinstance(value, dict):
            return self._seal_person(value)
        raise ValueError(f"Expected `str` or `object`, got `{type(value).__name__}`")

    def _seal_text(self, value: str) -> Sealed:
        text = _composed(value.strip(), TEXT_MAX)
        if len(text) > TEXT_MAX:
            raise ValueError(f"Expected `str` of length <= {TEXT_MAX}")
        return self._keep(_CANONICAL.encode(text), None) if text else Sealed()

    def _seal_person(self, value: dict[str, Any]) -> Sealed:
        try:
            given = msgspec.convert(value, Person)
        except msgspec.ValidationError as error:
            # A ValidationError would pass through msgspec without the place of the person.
            inner = malformed(error, Person)
            raise ValueError(f"{inner.message} (in `{inner.path}` of the person)") from None
        person = tidy(given)
        return self._keep(_CANONICAL.encode(person), person)

    def _keep(self, body: bytes, person: Person | None) -> Sealed:
        salt = self._ids.salt()
        commitment = commitment_to(salt, body)
        self.kept[commitment] = Redacted(commitment=commitment, salt=salt, body=body, person=person)
        return Sealed(commitment)


def _composed(text: str, most: int) -> str:
    """Return a text in NFC; one that cannot come to `most` characters stays as it is.

    The time that NFC takes grows with the square of a run of combining marks.
    """
    return unicodedata.normalize("NFC", text) if len(text) <= COMPOSED_MAX * most else text


def tidy(person: Person) -> Person:
    """Personal data in NFC with single spaces, so that one spelling has one form.

    Raises:
        ValueError: the name is empty, or a field is too long.
    """
    fields = {
        name: _composed(" ".join(str(value).split()), max(NAME_MAX, DETAIL_MAX))
        for name, value in msgspec.structs.asdict(person).items()
    }
    if not 1 <= len(fields["name"]) <= NAME_MAX:
        raise ValueError(f"Expected a `name` of 1 to {NAME_MAX} characters")
    for name, value in fields.items():
        if len(value) > DETAIL_MAX:
            raise ValueError(f"Expected `{name}` of length <= {DETAIL_MAX}")
    return Person(**fields)


def _check_fields(command: Command, body: bytes) -> None:
    """Refuse unknown fields in structures that become a part of an event."""
    for name in ANNOUNCED:
        if getattr(command, name, None) is None:
            continue
        kind = get_type_hints(type(command))[name]
        unknown = unknown_field(kind, msgspec.json.decode(body).get(name), f"$.{name}")
        if unknown is not None:
            raise unknown


def _check_kinds(command: Command, kept: Mapping[str, Redacted]) -> None:
    """A person where a person belongs, a text where a text belongs, and ids that can be keys."""
    for path, entrant, sealed in command.people():
        if not IDENTIFIER.fullmatch(entrant):
            raise Malformed("Expected an id of 1 to 64 letters, digits or `._:-`", path)
        if sealed.commitment not in kept or kept[sealed.commitment].person is None:
            raise Malformed("Expected `object`, got `str`", f"{path}.person")
    for name, text in command.free_texts().items() if kept else ():
        said = kept.get(text.commitment)
        if said is not None and said.person is not None:
            raise Malformed("Expected `str`, got `object`", f"$.{name}")
        most = NAME_MAX if name.rpartition(".")[2] == "name" else command.text_max
        if said is not None and len(msgspec.json.decode(said.body)) > most:
            raise Malformed(f"Expected `str` of length <= {most}", f"$.{name}")
