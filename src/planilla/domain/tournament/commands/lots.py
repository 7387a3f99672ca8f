"""Drawing lots to part those whom everything else leaves tied."""

from planilla.domain.tournament.commands.command import Command
from planilla.domain.tournament.events import Draw
from planilla.domain.vocabulary import EntrantId


class DrawLots(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Draw lots among `entrants`; without them among all, from the lottery among the tied.

    By hand `numbers` are those drawn, in the order of `entrants`. `figure` is the last one of the
    national lottery (seed 000, 3.4.3).
    """

    draw: Draw = Draw.MACHINE
    entrants: tuple[EntrantId, ...] = ()
    numbers: tuple[int, ...] = ()
    figure: int | None = None
