"""Refusals about the appeals committee and about lots."""

from dataclasses import dataclass

from planilla.domain.tournament.refusals.refusal import Conflict, Unacceptable
from planilla.domain.vocabulary import EntrantId


@dataclass(kw_only=True, eq=False)
class VotesDoNotFit(Unacceptable):
    """Votes are missing, below zero or given twice; or nobody votes."""

    code = "votes-do-not-fit"
    way: str


@dataclass(kw_only=True, eq=False)
class TooFewForCommittee(Conflict):
    """There are not three players who could sit in the committee."""

    code = "too-few-for-committee"
    candidates: int
    fewest: int


@dataclass(kw_only=True, eq=False)
class NoCommittee(Conflict):
    """There is no appeals committee yet."""

    code = "no-committee"


@dataclass(kw_only=True, eq=False)
class NotInCommittee(Conflict):
    """Somebody does not sit in the committee, in this case or at all."""

    code = "not-in-committee"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class NoReserveLeft(Conflict):
    """No reserve is left who could take a seat."""

    code = "no-reserve-left"
    member: EntrantId


@dataclass(kw_only=True, eq=False)
class LotsDoNotFit(Unacceptable):
    """Numbers drawn by hand are not one for each and all different; or none are asked for."""

    code = "lots-do-not-fit"
    entrants: int
    numbers: int


@dataclass(kw_only=True, eq=False)
class NoLotteryFigure(Unacceptable):
    """The last figure of the lottery is 0 to 9, and only the lottery has one."""

    code = "no-lottery-figure"


@dataclass(kw_only=True, eq=False)
class NobodyToDraw(Conflict):
    """There are not two among whom to draw."""

    code = "nobody-to-draw"
