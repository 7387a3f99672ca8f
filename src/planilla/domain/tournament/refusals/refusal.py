"""What a refusal is: a stable code and typed fields, never a sentence."""

from dataclasses import asdict, dataclass
from typing import Any, ClassVar


@dataclass(kw_only=True, eq=False)
class Refusal(Exception):
    """The rules say no; `code` is stable, the fields say about what."""

    code: ClassVar[str] = "refused"

    @property
    def fields(self) -> dict[str, Any]:
        """The typed fields by name, for the sentence and for programs."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.code} {self.fields}"


class Unacceptable(Refusal):
    """The wish itself cannot be meant."""


class Conflict(Refusal):
    """It cannot be done in the present state of the tournament."""
