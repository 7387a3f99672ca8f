"""The keys that sign a tournament's heads."""

from planilla.domain.tournament.commands.command import Command


class AnnounceLogKey(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say which key signs the heads of the tournament from now on, and which it replaces."""

    public_key: str
    replaces: str = ""
    endorsement: str = ""
