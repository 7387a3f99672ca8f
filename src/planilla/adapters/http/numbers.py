"""Numbers and choices as people type them, into forms and into addresses."""

from collections.abc import Sequence

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.datastructures import QueryParams

from planilla.adapters.http.problems import Failure
from planilla.domain.vocabulary import DIGITS_MAX, number_written


class ShortNumber(IntegerConvertor):
    """The converter of `{…:int}` in a path; numbers with more digits match no route."""

    regex = f"[0-9]{{1,{DIGITS_MAX}}}"


register_url_convertor("int", ShortNumber())


def number_in(text: str) -> int:
    """A whole number as people type it; nothing is 0.

    Raises:
        Failure: it is none.
    """
    if not text:
        return 0
    number = number_written(text)
    if number is None:
        raise Failure(status=422, code="not-a-number", fields={"text": text[:40]})
    return number


def choice_in(query: QueryParams, name: str, known: Sequence[str]) -> str:
    """One of the known words for a name in an address; nothing where the name is not there.

    Raises:
        Failure: there is no such word.
    """
    text = query.get(name, "")
    if text and text not in known:
        fields = {"name": name, "text": text[:20], "known": tuple(known)}
        raise Failure(status=422, code="no-such-choice", fields=fields)
    return text
