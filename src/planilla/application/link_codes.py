"""Codes of links for some boards: typed where a telephone does not scan.

A code is random. The token of its link follows from it and from the signing key of the log, so that
no code is stored, and the database alone opens nothing. See ADR 0082.
"""

import base64
import hashlib
import re
from typing import NamedTuple

from planilla.application.board_codes import GROUP, MARKS, marks_of, plain, typed
from planilla.application.permissions import derived_secret
from planilla.application.ports import Keys, KeyUnusable, SecretLink
from planilla.application.roles import HOUR_US, Grant
from planilla.audit.seal import keyed_hash

PURPOSE = b"planilla link codes\n"
"""The beginning of what is signed, which no other message of Planilla has."""
CODE_US = 72 * HOUR_US
"""Microseconds in which a code can be typed, after its link was made."""
TOKEN_BYTES = 24
"""Bytes of a token, as many as others have."""
_CODE = re.compile(MARKS)


class NewLink(NamedTuple):
    """The token of a link that is made, and its code; "" without one."""

    token: str
    code: str


def new_link(drawn: str, grant: Grant, keys: Keys | None) -> NewLink:
    """Return the token of a new link, from the one that was `drawn` by lot.

    A link for some boards has a code, unless no key can be used.
    """
    if grant.boards is None or keys is None:
        return NewLink(drawn, "")
    code = marks_of(hashlib.sha256(drawn.encode()).digest())
    try:
        return NewLink(token_of(keys, code), code)
    except KeyUnusable:
        return NewLink(drawn, "")


def code_in(text: str) -> str:
    """Return the code in what was typed, as it was printed; "" if it has not the form of one."""
    found = _CODE.fullmatch(typed(text))
    signs = "" if found is None else plain(found[0])
    return "-".join(signs[at : at + GROUP] for at in range(0, len(signs), GROUP))


def token_of(keys: Keys, code: str) -> str:
    """Return the token of the link of a code; there is no link if nobody was given the code.

    Raises:
        KeyUnusable: the key cannot be read or made, or others may read it.
    """
    digest = keyed_hash(derived_secret(keys, PURPOSE), code.encode())
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def typed_until(grant: Grant, created_at: int) -> int:
    """Return the moment until which the code of a link can be typed."""
    end = created_at + CODE_US
    return end if grant.expires_at is None else min(end, grant.expires_at)


def may_be_typed(link: SecretLink, now: int) -> bool:
    """Return whether the code of a link can still be typed; afterwards the link still opens."""
    return now < typed_until(link.grant, link.created_at)
