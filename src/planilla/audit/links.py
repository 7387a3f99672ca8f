"""Signed secret links: the key of the log says which links it made, so that a planted one is seen.

The key is outside the database (ADR 0023); who may write there alone cannot sign. A revocation is
signed like the granting, so that a link does not come to life again by one changed cell.
"""

import msgspec

from planilla.audit.ed25519 import is_signed


class LinkRow(msgspec.Struct, frozen=True, kw_only=True):
    """A secret link as it is stored; times in microseconds since 1970 (UTC).

    `public_key` and `signature` are empty where no key of the log signed it.
    """

    token_hash: bytes
    actor_id: str
    scope: str
    created_at: int
    revoked_at: int | None = None
    public_key: bytes = b""
    signature: bytes = b""


def link_message(log_id: bytes, link: LinkRow) -> bytes:
    """The bytes that are signed of a link: canonical JSON, with the log that it is of."""
    return _ENCODER.encode(
        (
            "planilla-link",
            log_id.hex(),
            link.token_hash.hex(),
            link.actor_id,
            link.scope,
            link.created_at,
            link.revoked_at,
        )
    )


def is_link_signed(log_id: bytes, link: LinkRow) -> bool:
    """Whether the key that the row names signed it as it stands."""
    try:
        return is_signed(link.public_key, link_message(log_id, link), link.signature)
    except (AttributeError, TypeError, ValueError):  # cells of another kind
        return False


_ENCODER = msgspec.json.Encoder()
"""One encoder for all links."""
