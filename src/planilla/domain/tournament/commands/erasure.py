"""Forgetting what was kept apart: of a person, or a free text."""

from typing import Annotated

import msgspec

from planilla.domain.tournament.commands.command import Command
from planilla.domain.vocabulary import EntrantId

TEXTS_MAX = 500
"""Texts that one act may empty."""

Commitment = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""To a text that is kept apart, in hexadecimal."""


class ErasePerson(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Forget the personal data of an entrant, and with them the texts that name them."""

    entrant: EntrantId
    texts: Annotated[tuple[Commitment, ...], msgspec.Meta(max_length=TEXTS_MAX)] = ()


class EraseTexts(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Forget free texts: reasons, notes, names of staff."""

    texts: Annotated[tuple[Commitment, ...], msgspec.Meta(min_length=1, max_length=TEXTS_MAX)]
