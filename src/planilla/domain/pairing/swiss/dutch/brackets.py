"""Brackets: who is paired together, and the figures T, P, B, N, F, X the book writes down.

A bracket holds the residents of one score group and those moved down into it. A resident without
any opponent goes down at once (C1); the others take part, and of them those moved down are paired
first, unless at least half came from above (A.3).
"""

from collections.abc import Sequence

import msgspec

from planilla.domain.pairing.colours import LETTERS
from planilla.domain.pairing.swiss.dutch.criteria import Floating, PairingCriterion
from planilla.domain.pairing.swiss.dutch.prospects import Prospects
from planilla.domain.pairing.swiss.dutch.solve import Solution
from planilla.domain.pairing.swiss.players import SwissPlayer
from planilla.domain.vocabulary import Colour


class ScoreBracket(msgspec.Struct, frozen=True, kw_only=True):
    """One bracket on its way down: `moved` from above and `residents`, each by rank.

    `joined` residents have been put together with the brackets below them: they count as moved
    down too (C13). `one_point` is a point in units of the point system;
    `number` that of the score group, counted from the top.
    """

    moved: tuple[SwissPlayer, ...]
    residents: tuple[SwissPlayer, ...]
    joined: tuple[SwissPlayer, ...] = ()
    lowest: bool = False
    one_point: int = 2
    number: int = 0

    @property
    def everybody(self) -> tuple[SwissPlayer, ...]:
        """All members, by rank."""
        return (*self.moved, *self.joined, *self.residents)

    @property
    def points(self) -> int:
        """The lowest score of the bracket, which is that of its residents."""
        return self.residents[-1].score

    @property
    def floor(self) -> int:
        """The score of the opponent that a floater or the bye stands for (D.4)."""
        return self.points - self.one_point

    @property
    def heterogeneous(self) -> bool:
        """Return whether the members have different scores."""
        return self.everybody[0].score != self.points

    @property
    def floating(self) -> Floating:
        """The scores against which floaters of this bracket are compared."""
        return Floating(floor=self.floor, resident=self.points)


class BracketStep(msgspec.Struct, frozen=True, kw_only=True):
    """A bracket as it was paired in the end; `reason` names the article that changed it, if any.

    `reason` is `C12` when the bracket below asked for other floaters, `C13` when the lowest
    bracket could not be paired without another pairing here, or was joined with this one (2012);
    `C.4` for the penultimate bracket of 2017 and `A.9` for the collapsed last one. `lonely` are the
    residents who went down before all else, as nobody here may meet them (2012, C1).
    """

    bracket: ScoreBracket
    solution: Solution
    criteria: tuple[PairingCriterion, ...]
    reason: str = ""
    lonely: tuple[SwissPlayer, ...] = ()

    @property
    def number(self) -> int:
        """The number of the score group, counted from the top."""
        return self.bracket.number

    @property
    def members(self) -> tuple[SwissPlayer, ...]:
        """All who took part in the pairing of the bracket, by rank."""
        alone = {player.seat for player in self.lonely}
        return tuple(player for player in self.bracket.everybody if player.seat not in alone)


def figures_of(players: Sequence[SwissPlayer]) -> dict[str, str]:
    """T, P, B, N, F and X of a bracket as the book prints them.

    T members, P boards, B and N preferences for White and Black, F who has to float and X boards
    on which somebody repeats a colour, both with the letter of the majority. Who has no preference
    is counted with the minority; if there is none, apart, under 0. Source: seed 000, 2.9.
    """
    size = len(players)
    boards = size // 2
    wanted = _wanted(players)
    floats = ""
    if size % 2:
        leaving = _majority(wanted)
        wanted = {**wanted, leaving: wanted[leaving] - 1}
        floats = f"1{leaving}"
    repeats = max(0, boards - min(wanted["B"], wanted["N"]) - wanted["0"])
    before = _wanted(players)
    figures = {
        "T": str(size),
        "P": str(boards),
        "B": str(before["B"]),
        "N": str(before["N"]),
        "F": floats or "0",
        "X": f"{repeats}{_majority(wanted)}" if repeats else "0",
    }
    return figures | ({"0": str(before["0"])} if before["0"] else {})


def _wanted(players: Sequence[SwissPlayer]) -> dict[str, int]:
    white, black = (
        sum(player.preference.colour is colour for player in players) for colour in Colour
    )
    indifferent = len(players) - white - black
    filled = min(indifferent, abs(white - black))
    if white < black:
        white += filled
    else:
        black += filled
    return {
        LETTERS[Colour.WHITE]: white,
        LETTERS[Colour.BLACK]: black,
        LETTERS[None]: indifferent - filled,
    }


def _majority(wanted: dict[str, int]) -> str:
    if wanted["B"] == wanted["N"]:
        return "0"
    return "B" if wanted["B"] > wanted["N"] else "N"


def bracket_after(
    steps: Sequence[BracketStep], prospects: Prospects, number: int, one_point: int
) -> ScoreBracket:
    """Return the bracket of score group `number`, with the floaters of the steps above it."""
    return ScoreBracket(
        moved=steps[-1].solution.floaters if steps else (),
        residents=prospects.group(number),
        lowest=number + 1 == prospects.groups,
        one_point=one_point,
        number=number,
    )
