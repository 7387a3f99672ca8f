"""Permissions: one rule, on the scopes that a secret link grants."""

import hashlib
from collections.abc import Sequence

from planilla.application.envelope import Actor

ALL_TOURNAMENTS = "*"
"""The organiser's scope: every tournament, also those that do not exist yet."""

ORGANISER = "organiser"
"""The pseudonym of whoever holds the organiser's link."""

LINK_ID_BYTES = 6


def acting_link(links: Sequence[Actor], tournament: str) -> Actor:
    """Return the link, of several in one browser, under whose name somebody acts.

    A link of the tournament itself comes before an organiser's; of several the one that was entered
    last. Without a tournament (one is created) the organiser's; where none opens it, the last.
    """
    for scope in (tournament, ALL_TOURNAMENTS):
        opening = [link for link in links if scope in link.scopes]
        if opening:
            return opening[-1]
    return links[-1]


def may_act(actor: Actor, tournament: str) -> bool:
    """Return whether `actor` may submit commands for `tournament`."""
    return ALL_TOURNAMENTS in actor.scopes or tournament in actor.scopes


def hash_of_token(token: str) -> bytes:
    """Return the hash of a secret link's token, which is all that is stored of it.

    A token has 192 bits of chance, so a plain hash cannot be guessed.
    """
    return hashlib.sha256(token.encode()).digest()


def link_id(token_hash: bytes) -> str:
    """Return the id by which a secret link is listed and revoked."""
    return token_hash[:LINK_ID_BYTES].hex()


def actor_of_link(token: str) -> str:
    """Return the pseudonym under which the holder of an arbiter's link acts."""
    return f"arbiter-{hash_of_token(token).hex()[:8]}"
