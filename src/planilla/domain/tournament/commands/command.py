"""What every command is, and how personal data and free text arrive in one."""

import msgspec


class Sealed:
    """The commitment to a text or to personal data kept apart; "" when nothing was said."""

    __slots__ = ("commitment",)

    def __init__(self, commitment: str = "") -> None:
        self.commitment = commitment

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed) and self.commitment == other.commitment

    def __hash__(self) -> int:
        return hash(self.commitment)

    def __repr__(self) -> str:
        return f"Sealed({self.commitment!r})"


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wish concerning one tournament."""
