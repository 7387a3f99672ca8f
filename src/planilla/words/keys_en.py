"""Signed heads, keys and proofs, in English."""

KEYS: dict[str, str] = {
    "event.LogKeyAnnounced": "The heads of the tournament are signed by the key {key}.",
    "event.LogKeyAnnounced.endorsed": (
        "From now on the heads are signed by the key {key}; the key before it said so itself."
    ),
    "event.LogKeyAnnounced.next": (
        "From now on the heads are signed by the key {key}; the key before it did not confirm it."
    ),
    "refusal.no-such-key-form": (
        "“{field}” is not written as it should be: a key has 64 hex digits in small letters, an "
        "endorsement 128."
    ),
    "refusal.another-key-in-force": (
        "The key to be replaced is not the one in force. Look again and decide."
    ),
    "refusal.key-retired": "The key {key} was replaced by another: it never comes back.",
}
