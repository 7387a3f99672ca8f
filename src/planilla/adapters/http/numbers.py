"""Numbers as people type them into forms."""

from planilla.adapters.http.problems import Failure


def number_in(text: str) -> int:
    """A whole number as people type it; nothing is 0.

    Raises:
        Failure: it is none.
    """
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Failure(status=422, code="not-a-number", fields={"text": text[:40]})
    return int(text)
